"""PostgreSQL: a backup is the archives of all tournaments; they come back beside what is there, never over it."""

from __future__ import annotations

import zipfile
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from tests import factories
from tournament.domain.verification import verify
from tournament.models import Tournament, User
from tournament.queries.archives import archive
from tournament.services import backup_uploads, backups, restoring
from tournament.services.errors import Refused

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def data_folder(settings: Any, tmp_path: Path) -> Path:
    settings.DATA_DIR = tmp_path
    return tmp_path


@pytest.fixture
def director() -> Client:
    client = Client()
    client.force_login(User.objects.create_superuser("chefin", password=factories.PASSWORD))
    return client


def test_the_database_as_a_whole_is_the_hosts_business() -> None:
    with pytest.raises(Refused, match="Betreiber"):
        restoring.restore(backups.backup(), factories.DIRECTOR)


def test_an_archive_of_a_backup_comes_back_where_the_tournament_is_gone(director: Client) -> None:
    tournament = factories.drawn_tournament(2, 1, 1)
    made = backups.backup()
    address = f"/sicherungen/{made.path.name}/"
    assert "gibt es hier schon" in director.get(address).content.decode()
    assert director.post(address, {"slug": "feuerwehr"}).status_code == 422
    with zipfile.ZipFile(made.path) as archives:
        told = archives.read("feuerwehr.json")
    Tournament.objects.filter(pk=tournament.pk).update(slug="anders")
    assert director.post(address, {"slug": "feuerwehr"}).status_code == 302
    back = archive(Tournament.objects.get(slug="feuerwehr"), with_secret=True)
    assert verify(back) == ()
    assert back["draws"][0]["secret"] in told.decode()


def test_what_is_not_in_the_backup_is_refused() -> None:
    with pytest.raises(Refused, match="nicht in der Sicherung"):
        backup_uploads.take_archive(backups.backup(), "gibtsnicht", factories.DIRECTOR)


def test_a_damaged_zip_is_not_taken_in(director: Client) -> None:
    with pytest.raises(Refused, match="keine brauchbare"):
        backup_uploads.take_in([b"PK kein Zip"])
    assert backups.status().backups == ()
