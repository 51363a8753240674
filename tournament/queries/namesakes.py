"""People who share a name are always shown with where they are from."""

from collections import defaultdict

from tournament.models import Tournament


def where_from(tournament: Tournament, *, public_only: bool = False) -> dict[int, str]:
    """Row id -> place (or club, or start number) of everybody who shares a name with another: one query.

    Where the place does not tell them apart either, the start number is added. `public_only`: among those who are named
    for guests; that somebody is told apart from nobody they see would say what a hidden person is called.
    """
    people = tournament.people.filter(public=True) if public_only else tournament.people.all()
    rows = people.values_list("pk", "start_number", "name_keys", "place", "club")
    sharing: dict[str, list[tuple[int, int, str]]] = defaultdict(list)
    for pk, start_number, keys, place, club in rows:
        for key in keys.strip("|").split("|"):
            sharing[key].append((pk, start_number, place or club))
    found: dict[int, str] = {}
    for key, group in sharing.items():
        if not key or len(group) < 2:
            continue
        places = [place for _pk, _number, place in group]
        for pk, start_number, place in group:
            alone = place and places.count(place) == 1
            label = place if alone else f"{place} · {start_number}" if place else f"Nr. {start_number}"
            # The most telling label of all the groups a person is in.
            found[pk] = max(found.get(pk, ""), label, key=len)
    return found
