"""A Legend's move is described with the rule that decided it."""

from __future__ import annotations

import pytest

from heat_tui.modules.legends.events import LegendCardTurned, LegendDecided
from heat_tui.words.events import event_words, log_lines
from tests.tables import driver, legend, loop, turn

ROAD = loop(60, (20, 3, 14), (30, 5, 24), laps=2)
SHEET = turn(ROAD, driver(10), legend(5, colour="black")).race.rules.sheet


def decided(
    rule: str, target: int, *, diamond: int, helmet: int, corner: int | None = 0, stopped: bool = False, short: int = 0
) -> str:
    """Return the description of a Legend's decision on this road."""
    limit = 0 if corner is None else ROAD.corners[corner].limit
    return event_words(SHEET, LegendDecided(1, rule, corner, limit, diamond, helmet, stopped, target, short=short))


@pytest.mark.rule("L3")
def test_a_move_past_the_legends_line_is_described() -> None:
    assert decided("corner", 20, diamond=2, helmet=15) == (
        "Legend Black is past the legends line of corner 1: limit 3 plus diamond 2, 5 spaces."
    )
    assert decided("corner", 18, diamond=-2, helmet=15).endswith("1 space.")
    assert decided("corner", 30, diamond=9, helmet=15, stopped=True) == (
        "Legend Black is past the legends line of corner 1: limit 3 plus diamond 9 would be 12 spaces, "
        "but that would cross one corner too many, so it heads for space 30, the last before that corner."
    )


@pytest.mark.rule("L4")
def test_a_move_before_the_legends_line_is_described() -> None:
    assert decided("line", 18, diamond=2, helmet=15, short=2) == (
        "Legend Black is before the legends line of corner 1. Helmet 15 would cross the corner, "
        "so diamond 2 counts: space 18, 2 short of the last before the line."
    )
    assert decided("line", 20, diamond=0, helmet=15) == (
        "Legend Black is before the legends line of corner 1. Helmet 15 would cross the corner, "
        "so diamond 0 counts: space 20, the last before the line."
    )
    assert decided("line", 19, diamond=3, helmet=18, short=1) == (
        "Legend Black is before the legends line of corner 1. Helmet 18 would cross the corner, "
        "so diamond 3 counts, but Legend Black is already nearer to the line."
    )
    assert decided("helmet", 16, diamond=0, helmet=11) == (
        "Legend Black is before the legends line of corner 1, and helmet 11 stays short of the corner: 11 spaces."
    )


@pytest.mark.rule("L6")
def test_a_move_with_no_corner_left_is_described() -> None:
    assert decided("helmet", 180, diamond=1, helmet=12, corner=None) == (
        "Legend Black has no corner left before the finish line: helmet 12, 12 spaces."
    )


@pytest.mark.rule("L2", "L4")
def test_the_reason_and_the_move_are_one_line() -> None:
    table = turn(
        ROAD, driver(60, play="1"), driver(50), legend(5, colour="black"), then=(2,), legend_cards=(0,)
    ).pass_on()
    lines = [line.text for line in log_lines(table.race.rules.sheet, table.events)]
    assert "The round's Legend card is turned over." in lines
    assert (
        event_words(table.race.rules.sheet, LegendCardTurned(0, shuffled=True))
        == "All Legend cards have been used: they are shuffled, and the round's card is turned over."
    )
    assert (
        "Legend Black is before the legends line of corner 1. Helmet 16 would cross the corner, so diamond 2 counts: "
        "space 18, 2 short of the last before the line. Legend Black drives from space 5 to space 18, race line."
    ) in lines
