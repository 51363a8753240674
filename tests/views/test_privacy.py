"""What strangers can read: never a hidden name, never a telephone number; and after the event nobody's name at all."""

from __future__ import annotations

import html
import json
import unicodedata
from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client

from tests import factories
from tests.factories import DIRECTOR
from tests.views.every_page import addresses, ask, clients, hide
from tournament.access import Who, who
from tournament.domain.archive import dump
from tournament.domain.verification import verify
from tournament.models import JournalEntry, Printout, Role, State, Tournament, User
from tournament.queries.archives import archive
from tournament.queries.offers import offers
from tournament.services import archives, invitations, privacy, prizes
from tournament.services.base import Actor
from tournament.services.errors import Forbidden, Refused
from tournament.services.people import PersonData
from tournament.views import uploads

pytestmark = pytest.mark.django_db
HIDDEN = 2
SECRET = PersonData(
    "Geheimrat Xaver",
    "Versteckbach",
    "Tarnverein",
    (),
    ("Mitspieler Yps",),
    "kennt Zacharias",
    "0664 7654321",
    public=False,
)
OPEN = PersonData("Offenherz Otto", "Schaudorf", "Zeigverein", (), (), "zahlt Quendel", "0699 1234567")
#: Never public; the words of SECRET that are the person's, which his own page may say to himself.
NEVER = ("Zacharias", "7654321", "Quendel", "1234567", "Mitspieler Yps")
HIS = ("Geheimrat", "Xaver", "Versteckbach", "Tarnverein")


def _evening(moment: str) -> Tournament:
    tournament = factories.make_tournament(published=True, cards_offered=8)
    factories.sell(tournament, 2, 3, 2, 1)
    hide(tournament, HIDDEN, SECRET)
    hide(tournament, 1, OPEN)
    if moment != "sale":
        factories.close(tournament)
        factories.draw(tournament)
        factories.play(tournament, factories.open_matches(tournament)[0])
    if moment == "finished":
        factories.play_on(tournament)
        prizes.finish(tournament=tournament, actor=DIRECTOR)
    return factories.fresh(tournament)


def _read(answer) -> str:
    """The text of an answer, whatever it is, without the ways of writing that would hide a name from a search."""
    body = b"".join(answer.streaming_content) if answer.streaming else answer.content
    return unicodedata.normalize("NFC", html.unescape(body.decode("utf-8", errors="replace")))


@pytest.mark.parametrize("moment", ["sale", "running", "finished"])
def test_no_page_for_strangers_shows_a_hidden_name_or_a_telephone_number(moment) -> None:
    tournament = _evening(moment)
    found, seen, shows_open_names = {}, set(), False
    for number in range(9):
        for address in addresses(tournament, number_of_all=number):
            if who(address.rule) not in {Who.PUBLISHED, Who.ALL, Who.LINK} or address.path in seen:
                continue
            answer = ask("", "get", address.path)
            if answer.status_code != 200:
                continue
            seen.add(address.path)
            text = _read(answer)
            own_page = f"/spieler/{HIDDEN}/" in address.path
            words = [word for word in (*NEVER, *(() if own_page else HIS)) if word in text]
            shows_open_names = shows_open_names or "Offenherz" in text
            if words:
                found[address.path] = words
    assert found == {}
    assert len(seen) > 15
    assert shows_open_names or moment == "sale"


def test_invitations_and_accounts_stand_on_no_page_for_strangers() -> None:
    tournament = _evening("running")
    made = invitations.invite(tournament=tournament, actor=DIRECTOR, role=Role.CASHIER)
    secret = invitations.token(tournament.invitations.get(number=made.number))
    clients(tournament)
    names = list(User.objects.values_list("username", flat=True))
    for address in addresses(tournament):
        if who(address.rule) in {Who.PUBLISHED, Who.ALL, Who.LINK}:
            text = _read(ask("", "get", address.path))
            assert secret not in text
            assert [name for name in names if name in text and "-" in name] == []


def test_the_list_for_the_spreadsheet_has_no_telephone_numbers() -> None:
    tournament = _evening("running")
    answer = ask(clients(tournament)["director"], "get", f"/t/{tournament.slug}/teilnehmer/startliste.csv")
    assert "7654321" not in _read(answer)


def test_the_page_lists_what_strangers_can_open() -> None:
    tournament = _evening("running")
    text = _read(ask(clients(tournament)["director"], "get", f"/t/{tournament.slug}/oeffentlich/"))
    assert "Das Turnier ist veröffentlicht" in text
    assert "Turnierbaum" in text
    assert "Kassabuch, Protokoll, Konten" in text
    assert "Geheimrat" not in text


# After the event


def _anonymised() -> Tournament:
    tournament = _evening("finished")
    Printout.objects.create(
        tournament=tournament, number=1, sheet="start-list", key="start-list", created_at=datetime(2026, 1, 10, tzinfo=UTC), by="anna",
        pdf=b"%PDF Geheimrat Xaver", pages=1, sha256="a" * 64, fingerprint="b" * 64,
    )  # fmt: skip
    privacy.anonymise(tournament=tournament, actor=DIRECTOR)
    return factories.fresh(tournament)


def test_names_are_gone_everywhere_and_the_archive_still_verifies() -> None:
    before = _evening("finished")
    whole = archive(before)
    privacy.anonymise(tournament=before, actor=DIRECTOR)
    after = archive(factories.fresh(before))
    assert verify(after) == ()
    text = dump(after)
    assert [word for word in (*NEVER, *HIS, "Offenherz", "Schaudorf", "Zeigverein", "Spieler 3") if word in text] == []
    assert [person["name"] for person in after["people"]] == [f"Startnummer {n}" for n in (1, 2, 3, 4)]
    unchanged = ("cards", "draws", "matches", "places", "cash", "cash_totals", "withdrawals")
    assert {key: after[key] for key in unchanged} == {key: whole[key] for key in unchanged}
    assert after["journal"][: len(whole["journal"])] == whole["journal"]
    assert [entry["kind"] for entry in after["journal"][len(whole["journal"]) :]] == ["anonymised", "finish"]


def test_no_page_of_the_program_shows_a_name_any_more() -> None:
    tournament = _anonymised()
    cookie, found = clients(tournament)["main"], {}
    for number in (1, 2):
        for address in addresses(tournament, number_of_all=number):
            text = _read(ask(cookie, "get", address.path))
            if words := [word for word in (*NEVER, *HIS, "Offenherz") if word in text]:
                found[address.path] = words
    assert found == {}


def test_a_stored_sheet_keeps_its_record_and_loses_the_document() -> None:
    tournament = _anonymised()
    row = tournament.printouts.get()
    assert (bytes(row.pdf), row.sha256, row.pages) == (b"", "a" * 64, 1)
    answer = ask(clients(tournament)["director"], "get", f"/t/{tournament.slug}/drucken/1.pdf")
    assert answer.status_code == 404
    assert "Namen gelöscht" in _read(answer)


def test_uploaded_lists_of_this_tournament_are_deleted_and_others_stay() -> None:
    tournament = _evening("finished")
    gone = uploads.keep(b"Geheimrat Xaver", name="a.csv", owner=1, slug=tournament.slug)
    stays = uploads.keep(b"Moar", name="b.csv", owner=1, slug="andere")
    assert privacy.anonymise(tournament=tournament, actor=DIRECTOR).lists == 1
    assert uploads.find(gone, owner=1, slug=tournament.slug) is None
    assert uploads.find(stays, owner=1, slug="andere") is not None


def test_start_numbers_are_not_offered_as_names_in_the_next_tournament() -> None:
    _anonymised()
    chief = User.objects.create_superuser("chef", password=None)
    nxt = factories.make_tournament(slug="heuer")
    assert offers(nxt, "Startnummer", user=chief).known == ()


@pytest.mark.parametrize("role", [Role.CASHIER, Role.SCORER])
def test_only_the_director_takes_the_names_out(role) -> None:
    with pytest.raises(Forbidden):
        privacy.anonymise(tournament=_evening("finished"), actor=Actor("karl", role))


@pytest.mark.parametrize("moment", ["sale", "running"])
def test_names_stay_until_the_tournament_is_finished(moment) -> None:
    tournament = _evening(moment)
    assert tournament.state in {State.SALE, State.RUNNING}
    with pytest.raises(Refused):
        privacy.anonymise(tournament=tournament, actor=DIRECTOR)
    assert tournament.people.filter(name=SECRET.name).exists()


def test_the_word_must_be_typed_and_the_same_request_does_it_once() -> None:
    tournament = _evening("finished")
    client = Client()
    client.force_login(factories.member(tournament, Role.DIRECTOR, "anna"))
    path = f"/t/{tournament.slug}/oeffentlich/namen-loeschen/"
    assert client.post(path, {"confirm": "feuerwe"}).status_code == 422
    assert tournament.people.filter(name=SECRET.name).exists()
    for _time in range(2):
        answer = client.post(path, {"confirm": tournament.slug, "request_key": "a" * 32})
        assert answer.status_code == 302
    assert not tournament.people.filter(name=SECRET.name).exists()
    assert JournalEntry.objects.filter(tournament=tournament, kind="anonymised").count() == 1


def test_an_anonymised_archive_is_read_back_byte_for_byte() -> None:
    text = archives.export_archive(_anonymised().slug)
    read = json.loads(text)
    assert verify(read) == ()
    assert datetime.now(tz=UTC) - datetime.fromisoformat(read["journal"][-1]["at"]) < timedelta(hours=1)
