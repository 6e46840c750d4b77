"""The language of every sentence a person reads: a thin layer over gettext.

Sentences are written `_("space {space} is flooded").format(space=7)`: the message is looked up
first, at call time, so a translation installed later is used from then on.
"""

from __future__ import annotations

import gettext as _gettext
from typing import NamedTuple

_installed: _gettext.NullTranslations = _gettext.NullTranslations()


def install(translation: _gettext.NullTranslations) -> None:
    """Use this translation from now on; `gettext.NullTranslations()` brings English back."""
    global _installed
    _installed = translation


def _(message: str) -> str:
    """The message in the installed language, itself where that has none."""
    return _installed.gettext(message)


def ngettext(singular: str, plural: str, n: int) -> str:
    """The form of the message that the installed language uses for n things."""
    return _installed.ngettext(singular, plural, n)


def translated(message: str) -> str:
    """Like `_`, for a message that is no literal where it is shown: marked elsewhere, or a paragraph of the rules."""
    return _installed.gettext(message)


def N_(message: str) -> str:  # noqa: N802 - the usual name of gettext's mark for later translation
    """Mark a message of a table, which is translated when it is shown."""
    return message


class Plural(NamedTuple):
    """A message with a form for each number; `by` names the fact that is counted."""

    one: str
    many: str
    by: str

    def form(self, n: int) -> str:
        """Return the form that the installed language uses for n things."""
        return _installed.ngettext(self.one, self.many, n)


def NN_(one: str, many: str, by: str) -> Plural:  # noqa: N802 - as N_, for a message with a plural
    """Mark a message with a plural, which is chosen by the fact called `by` when it is shown."""
    return Plural(one, many, by)


Message = str | Plural
"""A marked message, with or without a plural."""
