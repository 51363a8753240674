"""Turnierleitung: everything that decides, draws, corrects or closes."""

from django.urls import URLPattern

from tournament.access import guard
from tournament.models import Role

urlpatterns: list[URLPattern] = guard(Role.DIRECTOR, [])
