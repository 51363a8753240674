"""Draws: prepared, shown, carried out once, annulled before the first result; the secret stays secret until then."""

import pytest

from tests.counting import queries
from tests.factories import (
    CASHIER,
    DIRECTOR,
    S0,
    close,
    draw,
    drawn_tournament,
    fresh,
    make_tournament,
    open_matches,
    play,
    play_round,
    played_tournament,
    sell,
)
from tournament.domain import psd1
from tournament.domain.psd1 import Field
from tournament.models import CardState, Draw, DrawMethod, DrawStage, Tournament
from tournament.services import cards, draws, tournaments, withdrawals
from tournament.services.errors import Forbidden, Refused
from tournament.services.people import PersonData

pytestmark = pytest.mark.django_db


def closed(*holdings: int, **settings: object) -> Tournament:
    tournament = make_tournament(**{"cards_offered": 16, "max_cards_per_person": 16} | settings)
    sell(tournament, *holdings)
    return close(tournament)


class TestPrepare:
    def test_the_field_is_who_holds_how_many_cards(self) -> None:
        prepared = draws.prepare(tournament=closed(2, 3, 1), actor=DIRECTOR)
        assert prepared.field == "PSD1 field\nid=feuerwehr\nround=1\nnumbers=8\nmode=twopot\n1:2\n2:3\n3:1\n"
        assert prepared.field_hash == psd1.hex_of(prepared.field)

    def test_nothing_may_change_it(self) -> None:
        tournament = closed(2, 3, 1)
        draws.prepare(tournament=tournament, actor=DIRECTOR)
        for change in (
            lambda: tournaments.reopen_sale(tournament=fresh(tournament), actor=DIRECTOR),
            lambda: withdrawals.withdraw(tournament=fresh(tournament), actor=DIRECTOR, cards=[1], reason="krank"),
            lambda: draws.prepare(tournament=fresh(tournament), actor=DIRECTOR),
        ):
            with pytest.raises(Refused):
                change()

    def test_discarded_it_uses_up_no_number_and_no_secret(self) -> None:
        tournament = closed(2, 3, 1)
        first = draws.prepare(tournament=tournament, actor=DIRECTOR)
        draws.discard(tournament=tournament, actor=DIRECTOR)
        assert draws.prepare(tournament=tournament, actor=DIRECTOR) == first

    def test_later_rounds_without_byes_let_holders_of_several_go_first(self) -> None:
        tournament = drawn_tournament(*[1] * 8)
        play_round(tournament)
        draw(tournament)
        assert "mode=twopot-multifirst" in (tournament.draws.get(number=2).field or "")

    def test_fair_is_refused_where_it_could_take_minutes_and_two_pots_are_offered(self) -> None:
        tournament = closed(20, 20, 20, max_cards_per_person=20, cards_offered=64, method="fair")
        with pytest.raises(Refused) as refused:
            draws.prepare(tournament=tournament, actor=DIRECTOR)
        assert refused.value.codes == ("fair_too_costly",)
        assert "zwei Töpfen" in str(refused.value)
        assert draws.prepare(tournament=tournament, actor=DIRECTOR, method=DrawMethod.TWO_POT).number == 1

    def test_during_the_sale_nothing_is_drawn(self) -> None:
        tournament = make_tournament()
        sell(tournament, 8)
        with pytest.raises(Refused) as refused:
            draws.prepare(tournament=tournament, actor=DIRECTOR)
        assert refused.value.codes == ("state",)

    def test_while_matches_are_open_nothing_is_drawn(self) -> None:
        with pytest.raises(Refused) as refused:
            draws.prepare(tournament=drawn_tournament(*[1] * 8), actor=DIRECTOR)
        assert refused.value.codes == ("not_due",)

    def test_only_the_director_draws(self) -> None:
        with pytest.raises(Forbidden):
            draws.prepare(tournament=closed(2, 3, 1), actor=CASHIER)


class TestCarryOut:
    def test_anyone_can_recompute_it(self) -> None:
        tournament = drawn_tournament(3, 2, 1)
        made = tournament.draws.get()
        assert psd1.leads_to(made.secret or "", tournament.chains.get().seal, 1)
        again = psd1.carry_out(Field.parse(made.field or ""), made.secret or "", made.public or "")
        assert (again.result, again.check) == (made.result, made.check_sum)

    def test_every_card_is_in_exactly_one_match(self) -> None:
        tournament = drawn_tournament(3, 2, 1, 4)
        seen = [
            n for row in tournament.matches.values_list("left_card__number", "right_card__number") for n in row if n
        ]
        assert sorted(seen) == list(range(1, 11))
        assert tournament.matches.filter(outcome="bye").count() == 16 - 10

    def test_unavoidable_self_meetings_are_resolved_and_the_right_card_is_handed_in(self) -> None:
        tournament = drawn_tournament(7, 1)
        selves = list(tournament.matches.filter(outcome="self").select_related("left_card", "right_card"))
        assert len(selves) == 7 - 8 // 2
        for match in selves:
            assert match.right_card is not None
            assert match.right_card.state == CardState.OUT
            assert tournament.journal.filter(subject=f"match {match.serial}", kind="self_meeting").count() == 1

    def test_without_public_numbers_it_is_sealed_but_not_public(self) -> None:
        tournament = closed(2, 3, 1)
        draws.prepare(tournament=tournament, actor=DIRECTOR)
        draws.carry_out(tournament=tournament, actor=DIRECTOR, public=[])
        assert tournament.draws.get().public == "0"

    @pytest.mark.parametrize("public", [["12a"], ["-1"], ["1.5"], ["1"] * 10, ["9" * 81]])
    def test_something_else_than_numbers_is_refused_and_nothing_is_revealed(self, public: list[str]) -> None:
        tournament = closed(2, 3, 1)
        draws.prepare(tournament=tournament, actor=DIRECTOR)
        with pytest.raises(Refused):
            draws.carry_out(tournament=tournament, actor=DIRECTOR, public=public)
        assert not Draw.objects.exists()
        assert hasattr(fresh(tournament), "prepared_draw")

    def test_twice_is_once(self) -> None:
        tournament = closed(2, 3, 1)
        draws.prepare(tournament=tournament, actor=DIRECTOR)
        first, second = (
            draws.carry_out(tournament=tournament, actor=DIRECTOR, public=["1"], request_key="k") for _ in range(2)
        )
        assert first == second
        with pytest.raises(Refused) as refused:
            draws.carry_out(tournament=tournament, actor=DIRECTOR, public=["1"])
        assert refused.value.codes == ("not_prepared",)

    def test_the_next_draw_reveals_the_element_before(self) -> None:
        tournament = drawn_tournament(*[1] * 8)
        play_round(tournament)
        draw(tournament)
        first, second = tournament.draws.order_by("number")
        assert psd1.make_chain_element(second.secret or "", 1) == first.secret
        assert first.secret == psd1.secret_for(S0, 1)

    @pytest.mark.parametrize("size", [8, 256])
    def test_the_number_of_queries_does_not_grow(self, size: int) -> None:
        tournament = make_tournament(cards_offered=size, max_cards_per_person=2)
        sell(tournament, *[2] * (size // 2))
        close(tournament)
        draws.prepare(tournament=tournament, actor=DIRECTOR)
        with queries(24):
            draws.carry_out(tournament=tournament, actor=DIRECTOR, public=["1"], request_key="k")


class TestPlaces:
    def test_the_four_losers_of_the_quarter_final_are_drawn_fair_after_the_next_round(self) -> None:
        tournament = drawn_tournament(*[1] * 8)
        play_round(tournament)
        with pytest.raises(Refused):
            draws.prepare(tournament=tournament, actor=DIRECTOR, stage=DrawStage.PLACES)
        draw(tournament)
        draw(tournament, DrawStage.PLACES)
        made = tournament.draws.get(stage="place5-8")
        assert (made.method, "mode=uniform" in (made.field or "")) == ("fair", True)
        losers = {m.right_card_id for m in tournament.matches.filter(numbers=8, stage="main")}
        drawn = {pk for m in tournament.matches.filter(stage="place5-8") for pk in (m.left_card_id, m.right_card_id)}
        assert drawn == losers

    def test_a_whole_evening_ends_with_the_matches_p1_to_p5(self) -> None:
        tournament = played_tournament(*[1] * 8)
        stages = list(
            tournament.matches.exclude(stage="main").order_by("number").values_list("stage", "number", "round")
        )
        assert stages == [("place5-8", 1, 1), ("place5-8", 2, 1), ("place3", 3, 2), ("place5", 4, 1), ("place7", 5, 1)]


class TestAnnul:
    def test_it_stays_with_its_matches_and_the_next_draw_uses_the_next_secret(self) -> None:
        tournament = drawn_tournament(7, 1)
        draws.annul(tournament=tournament, actor=DIRECTOR, number=1, reason="Zahl verhört")
        assert fresh(tournament).state == "closed"
        assert tournament.cards.filter(state=CardState.IN).count() == 8
        draw(tournament)
        first, second = tournament.draws.order_by("number")
        assert (first.annulled_reason, first.annulled_matches.count()) == ("Zahl verhört", 4)
        assert second.secret == psd1.secret_for(S0, 2)
        assert [m.serial for m in tournament.matches.filter(annulled_with=None)] == [5, 6, 7, 8]

    def test_not_after_the_first_result(self) -> None:
        tournament = drawn_tournament(*[1] * 8)
        play(tournament, open_matches(tournament)[0])
        with pytest.raises(Refused) as refused:
            draws.annul(tournament=tournament, actor=DIRECTOR, number=1, reason="x")
        assert refused.value.codes == ("results",)

    def test_not_without_a_reason(self) -> None:
        with pytest.raises(Refused):
            draws.annul(tournament=drawn_tournament(*[1] * 8), actor=DIRECTOR, number=1, reason=" ")

    def test_byes_and_self_meetings_are_no_results(self) -> None:
        tournament = drawn_tournament(6, 1)
        assert tournament.matches.exclude(outcome="open").exists()
        draws.annul(tournament=tournament, actor=DIRECTOR, number=1, reason="x")
        assert not tournament.matches.filter(annulled_with=None).exists()

    def test_only_the_last_draw(self) -> None:
        tournament = drawn_tournament(*[1] * 16)
        play_round(tournament)
        draw(tournament)
        with pytest.raises(Refused):
            draws.annul(tournament=tournament, actor=DIRECTOR, number=1, reason="x")

    def test_after_it_the_sale_can_be_opened_again(self) -> None:
        tournament = drawn_tournament(3, 2, 1)
        draws.annul(tournament=tournament, actor=DIRECTOR, number=1, reason="noch zwei gekommen")
        tournaments.reopen_sale(tournament=fresh(tournament), actor=DIRECTOR)
        assert (
            cards.sell(tournament=fresh(tournament), actor=CASHIER, cards=1, new_person=PersonData("Spät Kommer")).sold
            == 7
        )


class TestFixedBracket:
    def test_later_rounds_follow_without_a_draw(self) -> None:
        tournament = played_tournament(*[2] * 8, fixed_bracket=True)
        assert tournament.draws.filter(stage="main").count() == 1
        for match in tournament.matches.filter(stage="main", round=2).select_related("left_card"):
            feeder = tournament.matches.get(stage="main", round=1, number=2 * match.number - 1)
            assert match.left_card_id in {feeder.left_card_id, feeder.right_card_id}
            assert match.draw_id == feeder.draw_id
