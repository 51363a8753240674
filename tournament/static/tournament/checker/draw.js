/* A draw from beginning to end: FIELD, seal, key, the mode, RESULT and check. */
var PSD1Draw = (function () {
  "use strict";

  function text(card) {
    return typeof card === "string" ? card : PSD1Modes.name(card);
  }

  function resultText(outcome) {
    var lines = [];
    var i;
    if (outcome.order) {
      lines = outcome.order;
    } else {
      for (i = 0; i < outcome.matches.length; i++) {
        lines.push(text(outcome.matches[i][0]) + " v " + text(outcome.matches[i][1]));
      }
      for (i = 0; i < outcome.byes.length; i++) {
        lines.push(text(outcome.byes[i]) + " frei");
      }
    }
    return "PSD1 result\n" + lines.map(function (line, index) { return index + 1 + ":" + line + "\n"; }).join("");
  }

  /* The matches under the numbers they have in the hall, where byes are counted in their places: [number, left, right or null].
     Null for a lot, which has none. */
  function inTheHall(outcome) {
    var lines = [];
    if (outcome.order) {
      return null;
    }
    outcome.matches.forEach(function (match, i) {
      lines.push([outcome.matchNumbers ? outcome.matchNumbers[i] : i + 1, text(match[0]), text(match[1])]);
    });
    outcome.byes.forEach(function (card, i) {
      lines.push([outcome.byeNumbers ? outcome.byeNumbers[i] : outcome.matches.length + i + 1, text(card), null]);
    });
    return lines.sort(function (one, other) { return one[0] - other[0]; });
  }

  /* The secret hashed forward `steps` times: every element, the secret first. */
  function chain(secret, steps) {
    var elements = [secret];
    var i;
    for (i = 0; i < steps; i++) {
      elements.push(Sha256.hex("PSD1 chain\n" + elements[i] + "\n"));
    }
    return elements;
  }

  /* The whole calculation with everything on the way; throws a Fault. `given`: field, secret, publicNumbers, seal ("" for none),
     firstDraw (the number of the first draw under this seal), limit (of words; for tests). */
  function run(given) {
    var field = PSD1Field.parse(given.field);
    var secret = PSD1Field.requireHex(given.secret, "secret");
    var publicText = PSD1Field.parsePublic(given.publicNumbers);
    var done = { field: field, publicText: publicText, fieldHex: Sha256.hex(given.field), steps: [], chain: null };
    var stream, outcome;
    if (given.seal) {
      done.chain = checkSeal(given.seal, secret, field.round, given.firstDraw || 1);
    }
    done.keyText = "PSD1 key\nsecret=" + secret + "\npublic=" + publicText + "\nfield=" + done.fieldHex + "\n";
    done.key = Sha256.hex(done.keyText);
    stream = new PSD1Modes.Stream(done.key, given.limit);
    outcome = PSD1Modes.methods[field.mode](field, stream, function (kind, values) {
      done.steps.push({ kind: kind, values: values, dice: stream.dice });
      stream.dice = [];
    });
    done.words = stream.used;
    done.result = resultText(outcome);
    done.hall = inTheHall(outcome);
    done.check = Sha256.hex(done.result);
    return done;
  }

  function checkSeal(seal, secret, round, firstDraw) {
    var steps = round - firstDraw + 1;
    var elements;
    PSD1Field.requireHex(seal, "seal");
    elements = steps >= 1 && steps <= PSD1Field.MOST_DRAWS ? chain(secret, steps) : [];
    if (!elements.length || elements[steps] !== seal) {
      throw new PSD1Field.Fault("leads", { round: round, steps: Math.max(steps, 0) });
    }
    return elements;
  }

  return { run: run };
})();
