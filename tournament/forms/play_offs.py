"""The order of a tie as a play-off gave it: a place beside each card, or the card numbers in order."""

from collections.abc import Mapping

from django.utils.translation import gettext as _

from tournament.services.errors import Problem, Refused

#: Up to so many cards each gets a field of its own; more are typed as a list.
FIELDS_UP_TO = 16


def order_from(data: Mapping[str, str], cards: tuple[int, ...]) -> list[int]:
    """Card numbers, best first, from `rank_<card>` fields (1 = best) or from the list `order`.

    Raises Refused with all that is wrong; whether the list is complete the service says.
    """
    text = data.get("order", "").strip()
    if text:
        pieces = text.replace(",", " ").replace(";", " ").split()
        wrong = [piece for piece in pieces if not (piece.isascii() and piece.isdigit())]
        if wrong:
            said = _("„%(text)s“ ist keine Kartennummer.")
            raise Refused(*(Problem("order", said % {"text": piece[:20]}) for piece in wrong[:10]))
        return [int(piece[:9]) for piece in pieces]
    typed = {card: data.get(f"rank_{card}", "").strip() for card in cards}
    ranks = {card: int(said[:9]) for card, said in typed.items() if said.isascii() and said.isdigit()}
    if sorted(ranks.values()) != list(range(1, len(cards) + 1)):
        said = _("Bitte jeder Karte eine andere Zahl von 1 bis %(count)s geben.") % {"count": len(cards)}
        raise Refused(Problem("order", said))
    return sorted(cards, key=lambda card: ranks[card])
