"""The table of mutants matches the current project; `make mutants` then kills them."""

from __future__ import annotations

import pytest

from tests.markers import ROOT, marked, rule_ids
from tests.mutants.table import MUTANTS

ENOUGH = 60
"""The minimum number of rules that the mutants break."""


@pytest.mark.parametrize("file", sorted({mutant.file for mutant in MUTANTS}))
def test_the_mutants_of_a_file_can_be_applied(file: str) -> None:
    source = (ROOT / "src" / "heat_tui" / file).read_text(encoding="utf-8")
    for mutant in MUTANTS:
        if mutant.file == file:
            assert source.count(mutant.old) == 1, mutant
            assert mutant.old != mutant.new, mutant
            compile(source.replace(mutant.old, mutant.new), file, "exec")


def test_no_mutant_is_recorded_twice() -> None:
    assert len(set(MUTANTS)) == len(MUTANTS)


def test_enough_rules_are_broken_and_each_has_a_test() -> None:
    rules = {mutant.rule for mutant in MUTANTS}
    assert len(rules) >= ENOUGH
    assert rules <= set(rule_ids())
    tests = marked("rule")
    assert [rule for rule in sorted(rules) if not any(test.startswith("tests/rules/") for test in tests[rule])] == []
