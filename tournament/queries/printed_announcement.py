"""The announcement and the rule sheet on paper: what the organiser wrote down."""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from scoring.sentences import Paragraph, display_name, rule_sheet
from tournament import links
from tournament.domain import card_rules
from tournament.domain.sheets import Options
from tournament.domain.terms import CardWord, Format, Policy, TiePolicy
from tournament.models import Tournament

from .prizes import ranking_title


@dataclass(frozen=True, slots=True)
class PrintedPrize:
    """A prize to be won; `ranking` "" for the main one."""

    ranking: str
    place: int
    description: str
    value: Decimal | None
    sponsor: str


@dataclass(frozen=True, slots=True)
class Play:
    """How it is played. `bummerl_overrides`: (numbers of the round, Bummerl to win), smallest field first."""

    format: Format
    card_word: CardWord
    cards_offered: int
    max_cards: int
    price: Decimal
    bummerl_to_win: int
    bummerl_overrides: tuple[tuple[int, int], ...]
    bummerl_word: str
    match_word: str
    rules_name: str
    rules_none: bool
    method: str
    fixed_bracket: bool
    placement: tuple[bool, bool, bool]
    rebuy: bool
    rebuy_limit: int
    lives: int
    rounds: int
    no_show_minutes: int


@dataclass(frozen=True, slots=True)
class PrintedAnnouncement:
    """Who, when, where, how, for what."""

    name: str
    organiser: str
    purpose: str
    starts_at: datetime | None
    venue: str
    notes: str
    sponsors: str
    play: Play
    prize_policy: Policy
    tie_policy: TiePolicy
    prizes: tuple[PrintedPrize, ...]
    address: str
    seal: str


@dataclass(frozen=True, slots=True)
class PrintedRules:
    """The rule sheet in the paper's language, and how many Bummerl a match goes over."""

    name: str
    paragraphs: tuple[Paragraph, ...]
    play: Play


def printed_announcement(tournament: Tournament, options: Options) -> PrintedAnnouncement:
    """Two queries."""
    seal = tournament.chains.order_by("-first_draw").values_list("seal", flat=True).first()
    prizes = tournament.prizes.values_list("ranking", "place", "description", "value", "sponsor")
    return PrintedAnnouncement(
        name=tournament.name, organiser=tournament.organiser, purpose=tournament.purpose, starts_at=tournament.starts_at,
        venue=tournament.venue, notes=tournament.notes, sponsors=tournament.sponsors_text, play=play_of(tournament),
        prize_policy=Policy(tournament.prize_policy), tie_policy=TiePolicy(tournament.tie_policy),
        prizes=tuple(PrintedPrize(ranking_title(row[0]), *row[1:]) for row in prizes),
        address=links.public_address(tournament) if tournament.published else "", seal=seal or "",
    )  # fmt: skip


def printed_rules(tournament: Tournament, options: Options) -> PrintedRules:
    """No query."""
    rules = card_rules.rule_set(tournament.rules_preset, tournament.rules_changed)
    language = tournament.paper_language
    return PrintedRules(display_name(rules, language), rule_sheet(rules, language), play_of(tournament))


def play_of(tournament: Tournament) -> Play:
    """How it is played, from the settings."""
    rules = card_rules.rule_set(tournament.rules_preset, tournament.rules_changed)
    overrides = sorted((int(numbers), int(to_win)) for numbers, to_win in tournament.bummerl_overrides.items())
    return Play(
        format=Format(tournament.format), card_word=CardWord(tournament.card_word), cards_offered=tournament.cards_offered,
        max_cards=tournament.max_cards_per_person, price=tournament.card_price, bummerl_to_win=tournament.bummerl_to_win,
        bummerl_overrides=tuple(overrides), bummerl_word=tournament.bummerl_word, match_word=tournament.match_word,
        rules_name=display_name(rules, tournament.paper_language), rules_none=rules.only_games, method=tournament.method,
        fixed_bracket=tournament.fixed_bracket,
        placement=(tournament.play_place3, tournament.play_place5, tournament.play_place5 and tournament.play_place7),
        rebuy=tournament.rebuy, rebuy_limit=tournament.rebuy_limit, lives=tournament.lives, rounds=tournament.rounds,
        no_show_minutes=tournament.no_show_minutes,
    )  # fmt: skip
