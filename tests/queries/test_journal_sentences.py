"""Every kind of journal entry has a German sentence, and no stored content can break the page."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tournament.domain.journal_kinds import JournalKind
from tournament.queries.journal_sentences import sentence
from tournament.queries.journal_words import GROUPS, Entry, MatchNames, Names, cards_text

NAMES = Names(
    people={3: ("Huber Johann", "Rassach"), 4: ("Moar Sepp", "")},
    cards={7: 3, 8: 4},
    matches={12: MatchNames("main", 2, 5, 7, 8), 20: MatchNames("place3", 3, 3, 7, 8)},
)
DONE = {"outcome": "played", "winner": 8, "score": [1, 2]}


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        (Entry("cards_sold", "person 3", None, {"cards": [7, 8, 9], "amount": "15.00"}), "Huber Johann (Rassach) kauft Karten 7, 8 und 9 für € 15,00."),
        (Entry("result", "match 12", None, DONE), "Begegnung 5 der Runde 2: 2:1 für Moar Sepp (Karte 8)."),
        (
            Entry("correction", "match 12", {"outcome": "played", "winner": 7, "score": [2, 0]}, DONE),
            "Begegnung 5 der Runde 2 berichtigt: 2:1 für Moar Sepp (Karte 8) (vorher: 2:0 für Huber Johann (Rassach, Karte 7)).",
        ),
        (
            Entry("result", "match 20", None, {"outcome": "walkover", "winner": 7, "score": None}),
            "Begegnung P3 (Platz 3): kampflos für Huber Johann (Rassach, Karte 7).",
        ),
        (Entry("result", "match 12", None, {"outcome": "double_walkover", "winner": None}), "Begegnung 5 der Runde 2: beide nicht angetreten."),
        (Entry("bye", "match 12", None, {"winner": 7}), "Begegnung 5 der Runde 2: Freilos für Huber Johann (Rassach, Karte 7)."),
        (Entry("withdrawal", "person 3", None, {"cards": [7]}), "Huber Johann (Rassach) zieht zurück: Karte 7."),
        (Entry("exclusion", "card 8", None, {"cards": [8]}), "Moar Sepp (Karte 8) ausgeschlossen: Karte 8."),
        (Entry("draw", "draw 2", None, {"public": "0", "check": "ab" * 32}), "Auslosung 2: gelost ohne Zahlen aus dem Saal, Prüfzahl abababab."),
        (Entry("draw", "draw 2", None, {"public": None, "check": None}), "Auslosung 2: mit der Hand gelost."),
        (Entry("hand_slip", "card 7", None, {"step": ["redraw", 4, 7]}), "Gezogen: rechts 4, Huber Johann (Rassach, Karte 7): eigene Nummer, zurückgelegt."),
        (Entry("sale_closed", "tournament", None, {"sold": 47, "numbers": 64}), "Verkauf geschlossen: 47 Karten, 64 Nummern, 17 Freilose."),
        (Entry("settings", "tournament", {"tie_policy": "lot"}, {"tie_policy": "shared"}), "Ausschreibung geändert: tie_policy: lot → shared."),
        (Entry("cash", "cash 5", None, {"kind": "expense", "amount": "-12.50"}), "Kassabuch Nr. 5: Sonstige Ausgabe, € -12,50."),
        (Entry("prize_handed_out", "prize 1", None, {"start_number": 4}), "1. Preis ausgegeben an Moar Sepp."),
    ],
)
def test_what_happened_is_said_in_words(entry: Entry, said: str) -> None:
    assert sentence(entry, NAMES) == said


@pytest.mark.parametrize("kind", list(JournalKind))
def test_every_kind_has_a_sentence_and_a_place_in_the_filter(kind: JournalKind) -> None:
    said = sentence(Entry(kind.value, "match 12", None, None), NAMES)
    assert said.endswith(".")
    assert not said.startswith(kind.value)
    assert any(kind in kinds for _label, kinds in GROUPS.values())


def test_an_unknown_kind_is_shown_as_it_stands() -> None:
    assert sentence(Entry("comet", "match 12", None, None), NAMES) == "comet: match 12"


KEYS = ["outcome", "winner", "score", "cards", "step", "order", "public", "check", "sold", "numbers", "count", "changed"]
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=4),
    max_leaves=8,
)


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from([kind.value for kind in JournalKind]), st.text(max_size=20), json_values, json_values)
def test_whatever_an_archive_holds_the_sentence_can_be_said(kind: str, subject: str, before: object, after: object) -> None:
    assert sentence(Entry(kind, subject, before, after), NAMES)


def test_card_numbers_in_words() -> None:
    assert cards_text([7]) == "Karte 7"
    assert cards_text([7, 8]) == "Karten 7 und 8"
    assert cards_text(list(range(1, 14))) == "13 Karten (1 bis 13)"
