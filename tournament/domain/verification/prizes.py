"""Prizes: from the places and the policy; extra rankings as far as the file tells them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from tournament.domain.awards import may_be_handed_out

from .content import Content
from .deviation import Code, Deviation
from .places import Ranking
from .schema import TournamentState
from .stored import StoredPrize


def check(content: Content, ranking: Ranking) -> list[Deviation]:
    """All prizes that went to somebody else than the places say."""
    found = [*_twice(content)]
    for prize in content.prizes:
        found += _main(content, ranking, prize) if prize.ranking is None else _extra(content, ranking, prize)
        found += _handed_out(content, ranking, prize)
    return found


def _where(prize: StoredPrize) -> str:
    return f"prize {prize.place}" if prize.ranking is None else f"prize {prize.ranking} {prize.place}"


def _twice(content: Content) -> Iterator[Deviation]:
    ranks = sorted(prize.place for prize in content.prizes if prize.ranking is None)
    if ranks != list(range(1, len(ranks) + 1)):
        yield Deviation(Code.PRIZE, "prizes", "Die Preise sind nicht von 1 an durchgezählt.")
    counts = Counter((prize.ranking, prize.place) for prize in content.prizes)
    for prize in {(each.ranking, each.place): each for each in content.prizes}.values():
        if counts[prize.ranking, prize.place] > 1:
            yield Deviation(Code.PRIZE, _where(prize), "Diesen Preis gibt es zweimal.")


def _main(content: Content, ranking: Ranking, prize: StoredPrize) -> Iterator[Deviation]:
    finished = content.settings.state is TournamentState.FINISHED
    true = next((each for each in ranking.awards.awarded if each.rank == prize.place), None)
    given = prize.winner is not None or prize.reason_card is not None or prize.shared_with
    if true is None:
        if given:
            yield Deviation(Code.PRIZE, _where(prize), "Für diesen Preis steht noch niemand fest.")
        return
    if not finished and not given:
        return  # while cards are in play, prizes need not be written yet
    winner = f"Startnummer {true.owner}" if true.owner is not None else "mehrere gemeinsam"
    if prize.winner != true.owner:
        yield Deviation(Code.PRIZE, _where(prize), f"Dieser Preis gehört {winner}.")
    elif true.owner is not None and (prize.reason_place, prize.reason_card) != (true.place, true.card):
        text = f"Verdient wurde der Preis mit Karte {true.card} auf Platz {true.place}."
        yield Deviation(Code.PRIZE, _where(prize), text)
    elif true.owner is None and prize.reason_card is not None:
        yield Deviation(Code.PRIZE, _where(prize), "Ein geteilter Preis hat keine einzelne Karte.")
    elif prize.shared_with is not None and prize.shared_with != true.shared_with:
        shared = ", ".join(map(str, true.shared_with)) or "niemand"
        yield Deviation(Code.PRIZE, _where(prize), f"Diesen Preis teilen sich: {shared}.")


def _extra(content: Content, ranking: Ranking, prize: StoredPrize) -> Iterator[Deviation]:
    """An extra prize goes to somebody of that category, for a card and a place that are his."""
    if prize.winner is None:
        return
    labels = {label for person in content.people.values() for label in person["categories"]}
    if prize.ranking in labels and prize.ranking not in content.people[prize.winner]["categories"]:
        text = f"Startnummer {prize.winner} gehört nicht zu „{prize.ranking}“."
        yield Deviation(Code.PRIZE, _where(prize), text)
    if prize.reason_card is not None:
        row = next((each for each in ranking.rows if each.card == prize.reason_card), None)
        if row is None or (row.owner, row.place) != (prize.winner, prize.reason_place):
            text = f"Karte {prize.reason_card} brachte Startnummer {prize.winner} nicht auf Platz {prize.reason_place}."
            yield Deviation(Code.PRIZE, _where(prize), text)


def _handed_out(content: Content, ranking: Ranking, prize: StoredPrize) -> Iterator[Deviation]:
    if not prize.handed_out:
        return
    if prize.winner is None and not prize.shared_with:
        yield Deviation(Code.PRIZE, _where(prize), "Der Preis ist ausgegeben, aber an niemanden.")
    elif prize.winner is not None:
        cards = {card.number: card for card in content.card_records}
        if not may_be_handed_out(prize.winner, cards, ranking.rows, content.departures):
            text = f"Der Preis ist ausgegeben, obwohl noch eine Karte von Startnummer {prize.winner} im Spiel ist."
            yield Deviation(Code.PRIZE, _where(prize), text)
