"""Made-up languages that reveal untranslated words and the room that other languages need.

In the first, every message is in brackets, and its letters are replaced by wide ones. So in a race whose names contain
no plain letters, text outside brackets or any plain letter at all was not translated. In the second, letters have
accents, and everything is 40 % longer than in English. The third is written in hiragana.
"""

from __future__ import annotations

import functools
import gettext
import re
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from string import ascii_letters, ascii_lowercase
from typing import Final
from unittest import mock

from heat_tui import language

RULES = Path(__file__).parents[2] / "docs" / "rules.md"
OPEN, CLOSE = "⟦", "⟧"
PLAIN_LETTER = re.compile("[A-Za-z]")
PLACEHOLDER = re.compile(r"(\{[^{}]*\})")
WIDE = {letter: letter + 0xFEE0 for letter in (*range(ord("A"), ord("Z") + 1), *range(ord("a"), ord("z") + 1))}
ACCENTED = str.maketrans(ascii_letters, "ȧƀƈḓḗƒɠħīĵķŀḿƞǿƥɋřşŧŭṽẇẋẏẑȦƁƇḒḖƑƓĦĪĴĶĿḾȠǾƤɊŘŞŦŬṼẆẊẎẐ")
LONGER = 0.4
"""The fraction by which every message is lengthened."""

CODE = "pseudo"
"""The code of these languages, which names the folders of their long texts."""

_HIRAGANA = str.maketrans(ascii_lowercase + " '", "あいうえおかきくけこさしすせそたちつてとなにぬねのはひふ")

_PHRASE = re.compile("[A-Za-z']+(?: [a-z]+)*")
_STRUCTURE = re.compile(r"( *(?:#+ |- )?)(.*)")
_STRUCTURE_OF_RULES = re.compile(r"(## \w+\. |- \*\*[\w.]+\*\* |  - )(.*)")


class PseudoTranslations(gettext.NullTranslations):
    """Translations in brackets and wide letters; `messages` collects the messages that were looked up."""

    def __init__(self) -> None:
        super().__init__()
        self.messages: set[str] = set()

    @staticmethod
    def reword(message: str) -> str:
        """Return the message in the made-up language, its placeholders untouched."""
        return OPEN + _between_gaps(message, lambda part: part.translate(WIDE)) + CLOSE

    def gettext(self, message: str) -> str:
        self.messages.add(message)
        return self.reword(message)

    def pgettext(self, context: str, message: str) -> str:
        return self.gettext(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)


class LongTranslations(PseudoTranslations):
    """Translations in which letters have accents and some are doubled."""

    @staticmethod
    def reword(message: str) -> str:
        """Return the message in the made-up language, its placeholders untouched."""
        return _between_gaps(message, lambda part: _lengthened(part).translate(ACCENTED))


class WideTranslations(PseudoTranslations):
    """Translations in wide letters without blanks, one for every two English letters, so that widths stay the same.

    Words keep every second letter, so that the name of a card is not found in unrelated words.
    """

    @staticmethod
    def reword(message: str) -> str:
        """Return the message in the made-up language, its placeholders untouched."""
        return _between_gaps(
            message, lambda part: _PHRASE.sub(lambda words: words[0][::2].lower().translate(_HIRAGANA), part)
        )


@contextmanager
def spoken(translation: PseudoTranslations) -> Iterator[None]:
    """Use a made-up language for the messages and the long texts."""
    language.install(translation, CODE)
    try:
        with mock.patch.object(language, "TEXTS", _texts(translation.reword).folder):
            yield
    finally:
        language.install(gettext.NullTranslations())


_ENGLISH: Final = language.TEXTS / language.ENGLISH


class _Texts:
    """The long texts in a made-up language, while the tests run."""

    def __init__(self, reword: Callable[[str], str]) -> None:
        self._kept = tempfile.TemporaryDirectory()
        self.folder = Path(self._kept.name)
        english = _ENGLISH
        for file in (*english.rglob("*.md"), RULES):
            structure = _STRUCTURE_OF_RULES if file == RULES else _STRUCTURE
            name = file.name if file == RULES else file.relative_to(english)
            lines = [_reworded_line(line, structure, reword) for line in file.read_text(encoding="utf-8").splitlines()]
            (self.folder / CODE / name).parent.mkdir(parents=True, exist_ok=True)
            (self.folder / CODE / name).write_text("\n".join(lines) + "\n", encoding="utf-8")


@functools.cache
def _texts(reword: Callable[[str], str]) -> _Texts:
    return _Texts(reword)


def _reworded_line(line: str, structure: re.Pattern[str], reword: Callable[[str], str]) -> str:
    parts = structure.fullmatch(line)
    if parts is None or not parts[2]:
        return line
    words, brace, key = parts[2].partition(" {#")
    return parts[1] + reword(words) + brace + key


def _between_gaps(message: str, change: Callable[[str], str]) -> str:
    """Return a message with the text between its placeholders changed."""
    parts = PLACEHOLDER.split(message)
    return "".join(part if PLACEHOLDER.fullmatch(part) else change(part) for part in parts)


def _lengthened(text: str) -> str:
    """Return a text with doubled letters spread over it, longer by about the fraction `LONGER`."""
    owed, longer = 0.5, ""
    for each in text:
        owed += LONGER
        longer += each
        if owed >= 1 and each.isalpha():
            longer += each
            owed -= 1
    return longer


def untranslated(text: str) -> str:
    """Return the part of a text that did not go through the translation, "" if all did."""
    outside = outside_brackets(text)
    return outside if outside.strip() else "".join(PLAIN_LETTER.findall(text))


def outside_brackets(text: str) -> str:
    """Return the text without everything in brackets, which may be nested. Raises ValueError if they do not match."""
    depth, outside = 0, ""
    for each in text:
        if each == OPEN:
            depth += 1
        elif each == CLOSE:
            depth -= 1
            if depth < 0:
                raise ValueError(f"too many closing brackets: {text}")
        elif not depth:
            outside += each
    if depth:
        raise ValueError(f"a bracket is left open: {text}")
    return outside
