"""`print`: sheets as files, written whole; one line for what is unusable."""

import pytest
from django.core.management import CommandError, call_command

from tests.factories import drawn_tournament
from tests.printing.contents import pages

pytestmark = pytest.mark.django_db


def refused(*args: str) -> CommandError:
    with pytest.raises(CommandError) as caught:
        call_command("print", *args)
    assert caught.value.returncode == 2
    assert "\n" not in str(caught.value)
    return caught.value


def test_named_sheets_are_written_under_their_names(tmp_path, capsys) -> None:
    drawn_tournament(4, 4)
    call_command("print", "feuerwehr", "--what", "slips,rules", "--out", str(tmp_path / "paper"))
    assert sorted(path.name for path in (tmp_path / "paper").iterdir()) == ["rules.pdf", "slips.pdf"]
    assert "Viertelfinale" in pages((tmp_path / "paper" / "slips.pdf").read_bytes())[0]
    assert "2 Blätter" in capsys.readouterr().out


def test_without_what_all_that_exist_are_written_and_the_others_named(tmp_path, capsys) -> None:
    drawn_tournament(4, 4)
    call_command("print", "feuerwehr", "--out", str(tmp_path))
    written = {path.stem for path in tmp_path.iterdir()}
    assert {"announcement", "rules", "start-list", "cards", "slips", "table-cards", "trouble"} <= written
    assert "certificates" not in written
    assert "certificates" in capsys.readouterr().out


def test_unusable_arguments_are_one_line(tmp_path) -> None:
    drawn_tournament(4, 4)
    assert "gibt es hier nicht" in str(refused("other", "--out", str(tmp_path)))
    assert "nonsense" in str(refused("feuerwehr", "--what", "nonsense,slips", "--out", str(tmp_path)))
    assert "Zuerst auslosen" in str(refused("feuerwehr", "--what", "slips", "--round", "9", "--out", str(tmp_path)))
    assert "--round" in str(refused("feuerwehr", "--what", "slips", "--round", "0", "--out", str(tmp_path)))
    assert not list(tmp_path.iterdir())


def test_a_folder_that_cannot_be_made_is_one_line(tmp_path) -> None:
    drawn_tournament(4, 4)
    (tmp_path / "file").write_text("x")
    assert "kann nicht angelegt werden" in str(refused("feuerwehr", "--out", str(tmp_path / "file" / "paper")))


def test_a_second_run_says_second_printout(tmp_path) -> None:
    drawn_tournament(4, 4)
    for _ in range(2):
        call_command("print", "feuerwehr", "--what", "trouble", "--out", str(tmp_path))
    assert "2. Ausdruck" in pages((tmp_path / "trouble.pdf").read_bytes())[0]
