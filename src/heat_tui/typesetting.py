"""The width of text in a terminal, and the places where its lines may be broken.

Text without wide letters is broken at blanks, and a long sum after a +. Chinese and Japanese have no blanks: a line may
be broken before and after every wide letter, but not before a full stop or a closing bracket, nor after an opening one
(kinsoku). In Japanese, which is recognised by its kana, a line is broken between phrases: a phrase ends with its
hiragana. In lines with wide letters, names that are not too long (`kept_whole`) are kept together.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise
from typing import Final

_WIDE: Final = re.compile(
    r"[\u2e80-\u303e\u3041-\ua4cf\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\U00020000-\U0003fffd]"
)
"""A wide letter or mark that lines may be broken at: Chinese, kana, full-width forms; Korean is broken at blanks."""

_COMMA: Final = re.compile("[,，、]")
_FIRST_WORD: Final = re.compile(r"[\s,，、]*[^\s,，、]+[\s,，、]*")

_WORD: Final = re.compile(r"\s*(?:(?=[\w()+-]{29})[\w()-]+\+|\S+\s*)")
"""A word with its blanks, or the first term of a sum of 29 characters or more, with its +."""

_NEVER_FIRST: Final = frozenset(
    "、。，．・：；？！ー〜～…‥’”）〕］｝〉》」』】〗ゝゞヽヾ々〻％℃"
    "ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶ"
    ",.:;!?)]}>%/…-"
)
"""The characters that must not begin a line; the hyphen is the one between a card's name and its number."""

_PATH: Final = re.compile("/[0-9A-Za-z]")
"""The start of a path, which may begin a line after a wide letter, unlike a slash between two wide letters."""

_NEVER_LAST: Final = frozenset("‘“（〔［｛〈《「『【〖([{<第+−±→〜～0123456789")
"""The characters after which a line breaks only at a blank: opening brackets, signs, and digits before counters."""

_KANA: Final = re.compile("[ぁ-ゖァ-ヺ]")
_WITHIN_PHRASE: Final = r"[ァ-ヺー]{2}|[々㐀-鿿][々㐀-鿿ァ-ヺ]|[\w」』）][ぁ-ゖ]"
"""Characters kept together in Japanese: katakana; kanji before kanji or katakana; letter or bracket before hiragana.

The pattern is compiled when a Japanese line is first broken, because compiling it takes 1 to 2 ms.
"""
_LONGEST_PHRASE: Final = 28
"""The maximum width, in cells, of a phrase or name that is kept together; a wider one would not fit narrow panels."""

_names: dict[str, list[str]] = {}
"""The names that are kept together in lines with wide letters, by first letter; `kept_whole` adds to them."""

FULL_STOPS: Final = ".。"
SENTENCE_ENDS: Final = (*FULL_STOPS, "?", "!", "？", "！")
"""The characters that end a sentence, in the scripts of the game's languages."""


def cell_len(text: str) -> int:
    """Return the number of terminal cells that a text fills, computed without Rich."""
    return len(text) if text.isascii() else sum(map(_cells, text))


def to_left(text: str, width: int) -> str:
    """Return a text padded on the right to `width` cells."""
    return text + " " * (width - cell_len(text))


def to_right(text: str, width: int) -> str:
    """Return a text padded on the left to `width` cells."""
    return " " * (width - cell_len(text)) + text


def to_middle(text: str, width: int) -> str:
    """Return a text padded on both sides to `width` cells, as `str.center` does."""
    spare = max(width - cell_len(text), 0)
    left = spare // 2 + (spare & width & 1)
    return " " * left + text + " " * (spare - left)


def aligned(rows: Sequence[Sequence[str]], *, right: Collection[int] = ()) -> list[str]:
    """Return the rows of a table as lines, their columns two blanks apart; columns without any text are left out.

    The columns whose indices are in `right` are right-aligned.
    """
    widths = [max(map(cell_len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            to_right(cell, width) if column in right else to_left(cell, width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
            if width
        ).rstrip()
        for row in rows
    ]


def column_width(heading: str, least: int) -> int:
    """Return the width of a column, in cells: `least`, or more if a heading that is not ASCII needs it."""
    return least if heading.isascii() else max(least, cell_len(heading) + 1)


def _cells(character: str) -> int:
    if unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def kept_whole(name: str) -> str:
    """Return the name unchanged, and keep it together from now on in lines with wide letters, unless it is too long."""
    if (" " in name or _WIDE.search(name)) and cell_len(name) <= _LONGEST_PHRASE:
        known = _names.setdefault(name[0], [])
        if name not in known:
            known.append(name)
    return name


def words(text: str) -> Iterator[tuple[int, int, str]]:
    """Yield the parts of a text between which a line may be broken: start, end, and the part with its blanks."""
    if not _WIDE.search(text):
        yield from ((*word.span(), word[0]) for word in _WORD.finditer(text))
        return
    within = _within_names(text)
    places = [place for place in range(1, len(text)) if place not in within and _may_break(text, place)]
    within_phrase, start = re.compile(_WITHIN_PHRASE) if _KANA.search(text) else None, 0
    for place, end in pairwise((*places, len(text))):
        ends_phrase = within_phrase is None or within_phrase.match(text, place - 1) is None
        if ends_phrase or cell_len(text[start:end].rstrip()) > _LONGEST_PHRASE:
            yield start, place, text[start:place]
            start = place
    yield start, len(text), text[start:]


def _within_names(text: str) -> set[int]:
    """Return the places in a text where a line break would split a name."""
    return {
        place
        for start, letter in enumerate(text)
        for name in _names.get(letter, ())
        if text.startswith(name, start)
        for place in range(start + 1, start + len(name))
    }


def _may_break(text: str, place: int) -> bool:
    """Return whether a line may be broken before the character at a place: after blanks, and at wide letters."""
    before, behind = text[place - 1], text[place]
    if before.isspace() or behind.isspace():
        return before.isspace() and not behind.isspace() and not text[:place].isspace()
    if before in _NEVER_LAST or (behind in _NEVER_FIRST and not _PATH.match(text, place)):
        return False
    return bool(_WIDE.match(before) or _WIDE.match(behind))


HELD: Final = "\ue000"
"""The stand-in for a blank at which a line must not break; wrapping breaks even at a no-break space (U+00A0)."""


def held(text: str) -> str:
    """Return a text in which `wrapped` breaks no line at a blank."""
    return text.replace(" ", HELD)


def wrapped(text: str, width: int, indent: str = "") -> list[str]:
    """Return the lines of a text, none wider than `width` cells unless a word is; all but the first are indented.

    A phrase of wide letters that is too wide for any line is split.
    """
    lines = [""]
    for _start, _end, word in words(text):
        fits = cell_len(word.strip()) <= width - cell_len(indent)
        breaks = () if fits else [place for place in range(1, len(word)) if _may_break(word, place)]
        for start, end in pairwise((0, *breaks, len(word))):
            part = word[start:end]
            if cell_len(lines[-1] + part.rstrip()) > width and lines[-1].strip():
                lines.append(indent + part.lstrip())
            else:
                lines[-1] += part
    return [line.rstrip().replace(HELD, " ") for line in lines]


_FULL_WIDTH: Final = {ord("\u3000"): " ", **{code: chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)}}
"""The ASCII characters, by the code points of their full-width forms."""


def narrow(text: str) -> str:
    """Return a text with an input method's full-width letters, digits and signs replaced by plain ones."""
    return text if text.isascii() else text.translate(_FULL_WIDTH)


def folded(text: str) -> str:
    """Return a text as it is compared: in lower case, without full-width letters, and with composed accents."""
    return unicodedata.normalize("NFC", narrow(text).casefold())


def listed(text: str) -> list[str]:
    """Return the items of a typed list, without blanks around them; commas of any script separate items."""
    return [each.strip() for each in _COMMA.split(text)]


def after_first_word(text: str) -> str:
    """Return the rest of a typed line after its first word; blanks or commas separate words."""
    return _FIRST_WORD.sub("", text, count=1)


def joined(first: str, second: str) -> str:
    """Return two sentences, or two lines of a paragraph, joined with a blank unless their script uses none there."""
    if not first or not second or _WIDE.match(first[-1]) or (_WIDE.match(second[0]) and first[-1] not in ".,:;!?"):
        return first + second
    return f"{first} {second}"
