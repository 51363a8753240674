"""Accounts and their passwords; the first one of an installation is made with a one-time code that only the terminal shows."""

import contextlib
import json
import os
import secrets
import threading
from pathlib import Path

from django.conf import settings
from django.contrib.auth.hashers import check_password, make_password
from django.contrib.auth.password_validation import validate_password
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import F, QuerySet
from django.utils.translation import gettext as _

from tournament.models import User

from .errors import Forbidden, Problem, Refused, refuse_all

#: No vowels (no words by chance), no 0/O, 1/I/L: the code is read from one screen and typed on another.
ALPHABET = "23456789BCDFGHJKMNPQRSTVWXZ"
CODE_LENGTH = 8
ATTEMPTS = 10
#: The journal and the archive keep a name of at most 60 characters.
NAME_LENGTH = 60
#: The journal names the phones so (`taps.phone_actor`): whoever had this name could take back what they reported.
NOT_A_PERSON = frozenset({"handy"})
#: Hashing a text of megabytes would keep the program busy.
PASSWORD_LENGTH = 256

_one_at_a_time = threading.Lock()


def needs_first_login() -> bool:
    """Whether nobody can direct anything yet. One query."""
    return not User.objects.filter(is_superuser=True, is_active=True).exists()


def make_first_code() -> str:
    """A new one-time code as "ABCD-2345"; the data folder keeps only its hash, and an older code is void."""
    code = "".join(secrets.choice(ALPHABET) for _place in range(CODE_LENGTH))
    with _one_at_a_time:
        _write({"hash": make_password(code), "attempts": ATTEMPTS})
    return f"{code[:4]}-{code[4:]}"


def claim_first_code(code: str, username: str, password: str) -> User:
    """Make the director whoever knows the code; the code is used up.

    Raises Forbidden for a wrong, used or worn-out code (ten attempts), Refused with all problems of name and
    password (these cost no attempt, and the code stays good).
    """
    with _one_at_a_time:
        _check_code(code)
        if not needs_first_login():
            _code_file().unlink(missing_ok=True)
            raise Forbidden(Problem("code_used", _("Die Turnierleitung ist schon eingerichtet. Bitte anmelden.")))
        user = create_director(username, password)
        _code_file().unlink(missing_ok=True)
    return user


def create_director(username: str, password: str) -> User:
    """An account that directs every tournament. Raises Refused with all problems of name and password."""
    return create_account(username, password, superuser=True)


def create_account(username: str, password: str, *, superuser: bool = False) -> User:
    """An account that may do nothing yet. Raises Refused with all problems of name and password."""
    name = username.strip()
    candidate = User(username=name)
    problems = [Problem("username", text) for text in _name_problems(name)]
    refuse_all([*problems, *password_problems(password, candidate)])
    make = User.objects.create_superuser if superuser else User.objects.create_user
    try:
        with transaction.atomic():
            if User.objects.filter(username__iexact=candidate.get_username()).exists():
                raise _name_taken()  # "Anna" beside "anna" would only be mistaken for each other
            return make(username=name, password=password)
    except IntegrityError as error:
        raise _name_taken() from error


def set_password(user: User, password: str) -> None:
    """A new password: all sessions of the account end. Raises Refused with everything that is wrong with it."""
    refuse_all(password_problems(password, user))
    user.set_password(password)
    user.save(update_fields=["password"])


def change_password(user: User, *, present: str, password: str) -> None:
    """A new password of one's own: whoever changes it knows the present one. Raises Refused."""
    if not user.check_password(present):
        raise Refused(Problem("present", _("Das bisherige Passwort stimmt nicht.")))
    if present == password:
        raise Refused(Problem("password", _("Das neue Passwort ist das alte. Bitte ein anderes wählen.")))
    set_password(user, password)


def end_sessions(accounts: QuerySet[User]) -> int:
    """Log these accounts out on every device; how many accounts."""
    return accounts.update(sessions_ended=F("sessions_ended") + 1)


def password_problems(password: str, user: User) -> tuple[Problem, ...]:
    """Everything that is wrong with a password for this account."""
    if len(password) > PASSWORD_LENGTH:
        return (
            Problem(
                "password", _("Das Passwort darf höchstens %(length)s Zeichen haben.") % {"length": PASSWORD_LENGTH}
            ),
        )
    try:
        validate_password(password, user)
    except ValidationError as error:
        return tuple(Problem("password", text) for text in error.messages)
    return ()


def _name_taken() -> Refused:
    return Refused(Problem("username_taken", _("Diesen Namen gibt es schon. Bitte einen anderen wählen.")))


def _name_problems(name: str) -> list[str]:
    if not name:
        return [_("Bitte einen Namen eingeben, mit dem Sie sich anmelden.")]
    if len(name) > NAME_LENGTH:
        return [_("Der Name darf höchstens %(length)s Zeichen haben.") % {"length": NAME_LENGTH}]
    try:
        UnicodeUsernameValidator()(name)
    except ValidationError as error:
        return list(error.messages)
    if name.casefold() in NOT_A_PERSON:
        return [_("So heißen im Protokoll die Handys an den Tischen. Bitte einen anderen Namen nehmen.")]
    return []


def _check_code(code: str) -> None:
    """Count the attempt, then compare; the code's last attempt is its end."""
    kept = _read()
    if kept is None:
        raise Forbidden(
            Problem(
                "no_code",
                _("Es gibt keinen gültigen Code. Das Programm neu starten: es zeigt im Terminal einen neuen Code."),
            )
        )
    typed = "".join(sign for sign in code.upper() if sign.isalnum())
    if check_password(typed, str(kept["hash"])):
        return
    left = int(kept["attempts"]) - 1
    if left > 0:
        _write({"hash": kept["hash"], "attempts": left})
        raise Forbidden(
            Problem(
                "wrong_code", _("Der Code stimmt nicht. Er steht im Terminal; noch %(left)s Versuche.") % {"left": left}
            )
        )
    _code_file().unlink(missing_ok=True)
    raise Forbidden(
        Problem(
            "no_attempts",
            _("Der Code stimmt nicht und gilt nun nicht mehr. Das Programm neu starten: es zeigt einen neuen Code."),
        )
    )


def _code_file() -> Path:
    return Path(settings.DATA_DIR) / "first-code"


def _read() -> dict[str, str | int] | None:
    with contextlib.suppress(OSError, ValueError):
        kept: dict[str, str | int] = json.loads(_code_file().read_text(encoding="utf-8"))
        return kept
    return None


def _write(kept: dict[str, str | int]) -> None:
    """Owner-only, and whole or not at all."""
    path = _code_file()
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name("first-code.new")
    beside.unlink(missing_ok=True)
    with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
        json.dump(kept, file)
    beside.replace(path)
