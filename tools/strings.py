"""`make strings`: collect the messages of the source, and update the catalogue of every language.

A language that is named but does not exist yet gets a catalogue. Missing and changed messages are counted; faults in
translations are reported, and the exit code is then 1.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Final

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from heat_tui import __version__
from heat_tui.language import CATALOGUES, ENGLISH, TEXTS, languages
from heat_tui.store.texts import parse_passages, parse_rules
from tools.glossary import COLUMNS, forbidden_in, terms_lost

ROOT: Final = Path(__file__).parents[1]
SOURCE: Final = ROOT / "src" / "heat_tui"
KEYWORDS: Final = {
    "_": None,
    "N_": None,
    "NN_": (1, 2),
    "ngettext": (1, 2),
    "C_": ((1, "c"), 2),
    "NC_": ((1, "c"), 2),
}
"""The calls that mark messages, and the positions of the messages, and of a context ("c"), among their arguments."""

RULES: Final = "rules.md"
TRANSLATORS: Final = "Heat TUI contributors"
WITHOUT: Final = "without:"
"""The start of a translator's comment that lists the terms and placeholders that a translation rightly leaves out."""


def main() -> int:
    """Update all catalogues, begin those of new languages that are named, and return 1 if there are faults, else 0."""
    parser = argparse.ArgumentParser(prog="make strings", description=__doc__)
    parser.add_argument("codes", nargs="*", metavar="CODE", help="a language to begin, such as de or pt_BR")
    codes = parser.parse_args().codes
    template = collected()
    faulty = False
    for code in sorted({*languages()[1:], *codes}):
        catalog = update(code, template)
        missing, fuzzy = len(untranslated(catalog)), sum(each.fuzzy for each in catalog if each.id)
        print(f"{code}: {len(template) - missing} of {len(template)} messages are translated, {fuzzy} have changed")
        for fault in (*message_faults(catalog, code), *text_faults(TEXTS / code)):
            faulty = True
            print(f"{code}: {fault}", file=sys.stderr)
    return int(faulty)


@cache
def collected() -> Catalog:
    """Return every message of the source, with the files that contain it."""
    template = Catalog(project="heat-tui", charset="utf-8", fuzzy=False)
    for file, _line, message, comments, context in extract_from_dir(
        SOURCE, method_map=[("**.py", "python")], keywords=KEYWORDS
    ):
        template.add(message, locations=[(f"src/heat_tui/{file}", 0)], auto_comments=comments, context=context)
    return template


def update(code: str, template: Catalog) -> Catalog:
    """Update or create the catalogue of a language; new messages are empty, or fuzzy with a similar translation."""
    path = catalogue_of(code)
    if path.is_file():
        with path.open("rb") as file:
            catalog = read_po(file, locale=code, abort_invalid=True)
        begun = catalog.creation_date
        catalog.update(template)
        catalog.creation_date = begun
        for message in catalog:
            if not any(forms(message.string)):  # a fuzzy match without any text
                message.flags.discard("fuzzy")
    else:
        catalog = Catalog(
            locale=code,
            header_comment="# The messages of Heat TUI; docs/adding-a-language.md says how they are translated.",
            project="heat-tui",
            version=__version__,
            last_translator=TRANSLATORS,
            language_team=TRANSLATORS,
            fuzzy=False,
        )
        catalog.update(template)
    write(catalog, path)
    return catalog


def catalogue_of(code: str) -> Path:
    """Return the path of the catalogue of a language."""
    return CATALOGUES / code / "LC_MESSAGES" / "heat_tui.po"


def read(code: str) -> Catalog:
    """Return the catalogue of a language as it is on disk."""
    with catalogue_of(code).open("rb") as file:
        return read_po(file, locale=code, abort_invalid=True)


def write(catalog: Catalog, path: Path) -> None:
    """Write a catalogue; files are listed without line numbers, so that it changes only when messages do."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        write_po(file, catalog, width=100, sort_by_file=True, include_lineno=False)


def untranslated(catalog: Catalog) -> list[str]:
    """Return the messages that are shown in English: those without a complete translation, and the fuzzy ones."""
    return [forms(each.id)[0] for each in catalog if each.id and (each.fuzzy or not all(forms(each.string) or [""]))]


def message_faults(catalog: Catalog, code: str) -> Iterator[str]:
    """Yield a sentence for every fault in the translations of a catalogue that are complete and not fuzzy."""
    for message in catalog:
        if message.id and not message.fuzzy and all(forms(message.string) or [""]):
            yield from faults_of(message, code, catalog.num_plurals)


def faults_of(message: Message, code: str, plurals: int) -> Iterator[str]:
    """Yield the faults of a translation in its forms, its placeholders, its terms and its wording."""
    written, said, without = forms(message.id), forms(message.string), without_of(message)
    name = repr(written[0])
    if len(said) != (plurals if len(written) > 1 else 1):
        yield f"{name} has {len(said)} forms"
    known = {gap for each in written for gap in gaps(each)}
    for gap in sorted({gap for each in said for gap in gaps(each)} - known):
        yield f"there is no {{{gap}}} in {name}"
    if plurals == 1:  # a language with several forms may leave the number out of one
        for gap in sorted(gaps(written[-1]) - gaps(said[0])):
            if f"{{{gap}}}" not in without:
                yield f"{{{gap}}} is lost in {name}"
    if code in COLUMNS:
        for term in terms_lost(code, written[-1], said[0]):
            if term not in without:
                yield f"there is no {term!r} of the glossary in {said[0]!r}, for {name}"
    for form in said:
        for found in forbidden_in(code, form):
            yield f"{found} in {form!r}"


def without_of(message: Message) -> set[str]:
    """Return the terms and placeholders that the translator says are left out."""
    said = [each.removeprefix(WITHOUT) for each in message.user_comments if each.startswith(WITHOUT)]
    return {word.strip() for each in said for word in each.split(",")}


def forms(words: str | Sequence[str] | None) -> tuple[str, ...]:
    """Return all forms of a message or of its translation."""
    return (words,) if isinstance(words, str) else tuple(words or ())


def text_faults(folder: Path) -> Iterator[str]:
    """Yield a sentence for every fault of a language's long texts, such as keys or rules unlike the English ones."""
    for path in sorted(folder.rglob("*.md")):
        name = path.relative_to(folder)
        english = ROOT / "docs" / RULES if str(name) == RULES else TEXTS / ENGLISH / name
        if not english.is_file():
            yield f"there is no text {name} in English"
            continue
        ours, theirs = path.read_text(encoding="utf-8"), english.read_text(encoding="utf-8")
        for found in forbidden_in(folder.name, ours):
            yield f"{name}: {found}"
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
    """Return the keys of a text's headings, such as "{#rules}", in order."""
    return [f"{{#{key}}}" for key in parse_passages(text) if key]


def gaps(text: str) -> set[str]:
    """Return the names of the placeholders in a text; the keys of headings are not placeholders."""
    return {name for _text, name, _spec, _conversion in Formatter().parse(text) if name and not name.startswith("#")}


if __name__ == "__main__":
    sys.exit(main())
