"""Whole evenings for forgers, and what a forger does to them."""

import copy
from functools import cache

from tests.domain.archive_builder import Builder
from tournament.domain.archive import hex_of
from tournament.domain.terms import CardState, Outcome, Policy

OTHER_SECRET = hex_of("something else")


# --- evenings to forge ----------------------------------------------------------------------------


@cache
def finished():
    """17 people with 64 cards, all over; places 9 to 16 needed a lot, one draw was annulled."""
    evening = Builder([4] * 13 + [3] * 4, policy=Policy.ONE, prizes=12).close()
    evening.draw("fair")
    evening.annul()
    return evening.play_out("two-pot", "fair").settle().finish().archive()


@cache
def running():
    """A round drawn, one match decided, one card withdrawn, a prepared draw in the file of another."""
    evening = Builder([2] * 8).close()
    evening.draw()
    evening.report(evening.open()[0]["id"], right=False)
    evening.leave([evening.open()[0]["left"]])
    return evening.archive()


@cache
def by_hand():
    return Builder([3, 3, 2, 2, 2]).close().play_out("by-hand").settle().finish().archive()


@cache
def bracket():
    return Builder([3, 3, 2, 2, 2, 1], fixed_bracket=True).close().play_out().settle().finish().archive()


@cache
def exchanged():
    evening = Builder([1] * 8).close()
    evening.draw()
    evening.play_round()
    evening.draw()
    evening.exchange(next(m["id"] for m in evening.live() if m["outcome"] is Outcome.PLAYED))
    return evening.play_out().settle().finish().archive()


@cache
def left():
    """Before the draw, out of a match, between rounds by exclusion."""
    evening = Builder([2] * 8).close()
    evening.leave([1, 9], person=1)
    evening.draw()
    evening.leave([evening.open()[0]["left"]])
    evening.play_round()
    still = [card.number for card in evening.cards.values() if card.state is CardState.IN]
    evening.leave(still[:1], CardState.EXCLUDED)
    evening.move(still[1], 2 if evening.cards[still[1]].owner != 2 else 3)
    return evening.play_out().settle().finish().archive()


@cache
def rebought():
    evening = Builder([2, 1, 2], rebuy=True).close()
    evening.draw()
    evening.rebuy(1)
    evening.close_rebuy()
    return evening.play_out().settle().finish().archive()


@cache
def prepared():
    evening = Builder([2, 2, 2, 1]).close()
    evening.prepare()
    return evening.archive()


# --- what a forger does ---------------------------------------------------------------------------


def match(archive, *, outcome="played", stage="main", of=None):
    return next(
        each
        for each in archive["matches"]
        if each["outcome"] == outcome and each["stage"] == stage and of in (None, each["round"])
    )


def draw(archive, stage="main", method=None):
    return next(
        each
        for each in archive["draws"]
        if each["stage"] == stage and each["annulled"] is None and method in (None, each["method"])
    )


def swap_cards(archive):
    first, second = [each for each in archive["matches"] if each["outcome"] == "played"][:2]
    for each in (first, second):
        each["was_left"] = each["winner"] == each["left"]
    first["left"], second["left"] = second["left"], first["left"]
    for each in (first, second):
        each["winner"] = each["left"] if each.pop("was_left") else each["right"]


def other_wins(archive):
    each = match(archive)
    each["winner"] = each["right"] if each["winner"] == each["left"] else each["left"]
    each["score"] = each["score"][::-1]


def public_number(archive):
    draw(archive)["public"] = "4712"


def result_line(archive):
    """With a CHECK that fits again."""
    each = draw(archive)
    lines = each["result"].split("\n")
    lines[1], lines[2] = "1" + lines[2][1:], "2" + lines[1][1:]
    each["result"] = "\n".join(lines)
    each["check"] = hex_of(each["result"])


def sell_twice(archive):
    archive["cards"].insert(3, copy.deepcopy(archive["cards"][2]))


def new_round_field(archive):
    """FIELD gives one person a card of another's; everything that follows is computed anew but the matches."""
    each = draw(archive)
    lines = each["field"].split("\n")
    one, two = lines[5].split(":"), lines[6].split(":")
    lines[5], lines[6] = f"{one[0]}:{int(one[1]) - 1}", f"{two[0]}:{int(two[1]) + 1}"
    each["field"] = "\n".join(lines)


def money(archive, kind, amount):
    next(each for each in archive["cash"] if each["kind"] == kind)["amount"] = amount


def retotal(archive):
    """A cash amount with the totals made to fit."""
    archive["cash"][5]["amount"] = "4.00"
    archive["cash_totals"]["by_kind"]["sale"] = f"{float(archive['cash_totals']['by_kind']['sale']) - 1:.2f}"
    desk = archive["cash"][5]["desk"]
    archive["cash_totals"]["by_desk"][desk] = f"{float(archive['cash_totals']['by_desk'][desk]) - 1:.2f}"


def drop(name, position=0):
    return lambda archive: archive[name].pop(position)


def renumbered(archive):
    """A match less, and the others counted anew, the journal too."""
    gone = archive["matches"].pop(0)["id"]
    for each in archive["matches"]:
        each["id"] -= each["id"] > gone
    for entry in archive["journal"]:
        word, _, number = entry["subject"].partition(" ")
        if word == "match" and int(number) > gone:
            entry["subject"] = f"match {int(number) - 1}"


def swap_ids(archive):
    first, second = archive["matches"][:2]
    first["id"], second["id"] = second["id"], first["id"]
    archive["matches"][:2] = [second, first]


def last_entry(archive, kind):
    return next(entry for entry in reversed(archive["journal"]) if entry["kind"] == kind)


def result_after_the_end(archive):
    told = last_entry(archive, "result")
    archive["journal"].append(told | {"number": len(archive["journal"]) + 1})


def forget_entry(archive, position):
    """An entry less, and the others counted anew."""
    archive["journal"].pop(position)
    for number, entry in enumerate(archive["journal"], start=1):
        entry["number"] = number


def swap_places(archive):
    first, second = archive["places"][:2]
    for key in ("card", "start_number"):
        first[key], second[key] = second[key], first[key]


def lot_of(archive):
    each = draw(archive, stage="lot")
    each["place"] += 1


def tell_next_secret(archive):
    archive["hand_over"] = {"notes": [Builder([1]).chains[0][1]]}


def s0_of(archive):
    return archive["tournament"]["psd1"]["chains"][0]


def places_shared(archive):
    shared = [each for each in archive["places"] if each["shared_until"] is not None]
    shared[0]["shared_until"] += 1
