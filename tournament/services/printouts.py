"""Printing: a sheet is made once, kept as it is, and counted."""

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournament import clock
from tournament.domain.journal_kinds import JournalKind
from tournament.domain.sheets import SheetName
from tournament.models import Printout, RequestRecord, Role, State, Tournament
from tournament.queries.printing import Imprint, Prepared, imprint

from .base import Actor, require_role, use_case
from .errors import Conflict, Problem
from .journal import Note, log

#: Who may print a sheet besides the director.
ROLES: Mapping[SheetName, frozenset[Role]] = {
    SheetName.ANNOUNCEMENT: frozenset({Role.CASHIER, Role.SCORER}),
    SheetName.RULES: frozenset({Role.CASHIER, Role.SCORER}),
    SheetName.START_LIST: frozenset({Role.CASHIER, Role.SCORER}),
    SheetName.CARDS: frozenset({Role.CASHIER}),
    SheetName.DRAW: frozenset({Role.CASHIER, Role.SCORER}),
    SheetName.SLIPS: frozenset({Role.SCORER}),
    SheetName.TABLE_CARDS: frozenset({Role.SCORER}),
    SheetName.ROUND: frozenset({Role.SCORER}),
    SheetName.TREE: frozenset({Role.SCORER}),
    SheetName.PRIZES: frozenset({Role.CASHIER}),
    SheetName.RECEIPTS: frozenset({Role.CASHIER}),
    SheetName.CERTIFICATES: frozenset({Role.CASHIER}),
    SheetName.CASH: frozenset({Role.CASHIER}),
    SheetName.RESULTS: frozenset({Role.CASHIER, Role.SCORER}),
    SheetName.PROTOCOL: frozenset({Role.SCORER}),
    SheetName.TROUBLE: frozenset({Role.CASHIER, Role.SCORER}),
}
_STORE = "printouts._store"
_ATTEMPTS = 5


@dataclass(frozen=True, slots=True)
class Made:
    """A stored printout."""

    number: int
    copy_number: int
    pages: int


class _Overtaken(Exception):
    """Somebody printed the same sheet in the meantime: its copy number is taken."""


def make(*, tournament: Tournament, actor: Actor, prepared: Prepared, request_key: str | None = None) -> Made:
    """Set the sheet and store it; raises Forbidden. The same request twice makes one printout.

    Setting takes seconds for hundreds of slips, so it is done before the tournament is locked; if somebody else printed
    the same sheet meanwhile, it is set again with the next copy number.
    """
    require_role(actor, *ROLES[prepared.sheet])
    done = RequestRecord.objects.filter(key=request_key).first() if request_key else None
    if done is not None and done.use_case == _STORE and done.tournament_id == tournament.pk and done.answer:
        return Made(**done.answer)
    for _attempt in range(_ATTEMPTS):
        copy_number, made_at = next_copy(tournament, prepared.key), clock.now().replace(microsecond=0)
        printed = imprint(tournament, made_at=made_at, copy_number=copy_number)
        try:
            return _store(
                tournament=tournament, actor=actor, prepared=prepared, pdf=prepared.render(printed), printed=printed,
                request_key=request_key,
            )  # fmt: skip
        except _Overtaken:
            continue
    raise Conflict(Problem("busy", _("Dieses Blatt wird gerade auch anderswo gedruckt. Bitte noch einmal.")))


def next_copy(tournament: Tournament, printout_key: str) -> int:
    """Which copy the next printout with this key is. Counted in the journal too: an imported tournament has no printouts. Two queries."""
    stored = (
        tournament.printouts.filter(key=printout_key)
        .order_by("-copy_number")
        .values_list("copy_number", flat=True)
        .first()
    )
    told = (
        tournament.journal.filter(kind=JournalKind.PRINTED, after__key=printout_key)
        .order_by("-number")
        .values_list("after", flat=True)
        .first()
    )
    return 1 + max(stored or 0, int(told["copy"]) if told else 0)


@use_case
def _store(
    *,
    tournament: Tournament,
    actor: Actor,
    prepared: Prepared,
    pdf: bytes,
    printed: Imprint,
    request_key: str | None = None,
) -> Made:
    if next_copy(tournament, prepared.key) != printed.copy_number:
        raise _Overtaken
    last = tournament.printouts.order_by("-number").values_list("number", flat=True).first()
    told = (
        tournament.journal.filter(kind=JournalKind.PRINTED).order_by("-number").values_list("after", flat=True).first()
    )
    number = 1 + max(last or 0, int(told["number"]) if told else 0)
    row = Printout.objects.create(
        tournament=tournament, number=number, sheet=prepared.sheet.value, key=prepared.key, options=prepared.options.chosen(),
        copy_number=printed.copy_number, created_at=printed.made_at, by=actor.name, pdf=pdf, pages=page_count(pdf),
        sha256=hashlib.sha256(pdf).hexdigest(), fingerprint=prepared.fingerprint, parts=dict(prepared.parts),
    )  # fmt: skip
    after = {"number": number, "sheet": row.sheet, "key": row.key, "copy": row.copy_number, "sha256": row.sha256}
    notes = [Note(JournalKind.PRINTED, f"printout {number}", after=after)]
    if tournament.state == State.FINISHED:
        notes.append(Note(JournalKind.FINISH, "tournament", after={"ranked": tournament.places.count()}))
    log(tournament, actor, *notes)
    return Made(number, row.copy_number, row.pages)


def page_count(pdf: bytes) -> int:
    """How many pages a document has."""
    return len(re.findall(rb"/Type /Page\b", pdf))
