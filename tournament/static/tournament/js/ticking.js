// Timers that run: <span data-since="2025-11-29T18:12:00+00:00">3:12</span>, and clocks: <span data-clock="…">19:47</span>.
// What the server said last counts: the clock of this device may be wrong, only its speed is taken.
"use strict";

(function () {
  const began = new WeakMap(); // element -> [seconds it showed, when]

  function two(number) {
    return String(number).padStart(2, "0");
  }

  function secondsIn(text) {
    const parts = text.split(":").map(Number);
    return parts.length === 2 && parts.every(Number.isFinite) ? parts[0] * 60 + parts[1] : null;
  }

  function now() {
    return Math.floor(performance.now() / 1000);
  }

  function tick() {
    for (const element of document.querySelectorAll("[data-since]")) {
      if (!began.has(element)) {
        began.set(element, [secondsIn(element.textContent.trim()), now()]);
      }
      const [shown, at] = began.get(element);
      if (shown !== null) {
        const seconds = shown + now() - at;
        element.textContent = Math.floor(seconds / 60) + ":" + two(seconds % 60);
      }
    }
    for (const element of document.querySelectorAll("[data-clock]")) {
      if (!began.has(element)) {
        const started = element.dataset.clock.split(":").map(Number);
        began.set(element, [started[0] * 3600 + started[1] * 60 + started[2], now()]);
      }
      const [shown, at] = began.get(element);
      const seconds = (shown + now() - at) % 86400;
      element.textContent = two(Math.floor(seconds / 3600)) + ":" + two(Math.floor(seconds / 60) % 60);
    }
  }

  setInterval(tick, 1000);
  document.addEventListener("htmx:afterSettle", tick);
  document.addEventListener("page:changed", tick);
  tick();
})();
