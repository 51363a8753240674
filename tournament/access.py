"""Who may open which page: one rule for each file of URLs, by audience.

A guarded view has `request.tournament` (loaded from `<slug>` in its address), `request.roles` and `request.actor`.
The order of refusals: unknown tournament 404, not logged in: to the login, wrong role 403.
"""

import functools
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum

from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render, resolve_url
from django.urls import URLPattern
from django.utils.translation import gettext as _

from tournament import links
from tournament.models import Membership, Role, Tournament, User
from tournament.services import invitations
from tournament.services.accounts import needs_first_login
from tournament.services.base import Actor


@dataclass(frozen=True, slots=True)
class Linked:
    """What a signed link leads to: its tournament, and what else was found with it."""

    tournament: Tournament
    thing: object = None


View = Callable[..., HttpResponseBase]
Rule = Callable[[HttpRequest], HttpResponseBase | None]
#: The cash desk of whoever has chosen none; the chosen one is kept in the session.
FIRST_DESK = "Kassa 1"


def guard(roles: Role | Iterable[Role], patterns: Iterable[URLPattern]) -> list[URLPattern]:
    """For accounts with one of these roles in the tournament of the address; the director may open everything."""
    allowed = frozenset({roles} if isinstance(roles, Role) else roles) | {Role.DIRECTOR}
    return [_wrapped(pattern, functools.partial(_admit_role, allowed=allowed), needs_slug=True) for pattern in patterns]


def guard_installation(patterns: Iterable[URLPattern]) -> list[URLPattern]:
    """For superusers: what belongs to no tournament yet, such as making one."""
    return [_wrapped(pattern, _admit_superuser, needs_slug=False) for pattern in patterns]


def guard_public(patterns: Iterable[URLPattern]) -> list[URLPattern]:
    """For everybody, once the tournament is published; before, only for accounts that have a role in it."""
    return [_wrapped(pattern, _admit_public, needs_slug=True) for pattern in patterns]


def open_to_all(patterns: Iterable[URLPattern]) -> list[URLPattern]:
    """For everybody: what belongs to no tournament and shows nothing of one."""
    return [_wrapped(pattern, _admit_all, needs_slug=False) for pattern in patterns]


def guard_account(patterns: Iterable[URLPattern]) -> list[URLPattern]:
    """For everybody who is logged in, whatever the roles; a fresh installation begins with the first login."""
    return [_wrapped(pattern, _admit_account, needs_slug=False) for pattern in patterns]


def guard_invitation(patterns: Iterable[URLPattern]) -> list[URLPattern]:
    """For whoever has a valid invitation: addresses with `<token>`. The view finds it in `request.invitation`."""
    return [_wrapped(pattern, _admit_invited, needs_slug=False) for pattern in patterns]


def guard_link(
    opens: links.Opens, patterns: Iterable[URLPattern], find: Callable[[str, int], Linked | None] | None = None
) -> list[URLPattern]:
    """For whoever has the signed link: addresses with `<slug>`, `<number>` and `<token>`; no account, no role.

    The view gets `number`, and in `request.linked` what `find` found for (slug, number) together with its tournament,
    so that a page that looks again every few seconds needs one query for both.
    """
    return [_link_wrapped(pattern, opens, find or _find_tournament) for pattern in patterns]


class Who(Enum):
    """Kinds of rules, for the page that lists who may what."""

    ROLES = "roles"
    SUPERUSER = "superuser"
    ACCOUNT = "account"
    PUBLISHED = "published"
    ALL = "all"
    INVITED = "invited"
    LINK = "link"


def who(rule: object) -> Who:
    """The kind of a view's `access_rule`; raises LookupError for a rule that nobody has described."""
    if isinstance(rule, links.Opens):
        return Who.LINK
    if isinstance(rule, functools.partial) and rule.func is _admit_role:
        return Who.ROLES
    known: dict[object, Who] = {
        _admit_superuser: Who.SUPERUSER, _admit_account: Who.ACCOUNT, _admit_public: Who.PUBLISHED,
        _admit_all: Who.ALL, _admit_invited: Who.INVITED,
    }  # fmt: skip
    return known[rule]


def roles_of(rule: object) -> frozenset[Role]:
    """The roles a rule of the kind ROLES lets in; none for the others."""
    return frozenset(rule.keywords["allowed"]) if isinstance(rule, functools.partial) else frozenset()


def roles_in(user: object, tournament: Tournament) -> frozenset[Role]:
    """The roles of an account in a tournament; a superuser is director everywhere. One query at most."""
    if not isinstance(user, User) or not user.is_active:
        return frozenset()
    if user.is_superuser:
        return frozenset({Role.DIRECTOR})
    found = Membership.objects.filter(user=user, tournament=tournament).values_list("role", flat=True)
    return frozenset(Role(role) for role in found)


def _wrapped(pattern: URLPattern, rule: Rule, *, needs_slug: bool) -> URLPattern:
    """The same pattern with the rule before its view."""
    if not isinstance(pattern, URLPattern):
        raise TypeError("guard() takes path() entries; include() would hide views from the rule")
    view: View = pattern.callback

    @functools.wraps(view)
    def guarded(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        slug = kwargs.pop("slug", None)
        if needs_slug:
            _load(request, str(slug))
        refusal = rule(request)
        return refusal if refusal is not None else view(request, *args, **kwargs)

    guarded.access_rule = rule  # type: ignore[attr-defined]  # tests ask every view for its rule
    return URLPattern(pattern.pattern, guarded, pattern.default_args, pattern.name)


def _link_wrapped(pattern: URLPattern, opens: links.Opens, find: Callable[[str, int], Linked | None]) -> URLPattern:
    """The same pattern with a look at its token before its view; whatever is wrong with a link, the answer is the same."""
    view: View = pattern.callback

    @functools.wraps(view)
    def guarded(
        request: HttpRequest, *args: object, slug: str, number: int, token: str, **kwargs: object
    ) -> HttpResponseBase:
        found = find(slug, number)
        if found is None or not links.is_valid(found.tournament, opens, number, token):
            raise Http404(_("Dieser Link führt nirgends hin. Bitte den Code noch einmal einlesen."))
        request.tournament, request.roles, request.linked = found.tournament, frozenset(), found.thing  # type: ignore[attr-defined]
        return view(request, *args, number=number, **kwargs)

    guarded.access_rule = opens  # type: ignore[attr-defined]
    return URLPattern(pattern.pattern, guarded, pattern.default_args, pattern.name)


def _find_tournament(slug: str, _number: int) -> Linked | None:
    tournament = Tournament.objects.filter(slug=slug).first()
    return None if tournament is None else Linked(tournament)


def _load(request: HttpRequest, slug: str) -> None:
    tournament = Tournament.objects.filter(slug=slug).first()
    if tournament is None:
        raise Http404(_("Ein Turnier mit dieser Adresse gibt es nicht."))
    request.tournament = tournament  # type: ignore[attr-defined]
    request.roles = roles_in(request.user, tournament)  # type: ignore[attr-defined]


def _admit_role(request: HttpRequest, *, allowed: frozenset[Role]) -> HttpResponseBase | None:
    if not request.user.is_authenticated:
        return to_login(request)
    roles: frozenset[Role] = request.roles  # type: ignore[attr-defined]
    if not roles & allowed:
        return wrong_role(request, allowed)
    _set_actor(request, Role.DIRECTOR if Role.DIRECTOR in roles else min(roles & allowed))
    return None


def _admit_superuser(request: HttpRequest) -> HttpResponseBase | None:
    if not request.user.is_authenticated:
        return to_login(request)
    if not request.user.is_superuser:
        return wrong_role(request, frozenset({Role.DIRECTOR}))
    _set_actor(request, Role.DIRECTOR)
    return None


def _admit_public(request: HttpRequest) -> HttpResponseBase | None:
    tournament: Tournament = request.tournament  # type: ignore[attr-defined]
    if not tournament.published and not request.roles:  # type: ignore[attr-defined]
        raise Http404(_("Ein Turnier mit dieser Adresse gibt es nicht."))
    return None


def _admit_all(_request: HttpRequest) -> HttpResponseBase | None:
    return None


def _admit_account(request: HttpRequest) -> HttpResponseBase | None:
    if request.user.is_authenticated:
        return None
    return redirect("first_login") if needs_first_login() else to_login(request)


def _admit_invited(request: HttpRequest) -> HttpResponseBase | None:
    match = request.resolver_match
    invitation = invitations.find(str(match.kwargs["token"])) if match else None
    if invitation is None:
        raise Http404(_("Dieser Link führt nirgends hin. Bitte den Code noch einmal einlesen."))
    if not invitations.is_open(invitation):
        if invitation.used_by and request.user.get_username() == invitation.used_by:
            return redirect("home")  # sent twice, or opened again by the one who has used it
        return render(request, "accounts/used_up.html", {"invitation": invitation}, status=404)
    request.tournament, request.roles, request.invitation = invitation.tournament, frozenset(), invitation  # type: ignore[attr-defined]
    return None


def _set_actor(request: HttpRequest, role: Role) -> None:
    desk = str(request.session.get("desk") or FIRST_DESK)
    request.actor = Actor(name=request.user.get_username(), role=role, desk=desk)  # type: ignore[attr-defined]


def to_login(request: HttpRequest) -> HttpResponseBase:
    """To the login and back here afterwards; a page that only asked for a part is sent there as a whole."""
    if getattr(request, "htmx", False):
        # Back to the page one sees, not to the part that was asked for.
        seen = request.htmx.current_url_abs_path or resolve_url(settings.LOGIN_REDIRECT_URL)  # type: ignore[attr-defined]
        answer = HttpResponse(status=401)
        answer["HX-Redirect"] = redirect_to_login(seen)["Location"]
        return answer
    back = request.get_full_path() if request.method in {"GET", "HEAD"} else resolve_url(settings.LOGIN_REDIRECT_URL)
    return redirect_to_login(back)


def wrong_role(request: HttpRequest, allowed: frozenset[Role]) -> HttpResponse:
    """The 403 page that names who may, and what to do."""
    needed = [role.label for role in Role if role in allowed]
    return render(request, "errors/403.html", {"needed": needed}, status=403)
