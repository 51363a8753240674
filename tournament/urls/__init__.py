"""All addresses, by audience; each file has one access rule."""

from django.urls import URLPattern, URLResolver, include, path
from django.views.i18n import set_language

from tournament.access import guard_account, guard_invitation, open_to_all
from tournament.views import accounts, home, invitations

from . import board, desk, director, public, rights, scorer, staff, table

urlpatterns: list[URLPattern | URLResolver] = [
    *guard_account(
        [
            path("", home.home, name="home"),
            path("konto/", accounts.own, name="own-account"),
            path("konto/abmelden/", accounts.log_out_everywhere, name="own-account-log-out"),
        ]
    ),
    *open_to_all(
        [
            path("anmelden/", accounts.Login.as_view(), name="login"),
            path("abmelden/", accounts.Logout.as_view(), name="logout"),
            path("erster-start/", accounts.first_login, name="first_login"),
            path("sprache/", set_language, name="set_language"),
        ]
    ),
    *guard_invitation([path("einladung/<str:token>/", invitations.answer, name="invitation")]),
    path("", include(director)),
    path("", include(rights)),
    path("", include(desk)),
    path("", include(scorer)),
    path("", include(staff)),
    path("", include(table)),
    path("", include(board)),
    path("", include(public)),
]

handler400 = "tournament.views.errors.bad_request"
handler403 = "tournament.views.errors.forbidden"
handler404 = "tournament.views.errors.not_found"
handler500 = "tournament.views.errors.server_error"
