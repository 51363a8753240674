// What this phone keeps until the server has it: taps and the result, in order, across reloads, closed tabs and dead networks.
"use strict";

var PhoneStore = (function () {
  var PREFIX = "preisschnapsen ";
  var WAIT = 8000; // an inn's network may swallow an answer
  var memory = {};
  var forgets = false;

  function read(key) {
    try {
      return localStorage.getItem(PREFIX + key);
    } catch (error) {
      forgets = true;
      return memory[key] || null;
    }
  }

  function write(key, value) {
    memory[key] = value;
    try {
      localStorage.setItem(PREFIX + key, value);
    } catch (error) {
      forgets = true;
    }
  }

  function remove(key) {
    delete memory[key];
    try {
      localStorage.removeItem(PREFIX + key);
    } catch (error) {
      forgets = true;
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

  // A match: {queue: [[sequence, tap]], last, term, report, lost}. Read anew each time: another tab may have written.
  function load(address) {
    var found = null;
    try {
      found = JSON.parse(read("match " + address));
    } catch (error) {
      found = null;
    }
    return found && Array.isArray(found.queue) ? found : { queue: [], last: 0, term: 0, report: null, lost: 0 };
  }

  function save(address, kept) {
    write("match " + address, JSON.stringify(kept));
  }

  function add(address, tap) {
    var kept = load(address);
    var before = kept.queue.length ? kept.queue[kept.queue.length - 1][0] : kept.last;
    kept.queue.push([before + 1, tap]);
    save(address, kept);
  }

  // The server's answer says what it has. What came too late is counted as lost, and said.
  function settle(address, state, code) {
    var kept = load(address);
    kept.queue = kept.queue.filter(function (item) {
      return item[0] > state.last;
    });
    var tooLate = state.holder === "other" || state.ended || state.reported || code === "refused" || code === "unreadable";
    if (tooLate) {
      kept.lost += kept.queue.length;
      kept.queue = [];
    }
    if (state.ended || state.reported || (tooLate && code)) {
      kept.report = null;
    }
    if (code === "gap") {
      kept.queue = kept.queue.map(function (item, index) {
        return [state.last + 1 + index, item[1]];
      });
    }
    kept.last = state.last;
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
      return { url: address + "/striche", body: { phone: phone(), term: kept.term, taps: kept.queue } };
    }
    if (kept.report) {
      return { url: address + "/ergebnis", body: { phone: phone(), winner: kept.report.winner, score: kept.report.score } };
    }
    return null;
  }

  // What another match's page left behind is delivered from wherever this phone is now.
  function deliverOthers(present) {
    var addresses = [];
    try {
      for (var i = 0; i < localStorage.length; i += 1) {
        var key = localStorage.key(i);
        if (key.indexOf(PREFIX + "match ") === 0) {
          addresses.push(key.slice((PREFIX + "match ").length));
        }
      }
    } catch (error) {
      return;
    }
    addresses.forEach(function (address) {
      var next = address !== present && parcel(address);
      if (next) {
        ask("POST", next.url, next.body, "", function (status, state) {
          if (state && state.entries) {
            settle(address, state, state.problems.length ? state.problems[0].code : "");
          }
        });
      }
    });
  }

  if (!document.getElementById("counter")) {
    deliverOthers("");
  }

  return {
    add: add, ask: ask, deliverOthers: deliverOthers, load: load, parcel: parcel, phone: phone, save: save, settle: settle,
    waiting: waiting,
    forgets: function () {
      phone();
      return forgets;
    },
  };
})();
