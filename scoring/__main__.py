"""``python -m scoring verify FILE [--rules NAME]``: judge recorded deals and matches, one JSON line each."""

import argparse
import json
import os
import sys
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import BinaryIO, NoReturn, TextIO

from scoring.records import verify_lines
from scoring.rules import PRESETS, RuleSet

NO_FAULT, FAULT, UNREADABLE = 0, 1, 2


class _Parser(argparse.ArgumentParser):
    """Says what is wrong with the arguments in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(UNREADABLE, f"{self.prog}: {message}\n")


def main(arguments: Sequence[str] | None = None, *, out: TextIO | None = None) -> int:
    """Judge a file and return the exit status: 0 no error finding, 1 some, 2 something that could not be read."""
    parser = _Parser(prog="python -m scoring", description="Verify recorded deals and matches of Schnapsen and 66.")
    commands = parser.add_subparsers(dest="command", required=True)
    verify = commands.add_parser("verify", help="judge every record of a JSON Lines file")
    verify.add_argument("file", metavar="FILE", help='the records, one a line; "-" for standard input')
    verify.add_argument(
        "--rules", metavar="NAME", choices=PRESETS, help=f"rules of records that name none: {', '.join(PRESETS)}"
    )
    options = parser.parse_args(arguments)
    rules = PRESETS[options.rules] if options.rules else None
    try:
        with nullcontext(sys.stdin.buffer) if options.file == "-" else Path(options.file).open("rb") as stream:
            return _verify(stream, rules, sys.stdout if out is None else out)
    except OSError as error:
        sys.stderr.write(f"{options.file}: {error.strerror or error}\n")
        return UNREADABLE


def _verify(stream: BinaryIO, rules: RuleSet | None, out: TextIO) -> int:
    status = NO_FAULT
    try:
        for answer in verify_lines(stream, rules):
            # ASCII only: whatever a name consists of, every terminal and every file can take it
            out.write(json.dumps(answer, separators=(",", ":")) + "\n")
            found = UNREADABLE if answer["kind"] == "unreadable" else NO_FAULT if answer["ok"] else FAULT
            status = max(status, found)
        out.flush()
    except (
        BrokenPipeError
    ):  # whoever read the answers has seen enough ("| head"); nothing is left to be flushed at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), out.fileno())
    return status


if __name__ == "__main__":
    sys.exit(main())
