"""`make catalogue`: collect the messages of the source, and bring the catalogue of every language up to date with them.

A language that is named and not there yet gets a catalogue. What of a translation cannot be used is said, and the exit
code is 1 then.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from string import Formatter
from typing import Final

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from heat_tui.language import CATALOGUES, ENGLISH, TEXTS, languages
from heat_tui.store.texts import parse_passages, parse_rules

ROOT: Final = Path(__file__).parents[1]
SOURCE: Final = ROOT / "src" / "heat_tui"
KEYWORDS: Final = {"_": None, "N_": None, "NN_": (1, 2), "ngettext": (1, 2)}
"""The calls that mark messages, and which of their arguments are messages."""

RULES: Final = "rules.md"


def main() -> int:
    """Update all catalogues, and those of the languages that are named."""
    parser = argparse.ArgumentParser(prog="make catalogue", description=__doc__)
    parser.add_argument("codes", nargs="*", metavar="CODE", help="a language to begin, such as de or pt_BR")
    codes = parser.parse_args().codes
    template = collected()
    write(template, CATALOGUES / "heat_tui.pot")
    faulty = False
    for code in sorted({*languages()[1:], *codes}):
        catalog = update(code, template)
        done = sum(bool(each.id) and not each.fuzzy and all(forms(each.string) or [""]) for each in catalog)
        print(f"{code}: {done} of {len(template)} messages are translated")
        for fault in (*message_faults(catalog), *text_faults(TEXTS / code)):
            faulty = True
            print(f"{code}: {fault}", file=sys.stderr)
    return int(faulty)


def collected() -> Catalog:
    """Return every message of the source, with the files where it is."""
    template = Catalog(project="heat-tui", charset="utf-8", fuzzy=False)
    for file, _line, message, comments, _context in extract_from_dir(
        SOURCE, method_map=[("**.py", "python")], keywords=KEYWORDS
    ):
        template.add(message, locations=[(f"src/heat_tui/{file}", 0)], auto_comments=comments)
    return template


def update(code: str, template: Catalog) -> Catalog:
    """Bring the catalogue of a language up to date; what has no translation yet is empty, or doubtful (fuzzy)."""
    path = catalogue_of(code)
    if path.is_file():
        with path.open("rb") as file:
            catalog = read_po(file, locale=code, abort_invalid=True)
    else:
        catalog = Catalog(locale=code, project="heat-tui", charset="utf-8", fuzzy=False)
    catalog.update(template)
    write(catalog, path)
    return catalog


def catalogue_of(code: str) -> Path:
    """Return where the catalogue of a language is."""
    return CATALOGUES / code / "LC_MESSAGES" / "heat_tui.po"


def write(catalog: Catalog, path: Path) -> None:
    """Write a catalogue; files are named without lines, so that it changes only when messages do."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        write_po(file, catalog, width=100, sort_by_file=True, include_lineno=False)


def message_faults(catalog: Catalog) -> Iterator[str]:
    """Yield a sentence for every translation with a gap that its message does not have."""
    for message in catalog:
        written, said = forms(message.id), forms(message.string)
        unknown = {gap for each in said for gap in gaps(each)} - {gap for each in written for gap in gaps(each)}
        if message.id and not message.fuzzy and unknown:
            yield f"there is no {{{min(unknown)}}} in {written[0]!r}"


def forms(words: str | Sequence[str] | None) -> tuple[str, ...]:
    """Return all forms of a message or of its translation."""
    return (words,) if isinstance(words, str) else tuple(words or ())


def text_faults(folder: Path) -> Iterator[str]:
    """Yield a sentence for everything in the long texts of a language that the English ones do not have, or the rules
    that they lack.
    """
    for path in sorted(folder.rglob("*.md")):
        name = path.relative_to(folder)
        english = ROOT / "docs" / RULES if str(name) == RULES else TEXTS / ENGLISH / name
        if not english.is_file():
            yield f"there is no text {name} in English"
            continue
        ours, theirs = path.read_text(encoding="utf-8"), english.read_text(encoding="utf-8")
        if str(name) == RULES:
            missing = set(rule_ids(theirs)) ^ set(rule_ids(ours))
        else:
            missing = {f"{{{gap}}}" for gap in gaps(ours) - gaps(theirs)} | (set(keys(ours)) - set(keys(theirs)))
        for each in sorted(missing):
            yield f"{name} and the English text differ in {each}"


def rule_ids(text: str) -> list[str]:
    """Return the ids of the chapters and rules of a text."""
    chapters = parse_rules(text)
    return [chapter.key for chapter in chapters] + [rule.id for chapter in chapters for rule in chapter.rules]


def keys(text: str) -> list[str]:
    """Return the keys of the headings of a text."""
    return [f"{{#{key}}}" for key in parse_passages(text) if key]


def gaps(text: str) -> set[str]:
    """Return the names of the gaps in a text; keys of headings are none."""
    return {name for _text, name, _spec, _conversion in Formatter().parse(text) if name and not name.startswith("#")}


if __name__ == "__main__":
    sys.exit(main())
