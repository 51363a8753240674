"""Phones at a table: a signed link instead of an account."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
