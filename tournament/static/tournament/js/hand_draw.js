// The fast line of the draw by hand: after every slip the cursor is back in it, ready for the next.
"use strict";

(function () {
  function toTheLine(select) {
    const line = document.getElementById("slip-line");
    if (line) {
      line.focus({ preventScroll: true });
      if (select) {
        line.select();
      }
    }
  }

  document.addEventListener("htmx:afterSettle", function (event) {
    if (event.detail.target && event.detail.target.id === "hand") {
      toTheLine(true);
    }
  });

  // A number of the grid goes into the line: for whoever points instead of typing.
  document.addEventListener("click", function (event) {
    const slip = event.target.closest("[data-slip-text]");
    const line = document.getElementById("slip-line");
    if (slip && line) {
      line.value = slip.dataset.slipText + " ";
      toTheLine(false);
    }
  });
})();
