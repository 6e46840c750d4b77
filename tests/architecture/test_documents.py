"""The documents are true: paths, links, `make` targets, commands and options exist, and the READMEs agree."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

import click
import pytest

from heat_tui.cli.commands import heat_tui

ROOT: Final = Path(__file__).parents[2]
SOURCE: Final = ROOT / "src" / "heat_tui"
DOCUMENTS: Final = (*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").glob("*.md")), ROOT / "tracks" / "README.md")

OF_TODAY: Final = tuple(path for path in DOCUMENTS if path.name != "CHANGELOG.md")

PLACES: Final = (ROOT, SOURCE.parent, SOURCE, SOURCE / "tui", ROOT / "docs")
"""The folders that a path in a document may be relative to."""

MADE: Final = ("dist", "build", ".venv", "text/en/rules.md", "saves", "tracks", "settings")
"""Prefixes of paths that a command creates, or that the program creates in a player's folder."""

EXAMPLES: Final = frozenset({"modules/hands", "modules/cold_start", "locale/de", "text/de"})
"""Parts of paths that exist only after the reader has followed the document's example."""

_FENCES: Final = re.compile(r"^ *```.*?^ *```$", re.MULTILINE | re.DOTALL)
_CODE: Final = re.compile(r"`([^`\n]+)`")
_LINK: Final = re.compile(r"\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)")
_PATH: Final = re.compile(r"(?:[a-z_.]+/)+[\w.-]*|[\w-]+\.(?:py|toml|lock|md|tcss|json)")


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.stem)
def test_every_link_leads_somewhere(document: Path) -> None:
    broken = []
    for target, anchor in _LINK.findall(_prose(document)):
        path = (document.parent / target).resolve() if target else document
        if not path.exists() or (anchor and path.suffix == ".md" and anchor not in _anchors(path)):
            broken.append(f"{target}#{anchor}" if anchor else target)
    assert broken == []


@pytest.mark.parametrize("document", OF_TODAY, ids=lambda path: path.stem)
def test_every_path_exists(document: Path) -> None:
    lost = [path for path in _paths(document) if not any(_is_there(place / path) for place in PLACES)]
    assert lost == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.stem)
def test_every_target_of_make_exists(document: Path) -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z-]+):", makefile, re.MULTILINE))
    named = set(re.findall(r"(?:^|`)make ([a-z-]+)", document.read_text(encoding="utf-8"), re.MULTILINE))
    assert named <= targets


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.stem)
def test_every_command_and_option_exists(document: Path) -> None:
    text = document.read_text(encoding="utf-8")
    lines = re.findall(r"`(heat-tui [^`\n]+)`|^(?:\.venv/bin/)?(heat-tui [^\n#]+)", text, re.MULTILINE)
    assert [line for line in map("".join, lines) if _fault(line.split()[1:])] == []


@pytest.mark.point("F2")
@pytest.mark.parametrize("document", sorted(ROOT.glob("README*.md")), ids=lambda path: path.stem)
def test_every_readme_says_how_to_install_without_make(document: Path) -> None:
    text = document.read_text(encoding="utf-8")
    commands = (f"{tool} {what}" for tool in ("pipx install", "uv tool install") for what in (".", "dist/*.whl"))
    lacking = [command for command in (*commands, "pip wheel", "uv build --wheel") if command not in text]
    assert not lacking


@pytest.mark.parametrize("document", sorted(ROOT.glob("README.*.md")), ids=lambda path: path.stem)
def test_every_translated_readme_has_the_commands_and_pictures_of_the_english_one(document: Path) -> None:
    english, text = (each.read_text(encoding="utf-8") for each in (ROOT / "README.md", document))
    what = r"`heat-tui [^`\n]+`|^\| `[^|]+` \||^\$ .+$|docs/screenshots/[\w-]+\.svg"
    wanted = re.findall(what, english, re.MULTILINE)
    assert len(wanted) > 60
    assert [each for each in wanted if re.sub(r", (?=`)", "、", each) not in text] == []


def _prose(document: Path) -> str:
    return _FENCES.sub("", document.read_text(encoding="utf-8"))


def _paths(document: Path) -> Iterator[str]:
    for code in _CODE.findall(_prose(document)):
        path = code.rstrip("/")
        if _PATH.fullmatch(code) and "/" in code and not path.startswith(MADE) and not _is_example(path):
            yield path


def _is_example(path: str) -> bool:
    return any(example in path for example in EXAMPLES)


def _is_there(path: Path) -> bool:
    """Return whether a path exists; it may omit the extension of a module or contain a star."""
    return path.exists() or path.with_name(f"{path.name}.py").exists() or any(path.parent.glob(path.name or "*"))


@cache
def _anchors(document: Path) -> frozenset[str]:
    """Return the anchors of a document's headings, as a Markdown viewer generates them."""
    headings = re.findall(r"^#+ (.+)$", _prose(document), re.MULTILINE)
    return frozenset(re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings)


def _fault(words: list[str]) -> str:
    """Return the first command or option of a command line that does not exist, or "" if all do."""
    command: click.Command = heat_tui
    for word in words:
        if isinstance(command, click.Group) and word in command.commands:
            command = command.commands[word]
        elif word.startswith("--"):
            name = word.partition("=")[0].rstrip(",.;:")
            if name not in {"--help"} | {
                flag for option in command.params for flag in (*option.opts, *option.secondary_opts)
            }:
                return word
        elif isinstance(command, click.Group) and re.fullmatch("[a-z]+", word):
            return word
    return ""
