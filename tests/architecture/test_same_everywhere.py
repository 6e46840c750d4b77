"""The source has no construct whose result depends on the version of Python, the C library or the hash seed."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCES = Path(__file__).parents[2] / "src" / "heat_tui"

WITH_FLOATS = ("drivers", "game")
"""Packages in which floats are compared, ranked and shown: `math.fsum` adds floats, `exact.add_up` whole numbers."""

WITHOUT_FLOATS = ("engine", "modules")
"""Packages that count everything in whole numbers and fractions, which `sum` adds up exactly in any Python."""

EXACT = {"ceil", "comb", "factorial", "floor", "fsum", "gcd", "inf", "isfinite", "isqrt", "sqrt"}
"""The names in `math` that may be imported: their values are exact to the last bit with every C library."""

UNSURE = {"random", "statistics", "time"}
"""Modules whose results may differ between runs or versions of Python, except the floats of `random.Random(seed)`."""

SETS = {"set", "frozenset"}
IN_ORDER = {"dict", "enumerate", "iter", "list", "map", "max", "min", "next", "tuple", "zip"}
"""Functions whose result depends on the order of their argument, if only among equals."""


def faults(source: str, *, floats: bool = True) -> list[str]:
    """Return each construct whose result may differ between machines, after its line: "3: sum".

    Without `floats`, `sum` is a fault only if its argument divides or contains a float.
    """
    found: list[tuple[int, str]] = []
    for scope in _scopes(ast.parse(source)):
        names = {name for node in scope for name in _named_sets(node)}
        for node in scope:
            found += [(getattr(node, "lineno", 0), fault) for fault in _faults_of(node, names, floats=floats)]
    return [f"{line}: {fault}" for line, fault in sorted(found)]


def _scopes(tree: ast.Module) -> Iterator[list[ast.AST]]:
    """Yield the nodes outside functions, and then the nodes of each function."""
    waiting: list[ast.AST] = [tree]
    while waiting:
        scope, inner = [], [waiting.pop()]
        while inner:
            node = inner.pop()
            scope.append(node)
            for child in ast.iter_child_nodes(node):
                (waiting if isinstance(child, ast.FunctionDef) else inner).append(child)
        yield scope


def _faults_of(node: ast.AST, sets: set[str], *, floats: bool) -> Iterator[str]:
    match node:
        case ast.Call(func=ast.Name("sum"), args=[_, ast.Call(func=ast.Name("Fraction"))]):
            pass
        case ast.Call(func=ast.Name("sum"), args=args) if floats or any(map(_makes_floats, args)):
            yield "sum"
        case ast.Call(args=args) if any(isinstance(each, ast.Name) and each.id == "sum" for each in args):
            yield "sum"
        case ast.Call(func=ast.Name("pow" | "hash" as name)):
            yield name
        case ast.BinOp(op=ast.Pow(), left=left, right=right) if not (_is_whole(left) and _is_whole(right)):
            yield "**"
        case ast.Import(names=names) if {each.name for each in names} & (UNSURE | {"math"}):
            yield "import"
        case ast.ImportFrom(module=str(module), names=names) if module in UNSURE | {"math"}:
            if not {each.name for each in names} <= (EXACT if module == "math" else {"Random"}):
                yield f"from {module}"
        case ast.Attribute(value=ast.Call(func=ast.Name("Random")), attr=attr) if attr != "random":
            yield f"Random.{attr}"
    if any(_is_set(each, sets) for each in _in_order(node)):
        yield "the order of a set"


def _makes_floats(node: ast.expr) -> bool:
    """Return whether an expression divides or contains a float."""
    parts = [getattr(each, "op", getattr(each, "value", None)) for each in ast.walk(node)]
    return any(isinstance(each, ast.Div | float) for each in parts)


def _is_whole(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, int)


def _in_order(node: ast.AST) -> list[ast.expr]:
    """Return the expressions whose order may affect what an expression or a loop does."""
    match node:
        case ast.For(iter=each) | ast.Starred(value=each):
            return [each]
        case ast.ListComp(generators=generators) | ast.DictComp(generators=generators):
            return [each.iter for each in generators]
        case ast.Call(func=ast.Name(name), args=args) if name in IN_ORDER:
            return args
        case ast.Call(func=ast.Attribute(attr="join" | "extend" | "fromkeys"), args=args):
            return args
        case _:
            return []


def _is_set(node: ast.expr, names: set[str]) -> bool:
    match node:
        case ast.Set() | ast.SetComp():
            return True
        case ast.Call(func=ast.Name(name)):
            return name in SETS
        case ast.Name(name):
            return name in names
        case ast.GeneratorExp(generators=[first, *_]):
            return _is_set(first.iter, names)
        case ast.BinOp(left=left, right=right, op=ast.BitOr() | ast.BitAnd() | ast.Sub() | ast.BitXor()):
            return _is_set(left, names) or _is_set(right, names)
        case _:
            return False


def _named_sets(node: ast.AST) -> Iterator[str]:
    """Yield the names that a statement or an argument binds to sets."""
    match node:
        case ast.Assign(targets=[ast.Name(name)], value=value) if _is_set(value, set()):
            yield name
        case ast.AnnAssign(target=ast.Name(name), annotation=kind) | ast.arg(arg=name, annotation=ast.expr() as kind):
            if ast.unparse(kind).partition("[")[0] in SETS:
                yield name


@pytest.mark.point("N2")
@pytest.mark.parametrize("package", [*WITH_FLOATS, *WITHOUT_FLOATS])
def test_nothing_depends_on_the_version_of_python_or_on_the_c_library(package: str) -> None:
    sources = sorted((SOURCES / package).rglob("*.py"))
    found = {
        path.relative_to(SOURCES).as_posix(): told
        for path in sources
        if (told := faults(path.read_text(encoding="utf-8"), floats=package in WITH_FLOATS))
    }
    assert len(sources) > 10
    assert found == {}


@pytest.mark.parametrize(
    ("source", "fault"),
    [
        ("x = sum(turns)", "sum"),
        ("x = sum([part * chance for part in parts])", "sum"),
        ("x = [*map(sum, rows)]", "sum"),
        ("x = mu ** 2", "**"),
        ("x = 10 ** (gap / 400)", "**"),
        ("x = pow(2.0, y)", "pow"),
        ("x = sorted(cards, key=lambda card: hash(card))", "hash"),
        ("import math", "import"),
        ("from math import erf, sqrt", "from math"),
        ("from statistics import fmean", "from statistics"),
        ("import random", "import"),
        ("from random import shuffle", "from random"),
        ("x = Random(1).choice(cards)", "Random.choice"),
        ("from time import perf_counter", "from time"),
        ("for x in {1, 2}:\n    y(x)", "the order of a set"),
        ("x = [y for y in set(cards)]", "the order of a set"),
        ("x = [z for y in cards for z in set(y)]", "the order of a set"),
        ("x = {y: 1 for y in frozenset(cards) - {1}}", "the order of a set"),
        ("x = max({y.kind for y in cards}, key=worth)", "the order of a set"),
        ("x = tuple(y.kind for y in {*cards})", "the order of a set"),
        ("x = {*()}; y = tuple(x)", "the order of a set"),
        ("def f(x: set[str]):\n    return [*x]", "the order of a set"),
        ("x = ', '.join({y for y in cards})", "the order of a set"),
    ],
)
def test_each_of_these_would_be_found(source: str, fault: str) -> None:
    assert faults(source) == [f"{1 + source.count(chr(10))}: {fault}"] or faults(source) == [f"1: {fault}"]


@pytest.mark.parametrize(
    "source",
    [
        "x = fsum(turns)",
        "x = sum(chances, Fraction(0))",
        "from math import fsum, sqrt",
        "from random import Random\nx = Random(1).random",
        "x = 10 ** 6",
        "x = sorted({1, 2})",
        "x = len({1, 2})",
        "x = any(y in cards for y in {1, 2})",
        "def f(x: set[str]):\n    pass\ndef g(x: list[str]):\n    return [*x]",
    ],
)
def test_none_of_these_is_a_fault(source: str) -> None:
    assert faults(source) == []


def test_whole_numbers_are_added_with_sum_in_code_without_floats() -> None:
    assert faults("x = sum(counts)", floats=False) == []
    assert faults("x = sum(count / 2 for count in counts)", floats=False) == ["1: sum"]
    assert faults("x = sum(0.5 for _ in counts)", floats=False) == ["1: sum"]
