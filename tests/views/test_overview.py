"""The overview: one big button for what comes next, by role; the archive there and back."""

from __future__ import annotations

import json
import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from tests.factories import (
    DIRECTOR,
    close,
    drawn_tournament,
    fresh,
    make_tournament,
    member,
    open_matches,
    play,
    play_on,
    play_round,
    sell,
)
from tournament.domain import archive
from tournament.models import Role, State, Tournament
from tournament.services import draws, prizes
from tournament.services.archives import export_archive

pytestmark = pytest.mark.django_db
ADDRESS = "/t/feuerwehr/"


def button(client: Client) -> tuple[str, str]:
    """Where the big button leads, and what it says."""
    found = re.search(r'class="button big" href="([^"]+)"[^>]*>([^<]+)', client.get(ADDRESS).content.decode())
    return (found[1], found[2].strip()) if found else ("", "")


class TestNextStep:
    def test_from_the_sale_to_the_prizes(self, client_as) -> None:
        client = client_as(superuser=True)
        evening = make_tournament()
        assert button(client) == ("/t/feuerwehr/kassa/", "Karten verkaufen")
        sell(evening, *[1] * 8)
        close(evening)
        assert button(client) == ("/t/feuerwehr/auslosung/", "Runde 1 auslosen")
        draws.prepare(tournament=evening, actor=DIRECTOR)
        assert button(client) == ("/t/feuerwehr/auslosung/", "Auslosung fortsetzen")
        draws.carry_out(tournament=evening, actor=DIRECTOR, public=["4711"])
        assert button(client) == ("/t/feuerwehr/runde/", "Ergebnisse eintragen")
        play_round(evening)
        assert button(client) == ("/t/feuerwehr/auslosung/", "Runde 2 auslosen")
        play_on(evening)
        assert button(client) == ("/t/feuerwehr/preise/", "Zu den Preisen")
        prizes.finish(tournament=fresh(evening), actor=DIRECTOR)
        assert button(client) == ("/t/feuerwehr/preise/", "Preise ausgeben")

    @pytest.mark.parametrize("sold", [(1,), (1, 1), (3,)])
    def test_where_nothing_is_to_draw_one_begins_without(self, client_as, sold) -> None:
        evening = make_tournament()
        sell(evening, *sold)
        close(evening)
        assert button(client_as(superuser=True))[1] == "Ohne Auslosung beginnen"

    def test_a_hand_draw_is_gone_on_with_on_its_page(self, client_as) -> None:
        from tournament.services import hand_draws

        evening = make_tournament(method="by-hand")
        sell(evening, *[1] * 8)
        close(evening)
        hand_draws.start(tournament=evening, actor=DIRECTOR)
        assert button(client_as(superuser=True)) == ("/t/feuerwehr/handauslosung/", "Auslosung fortsetzen")

    def test_each_role_gets_its_own_button(self, client_as) -> None:
        evening = drawn_tournament(*[1] * 8)
        assert button(client_as(evening, Role.SCORER, name="susi"))[1] == "Ergebnisse eintragen"
        cashier = client_as(evening, Role.CASHIER, name="karl")
        assert button(cashier) == ("", "")
        assert "Als Nächstes: Ergebnisse eintragen." in cashier.get(ADDRESS).content.decode()


class TestNumbers:
    def test_sold_people_round_and_cash(self, client_as) -> None:
        evening = drawn_tournament(2, 2, 1, 1, 1)
        play(evening, open_matches(evening)[0])
        html = client_as(evening, Role.DIRECTOR).get(ADDRESS).content.decode()
        numbers = re.findall(r'class="number">([^<]+)<', html)
        assert numbers[:4] == ["7", "5", "6", "35,00"]
        assert "2 von 4 entschieden" in html  # a bye is decided

    def test_money_is_not_for_scorers(self, client_as) -> None:
        evening = drawn_tournament(*[1] * 8)
        html = client_as(evening, Role.SCORER).get(ADDRESS).content.decode()
        assert "40,00" not in html
        assert "Kassabuch" not in html

    def test_every_link_on_it_opens(self, client_as) -> None:
        evening = drawn_tournament(*[1] * 8)
        for role in Role:
            client = client_as(evening, role, name=role.value)
            links = set(re.findall(r'class="row-link" href="([^"]+)"', client.get(ADDRESS).content.decode()))
            assert links
            assert {url: client.get(url).status_code for url in links} == dict.fromkeys(links, 200)

    @pytest.mark.parametrize("size", [8, 256])
    def test_it_costs_the_same_at_every_size(self, client_as, size, django_assert_num_queries) -> None:
        evening = drawn_tournament(*[1] * size)
        client = client_as(evening, Role.DIRECTOR)
        with django_assert_num_queries(12):
            client.get(ADDRESS)


class TestExport:
    def test_without_the_secret_unless_it_is_chosen(self, client_as) -> None:
        evening = drawn_tournament(*[1] * 8)
        client = client_as(evening, Role.DIRECTOR)
        assert 'name="secret"' in client.get("/t/feuerwehr/archiv/").content.decode()
        answer = client.post("/t/feuerwehr/archiv/")
        assert answer["Content-Disposition"] == 'attachment; filename="feuerwehr.json"'
        assert json.loads(answer.content)["tournament"]["psd1"]["chains"][0]["s0"] is None
        assert answer.content.decode() == export_archive("feuerwehr")
        chosen = client.post("/t/feuerwehr/archiv/", {"secret": "on"})
        assert json.loads(chosen.content)["tournament"]["psd1"]["chains"][0]["s0"] is not None
        assert "mit-geheimnis" in chosen["Content-Disposition"]

    def test_a_finished_tournament_has_no_secret_to_choose(self, client_as) -> None:
        evening = drawn_tournament(*[1] * 8)
        Tournament.objects.filter(pk=evening.pk).update(state=State.FINISHED)
        assert 'name="secret"' not in client_as(evening, Role.DIRECTOR).get("/t/feuerwehr/archiv/").content.decode()

    @pytest.mark.parametrize("role", [Role.CASHIER, Role.SCORER])
    def test_only_the_director(self, client_as, role) -> None:
        assert client_as(drawn_tournament(*[1] * 8), role).post("/t/feuerwehr/archiv/").status_code == 403


class TestImport:
    def send(self, client: Client, data: bytes | None):
        file = {"archive": SimpleUploadedFile("abend.json", data)} if data is not None else {}
        return client.post("/einlesen/", file)

    def renamed(self, slug: str = "zweite") -> bytes:
        """The same evening as another one's archive would have it."""
        text = export_archive("feuerwehr", with_secret=True)
        Tournament.objects.filter(slug="feuerwehr").update(slug=slug)
        return text.encode()

    def test_an_archive_is_read_in_and_shown(self, client_as) -> None:
        evening = drawn_tournament(*[1] * 8)
        play_round(evening)
        data = self.renamed()
        client = client_as(superuser=True)
        answer = self.send(client, data)
        assert (answer.status_code, answer["Location"]) == (302, "/t/feuerwehr/")
        assert export_archive("feuerwehr", with_secret=True).encode() == data
        assert "geprüft und eingelesen" in client.get("/t/feuerwehr/").content.decode()

    @pytest.mark.parametrize(
        ("spoil", "said"),
        [
            (lambda data: None, "eine Datei auswählen"),
            (lambda data: data[: len(data) // 2], "beschädigt oder abgeschnitten"),
            (lambda data: b"%PDF-1.7 \xff\xfe", "kein UTF-8-Text"),
            (lambda data: b"[]", "kein Archiv von Preisschnapsen"),
            (lambda data: data.replace(b'"version": 1', b'"version": 99', 1), "Version 99"),
        ],
    )
    def test_what_is_no_archive_is_refused_in_words(self, client_as, spoil, said) -> None:
        drawn_tournament(*[1] * 8)
        data = spoil(self.renamed())
        answer = self.send(client_as(superuser=True), data)
        assert answer.status_code == 422
        assert said in answer.content.decode()
        assert not Tournament.objects.filter(slug="feuerwehr").exists()

    def test_an_altered_archive_names_what_does_not_fit(self, client_as) -> None:
        evening = drawn_tournament(*[1] * 8)
        play_round(evening)
        whole = json.loads(self.renamed())
        whole["matches"][0]["winner"] = whole["matches"][0]["right"]
        answer = self.send(client_as(superuser=True), archive.dump(whole).encode())
        assert answer.status_code == 422
        assert answer.content.decode().count("<li data-code=") >= 1

    def test_a_tournament_that_is_here_is_never_overwritten(self, client_as) -> None:
        drawn_tournament(*[1] * 8)
        answer = self.send(client_as(superuser=True), export_archive("feuerwehr").encode())
        assert answer.status_code == 422
        assert "gibt es hier schon" in answer.content.decode()

    def test_only_who_may_make_tournaments(self, client_as) -> None:
        evening = make_tournament()
        member(evening)
        assert client_as(evening, Role.DIRECTOR).get("/einlesen/").status_code == 403
