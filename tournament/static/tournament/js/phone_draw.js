// Drawing the Bummerlzähler: beads, numbers, dots, the deals so far. Sizes and places never change, only what is in them.
"use strict";

var PhoneDraw = (function () {
  var words = document.getElementById("words").dataset;

  function say(word, values) {
    return words[word].replace(/\{(\w+)\}/g, function (whole, name) {
      return name in values ? values[name] : whole;
    });
  }

  function marks(box, count, full) {
    while (box.childElementCount > count) {
      box.removeChild(box.lastElementChild);
    }
    while (box.childElementCount < count) {
      box.appendChild(document.createElement("i"));
    }
    for (var i = 0; i < count; i += 1) {
      box.children[i].className = i < full ? "full" : "";
    }
  }

  function text(element, value) {
    if (element.textContent !== value) {
      element.textContent = value;
    }
  }

  function drawSide(box, rules, standing) {
    var side = box.dataset.side;
    var beads = box.querySelector("[data-beads]");
    beads.classList.toggle("many", rules.points > 7);
    marks(beads, rules.points, standing.needs[side]);
    var needs = box.querySelector("[data-needs]");
    text(needs, String(standing.needs[side]));
    needs.setAttribute("aria-label", say("needs", { name: box.dataset.name, count: standing.needs[side] }));
    // As on paper: the dot is noted at the loser.
    var lost = standing.score[PhoneCount.other(side)];
    var dots = box.querySelector("[data-dots]");
    marks(dots, Math.max(rules.toWin, lost), lost);
    dots.setAttribute("role", "img");
    dots.setAttribute("aria-label", say("dot", { count: lost }));
  }

  function nameOf(side, attribute) {
    var name = document.querySelector('.phone-side[data-side="' + side + '"]').dataset[attribute || "name"];
    // A name that runs from right to left must not turn the numbers beside it round.
    return /[\u0590-\u08ff\ufb1d-\ufefc]/.test(name) ? "\u2068" + name + "\u2069" : name;
  }

  function deals(standing) {
    return standing.deals.map(function (deal) {
      return deal === "-" ? "–" : nameOf(deal.side, "short") + " " + deal.points;
    });
  }

  function drawLog(box, standing) {
    var lines = [];
    if (standing.deals.length && !standing.winner) {
      lines.push(say("now", { number: standing.done.length + 1 }) + "  " + deals(standing).join(" · "));
    }
    if (standing.carried) {
      lines.push(say("worthMore", { count: standing.carried }));
    }
    var done = standing.done.map(function (one, index) {
      return { number: index + 1, name: nameOf(one.loser), score: one.score };
    });
    done.reverse();
    var ended = done.map(function (one, index) {
      return say(index ? "lost" : "lostFirst", one);
    });
    if (ended.length) {
      lines.push(ended.join(" · "));
    }
    while (box.firstChild) {
      box.removeChild(box.firstChild);
    }
    lines.forEach(function (line) {
      var paragraph = document.createElement("p");
      paragraph.textContent = line;
      box.appendChild(paragraph);
    });
  }

  function drawDealer(button, standing) {
    while (button.firstChild) {
      button.removeChild(button.firstChild);
    }
    if (!standing.dealer) {
      button.textContent = words.whoDeals;
      return;
    }
    var name = document.createElement("strong");
    name.textContent = nameOf(standing.dealer);
    button.appendChild(document.createTextNode(words.deals + " "));
    button.appendChild(name);
  }

  function draw(counter, rules, standing) {
    Array.prototype.forEach.call(counter.querySelectorAll(".phone-side"), function (box) {
      drawSide(box, rules, standing);
    });
    drawDealer(counter.querySelector("[data-dealer]"), standing);
    drawLog(counter.querySelector("[data-log]"), standing);
  }

  // --- the sheet: what has to be asked or said lies over the empty part of the page ---------------------------------
  var sheet = document.getElementById("sheet");
  var shown = "";
  var openedAt = 0;

  // buttons: [{text, quiet, press}]; `name` tells whether the same sheet is there already.
  function showSheet(name, title, lines, buttons) {
    if (shown === name) {
      return;
    }
    shown = name;
    openedAt = performance.now();
    document.getElementById("sheet-title").textContent = title;
    fill(sheet.querySelector("[data-sheet-text]"), lines.map(function (line, index) {
      var paragraph = document.createElement("p");
      paragraph.className = index === 0 && /^(over|score |report|ended)/.test(name) ? "phone-verdict" : "";
      paragraph.textContent = line;
      return paragraph;
    }));
    fill(sheet.querySelector("[data-sheet-keys]"), buttons.map(function (button) {
      var key = button.element || document.createElement("button");
      if (!button.element) {
        key.type = "button";
        key.textContent = button.text;
        key.className = button.quiet ? "quiet" : "";
      }
      key.addEventListener("click", function () {
        // A second tap of the same finger does not answer what it has not read.
        if (performance.now() - openedAt > 600) {
          button.press();
        }
      });
      return key;
    }));
    sheet.hidden = false;
  }

  function hideSheet() {
    shown = "";
    sheet.hidden = true;
  }

  function fill(box, elements) {
    while (box.firstChild) {
      box.removeChild(box.firstChild);
    }
    elements.forEach(function (element) {
      box.appendChild(element);
    });
  }

  return { draw: draw, hideSheet: hideSheet, nameOf: nameOf, say: say, showSheet: showSheet, text: text, words: words };
})();
