"""Konten und Rechte, and what is public: who may what, decided by the director."""

from django.urls import URLPattern, path

from tournament.access import guard
from tournament.models import Role
from tournament.views import members, permissions, privacy, sale_close

urlpatterns: list[URLPattern] = guard(
    Role.DIRECTOR,
    [
        path("t/<str:slug>/konten/", members.show, name="accounts"),
        path("t/<str:slug>/konten/einladen/", members.invite, name="account-invite"),
        path("t/<str:slug>/konten/einladung/<int:number>/", members.invitation, name="account-invitation"),
        path("t/<str:slug>/konten/abmelden/", members.log_out, name="accounts-log-out"),
        path("t/<str:slug>/konten/<int:account>/", members.account, name="account"),
        path("t/<str:slug>/konten/<int:account>/rechte/", members.roles, name="account-roles"),
        path("t/<str:slug>/konten/<int:account>/abmelden/", members.log_out, name="account-log-out"),
        path("t/<str:slug>/konten/<int:account>/passwort/", members.new_password, name="account-password"),
        path("t/<str:slug>/konten/rechte/", permissions.show, name="permissions"),
        path("t/<str:slug>/oeffentlich/", privacy.show, name="privacy"),
        path("t/<str:slug>/oeffentlich/namen-loeschen/", privacy.anonymise, name="anonymise"),
    ],
)

# The cashier closes the sale, but only the director opens it again.
urlpatterns += guard(Role.DIRECTOR, [path("t/<str:slug>/kassa/oeffnen/", sale_close.reopen, name="sale-reopen")])
