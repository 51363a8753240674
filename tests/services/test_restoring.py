"""A backup put back into the running program: all of it or nothing, the state before kept, no secret used that is known."""

from __future__ import annotations

import sqlite3
import threading
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client

from tests import factories
from tournament import links
from tournament.domain.verification import verify
from tournament.models import Match, ScopeVersion, Tournament, User
from tournament.pause import Gate, StillBusy, gate
from tournament.queries.archives import archive
from tournament.services import backup_uploads, backups, draws, restoring
from tournament.services.backup_contents import contents
from tournament.services.errors import Refused

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def data_folder(settings: Any, tmp_path: Path) -> Path:
    settings.DATA_DIR = tmp_path
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    return tmp_path


@pytest.fixture
def director() -> Client:
    client = Client()
    client.force_login(User.objects.create_superuser("chefin", password=factories.PASSWORD))
    return client


def whole(tournament: Tournament) -> dict[str, Any]:
    return archive(Tournament.objects.get(slug=tournament.slug), with_secret=True)


def content(archived: dict[str, Any]) -> tuple[Any, ...]:
    return archived["people"], archived["cards"], archived["cash"], archived["draws"]


def restored(chosen: backups.Backup) -> backups.Backup:
    return restoring.restore(chosen, factories.DIRECTOR)


def test_everything_is_as_it_was_and_the_state_before_is_kept(director: Client) -> None:
    tournament = factories.make_tournament()
    factories.sell(tournament, 2, 1)
    then, chosen = whole(tournament), backups.backup()
    factories.sell(tournament, 3)
    later = whole(tournament)
    before = restored(chosen)
    now = whole(tournament)
    assert content(now) == content(then)
    assert verify(now) == ()
    assert before.why is backups.Why.RESTORE
    restored(before)
    back = whole(tournament)
    assert content(back) == content(later)
    assert verify(back) == ()


def test_the_journal_of_what_lost_something_says_so_and_no_other(director: Client) -> None:
    changed, same = factories.make_tournament(), factories.make_tournament(slug="andere")
    chosen = backups.backup()
    factories.sell(changed, 1, 1)
    [loss] = restoring.losses(chosen)
    assert (loss.slug, loss.entries, loss.new_seal) == ("feuerwehr", 2, False)
    restored(chosen)
    last = whole(changed)["journal"][-1]
    assert (last["kind"], last["by"], last["after"]["lost"]) == ("restored", "anna", 2)
    assert [entry["kind"] for entry in whole(same)["journal"]] == ["create"]


def test_a_finished_tournament_ends_with_finish_again(director: Client) -> None:
    tournament = factories.drawn_tournament(1, 1, 1, 1)
    factories.play_on(tournament)
    from tournament.services import people, prizes

    prizes.finish(tournament=factories.fresh(tournament), actor=factories.DIRECTOR)
    chosen = backups.backup()
    data = people.PersonData("Neuer Name")
    people.change(tournament=factories.fresh(tournament), actor=factories.DIRECTOR, start_number=1, data=data)
    restored(chosen)
    now = whole(tournament)
    assert [entry["kind"] for entry in now["journal"][-2:]] == ["restored", "finish"]
    assert verify(now) == ()


def test_a_secret_that_was_shown_since_decides_no_draw_again(director: Client) -> None:
    tournament = factories.make_tournament()
    factories.sell(tournament, 1, 1, 1, 1)
    tournament = factories.close(tournament)
    chosen = backups.backup()
    factories.draw(tournament)
    first = whole(tournament)
    [loss] = restoring.losses(chosen)
    assert loss.new_seal
    restored(chosen)
    tournament = Tournament.objects.get(slug="feuerwehr")
    assert list(tournament.chains.values_list("s0", flat=True)) == [None]
    factories.draw(tournament)
    again = whole(tournament)
    assert verify(again) == ()
    assert again["tournament"]["psd1"]["chains"][0]["seal"] != first["tournament"]["psd1"]["chains"][0]["seal"]
    assert again["draws"][0]["secret"] != first["draws"][0]["secret"]


def test_a_slip_of_a_draw_that_was_taken_back_opens_no_other_match(director: Client) -> None:
    """Serials come again with the next draw; its match has other players."""
    tournament = factories.make_tournament(cards_offered=16)
    factories.sell(tournament, *[1] * 16)
    factories.close(tournament)
    card, place = links.path(tournament, links.Opens.PLAYER, 1), links.path(tournament, links.Opens.TABLE, 1)
    chosen = backups.backup()
    factories.draw(factories.fresh(tournament))
    slip = links.path(factories.fresh(tournament), links.Opens.MATCH, 1)
    assert Client().get(slip).status_code == 200
    restored(chosen)
    factories.draw(factories.fresh(tournament))
    for part in ("", "/stand?handy=" + "a1" * 16):
        assert Client().get(slip + part).status_code == 404
        assert Client().get(links.path(factories.fresh(tournament), links.Opens.MATCH, 1) + part).status_code == 200
    assert {Client().get(address).status_code for address in (card, place)} == {200}, "cards and tables are the same"


def test_where_no_draw_was_taken_back_slips_stay_good(director: Client) -> None:
    tournament = factories.drawn_tournament(*[1] * 8)
    slip = links.path(tournament, links.Opens.MATCH, 1)
    chosen = backups.backup()
    factories.play(tournament, 1)
    restored(chosen)
    assert Client().get(slip).status_code == 200
    assert tournament.matches.get(serial=1).outcome == "open"


def test_a_field_that_was_shown_with_a_known_secret_must_be_given_up(director: Client) -> None:
    tournament = factories.make_tournament()
    factories.sell(tournament, 1, 1, 1, 1)
    tournament = factories.close(tournament)
    draws.prepare(tournament=tournament, actor=factories.DIRECTOR)
    chosen = backups.backup()
    draws.carry_out(tournament=tournament, actor=factories.DIRECTOR, public=["1"])
    restored(chosen)
    tournament = Tournament.objects.get(slug="feuerwehr")
    with pytest.raises(Refused, match="neues Siegel"):
        draws.carry_out(tournament=tournament, actor=factories.DIRECTOR, public=["2"])
    draws.discard(tournament=tournament, actor=factories.DIRECTOR)
    factories.draw(factories.fresh(tournament))
    assert verify(whole(tournament)) == ()


def test_versions_are_above_all_that_was_ever_shown(director: Client) -> None:
    tournament = factories.drawn_tournament(1, 1, 1, 1)
    chosen = backups.backup()
    factories.play_round(tournament)
    shown = max(ScopeVersion.objects.values_list("version", flat=True))
    seen = max(Match.objects.values_list("version", flat=True))
    restored(chosen)
    assert min(ScopeVersion.objects.values_list("version", flat=True)) > shown
    assert min(Match.objects.values_list("version", flat=True)) > seen


def test_all_sessions_end_also_those_that_had_ended_since(director: Client) -> None:
    chosen = backups.backup()
    assert director.get("/sicherungen/").status_code == 200
    restored(chosen)
    assert not Session.objects.exists()
    assert director.get("/sicherungen/")["Location"].startswith("/anmelden/")


def test_the_screen_asks_for_the_word_restores_and_leads_to_the_login(director: Client) -> None:
    tournament = factories.make_tournament()
    factories.sell(tournament, 1)
    assert director.post("/sicherungen/", {"make": "1"}).status_code == 302
    [chosen] = backups.status().backups
    factories.sell(tournament, 2)
    address = f"/sicherungen/{chosen.path.name}/"
    page = director.get(address).content.decode()
    assert "1 Eintrag des Protokolls seit damals" in page
    assert director.post(address, {"confirm": "ja"}).status_code == 422
    assert len(whole(tournament)["cards"]) == 3
    answer = director.post(address, {"confirm": " Zurückspielen "}, follow=True)
    assert answer.redirect_chain == [("/anmelden/", 302)]
    assert "Bitte neu anmelden" in answer.content.decode()
    assert len(whole(tournament)["cards"]) == 1
    assert sorted(each.why for each in backups.status().backups) == ["von-hand", "vor-zurueckspielen"]


def test_the_list_shows_when_why_what_and_whether_it_is_sound(director: Client, data_folder: Path) -> None:
    factories.sell(factories.make_tournament(), 1)
    sound, broken = backups.backup(), backups.backup()
    damage_in_the_middle(broken.path)
    page = director.get("/sicherungen/").content.decode()
    assert (page.count("geprüft</span>"), page.count("beschädigt</span>")) == (1, 1)
    assert "2 Einträge" in page
    assert "von Hand" in page
    assert f"/sicherungen/{sound.path.name}/" in page
    assert f'href="/sicherungen/{broken.path.name}/"' not in page


def test_a_download_is_the_file_and_only_a_file_of_the_list(director: Client, data_folder: Path) -> None:
    made = backups.backup()
    answer = director.get(f"/sicherungen/{made.path.name}/datei/")
    assert b"".join(answer.streaming_content) == made.path.read_bytes()
    assert "attachment" in answer["Content-Disposition"]
    (data_folder / "key").write_text("geheim")
    for name in ("key", "..%2Fkey", "preisschnapsen-20260110-180000-abcd.sqlite3"):
        assert director.get(f"/sicherungen/{name}/datei/").status_code == 404


def test_a_downloaded_file_comes_back_and_is_checked(director: Client, tmp_path: Path) -> None:
    tournament = factories.make_tournament()
    made = backups.backup(tmp_path / "stick")
    with made.path.open("rb") as file:
        answer = director.post("/sicherungen/hochladen/", {"backup": file})
    [taken] = backups.status().backups
    assert answer["Location"] == f"/sicherungen/{taken.path.name}/"
    assert taken.why is backups.Why.UPLOAD
    factories.sell(tournament, 1)
    restored(taken)
    assert whole(tournament)["cards"] == []


@pytest.mark.parametrize("rubbish", [b"", b"kein SQLite", b"SQLite format 3\0" + b"x" * 5000])
def test_what_is_no_backup_is_not_taken_in(director: Client, rubbish: bytes) -> None:
    with pytest.raises(Refused, match="keine brauchbare Sicherung"):
        backup_uploads.take_in([rubbish])
    assert backups.status().backups == ()


def test_a_damaged_backup_is_refused_and_nothing_happens(director: Client, data_folder: Path) -> None:
    tournament = factories.make_tournament()
    chosen = backups.backup()
    damage_in_the_middle(chosen.path)
    factories.sell(tournament, 1)
    with pytest.raises(Refused, match="kann nicht verwendet werden"):
        restored(chosen)
    assert len(whole(tournament)["cards"]) == 1
    assert left_behind() == []


def test_a_backup_without_a_director_is_refused() -> None:
    chosen = backups.backup()
    User.objects.create_superuser("chefin", password=None)
    with pytest.raises(Refused, match="keine Turnierleitung"):
        restored(chosen)
    assert User.objects.count() == 1


def test_a_backup_of_a_newer_version_is_refused(director: Client) -> None:
    chosen = backups.backup()
    with closing(sqlite3.connect(chosen.path)) as database:
        database.execute(
            "INSERT INTO django_migrations (app, name, applied) VALUES ('tournament', '0999_morgen', '2030-01-01')"
        )
        database.commit()
    with pytest.raises(Refused, match="neueren Version"):
        restored(chosen)


def test_a_backup_of_an_older_version_gets_the_tables_of_this_one(director: Client) -> None:
    chosen = backups.backup()
    with closing(sqlite3.connect(chosen.path)) as database:
        database.execute("DROP TABLE django_session")
        database.execute("DELETE FROM django_migrations WHERE app = 'sessions'")
        database.commit()
    restored(chosen)
    assert Session.objects.count() == 0


def test_where_the_state_before_cannot_be_kept_nothing_is_changed(director: Client, monkeypatch: Any) -> None:
    tournament = factories.make_tournament()
    chosen = backups.backup()
    factories.sell(tournament, 1)

    def full(_path: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(backups, "_copy_sqlite", full)
    with pytest.raises(Refused, match="darum wurde nichts geändert"):
        restored(chosen)
    assert len(whole(tournament)["cards"]) == 1
    assert left_behind() == []
    assert gate.enter()
    gate.leave()


def test_others_get_a_calm_page_that_comes_again(director: Client) -> None:
    with gate.closed(patience=1):
        assert in_another_thread(lambda: ask("get")) == (503, "3", "Diese Seite kommt dann von selbst.")
        assert in_another_thread(lambda: ask("post")) == (503, None, "Diese Eingabe wurde nicht gespeichert.")
        part = in_another_thread(lambda: Client().get("/", headers={"HX-Request": "true"}))
        assert (part.status_code, part["HX-Reswap"]) == (503, "none")
    assert in_another_thread(lambda: Client().get("/anmelden/")).status_code == 200


def test_the_pause_waits_for_who_is_being_served_and_gives_up_in_time() -> None:
    door, inside, go = Gate(), threading.Event(), threading.Event()

    def served() -> None:
        door.enter()
        inside.set()
        go.wait(10)
        door.leave()

    someone = threading.Thread(target=served)
    someone.start()
    inside.wait(10)
    with pytest.raises(StillBusy), door.closed(patience=0.05):
        raise AssertionError("somebody is still inside")
    assert door.enter()
    go.set()
    someone.join()
    with door.closed(patience=5):
        assert not door.enter()
        with pytest.raises(StillBusy), door.closed(patience=0):
            pass


def test_work_goes_on_around_a_restore_and_is_before_it_or_after_it(director: Client) -> None:
    tournament = factories.make_tournament(cards_offered=256, max_cards_per_person=1)
    factories.sell(tournament, 1)
    chosen = backups.backup()
    acknowledged: list[int] = []

    def desk() -> None:
        try:
            for _sale in range(40):
                if gate.enter():  # as a request does
                    try:
                        acknowledged.extend(factories.sell(Tournament.objects.get(slug="feuerwehr"), 1))
                    finally:
                        gate.leave()
        finally:
            connection.close()

    seller = threading.Thread(target=desk)
    seller.start()
    before = restored(chosen)
    seller.join()
    now = whole(tournament)
    assert verify(now) == ()
    held = next(each for each in contents(before.path).tournaments if each.slug == "feuerwehr")
    kept_before, sold_after = (held.entries or 0) - 2, len(now["cards"]) - 1
    assert kept_before + sold_after == len(acknowledged)


def ask(method: str) -> tuple[int, str | None, str]:
    answer = getattr(Client(), method)("/anmelden/")
    text = answer.content.decode()
    said = next(
        (
            each
            for each in ("Diese Seite kommt dann von selbst.", "Diese Eingabe wurde nicht gespeichert.")
            if each in text
        ),
        "",
    )
    return answer.status_code, answer.get("Refresh"), said


def in_another_thread(action: Any) -> Any:
    came: list[Any] = []

    def run() -> None:
        try:
            came.append(action())
        finally:
            connection.close()

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    return came[0]


def left_behind() -> list[Path]:
    live = Path(str(connection.settings_dict["NAME"]))
    return list(live.parent.glob(f"{live.name}.restore-*"))


def damage_in_the_middle(path: Path) -> None:
    size = path.stat().st_size
    with path.open("r+b") as file:
        for at in range(8192, size, 4096):
            file.seek(at)
            file.write(b"\xa5" * 512)
