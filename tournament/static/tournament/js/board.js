// The big screen: turns the pages of the scenes, looks for what changed, and listens to a few keys.
// B black, F stand still, arrows or space turn, A goes on by itself, 0 from the beginning.
"use strict";

(function () {
  const stage = document.getElementById("stage");
  const black = document.getElementById("black");
  const lost = document.getElementById("lost");
  const STATE = 2000; // how often the small state is asked for
  const CONTENT = 3000; // and the scenes
  const REVEAL = 700; // and the scenes while a draw is shown
  const LONGEST = 8000; // an answer may take
  const PATIENCE = 3; // so many failures in a row are worth a word

  let key = ""; // what is in view
  let index = 0;
  let shownSince = performance.now(); // not by the clock, which may be put right
  let own = { black: false, still: false }; // by key, beside what the desk wants
  let desk = { frozen: false, blackout: false };
  let scores = {};
  let failures = 0;
  let failedAt = null;
  const etags = {};

  function scenes() {
    return Array.from(stage.querySelectorAll(".scene"));
  }

  function still() {
    return own.still || desk.frozen;
  }

  function paint() {
    const all = scenes();
    all.forEach(function (scene, at) {
      scene.classList.toggle("now", at === index);
      scene.querySelectorAll(".still").forEach(function (word) {
        word.hidden = !still();
      });
    });
    key = all.length ? all[index].dataset.key : "";
    black.hidden = !(own.black || desk.blackout);
    for (const place of stage.querySelectorAll(".score[data-serial]")) {
      const found = !still() && scores[place.dataset.serial];
      if (found && place.textContent !== found) {
        place.textContent = found;
      }
    }
  }

  function turn(step) {
    const count = scenes().length;
    index = count ? (index + step + count) % count : 0;
    shownSince = performance.now();
    paint();
  }

  function readMoment() {
    const moment = document.getElementById("moment");
    desk = { frozen: Boolean(moment.dataset.frozen), blackout: Boolean(moment.dataset.blackout) };
    return moment;
  }

  function replace(html) {
    const before = index;
    const was = document.getElementById("moment").dataset;
    const revealed = Boolean(was.reveal);
    const calledBefore = was.called.split(" ");
    stage.innerHTML = html;
    const now = readMoment().dataset;
    const reveals = Boolean(now.reveal);
    const all = scenes();
    const same = all.findIndex(function (scene, at) {
      return at >= before && scene.dataset.key === key;
    });
    const anywhere = all.findIndex((scene) => scene.dataset.key === key);
    index = same >= 0 ? same : anywhere >= 0 ? anywhere : Math.min(before, Math.max(0, all.length - 1));
    if ((same < 0 && anywhere < 0) || (revealed && !reveals)) {
      shownSince = performance.now(); // what comes into view has its whole time, so has the end of a draw
    }
    // Somebody who is called just now must not wait until all other pages have been shown.
    const calls = all.findIndex((scene) => scene.dataset.scene === "calls");
    const isNew = now.called.split(" ").some((serial) => serial && !calledBefore.includes(serial));
    if (isNew && calls >= 0 && (!all[index] || all[index].dataset.scene !== "calls")) {
      index = calls;
      shownSince = performance.now();
    }
    paint();
    document.dispatchEvent(new CustomEvent("page:changed"));
  }

  function ask(address, take) {
    const headers = etags[address] ? { "If-None-Match": etags[address] } : {};
    // An answer that never comes must not keep the screen as it is for ever.
    const patience = new AbortController();
    const giveUp = setTimeout(() => patience.abort(), LONGEST);
    return fetch(address, { headers: headers, cache: "no-store", credentials: "same-origin", signal: patience.signal })
      .then(function (answer) {
        if (answer.status === 304) {
          return null;
        }
        if (!answer.ok) {
          throw new Error(String(answer.status));
        }
        const etag = answer.headers.get("ETag") || "";
        return take(answer).then(function (taken) {
          if (taken) {
            etags[address] = etag;
          }
        });
      })
      .then(function () {
        failures = 0;
        lost.hidden = true;
      })
      .catch(function () {
        failures += 1;
        failedAt = failures === 1 ? new Date() : failedAt;
        if (failures >= PATIENCE) {
          const time = String(failedAt.getHours()).padStart(2, "0") + ":" + String(failedAt.getMinutes()).padStart(2, "0");
          lost.textContent = lost.dataset.text.replace("{time}", time);
          lost.hidden = false;
        }
      })
      .then(function () {
        clearTimeout(giveUp);
      });
  }

  function lookAtState() {
    ask(stage.dataset.state, function (answer) {
      return answer.json().then(function (found) {
        desk = { frozen: found.frozen, blackout: found.blackout };
        scores = found.scores; // also while the picture stands still: it shows them when it moves again
        paint();
        return true;
      });
    }).then(function () {
      setTimeout(lookAtState, STATE);
    });
  }

  function lookAtContent() {
    const showing = Boolean(document.getElementById("moment").dataset.reveal);
    const done = still()
      ? Promise.resolve()
      : ask(stage.dataset.content, function (answer) {
          return answer.text().then(function (html) {
            const moves = !still();
            if (moves) {
              replace(html);
            }
            return moves; // what is not shown has not been seen: it is asked for again
          });
        });
    done.then(function () {
      setTimeout(lookAtContent, showing ? REVEAL : CONTENT);
    });
  }

  setInterval(function () {
    const all = scenes();
    if (all.length > 1 && !still() && performance.now() - shownSince >= Number(all[index].dataset.seconds) * 1000) {
      turn(1);
    }
  }, 500);

  const KEYS = {
    b: () => (own.black = !own.black),
    ".": () => (own.black = !own.black),
    f: () => (own.still = !own.still),
    a: () => (own = { black: false, still: false }),
    0: () => turn(-index),
    Home: () => turn(-index),
    ArrowRight: () => turn(1),
    PageDown: () => turn(1),
    " ": () => turn(1),
    ArrowLeft: () => turn(-1),
    PageUp: () => turn(-1),
  };

  document.addEventListener("keydown", function (event) {
    const act = KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!act || event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    event.preventDefault();
    act();
    paint();
  });

  document.documentElement.classList.add("has-script");
  readMoment();
  paint();
  setTimeout(lookAtState, 500);
  setTimeout(lookAtContent, CONTENT);
})();
