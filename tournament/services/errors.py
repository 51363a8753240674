"""What a service says when it does not do what was asked: all problems at once, in words that say what to do."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Problem:
    """One problem: a code for programs and tests, a sentence for people (already translated)."""

    code: str
    text: str


class ServiceError(Exception):
    """Nothing was changed. `status` is the HTTP status that fits."""

    status = 422

    def __init__(self, *problems: Problem) -> None:
        super().__init__("; ".join(problem.text for problem in problems))
        self.problems = problems

    @property
    def codes(self) -> tuple[str, ...]:
        """The codes of all problems."""
        return tuple(problem.code for problem in self.problems)


class Refused(ServiceError):
    """The input or the moment does not allow it."""


class NotFound(ServiceError):
    """What was named does not exist in this tournament."""

    status = 404


class Forbidden(ServiceError):
    """The role may not do this."""

    status = 403


class Conflict(ServiceError):
    """Somebody else was faster: the page was stale. The page shows the fresh state."""

    status = 409


def refuse(code: str, text: str) -> Refused:
    """A refusal with one problem."""
    return Refused(Problem(code, text))


def refuse_all(problems: Iterable[Problem]) -> None:
    """Raise Refused with all the problems, if there are any."""
    if found := tuple(problems):
        raise Refused(*found)
