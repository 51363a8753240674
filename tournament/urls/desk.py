"""Kassa: sale, reservations, refunds, cash book, receipts for prizes."""

from django.urls import URLPattern, path

from tournament.access import guard
from tournament.live import watched
from tournament.models import Role, Scope
from tournament.views import (
    card_moves,
    cash,
    cash_close,
    lists,
    people,
    prizes,
    rebuys,
    sale,
    sale_close,
    sellers,
    undo,
)

urlpatterns: list[URLPattern] = guard(
    Role.CASHIER,
    [
        path("t/<str:slug>/kassa/", sale.sale, name="sale"),
        path("t/<str:slug>/kassa/namen/", sale.suggest, name="sale-suggest"),
        path("t/<str:slug>/kassa/wahl/", sale.choose_desk, name="sale-desk"),
        path("t/<str:slug>/kassa/reservierung/<int:number>/bezahlt/", sale.pay, name="sale-pay"),
        path("t/<str:slug>/kassa/reservierung/<int:number>/frei/", sale.release, name="sale-release"),
        path("t/<str:slug>/kassa/schliessen/", sale_close.close, name="sale-close"),
        path("t/<str:slug>/teilnehmer/", people.people, name="people"),
        path("t/<str:slug>/teilnehmer/startliste.csv", people.people_csv, name="people-csv"),
        path("t/<str:slug>/teilnehmer/<int:start_number>/", people.person, name="person"),
        path("t/<str:slug>/teilnehmer/<int:start_number>/zurueck/", sale.refund, name="refund"),
        path("t/<str:slug>/teilnehmer/<int:start_number>/austritt/", people.withdraw, name="withdraw"),
        path("t/<str:slug>/teilnehmer/<int:start_number>/umschreiben/", card_moves.move, name="card-move"),
        path("t/<str:slug>/nachkauf/", rebuys.rebuy, name="rebuy"),
        path("t/<str:slug>/kassa/rueckgaengig/", undo.at_the_desk, name="sale-undo"),
        path("t/<str:slug>/vorverkauf/", sellers.sellers, name="sellers"),
        path("t/<str:slug>/vorverkauf/<int:number>/", sellers.seller, name="seller"),
        path("t/<str:slug>/vorverkauf/<int:number>/eintragen/", sellers.sell_for, name="seller-sell"),
        path("t/<str:slug>/kassabuch/abschluss/", cash_close.close, name="cash-close"),
        path("t/<str:slug>/liste/", lists.upload, name="list-import"),
        path("t/<str:slug>/liste/<str:token>/", lists.preview, name="list-preview"),
        path("t/<str:slug>/kassabuch/", cash.cash, name="cash"),
        path("t/<str:slug>/kassabuch/kassasturz/", cash.count, name="cash-count"),
        path("t/<str:slug>/kassabuch/<int:number>/storno/", cash.void, name="cash-void"),
    ],
)

urlpatterns += guard(
    Role.CASHIER,
    [
        path("t/<str:slug>/preise/", prizes.show, name="prizes"),
        path("t/<str:slug>/preise/<int:rank>/ausgeben/", prizes.hand_out, name="prize-hand-out"),
    ],
)

# The versions are looked at before the rule: a desk that looks again costs one query while nothing has changed.
urlpatterns += watched(
    guard(Role.CASHIER, [path("t/<str:slug>/kassa/stand/", sale.counter, name="sale-counter")]), Scope.SALE, Scope.CASH
)
urlpatterns += watched(
    guard(Role.CASHIER, [path("t/<str:slug>/kassa/zuletzt/", sale.recent, name="sale-recent")]), Scope.SALE
)
urlpatterns += watched(
    guard(Role.CASHIER, [path("t/<str:slug>/kassabuch/stand/", cash.book, name="cash-book")]), Scope.CASH
)
