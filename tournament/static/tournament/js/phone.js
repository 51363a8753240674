// The Bummerlzähler: a tap is shown at once, kept on the phone, and delivered as soon as there is a connection.
"use strict";

(function () {
  var counter = document.getElementById("counter");
  var address = counter.dataset.address;
  var players = counter.dataset.players;
  var rules = {
    toWin: Number(counter.dataset.toWin),
    points: Number(counter.dataset.points),
    ties: "ties" in counter.dataset,
    winnerDeals: "winnerDeals" in counter.dataset,
    double: "double" in counter.dataset,
  };
  var POLL = 3000;
  var SLOW = 10000;
  var GONE = 30000;
  var TWICE = 700; // two deals never end so soon after each other: a nervous finger
  var words = PhoneDraw.words;

  var state = first();
  var sending = false;
  var fails = 0;
  var gone = false; // the link leads nowhere any more: the match is not there, or a backup was put back
  var known = false; // whether the server has told this phone whose pencil it is
  var timer = null;
  var tappedAt = -TWICE; // since the page was opened: the clock of a phone may be put right in the middle
  var asked = ""; // "score", "other": sheets the person opened or closed by hand
  var notTaken = "";

  function first() {
    var term = Number(counter.dataset.term);
    var mine = term && PhoneStore.load(address).term === term;
    return {
      entries: counter.dataset.entries ? counter.dataset.entries.split(" ") : [], term: term, last: PhoneStore.load(address).last,
      holder: !("held" in counter.dataset) ? "none" : mine ? "me" : "other", ended: "", reported: false, result: "", etag: "", players: players,
    };
  }

  function taps() {
    var waiting = PhoneStore.load(address).queue.map(function (item) {
      return item[1];
    });
    return PhoneCount.effective(state.entries.concat(waiting));
  }

  function mayWrite() {
    return !gone && state.holder !== "other" && !state.ended && !state.reported && !PhoneStore.load(address).report;
  }

  // --- showing -----------------------------------------------------------------------------------------------------
  function show() {
    var now = taps();
    var standing = PhoneCount.fold(rules, now);
    PhoneDraw.draw(counter, rules, standing);
    var open = mayWrite();
    Array.prototype.forEach.call(counter.querySelectorAll("[data-tap], [data-dealer], [data-tie]"), function (key) {
      key.disabled = !open || Boolean(standing.winner);
    });
    counter.querySelector("[data-undo]").disabled = !open || !now.length;
    document.getElementById("only-score").hidden = !open;
    showSaved();
    showSheet(standing);
  }

  function showSaved() {
    var box = document.getElementById("saved");
    var kept = PhoneStore.load(address);
    var count = kept.queue.length;
    var said = words.saved;
    var elsewhere = PhoneStore.leftBehind(address).length > 0;
    var waits = gone || count > 0 || Boolean(kept.report) || fails > 0 || elsewhere || PhoneStore.forgets();
    if (gone) {
      said = words.gone;
    } else if (count && (fails || !sending)) {
      said = count === 1 ? words.oneWaits : PhoneDraw.say("waits", { count: count });
    } else if (count || (kept.report && !fails)) {
      said = words.saving;
    } else if (kept.report) {
      said = words.reportWaits;
    } else if (fails) {
      said = words.offline;
    } else if (elsewhere) {
      said = words.elsewhere;
    } else if (PhoneStore.forgets()) {
      said = words.forgets;
    } else if (state.holder === "other") {
      said = words.watching;
    }
    box.classList.toggle("waits", waits && !(count && sending && !fails));
    said = (waits ? "" : "✓ ") + said;
    PhoneDraw.text(box, said.length < 24 ? said.replace(/ /g, "\u00a0") : said); // short ones stay on one line
  }

  function verdict(standing) {
    var loser = PhoneCount.other(standing.winner);
    return result(standing.winner, standing.score[standing.winner], standing.score[loser]);
  }

  function result(winner, won, lost) {
    return PhoneDraw.say("result", {
      winner: PhoneDraw.nameOf(winner), loser: PhoneDraw.nameOf(PhoneCount.other(winner)), score: won + ":" + lost,
    });
  }

  function showSheet(standing) {
    var kept = PhoneStore.load(address);
    if (kept.lost) {
      var lost = kept.lost === 1 ? words.lostOne : PhoneDraw.say("lostMany", { count: kept.lost });
      PhoneDraw.showSheet("lost" + kept.lost, words.notTaken, [lost], [{ text: words.understood, press: forgetLost }]);
    } else if (notTaken) {
      PhoneDraw.showSheet("not" + notTaken, words.notTaken, [notTaken], [{ text: words.understood, press: understood }]);
    } else if (gone) {
      PhoneDraw.showSheet("gone", words.gone, [words.goneText], []);
    } else if (state.ended) {
      showEnd(standing);
    } else if (state.reported) {
      PhoneDraw.showSheet("reported", words.waiting, standing.winner ? [verdict(standing), words.waitingText] : [words.waitingText], []);
    } else if (kept.report) {
      var told = kept.report;
      var winner = told.score[0] > told.score[1] ? 0 : 1;
      PhoneDraw.showSheet("reporting", words.reportWaits, [result(told.winner, told.score[winner], told.score[1 - winner])], []);
    } else if (state.holder === "other" && asked !== "other") {
      PhoneDraw.showSheet("other", words.otherPhone, [words.otherText], [
        { text: words.takeOver, press: takeOver }, { text: words.understood, quiet: true, press: ask("other") },
      ]);
    } else if (standing.winner && state.holder !== "other") {
      PhoneDraw.showSheet("over" + verdict(standing), words.over, [verdict(standing)], [
        { text: words.report, press: report(standing.winner, [standing.score.left, standing.score.right]) },
        { text: words.takeBack, quiet: true, press: tap("U") },
      ]);
    } else if (asked.indexOf("score") === 0) {
      showScores();
    } else {
      PhoneDraw.hideSheet();
    }
  }

  function showEnd(standing) {
    var mine = standing.winner && state.result === standing.score.left + " : " + standing.score.right;
    var lines = [mine ? verdict(standing) : state.ended + (state.result ? " " + state.result : "")];
    PhoneDraw.showSheet("ended" + state.result, mine ? words.counts : words.ended, lines, []);
  }

  function showScores() {
    if (asked !== "score") {
      var chosen = asked.slice(6).split(" ");
      var score = chosen[1].split(",").map(Number);
      var won = chosen[0] === "left" ? 0 : 1;
      PhoneDraw.showSheet(asked, words.over, [result(chosen[0], score[won], score[1 - won])], [
        { text: words.report, press: report(chosen[0], score) }, { text: words.back, quiet: true, press: ask("score") },
      ]);
      return;
    }
    var copies = document.getElementById("scores").content.cloneNode(true).querySelectorAll("button");
    var buttons = Array.prototype.map.call(copies, function (button) {
      return { element: button, press: ask("score " + button.dataset.winner + " " + button.dataset.score) };
    });
    buttons.push({ text: words.cancel, quiet: true, press: ask("") });
    PhoneDraw.showSheet("score", words.choose, [words.otherEnding], buttons);
  }

  // --- what is pressed ---------------------------------------------------------------------------------------------
  function ask(what) {
    return function () {
      asked = what;
      show();
    };
  }

  function understood() {
    notTaken = "";
    show();
  }

  function forgetLost() {
    var kept = PhoneStore.load(address);
    kept.lost = 0;
    PhoneStore.save(address, kept);
    show();
  }

  function tap(what) {
    return function () {
      var standing = PhoneCount.fold(rules, taps());
      var counts = what !== "U" && what.charAt(0) !== "d";
      if (!mayWrite() || (standing.winner && what !== "U") || (what === "U" && !taps().length)) {
        return;
      }
      if (performance.now() - tappedAt < (counts ? TWICE : 250)) {
        return;
      }
      tappedAt = performance.now();
      asked = "";
      PhoneStore.add(address, what, players);
      show();
      sync();
    };
  }

  function report(winner, score) {
    return function () {
      var kept = PhoneStore.load(address);
      if (kept.report || !mayWrite()) {
        return;
      }
      // Its own key: sent again because an answer was lost, it is the same report, whatever the desk has done with it since.
      kept.report = { winner: winner, score: score, key: PhoneStore.newName() };
      kept.players = players;
      asked = "";
      PhoneStore.save(address, kept);
      show();
      sync();
    };
  }

  function takeOver() {
    if (!sending) {
      asked = "";
      send("POST", address + "/weiterzaehlen", { phone: PhoneStore.phone(), players: players }, "");
    }
  }

  // --- the server --------------------------------------------------------------------------------------------------
  function sync() {
    if (sending) {
      return;
    }
    var next = known ? PhoneStore.parcel(address) : null;
    if (next) {
      send("POST", next.url, next.body, "");
    } else {
      send("GET", address + "/stand?handy=" + PhoneStore.phone(), null, state.etag);
    }
  }

  function send(method, url, body, etag) {
    sending = true;
    window.clearTimeout(timer);
    showSaved();
    PhoneStore.ask(method, url, body, etag, function (status, answer) {
      sending = false;
      gone = status === 404 || status === 410 || status === 403;
      if (status === 304 || gone) {
        fails = 0;
      } else if (answer && answer.entries) {
        accept(answer, body);
      } else if (status === 400) {
        PhoneStore.settle(address, state, "unreadable");
      } else {
        fails += 1; // no connection, or a server that has to catch its breath
      }
      show();
      later();
    });
  }

  function accept(answer, body) {
    var problem = answer.problems.length ? answer.problems[0] : null;
    var had = PhoneStore.load(address);
    fails = 0;
    known = true;
    state = answer;
    PhoneStore.settle(address, answer, problem ? problem.code : "", body);
    if (answer.players !== players && !answer.ended) {
      window.location.reload(); // a correction put somebody else into this match: other names stand here
    } else if (problem && body && body.winner && had.report && !answer.ended && !answer.reported) {
      // The result was not taken for a reason a person must read.
      var kept = PhoneStore.load(address);
      kept.report = null;
      PhoneStore.save(address, kept);
      notTaken = problem.text;
    } else if (problem && problem.code === "refused") {
      notTaken = problem.text;
    }
    if (answer.holder !== "other" && asked === "other") {
      asked = "";
    }
  }

  function later() {
    window.clearTimeout(timer);
    var waiting = PhoneStore.waiting(address);
    if (document.hidden && !waiting) {
      return; // a phone in a pocket asks nothing; it looks again when it is taken out
    }
    var delay = state.ended ? SLOW : POLL;
    if (gone) {
      delay = GONE;
    } else if (fails) {
      delay = Math.min(8000, 1000 * Math.pow(2, fails - 1));
    } else if (waiting) {
      delay = 0;
    }
    timer = window.setTimeout(sync, delay);
  }

  counter.addEventListener("click", function (event) {
    var key = event.target.closest("button");
    if (!key || key.disabled) {
      return;
    }
    if (key.dataset.tap) {
      flash(key);
      tap((key.closest(".phone-side").dataset.side === "left" ? "L" : "R") + key.dataset.tap)();
    } else if ("tie" in key.dataset) {
      flash(key);
      tap("-")();
    } else if ("undo" in key.dataset) {
      tap("U")();
    } else if ("dealer" in key.dataset) {
      tap(PhoneCount.fold(rules, taps()).dealer === "left" ? "dR" : "dL")();
    }
  });

  function flash(key) {
    key.classList.add("pressed");
    window.setTimeout(function () {
      key.classList.remove("pressed");
    }, 250);
  }

  document.getElementById("only-score").addEventListener("click", function (event) {
    event.preventDefault();
    ask(asked.indexOf("score") === 0 ? "" : "score")();
  });
  window.addEventListener("storage", show); // another tab of this phone has tapped
  window.addEventListener("online", function () {
    sync();
    PhoneStore.deliverOthers(address, showSaved);
  });
  window.addEventListener("pageshow", function (event) {
    if (event.persisted) {
      sending = false;
      sync();
    }
  });
  document.addEventListener("visibilitychange", function () {
    if (!document.hidden) {
      sync();
    }
  });

  show();
  sync();
  PhoneStore.deliverOthers(address, showSaved);
})();
