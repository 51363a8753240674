"""The table during a deal: what lies where, what is allowed now, and what a move does to the cards.

Each rule of play is written here once. ``Table`` changes in place, because a replay of thousands of deals must be
quick; ``DealState`` works on copies of it.
"""

from typing import Final, Self

from scoring.cards import JACK, KING, NINE, QUEEN, VALUES, beats, duty
from scoring.options import CloseBy, CloseTiming, MarriageLead, Permission
from scoring.rules import RuleSet

NOBODY: Final = -1
NOTHING: Final = -1


class Table:
    """A deal in progress. Players are 0 (A) and 1 (B), hands are bit masks of cards."""

    __slots__ = (
        "announced",
        "announced_suits",
        "closed",
        "closer",
        "draw_due",
        "drawn",
        "hands",
        "just_closed_by",
        "leader",
        "led",
        "lowest",
        "pending",
        "points",
        "points_at_close",
        "rules",
        "talon",
        "tricks",
        "tricks_at_close",
        "trump",
    )

    def __init__(self, rules: RuleSet, *, forehand: int, hands: list[int], talon: list[int]) -> None:
        self.rules = rules
        self.hands = hands
        self.talon = talon  # in drawing order, the face-up trump card last
        self.drawn = 0  # how many cards of the talon have been drawn
        self.trump = talon[-1] >> 3
        self.lowest = self.trump * 8 + (JACK if rules.deck == 20 else NINE)
        self.leader = forehand
        self.led = NOTHING  # the card on the table
        self.announced = NOTHING  # suit announced for the coming lead
        self.announced_suits = 0
        self.points = [0, 0]  # card points that count
        self.pending = [0, 0]  # announced without a trick: counts with the first one
        self.tricks = [0, 0]
        self.draw_due = False  # a trick is over and the drawing after it has not happened
        self.closed = False
        self.closer = NOBODY
        self.just_closed_by = NOBODY  # set until the next move
        self.tricks_at_close = [0, 0]
        self.points_at_close = [0, 0]

    def copy(self) -> Self:
        """Return an independent copy."""
        other = object.__new__(type(self))
        for name in Table.__slots__:
            value = getattr(self, name)
            setattr(other, name, value.copy() if type(value) is list else value)
        return other

    # what is so

    @property
    def on_turn(self) -> int:
        """The player whose card is expected."""
        return self.leader if self.led == NOTHING else 1 - self.leader

    @property
    def talon_left(self) -> int:
        """How many cards of the talon are left, the face-up one included."""
        return len(self.talon) - self.drawn

    @property
    def talon_open(self) -> bool:
        """Whether the talon is open and not empty: cards are drawn and anything may be played."""
        return not self.closed and self.drawn < len(self.talon)

    @property
    def played_out(self) -> bool:
        """Whether all cards have been played."""
        return not (self.hands[0] or self.hands[1]) and self.led == NOTHING

    @property
    def begun(self) -> bool:
        """Whether the first card of the deal has been led."""
        return self.led != NOTHING or self.tricks != [0, 0]

    def playable(self, player: int) -> int:
        """Return the mask of the cards a player on turn may play: as leader, after a marriage, one of its cards."""
        hand = self.hands[player]
        if self.led == NOTHING:
            return hand & self.marriage_cards() if self.announced != NOTHING else hand
        if self.talon_open:
            return hand
        return duty(hand, self.led, self.trump)

    def marriage_cards(self) -> int:
        """Return the mask of the cards that may be led after the announcement just made."""
        king = 1 << (self.announced * 8 + KING)
        return king if self.rules.marriage_lead is MarriageLead.KING else king | king >> 1

    # what is allowed

    def may_announce(self, player: int, suit: int) -> bool:
        """Whether a player may announce a marriage: as leader, one a lead, each suit once, with both cards."""
        pair = 1 << (suit * 8 + KING) | 1 << (suit * 8 + QUEEN)
        return (
            player == self.leader
            and self.led == NOTHING
            and self.announced == NOTHING
            and not self.announced_suits >> suit & 1
            and self.hands[player] & pair == pair
            and (self.rules.marriage_before_first_trick or self.tricks[player] > 0)
            and (self.rules.marriage_after_talon or self.talon_open)
        )

    def may_exchange(self, player: int) -> bool:
        """Whether a player may take the face-up card for the lowest trump."""
        rules = self.rules
        if rules.exchange is Permission.NEVER or not self.can_exchange(player):
            return False
        if self.just_closed_by == 1 - player:
            return rules.exchange_at_opponents_close
        return (
            self.talon_open
            and self._is_time_to_exchange(player)
            and (self.tricks[player] > 0 or not rules.exchange_needs_trick)
            and (self.talon_left > 2 or rules.exchange_with_one_face_down)
        )

    def _is_time_to_exchange(self, player: int) -> bool:
        if self.led != NOTHING:
            return player != self.leader and self.rules.exchange_when_following
        return player == self.leader and (self.rules.exchange_before_first_lead or self.begun)

    def can_exchange(self, player: int) -> bool:
        """Whether a player could exchange physically: he holds the lowest trump, the face-up card is still there."""
        return bool(self.hands[player] >> self.lowest & 1) and self.talon_left > 0

    def may_close(self, player: int, *, undrawn: bool) -> bool:
        """Whether a player may close the talon, drawn or undrawn (which before the first lead means nothing)."""
        rules = self.rules
        return (
            rules.close is Permission.ALLOWED
            and self.talon_open
            and self.led == NOTHING
            and (player == self.leader or rules.close_by is CloseBy.EITHER)
            and (self.talon_left > 2 or rules.close_with_one_face_down)
            and (not undrawn or not self.begun or rules.close_timing is CloseTiming.BEFORE_OR_AFTER)
        )

    def may_claim(self, player: int) -> bool:
        """Whether a player may claim: he has just won a trick or announced a marriage and has not yet led."""
        return player == self.leader and self.led == NOTHING and (self.announced != NOTHING or self.tricks != [0, 0])

    # what a move does; none of these asks whether it is allowed

    def announce(self, player: int, suit: int) -> None:
        """Announce a marriage: 40 in trumps, else 20; it counts at once for a player with a trick."""
        worth = 40 if suit == self.trump else 20
        if self.tricks[player]:
            self.points[player] += worth
        else:
            self.pending[player] += worth
        self.announced = suit
        self.announced_suits |= 1 << suit

    def exchange(self, player: int) -> None:
        """Swap the lowest trump with the face-up card."""
        self.hands[player] ^= 1 << self.lowest | 1 << self.talon[-1]
        self.talon[-1] = self.lowest

    def close(self, player: int) -> None:
        """Close the talon, and note what everybody has at this moment."""
        self.closed = True
        self.closer = self.just_closed_by = player
        self.draw_due = False
        self.tricks_at_close = self.tricks.copy()
        self.points_at_close = self.points.copy()

    def play(self, player: int, card: int) -> None:
        """Play a card from the hand; the second one ends the trick."""
        self.hands[player] ^= 1 << card
        led = self.led
        if led == NOTHING:
            self.led = card
            self.announced = NOTHING
            return
        winner = player if beats(card, led, self.trump) else 1 - player
        gain = VALUES[led] + VALUES[card]
        if not self.tricks[winner]:
            gain += self.pending[winner]
        if not self.closed:
            if self.drawn < len(self.talon):
                self.draw_due = True
            elif not self.hands[winner] and self.rules.has_ten_for_last_trick:
                gain += 10
        self.points[winner] += gain
        self.tricks[winner] += 1
        self.leader = winner
        self.led = NOTHING

    def draw(self) -> None:
        """Draw after a trick, the winner first."""
        self.draw_due = False
        self.hands[self.leader] |= 1 << self.talon[self.drawn]
        self.hands[1 - self.leader] |= 1 << self.talon[self.drawn + 1]
        self.drawn += 2
