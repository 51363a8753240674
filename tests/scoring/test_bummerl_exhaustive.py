"""Every Bummerl to 7 there is."""

from scoring.bummerl import fold_deals
from scoring.deal import TalliedDeal
from scoring.rules import PRESETS
from scoring.tally import TIE

RULES = PRESETS["turnier-scharf"]
DEALS = tuple(TalliedDeal(side, points) for side in (0, 1) for points in (1, 2, 3))


def sequences(played=(), first=0, second=0):
    """Yield every unfinished sequence of deals and, after each, all that finish with one more: (deals, finished)."""
    yield played, False
    for deal in DEALS:
        after = (first + deal.points, second) if deal.winner == 0 else (first, second + deal.points)
        if max(after) >= 7:
            yield (*played, deal), True
        else:
            yield from sequences((*played, deal), *after)


def test_all_bummerl_are_accepted_and_with_a_deal_more_or_less_refused():
    finished = schneider = 0
    lengths = set()
    for deals, is_finished in sequences():
        found = []
        outcome = fold_deals(RULES, deals, "bummerl 1", found)
        if not is_finished:  # a finished one without its last deal
            assert [one.code for one in found] == ["bummerl_unfinished"]
            continue
        assert not found
        assert outcome.winner == deals[-1].winner
        finished += 1
        schneider += outcome.schneider
        lengths.add(outcome.deals)
        extra = TIE if finished % 7 == 0 else DEALS[finished % 7 - 1]
        assert fold_deals(RULES, (*deals, extra), "bummerl 1", found) == outcome
        assert [one.code for one in found] == ["deal_after_bummerl_end"]
    assert finished == 549_736
    assert schneider == 210
    assert lengths == set(range(3, 14))
