"""Days, clocks, money and small words as sheets write them, in the language that is active."""

from datetime import datetime
from decimal import Decimal

from django.utils import timezone
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

NBSP = "\N{NO-BREAK SPACE}"


def _weekdays() -> tuple[str, ...]:
    return (_("Montag"), _("Dienstag"), _("Mittwoch"), _("Donnerstag"), _("Freitag"), _("Samstag"), _("Sonntag"))


def _months() -> tuple[str, ...]:
    return (
        _("Jänner"), _("Februar"), _("März"), _("April"), pgettext("month", "Mai"), _("Juni"), _("Juli"), _("August"),
        _("September"), _("Oktober"), _("November"), _("Dezember"),
    )  # fmt: skip


def german() -> bool:
    """Whether the sheet is written in German."""
    return (get_language() or "de").startswith("de")


def date(moment: datetime | None) -> str:
    """29. November 2025; "" for none."""
    if moment is None:
        return ""
    local = timezone.localtime(moment)
    return f"{local.day}{'.' if german() else ''} {_months()[local.month - 1]} {local.year}"


def day(moment: datetime | None) -> str:
    """Samstag, 29. November 2025; "" for none."""
    return "" if moment is None else f"{_weekdays()[timezone.localtime(moment).weekday()]}, {date(moment)}"


def clock(moment: datetime | None) -> str:
    """19:42; "" for none."""
    return "" if moment is None else timezone.localtime(moment).strftime("%H:%M")


def short_moment(moment: datetime) -> str:
    """29.11.2025, 19:42, and in English 29/11/2025, 19:42."""
    return timezone.localtime(moment).strftime("%d.%m.%Y, %H:%M" if german() else "%d/%m/%Y, %H:%M")


def money(amount: Decimal | None) -> str:
    """€ 1.335,00, and in English €1,335.00; a real minus sign; "" for none."""
    if amount is None:
        return ""
    text = f"{abs(amount):,.2f}"
    if german():
        text = text.translate(str.maketrans(",.", ".,"))
    sign = "−" if amount < 0 else ""
    return f"{sign}€{NBSP if german() else ''}{text}"


def joined(*parts: str, by: str = " · ") -> str:
    """The parts that are there, with a dot between them."""
    return by.join(part for part in parts if part)
