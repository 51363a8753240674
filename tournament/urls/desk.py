"""Kassa: sale, reservations, refunds, cash book, receipts for prizes."""

from django.urls import URLPattern

from tournament.access import guard
from tournament.models import Role

urlpatterns: list[URLPattern] = guard(Role.CASHIER, [])
