"""The last rounds: a driver for whom places count drives to gain places, not to save turns."""

from __future__ import annotations

import pytest

from heat_tui.drivers.evaluation import weigh
from heat_tui.drivers.outlook import Places, Rival
from heat_tui.drivers.style import STEADY, Style
from heat_tui.engine.actions import DONE
from heat_tui.engine.decisions import ReactDecision
from heat_tui.engine.track import Track
from tests.places import Place
from tests.tables import BOOST, driver, loop, turn

TRACK = loop(60, (20, 2), (57, 8))
"""Two laps; a corner with limit 8 is three spaces before the finish line, which is after place 180."""

PLACED = Style(place=5.0)
SPACE = 0.05


def boosts(style: Style, own: Place, *rivals: Place, track: Track = TRACK) -> bool:
    """Return whether a driver of a style who moves last in the round prefers a Boost in step 5."""
    table = turn(track, own, *rivals, last=(0,)).to(ReactDecision)
    weighed = weigh(table.race.view(0), table.asked(ReactDecision), style)
    turns = {one.action: one.turns for one in weighed}
    return turns[BOOST] < turns[DONE]


def home_with(threes: int) -> Place:
    """Return a car that moves two spaces past the finish line; it can pay for a Boost of 3, but not of 4."""
    deck = " ".join(["3"] * threes + ["4"])
    return driver(174, gear=2, engine=4, hand="1 1 2 2 3", deck=deck, play="4 4")


@pytest.mark.parametrize(("threes", "by_turns"), [(20, True), (9, False)])
def test_a_win_is_not_risked_and_a_place_is_not_given_up_without_a_fight(threes: int, by_turns: bool) -> None:
    """Alone past the finish line, nothing can be gained; two spaces behind another car, only the Boost can win."""
    for rival in (175, 184):
        assert boosts(STEADY, home_with(threes), driver(rival), driver(120)) == by_turns
    assert not boosts(PLACED, home_with(threes), driver(175), driver(120))
    assert boosts(PLACED, home_with(threes), driver(184), driver(120))


def test_heat_saved_during_the_race_is_spent_near_the_finish() -> None:
    def boosts_from(at: int, place: float) -> bool:
        car = driver(at, gear=4, engine=6, hand="1 2 3", deck="2 3 4", play="4 4 4 2")
        return boosts(Style(heat=0.3, place=place), car, driver(at + 15), driver(at - 20), track=loop(60))

    assert [boosts_from(at, 0.0) for at in (70, 150)] == [False, False]
    assert [boosts_from(at, 5.0) for at in (70, 150)] == [False, True]


@pytest.mark.rule("F1")
def test_an_earlier_finishing_round_ranks_first_and_then_the_distance_past_the_line() -> None:
    home = Rival(-2 * SPACE, 0.0, moved=True)
    among = Places([home])
    assert among.worth(-3 * SPACE) > 1
    assert among.worth(-2 * SPACE) == among.worth(-SPACE) == among.worth(0.3) == 0
    late = Places([Rival(0.3, 0.05, moved=True)])
    assert late.worth(0.0) == late.worth(-3 * SPACE) > 1
    assert 0 < late.worth(0.4) < late.worth(0.3) < 1


def test_a_car_that_has_yet_to_move_may_still_overtake() -> None:
    moved, waiting = (Places([Rival(0.3, 0.05, moved=moved)]) for moved in (True, False))
    assert 0 < waiting.worth(-0.2) < moved.worth(-0.2)
    assert waiting.worth(-0.2) < waiting.worth(-0.4)


def test_each_place_counts_and_the_win_counts_most() -> None:
    ahead, behind = Rival(-9 * SPACE, 0.0, moved=True), Rival(0.3, 0.05, moved=True)
    worth = [Places(rivals).worth(0.0) for rivals in ([ahead, ahead], [ahead, behind], [behind, behind])]
    assert 0 == worth[0] < worth[1] < worth[2] / 4
