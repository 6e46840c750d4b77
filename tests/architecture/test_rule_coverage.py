"""Every rule of docs/rules.md and every worked example has a test that carries its id."""

import ast

import pytest

from tests.markers import marked, markers, rule_ids

EXAMPLES = frozenset(range(1, 47))
"""The numbers of the worked examples."""


def test_the_rules_are_numbered_once_each() -> None:
    ids = rule_ids()
    assert len(ids) == len(set(ids)) > 100
    assert {"V", "S1", "1.1", "7.3", "P4", "L9", "E13", "K2"} <= set(ids)


def test_every_rule_has_a_test() -> None:
    tested = set(marked("rule"))
    assert [rule for rule in rule_ids() if rule not in tested] == []


def test_every_marker_names_a_rule() -> None:
    known = set(rule_ids())
    assert {rule: tests for rule, tests in marked("rule").items() if rule not in known} == {}


def test_every_worked_example_has_a_test() -> None:
    assert set(marked("example")) == EXAMPLES


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("@pytest.mark.rule('1.1')\n@pytest.mark.slow\ndef test_a(): ...", ["rule('1.1')", "slow"]),
        ("@pytest.mark.rule('1.1')\nasync def test_a(): ...", ["rule('1.1')"]),
        ("@pytest.mark.rule('1.1')\ndef helper(): ...", []),
        ("pytestmark = pytest.mark.rule('V')\ndef test_a(): ...", ["rule('V')"]),
        ("pytestmark = pytest.mark.rule('V')\ndef helper(): ...", []),
    ],
)
def test_only_the_markers_of_tests_are_read(source: str, found: list[str]) -> None:
    assert [ast.unparse(marker) for _, marker in markers(ast.parse(source))] == [
        f"pytest.mark.{name}" for name in found
    ]
