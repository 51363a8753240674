"""Prizes handed out and taken back; what is written down of who won which."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournament import clock, convert
from tournament.domain import awards
from tournament.domain.extra_rankings import CLUBS, ClubAward
from tournament.domain.journal_kinds import JournalKind
from tournament.models import Person, Prize, Role, Scope, State, Tournament

from .base import Actor, require_role, touch, use_case
from .errors import NotFound, Problem, refuse
from .journal import Note, log

SCOPES = (Scope.PRIZES, Scope.BOARD)


@dataclass(frozen=True, slots=True)
class HandedOut:
    """The prize and the start number it went to, or came back from."""

    place: int
    start_number: int
    ranking: str | None = None


@use_case
def hand_out(
    *,
    tournament: Tournament,
    actor: Actor,
    place: int,
    ranking: str | None = None,
    to: int | None = None,
    request_key: str | None = None,
) -> HandedOut:
    """Note that the prize of this rank was handed to its winner; a club's prize goes `to` one of its participants.

    Refused while the rank is not certain, and while a card of the winner is still in play. After the end it is noted
    behind the `finish` entry, which is then renewed, so that a finished tournament still ends with it.
    """
    require_role(actor, Role.CASHIER)
    prize = _find(tournament, place, ranking)
    if tournament.state not in (State.RUNNING, State.FINISHED):
        raise refuse("state", _("Preise werden ausgegeben, wenn gespielt ist."))
    if prize.handed_out_at is not None:
        raise refuse("handed_out", _("%(prize)s ist schon ausgegeben.") % {"prize": title(place, ranking)})
    standing = convert.ranking(tournament)
    given = award_of(convert.all_awards(tournament, standing), prize)
    if given is None:
        text = _("Wer den Preis bekommt, steht noch nicht fest: %(prize)s.")
        raise refuse("not_certain", text % {"prize": title(place, ranking)})
    winner = _representative(given, to) if isinstance(given, ClubAward) else _winner(given, standing)
    write_award(tournament, prize, given)
    prize.winner = tournament.people.get(start_number=winner)
    prize.handed_out_at, prize.handed_out_by = clock.now(), actor.name
    prize.save()
    _note(tournament, actor, Note(JournalKind.PRIZE_HANDED_OUT, f"prize {place}", after=_told(winner, ranking)))
    return HandedOut(place, winner, ranking)


def _winner(given: awards.Award, standing: convert.Ranking) -> int:
    if given.owner is None:
        raise refuse("shared", _("Dieser Preis wird geteilt; bitte die Anteile im Kassabuch als Ausgabe buchen."))
    if not awards.may_be_handed_out(given.owner, standing.cards, standing.rows, standing.departures):
        raise refuse(
            "still_in_play", _("Eine Karte dieser Person ist noch im Spiel: der Preis wird erst danach ausgegeben.")
        )
    return given.owner


def _representative(given: ClubAward, to: int | None) -> int:
    if len(given.clubs) > 1:
        raise refuse(
            "shared", _("Dieser Preis wird unter mehreren Vereinen geteilt; bitte die Anteile selbst ausgeben.")
        )
    if to not in given.members:
        raise refuse("to", _("Bitte wählen, wer den Preis für den Verein übernimmt."))
    return to


@use_case
def take_back(
    *,
    tournament: Tournament,
    actor: Actor,
    place: int,
    reason: str,
    ranking: str | None = None,
    request_key: str | None = None,
) -> HandedOut:
    """A prize that was handed out comes back, with a reason: after a correction it belongs to somebody else."""
    require_role(actor)
    prize = _find(tournament, place, ranking)
    if prize.handed_out_at is None or prize.winner is None:
        raise refuse("not_out", _("%(prize)s ist nicht ausgegeben.") % {"prize": title(place, ranking)})
    if not reason.strip():
        raise refuse("reason", _("Bitte den Grund eingeben."))
    from_whom = prize.winner.start_number
    prize.handed_out_at, prize.handed_out_by = None, ""
    finished = tournament.state == State.FINISHED
    if not finished:
        prize.winner, prize.reason_place, prize.reason_card, prize.shared_with = None, None, None, []
    elif ranking == CLUBS:
        prize.winner = None
    prize.save()
    note = Note(
        JournalKind.PRIZE_TAKEN_BACK, f"prize {place}", before=_told(from_whom, ranking), reason=reason.strip()
    )  # fmt: skip
    _note(tournament, actor, note)
    return HandedOut(place, from_whom, ranking)


def _find(tournament: Tournament, place: int, ranking: str | None) -> Prize:
    prize = tournament.prizes.select_related("winner").filter(ranking=ranking, place=place).first()
    if prize is None:
        raise NotFound(Problem("prize", _("Diesen Preis gibt es nicht: %(prize)s.") % {"prize": title(place, ranking)}))
    return prize


def _told(start_number: int, ranking: str | None) -> dict[str, object]:
    return {"start_number": start_number} | ({} if ranking is None else {"ranking": ranking})


def _note(tournament: Tournament, actor: Actor, note: Note) -> None:
    notes = [note]
    if tournament.state == State.FINISHED:
        notes.append(Note(JournalKind.FINISH, "tournament", after={"ranked": tournament.places.count()}))
    log(tournament, actor, *notes)
    touch(tournament, SCOPES)


def title(place: int, ranking: str | None) -> str:
    """What a prize is called: "2. Preis", "1. Preis Damen", "1. Preis der Vereine"."""
    plain = _("%(place)s. Preis") % {"place": place}
    if ranking is None:
        return plain
    return _("%(prize)s der Vereine") % {"prize": plain} if ranking == CLUBS else f"{plain} {ranking}"


def award_of(made: convert.AllAwards, prize: Prize) -> awards.Award | ClubAward | None:
    """Who wins this prize, as far as it is certain."""
    if prize.ranking == CLUBS:
        return next((given for given in made.extra.clubs if given.rank == prize.place), None)
    found = made.main if prize.ranking is None else made.extra.categories.get(prize.ranking)
    return next((given for given in found.awarded if given.rank == prize.place), None) if found is not None else None


def write_award(tournament: Tournament, prize: Prize, given: awards.Award | ClubAward) -> None:
    """Put winner and reason into the row, not saved; who took a club's prize stays."""
    if isinstance(given, ClubAward):
        prize.reason_place, prize.reason_card, prize.shared_with = None, None, list(given.members)
        return
    prize.winner = _person(tournament, given.owner)
    prize.reason_place = given.place if given.card is not None else None
    prize.reason_card = tournament.cards.get(number=given.card) if given.card is not None else None
    prize.shared_with = list(given.shared_with)


def _person(tournament: Tournament, start_number: int | None) -> Person | None:
    return tournament.people.get(start_number=start_number) if start_number is not None else None


def is_elsewhere(prize: Prize, given: awards.Award | ClubAward | None) -> bool:
    """Whether a prize that was handed out is with somebody it does not belong to (any more)."""
    if prize.handed_out_at is None or prize.winner is None:
        return False
    if given is None:
        return True
    if isinstance(given, ClubAward):
        return prize.winner.start_number not in given.members or len(given.clubs) > 1
    return given.owner != prize.winner.start_number


def elsewhere(tournament: Tournament, made: convert.AllAwards) -> Iterator[Problem]:
    """Every handed-out prize that belongs to somebody else now: it must be taken back before the end. One query."""
    for prize in tournament.prizes.select_related("winner").filter(handed_out_at__isnull=False):
        if is_elsewhere(prize, award_of(made, prize)) and prize.winner is not None:
            text = _(
                "%(prize)s ist an Startnummer %(number)s ausgegeben und gehört jetzt jemand anderem: bitte zurückholen."
            )
            values = {"prize": title(prize.place, prize.ranking), "number": prize.winner.start_number}
            yield Problem("elsewhere", text % values)
