"""Translators can work: Babel finds every message, and no message is assembled at run time."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from string import Formatter

import pytest

from tools.strings import collected, forms

pytestmark = pytest.mark.xdist_group("messages")

SRC = Path(__file__).parents[2] / "src" / "heat_tui"
IMPORT_ALL = """
import gettext, importlib
from importlib.util import find_spec
from pathlib import Path
from heat_tui import language

class Unknown(gettext.NullTranslations):
    def gettext(self, message, *more):
        raise AssertionError(message)
    pgettext = ngettext = gettext

language.install(Unknown())
source = Path(language.__file__).parents[1]
needs_an_extra = {"env.py"} if find_spec("pettingzoo") is None else set()
files = [file for file in sorted(source.glob("heat_tui/**/*.py")) if file.name not in {"__main__.py", *needs_an_extra}]
for file in files:
    importlib.import_module(".".join(file.relative_to(source).with_suffix("").parts).removesuffix(".__init__"))
print(len(files))
"""
"""A program that imports every module while no message can be translated."""

MESSAGES = {"_": 1, "N_": 1, "NN_": 2, "ngettext": 2, "C_": 2, "NC_": 2}
"""The translation functions, each with the number of its arguments that are messages or the context of one."""


@cache
def calls() -> list[tuple[str, ast.Call]]:
    """Return every call of a translation function in the source, as (place, call)."""
    return [
        (f"{path.relative_to(SRC)}:{node.lineno}", node)
        for path in sorted(SRC.rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in MESSAGES
    ]


def messages(call: ast.Call) -> list[str | None]:
    """Return the messages of a call; None stands for one that is not a literal."""
    assert isinstance(call.func, ast.Name)
    given = call.args[: MESSAGES[call.func.id]]
    return [arg.value if isinstance(arg, ast.Constant) and isinstance(arg.value, str) else None for arg in given]


def test_every_message_is_a_literal() -> None:
    found = calls()
    assert len(found) > 150
    assert [where for where, call in found if None in messages(call)] == []


def test_no_refusal_without_facts_stays_in_english() -> None:
    """A refusal translates its sentence only if it has facts to fill in."""
    alone = re.compile(r"Refused\(\s*NC?_\(\s*(?:\"[^\"]*\"\s*)+\),?\s*\)")
    assert alone.search('raise Refused(N_("Type your name."))')
    assert [str(path) for path in sorted(SRC.rglob("*.py")) if alone.search(path.read_text(encoding="utf-8"))] == []


def test_babel_extracts_every_message() -> None:
    found = [each for each in collected() if each.id]
    extracted = {form for each in found for form in forms(each.id)} | {each.context for each in found if each.context}
    written = {message for _where, call in calls() for message in messages(call)}
    assert written == extracted


def test_no_message_is_looked_up_before_a_language_is_chosen() -> None:
    run = subprocess.run([sys.executable, "-c", IMPORT_ALL], capture_output=True, text=True, timeout=60, check=False)
    assert (run.returncode, run.stderr) == (0, "")
    assert int(run.stdout) > 100


def test_placeholders_have_names() -> None:
    for where, call in calls():
        for message in messages(call):
            assert message is not None
            names = [name for _text, name, _spec, _conversion in Formatter().parse(message) if name is not None]
            assert all(name.isidentifier() for name in names), (where, message)
