"""Printouts: made once, kept as they are, counted."""

import contextlib
from dataclasses import replace

import pytest
from pypdf import PdfReader

from tests.factories import (
    CASHIER,
    DIRECTOR,
    SCORER,
    draw,
    drawn_tournament,
    fresh,
    make_tournament,
    open_matches,
    play,
    play_on,
    sell,
)
from tests.printing.contents import codes, pages, picture
from tournament import links
from tournament.domain import archive
from tournament.domain.sheets import Options, SheetName
from tournament.domain.verification import verify
from tournament.models import JournalEntry, Printout, State
from tournament.printing.catalogue import KINDS, prepare
from tournament.queries.printing import NothingToPrint
from tournament.services import people, printouts, prizes, withdrawals
from tournament.services.archives import export_archive
from tournament.services.errors import Forbidden
from tournament.services.prizes import PrizeData

pytestmark = pytest.mark.django_db


def printed(tournament, sheet=SheetName.SLIPS, options=None, actor=DIRECTOR, **given) -> Printout:
    made = printouts.make(tournament=tournament, actor=actor, prepared=prepare(tournament, sheet, options), **given)
    return Printout.objects.get(tournament=tournament, number=made.number)


def test_the_first_printout_is_kept_and_the_second_says_second() -> None:
    tournament = drawn_tournament(4, 4)
    first = printed(tournament)
    document = bytes(first.pdf)
    second = printed(tournament)
    assert (first.copy_number, second.copy_number) == (1, 2)
    assert all("2. Ausdruck" in text for text in pages(bytes(second.pdf)))
    assert bytes(Printout.objects.get(pk=first.pk).pdf) == document


def test_other_choices_are_counted_by_themselves() -> None:
    tournament = drawn_tournament(4, 4)
    printed(tournament)
    assert printed(tournament, options=Options(match=open_matches(tournament)[0])).copy_number == 1
    assert printed(tournament, SheetName.RULES).copy_number == 1


def test_no_round_means_the_last_one_and_is_the_same_sheet() -> None:
    tournament = drawn_tournament(4, 4)
    printed(tournament)
    assert printed(tournament, options=Options(round=1)).copy_number == 2


def test_the_same_request_twice_prints_once() -> None:
    tournament = drawn_tournament(4, 4)
    one = printed(tournament, request_key="a" * 32)
    again = printed(tournament, request_key="a" * 32)
    assert one.pk == again.pk
    assert tournament.printouts.count() == 1


def test_whoever_is_overtaken_gets_the_next_copy_number() -> None:
    tournament = drawn_tournament(4, 4)
    prepared = prepare(tournament, SheetName.SLIPS)
    others = iter([True])

    def render(imprint):
        if next(others, False):
            printed(tournament)
        return prepared.render(imprint)

    made = printouts.make(tournament=tournament, actor=DIRECTOR, prepared=replace(prepared, render=render))
    assert made.copy_number == 2
    assert "2. Ausdruck" in pages(bytes(tournament.printouts.get(number=made.number).pdf))[0]


def test_printing_is_in_the_journal_and_the_archive_verifies() -> None:
    tournament = drawn_tournament(4, 4)
    row = printed(tournament)
    entry = JournalEntry.objects.filter(tournament=tournament).latest("number")
    assert (entry.kind, entry.subject, entry.after["sha256"]) == ("printed", f"printout {row.number}", row.sha256)
    assert not verify(archive.load(export_archive(tournament.slug).encode()))


def test_after_the_end_a_printout_leaves_the_journal_ending_with_the_end() -> None:
    tournament = finished()
    printed(tournament, SheetName.CERTIFICATES)
    assert JournalEntry.objects.filter(tournament=tournament).latest("number").kind == "finish"
    assert not verify(archive.load(export_archive(tournament.slug).encode()))


def test_copies_go_on_counting_where_only_the_journal_was_imported() -> None:
    tournament = drawn_tournament(4, 4)
    printed(tournament)
    Printout.objects.all().delete()
    assert printed(tournament).copy_number == 2
    assert Printout.objects.get().number == 2


@pytest.mark.parametrize(
    ("actor", "sheet", "may"),
    [
        (CASHIER, SheetName.CARDS, True),
        (CASHIER, SheetName.SLIPS, False),
        (SCORER, SheetName.SLIPS, True),
        (SCORER, SheetName.RULES, True),
    ],
)
def test_roles_print_what_is_theirs(actor, sheet, may: bool) -> None:
    tournament = drawn_tournament(4, 4)
    if may:
        assert printed(tournament, sheet, actor=actor)
    else:
        with pytest.raises(Forbidden):
            printed(tournament, sheet, actor=actor)
    assert tournament.printouts.count() == may


@pytest.mark.parametrize(
    "sheet", [SheetName.SLIPS, SheetName.CARDS, SheetName.START_LIST, SheetName.CERTIFICATES, SheetName.RECEIPTS]
)
def test_what_does_not_exist_yet_is_refused_with_what_must_happen_first(sheet: SheetName) -> None:
    with pytest.raises(NothingToPrint, match=r"\w+ .+\."):
        prepare(make_tournament(), sheet)


def test_a_slip_for_every_match_that_is_played_and_none_for_byes() -> None:
    tournament = drawn_tournament(1, 1, 1, 1, 1, 1)
    texts = " ".join(pages(bytes(printed(tournament).pdf)))
    assert len(open_matches(tournament)) == 2
    assert texts.count("Ergebnis") == 2


def test_the_code_on_a_slip_leads_to_its_match() -> None:
    tournament = drawn_tournament(4, 4)
    serials = open_matches(tournament)
    read = codes(picture(bytes(printed(tournament).pdf)))
    assert sorted(read) == sorted(links.link(tournament, links.Opens.MATCH, serial) for serial in serials)
    token = read[0].rpartition("/")[2]
    opened = [serial for serial in serials if links.is_valid(tournament, links.Opens.MATCH, serial, token)]
    assert len(opened) == 1
    assert not links.is_valid(tournament, links.Opens.PLAYER, opened[0], token)


def test_placement_matches_have_their_slips_beside_the_round_they_are_played_in() -> None:
    tournament = drawn_tournament(*[2] * 8)
    play_on(tournament, until_numbers=4)
    draw(tournament, "place5-8")
    texts = " ".join(pages(bytes(printed(tournament).pdf)))
    assert "P1" in texts
    assert "P2" in texts
    assert "Halbfinale" in texts


def test_only_the_slips_that_are_new_or_changed_are_printed_again() -> None:
    tournament = drawn_tournament(*[1] * 8)
    printed(tournament)
    with pytest.raises(NothingToPrint):
        prepare(tournament, SheetName.SLIPS, Options(changed=True))
    person = tournament.people.get(start_number=3)
    people.change(
        tournament=tournament,
        actor=DIRECTOR,
        start_number=3,
        data=people.PersonData("Gabriele Neu", place=person.place),
    )
    again = printed(fresh(tournament), options=Options(changed=True))
    assert len(again.parts) == 1
    assert "Gabriele Neu" in pages(bytes(again.pdf))[0]
    assert again.copy_number == 1
    with pytest.raises(NothingToPrint):
        prepare(fresh(tournament), SheetName.SLIPS, Options(changed=True))


def test_a_result_does_not_change_a_slip() -> None:
    tournament = drawn_tournament(4, 4)
    before = prepare(tournament, SheetName.SLIPS).fingerprint
    play(tournament, open_matches(tournament)[0])
    assert prepare(fresh(tournament), SheetName.SLIPS).fingerprint == before


def test_the_start_list_on_the_wall_stays_true_while_cards_are_lost() -> None:
    tournament = drawn_tournament(*[1] * 8)
    before = prepare(tournament, SheetName.START_LIST).fingerprint
    for serial in open_matches(tournament):
        play(tournament, serial)
    assert prepare(fresh(tournament), SheetName.START_LIST).fingerprint == before


def test_one_persons_cards_alone() -> None:
    tournament = make_tournament(max_cards_per_person=3)
    sell(tournament, 3, 2)
    row = printed(tournament, SheetName.CARDS, Options(person=2))
    assert set(row.parts) == {"4", "5"}


def test_withdrawn_cards_are_not_printed() -> None:
    tournament = drawn_tournament(2, 2, 2)
    withdrawals.withdraw(tournament=tournament, actor=DIRECTOR, cards=[1], reason="muss heim")
    assert "1" not in prepare(fresh(tournament), SheetName.CARDS).parts


def test_certificates_name_the_winner_and_the_prize() -> None:
    tournament = finished()
    texts = pages(bytes(printed(tournament, SheetName.CERTIFICATES).pdf))
    assert "hat das Turnier gewonnen" in texts[-1]
    assert "Eine halbe Sau" in texts[-1]


def test_paper_speaks_the_language_of_the_tournament() -> None:
    tournament = drawn_tournament(4, 4, paper_language="en")
    row = printed(tournament, SheetName.RULES)
    assert "won by whoever first has 7 game points" in " ".join(pages(bytes(row.pdf)))


def test_the_number_of_queries_does_not_grow() -> None:
    small, large = drawn_tournament(*[1] * 8, slug="small"), drawn_tournament(*[1] * 32, slug="large")
    for sheet in KINDS:
        counts = []
        for tournament in (small, large):
            with _counted() as queries, contextlib.suppress(NothingToPrint):
                prepare(tournament, sheet)
            counts.append(len(queries))
        assert counts[0] == counts[1], sheet


def test_names_of_pairs_and_scripts_are_printed_as_they_are() -> None:
    tournament = make_tournament()
    sell(
        tournament,
        1,
        1,
        names=("<script>alert(1)</script>", "Maria & Josef Hinterberger-Oberwurzacher vulgo Moar in der Öd"),
    )
    text = " ".join(pages(bytes(printed(tournament, SheetName.CARDS).pdf)))
    assert "".join(["<script>alert(1)</script>"]) in "".join(text.split())
    assert "".join(
        ["Maria", "&", "Josef", "Hinterberger-Oberwurzacher", "vulgo", "Moar", "in", "der", "Öd"]
    ) in "".join(text.split())


def test_the_document_opens_in_other_programs() -> None:
    import io

    row = printed(drawn_tournament(4, 4))
    assert len(PdfReader(io.BytesIO(bytes(row.pdf))).pages) == row.pages


def finished():
    tournament = drawn_tournament(*[1] * 8)
    given = [PrizeData(1, "Eine halbe Sau", None, ""), PrizeData(2, "Geschenkkorb", None, "")]
    prizes.set_prizes(tournament=tournament, actor=DIRECTOR, prizes=given)
    play_on(fresh(tournament))
    prizes.finish(tournament=fresh(tournament), actor=DIRECTOR)
    assert fresh(tournament).state == State.FINISHED
    return fresh(tournament)


def _counted():
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    return CaptureQueriesContext(connection)
