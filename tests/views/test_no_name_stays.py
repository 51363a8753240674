"""After the names were taken out none of them is anywhere in the database: every table is read, whatever it is for."""

from __future__ import annotations

import base64
import json
import zlib

import pytest
from django.contrib.sessions.models import Session
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client

from tests import factories
from tests.factories import DIRECTOR
from tournament.models import Role, Tournament
from tournament.services import privacy, prizes
from tournament.services.prizes import PrizeData

pytestmark = pytest.mark.django_db
BASE = "/t/feuerwehr/"
#: Typed during the evening, each in another place; every one is a word of its own.
TYPED = (
    "Xaverlinger", "Ypsilanti", "Versteckbach", "Tarnverein", "Mitspielerin", "Zachariasnotiz", "06647654321",
    "Verkaufshelferin", "Listenperson", "Listenort", "Vorschauperson", "Stechnotiz", "Reserviererin", "Umbenannter",
)  # fmt: skip


def everything() -> str:
    """All rows of all tables as text; sessions unpacked, files in them too."""
    said = []
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            if table == "tournament_user":
                continue
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")
            said += [
                f"{table}: {bytes(v) if isinstance(v, memoryview) else v}" for row in cursor.fetchall() for v in row
            ]
    for session in Session.objects.all():
        kept = session.get_decoded()
        said.append(json.dumps(kept, default=str, ensure_ascii=False))
        if "list" in kept:
            said.append(zlib.decompress(base64.b85decode(kept["list"]["data"])).decode("utf-8", "replace"))
    return "\n".join(said)


def typed_evening() -> Tournament:
    """Everything that can be typed about a person is typed, on the screens where they are."""
    tournament = factories.make_tournament(cards_offered=16, max_cards_per_person=4)
    client = Client()
    client.force_login(factories.member(tournament, Role.DIRECTOR, "anna"))

    def post(path: str, **given: object) -> None:
        answer = client.post(
            BASE + path, {"request_key": f"{len(given)}{path}"[:64].replace("/", "-") + "abcdefgh", **given}
        )
        assert answer.status_code in {200, 302}, (path, answer.status_code, answer.content.decode()[-900:])

    post("kassa/", who="Xaverlinger Max", place="Versteckbach", club="Tarnverein", cards="2", sell="1")
    post("kassa/", who="Reserviererin Rosa", cards="1", reserve="1")
    post("kassa/", who="Vorher Vinzenz", cards="2", sell="1", given="20")
    stamp = client.get(f"{BASE}teilnehmer/1/").context["shown"].stamp
    post(
        "teilnehmer/1/", name="Ypsilanti Yps", place="Versteckbach", club="Tarnverein", members="Mitspielerin Mona",
        note="Zachariasnotiz", phone="06647654321", stamp=stamp,
    )  # fmt: skip
    stamp = client.get(f"{BASE}teilnehmer/3/").context["shown"].stamp
    post("teilnehmer/3/", name="Umbenannter Udo", stamp=stamp)
    post("vorverkauf/", name="Verkaufshelferin Vroni", cards="5")
    for text in (
        "Listenperson Lisa;Listenort;2;ja\nListenperson Leo;Listenort;2;ja",
        "Vorschauperson Vera;Listenort;1;ja",
    ):
        file = SimpleUploadedFile("liste.csv", f"Name;Ort;Karten;bezahlt\n{text}\n".encode())
        answer = client.post(f"{BASE}liste/", {"file": file, "request_key": "listen-" + text[:8].lower()})
        assert answer.status_code == 302
        if text.startswith("Listenperson"):
            page = client.get(answer["Location"])
            assert "Listenperson" in page.content.decode()
            assert client.post(
                answer["Location"], {"take": "1", "confirm": "1", "request_key": "nimm-sie-auf"}
            ).status_code in {200, 302}
    assert tournament.people.filter(name__startswith="Listenperson").count() == 2
    factories.close(factories.fresh(tournament))
    factories.draw(factories.fresh(tournament))
    prizes.set_prizes(
        tournament=factories.fresh(tournament), actor=DIRECTOR, prizes=[PrizeData(n) for n in range(1, 6)]
    )
    factories.play_on(factories.fresh(tournament))
    tournament.play_offs.create(place=99, card_numbers=[], note="Stechnotiz", by="anna", at=tournament.created_at)
    prizes.finish(tournament=factories.fresh(tournament), actor=DIRECTOR)
    return factories.fresh(tournament)


def test_no_name_typed_during_the_evening_is_anywhere_afterwards() -> None:
    tournament = typed_evening()
    before = everything()
    assert [word for word in TYPED if word not in before and word not in {"Xaverlinger"}] == []
    privacy.anonymise(tournament=tournament, actor=DIRECTOR)
    after = everything()
    found = {word: [line[:90] for line in after.splitlines() if word in line] for word in TYPED if word in after}
    assert found == {}
