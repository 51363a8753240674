/* The page: reads what was typed, or what the link brought, and shows every step. It sends nothing. */
(function () {
  "use strict";

  var element = CheckerShown.element;
  var empty = CheckerShown.empty;
  var INPUTS = ["field", "secret", "public", "seal", "first", "announced"];
  var EXAMPLE = {
    field: "PSD1 field\nid=vec-a\nround=1\nnumbers=8\nmode=uniform\n1:3\n2:2\n3:2\n4:1\n",
    secret: "055fad527abe5a31c277512557a8cdb4bd1492c06876bfdd04d3aeedc18ebdcc",
    "public": "4711",
    seal: "7d552d8f1bdfa9d41a61e21258b17dad3fc4bc3540b69745a0799fc3121b8c14",
    first: "1",
    announced: "f40dea0c"
  };
  var language = "de";
  /* FIELD as a file or a link brought it: a text box would change line ends. Null as soon as somebody types. */
  var exactField = null;
  var done = null;
  var faults = [];

  function byId(id) {
    return document.getElementById(id);
  }

  function say(key, values) {
    var text = CHECKER_WORDS[language][key] || key;
    return text.replace(/\{([a-z]+)\}/g, function (all, name) {
      return values && values[name] !== undefined ? String(values[name]) : all;
    });
  }

  /* --- languages ----------------------------------------------------------------------------------- */

  function speak(chosen) {
    var marked = document.querySelectorAll("[data-text]");
    var buttons = document.querySelectorAll("[data-language]");
    var i;
    language = chosen;
    document.documentElement.lang = chosen;
    document.title = say("title");
    for (i = 0; i < marked.length; i++) {
      marked[i].textContent = say(marked[i].getAttribute("data-text"));
    }
    for (i = 0; i < buttons.length; i++) {
      buttons[i].setAttribute("aria-pressed", String(buttons[i].getAttribute("data-language") === chosen));
    }
    showFaults();
    showResult();
  }

  /* --- what goes in -------------------------------------------------------------------------------- */

  function fieldText() {
    return exactField === null ? byId("field").value : exactField;
  }

  /* What a link says after #: name=value, joined by &; in FIELD "/" stands for a line end and "+" for a space. */
  function fromLink(text) {
    var found = {};
    var parts = text.slice(text.indexOf("#") + 1).split("&");
    var i, at, name, value;
    for (i = 0; i < parts.length; i++) {
      at = parts[i].indexOf("=");
      name = parts[i].slice(0, at);
      value = parts[i].slice(at + 1).replace(/\+/g, " ").replace(/\//g, "\n");
      try {
        value = decodeURIComponent(value);
      } catch (error) {
        continue;
      }
      if (at > 0 && INPUTS.indexOf(name) >= 0) {
        found[name] = value;
      }
    }
    return found;
  }

  function fill(given) {
    INPUTS.forEach(function (name) {
      byId(name).value = given[name] || (name === "first" ? "1" : "");
    });
    exactField = given.field === byId("field").value ? null : given.field || null;
  }

  function takeLink(text) {
    var found = fromLink(text);
    if (!found.field) {
      return false;
    }
    fill(found);
    if (found.secret) {
      go();
    }
    return true;
  }

  /* --- computing ----------------------------------------------------------------------------------- */

  function attempt(where, work) {
    try {
      return work();
    } catch (fault) {
      if (!(fault instanceof PSD1Field.Fault)) {
        throw fault;
      }
      faults.push({ where: where, code: fault.code, values: fault.values });
      return null;
    }
  }

  /* All faults, not only the first. */
  function lookForFaults() {
    var seal = byId("seal").value;
    faults = [];
    attempt("field", function () { PSD1Field.parse(fieldText()); });
    attempt("secret", function () { PSD1Field.requireHex(byId("secret").value, "secret"); });
    attempt("public", function () { PSD1Field.parsePublic(byId("public").value); });
    if (seal !== "") {
      attempt("seal", function () { PSD1Field.requireHex(seal, "seal"); });
    }
    if (!/^([1-9]|[1-9][0-9]|1[0-9][0-9]|2[0-4][0-9]|25[0-6])$/.test(byId("first").value)) {
      faults.push({ where: "first", code: "first" });
    }
    if (!/^([0-9a-f]{8,64})?$/.test(byId("announced").value)) {
      faults.push({ where: "announced", code: "announced" });
    }
  }

  function compute() {
    done = attempt("secret", function () {
      return PSD1Draw.run({
        field: fieldText(),
        secret: byId("secret").value,
        publicNumbers: byId("public").value,
        seal: byId("seal").value,
        firstDraw: Number(byId("first").value)
      });
    });
    if (done) {
      done.announced = byId("announced").value;
    }
  }

  function go() {
    done = null;
    lookForFaults();
    showFaults();
    showResult();
    if (faults.length) {
      return;
    }
    byId("working").hidden = false;
    /* A moment for the page to say so: a long draw keeps an old phone busy. */
    window.setTimeout(function () {
      compute();
      byId("working").hidden = true;
      showFaults();
      showResult();
      if (done) {
        byId("outcome").focus();
      }
    }, 20);
  }

  /* --- what comes out ------------------------------------------------------------------------------ */

  function showFaults() {
    var box = empty(byId("faults"));
    var list = element("ul");
    INPUTS.forEach(function (name) {
      byId(name).removeAttribute("aria-invalid");
    });
    box.hidden = faults.length === 0;
    if (!faults.length) {
      return;
    }
    box.appendChild(element("h2", say("faults")));
    faults.forEach(function (fault) {
      var item = element("li");
      var link = element("a", (fault.where === "field" ? say("in-field") + ": " : "") + say("fault-" + fault.code, fault.values));
      link.href = "#" + fault.where;
      link.addEventListener("click", function (event) {
        event.preventDefault();
        byId(fault.where).focus();
      });
      item.appendChild(link);
      byId(fault.where).setAttribute("aria-invalid", "true");
      if (fault.code === "field-end") {
        item.appendChild(endButton());
      }
      list.appendChild(item);
    });
    box.appendChild(list);
  }

  function endButton() {
    var button = element("button", say("add-end"), "quiet");
    button.type = "button";
    button.addEventListener("click", function () {
      var text = fieldText() + "\n";
      byId("field").value = text;
      exactField = byId("field").value === text ? null : text;
      go();
    });
    return button;
  }

  function showResult() {
    byId("outcome").hidden = !done;
    if (!done) {
      return;
    }
    CheckerShown.verdict(empty(byId("verdict")), done, say);
    byId("hall-part").hidden = !done.hall;
    byId("hall").textContent = done.hall ? CheckerShown.hall(done.hall, say) : "";
    byId("result-names").textContent = say(done.field.mode === "lives" ? "names-people" : "names-cards");
    byId("result").textContent = done.result;
    CheckerShown.way(empty(byId("way")), done, say);
  }

  /* --- the hands on it ------------------------------------------------------------------------------ */

  function readFile(file) {
    var reader = new FileReader();
    reader.onload = function () {
      var bytes = new Uint8Array(reader.result);
      var text = "";
      var i;
      for (i = 0; i < bytes.length; i++) {
        text += String.fromCharCode(bytes[i]);
      }
      byId("field").value = text;
      exactField = text;
    };
    reader.onerror = function () {
      faults = [{ where: "field", code: "file" }];
      showFaults();
    };
    reader.readAsArrayBuffer(file);
  }

  byId("checker").addEventListener("submit", function (event) {
    event.preventDefault();
    go();
  });
  /* What stands below was computed from other characters than those now above. */
  byId("checker").addEventListener("input", function () {
    done = null;
    showResult();
  });
  byId("field").addEventListener("input", function () {
    var text = byId("field").value;
    exactField = null;
    if (/^\s*\S*#\S+=/.test(text) && !takeLink(text.trim())) {
      faults = [{ where: "field", code: "link" }];
      showFaults();
    }
  });
  byId("file").addEventListener("change", function () {
    if (this.files[0]) {
      readFile(this.files[0]);
    }
  });
  byId("example").addEventListener("click", function () {
    fill(EXAMPLE);
    go();
  });
  document.addEventListener("click", function (event) {
    var chosen = event.target.getAttribute && event.target.getAttribute("data-language");
    if (chosen) {
      speak(chosen);
    }
  });
  window.addEventListener("hashchange", function () { takeLink(window.location.hash); });

  byId("checker").hidden = false;
  speak(/^de/.test(document.documentElement.getAttribute("data-speak") || navigator.language || "de") ? "de" : "en");
  takeLink(window.location.hash);
})();
