"""Tables and constraints; no rules. What may happen is decided in `services`, what follows from what in `domain`."""

from .accounts import Invitation, Membership, Role, User
from .boards import BoardScene, BoardState
from .cards import CardMove, CardState, EntryCard, Exchange, Rebuy, Reservation, Withdrawal
from .cash import CashCount, CashEntry, CashKind, Seller
from .draws import Draw, DrawMethod, DrawStage, HandDraw, PreparedDraw
from .journal import ImportRecord, JournalEntry
from .live import RequestRecord, Scope, ScopeVersion
from .matches import LIVE, GameTable, Match, MatchStage, Outcome, Side
from .people import Person
from .phones import PhoneReport, PhoneTally, Tap
from .printouts import Printout
from .prizes import Place, PlayOff, Prize, SettledBy
from .tournaments import (
    CardWord,
    Format,
    PrizePolicy,
    SealChain,
    State,
    TiePolicy,
    Tournament,
)

__all__ = [
    "LIVE",
    "BoardScene",
    "BoardState",
    "CardMove",
    "CardState",
    "CardWord",
    "CashCount",
    "CashEntry",
    "CashKind",
    "Draw",
    "DrawMethod",
    "DrawStage",
    "EntryCard",
    "Exchange",
    "Format",
    "GameTable",
    "HandDraw",
    "ImportRecord",
    "Invitation",
    "JournalEntry",
    "Match",
    "MatchStage",
    "Membership",
    "Outcome",
    "Person",
    "PhoneReport",
    "PhoneTally",
    "Place",
    "PlayOff",
    "PreparedDraw",
    "Printout",
    "Prize",
    "PrizePolicy",
    "Rebuy",
    "RequestRecord",
    "Reservation",
    "Role",
    "Scope",
    "ScopeVersion",
    "SealChain",
    "Seller",
    "SettledBy",
    "Side",
    "State",
    "Tap",
    "TiePolicy",
    "Tournament",
    "User",
    "Withdrawal",
]
