"""The card rules as a form: a preset, every field, contradictions at their fields, locked once drawn."""

from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from scoring.rules import FIELDS, PRESETS
from tests.counting import queries
from tests.factories import drawn_tournament, fresh, make_tournament
from tests.factories import member as make_member
from tournament.domain.card_rules import rule_set
from tournament.forms.card_rules import GROUPS, CardRulesForm
from tournament.models import Role, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament() -> Tournament:
    return make_tournament()


def client_for(tournament: Tournament, role: Role = Role.DIRECTOR) -> Client:
    client = Client()
    client.force_login(make_member(tournament, role, username=role.value))
    return client


@pytest.fixture
def client(tournament: Tournament) -> Client:
    return client_for(tournament)


def address(tournament: Tournament) -> str:
    return reverse("rules-edit", kwargs={"slug": tournament.slug})


def sent(tournament: Tournament, **changed: str) -> dict[str, str]:
    """What the browser sends: everything as shown, and these fields changed."""
    rules = rule_set(tournament.rules_preset, tournament.rules_changed)
    form = CardRulesForm(start=rules)
    given = {name: form[name].value() for name in form.fields}
    return given | {"shown_preset": rules.preset, "version": tournament.version, "request_key": uuid4().hex} | changed


def test_every_field_of_the_rules_has_its_place_once() -> None:
    assert sorted(name for _heading, names in GROUPS for name in names) == sorted(FIELDS)


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_every_preset_goes_through_the_form_unchanged(preset: str) -> None:
    rules = PRESETS[preset]
    start = CardRulesForm(start=rules)
    form = CardRulesForm({name: start[name].value() for name in start.fields}, start=PRESETS["pagat"])
    assert form.is_valid(), form.errors
    assert form.rules == rules
    assert form.settings() == {"rules_preset": preset, "rules_changed": {}}


class TestShown:
    def test_labels_and_values_are_those_of_the_rule_sheet(self, client: Client, tournament: Tournament) -> None:
        text = client.get(address(tournament)).content.decode()
        assert "Zählung nach dem Zudrehen" in text
        assert "am Ende (hell)" in text
        assert "unverändert" in text

    def test_what_was_changed_is_listed_with_what_is_usual(self, client: Client, tournament: Tournament) -> None:
        Tournament.objects.update(rules_changed={"closed_count": "at_close", "cutting": "Der Gegner hebt ab."})
        text = client.get(address(tournament)).content.decode()
        assert "geändert" in text
        assert "statt am Ende (hell)" in text
        assert "Der Gegner hebt ab." in text

    def test_in_english(self, client: Client, tournament: Tournament) -> None:
        with override("en"):
            assert CardRulesForm(start=PRESETS["66-b"])["closed_count"].label == "Count after closing"

    @pytest.mark.parametrize("size", [1, 8])
    def test_the_number_of_queries_does_not_grow(self, size: int) -> None:
        tournament = make_tournament(slug=f"t{size}", table_count=size)
        client = client_for(tournament)
        client.get(address(tournament))
        with queries(7):  # tournament, session, account, role; prepared draw, draw by hand, prizes handed out
            client.get(address(tournament))


class TestChange:
    def test_a_changed_field_is_stored_beside_the_preset(self, client: Client, tournament: Tournament) -> None:
        answer = client.post(address(tournament), sent(tournament, closed_count="at_close", schneider_double="yes"))
        assert answer.status_code == 302
        stored = fresh(tournament)
        assert (stored.rules_preset, stored.rules_changed) == (
            "turnier-scharf",
            {"closed_count": "at_close", "schneider_double": True},
        )
        assert (
            "Turnier scharf (geändert)"
            in client.get(reverse("rules", kwargs={"slug": tournament.slug})).content.decode()
        )

    def test_numbers_words_and_texts(self, client: Client, tournament: Tournament) -> None:
        given = {"deck": "24", "revoke_points": "none", "bummerl_points": "11", "cutting": "5"}
        client.post(address(tournament), sent(tournament, **given))
        assert fresh(tournament).rules_changed == {
            "deck": 24,
            "revoke_points": "none",
            "bummerl_points": 11,
            "cutting": "5",
        }

    def test_back_to_the_preset_nothing_is_left_as_changed(self, client: Client, tournament: Tournament) -> None:
        client.post(address(tournament), sent(tournament, closed_count="at_close"))
        changed = fresh(tournament)
        client.post(address(changed), sent(changed, closed_count="final"))
        assert fresh(tournament).rules_changed == {}

    def test_another_preset_is_filled_in_first_and_saved_only_then(
        self, client: Client, tournament: Tournament
    ) -> None:
        answer = client.post(address(tournament), sent(tournament, preset="66-b"))
        assert answer.status_code == 200
        assert "noch nicht gespeichert" in answer.content.decode()
        assert fresh(tournament).rules_preset == "turnier-scharf"
        form = answer.context["form"]
        again = {name: form[name].value() for name in form.fields}
        client.post(address(tournament), sent(tournament) | again | {"shown_preset": "66-b"})
        assert (fresh(tournament).rules_preset, fresh(tournament).rules_changed) == ("66-b", {})

    def test_where_only_games_count_only_their_number_is_asked(self, client: Client, tournament: Tournament) -> None:
        form = client.post(address(tournament), sent(tournament, preset="none")).context["form"]
        assert list(form.fields) == ["preset", "bummerl_points", "schneider_double"]
        given = {name: form[name].value() for name in form.fields} | {"bummerl_points": "5"}
        client.post(address(tournament), given | {"shown_preset": "none", "version": tournament.version})
        assert (fresh(tournament).rules_preset, fresh(tournament).rules_changed) == ("none", {"bummerl_points": 5})

    def test_sent_twice_it_is_done_once(self, client: Client, tournament: Tournament) -> None:
        given = sent(tournament, closed_count="at_close")
        assert client.post(address(tournament), given).status_code == 302
        assert client.post(address(tournament), given).status_code == 302
        assert tournament.journal.filter(kind="settings").count() == 1


class TestRefused:
    def test_contradictions_stand_at_both_fields_and_what_was_chosen_stays(
        self, client: Client, tournament: Tournament
    ) -> None:
        given = sent(tournament, exchange_needs_trick="yes", exchange_before_first_lead="yes")
        answer = client.post(address(tournament), given)
        assert answer.status_code == 422
        form = answer.context["form"]
        assert set(form.errors) == {"exchange_needs_trick", "exchange_before_first_lead"}
        assert form["exchange_needs_trick"].value() == "yes"
        assert fresh(tournament).rules_changed == {}

    def test_an_old_page_overwrites_nothing(self, client: Client, tournament: Tournament) -> None:
        given = sent(tournament, closed_count="at_close")
        Tournament.objects.update(version=tournament.version + 1)
        answer = client.post(address(tournament), given)
        assert answer.status_code == 409
        assert "Inzwischen hat jemand anderer" in answer.content.decode()
        assert fresh(tournament).rules_changed == {}

    def test_once_drawn_they_are_locked(self) -> None:
        tournament = drawn_tournament(*[1] * 8)
        client = client_for(tournament)
        text = client.get(address(tournament)).content.decode()
        assert "Steht fest, seit gelost ist." in text
        assert "disabled" in text
        assert client.post(address(tournament), sent(tournament, closed_count="at_close")).status_code == 422
        assert fresh(tournament).rules_changed == {}

    @pytest.mark.parametrize(
        "changed", [{"deck": "22"}, {"preset": "hinterzimmer"}, {"closed_count": ""}, {"cutting": "x" * 501}]
    )
    def test_what_no_page_offers(self, client: Client, tournament: Tournament, changed: dict[str, str]) -> None:
        assert client.post(address(tournament), sent(tournament, **changed)).status_code == 422

    @pytest.mark.parametrize("role", [Role.SCORER, Role.CASHIER])
    def test_others_may_not(self, tournament: Tournament, role: Role) -> None:
        assert client_for(tournament, role).get(address(tournament)).status_code == 403


def test_while_choosing_the_differences_and_contradictions_are_shown_and_nothing_is_stored(
    client: Client, tournament: Tournament
) -> None:
    given = sent(tournament, closed_count="at_close", exchange_needs_trick="yes", exchange_before_first_lead="yes")
    answer = client.post(address(tournament), given | {"check": "1"}, headers={"HX-Request": "true"})
    text = answer.content.decode()
    assert answer.status_code == 200
    assert "<html" not in text
    assert "beim Zudrehen (finster)" in text
    assert text.count("widersprechen einander") == 1
    assert fresh(tournament).rules_changed == {}
