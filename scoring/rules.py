"""The house rules: one frozen data class, every option a field, and the presets people know by name."""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from functools import lru_cache
from typing import Final

from scoring.findings import Code, Finding, finding
from scoring.options import (
    CloseBy,
    ClosedCount,
    CloseTiming,
    FailedClose,
    FalseClaim,
    LastTrick,
    LastTrickPoints,
    LookBack,
    MarriageLead,
    NextDealer,
    Permission,
    Tie,
    Unclaimed,
)


@dataclass(frozen=True, slots=True)
class RuleSet:
    """Every house option of a tournament. The defaults are Schnapsen "weich".

    ``preset`` names the preset the fields were taken from; they may have been changed since (see ``difference``).
    """

    preset: str = "schnapsen-weich"
    deck: int = 20
    exchange: Permission = Permission.ALLOWED
    exchange_needs_trick: bool = False
    exchange_before_first_lead: bool = True
    exchange_with_one_face_down: bool = True
    exchange_when_following: bool = False
    exchange_at_opponents_close: bool = False
    marriage_before_first_trick: bool = True
    marriage_lead: MarriageLead = MarriageLead.EITHER
    marriage_after_talon: bool = True
    close: Permission = Permission.ALLOWED
    close_with_one_face_down: bool = True
    close_timing: CloseTiming = CloseTiming.AFTER_DRAW
    close_by: CloseBy = CloseBy.LEADER
    closed_count: ClosedCount = ClosedCount.AT_CLOSE
    failed_close: FailedClose = FailedClose.TWO_OR_THREE
    false_claim: FalseClaim = FalseClaim.AS_CLAIMED
    revoke_points: int | None = 3
    """3, or None where the house leaves a revoke unregulated (written "none")."""
    last_trick: LastTrick = LastTrick.WINS_DEAL
    last_trick_points: LastTrickPoints = LastTrickPoints.ONE
    unclaimed: Unclaimed = Unclaimed.HIGHER_TOTAL
    tie: Tie = Tie.REDEAL
    next_dealer: NextDealer = NextDealer.ALTERNATE
    bummerl_points: int = 7
    schneider_double: bool = True
    look_back: LookBack = LookBack.OWN_AND_FIRST
    draw_after_trick_down: bool = False
    deck_conflict: str = ""
    cutting: str = ""
    marker_20_40: str = ""

    @property
    def only_games(self) -> bool:
        """Whether only won games are counted: each entry of a Bummerl is one won game (preset ``none``)."""
        return self.preset == "none"

    @property
    def has_ten_for_last_trick(self) -> bool:
        """Whether the last trick of an open talon counts ten card points."""
        return self.last_trick is LastTrick.PLUS_TEN


_WEICH = RuleSet()
_SCHARF = replace(
    _WEICH,
    preset="schnapsen-scharf",
    exchange_before_first_lead=False,
    exchange_with_one_face_down=False,
    marriage_before_first_trick=False,
    marriage_lead=MarriageLead.KING,
    close_with_one_face_down=False,
    look_back=LookBack.NEVER,
    draw_after_trick_down=True,
)
_66_A = replace(_WEICH, preset="66-a", deck=24, close_timing=CloseTiming.BEFORE_OR_AFTER, last_trick=LastTrick.PLUS_TEN)
_66_B = replace(
    _66_A,
    preset="66-b",
    exchange_needs_trick=True,
    exchange_before_first_lead=False,
    exchange_at_opponents_close=True,
    marriage_after_talon=False,
    closed_count=ClosedCount.FINAL,
    failed_close=FailedClose.CLAIM_TWO,
    false_claim=FalseClaim.TWO,
    revoke_points=None,
    next_dealer=NextDealer.WINNER,
    schneider_double=False,
    look_back=LookBack.LAST,
)
_66_C = replace(
    _66_A,
    preset="66-c",
    exchange_needs_trick=True,
    exchange_before_first_lead=False,
    exchange_when_following=True,
    marriage_after_talon=False,
    close_by=CloseBy.EITHER,
    closed_count=ClosedCount.FINAL,
    false_claim=FalseClaim.TWO_OR_THREE,
    revoke_points=None,
    unclaimed=Unclaimed.DRAW,
    tie=Tie.CARRY_ONE,
    schneider_double=False,
    look_back=LookBack.NEVER,
)


def _for_tournament(rules: RuleSet, preset: str) -> RuleSet:
    return replace(
        rules, preset=preset, schneider_double=False, look_back=LookBack.NEVER, closed_count=ClosedCount.FINAL
    )


DEFAULT_PRESET: Final = "turnier-scharf"
"""The preset of a new tournament."""

PRESETS: Final[Mapping[str, RuleSet]] = {
    rules.preset: rules
    for rules in (
        _WEICH,
        _SCHARF,
        _66_A,
        _66_B,
        _66_C,
        _for_tournament(_WEICH, "turnier-weich"),
        _for_tournament(_SCHARF, "turnier-scharf"),
        replace(_WEICH, preset="pagat", false_claim=FalseClaim.TWO_OR_THREE, schneider_double=False),
        _for_tournament(_SCHARF, "none"),
    )
}
"""Name of a preset -> its rules."""

_YES_NO: Final = {True: True, False: False, "yes": True, "no": False}
_ENUMS: Final[Mapping[str, type[StrEnum]]] = {
    "exchange": Permission,
    "marriage_lead": MarriageLead,
    "close": Permission,
    "close_timing": CloseTiming,
    "close_by": CloseBy,
    "closed_count": ClosedCount,
    "failed_close": FailedClose,
    "false_claim": FalseClaim,
    "last_trick": LastTrick,
    "last_trick_points": LastTrickPoints,
    "unclaimed": Unclaimed,
    "tie": Tie,
    "next_dealer": NextDealer,
    "look_back": LookBack,
}
TEXT_FIELDS: Final = ("deck_conflict", "cutting", "marker_20_40")
LONGEST_TEXT: Final = 500
CHOICES: Final[Mapping[str, tuple[object, ...]]] = {
    "deck": (20, 24),
    "revoke_points": (3, "none"),
    "bummerl_points": tuple(range(5, 12)),
    **{name: tuple(member.value for member in enum) for name, enum in _ENUMS.items()},
    **{f.name: (True, False) for f in fields(RuleSet) if f.type is bool},
}
"""Field -> its possible values as they are written in records (text fields are not listed)."""

FIELDS: Final[tuple[str, ...]] = tuple(f.name for f in fields(RuleSet) if f.name != "preset")
"""The fields in the order of the rule sheet."""


class RulesError(ValueError):
    """Rules that do not exist or cannot be. ``finding`` says why (codes unknown_rules, bad_rules)."""

    def __init__(self, found: Finding) -> None:
        super().__init__(found.code.value)
        self.finding = found


def field_value(name: str, value: object) -> object:
    """Return the value of a rule field from its written form.

    >>> field_value("closed_count", "at_close")
    <ClosedCount.AT_CLOSE: 'at_close'>
    >>> field_value("revoke_points", "none") is None
    True

    Yes/no fields take true, false, "yes", "no".
    Raises RulesError (bad_rules) for an unknown field or an impossible value.
    """
    if name in _ENUMS and isinstance(value, str):
        if value in CHOICES[name]:
            return _ENUMS[name](value)
    elif name in TEXT_FIELDS:
        if isinstance(value, str) and len(value) <= LONGEST_TEXT:
            return value
    elif name == "revoke_points" and value in (None, "none"):
        return None
    elif name in CHOICES:
        known = CHOICES[name]
        if known == (True, False):
            if isinstance(value, bool) or value in ("yes", "no"):
                return _YES_NO[value]
        elif type(value) is int and value in known:
            return value
    else:
        raise RulesError(finding(Code.BAD_RULES, "rules", problem="field", field=_short(name)))
    raise RulesError(finding(Code.BAD_RULES, "rules", problem="value", field=name, value=_short(value)))


def written_value(value: object) -> str | int | bool:
    """Return the value of a rule field as it is written in records.

    >>> written_value(ClosedCount.FINAL), written_value(None), written_value(True)
    ('final', 'none', True)
    """
    if value is None:
        return "none"
    if isinstance(value, StrEnum):
        return value.value
    assert isinstance(value, str | int)  # noqa: S101 - the only other types of a field
    return value


def from_record(value: object) -> RuleSet:
    """Return the rules a record names: a preset, or a preset and the changed fields.

    >>> from_record("66-b").deck
    24
    >>> from_record({"preset": "turnier-scharf", "changed": {"closed_count": "at_close"}}).closed_count.value
    'at_close'

    Raises RulesError: unknown_rules for an unknown name; bad_rules for an unknown field, an impossible value or shape.
    """
    if isinstance(value, str):
        return _preset(value)
    if not isinstance(value, dict) or not value.keys() <= {"preset", "changed"}:
        raise RulesError(finding(Code.BAD_RULES, "rules", problem="shape"))
    name, changed = value.get("preset"), value.get("changed", {})
    if not isinstance(name, str) or not isinstance(changed, dict):
        raise RulesError(finding(Code.BAD_RULES, "rules", problem="shape"))
    for key, item in changed.items():
        if not isinstance(key, str) or not (item is None or isinstance(item, str | int)):
            raise RulesError(finding(Code.BAD_RULES, "rules", problem="value", field=_short(key), value=_short(item)))
    # the types are part of the key: 1 and True are equal, but only one of them is a yes
    return _changed(name, tuple((key, type(item), item) for key, item in changed.items()))


@lru_cache(maxsize=256)
def _changed(name: str, changed: tuple[tuple[str, type, object], ...]) -> RuleSet:
    """Return a preset with changes; kept, because thousands of records in a row name the same ones."""
    values = {key: field_value(key, item) for key, _kind, item in changed}
    return replace(_preset(name), **values)  # type: ignore[arg-type]


def _preset(name: str) -> RuleSet:
    rules = PRESETS.get(name)
    if rules is None:
        raise RulesError(finding(Code.UNKNOWN_RULES, "rules", name=_short(name)))
    return rules


def _short(value: object) -> str:
    """Return something from a record for a message: a line may hold megabytes."""
    text = value if isinstance(value, str) else type(value).__name__
    if isinstance(value, int) and value.bit_length() <= 64:
        text = str(value)
    return text if len(text) <= 40 else text[:40] + "…"


def difference(rules: RuleSet, preset: str | None = None) -> dict[str, object]:
    """Return the fields that differ from a preset (default: the one the rules come from), with their own values.

    >>> difference(PRESETS["turnier-weich"], "schnapsen-weich")["look_back"].value
    'never'
    >>> difference(PRESETS["66-c"])
    {}
    """
    base = _preset(rules.preset if preset is None else preset)
    return {name: getattr(rules, name) for name in FIELDS if getattr(rules, name) != getattr(base, name)}


def to_record(rules: RuleSet) -> str | dict[str, object]:
    """Return rules as a record names them; ``from_record`` gives them back.

    >>> to_record(replace(PRESETS["66-b"], revoke_points=3))
    {'preset': '66-b', 'changed': {'revoke_points': 3}}
    """
    changed = {name: written_value(value) for name, value in difference(rules).items()}
    return {"preset": rules.preset, "changed": changed} if changed else rules.preset


def contradictions(rules: RuleSet) -> tuple[Finding, ...]:
    """Return a finding (bad_rules) for every pair of fields that cannot both be meant.

    A condition of something that does not exist is only idle (exchange never, but with one card face down);
    contradictory are a permission or a result that another field rules out.

    >>> [found.params["fields"] for found in contradictions(replace(PRESETS["66-b"], exchange_before_first_lead=True))]
    ['exchange_needs_trick, exchange_before_first_lead']
    """
    pairs = {
        ("exchange_needs_trick", "exchange_before_first_lead"): (
            rules.exchange_needs_trick and rules.exchange_before_first_lead
        ),
        ("exchange", "exchange_when_following"): (rules.exchange is Permission.NEVER and rules.exchange_when_following),
        ("exchange", "exchange_at_opponents_close"): (
            rules.exchange is Permission.NEVER and rules.exchange_at_opponents_close
        ),
        ("close", "exchange_at_opponents_close"): (
            rules.close is Permission.NEVER and rules.exchange_at_opponents_close
        ),
        ("close", "close_by"): rules.close is Permission.NEVER and rules.close_by is CloseBy.EITHER,
        ("last_trick", "last_trick_points"): (
            rules.last_trick is LastTrick.PLUS_TEN and rules.last_trick_points is LastTrickPoints.BY_TABLE
        ),
        ("last_trick", "unclaimed"): (rules.last_trick is LastTrick.WINS_DEAL and rules.unclaimed is Unclaimed.DRAW),
    }
    return tuple(
        finding(Code.BAD_RULES, "rules", problem="contradiction", fields=", ".join(names))
        for names, contradictory in pairs.items()
        if contradictory
    )
