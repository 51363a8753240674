"""Which pages are looked at in which evening, and the addresses that show no page of their own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from django.urls import URLPattern, reverse

from tournament import links
from tournament.links import Opens
from tournament.views.permission_matrix import every_pattern

from .evenings import Evening


@dataclass(frozen=True)
class Visit:
    """A page: the name of its address, the values in it ("@word": `Evening.found["word"]`), and who looks at it."""

    name: str
    given: Mapping[str, object] = field(default_factory=dict)
    query: str = ""
    who: str = "chef"
    status: int = 200
    #: What the picture is called, where one page is looked at twice.
    called: str = ""

    @property
    def title(self) -> str:
        """Unique within its evening."""
        return self.called or self.name


def at(
    name: str, /, query: str = "", *, who: str = "chef", status: int = 200, called: str = "", **given: object
) -> Visit:
    """A visit, written shortly."""
    return Visit(name, given, query, who, status, called)


GUEST = ""
VISITS: Mapping[str, tuple[Visit, ...]] = {
    "0-installed": (at("first_login", who=GUEST), at("draw-checker", who=GUEST)),
    "1-nothing": (
        at("login", who=GUEST), at("home"), at("tournament-new"), at("import"), at("backups"), at("own-account"),
        at("backup-restore", name="@backup"),
    ),
    "2-announced": (
        at("home"), at("overview"), at("settings"), at("rules"), at("rules-edit"), at("sale"), at("people"), at("cash"), at("draw"),
        at("draws"), at("round"), at("tables"), at("phone-reports"), at("places"), at("prizes"), at("tree"), at("print"), at("journal"),
        at("sellers"), at("list-import"), at("public", who=GUEST), at("board", number=1, who=GUEST), at("withdraw"), at("export"),
    ),
    "3-sale": (
        at("overview"), at("sale"), at("sale-close"), at("people"), at("people", "?q=huber", called="people-found"),
        at("person", start_number=3), at("refund", start_number=3), at("card-move", start_number=3), at("withdraw", start_number=2),
        at("list-preview", token="@list"), at("cash"), at("cash-void", number="@booked"), at("sellers"), at("seller", number=1),
        at("cash-close"), at("public", who=GUEST), at("public-player", number=3, who=GUEST), at("board", number=1, who=GUEST),
        at("player", number=2, who=GUEST), at("journal"), at("print"), at("privacy"),
    ),
    "4-closed": (at("overview"), at("draw"), at("sale"), at("public", who=GUEST)),
    "4-ready": (
        at("draw"), at("draw-start-list"), at("draws"), at("board", number=1, who=GUEST), at("public", who=GUEST), at("hand-draw"),
    ),
    "5-draw": (
        at("overview"), at("draw"), at("draw-reveal", number=2), at("draw-reveal", "?alles=1", number=1, called="draw-reveal-annulled"),
        at("draws"), at("draw-print", number=2), at("draw-protocol", number=2), at("draw-annul", number=2),
        at("board", number=1, who=GUEST), at("public", who=GUEST),
        at("player", number=3, who=GUEST),
    ),
    "5-by-hand": (at("hand-draw"), at("draw")),
    "6-round": (
        at("overview"), at("round"), at("round", number=1, called="round-1"), at("round", "?q=hu", called="round-found"), at("tables"),
        at("phone-reports"), at("match", serial="@open", called="match-open"), at("match", serial="@decided"),
        at("match-tally", serial="@counted"), at("referee"), at("referee-deal"), at("withdraw"), at("withdraw", "?q=hu", called="withdraw-found"),
        at("withdraw", "?person=2", called="withdraw-person"), at("person", start_number=3), at("people"), at("card-move", start_number=3),
        at("print"), at("tree"), at("draw"), at("prizes"), at("places"), at("journal"), at("cash"), at("board-control"),
        at("board", number=1, who=GUEST), at("public", who=GUEST), at("public-player", number="@player", who=GUEST), at("public-draw", number=1, who=GUEST),
        at("player", number="@player", who=GUEST), at("phone", number="@open", who=GUEST),
        at("phone", number="@counted", who=GUEST, called="phone-watching"), at("phone", number="@told", who=GUEST, called="phone-told"),
        at("phone", number="@decided", who=GUEST, called="phone-ended"), at("phone-table", number=8, who=GUEST),
        at("phone-table", number="@table", who=GUEST, called="phone-table-taken"), at("rules", who=GUEST),
    ),
    "6-rebuy": (at("rebuy"), at("overview"), at("round")),
    "7-late": (
        at("overview"), at("round"), at("round-placement"), at("tree"), at("places"), at("prizes"), at("board", number=1, who=GUEST),
        at("public", who=GUEST), at("draw"),
    ),
    "8-prizes": (
        at("overview"), at("prizes"), at("prizes-finish"), at("prize-take-back", rank=1), at("places"), at("cash"), at("cash-close"),
        at("board", number=1, who=GUEST), at("public", who=GUEST), at("round"), at("player", number=1, who=GUEST),
    ),
    "9-finished": (
        at("home"), at("overview"), at("prizes"), at("prizes-reopen"), at("anonymise"), at("privacy"), at("tree"), at("tree", who=GUEST, called="tree-guest"),
        at("places"), at("cash-close"), at("export"), at("journal"), at("board", number=1, who=GUEST), at("public", who=GUEST),
        at("print"), at("withdraw", start_number=1), at("match", serial=1), at("sale"), at("draw"), at("round"),
    ),
    "a-roles": (
        at("accounts"), at("account", account="@account"), at("account-invitation", number="@invitation"), at("permissions"),
        at("invitation", token="@token", who=GUEST), at("invitation", token="@token", who="karl", called="invitation-account"),
        at("overview", who="karl", called="overview-cashier"), at("overview", who="susi", called="overview-scorer"),
        at("sale", who="karl", called="sale-cashier"), at("round", who="susi", called="round-scorer"), at("print", who="susi", called="print-scorer"),
        at("home", who="anna", called="home-director"), at("own-account", who="susi"), at("cash", who="susi", status=403, called="403"),
        at("invitation", token="gone", who=GUEST, status=404, called="404-invitation"), at("match", serial=99, status=404, called="404"),
        at("tournament-new", who="anna", status=403, called="403-installation"),
    ),
}  # fmt: skip

ONLY_POST = "answers a form, then leads to the page it belongs to"
PART = "a part of a page that is looked at with it"
FILE = "a file"
DATA = "figures for a script"
ELSEWHERE = "only leads to another page"
#: The other addresses, each with its reason; a test tries them in an evening that none of them shows a page.
NO_PAGE: Mapping[str, str] = {
    **dict.fromkeys(
        (
            "own-account-log-out", "logout", "set_language", "draw-prepare", "draw-discard", "draw-carry-out", "draw-begin",
            "hand-draw-start", "hand-draw-slip", "hand-draw-back", "hand-draw-void", "hand-draw-complete", "hand-draw-discard",
            "journal-check", "rebuy-close", "prize-lot", "prize-play-off", "prize-hand-out", "backup-upload", "account-invite",
            "accounts-log-out", "account-roles", "account-log-out", "account-password", "sale-reopen", "sale-desk", "sale-pay",
            "sale-release", "sale-undo", "seller-sell", "cash-count", "round-enter", "round-undo", "match-call", "call-typed",
            "table-state", "phone-report-settle", "print-make", "phone-taps", "phone-take-over", "phone-report", "phone-form",
            "board-reveal",
        ),
        ONLY_POST,
    ),
    **dict.fromkeys(
        (
            "sale-suggest", "sale-counter", "sale-recent", "cash-book", "round-live", "round-look-up", "tables-live", "tally-check",
            "phone-reports-live", "board-content",
        ),
        PART,
    ),
    **dict.fromkeys(
        ("draw-seal", "draw-field", "people-csv", "backup-download", "printout", "draw-checker-file"), FILE
    ),
    **dict.fromkeys(("print-progress", "phone-state", "board-state", "round-scores"), DATA),
    "front": ELSEWHERE,
}  # fmt: skip


def path_of(visit: Visit, evening: Evening) -> str:
    """The address of a visit in this evening."""
    values = {
        name: evening.found[value[1:]] if isinstance(value, str) and value.startswith("@") else value
        for name, value in visit.given.items()
    }
    pattern = next(pattern for _path, pattern in every_pattern() if pattern.name == visit.name)
    if "slug" in pattern.pattern.converters and evening.tournament is not None:
        values["slug"] = evening.tournament.slug
    if (opens := _opens(pattern)) is not None and evening.tournament is not None:
        values["token"] = links.token(evening.tournament, opens, int(str(values["number"])))
    return reverse(visit.name, kwargs=values) + visit.query


def _opens(pattern: URLPattern) -> Opens | None:
    rule = pattern.callback.access_rule
    return rule if isinstance(rule, Opens) else None
