"""Who has which role here: invited, changed, taken out, logged out. All of it the director's."""

from collections.abc import Callable

import segno
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from tournament import links
from tournament.models import Invitation, Role
from tournament.queries.members import members_page
from tournament.services import invitations, memberships
from tournament.services.errors import Problem, ServiceError

from .asked import GuardedRequest, request_key


@never_cache
def show(request: GuardedRequest) -> HttpResponse:
    """All accounts with a role here, and what became of the invitations."""
    return _page(request)


@require_POST
def invite(request: GuardedRequest) -> HttpResponse:
    """A new invitation, shown at once as a code to photograph."""
    role = request.POST.get("role", "")
    if role not in Role.values:
        return _page(request, (Problem("role", _("Bitte auswählen, wofür eingeladen wird.")),), status=422)
    made = invitations.invite(
        tournament=request.tournament, actor=request.actor, role=Role(role), request_key=request_key(request, role)
    )
    return redirect("account-invitation", slug=request.tournament.slug, number=made.number)


@never_cache
def invitation(request: GuardedRequest, number: int) -> HttpResponse:
    """The invitation as code and link; a POST makes it void."""
    found = request.tournament.invitations.select_related("account").filter(number=number).first()
    if found is None:
        raise Http404(_("Diese Einladung gibt es nicht."))
    if request.method == "POST":
        invitations.withdraw(tournament=request.tournament, actor=request.actor, number=number)
        messages.success(request, _("Der Link gilt nicht mehr."))
        return redirect("accounts", slug=request.tournament.slug)
    address = _address(request, found) if invitations.is_open(found) else ""
    context = {"invitation": found, "address": address, "picture": _picture(address) if address else ""}
    return render(request, "director/account_invitation.html", context)


@never_cache
@require_GET
def account(request: GuardedRequest, account: int) -> HttpResponse:
    """One account: its roles, and what one does when somebody has lost the phone or the password."""
    return _account(request, account)


@require_POST
def roles(request: GuardedRequest, account: int) -> HttpResponse:
    """Other roles for an account; without any it is out of this tournament."""
    wanted = [Role(role) for role in Role.values if role in request.POST.getlist("role")]
    if not wanted and "remove" not in request.POST:
        problem = Problem("role", _("Ohne ein Recht wäre das Konto draußen. Dafür gibt es „Herausnehmen“."))
        return _account(request, account, (problem,), status=422)
    wanted = [] if "remove" in request.POST else wanted

    def change() -> str:
        changed = memberships.set_roles(
            tournament=request.tournament, actor=request.actor, account=account, roles=wanted,
            request_key=request_key(request, account, *wanted),
        )  # fmt: skip
        said = _("%(name)s hat jetzt: %(roles)s.") if wanted else _("%(name)s ist aus diesem Turnier herausgenommen.")
        return said % {"name": changed.username, "roles": ", ".join(str(role.label) for role in wanted)}

    return _done(request, change, account)


@require_POST
def log_out(request: GuardedRequest, account: int | None = None) -> HttpResponse:
    """One account, or all but one's own, must log in again on every device."""

    def change() -> str:
        out = memberships.log_out(
            tournament=request.tournament,
            actor=request.actor,
            account=account,
            request_key=request_key(request, account),
        )
        said = ngettext(
            "%(count)s Konto ist überall abgemeldet.", "%(count)s Konten sind überall abgemeldet.", out.count
        )
        return said % {"count": out.count}

    return _done(request, change, account)


@require_POST
def new_password(request: GuardedRequest, account: int) -> HttpResponse:
    """A link for somebody who has forgotten the password."""
    try:
        made = invitations.invite_to_new_password(
            tournament=request.tournament,
            actor=request.actor,
            account=account,
            request_key=request_key(request, account),
        )
    except ServiceError as error:
        return _account(request, account, error.problems, status=error.status)
    return redirect("account-invitation", slug=request.tournament.slug, number=made.number)


def _done(request: GuardedRequest, change: Callable[[], str], account: int | None) -> HttpResponse:
    try:
        messages.success(request, change())
    except ServiceError as error:
        if account is None:
            return _page(request, error.problems, status=error.status)
        return _account(request, account, error.problems, status=error.status)
    return redirect("accounts", slug=request.tournament.slug)


def _address(request: GuardedRequest, found: Invitation) -> str:
    base = request.tournament.public_address or links.guess(request.get_host(), request.scheme or "http")
    return base.rstrip("/") + reverse("invitation", kwargs={"token": invitations.token(found)})


def _picture(address: str) -> str:
    """The QR code as a picture inside the page: black on white, whatever the theme."""
    return str(segno.make(address, micro=False).svg_data_uri(scale=6, light="#fff"))


def _account(
    request: GuardedRequest, account: int, problems: tuple[Problem, ...] = (), *, status: int = 200
) -> HttpResponse:
    invitations.find_account(request.tournament, account)
    shown = members_page(request.tournament, me=request.actor.name)
    member = next(each for each in shown.members if each.pk == account)
    if member.everywhere:
        raise Http404(_("Dieses Konto leitet alle Turniere; hier lässt es sich nicht ändern."))
    context = {"member": member, "problems": problems, "roles": list(Role)}
    return render(request, "director/account.html", context, status=status)


def _page(request: GuardedRequest, problems: tuple[Problem, ...] = (), *, status: int = 200) -> HttpResponse:
    page = members_page(request.tournament, me=request.actor.name)
    context = {"shown": page, "problems": problems, "roles": list(Role)}
    return render(request, "director/accounts.html", context, status=status)
