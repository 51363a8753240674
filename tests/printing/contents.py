"""Contents of every sheet in any number, made without a database, and the means to read a document back."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from decimal import Decimal
from io import BytesIO
from typing import Any

import pypdfium2
import zxingcpp
from PIL import Image
from pypdf import PdfReader

from scoring.rules import PRESETS
from scoring.sentences import rule_sheet
from tests.printing.people import HARD, PLACES, name
from tournament.domain.terms import CardWord, Format, Policy, TiePolicy
from tournament.printing import (
    announcement,
    cards,
    certificates,
    receipts,
    rules,
    slips,
    start_list,
    table_cards,
    trouble,
)  # fmt: skip
from tournament.queries.printed_announcement import Play, PrintedAnnouncement, PrintedPrize, PrintedRules
from tournament.queries.printed_cards import PrintedCard, PrintedCards, PrintedTable, PrintedTables
from tournament.queries.printed_prizes import WonPrize, WonPrizes
from tournament.queries.printed_slips import PrintedSlips, Slip, SlipSide
from tournament.queries.printed_start_list import PrintedStartList
from tournament.queries.printed_trouble import TroubleSheet
from tournament.queries.printing import Imprint
from tournament.queries.start_list import Entrant

BASE = "http://192.168.178.123:8000/t/preisschnapsen-der-ff-grosssoelk"
EVENING = datetime(2026, 1, 10, 17, 0, tzinfo=UTC)
PRINTED = datetime(2026, 1, 10, 16, 41, 7, tzinfo=UTC)
IMPRINT = Imprint(
    tournament="Preisschnapsen der Freiwilligen Feuerwehr Großsölk", starts_at=EVENING, venue="Gasthof zur Post",
    organiser="Freiwillige Feuerwehr Großsölk", language="de", made_at=PRINTED,
)  # fmt: skip
PLAY = Play(
    format=Format.CARDS, card_word=CardWord.TEILNAHMEKARTE, cards_offered=64, max_cards=4, price=Decimal("5.00"), bummerl_to_win=2,
    bummerl_overrides=((2, 3),), bummerl_word="", match_word="", rules_name="Turnier scharf", rules_none=False, method="two-pot",
    fixed_bracket=False, placement=(True, True, True), rebuy=True, rebuy_limit=2, lives=3, rounds=7, no_show_minutes=10,
)  # fmt: skip
SEAL = "7d552d8f1bdfa9d41a61e21258b17dad3fc4bc3540b69745a0799fc3121b8c14"
_TOKEN = "Ab-9_cdEfGhIjKlM"


def person(index: int) -> str:
    """The hard names first, then plain ones."""
    return HARD[index] if index < len(HARD) else name(index)


def place(index: int) -> str:
    return PLACES[index % len(PLACES)]


def printed_cards(count: int) -> PrintedCards:
    return PrintedCards(
        tuple(
            PrintedCard(str(n), n, n, person(n - 1), place(n), f"{BASE}/spieler/{n}/{_TOKEN}") for n in range(1, count + 1)
        ), CardWord.TEILNAHMEKARTE, Decimal("5.00"),
    )  # fmt: skip


def printed_slips(count: int, to_win: int = 2) -> PrintedSlips:
    return PrintedSlips(
        tuple(
            Slip(
                str(n), str(n), "Runde 1", n % 7 or None, SlipSide(2 * n, n, person(n - 1), place(n)),
                SlipSide(2 * n + 1, n + 900, person(count + n), place(n + 1)), to_win, f"{BASE}/begegnung/{n}/{_TOKEN}",
            )
            for n in range(1, count + 1)
        ), "Runde 1", 7, "", "",
    )  # fmt: skip


def printed_start_list(count: int) -> PrintedStartList:
    entrants = tuple(Entrant(n, person(n - 1), place(n), "ESV", (2 * n - 1, 2 * n), "") for n in range(1, count + 1))
    return PrintedStartList(entrants, entrants, 2 * count, SEAL)


def won_prizes(count: int) -> WonPrizes:
    return WonPrizes(
        tuple(
            WonPrize(
                f"{n}/{n}", "", n, f"Geschenkkorb {n} mit Selchwürsten und Bauernbrot", Decimal(100 + n), "Fleischerei Zörweg", n,
                person(n - 1), place(n), n + n % 2, 1,
            )
            for n in range(count, 0, -1)
        ), "Freiwillige Feuerwehr Großsölk",
    )  # fmt: skip


def printed_tables(count: int) -> PrintedTables:
    return PrintedTables(tuple(PrintedTable(str(n), n, f"{BASE}/tisch/{n}/{_TOKEN}") for n in range(1, count + 1)))


def printed_announcement(count: int) -> PrintedAnnouncement:
    prizes = tuple(
        PrintedPrize("" if n % 5 else "Jugend", n, f"Preis Nummer {n}", Decimal(n), "Familie Größinger")
        for n in range(1, count + 1)
    )
    return PrintedAnnouncement(
        IMPRINT.tournament, IMPRINT.organiser, "Der Reinerlös kommt der Feuerwehrjugend zugute.", EVENING, IMPRINT.venue,
        "Anmeldung am Abend.\nFür Speis und Trank ist gesorgt.", "Wir danken der Bäckerei Lasser.", PLAY, Policy.ONE, TiePolicy.LOT, prizes, BASE,
        SEAL,
    )  # fmt: skip


def printed_rules(count: int) -> PrintedRules:
    return PrintedRules("Turnier scharf", rule_sheet(PRESETS["turnier-scharf"]), PLAY)


@dataclass(frozen=True)
class Case:
    """A sheet: what sets it, and its content for so many people."""

    render: Callable[..., bytes]
    content: Callable[[int], Any]

    def pdf(self, count: int, imprint: Imprint = IMPRINT) -> bytes:
        return self.render(imprint, self.content(count), lambda done, total: None)


CASES = {
    "announcement": Case(announcement.render, printed_announcement),
    "rules": Case(rules.render, printed_rules),
    "start-list": Case(start_list.render, printed_start_list),
    "cards": Case(cards.render, printed_cards),
    "slips": Case(slips.render, printed_slips),
    "table-cards": Case(table_cards.render, printed_tables),
    "receipts": Case(receipts.render, won_prizes),
    "certificates": Case(certificates.render, won_prizes),
    "trouble": Case(trouble.render, lambda count: TroubleSheet(f"{BASE}/")),
}


def pages(pdf: bytes) -> list[str]:
    """The text of each page, its white space made single."""
    return [" ".join(page.extract_text().split()) for page in PdfReader(BytesIO(pdf)).pages]


def picture(pdf: bytes, page: int = 0, dots: int = 200) -> Image.Image:
    """A page as an inn's printer would print it."""
    return pypdfium2.PdfDocument(pdf)[page].render(scale=dots / 72).to_pil()


def codes(image: Image.Image) -> list[str]:
    """What a phone reads from the picture."""
    return [found.text for found in zxingcpp.read_barcodes(image)]
