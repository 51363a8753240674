"""Archives: a tournament written out whole, and read back into this installation with nothing lost."""

from django.core.exceptions import ValidationError
from django.db import DatabaseError, IntegrityError, transaction
from django.utils.translation import gettext as _

from tournament import clock
from tournament.domain.archive import ArchiveError, dump, load
from tournament.domain.verification import verify
from tournament.models import ImportRecord, Tournament
from tournament.queries.archives import archive
from tournament.translated import translated

from .archive_rows import store
from .errors import NotFound, Problem, Refused, refuse

#: Somebody has to read them.
MOST_NAMED = 20


def export_archive(slug: str, *, with_secret: bool = False) -> str:
    """The archive file of a tournament, as of one moment: writers wait. Raises NotFound.

    `with_secret`: also the start of the secret chain of a tournament that is not finished: for backups only.
    """
    with transaction.atomic():
        tournament = Tournament.objects.select_for_update().filter(slug=slug).first()
        if tournament is None:
            raise NotFound(Problem("slug", _("Ein Turnier „%(slug)s“ gibt es hier nicht.") % {"slug": slug}))
        return dump(archive(tournament, with_secret=with_secret))


def import_archive(data: bytes, actor_name: str) -> str:
    """Read an archive back in one transaction; the slug of the tournament. Exported again it is the same, byte for byte.

    The secret chain is restored as far as the file has it: without its start (a running tournament exported without the
    secret) the next draw that is prepared begins a new chain with a new seal, and only from then on exports differ.
    The import is recorded outside the tournament, whose journal stays as it was.

    Raises ArchiveError for what is no archive or cannot be stored; Refused for a slug that is here already, and with
    every deviation of a file that contradicts itself (codes of the deviations).
    """
    content = load(data)
    if deviations := verify(content):
        problems = [
            Problem(str(each.code), f"{translated(each.where)}: {translated(each.text)}")
            for each in deviations[:MOST_NAMED]
        ]
        more = len(deviations) - MOST_NAMED
        if more > 0:
            problems.append(Problem("more", _("… und %(more)s weitere Abweichungen.") % {"more": more}))
        raise Refused(*problems)
    slug = str(content["tournament"]["slug"])
    if Tournament.objects.filter(slug=slug).exists():
        raise _slug_taken(slug)
    try:
        with transaction.atomic():
            store(content)
            ImportRecord.objects.create(slug=slug, digest=content["digest"], by=actor_name, at=clock.now())
    except IntegrityError as error:
        if Tournament.objects.filter(slug=slug).exists():
            raise _slug_taken(slug) from error
        raise ArchiveError(_cannot_be_stored(error)) from error
    except ArchiveError:
        raise
    except ValidationError as error:
        raise ArchiveError(_cannot_be_stored("; ".join(error.messages))) from error
    except (DatabaseError, KeyError, TypeError, ValueError, OverflowError) as error:
        raise ArchiveError(_cannot_be_stored(error)) from error
    return slug


def _slug_taken(slug: str) -> Refused:
    return refuse(
        "slug",
        _("Das Turnier „%(slug)s“ gibt es hier schon; ein Archiv überschreibt nie etwas.") % {"slug": slug},
    )


def _cannot_be_stored(why: object) -> str:
    return " ".join((_("Das Archiv kann nicht übernommen werden: %(why)s") % {"why": why}).split())
