"""The language of every sentence a person reads: a thin layer over gettext.

Sentences are written `_("space {space} is flooded").format(space=7)`: the message is looked up
first, at call time, so a translation installed later is used from then on.
"""

from __future__ import annotations

import gettext as _gettext

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
