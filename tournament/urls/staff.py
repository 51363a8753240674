"""Everybody who works here, whatever the role: the overview, places, leaving, paper."""

from django.urls import URLPattern, path

from tournament.access import guard
from tournament.models import Role
from tournament.views import overview, places, printouts, withdrawals

urlpatterns: list[URLPattern] = guard(
    [Role.CASHIER, Role.SCORER],
    [
        path("t/<str:slug>/", overview.show, name="overview"),
        path("t/<str:slug>/plaetze/", places.show, name="places"),
        path("t/<str:slug>/rueckzug/", withdrawals.withdraw, name="withdraw"),
        path("t/<str:slug>/drucken/", printouts.page, name="print"),
        path("t/<str:slug>/drucken/machen/", printouts.make, name="print-make"),
        path("t/<str:slug>/drucken/fortschritt/<str:key>/", printouts.progress, name="print-progress"),
        path("t/<str:slug>/drucken/<int:number>.pdf", printouts.document, name="printout"),
    ],
)
