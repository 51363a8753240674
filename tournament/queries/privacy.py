"""What a tournament holds about people: for the page that says what is public."""

from dataclasses import dataclass

from django.db.models import Count, Q

from tournament.domain.journal_kinds import JournalKind
from tournament.models import Tournament


@dataclass(frozen=True, slots=True)
class PrivacyPage:
    """Numbers of people; `anonymised`: the names have been taken out already."""

    people: int
    private: int
    phones: int
    published: bool
    anonymised: bool
    printouts: int


def privacy_page(tournament: Tournament) -> PrivacyPage:
    """Three queries."""
    found = tournament.people.aggregate(
        people=Count("pk"), private=Count("pk", filter=Q(public=False)), phones=Count("pk", filter=~Q(phone=""))
    )
    return PrivacyPage(
        found["people"], found["private"], found["phones"], tournament.published,
        tournament.journal.filter(kind=JournalKind.ANONYMISED).exists(), tournament.printouts.exclude(pdf=b"").count(),
    )  # fmt: skip
