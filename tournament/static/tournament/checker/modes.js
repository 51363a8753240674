/* Words, UINT and the five modes. Every step is told to `tell`. */
var PSD1Modes = (function () {
  "use strict";

  var WORD_LIMIT = 10000000;
  var ATTEMPTS = 200;
  var TWO32 = 4294967296;

  /* Whoever tells steps gets them as {kind, values, dice}; dice: the numbers drawn for it. */
  function Stream(key, limit) {
    this.first32 = Sha256.after(key);
    this.limit = limit || WORD_LIMIT;
    this.used = 0;
    this.dice = [];
  }

  Stream.prototype.word = function () {
    if (this.used >= this.limit) {
      throw new PSD1Field.Fault("words", { limit: this.limit });
    }
    this.used += 1;
    return this.first32("," + this.used);
  };

  /* UINT(n): 0 ... n - 1; n = 1 uses no word. */
  Stream.prototype.uint = function (n) {
    var bound, w;
    if (n === 1) {
      this.dice.push({ n: 1, k: 0 });
      return 0;
    }
    bound = TWO32 - (TWO32 % n);
    w = this.word();
    while (w >= bound) {
      this.dice.push({ word: this.used, w: w, n: n, k: null });
      w = this.word();
    }
    this.dice.push({ word: this.used, w: w, n: n, k: w % n });
    return w % n;
  };

  Stream.prototype.take = function (list) {
    return list.splice(this.uint(list.length), 1)[0];
  };

  function name(card) {
    return card.start + "." + card.k;
  }

  function ascending(people) {
    var starts = [];
    var i;
    for (i = 0; i < people.length; i++) {
      starts.push(people[i].start);
    }
    return starts;
  }

  /* A: persons by number of cards descending, then start number; within a person k ascending. */
  function baseList(people) {
    var ranked = people.slice();
    var cards = [];
    var i, k;
    ranked.sort(function (x, y) {
      return Number(y.count) - Number(x.count) || PSD1Field.compare(x.start, y.start);
    });
    for (i = 0; i < ranked.length; i++) {
      for (k = 1; k <= Number(ranked[i].count); k++) {
        cards.push({ start: ranked[i].start, k: k });
      }
    }
    return cards;
  }

  /* Who has most of these cards (tie: the lowest start number), and how many. */
  function giant(cards) {
    var counts = {};
    var best = null;
    var i, start;
    for (i = 0; i < cards.length; i++) {
      start = cards[i].start;
      counts["n" + start] = (counts["n" + start] || 0) + 1;
    }
    for (i = 0; i < cards.length; i++) {
      start = cards[i].start;
      if (
        best === null || counts["n" + start] > best.count ||
        (counts["n" + start] === best.count && PSD1Field.compare(start, best.start) < 0)
      ) {
        best = { start: start, count: counts["n" + start] };
      }
    }
    return best;
  }

  function uniform(field, stream, tell) {
    var all = baseList(field.people);
    var byes = drawByes(field, all, stream, tell);
    var matches = null;
    while (matches === null) {
      matches = pairUp(byes.pot, stream, tell);
    }
    return { matches: matches, byes: byes.drawn };
  }

  function drawByes(field, all, stream, tell) {
    var wanted = field.numbers - field.total;
    var mayRepeat = giant(all).count <= field.numbers / 2;
    var pot, drawn, card;
    for (;;) {
      pot = all.slice();
      drawn = [];
      while (drawn.length < wanted) {
        card = stream.take(pot);
        drawn.push(card);
        tell("bye", { x: name(card) });
      }
      if (!wanted || !mayRepeat || giant(pot).count * 2 <= pot.length) {
        return { pot: pot, drawn: drawn };
      }
      tell("void-byes", { x: giant(pot).start });
    }
  }

  /* Stage 2 once: the matches, or null where a person met himself and everything is drawn again. */
  function pairUp(pot, stream, tell) {
    var most = giant(pot);
    var own = [];
    var others = [];
    var matches = [];
    var i, x, y;
    for (i = 0; i < pot.length; i++) {
      (pot[i].start === most.start ? own : others).push(pot[i]);
    }
    tell("giant", { x: most.start, count: most.count });
    while (own.length && others.length) {
      x = own.shift();
      y = stream.take(others);
      matches.push([x, y]);
      tell("match", { x: name(x), y: name(y) });
    }
    while (own.length) {
      x = own.shift();
      y = own.shift();
      matches.push([x, y]);
      tell("self", { x: name(x), y: name(y) });
    }
    while (others.length) {
      x = others.shift();
      y = stream.take(others);
      if (x.start === y.start) {
        tell("void-matches", { x: name(x), y: name(y) });
        return null;
      }
      matches.push([x, y]);
      tell("match", { x: name(x), y: name(y) });
    }
    return matches;
  }

  function twopot(field, stream, tell) {
    var order = drawOrder(field, stream, tell);
    var left = [];
    var right = [];
    var leftHolder = [];
    var rightHolder = [];
    var i, k, card;
    for (i = 1; i <= field.numbers / 2; i++) {
      left.push(i);
      right.push(i);
    }
    for (i = 0; i < order.length; i++) {
      for (k = 1; k <= Number(order[i].count); k++) {
        card = { start: order[i].start, k: k };
        if (left.length) {
          drawLeft(card, left, leftHolder, stream, tell);
        } else {
          drawRight(card, right, leftHolder, rightHolder, stream, tell);
        }
      }
    }
    return byNumber(field.numbers / 2, leftHolder, rightHolder);
  }

  function drawOrder(field, stream, tell) {
    var waiting = field.people.slice();
    var order = [];
    var person;
    while (waiting.length) {
      person = stream.take(waiting);
      order.push(person);
      tell("order", { position: order.length, x: person.start, count: person.count });
    }
    if (field.mode === "twopot-multifirst") {
      order = order.filter(function (p) { return p.count !== "1"; }).concat(order.filter(function (p) { return p.count === "1"; }));
      tell("multifirst", { order: ascending(order).join(", ") });
    }
    return order;
  }

  function drawLeft(card, left, leftHolder, stream, tell) {
    var number = stream.take(left);
    leftHolder[number] = card;
    tell("left", { x: name(card), number: number });
  }

  function drawRight(card, right, leftHolder, rightHolder, stream, tell) {
    var foreign = right.some(function (number) { return leftHolder[number].start !== card.start; });
    var k, number;
    for (;;) {
      k = stream.uint(right.length);
      number = right[k];
      if (leftHolder[number].start === card.start && foreign) {
        tell("redraw", { x: name(card), number: number });
      } else {
        right.splice(k, 1);
        rightHolder[number] = card;
        tell("right", { x: name(card), number: number, y: name(leftHolder[number]) });
        return;
      }
    }
  }

  function byNumber(half, leftHolder, rightHolder) {
    var result = { matches: [], byes: [], matchNumbers: [], byeNumbers: [] };
    var number;
    for (number = 1; number <= half; number++) {
      if (rightHolder[number]) {
        result.matches.push([leftHolder[number], rightHolder[number]]);
        result.matchNumbers.push(number);
      } else {
        result.byes.push(leftHolder[number]);
        result.byeNumbers.push(number);
      }
    }
    return result;
  }

  function lives(field, stream, tell) {
    var alive = ascending(field.people);
    var byes = [];
    var met = {};
    var best = null;
    var i, bye, made;
    for (i = 0; i < field.met.length; i++) {
      met[field.met[i].join("-")] = true;
    }
    if (alive.length % 2) {
      bye = stream.take(fewestByes(field.people));
      byes.push(bye);
      alive.splice(alive.indexOf(bye), 1);
      tell("bye", { x: bye });
    }
    for (i = 1; i <= ATTEMPTS; i++) {
      made = attempt(alive, met, stream, tell, i);
      if (best === null || made.repeats < best.repeats) {
        best = made;
      }
      if (made.repeats === 0) {
        break;
      }
    }
    tell("attempt-counts", { number: best.number, repeats: best.repeats });
    return { matches: best.matches, byes: byes };
  }

  function fewestByes(people) {
    var fewest = people[0].count;
    var i;
    for (i = 1; i < people.length; i++) {
      if (PSD1Field.compare(people[i].count, fewest) < 0) {
        fewest = people[i].count;
      }
    }
    return ascending(people.filter(function (person) { return person.count === fewest; }));
  }

  function attempt(alive, met, stream, tell, number) {
    var open = alive.slice();
    var made = { number: number, matches: [], repeats: 0 };
    var x, y, again;
    tell("attempt", { number: number });
    while (open.length) {
      x = open.shift();
      y = stream.take(open);
      again = met[x + "-" + y] === true;
      made.matches.push([x, y]);
      made.repeats += again ? 1 : 0;
      tell(again ? "match-again" : "match", { x: x, y: y });
    }
    return made;
  }

  function lot(field, stream, tell) {
    var waiting = [];
    var order = [];
    var i, k;
    for (i = 0; i < field.people.length; i++) {
      for (k = 0; k < Number(field.people[i].count); k++) {
        waiting.push(field.people[i].start);
      }
    }
    while (waiting.length) {
      order.push(stream.take(waiting));
      tell("lot", { position: order.length, x: order[order.length - 1] });
    }
    return { order: order };
  }

  return {
    Stream: Stream,
    name: name,
    methods: { uniform: uniform, twopot: twopot, "twopot-multifirst": twopot, lives: lives, lot: lot }
  };
})();
