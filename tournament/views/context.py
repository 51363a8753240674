"""What every page knows: where one is, and where one can go."""

from dataclasses import dataclass, replace
from functools import cached_property

from django.http import HttpRequest
from django.urls import NoReverseMatch, reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournament import links
from tournament.models import Role, Tournament
from tournament.queries.way import Stage, Step, way

#: Text, name of the URL (with the tournament's slug as its only argument), and who sees the entry besides the director.
ENTRIES: tuple[tuple[str, str, frozenset[Role]], ...] = (
    (gettext_noop("Kassa"), "sale", frozenset({Role.CASHIER})),
    (gettext_noop("Auslosung"), "draw", frozenset()),
    (gettext_noop("Runde"), "round", frozenset({Role.SCORER})),
    (gettext_noop("Preise"), "prizes", frozenset({Role.CASHIER})),
    (gettext_noop("Kassabuch"), "cash", frozenset({Role.CASHIER})),
    (gettext_noop("Drucken"), "print", frozenset({Role.CASHIER, Role.SCORER})),
    (gettext_noop("Protokoll"), "journal", frozenset()),
)
OTHER_PAGES: dict[str, frozenset[Role]] = {"settings": frozenset()}


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of the navigation."""

    text: str
    url: str
    current: bool


@dataclass(frozen=True, slots=True)
class WayStep:
    """A step of the way with the page it leads to ("" where there is none for this account)."""

    step: Step
    url: str


def url_of(page: str, tournament: Tournament) -> str:
    """The address of a page of this tournament, "" when there is no such page."""
    try:
        return reverse(page, kwargs={"slug": tournament.slug})
    except NoReverseMatch:
        return ""


def may_see(page: str, roles: frozenset[Role]) -> bool:
    """Whether one of these roles may open the page."""
    allowed = {name: entry_roles for _text, name, entry_roles in ENTRIES} | OTHER_PAGES
    return Role.DIRECTOR in roles or bool(allowed.get(page, frozenset()) & roles)


def entries(tournament: Tournament, roles: frozenset[Role], current: str = "") -> tuple[Entry, ...]:
    """The navigation for these roles: only pages that exist. No query."""
    shown = ((_(text), name, url_of(name, tournament)) for text, name, _roles in ENTRIES if may_see(name, roles))
    return tuple(Entry(text, url, name == current) for text, name, url in shown if url)


class Whereabouts:
    """Where a request is; worked out only by the templates that ask."""

    def __init__(self, request: HttpRequest) -> None:
        self._request = request

    @cached_property
    def tournament(self) -> Tournament | None:
        """The tournament of the address, if it has one."""
        return getattr(self._request, "tournament", None)

    @cached_property
    def roles(self) -> frozenset[Role]:
        """The roles of the account in this tournament."""
        return getattr(self._request, "roles", frozenset())

    @cached_property
    def navigation(self) -> tuple[Entry, ...]:
        """Entries of the header."""
        if self.tournament is None:
            return ()
        found = entries(self.tournament, self.roles, _page_name(self._request))
        return tuple(self._with_round(entry) for entry in found)

    @cached_property
    def lost_address(self) -> str:
        """The address in the QR codes, if this machine no longer has it; only for whoever works here. No query."""
        address = self.tournament.public_address if self.tournament is not None and self.roles else ""
        return address if address and links.is_lost(address) else ""

    @cached_property
    def address_guess(self) -> str:
        """Where phones might find this program instead."""
        return links.guess(self._request.get_host(), self._request.scheme or "http")

    @cached_property
    def steps(self) -> tuple[WayStep, ...]:
        """Steps of the way, for whoever has a role here."""
        if self.tournament is None or not self.roles:
            return ()
        tournament = self.tournament
        return tuple(
            WayStep(step, url_of(step.page, tournament) if may_see(step.page, self.roles) else "")
            for step in way(tournament)
        )

    @property
    def way_leads_on(self) -> bool:
        """Whether a step of the way can be pressed: else the way itself must be reachable by keyboard where it scrolls."""
        return any(entry.url and entry.step.stage is not Stage.LATER for entry in self.steps)

    def _with_round(self, entry: Entry) -> Entry:
        """The entry of the round one is in carries its number, as the page itself does."""
        number = getattr(self._request, "shown_round", None)
        if not entry.current or not number or entry.text != _("Runde"):
            return entry
        return replace(entry, text=_("Runde %(round)s") % {"round": number})


def _page_name(request: HttpRequest) -> str:
    """The entry a request belongs to: views may set `request.page`; else the URL's name decides, "round-enter" being of "round"."""
    page = getattr(request, "page", "")
    match = request.resolver_match
    return page or ((match.url_name or "").partition("-")[0] if match else "")


def where_am_i(request: HttpRequest) -> dict[str, object]:
    """Context processor: `where` with `tournament`, `roles`, `navigation` and `steps`. Costs nothing until asked."""
    return {"where": Whereabouts(request)}
