// What a person shows of a draw here, the big screen shows too: the position goes there, at most a few times a second.
// Opening a page moves nothing; where another desk has moved the screen, this page goes there instead.
"use strict";

(function () {
  const root = document.getElementById("reveal");
  if (!root || !root.dataset.publish) {
    return;
  }
  const PAUSE = 350;
  const MOST = 20;
  const memory = "reveal-screen:" + root.dataset.publish;
  let known = []; // where the screen may be as far as this page knows: an answer may still be under way, or lost
  let wanted = null;
  let sent = null;
  let busy = false;

  function know(positions) {
    known = positions.slice(-MOST);
    try {
      sessionStorage.setItem(memory, JSON.stringify(known));
    } catch (error) {
      // Then a reload begins where the screen is.
    }
  }

  function remembered() {
    try {
      return JSON.parse(sessionStorage.getItem(memory)) || [];
    } catch (error) {
      return [];
    }
  }

  function send() {
    if (busy || wanted === null || wanted === sent) {
      return;
    }
    busy = true;
    const position = wanted;
    const headers = JSON.parse(document.body.getAttribute("hx-headers") || "{}");
    const body = new URLSearchParams({ position: String(position) });
    for (const each of known) {
      body.append("believed", String(each));
    }
    if (known.length) {
      know(known.concat(position));
    }
    fetch(root.dataset.publish, { method: "POST", headers: headers, body: body, credentials: "same-origin", keepalive: true })
      .then(function (answer) {
        if (answer.status === 204) {
          sent = position;
          know([position]);
        } else if (answer.ok) {
          return answer.json().then(function (found) {
            wanted = null;
            sent = null;
            know([found.position]);
            document.dispatchEvent(new CustomEvent("reveal:elsewhere", { detail: found }));
          });
        }
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

  if (root.dataset.shown) {
    const shown = Number(root.dataset.shown);
    const before = remembered();
    // It is where this window put it: the window's own steps that were not sent before a reload are not lost.
    root.toggleAttribute("data-ours", before.includes(shown));
    know(before.includes(shown) ? before : [shown]);
  }

  document.addEventListener("reveal:position", function (event) {
    wanted = event.detail.position;
    send();
  });
})();
