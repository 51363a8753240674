// Another preset fills the form in at once; without this there is the button beside it.
"use strict";

(function () {
  const button = document.querySelector("[data-take-preset]");
  const preset = document.getElementById("id_preset");
  if (!button || !preset) {
    return;
  }
  button.hidden = true;
  preset.addEventListener("change", function (event) {
    event.stopPropagation();
    button.click();
  });
})();
