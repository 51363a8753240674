"""Logging in and out, and the first login of all."""

from django.contrib.auth import login
from django.contrib.auth.views import LoginView, LogoutView
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters

from tournament.forms.accounts import FirstLoginForm, LoginForm
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
    form = FirstLoginForm(request.POST or None)
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
