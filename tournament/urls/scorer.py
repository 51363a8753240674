"""Schreiber: the round and its results."""

from django.urls import URLPattern, path

from tournament.access import guard
from tournament.live import watched
from tournament.models import Role, Scope
from tournament.views import calling, matches, phone_reports, referee, rounds, tallies, undo

urlpatterns: list[URLPattern] = guard(
    Role.SCORER,
    [
        path("t/<str:slug>/runde/", rounds.show, name="round"),
        path("t/<str:slug>/runde/<int:number>/", rounds.show, name="round"),
        path("t/<str:slug>/platzierung/", rounds.show, {"number": 0}, name="round-placement"),
        path("t/<str:slug>/runde/<int:number>/begegnung/", rounds.look_up, name="round-look-up"),
        path("t/<str:slug>/runde/<int:number>/eintragen/", rounds.enter, name="round-enter"),
        path("t/<str:slug>/runde/rueckgaengig/", undo.in_the_round, name="round-undo"),
        path("t/<str:slug>/begegnung/<int:serial>/", matches.show, name="match"),
        path("t/<str:slug>/begegnung/<int:serial>/ruf/", calling.step, name="match-call"),
        path("t/<str:slug>/tische/", calling.tables, name="tables"),
        path("t/<str:slug>/tische/rufen/", calling.call_typed, name="call-typed"),
        path("t/<str:slug>/tische/<int:number>/", calling.table_state, name="table-state"),
        path("t/<str:slug>/begegnung/<int:serial>/spiele/", tallies.show, name="match-tally"),
        path("t/<str:slug>/begegnung/<int:serial>/spiele/pruefen/", tallies.check, name="tally-check"),
        path("t/<str:slug>/meldungen/", phone_reports.show, name="phone-reports"),
        path("t/<str:slug>/meldungen/<int:serial>/", phone_reports.settle, name="phone-report-settle"),
        path("t/<str:slug>/schiedsrichter/", referee.situation, name="referee"),
        path("t/<str:slug>/schiedsrichter/karten/", referee.deal, name="referee-deal"),
    ],
)

# The versions are looked at before the rule: a desk that looks again costs one query while nothing has changed.
urlpatterns += watched(
    guard(
        Role.SCORER,
        [
            path("t/<str:slug>/runde/<int:number>/stand/", rounds.live, name="round-live"),
            path("t/<str:slug>/tische/stand/", calling.tables_live, name="tables-live"),
            path("t/<str:slug>/meldungen/stand/", phone_reports.live, name="phone-reports-live"),
        ],
    ),
    Scope.ROUND, each=rounds.EACH,
)  # fmt: skip
urlpatterns += watched(
    guard(Role.SCORER, [path("t/<str:slug>/runde/staende/", rounds.scores, name="round-scores")]),
    Scope.TAPS,
    small=True,
)
