"""How a tournament is played, in sentences for announcement and rule sheet."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from tournament.domain.terms import CardWord, Format
from tournament.queries.printed_announcement import Play

from . import words


def card_words(word: CardWord) -> tuple[str, str]:
    """What the house calls an entry card: one, several."""
    return {
        CardWord.TEILNAHMEKARTE: (_("Teilnahmekarte"), _("Teilnahmekarten")),
        CardWord.LOS: (_("Los"), _("Lose")),
        CardWord.LEBEN: (pgettext("card", "Leben"), pgettext("cards", "Leben")),
        CardWord.STANDKARTE: (_("Standkarte"), _("Standkarten")),
    }[word]


def facts(play: Play) -> list[tuple[str, str]]:
    """Label and text: cards, price, match, rules, mode, placement, rebuy, absence."""
    found = [
        (_("Modus"), _mode(play)),
        *_cards(play),
        (match_word(play), match_sentence(play)),
        (_("Regeln"), play.rules_name),
    ]
    if play.format is Format.CARDS:
        found.append((_("Auslosung"), _drawing(play)))
        if any(play.placement):
            found.append((_("Platzierung"), _placement(play)))
    if play.rebuy:
        text = ngettext("einmal je Person", "bis zu %(count)s Mal je Person", play.rebuy_limit) % {
            "count": play.rebuy_limit
        }
        found.append((_("Nachkauf"), text))
    absent = _("Wer %(minutes)s Minuten nach dem Aufruf nicht am Tisch ist, verliert kampflos.") % {
        "minutes": play.no_show_minutes
    }
    found.append((_("Aufruf"), absent))
    return found


def match_word(play: Play) -> str:
    """What the house calls a match."""
    return play.match_word or _("Partie")


def bummerl_word(play: Play) -> str:
    """What the house calls a Bummerl."""
    return play.bummerl_word or _("Bummerl")


def match_sentence(play: Play) -> str:
    """Over how many Bummerl a match goes, and where that differs."""
    text = _to_win(play.bummerl_to_win, bummerl_word(play))
    for numbers, to_win in reversed(play.bummerl_overrides):
        if to_win != play.bummerl_to_win:
            text += "; " + _("%(round)s: %(match)s") % {
                "round": _round(numbers),
                "match": _to_win(to_win, bummerl_word(play)),
            }
    return text


def _to_win(to_win: int, word: str) -> str:
    if to_win == 1:
        return _("ein %(word)s") % {"word": word}
    return _("auf %(to_win)s gewonnene %(word)s") % {"to_win": to_win, "word": word}


def _round(numbers: int) -> str:
    named = {2: _("Finale"), 4: _("Halbfinale"), 8: _("Viertelfinale")}
    return named.get(numbers) or _("ab %(numbers)s Nummern") % {"numbers": numbers}


def _mode(play: Play) -> str:
    if play.format is Format.LIVES:
        return _("Jeder hat %(lives)s Leben; jede Niederlage kostet eines.") % {"lives": play.lives}
    if play.format is Format.DANISH:
        return _("Dänisches System, %(rounds)s Runden; niemand scheidet aus.") % {"rounds": play.rounds}
    return _("K.o. der Karten: wer verliert, gibt eine ab; wer keine mehr hat, scheidet aus.")


def _cards(play: Play) -> list[tuple[str, str]]:
    _one, many = card_words(play.card_word)
    if play.format is not Format.CARDS:
        return [(_("Nenngeld"), words.money(play.price))]
    limit = ngettext("eine je Person", "höchstens %(count)s je Person", play.max_cards) % {"count": play.max_cards}
    return [(many, words.joined(_("%(count)s Stück") % {"count": play.cards_offered}, words.money(play.price), limit))]


def _drawing(play: Play) -> str:
    method = {
        "two-pot": _("aus zwei Töpfen"),
        "fair": _("gleiche Chance für jede Paarung"),
        "by-hand": _("mit der Hand aus zwei Töpfen"),
    }.get(play.method, "")
    again = _("einmal, dann nach dem Plan") if play.fixed_bracket else _("jede Runde neu")
    public = _("versiegelt und öffentlich nachprüfbar") if play.method != "by-hand" else ""
    return ", ".join(part for part in (method, again, public) if part)


def _placement(play: Play) -> str:
    third, fifth, seventh = play.placement
    places = [*([3, 4] if third else []), *([5, 6] if fifth else []), *([7, 8] if seventh else [])]
    return _("Die Plätze %(places)s werden ausgespielt.") % {"places": _listed(places)}


def _listed(places: list[int]) -> str:
    if places == list(range(places[0], places[-1] + 1)):
        return _("%(first)s bis %(last)s") % {"first": places[0], "last": places[-1]}
    return ", ".join(map(str, places))
