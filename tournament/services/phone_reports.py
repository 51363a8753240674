"""Results reported by the phone at a table: they count at once, or wait until the desk confirms them."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournament import clock
from tournament.domain.journal_kinds import JournalKind
from tournament.models import Match, Outcome, PhoneReport, PhoneTally, Role, Scope, Side, Tournament
from tournament.queries.phones import is_reported, seen

from . import results
from .base import Actor, require_role, touch, use_case
from .errors import Conflict, NotFound, Problem, refuse
from .journal import Note, log
from .other_players import told_of
from .reports import Report, checked
from .tallies import rules_of
from .taps import fold_into, phone_actor, playable, tally_of

SCOPES = (Scope.ROUND, Scope.BOARD, Scope.TAPS)


@dataclass(frozen=True, slots=True)
class Reported:
    """The serial of the match, and whether the result counts already (else it waits for the desk)."""

    serial: int
    counts: bool


@use_case
def report(
    *,
    tournament: Tournament,
    match: int,
    device: str,
    winner: Side,
    score: tuple[int, int],
    players: str = "",
    request_key: str | None = None,
) -> Reported:
    """Report the result of a match from its phone; `score` is (left, right). The tally goes with it if it agrees.

    Reported again with the same `request_key` it changes nothing, even where the desk has rejected it since.
    `device` "": from the plain form, which knows no taps. Conflict: `ended`, played by `others` now, `reported` already, counted by another
    phone (`not_holder`). Refused: the taps say otherwise (`differs`), or whatever is wrong with the score.
    """
    row = playable(tournament, match, players)
    if players and not seen(row).is_shown_as(players):
        raise Conflict(Problem("others", _("Diese Begegnung spielen seit einer Berichtigung andere.")))
    if is_reported(row):
        raise Conflict(Problem("reported", _("Das Ergebnis ist schon gemeldet und wartet auf die Turnierleitung.")))
    tally = tally_of(row)
    if device and tally.device and tally.device != device:
        raise Conflict(Problem("not_holder", _("Ein anderes Handy schreibt bei dieser Begegnung mit.")))
    given = Report(Outcome.PLAYED, winner, score, _texts(tournament, row, tally, device, winner, score))
    if tournament.phone_results_count_at_once:
        results.record(tournament=tournament, actor=phone_actor(row), match=row.serial, report=given)
        touch(tournament, [Scope.TAPS])
        return Reported(row.serial, counts=True)
    given, _findings = checked(tournament, row, given)
    PhoneReport.objects.create(
        match=row, device=device, winner_side=winner, score_left=score[0], score_right=score[1],
        bummerl=list(given.bummerl) if given.bummerl else None, at=clock.now(),
    )  # fmt: skip
    _see_anew(tally)
    log(
        tournament,
        phone_actor(row),
        Note(JournalKind.PHONE_REPORT, f"match {row.serial}", after=told_of(row, winner, score)),
    )
    touch(tournament, SCOPES)
    return Reported(row.serial, counts=False)


@use_case
def confirm(
    *, tournament: Tournament, actor: Actor, match: int, report: int | None = None, request_key: str | None = None
) -> Reported:
    """Record the result that waits for this match (its serial); whoever confirms answers for it.

    `report`: the id of the one that was seen; Conflict if it does not wait any more, though another one may.
    """
    require_role(actor, Role.SCORER)
    waiting = _waiting(tournament, match, report)
    given = Report(
        Outcome.PLAYED, Side(waiting.winner_side), (waiting.score_left, waiting.score_right),
        tuple(waiting.bummerl) if waiting.bummerl else None,
    )  # fmt: skip
    results.record(tournament=tournament, actor=actor, match=match, report=given)
    _settle(waiting, actor, PhoneReport.State.CONFIRMED)
    touch(tournament, [Scope.TAPS])
    return Reported(match, counts=True)


@use_case
def reject(
    *, tournament: Tournament, actor: Actor, match: int, report: int | None = None, request_key: str | None = None
) -> Reported:
    """Throw away the report that waits (`report` as in `confirm`); the phone may go on and report again."""
    require_role(actor, Role.SCORER)
    waiting = _waiting(tournament, match, report)
    row = results.find(tournament, match)
    _settle(waiting, actor, PhoneReport.State.REJECTED)
    _see_anew(tally_of(row))
    told = told_of(row, Side(waiting.winner_side), (waiting.score_left, waiting.score_right))
    log(tournament, actor, Note(JournalKind.PHONE_REPORT_REJECTED, f"match {row.serial}", before=told))
    touch(tournament, SCOPES)
    return Reported(match, counts=False)


def _texts(
    tournament: Tournament, row: Match, tally: PhoneTally, device: str, winner: Side, score: tuple[int, int]
) -> tuple[str, ...] | None:
    """The tally, if it was tapped to the end; a result that contradicts it is refused.

    A result may go on from a tally that was not: nobody has fewer Bummerl than he has there.
    """
    standing = fold_into(tally, rules_of(tournament), row.bummerl_to_win)
    if standing.winner is None:
        if any(given < tapped for given, tapped in zip(score, standing.score, strict=True)):
            raise refuse("differs", _impossible(standing.score, counts_here=tally.device == device))
        return None
    if (standing.winner.value, standing.score) != (winner.value, score):
        raise refuse(
            "differs",
            _("Die Striche ergeben %(score)s. Bitte zuerst den falschen Strich zurücknehmen.")
            % {"score": "{}:{}".format(*standing.score)},
        )
    return standing.texts


def _impossible(score: tuple[int, int], *, counts_here: bool) -> str:
    text = (
        _(
            "Nach den Strichen steht es schon %(score)s. Bitte die falschen Striche zurücknehmen, "
            "oder die Turnierleitung trägt das Ergebnis ein."
        )
        if counts_here
        else _(
            "Ein anderes Handy schreibt mit, dort steht es schon %(score)s. Bitte dort die falschen Striche zurücknehmen, "
            "oder die Turnierleitung trägt das Ergebnis ein."
        )
    )
    return text % {"score": "{}:{}".format(*score)}


def _waiting(tournament: Tournament, serial: int, report: int | None) -> PhoneReport:
    waiting = PhoneReport.objects.filter(
        match__tournament=tournament, match__serial=serial, state=PhoneReport.State.WAITING
    )
    found = waiting.filter(**{} if report is None else {"pk": report}).first()
    if found is None:
        if not tournament.matches.filter(serial=serial).exists():
            raise NotFound(Problem("match", _("Diese Begegnung gibt es in diesem Turnier nicht.")))
        raise Conflict(Problem("settled", _("Diese Meldung ist schon erledigt.")))
    return found


def _settle(waiting: PhoneReport, actor: Actor, state: PhoneReport.State) -> None:
    waiting.state, waiting.settled_by, waiting.settled_at = state, actor.name, clock.now()
    waiting.save(update_fields=["state", "settled_by", "settled_at"])


def _see_anew(tally: PhoneTally) -> None:
    """The phones at the table look at their match again."""
    tally.version += 1
    tally.save()
