"""From the archive to rows, third part: what the phones at open matches have sent so far."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from tournament.domain import tap_fold
from tournament.domain.archive import ArchiveError
from tournament.models import PhoneReport, PhoneTally, Tap

from .archive_keys import Keys, bulk, moment_or_now
from .tallies import rules_of
from .taps import fold_into

Entry = Mapping[str, Any]


def store(keys: Keys, archive: Entry) -> None:
    """Store tallies with their taps and waiting reports; scores are counted anew from the taps."""
    given = archive.get("tallies", [])
    bulk([tap for entry in given for tap in _taps(keys, entry)])
    bulk([_tally(keys, entry) for entry in given])
    bulk([_report(keys, entry) for entry in archive.get("phone_reports", [])])


def _taps(keys: Keys, e: Entry) -> list[Tap]:
    return [
        Tap(
            match=keys.matches[e["match"]], number=tap["number"], device=tap["phone"], sequence=tap["sequence"], kind=tap["kind"],
            side=tap["side"], points=tap["points"], at=moment_or_now(tap["at"]),
        )
        for tap in e["taps"]
    ]  # fmt: skip


def _tally(keys: Keys, e: Entry) -> PhoneTally:
    match = keys.matches[e["match"]]
    try:
        taps = [tap_fold.read(tap_fold.text_of(tap["kind"], tap["side"], tap["points"])) for tap in e["taps"]]
    except ValueError as error:
        raise ArchiveError(
            _("Das Archiv kann nicht übernommen werden: Strich einer Begegnung unlesbar (%(why)s).") % {"why": error}
        ) from error
    tally = PhoneTally(
        match=match, device=e["phone"], term=e["term"], count=len(taps), changed_at=moment_or_now(e["changed_at"]),
        version=e["version"], entries=[tap_fold.write(tap) for tap in tap_fold.effective(taps)],
    )  # fmt: skip
    fold_into(tally, rules_of(keys.tournament), match.bummerl_to_win)
    return tally


def _report(keys: Keys, e: Entry) -> PhoneReport:
    return PhoneReport(
        match=keys.matches[e["match"]], device=e["phone"], winner_side=e["winner"], score_left=e["score"][0],
        score_right=e["score"][1], bummerl=e["bummerl"], at=moment_or_now(e["at"]),
    )  # fmt: skip
