"""Cards sold to the wrong person, or two namesakes mixed up: the owner changes, at any time, without touching the draw."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Max, Q
from django.utils.translation import gettext as _

from tournament import clock
from tournament.domain.journal_kinds import JournalKind
from tournament.models import LIVE, CardMove, CardState, EntryCard, Outcome, Role, Scope, Side, State, Tournament

from . import people
from .advance import advance
from .base import Actor, require_role, touch, use_case
from .errors import Problem, Refused, refuse
from .journal import Note, log
from .pending import require_nothing_pending
from .results import as_json


@dataclass(frozen=True, slots=True)
class Moved:
    """The cards that have another owner now, and matches that became self-meetings."""

    cards: tuple[int, ...]
    self_meetings: tuple[int, ...]


@use_case
def move(
    *,
    tournament: Tournament,
    actor: Actor,
    moves: Sequence[tuple[int, int]],
    reason: str,
    request_key: str | None = None,
) -> Moved:
    """Give cards to other owners: pairs of card number and the start number it belongs to; all of them or none.

    Only cards that have not lost. Two namesakes mixed up are put right in one go. An open match in which somebody
    would meet himself now resolves as every self-meeting does.
    """
    require_role(actor, *([Role.CASHIER] if tournament.state == State.SALE else []))
    require_nothing_pending(tournament)
    if tournament.state == State.FINISHED:
        raise refuse("state", _("Das Turnier ist beendet."))
    if not reason.strip():
        raise refuse("reason", _("Bitte den Grund eingeben."))
    wanted = dict(moves)
    cards = {card.number: card for card in tournament.cards.select_related("owner").filter(number__in=list(wanted))}
    problems = [
        Problem("card", _("Die Karte %(card)s gibt es nicht, oder sie ist nicht mehr im Spiel.") % {"card": number})
        for number in wanted
        if number not in cards or cards[number].state != CardState.IN
    ]
    if problems or not wanted:
        raise Refused(*problems or [Problem("card", _("Bitte eine Karte wählen."))])
    owners = {start: people.find(tournament, start) for start in set(wanted.values())}
    _require_limit(tournament, cards, wanted)
    last = tournament.card_moves.aggregate(last=Max("number"))["last"] or 0
    after_draw = tournament.draws.aggregate(last=Max("number"))["last"] or 0
    notes = []
    for number, start in sorted(wanted.items()):
        card = cards[number]
        if card.owner.start_number == start:
            continue
        last += 1
        CardMove.objects.create(
            tournament=tournament, number=last, card=card, from_person=card.owner, to_person=owners[start],
            after_draw=after_draw, reason=reason.strip(), by=actor.name, at=clock.now(),
        )  # fmt: skip
        before = {"start_number": card.owner.start_number}
        card.owner = owners[start]
        card.save(update_fields=["owner"])
        notes.append(
            Note(
                JournalKind.CARD_MOVED,
                f"card {number}",
                before=before,
                after={"start_number": start},
                reason=reason.strip(),
            )
        )
    if not notes:
        raise refuse("same", _("Die Karten gehören schon dieser Person."))
    log(tournament, actor, *notes)
    selves = _resolve_self_meetings(tournament, actor, [cards[number] for number in wanted])
    if selves:
        advance(tournament, actor)
    touch(tournament, Scope)
    return Moved(tuple(sorted(wanted)), tuple(selves))


def _require_limit(tournament: Tournament, cards: dict[int, EntryCard], wanted: dict[int, int]) -> None:
    """During the sale the limit per person holds; afterwards a card belongs to whom it belongs."""
    if tournament.state != State.SALE:
        return
    for start in set(wanted.values()):
        gets = sum(1 for number, to in wanted.items() if to == start and cards[number].owner.start_number != start)
        gives = sum(1 for number, to in wanted.items() if to != start and cards[number].owner.start_number == start)
        held = tournament.cards.filter(owner__start_number=start, state=CardState.IN).count()
        if held + gets - gives > tournament.max_cards_per_person:
            raise refuse(
                "limit", _("Höchstens %(limit)s Karten je Person.") % {"limit": tournament.max_cards_per_person}
            )


def _resolve_self_meetings(tournament: Tournament, actor: Actor, moved: Sequence[EntryCard]) -> list[int]:
    keys = [card.pk for card in moved]
    rows = tournament.matches.select_related("left_card", "right_card").filter(
        LIVE, Q(left_card__in=keys) | Q(right_card__in=keys), outcome=Outcome.OPEN
    )
    serials = []
    for row in rows.order_by("serial"):
        if row.left_card is None or row.right_card is None or row.left_card.owner_id != row.right_card.owner_id:
            continue
        row.outcome, row.winner_side, row.decided_at, row.reported_by = Outcome.SELF, Side.LEFT, clock.now(), actor.name
        row.version += 1
        row.save(update_fields=["outcome", "winner_side", "decided_at", "reported_by", "version"])
        if row.stage == "main":
            tournament.cards.filter(pk=row.right_card.pk).update(state=CardState.OUT)
        log(tournament, actor, Note(JournalKind.SELF_MEETING, f"match {row.serial}", after=as_json(row)))
        serials.append(row.serial)
    return serials
