"""Draws by PSD1: prepared (FIELD fixed and shown), carried out, annulled. Computed and stored first, shown afterwards."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Q
from django.utils.translation import gettext as _

from tournament import clock, convert
from tournament.domain import fair, knockout, psd1
from tournament.domain.journal_kinds import JournalKind
from tournament.domain.psd1 import DrawError, Field
from tournament.domain.records import Card
from tournament.domain.terms import Outcome, Stage
from tournament.models import (
    LIVE,
    CardState,
    Draw,
    DrawMethod,
    DrawStage,
    EntryCard,
    Match,
    PreparedDraw,
    Scope,
    SealChain,
    Side,
    State,
    Tournament,
)
from tournament.translated import said

from . import rebuys
from .advance import advance, store_matches
from .backups import backed_up_before
from .base import Actor, require_role, touch, use_case
from .errors import Problem, Refused, refuse
from .journal import Note, log
from .pending import require_nothing_pending
from .seals import begin_chain_if_lost

SCOPES = (Scope.DRAW, Scope.ROUND, Scope.PRIZES, Scope.BOARD, Scope.SALE)
#: No byes and self-meetings: what makes a draw final.
NOT_A_RESULT = (Outcome.OPEN.value, Outcome.BYE.value, Outcome.SELF.value)


@dataclass(frozen=True, slots=True)
class Prepared:
    """What will be drawn: the number of the draw, its FIELD, and HEX(FIELD)."""

    number: int
    field: str
    field_hash: str


@dataclass(frozen=True, slots=True)
class CarriedOut:
    """The draw's number, its round and CHECK."""

    number: int
    round: int
    check: str


@dataclass(frozen=True, slots=True)
class Begun:
    """The round that was made without a draw."""

    round: int


def next_number(tournament: Tournament) -> int:
    """The number of the next draw; refused after 256."""
    number = (tournament.draws.order_by("-number").values_list("number", flat=True).first() or 0) + 1
    if number > psd1.CHAIN_LENGTH:
        raise refuse("draw_limit", _("Mehr als 256 Auslosungen sind in einem Turnier nicht möglich."))
    return number


def chain_for(tournament: Tournament, number: int) -> SealChain:
    """The chain that draw `number` reveals its secret from."""
    chain = tournament.chains.filter(first_draw__lte=number).order_by("-first_draw").first()
    if chain is None or chain.s0 is None:
        raise refuse(
            "chain",
            _(
                "Das Geheimnis zu diesem Siegel ist nicht auf diesem Gerät. Bitte die Vorbereitung verwerfen und neu beginnen: dann gilt ein neues Siegel."
            ),
        )
    return chain


def require_running(tournament: Tournament) -> None:
    """Refuse before the sale is closed and after the end."""
    if tournament.state == State.SALE:
        raise refuse("state", _("Der Verkauf läuft noch. Bitte zuerst den Verkauf schließen."))
    if tournament.state == State.FINISHED:
        raise refuse("state", _("Das Turnier ist beendet."))


def due_round(tournament: Tournament) -> tuple[knockout.DrawRound, tuple[Card, ...]]:
    """The main round that is due to be drawn and the cards in it; refused where none is."""
    due = knockout.due(convert.situation(tournament))
    step = next((step for step in due.steps if isinstance(step, knockout.DrawRound)), None)
    if step is None:
        raise refuse(
            "not_due",
            _("Jetzt ist keine Runde zu losen: es sind noch Begegnungen offen, oder es steht schon alles fest."),
        )
    return step, tuple(convert.cards_of(tournament, Q(state=CardState.IN)))


@backed_up_before
@use_case
def prepare(
    *,
    tournament: Tournament,
    actor: Actor,
    stage: DrawStage = DrawStage.MAIN,
    method: DrawMethod | None = None,
    place: int | None = None,
    group: Sequence[int] = (),
    request_key: str | None = None,
) -> Prepared:
    """Fix the FIELD of the draw that is due: the next round, places 5 to 8, or the lot over a tie group.

    From now on it is shown and nothing may change it, until the draw is carried out or discarded. `method` overrides
    the tournament's for this round; `place` and `group` (card numbers) only for a lot.
    """
    require_role(actor)
    require_running(tournament)
    require_nothing_pending(tournament)
    number = next_number(tournament)
    if stage == DrawStage.MAIN:
        step, cards = due_round(tournament)
        chosen = method or DrawMethod(tournament.method)
        if chosen not in (DrawMethod.TWO_POT, DrawMethod.FAIR):
            raise refuse("method", _("Mit der Hand wird auf der Seite „Handauslosung“ gelost."))
        round_, numbers = step.round, step.numbers
        _require_affordable(chosen, cards, tournament)
    elif stage == DrawStage.PLACES:
        due = knockout.due(convert.situation(tournament))
        places = next((step for step in due.steps if isinstance(step, knockout.DrawPlaces)), None)
        if places is None:
            raise refuse(
                "not_due",
                _(
                    "Die Plätze 5 bis 8 werden gelost, sobald das Viertelfinale entschieden und die nächste Runde gelost ist."
                ),
            )
        cards = convert.cards_of(tournament, Q(number__in=places.cards))
        chosen, round_, numbers = DrawMethod.FAIR, places.round, 4
    else:
        cards = convert.cards_of(tournament, Q(number__in=list(group)))
        chosen, round_, numbers = DrawMethod.LOT, 0, len(cards)
    held = convert.holdings(cards)
    first = not tournament.matches.filter(LIVE, stage="main").exists()
    mode = convert.mode_of(stage=stage, method=chosen, first=first, byes=numbers - len(cards))
    field = convert.field_of(tournament, draw=number, numbers=numbers, mode=mode, held=held).text()
    PreparedDraw.objects.create(
        tournament=tournament, number=number, round=round_, numbers=numbers, stage=stage, method=chosen, place=place,
        field=field, by=actor.name, at=clock.now(),
    )  # fmt: skip
    after = {"field_hash": psd1.hex_of(field)}
    if new_seal := begin_chain_if_lost(tournament, actor, number):
        after["new_seal"] = new_seal
    log(tournament, actor, Note(JournalKind.DRAW_PREPARED, f"draw {number}", after=after))
    touch(tournament, SCOPES)
    return Prepared(number, field, psd1.hex_of(field))


def _require_affordable(method: DrawMethod, cards: Sequence[Card], tournament: Tournament) -> None:
    counts = [len(numbers) for numbers in convert.holdings(tuple(cards)).values()]
    if method == DrawMethod.FAIR and fair.too_costly(counts):
        raise refuse(
            "fair_too_costly",
            _(
                "Mit „gleiche Chance“ könnte diese Auslosung Minuten dauern, weil wenige Personen sehr viele Karten halten. Bitte mit zwei Töpfen losen."
            ),
        )
    if tournament.fixed_bracket and method == DrawMethod.FAIR:
        raise refuse("method", _("Ein fester Turnierbaum wird mit zwei Töpfen oder mit der Hand gelost."))


@use_case
def discard(*, tournament: Tournament, actor: Actor, reason: str = "", request_key: str | None = None) -> Begun:
    """Give up a prepared draw before its secret was revealed; the same number will be prepared anew."""
    require_role(actor)
    prepared = getattr(tournament, "prepared_draw", None)
    if prepared is None:
        raise refuse("not_prepared", _("Es ist keine Auslosung vorbereitet."))
    number, round_ = prepared.number, prepared.round
    prepared.delete()
    log(tournament, actor, Note(JournalKind.DRAW_DISCARDED, f"draw {number}", reason=reason.strip() or None))
    touch(tournament, SCOPES)
    return Begun(round_)


@use_case
def carry_out(
    *,
    tournament: Tournament,
    actor: Actor,
    public: Sequence[str],
    field_hash: str | None = None,
    request_key: str | None = None,
) -> CarriedOut:
    """Reveal the secret, draw, store everything, make the matches. `public`: the numbers named in the hall, in order.

    `field_hash`: HEX(FIELD) as the page showed it, so that nobody draws what he has not seen.
    """
    require_role(actor)
    prepared = getattr(tournament, "prepared_draw", None)
    if prepared is None:
        raise refuse("not_prepared", _("Es ist keine Auslosung vorbereitet, oder sie ist schon geschehen."))
    if field_hash is not None and field_hash != psd1.hex_of(prepared.field):
        raise refuse("stale", _("Das Feld ist ein anderes als das gezeigte. Bitte die Seite neu laden."))
    field = Field.parse(prepared.field)
    try:
        public_text = psd1.public_text([text for text in public if text.strip()])
        secret = psd1.secret_for(
            chain_for(tournament, prepared.number).s0 or "",
            prepared.number,
            chain_for(tournament, prepared.number).first_draw,
        )
        drawn = psd1.carry_out(field, secret, public_text)
    except DrawError as error:
        raise Refused(Problem("draw", _("Auslosung nicht möglich: %(why)s.") % {"why": said(error)})) from error
    held = _held_by_field(tournament, prepared, field)
    tokens = convert.card_tokens(held)
    draw = Draw.objects.create(
        tournament=tournament, number=prepared.number, round=prepared.round, numbers=prepared.numbers, stage=prepared.stage,
        method=prepared.method, place=prepared.place, field=prepared.field, secret=secret, public=public_text,
        result=drawn.result, check_sum=drawn.check, steps=psd1.map_steps(drawn, tokens), by=actor.name, at=clock.now(),
    )  # fmt: skip
    PreparedDraw.objects.filter(pk=prepared.pk).delete()
    tournament.refresh_from_db()  # forget the cached preparation
    log(
        tournament,
        actor,
        Note(JournalKind.DRAW, f"draw {draw.number}", after={"public": public_text, "check": drawn.check}),
    )
    if prepared.stage != DrawStage.LOT:
        owners = {number: owner for owner, numbers in held.items() for number in numbers}
        made = [
            _new_match(prepared, pairing.number, tokens[pairing.left], tokens[pairing.right], owners)
            for pairing in drawn.matches
        ] + [_new_match(prepared, bye.number, tokens[bye.card], None, owners) for bye in drawn.byes]
        store_matches(tournament, actor, rebuys.with_open_byes(tournament, made), draw=draw)
        advance(tournament, actor)
    touch(tournament, SCOPES)
    return CarriedOut(draw.number, draw.round, drawn.check)


def _held_by_field(tournament: Tournament, prepared: PreparedDraw, field: Field) -> dict[int, list[int]]:
    """The cards of the FIELD, checked against what is there now: a defence, since nothing may change while it is shown."""
    if prepared.stage == DrawStage.MAIN:
        cards = convert.cards_of(tournament, Q(state=CardState.IN))
    elif prepared.stage == DrawStage.PLACES:
        due = knockout.due(convert.situation(tournament))
        numbers = next((step.cards for step in due.steps if isinstance(step, knockout.DrawPlaces)), ())
        cards = convert.cards_of(tournament, Q(number__in=numbers))
    else:
        from .prizes import tie_group  # noqa: PLC0415  (prizes prepare lots)

        cards = convert.cards_of(tournament, Q(number__in=tie_group(tournament, prepared.place or 0)))
    held = convert.holdings(cards)
    if tuple((owner, len(numbers)) for owner, numbers in held.items()) != field.people:
        raise refuse(
            "stale",
            _("Seit der Vorbereitung hat sich etwas geändert. Bitte die Vorbereitung verwerfen und neu beginnen."),
        )
    return held


def _new_match(
    prepared: PreparedDraw, number: int, left: int, right: int | None, owners: dict[int, int]
) -> knockout.NewMatch:
    outcome, winner = Outcome.OPEN, None
    if right is None:
        outcome, winner = Outcome.BYE, left
    elif owners[left] == owners[right]:
        outcome, winner = Outcome.SELF, left
    return knockout.NewMatch(
        stage=Stage(prepared.stage), round=prepared.round, numbers=8 if prepared.stage == DrawStage.PLACES else prepared.numbers,
        number=number, left=left, right=right, outcome=outcome, winner=winner, from_bracket=False,
    )  # fmt: skip


@use_case
def begin_without_draw(*, tournament: Tournament, actor: Actor, request_key: str | None = None) -> Begun:
    """Start a tournament of one or two cards, or of one owner: there is nothing to draw."""
    require_role(actor)
    require_running(tournament)
    require_nothing_pending(tournament)
    due = knockout.due(convert.situation(tournament))
    if any(isinstance(step, knockout.DrawRound) for step in due.steps):
        raise refuse("draw_due", _("Diese Runde muss gelost werden."))
    advance(tournament, actor)
    if tournament.state == State.CLOSED:
        tournament.state = State.RUNNING
        tournament.save(update_fields=["state"])
    touch(tournament, SCOPES)
    return Begun(1)


@use_case
def annul(*, tournament: Tournament, actor: Actor, number: int, reason: str, request_key: str | None = None) -> Begun:
    """Annul the last draw, with a reason, before the first result of its round is in.

    It stays in the protocol with its matches; byes and self-meetings are undone; the next draw uses the next secret.
    """
    require_role(actor)
    if not reason.strip():
        raise refuse("reason", _("Bitte den Grund eingeben: er kommt ins Protokoll."))
    if tournament.state == State.FINISHED:
        raise refuse("state", _("Das Turnier ist beendet."))
    require_nothing_pending(tournament)
    draw = tournament.draws.filter(number=number).first()
    if draw is None or draw.annulled_at is not None:
        raise refuse("draw", _("Diese Auslosung gibt es nicht, oder sie ist schon aufgehoben."))
    matches = list(_depending_on(tournament, draw))
    if any(match.outcome not in NOT_A_RESULT for match in matches):
        raise refuse("results", _("Es ist schon ein Ergebnis eingetragen: die Auslosung gilt."))
    later = tournament.draws.filter(number__gt=number, annulled_at=None).exclude(stage=DrawStage.PLACES)
    if draw.stage == DrawStage.MAIN and later.exists():
        raise refuse(
            "later_draw", _("Danach ist schon wieder gelost worden: nur die letzte Auslosung kann aufgehoben werden.")
        )
    if draw.stage == DrawStage.LOT and tournament.prizes.filter(handed_out_at__isnull=False).exists():
        raise refuse("prizes", _("Es sind schon Preise ausgegeben, die von diesem Los abhängen können."))
    handed_in = [match.right_card_id for match in matches if match.outcome == Outcome.SELF and match.right_card_id]
    if draw.stage == DrawStage.MAIN:
        tournament.cards.filter(pk__in=handed_in).update(state=CardState.IN)
    # A bye that was still open to a rebuy was a bye.
    _close_open_byes(
        tournament, actor, [match for match in matches if match.outcome == Outcome.OPEN and match.right_card_id is None]
    )
    tournament.matches.filter(pk__in=[match.pk for match in matches]).update(annulled_with=draw)
    draw.annulled_reason, draw.annulled_by, draw.annulled_at = reason.strip(), actor.name, clock.now()
    draw.save(update_fields=["annulled_reason", "annulled_by", "annulled_at"])
    if not tournament.matches.filter(LIVE, stage="main").exists():
        tournament.state, tournament.rebuy_open = State.CLOSED, False
        tournament.save(update_fields=["state", "rebuy_open"])
    log(tournament, actor, Note(JournalKind.DRAW_ANNULLED, f"draw {number}", reason=reason.strip()))
    touch(tournament, SCOPES)
    return Begun(draw.round)


def _close_open_byes(tournament: Tournament, actor: Actor, rows: Sequence[Match]) -> None:
    tournament.matches.filter(pk__in=[row.pk for row in rows]).update(
        outcome=Outcome.BYE, winner_side=Side.LEFT, decided_at=clock.now(), reported_by=actor.name
    )
    cards = dict(
        tournament.cards.filter(pk__in=[row.left_card_id for row in rows if row.left_card_id]).values_list(
            "pk", "number"
        )
    )
    if rows:
        after = {"outcome": Outcome.BYE.value, "score": None}
        log(
            tournament,
            actor,
            *(
                Note(JournalKind.BYE, f"match {row.serial}", after=after | {"winner": cards[row.left_card_id or 0]})
                for row in rows
            ),
        )


def _depending_on(tournament: Tournament, draw: Draw) -> Sequence[Match]:
    """The draw's matches and those that followed from them without a draw."""
    live = tournament.matches.filter(LIVE)
    if draw.stage == DrawStage.PLACES:
        return list(live.filter(stage__in=["place5-8", "place5", "place7"]))
    if draw.stage == DrawStage.LOT:
        return []
    later = Q(stage="main", round__gt=draw.round) | Q(stage="place3", round__gte=draw.round)
    return list(live.filter(Q(draw=draw) | later))


__all__ = [
    "Begun",
    "CarriedOut",
    "EntryCard",
    "Prepared",
    "annul",
    "begin_without_draw",
    "carry_out",
    "discard",
    "prepare",
]
