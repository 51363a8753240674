"""Prizes: described, ties settled by play-off, handed out; and the end of the tournament."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from django.db.models import F
from django.utils.translation import gettext as _

from tournament import clock, convert
from tournament.domain import knockout, names, placements
from tournament.domain.extra_rankings import same_label
from tournament.domain.journal_kinds import JournalKind
from tournament.models import (
    DrawStage,
    EntryCard,
    Person,
    Place,
    PlayOff,
    Prize,
    Scope,
    State,
    TiePolicy,
    Tournament,
)
from tournament.translated import translated

from . import draws
from .base import Actor, require_role, require_version, touch, use_case
from .errors import Problem, refuse, refuse_all
from .handing_out import HandedOut, award_of, elsewhere, hand_out, take_back, title, write_award
from .journal import Note, log
from .pending import require_nothing_pending

SCOPES = (Scope.PRIZES, Scope.BOARD)


@dataclass(frozen=True, slots=True)
class PrizeData:
    """A prize of the main ranking as it is typed."""

    place: int
    description: str = ""
    value: Decimal | None = None
    sponsor: str = ""


@dataclass(frozen=True, slots=True)
class ExtraPrizeData:
    """A prize of an extra ranking as it is typed: `ranking` a category, or `extra_rankings.CLUBS`."""

    ranking: str
    description: str = ""
    value: Decimal | None = None
    sponsor: str = ""


@dataclass(frozen=True, slots=True)
class PrizesSet:
    """How many prizes there are now."""

    count: int


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
        _write(row, data)
    tournament.version = F("version") + 1
    tournament.save(update_fields=["version"])
    log(tournament, actor, Note(JournalKind.PRIZES, "tournament", after={"count": len(prizes)}))
    touch(tournament, SCOPES)
    return PrizesSet(len(prizes))


@use_case
def set_extra_prizes(
    *,
    tournament: Tournament,
    actor: Actor,
    prizes: Sequence[ExtraPrizeData],
    version: int | None = None,
    request_key: str | None = None,
) -> PrizesSet:
    """Write the list of prizes of the extra rankings, each ranking's prizes from its first one down.

    Refused without a name of the ranking, and for a list that leaves out a prize that was handed out.
    """
    require_role(actor)
    require_version(version, tournament.version)
    if tournament.state == State.FINISHED:
        raise refuse("state", _("Das Turnier ist beendet."))
    wanted: dict[tuple[str, int], ExtraPrizeData] = {}
    spelled: dict[str, str] = {}
    counts: dict[str, int] = {}
    for data in prizes:
        label = _clean(data.ranking, 60)
        if not label:
            raise refuse("ranking", _("Bitte zu jedem Sonderpreis die Wertung eingeben, zum Beispiel: Damen."))
        label = spelled.setdefault(same_label(label), label)
        counts[label] = counts.get(label, 0) + 1
        wanted[label, counts[label]] = data
    old = {(prize.ranking or "", prize.place): prize for prize in tournament.prizes.exclude(ranking=None)}
    for key, prize in old.items():
        if key not in wanted:
            if prize.handed_out_at:
                text = _("%(prize)s ist schon ausgegeben und kann nicht wegfallen.")
                raise refuse("handed_out", text % {"prize": title(prize.place, prize.ranking)})
            prize.delete()
    for (label, place), data in wanted.items():
        row = old.get((label, place)) or Prize(tournament=tournament, ranking=label, place=place)
        _write(row, data)
    tournament.version = F("version") + 1
    tournament.save(update_fields=["version"])
    after = {"count": len(wanted), "rankings": sorted(counts)}
    log(tournament, actor, Note(JournalKind.PRIZES, "tournament", after=after))
    touch(tournament, SCOPES)
    return PrizesSet(len(wanted))


def _clean(text: str, limit: int) -> str:
    try:
        return names.clean_text(text, limit=limit)
    except names.InvalidText as error:
        raise refuse("description", translated(error.message)) from error


def _write(row: Prize, data: PrizeData | ExtraPrizeData) -> None:
    if data.value is not None and not 0 <= data.value <= Decimal("9999999.99"):
        raise refuse("value", _("Der Wert eines Preises darf nicht negativ sein."))
    row.description, row.sponsor = _clean(data.description, 200), _clean(data.sponsor, 120)
    row.value = data.value
    row.save()


def tie_group(tournament: Tournament, place: int) -> tuple[int, ...]:
    """The card numbers of the open tie that begins at `place` and that a prize depends on; refused where there is none."""
    standing = convert.ranking(tournament)
    for tie in convert.all_awards(tournament, standing).open_ties:
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
        tournament.tie_policy = TiePolicy.LOT
        tournament.save(update_fields=["tie_policy"])
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
    require_nothing_pending(tournament)
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
def finish(*, tournament: Tournament, actor: Actor, request_key: str | None = None) -> Finished:
    """End the tournament: places and prizes are written down, the start of the secret chain may be published.

    Refused while a match, a draw or a tie is open, or a prize is with somebody it does not belong to; each named.
    """
    require_role(actor)
    draws.require_running(tournament)
    require_nothing_pending(tournament)
    due = knockout.due(convert.situation(tournament))
    standing = convert.ranking(tournament)
    made = convert.all_awards(tournament, standing)
    problems = []
    if not due.over:
        problems.append(Problem("open", _("Es sind noch Begegnungen oder Auslosungen offen.")))
    else:
        for tie in made.open_ties:
            text = _("Um die Plätze %(first)s bis %(last)s ist noch zu entscheiden: ein Preis hängt davon ab.")
            problems.append(Problem("tie", text % {"first": tie.first, "last": tie.last}))
        if not made.open_ties:
            problems += elsewhere(tournament, made)
    refuse_all(problems)
    _write_places(tournament, standing.rows)
    for prize in tournament.prizes.select_related("winner"):
        given = award_of(made, prize)
        if given is not None:
            write_award(tournament, prize, given)
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


__all__ = [
    "ExtraPrizeData", "Finished", "HandedOut", "PrizeData", "PrizesSet", "Settled", "finish", "hand_out", "prepare_lot", "record_play_off",
    "reopen", "set_extra_prizes", "set_prizes", "take_back", "tie_group",
]  # fmt: skip
