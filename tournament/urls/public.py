"""Everybody: what the organiser published."""

from django.urls import URLPattern, path

from tournament.access import guard_public
from tournament.views import card_rules

urlpatterns: list[URLPattern] = guard_public([path("t/<str:slug>/regeln/", card_rules.sheet, name="rules")])
