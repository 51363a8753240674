"""What follows by itself: final, placement matches, rounds of a fixed bracket, byes and self-meetings."""

from collections.abc import Iterable

from django.db.models import Max

from tournament import clock, convert
from tournament.domain import knockout
from tournament.domain.journal_kinds import JournalKind
from tournament.models import LIVE, CardState, Draw, EntryCard, Match, Outcome, Side, State, Tournament

from .base import Actor
from .journal import Note, log

BY_THEMSELVES = {Outcome.BYE: JournalKind.BYE, Outcome.SELF: JournalKind.SELF_MEETING}


def advance(tournament: Tournament, actor: Actor) -> knockout.Due:
    """Make every match that follows without a draw; returns what is still due (draws) and whether all is over.

    Inside a use case, after anything was decided.
    """
    while True:
        due = knockout.due(convert.situation(tournament))
        made = [new for step in due.steps if isinstance(step, knockout.MakeMatches) for new in step.matches]
        if not made:
            return due
        store_matches(tournament, actor, made, draw=None)


def bummerl_for(tournament: Tournament, stage: str, numbers: int) -> int:
    """Bummerl to win in a match of a main round of this size; placement matches use the default."""
    override = tournament.bummerl_overrides.get(str(numbers)) if stage == "main" else None
    return override or tournament.bummerl_to_win


def store_matches(
    tournament: Tournament, actor: Actor, made: Iterable[knockout.NewMatch], *, draw: Draw | None
) -> list[Match]:
    """Store new matches in pot order with serials, hand in the right card of each self-meeting, note what resolved itself."""
    made = sorted(made, key=lambda new: new.number) if draw else list(made)
    wanted = {number for new in made for number in (new.left, new.right) if number is not None}
    ids = _card_ids(tournament, wanted)
    serial = tournament.matches.aggregate(last=Max("serial"))["last"] or 0
    at = clock.now()
    bracket_draw = None
    if any(new.from_bracket for new in made):
        bracket_draw = tournament.draws.filter(annulled_at=None, stage="main", round=1).first()
    rows = []
    for new in made:
        serial += 1
        resolved = new.outcome != "open"
        rows.append(
            Match(
                tournament=tournament,
                serial=serial,
                draw=bracket_draw if new.from_bracket else draw,
                round=new.round,
                numbers=new.numbers,
                stage=new.stage.value,
                number=new.number,
                left_card_id=ids.get(new.left),
                right_card_id=ids.get(new.right),
                bummerl_to_win=bummerl_for(tournament, new.stage.value, new.numbers),
                outcome=new.outcome.value,
                winner_side=_side(new),
                created_at=at,
                decided_at=at if resolved else None,
                reported_by=actor.name if resolved else "",
            )  # fmt: skip
        )
    Match.objects.bulk_create(rows, batch_size=500)
    handed_in = [ids[new.right] for new in made if new.outcome == "self" and new.right is not None]
    for start in range(0, len(handed_in), 500):
        EntryCard.objects.filter(pk__in=handed_in[start : start + 500]).update(state=CardState.OUT)
    log(
        tournament,
        actor,
        *(
            _note(row.serial, new, drawn=draw is not None)
            for row, new in zip(rows, made, strict=True)
            if not draw or new.outcome != "open"
        ),
    )
    if tournament.state == State.CLOSED:
        tournament.state = State.RUNNING
        tournament.save(update_fields=["state"])
    return rows


def _side(new: knockout.NewMatch) -> str | None:
    if new.winner is None:
        return None
    return Side.LEFT if new.winner == new.left else Side.RIGHT


def _note(serial: int, new: knockout.NewMatch, *, drawn: bool) -> Note:
    kind = BY_THEMSELVES.get(Outcome(new.outcome.value), JournalKind.MATCH_MADE)
    after = {"outcome": new.outcome.value, "winner": new.winner, "score": None}
    if not drawn:
        after |= {"stage": new.stage.value, "number": new.number, "left": new.left, "right": new.right}
    return Note(kind, f"match {serial}", after=after)


def _card_ids(tournament: Tournament, numbers: set[int]) -> dict[int | None, int]:
    rows = (
        tournament.cards.filter(number__gte=min(numbers), number__lte=max(numbers)).values_list("number", "pk")
        if numbers
        else []
    )
    return {number: pk for number, pk in rows if number in numbers}


def live_main_exists(tournament: Tournament) -> bool:
    """Whether any main match stands."""
    return tournament.matches.filter(LIVE, stage="main").exists()
