"""The Ausschreibung: created with its seal, changed while nothing depends on it; the sale closed and reopened."""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from scoring.findings import text
from scoring.rules import RulesError
from tournament import clock
from tournament.domain import card_rules, knockout, psd1
from tournament.domain.archive import hex_of, money_text, time_text
from tournament.domain.journal_kinds import JournalKind
from tournament.domain.verification import limits
from tournament.models import (
    LIVE,
    Format,
    GameTable,
    Membership,
    Prize,
    Role,
    Scope,
    ScopeVersion,
    SealChain,
    State,
    Tournament,
    User,
)

from .base import Actor, require_role, require_version, touch, use_case
from .cards import sold_count
from .errors import Problem, Refused, refuse, refuse_all
from .journal import Note, log

#: Every setting that the Ausschreibung asks for.
SETTINGS = (
    "name", "starts_at", "venue", "organiser", "purpose", "notes", "card_word", "bummerl_word", "match_word",
    "cards_offered", "max_cards_per_person", "card_price", "bummerl_to_win", "bummerl_overrides", "rules_preset",
    "rules_changed", "method", "fixed_bracket", "play_place3", "play_place5", "play_place7", "prize_policy",
    "extra_rankings_exempt", "tie_policy", "rebuy", "rebuy_limit", "rebuy_until_round", "lives", "three_way_final",
    "rounds", "standings_criteria", "phone_results_count_at_once", "no_show_minutes", "sponsors_text", "published",
    "paper_language", "public_address",
)  # fmt: skip
#: What can no longer change once numbers are drawn.
FIXED_BY_DRAW = frozenset(
    {
        "cards_offered",
        "max_cards_per_person",
        "card_price",
        "fixed_bracket",
        "rebuy",
        "format",
        "bummerl_to_win",
        "rules_preset",
        "rules_changed",
    }
)
METHODS = ("two-pot", "fair", "by-hand")
DEFAULT_PRIZES = 8


@dataclass(frozen=True, slots=True)
class Saved:
    """The tournament's slug and its version."""

    slug: str
    version: int


@dataclass(frozen=True, slots=True)
class Closed:
    """The size of the field that was fixed, and the byes it has."""

    numbers: int
    byes: int


def settings_problems(tournament: Tournament) -> list[Problem]:
    """Everything that is wrong with the settings of this (unsaved) tournament, each with its field as code."""
    problems = []
    try:
        tournament.clean_fields(exclude=["psd1_id", "created_at", "slug"])
    except ValidationError as error:
        problems += [Problem(field, " ".join(texts)) for field, texts in error.message_dict.items()]
    size = tournament.cards_offered
    if not (isinstance(size, int) and 8 <= size <= 4096 and size & (size - 1) == 0):
        problems.append(
            Problem("cards_offered", _("Die Kartenzahl ist eine Zweierpotenz von 8 bis 4096: 8, 16, 32, 64 …"))
        )
    if tournament.method not in METHODS:
        problems.append(Problem("method", _("Unbekannte Art der Auslosung.")))
    if tournament.fixed_bracket and tournament.method == "fair":
        problems.append(
            Problem(
                "method",
                _(
                    "Ein fester Turnierbaum wird mit zwei Töpfen oder mit der Hand gelost: mit „gleiche Chance“ stünden die Karten einer Person beisammen."
                ),
            )
        )
    if not isinstance(tournament.card_price, Decimal) or tournament.card_price < 0:
        problems.append(Problem("card_price", _("Der Preis darf nicht negativ sein.")))
    for field_size, bummerl in dict(tournament.bummerl_overrides).items():
        if not (str(field_size).isdigit() and int(field_size) in {2**k for k in range(1, 13)} and bummerl in {1, 2, 3}):
            problems.append(
                Problem(
                    "bummerl_overrides",
                    _("Bummerl je Runde: Feldgröße (2 = Finale, 4 = Halbfinale …) und 1, 2 oder 3."),
                )
            )
    if tournament.play_place7 and not tournament.play_place5:
        problems.append(Problem("play_place7", _("Um Platz 7 wird nur gespielt, wenn auch um Platz 5 gespielt wird.")))
    problems += _rules_problems(tournament)
    # One sentence per field is enough: the model's own and ours may say the same.
    return list({problem.code: problem for problem in problems}.values())


def _rules_problems(tournament: Tournament) -> list[Problem]:
    """What is wrong with the card rules: unknown ones, and all that contradict each other, as one problem."""
    try:
        rules = card_rules.rule_set(tournament.rules_preset, tournament.rules_changed)
    except (RulesError, TypeError, ValueError) as error:
        found = error.finding if isinstance(error, RulesError) else None
        return [
            Problem("rules_changed", text(found, _language()) if found else _("Die Kartenregeln sind nicht lesbar."))
        ]
    contradictions = [_(each.text.msgid) % each.text.params for each in card_rules.contradicting(rules, _language())]
    return [Problem("rules_changed", " ".join(contradictions))] if contradictions else []


def _language() -> str:
    return get_language() or "de"


def create(
    *,
    actor: Actor,
    slug: str,
    settings: Mapping[str, Any],
    table_count: int = 8,
    s0: str | None = None,
    created_by: User | None = None,
) -> Saved:
    """Write a tournament down: settings, tables, eight prizes, and the seal of its draws, made now.

    `s0` is given only by simulations. Raises Refused with every problem; the prize policy must be among the settings.
    """
    tournament = Tournament(
        slug=slug, psd1_id=slug, created_at=clock.now(), state=State.SALE, format=settings.get("format", Format.CARDS)
    )
    _apply(tournament, settings)
    problems = settings_problems(tournament)
    try:
        tournament.clean_fields(exclude=[f.name for f in Tournament._meta.fields if f.name != "slug"])
    except ValidationError:
        problems.append(
            Problem(
                "slug", _("Das Kürzel hat 1 bis 64 Buchstaben ohne Umlaut, Ziffern, Punkt, Strich oder Unterstrich.")
            )
        )
    else:
        if slug in limits.NO_PART_OF_AN_ADDRESS:
            problems.append(Problem("slug", _("Ein Kürzel braucht mehr als Punkte: es wird Teil der Adresse.")))
    if not 1 <= table_count <= 200:
        problems.append(Problem("table_count", _("1 bis 200 Tische.")))
    refuse_all(problems)
    chain_start = s0 or secrets.token_hex(32)
    try:
        with transaction.atomic():
            tournament.save(force_insert=True)
            SealChain.objects.create(
                tournament=tournament, first_draw=1, seal=psd1.seal_of(chain_start), s0=chain_start
            )
            ScopeVersion.objects.bulk_create([ScopeVersion(tournament=tournament, scope=scope) for scope in Scope])
            GameTable.objects.bulk_create(
                [GameTable(tournament=tournament, number=n) for n in range(1, table_count + 1)]
            )
            Prize.objects.bulk_create([Prize(tournament=tournament, place=n) for n in range(1, DEFAULT_PRIZES + 1)])
            if created_by:
                Membership.objects.create(user=created_by, tournament=tournament, role=Role.DIRECTOR)
            made = {"seal": psd1.seal_of(chain_start)} | {
                field: _plain(getattr(tournament, field)) for field in SETTINGS
            }
            log(tournament, actor, Note(JournalKind.CREATE, "tournament", after=made))
    except IntegrityError as error:
        if Tournament.objects.filter(slug=slug).exists():
            raise refuse(
                "slug", _("Das Kürzel „%(slug)s“ gibt es schon. Bitte ein anderes wählen.") % {"slug": slug}
            ) from error
        raise
    return Saved(slug, tournament.version)


def _apply(tournament: Tournament, settings: Mapping[str, Any]) -> list[str]:
    changed = []
    for field in SETTINGS:
        if field in settings and getattr(tournament, field) != settings[field]:
            setattr(tournament, field, settings[field])
            changed.append(field)
    return changed


@use_case
def change_settings(
    *,
    tournament: Tournament,
    actor: Actor,
    settings: Mapping[str, Any],
    version: int | None = None,
    request_key: str | None = None,
) -> Saved:
    """Change the Ausschreibung. Refused with every problem, among them what can no longer change (once drawn, once paid out)."""
    require_role(actor)
    require_version(version, tournament.version)
    before = {field: _plain(getattr(tournament, field)) for field in SETTINGS}
    changed = _apply(tournament, settings)
    if not changed:
        return Saved(tournament.slug, tournament.version)
    problems = settings_problems(tournament) + _locked_problems(tournament, changed)
    refuse_all(problems)
    tournament.version += 1
    tournament.save()
    log(
        tournament, actor,
        Note(
            JournalKind.SETTINGS, "tournament",
            before={field: before[field] for field in changed}, after={field: _plain(getattr(tournament, field)) for field in changed},
        ),
    )  # fmt: skip
    touch(tournament, Scope)
    return Saved(tournament.slug, tournament.version)


def _plain(value: Any) -> Any:
    if isinstance(value, datetime):
        return time_text(value)
    if isinstance(value, Decimal):
        return money_text(value)
    # Long texts stand in the tournament itself; the journal only proves which.
    return {"sha256": hex_of(value)} if isinstance(value, str) and len(value) > 200 else value


def _locked_problems(tournament: Tournament, changed: list[str]) -> list[Problem]:
    problems = []
    if tournament.state == State.FINISHED:
        return [Problem("state", _("Das Turnier ist beendet."))]
    drawn = tournament.draws.filter(annulled_at=None).exists() or tournament.matches.filter(LIVE).exists()
    prepared = hasattr(tournament, "prepared_draw") or hasattr(tournament, "hand_draw")
    locked = sorted(FIXED_BY_DRAW & set(changed))
    closed = tournament.state == State.CLOSED and {"cards_offered", "fixed_bracket"} & set(locked)
    if drawn or prepared or closed:
        text = _("Das steht fest, seit der Verkauf geschlossen oder gelost ist.")
        problems += [Problem(field, text) for field in locked]
    if "bummerl_overrides" in changed and _made_sizes(tournament) & _changed_sizes(tournament):
        problems.append(
            Problem("bummerl_overrides", _("Begegnungen dieser Runde gibt es schon: ihre Bummerl stehen fest."))
        )
    if "cards_offered" in changed and sold_count(tournament) > tournament.cards_offered:
        problems.append(Problem("cards_offered", _("Es sind schon mehr Karten verkauft.")))
    if {"play_place3", "play_place5", "play_place7"} & set(changed) and tournament.matches.filter(
        LIVE, numbers__lte=4, stage="main"
    ).exists():
        problems.append(
            Problem("play_place5", _("Die Platzierungsspiele stehen fest, seit das Halbfinale gelost ist."))
        )
    if {"prize_policy", "tie_policy", "extra_rankings_exempt"} & set(changed) and tournament.prizes.filter(
        handed_out_at__isnull=False
    ).exists():
        problems.append(Problem("prize_policy", _("Es sind schon Preise ausgegeben.")))
    return problems


def _made_sizes(tournament: Tournament) -> set[int]:
    """Sizes of main rounds whose matches exist."""
    return set(tournament.matches.filter(LIVE, stage="main").values_list("numbers", flat=True).distinct())


def _changed_sizes(tournament: Tournament) -> set[int]:
    """Sizes whose Bummerl differ from what is stored."""
    stored = Tournament.objects.values_list("bummerl_overrides", flat=True).get(pk=tournament.pk)
    new = tournament.bummerl_overrides
    return {int(size) for size in stored.keys() | new.keys() if stored.get(size) != new.get(size)}


@use_case
def close_sale(*, tournament: Tournament, actor: Actor, numbers: int, request_key: str | None = None) -> Closed:
    """Close the sale and fix the size of the field: `numbers` is a power of two with numbers/2 < sold <= numbers."""
    require_role(actor, Role.CASHIER)
    if tournament.state != State.SALE:
        raise refuse("state", _("Der Verkauf ist schon geschlossen."))
    sold = sold_count(tournament)
    if sold == 0:
        raise refuse("sold", _("Es ist noch keine Karte verkauft: es gibt nichts zu losen."))
    if numbers != knockout.numbers_for(sold):
        raise refuse(
            "numbers",
            _(
                "Bei %(sold)s verkauften Karten hat das Feld %(numbers)s Nummern: Freilose gibt es nur, wenn mehr als die Hälfte verkauft ist."
            )
            % {"sold": sold, "numbers": knockout.numbers_for(sold)},
        )
    hand = getattr(tournament, "hand_draw", None)
    if hand is not None and hand.numbers != numbers:
        raise refuse(
            "hand_draw",
            _(
                "Die Handauslosung hat %(drawn)s Nummern, verkauft ist ein Feld von %(numbers)s. Bitte die Handauslosung verwerfen und neu beginnen."
            )
            % {"drawn": hand.numbers, "numbers": numbers},
        )
    tournament.state, tournament.numbers = State.CLOSED, numbers
    tournament.version += 1
    tournament.save(update_fields=["state", "numbers", "version"])
    log(tournament, actor, Note(JournalKind.SALE_CLOSED, "tournament", after={"sold": sold, "numbers": numbers}))
    touch(tournament, [Scope.SALE, Scope.DRAW, Scope.BOARD])
    return Closed(numbers, numbers - sold)


@use_case
def reopen_sale(*, tournament: Tournament, actor: Actor, request_key: str | None = None) -> Closed:
    """Open the sale again, as long as nothing is drawn and nobody has left."""
    require_role(actor)
    require_reopenable(tournament)
    before = tournament.numbers
    tournament.state, tournament.numbers = State.SALE, None
    tournament.version += 1
    tournament.save(update_fields=["state", "numbers", "version"])
    log(tournament, actor, Note(JournalKind.SALE_REOPENED, "tournament", before={"numbers": before}))
    touch(tournament, [Scope.SALE, Scope.DRAW, Scope.BOARD])
    return Closed(0, 0)


def may_reopen(tournament: Tournament) -> bool:
    """Whether the sale can be opened again now. At most two queries."""
    try:
        require_reopenable(tournament)
    except Refused:
        return False
    return True


def require_reopenable(tournament: Tournament) -> None:
    """Raise Refused where the sale stays closed: it is not, a draw is prepared, or somebody has left since."""
    if tournament.state != State.CLOSED:
        raise refuse("state", _("Der Verkauf kann nur zwischen Schließen und Auslosung wieder geöffnet werden."))
    if hasattr(tournament, "prepared_draw"):
        raise refuse("prepared", _("Die Auslosung ist vorbereitet. Bitte zuerst die Vorbereitung verwerfen."))
    if tournament.withdrawals.exists():
        raise refuse(
            "withdrawals", _("Seit dem Schließen sind Karten zurückgezogen worden; der Verkauf bleibt geschlossen.")
        )


__all__ = ["Closed", "Refused", "Saved", "change_settings", "close_sale", "create", "reopen_sale", "settings_problems"]
