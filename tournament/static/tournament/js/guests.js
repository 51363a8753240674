// Pages for guests look again by themselves: the same address, and nothing is sent while nothing has changed.
// Without this file the page is complete and refreshes as a whole.
"use strict";

(function () {
  const main = document.getElementById("main");
  const lost = document.getElementById("lost");
  const every = Number(main.dataset.every) * 1000;
  const PATIENCE = 12000;
  if (!every || !window.fetch) {
    return;
  }
  let etag = "";
  let good = new Date();
  let failures = 0;
  let asking = false;
  let next = 0;

  function busy() {
    const active = document.activeElement;
    return active && active !== document.body && active.closest && active.closest("[data-keep]");
  }

  function time(moment) {
    return String(moment.getHours()).padStart(2, "0") + ":" + String(moment.getMinutes()).padStart(2, "0");
  }

  function show(html) {
    const fresh = new DOMParser().parseFromString(html, "text/html").getElementById("main");
    if (fresh && !busy() && fresh.innerHTML !== main.innerHTML) {
      main.innerHTML = fresh.innerHTML;
    }
  }

  function look() {
    clearTimeout(next);
    if (asking) {
      return; // whatever woke us up: one question at a time, and one clock
    }
    if (document.hidden) {
      return plan();
    }
    asking = true;
    // With poor reception an answer may never come: then ask again instead of waiting for it in silence.
    const patience = new AbortController();
    const giveUp = setTimeout(() => patience.abort(), Number(main.dataset.patience) || PATIENCE);
    fetch(location.href, {
      headers: etag ? { "If-None-Match": etag } : {}, cache: "no-store", credentials: "same-origin", signal: patience.signal,
    })
      .then(function (answer) {
        if (answer.status === 304) {
          return null;
        }
        if (!answer.ok) {
          throw new Error(String(answer.status));
        }
        return answer.text().then(function (html) {
          show(html);
          etag = busy() ? "" : answer.headers.get("ETag") || "";
        });
      })
      .then(function () {
        failures = 0;
        good = new Date();
        lost.hidden = true;
      })
      .catch(function () {
        failures += 1;
        lost.textContent = lost.dataset.text.replace("{time}", time(good));
        lost.hidden = failures < 2;
      })
      .then(function () {
        clearTimeout(giveUp);
        asking = false;
        plan();
      });
  }

  function plan() {
    // With no reception ask less often: the battery has to last the evening.
    clearTimeout(next);
    next = setTimeout(look, every * Math.min(6, failures + 1));
  }

  function wake() {
    if (!document.hidden) {
      look();
    }
  }

  document.addEventListener("visibilitychange", wake);
  window.addEventListener("online", wake);
  plan();
})();
