"""The recipes of `docs/adding-*.md`, carried out on a copy of the source.

A recipe is the code below a heading. The first line of a block names a file below `src/heat_tui` and, unless the file
is new, a line in it: the code goes above or below that line, or replaces it. Blocks without such a line are skipped.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from tests.cli.program import environment

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "heat_tui"

_BLOCK = re.compile(r"^(?P<indent> *)```\w*\n(?P<first>[^\n]*)\n(?P<code>.*?)^ *```$", re.MULTILINE | re.DOTALL)
_FENCED = re.compile(r"(^ *```.*?^ *```$)", re.MULTILINE | re.DOTALL)
_ADDRESS = re.compile(
    r"(?:#|<!--) (?P<file>[\w/]+\.(?:py|md))(?:, (?P<place>above|below|in place of): (?P<line>.+?))?(?: -->)?"
)


class Recipe:
    """The code below a heading of a document, and the name of the script that tries out the result."""

    def __init__(self, document: str, heading: str, trial: str) -> None:
        text = (ROOT / "docs" / document).read_text(encoding="utf-8")
        level, _blank, _words = heading.partition(" ")
        _before, found, rest = f"\n{text}".partition(f"\n{heading}\n")
        assert found, f"docs/{document} has no heading {heading!r}"
        self.trial = trial
        self.name = f"docs/{document}, {heading!r}"
        parts = _FENCED.split(rest)
        # Every second part is code, where a "#" begins a comment.
        headed = (
            place
            for place in range(0, len(parts), 2)
            if re.search(rf"^#{{1,{len(level)}}} ", parts[place], re.MULTILINE)
        )
        self._text = "".join(parts[: next(headed, len(parts)) + 1])

    @property
    def files(self) -> set[str]:
        """The paths, relative to `src/heat_tui`, of the files that the recipe touches."""
        return {address["file"] for address, _code in self._blocks()}

    def carry_out(self, folder: Path) -> Path:
        """Apply the recipe to a copy of the source in a folder, and return the folder to import it from."""
        source = folder / "src" / "heat_tui"
        _copy(SOURCE, source, {SOURCE / file for file in self.files})
        for other in ("tracks", "docs"):
            (folder / other).symlink_to(ROOT / other)
        for address, code in self._blocks():
            path = source / address["file"]
            if address["line"] is None:
                assert not path.exists(), f"{self.name}: {address['file']} is not new"
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(code, encoding="utf-8")
                continue
            lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
            places = [place for place, line in enumerate(lines) if line.strip() == address["line"]]
            assert len(places) == 1, f"{self.name}: {address['file']} has {len(places)} lines {address['line']!r}"
            start = places[0] + (address["place"] == "below")
            lines[start : places[0] + (address["place"] == "in place of")] = [code]
            path.write_text("".join(lines), encoding="utf-8")
        return source.parent

    def _blocks(self) -> Iterator[tuple[re.Match[str], str]]:
        for block in _BLOCK.finditer(self._text):
            address = _ADDRESS.fullmatch(block["first"].strip())
            if address is not None:
                code = re.sub(rf"^{block['indent']}", "", block["code"], flags=re.MULTILINE)
                yield address, code


def _copy(source: Path, target: Path, changed: set[Path]) -> None:
    """Copy a package's files in `changed` and its compiled files, and link all others."""
    target.mkdir(parents=True)
    parents = {parent for path in changed for parent in path.parents}
    for path in source.iterdir():
        if path in parents:
            _copy(path, target / path.name, changed)
        elif path in changed:
            shutil.copy(path, target)
        elif path.name == "__pycache__":
            shutil.copytree(path, target / path.name)
        else:
            (target / path.name).symlink_to(path)


def carried_out(recipe: Recipe, folder: Path, arguments: Sequence[str]) -> None:
    """Carry out a recipe in a folder, and assert that its trial with that copy of the game succeeds."""
    source = recipe.carry_out(folder)
    trial = [sys.executable, "-m", f"tests.architecture.trials.{recipe.trial}", *arguments]
    path = os.pathsep.join([str(source), str(ROOT)])
    env = environment(folder / "home", PYTHONPATH=path)
    done = subprocess.run(trial, capture_output=True, text=True, env=env, cwd=folder, check=False)
    assert done.returncode == 0, f"{recipe.name}: {done.stderr}"
