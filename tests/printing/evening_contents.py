"""Contents of the sheets of an evening in any number, made without a database: two cards a person, hard names first."""

from datetime import timedelta
from decimal import Decimal

from tests.printing.contents import EVENING, Case, person, place
from tournament.domain.psd1 import hex_of
from tournament.domain.records import Match
from tournament.domain.terms import CardState, Outcome, Policy, Stage, TiePolicy
from tournament.domain.tree import grow
from tournament.printing import cash_close, draw_sheet, prize_list, protocol, results, round_result, tree
from tournament.queries.draw_shown import Holder, LastHashes, Meeting, NameLine, StepLine
from tournament.queries.printed_cash import BookLine, Coins, Drawer, InAdvance, KindTotal, PrintedCash
from tournament.queries.printed_draw import Annulled, DrawHead, PersonLines, PrintedDraw, PrintedProtocol, Proof
from tournament.queries.printed_prize_list import ListedPrize, PrizeList, Ranking, Winner
from tournament.queries.printed_results import PrintedResults, ResultPerson, ResultPlace
from tournament.queries.printed_round import Further, MatchResult, PrintedRound
from tournament.queries.printed_tree import SIZES, PrintedTree, on_sheets
from tournament.queries.prizes import PrizeState
from tournament.queries.tree import Player, TreeData

HASHES = tuple(hex_of(str(number)) for number in range(7))
LAST = LastHashes(97, HASHES[0], 20, HASHES[1], EVENING)
ANNULLED = Annulled(1, "Runde 1", "anna", EVENING, "Falsche Startliste ausgehängt, zwei Personen fehlten")


def holder(card: int) -> Holder:
    """Cards 1 and 2 are the first person's, 3 and 4 the second's."""
    start = (card + 1) // 2
    return Holder(card, start, person(start - 1), place(start), f"{start:05}")


def meetings(count: int) -> tuple[Meeting, ...]:
    """So many people's cards: the last one has a bye, another meets its owner's other card where there are only two."""
    last = 2 * count
    pairs = [Meeting(number, holder(number), holder(last + 1 - number)) for number in range(1, count)]
    return (*pairs, Meeting(count, holder(count), None), Meeting(count + 1, holder(count + 1), None))


def head(count: int, *, kind: str = "pots", annulled: Annulled | None = None) -> DrawHead:
    return DrawHead(
        2, "Runde 1", "Zwei Töpfe", kind, 2 * count, 2 * count, count, "anna", EVENING, HASHES[6], "33.12", 9, annulled
    )


def printed_draw(count: int, annulled: Annulled | None = None) -> PrintedDraw:
    met = meetings(count)
    lines = [NameLine(m.left, m.number, m.right, m.is_self) for m in met]
    lines += [NameLine(m.right, m.number, m.left, m.is_self) for m in met if m.right]
    people = tuple(
        PersonLines(
            Holder(0, start, person(start - 1), place(start)),
            tuple(line for line in lines if line.holder.start_number == start),
        )
        for start in range(1, count + 1)
    )
    return PrintedDraw(
        head(count, annulled=annulled),
        met,
        people,
        (),
        LAST,
        "http://192.168.1.20:8000/pruefen/#" + "field=" + "1:3/" * 60,
    )


def lot(count: int) -> PrintedDraw:
    order = tuple(Holder(0, start, person(start - 1), place(start)) for start in range(1, count + 1))
    return PrintedDraw(
        head(count, kind="lot"), (), (), order, LAST, "http://192.168.1.20:8000/t/feuerwehr/gast/auslosung/1/"
    )


def steps(count: int) -> tuple[StepLine, ...]:
    lines = [("left", number, holder(number)) for number in range(1, count + 1)]
    lines += [("redraw", 1, holder(count + 1))]
    lines += [("right", number, holder(count + number)) for number in range(1, count + 1)]
    return tuple(
        StepLine(index, kind, number, who, None, "eigene Nummer" if kind == "redraw" else "")
        for index, (kind, number, who) in enumerate(lines, 1)
    )


def printed_protocol(count: int) -> PrintedProtocol:
    field = f"PSD1 field\nid=feuerwehr\nround=2\nnumbers={2 * count}\nmode=twopot\n" + "".join(
        f"{n}:2\n" for n in range(1, count + 1)
    )
    result = "PSD1 result\n" + "".join(f"{n}:{n}.1 v {n}.2\n" for n in range(1, count + 1))
    proof = Proof(
        HASHES[2], 1, 2, field, hex_of(field), HASHES[3], HASHES[4], result, HASHES[6], "http://192.168.178.123:8000/pruefen/#field=PSD1",
        "http://192.168.178.123:8000/pruefen/",
    )  # fmt: skip
    order = tuple(Holder(0, start, person(start - 1), place(start)) for start in range(1, count + 1))
    return PrintedProtocol("feuerwehr", head(count), proof, 2, 0, 1, order, steps(count), (ANNULLED,), LAST)


def printed_round(count: int) -> PrintedRound:
    decided = tuple(
        MatchResult(str(m.number), "", m.left, m.right, True, m.number % 7 != 3, "2 : 1" if m.number % 5 else "", "" if m.number % 5 else "kampflos")
        for m in meetings(count)
    )  # fmt: skip
    still = MatchResult("900", "", holder(1), holder(2), False, False, "", "")
    placed = MatchResult("P3", "P3, Spiel um Platz 3", holder(1), holder(2 * count), True, True, "", "eigene Karte")
    further = tuple(Further(holder(2 * start), 2) for start in range(1, count + 1))
    return PrintedRound("Runde 1", decided, (still,), (placed,), further, False, False)


def listed_prizes(count: int) -> PrizeList:
    prizes = tuple(
        ListedPrize(
            n, f"Geschenkkorb {n} mit Selchwürsten und Bauernbrot", Decimal(100 + n), "Fleischerei Zörweg" if n % 2 else "", PrizeState.READY,
            (Winner(n, person(n - 1), place(n)),), n + 1, f"weil {person(0)} schon den 1. Preis hat" if n % 3 == 0 else "", "",
        )
        for n in range(1, count + 1)
    )  # fmt: skip
    open_ = ListedPrize(count + 1, "", None, "", PrizeState.TIE, (), None, "", "")
    extra = Ranking("Jugend", (ListedPrize(1, "Pokal", None, "", PrizeState.OPEN, (), None, "", ""),))
    return PrizeList(
        (Ranking("", (*prizes, open_)), extra), Policy.ONE, TiePolicy.LOT, "Wir danken der Bäckerei Lasser.", True
    )


def printed_results(count: int) -> PrintedResults:
    people = [ResultPerson(n, person(n - 1), place(n), 1 + n % 2) for n in range(1, count + 1)]
    single = tuple(ResultPlace(f"{index}.", index, (one,), "") for index, one in enumerate(people[:8], 1))
    shared = (ResultPlace(f"9.–{count}.", 9, tuple(people[8:]), ""),) if count > 8 else ()
    hidden = ResultPlace(f"{count + 1}.", count + 1, (ResultPerson(4711, "", "", 1),), "")
    return PrintedResults((*single, *shared, hidden), 8, count, 2 * count, False, "Wir danken der Bäckerei Lasser.")


def printed_cash(count: int) -> PrintedCash:
    book = tuple(
        BookLine(n, EVENING + timedelta(minutes=n), "Verkauf", f"Startnummer {n}: {2 * n - 1}, {2 * n}", "Kassa 1" if n % 2 else "Abendkassa am Eingang",
                 "karl", Decimal(10), n == 3, 3 if n == 4 else None)
        for n in range(1, count + 1)
    )  # fmt: skip
    desks = ("Abendkassa am Eingang", "Kassa 1", "Kassa 2", "Kassa 3", "Kassa 4")
    kinds = (KindTotal("Verkauf", (Decimal(1230), Decimal(500), None, None, Decimal("0.50")), Decimal("1730.50")),)
    drawer = Drawer(
        1, "Kassa 1", (Coins(5000, 9), Coins(50, 3)), Decimal("451.50"), Decimal(500), Decimal(-20), "karl", EVENING
    )
    sellers = tuple(
        InAdvance(person(n), f"Vorverkauf {n + 1}", Decimal(40), Decimal(15), Decimal(25)) for n in range(min(count, 9))
    )
    by_desk = (Decimal(1230), Decimal(500), Decimal(0), Decimal(0), Decimal("0.50"))
    return PrintedCash(
        desks, kinds, by_desk, Decimal("1730.50"), (drawer,), ("Kassa 4",), sellers, 2 * count, book, LAST
    )


def knock_out(cards: int) -> list[Match]:
    """Every round of a field of so many cards (a power of two); the left card always wins."""
    found: list[Match] = []
    still, round_ = list(range(1, cards + 1)), 1
    while len(still) > 1:
        for number, (left, right) in enumerate(zip(still[::2], still[1::2], strict=True), 1):
            found.append(
                Match(len(found) + 1, Stage.MAIN, round_, len(still), number, left, right, Outcome.PLAYED, left)
            )
        still, round_ = still[::2], round_ + 1
    return found


def printed_tree(count: int, paper: str = "a4") -> PrintedTree:
    """The tree of the next power of two above 2 x count cards."""
    cards = 1 << (2 * count - 1).bit_length()
    found = knock_out(cards)
    players = {card: Player((card + 1) // 2, person((card + 1) // 2 - 1), "", 0, 0) for card in range(1, cards + 1)}
    scores = {match.id: (2, 1) for match in found}
    by_start = {player.start_number: player for player in players.values()}
    data = TreeData(
        {match.id: match for match in found}, scores, by_start, dict.fromkeys(players, CardState.IN), players
    )
    forest = grow(found)
    sheets = on_sheets(forest, data, paper, over=True)
    return PrintedTree(paper, sheets, ("P3: Huber Johann 2 : 1 Moser Karl",), person(0), True)


EVENING_CASES = {
    "draw": Case(draw_sheet.render, printed_draw),
    "annulled draw": Case(draw_sheet.render, lambda count: printed_draw(count, ANNULLED)),
    "lot": Case(draw_sheet.render, lot),
    "protocol": Case(protocol.render, printed_protocol),
    "round": Case(round_result.render, printed_round),
    "prizes": Case(prize_list.render, listed_prizes),
    "results": Case(results.render, printed_results),
    "cash": Case(cash_close.render, printed_cash),
}
TREES = {paper: Case(tree.render, lambda count, paper=paper: printed_tree(count, paper)) for paper in SIZES}
