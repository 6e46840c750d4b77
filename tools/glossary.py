"""Checks against docs/glossary.md: the game's terms in an English message, and whether its translation has them too."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

GLOSSARY: Final = Path(__file__).parents[1] / "docs" / "glossary.md"

CHECKED: Final = ("## Terms", "## Names")
"""The sections whose terms are checked."""

COLUMNS: Final = {"ja": 1, "zh_Hant": 2}
"""The columns of the glossary by language; English is in column 0."""

_BETWEEN: Final = " / "

_LETTER: Final = "[ぁ-ヺー一-鿿]"
_IN_BOTH: Final = {
    rf"{_LETTER}[:;,!?]|\}}[:;]": "the full-width sign",
    r"[“”‘’]|(?P<quote>[\"'])\{\w+\}(?P=quote)": "「」",
    rf"{_LETTER} (?:{_LETTER}|[A-Za-z0-9]|\{{(?!#|bar))|(?:[A-Za-z0-9]|(?<!bar)(?<!letter)\}}) {_LETTER}": "no blank",
}
FORBIDDEN: Final = {
    "ja": _IN_BOTH
    | {
        r"(?:[0-9]|\{(?:lost|flips)\})速(?:だけ)?(?:ぶん|分|ずつ|ごと|上げ|下げ|上が|下が|シフト)": "ギアを2つ",
        "一度に[0-9]速": "一度にギアを2つ",
        "山札": "ドローデッキ, デッキ",
        "極限のプレッシャー": "圧力鍋",
        "コンマ": "カンマ",
        "マシン": "コンピューター",
    },
    "zh_Hant": _IN_BOTH
    | {
        r"[升降高低每差](?:[0-9]|\{(?:lost|flips)\})檔|調整[0-9二]檔|一次[0-9二]檔": "兩個檔位",
        "蛇形": "蛇行",
        "強化傳奇車手": "進階傳奇車手",
        "觀眾人數破紀錄": "破紀錄的觀眾",
        "賽事經過": "賽事紀錄",
        "多越過彎道線": "多越過幾條彎道線",
        "為[^。，]{0,9}報廢": "因",
        "洗牌": "洗混",
        "計[劃畫]": "規劃",
        "牌庫": "牌堆",
        "佔": "占",
    },
}
"""Patterns that a translation must not contain, with what to write instead."""


class Term(NamedTuple):
    """A term in English, in one or more forms, and its possible translations in the languages of `COLUMNS`."""

    english: tuple[str, ...]
    said: dict[str, tuple[str, ...]]


@cache
def terms() -> tuple[Term, ...]:
    """Return the terms that are checked, in the order of the glossary."""
    parts = re.split(r"(?m)^(?=## )", GLOSSARY.read_text(encoding="utf-8"))
    return tuple(term for part in parts if part.startswith(CHECKED) for term in _rows(part))


def _rows(part: str) -> Iterator[Term]:
    """Yield the terms in the rows of a table, except its header row."""
    for line in re.findall(r"(?m)^\| (.+) \|$", part)[1:]:
        cells = [tuple(cell.strip().split(_BETWEEN)) for cell in line.split(" | ")]
        yield Term(cells[0], {code: cells[column] for code, column in COLUMNS.items()})


def terms_in(english: str) -> list[Term]:
    """Return the terms in a message, each once; of several at the same place, only the longest counts."""
    pattern, named = _pattern()
    found = (named[match.lastgroup or ""] for match in pattern.finditer(_without_gaps(english)))
    return [*{term.english: term for term in found}.values()]


def terms_lost(code: str, english: str, said: str) -> list[str]:
    """Return the terms of a message, in English, that are missing from its translation."""
    return [term.english[0] for term in terms_in(english) if not any(each in said for each in term.said[code])]


def forbidden_in(code: str, said: str) -> list[str]:
    """Return a note on each match of `FORBIDDEN` in a translation, with what to write instead."""
    return [
        f"{match[0]!r} should be {instead}"
        for pattern, instead in FORBIDDEN.get(code, {}).items()
        for match in re.finditer(pattern, said)
    ]


@cache
def _pattern() -> tuple[re.Pattern[str], dict[str, Term]]:
    """Return a pattern that finds all terms, the longest first, and the terms by the names of its groups."""
    forms = [(form, term) for term in terms() for form in term.english]
    forms.sort(key=lambda each: -len(each[0]))
    named = {f"t{number}": term for number, (_form, term) in enumerate(forms)}
    parts = [f"(?P<t{number}>{_form_pattern(form)})" for number, (form, _term) in enumerate(forms)]
    return re.compile(rf"(?<![\w-])(?:{'|'.join(parts)})(?![\w-])"), named


def _form_pattern(form: str) -> str:
    """Return a pattern for a form with its endings; a form in lower case may also begin a sentence."""
    if form[0].isupper():
        return re.escape(form) + "s?"
    endings = "s|d" if form.endswith("e") else f"s|es|ed|ing|{form[-1]}ing"
    return f"[{form[0]}{form[0].upper()}]{re.escape(form[1:])}(?:{endings})?"


def _without_gaps(message: str) -> str:
    """Return a message without the names in its placeholders, which are not part of its text."""
    return re.sub(r"\{[^{}]*\}", "{}", message)
