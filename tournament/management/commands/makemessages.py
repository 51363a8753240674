"""Collect the texts of the sources, those under this program's own names for gettext included."""

from django.core.management.commands import makemessages


class Command(makemessages.Command):
    """Django's command that also knows `noop` (marked now, translated where it is shown) and `_now` (beside a lazy `_`)."""

    xgettext_options = [*makemessages.Command.xgettext_options, "--keyword=noop", "--keyword=_now"]
