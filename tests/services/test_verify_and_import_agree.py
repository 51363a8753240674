"""What `verify` passes `import` takes, and what `import` refuses for its form `verify` names: one leaf after the other is
replaced, left out, or an entry doubled, chains and digest made to fit again as a forger would.

Every twentieth of them here; all of them by hand: `PREISSCHNAPSEN_LEAVES=1 pytest tests/services/test_verify_and_import_agree.py`.
"""

from __future__ import annotations

import copy
import json
import os
from collections.abc import Iterator
from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.db import transaction

from tests.domain.tampering import Path, at, forged, leaves
from tests.factories import CASHIER, DIRECTOR, SCORER, close, draw, fresh, make_tournament, open_matches, play_on, sell
from tournament import clock
from tournament.domain import tap_fold
from tournament.domain.archive import ArchiveError, dump
from tournament.domain.terms import Side as DomainSide
from tournament.domain.verification import verify
from tournament.models import CashKind, Side, Tournament
from tournament.queries.archives import archive as written
from tournament.services import (
    cards,
    cash,
    hand_draws,
    phone_reports,
    prizes,
    sellers,
    taps,
    tournaments,
    withdrawals,
)
from tournament.services.archives import import_archive
from tournament.services.base import Actor
from tournament.services.errors import Refused
from tournament.services.people import PersonData
from tournament.services.prizes import PrizeData

pytestmark = pytest.mark.django_db
EVERY = int(os.environ.get("PREISSCHNAPSEN_LEAVES", "20"))

VALUES: tuple[Any, ...] = (
    None, "", " ", "x" * 41, "x" * 61, "x" * 121, "x" * 201, "x" * 600, "../x", "mit Leerzeichen", "Ä", "einfach", "de",
    "123456.78", "1234567.89", "12345678.90", "123456789.01", "-1.00", 0, -1, 1, 2, 7, 100, 40_000, 10**9, 10**9 + 1, True,
    [], {}, [1], {"a": 1}, "2026-01-10T18:38:41+00:00", "0001-01-01T00:00:00+00:00", "9999-12-31T23:59:59+00:00", "a" * 64,
    "http://192.168.1.20:8000", "javascript:x",
)  # fmt: skip
GONE = object()


def selling() -> Tournament:
    """Sold, reserved, paid, taken back, moved on a seller's account, booked, cancelled, counted."""
    tournament = make_tournament(cards_offered=8, max_cards_per_person=4)
    sell(tournament, 2, 1)
    given: dict[str, Any] = {"tournament": tournament, "actor": CASHIER}
    who = PersonData("Moar Sepp", "Weiz", "FF", ("Damen",), ("Anna", "Berta"), "spät", "0664 1")
    cards.reserve(cards=2, new_person=who, until=clock.now() + timedelta(hours=1), **given)
    cards.reserve(cards=1, new_person=PersonData("Kern"), **given)
    cards.reserve(cards=1, new_person=PersonData("Lang"), **given)
    cards.pay_reservation(number=1, **given)
    cards.release_reservation(number=2, **given)
    cards.refund(cards=[1], reason="krank", **given)
    sellers.add(name="Maria", cards=5, **given)
    cash.book(kind=CashKind.FLOAT_IN, amount=Decimal(50), text="", **given)
    entry = cash.book(kind=CashKind.EXPENSE, amount=Decimal(5), text="Kreide", **given)
    cash.void(number=entry.number, reason="doppelt", **given)
    cash.count(coins={100: 3}, **given)
    prizes.set_prizes(tournament=tournament, actor=DIRECTOR, prizes=[PrizeData(1, "Ein Ferkel", Decimal(80), "Moser")])
    return fresh(tournament)


def running() -> Tournament:
    """A match called, tapped and reported by phone, a card withdrawn; the second draw is typed in by hand."""
    tournament = make_tournament(cards_offered=8, max_cards_per_person=4)
    sell(tournament, 2, 2, 2, 1)
    close(tournament)
    draw(tournament)
    tournaments.change_settings(
        tournament=fresh(tournament), actor=DIRECTOR, settings={"phone_results_count_at_once": False}
    )
    first, second = open_matches(tournament)[:2]
    tap = taps.GivenTap(1, tap_fold.Tap(tap_fold.TapKind.DEAL, DomainSide.LEFT, 2))
    taps.deliver(tournament=fresh(tournament), match=first, device="a" * 16, term=0, taps=[tap])
    phone_reports.report(tournament=fresh(tournament), match=second, device="", winner=Side.LEFT, score=(2, 1))
    withdrawals.withdraw(tournament=tournament, actor=SCORER, cards=[7], reason="krank")
    return fresh(tournament)


def by_hand() -> Tournament:
    tournament = make_tournament(cards_offered=8, max_cards_per_person=4, method="by-hand")
    sell(tournament, 2, 2, 2, 1)
    close(tournament)
    hand_draws.start(tournament=fresh(tournament), actor=DIRECTOR)
    hand_draws.add_slip(tournament=fresh(tournament), actor=DIRECTOR, pot="left", number=1, card=1)
    return fresh(tournament)


def finished() -> Tournament:
    tournament = make_tournament(cards_offered=8, max_cards_per_person=4)
    prizes.set_prizes(
        tournament=tournament, actor=DIRECTOR, prizes=[PrizeData(1, "Ein Ferkel", Decimal(80), "Moser"), PrizeData(2)]
    )
    sell(tournament, 2, 2, 2, 1)
    close(tournament)
    draw(tournament)
    play_on(tournament)
    prizes.hand_out(tournament=fresh(tournament), actor=Actor("karl"), place=1)
    prizes.finish(tournament=fresh(tournament), actor=DIRECTOR)
    return fresh(tournament)


def kinds_of_places(archive: dict[str, Any]) -> list[Path]:
    """One path of each kind: positions and keys of free maps do not matter."""
    found: dict[tuple[str, ...], Path] = {}
    for path in leaves(archive):
        kind = tuple("*" if isinstance(step, int) else step for step in path)
        # What is told differs by the kind of the entry; hashes are made to fit anyway.
        if path[0] in {"journal", "cash"} and path[-1] in {"hash", "prev"}:
            continue
        found.setdefault(kind, path)
    return list(found.values())


def forgeries(archive: dict[str, Any]) -> Iterator[tuple[Path, object, dict[str, Any]]]:
    for path in kinds_of_places(archive):
        for value in (*VALUES, GONE):
            changed = copy.deepcopy(archive)
            holder = at(changed, path[:-1])
            if value is GONE:
                del holder[path[-1]]
            else:
                holder[path[-1]] = value
            if path == ("tournament", "slug") and value is not GONE:
                changed["tournament"]["psd1"]["id"] = value
            yield path, value, forged(changed, chains=True)
    for name, entries in archive.items():
        if isinstance(entries, list) and entries:
            changed = copy.deepcopy(archive)
            changed[name].append(copy.deepcopy(entries[-1]))
            yield (name,), "twice", forged(changed, chains=True)


@pytest.mark.parametrize("evening", [selling, running, by_hand, finished], ids=lambda each: each.__name__)
def test_what_verify_passes_import_takes(evening: Any) -> None:
    tournament = evening()
    whole = json.loads(dump(written(tournament)))
    assert verify(whole) == ()
    tournament.slug = "das-original"
    tournament.save(update_fields=["slug"])
    surprises, passed = [], 0
    for number, (path, value, changed) in enumerate(forgeries(whole)):
        if number % EVERY and value not in ("../x", "twice"):
            continue
        if verify(changed):
            continue
        passed += 1
        try:
            with transaction.atomic():
                import_archive(dump(changed).encode(), "anna")
                transaction.set_rollback(True)
        except (ArchiveError, Refused) as error:
            surprises.append((path, value if value is not GONE else "gone", str(error)))
        except Exception as error:
            surprises.append((path, value if value is not GONE else "gone", f"{type(error).__name__}: {error}"))
    assert surprises == [], "\n".join(f"SURPRISE {where} {value!r}: {why}"[:220] for where, value, why in surprises)
    assert passed > 5


@pytest.mark.parametrize(
    "change",
    [{"slug": "../x"}, {"slug": ""}, {"slug": "x" * 65}, {"slug": "a b"}, {"name": "x" * 121}, {"name": ""}, {"venue": "x" * 121}, {"venue": 7},
     {"paper_language": "deutsch"}, {"rules": {"preset": "gibt-es-nicht", "changed": {}}}, {"rules": {"preset": "turnier-scharf", "changed": {"x": 1}}},
     {"card_price": "1234567.00"}, {"public_address": "x" * 201}, {"starts_at": "morgen"}, {"play_place5": False}, {"lives": 10}],
    ids=str,
)  # fmt: skip
def test_what_import_refuses_for_its_form_verify_names(change: dict[str, Any]) -> None:
    tournament = selling()
    changed = json.loads(dump(written(tournament)))
    tournament.slug = "das-original"
    tournament.save(update_fields=["slug"])
    changed["tournament"] |= change
    changed["tournament"]["psd1"]["id"] = changed["tournament"]["slug"]
    changed = forged(changed, chains=True)
    named = [each for each in verify(changed) if each.where.startswith("tournament")]
    assert named
    with pytest.raises(Refused):
        import_archive(dump(changed).encode(), "anna")
