"""Match slips on paper: what lies on the table while a match is played."""

from dataclasses import dataclass

from django.db.models import Max, Q
from django.utils.translation import gettext as _

from tournament import links
from tournament.domain import card_rules
from tournament.domain.sheets import Options
from tournament.models import LIVE, Match, Outcome, Tournament

from .namesakes import where_from
from .printing import NothingToPrint
from .rounds import code_of, late_name


@dataclass(frozen=True, slots=True)
class SlipSide:
    """Who plays on one side."""

    card: int
    start_number: int
    name: str
    place: str


@dataclass(frozen=True, slots=True)
class Slip:
    """The slip of a match; `key` is its serial, `code` its number in the round (or P3), `to_win` the Bummerl that win it."""

    key: str
    code: str
    round: str
    table: int | None
    left: SlipSide
    right: SlipSide
    to_win: int
    link: str


@dataclass(frozen=True, slots=True)
class PrintedSlips:
    """The slips of a round in order of their numbers; `points`: what a Bummerl is counted down from."""

    pieces: tuple[Slip, ...]
    title: str
    points: int
    bummerl_word: str
    match_word: str


def resolve(tournament: Tournament, options: Options) -> Options:
    """Without a choice: the present round. A single match needs no round."""
    if options.match is not None:
        return Options(match=options.match)
    if options.round is not None:
        return options
    last = _last_round(tournament)
    return Options(round=last, changed=options.changed)


def printed_slips(tournament: Tournament, options: Options) -> PrintedSlips:
    """The matches of a round that are played, with the placement matches played beside it; or one match. Three queries at most."""
    found = Match.objects.filter(LIVE, tournament=tournament, left_card__isnull=False, right_card__isnull=False)
    found = found.exclude(outcome__in=[Outcome.BYE, Outcome.SELF])
    if options.match is not None:
        found = found.filter(serial=options.match)
        title = ""
    else:
        number = options.round or 0
        beside = Q(round=number - 1) | (Q(round=number) if number == _last_round(tournament) else Q(pk=None))
        found = found.filter((Q(stage="main") & Q(round=number)) | (~Q(stage="main") & beside))
        title = _("Runde %(round)s") % {"round": number}
    rows = sorted(
        found.select_related("left_card__owner", "right_card__owner", "table"),
        key=lambda m: (m.stage != "main", m.number),
    )
    if not rows:
        raise NothingToPrint(_("Für diese Runde ist noch keine Begegnung da. Zuerst auslosen."))
    where, base = where_from(tournament), links.public_address(tournament)
    rules = card_rules.rule_set(tournament.rules_preset, tournament.rules_changed)
    return PrintedSlips(
        tuple(_slip(tournament, row, where, base) for row in rows), title, rules.bummerl_points, tournament.bummerl_word,
        tournament.match_word,
    )  # fmt: skip


def _last_round(tournament: Tournament) -> int | None:
    last: int | None = tournament.matches.filter(LIVE, stage="main").aggregate(last=Max("round"))["last"]
    return last


def _slip(tournament: Tournament, row: Match, where: dict[int, str], base: str) -> Slip:
    sides = []
    for card in filter(None, (row.left_card, row.right_card)):
        owner = card.owner
        place = owner.place or owner.club
        # Namesakes of one place are told apart by their start number, which stands on the slip anyway.
        sides.append(SlipSide(card.number, owner.start_number, owner.name, place or where.get(owner.pk, "")))
    return Slip(
        key=str(row.serial), code=code_of(row), round=_round_name(row), table=row.table.number if row.table else None,
        left=sides[0], right=sides[1], to_win=row.bummerl_to_win,
        link=links.link(tournament, links.Opens.MATCH, row.serial, base=base),
    )  # fmt: skip


def _round_name(row: Match) -> str:
    if row.stage == "main":
        return late_name(row.numbers) or _("Runde %(round)s") % {"round": row.round}
    return str(row.get_stage_display())
