"""Makes the evening that a hall plays in, in the database of the environment, and prints where everything is: run as a program.

Every card belongs to somebody else, so that each match can be played; the first `phones` matches are for the phones,
the rest for the desks.
"""

import json
import sys


def make(cards: int) -> dict[str, object]:
    """The links and logins of a drawn tournament of so many cards."""
    from tests import factories
    from tournament import links
    from tournament.domain import knockout
    from tournament.models import Role
    from tournament.services import tournaments

    numbers = knockout.numbers_for(cards)
    tournament = factories.make_tournament(
        cards_offered=numbers, max_cards_per_person=1, table_count=min(200, cards // 2), bummerl_to_win=3
    )
    factories.sell(tournament, *[1] * cards)
    tournament = factories.close(tournament)
    factories.draw(tournament)
    tournament = factories.fresh(tournament)
    tournaments.change_settings(tournament=tournament, actor=factories.DIRECTOR, settings={"published": True})
    for name in ("desk1", "desk2", "desk3"):
        factories.member(tournament, Role.SCORER, name)
    open_matches = tournament.matches.filter(annulled_with=None, outcome="open").order_by("serial")
    return {
        "slug": tournament.slug,
        "matches": {each.serial: links.path(tournament, links.Opens.MATCH, each.serial) for each in open_matches},
        "board": links.path(tournament, links.Opens.BOARD, 1),
        "logins": [[name, factories.PASSWORD] for name in ("desk1", "desk2", "desk3")],
    }


if __name__ == "__main__":
    import django

    django.setup()
    print(json.dumps(make(int(sys.argv[1]))))  # noqa: T201 - read by the process that asked
