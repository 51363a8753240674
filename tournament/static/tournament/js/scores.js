// Running scores: the phones tap forty times a second in a large hall, and the table is not made anew for that.
"use strict";

(function () {
  const EVERY = 3000;
  const address = document.querySelector("[data-scores]").dataset.scores;
  let etag = "";
  let last = {};

  function show(scores) {
    for (const place of document.querySelectorAll("[data-running]")) {
      const found = scores[place.dataset.running];
      if (found && place.textContent !== found) {
        place.textContent = found;
      }
    }
  }

  function look() {
    fetch(address, { headers: etag ? { "If-None-Match": etag } : {}, cache: "no-store", credentials: "same-origin" })
      .then(function (answer) {
        if (!answer.ok || answer.redirected) {
          return null; // unchanged; or logged out, which the page's other part says
        }
        const given = answer.headers.get("ETag") || "";
        return answer.json().then(function (scores) {
          last = scores;
          show(last);
          etag = given;
        });
      })
      .catch(() => null) // the next time
      .then(function () {
        setTimeout(look, EVERY);
      });
  }

  // The table may have been made before the last tap.
  document.addEventListener("htmx:afterSettle", () => show(last));
  setTimeout(look, EVERY);
})();
