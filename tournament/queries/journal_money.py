"""Entries about prizes and money, as German sentences."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.domain.extra_rankings import CLUBS
from tournament.domain.journal_kinds import JournalKind as K
from tournament.models import CashKind

from .journal_words import Entry, Names, Sentences, amount_text

SENTENCES = Sentences()


@SENTENCES.says(K.PRIZES)
def _prizes(entry: Entry, names: Names) -> str:
    count = entry.now("count")
    number = count if isinstance(count, int) else 0
    if isinstance(rankings := entry.now("rankings"), list):
        shown = ", ".join(_("Vereine") if each == CLUBS else str(each) for each in rankings) or "–"
        return _("Sonderpreise geschrieben: %(count)s (%(rankings)s).") % {"count": count, "rankings": shown}
    return ngettext("Preisliste geschrieben: 1 Preis.", "Preisliste geschrieben: %(count)s Preise.", number) % {
        "count": count
    }


@SENTENCES.says(K.PRIZE_HANDED_OUT)
def _handed_out(entry: Entry, names: Names) -> str:
    return _("%(prize)s ausgegeben an %(name)s.") % {
        "prize": _prize(entry.number, entry.now("ranking")), "name": names.person(entry.now("start_number")),
    }  # fmt: skip


@SENTENCES.says(K.PRIZE_TAKEN_BACK)
def _taken_back(entry: Entry, names: Names) -> str:
    return _("%(prize)s von %(name)s zurückgeholt.") % {
        "prize": _prize(entry.number, entry.was("ranking")), "name": names.person(entry.was("start_number")),
    }  # fmt: skip


def _prize(place: int, ranking: object) -> str:
    plain = _("%(number)s. Preis") % {"number": place}
    return plain if ranking is None else f"{plain} {_ranking(ranking)}"


def _ranking(name: object) -> str:
    return _("der Vereine") if name == CLUBS else str(name)


@SENTENCES.says(K.SELLER)
def _seller(entry: Entry, names: Names) -> str:
    before = entry.was("cards")
    values = {"number": entry.number, "cards": entry.now("cards"), "before": before}
    if before is None:
        return _("Vorverkauf %(number)s begonnen: %(cards)s Karten mitgegeben.") % values
    return _("Vorverkauf %(number)s: %(cards)s Karten mitgegeben (vorher %(before)s).") % values


@SENTENCES.says(K.CASH)
def _cash(entry: Entry, names: Names) -> str:
    kind = entry.now("kind")
    label = CashKind(kind).label if kind in CashKind.values else kind
    return _("Kassabuch Nr. %(number)s: %(kind)s, € %(amount)s.") % {
        "number": entry.number, "kind": label, "amount": amount_text(entry.now("amount")),
    }  # fmt: skip


@SENTENCES.says(K.CASH_VOID)
def _cash_void(entry: Entry, names: Names) -> str:
    return _("Kassabuch Nr. %(number)s storniert mit Nr. %(entry)s.") % {
        "number": entry.number, "entry": entry.now("entry"),
    }  # fmt: skip


@SENTENCES.says(K.CASH_COUNT)
def _count(entry: Entry, names: Names) -> str:
    return _("Kassasturz %(number)s: gezählt € %(counted)s, erwartet € %(expected)s.") % {
        "number": entry.number, "counted": amount_text(entry.now("counted")), "expected": amount_text(entry.now("expected")),
    }  # fmt: skip
