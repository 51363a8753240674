"""A simulated evening: the staff's hands at the services, led by the seed."""

from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Any

from tournament import convert
from tournament.domain import knockout
from tournament.domain.psd1 import hex_of
from tournament.models import (
    LIVE,
    CardState,
    CashKind,
    DrawMethod,
    DrawStage,
    MatchStage,
    Outcome,
    Side,
    State,
    TiePolicy,
    Tournament,
)

from . import cards, cash, draws, people, prizes, results, tournaments
from .base import Actor
from .errors import Refused
from .prizes import PrizeData
from .results import Report
from .simulated_leavings import BEATEN, BEFORE, DURING, Kind, Leavings, Moment
from .simulated_luck import InventedPeople, Luck, Time
from .simulated_slips import draw_by_hand

ACTOR = Actor(name="Simulation")
PRIZES = (
    ("Geschenkkorb", "150.00", "Raiffeisenkasse Übelbach"),
    ("Halbes Schwein", "120.00", "Fleischhauerei Steinböck"),
    ("Tausch gegen Brennholz, 2 Raummeter", "100.00", "Familie Loibnegger"),
    ("Kiste Bier", "40.00", "Gasthof Zur Brücke"),
    ("Speckseite", "35.00", "Jausenstation Köberl"),
    ("Gutschein Friseur", "30.00", "Salon Rösi"),
    ("Selbstgebrannter", "25.00", ""),
    ("Wurstkranz", "15.00", ""),
)

Progress = Callable[[str, int, int], None]


def no_progress(_what: str, _done: int, _of: int) -> None:
    """For those who do not want to hear how far it is."""


def first_secret(seed: int) -> str:
    """The start of the chain of a simulated tournament: SHA-256 of the seed as a decimal text."""
    return hex_of(str(seed))


class Evening:
    """One tournament and those who run it; every step goes through the services, as the screens do."""

    def __init__(
        self,
        seed: int,
        time: Time,
        *,
        slug: str,
        settings: Mapping[str, Any],
        actor: Actor = ACTOR,
        s0: str | None = None,
        table_count: int = 8,
        progress: Progress = no_progress,
    ) -> None:
        self.time, self.actor, self.progress = time, actor, progress
        self._results, self._named, self._slips = Luck(seed, "results"), Luck(seed, "public"), Luck(seed, "slips")
        self._queue, self._coming = InventedPeople(Luck(seed, "people")), Luck(seed, "sale")
        self._names: set[str] = set()
        tournaments.create(
            actor=actor, slug=slug, settings=settings, table_count=table_count, s0=s0 or first_secret(seed)
        )
        self._pk = Tournament.objects.get(slug=slug).pk
        #: Enough for a use case, which reads the row itself.
        self._row = Tournament(pk=self._pk)
        self.time.tick(60)
        described = [
            PrizeData(place, what, Decimal(value), sponsor) for place, (what, value, sponsor) in enumerate(PRIZES, 1)
        ]
        prizes.set_prizes(tournament=self.tournament, actor=actor, prizes=described)
        self.time.tick(60)

    @property
    def tournament(self) -> Tournament:
        """The tournament as it is stored now."""
        return Tournament.objects.get(pk=self._pk)

    # --- sale ---------------------------------------------------------------------------------

    def sell(self, holdings: list[int]) -> None:
        """Sell; one in eight who take several buys one first and the rest when all others have been at the desk."""
        cash.book(
            tournament=self.tournament, actor=self.actor, kind=CashKind.FLOAT_IN, amount=Decimal(200), text="Wechselgeld"
        )  # fmt: skip
        later: list[tuple[int, int]] = []
        done, of = 0, sum(holdings)
        for count in holdings:
            first = 1 if count > 1 and self._coming.once_in(8) else count
            start_number = self.arrive(first)
            if first < count:
                later.append((start_number, count - first))
            done += first
            self.progress("Verkauf", done, of)
        for start_number, rest in later:
            self.sell_to(start_number, rest)
            done += rest
            self.progress("Verkauf", done, of)

    def arrive(self, count: int) -> int:
        """The next in the queue buys so many cards (0: is only noted down); his start number."""
        person = self._queue.next()
        namesake = person.name in self._names
        self._names.add(person.name)
        self.time.tick(20)
        tournament, actor = self._row, self.actor
        if not count:
            return people.add(
                tournament=tournament, actor=actor, data=person, another_with_this_name=namesake
            ).start_number
        return cards.sell(
            tournament=tournament, actor=actor, cards=count, new_person=person, another_with_this_name=namesake
        ).start_number

    def reserve(self, count: int) -> cards.Reserved:
        """The next in the queue rings up: so many cards, please."""
        person = self._queue.next()
        self._names.add(person.name)
        self.time.tick(20)
        return cards.reserve(tournament=self._row, actor=self.actor, cards=count, new_person=person)

    def sell_to(self, start_number: int, count: int) -> None:
        """Somebody known buys more cards."""
        self.time.tick(10)
        cards.sell(tournament=self._row, actor=self.actor, cards=count, start_number=start_number)

    def close(self) -> None:
        """Close the sale at the only size that fits."""
        self.time.tick(300)
        tournament = self.tournament
        numbers = knockout.numbers_for(cards.sold_count(tournament))
        tournaments.close_sale(tournament=tournament, actor=self.actor, numbers=numbers)

    # --- draws --------------------------------------------------------------------------------

    def draw(self, stage: DrawStage = DrawStage.MAIN) -> int:
        """Prepare and carry out the draw that is due, by the tournament's method; its number.

        Where `fair` is refused because it could take minutes, two pots do, as the screen offers.
        """
        self.time.tick(120)
        tournament = self.tournament
        if stage == DrawStage.MAIN and tournament.method == DrawMethod.BY_HAND:
            return draw_by_hand(tournament, self.actor, self._slips).number
        try:
            draws.prepare(tournament=tournament, actor=self.actor, stage=stage)
        except Refused as refusal:
            if "fair_too_costly" not in refusal.codes:
                raise
            draws.prepare(tournament=tournament, actor=self.actor, stage=stage, method=DrawMethod.TWO_POT)
        return self.reveal()

    def reveal(self) -> int:
        """Carry out what is prepared, with one to three numbers named in the hall."""
        self.time.tick(60)
        public = [str(self._named.below(10_000)) for _number in range(self._named.between(1, 3))]
        return draws.carry_out(tournament=self.tournament, actor=self.actor, public=public).number

    # --- rounds -------------------------------------------------------------------------------

    def play_to_the_end(self, leavings: Leavings) -> None:
        """Draw and play until nothing is due any more."""
        while not self.next_step(leavings):
            pass

    def next_step(self, leavings: Leavings) -> bool:
        """Do what is due next: a draw, or all matches that are open. True when everything is decided."""
        tournament = self.tournament
        situation = convert.situation(tournament)
        due, last = knockout.due(situation), situation.last_round
        steps = {type(step): step for step in due.steps}
        main, places = steps.get(knockout.DrawRound), steps.get(knockout.DrawPlaces)
        if main is not None or tournament.state == State.CLOSED:
            if self._leave(leavings, Moment(last + 1, BEFORE)):
                return False
            if main is None:
                draws.begin_without_draw(tournament=tournament, actor=self.actor)
            else:
                self.draw()
                self.progress(f"Auslosung Runde {last + 1}", 1, 1)
        elif isinstance(places, knockout.DrawPlaces):
            for kind in leavings.due(Moment(places.round, BEATEN)):
                if leavings.go_home(tournament, self.actor, places.cards):
                    return False
                leavings.again(Moment(places.round, BEATEN), kind)
            self.draw(DrawStage.PLACES)
        elif due.over:
            return True
        else:
            self.play_open(leavings, last)
        return False

    def _leave(self, leavings: Leavings, moment: Moment) -> bool:
        left = False
        for kind in leavings.due(moment):
            self.time.tick(30)
            left |= leavings.leave(self.tournament, self.actor, kind) is not None
        return left

    def open_matches(self) -> dict[int, int]:
        """Serials of the open matches, and the Bummerl to win in each."""
        rows = self.tournament.matches.filter(LIVE, outcome=Outcome.OPEN).order_by("serial")
        return dict(rows.values_list("serial", "bummerl_to_win"))

    def play_open(self, leavings: Leavings, last_round: int) -> None:
        """Decide every match that is open now, in an order drawn; somebody may leave in between."""
        waiting = self.open_matches()
        if not waiting:
            raise RuntimeError("nothing is open, nothing is due, and yet it is not over")
        order = self._results.shuffled(list(waiting))
        moment = Moment(last_round, DURING)
        events = [(self._results.below(len(order)), kind) for kind in leavings.due(moment)]
        for position, serial in enumerate(order):
            for _at, kind in (event for event in events if event[0] == position):
                self._leave_in_between(leavings, kind, waiting, moment)
            if serial in waiting:
                self.play(serial, waiting.pop(serial))
            self.progress(f"Runde {last_round}", position + 1, len(order))

    def _leave_in_between(self, leavings: Leavings, kind: Kind, waiting: dict[int, int], moment: Moment) -> None:
        self.time.tick(15)
        decided: tuple[int, ...] | None
        if kind is Kind.WALKOVER:
            serial = leavings.stay_away(self.tournament, self.actor, sorted(waiting))
            decided = None if serial is None else (serial,)
        else:
            decided = leavings.leave(self.tournament, self.actor, kind)
        if decided is None:
            leavings.again(moment, kind)
        for serial in decided or ():
            waiting.pop(serial, None)

    def play(self, serial: int, to_win: int) -> None:
        """Record a result: either side with the same chance, the loser with any number of Bummerl below what wins."""
        self.time.tick(20)
        lost = self._results.below(to_win)
        left = self._results.once_in(2)
        report = Report(Outcome.PLAYED, Side.LEFT if left else Side.RIGHT, (to_win, lost) if left else (lost, to_win))
        results.record(tournament=self._row, actor=self.actor, match=serial, report=report)

    # --- prizes -------------------------------------------------------------------------------

    def award(self) -> None:
        """Settle every tie a prize depends on, hand the prizes out (one in ten has gone home already), and finish."""
        self.time.tick(300)
        while ties := convert.all_awards(self.tournament, convert.ranking(self.tournament)).open_ties:
            tournament, tie = self.tournament, ties[0]
            if tournament.tie_policy == TiePolicy.PLAY_OFF:
                order = self._results.shuffled(tie.cards)
                prizes.record_play_off(tournament=tournament, actor=self.actor, place=tie.first, order=order)
            else:
                prizes.prepare_lot(tournament=tournament, actor=self.actor, place=tie.first)
                self.reveal()
        tournament = self.tournament
        for award in convert.prize_awards(tournament, convert.ranking(tournament)).awarded:
            self.time.tick(30)
            if award.owner is not None and not self._results.once_in(10):
                prizes.hand_out(tournament=tournament, actor=self.actor, place=award.rank)
        self.count_cash()
        prizes.finish(tournament=self.tournament, actor=self.actor)

    def count_cash(self) -> None:
        """Count the drawer: it holds what the book says, in the largest notes and coins."""
        cents = int(sum(self.tournament.cash.values_list("amount", flat=True), Decimal(0)) * 100)
        coins = {}
        for denomination in cash.DENOMINATIONS:
            coins[denomination], cents = divmod(cents, denomination)
        cash.count(tournament=self.tournament, actor=self.actor, coins=coins)

    def still_in(self) -> int:
        """How many cards are in play."""
        return self.tournament.cards.filter(state=CardState.IN).count()

    def rounds(self) -> int:
        """The last main round."""
        rows = self.tournament.matches.filter(LIVE, stage=MatchStage.MAIN).order_by("-round")
        return rows.values_list("round", flat=True).first() or 0
