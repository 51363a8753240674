"""The big screen: a signed link, and nothing to write; and the desk's pages that steer it."""

from datetime import timedelta

from django.urls import URLPattern, path

from tournament.access import guard, guard_link
from tournament.links import Opens
from tournament.live import watched
from tournament.models import Role, Scope
from tournament.views import board

_SCREEN = "t/<str:slug>/tafel/<int:number>/<str:token>"

urlpatterns: list[URLPattern] = guard_link(Opens.BOARD, [path(_SCREEN, board.show, name="board")])

# The versions are looked at before the link: an unchanged screen costs one query, and knowing the ETag means having seen it.
urlpatterns += watched(
    guard_link(Opens.BOARD, [path(f"{_SCREEN}/inhalt", board.content, name="board-content")]),
    Scope.BOARD, Scope.ROUND, Scope.DRAW, Scope.PRIZES, Scope.SALE, each=timedelta(seconds=20), shared=True,
)  # fmt: skip
urlpatterns += watched(
    guard_link(Opens.BOARD, [path(f"{_SCREEN}/stand", board.state, name="board-state")]),
    Scope.BOARD,
    Scope.TAPS,
    small=True,
)

urlpatterns += guard(Role.SCORER, [path("t/<str:slug>/tafel/", board.control, name="board-control")])
urlpatterns += guard(
    Role.DIRECTOR, [path("t/<str:slug>/tafel/auslosung/<int:number>/", board.reveal, name="board-reveal")]
)
