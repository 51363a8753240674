"""The situation of a disputed deal, as the referee finds it at the table, and what it is worth under the house rules."""

from dataclasses import dataclass
from enum import StrEnum, unique
from typing import Final

from scoring.cards import VALUES, deck
from scoring.deal import LAST_TRICK_TEN, TalliedDeal, check_deal
from scoring.findings import Code, Finding, Severity
from scoring.options import FalseClaim, Reason
from scoring.outcome import claim_outcome, played_out_outcome, revoke_outcome
from scoring.rules import RuleSet
from scoring.sentences import sentence
from scoring.table import Table

Pair = tuple[int, int]


@unique
class Ending(StrEnum):
    """What ended the deal."""

    CLAIM = "claim"
    """The player says that he has 66; his card points show whether he is right."""
    REVOKE = "revoke"
    """The player has revoked, and it was called."""
    PLAYED_OUT = "played_out"
    """All cards have been played and nobody claimed; the player won the last trick."""


@dataclass(frozen=True, slots=True)
class Situation:
    """The end of a deal. Players are 0 and 1; pairs are in the order of the players.

    ``player`` is who claims, has revoked, or won the last trick. ``card_points`` are what counts for each at the end:
    tricks, announcements with a trick, the last trick's ten. ``closer`` is who closed, if anybody did; then
    ``card_points_at_close`` and ``tricks_at_close`` are what each had at that moment.
    """

    ending: Ending
    player: int
    card_points: Pair
    tricks: Pair
    closer: int | None = None
    card_points_at_close: Pair = (0, 0)
    tricks_at_close: Pair = (0, 0)


@dataclass(frozen=True, slots=True)
class Judgement:
    """Game points and winner (0, 1, or None for nobody), why, and the rule that says so.

    ``points`` is None where the rules leave it to the director. ``findings`` say what cannot be right in the situation.
    """

    points: int | None
    winner: int | None
    reason: Reason
    sentence: str
    findings: tuple[Finding, ...]


def judge(rules: RuleSet, situation: Situation, language: str = "de") -> Judgement:
    """Return what a deal is worth, with the sentence of the rule, in German ("de...") or else in English.

    >>> from scoring.rules import PRESETS
    >>> disputed = Situation(Ending.CLAIM, player=1, card_points=(40, 61), tricks=(4, 4))
    >>> verdict = judge(PRESETS["66-b"], disputed, "en")
    >>> verdict.winner, verdict.points, verdict.sentence
    (0, 2, 'Whoever claims with fewer than 66 card points loses two game points.')

    It judges impossible situations as well as it can; look at ``findings``.
    """
    table = _table(rules, situation)
    if situation.ending is Ending.CLAIM:
        outcome = claim_outcome(table, situation.player)
    elif situation.ending is Ending.REVOKE:
        outcome = revoke_outcome(rules, situation.player)
    else:
        outcome = played_out_outcome(table)
    says = " ".join(sentence(rules, name, language) for name in _rules_that_decide(rules, situation, outcome.reason))
    found = _problems(rules, situation)
    if outcome.points is not None and not found:
        found += check_deal(rules, TalliedDeal(outcome.winner, outcome.points, outcome.reason, situation.card_points))
    return Judgement(outcome.points, outcome.winner, outcome.reason, says, tuple(found))


def _table(rules: RuleSet, situation: Situation) -> Table:
    """Return the table as it lies at the end of the deal: what was won counts, the cards themselves do not matter."""
    table = Table(rules, forehand=situation.player, hands=[0, 0], talon=[0])
    table.points = list(situation.card_points)
    table.tricks = list(situation.tricks)
    if situation.closer is not None:
        table.closed, table.closer = True, situation.closer
        table.points_at_close = list(situation.card_points_at_close)
        table.tricks_at_close = list(situation.tricks_at_close)
    return table


def _rules_that_decide(rules: RuleSet, situation: Situation, reason: Reason) -> tuple[str, ...]:
    """Return the names of the rules that lead to a verdict, in the order in which they are read out."""
    if reason is Reason.FALSE_CLAIM and rules.false_claim is FalseClaim.AS_CLAIMED:
        return ("false_claim", "table" if situation.closer is None else "failed_close")
    return _DECIDING[reason]


_DECIDING: Final = {
    Reason.CLAIM: ("table",),
    Reason.CLOSE: ("closed_count", "table"),
    Reason.CLOSE_FAILED: ("failed_close",),
    Reason.FALSE_CLAIM: ("false_claim",),
    Reason.REVOKE: ("revoke_points",),
    Reason.LAST_TRICK: ("last_trick", "last_trick_points"),
    Reason.COUNTED: ("unclaimed", "table"),
    Reason.TIE: ("unclaimed", "tie"),
}


def _problems(rules: RuleSet, situation: Situation) -> list[Finding]:
    """Return what cannot be right: the numbers of tricks, card points for so many tricks, more at the close than now."""
    found = []
    total = sum(situation.tricks)
    last = situation.ending is Ending.PLAYED_OUT
    open_to_the_end = last and situation.closer is None
    most = rules.deck // 2 if situation.closer is None else rules.deck // 2 - 1  # what is closed is never played
    if (open_to_the_end and total != most) or total > most or (last and not situation.tricks[situation.player]):
        found.append(_impossible("tricks", tricks=f"{situation.tricks[0]}:{situation.tricks[1]}"))
    for card_points, tricks in zip(situation.card_points, situation.tricks, strict=True):
        if not trick_points_possible(rules, card_points, tricks, with_ten=situation.closer is None):
            found.append(_impossible("for_tricks", points=card_points, tricks=tricks))
    if situation.closer is not None:
        before = zip(situation.card_points_at_close, situation.tricks_at_close, strict=True)
        now = zip(situation.card_points, situation.tricks, strict=True)
        for (old_points, old_tricks), (points, tricks) in zip(before, now, strict=True):
            if old_points > points or old_tricks > tricks:
                found.append(_impossible("at_close", points=old_points, tricks=old_tricks))
            elif not trick_points_possible(rules, old_points, old_tricks, with_ten=False):
                found.append(_impossible("for_tricks", points=old_points, tricks=old_tricks))
    return found


def _impossible(problem: str, **params: int | str) -> Finding:
    return Finding(Code.CARD_POINTS_IMPOSSIBLE, Severity.ERROR, params={"problem": problem, **params})


def trick_points_possible(rules: RuleSet, card_points: int, tricks: int, *, with_ten: bool) -> bool:
    """Whether somebody can have so many card points with so many tricks, announcements included.

    A claim needs four tricks without an announcement, three with 20, two with 40, one with 60 or more.

    >>> from scoring.rules import PRESETS
    >>> weich, scharf = PRESETS["schnapsen-weich"], PRESETS["schnapsen-scharf"]
    >>> trick_points_possible(weich, 66, 1, with_ten=False), trick_points_possible(scharf, 66, 1, with_ten=False)
    (True, False)

    One marriage a lead: before every lead that a trick has won, and where that is allowed before the first lead too.
    """
    if not 0 <= tricks <= rules.deck // 2:
        return False
    if not tricks:
        return card_points == 0
    values = sorted(VALUES[card] for card in deck(rules.deck))
    least, most = sum(values[: 2 * tricks]), sum(values[-2 * tricks :])
    leads = min(4, tricks + rules.marriage_before_first_trick)
    announced = {0, *(worth for count in range(1, leads + 1) for worth in (20 * count, 20 * count + 20))}
    tens = (0, LAST_TRICK_TEN) if with_ten and rules.has_ten_for_last_trick else (0,)
    return any(least <= card_points - worth - ten <= most for worth in announced for ten in tens)
