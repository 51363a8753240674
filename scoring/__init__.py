"""The card game of a Schnapsen tournament: verifies what was recorded. It never plays and never stores."""

from scoring.deal_record import Deal, DealError, read_deal, write_deal
from scoring.findings import Code, Finding, RecordError, Severity, as_json, place, text
from scoring.options import Reason
from scoring.replay import DealVerdict, replay_deal
from scoring.rules import (
    DEFAULT_PRESET,
    PRESETS,
    RulesError,
    RuleSet,
    contradictions,
    difference,
    from_record,
    to_record,
)
from scoring.state import DealState, IllegalMove, Position, legal_moves, position_after

__all__ = [
    "DEFAULT_PRESET",
    "PRESETS",
    "Code",
    "Deal",
    "DealError",
    "DealState",
    "DealVerdict",
    "Finding",
    "IllegalMove",
    "Position",
    "Reason",
    "RecordError",
    "RuleSet",
    "RulesError",
    "Severity",
    "as_json",
    "contradictions",
    "difference",
    "from_record",
    "legal_moves",
    "place",
    "position_after",
    "read_deal",
    "replay_deal",
    "text",
    "to_record",
    "write_deal",
]
