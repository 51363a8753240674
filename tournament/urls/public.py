"""Everybody: what the organiser published."""

from datetime import timedelta

from django.urls import URLPattern, path

from tournament.access import guard_link, guard_public, open_to_all
from tournament.links import Opens
from tournament.live import watched
from tournament.models import Scope
from tournament.views import card_rules, checker, guests, tree

#: What changes on the pages for guests, and how long "gerufen 3:12" and the forecast may stand there.
_SCOPES = (Scope.ROUND, Scope.BOARD, Scope.DRAW, Scope.PRIZES)
_EACH = timedelta(seconds=60)

urlpatterns: list[URLPattern] = guard_public([path("t/<str:slug>/regeln/", card_rules.sheet, name="rules")])

urlpatterns += guard_public([path("t/<str:slug>/baum/", tree.tree, name="tree")])

urlpatterns += open_to_all(
    [
        path("pruefen/", checker.page, name="draw-checker"),
        path("pruefen/datei/", checker.download, name="draw-checker-file"),
    ]
)

urlpatterns += guard_public([path("t/<str:slug>", guests.front, name="front")])

# The versions are looked at before the rule: a phone that asks again costs one query while nothing has changed.
urlpatterns += watched(
    guard_public(
        [
            path("t/<str:slug>/gast/", guests.public, name="public"),
            path("t/<str:slug>/gast/nr/<int:number>/", guests.public_player, name="public-player"),
            path("t/<str:slug>/gast/auslosung/<int:number>/", guests.draw, name="public-draw"),
        ]
    ),
    *_SCOPES, Scope.SALE, each=_EACH,
)  # fmt: skip
urlpatterns += watched(
    guard_link(
        Opens.PLAYER,
        [path("t/<str:slug>/spieler/<int:number>/<str:token>", guests.player, name="player")],
        find=guests.linked_person,
    ),
    *_SCOPES, Scope.SALE, each=_EACH,
)  # fmt: skip
