"""Everybody: what the organiser published."""

from django.urls import URLPattern

from tournament.access import guard_public

urlpatterns: list[URLPattern] = guard_public([])
