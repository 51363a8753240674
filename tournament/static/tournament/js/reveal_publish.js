// What the desk shows of a draw, the big screen shows too: the position goes there, at most a few times a second.
"use strict";

(function () {
  const root = document.getElementById("reveal");
  if (!root || !root.dataset.publish) {
    return;
  }
  const PAUSE = 350;
  let wanted = null;
  let sent = null;
  let busy = false;

  function send() {
    if (busy || wanted === null || wanted === sent) {
      return;
    }
    busy = true;
    const position = wanted;
    const headers = JSON.parse(document.body.getAttribute("hx-headers") || "{}");
    fetch(root.dataset.publish, {
      method: "POST", headers: headers, body: new URLSearchParams({ position: String(position) }), credentials: "same-origin",
    })
      .then(function (answer) {
        sent = answer.ok ? position : sent;
      })
      .catch(function () {
        // The screen stays where it is; the next step tries again.
      })
      .then(function () {
        setTimeout(function () {
          busy = false;
          send();
        }, PAUSE);
      });
  }

  document.addEventListener("reveal:position", function (event) {
    wanted = event.detail.position;
    send();
  });
})();
