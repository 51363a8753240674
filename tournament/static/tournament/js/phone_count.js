// Where a match stands by its taps: the same counting as on the server (domain/tap_fold.py), for a phone without a connection.
"use strict";

var PhoneCount = (function () {
  var SIDES = { L: "left", R: "right" };

  function other(side) {
    return side === "left" ? "right" : "left";
  }

  // The taps that count: each undo takes away the last one before it.
  function effective(taps) {
    var kept = [];
    taps.forEach(function (tap) {
      if (tap === "U") {
        kept.pop();
      } else {
        kept.push(tap);
      }
    });
    return kept;
  }

  function begin(standing, rules) {
    standing.needs = { left: rules.points, right: rules.points };
    standing.made = { left: 0, right: 0 };
    standing.deals = [];
    standing.carried = 0;
  }

  function endBummerl(standing, rules, side) {
    var loser = other(side);
    standing.score[side] += rules.double && standing.made[loser] === 0 ? 2 : 1;
    standing.done.push({ loser: loser, score: rules.points + ":" + standing.made[loser] });
    if (standing.score[side] >= rules.toWin) {
      standing.winner = side;
    } else {
      begin(standing, rules);
    }
  }

  function take(standing, rules, tap) {
    if (tap.charAt(0) === "d") {
      standing.dealer = SIDES[tap.charAt(1)];
      return;
    }
    if (tap === "-") {
      standing.deals.push(tap);
      standing.carried += rules.ties ? 1 : 0;
      return;
    }
    var side = SIDES[tap.charAt(0)];
    var points = Number(tap.charAt(1)) + standing.carried;
    standing.carried = 0;
    standing.deals.push({ side: side, points: points });
    standing.made[side] += points;
    standing.needs[side] = Math.max(0, rules.points - standing.made[side]);
    if (rules.winnerDeals) {
      standing.dealer = side;
    } else if (standing.dealer) {
      standing.dealer = other(standing.dealer);
    }
    if (standing.needs[side] === 0) {
      endBummerl(standing, rules, side);
    }
  }

  function fold(rules, taps) {
    var standing = { score: { left: 0, right: 0 }, done: [], winner: "", dealer: "" };
    begin(standing, rules);
    effective(taps).forEach(function (tap) {
      if (!standing.winner) {
        take(standing, rules, tap);
      }
    });
    return standing;
  }

  return { effective: effective, fold: fold, other: other };
})();
