"""Every kind of journal entry has a German sentence, and no stored content can break the page."""

from __future__ import annotations

from dataclasses import fields

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.factories import (
    DIRECTOR,
    draw,
    drawn_tournament,
    fresh,
    make_tournament,
    play_round,
    played_tournament,
)
from tournament.domain.journal_kinds import JournalKind
from tournament.domain.participant_lists import ListEntry
from tournament.models import Outcome, Side, Tournament
from tournament.queries import journal_fields
from tournament.queries.journal import entry_text
from tournament.queries.journal_fields import setting_label
from tournament.queries.journal_sentences import sentence
from tournament.queries.journal_words import GROUPS, Entry, MatchNames, Names, cards_text
from tournament.services import card_moves, late_corrections, lists, prizes, rebuys, results, roll_backs
from tournament.services.lists import ListPerson
from tournament.services.people import PersonData
from tournament.services.prizes import ExtraPrizeData
from tournament.services.reports import Report
from tournament.services.tournaments import SETTINGS

NAMES = Names(
    people={3: ("Huber Johann", "Rassach"), 4: ("Moar Sepp", "")},
    cards={7: 3, 8: 4},
    matches={12: MatchNames("main", 2, 5, 7, 8), 20: MatchNames("place3", 3, 3, 7, 8)},
)
DONE = {"outcome": "played", "winner": 8, "score": [1, 2]}


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        (
            Entry("cards_sold", "person 3", None, {"cards": [7, 8, 9], "amount": "15.00"}),
            "Huber Johann (Rassach) kauft Karten 7, 8 und 9 für € 15,00.",
        ),
        (Entry("result", "match 12", None, DONE), "Begegnung 5 der Runde 2: 2:1 für Moar Sepp (Karte 8)."),
        (
            Entry("correction", "match 12", {"outcome": "played", "winner": 7, "score": [2, 0]}, DONE),
            "Begegnung 5 der Runde 2 berichtigt: 2:1 für Moar Sepp (Karte 8) (vorher: 2:0 für Huber Johann (Rassach, Karte 7)).",
        ),
        (
            Entry("result", "match 20", None, {"outcome": "walkover", "winner": 7, "score": None}),
            "Begegnung P3 (Platz 3): kampflos für Huber Johann (Rassach, Karte 7).",
        ),
        (
            Entry("result", "match 12", None, {"outcome": "double_walkover", "winner": None}),
            "Begegnung 5 der Runde 2: beide nicht angetreten.",
        ),
        (
            Entry("bye", "match 12", None, {"winner": 7}),
            "Begegnung 5 der Runde 2: Freilos für Huber Johann (Rassach, Karte 7).",
        ),
        (Entry("withdrawal", "person 3", None, {"cards": [7]}), "Huber Johann (Rassach) zieht zurück: Karte 7."),
        (Entry("exclusion", "card 8", None, {"cards": [8]}), "Moar Sepp (Karte 8) ausgeschlossen: Karte 8."),
        (
            Entry("draw", "draw 2", None, {"public": "0", "check": "ab" * 32}),
            "Auslosung 2: gelost ohne Zahlen aus dem Saal, Prüfzahl abababab.",
        ),
        (Entry("draw", "draw 2", None, {"public": None, "check": None}), "Auslosung 2: mit der Hand gelost."),
        (
            Entry("hand_slip", "card 7", None, {"step": ["redraw", 4, 7]}),
            "Gezogen: rechts 4, Huber Johann (Rassach, Karte 7): eigene Nummer, zurückgelegt.",
        ),
        (
            Entry("sale_closed", "tournament", None, {"sold": 47, "numbers": 64}),
            "Verkauf geschlossen: 47 Karten, 64 Nummern, 17 Freilose.",
        ),
        (
            Entry("settings", "tournament", {"tie_policy": "lot"}, {"tie_policy": "shared"}),
            "Ausschreibung geändert: Gleichstand, wenn ein Preis davon abhängt: Los → Preis teilen.",
        ),
        (
            Entry("cash", "cash 5", None, {"kind": "expense", "amount": "-12.50"}),
            "Kassabuch Nr. 5: Sonstige Ausgabe, € -12,50.",
        ),
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


KEYS = [
    "outcome",
    "winner",
    "score",
    "cards",
    "step",
    "order",
    "public",
    "check",
    "sold",
    "numbers",
    "count",
    "changed",
]
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=4),
    max_leaves=8,
)


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from([kind.value for kind in JournalKind]), st.text(max_size=20), json_values, json_values)
def test_whatever_an_archive_holds_the_sentence_can_be_said(
    kind: str, subject: str, before: object, after: object
) -> None:
    assert sentence(Entry(kind, subject, before, after), NAMES)


@given(st.sampled_from([*SETTINGS, "of a later version"]), json_values, json_values)
def test_whatever_stands_in_a_setting_it_can_be_said(name: str, before: object, after: object) -> None:
    assert setting_label(name) in sentence(Entry("settings", "tournament", {name: before}, {name: after}), NAMES)


def test_every_field_that_can_be_changed_has_a_name_in_the_journal() -> None:
    of_other_formats = {"lives", "three_way_final", "rounds", "standings_criteria", "rebuy_until_round"}
    assert set(journal_fields.SETTINGS) == set(SETTINGS) - of_other_formats | {"seal"}
    assert set(journal_fields.PERSON) == {field.name for field in fields(PersonData)}


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("starts_at", "2026-11-30T18:00:00Z", "30.11.2026 19:00"),
        ("starts_at", None, "–"),
        ("card_price", "5.00", "€ 5,00"),
        ("fixed_bracket", False, "nein"),
        ("prize_policy", "one_prize_per_person", "Höchstens ein Preis je Person"),
        ("method", "by-hand", "Mit der Hand"),
        ("card_word", "los", "Los"),
        ("bummerl_overrides", {"2": 3, "4": 3, "16": 1}, "Runde mit 16 Karten: 1, Halbfinale: 3, Finale: 3"),
        ("bummerl_overrides", {}, "–"),
        ("rules_preset", "turnier-weich", "Turnier weich"),
        ("rules_changed", {"schneider_double": False}, "Schneider doppelt: nein"),
        ("notes", {"sha256": "ab" * 32}, "ein langer Text"),
        ("seal", "ab" * 32, "abababab"),
        ("no_show_minutes", 10, "10"),
        ("of a later version", [1, 2], "1, 2"),
    ],
)
def test_what_stands_in_a_setting_is_said_as_people_say_it(name: str, value: object, said: str) -> None:
    assert journal_fields.setting_value(name, value) == said


def test_card_numbers_in_words() -> None:
    assert cards_text([7]) == "Karte 7"
    assert cards_text([7, 8]) == "Karten 7 und 8"
    assert cards_text(list(range(1, 14))) == "13 Karten (1 bis 13)"


@pytest.mark.django_db
class TestRealEntries:
    """What the services really write reads well: the keys of before and after are theirs."""

    def said(self, tournament: Tournament, kind: JournalKind) -> str:
        entry = tournament.journal.filter(kind=kind.value).order_by("-number").first()
        assert entry is not None
        return entry_text(tournament, entry)

    def test_exchange_and_roll_back(self) -> None:
        tournament = drawn_tournament(*[1] * 8)
        play_round(tournament)
        draw(tournament)
        right = Report(Outcome.PLAYED, Side.RIGHT, (1, 2))
        row = results.find(tournament, 1)
        assert row.left_card is not None
        assert row.right_card is not None
        late_corrections.exchange(
            tournament=fresh(tournament), actor=DIRECTOR, match=1, report=right, reason="verlesen"
        )
        said = self.said(tournament, JournalKind.EXCHANGE)
        goes, comes = row.left_card, row.right_card
        assert (
            f"statt {goes.owner.name} (Karte {goes.number}) spielt {comes.owner.name} (Karte {comes.number})." in said
        )
        roll_backs.roll_back(
            tournament=fresh(tournament), actor=DIRECTOR, match=2, report=right, typed="Runde 1", reason="verlesen"
        )
        assert self.said(tournament, JournalKind.ROLL_BACK) == (
            "Zurückgerollt zu Begegnung 2 der Runde 1. Aufgehobene Auslosungen: 2; spätere Begegnungen: 2."
        )

    def test_a_match_that_is_open_again(self) -> None:
        tournament = played_tournament(*[1] * 8)
        serial = tournament.matches.get(stage="place5-8", number=1).serial
        right = Report(Outcome.PLAYED, Side.RIGHT, (0, 2))
        roll_backs.roll_back(
            tournament=fresh(tournament), actor=DIRECTOR, match=serial, report=right, typed="P1", reason="verlesen"
        )
        texts = [entry_text(tournament, entry) for entry in tournament.journal.filter(kind="match_changed")]
        assert any("wieder offen (vorher: 2:0 für" in text for text in texts)

    def test_moved_card_rebuy_and_prizes(self) -> None:
        tournament = drawn_tournament(*[1] * 7, rebuy=True)
        card_moves.move(tournament=tournament, actor=DIRECTOR, moves=[(1, 2)], reason="falscher Huber")
        assert self.said(tournament, JournalKind.CARD_MOVED) == "Karte 1 umgeschrieben: von Spieler 1 auf Spieler 2."
        made = rebuys.rebuy(tournament=fresh(tournament), actor=DIRECTOR, new_person=PersonData("Moar Sepp"))
        assert self.said(tournament, JournalKind.REBUY) == (
            f"Nachkauf: Moar Sepp, Karte 8 für € 5,00, Begegnung {made.match_number} der Runde 1."
        )
        assert "gegen Moar Sepp (Karte 8)." in self.said(tournament, JournalKind.MATCH_CHANGED)
        extra = [ExtraPrizeData("Damen"), ExtraPrizeData("club")]
        prizes.set_extra_prizes(tournament=fresh(tournament), actor=DIRECTOR, prizes=extra)
        assert self.said(tournament, JournalKind.PRIZES) == "Sonderpreise geschrieben: 2 (Damen, Vereine)."

    def test_a_prize_out_and_back(self) -> None:
        tournament = played_tournament(*[1] * 8)
        out = prizes.hand_out(tournament=fresh(tournament), actor=DIRECTOR, place=1)
        name = tournament.people.get(start_number=out.start_number).name
        assert self.said(tournament, JournalKind.PRIZE_HANDED_OUT) == f"1. Preis ausgegeben an {name}."
        prizes.take_back(tournament=fresh(tournament), actor=DIRECTOR, place=1, reason="verwechselt")
        assert self.said(tournament, JournalKind.PRIZE_TAKEN_BACK) == f"1. Preis von {name} zurückgeholt."

    def test_a_list_taken_in(self) -> None:
        tournament = make_tournament()
        entries = (ListPerson(ListEntry(name="Huber Johann", cards=2, paid=True, line=1)),)
        lists.take_in(tournament=tournament, actor=DIRECTOR, rows=entries, fingerprint="f")
        assert self.said(tournament, JournalKind.LIST_TAKEN_IN) == (
            "Teilnehmerliste eingelesen. Zeilen: 1, neue Personen: 1, verkaufte Karten: 2."
        )
