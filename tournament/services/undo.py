"""Undo of the last own action at the desk, within ten minutes, where nothing depends on it yet. Nothing is deleted:
a sale is undone by a refund, a result by a correction, an entry of the cash book by a void."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db.models import Exists, OuterRef
from django.utils.translation import gettext as _

from tournament import clock
from tournament.domain.journal_kinds import JournalKind
from tournament.models import CardState, JournalEntry, Reservation, Role, Scope, State, Tournament
from tournament.translated import UNDONE

from . import cards, cash, corrections, people, results
from .base import Actor, require_role, touch, use_case
from .errors import Conflict, Forbidden, Problem, ServiceError, refuse
from .journal import Note, log
from .pending import require_nothing_pending
from .reports import REPORTED

WITHIN = timedelta(minutes=10)
#: What stands in the journal as the reason: an entry that undoes another one is not undone in turn.
REASON = UNDONE
#: What can be undone at the cash desk, and by whom results are entered.
AT_THE_DESK = (
    JournalKind.CARDS_SOLD, JournalKind.CARDS_REFUNDED, JournalKind.RESERVED, JournalKind.RESERVATION_PAID,
    JournalKind.RESERVATION_RELEASED, JournalKind.CASH,
)  # fmt: skip
IN_THE_ROUND = (JournalKind.RESULT,)
#: Entries of the same person that are more than a remark; after one of these the one before is not the last action.
ACTIONS_AT_THE_DESK = (
    *AT_THE_DESK,
    JournalKind.CASH_VOID,
    JournalKind.REBUY,
    JournalKind.LIST_TAKEN_IN,
    JournalKind.CARD_MOVED,
)
ACTIONS_IN_THE_ROUND = (
    *IN_THE_ROUND, JournalKind.CORRECTION, JournalKind.WITHDRAWAL, JournalKind.EXCLUSION, JournalKind.ROLL_BACK,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Undone:
    """The journal entry that was undone, and its kind."""

    entry: int
    kind: str


def last_action(tournament: Tournament, actor: Actor, *, at_the_desk: bool) -> JournalEntry | None:
    """The last own action here, if it can be undone at all (`offered` says whether it can be as things are now)."""
    actions = ACTIONS_AT_THE_DESK if at_the_desk else ACTIONS_IN_THE_ROUND
    wanted = AT_THE_DESK if at_the_desk else IN_THE_ROUND
    list_with_it = tournament.journal.filter(kind=JournalKind.LIST_TAKEN_IN, by=actor.name, at=OuterRef("at"))
    entry = (
        tournament.journal.filter(by=actor.name, kind__in=[kind.value for kind in actions])
        .annotate(of_a_list=Exists(list_with_it)).order_by("-number").first()
    )  # fmt: skip
    if (
        entry is None
        or entry.of_a_list
        or entry.kind not in wanted
        or entry.reason == REASON
        or clock.now() - entry.at > WITHIN
    ):
        return None
    return entry


def offered(tournament: Tournament, actor: Actor, *, at_the_desk: bool) -> JournalEntry | None:
    """The last own action where it can be undone as things are now: what a page may offer."""
    entry = last_action(tournament, actor, at_the_desk=at_the_desk)
    if entry is None:
        return None
    try:
        _REQUIRED[JournalKind(entry.kind)](tournament, actor, entry)
    except ServiceError:
        return None
    return entry


@use_case
def undo(
    *, tournament: Tournament, actor: Actor, entry: int, at_the_desk: bool, request_key: str | None = None
) -> Undone:
    """Undo the action with this journal number; refused with a reason where something depends on it.

    Conflict when it is not the last own one any more, or ten minutes are over.
    """
    require_role(actor, Role.CASHIER if at_the_desk else Role.SCORER)
    found = last_action(tournament, actor, at_the_desk=at_the_desk)
    if found is None or found.number != entry:
        raise Conflict(
            Problem(
                "undo",
                _(
                    "Das lässt sich nicht mehr rückgängig machen: es ist zu lang her, oder es ist schon etwas danach gekommen."
                ),
            )
        )
    kind = JournalKind(found.kind)
    _REQUIRED[kind](tournament, actor, found)
    _HOW[kind](tournament, actor, found)
    return Undone(entry, found.kind)


def _sale(tournament: Tournament, actor: Actor, entry: JournalEntry) -> None:
    cards.refund(tournament=tournament, actor=actor, cards=_told(entry.after)["cards"], reason=REASON)


def _refund(tournament: Tournament, actor: Actor, entry: JournalEntry) -> None:
    """The cards are sold again under new numbers: numbers are not used twice."""
    count = len(_told(entry.before)["cards"])
    cards.sell(tournament=tournament, actor=actor, cards=count, start_number=_number(entry))


def _reservation(tournament: Tournament, actor: Actor, entry: JournalEntry) -> None:
    cards.release_reservation(tournament=tournament, actor=actor, number=_told(entry.after)["reservation"])


def _payment(tournament: Tournament, actor: Actor, entry: JournalEntry) -> None:
    cards.refund(tournament=tournament, actor=actor, cards=_told(entry.after)["cards"], reason=REASON)
    _open_again(tournament, actor, _told(entry.after)["reservation"], entry.subject)


def _release(tournament: Tournament, actor: Actor, entry: JournalEntry) -> None:
    _open_again(tournament, actor, _told(entry.before)["reservation"], entry.subject)


def _open_again(tournament: Tournament, actor: Actor, number: int, subject: str) -> None:
    tournament.reservations.filter(number=number).update(state=Reservation.State.OPEN, ended_at=None)
    wish = tournament.reservations.get(number=number)
    after = {"reservation": number, "cards": wish.cards}
    log(tournament, actor, Note(JournalKind.RESERVED, subject, after=after, reason=REASON))
    touch(tournament, [Scope.SALE])


def _cash(tournament: Tournament, actor: Actor, entry: JournalEntry) -> None:
    cash.void(tournament=tournament, actor=actor, number=_number(entry), reason=REASON)


def _told(value: Any) -> dict[str, Any]:
    """What an entry says of before or after."""
    return value if isinstance(value, dict) else {}


def _number(entry: JournalEntry) -> int:
    return int(entry.subject.rpartition(" ")[2])


def _result(tournament: Tournament, actor: Actor, entry: JournalEntry) -> None:
    """Back to open, as a correction in the journal; the old result is kept."""
    row = results.find(tournament, _number(entry))
    before = results.as_json(row)
    results.keep_old(row)
    results.open_again(row)
    if row.stage == "main":
        sides = [card for card in (row.left_card_id, row.right_card_id) if card is not None]
        tournament.cards.filter(pk__in=sides, state=CardState.OUT).update(state=CardState.IN)
    log(
        tournament, actor,
        Note(JournalKind.CORRECTION, f"match {row.serial}", before=before, after=results.as_json(row), reason=REASON),
    )  # fmt: skip
    touch(tournament, results.SCOPES)


def _require_refundable(tournament: Tournament, actor: Actor, entry: JournalEntry) -> None:
    cards.refundable(tournament, _told(entry.after)["cards"])


def _require_sale_again(tournament: Tournament, actor: Actor, entry: JournalEntry) -> None:
    numbers = _told(entry.before)["cards"]
    cards.require_sale(tournament, people.find(tournament, _number(entry)), len(numbers))
    if tournament.cards.filter(number__in=numbers).exclude(price=tournament.card_price).exists():
        raise refuse("price", _("Der Kartenpreis hat sich geändert: bitte neu verkaufen."))


def _require_releasable(tournament: Tournament, actor: Actor, entry: JournalEntry) -> None:
    cards.releasable(tournament, _told(entry.after)["reservation"])


def _require_open_sale(tournament: Tournament, actor: Actor, entry: JournalEntry) -> None:
    if tournament.state != State.SALE:
        raise refuse("state", _("Der Verkauf ist geschlossen."))


def _require_voidable(tournament: Tournament, actor: Actor, entry: JournalEntry) -> None:
    cash.voidable(tournament, _number(entry))


def _require_free(tournament: Tournament, actor: Actor, entry: JournalEntry) -> None:
    """Nothing was drawn, made or settled after it, and it came from a report."""
    row = results.find(tournament, _number(entry))
    if tournament.state != State.RUNNING:
        raise refuse("state", _("Das Turnier ist beendet."))
    if row.outcome not in REPORTED or row.annulled_with_id is not None:
        raise refuse("changed", _("Diese Begegnung hat sich inzwischen geändert."))
    if row.reported_by != actor.name:
        raise Forbidden(Problem("role", _("Rückgängig machen kann nur, wer es eingetragen hat.")))
    require_nothing_pending(tournament)
    sides = {card.number for card in (row.left_card, row.right_card) if card is not None}
    left = {number for numbers in tournament.withdrawals.values_list("card_numbers", flat=True) for number in numbers}
    if sides & left:
        raise refuse("left", _("Eine der beiden Karten ist zurückgezogen oder ausgeschlossen; dieses Ergebnis bleibt."))
    if corrections.followers_of(tournament, row):
        raise refuse(
            "follows",
            _(
                "Aus diesem Ergebnis ist schon eine Begegnung entstanden. Bitte die Turnierleitung um eine Berichtigung."
            ),
        )


#: What must hold for each kind to be undone; raises ServiceError, writes nothing.
_REQUIRED: Mapping[JournalKind, Callable[[Tournament, Actor, JournalEntry], None]] = {
    JournalKind.CARDS_SOLD: _require_refundable,
    JournalKind.CARDS_REFUNDED: _require_sale_again,
    JournalKind.RESERVED: _require_releasable,
    JournalKind.RESERVATION_PAID: _require_refundable,
    JournalKind.RESERVATION_RELEASED: _require_open_sale,
    JournalKind.CASH: _require_voidable,
    JournalKind.RESULT: _require_free,
}
_HOW: Mapping[JournalKind, Callable[[Tournament, Actor, JournalEntry], Any]] = {
    JournalKind.CARDS_SOLD: _sale,
    JournalKind.CARDS_REFUNDED: _refund,
    JournalKind.RESERVED: _reservation,
    JournalKind.RESERVATION_PAID: _payment,
    JournalKind.RESERVATION_RELEASED: _release,
    JournalKind.CASH: _cash,
    JournalKind.RESULT: _result,
}
