"""The big screen: a signed link, and nothing to write."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
