/* What was computed, as parts of the page. `done` comes from PSD1Draw.run, `say` puts a key into the language of the reader. */
var CheckerShown = (function () {
  "use strict";

  var FIRST_STEPS = 300;

  function element(tag, text, className) {
    var made = document.createElement(tag);
    if (text !== undefined && text !== null) {
      made.appendChild(document.createTextNode(text));
    }
    if (className) {
      made.className = className;
    }
    return made;
  }

  function empty(box) {
    while (box.firstChild) {
      box.removeChild(box.firstChild);
    }
    return box;
  }

  /* Check, seal, public numbers: what a guest came for. */
  function showVerdict(box, done, say) {
    var check = element("p", null, "check");
    var announced = done.announced;
    var same = announced && done.check.slice(0, announced.length) === announced;
    check.appendChild(element("span", say("check"), "label"));
    check.appendChild(element("strong", done.check.slice(0, 8)));
    check.appendChild(element("span", done.check.slice(8), "rest"));
    check.id = "check";
    box.appendChild(check);
    if (announced) {
      box.appendChild(verdict(same, same ? say("check-same") : say("check-other", { announced: announced })));
    } else {
      box.appendChild(element("p", say("check-compare")));
    }
    box.appendChild(done.chain ? verdict(true, say("seal-good")) : element("p", say("seal-none"), "soft"));
    if (done.publicText === "0") {
      box.appendChild(element("p", say("public-none"), "soft"));
    }
  }

  function verdict(good, text) {
    return element("p", (good ? "✓ " : "✗ ") + text, good ? "good" : "bad");
  }

  function code(text) {
    var box = element("pre");
    box.appendChild(element("code", text));
    box.tabIndex = 0;
    return box;
  }

  /* Everything between what was typed and the check. */
  function showWay(box, done, say) {
    var field = done.field;
    heading(box, say, "way-field", say("way-field-text", {
      round: field.round, id: field.id, people: field.people.length, total: field.total, numbers: field.numbers, mode: field.mode
    }));
    box.appendChild(code(done.fieldHex));
    heading(box, say, "way-seal", done.chain ? say("way-seal-text", { steps: done.chain.length - 1 }) : say("way-seal-none"));
    if (done.chain) {
      box.appendChild(code(done.chain.map(function (value, i) { return i + "  " + value; }).join("\n")));
    }
    heading(box, say, "way-public", say("way-public-text"));
    box.appendChild(code(done.publicText));
    heading(box, say, "way-key", say("way-key-text"));
    box.appendChild(code(done.keyText));
    box.appendChild(element("p", say("way-key-gives")));
    box.appendChild(code(done.key));
    heading(box, say, "way-draw", say("way-draw-text", { words: done.words }));
    box.appendChild(stepTable(done, say, FIRST_STEPS));
    heading(box, say, "way-result", say("way-result-text"));
    box.appendChild(code(done.check));
  }

  function heading(box, say, key, text) {
    box.appendChild(element("h3", say(key)));
    box.appendChild(element("p", text));
  }

  function stepTable(done, say, most) {
    var box = element("div", null, "steps");
    var table = element("table");
    var head = element("tr");
    var body = element("tbody");
    var steps = done.steps.slice(0, most);
    var button;
    ["col-word", "col-w", "col-n", "col-k", "col-what"].forEach(function (key) {
      var cell = element("th", say(key));
      cell.scope = "col";
      head.appendChild(cell);
    });
    table.appendChild(element("thead")).appendChild(head);
    table.appendChild(body);
    steps.forEach(function (step) { addStep(body, say, step); });
    box.appendChild(table);
    if (steps.length < done.steps.length) {
      button = element("button", say("more", { count: done.steps.length }), "quiet");
      button.type = "button";
      button.addEventListener("click", function () {
        box.parentNode.replaceChild(stepTable(done, say, done.steps.length), box);
      });
      box.appendChild(button);
    }
    return box;
  }

  function addStep(body, say, step) {
    var text = say("step-" + step.kind, step.values);
    if (!step.dice.length) {
      body.appendChild(row(["", "", "", "", text], "remark"));
    }
    step.dice.forEach(function (die) {
      if (die.word === undefined) {
        body.appendChild(row(["–", say("no-word"), die.n, die.k, text], step.kind));
      } else if (die.k === null) {
        body.appendChild(row([die.word, die.w, die.n, "–", say("too-large")], "remark"));
      } else {
        body.appendChild(row([die.word, die.w, die.n, die.k, text], step.kind));
      }
    });
  }

  function row(cells, className) {
    var made = element("tr", null, className);
    cells.forEach(function (cell) { made.appendChild(element("td", cell)); });
    return made;
  }

  /* A line for each match as the hall has it: what hangs there can be compared line by line. */
  function hallText(lines, say) {
    return lines.map(function (line) {
      return line[0] + ":  " + line[1] + (line[2] === null ? "  " + say("bye") : " – " + line[2]) + "\n";
    }).join("");
  }

  return { element: element, empty: empty, hall: hallText, verdict: showVerdict, way: showWay };
})();
