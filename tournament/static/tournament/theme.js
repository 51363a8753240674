// Loaded before anything is drawn, so that a page in the dark theme never flashes white.
"use strict";

(function () {
  let chosen = null;
  try {
    chosen = localStorage.getItem("theme");
  } catch (error) {
    // Storage may be forbidden: the device's own choice holds then.
  }
  if (chosen === "light" || chosen === "dark") {
    document.documentElement.dataset.theme = chosen;
  }
})();
