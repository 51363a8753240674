"""English is complete: the catalogue belongs to the texts, and no page shows German to somebody who reads English."""

from __future__ import annotations

import contextlib
import re
import struct
from html.parser import HTMLParser
from pathlib import Path
from typing import Final

import pytest
from django.conf import settings
from django.utils import translation

from tests import factories
from tests.printing.contents import EVENING, pages
from tests.views.every_page import addresses, ask, clients, evening
from tournament.domain.messages import Message, joined
from tournament.domain.sheets import SheetName
from tournament.models import Tournament
from tournament.printing.catalogue import prepare
from tournament.queries.printing import NothingToPrint, imprint
from tournament.services import draws, hand_draws, prizes
from tournament.services.prizes import PrizeData
from tournament.translated import recorded_by, recorded_cards, recorded_reason, translated

CATALOGUE: Final = Path(settings.LOCALE_PATHS[0]) / "en" / "LC_MESSAGES"
PLACEHOLDER: Final = re.compile(r"%\(\w+\)[sd]|%[sd]|\{\w*\}|</?(?:strong|bdi|kbd)>")
#: Words of German texts that are no English words; names and the game's own words are not among them.
GERMAN: Final = re.compile(
    r"\b(?:der|den|dem|und|oder|nicht|ist|sind|ein|eine|einer|kein|keine|mit|von|vom|für|zum|zur|beim|wird|werden|wurde|"
    r"noch|schon|nur|auch|bitte|sie|Karte|Karten|Runde|Auslosung|Auslosungen|Begegnung|Begegnungen|Partie|Freilos|Freilose|"
    r"Preis|Preise|Platz|Plätze|Startnummer|Startliste|Turnier|Turniere|Verkauf|Ergebnis|Ergebnisse|Protokoll|Kassabuch|"
    r"Kassasturz|Turnierleitung|Schreiber|Ausschreibung|Tisch|Tische|Spielzettel|Siegel|Topf|Nachkauf|Nummer|Nummern|"
    r"offen|fertig|drucken|zurück|weiter|gegen|kampflos|Sieger|Grund|Zeit|Wer|Seite|Zeile|Augen|Stich|"
    r"Handy|Vorverkauf|Urkunden|Quittungen|Teilnehmer|Personen|Uhr|Jänner|Samstag|Sonntag)\b|\w*[äöüßÄÖÜ]\w*",
    re.IGNORECASE,
)  # fmt: skip
#: What stays German in English: names, addresses, the button that leads to German.
NAMES: Final = re.compile(r"Kassa \d|Preisschnapsen der FF Großsölk|/t/\S*|/\w+/\S*|(?:Auf )?Deutsch")
#: Texts that explain the words of the notation, which are typed in German.
EXPLAINS: Final = re.compile(r"\btausch\b|\bverdreht\b|Ã¶")
#: Pages in two languages of their own: the checker brings its words with it, so that it works without a network.
OWN_WORDS: Final = frozenset({"draw-checker", "draw-checker-file"})
READ_ALOUD: Final = ("title", "aria-label", "placeholder", "alt", "label")


class Shown(HTMLParser):
    """What a page shows or hands to its scripts: texts, spoken attributes, data attributes."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self._hidden = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._hidden += tag == "style"
        for name, value in attrs:
            if value and (name in READ_ALOUD or (name.startswith("data-") and " " in value)):
                self.texts.append(value)

    def handle_endtag(self, tag: str) -> None:
        self._hidden -= tag == "style"

    def handle_data(self, data: str) -> None:
        if not self._hidden and data.strip():
            self.texts.append(" ".join(data.split()))


def german_in(html: str) -> list[str]:
    """The texts of a page in which there is German."""
    shown = Shown()
    shown.feed(html)
    return [text[:160] for text in shown.texts if GERMAN.search(NAMES.sub("", text)) and not EXPLAINS.search(text)]


def test_german_is_recognised() -> None:
    assert german_in('<p title="Noch keine Karte">x</p><b>Runde 2</b>') == ["Noch keine Karte", "Runde 2"]
    assert not german_in("<p>Kassa 1 sold a card for Preisschnapsen in Graz, one Bummerl each</p>")


def _messages() -> dict[str, str]:
    """The compiled catalogue: msgid -> msgstr; plural forms are separated by a zero byte in both."""
    data = (CATALOGUE / "django.mo").read_bytes()
    _magic, _revision, count, originals, translations = struct.unpack_from("<5I", data)

    def text(table: int, index: int) -> str:
        length, start = struct.unpack_from("<2I", data, table + 8 * index)
        return data[start : start + length].decode()

    return {text(originals, index): text(translations, index) for index in range(count) if text(originals, index)}


def test_a_translation_has_the_placeholders_of_its_german_text() -> None:
    differing = {}
    for msgid, msgstr in _messages().items():
        germans, englishes = msgid.rpartition("\x04")[2].split("\0"), msgstr.split("\0")
        for german, english in zip(germans, englishes, strict=True):
            if sorted(PLACEHOLDER.findall(german)) != sorted(PLACEHOLDER.findall(english)):
                differing[german] = english
    assert not differing


def test_every_text_of_the_catalogue_is_translated_and_none_is_a_guess() -> None:
    source = (CATALOGUE / "django.po").read_text()
    assert "fuzzy" not in re.findall(r"^#, (.*)$", source, re.MULTILINE)
    assert len(_messages()) == len(re.findall(r"^msgid ", source, re.MULTILINE)) - 1, (
        "run .ci/check_translations --write"
    )


def test_translations_can_stand_in_attributes() -> None:
    assert not {msgstr for msgid, msgstr in _messages().items() if '"' in msgstr and '"' not in msgid}


def test_translations_are_english() -> None:
    assert not [msgstr for msgstr in _messages().values() if german_in(msgstr)]


def test_messages_inside_messages_are_translated() -> None:
    columns = joined(", ", [Message("Nachname"), Message("Karten")])
    guess = Message(
        "Keine Kopfzeile gefunden. Angenommen wurde: %(columns)s. Bitte prüfen oder Spalten zuordnen.", columns=columns
    )
    assert "Angenommen wurde: Nachname, Karten." in guess
    with translation.override("en"):
        assert (
            translated(guess) == "No header row found. Assumed: Family name, Cards. Please check or assign the columns."
        )


def test_what_the_program_wrote_down_is_said_in_english_and_what_people_typed_is_not() -> None:
    with translation.override("en"):
        assert recorded_by("Handy, Tisch 3") == "Phone, table 3"
        assert recorded_by("Handy") == "Phone"
        assert recorded_by("handyfritz") == "handyfritz"
        assert recorded_cards("Startnummer 4: 7, 8") == "Start number 4: 7, 8"
        assert recorded_cards("Startnummer 4: Brot") == "Startnummer 4: Brot"
        assert recorded_reason("rückgängig gemacht") == "undone"
        assert recorded_reason("offen") == "offen"
    assert recorded_by("Handy, Tisch 3") == "Handy, Tisch 3"


@pytest.fixture
def read_in_english(settings):
    """Requests without a language ask for English here, as an English browser does."""
    with translation.override("en"):
        yield {"HTTP_ACCEPT_LANGUAGE": "en"}


def _crawl(tournament: Tournament, asking: dict[str, str], *, methods: tuple[str, ...], **given: object) -> None:
    """All addresses as the main director: there must be no German."""
    cookie = clients(tournament)["main"]
    found = []
    for address in addresses(tournament, **given):
        if address.name in OWN_WORDS:
            continue
        for method in methods:
            answer = ask(cookie, method, address.path, **asking)
            if "html" in str(answer.get("Content-Type", "")) and not answer.streaming:
                found += [
                    f"{method} {address.name} ({answer.status_code}): {text}"
                    for text in german_in(answer.content.decode())
                ]
    if found:
        pytest.fail("\n".join(found), pytrace=False)


def _played_out(**settings: object) -> Tournament:
    """A tournament with prizes, finished."""
    tournament = factories.drawn_tournament(3, 2, 2, 1, name="Winter cup", **settings)
    listed = tuple(PrizeData(place=place, description=f"Ham {place}") for place in range(1, 5))
    prizes.set_prizes(tournament=tournament, actor=factories.DIRECTOR, prizes=listed)
    factories.play_on(tournament)
    prizes.finish(tournament=factories.fresh(tournament), actor=factories.DIRECTOR)
    return factories.fresh(tournament)


@pytest.mark.django_db
def test_no_page_shows_german_while_a_round_is_played(read_in_english) -> None:
    tournament = evening(name="Winter cup", published=True)
    _crawl(tournament, read_in_english, methods=("get", "post"))


@pytest.mark.django_db
def test_no_page_shows_german_while_cards_are_sold(read_in_english) -> None:
    tournament = factories.make_tournament(name="Winter cup", published=True)
    factories.sell(tournament, 3, 1)
    _crawl(tournament, read_in_english, methods=("get", "post"))


@pytest.mark.django_db
def test_no_page_shows_german_after_the_last_match(read_in_english) -> None:
    _crawl(_played_out(published=True), read_in_english, methods=("get",))


@pytest.mark.django_db
def test_no_page_shows_german_while_a_draw_is_prepared(read_in_english) -> None:
    tournament = factories.make_tournament(name="Winter cup", published=True)
    factories.sell(tournament, 3, 2, 2)
    tournament = factories.close(tournament)
    draws.prepare(tournament=tournament, actor=factories.DIRECTOR)
    _crawl(factories.fresh(tournament), read_in_english, methods=("get",))


@pytest.mark.django_db
def test_no_page_shows_german_while_slips_are_drawn_by_hand(read_in_english) -> None:
    tournament = factories.make_tournament(name="Winter cup", published=True)
    factories.sell(tournament, 3, 2, 2)
    tournament = factories.close(tournament)
    hand_draws.start(tournament=tournament, actor=factories.DIRECTOR)
    _crawl(factories.fresh(tournament), read_in_english, methods=("get",))


@pytest.mark.django_db
def test_no_sheet_on_english_paper_shows_german() -> None:
    paper = {"paper_language": "en", "organiser": "Fire brigade", "venue": "Inn", "starts_at": EVENING}
    found, printed = [], set()
    for tournament in (evening(name="Winter cup", **paper), _played_out(slug="finished", **paper)):
        for sheet in SheetName:
            with contextlib.suppress(NothingToPrint):
                pdf = prepare(tournament, sheet).render(imprint(tournament, made_at=EVENING))
                printed.add(sheet)
                found += [
                    f"{sheet}: {text[max(0, word.start() - 40) : word.end() + 40]}"
                    for text in (NAMES.sub("", page) for page in pages(pdf))
                    for word in GERMAN.finditer(text)
                ]
    assert printed == set(SheetName)
    assert found == []
