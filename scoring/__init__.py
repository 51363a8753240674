"""The card game of a Schnapsen tournament: verifies what was recorded. It never plays and never stores."""

from scoring.deal import TalliedDeal, check_deal
from scoring.deal_record import Deal, DealError, read_deal, write_deal
from scoring.findings import Code, Finding, RecordError, Severity, as_json, place, text
from scoring.match import NOBODY, BummerlVerdict, MatchVerdict, possible_scores, verify_match, verify_score
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
from scoring.sentences import Paragraph, display_name, field_label, rule_sheet, sentence, value_label
from scoring.situation import Ending, Judgement, Situation, judge
from scoring.state import DealState, IllegalMove, Position, legal_moves, position_after
from scoring.tally import (
    Countdown,
    countdown_deals,
    read_bummerl,
    read_compact,
    read_countdown,
    write_compact,
    write_countdown,
)

__all__ = [
    "DEFAULT_PRESET",
    "NOBODY",
    "PRESETS",
    "BummerlVerdict",
    "Code",
    "Countdown",
    "Deal",
    "DealError",
    "DealState",
    "DealVerdict",
    "Ending",
    "Finding",
    "IllegalMove",
    "Judgement",
    "MatchVerdict",
    "Paragraph",
    "Position",
    "Reason",
    "RecordError",
    "RuleSet",
    "RulesError",
    "Severity",
    "Situation",
    "TalliedDeal",
    "as_json",
    "check_deal",
    "contradictions",
    "countdown_deals",
    "difference",
    "display_name",
    "field_label",
    "from_record",
    "judge",
    "legal_moves",
    "place",
    "position_after",
    "possible_scores",
    "read_bummerl",
    "read_compact",
    "read_countdown",
    "read_deal",
    "replay_deal",
    "rule_sheet",
    "sentence",
    "text",
    "to_record",
    "value_label",
    "verify_match",
    "verify_score",
    "write_compact",
    "write_countdown",
    "write_deal",
]
