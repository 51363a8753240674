// The quick line of the round: what is typed shows its match; Enter goes on to the next empty field and then records.
// Without this file the line works all the same: the program understands it when it is sent.
"use strict";

(function () {
  const FIELDS = ["id_number", "id_winner", "id_score"];
  let ahead = null; // keys typed while a result is on its way; null when none is

  function field(id) {
    return document.getElementById(id);
  }

  function fold(text) {
    return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().trim();
  }

  // Which side the text in the field of the winner means: "l", "r" or "".
  function sideOf(text) {
    const said = fold(text);
    if (said.length > 1) {
      const fitting = [...document.querySelectorAll(".choice-side")].filter(function (side) {
        return fold(side.dataset.name).split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(said))
          || fold(side.dataset.name).startsWith(said);
      });
      if (fitting.length === 1) {
        return fitting[0].dataset.value;
      }
    }
    return { l: "l", 1: "l", links: "l", r: "r", 2: "r", rechts: "r" }[said] || "";
  }

  function showChoice() {
    const winner = field("id_winner");
    const score = field("id_score");
    if (!winner) {
      return;
    }
    const side = sideOf(winner.value);
    for (const choice of document.querySelectorAll(".choices [data-fill]")) {
      const chosen = choice.dataset.fill === "id_winner"
        ? choice.dataset.value === side
        : choice.dataset.value.replace(/\D/g, "") === score.value.replace(/\D/g, "") && /\d/.test(choice.dataset.value)
          || choice.dataset.value === score.value.trim().toLowerCase();
      choice.setAttribute("aria-pressed", String(Boolean(chosen)));
    }
  }

  function showRow() {
    const number = field("id_number");
    const typed = number ? number.value.trim().toUpperCase().replace(/^P\s+/, "P") : "";
    for (const row of document.querySelectorAll("#matches tbody tr")) {
      row.classList.toggle("now", typed !== "" && row.dataset.code === typed);
    }
  }

  function lookUp() {
    const number = field("id_number");
    if (number && window.htmx) {
      window.htmx.trigger(number, "look-up");
    }
    showRow();
  }

  // The field Enter leads to; null when the line is complete. A letter in the score (b) needs no winner.
  function nextEmpty(after) {
    const line = FIELDS.map(field);
    if (!line[0].value.trim()) {
      return line[0];
    }
    const rest = line.slice(FIELDS.indexOf(after.id) + 1);
    return rest.find((input) => !input.value.trim() && input.id !== "id_number") || null;
  }

  document.addEventListener("keydown", function (event) {
    const target = event.target;
    if (ahead !== null && target.closest && target.closest("#entry")) {
      // A quick typist is ahead of the answer: keep the keys for the next line.
      if (event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey) {
        ahead += event.key;
      } else if (event.key === "Backspace") {
        ahead = ahead.slice(0, -1);
      }
      event.preventDefault();
      return;
    }
    if (event.key !== "Enter" || event.isComposing || !FIELDS.includes(target.id)) {
      return;
    }
    const next = nextEmpty(target);
    const onlyScore = next && next.id === "id_score" && document.querySelectorAll('[data-fill="id_score"]').length === 4;
    if (next && !(onlyScore && field("id_winner").value.trim())) {
      event.preventDefault();
      next.focus();
    }
  });

  document.addEventListener("click", function (event) {
    const choice = event.target.closest("[data-fill]");
    if (!choice) {
      return;
    }
    const input = field(choice.dataset.fill);
    input.value = choice.dataset.value;
    const next = nextEmpty(input) || document.querySelector("#entry form > button");
    next.focus();
    showChoice();
  });

  document.addEventListener("input", function (event) {
    if (event.target.id === "id_number") {
      showRow();
    }
    if (FIELDS.includes(event.target.id)) {
      showChoice();
    }
  });

  document.addEventListener("htmx:beforeRequest", function (event) {
    if (event.detail.elt.matches("#entry form")) {
      ahead = "";
    }
  });

  document.addEventListener("htmx:beforeSwap", function (event) {
    // An answer about a number that is no longer the typed one is of no use.
    const target = event.detail.target;
    const asked = event.detail.requestConfig && event.detail.requestConfig.parameters;
    if (target && target.id === "entry-match" && field("id_number") && asked && asked.number !== field("id_number").value) {
      event.detail.shouldSwap = false;
    }
  });

  function lineIsBack(recorded) {
    const typed = ahead;
    ahead = null;
    const number = field("id_number");
    if (!number) {
      return;
    }
    number.focus();
    if (recorded && typed) {
      number.value = typed;
      lookUp();
    } else if (!recorded) {
      const wrong = document.querySelector('#entry [aria-invalid="true"]') || number;
      wrong.focus();
      wrong.select();
    }
  }

  document.addEventListener("htmx:afterSettle", function (event) {
    const asked = event.detail.requestConfig;
    if (asked && asked.verb === "post" && ahead !== null) {
      lineIsBack(event.detail.successful !== false && event.detail.xhr.status < 400);
    }
    showChoice();
    showRow();
  });

  // Whoever called goes on with the line: the button he pressed is gone, and what he types next must not go nowhere.
  // A finger is left alone: the line would bring up the keyboard over the page.
  let called = false;

  document.addEventListener("htmx:beforeRequest", function (event) {
    if (event.detail.elt.matches("#round-aside form")) {
      called = true;
    }
  });

  document.addEventListener("htmx:afterSettle", function () {
    const active = document.activeElement || document.body;
    const number = field("id_number");
    if (called && active === document.body && number && window.matchMedia("(pointer: fine)").matches) {
      number.focus({ preventScroll: true });
    }
    called = called && Boolean(active.closest("#round-aside"));
  });

  // No connection, or an answer that is shown elsewhere: the line stays as it was typed.
  for (const name of ["htmx:sendError", "htmx:swapError", "htmx:timeout", "htmx:sendAbort"]) {
    document.addEventListener(name, function () {
      ahead = null;
    });
  }
  document.addEventListener("htmx:afterRequest", function (event) {
    if (event.detail.elt.matches("#entry form") && event.detail.target.id !== "entry") {
      ahead = null;
    }
  });

  function start() {
    document.documentElement.classList.add("has-script");
    // After "back" the browser may have filled the line again: show what it means.
    if (field("id_number") && field("id_number").value) {
      lookUp();
      showChoice();
    }
  }

  window.addEventListener("pageshow", start);
})();
