"""What the script on the page of a draw needs to show it number by number: plain data and finished sentences."""

from collections import Counter
from typing import Any

from django.utils.translation import gettext as _

from .draw_shown import Holder, ShownDraw, void_text


def reveal_data(draw: ShownDraw) -> dict[str, Any]:
    """The draw for JSON: `people` start number -> [name, place, cards, name as it is told], `cards` card -> start number, `steps`, `words`.

    `key` names this draw in the browser's memory: another CHECK is another draw.
    """
    names = Counter(person.name for person in draw.people.values())
    return {
        "key": f"{draw.row.tournament_id}-{draw.row.number}-{(draw.row.check_sum or '')[:8]}",
        "kind": draw.kind,
        "half": draw.half,
        "people": {
            start: [person.name, person.place, draw.counts.get(start, 0), _told(person, start, names)]
            for start, person in draw.people.items()
        },
        "cards": {number: holder.start_number for number, holder in draw.holders.items()},
        "steps": _steps(draw),
        "words": _words(),
    }


def _told(person: Holder, start: int, names: Counter[str]) -> str:
    """Somebody's name where nothing else stands beside it: "gegen Wöhrer Hubert, Graz" is no self-meeting of Wöhrer Hubert."""
    if names[person.name] == 1:
        return person.name
    return f"{person.name}, {person.place or _('Nr. %(number)s') % {'number': start}}"


def _steps(draw: ShownDraw) -> list[list[Any]]:
    """A lot is shown one by one, though it is stored as one order."""
    if draw.kind == "lot":
        return [["place", place, holder.start_number] for place, holder in enumerate(draw.order, start=1)]
    return list(draw.steps)


def _words() -> dict[str, str]:
    """Sentences the script fills in; {…} are its places."""
    return {
        "left": _("links {number}"),
        "right": _("rechts {number}"),
        "against": _("gegen {name}"),
        "alone": _("gegen sich selbst"),
        "own": _("eigene Nummer"),
        "redraw": _("{number} hat er schon links: zurückgelegt, neu gezogen"),
        "inside": _("{count} noch drin"),
        "empty": _("leer – alle {count} gezogen"),
        "cards": _("{count} Karten"),
        "card": _("1 Karte"),
        "last_left": _("zuletzt links"),
        "last_right": _("zuletzt rechts"),
        "order": _("Reihenfolge ausgelost"),
        "order_note": _("{count} Personen; es beginnt {name}"),
        "bye": _("Freilos"),
        "meets": _("{one} gegen {two}"),
        "place": _("Platz {number}"),
        "now": _("Es zieht"),
        "drawn": _("Gezogen"),
        "ready": _("Gleich geht es los"),
        "ready_note": _("{count} Schritte. Weiter mit der Leertaste."),
        "done": _("Fertig gelost"),
        "done_note": _("Freilos ist, was rechts im Topf bleibt."),
        "step": _("Schritt {number} von {count}"),
        "numbers": _("{first} bis {last}"),
        "page": _("Welche Nummern zu sehen sind"),
        "card_number": _("Karte {number}"),
        "void_byes": void_text("byes"),
        "void_matches": void_text("matches"),
        "void_right": void_text("right"),
    }
