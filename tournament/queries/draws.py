"""What is to be drawn, what is prepared, and what was drawn: for the page of the draw."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from enum import Enum

from django.db.models import Count, Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament import convert
from tournament.domain import fair, knockout, psd1
from tournament.domain.psd1 import Field
from tournament.domain.records import Card
from tournament.domain.steps import DrawPlaces, DrawRound, MakeMatches
from tournament.domain.terms import CardState
from tournament.models import LIVE, Draw, DrawMethod, DrawStage, Match, MatchStage, PreparedDraw, State, Tournament

NO_RESULT = ("open", "bye", "self")


class Moment(Enum):
    """What the page of the draw is for just now."""

    SALE = "sale"
    DUE = "due"
    PREPARED = "prepared"
    BY_HAND = "by_hand"
    BEGIN = "begin"
    NOTHING_SOLD = "nothing_sold"
    WAITING = "waiting"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class DueDraw:
    """A draw that is due. `place`: first place of the group, for a lot. `fair_refused`: why not `fair`, or ""."""

    stage: DrawStage
    title: str
    numbers: int
    cards: int
    people: int
    place: int | None = None
    fair_refused: str = ""
    names: tuple[str, ...] = ()

    @property
    def byes(self) -> int:
        """How many cards advance without a match."""
        return 0 if self.stage == DrawStage.LOT else self.numbers - self.cards


@dataclass(frozen=True, slots=True)
class Prepared:
    """The FIELD that is shown to the hall, with the seal its secret will lead to."""

    number: int
    title: str
    stage: DrawStage
    method: str
    numbers: int
    cards: int
    people: int
    field: str
    field_hash: str
    seal: str
    by: str
    at: datetime

    @property
    def byes(self) -> int:
        """How many cards advance without a match."""
        return 0 if self.stage == DrawStage.LOT else self.numbers - self.cards


@dataclass(frozen=True, slots=True)
class DrawRow:
    """A draw that happened, for the list of draws."""

    number: int
    title: str
    method: str
    check: str
    by: str
    at: datetime
    annulled_at: datetime | None
    annulled_by: str
    annulled_reason: str


@dataclass(frozen=True, slots=True)
class DrawPage:
    """All the page of the draw shows. `waiting`: what is still open, in words."""

    moment: Moment
    due: tuple[DueDraw, ...] = ()
    prepared: Prepared | None = None
    waiting: tuple[str, ...] = ()
    sold: int = 0
    seal: str = ""
    rows: tuple[DrawRow, ...] = ()


def draw_page(tournament: Tournament) -> DrawPage:
    """What is due now; a fixed number of queries for each moment."""
    rows = draw_rows(tournament)
    seal = seal_for(tournament, (rows[-1].number if rows else 0) + 1)
    prepared = getattr(tournament, "prepared_draw", None)
    if prepared is not None:
        return DrawPage(Moment.PREPARED, prepared=_prepared(prepared, seal), seal=seal, rows=rows)
    if hasattr(tournament, "hand_draw"):
        return DrawPage(Moment.BY_HAND, seal=seal, rows=rows)
    if tournament.state == State.SALE:
        sold = tournament.cards.filter(state=CardState.IN).count()
        return DrawPage(Moment.SALE, sold=sold, seal=seal, rows=rows)
    if tournament.state == State.FINISHED:
        return DrawPage(Moment.OVER, seal=seal, rows=rows)
    return _running(tournament, seal, rows)


def _running(tournament: Tournament, seal: str, rows: tuple[DrawRow, ...]) -> DrawPage:
    due = knockout.due(convert.situation(tournament))
    cards = convert.cards_of(tournament, Q(state=CardState.IN))
    draws = [
        _due_round(tournament, step, cards) if isinstance(step, DrawRound) else _due_places(tournament, step)
        for step in due.steps
        if not isinstance(step, MakeMatches)
    ]
    if tournament.state == State.CLOSED and not draws:
        moment = Moment.BEGIN if cards else Moment.NOTHING_SOLD
        return DrawPage(moment, sold=len(cards), seal=seal, rows=rows)
    if not any(draw.stage == DrawStage.MAIN for draw in draws) and tournament.state == State.RUNNING:
        draws += _due_lots(tournament)
    if draws:
        return DrawPage(Moment.DUE, due=tuple(draws), seal=seal, rows=rows)
    waiting = open_in_words(tournament)
    return DrawPage(Moment.WAITING if waiting else Moment.OVER, waiting=waiting, seal=seal, rows=rows)


def _due_round(tournament: Tournament, step: DrawRound, cards: Iterable[Card]) -> DueDraw:
    counts = Counter(card.owner for card in cards)
    refused = ""
    if tournament.fixed_bracket:
        refused = _("Ein fester Turnierbaum wird mit zwei Töpfen oder mit der Hand gelost.")
    elif fair.too_costly(counts.values()):
        refused = _(
            "Mit „gleiche Chance“ könnte diese Auslosung Minuten dauern, weil wenige Personen sehr viele Karten halten. "
            "Bitte mit zwei Töpfen losen."
        )
    title = draw_title(DrawStage.MAIN, step.round, step.numbers)
    return DueDraw(DrawStage.MAIN, title, step.numbers, counts.total(), len(counts), fair_refused=refused)


def _due_places(tournament: Tournament, step: DrawPlaces) -> DueDraw:
    names = _names_of(tournament, step.cards)
    title = draw_title(DrawStage.PLACES, step.round, 4)
    return DueDraw(DrawStage.PLACES, title, 4, len(step.cards), len(set(names)), names=names)


def _due_lots(tournament: Tournament) -> list[DueDraw]:
    standing = convert.ranking(tournament)
    ties = convert.all_awards(tournament, standing).open_ties
    return [
        DueDraw(
            DrawStage.LOT,
            draw_title(DrawStage.LOT, 0, len(tie.cards), tie.first),
            len(tie.cards),
            len(tie.cards),
            len({standing.cards[number].owner for number in tie.cards}),
            place=tie.first,
        )
        for tie in ties
    ]


def _names_of(tournament: Tournament, numbers: Iterable[int]) -> tuple[str, ...]:
    """Who holds these cards, card by card, with the place: one query."""
    rows = tournament.cards.filter(number__in=list(numbers)).order_by("number")
    return tuple(
        f"{name} ({place})" if place else name for name, place in rows.values_list("owner__name", "owner__place")
    )


def _prepared(row: PreparedDraw, seal: str) -> Prepared:
    field = Field.parse(row.field)
    stage = DrawStage(row.stage)
    return Prepared(
        number=row.number, title=draw_title(stage, row.round, row.numbers, row.place), stage=stage,
        method=str(DrawMethod(row.method).label), numbers=row.numbers, cards=field.total, people=len(field.people),
        field=row.field, field_hash=psd1.hex_of(row.field), seal=seal, by=row.by, at=row.at,
    )  # fmt: skip


def draw_title(stage: DrawStage, round_: int, numbers: int, place: int | None = None) -> str:
    """What is drawn, in words: "Runde 2", "Runde 4 (Viertelfinale)", "Plätze 5 bis 8", "Los ab Platz 9"."""
    if stage == DrawStage.PLACES:
        return _("Plätze 5 bis 8")
    if stage == DrawStage.LOT:
        return _("Los ab Platz %(place)s") % {"place": place}
    known = {8: _("Viertelfinale"), 4: _("Halbfinale")}.get(numbers)
    if known and round_ > 1:
        return _("Runde %(round)s (%(name)s)") % {"round": round_, "name": known}
    return _("Runde %(round)s") % {"round": round_}


def open_in_words(tournament: Tournament) -> tuple[str, ...]:
    """What has to be decided before the next draw: "3 Begegnungen der Runde 2"; one query.

    A bye that a rebuy may still fill is open too, but nobody plays it: the rebuy has to be closed.
    """
    rows = Match.objects.filter(LIVE, tournament=tournament, outcome="open").values("stage", "round")
    found = rows.annotate(
        count=Count("pk", filter=Q(right_card__isnull=False)), byes=Count("pk", filter=Q(right_card=None))
    ).order_by("round", "stage")
    texts = []
    for row in found:
        if row["count"]:
            texts.append(_open_text(MatchStage(row["stage"]), row["round"], row["count"]))
        if row["byes"]:
            text = ngettext(
                "der Nachkauf: 1 Freilos ist noch zu haben",
                "der Nachkauf: %(count)s Freilose sind noch zu haben",
                row["byes"],
            )
            texts.append(text % {"count": row["byes"]})
    return tuple(texts)


def _open_text(stage: MatchStage, round_: int, count: int) -> str:
    values = {"count": count, "round": round_, "what": stage.label}
    if stage == MatchStage.MAIN:
        return ngettext("1 Begegnung der Runde %(round)s", "%(count)s Begegnungen der Runde %(round)s", count) % values
    if stage == MatchStage.PLACES:
        return (
            ngettext("1 Begegnung um die Plätze 5 bis 8", "%(count)s Begegnungen um die Plätze 5 bis 8", count) % values
        )
    return _("die Begegnung um %(what)s") % values


def seal_for(tournament: Tournament, number: int) -> str:
    """The published seal that draw `number` leads to: one query."""
    chain = tournament.chains.filter(first_draw__lte=number).order_by("-first_draw").values_list("seal", flat=True)
    return chain.first() or ""


def draw_rows(tournament: Tournament) -> tuple[DrawRow, ...]:
    """All draws in order, annulled ones included: one query."""
    columns = (
        "tournament", "number", "stage", "round", "numbers", "place", "method", "check_sum", "by", "at", "annulled_at", "annulled_by",
        "annulled_reason",
    )  # fmt: skip
    rows = tournament.draws.order_by("number").only(*columns)
    return tuple(
        DrawRow(
            number=row.number, title=draw_title(DrawStage(row.stage), row.round, row.numbers, row.place),
            method=str(DrawMethod(row.method).label), check=row.check_sum or "", by=row.by, at=row.at,
            annulled_at=row.annulled_at, annulled_by=row.annulled_by, annulled_reason=row.annulled_reason,
        )
        for row in rows
    )  # fmt: skip


def why_not_annul(tournament: Tournament, draw: Draw) -> str:
    """Why this draw cannot be annulled any more, in a sentence; "" while it can. At most four queries."""
    if draw.annulled_at is not None:
        return _("Diese Auslosung ist schon aufgehoben.")
    if tournament.state == State.FINISHED:
        return _("Das Turnier ist beendet.")
    if hasattr(tournament, "prepared_draw") or hasattr(tournament, "hand_draw"):
        return _("Es ist schon eine weitere Auslosung begonnen: zuerst diese verwerfen.")
    return _lot_counts(tournament) if draw.stage == DrawStage.LOT else _matches_count(tournament, draw)


def _lot_counts(tournament: Tournament) -> str:
    if tournament.prizes.filter(handed_out_at__isnull=False).exists():
        return _("Es sind schon Preise ausgegeben, die von diesem Los abhängen können.")
    return ""


def _matches_count(tournament: Tournament, draw: Draw) -> str:
    live = tournament.matches.filter(LIVE)
    if draw.stage == DrawStage.PLACES:
        depending = live.filter(stage__in=["place5-8", "place5", "place7"])
    else:
        later = tournament.draws.filter(number__gt=draw.number, annulled_at=None).exclude(stage=DrawStage.PLACES)
        if later.exists():
            return _("Danach ist schon wieder gelost worden: nur die letzte Auslosung kann aufgehoben werden.")
        followers = Q(stage="main", round__gt=draw.round) | Q(stage="place3", round__gte=draw.round)
        depending = live.filter(Q(draw=draw) | followers)
    if depending.exclude(outcome__in=NO_RESULT).exists():
        return _("Es ist schon ein Ergebnis eingetragen: die Auslosung gilt.")
    return ""
