"""What phones have sent and nothing else in the archive tells: taps of open matches, whose turn it is, results that wait."""

from typing import Any

from tournament.domain.archive import time_text
from tournament.models import PhoneReport, PhoneTally, Tap, Tournament

from .phones import OPEN


def tallies(tournament: Tournament) -> list[dict[str, Any]]:
    """The tally of every open match that has one, with its taps in order; decided ones are in the journal. Two queries."""
    rows = Tap.objects.filter(match__tournament=tournament, **OPEN).order_by("match__serial", "number")
    taps: dict[int, list[dict[str, Any]]] = {}
    for tap in rows:
        taps.setdefault(tap.match_id, []).append(
            {
                "number": tap.number,
                "phone": tap.device,
                "sequence": tap.sequence,
                "kind": tap.kind,
                "side": tap.side,
                "points": tap.points,
                "at": time_text(tap.at),
            }  # fmt: skip
        )
    found = PhoneTally.objects.filter(match__tournament=tournament, **OPEN).order_by("match__serial")
    return [
        {
            "match": serial, "phone": tally.device, "term": tally.term, "changed_at": time_text(tally.changed_at),
            "version": tally.version, "taps": taps.get(tally.match_id, []),
        }
        for tally, serial in ((tally, tally.match.serial) for tally in found.select_related("match"))
    ]  # fmt: skip


def phone_reports(tournament: Tournament) -> list[dict[str, Any]]:
    """Results of open matches that wait for the desk, by match. One query."""
    rows = PhoneReport.objects.filter(match__tournament=tournament, state=PhoneReport.State.WAITING, **OPEN)
    return [
        {
            "match": row.match.serial, "phone": row.device, "winner": row.winner_side,
            "score": [row.score_left, row.score_right], "bummerl": row.bummerl, "at": time_text(row.at),
        }
        for row in rows.select_related("match").order_by("match__serial")
    ]  # fmt: skip
