"""Long texts in Markdown, a file for each language: help, lessons and rules."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache, reduce
from pathlib import Path

from heat_tui.engine.record import record
from heat_tui.language import text_files
from heat_tui.store.reading import decoded
from heat_tui.typesetting import joined

_CHAPTER = re.compile(r"## (?P<key>\w+)\. (?P<title>.+)")
_RULE = re.compile(r"- \*\*(?P<id>\w+(?:\.\d+)?)\*\* (?P<text>.+)")
_HEADING = re.compile(r"^#+ (.+?)(?: \{#([\w-]+)\})?$", re.MULTILINE)
_PARAGRAPH = re.compile(r"\n\s*\n|\n(?=- )")


@record
class Passage:
    """A heading and the paragraphs below it; a paragraph that begins with "- " is a list item."""

    title: str
    paragraphs: tuple[str, ...]


def passages(name: str) -> Mapping[str, Passage]:
    """Return the passages of a text by key: `{#key}` at the end of a heading, "" without one.

    Passages missing in the player's language are in English.
    """
    found: dict[str, Passage] = {}
    for file in reversed(text_files(name)):
        found |= _read(file)
    return found


@cache
def _read(file: Path) -> Mapping[str, Passage]:
    return parse_passages(decoded(file.read_bytes(), str(file)))


def parse_passages(text: str) -> dict[str, Passage]:
    """Return the passages of a Markdown text by key, in order."""
    _before, *parts = _HEADING.split(text)
    headed = zip(parts[::3], parts[1::3], parts[2::3], strict=True)
    return {
        key or "": Passage(title, tuple(map(_on_one_line, filter(str.strip, _PARAGRAPH.split(body)))))
        for title, key, body in headed
    }


def _on_one_line(paragraph: str) -> str:
    return reduce(joined, (" ".join(line.split()) for line in paragraph.splitlines()), "")


def without_marks(text: str) -> str:
    """Return a paragraph without its asterisks, the only Markdown marks in it."""
    return text.replace("*", "")


@record
class Rule:
    """One rule: its id, such as "7.3", and its paragraphs in Markdown.

    A paragraph that begins with "- " is a list item below the previous paragraph; the only other marks are `**bold**`
    and `*emphasis*`.
    """

    id: str
    paragraphs: tuple[str, ...]

    @property
    def words(self) -> str:
        """The whole rule as plain text on one line."""
        return reduce(joined, (without_marks(each.removeprefix("- ")) for each in self.paragraphs), "")


@record
class Chapter:
    """One chapter of the rules; `key` is the prefix of its rules' ids, such as "T" or "7"."""

    key: str
    title: str
    rules: tuple[Rule, ...]


def rules() -> tuple[Chapter, ...]:
    """Return all chapters of the rules in order, translated if possible.

    Raises OSError if the file is missing, BadFile or ValueError if it is damaged.
    """
    return _rules_of(next(iter(text_files("rules.md")), _RULES_OF_A_CHECKOUT))


_RULES_OF_A_CHECKOUT = Path(__file__).parents[3] / "docs" / "rules.md"
"""The English rules in a checkout; an installed package has them with the other texts."""


@cache
def _rules_of(file: Path) -> tuple[Chapter, ...]:
    return parse_rules(decoded(file.read_bytes(), str(file)))


def parse_rules(text: str) -> tuple[Chapter, ...]:
    """Return the chapters of a text in the format of docs/rules.md, without anything before the first heading.

    Raises ValueError for a line that is neither a heading nor part of a rule.
    """
    chapters: dict[tuple[str, str], dict[str, list[str]]] = {}
    rules: dict[str, list[str]] = {}
    for line in text.splitlines():
        if heading := _CHAPTER.fullmatch(line):
            rules = chapters[heading["key"], heading["title"]] = {}
        elif rule := _RULE.fullmatch(line):
            rules[rule["id"]] = [rule["text"]]
        elif rules and line.startswith("  - "):
            rules[next(reversed(rules))].append(line.strip())
        elif chapters and line.strip():
            raise ValueError(f"not a rule: {line}")
    return tuple(
        Chapter(key, title, tuple(Rule(id, tuple(paragraphs)) for id, paragraphs in found.items()))
        for (key, title), found in chapters.items()
    )


def chapter_of(rule_id: str) -> Chapter:
    """Return the chapter of a rule. Raises as `rules` does, and KeyError for an unknown id."""
    for chapter in rules():
        if any(rule.id == rule_id for rule in chapter.rules):
            return chapter
    raise KeyError(rule_id)
