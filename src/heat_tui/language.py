"""The language of every sentence that a person reads: gettext, its catalogues, lists of things, and the long texts.

Sentences are written `_("space {space} is flooded").format(space=7)`: at each call, the message is looked up in the
language installed at that time, and then filled.

A language other than English is a folder in `locale` with a catalogue; any language may have a folder of long texts in
`text`. A catalogue is read as its translator wrote it, so no compiled file has to be built or kept up to date.
"""

from __future__ import annotations

import gettext as _gettext
import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

ENGLISH: Final = "en"
"""The language of the messages themselves."""

VARIABLE: Final = "HEAT_TUI_LANG"

CATALOGUES = Path(__file__).parent / "locale"
TEXTS = Path(__file__).parent / "text"
_CATALOGUE = Path("LC_MESSAGES") / "heat_tui.po"

_SAME: Final = {"zh": "zh_hant", "zh_hk": "zh_hant", "zh_mo": "zh_hant", "zh_tw": "zh_hant"}
"""The languages of Chinese locales without a script in their names; regions that write another script have no entry."""

LOCALE_VARIABLES: Final = ("LC_ALL", "LC_MESSAGES", "LANG")

_BETWEEN: Final = "\x04"
"""The separator between a context and its message, the same as in gettext catalogues."""

_installed: _gettext.NullTranslations = _gettext.NullTranslations()
_code = ENGLISH


def install(translation: _gettext.NullTranslations, code: str = ENGLISH) -> None:
    """Use this translation, and the long texts of this language, from now on.

    `gettext.NullTranslations()` switches back to English.
    """
    global _installed, _code
    _installed, _code = translation, code


def use(code: str) -> None:
    """Use the language with this code, one of `languages()`, from now on."""
    install(_gettext.NullTranslations() if code == ENGLISH else _catalogue(code), code)


def N_(message: str) -> str:  # noqa: N802 - gettext's usual name for deferred translation
    """Mark a message that is translated when it is shown."""
    return message


def _(message: str) -> str:
    """Return the message in the installed language, unchanged if it has no translation."""
    return _installed.gettext(message)


def ngettext(singular: str, plural: str, n: int) -> str:
    """Return the form of the message that the installed language uses for n things."""
    return _installed.ngettext(singular, plural, n)


def NC_(context: str, message: str) -> str:  # noqa: N802 - like N_, for a message with a context
    """Mark a message that has another meaning elsewhere; the context gives its meaning here."""
    return f"{context}{_BETWEEN}{message}"


def C_(context: str, message: str) -> str:  # noqa: N802 - like _, for a message with a context
    """Return, in the installed language, a message that has another meaning elsewhere."""
    return _installed.pgettext(context, message)


def translated(message: str) -> str:
    """Return the translation of a marked message, with or without a context."""
    context, between, words = message.rpartition(_BETWEEN)
    return _installed.pgettext(context, words) if between else _installed.gettext(words)


def translated_into(code: str, message: str) -> str:
    """Return the translation of a marked message without a context into the language with this code."""
    return message if code == ENGLISH else _catalogue(code).gettext(message)


def in_english(message: str) -> str:
    """Return a marked message in English, without its context."""
    return message.rpartition(_BETWEEN)[2]


class Plural(NamedTuple):
    """A message whose form depends on a number; `by` names the fact that is counted."""

    one: str
    many: str
    by: str

    def form(self, n: int) -> str:
        """Return the form that the installed language uses for n things."""
        return _installed.ngettext(self.one, self.many, n)


NN_: Final = Plural
"""The mark of a message with plural forms; when it is shown, the fact named by `by` selects the form."""

Message = str | Plural
"""A marked message, with or without a plural."""


def _joining(pair: str, end: str = "") -> Callable[[Sequence[str]], str]:
    """Return a function that joins texts two by two with a message; `end`, if given, adds the last of several."""

    def joined(items: Sequence[str]) -> str:
        text = "".join(items[:1])
        for number, item in enumerate(items[1:], start=2):
            form = translated(end if end and number == len(items) else pair)
            text = form.format(items=text, item=item, last=item)
        return text

    return joined


_COMMA: Final = N_("{items}, {item}")
_CLAUSES: Final = NC_("clauses", "{items}, {item}")

listing: Final = _joining(_COMMA, N_("{items} and {last}"))
"""A function that joins things, the last with "and"."""
clause_listing: Final = _joining(_CLAUSES, NC_("clauses", "{items} and {last}"))
"""A function that joins clauses, the last with "and"."""
choice: Final = _joining(_COMMA, N_("{items} or {last}"))
"""A function that joins alternatives, the last with "or"."""
row: Final = _joining(_COMMA)
"""A function that joins things with commas only."""
clause_row: Final = _joining(_CLAUSES)
"""A function that joins clauses with commas only."""
series: Final = _joining(N_("{items}; {item}"))
"""A function that joins things that contain commas, with semicolons between them."""


def languages() -> tuple[str, ...]:
    """Return the codes of all languages: English first, then the others, sorted."""
    found = {path.parent.parent.name for path in CATALOGUES.glob(f"*/{_CATALOGUE}")}
    return (ENGLISH, *sorted(found - {ENGLISH}))


def matching(code: str) -> str | None:
    """Return the language that a code or the name of a locale asks for, None if there is no such language.

    "de_AT.UTF-8" gives "de" if there is no "de_AT", and "zh_TW" gives "zh_Hant".
    """
    wanted = re.split("[.@]", code)[0].replace("-", "_").casefold()
    wanted = _SAME.get(wanted, wanted)
    known = {each.casefold(): each for each in languages()}
    parts = wanted.split("_")
    shorter = ("_".join(parts[:count]) for count in range(len(parts), 0, -1))
    return next((known[each] for each in shorter if each in known), None)


def of_locale(environ: Mapping[str, str]) -> str:
    """Return the language that the locale asks for; English if there is no such language."""
    named = next((environ[name] for name in LOCALE_VARIABLES if environ.get(name)), "")
    return matching(named) or ENGLISH


def name_of(code: str) -> str:
    """Return the name of a language in that language; its code if its catalogue does not give a name."""
    if code == ENGLISH:
        return "English"
    return _catalogue(code).messages.get(N_("the name of this language"), (code,))[0]


def text_files(name: str) -> list[Path]:
    """Return the existing files of a long text: the one in the installed language, then the English one."""
    files = [TEXTS / code / name for code in dict.fromkeys((_code, ENGLISH))]
    return [file for file in files if file.is_file()]


class Catalogue(_gettext.NullTranslations):
    """The translations of a catalogue; `plural` returns the index of the form for n things."""

    def __init__(self, messages: Mapping[str, tuple[str, ...]], plural: Callable[[int], int]) -> None:
        super().__init__()
        self.messages = messages
        self._plural = plural

    @classmethod
    def of(cls, code: str) -> Catalogue:
        """Read the catalogue of a language."""
        messages = read_catalogue((CATALOGUES / code / _CATALOGUE).read_text(encoding="utf-8"))
        header = "".join(messages.pop("", ()))
        rule = re.search(r"^Plural-Forms:.*\bplural=([^;\n]+)", header, re.MULTILINE)
        return cls(messages, _gettext.c2py(rule[1] if rule else "n != 1"))

    def gettext(self, message: str) -> str:
        return self.messages.get(message, (message,))[0]

    def pgettext(self, context: str, message: str) -> str:
        return self.messages.get(f"{context}{_BETWEEN}{message}", (message,))[0]

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """Return the form of a message for n things, in English if it has no translation."""
        forms, index = self.messages.get(msgid1), self._plural(n)
        if forms is None or index >= len(forms):
            return super().ngettext(msgid1, msgid2, n)
        return forms[index]


@cache
def _catalogue(code: str) -> Catalogue:
    return Catalogue.of(code)


_PART: Final = re.compile(
    r"^(?:(#,.*\bfuzzy\b)|"
    r'(msgctxt|msgid|msgid_plural|msgstr)(?:\[\d+\])?[ \t]+((?:".*"\s*)+))',
    re.MULTILINE,
)
_SHORT: Final = re.compile(
    r'\n\n(?:#: .*\n|#, python-brace-format\n)*msgid "([^"\\\n]+)"\nmsgstr "([^"\\\n]+)"(?=\n(?:\n|\Z))'
)
"""The pattern of most entries: a message and its translation on one line each; no plural, context or fuzzy flag."""
_QUOTED: Final = re.compile('"(.*)"')
_ESCAPED: Final = re.compile(r"\\(.)")
_ESCAPES: Final = {"n": "\n", "t": "\t", "r": "\r"}


def read_catalogue(text: str) -> dict[str, tuple[str, ...]]:
    """Return the translations in a `.po` file: all forms of a message by its singular, the header by "".

    A message that is not fully translated is left out, as is a fuzzy one other than the header. A message with a
    context has the key that `NC_` returns.
    """
    parts = _SHORT.split(text)
    messages: dict[str, tuple[str, ...]] = {
        message: (form,) for message, form in zip(parts[1::3], parts[2::3], strict=True)
    }
    context, message, doubtful, doubt = "", "", False, False
    for doubted, kind, quoted in _PART.findall("".join(parts[::3])):
        if doubted:
            doubt = True
        elif kind == "msgctxt":
            context = _unquoted(quoted) + _BETWEEN
        elif kind == "msgid":
            message, doubtful = context + _unquoted(quoted), doubt
            context, doubt = "", False
        elif kind == "msgstr" and not (doubtful and message):
            messages[message] = (*messages.get(message, ()), _unquoted(quoted))
    return {message: forms for message, forms in messages.items() if all(forms)}


def _unquoted(quoted: str) -> str:
    """Return a message with its quoted lines joined and its escapes resolved."""
    text = quoted.strip()
    whole = "".join(_QUOTED.findall(text)) if "\n" in text else text[1:-1]
    return _ESCAPED.sub(lambda found: _ESCAPES.get(found[1], found[1]), whole) if "\\" in whole else whole
