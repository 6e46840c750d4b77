"""Tunnel Vision: the Draft symbol (N2)."""

from __future__ import annotations

import pytest

from heat_tui.engine.decisions import Use
from heat_tui.engine.events import CarMoved, CornerTaken, Drafted
from tests.places import Place
from tests.tables import OFF, Table, driver, loop
from tests.upgrades import drive, offered, use


def drafting(gap: int, play: str = "frontwing-0a", *others: Place) -> Table:
    """Return the turn of a car that has revealed Draft cards, `gap` empty spaces behind the next car; a + counts 1."""
    gear = len(play.split())
    return drive(driver(5, gear=gear, play=play, deck="1 4 4 4 4 4"), driver(5 + landing(play) + gap + 1), *others)


def landing(play: str) -> int:
    """Return the distance of the move at the reveal."""
    return sum({"frontwing-0a": 1, "frontwing-6": 6, "frontwing-3": 3, "frontwing-2": 2}[card] for card in play.split())


@pytest.mark.rule("N2")
@pytest.mark.parametrize(("gap", "reached"), [(0, False), (1, True), (2, True), (3, True), (4, False)])
def test_draft_reaches_the_space_behind_the_next_car(gap: int, reached: bool) -> None:
    """frontwing-0a drafts up to 3 spaces."""
    table = drafting(gap)
    uses = offered(table, "draft")
    assert uses == ([Use("draft", "frontwing-0a", gap, 0, gap)] if reached else [])
    if reached:
        table.play(use("draft", "frontwing-0a", gap))
        moved = table.told(CarMoved, 0)[-1]
        assert (moved.cause, moved.end, moved.speed) == ("draft", 6 + gap, 1), "it adds nothing to the speed"
        assert offered(table, "draft") == []


@pytest.mark.rule("N2")
def test_the_nearest_car_counts_on_either_spot() -> None:
    assert offered(drafting(3, "frontwing-0a", driver(8, OFF)), "draft")[0].most == 1
    assert offered(drafting(2, "frontwing-0a", driver(6, OFF)), "draft")[0].most == 2, "a car beside is not ahead"


@pytest.mark.rule("N2")
def test_draft_symbols_add_up_and_the_smallest_sufficient_sum_is_used() -> None:
    """frontwing-3 drafts 1, frontwing-2 drafts 2, frontwing-0a drafts 3."""
    three = drafting(4, "frontwing-2 frontwing-3 frontwing-0a")
    assert offered(three, "draft")[0].most == 4
    three.play(use("draft", offered(three, "draft")[0].source, 4))
    assert sorted(three.told(Drafted)[0].sources) == ["frontwing-0a", "frontwing-3"]
    assert [charge.source for charge in three.race.view(0).charges if charge.symbol == "draft"] == ["frontwing-2"]
    two = drafting(2, "frontwing-2 frontwing-3 frontwing-0a")
    two.play(use("draft", "frontwing-2", 2))
    assert two.told(Drafted)[0].sources == ("frontwing-2",)
    assert offered(drafting(7, "frontwing-2 frontwing-3 frontwing-0a"), "draft") == []


@pytest.mark.rule("N2")
def test_unused_symbols_may_draft_again_behind_another_car() -> None:
    """A Boost after the first Draft opens a new gap, which the unused symbol can close."""
    table = drive(driver(5, gear=2, play="frontwing-3 frontwing-0a", deck="1 1 1 1 1 1"), driver(11, OFF), driver(14))
    table.play(use("draft", "frontwing-3", 1))
    assert table.car().at == 10
    assert offered(table, "draft") == [], "directly behind a car there is no way to go"
    table.play(use("scrap", "frontwing-3", 3))
    table.play(use("boost", "boost"))
    assert table.car().at == 11
    assert offered(table, "draft") == [Use("draft", "frontwing-0a", 2, 0, 2)]


@pytest.mark.rule("N2", "7.1")
def test_corners_crossed_by_a_draft_are_checked_at_the_speed_of_the_turn() -> None:
    track = loop(60, (7, 0), (50, 9))
    table = drive(driver(5, play="frontwing-0a", deck="1"), driver(9), track=track)
    table.play(use("draft", "frontwing-0a", 2)).pass_on()
    assert [(event.speed, event.heat) for event in table.told(CornerTaken, 0)] == [(1, 1)]


@pytest.mark.rule("N2")
def test_draft_may_cross_the_finish_line_and_laps_do_not_matter() -> None:
    """After the reveal, the other car is a lap and three spaces ahead, on space 2."""
    track = loop(60, laps=1)
    table = drive(driver(118, play="frontwing-0a", deck="1"), driver(182), track=track)
    assert offered(table, "draft") == [Use("draft", "frontwing-0a", 2, 0, 2)]
    table.play(use("draft", "frontwing-0a", 2))
    assert table.car().at == 121
    assert 0 in table.pass_on().race.finished


@pytest.mark.rule("N2")
def test_a_car_alone_has_nobody_to_draft_behind() -> None:
    """Draft 8 in all would reach around a lap of 8 spaces."""
    place = driver(2, gear=3, play="frontwing-0a frontwing-0a frontwing-2", deck="1 1 4")
    table = drive(place, track=loop(8, (2, 9)), last=(0,))
    assert len(table.race.cars) == 1
    assert table.uses()
    assert offered(table, "draft") == []
