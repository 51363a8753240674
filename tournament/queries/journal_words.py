"""What the sentences of the journal are made of. Entries hold numbers only; the names come from `Names`."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.domain.journal_kinds import JournalKind as K
from tournament.models import MatchStage
from tournament.translated import stored_amount

#: The filter of the page: what people look for -> its name and the kinds that belong to it.
GROUPS: dict[str, tuple[Any, tuple[K, ...]]] = {
    "verkauf": (gettext_lazy("Verkauf und Karten"), (
        K.CARDS_SOLD, K.CARDS_REFUNDED, K.RESERVED, K.RESERVATION_PAID, K.RESERVATION_RELEASED, K.CARD_MOVED, K.SALE_CLOSED,
        K.SALE_REOPENED, K.REBUY, K.REBUY_CLOSED,
    )),
    "leute": (gettext_lazy("Leute"), (K.PERSON_ADDED, K.PERSON_CHANGED, K.LIST_TAKEN_IN, K.WITHDRAWAL, K.EXCLUSION)),
    "auslosung": (gettext_lazy("Auslosung"), (
        K.DRAW_PREPARED, K.DRAW_DISCARDED, K.DRAW, K.DRAW_ANNULLED, K.HAND_DRAW_STARTED, K.HAND_SLIP, K.HAND_SLIP_TAKEN_BACK,
        K.HAND_DRAW_VOIDED, K.HAND_DRAW_DISCARDED, K.ROLL_BACK,
    )),
    "ergebnisse": (gettext_lazy("Begegnungen und Ergebnisse"), (
        K.MATCH_MADE, K.MATCH_CHANGED, K.BYE, K.SELF_MEETING, K.RESULT, K.CORRECTION, K.EXCHANGE, K.TABLE, K.CALL,
    )),
    "handys": (gettext_lazy("Handys an den Tischen"), (K.TAP, K.PHONE_TAKEN_OVER, K.PHONE_REPORT, K.PHONE_REPORT_REJECTED)),
    "korrekturen": (gettext_lazy("Korrekturen"), (K.CORRECTION, K.EXCHANGE, K.ROLL_BACK, K.DRAW_ANNULLED, K.CASH_VOID, K.PRIZE_TAKEN_BACK, K.REOPEN)),
    "preise": (gettext_lazy("Preise"), (K.PLAY_OFF, K.PRIZES, K.PRIZE_HANDED_OUT, K.PRIZE_TAKEN_BACK, K.FINISH, K.REOPEN)),
    "kassa": (gettext_lazy("Kassa"), (K.CASH, K.CASH_VOID, K.CASH_COUNT, K.SELLER)),
    "turnier": (gettext_lazy("Turnier"), (K.CREATE, K.SETTINGS, K.IMPORT, K.RESTORED, K.PRINTED, K.FINISH, K.REOPEN, K.ANONYMISED)),
    "konten": (gettext_lazy("Konten und Rechte"), (
        K.ACCOUNT_INVITED, K.ACCOUNT_INVITATION_WITHDRAWN, K.ACCOUNT_JOINED, K.ACCOUNT_ROLES, K.ACCOUNT_REMOVED,
        K.ACCOUNT_LOGGED_OUT, K.ACCOUNT_PASSWORD_LINK, K.ACCOUNT_PASSWORD,
    )),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class MatchNames:
    """What a match is called: stage, round, number, and the cards in it."""

    stage: str
    round: int
    number: int
    left: int | None
    right: int | None


@dataclass(frozen=True, slots=True)
class Names:
    """Who is behind the numbers: start number -> name and place; card -> start number; serial -> match."""

    people: Mapping[int, tuple[str, str]] = field(default_factory=dict)
    cards: Mapping[int, int] = field(default_factory=dict)
    matches: Mapping[int, MatchNames] = field(default_factory=dict)

    def person(self, start: object) -> str:
        """The name, or the start number where there is none."""
        name, place = self._known(start)
        if not name:
            return _("Startnummer %(number)s") % {"number": start}
        return f"{name} ({place})" if place else name

    def _known(self, start: object) -> tuple[str, str]:
        return self.people.get(start, ("", "")) if isinstance(start, int) else ("", "")

    def card(self, number: object) -> str:
        """The owner of a card with the card's number."""
        name, place = self._known(self.cards.get(number) if isinstance(number, int) else None)
        text = _("Karte %(number)s") % {"number": number}
        return f"{name} ({', '.join(filter(None, (place, text)))})" if name else text

    def match(self, serial: int) -> str:
        """What a match is called: "Begegnung 12 der Runde 1"."""
        match = self.matches.get(serial)
        if match is None:
            return _("Begegnung mit der laufenden Nummer %(number)s") % {"number": serial}
        if match.stage == MatchStage.MAIN:
            return _("Begegnung %(number)s der Runde %(round)s") % {"number": match.number, "round": match.round}
        return _("Begegnung P%(number)s (%(what)s)") % {
            "number": match.number,
            "what": MatchStage(match.stage).label if match.stage in MatchStage.values else match.stage,
        }

    def players(self, serial: int) -> str:
        """Who plays in a match."""
        match = self.matches.get(serial)
        cards = [] if match is None else [self.card(card) for card in (match.left, match.right) if card is not None]
        return _(" gegen ").join(cards)


@dataclass(frozen=True, slots=True)
class Entry:
    """What a sentence is made of."""

    kind: str
    subject: str
    before: Any
    after: Any

    @property
    def number(self) -> int:
        """The number in the subject: 12 of `match 12`; 0 where there is none."""
        text = self.subject.rpartition(" ")[2]
        return int(text) if text.isascii() and text.isdigit() and len(text) <= 9 else 0

    def was(self, key: str) -> Any:
        """A value from before, None where there is none."""
        return self.before.get(key) if isinstance(self.before, dict) else None

    def now(self, key: str) -> Any:
        """A value from afterwards, None where there is none."""
        return self.after.get(key) if isinstance(self.after, dict) else None


Sentence = Callable[[Entry, Names], str]


class Sentences(dict[str, Sentence]):
    """Which function says which kind of entry, as one file of them collects them."""

    def says(self, *kinds: K) -> Callable[[Sentence], Sentence]:
        """Decorator: the function says entries of these kinds."""

        def keep(function: Sentence) -> Sentence:
            self.update((kind.value, function) for kind in kinds)
            return function

        return keep

    def plain(self, kind: K, msgid: str) -> None:
        """A sentence that only needs the number of its subject."""
        self[kind.value] = lambda entry, _names: _(msgid) % {"number": entry.number}


def short(text: object) -> str:
    """The first eight digits of a hash, as they are read out."""
    return str(text)[:8] if text else "–"


def cards_text(numbers: object) -> str:
    """Card numbers in words: "Karte 7", "Karten 7, 8 und 9"."""
    found = [str(number) for number in numbers] if isinstance(numbers, list) else []
    if len(found) > 12:
        return _("%(count)s Karten (%(first)s bis %(last)s)") % {
            "count": len(found),
            "first": found[0],
            "last": found[-1],
        }
    if len(found) < 2:
        return _("Karte %(number)s") % {"number": found[0] if found else "–"}
    return _("Karten %(numbers)s und %(last)s") % {"numbers": ", ".join(found[:-1]), "last": found[-1]}


def amount_text(text: object) -> str:
    """An amount as people write it: 15,00."""
    return stored_amount(str(text)) if text is not None else "–"
