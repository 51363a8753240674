"""The one-time code of the first start."""

import stat
import sys

import pytest

from tournament.models import User
from tournament.services import accounts
from tournament.services.errors import Forbidden, Refused

pytestmark = pytest.mark.django_db
PASSWORD = "karten-sind-rund"


@pytest.fixture(autouse=True)
def folder(settings, tmp_path):
    settings.DATA_DIR = tmp_path
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    return tmp_path


def test_the_code_works_once_and_however_it_is_typed() -> None:
    code = accounts.make_first_code()
    user = accounts.claim_first_code(f" {code.lower().replace('-', ' ')} ", "alois", PASSWORD)
    assert user.is_superuser
    assert user.check_password(PASSWORD)
    with pytest.raises(Forbidden):
        accounts.claim_first_code(code, "resi", PASSWORD)


def test_the_folder_keeps_no_code_in_the_clear(folder) -> None:
    code = accounts.make_first_code()
    kept = (folder / "first-code").read_text()
    assert code not in kept
    assert code.replace("-", "") not in kept


def test_only_the_owner_can_read_the_file(folder) -> None:
    accounts.make_first_code()
    mode = stat.S_IMODE((folder / "first-code").stat().st_mode)
    assert mode == (0o600 if sys.platform != "win32" else mode)


def test_ten_wrong_attempts_are_the_end_of_the_code() -> None:
    code = accounts.make_first_code()
    for _attempt in range(accounts.ATTEMPTS):
        with pytest.raises(Forbidden):
            accounts.claim_first_code("XXXX-XXXX", "alois", PASSWORD)
    with pytest.raises(Forbidden) as raised:
        accounts.claim_first_code(code, "alois", PASSWORD)
    assert raised.value.codes == ("no_code",)
    assert not User.objects.exists()


def test_a_new_code_makes_the_old_one_void() -> None:
    old = accounts.make_first_code()
    new = accounts.make_first_code()
    with pytest.raises(Forbidden):
        accounts.claim_first_code(old, "alois", PASSWORD)
    assert accounts.claim_first_code(new, "alois", PASSWORD).username == "alois"


def test_a_bad_password_costs_no_attempt_and_tells_everything() -> None:
    code = accounts.make_first_code()
    for _attempt in range(accounts.ATTEMPTS + 1):
        with pytest.raises(Refused) as raised:
            accounts.claim_first_code(code, "alois", "123")
    assert len(raised.value.problems) >= 2
    assert accounts.claim_first_code(code, "alois", PASSWORD).is_superuser


def test_where_a_director_is_the_code_is_void(folder) -> None:
    code = accounts.make_first_code()
    accounts.create_director("alois", PASSWORD)
    assert not accounts.needs_first_login()
    with pytest.raises(Forbidden):
        accounts.claim_first_code(code, "resi", PASSWORD)
    assert not (folder / "first-code").exists()


@pytest.mark.parametrize(
    ("name", "problems"), [("", 1), ("  ", 1), ("x" * 61, 1), ("mit leerzeichen", 1), ("Handy", 1)]
)
def test_unusable_names_are_refused(name, problems) -> None:
    with pytest.raises(Refused) as raised:
        accounts.create_director(name, PASSWORD)
    assert len(raised.value.problems) == problems


def test_the_same_name_twice_is_refused() -> None:
    accounts.create_director("alois", PASSWORD)
    with pytest.raises(Refused) as raised:
        accounts.create_director("alois", PASSWORD)
    assert raised.value.codes == ("username_taken",)


def test_a_damaged_file_is_no_code(folder) -> None:
    code = accounts.make_first_code()
    (folder / "first-code").write_text("{")
    with pytest.raises(Forbidden):
        accounts.claim_first_code(code, "alois", PASSWORD)
