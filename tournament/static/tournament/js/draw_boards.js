// The three ways a draw looks while it is shown: two pots, pairs out of one pot, the order of a lot.
// A board knows one draw's steps: reset() puts everything back, apply(step, quiet) takes one step (quietly where many
// follow at once), line(step) says it, done() ends it.
"use strict";

(function () {
  const PAGE = 128; // numbers of a pot that are in view at once

  function fill(text, values) {
    return text.replace(/\{(\w+)\}/g, function (whole, key) {
      return key in values ? values[key] : whole;
    });
  }

  function element(tag, text, name) {
    const made = document.createElement(tag);
    if (text !== undefined) {
      made.textContent = text;
    }
    if (name) {
      made.className = name;
    }
    return made;
  }

  function people(data) {
    return {
      start(card) {
        return data.cards[card];
      },
      name(start) {
        return (data.people[start] || [String(start)])[0];
      },
      place(start) {
        return (data.people[start] || ["", ""])[1];
      },
      count(start) {
        return (data.people[start] || ["", "", 0])[2];
      },
      of(card) {
        return this.name(data.cards[card]);
      },
      told(card) {
        const start = data.cards[card];
        return (data.people[start] || ["", "", 0, String(start)])[3];
      },
    };
  }

  // --- slips of one pot; many of them are shown page by page, and the page follows what is drawn ----------
  function slips(list, words) {
    const items = Array.from(list.children);
    const pages = list.parentElement.querySelector("[data-pages]");
    let shown = -1;
    let now = null;
    const size = items.length > PAGE * 1.25 ? PAGE : items.length;
    const choice = element("select");

    function turn(page) {
      if (page === shown) {
        return;
      }
      if (shown < 0) {
        items.forEach(function (item, index) {
          item.hidden = Math.floor(index / size) !== page;
        });
      } else {
        for (const item of items.slice(shown * size, (shown + 1) * size)) {
          item.hidden = true;
        }
        for (const item of items.slice(page * size, (page + 1) * size)) {
          item.hidden = false;
        }
      }
      shown = page;
      choice.value = String(page);
    }

    if (pages && items.length > size) {
      for (let first = 0; first < items.length; first += size) {
        const to = items[Math.min(first + size, items.length) - 1].dataset.slip;
        const option = element("option", fill(words.numbers, { first: items[first].dataset.slip, last: to }));
        option.value = String(first / size);
        choice.append(option);
      }
      choice.setAttribute("aria-label", words.page);
      choice.addEventListener("change", function () {
        turn(Number(choice.value));
      });
      pages.append(choice);
      pages.hidden = false;
    }
    const places = new Map(items.map((item, index) => [Number(item.dataset.slip), index]));

    function mark(number, name) {
      if (now) {
        now.classList.remove("now", "back");
        now = null;
      }
      const index = places.get(number);
      if (index !== undefined && name) {
        now = items[index];
        now.classList.add(name);
        turn(Math.floor(index / size));
      }
    }

    return {
      count: items.length,
      mark: mark,
      take(number, gone) {
        const index = places.get(number);
        if (index !== undefined) {
          items[index].classList.toggle("gone", gone);
        }
      },
      reset() {
        mark(0, "");
        for (const item of items) {
          item.classList.remove("gone", "bye", "self");
        }
        turn(0);
      },
    };
  }

  function inside(words, count, total) {
    return count ? fill(words.inside, { count: count }) : fill(words.empty, { count: total });
  }

  // --- two pots ---------------------------------------------------------------------------------------------
  function pots(data, root) {
    const words = data.words;
    const who = people(data);
    const left = slips(root.querySelector("#pot-left"), words);
    const right = slips(root.querySelector("#pot-right"), words);
    const leftState = root.querySelector("#left-state");
    const rightState = root.querySelector("#right-state");
    let holders = new Map();
    let drawnRight = new Set();

    function count() {
      leftState.textContent = inside(words, data.half - holders.size, data.half);
      rightState.textContent = inside(words, data.half - drawnRight.size, data.half);
    }

    function meets(number, card) {
      const other = holders.get(number);
      if (other === undefined) {
        return "";
      }
      const same = who.start(other) === who.start(card);
      return same ? words.alone : fill(words.against, { name: who.told(other) });
    }

    return {
      reset() {
        holders = new Map();
        drawnRight = new Set();
        left.reset();
        right.reset();
        count();
      },
      apply(step, quiet) {
        const [kind, number, card] = step;
        left.mark(0, "");
        right.mark(0, "");
        if (kind === "left") {
          holders.set(number, card);
          left.take(number, true);
          left.mark(number, quiet ? "" : "now");
        } else if (kind === "right") {
          drawnRight.add(number);
          right.take(number, true);
          right.mark(number, quiet ? "" : "now");
        } else if (kind === "redraw") {
          right.mark(number, quiet ? "" : "back");
        } else if (kind === "void") {
          for (const back of drawnRight) {
            right.take(back, false);
          }
          drawnRight = new Set();
        }
        if (!quiet) {
          count();
        }
      },
      done() {
        count();
        left.mark(0, "");
        right.mark(0, "");
      },
      // Who draws, how it stands with him, what went wrong, and the line of the protocol.
      line(step) {
        const [kind, number, card] = step;
        if (kind === "order") {
          const first = step.length > 1 ? who.name(step[1]) : "";
          const note = fill(words.order_note, { count: step.length - 1, name: first });
          return { title: words.order, who: first, note: note, head: words.order, body: "" };
        }
        if (kind === "void") {
          return { title: words.now, who: "", problem: words.void_right, head: "↩", body: "", remark: words.void_right };
        }
        const start = who.start(card);
        const head = fill(kind === "left" ? words.left : words.right, { number: number });
        const said = {
          title: words.now,
          who: who.name(start),
          place: who.place(start),
          note: who.count(start) === 1 ? words.card : fill(words.cards, { count: who.count(start) }),
          last: kind === "left" ? words.last_left : words.last_right,
          number: number,
          head: head,
          body: who.name(start),
        };
        if (kind === "redraw") {
          said.problem = fill(words.redraw, { number: number });
          said.head = head + " ↩";
          said.remark = words.own;
          said.soft = true;
        } else if (kind === "right") {
          said.remark = meets(number, card);
        }
        return said;
      },
    };
  }

  // --- byes and pairs out of one pot ---------------------------------------------------------------------------
  function pairs(data, root) {
    const words = data.words;
    const who = people(data);
    const pot = slips(root.querySelector("#pot-cards"), words);
    const potState = root.querySelector("#pot-state");
    const byeList = root.querySelector("#drawn-byes");
    const matchList = root.querySelector("#drawn-matches");
    const byeBox = root.querySelector("#byes-box");
    let byes = [];
    let matches = [];

    function count() {
      potState.textContent = inside(words, pot.count - byes.length - 2 * matches.length, pot.count);
      byeBox.hidden = !byes.length;
    }

    function clear(list, cards) {
      for (const card of cards) {
        pot.take(card, false);
      }
      list.replaceChildren();
    }

    return {
      reset() {
        byes = [];
        matches = [];
        pot.reset();
        byeList.replaceChildren();
        matchList.replaceChildren();
        count();
      },
      apply(step, quiet) {
        const [kind, one, two] = step;
        pot.mark(0, "");
        if (kind === "bye") {
          byes.push(one);
          pot.take(one, true);
          pot.mark(one, quiet ? "" : "now");
          byeList.append(element("li", who.of(one) + " (" + one + ")"));
        } else if (kind === "match") {
          matches.push([one, two]);
          pot.take(one, true);
          pot.take(two, true);
          pot.mark(two, quiet ? "" : "now");
          const item = element("li");
          item.append(element("strong", String(matches.length), "match-number"), " ");
          item.append(fill(words.meets, { one: who.told(one) + " (" + one + ")", two: who.told(two) + " (" + two + ")" }));
          matchList.prepend(item);
        } else if (one === "byes") {
          clear(byeList, byes);
          byes = [];
        } else if (kind === "void") {
          clear(matchList, matches.flat());
          matches = [];
        }
        if (!quiet) {
          count();
        }
      },
      done() {
        count();
        pot.mark(0, "");
      },
      line(step) {
        const [kind, one, two] = step;
        if (kind === "void") {
          const why = one === "byes" ? words.void_byes : words.void_matches;
          return { title: words.drawn, who: "", problem: why, head: "↩", body: "", remark: why, soft: true };
        }
        if (kind === "bye") {
          const place = who.place(who.start(one));
          return { title: words.bye, who: who.of(one), place: place, note: fill(words.card_number, { number: one }),
            head: words.bye, body: who.of(one) };
        }
        return { title: words.drawn, who: who.of(one), note: fill(words.against, { name: who.told(two) }),
          head: one + " – " + two, body: who.of(one), remark: fill(words.against, { name: who.told(two) }) };
      },
    };
  }

  // --- an order ---------------------------------------------------------------------------------------------------
  function lot(data, root) {
    const words = data.words;
    const who = people(data);
    const list = root.querySelector("#lot-order");
    return {
      reset() {
        for (const item of list.children) {
          item.classList.remove("now");
          item.hidden = true;
        }
      },
      apply(step) {
        this.done();
        const item = list.children[step[1] - 1];
        if (item) {
          item.hidden = false;
          item.classList.add("now");
        }
      },
      done() {
        for (const item of list.querySelectorAll(".now")) {
          item.classList.remove("now");
        }
      },
      line(step) {
        const head = fill(words.place, { number: step[1] });
        return { title: head, who: who.name(step[2]), place: who.place(step[2]), note: "", head: head, body: who.name(step[2]) };
      },
    };
  }

  window.drawBoards = { pots: pots, pairs: pairs, lot: lot, fill: fill, element: element };
})();
