"""Schreiber: the round and its results."""

from django.urls import URLPattern

from tournament.access import guard
from tournament.models import Role

urlpatterns: list[URLPattern] = guard(Role.SCORER, [])
