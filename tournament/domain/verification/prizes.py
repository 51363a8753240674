"""Prizes: from the places and the policy, those of extra rankings from categories and clubs too."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from tournament.domain.awards import Award, may_be_handed_out
from tournament.domain.extra_rankings import CLUBS, same_label
from tournament.domain.journal_kinds import JournalKind
from tournament.domain.messages import Message, gettext_noop

from .content import Content
from .deviation import Code, Deviation
from .places import Ranking
from .schema import TournamentState
from .stored import Json, StoredPrize

_CHANGES = frozenset(
    {
        JournalKind.CORRECTION,
        JournalKind.EXCHANGE,
        JournalKind.ROLL_BACK,
        JournalKind.DRAW_ANNULLED,
        JournalKind.WITHDRAWAL,
        JournalKind.EXCLUSION,
        JournalKind.CARD_MOVED,
        JournalKind.PERSON_CHANGED,
        JournalKind.PRIZES,
    }
)
"""What can make a prize somebody else's after it was handed out; before the end it is taken back."""


def check(content: Content, ranking: Ranking, journal: Sequence[Json]) -> list[Deviation]:
    """All prizes that went to somebody else than the places say."""
    found = [*_twice(content)]
    for prize in content.prizes:
        if _out_until_taken_back(content, prize, journal):
            continue
        found += _clubs(content, ranking, prize) if prize.ranking == CLUBS else _persons(content, ranking, prize)
        found += _handed_out(content, ranking, prize)
    return found


def _where(prize: StoredPrize) -> str:
    return f"prize {prize.place}" if prize.ranking is None else f"prize {prize.ranking} {prize.place}"


def _twice(content: Content) -> Iterator[Deviation]:
    ranks = sorted(prize.place for prize in content.prizes if prize.ranking is None)
    if ranks != list(range(1, len(ranks) + 1)):
        yield Deviation(Code.PRIZE, "prizes", Message(gettext_noop("Die Preise sind nicht von 1 an durchgezählt.")))
    counts = Counter((prize.ranking, prize.place) for prize in content.prizes)
    for prize in {(each.ranking, each.place): each for each in content.prizes}.values():
        if counts[prize.ranking, prize.place] > 1:
            yield Deviation(Code.PRIZE, _where(prize), Message(gettext_noop("Diesen Preis gibt es zweimal.")))


def _out_until_taken_back(content: Content, prize: StoredPrize, journal: Sequence[Json]) -> bool:
    """Handed out, and then something was corrected: until the end it may be with somebody else."""
    if not prize.handed_out or content.settings.state is TournamentState.FINISHED:
        return False
    handed_out = [
        at for at, entry in enumerate(journal)
        if entry["kind"] == JournalKind.PRIZE_HANDED_OUT and entry["subject"] == f"prize {prize.place}"
        and isinstance(entry["after"], dict) and entry["after"].get("ranking") == prize.ranking
        and entry["after"].get("start_number") == prize.winner
    ]  # fmt: skip
    return bool(handed_out) and any(entry["kind"] in _CHANGES for entry in journal[handed_out[-1] + 1 :])


def _true_award(ranking: Ranking, prize: StoredPrize) -> Award | None:
    awards = ranking.awards if prize.ranking is None else ranking.extra.categories.get(prize.ranking)
    return next((each for each in awards.awarded if each.rank == prize.place), None) if awards is not None else None


def _persons(content: Content, ranking: Ranking, prize: StoredPrize) -> Iterator[Deviation]:
    finished = content.settings.state is TournamentState.FINISHED
    given = prize.winner is not None or prize.reason_card is not None or prize.shared_with
    if prize.ranking is not None and not _is_known(content, prize.ranking):
        yield from _earned(ranking, prize)  # the categories were taken out of the file when it was anonymised
        return
    true = _true_award(ranking, prize)
    if true is None:
        if given:
            yield Deviation(
                Code.PRIZE, _where(prize), Message(gettext_noop("Für diesen Preis steht noch niemand fest."))
            )
        return
    if not finished and not given:
        return  # while cards are in play, prizes need not be written yet
    winner = (
        Message(gettext_noop("Startnummer %(owner)s"), owner=true.owner)
        if true.owner is not None
        else Message(gettext_noop("mehrere gemeinsam"))
    )
    if prize.winner != true.owner:
        yield Deviation(
            Code.PRIZE, _where(prize), Message(gettext_noop("Dieser Preis gehört %(winner)s."), winner=winner)
        )
    elif true.owner is not None and (prize.reason_place, prize.reason_card) != (true.place, true.card):
        text = Message(
            gettext_noop("Verdient wurde der Preis mit Karte %(card)s auf Platz %(place)s."),
            card=true.card,
            place=true.place,
        )
        yield Deviation(Code.PRIZE, _where(prize), text)
    elif true.owner is None and prize.reason_card is not None:
        yield Deviation(
            Code.PRIZE, _where(prize), Message(gettext_noop("Ein geteilter Preis hat keine einzelne Karte."))
        )
    elif prize.shared_with is not None and prize.shared_with != true.shared_with:
        shared = ", ".join(map(str, true.shared_with)) or "niemand"
        yield Deviation(
            Code.PRIZE, _where(prize), Message(gettext_noop("Diesen Preis teilen sich: %(shared)s."), shared=shared)
        )


def _is_known(content: Content, label: str) -> bool:
    """Whether anybody is of this category, or nobody could win it anyway."""
    labels = {same_label(each) for person in content.people.values() for each in person["categories"]}
    return same_label(label) in labels or not any(p.ranking == label and p.winner is not None for p in content.prizes)


def _earned(ranking: Ranking, prize: StoredPrize) -> Iterator[Deviation]:
    if prize.reason_card is not None:
        row = next((each for each in ranking.rows if each.card == prize.reason_card), None)
        if row is None or (row.owner, row.place) != (prize.winner, prize.reason_place):
            text = Message(
                gettext_noop("Karte %(reason_card)s brachte Startnummer %(winner)s nicht auf Platz %(reason_place)s."),
                reason_card=prize.reason_card,
                winner=prize.winner,
                reason_place=prize.reason_place,
            )
            yield Deviation(Code.PRIZE, _where(prize), text)


def _clubs(content: Content, ranking: Ranking, prize: StoredPrize) -> Iterator[Deviation]:
    """A club's prize belongs to all its participants; one of them takes it."""
    if not any(person["club"] for person in content.people.values()):
        return  # the clubs were taken out of the file when it was anonymised
    true = next((each for each in ranking.extra.clubs if each.rank == prize.place), None)
    given = prize.winner is not None or bool(prize.shared_with)
    if true is None:
        if given:
            yield Deviation(
                Code.PRIZE, _where(prize), Message(gettext_noop("Für diesen Preis steht noch kein Verein fest."))
            )
        return
    if content.settings.state is not TournamentState.FINISHED and not given:
        return
    if prize.shared_with is not None and prize.shared_with != true.members:
        text = Message(
            gettext_noop("Dieser Preis gehört %(clubs)s: Startnummern %(members)s."),
            clubs=", ".join(true.clubs),
            members=", ".join(map(str, true.members)),
        )
        yield Deviation(Code.PRIZE, _where(prize), text)
    if prize.winner is not None and prize.winner not in true.members:
        text = Message(
            gettext_noop("Startnummer %(winner)s gehört nicht zu %(clubs)s."),
            winner=prize.winner,
            clubs=", ".join(true.clubs),
        )
        yield Deviation(Code.PRIZE, _where(prize), text)


def _handed_out(content: Content, ranking: Ranking, prize: StoredPrize) -> Iterator[Deviation]:
    if not prize.handed_out:
        return
    if prize.winner is None and not prize.shared_with:
        yield Deviation(
            Code.PRIZE, _where(prize), Message(gettext_noop("Der Preis ist ausgegeben, aber an niemanden."))
        )
    elif prize.winner is not None and prize.ranking != CLUBS:
        cards = {card.number: card for card in content.card_records}
        if not may_be_handed_out(prize.winner, cards, ranking.rows, content.departures):
            text = Message(
                gettext_noop(
                    "Der Preis ist ausgegeben, obwohl noch eine Karte von Startnummer %(winner)s im Spiel ist."
                ),
                winner=prize.winner,
            )
            yield Deviation(Code.PRIZE, _where(prize), text)
