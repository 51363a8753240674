"""`verify` names the fault when anything in a file is altered, also when the forger has renewed the digest."""

import copy

import pytest

from tests.domain.forgeries import (
    OTHER_SECRET,
    bracket,
    by_hand,
    draw,
    drop,
    exchanged,
    finished,
    forget_entry,
    last_entry,
    left,
    lot_of,
    match,
    money,
    new_round_field,
    other_wins,
    places_shared,
    prepared,
    public_number,
    rebought,
    renumbered,
    result_after_the_end,
    result_line,
    retotal,
    running,
    s0_of,
    sell_twice,
    swap_cards,
    swap_ids,
    swap_places,
    tell_next_secret,
)
from tests.domain.tampering import forged
from tournament.domain.archive import hash_of
from tournament.domain.verification import Code, verify

TAMPERINGS = [
    # the list of the agreement: with the digest renewed, and the chains where they are touched
    ("one card swapped between two matches", finished, swap_cards, Code.MATCH_CARDS, True),
    ("a winner changed with his score", finished, other_wins, Code.JOURNAL_MATCH, True),
    ("a winner without the score", finished, lambda a: match(a).update(winner=match(a)["right"], score=[2, 0]),
     Code.SCORE, True),
    ("a score that does not give that winner", finished, lambda a: match(a)["score"].reverse(), Code.SCORE, True),
    ("a score nobody can reach", running, lambda a: match(a).update(score=[3, 2]), Code.SCORE, True),
    ("a secret out of the chain", finished, lambda a: draw(a).update(secret=OTHER_SECRET), Code.SECRET, True),
    ("the secret of another draw", finished, lambda a: draw(a).update(secret=a["draws"][0]["secret"]),
     Code.SECRET, True),
    ("a public number", finished, public_number, Code.RESULT, True),
    ("a public number with a leading zero", finished, lambda a: draw(a).update(public="04711"), Code.PUBLIC, True),
    ("a RESULT line", finished, result_line, Code.RESULT, True),
    ("CHECK", finished, lambda a: draw(a).update(check=OTHER_SECRET), Code.CHECK, True),
    ("a place", finished, swap_places, Code.PLACE, True),
    ("a place less", finished, drop("places", 4), Code.PLACE_MISSING, True),
    ("the end of a shared group", finished, places_shared, Code.PLACE, True),
    ("what settled a place", finished, lambda a: a["places"][0].update(settled_by="lot"), Code.PLACE, True),
    ("a card sold twice", finished, sell_twice, Code.CARD_TWICE, True),
    ("a cash amount", finished, lambda a: money(a, "sale", "6.00"), Code.CASH_TOTAL, True),
    ("a cash amount, chains left alone", finished, lambda a: money(a, "sale", "6.00"), Code.CASH_CHAIN, False),
    ("a cash amount with the totals", finished, retotal, Code.CARD_MONEY, True),
    ("a cash total", finished, lambda a: a["cash_totals"]["by_kind"].update(sale="1.00"), Code.CASH_TOTAL, True),
    ("a total of a desk there is not", finished, lambda a: a["cash_totals"]["by_desk"].update(Bar="0.00"),
     Code.CASH_TOTAL, True),
    ("a sale that takes money out", finished, lambda a: money(a, "sale", "-5.00"), Code.CASH_SIGN, True),
    ("a void of nothing", finished, lambda a: a["cash"][3].update(kind="void", voids=99), Code.CASH_VOID, True),
    ("a cash entry less", finished, drop("cash", 3), Code.CASH_NUMBER, True),
    ("a price", finished, lambda a: a["cards"][0].update(price="6.00"), Code.CARD_MONEY, True),
    ("a journal entry", finished, lambda a: a["journal"][7].update(reason="anders"), Code.JOURNAL_CHAIN, False),
    ("a journal entry with a hash of its own", finished,
     lambda a: a["journal"][7].update(hash=hash_of({**a["journal"][7], "by": "Fremd"}), by="Fremd"),
     Code.JOURNAL_CHAIN, False),
    ("a journal entry less", finished, drop("journal", 7), Code.JOURNAL_NUMBER, True),
    ("the winner in the journal", finished, lambda a: last_entry(a, "result")["after"].update(winner=1),
     Code.JOURNAL_MATCH, True),
    ("the score in the journal", running, lambda a: last_entry(a, "result")["after"].update(score=[2, 1]),
     Code.JOURNAL_MATCH, True),
    ("the entry about a result less", running,
     lambda a: forget_entry(a, a["journal"].index(last_entry(a, "result"))), Code.JOURNAL_MATCH, True),
    ("the end in the journal less", finished, lambda a: forget_entry(a, -1), Code.JOURNAL_FINISH, True),
    ("a result after the end", finished, result_after_the_end, Code.JOURNAL_FINISH, True),
    ("the check of a draw in the journal", finished, lambda a: last_entry(a, "draw")["after"].update(check=OTHER_SECRET),
     Code.JOURNAL_DRAW, True),
    ("a missing match", finished, drop("matches"), Code.MATCH_MISSING, True),
    ("a missing match, all others renumbered", finished, renumbered, Code.MATCH_MISSING, True),
    ("the final less", finished, lambda a: a["matches"].remove(match(a, of=6)), Code.MATCH_MISSING, True),
    ("a placement match less", finished, lambda a: a["matches"].remove(match(a, stage="place5")),
     Code.MATCH_MISSING, True),
    # draws
    ("a seal", finished, lambda a: s0_of(a).update(seal=OTHER_SECRET), Code.SEAL, True),
    ("the beginning of the chain", finished, lambda a: s0_of(a).update(s0=OTHER_SECRET), Code.SEAL, True),
    ("the length of the chain", running, lambda a: s0_of(a).update(length=255), Code.SEAL, True),
    ("a chain that begins late", running, lambda a: s0_of(a).update(first_draw=2), Code.SEAL, True),
    ("FIELD gives somebody another's card", finished, new_round_field, Code.FIELD_MEMBERS, True),
    ("FIELD of another tournament", finished,
     lambda a: draw(a).update(field=draw(a)["field"].replace("id=probe", "id=other")), Code.FIELD, True),
    ("FIELD that is none", finished, lambda a: draw(a).update(field=draw(a)["field"] + " "), Code.FIELD, True),
    ("a step of the draw", finished, lambda a: draw(a)["steps"][2].reverse(), Code.WRONG_VALUE, True),
    ("a number in a step", finished, lambda a: draw(a)["steps"][2].__setitem__(1, 31), Code.STEPS, True),
    ("another method", finished, lambda a: draw(a, method="two-pot").update(method="fair"), Code.DRAW_METHOD, True),
    ("a draw by hand with a secret", by_hand, lambda a: draw(a, method="by-hand").update(secret=OTHER_SECRET),
     Code.HAND_DRAW, True),
    ("a slip drawn by hand", by_hand, lambda a: draw(a, method="by-hand")["steps"][0].__setitem__(1, 7),
     Code.HAND_DRAW, True),
    ("a slip less", by_hand, lambda a: draw(a, method="by-hand")["steps"].pop(), Code.HAND_DRAW, True),
    ("an annulled draw said to be valid", finished, lambda a: a["draws"][0].update(annulled=None),
     Code.DRAW_SEQUENCE, True),
    ("an annulled draw less", finished, drop("draws"), Code.DRAW_NUMBER, True),
    ("a card in a match of an annulled draw", finished,
     lambda a: a["draws"][0]["annulled"]["matches"][0].update(left=a["draws"][0]["annulled"]["matches"][1]["left"]),
     Code.MATCH_CARDS, True),
    ("the group of a lot", finished, lot_of, Code.LOT, True),
    ("the prepared FIELD", prepared,
     lambda a: a["prepared_draw"].update(field=a["prepared_draw"]["field"].replace("4:1", "5:1")),
     Code.PREPARED_DRAW, True),
    ("the secret of a draw to come", running, tell_next_secret, Code.SECRET_REVEALED, True),
    # matches
    ("the draw of a match", finished, lambda a: match(a).update(draw=3), Code.MATCH_CARDS, True),
    ("the pot number of a match", finished, lambda a: match(a).update(number=77), Code.MATCH_UNEXPECTED, True),
    ("left and right of the final", finished,
     lambda a: match(a, of=6).update(left=match(a, of=6)["right"], right=match(a, of=6)["left"]),
     Code.MATCH_CARDS, True),
    ("two matches counted the other way round", finished, swap_ids, Code.MATCH_NUMBER, True),
    ("a card nobody bought", finished, lambda a: match(a).update(left=999), Code.UNKNOWN_CARD, True),
    ("a match nobody decided, in a finished tournament", finished,
     lambda a: match(a, stage="place7").update(outcome="open", winner=None, score=None), Code.STATE, True),
    ("a walkover said to be played", running,
     lambda a: match(a, outcome="walkover").update(outcome="played", score=[0, 2]), Code.CARD_STATE, True),
    ("a bye with a winner of its own", by_hand, lambda a: match(a, outcome="bye").update(winner=None),
     Code.WINNER, True),
    ("a played match said to be one person's", finished, lambda a: match(a).update(outcome="self", score=None),
     Code.OUTCOME, True),
    ("another opponent in the fixed bracket", bracket,
     lambda a: match(a, of=2).update(right=match(a, of=1)["right"]), Code.MATCH_CARDS, True),
    ("Bummerl that give another score", running, lambda a: match(a).update(bummerl=["A3 A3 A1", "B3 B3 B1"]),
     Code.BUMMERL, True),
    ("rules nobody knows", running, lambda a: a["tournament"]["rules"].update(preset="haus"), Code.RULES, True),
    ("an earlier result that never was", exchanged, lambda a: match(a)["earlier"].append({"outcome": "retired"}),
     Code.EARLIER, True),
    # cards and people
    ("the state of a card", finished, lambda a: a["cards"][0].update(state="withdrawn"), Code.CARD_STATE, True),
    ("the owner of a card", finished, lambda a: a["cards"][0].update(start_number=2), Code.FIELD_MEMBERS, True),
    ("an owner there is not", finished, lambda a: a["cards"][0].update(start_number=99), Code.UNKNOWN_PERSON, True),
    ("a start number twice", finished, lambda a: a["people"][1].update(start_number=1), Code.PERSON_TWICE, True),
    ("a card less", finished, drop("cards", 0), Code.UNKNOWN_CARD, True),
    ("a refund of a card that plays", finished, lambda a: a["cards"][0].update(state="refunded"),
     Code.UNKNOWN_CARD, True),
    ("a withdrawal less", left, drop("withdrawals", 1), Code.CARD_STATE, True),
    ("the round a card left before", left, lambda a: a["withdrawals"][0].update(before_round=2),
     Code.WITHDRAWAL, True),
    ("a withdrawal said to be an exclusion", left, lambda a: a["withdrawals"][1].update(kind="excluded"),
     Code.CARD_STATE, True),
    ("somebody said to have stayed", left, lambda a: a["people"][0].update(withdrawn=False),
     Code.PERSON_WITHDRAWN, True),
    ("a move less", left, drop("card_moves"), Code.FIELD_MEMBERS, True),
    ("a move from somebody else", left, lambda a: a["card_moves"][0].update(to=8), Code.CARD_OWNER, True),
    ("an exchange less", exchanged, drop("exchanges"), Code.FIELD_MEMBERS, True),
    ("an exchange of other cards", exchanged, lambda a: a["exchanges"][0].update(to=a["exchanges"][0]["from"]),
     Code.EXCHANGE, True),
    ("a rebuy less", rebought, drop("rebuys"), Code.FIELD_MEMBERS, True),
    ("a rebuy where there is none", rebought, lambda a: a["tournament"].update(rebuy=False), Code.REBUY, True),
    # the tournament
    ("the size of the field", finished, lambda a: a["tournament"].update(numbers=32), Code.NUMBERS, True),
    ("the state", running, lambda a: a["tournament"].update(state="closed"), Code.STATE, True),
    ("the state finished", running, lambda a: a["tournament"].update(state="finished"), Code.JOURNAL_FINISH, True),
    ("the policy", finished, lambda a: a["tournament"].update(prize_policy="several"), Code.PRIZE, True),
    ("the Bummerl to win", finished, lambda a: a["tournament"].update(bummerl_to_win=3), Code.SCORE, True),
    ("a block switched off", finished, lambda a: a["tournament"].update(play_place3=False),
     Code.MATCH_UNEXPECTED, True),
    # prizes
    ("the winner of a prize", finished, lambda a: a["prizes"][0].update(winner=a["prizes"][1]["winner"]),
     Code.PRIZE, True),
    ("a prize without a winner", finished, lambda a: a["prizes"][3].update(winner=None, reason=None),
     Code.PRIZE, True),
    ("the card a prize was won with", finished, lambda a: a["prizes"][0]["reason"].update(card=5), Code.PRIZE, True),
    ("a prize handed out to nobody", running,
     lambda a: a["prizes"][0].update(handed_out_at="2026-01-10T18:38:40+00:00"), Code.PRIZE, True),
    ("a place before the end", running,
     lambda a: a["places"].append({"place": 1, "shared_until": None, "card": 1, "start_number": 1, "settled_by": None}),
     Code.PLACE, True),
    # the form
    ("a key less", finished, lambda a: a["matches"][0].pop("winner"), Code.MISSING_KEY, True),
    ("a word nobody knows", finished, lambda a: a["cards"][0].update(state="verloren"), Code.WRONG_VALUE, True),
    ("a broken number", finished, lambda a: a["cards"][0].update(number=1.5), Code.NOT_WHOLE_NUMBER, True),
    ("lists out of order", finished, lambda a: a["people"].reverse(), Code.WRONG_ORDER, True),
    ("an event after draws that never were", left, lambda a: a["withdrawals"][-1].update(after_draw=99),
     Code.UNKNOWN_DRAW, True),
    ("another format", finished, lambda a: a["tournament"].update(format="lives"), Code.FORMAT_UNSUPPORTED, True),
]  # fmt: skip


@pytest.mark.parametrize(
    "archive",
    [finished, running, by_hand, bracket, exchanged, left, rebought, prepared],
    ids=lambda each: each.__name__,
)
def test_what_is_forged_below_was_whole_before(archive):
    assert verify(archive()) == ()


@pytest.mark.parametrize(
    ("archive", "tamper", "code", "chains"), [row[1:] for row in TAMPERINGS], ids=[row[0] for row in TAMPERINGS]
)
def test_the_fault_is_named(archive, tamper, code, chains):
    changed = copy.deepcopy(archive())
    tamper(changed)
    found = verify(forged(changed, chains=chains) if code is not Code.NOT_WHOLE_NUMBER else changed)
    assert code in {each.code for each in found}, found
    assert all(each.where and each.text for each in found)


def test_any_change_breaks_the_digest():
    changed = copy.deepcopy(finished())
    changed["people"][0]["name"] = "Somebody Else"
    assert [each.code for each in verify(changed)] == [Code.DIGEST]


def test_all_deviations_are_named_not_only_the_first():
    changed = copy.deepcopy(finished())
    match(changed)["score"].reverse()
    draw(changed).update(public="1")
    changed["cash_totals"]["by_kind"]["sale"] = "0.00"
    assert {Code.SCORE, Code.RESULT, Code.CASH_TOTAL} <= {each.code for each in verify(forged(changed))}
