"""Everybody who works here, whatever the role: the overview, places, leaving."""

from django.urls import URLPattern, path

from tournament.access import guard
from tournament.models import Role
from tournament.views import overview, places, withdrawals

urlpatterns: list[URLPattern] = guard(
    [Role.CASHIER, Role.SCORER],
    [
        path("t/<str:slug>/", overview.show, name="overview"),
        path("t/<str:slug>/plaetze/", places.show, name="places"),
        path("t/<str:slug>/rueckzug/", withdrawals.withdraw, name="withdraw"),
    ],
)
