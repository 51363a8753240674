"""Prizes: described, ties settled by play-off, handed out; and the end of the tournament."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from django.db.models import F
from django.utils.translation import gettext as _

from tournament import clock, convert
from tournament.domain import awards, knockout, names, placements
from tournament.domain.journal_kinds import JournalKind
from tournament.models import (
    DrawStage,
    EntryCard,
    Person,
    Place,
    PlayOff,
    Prize,
    Role,
    Scope,
    State,
    TiePolicy,
    Tournament,
)

from . import draws
from .base import Actor, require_role, require_version, touch, use_case
from .errors import NotFound, Problem, refuse, refuse_all
from .journal import Note, log

SCOPES = (Scope.PRIZES, Scope.BOARD)


@dataclass(frozen=True, slots=True)
class PrizeData:
    """A prize of the main ranking as it is typed."""

    place: int
    description: str = ""
    value: Decimal | None = None
    sponsor: str = ""


@dataclass(frozen=True, slots=True)
class PrizesSet:
    """How many prizes there are now."""

    count: int


@dataclass(frozen=True, slots=True)
class HandedOut:
    """The prize and the start number it went to."""

    place: int
    start_number: int


@dataclass(frozen=True, slots=True)
class Settled:
    """The first place of the group that was settled."""

    place: int


@dataclass(frozen=True, slots=True)
class Finished:
    """How many cards are ranked."""

    ranked: int


@use_case
def set_prizes(
    *,
    tournament: Tournament,
    actor: Actor,
    prizes: Sequence[PrizeData],
    version: int | None = None,
    request_key: str | None = None,
) -> PrizesSet:
    """Write the list of prizes of the main ranking, ranks 1 ... n without a gap; refused for one that was handed out."""
    require_role(actor)
    require_version(version, tournament.version)
    if tournament.state == State.FINISHED:
        raise refuse("state", _("Das Turnier ist beendet."))
    if sorted(prize.place for prize in prizes) != list(range(1, len(prizes) + 1)) or len(prizes) > 4096:
        raise refuse("place", _("Die Preise werden von 1 an durchgezählt, jeder einmal."))
    problems = [
        Problem("value", _("%(place)s. Preis: der Wert darf nicht negativ sein.") % {"place": prize.place})
        for prize in prizes
        if prize.value is not None and not 0 <= prize.value <= Decimal("9999999.99")
    ]
    refuse_all(problems)
    old = {prize.place: prize for prize in tournament.prizes.filter(ranking=None)}
    for number, prize in old.items():
        if prize.handed_out_at and number > len(prizes):
            raise refuse(
                "handed_out",
                _("Der %(place)s. Preis ist schon ausgegeben und kann nicht wegfallen.") % {"place": number},
            )
    tournament.prizes.filter(ranking=None, place__gt=len(prizes)).delete()
    for data in prizes:
        row = old.get(data.place) or Prize(tournament=tournament, place=data.place)
        row.description, row.sponsor = (
            names.clean_text(text, limit=limit) for text, limit in ((data.description, 200), (data.sponsor, 120))
        )
        row.value = data.value
        row.save()
    tournament.version = F("version") + 1
    tournament.save(update_fields=["version"])
    log(tournament, actor, Note(JournalKind.PRIZES, "tournament", after={"count": len(prizes)}))
    touch(tournament, SCOPES)
    return PrizesSet(len(prizes))


def tie_group(tournament: Tournament, place: int) -> tuple[int, ...]:
    """The card numbers of the open tie that begins at `place` and that a prize depends on; refused where there is none."""
    standing = convert.ranking(tournament)
    for tie in convert.prize_awards(tournament, standing).open_ties:
        if tie.first == place:
            return tie.cards
    raise refuse(
        "no_tie", _("Um Platz %(place)s ist nichts zu entscheiden, wovon ein Preis abhängt.") % {"place": place}
    )


@use_case
def prepare_lot(*, tournament: Tournament, actor: Actor, place: int, request_key: str | None = None) -> Settled:
    """Prepare the lot (PSD1) over the whole tie group that begins at `place`; it is drawn like every other draw."""
    require_role(actor)
    group = tie_group(tournament, place)
    if tournament.tie_policy == TiePolicy.PLAY_OFF:
        # The Ausschreibung announced a play-off; a lot is what is left when the players have gone home.
        log(
            tournament,
            actor,
            Note(JournalKind.SETTINGS, "tournament", before={"tie_policy": "play_off"}, after={"tie_policy": "lot"}),
        )
    draws.prepare(tournament=tournament, actor=actor, stage=DrawStage.LOT, place=place, group=group)
    return Settled(place)


@use_case
def record_play_off(
    *,
    tournament: Tournament,
    actor: Actor,
    place: int,
    order: Sequence[int],
    note: str = "",
    request_key: str | None = None,
) -> Settled:
    """Record the order of a tie group as a play-off (Stechen) gave it: all its card numbers, best first."""
    require_role(actor)
    draws.require_nothing_pending(tournament)
    group = tie_group(tournament, place)
    if sorted(order) != sorted(group):
        raise refuse(
            "order",
            _("Bitte jede Karte der Gruppe genau einmal nennen: %(cards)s.") % {"cards": ", ".join(map(str, group))},
        )
    PlayOff.objects.create(
        tournament=tournament,
        place=place,
        card_numbers=list(order),
        note=names.clean_text(note, limit=200),
        by=actor.name,
        at=clock.now(),
    )
    log(tournament, actor, Note(JournalKind.PLAY_OFF, f"place {place}", after={"order": list(order)}))
    touch(tournament, SCOPES)
    return Settled(place)


@use_case
def hand_out(*, tournament: Tournament, actor: Actor, place: int, request_key: str | None = None) -> HandedOut:
    """Note that the prize of this rank was handed to its winner.

    Refused while the rank is not certain, and while a card of the winner is still in play. After the end it is noted
    behind the `finish` entry, which is then renewed, so that a finished tournament still ends with it.
    """
    require_role(actor, Role.CASHIER)
    prize = tournament.prizes.select_related("winner").filter(ranking=None, place=place).first()
    if prize is None:
        raise NotFound(Problem("prize", _("Einen %(place)s. Preis gibt es nicht.") % {"place": place}))
    if prize.handed_out_at is not None:
        raise refuse("handed_out", _("Der %(place)s. Preis ist schon ausgegeben.") % {"place": place})
    standing = convert.ranking(tournament)
    given = next((award for award in convert.prize_awards(tournament, standing).awarded if award.rank == place), None)
    if given is None:
        raise refuse("not_certain", _("Wer den %(place)s. Preis bekommt, steht noch nicht fest.") % {"place": place})
    if given.owner is None:
        raise refuse("shared", _("Dieser Preis wird geteilt; bitte die Anteile im Kassabuch als Ausgabe buchen."))
    if not awards.may_be_handed_out(given.owner, standing.cards, standing.rows, standing.departures):
        raise refuse(
            "still_in_play", _("Eine Karte dieser Person ist noch im Spiel: der Preis wird erst danach ausgegeben.")
        )
    _write_award(tournament, prize, given)
    prize.handed_out_at, prize.handed_out_by = clock.now(), actor.name
    prize.save()
    notes = [Note(JournalKind.PRIZE_HANDED_OUT, f"prize {place}", after={"start_number": given.owner})]
    if tournament.state == State.FINISHED:
        notes.append(Note(JournalKind.FINISH, "tournament", after={"ranked": tournament.places.count()}))
    log(tournament, actor, *notes)
    touch(tournament, SCOPES)
    return HandedOut(place, given.owner)


def _write_award(tournament: Tournament, prize: Prize, given: awards.Award) -> None:
    prize.winner = tournament.people.get(start_number=given.owner) if given.owner is not None else None
    prize.reason_place = given.place if given.card is not None else None
    prize.reason_card = tournament.cards.get(number=given.card) if given.card is not None else None
    prize.shared_with = list(given.shared_with)


@use_case
def finish(*, tournament: Tournament, actor: Actor, request_key: str | None = None) -> Finished:
    """End the tournament: places and prizes are written down, the start of the secret chain may be published.

    Refused while a match, a draw or a tie is open, each named.
    """
    require_role(actor)
    draws.require_running(tournament)
    draws.require_nothing_pending(tournament)
    due = knockout.due(convert.situation(tournament))
    standing = convert.ranking(tournament)
    problems = []
    if not due.over:
        problems.append(Problem("open", _("Es sind noch Begegnungen oder Auslosungen offen.")))
    else:
        for tie in convert.prize_awards(tournament, standing).open_ties:
            text = _("Um die Plätze %(first)s bis %(last)s ist noch zu entscheiden: ein Preis hängt davon ab.")
            problems.append(Problem("tie", text % {"first": tie.first, "last": tie.last}))
    refuse_all(problems)
    _write_places(tournament, standing.rows)
    given = {award.rank: award for award in convert.prize_awards(tournament, standing).awarded}
    for prize in tournament.prizes.filter(ranking=None):
        if prize.place in given and prize.handed_out_at is None:
            _write_award(tournament, prize, given[prize.place])
            prize.save()
    tournament.state = State.FINISHED
    tournament.save(update_fields=["state"])
    log(tournament, actor, Note(JournalKind.FINISH, "tournament", after={"ranked": len(standing.rows)}))
    touch(tournament, Scope)
    return Finished(len(standing.rows))


def _write_places(tournament: Tournament, rows: Sequence[placements.PlaceRow]) -> None:
    cards = dict(EntryCard.objects.filter(tournament=tournament).values_list("number", "pk"))
    people = dict(Person.objects.filter(tournament=tournament).values_list("start_number", "pk"))
    Place.objects.bulk_create(
        [
            Place(
                tournament=tournament,
                place=row.place,
                shared_until=row.shared_until,
                card_id=cards[row.card],
                person_id=people[row.owner],
                settled_by=row.settled_by.value if row.settled_by else None,
            )  # fmt: skip
            for row in rows
        ],
        batch_size=500,
    )


@use_case
def reopen(*, tournament: Tournament, actor: Actor, reason: str, request_key: str | None = None) -> Finished:
    """Take the end back, with a reason: places are worked out anew when it is finished again."""
    require_role(actor)
    if tournament.state != State.FINISHED:
        raise refuse("state", _("Das Turnier ist nicht beendet."))
    if not reason.strip():
        raise refuse("reason", _("Bitte den Grund eingeben."))
    tournament.places.all().delete()
    tournament.prizes.filter(handed_out_at=None).update(
        winner=None, reason_place=None, reason_card=None, shared_with=[]
    )
    tournament.state = State.RUNNING
    tournament.save(update_fields=["state"])
    log(tournament, actor, Note(JournalKind.REOPEN, "tournament", reason=reason.strip()))
    touch(tournament, Scope)
    return Finished(0)
