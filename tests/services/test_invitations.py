"""Invitations work once, for a while, and only for what they were made for; roles and logins end when the director says so."""

from datetime import timedelta

import pytest

from tests import factories
from tests.factories import DIRECTOR, PASSWORD
from tournament import clock
from tournament.domain.verification import verify
from tournament.models import Invitation, Membership, Role, User
from tournament.queries.archives import archive
from tournament.services import accounts, invitations, memberships
from tournament.services.base import Actor
from tournament.services.errors import Conflict, Forbidden, NotFound, Refused

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _quick_passwords(settings) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture
def tournament(db):
    made = factories.make_tournament()
    factories.member(made, Role.DIRECTOR, "anna")
    return made


def invite(tournament, role=Role.CASHIER) -> Invitation:
    made = invitations.invite(tournament=tournament, actor=DIRECTOR, role=role)
    return tournament.invitations.get(number=made.number)


def join(tournament, invitation, username="karl"):
    return invitations.accept_new(tournament=tournament, number=invitation.number, username=username, password=PASSWORD)


def last(tournament):
    return tournament.journal.order_by("-number").first()


def test_who_is_invited_gets_an_account_with_exactly_this_role(tournament) -> None:
    join(tournament, invite(tournament))
    user = User.objects.get(username="karl")
    assert user.check_password(PASSWORD)
    assert not user.is_superuser
    assert list(user.memberships.values_list("role", flat=True)) == [Role.CASHIER]
    assert (last(tournament).kind, last(tournament).by) == ("account_joined", "karl")


def test_an_invitation_is_used_once(tournament) -> None:
    invitation = invite(tournament)
    join(tournament, invitation)
    with pytest.raises(Conflict):
        join(tournament, invitation, "susi")
    assert not User.objects.filter(username="susi").exists()


def test_an_invitation_expires(tournament, monkeypatch) -> None:
    invitation = invite(tournament)
    later = clock.now() + invitations.VALID + timedelta(seconds=1)
    monkeypatch.setattr(clock, "now", lambda: later)
    assert not invitations.is_open(invitation)
    with pytest.raises(Conflict):
        join(tournament, invitation)


def test_a_withdrawn_invitation_opens_nothing(tournament) -> None:
    invitation = invite(tournament)
    invitations.withdraw(tournament=tournament, actor=DIRECTOR, number=invitation.number)
    with pytest.raises(Conflict):
        join(tournament, invitation)
    with pytest.raises(NotFound):
        invitations.withdraw(tournament=tournament, actor=DIRECTOR, number=99)


def test_a_used_invitation_cannot_be_withdrawn(tournament) -> None:
    invitation = invite(tournament)
    join(tournament, invitation)
    with pytest.raises(Conflict):
        invitations.withdraw(tournament=tournament, actor=DIRECTOR, number=invitation.number)


def test_a_token_is_signed_and_nothing_else_finds_the_invitation(tournament) -> None:
    invitation = invite(tournament)
    token = invitations.token(invitation)
    assert invitations.find(token) == invitation
    other = invitations.token(invite(tournament))
    nonce, _dash, signature = token.partition("-")
    wrong = [
        nonce,
        f"{nonce}-",
        f"{nonce}-{other.partition('-')[2]}",
        f"{nonce}-{signature[:-1]}",
        f"{token}x",
        "",
        "-",
        "x" * 500,
    ]
    assert [invitations.find(each) for each in wrong] == [None] * len(wrong)


def test_the_database_holds_no_token(tournament) -> None:
    invitation = invite(tournament)
    stored = " ".join(str(value) for value in Invitation.objects.values().get(pk=invitation.pk).values())
    assert invitations.token(invitation) not in stored
    assert invitations.token(invitation).partition("-")[2] not in stored


def test_an_account_that_exists_joins_with_one_more_role(tournament) -> None:
    user = factories.member(tournament, Role.SCORER, "susi")
    invitations.accept(tournament=tournament, number=invite(tournament).number, user=user)
    assert set(user.memberships.values_list("role", flat=True)) == {Role.SCORER, Role.CASHIER}


def test_a_role_one_has_already_does_not_use_up_the_invitation(tournament) -> None:
    user, invitation = factories.member(tournament, Role.CASHIER, "karl"), invite(tournament)
    with pytest.raises(Refused):
        invitations.accept(tournament=tournament, number=invitation.number, user=user)
    assert invitations.is_open(tournament.invitations.get(pk=invitation.pk))


@pytest.mark.parametrize("password", ["", "kurz", "passwort", "password", "susanne1"])
def test_a_weak_password_is_refused_and_the_invitation_stays(tournament, password) -> None:
    invitation = invite(tournament)
    with pytest.raises(Refused):
        invitations.accept_new(tournament=tournament, number=invitation.number, username="susanne", password=password)
    assert invitations.is_open(tournament.invitations.get(pk=invitation.pk))


def test_a_name_that_differs_only_in_capitals_is_taken(tournament) -> None:
    with pytest.raises(Refused) as raised:
        join(tournament, invite(tournament), "ANNA")
    assert raised.value.codes == ("username_taken",)


@pytest.mark.parametrize("role", [Role.CASHIER, Role.SCORER])
def test_only_the_director_invites_and_changes_roles(tournament, role) -> None:
    actor, susi = Actor("karl", role), factories.member(tournament, Role.SCORER, "susi")
    with pytest.raises(Forbidden):
        invitations.invite(tournament=tournament, actor=actor, role=Role.DIRECTOR)
    with pytest.raises(Forbidden):
        memberships.set_roles(tournament=tournament, actor=actor, account=susi.pk, roles=[])
    with pytest.raises(Forbidden):
        memberships.log_out(tournament=tournament, actor=actor)
    with pytest.raises(Forbidden):
        invitations.invite_to_new_password(tournament=tournament, actor=actor, account=susi.pk)


def test_roles_are_exactly_those_given_and_the_journal_says_what_was_before(tournament) -> None:
    susi = factories.member(tournament, Role.SCORER, "susi")
    memberships.set_roles(tournament=tournament, actor=DIRECTOR, account=susi.pk, roles=[Role.CASHIER, Role.DIRECTOR])
    assert set(susi.memberships.values_list("role", flat=True)) == {Role.CASHIER, Role.DIRECTOR}
    entry = last(tournament)
    assert (entry.kind, entry.before["roles"], entry.after["roles"]) == (
        "account_roles",
        ["scorer"],
        ["cashier", "director"],
    )


def test_without_roles_an_account_is_out_of_this_tournament_but_stays_in_others(tournament) -> None:
    other = factories.make_tournament(slug="andere")
    susi = factories.member(tournament, Role.SCORER, "susi")
    Membership.objects.create(user=susi, tournament=other, role=Role.CASHIER)
    memberships.set_roles(tournament=tournament, actor=DIRECTOR, account=susi.pk, roles=[])
    assert list(susi.memberships.values_list("tournament__slug", flat=True)) == ["andere"]
    assert last(tournament).kind == "account_removed"


def test_nobody_takes_the_direction_from_himself(tournament) -> None:
    anna = User.objects.get(username="anna")
    with pytest.raises(Refused):
        memberships.set_roles(tournament=tournament, actor=DIRECTOR, account=anna.pk, roles=[Role.SCORER])


def test_an_account_of_another_tournament_is_not_found_here(tournament) -> None:
    stranger = factories.member(factories.make_tournament(slug="andere"), Role.SCORER, "fremd")
    with pytest.raises(NotFound):
        memberships.set_roles(tournament=tournament, actor=DIRECTOR, account=stranger.pk, roles=[Role.SCORER])
    with pytest.raises(NotFound):
        memberships.log_out(tournament=tournament, actor=DIRECTOR, account=stranger.pk)


def test_a_password_link_sets_a_password_once(tournament) -> None:
    susi = factories.member(tournament, Role.SCORER, "susi")
    made = invitations.invite_to_new_password(tournament=tournament, actor=DIRECTOR, account=susi.pk)
    invitations.new_password(tournament=tournament, number=made.number, password="neue-Kartenrunde-7")
    susi.refresh_from_db()
    assert susi.check_password("neue-Kartenrunde-7")
    with pytest.raises(Conflict):
        invitations.new_password(tournament=tournament, number=made.number, password="noch-eine-Runde-8")


def test_a_second_password_link_makes_the_first_void(tournament) -> None:
    susi = factories.member(tournament, Role.SCORER, "susi")
    first = invitations.invite_to_new_password(tournament=tournament, actor=DIRECTOR, account=susi.pk)
    invitations.invite_to_new_password(tournament=tournament, actor=DIRECTOR, account=susi.pk)
    with pytest.raises(Conflict):
        invitations.new_password(tournament=tournament, number=first.number, password="neue-Kartenrunde-7")


def test_a_director_gets_into_no_other_tournament_by_a_password_link(tournament) -> None:
    other = factories.make_tournament(slug="andere")
    susi = factories.member(tournament, Role.SCORER, "susi")
    Membership.objects.create(user=susi, tournament=other, role=Role.DIRECTOR)
    with pytest.raises(Refused):
        invitations.invite_to_new_password(tournament=tournament, actor=DIRECTOR, account=susi.pk)
    chief = accounts.create_director("chef", PASSWORD)
    assert invitations.invite_to_new_password(tournament=tournament, actor=Actor("chef"), account=susi.pk).number
    Membership.objects.create(user=chief, tournament=tournament, role=Role.SCORER)
    with pytest.raises(Refused):
        invitations.invite_to_new_password(tournament=tournament, actor=DIRECTOR, account=chief.pk)


def test_a_password_link_gives_no_role_and_an_invitation_sets_no_password(tournament) -> None:
    susi, karl = factories.member(tournament, Role.SCORER, "susi"), factories.member(tournament, Role.CASHIER, "karl")
    link = invitations.invite_to_new_password(tournament=tournament, actor=DIRECTOR, account=susi.pk)
    with pytest.raises(Refused):
        invitations.accept(tournament=tournament, number=link.number, user=karl)
    with pytest.raises(Refused):
        join(tournament, tournament.invitations.get(number=link.number), "neu")
    with pytest.raises(Refused):
        invitations.new_password(tournament=tournament, number=invite(tournament).number, password=PASSWORD)


def test_the_same_request_makes_one_invitation(tournament) -> None:
    made = [
        invitations.invite(tournament=tournament, actor=DIRECTOR, role=Role.CASHIER, request_key="a" * 32)
        for _time in range(2)
    ]
    assert made[0] == made[1]
    assert tournament.invitations.count() == 1


def test_everybody_but_oneself_is_logged_out(tournament) -> None:
    susi = factories.member(tournament, Role.SCORER, "susi")
    stranger = User.objects.create_user("fremd", password=PASSWORD)
    assert memberships.log_out(tournament=tournament, actor=DIRECTOR).count == 1
    ended = dict(User.objects.values_list("username", "sessions_ended"))
    assert ended == {"anna": 0, susi.username: 1, stranger.username: 0}


def test_the_archive_of_a_finished_tournament_still_verifies_after_changes_of_accounts() -> None:
    tournament = factories.drawn_tournament(4, 4)
    factories.play_on(tournament)
    from tournament.services import prizes

    prizes.finish(tournament=tournament, actor=DIRECTOR)
    tournament = factories.fresh(tournament)
    invitation = invite(tournament)
    join(tournament, invitation)
    assert verify(archive(factories.fresh(tournament))) == ()
    assert last(tournament).kind == "finish"
