"""The journal against the matches: its last entry about each must say what the match says; and how it ends."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from tournament.domain.journal_kinds import JournalKind
from tournament.domain.messages import Message, gettext_noop
from tournament.domain.terms import Outcome, TiePolicy

from .content import Content
from .deviation import Code, Deviation
from .schema import TournamentState
from .stored import Json, StoredMatch

_AFTERWARDS = frozenset(
    {
        JournalKind.FINISH,
        JournalKind.SETTINGS,
        JournalKind.IMPORT,
        JournalKind.RESTORED,
        JournalKind.PERSON_CHANGED,
        JournalKind.PRIZES,
        JournalKind.PRIZE_HANDED_OUT,
        JournalKind.PRIZE_TAKEN_BACK,
        JournalKind.SELLER,
        JournalKind.CASH,
        JournalKind.CASH_VOID,
        JournalKind.CASH_COUNT,
        JournalKind.TABLE,
        JournalKind.PRINTED,
        JournalKind.ACCOUNT_INVITED,
        JournalKind.ACCOUNT_INVITATION_WITHDRAWN,
        JournalKind.ACCOUNT_JOINED,
        JournalKind.ACCOUNT_ROLES,
        JournalKind.ACCOUNT_REMOVED,
        JournalKind.ACCOUNT_LOGGED_OUT,
        JournalKind.ACCOUNT_PASSWORD_LINK,
        JournalKind.ACCOUNT_PASSWORD,
        JournalKind.ANONYMISED,
    }
)
"""What may still be written when the tournament is finished: nothing that changes a result."""


def check(content: Content, tournament: Json, journal: Sequence[Json]) -> list[Deviation]:
    """All matches the journal tells otherwise, and a finish that is missing or too early."""
    told = _told_of_matches(journal)
    found: list[Deviation] = []
    for match in content.every_match:
        found += _match(match, told.get(match.where, []))
    return [
        *found,
        *_draws(content, journal),
        *_settings(tournament, journal),
        *_later_seals(tournament, journal),
        *_sale(content, journal),
        *_finish(content, journal),
    ]


def _told_of_matches(journal: Sequence[Json]) -> Mapping[str, list[Json]]:
    """What the entries about each match say of its result, in order; calls and tables say nothing of it."""
    told: dict[str, list[Json]] = {}
    for entry in journal:
        subject, after = entry["subject"], entry["after"]
        if isinstance(subject, str) and subject.startswith("match ") and isinstance(after, dict) and "outcome" in after:
            told.setdefault(subject, []).append(after)
    return told


def _match(match: StoredMatch, told: list[Json]) -> Iterator[Deviation]:
    if not told:
        if match.outcome is not Outcome.OPEN:
            text = Message(
                gettext_noop("Das Protokoll weiß nichts davon, dass die Begegnung mit „%(outcome)s“ ausging."),
                outcome=match.outcome,
            )
            yield Deviation(Code.JOURNAL_MATCH, match.where, text)
        return
    score = list(match.score) if match.score is not None else None
    last = told[-1]
    if (last["outcome"], last.get("winner"), last.get("score")) != (match.outcome, match.winner, score):
        text = Message(
            gettext_noop("Der letzte Eintrag des Protokolls über die Begegnung nennt einen anderen Ausgang.")
        )
        yield Deviation(Code.JOURNAL_MATCH, match.where, text)
    for earlier in match.earlier:
        replaced = tuple(earlier.get(key) for key in ("outcome", "winner", "score"))
        if replaced not in [tuple(each.get(key) for key in ("outcome", "winner", "score")) for each in told]:
            text = Message(gettext_noop("Ein früherer Ausgang der Begegnung steht nicht im Protokoll."))
            yield Deviation(Code.EARLIER, match.where, text)


def _draws(content: Content, journal: Sequence[Json]) -> Iterator[Deviation]:
    """What an entry tells of a draw is what the draw says."""
    draws = {draw.where: draw for draw in content.draws}
    for entry in journal:
        draw, after = draws.get(entry["subject"] or ""), entry["after"]
        if entry["kind"] == JournalKind.DRAW and draw is not None and isinstance(after, dict):
            told = after.get("public", draw.public), after.get("check", draw.check)
            if told != (draw.public, draw.check):
                text = Message(gettext_noop("Das Protokoll nennt andere öffentliche Zahlen oder ein anderes CHECK."))
                yield Deviation(Code.JOURNAL_DRAW, draw.where, text)


def _settings(tournament: Json, journal: Sequence[Json]) -> Iterator[Deviation]:
    """Settings are as they were last written; a seal is the one the tournament was created with."""
    told: dict[str, object] = {}
    for entry in journal:
        if entry["kind"] in (JournalKind.CREATE, JournalKind.SETTINGS) and isinstance(entry["after"], dict):
            told |= entry["after"]
    stored = {**tournament, **{f"rules_{key}": value for key, value in tournament["rules"].items()}}
    chains = tournament["psd1"]["chains"]
    stored["seal"] = chains[0]["seal"] if chains else None
    for key in sorted(told.keys() & stored.keys()):
        value = told[key]
        # Long texts stand there as hashes; a lot drawn in place of a play-off is told as a change of the policy.
        hashed = isinstance(value, dict) and value.keys() == {"sha256"}
        if value != stored[key] and not hashed and (key, value) != ("tie_policy", TiePolicy.LOT):
            yield Deviation(
                Code.STATE,
                f"tournament.{key}",
                Message(gettext_noop("Im Protokoll steht zuletzt %(value)s."), value=repr(value)),
            )


def _later_seals(tournament: Json, journal: Sequence[Json]) -> Iterator[Deviation]:
    """A chain begun after an import is the one that was published when its first draw was prepared."""
    told: dict[str, object] = {}
    for entry in journal:
        if (
            entry["kind"] == JournalKind.DRAW_PREPARED
            and isinstance(entry["after"], dict)
            and "new_seal" in entry["after"]
        ):
            told[entry["subject"]] = entry["after"]["new_seal"]
    for chain in tournament["psd1"]["chains"][1:]:
        seal = told.get(f"draw {chain['first_draw']}", chain["seal"])
        if seal != chain["seal"]:
            where = f"tournament.psd1.chains[{chain['first_draw']}]"
            yield Deviation(
                Code.SEAL,
                where,
                Message(gettext_noop("Bei der Vorbereitung wurde das Siegel %(seal)s veröffentlicht."), seal=seal),
            )


def _sale(content: Content, journal: Sequence[Json]) -> Iterator[Deviation]:
    kinds = (JournalKind.SALE_CLOSED, JournalKind.SALE_REOPENED)
    last = next((entry["kind"] for entry in reversed(journal) if entry["kind"] in kinds), None)
    state = content.settings.state
    if last is not None and (last == JournalKind.SALE_CLOSED) != (state is not TournamentState.SALE):
        text = Message(
            gettext_noop("Der Stand ist „%(state)s“, das Protokoll sagt zuletzt „%(last)s“."), state=state, last=last
        )
        yield Deviation(Code.STATE, "tournament.state", text)


def _finish(content: Content, journal: Sequence[Json]) -> Iterator[Deviation]:
    kinds = [entry["kind"] for entry in journal]
    last_finish = max((at for at, kind in enumerate(kinds) if kind == JournalKind.FINISH), default=None)
    if content.settings.state is not TournamentState.FINISHED:
        if last_finish is not None and JournalKind.REOPEN not in kinds[last_finish:]:
            text = Message(gettext_noop("Das Protokoll sagt, das Turnier ist beendet."))
            yield Deviation(Code.JOURNAL_FINISH, f"journal {journal[last_finish]['number']}", text)
        return
    if last_finish is None:
        yield Deviation(
            Code.JOURNAL_FINISH,
            "journal",
            Message(gettext_noop("Das Protokoll endet nicht mit dem Ende des Turniers.")),
        )
        return
    for entry in journal[last_finish + 1 :]:
        if entry["kind"] not in _AFTERWARDS:
            text = Message(gettext_noop("„%(entry)s“ nach dem Ende des Turniers."), entry=entry["kind"])
            yield Deviation(Code.JOURNAL_FINISH, f"journal {entry['number']}", text)
