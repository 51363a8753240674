"""Recorded deals and matches as JSON Lines: one record a line in, one answer a line out, however bad the line is."""

import json
from collections.abc import Iterator, Mapping
from typing import BinaryIO, Final, NoReturn

from scoring.findings import RecordError, as_json
from scoring.match import NOBODY, MatchVerdict, verify_match
from scoring.replay import replay
from scoring.rules import RulesError, RuleSet, from_record

LONGEST_LINE: Final = 64 * 1024 * 1024
"""Bytes of a line; a longer one is passed over unread, so that no file can fill the memory."""
MOST_BUMMERL_TO_WIN: Final = 99
MOST_DEALS: Final = 100_000
"""Of one match, roughly; no match has a thousandth of it, and every one of them may be worth a finding."""
_CHUNK: Final = 1024 * 1024
_BYTE_ORDER_MARK: Final = b"\xef\xbb\xbf"

Answer = dict[str, object]


def verify_lines(stream: BinaryIO, rules: RuleSet | None = None) -> Iterator[Answer]:
    """Judge every record of a file, line by line; empty lines are passed over. ``rules`` are for records without any.

    >>> from io import BytesIO
    >>> for answer in verify_lines(BytesIO(b'{"bummerl":["A3 A3 A1"],"bummerl_to_win":1,"rules":"pagat"}\\n{]\\n')):
    ...     print(answer["line"], answer["kind"], answer["ok"])
    1 match True
    2 unreadable False
    """
    for number, line in enumerate(_lines(stream), 1):
        if line is None:
            yield _unreadable(number, RecordError(f"longer than {LONGEST_LINE} bytes"))
        elif not line.isspace():
            yield verify_line(line.removeprefix(_BYTE_ORDER_MARK) if number == 1 else line, number, rules)


def _lines(stream: BinaryIO) -> Iterator[bytes | None]:
    """Yield line by line, None for one that is too long."""
    while line := stream.readline(LONGEST_LINE + 1):
        if len(line) <= LONGEST_LINE:
            yield line
            continue
        while not line.endswith(b"\n"):
            line = stream.readline(_CHUNK)
            if not line:
                break
        yield None


def verify_line(line: bytes, number: int = 1, rules: RuleSet | None = None) -> Answer:
    """Judge one record. The answer is plain data for JSON; a line that cannot be read has the kind "unreadable".

    >>> verify_line(b'{"moves": 3}', 7)["findings"][0]["code"]
    'unreadable'
    """
    try:
        kind, verdict = verify_record(_parse(line), rules)
    except RecordError as error:
        return _unreadable(number, error)
    except RecursionError:
        return _unreadable(number, RecordError("nested too deeply"))
    return {"line": number, "kind": kind, **verdict}


def _unreadable(number: int, error: RecordError) -> Answer:
    return {"line": number, "kind": "unreadable", "ok": False, "findings": [as_json(error.finding)]}


def _parse(line: bytes) -> object:
    try:
        return json.loads(line.decode("utf-8"), parse_constant=_no_constant)
    except UnicodeDecodeError as error:
        raise RecordError(f"no UTF-8 at byte {error.start + 1}") from error
    except json.JSONDecodeError as error:
        raise RecordError(f"no JSON: {error.msg} at character {error.pos + 1}") from error
    except ValueError as error:  # a number of thousands of digits
        raise RecordError("no JSON that can be read: a number is too long") from error


def _no_constant(name: str) -> NoReturn:
    raise RecordError(f"no JSON: {name}")


def verify_record(record: object, rules: RuleSet | None = None) -> tuple[str, Answer]:
    """Return the kind of a record, "deal" or "match", and its verdict as plain data.

    A record with ``moves`` is a deal, card by card, one with ``bummerl`` a match.

    Raises RecordError for anything else, and for a record with parts of a wrong type.
    """
    if not isinstance(record, dict):
        raise RecordError("a record is an object")
    if ("moves" in record) == ("bummerl" in record):
        raise RecordError('a record has either "moves" or "bummerl"')
    if "moves" in record:
        return "deal", replay(record, rules).as_json()
    return "match", _verify_match(record, rules).as_json()


def _verify_match(record: Mapping[str, object], otherwise: RuleSet | None) -> MatchVerdict:
    players = _players(record.get("players", ["A", "B"]))
    needed = record.get("bummerl_to_win")
    if type(needed) is not int or not 1 <= needed <= MOST_BUMMERL_TO_WIN:
        raise RecordError(f"bummerl_to_win is no number from 1 to {MOST_BUMMERL_TO_WIN}")
    bummerl = record["bummerl"]
    if not isinstance(bummerl, list | str):
        raise RecordError("bummerl is no list")
    if sum(_size(value) for value in ([bummerl] if isinstance(bummerl, str) else bummerl)) > MOST_DEALS:
        raise RecordError(f"more than {MOST_DEALS} deals")
    winner, score = _result(record.get("result"))
    named = record.get("rules")
    try:
        rules = otherwise if named is None and otherwise is not None else from_record("" if named is None else named)
    except RulesError as error:
        return MatchVerdict(None, (0, 0), (), (error.finding,))
    return verify_match(rules, needed, bummerl, players, winner=winner, score=score)


def _size(value: object) -> int:
    """Return how many deals a Bummerl may hold at most, without reading it."""
    if isinstance(value, dict):
        lines = value.get("countdown")
        return sum(len(line) // 2 for line in lines if isinstance(line, str)) if isinstance(lines, list) else 1
    if isinstance(value, str):
        return len(value) // 2 + 1
    return len(value) + 1 if isinstance(value, list) else 1


def _players(value: object) -> tuple[str, str]:
    if not isinstance(value, list) or len(value) != 2 or not all(isinstance(name, str) and name for name in value):
        raise RecordError("players are two names")
    if value[0] == value[1]:
        raise RecordError("both players have the same name")
    return value[0], value[1]


def _result(value: object) -> tuple[str | None, tuple[int, int] | None]:
    """Return the recorded winner (None if not recorded, NOBODY for null) and score."""
    if value is None:
        return None, None
    if not isinstance(value, dict):
        raise RecordError("the result is no object", "result")
    winner = value.get("winner", "")
    if winner is not None and not isinstance(winner, str):
        raise RecordError("the winner is no name", "result")
    recorded = (NOBODY if winner is None else winner) if "winner" in value else None
    score = value.get("score")
    if score is None:
        return recorded, None
    if not isinstance(score, list) or len(score) != 2 or not all(type(part) is int for part in score):
        raise RecordError("the score is no pair of whole numbers", "result")
    return recorded, (score[0], score[1])


__all__ = ["LONGEST_LINE", "Answer", "verify_line", "verify_lines", "verify_record"]
