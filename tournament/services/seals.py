"""The chain of secrets of a tournament that came here without its start: the next draw begins a new one."""

import secrets

from tournament.domain import psd1
from tournament.domain.journal_kinds import JournalKind
from tournament.models import SealChain, Tournament

from .base import Actor
from .journal import Note, log


def begin_chain_if_lost(tournament: Tournament, actor: Actor, number: int) -> str | None:
    """Make sure that draw `number` has a secret; the new seal if a chain had to be begun for it, else None.

    Inside a use case, before the FIELD of the draw is shown, so that the new seal is published before any public number.
    A chain that no draw has revealed anything of yet is replaced, one that was used stays with what it sealed.
    """
    chain = tournament.chains.filter(first_draw__lte=number).order_by("-first_draw").first()
    if chain is not None and chain.s0 is not None:
        return None
    s0 = secrets.token_hex(32)
    seal = psd1.seal_of(s0)
    SealChain.objects.update_or_create(
        tournament=tournament, first_draw=number, defaults={"seal": seal, "length": psd1.CHAIN_LENGTH, "s0": s0}
    )
    if chain is not None and chain.first_draw == number:
        note = Note(JournalKind.SETTINGS, "tournament", before={"seal": chain.seal}, after={"seal": seal})
        log(tournament, actor, note)
    return seal
