// The fast line of the draw by hand: after every slip the cursor is back in it, ready for the next. What is typed while
// the last slip is still on its way is kept.
"use strict";

(function () {
  let ahead = ""; // typed while the answer was not there yet

  function line() {
    return document.getElementById("slip-line");
  }

  function isSlip(event) {
    const target = event.detail.target;
    return target instanceof Element && target.id === "hand";
  }

  document.addEventListener("htmx:beforeRequest", function (event) {
    if (isSlip(event) && line()) {
      // Sent already: from here on the line belongs to the next slip.
      line().value = "";
    }
  });

  document.addEventListener("htmx:beforeSwap", function (event) {
    if (isSlip(event) && line()) {
      ahead = event.detail.xhr.status === 200 ? line().value : "";
    }
  });

  document.addEventListener("htmx:afterSettle", function (event) {
    if (!isSlip(event) || !line()) {
      return;
    }
    line().focus({ preventScroll: true });
    if (ahead) {
      line().value = ahead;
      ahead = "";
    } else {
      line().select();
    }
  });

  // A number of the grid goes into the line: for whoever points instead of typing.
  document.addEventListener("click", function (event) {
    const slip = event.target.closest("[data-slip-text]");
    if (slip && line()) {
      line().value = slip.dataset.slipText + " ";
      line().focus({ preventScroll: true });
    }
  });
})();
