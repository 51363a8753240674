// Boxes with data-live look again by themselves; what has not changed is not touched.
"use strict";

(function () {
  const seen = new Map(); // address -> ETag of what is shown

  function isLive(element) {
    return element instanceof Element && element.matches("[data-live]");
  }

  document.addEventListener("htmx:configRequest", function (event) {
    const known = isLive(event.detail.elt) && (seen.get(event.detail.path) || event.detail.elt.dataset.etag);
    if (known) {
      event.detail.headers["If-None-Match"] = known;
    }
  });

  document.addEventListener("htmx:beforeSwap", function (event) {
    if (!isLive(event.detail.elt)) {
      return;
    }
    const answer = event.detail.xhr;
    if (answer.status === 304) {
      event.detail.shouldSwap = false;
      return;
    }
    const etag = answer.getResponseHeader("ETag");
    if (answer.status === 200 && etag) {
      seen.set(event.detail.requestConfig.path, etag);
    }
  });
})();
