"""Messages and documents have no marks of translated text, such as docs/style.md lists; docstrings are imperative."""

from __future__ import annotations

import ast
import re
from itertools import chain
from pathlib import Path
from typing import Final

import pytest

from tools.strings import SOURCE, collected, forms

ROOT: Final = Path(__file__).parents[2]
MARKS: Final = re.compile(
    r"\b(?:"
    r"by lot|anew|so many|whoever|shall|can(?:not)? be had|to be had|mend(?:ed)?|for good|for ever|"
    r"tak(?:e|en|es) in (?:a|from|the race)|cop(?:y|ied) out|be(?:ing)? done with|done: not yet|the usual|part before|"
    r"at hand|stands? (?:alone|still|on the grid|here|in|at)|where the press stands|lies? (?:in|on|open|after|between)|"
    r"tells? of|is told|are told|foretold|there (?:is|are|can be) no|is no (?:card|number|gear|key)|"
    r"all the same|of itself|nothing but|none of that|does without|do without|comes? to light|came to light|"
    r"chance takes|goes on all|his|him|he"
    r")\b",
    re.IGNORECASE,
)
"""Expressions that a native reader stumbles over wherever they appear."""

TEXTS: Final = (
    *sorted((SOURCE / "text" / "en").rglob("*.md")),
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    *sorted(path for path in (ROOT / "docs").glob("*.md") if path.name not in ("style.md", "rules.md")),
)
"""English documents except the style sheet, which quotes the marks, and the rules, which have words of their own."""

BEGINNINGS: Final = re.compile(r"(?:What|Whether|Tell|So many|Who|All|Which|Away|Everything)\b")
"""Words that no docstring of a function may begin with, because it has to be imperative: "Return ..."."""


@pytest.mark.point("F3")
@pytest.mark.xdist_group("messages")
def test_no_message_bears_the_marks_of_translated_text() -> None:
    messages = chain.from_iterable(forms(message.id) for message in collected())
    assert [message for message in messages if MARKS.search(message)] == []


@pytest.mark.point("F3")
@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.stem)
def test_no_document_bears_the_marks_of_translated_text(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if MARKS.search(line)] == []


@pytest.mark.point("F3")
def test_docstrings_of_functions_are_imperative() -> None:
    found = [
        f"{path.relative_to(SOURCE)}: {words.splitlines()[0]}"
        for path in sorted(SOURCE.rglob("*.py"))
        if re.search(rf'"\s*{BEGINNINGS.pattern}', text := path.read_text(encoding="utf-8"))
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and (words := ast.get_docstring(node))
        and BEGINNINGS.match(words)
    ]
    assert found == []
