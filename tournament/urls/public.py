"""Everybody: what the organiser published."""

from django.urls import URLPattern, path

from tournament.access import guard_public, open_to_all
from tournament.views import card_rules, checker, tree

urlpatterns: list[URLPattern] = guard_public([path("t/<str:slug>/regeln/", card_rules.sheet, name="rules")])

urlpatterns += guard_public([path("t/<str:slug>/baum/", tree.tree, name="tree")])

urlpatterns += open_to_all(
    [
        path("pruefen/", checker.page, name="draw-checker"),
        path("pruefen/datei/", checker.download, name="draw-checker-file"),
    ]
)
