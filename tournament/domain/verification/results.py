"""Every match for itself: outcome, winner, score and Bummerl must go together."""

from __future__ import annotations

from collections.abc import Iterator

from scoring.rules import RuleSet
from tournament.domain.messages import Message, gettext_noop
from tournament.domain.scores import score_problems
from tournament.domain.terms import Outcome, Side, Stage

from . import bummerl
from .content import Content
from .deviation import Code, Deviation
from .stored import StoredMatch

_WITH_SCORE = frozenset({Outcome.PLAYED, Outcome.RETIRED})
_WITHOUT_WINNER = frozenset({Outcome.OPEN, Outcome.DOUBLE_WALKOVER})
_NOT_PLAYED = frozenset({Outcome.SELF, Outcome.WALKOVER, Outcome.EXCLUDED, Outcome.DOUBLE_WALKOVER})


def check(content: Content) -> list[Deviation]:
    """All matches that contradict themselves, those of annulled draws included."""
    rules = bummerl.rule_set(content.settings.rules)
    found: list[Deviation] = []
    if isinstance(rules, str):
        found.append(Deviation(Code.RULES, "tournament.rules", rules))
    for match in content.every_match:
        found += _sides(content, match)
        found += _winner(match)
        if not isinstance(rules, str):
            found += _score(content, match, rules)
    for match in content.matches:
        found += _same_owner(content, match)
        numbers = content.numbers_of(match)
        if match.numbers not in (None, numbers):
            text = Message(
                gettext_noop("Die Runde hat %(numbers)s Nummern, nicht %(numbers_2)s."),
                numbers=numbers,
                numbers_2=match.numbers,
            )
            found.append(Deviation(Code.NUMBERS, match.where, text))
    return found


def _sides(content: Content, match: StoredMatch) -> Iterator[Deviation]:
    """One side empty: a bye, or still open for a card bought later; else no bye."""
    if (match.left is None and match.right is None) or match.left == match.right:
        yield Deviation(
            Code.MATCH_CARDS, match.where, Message(gettext_noop("Eine Begegnung braucht zwei verschiedene Karten."))
        )
    elif match.left is None or match.right is None:
        waiting = content.settings.rebuy_open and match.outcome is Outcome.OPEN and match.round == 1
        if match.outcome is not Outcome.BYE and not waiting:
            yield Deviation(
                Code.OUTCOME,
                match.where,
                Message(gettext_noop("„%(outcome)s“: ohne Gegner ist es ein Freilos."), outcome=match.outcome),
            )
    elif match.outcome is Outcome.BYE:
        yield Deviation(Code.OUTCOME, match.where, Message(gettext_noop("Ein Freilos mit einem Gegner gibt es nicht.")))


def _winner(match: StoredMatch) -> Iterator[Deviation]:
    if match.outcome in _WITHOUT_WINNER:
        if match.winner is not None:
            yield Deviation(
                Code.WINNER,
                match.where,
                Message(gettext_noop("„%(outcome)s“ hat keinen Sieger."), outcome=match.outcome),
            )
    elif match.winner is None or match.winner not in match.sides:
        yield Deviation(Code.WINNER, match.where, Message(gettext_noop("Der Sieger ist keine der beiden Karten.")))
    elif match.outcome is Outcome.SELF and match.winner != match.left:
        yield Deviation(
            Code.WINNER,
            match.where,
            Message(gettext_noop("Trifft jemand auf sich selbst, kommt die linke Karte weiter.")),
        )


def _score(content: Content, match: StoredMatch, rules: RuleSet) -> Iterator[Deviation]:
    needed = bummerl_to_win(content, match)
    if match.bummerl_to_win not in (None, needed):
        text = Message(
            gettext_noop("Gespielt wird auf %(needed)s Bummerl, nicht auf %(bummerl_to_win)s."),
            needed=needed,
            bummerl_to_win=match.bummerl_to_win,
        )
        yield Deviation(Code.SCORE, match.where, text)
    if match.score is None:
        if match.outcome is Outcome.PLAYED:
            yield Deviation(
                Code.SCORE, match.where, Message(gettext_noop("Eine gespielte Begegnung braucht ein Ergebnis."))
            )
        if match.bummerl is not None:
            yield Deviation(Code.BUMMERL, match.where, Message(gettext_noop("Bummerl ohne Ergebnis.")))
        return
    if match.outcome not in _WITH_SCORE:
        yield Deviation(
            Code.SCORE,
            match.where,
            Message(gettext_noop("„%(outcome)s“ hat kein Ergebnis in Bummerl."), outcome=match.outcome),
        )
        return
    winner = Side.LEFT if match.winner == match.left else Side.RIGHT
    retired = match.outcome is Outcome.RETIRED
    double = rules.schneider_double
    for problem in score_problems(match.score, winner, needed, retired=retired, schneider_double=double):
        yield Deviation(Code.SCORE, match.where, problem.text)
    if match.bummerl is not None:
        for fault in bummerl.faults(rules, needed, match.bummerl, match.score, retired=retired):
            yield Deviation(Code.BUMMERL, match.where, fault)


def bummerl_to_win(content: Content, match: StoredMatch) -> int:
    """How many Bummerl win this match: overridden by the size of a main round; placement has the default."""
    settings = content.settings
    if match.stage is not Stage.MAIN:
        return settings.bummerl_to_win
    numbers = content.numbers_of(match)
    return settings.bummerl_overrides.get(str(numbers), settings.bummerl_to_win)


def _same_owner(content: Content, match: StoredMatch) -> Iterator[Deviation]:
    """Two cards of one person do not play; two persons do not meet themselves."""
    if match.left is None or match.right is None:
        return
    same = list(_owned_alike(content, match.left, match.right, since=match.draw or 0))
    if match.outcome is Outcome.SELF and not any(same):
        yield Deviation(
            Code.OUTCOME, match.where, Message(gettext_noop("Die beiden Karten gehören nicht derselben Person."))
        )
    may_be_unplayed = match.stage is not Stage.MAIN and match.outcome in _NOT_PLAYED
    if all(same) and match.outcome is not Outcome.SELF and not may_be_unplayed:
        text = Message(gettext_noop("„%(outcome)s“: beide Karten gehören derselben Person."), outcome=match.outcome)
        yield Deviation(Code.OUTCOME, match.where, text)


def _owned_alike(content: Content, left: int, right: int, *, since: int) -> Iterator[bool]:
    """Whether two cards had the same owner: when that draw was made, and after every move of one of them since."""
    owners = {card: content.owner_after(card, max(0, since - 1)) for card in (left, right)}
    yield owners[left] == owners[right]
    for move in content.moves_of(left, right):
        if move.after_draw >= max(1, since):
            owners[move.card] = move.new
            yield owners[left] == owners[right]
