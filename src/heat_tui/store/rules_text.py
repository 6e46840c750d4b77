"""The rules in our own words, docs/rules.md, as chapters and rules."""

from __future__ import annotations

import functools
import importlib.resources
import re
from dataclasses import dataclass
from importlib.resources.abc import Traversable
from pathlib import Path

from heat_tui.language import translated
from heat_tui.store.reading import decoded

_CHAPTER = re.compile(r"## (?P<key>\w+)\. (?P<title>.+)")
_RULE = re.compile(r"- \*\*(?P<id>\w+(?:\.\d+)?)\*\* (?P<text>.+)")
_MARKS = re.compile(r"\*+")


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule: its id, such as "7.3", and its paragraphs in Markdown.

    A paragraph that begins with "- " is an item of a list below the one before; there are no other marks than
    `**bold**` and `*emphasis*`.
    """

    id: str
    written: tuple[str, ...]

    @property
    def paragraphs(self) -> tuple[str, ...]:
        """The paragraphs in the player's language."""
        return tuple(_in_language(each) for each in self.written)

    @property
    def words(self) -> str:
        """All of it as plain text on one line, to be searched."""
        return " ".join(without_marks(each.removeprefix("- ")) for each in self.paragraphs)


@dataclass(frozen=True, slots=True)
class Chapter:
    """One chapter; `key` is how its ids begin: "T", "7"."""

    key: str
    written_title: str
    rules: tuple[Rule, ...]

    @property
    def title(self) -> str:
        """The title in the player's language."""
        return translated(self.written_title)


@functools.cache
def rules() -> tuple[Chapter, ...]:
    """All chapters in their order. Raises OSError if the installation lacks the file."""
    file = _rules_file()
    return parse_rules(decoded(file.read_bytes(), str(file)))


def parse_rules(text: str) -> tuple[Chapter, ...]:
    """The chapters of a text in the shape of docs/rules.md; what stands before the first is left out.

    Raises ValueError for a line that is neither a heading nor belongs to a rule.
    """
    chapters: list[Chapter] = []
    for line in text.splitlines():
        if heading := _CHAPTER.fullmatch(line):
            chapters.append(Chapter(heading["key"], heading["title"], ()))
        elif chapters and line.strip():
            chapters[-1] = _with_line(chapters[-1], line)
    return tuple(chapters)


def chapter_of(rule_id: str) -> Chapter:
    """The chapter that a rule stands in. Raises KeyError for an id that no rule has."""
    for chapter in rules():
        if any(rule.id == rule_id for rule in chapter.rules):
            return chapter
    raise KeyError(rule_id)


def without_marks(text: str) -> str:
    """A paragraph without the marks of Markdown."""
    return _MARKS.sub("", text)


def _with_line(chapter: Chapter, line: str) -> Chapter:
    if rule := _RULE.fullmatch(line):
        added = (*chapter.rules, Rule(rule["id"], (rule["text"],)))
    elif chapter.rules and line.startswith("  - "):
        last = chapter.rules[-1]
        added = (*chapter.rules[:-1], Rule(last.id, (*last.written, line.strip())))
    else:
        raise ValueError(f"not a rule: {line}")
    return Chapter(chapter.key, chapter.written_title, added)


def _in_language(paragraph: str) -> str:
    if paragraph.startswith("- "):
        return "- " + translated(paragraph.removeprefix("- "))
    return translated(paragraph)


def _rules_file() -> Traversable:
    """The package's file as installed, or the checkout's, whose package has none."""
    packaged = importlib.resources.files("heat_tui") / "rules.md"
    return packaged if packaged.is_file() else Path(__file__).parents[3] / "docs" / "rules.md"
