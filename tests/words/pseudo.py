"""A made-up language that shows which words never went through the translation.

Every message comes in brackets, and its letters are replaced by wide ones. So in a race whose names
hold no plain letters, text outside brackets or any plain letter at all was not translated.
"""

from __future__ import annotations

import gettext
import re

OPEN, CLOSE = "⟦", "⟧"
PLAIN_LETTER = re.compile("[A-Za-z]")
PLACEHOLDER = re.compile(r"(\{[^{}]*\})")
WIDE = {letter: letter + 0xFEE0 for letter in (*range(ord("A"), ord("Z") + 1), *range(ord("a"), ord("z") + 1))}


class PseudoTranslations(gettext.NullTranslations):
    """Brackets every message and widens its letters; `messages` collects what was asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.messages: set[str] = set()

    def gettext(self, message: str) -> str:
        self.messages.add(message)
        return OPEN + widened(message) + CLOSE

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)


def widened(message: str) -> str:
    """The message with wide letters, its placeholders untouched."""
    parts = PLACEHOLDER.split(message)
    return "".join(part if PLACEHOLDER.fullmatch(part) else part.translate(WIDE) for part in parts)


def untranslated(text: str) -> str:
    """What of a text did not go through the translation, "" if all did."""
    outside = outside_brackets(text)
    return outside if outside.strip() else "".join(PLAIN_LETTER.findall(text))


def outside_brackets(text: str) -> str:
    """The text without everything in brackets, which may be nested; ValueError if they do not match."""
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
