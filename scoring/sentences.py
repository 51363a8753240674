"""The rule sheet: what the chosen house rules say, in sentences, and the words of the form in which they are edited."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from scoring.options import LastTrick, Permission
from scoring.rule_sentences import ALWAYS, SENTENCES
from scoring.rule_texts import CHANGED, FIELD_LABELS, PRESET_LABELS, VALUE_LABELS, YES_NO, Words
from scoring.rules import TEXT_FIELDS, RuleSet, difference, written_value

_LOWEST_TRUMP: Final[Mapping[int, Words]] = {
    20: ("Der Trumpf-Unter (Bube)", "The jack of trumps"),
    24: ("Der Trumpf-Neuner", "The nine of trumps"),
}
_PARAGRAPHS: Final[tuple[tuple[Words, tuple[str, ...]], ...]] = (
    (("Das Spiel", "The game"), ("deck", "follow", "table", "deck_conflict")),
    (("Geben und Nachziehen", "Dealing and drawing"), ("next_dealer", "cutting", "draw_after_trick_down", "look_back")),
    (
        ("Austauschen", "Exchange"),
        (
            "exchange",
            "exchange_when_following",
            "exchange_needs_trick",
            "exchange_before_first_lead",
            "exchange_with_one_face_down",
            "exchange_at_opponents_close",
        ),
    ),
    (
        ("Ansagen", "Marriages"),
        ("marriage", "marriage_lead", "marriage_before_first_trick", "marriage_after_talon", "marker_20_40"),
    ),
    (
        ("Zudrehen", "Closing"),
        ("close", "close_by", "close_timing", "close_with_one_face_down", "closed_count", "failed_close"),
    ),
    (("Ausmelden", "Claiming"), ("claim", "false_claim", "last_trick", "last_trick_points", "unclaimed", "tie")),
    (("Renonce", "Revoke"), ("revoke_points",)),
    (("Bummerl", "Bummerl"), ("bummerl", "schneider_double")),
)
_ONLY_GAMES: Final[tuple[tuple[Words, tuple[str, ...]], ...]] = (
    (("Zählung", "Counting"), ("only_games", "bummerl_of_games", "schneider_double")),
)


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph of the rule sheet."""

    heading: str
    sentences: tuple[str, ...]


def _in(language: str, words: Words) -> str:
    return words[0] if language.startswith("de") else words[1]


def rule_sheet(rules: RuleSet, language: str = "de") -> tuple[Paragraph, ...]:
    """Return the rule sheet of a tournament, in German ("de...") or else in English.

    >>> from scoring.rules import PRESETS
    >>> for paragraph in rule_sheet(PRESETS["turnier-scharf"], "en")[-2:]:
    ...     print(paragraph.heading, *paragraph.sentences, sep="\\n  ")
    Revoke
      A called revoke ends the deal and costs three game points.
    Bummerl
      A Bummerl is won by whoever first has 7 game points.
      A Schneider (7:0) counts no more than any other Bummerl.

    A field that another one makes idle (how to close where nobody may) has no sentence.
    """
    paragraphs = []
    for heading, names in _ONLY_GAMES if rules.only_games else _PARAGRAPHS:
        sentences = [sentence(rules, name, language) for name in names if not _is_idle(rules, name)]
        paragraphs.append(Paragraph(_in(language, heading), tuple(sentences)))
    return tuple(paragraphs)


def _is_idle(rules: RuleSet, name: str) -> bool:
    """Whether a field says nothing beside the others."""
    no_close = rules.close is Permission.NEVER
    if name in TEXT_FIELDS:
        return not getattr(rules, name)
    if name.startswith("exchange_"):
        return (
            rules.exchange is Permission.NEVER
            or (name == "exchange_before_first_lead" and rules.exchange_needs_trick)
            or (name == "exchange_at_opponents_close" and no_close)
        )
    if name.startswith("close") or name == "failed_close":
        return no_close and name != "close"
    if name == "last_trick_points":
        return rules.last_trick is not LastTrick.WINS_DEAL
    return name in ("unclaimed", "tie") and rules.last_trick is not LastTrick.PLUS_TEN


def sentence(rules: RuleSet, name: str, language: str = "de") -> str:
    """Return the sentence of one field of the rules, or of a rule that no field varies ("table", "claim" ...).

    >>> from scoring.rules import PRESETS
    >>> sentence(PRESETS["66-b"], "false_claim", "en")
    'Whoever claims with fewer than 66 card points loses two game points.'
    """
    if name in TEXT_FIELDS:
        return f"{field_label(name, language)}: {getattr(rules, name)}"
    words = ALWAYS[name] if name in ALWAYS else SENTENCES[name, written_value(getattr(rules, name))]
    german, english = _LOWEST_TRUMP[rules.deck]
    return _in(language, words).format(card=german, card_en=english, points=rules.bummerl_points)


def field_label(name: str, language: str = "de") -> str:
    """Return the label of a rule field for the edit form.

    >>> field_label("closed_count"), field_label("closed_count", "en")
    ('Zählung nach dem Zudrehen', 'Count after closing')
    """
    return _in(language, FIELD_LABELS[name])


def value_label(name: str, value: object, language: str = "de") -> str:
    """Return the label of a value of a rule field, given as the rules hold it or as records write it.

    >>> value_label("closed_count", "final"), value_label("revoke_points", None), value_label("schneider_double", False)
    ('am Ende (hell)', 'nicht geregelt', 'nein')
    """
    if isinstance(value, bool):
        return _in(language, YES_NO[value])
    words = VALUE_LABELS.get((name, written_value(value)))
    return str(value) if words is None else _in(language, words)


def display_name(rules: RuleSet, language: str = "de") -> str:
    """Return the name of a rule set for people; one that differs from its preset says so.

    >>> from dataclasses import replace
    >>> from scoring.rules import PRESETS
    >>> display_name(PRESETS["turnier-scharf"]), display_name(replace(PRESETS["turnier-scharf"], schneider_double=True))
    ('Turnier scharf', 'Turnier scharf (geändert)')
    """
    name = _in(language, PRESET_LABELS[rules.preset])
    return f"{name} ({_in(language, CHANGED)})" if difference(rules) else name
