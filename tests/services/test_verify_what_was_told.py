"""A forger who renews every hash is still caught where the journal and the rest of the file tell two stories."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from tests.domain.tampering import forged
from tests.factories import DIRECTOR, close, drawn_tournament, fresh, make_tournament, play_on, played_tournament, sell
from tests.services.test_verify_and_import_agree import selling
from tournament.domain.archive import dump
from tournament.domain.verification import verify
from tournament.models import Tournament
from tournament.queries.archives import archive as written
from tournament.services import card_moves, draws, prizes, tournaments
from tournament.services.prizes import PrizeData

pytestmark = pytest.mark.django_db
Archive = dict[str, Any]


def entry(archive: Archive, kind: str, position: int = 0) -> Archive:
    return [each for each in archive["journal"] if each["kind"] == kind][position]


def match(archive: Archive, **wanted: object) -> Archive:
    return next(each for each in archive["matches"] if all(each[key] == value for key, value in wanted.items()))


def closed() -> Tournament:
    """A card was moved to somebody else; the sale closed, opened again and closed."""
    tournament = make_tournament(cards_offered=8, max_cards_per_person=4)
    sell(tournament, 2, 2, 1)
    card_moves.move(tournament=tournament, actor=DIRECTOR, moves=[(1, 2)], reason="falscher Name")
    close(tournament)
    tournaments.reopen_sale(tournament=fresh(tournament), actor=DIRECTOR)
    sell(fresh(tournament), 1)
    return close(fresh(tournament))


def finished() -> Tournament:
    tournament = played_tournament(2, 2, 2, 1, 1)
    prizes.finish(tournament=fresh(tournament), actor=DIRECTOR)
    return fresh(tournament)


def with_a_lot() -> Tournament:
    """Places 9 to 16 are shared until the lot ranks them."""
    tournament = drawn_tournament(*[1] * 16, cards_offered=16)
    prizes.set_prizes(tournament=tournament, actor=DIRECTOR, prizes=[PrizeData(n) for n in range(1, 10)])
    play_on(tournament)
    prizes.prepare_lot(tournament=fresh(tournament), actor=DIRECTOR, place=9)
    draws.carry_out(tournament=fresh(tournament), actor=DIRECTOR, public=["4711"])
    return fresh(tournament)


FORGERIES: dict[str, tuple[Callable[[], Tournament], Callable[[Archive], Any], str]] = {
    "a refund of another card": (selling, lambda a: entry(a, "cards_refunded")["before"].update(cards=[2]), "journal_sale"),
    "a refund of a card there is not": (selling, lambda a: entry(a, "cards_refunded")["before"].update(cards=[99]), "journal_sale"),
    "another amount paid out": (selling, lambda a: entry(a, "cards_refunded")["after"].update(amount="-4.00"), "journal_sale"),
    "a refund to somebody else": (selling, lambda a: entry(a, "cards_refunded").update(subject="person 2"), "journal_sale"),
    "a refund nobody wrote down": (selling, lambda a: entry(a, "cards_refunded").update(kind="person_changed", before=None, after=None), "journal_sale"),
    "a sale to somebody else": (selling, lambda a: entry(a, "cards_sold").update(subject="person 2"), "journal_sale"),
    "a sale nobody wrote down": (selling, lambda a: entry(a, "cards_sold").update(kind="person_changed", before=None, after=None), "journal_sale"),
    "a reservation for somebody else": (selling, lambda a: entry(a, "reserved").update(subject="person 1"), "journal_sale"),
    "a reservation of more cards": (selling, lambda a: entry(a, "reserved")["after"].update(cards=4), "journal_sale"),
    "a reservation that was paid": (selling, lambda a: a["reservations"][2].update(state="paid"), "journal_sale"),
    "a reservation that was released": (selling, lambda a: a["reservations"][0].update(state="released"), "journal_sale"),
    "a reservation less": (selling, lambda a: a["reservations"].pop(), "journal_sale"),
    "a moved card sold to its last owner": (closed, lambda a: entry(a, "cards_sold").update(subject="person 2"), "journal_sale"),
    "another number sold at the end of the sale": (closed, lambda a: entry(a, "sale_closed")["after"].update(sold=7), "journal_sale"),
    "another number sold when first closed": (closed, lambda a: entry(a, "sale_closed", -1)["after"].update(sold=5), "journal_sale"),
    "another size of the field": (closed, lambda a: entry(a, "sale_closed", -1)["after"].update(numbers=16), "numbers"),
    "another number of places": (finished, lambda a: entry(a, "finish")["after"].update(ranked=7), "journal_finish"),
    "other opponents in a match made": (finished, lambda a: entry(a, "match_made")["after"].update(left=8), "journal_match"),
    "another match made": (finished, lambda a: entry(a, "match_made")["after"].update(number=9), "journal_match"),
    "another reporter in the match": (finished, lambda a: match(a, outcome="played").update(reported_by="eva"), "journal_match"),
    "another reporter in the journal": (finished, lambda a: entry(a, "result").update(by="eva"), "journal_match"),
    "a round for a lot": (with_a_lot, lambda a: a["draws"][-1].update(round=1), "draw_method"),
}  # fmt: skip


@pytest.mark.parametrize("name", FORGERIES)
def test_what_the_journal_tells_otherwise_is_named(name: str) -> None:
    evening, forge, code = FORGERIES[name]
    whole = json.loads(dump(written(evening())))
    assert verify(whole) == ()
    forge(whole)
    assert code in {str(each.code) for each in verify(forged(whole, chains=True))}
