"""Accounts and a tournament for page tests."""

from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from django.core.cache import cache
from django.test import Client

from tournament.models import Membership, Role, Tournament, User

EVENING = datetime(2025, 11, 29, 18, 0, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _quick_passwords_and_no_old_attempts(settings) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    cache.clear()


@pytest.fixture
def make_tournament(db) -> Callable[..., Tournament]:
    def make(slug: str = "ff", **fields: object) -> Tournament:
        given = {"name": "Preisschnapsen der FF Großsölk", "venue": "Gasthof Post", "starts_at": EVENING} | fields
        return Tournament.objects.create(slug=slug, psd1_id=slug, prize_policy="several", created_at=EVENING, **given)

    return make


@pytest.fixture
def tournament(make_tournament) -> Tournament:
    return make_tournament()


@pytest.fixture
def client_as(db) -> Callable[..., Client]:
    """A client logged in with these roles in the tournament; `superuser=True` for the director of everything."""

    def make(
        tournament: Tournament | None = None, *roles: Role, superuser: bool = False, name: str = "alois"
    ) -> Client:
        user = User.objects.create_user(username=name, password="karten-sind-rund", is_superuser=superuser)
        for role in roles:
            Membership.objects.create(user=user, tournament=tournament, role=role)
        client = Client()
        client.force_login(user)
        return client

    return make
