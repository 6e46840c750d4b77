"""The rules and worked examples that the tests claim to prove, read from their markers."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]


def rule_ids() -> list[str]:
    """Return the ids of the rules in the order of docs/rules.md."""
    text = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    return re.findall(r"^- \*\*([A-Z]?\d*(?:\.\d+)?)\*\*", text, re.MULTILINE)


@cache
def marked(name: str) -> dict[str | int, list[str]]:
    """Return the arguments of `pytest.mark.<name>(...)` on test functions and modules, each with its tests.

    A test is given as its file, from the root of the project, and its name: "tests/x/test_y.py::test_z".
    """
    found: dict[str | int, list[str]] = {}
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        source = path.read_text(encoding="utf-8")
        for test, marker in markers(ast.parse(source, str(path))) if f"pytest.mark.{name}" in source else ():
            if isinstance(marker, ast.Call) and ast.unparse(marker.func) == f"pytest.mark.{name}":
                for argument in marker.args:
                    tests = found.setdefault(ast.literal_eval(argument), [])
                    tests.append(f"{path.relative_to(ROOT).as_posix()}::{test}")
    return found


def markers(tree: ast.Module) -> Iterator[tuple[str, ast.expr]]:
    """Yield the decorators of a module's tests, then the module's own mark for each test, each with the test's name."""
    functions = (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))
    tests = [function for function in functions if function.name.startswith("test_")]
    for test in tests:
        for decorator in test.decorator_list:
            yield test.name, decorator
    for node in tree.body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "pytestmark":
            for test in tests:
                yield test.name, node.value
