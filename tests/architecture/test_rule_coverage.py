"""Every rule of docs/rules.md has a test that carries its id, or belongs to a module that is not built yet."""

import ast

import pytest

from tests.markers import marked, markers, rule_ids

NOT_BUILT_YET = frozenset(f"E{number}" for number in range(1, 14))
"""The rules of modules to come. Whoever writes the first test of one takes its id out; nothing is ever put in."""

BASE_GAME = tuple("VSTPFK123456789")
"""How the ids of the base game's chapters begin."""

EXAMPLES = frozenset((*range(1, 4), *range(5, 29), *range(35, 47)))
"""The worked examples that need none of these modules."""


def test_the_rules_are_numbered_once_each() -> None:
    ids = rule_ids()
    assert len(ids) == len(set(ids)) > 100
    assert {"V", "S1", "1.1", "7.3", "P4", "L9", "E13", "K2"} <= set(ids)


def test_every_rule_has_a_test_or_is_not_built_yet() -> None:
    tested = set(marked("rule"))
    assert [rule for rule in rule_ids() if rule not in tested and rule not in NOT_BUILT_YET] == []


def test_every_marker_names_a_rule() -> None:
    known = set(rule_ids())
    assert {rule: tests for rule, tests in marked("rule").items() if rule not in known} == {}


def test_what_is_not_built_yet_is_a_rule_without_a_test() -> None:
    assert [rule for rule in sorted(NOT_BUILT_YET) if rule not in set(rule_ids())] == []
    tests = marked("rule")
    assert {rule: tests[rule] for rule in sorted(NOT_BUILT_YET) if rule in tests} == {}


def test_the_base_game_is_built() -> None:
    assert [rule for rule in sorted(NOT_BUILT_YET) if rule.startswith(BASE_GAME)] == []


def test_every_worked_example_of_what_is_built_is_a_test() -> None:
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
