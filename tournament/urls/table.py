"""The phone at a table: signed links on the slip and on the table's card, no account."""

from django.urls import URLPattern, path

from tournament.access import guard_link
from tournament.links import Opens
from tournament.views import phones

_MATCH = "t/<str:slug>/begegnung/<int:number>/<str:token>"

urlpatterns: list[URLPattern] = guard_link(
    Opens.MATCH,
    [
        path(_MATCH, phones.show, name="phone"),
        path(f"{_MATCH}/melden", phones.report_form, name="phone-form"),
    ],
    find=phones.linked_match,
)

urlpatterns += guard_link(
    Opens.MATCH,
    [
        path(f"{_MATCH}/striche", phones.deliver, name="phone-taps"),
        path(f"{_MATCH}/weiterzaehlen", phones.take_over, name="phone-take-over"),
        path(f"{_MATCH}/ergebnis", phones.report, name="phone-report"),
    ],
    find=phones.linked_tournament,
)

urlpatterns += guard_link(
    Opens.MATCH, [path(f"{_MATCH}/stand", phones.state, name="phone-state")], find=phones.linked_seen
)

urlpatterns += guard_link(
    Opens.TABLE, [path("t/<str:slug>/tisch/<int:number>/<str:token>", phones.table, name="phone-table")]
)
