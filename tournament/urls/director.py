"""Turnierleitung: everything that decides, draws, corrects or closes."""

from django.urls import URLPattern, path

from tournament.access import guard, guard_installation
from tournament.models import Role
from tournament.views import (
    archives,
    backup_pages,
    card_rules,
    draw_papers,
    draws,
    hand_draws,
    journal,
    prizes,
    rebuys,
    settings,
)

urlpatterns: list[URLPattern] = guard(Role.DIRECTOR, [])

urlpatterns += guard(
    Role.DIRECTOR,
    [
        path("t/<str:slug>/auslosung/", draws.draw, name="draw"),
        path("t/<str:slug>/auslosung/vorbereiten/", draws.prepare, name="draw-prepare"),
        path("t/<str:slug>/auslosung/verwerfen/", draws.discard, name="draw-discard"),
        path("t/<str:slug>/auslosung/losen/", draws.carry_out, name="draw-carry-out"),
        path("t/<str:slug>/auslosung/beginnen/", draws.begin, name="draw-begin"),
        path("t/<str:slug>/auslosung/startliste/", draw_papers.names_on_the_wall, name="draw-start-list"),
        path("t/<str:slug>/auslosung/alle/", draw_papers.draws, name="draws"),
        path("t/<str:slug>/auslosung/<int:number>/", draw_papers.reveal, name="draw-reveal"),
        path("t/<str:slug>/auslosung/<int:number>/siegel.svg", draw_papers.seal_picture, name="draw-seal"),
        path("t/<str:slug>/auslosung/<int:number>/blatt/", draw_papers.sheet, name="draw-print"),
        path("t/<str:slug>/auslosung/<int:number>/protokoll/", draw_papers.protocol, name="draw-protocol"),
        path("t/<str:slug>/auslosung/<int:number>/field.txt", draw_papers.field_file, name="draw-field"),
        path("t/<str:slug>/auslosung/<int:number>/aufheben/", draws.annul, name="draw-annul"),
        path("t/<str:slug>/handauslosung/", hand_draws.hand_draw, name="hand-draw"),
        path("t/<str:slug>/handauslosung/beginnen/", hand_draws.start, name="hand-draw-start"),
        path("t/<str:slug>/handauslosung/zettel/", hand_draws.slip, name="hand-draw-slip"),
        path("t/<str:slug>/handauslosung/zurueck/", hand_draws.take_back, name="hand-draw-back"),
        path("t/<str:slug>/handauslosung/rechts-neu/", hand_draws.void_right, name="hand-draw-void"),
        path("t/<str:slug>/handauslosung/gilt/", hand_draws.complete, name="hand-draw-complete"),
        path("t/<str:slug>/handauslosung/verwerfen/", hand_draws.discard, name="hand-draw-discard"),
        path("t/<str:slug>/protokoll/", journal.journal, name="journal"),
        path("t/<str:slug>/protokoll/pruefen/", journal.check, name="journal-check"),
    ],
)

urlpatterns += guard(Role.DIRECTOR, [path("t/<str:slug>/ausschreibung/", settings.edit, name="settings")])
urlpatterns += guard(Role.DIRECTOR, [path("t/<str:slug>/regeln/bearbeiten/", card_rules.edit, name="rules-edit")])
urlpatterns += guard_installation([path("neu/", settings.new, name="tournament-new")])

urlpatterns += guard(
    Role.DIRECTOR,
    [
        path("t/<str:slug>/preise/<int:rank>/zurueck/", prizes.take_back, name="prize-take-back"),
        path("t/<str:slug>/nachkauf/schliessen/", rebuys.close, name="rebuy-close"),
        path("t/<str:slug>/preise/los/<int:place>/", prizes.lot, name="prize-lot"),
        path("t/<str:slug>/preise/stechen/<int:place>/", prizes.play_off, name="prize-play-off"),
        path("t/<str:slug>/preise/beenden/", prizes.finish, name="prizes-finish"),
        path("t/<str:slug>/preise/oeffnen/", prizes.reopen, name="prizes-reopen"),
        path("t/<str:slug>/archiv/", archives.export, name="export"),
    ],
)
urlpatterns += guard_installation(
    [
        path("einlesen/", archives.read_in, name="import"),
        path("sicherungen/", backup_pages.show, name="backups"),
        path("sicherungen/hochladen/", backup_pages.upload, name="backup-upload"),
        path("sicherungen/<str:name>/", backup_pages.restore, name="backup-restore"),
        path("sicherungen/<str:name>/datei/", backup_pages.download, name="backup-download"),
    ]
)
