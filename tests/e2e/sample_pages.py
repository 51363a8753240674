"""The pictures of the look, rebuilt from the components: addresses that exist only in tests."""

from decimal import Decimal

import django_tables2 as tables
from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import include, path

from tournament.access import guard
from tournament.models import Role
from tournament.services.errors import Problem
from tournament.tables.base import PageTable
from tournament.templatetags.look import loser, pill, winner


class Recent(PageTable):
    number = tables.Column(verbose_name="Nr.")
    name = tables.Column(verbose_name="Name", attrs={"td": {"class": "strong"}})
    place = tables.Column(verbose_name="Ort")
    cards = tables.Column(verbose_name="Karten")
    amount = tables.Column(verbose_name="Betrag", attrs={"td": {"class": "nowrap"}})
    state = tables.Column(verbose_name="", orderable=False)


class Matches(PageTable):
    number = tables.Column(verbose_name="Nr.")
    left = tables.Column(verbose_name="links")
    right = tables.Column(verbose_name="rechts")
    table = tables.Column(verbose_name="Tisch")
    since = tables.Column(verbose_name="seit", attrs={"td": {"class": "nowrap"}})
    score = tables.Column(verbose_name="Stand", attrs={"td": {"class": "nowrap"}})
    state = tables.Column(verbose_name="", orderable=False)

    class Meta:
        row_attrs = {"class": lambda record: "now" if record["number"] == 12 else None}


RECENT = [
    {
        "number": 17,
        "name": "Öllinger Ägidius",
        "place": "Großsölk",
        "cards": "31 · 32 · 33",
        "amount": "€ 15,00",
        "state": pill("bezahlt"),
    },
    {
        "number": 16,
        "name": "Moar vulgo Stöckl Sepp",
        "place": "Hinterhör",
        "cards": "30",
        "amount": "€ 5,00",
        "state": pill("bezahlt"),
    },
    {
        "number": 15,
        "name": "Šnjarić Đurđa",
        "place": "Völkermarkt",
        "cards": "27 · 28 · 29",
        "amount": "€ 15,00",
        "state": pill("reserviert bis 18:45", "wait"),
    },
]
MATCHES = [
    (9, "Šnjarić Đurđa", "d’Amato Éloïse", "4", "18 min", "1 : 1", pill("spielt")),
    (10, winner("Moar vlg. Stöckl Sepp"), loser("O’Śliwa Łukasz"), "2", "24 min", "2 : 0", "eingetragen 19:42"),
    (11, winner("Huber Johann", "St. Stefan"), loser("Freilos"), "", "", "", "kampflos weiter"),
    (12, "Öllinger Ägidius", "Kővári Ödön", "7", "31 min", "1 : 1", pill("spielt")),
    (13, "Nguyễn Thị Ánh", "Huber Johann (Rassach)", "–", "wartet 9 min", "", pill("Huber spielt noch an 3", "wait")),
    (14, "Müller-Lüdenscheid Jörg", "Šnjarić Đurđa", "–", "wartet 9 min", "", pill("Šnjarić spielt noch an 4", "wait")),
    (15, "d’Amato Éloïse", "Öllinger Ägidius", "–", "gerufen 3:12", "", pill("d’Amato fehlt", "bad")),
    (16, "Moar vlg. Stöckl Sepp", "Müller-Lüdenscheid Jörg", "–", "frei", "", pill("kann beginnen", "wait")),
]


class SampleForm(forms.Form):
    name = forms.CharField(label="Name des Turniers", help_text="So steht es auf der Ausschreibung.")
    price = forms.DecimalField(label="Preis einer Karte")
    policy = forms.ChoiceField(
        label="Preise",
        choices=[("a", "Eine Person darf mehrere Preise gewinnen"), ("b", "Höchstens ein Preis je Person")],
        widget=forms.RadioSelect,
    )
    fixed = forms.BooleanField(label="Einmal auslosen, dann fester Baum", required=False)
    method = forms.ChoiceField(label="Auslosung", choices=[("two-pot", "Zwei Töpfe")])


def desk(request: HttpRequest) -> HttpResponse:
    return render(request, "sample/desk.html", {"recent": Recent(RECENT).as_html(request), "change": Decimal(10)})


def round_page(request: HttpRequest) -> HttpResponse:
    request.shown_round = 1
    names = ("number", "left", "right", "table", "since", "score", "state")
    rows = [dict(zip(names, row, strict=True)) for row in MATCHES]
    shown = [(str(n), f"{n} frei" if n in {2, 5} else "") for n in range(1, 9)]
    return render(
        request, "sample/round.html", {"matches": Matches(rows, order_by="number").as_html(request), "tables": shown}
    )


def parts(request: HttpRequest) -> HttpResponse:
    form = SampleForm({"name": "Preisschnapsen der FF Großsölk", "price": "-5"})
    problems = [
        Problem("sold_out", "Es sind nur noch 2 Karten frei, nicht 3."),
        Problem("limit", "Huber Johann (Rassach) hat schon 4 Karten; mehr als 4 darf niemand haben."),
    ]
    slips = [(n, "now" if n == 23 else "gone" if n % 3 == 1 else "") for n in range(1, 33)]
    consequences = ["Auslosung 2 mit 16 Begegnungen", "5 eingetragene Ergebnisse (im Protokoll bleiben sie)"]
    return render(
        request, "sample/parts.html", {"form": form, "problems": problems, "slips": slips, "consequences": consequences}
    )


def other(request: HttpRequest) -> HttpResponse:
    return HttpResponse("")


urlpatterns = [
    *guard(
        Role.DIRECTOR,
        [
            path("t/<str:slug>/kassa/", desk, name="sale"),
            path("t/<str:slug>/runde/", round_page, name="round"),
            path("t/<str:slug>/bausteine/", parts, name="parts"),
            *[
                path(f"t/<str:slug>/{name}/", other, name=name)
                for name in ("settings", "draw", "prizes", "cash", "journal")
            ],
        ],
    ),
    path("", include("tournament.urls")),
]
handler404 = "tournament.views.errors.not_found"
