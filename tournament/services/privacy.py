"""After the event: names, places and telephone numbers are taken out; results, journal and cash book stay whole.

Journal and cash book hold start numbers, never names, so their hashes hold. What people typed as a reason or as the text
of a cash entry is part of those and stays.
"""

from dataclasses import dataclass

from django.contrib.sessions.models import Session
from django.utils.translation import gettext as _

from tournament.domain.journal_kinds import JournalKind
from tournament.domain.names import anonymous_name
from tournament.models import Person, Scope, Seller, State, Tournament

from .base import Actor, require_role, touch, use_case
from .errors import refuse
from .journal import Note, log_afterwards

_BATCH = 200


@dataclass(frozen=True, slots=True)
class Anonymised:
    """How many people, printed sheets and uploaded lists lost their names."""

    people: int
    printouts: int
    lists: int


@use_case
def anonymise(*, tournament: Tournament, actor: Actor, request_key: str | None = None) -> Anonymised:
    """Replace every name by the start number ("Startnummer 7") and empty all else that was written about the person.

    Categories stay: prizes were given by them. Clubs go; the archive's check knows that. What was noted about a play-off goes as well.
    Stored sheets keep their record
    (what, when, which fingerprint) and lose the document; lists uploaded and not yet taken in are deleted. It cannot be
    undone. Only the director, only when the tournament is finished: raises Forbidden, Refused.
    """
    require_role(actor)
    if tournament.state != State.FINISHED:
        raise refuse("state", _("Namen löschen geht erst nach dem Turnier: zuerst auf der Preisseite abschließen."))
    people = list(tournament.people.all())
    for person in people:
        person.name = anonymous_name(person.start_number)
        person.place = person.club = person.note = person.phone = ""
        person.members = []
        person.refresh_keys()
    fields = ["name", "place", "club", "note", "phone", "members", "sort_key", "search_text", "name_keys"]
    Person.objects.bulk_update(people, fields, batch_size=_BATCH)
    sellers = list(tournament.sellers.all())
    for seller in sellers:
        seller.name = _("Verkäufer %(number)s") % {"number": seller.number}
    Seller.objects.bulk_update(sellers, ["name"], batch_size=_BATCH)
    tournament.play_offs.exclude(note="").update(note="")
    printouts = tournament.printouts.exclude(pdf=b"").update(pdf=b"")
    done = Anonymised(len(people), printouts, _forget_lists(tournament))
    after = {"people": done.people, "printouts": done.printouts}
    log_afterwards(tournament, actor, Note(JournalKind.ANONYMISED, "tournament", after=after))
    touch(tournament, Scope)
    return done


def _forget_lists(tournament: Tournament) -> int:
    """Uploaded lists lie in rows of the session table, each under a key of its own (views.uploads)."""
    keys = [
        row.session_key
        for row in Session.objects.iterator(chunk_size=_BATCH)
        if isinstance(kept := row.get_decoded().get("list"), dict) and kept.get("slug") == tournament.slug
    ]
    Session.objects.filter(session_key__in=keys).delete()
    return len(keys)
