"""What somebody sees who was invited: an account is made, or the one at hand gets the role; or a new password is set."""

from django import forms
from django.contrib import messages
from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters

from tournament.forms.accounts import JoinForm, LinkPasswordForm
from tournament.models import Invitation, Tournament, User
from tournament.services import invitations
from tournament.services.errors import ServiceError

from .accounts import FIELD_OF_PROBLEM, MODEL_BACKEND


class InvitedRequest(HttpRequest):
    """A request whose invitation the access rule has found open."""

    tournament: Tournament
    invitation: Invitation


@sensitive_post_parameters("password", "again")
@never_cache
def answer(request: InvitedRequest, token: str) -> HttpResponse:
    """Looking at it uses nothing up: programs that show a preview of a link only look."""
    typed = request.POST if request.method == "POST" else None
    if not request.invitation.role:
        return _with_form(request, LinkPasswordForm(typed), "accounts/link_password.html")
    if isinstance(request.user, User):
        return _join(request, request.user)
    return _with_form(request, JoinForm(typed), "accounts/join.html")


def _join(request: InvitedRequest, user: User) -> HttpResponse:
    if request.method != "POST":
        return render(request, "accounts/join_as.html", {"invitation": request.invitation})
    try:
        invitations.accept(tournament=request.tournament, number=request.invitation.number, user=user)
    except ServiceError as error:
        context = {"invitation": request.invitation, "problems": error.problems}
        return render(request, "accounts/join_as.html", context, status=error.status)
    messages.success(request, _("Willkommen! Ihr Konto arbeitet jetzt auch hier mit."))
    return redirect("home")


def _with_form(request: InvitedRequest, form: forms.Form, template: str) -> HttpResponse:
    if request.method == "POST" and form.is_valid():
        try:
            name = _carry_out(request, form)
        except ServiceError as error:
            for problem in error.problems:
                form.add_error(FIELD_OF_PROBLEM.get(problem.code), problem.text)
        else:
            login(request, User.objects.get(username=name), backend=MODEL_BACKEND)
            messages.success(request, _("Willkommen! Sie sind angemeldet."))
            return redirect("home")
    context = {"form": form, "invitation": request.invitation}
    return render(request, template, context, status=422 if request.method == "POST" else 200)


def _carry_out(request: InvitedRequest, form: forms.Form) -> str:
    typed, number = form.cleaned_data, request.invitation.number
    if isinstance(form, JoinForm):
        joined = invitations.accept_new(
            tournament=request.tournament, number=number, username=typed["username"], password=typed["password"]
        )
    else:
        joined = invitations.new_password(tournament=request.tournament, number=number, password=typed["password"])
    return joined.username
