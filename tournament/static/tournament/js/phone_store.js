// What this phone keeps until the server has it: taps and the result, in order, across reloads, closed tabs and dead networks.
"use strict";

var PhoneStore = (function () {
  var PREFIX = "preisschnapsen ";
  var WAIT = 8000; // an inn's network may swallow an answer
  // What could not be written, for as long as the page is open: it is younger than what lies in the phone's memory.
  var memory = {};

  function read(key) {
    if (Object.prototype.hasOwnProperty.call(memory, key)) {
      return memory[key];
    }
    try {
      return localStorage.getItem(PREFIX + key);
    } catch (error) {
      return null;
    }
  }

  function write(key, value) {
    try {
      localStorage.setItem(PREFIX + key, value);
      delete memory[key];
    } catch (error) {
      memory[key] = value; // full, or forbidden
    }
  }

  function remove(key) {
    delete memory[key];
    try {
      localStorage.removeItem(PREFIX + key);
    } catch (error) {
      // Nothing could be written there either.
    }
  }

  // 128 random bits; plain http is no secure context, so no randomUUID.
  function newName() {
    var parts = [];
    var numbers = new Uint8Array(16);
    if (window.crypto && window.crypto.getRandomValues) {
      window.crypto.getRandomValues(numbers);
    }
    for (var i = 0; i < 16; i += 1) {
      var value = numbers[i] ^ Math.floor(Math.random() * 256);
      parts.push((value < 16 ? "0" : "") + value.toString(16));
    }
    return parts.join("");
  }

  function phone() {
    var name = read("phone");
    if (!name || !/^[0-9a-f]{32}$/.test(name)) {
      name = newName();
      write("phone", name);
    }
    return name;
  }

  function whole(value) {
    return typeof value === "number" && value >= 0 && value < 1e9 && value === Math.floor(value) ? value : 0;
  }

  function isTap(item) {
    return Array.isArray(item) && whole(item[0]) > 0 && /^([LR][1-9]|d[LR]|-|U)$/.test(item[1]);
  }

  function isReport(told) {
    return Boolean(told) && /^(left|right)$/.test(told.winner) && Array.isArray(told.score) && told.score.length === 2;
  }

  // A match: {queue: [[sequence, tap]], players, last, term, report, lost}. Read anew each time: another tab may have written, or
  // another program: what cannot be understood must not stop the counting.
  function load(address) {
    var found = null;
    try {
      found = JSON.parse(read("match " + address));
    } catch (error) {
      found = null;
    }
    found = found || {};
    return {
      queue: Array.isArray(found.queue) ? found.queue.filter(isTap) : [], last: whole(found.last), term: whole(found.term),
      report: isReport(found.report) ? found.report : null, lost: whole(found.lost),
      players: typeof found.players === "string" ? found.players : "",
    };
  }

  function save(address, kept) {
    write("match " + address, JSON.stringify(kept));
  }

  function add(address, tap, players) {
    var kept = load(address);
    kept.players = players;
    var before = kept.queue.length ? kept.queue[kept.queue.length - 1][0] : kept.last;
    kept.queue.push([before + 1, tap]);
    save(address, kept);
  }

  // Which cards meet, whoever they belong to: {card}.{owner}-{card}.{owner}. Taps belong to the cards, a result to the names read.
  function cards(players) {
    return players.replace(/\.\d+/g, "");
  }

  // The server's answer says what it has. What came too late is counted as lost, and said. `sent`: what this answers.
  function settle(address, state, code, sent) {
    var kept = load(address);
    kept.queue = kept.queue.filter(function (item) {
      return item[0] > state.last;
    });
    var others = Boolean(kept.players) && cards(kept.players) !== cards(state.players); // a correction put somebody else into the match
    var renamed = kept.players.indexOf(".") > 0 && kept.players !== state.players; // a card was given to another person
    var known = !code && sent && sent.winner && kept.report && kept.report.key === sent.key; // perhaps rejected since
    var tooLate = others || state.holder === "other" || state.ended || state.reported || code === "refused" || code === "unreadable";
    if (tooLate) {
      kept.lost += kept.queue.length;
      kept.queue = [];
    }
    if (others || renamed || known || state.ended || state.reported || (tooLate && code)) {
      kept.report = null;
    }
    // An answer may be older than one that another tab got: a number that was used once must not be used again. Only where
    // the server says that some are missing has it really gone back, to a backup.
    kept.last = Math.max(kept.last, state.last);
    if (code === "gap" && kept.queue.length) {
      kept.last = state.last;
      kept.queue = kept.queue.map(function (item, index) {
        return [state.last + 1 + index, item[1]];
      });
    }
    if (state.holder !== "other") {
      kept.term = state.term;
    }
    if (state.ended && !kept.lost) {
      remove("match " + address);
    } else {
      save(address, kept);
    }
    return kept;
  }

  // answer(status, body, etag); status 0: no connection.
  function ask(method, url, body, etag, answer) {
    var request = new XMLHttpRequest();
    request.open(method, url);
    request.timeout = WAIT;
    if (body) {
      request.setRequestHeader("Content-Type", "application/json");
    }
    if (etag) {
      request.setRequestHeader("If-None-Match", etag);
    }
    request.onload = function () {
      var found = null;
      try {
        found = JSON.parse(request.responseText);
      } catch (error) {
        found = null;
      }
      answer(request.status, found, request.getResponseHeader("ETag"));
    };
    request.onerror = request.ontimeout = request.onabort = function () {
      answer(0, null, null);
    };
    request.send(body ? JSON.stringify(body) : null);
  }

  function waiting(address) {
    var kept = load(address);
    return kept.queue.length + (kept.report ? 1 : 0);
  }

  // The next thing to deliver: taps first, then the result. null: nothing waits.
  function parcel(address) {
    var kept = load(address);
    if (kept.queue.length) {
      return { url: address + "/striche", body: { phone: phone(), players: kept.players, term: kept.term, taps: kept.queue } };
    }
    if (kept.report) {
      var told = { phone: phone(), players: kept.players, winner: kept.report.winner, score: kept.report.score, key: kept.report.key };
      return { url: address + "/ergebnis", body: told };
    }
    return null;
  }

  // --- what other matches' pages left behind is delivered from wherever this phone is now -----------------------------
  var LOOK = 30000; // a tab that was closed since may have left something
  var SLOWEST = 60000;
  var round = { busy: false, fails: 0, timer: null };

  function leftBehind(present) {
    var found = [];
    try {
      for (var i = 0; i < localStorage.length; i += 1) {
        var key = localStorage.key(i);
        if (key.indexOf(PREFIX + "match ") === 0) {
          found.push(key.slice((PREFIX + "match ").length));
        }
      }
    } catch (error) {
      return [];
    }
    return found.filter(function (address) {
      return address !== present && waiting(address) > 0;
    });
  }

  // One match after the other, of each the taps and then the result; what could not be delivered is tried again later.
  // `changed` is called whenever less waits.
  function deliverOthers(present, changed) {
    if (round.busy) {
      return;
    }
    window.clearTimeout(round.timer);
    round.busy = true;
    deliverNext(leftBehind(present), changed, function () {
      var left = leftBehind(present).length;
      round.busy = false;
      round.fails = left ? round.fails + 1 : 0;
      round.timer = window.setTimeout(function () {
        deliverOthers(present, changed);
      }, left ? Math.min(SLOWEST, 1000 * Math.pow(2, round.fails)) : LOOK);
      changed();
    });
  }

  function deliverNext(addresses, changed, done) {
    var address = addresses[0];
    var next = address ? parcel(address) : null;
    if (!address) {
      done();
      return;
    }
    if (!next) {
      deliverNext(addresses.slice(1), changed, done);
      return;
    }
    ask("POST", next.url, next.body, "", function (status, state) {
      if (state && state.entries) {
        var told = load(address).report;
        var problem = state.problems.length ? state.problems[0].code : "";
        var kept = settle(address, state, problem, next.body);
        if (told && !kept.report && problem && !state.ended && !state.reported) {
          kept.report = told; // its own page says why it is not taken
          save(address, kept);
        }
      } else if (status === 400) {
        settle(address, { last: 0, players: load(address).players, holder: "other" }, "unreadable");
      } else if (status === 0 || status >= 500) {
        done(); // no connection: the others would not get through either
        return;
      }
      changed();
      // What the server does not take as it is (a dead link, a result that a person has to look at) must not hold up the rest.
      var moves = JSON.stringify(parcel(address)) !== JSON.stringify(next);
      deliverNext(moves ? addresses : addresses.slice(1), changed, done);
    });
  }

  return {
    add: add, ask: ask, deliverOthers: deliverOthers, leftBehind: leftBehind, load: load, newName: newName, parcel: parcel,
    phone: phone, save: save, settle: settle, waiting: waiting,
    forgets: function () {
      phone();
      return Object.keys(memory).length > 0;
    },
  };
})();
