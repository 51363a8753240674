"""Logging in and out, the first login of all, and one's own password."""

from django.contrib import messages
from django.contrib.auth import login, logout, update_session_auth_hash
from django.contrib.auth.views import LoginView, LogoutView
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST

from tournament.forms.accounts import FirstLoginForm, LoginForm, OwnPasswordForm
from tournament.models import User
from tournament.services import accounts
from tournament.services.errors import ServiceError

from . import throttle

MODEL_BACKEND = "django.contrib.auth.backends.ModelBackend"
#: Which field of the first login a problem belongs to.
FIELD_OF_PROBLEM = {"username": "username", "username_taken": "username", "password": "password"}


class Login(LoginView):
    """Login with a limited number of attempts."""

    template_name = "accounts/login.html"
    authentication_form = LoginForm
    redirect_authenticated_user = True

    def post(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        """Refuse to look at the password after too many failures."""
        name = request.POST.get("username", "")
        if throttle.is_exhausted(request, name):
            form = LoginForm(request, initial={"username": name})
            return render(request, self.template_name, {"form": form, "exhausted": True}, status=429)
        return super().post(request, *args, **kwargs)

    def form_valid(self, form: LoginForm) -> HttpResponse:  # type: ignore[override]
        """A success is the end of the count."""
        throttle.forget(self.request, form.cleaned_data["username"])
        return super().form_valid(form)

    def form_invalid(self, form: LoginForm) -> HttpResponse:  # type: ignore[override]
        """A failure is counted."""
        throttle.count_failure(self.request, form.data.get("username", ""))
        return super().form_invalid(form)


class Logout(LogoutView):
    """Out; POST only, as Django has it."""


@sensitive_post_parameters("password", "again", "code")
@never_cache
def first_login(request: HttpRequest) -> HttpResponse:
    """The first visitor with the code from the terminal becomes director; afterwards this page leads to the login."""
    if not accounts.needs_first_login():
        return redirect("login")
    form = FirstLoginForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        given = form.cleaned_data
        try:
            user = accounts.claim_first_code(given["code"], given["username"], given["password"])
        except ServiceError as error:
            for problem in error.problems:
                form.add_error(FIELD_OF_PROBLEM.get(problem.code, "code"), problem.text)
        else:
            login(request, user, backend=MODEL_BACKEND)
            return redirect("home")
    status = 422 if form.is_bound else 200
    return render(request, "accounts/first_login.html", {"form": form, "title": _("Erster Start")}, status=status)


@sensitive_post_parameters("present", "password", "again")
@never_cache
def own(request: HttpRequest) -> HttpResponse:
    """One's own account: a new password, which logs out every other device."""
    form = OwnPasswordForm(request.POST if request.method == "POST" else None)
    user = request.user
    if request.method == "POST" and isinstance(user, User):
        if throttle.is_exhausted(request, user.get_username()):
            return render(request, "accounts/own.html", {"form": OwnPasswordForm(), "exhausted": True}, status=429)
        if form.is_valid() and _changed(request, user, form):
            messages.success(request, _("Das neue Passwort gilt. Alle anderen Geräte sind abgemeldet."))
            return redirect("own-account")
    return render(request, "accounts/own.html", {"form": form}, status=422 if form.is_bound else 200)


@require_POST
def log_out_everywhere(request: HttpRequest) -> HttpResponse:
    """All devices, this one too: for a phone that was lost."""
    accounts.end_sessions(User.objects.filter(username=request.user.get_username()))
    logout(request)
    messages.success(request, _("Sie sind auf allen Geräten abgemeldet."))
    return redirect("login")


def _changed(request: HttpRequest, user: User, form: OwnPasswordForm) -> bool:
    """Whether the password was changed; if not, the form says why. A wrong present one counts like a failed login."""
    typed = form.cleaned_data
    try:
        accounts.change_password(user, present=typed["present"], password=typed["password"])
    except ServiceError as error:
        if "present" in error.codes:
            throttle.count_failure(request, user.get_username())
        for problem in error.problems:
            form.add_error(problem.code, problem.text)
        return False
    update_session_auth_hash(request, user)
    return True
