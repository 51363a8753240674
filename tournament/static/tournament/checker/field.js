/* FIELD, secret, public numbers and seal: read strictly; every fault has a code that words.js puts into words.
   Start numbers stay texts: they may have more digits than a number of JavaScript can hold exactly. */
var PSD1Field = (function () {
  "use strict";

  var MODES = ["uniform", "twopot", "twopot-multifirst", "lives", "lot"];
  var NATURAL = /^(0|[1-9][0-9]{0,79})$/;
  var HOLDING = /^(0|[1-9][0-9]{0,79}):(0|[1-9][0-9]{0,79})$/;
  var MEETING = /^met ([1-9][0-9]{0,79})-([1-9][0-9]{0,79})$/;
  var HEX = /^[0-9a-f]{64}$/;
  var MOST_NUMBERS = 65536;
  var MOST_DRAWS = 256;

  function Fault(code, values) {
    this.code = code;
    this.values = values || {};
  }

  function refuse(code, values) {
    throw new Fault(code, values);
  }

  /* Which of two numbers written as texts without leading zeros is larger: < 0, 0, > 0. */
  function compare(a, b) {
    if (a.length !== b.length) {
      return a.length - b.length;
    }
    return a < b ? -1 : a > b ? 1 : 0;
  }

  function lines(text) {
    var found, i, j;
    if (text === "") {
      refuse("field-empty");
    }
    found = text.split("\n");
    for (i = 0; i < found.length; i++) {
      for (j = 0; j < found[i].length; j++) {
        if (found[i].charCodeAt(j) > 127) {
          refuse("field-ascii", { line: i + 1 });
        }
      }
      if (found[i].indexOf("\r") >= 0) {
        refuse("field-cr", { line: i + 1 });
      }
    }
    if (found[found.length - 1] !== "") {
      refuse("field-end");
    }
    found.pop();
    for (i = 0; i < found.length; i++) {
      if (found[i] === "") {
        refuse("field-blank", { line: i + 1 });
      }
    }
    return found;
  }

  function value(found, number, name) {
    var line = found[number - 1];
    if (line.slice(0, name.length + 1) !== name + "=") {
      refuse("field-name", { line: number, name: name });
    }
    return line.slice(name.length + 1);
  }

  function natural(text, line, most, code) {
    if (!NATURAL.test(text)) {
      refuse("field-integer", { line: line });
    }
    if (Number(text) < 1 || Number(text) > most) {
      refuse(code, { most: most });
    }
    return Number(text);
  }

  /* {id, round, numbers, mode, people: [{start, count}], met: [[a, b]]}; throws a Fault. */
  function parse(text) {
    var found = lines(text);
    var field = { people: [], met: [] };
    var round, numbers, i;
    if (found.length < 5) {
      refuse("field-short");
    }
    if (found[0] !== "PSD1 field") {
      refuse("field-header");
    }
    field.id = value(found, 2, "id");
    round = value(found, 3, "round");
    numbers = value(found, 4, "numbers");
    field.mode = value(found, 5, "mode");
    for (i = 5; i < found.length; i++) {
      readLine(field, found[i], i + 1);
    }
    if (!/^[A-Za-z0-9._-]{1,64}$/.test(field.id)) {
      refuse("field-id");
    }
    field.round = natural(round, 3, MOST_DRAWS, "field-round");
    field.numbers = natural(numbers, 4, MOST_NUMBERS, "field-numbers");
    if (MODES.indexOf(field.mode) < 0) {
      refuse("field-mode", { modes: MODES.join(", ") });
    }
    checkPeople(field);
    checkMeetings(field);
    checkTotal(field);
    return field;
  }

  function readLine(field, line, number) {
    var parts = HOLDING.exec(line);
    if (parts) {
      if (field.met.length) {
        refuse("field-people-first", { line: number });
      }
      field.people.push({ start: parts[1], count: parts[2] });
      return;
    }
    parts = MEETING.exec(line);
    if (!parts) {
      refuse("field-line", { line: number });
    }
    field.met.push([parts[1], parts[2]]);
  }

  function checkPeople(field) {
    var i, person, before;
    if (!field.people.length) {
      refuse("field-nobody");
    }
    for (i = 0; i < field.people.length; i++) {
      person = field.people[i];
      before = i ? field.people[i - 1].start : "0";
      if (person.start === "0") {
        refuse("field-start-zero");
      }
      if (person.count === "0" && field.mode !== "lives") {
        refuse("field-no-card", { start: person.start });
      }
      if (person.start === before) {
        refuse("field-twice", { what: person.start });
      }
      if (compare(person.start, before) < 0) {
        refuse("field-order", { what: person.start, before: before });
      }
    }
  }

  function checkMeetings(field) {
    var alive = {};
    var i, a, b, order, before;
    if (field.met.length && field.mode !== "lives") {
      refuse("field-met-mode", { mode: field.mode });
    }
    for (i = 0; i < field.people.length; i++) {
      alive["n" + field.people[i].start] = true;
    }
    for (i = 0; i < field.met.length; i++) {
      a = field.met[i][0];
      b = field.met[i][1];
      if (compare(a, b) >= 0) {
        refuse("field-met-larger", { a: a, b: b });
      }
      if (!alive["n" + a] || !alive["n" + b]) {
        refuse("field-met-unknown", { a: a, b: b });
      }
      if (i) {
        before = field.met[i - 1];
        order = compare(before[0], a) || compare(before[1], b);
        if (order === 0) {
          refuse("field-twice", { what: "met " + a + "-" + b });
        }
        if (order > 0) {
          refuse("field-met-order", { a: a, b: b });
        }
      }
    }
  }

  function checkTotal(field) {
    var total = 0;
    var numbers = field.numbers;
    var i;
    for (i = 0; i < field.people.length; i++) {
      total += field.mode === "lives" ? 1 : Number(field.people[i].count);
    }
    field.total = total;
    if (field.mode === "lives" || field.mode === "lot") {
      if (total !== numbers) {
        refuse("field-total", { numbers: numbers, total: total });
      }
      return;
    }
    if (numbers < 2 || (numbers & (numbers - 1)) !== 0) {
      refuse("field-power", { numbers: numbers });
    }
    if (total <= numbers / 2 || total > numbers) {
      refuse("field-range", { numbers: numbers, total: total, least: numbers / 2 + 1 });
    }
  }

  /* 1 to 9 numbers joined by dots -> PUBLIC, without leading zeros. */
  function parsePublic(text) {
    var parts = text.split(".");
    var i;
    if (parts.length > 9) {
      refuse("public-many", { most: 9 });
    }
    for (i = 0; i < parts.length; i++) {
      if (!/^[0-9]{1,80}$/.test(parts[i])) {
        refuse("public-number", { position: i + 1 });
      }
      parts[i] = parts[i].replace(/^0+(?=[0-9])/, "");
    }
    return parts.join(".");
  }

  function requireHex(text, code) {
    if (!HEX.test(text)) {
      refuse(code, { count: text.length });
    }
    return text;
  }

  return {
    Fault: Fault, compare: compare, parse: parse, parsePublic: parsePublic, requireHex: requireHex, MOST_DRAWS: MOST_DRAWS
  };
})();
