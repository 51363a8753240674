"""Export, import, export: the same bytes in every state; what is altered, cut or here already is refused and changes nothing."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests import factories
from tournament.domain import psd1
from tournament.domain.archive import ArchiveError, digest_of, dump
from tournament.domain.verification import verify
from tournament.models import DrawMethod, ImportRecord, PrizePolicy, TiePolicy, Tournament
from tournament.queries.archives import journal_tail_is_whole
from tournament.services import cards, demo, draws, hand_draws, people
from tournament.services.archives import export_archive, import_archive
from tournament.services.errors import NotFound, Refused
from tournament.services.people import PersonData
from tournament.services.simulation import Options, play

from .running import manage, one_line

pytestmark = pytest.mark.django_db


def in_sale() -> str:
    tournament = factories.make_tournament(cards_offered=16, bummerl_overrides={"2": 3})
    factories.sell(tournament, 3, 2, 1, names=("Ó Súilleabháin Seán", "Šnjarić Ana", "vulgo Moar"))
    reserved = cards.reserve(
        tournament=tournament, actor=factories.CASHIER, cards=2, new_person=PersonData("Huber Käthe")
    )
    cards.pay_reservation(tournament=tournament, actor=factories.CASHIER, number=reserved.number)
    cards.reserve(tournament=tournament, actor=factories.CASHIER, cards=1, start_number=1)
    cards.refund(tournament=tournament, actor=factories.CASHIER, cards=[2], reason="verzählt")
    data = PersonData(
        "Zwei Schwestern", place="Öblarn", club="TSV", categories=("Damen", "Jugend"), members=("Mitzi", "Resi"),
        note="sitzen am Fenster", phone="+43 660 1", public=False,
    )  # fmt: skip
    people.add(tournament=tournament, actor=factories.CASHIER, data=data)
    return tournament.slug


def closed() -> str:
    tournament = factories.make_tournament()
    factories.sell(tournament, 3, 2, 1)
    return factories.close(tournament).slug


def prepared() -> str:
    tournament = Tournament.objects.get(slug=closed())
    draws.prepare(tournament=tournament, actor=factories.DIRECTOR)
    return tournament.slug


def half_drawn_by_hand() -> str:
    tournament = Tournament.objects.get(slug=closed())
    hand_draws.start(tournament=tournament, actor=factories.DIRECTOR)
    hand_draws.add_slip(tournament=tournament, actor=factories.DIRECTOR, pot="left", number=3, card=1)
    return tournament.slug


def half_played() -> str:
    demo.seed_evenings(Options(seed=3, people=17, cards=64, sold=63))
    return demo.SLUG


def finished() -> str:
    play(Options(seed=3, cards=32, people=7, withdrawals=5, exclusions=1, policy=PrizePolicy.ONE))
    return "simulation-3"


def finished_with_play_offs() -> str:
    options = Options(seed=4, cards=16, people=6, tie_policy=TiePolicy.PLAY_OFF, blocks=(False, False, False))
    play(options)
    return "simulation-4"


def drawn_by_hand_in_a_bracket() -> str:
    play(Options(seed=5, cards=16, sold=11, bracket=True, method=DrawMethod.BY_HAND))
    return "simulation-5"


STATES = [
    in_sale, closed, prepared, half_drawn_by_hand, half_played, finished, finished_with_play_offs, drawn_by_hand_in_a_bracket,
]  # fmt: skip


def make_room(slug: str) -> None:
    """Journals cannot be deleted: the tournament that was exported goes under another name."""
    Tournament.objects.filter(slug=slug).update(slug=f"{slug}-vorher")


def imported(slug: str, *, with_secret: bool = False) -> Tournament:
    """The tournament after export and import."""
    text = export_archive(slug, with_secret=with_secret)
    make_room(slug)
    import_archive(text.encode("utf-8"), "anna")
    return Tournament.objects.get(slug=slug)


@pytest.mark.parametrize("with_secret", [False, True])
@pytest.mark.parametrize("state", STATES)
def test_export_import_export_is_the_same_byte_for_byte(state: Callable[[], str], with_secret: bool) -> None:
    slug = state()
    first = export_archive(slug, with_secret=with_secret)
    assert verify(json.loads(first)) == ()
    tournament = imported(slug, with_secret=with_secret)
    assert export_archive(slug, with_secret=with_secret) == first
    assert journal_tail_is_whole(tournament)


def test_a_secret_stays_home_unless_asked_for() -> None:
    slug = closed()
    chain = json.loads(export_archive(slug))["tournament"]["psd1"]["chains"]
    assert [each["s0"] for each in chain] == [None]
    assert factories.S0 in export_archive(slug, with_secret=True)


def test_an_imported_tournament_plays_on_with_its_secret_on_the_old_seal() -> None:
    tournament = imported(half_played(), with_secret=True)
    seals = list(tournament.chains.values_list("seal", flat=True))
    factories.play_on(tournament)
    assert list(tournament.chains.values_list("seal", flat=True)) == seals
    assert verify(json.loads(export_archive(tournament.slug))) == ()


def test_without_the_secret_the_next_draw_begins_a_new_chain() -> None:
    """The old seal stays with the draws it sealed; draw f of the new one reveals its element 255."""
    tournament = imported(half_played())
    old = tournament.chains.get()
    factories.play_round(tournament)
    next_draw = draws.prepare(tournament=tournament, actor=factories.DIRECTOR)
    new = tournament.chains.exclude(pk=old.pk).get()
    assert (new.first_draw, new.length) == (next_draw.number, 256)
    assert new.seal != old.seal
    assert tournament.journal.order_by("-number")[0].after["new_seal"] == new.seal
    draws.carry_out(tournament=factories.fresh(tournament), actor=factories.DIRECTOR, public=["4711"])
    secret = tournament.draws.get(number=next_draw.number).secret
    assert psd1.make_chain_element(secret, 1) == new.seal
    factories.play_on(tournament)
    archive = json.loads(export_archive(tournament.slug))
    assert verify(archive) == ()
    archive["tournament"]["psd1"]["chains"][1]["seal"] = psd1.seal_of(factories.S0)
    assert f"tournament.psd1.chains[{next_draw.number}]" in {each.where for each in verify(archive)}


def test_a_seal_of_which_nothing_was_revealed_is_replaced() -> None:
    tournament = imported(closed())
    draws.prepare(tournament=tournament, actor=factories.DIRECTOR)
    assert tournament.chains.get().seal != psd1.seal_of(factories.S0)
    draws.carry_out(tournament=factories.fresh(tournament), actor=factories.DIRECTOR, public=[])
    assert verify(json.loads(export_archive(tournament.slug))) == ()


def test_a_prepared_draw_without_its_secret_is_prepared_anew() -> None:
    """A new seal must be shown before any number is named, so the old preparation cannot be carried out."""
    tournament = imported(prepared())
    with pytest.raises(Refused, match="Siegel") as refusal:
        draws.carry_out(tournament=tournament, actor=factories.DIRECTOR, public=["1"])
    assert refusal.value.codes == ("chain",)
    draws.discard(tournament=tournament, actor=factories.DIRECTOR)
    draws.prepare(tournament=factories.fresh(tournament), actor=factories.DIRECTOR)
    draws.carry_out(tournament=factories.fresh(tournament), actor=factories.DIRECTOR, public=["1"])


def test_a_half_finished_draw_by_hand_goes_on_after_the_import() -> None:
    tournament = imported(half_drawn_by_hand())
    progress = hand_draws.add_slip(tournament=tournament, actor=factories.DIRECTOR, pot="left", number=1, card=2)
    assert progress.drawn == 2


def test_the_import_is_recorded_outside_the_tournament() -> None:
    slug = closed()
    digest = json.loads(export_archive(slug))["digest"]
    entries = Tournament.objects.get(slug=slug).journal.count()
    tournament = imported(slug)
    assert list(ImportRecord.objects.values_list("slug", "digest", "by")) == [(slug, digest, "anna")]
    assert tournament.journal.count() == entries


def refused(text: str | bytes) -> Refused:
    """The import is refused and nothing is stored."""
    before = Tournament.objects.count()
    with pytest.raises(Refused) as refusal:
        import_archive(text.encode("utf-8") if isinstance(text, str) else text, "anna")
    assert (Tournament.objects.count(), ImportRecord.objects.count()) == (before, 0)
    return refusal.value


def test_a_slug_that_is_here_already_is_refused() -> None:
    slug = closed()
    assert refused(export_archive(slug)).codes == ("slug",)


def test_a_slug_is_refused_also_when_somebody_else_was_faster(monkeypatch: pytest.MonkeyPatch) -> None:
    text = export_archive(closed())
    monkeypatch.setattr("tournament.services.archives.verify", lambda _content: ())
    taken = iter([False, True])

    class Late:
        def exists(self) -> bool:
            return next(taken)

    monkeypatch.setattr("tournament.services.archives.Tournament.objects.filter", lambda **_slug: Late())
    with pytest.raises(Refused) as refusal:
        import_archive(text.encode(), "anna")
    assert refusal.value.codes == ("slug",)


@pytest.mark.parametrize("renewed", [False, True])
def test_an_altered_file_is_refused_with_what_is_wrong(renewed: bool) -> None:
    archive = json.loads(export_archive(finished()))
    make_room("simulation-3")
    match = next(each for each in archive["matches"] if each["outcome"] == "played")
    match["winner"] = match["left"] if match["winner"] == match["right"] else match["right"]
    if renewed:
        archive["digest"] = digest_of(archive)
    codes = refused(dump(archive)).codes
    assert "journal_match" in codes or "score" in codes
    assert ("digest" in codes) is not renewed


def useless(archive: dict[str, Any]) -> dict[str, bytes]:
    text = dump(archive)
    return {
        "gültiges JSON": text[: len(text) // 2].encode(),
        "Version 99": dump({**archive, "version": 99}).encode(),
        "format": b'{"name": "ein anderes Programm"}',
        "UTF-8": b"%PDF-1.7\n\xff\xfe",
        "JSON": b"Name;Karten\nHuber;3\n",
    }


@pytest.mark.parametrize("why", ["gültiges JSON", "Version 99", "format", "UTF-8", "JSON"])
def test_what_is_no_archive_is_refused_in_one_line(why: str) -> None:
    slug = closed()
    data = useless(json.loads(export_archive(slug)))[why]
    make_room(slug)
    with pytest.raises(ArchiveError, match=why) as refusal:
        import_archive(data, "anna")
    assert "\n" not in str(refusal.value)
    assert not Tournament.objects.filter(slug=slug).exists()


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"name": "x" * 121}, "121|name"),
        ({"slug": "mit Leerzeichen"}, "Buchstaben"),
        ({"venue": "x" * 400}, "venue"),
        ({"rules": {"preset": "gibt-es-nicht", "changed": {}}}, "gibt-es-nicht"),
    ],
)
def test_settings_that_cannot_be_stored_are_named(change: dict[str, Any], why: str) -> None:
    slug = in_sale()
    archive = json.loads(export_archive(slug))
    make_room(slug)
    archive["tournament"] |= change
    archive["tournament"]["psd1"]["id"] = archive["tournament"]["slug"]
    archive["digest"] = digest_of(archive)
    before = Tournament.objects.count()
    with pytest.raises((ArchiveError, Refused), match=why):
        import_archive(dump(archive).encode(), "anna")
    assert (Tournament.objects.count(), ImportRecord.objects.count()) == (before, 0)


def test_a_file_of_another_program_with_only_what_the_format_demands_is_read() -> None:
    slug = finished()
    archive = json.loads(export_archive(slug))
    make_room(slug)
    for name in ("reservations", "cash_counts", "tables", "prepared_draw", "hand_draw"):
        del archive[name]
    for match in archive["matches"]:
        for name in (
            "findings",
            "override_reason",
            "numbers",
            "created_at",
            "called_at",
            "started_at",
            "version",
            "table",
        ):
            del match[name]
    for draw in archive["draws"]:
        del draw["numbers"]
    archive["digest"] = digest_of(archive)
    original = Tournament.objects.get(slug=f"{slug}-vorher")
    import_archive(dump(archive).encode(), "anna")
    sizes = [
        list(each.matches.order_by("serial").values_list("serial", "numbers"))
        for each in (original, Tournament.objects.get(slug=slug))
    ]
    assert sizes[0] == sizes[1]


def test_there_is_no_such_tournament() -> None:
    with pytest.raises(NotFound):
        export_archive("gibt-es-nicht")


def test_the_commands_in_an_empty_installation(tmp_path: Path) -> None:
    first, second = tmp_path / "a.json", tmp_path / "b.json"
    first.write_text(export_archive(finished()), encoding="utf-8")
    data = tmp_path / "data"
    done = manage(data, "import", first)
    assert (done.returncode, len(done.stdout.splitlines())) == (0, 1), done.stderr
    assert manage(data, "export", "simulation-3", second).returncode == 0
    assert first.read_bytes() == second.read_bytes()
    again = manage(data, "import", first)
    assert (again.returncode, again.stdout) == (2, "")
    assert one_line(again.stderr)
    first.write_text(
        first.read_text(encoding="utf-8").replace('"outcome": "played"', '"outcome": "retired"', 1), encoding="utf-8"
    )
    altered = manage(tmp_path / "leer", "import", first)
    assert altered.returncode == 1
    assert "Traceback" not in altered.stderr


@pytest.mark.parametrize(
    "arguments",
    [("export", "nichts", "x.json"), ("import", "gibt-es-nicht.json"), ("import", "."), ("export",), ("import",)],
)
def test_unusable_input_is_one_line_and_exit_code_2(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    done = manage(tmp_path, *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert one_line(done.stderr), done.stderr
    assert not Path("x.json").exists()


def test_an_export_that_cannot_be_written_leaves_the_old_file(installation: Path, tmp_path: Path) -> None:
    target = tmp_path / "ordner"
    target.mkdir()
    done = manage(installation, "export", "demo", target)
    assert done.returncode == 2
    assert one_line(done.stderr)
    assert list(target.iterdir()) == []
    assert not [path for path in tmp_path.iterdir() if path.suffix == ".part"]
