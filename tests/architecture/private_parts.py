"""The private names (with a leading underscore) of Textual, Rich and click that a file of the game uses."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path

SOURCE = Path(__file__).parents[2] / "src"
LIBRARIES = ("textual", "rich", "click")
OF_TUPLES = {"_asdict", "_fields", "_make", "_replace"}

_DEFINED = re.compile(r"\bself\.(_[a-z]\w*)\b[^=\n]*=(?!=)|\bdef (_[a-z]\w*)|^ +(_[a-z]\w*) *[:=][^=]", re.MULTILINE)


def private_parts(file: Path) -> set[str]:
    """Return the private names of the libraries that a file uses or overrides."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    of_bases = {node: _names_of_bases(file, node) for node in tree.body if isinstance(node, ast.ClassDef)}
    own = _defined(file).union(*map(_defined, _imported(tree)))
    found = set(_imported_names(tree))
    for top in tree.body:
        inherited = of_bases.get(top, set()) if isinstance(top, ast.ClassDef) else set()
        for node in ast.walk(top):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name in inherited:
                found.add(node.name)
            elif isinstance(node, ast.Attribute) and node.attr not in OF_TUPLES:
                of_self = isinstance(node.value, ast.Name) and node.value.id == "self"
                theirs = inherited if of_self else _of_libraries() - own
                if node.attr in theirs and ast.unparse(node.value) != "os":
                    found.add(node.attr)
    return found


def _imported_names(tree: ast.Module) -> Iterator[str]:
    """Yield the private modules and names that are imported from the libraries."""
    for node in ast.walk(tree):
        paths = [each.name for each in node.names] if isinstance(node, ast.Import | ast.ImportFrom) else []
        if isinstance(node, ast.ImportFrom):
            paths = [f"{node.module}.{path}" for path in paths]
        for path in paths:
            if path.split(".")[0] in LIBRARIES:
                yield from (part for part in path.split(".") if part.startswith("_"))


def _imported(tree: ast.Module) -> Iterator[Path]:
    """Yield the files of the game that a file's top-level `from ... import` statements name."""
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("heat_tui."):
            path = SOURCE.joinpath(*str(node.module).split("."))
            yield from (each for each in (path.with_suffix(".py"), path / "__init__.py") if each.exists())


def _names_of_bases(file: Path, node: ast.ClassDef) -> set[str]:
    """Return the private names defined by the library classes that a class inherits from."""
    module = import_module(".".join(file.relative_to(SOURCE).with_suffix("").parts))
    bases = [base for base in getattr(module, node.name).__mro__ if base.__module__.split(".")[0] in LIBRARIES]
    return set().union(*map(_names_of, bases))


@cache
def _names_of(base: type) -> set[str]:
    return _names_by_class(Path(inspect.getfile(base))).get(base.__name__, set())


@cache
def _names_by_class(file: Path) -> dict[str, set[str]]:
    """Return the private names that each class of a file defines."""
    text = file.read_text(encoding="utf-8")
    lines = text.splitlines(keepends=True)
    classes = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.ClassDef)]
    return {node.name: _names("".join(lines[node.lineno - 1 : node.end_lineno])) for node in classes}


@cache
def _of_libraries() -> set[str]:
    """Return all private names that the libraries define."""
    folders = (Path(str(import_module(each).__file__)).parent for each in LIBRARIES)
    return set().union(*(_defined(file) for folder in folders for file in folder.rglob("*.py")))


@cache
def _defined(file: Path) -> set[str]:
    return _names(file.read_text(encoding="utf-8"))


def _names(text: str) -> set[str]:
    return {name for found in _DEFINED.finditer(text) for name in found.groups() if name}
