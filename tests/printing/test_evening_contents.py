"""What the sheets of an evening say is what the tournament says; reading it takes the same number of queries at every size."""

from dataclasses import replace
from datetime import UTC, datetime
from decimal import Decimal

import pytest
from django.core.management import call_command

from tests.counting import queries
from tests.factories import (
    CASHIER,
    DIRECTOR,
    close,
    draw,
    drawn_tournament,
    fresh,
    make_tournament,
    open_matches,
    play,
    play_on,
    play_round,
    sell,
)
from tests.printing.contents import codes, pages, picture
from tests.printing.test_evening_sheets import squeezed, together
from tournament.domain.sheets import Options, SheetName
from tournament.domain.terms import Side
from tournament.models import CashKind, Outcome, Prize, Tournament
from tournament.printing.catalogue import KINDS, prepare
from tournament.printing.state import sheet_states
from tournament.queries.draw_shown import shown
from tournament.queries.printing import NothingToPrint, imprint
from tournament.services import cards, cash, draws, hand_draws, printouts, results, sellers
from tournament.services.people import PersonData
from tournament.services.results import Report

pytestmark = pytest.mark.django_db
MADE = datetime(2026, 1, 10, 18, 0, tzinfo=UTC)
NAMES = (
    "Huber Johann",
    "Moser Karl",
    "Stocker Anna",
    "Zörweg Lisl",
    "Šnjarić Zdeňka",
    "Trieb Erna",
    "Wieser Inge",
    "Perner Franz",
)


def printed(tournament: Tournament, sheet: SheetName, **chosen: object) -> bytes:
    prepared = prepare(tournament, sheet, Options(**chosen))
    return prepared.render(imprint(tournament, made_at=MADE))


def refused(tournament: Tournament, sheet: SheetName, **chosen: object) -> str:
    with pytest.raises(NothingToPrint) as caught:
        prepare(tournament, sheet, Options(**chosen))
    return str(caught.value)


def eight(**settings: object) -> Tournament:
    """Eight people with a card each, drawn."""
    tournament = make_tournament(**settings)
    sell(tournament, *[1] * 8, names=NAMES)
    close(tournament)
    draw(tournament)
    return fresh(tournament)


def test_every_sheet_that_has_a_name_can_be_printed() -> None:
    assert set(KINDS) == set(SheetName)


def test_before_there_is_anything_a_sentence_says_what_comes_first() -> None:
    tournament = make_tournament()
    for sheet in (SheetName.DRAW, SheetName.PROTOCOL, SheetName.ROUND, SheetName.TREE):
        assert refused(tournament, sheet) == "Noch ist nichts ausgelost."
    assert refused(tournament, SheetName.PRIZES) == "Noch steht kein Preis fest."
    assert refused(tournament, SheetName.RESULTS) == "Noch steht kein Platz fest."
    assert refused(tournament, SheetName.CASH) == "Im Kassabuch steht noch nichts."
    assert refused(tournament, SheetName.ROUND, round=4) == "Runde 4 gibt es noch nicht."
    assert refused(tournament, SheetName.PROTOCOL, draw=4) == "Auslosung 4 gibt es nicht."


def test_the_draw_sheet_names_everybody_and_the_check_number() -> None:
    tournament = eight()
    text = " ".join(pages(printed(tournament, SheetName.DRAW)))
    for name in NAMES:
        assert text.count(name) == 3  # by number, by name, and at the opponent
    check = tournament.draws.get().check_sum
    assert check is not None
    assert f"Prüfzahl {check[:8]}" in text


def test_the_last_draw_that_counts_is_printed_unless_another_is_chosen() -> None:
    tournament = eight()
    draws.annul(tournament=tournament, actor=DIRECTOR, number=1, reason="Falsche Liste")
    draw(tournament)
    assert prepare(fresh(tournament), SheetName.DRAW).key == "draw draw=2"
    assert "AUFGEHOBEN, gilt nicht: Falsche Liste" in " ".join(
        pages(printed(fresh(tournament), SheetName.DRAW, draw=1))
    )
    assert "aufgehoben" in " ".join(pages(printed(fresh(tournament), SheetName.PROTOCOL)))
    play_round(tournament)
    draw(tournament)
    assert prepare(fresh(tournament), SheetName.PROTOCOL, Options(round=1)).key == "protocol draw=2"
    assert refused(fresh(tournament), SheetName.DRAW, round=3) == "In Runde 3 wurde nicht gelost."


def test_the_code_of_the_protocol_fills_in_the_page_that_recomputes_the_draw() -> None:
    tournament = drawn_tournament(3, 3, 2)
    made = shown(tournament, 1)
    assert made is not None
    (read,) = codes(picture(printed(tournament, SheetName.PROTOCOL)))
    address, _hash, part = read.partition("#")
    assert address.endswith("/pruefen/")
    assert part == made.checker_link


def test_so_does_the_code_of_the_sheet_on_the_wall() -> None:
    tournament = drawn_tournament(3, 3, 2)
    (read,) = codes(picture(printed(tournament, SheetName.DRAW)))
    assert "/pruefen/#field=" in read
    assert read.endswith(f"#{shown(tournament, 1).checker_link}")


def test_a_field_that_is_too_long_for_a_code_leaves_only_the_address() -> None:
    tournament = drawn_tournament(*[1] * 256)
    (read,) = codes(picture(printed(tournament, SheetName.PROTOCOL)))
    assert read.endswith("/pruefen/")


def test_or_leads_to_the_guests_page_of_the_draw_where_there_is_one() -> None:
    tournament = drawn_tournament(*[1] * 256, published=True)
    for sheet in (SheetName.PROTOCOL, SheetName.DRAW):
        pdf = printed(tournament, sheet)
        read = [code for page in range(len(pages(pdf))) for code in codes(picture(pdf, page))]
        assert [code.partition("/t/")[2] for code in read] == ["feuerwehr/gast/auslosung/1/"]


def test_a_draw_by_hand_has_its_slips_in_the_protocol_and_no_secret() -> None:
    tournament = make_tournament(method="by-hand")
    sell(tournament, *[1] * 8, names=NAMES)
    close(tournament)
    hand_draws.start(tournament=fresh(tournament), actor=DIRECTOR)
    for pot in ("left", "right"):
        for number in range(1, 5):
            card = number if pot == "left" else number + 4
            hand_draws.add_slip(tournament=fresh(tournament), actor=DIRECTOR, pot=pot, number=number, card=card)
    hand_draws.complete(tournament=fresh(tournament), actor=DIRECTOR)
    text = " ".join(pages(printed(fresh(tournament), SheetName.PROTOCOL)))
    assert "Mit der Hand gelost: es wurde kein Geheimnis aufgedeckt." in text
    assert "links 4: Zörweg Lisl, Karte 4" in text
    assert "rechts 1: Šnjarić Zdeňka, Karte 5" in text
    assert "FIELD" not in text


def test_a_sheet_with_printed_hashes_is_not_out_of_date_because_it_was_printed() -> None:
    tournament = eight()
    for sheet in (SheetName.DRAW, SheetName.PROTOCOL, SheetName.CASH):
        printouts.make(tournament=tournament, actor=DIRECTOR, prepared=prepare(tournament, sheet))
    assert not any(
        state.changed for state in sheet_states(fresh(tournament), [SheetName.DRAW, SheetName.PROTOCOL, SheetName.CASH])
    )
    cash.book(tournament=tournament, actor=CASHIER, kind=CashKind.FLOAT_IN, amount=Decimal(50), text="")
    assert [state.changed for state in sheet_states(fresh(tournament), [SheetName.DRAW, SheetName.CASH])] == [
        False,
        True,
    ]


def test_draw_sheet_protocol_and_cash_close_carry_the_last_hashes() -> None:
    tournament = eight()
    last = tournament.journal.order_by("-number").values_list("hash", flat=True)[0]
    booked = tournament.cash.order_by("-number").values_list("hash", flat=True)[0]
    for sheet in (SheetName.DRAW, SheetName.PROTOCOL, SheetName.CASH):
        text = " ".join(pages(printed(tournament, sheet)))
        assert last in text
        assert booked in text


def test_the_round_names_winner_score_and_beaten_in_this_order_and_who_is_further() -> None:
    tournament = eight()
    serials = open_matches(tournament)
    for serial in serials:
        play(tournament, serial, Side.RIGHT)
    match = tournament.matches.select_related("left_card__owner", "right_card__owner").get(serial=serials[0])
    assert match.left_card is not None
    assert match.right_card is not None
    text = together(printed(tournament, SheetName.ROUND))
    assert squeezed(f"1 {match.right_card.owner.name} 2 : 0 {match.left_card.owner.name}") in text
    assert squeezed("Weiter sind 4 Karten von 4 Personen") in text


def test_the_round_lists_what_is_still_open_and_names_nobody_further_before_it_is_decided() -> None:
    tournament = eight()
    play(tournament, open_matches(tournament)[0])
    text = together(printed(tournament, SheetName.ROUND))
    assert squeezed("3 Begegnungen sind noch offen") in text
    assert squeezed("Weiter sind") not in text


def test_after_the_final_the_round_names_the_winner_and_the_placement_matches() -> None:
    tournament = eight()
    play_on(tournament)
    text = together(printed(fresh(tournament), SheetName.ROUND))
    assert "Turniersieg" in text
    assert "P3,SpielumPlatz3" in text
    before = together(printed(fresh(tournament), SheetName.ROUND, round=2))
    assert "P1,SpielumdiePlätze5bis8" in before
    assert "Turniersieg" not in before


def test_a_match_nobody_came_to_has_no_winner_and_nobody_goes_on_from_it() -> None:
    tournament = eight()
    serials = open_matches(tournament)
    results.record(tournament=tournament, actor=DIRECTOR, match=serials[0], report=Report(Outcome.DOUBLE_WALKOVER))
    for serial in serials[1:]:
        play(tournament, serial)
    text = together(printed(fresh(tournament), SheetName.ROUND))
    assert squeezed("beide nicht angetreten") in text
    assert squeezed("Weiter sind 3 Karten von 3 Personen") in text


def test_the_tree_has_every_card_of_round_1_and_both_papers_differ() -> None:
    tournament = eight()
    play_on(tournament)
    text = together(printed(fresh(tournament), SheetName.TREE))
    for name in NAMES:
        assert squeezed(name) in text
    assert prepare(fresh(tournament), SheetName.TREE).key == "tree paper=a4"
    assert prepare(fresh(tournament), SheetName.TREE, Options(paper="a3")).key == "tree paper=a3"


def test_the_prize_list_tells_why_a_prize_went_on_with_one_prize_a_person() -> None:
    tournament = drawn_tournament(6, 1, 1, prize_policy="one_prize_per_person")
    Prize.objects.filter(tournament=tournament).delete()
    for place in (1, 2):
        Prize.objects.create(
            tournament=tournament, place=place, description="Speck", sponsor="Metzger Huber", value=Decimal(100)
        )
    play_on(tournament)
    text = together(printed(fresh(tournament), SheetName.PRIZES))
    assert squeezed("schon den 1. Preis hat") in text
    assert squeezed("gespendet von Metzger Huber") in text
    assert "€100,00" in text


def test_the_result_list_keeps_to_places_and_to_who_may_be_named() -> None:
    tournament = eight()
    tournament.people.filter(start_number=1).update(public=False)
    play_on(tournament)
    text = " ".join(pages(printed(fresh(tournament), SheetName.RESULTS)))
    assert "Huber Johann" not in text
    assert "Startnummer 1" in text
    assert all(name in text for name in NAMES[1:])


def test_the_cash_close_counts_the_drawer_against_the_book() -> None:
    tournament = eight()
    cash.count(tournament=tournament, actor=CASHIER, coins={2000: 1, 1000: 1, 500: 1})
    cash.book(tournament=tournament, actor=CASHIER, kind=CashKind.EXPENSE, amount=Decimal("3.20"), text="Stifte")
    text = together(printed(tournament, SheetName.CASH))
    for said in ("8 Karten ausgegeben", "9 Einträge", "Soll in der Kassa", "€ 36,80", "gezählt", "€ 35,00", "Differenz: es fehlt", "−€ 5,00",
                 "seit der Zählung gebucht", "−€ 3,20", "Stifte"):  # fmt: skip
        assert squeezed(said) in text, said


def test_whoever_sold_in_advance_is_on_the_cash_close_with_what_is_owed_and_has_no_drawer_to_count() -> None:
    tournament = make_tournament()
    listed = sellers.add(tournament=tournament, actor=CASHIER, name="Trafik Maier", cards=10)
    cards.sell(
        tournament=tournament, actor=replace(CASHIER, desk=listed.desk), cards=3, new_person=PersonData("Huber Johann")
    )
    text = together(printed(fresh(tournament), SheetName.CASH))
    assert squeezed("Trafik Maier Vorverkauf 1 € 15,00 € 0,00 € 15,00") in text
    assert squeezed("Nicht gezählt") not in text


@pytest.mark.parametrize(
    ("sheet", "expected"),
    [
        (SheetName.DRAW, 8), (SheetName.PROTOCOL, 9), (SheetName.ROUND, 3), (SheetName.TREE, 4), (SheetName.RESULTS, 9), (SheetName.CASH, 8),
    ],
)  # fmt: skip
@pytest.mark.parametrize("people", [16, 64])
def test_reading_a_sheet_takes_the_same_number_of_queries_at_every_size(
    sheet: SheetName, expected: int, people: int
) -> None:
    tournament = drawn_tournament(*[1] * people)
    play_round(tournament)
    tournament = fresh(tournament)
    with queries(expected):
        prepare(tournament, sheet)


def test_english_paper_is_made_in_english_and_says_so(tmp_path) -> None:
    tournament = eight()
    Tournament.objects.update(paper_language="en")
    prepared = prepare(fresh(tournament), SheetName.CASH)
    pdf = prepared.render(replace(imprint(fresh(tournament), made_at=MADE)))
    assert b"en-GB" in pdf
    assert "€40.00" in together(pdf)


def test_the_command_prints_the_round_that_is_asked_for(tmp_path) -> None:
    tournament = eight()
    play_round(tournament)
    draw(tournament)
    call_command(
        "print", "feuerwehr", "--what", "draw,protocol,round,tree,cash", "--round", "1", "--out", str(tmp_path)
    )
    assert sorted(path.stem for path in tmp_path.iterdir()) == ["cash", "draw", "protocol", "round", "tree"]
    assert "Ergebnis: Runde 1" in pages((tmp_path / "round.pdf").read_bytes())[0]
    assert "Runde 1" in pages((tmp_path / "draw.pdf").read_bytes())[0]
