"""The rule sheet says what the fields say, in two languages."""

from dataclasses import replace

import pytest

from scoring.options import LastTrick, LastTrickPoints, Permission
from scoring.rule_sentences import ALWAYS, SENTENCES
from scoring.rule_texts import FIELD_LABELS, PRESET_LABELS, VALUE_LABELS
from scoring.rules import CHOICES, FIELDS, PRESETS, TEXT_FIELDS, difference, field_value
from scoring.sentences import Paragraph, display_name, field_label, rule_sheet, sentence, value_label

WEICH = PRESETS["schnapsen-weich"]
TURNIER = PRESETS["turnier-scharf"]
LANGUAGES = pytest.mark.parametrize("language", ["de", "de-at", "en"])
# in these rules every field has its say
IN_TALKATIVE = [
    replace(WEICH, exchange_needs_trick=needs, last_trick=last)
    for needs in (False, True)
    for last in (LastTrick.WINS_DEAL, LastTrick.PLUS_TEN)
]


def all_sentences(rules, language="de"):
    return [one for paragraph in rule_sheet(rules, language) for one in paragraph.sentences]


@LANGUAGES
@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS.keys())
def test_every_preset_has_a_sheet_of_whole_sentences(rules, language):
    sheet = rule_sheet(rules, language)
    assert all(isinstance(paragraph, Paragraph) and paragraph.sentences for paragraph in sheet)
    assert all(one[0].isupper() and one.endswith(".") and "{" not in one for one in all_sentences(rules, language))


@pytest.mark.parametrize("name", FIELDS)
@LANGUAGES
def test_every_value_of_every_field_is_told_from_the_others(name, language):
    values = ["", "Kreide", "Bleistift"] if name in TEXT_FIELDS else CHOICES[name]
    sheets = {
        value: tuple(rule_sheet(replace(rules, **{name: field_value(name, value)}), language) for rules in IN_TALKATIVE)
        for value in values
    }
    assert len(set(sheets.values())) == len(values)


def test_every_choice_has_a_sentence_and_a_label_and_there_are_no_others():
    choices = {
        (name, value)
        for name, values in CHOICES.items()
        if name != "bummerl_points"  # its sentence is the number
        for value in values
    }
    assert set(SENTENCES) == choices
    assert set(VALUE_LABELS) == {(name, value) for name, value in choices if not isinstance(value, bool)}
    assert tuple(FIELD_LABELS) == FIELDS
    assert set(PRESET_LABELS) == set(PRESETS)


def test_both_languages_say_something_of_their_own():
    for german, english in [*SENTENCES.values(), *ALWAYS.values()]:
        assert german != english
        assert german.count("{points}") == english.count("{points}")


@pytest.mark.parametrize("preset", [name for name in PRESETS if name != "none"])
def test_different_presets_have_different_sheets(preset):
    rules = PRESETS[preset]
    same = [name for name, other in PRESETS.items() if not other.only_games and rule_sheet(other) == rule_sheet(rules)]
    assert same == [preset]


def test_the_sheet_of_the_default_preset():
    told = all_sentences(TURNIER)
    assert "Danach ist der König auszuspielen." in told
    assert "Ein Schneider (7:0) zählt nicht mehr als jedes andere Bummerl." in told
    assert "Nachgezogen wird erst, wenn der Stich verdeckt abgelegt ist." in told
    assert "Abgelegte Stiche darf man nicht mehr anschauen." in told
    assert "Eine angesagte Renonce beendet das Spiel und kostet drei Siegpunkte." in told


def test_the_lowest_trump_depends_on_the_deck():
    assert "Trumpf-Unter" in sentence(WEICH, "exchange")
    assert sentence(replace(WEICH, deck=24), "exchange", "en").startswith("The nine of trumps")


def test_the_points_of_a_bummerl_are_named():
    eleven = replace(WEICH, bummerl_points=11)
    assert sentence(eleven, "bummerl") == "Ein Bummerl gewinnt, wer zuerst 11 Siegpunkte hat."
    assert sentence(eleven, "schneider_double", "en") == "A Schneider (11:0) counts as two Bummerl."


# fields that say nothing beside others


def test_without_exchange_there_is_one_sentence_about_it():
    never = rule_sheet(replace(WEICH, exchange=Permission.NEVER))
    assert Paragraph("Austauschen", ("Die aufgeschlagene Trumpfkarte wird nicht ausgetauscht.",)) in never


def test_without_closing_there_is_one_sentence_about_it():
    never = replace(WEICH, close=Permission.NEVER)
    assert Paragraph("Closing", ("The talon is never closed.",)) in rule_sheet(never, "en")
    assert sentence(never, "exchange_at_opponents_close") not in all_sentences(never)


def test_whoever_needs_a_trick_cannot_exchange_before_the_first_lead():
    needs = replace(WEICH, exchange_needs_trick=True)
    assert sentence(needs, "exchange_before_first_lead") not in all_sentences(needs)


def test_ties_are_told_only_where_there_are_any():
    tie, unclaimed = SENTENCES["tie", "redeal"][0], SENTENCES["unclaimed", "higher_total"][0]
    assert not {tie, unclaimed} & set(all_sentences(WEICH))
    assert {tie, unclaimed} <= set(all_sentences(PRESETS["66-a"]))


def test_what_the_last_trick_is_worth_is_told_only_where_it_wins():
    by_table = SENTENCES["last_trick_points", "by_table"][0]
    assert by_table in all_sentences(replace(WEICH, last_trick_points=LastTrickPoints.BY_TABLE))
    assert not [one for one in all_sentences(PRESETS["66-a"]) if one.startswith("Das zählt")]


def test_where_only_games_are_counted_no_cards_are_mentioned():
    (paragraph,) = rule_sheet(replace(PRESETS["none"], bummerl_points=5))
    assert paragraph.sentences[:2] == (
        "Gezählt werden nur gewonnene Spiele.",
        "Ein Bummerl gewinnt, wer zuerst 5 Spiele gewonnen hat.",
    )


def test_own_words_of_the_organiser_stand_beside_their_label():
    rules = replace(WEICH, cutting="Wer {nicht} abhebt, klopft.", marker_20_40="Bierdeckel.", deck_conflict="Los.")
    told = all_sentences(rules)
    assert "Abheben: Wer {nicht} abhebt, klopft." in told
    assert "Anzeigen von 20 und 40: Bierdeckel." in told
    assert "Uneinigkeit über das Blatt: Los." in told


# the edit form


@LANGUAGES
def test_every_field_and_value_has_a_label_of_its_own(language):
    assert len({field_label(name, language) for name in FIELDS}) == len(FIELDS)
    for name, values in CHOICES.items():
        assert len({value_label(name, value, language) for value in values}) == len(values)


def test_values_are_labelled_as_the_rules_hold_them_or_as_they_are_written():
    assert value_label("last_trick", LastTrick.PLUS_TEN) == value_label("last_trick", "plus_ten") == "zählt zehn Augen"
    assert value_label("revoke_points", None, "en") == value_label("revoke_points", "none", "en") == "unregulated"
    assert value_label("schneider_double", True) == "ja"
    assert value_label("bummerl_points", 9) == "9"
    assert value_label("cutting", "Klopfen") == "Klopfen"


# the name


@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_shows_that_it_was_changed(preset):
    rules = PRESETS[preset]
    assert "geändert" not in display_name(rules)
    changed = replace(rules, schneider_double=not rules.schneider_double)
    assert difference(changed)
    assert display_name(changed) == f"{display_name(rules)} (geändert)"
    assert display_name(changed, "en") == f"{display_name(rules, 'en')} (changed)"
