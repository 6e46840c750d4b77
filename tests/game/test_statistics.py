"""The figures of a race."""

from __future__ import annotations

from random import Random

import pytest

from heat_tui.engine import Race, RaceSetup
from heat_tui.engine.actions import DONE, Plan, Retire
from heat_tui.engine.events import (
    CardsDiscarded,
    CardsRevealed,
    CarFinished,
    CarMoved,
    GearShifted,
    HandCluttered,
    HeatPaid,
    RaceEnded,
    RaceStarted,
    RoundBegan,
    SpunOut,
    SuperCooled,
)
from heat_tui.game.figures.statistics import EVERY_FIGURE, HEAT_FIGURES, CarTally, Crossing, Tally, TurnTally, tally
from heat_tui.game.table.match import Match
from heat_tui.modules.championship.events import Eliminated
from heat_tui.modules.legends import Legends
from heat_tui.modules.mulligan import MulliganRule
from heat_tui.modules.mulligan.answer import Mulligan
from heat_tui.store.tracks import load_track, track_ids
from tests.saves.races import new_match, played, step
from tests.saves.seasons import new_season, step_on
from tests.tables import ADRENALINE_MOVE, BOOST, SLIPSTREAM, cool, driver, loop, planning, turn


def raced(setup: RaceSetup, seed: int) -> tuple[Race, Tally]:
    """Return a race played to its end at random, with its figures."""
    random = Random(seed)
    race = Race.start(setup)
    figures = Tally(race.rules.sheet, race.events)
    while (decision := race.decision) is not None:
        action = decision.sample(random.random)
        for event in race.play(action):
            figures.add(event)
    return race, figures


def heat_by_cause(car: CarTally) -> dict[str, int]:
    """Return the Heat that a car has paid, by the names of `HEAT_FIGURES`, without causes for which it paid nothing."""
    return {name: heat for name in HEAT_FIGURES if (heat := getattr(car, name))}


@pytest.mark.parametrize("track_id", track_ids())
def test_the_heat_of_every_engine_is_accounted_for(track_id: str) -> None:
    setup = RaceSetup(
        load_track(track_id),
        ("Ada", "Bo", "Cem"),
        seed=8,
        laps=2,
        handicap=(1,),
        retire=True,
        modules=(
            Legends(2),
            MulliganRule(),
        ),
    )
    race, figures = raced(setup, 3)
    for seat in range(3):
        car = figures.cars[seat]
        start = setup.track.heat - (1 if seat == 0 else 0)
        assert race.cars[seat].engine == start + car.cooled - car.heat_paid
        assert car.heat_paid == sum(heat_by_cause(car).values())
        assert car.corners >= car.corners_over >= car.spins
    for legend in figures.cars[3:]:
        assert (legend.heat_paid, legend.top_speed, legend.spins, legend.corners) == (0, 0, 0, 0)
        assert legend.rounds > 0


def test_the_places_end_with_the_result() -> None:
    race, figures = raced(RaceSetup(load_track("usa"), ("Ada", "Bo"), seed=5, laps=1, modules=(Legends(3),)), 2)
    assert figures.rounds == race.round
    for place, index in enumerate(race.standings, start=1):
        car = figures.cars[index]
        assert car.places[-1] == place
        assert len(car.places) == car.rounds + 1
    grids = sorted(car.places[0] for car in figures.cars)
    assert grids == [1, 2, 3, 4, 5]


def test_one_turn_matches_a_count_by_hand() -> None:
    table = turn(
        loop(60, (12, 3)),
        driver(70, gear=1, play="1", hand="heat heat 1 1 2 2 3", engine=6, deck="4 4"),
        driver(78),
        last=(0,),
    )
    table.play(cool(2), ADRENALINE_MOVE, BOOST)
    assert table.car().at == 76
    ada = Tally(table.race.rules.sheet, table.events).cars[0]
    assert (ada.top_speed, ada.boosts, ada.cooled, ada.spins) == (6, 1, 2, 0)
    assert heat_by_cause(ada) == {"heat_boost": 1, "heat_corner": 3}
    assert ada.heat_paid == 4
    assert (ada.corners, ada.corners_over) == (1, 1)


def test_a_turn_is_recorded_with_its_crossings() -> None:
    table = turn(
        loop(60, (12, 3)),
        driver(70, gear=1, play="1", hand="heat heat 1 1 2 2 3", engine=6, deck="4 4"),
        driver(78),
        last=(0,),
    )
    table.play(cool(2), ADRENALINE_MOVE, BOOST)
    counted = Tally(table.race.rules.sheet)
    for event in (RaceStarted((1, 0)), RoundBegan(1, (1, 0)), *table.events):
        counted.add(event)
    ada = counted.cars[0]
    assert (ada.start_place, ada.gear_1, ada.rounds_first, counted.cars[1].rounds_first) == (2, 1, 0, 1)
    assert (ada.adrenaline_rounds, ada.adrenaline_spaces, ada.boost_spaces) == (1, 1, 4)
    assert counted.crossings == [Crossing(1, 0, 1, 0, 1, speed=6, limit=3, heat=3, spun=False)]
    assert counted.crossings[0].over == 3
    assert ada.turns == [
        TurnTally(1, 60, 76, gear=1, speed=6, heat_paid=4, cooled=2, boosted=True, adrenaline=True, over=3)
    ]


@pytest.mark.parametrize(
    ("before", "gear", "heat", "surcharge", "up", "down", "flooded"),
    [(1, 3, 1, 0, 1, 0, 0), (4, 2, 1, 0, 0, 1, 0), (4, 2, 2, 1, 0, 1, 1), (3, 2, 1, 1, 0, 0, 1), (2, 3, 0, 0, 0, 0, 0)],
)
def test_heat_for_shifting_two_gears_and_for_water_is_counted(
    before: int, gear: int, heat: int, surcharge: int, up: int, down: int, flooded: int
) -> None:
    figures = Tally(planning(loop(), driver(60), driver(59)).race.rules.sheet)
    figures.add(GearShifted(0, before, gear, heat, surcharge))
    ada = figures.cars[0]
    assert (ada.shift_up_heat, ada.shift_down_heat, ada.flooded_heat, ada.heat_paid) == (up, down, flooded, heat)


def test_stress_discards_and_clutter_match_a_count_by_hand() -> None:
    figures = Tally(planning(loop(), driver(60), driver(59)).race.rules.sheet)
    for event in (
        RoundBegan(1, (0, 1)),
        CardsRevealed(0, ("4", "stress", "stress")),
        CardsDiscarded(0, 2),
        HandCluttered(1, ("heat", "stress")),
        RoundBegan(2, (0, 1)),
        CardsDiscarded(0, 1),
    ):
        figures.add(event)
    ada, bo = figures.cars
    assert (ada.stress_played, ada.discarded, ada.cluttered) == (2, 3, 0)
    assert (bo.stress_played, bo.discarded, bo.cluttered) == (1, 0, 1)
    assert [turn.cluttered for turn in bo.turns] == [True, False]


def test_a_blocked_move_falls_short_and_a_spin_out_goes_back() -> None:
    figures = Tally(planning(loop(60, (12, 1)), driver(60), driver(59)).race.rules.sheet)
    figures.add(RoundBegan(1, (0, 1)))
    figures.add(CarMoved(0, "reveal", 9, 68, 75, 0, 9, (1, 1)))
    figures.add(CarMoved(0, "adrenaline", 1, 75, 75, 0, 10, (1, 1)))
    figures.add(SpunOut(0, 0, 10, 1, 9, 6, 2, 3, 75, 72, 0))
    ada = figures.cars[0]
    assert (ada.blocked_spaces, ada.adrenaline_spaces, ada.top_speed) == (3, 0, 10)
    assert (ada.spins, ada.spin_stress, ada.spin_spaces, ada.heat_paid, ada.heat_spin) == (1, 2, 3, 6, 6)
    assert figures.crossings == [Crossing(1, 0, 1, 0, 1, speed=10, limit=1, heat=6, spun=True)]
    assert (ada.turns[0].end, ada.turns[0].blocked, ada.turns[0].spun) == (72, 3, True)


def test_a_spin_out_that_eliminates_its_driver_loses_no_spaces() -> None:
    figures = Tally(planning(loop(60, (12, 1)), driver(60), driver(59)).race.rules.sheet)
    for event in (RoundBegan(1, (0, 1)), SpunOut(0, 0, 10, 1, 9, 6, 0, 3, 75, 72, 0), Eliminated(0)):
        figures.add(event)
    ada = figures.cars[0]
    assert (ada.spins, ada.spin_stress, ada.spin_spaces) == (1, 0, 0)


def test_the_gaps_of_an_eliminated_car_end_with_the_round_before() -> None:
    table = planning(loop(60), driver(60), driver(59))
    figures = Tally(table.race.rules.sheet, begun=table.race.view(None))
    for event in (
        RoundBegan(1, (0, 1)),
        CarMoved(0, "reveal", 4, 60, 64, 0, 4, ()),
        CarMoved(1, "reveal", 4, 59, 63, 0, 4, ()),
        RoundBegan(2, (0, 1)),
        CarMoved(0, "reveal", 4, 64, 68, 0, 4, ()),
        Eliminated(0),
    ):
        figures.add(event)
    running = figures.gaps(0)
    figures.add(RoundBegan(3, (1,)))
    assert running == figures.gaps(0) == [0, 0]


def test_the_time_includes_the_distance_to_the_line_and_the_gaps_end_with_the_winner() -> None:
    table = planning(loop(60), driver(60), driver(59))
    sheet = table.race.rules.sheet
    figures, line = Tally(sheet, begun=table.race.view(None)), sheet.finish
    for event in (
        RoundBegan(1, (0, 1)),
        CarMoved(0, "reveal", line - 64, 60, line - 4, 0, 9, ()),
        CarMoved(1, "reveal", line - 69, 59, line - 10, 0, 9, ()),
        RoundBegan(2, (0, 1)),
        CarMoved(0, "reveal", 16, line - 4, line + 12, 0, 16, ()),
        CarMoved(1, "reveal", 9, line - 10, line - 1, 0, 9, ()),
        CarFinished(0, 1),
        RoundBegan(3, (1,)),
        CarMoved(1, "reveal", 4, line - 1, line + 3, 0, 4, ()),
        CarFinished(1, 2),
        RaceEnded((0, 1)),
    ):
        figures.add(event)
    assert [car.time for car in figures.cars] == [1.25, 2.25]
    assert [car.rounds_first for car in figures.cars] == [2, 0]
    assert (figures.gaps(0), figures.gaps(1)) == ([0, 0, 0], [1, 6, 13])


def test_a_car_that_finishes_in_a_round_whose_beginning_was_not_counted_has_rounds_but_no_time() -> None:
    table = planning(loop(60), driver(60), driver(59), driver(58))
    sheet, view = table.race.rules.sheet, table.race.view(None)
    figures, line = Tally(sheet, begun=view), sheet.finish
    for event in (
        CarFinished(0, 1),
        RoundBegan(view.round + 1, (1, 2)),
        CarMoved(1, "reveal", line - 56, 59, line + 3, 0, 9, ()),
        CarFinished(1, 2),
        RaceEnded((0, 1, 2)),
    ):
        figures.add(event)
    assert [car.time for car in figures.cars] == [None, 1.98, None]
    assert [car.rounds for car in figures.cars] == [1, 2, 2], "the rounds before count too"
    assert [car.rounds_first for car in figures.cars] == [0, 0, 0]
    assert [figures.gaps(car) for car in range(3)] == [[], [], []], "nobody leads on the track after the winner"
    assert figures.margin is None


def test_cars_that_have_finished_before_the_counting_begins_keep_their_places() -> None:
    table = planning(loop(), driver(60), driver(59), driver(130, status="finished"), retire=True)
    view = table.race.view(None)
    figures = Tally(table.race.rules.sheet, begun=view)
    figures.add(RoundBegan(view.round + 1, (0, 1)))
    assert [car.place for car in figures.cars] == [2, 3, 1]
    assert [car.rounds_first for car in figures.cars] == [0, 0, 0]


def test_every_figure_has_its_own_words() -> None:
    words = [each.words for each in EVERY_FIGURE.values()]
    assert len({*words}) == len(words)
    assert all(isinstance(getattr(CarTally(), name), int | None) for name in EVERY_FIGURE)


def test_the_races_of_a_season_keep_their_log() -> None:
    match, random = new_season("a custom season with everything"), Random(5)
    now: list[Tally] = []
    while not match.over:
        step_on(match, random)
        if match.race_over and len(now) < len(match.races):
            now.append(tally(match))
    assert [each.race_over for each in match.races] == [True] * 3
    for record, counted in zip(match.races, now, strict=True):
        assert tally(record).cars == counted.cars
        assert record.controllers == match.controllers
        assert record.log[-1].events[-1] in record.events
        assert [each.place for each in counted.cars] == [
            record.standings.index(car) + 1 for car in range(len(now[0].cars))
        ]
    assert match.races[-1].events == match.events


def test_a_slipstream_matches_a_count_by_hand() -> None:
    table = turn(loop(), driver(70, play="1"), driver(72))
    table.play(DONE, SLIPSTREAM)
    figures = Tally(table.race.rules.sheet, table.events).cars[0]
    assert (figures.slipstream_spaces, figures.top_speed) == (2, 1)


def test_a_spin_out_matches_a_count_by_hand() -> None:
    table = turn(loop(60, (12, 1)), driver(70, gear=2, play="4 3", engine=2))
    table.play(DONE)
    (spun,) = table.told(SpunOut)
    ada = Tally(table.race.rules.sheet, table.events).cars[0]
    assert (spun.paid, heat_by_cause(ada)) == (2, {"heat_spin": 2})
    assert (ada.spins, ada.corners, ada.corners_over) == (1, 1, 1)


def test_shift_and_mulligan_match_a_count_by_hand() -> None:
    match = new_match("italy, two people, mulligan and handicap")
    match.play(Mulligan(take=True))
    match.play(Mulligan(take=False))
    hand = match.view(0).hand
    cards = tuple([card for card in hand if card != "heat"][:3])
    match.play(Plan(3, cards))
    step(match, Random(1))
    ada = tally(match).cars[0]
    assert ada.heat_hand == 1
    assert ada.heat_shift == 1


def test_heat_for_cards_and_super_cool_count_too() -> None:
    figures = Tally(planning(loop(), driver(60), driver(59)).race.rules.sheet)
    for event in (HeatPaid(0, "turbo-7", 2), HeatPaid(0, "wings-3", 1), SuperCooled(0, "intake-3", 1)):
        figures.add(event)
    assert heat_by_cause(figures.cars[0]) == {"heat_card": 3}
    assert (figures.cars[0].heat_paid, figures.cars[0].cooled) == (3, 1)


def test_a_retiring_driver_has_not_driven_in_that_round() -> None:
    table = planning(loop(), driver(60), driver(59), driver(130, status="finished"), retire=True)
    figures = Tally(table.race.rules.sheet)
    figures.add(RoundBegan(1, (0, 1)))
    for event in table.race.play(Retire()):
        figures.add(event)
    assert (figures.cars[0].rounds, figures.cars[1].rounds) == (0, 1)
    table = planning(loop(), driver(60), driver(59), driver(130, status="finished"), retire=True)
    figures = Tally(table.race.rules.sheet, table.race.play(Retire()), table.race.view(None))
    assert [car.rounds for car in figures.cars] == [0, 1, 0], "the finish was before the counting began"


def test_undone_choices_do_not_count() -> None:
    match = new_match("usa, a person and 3 Legends")
    random = Random(1)
    for _ in range(20):
        step(match, random)
    before = tally(Match.resume(match.saved(), store=None)).cars
    for _ in range(6):
        step(match, random)
    assert tally(match).cars != before
    match.take_back(6)
    assert tally(match).cars == before


def test_the_figures_of_a_match_follow_from_its_events() -> None:
    match = new_match("spain, practice")
    for _ in played(match, Random(5)):
        pass
    counted = Tally(match.sheet, match.events)
    assert tally(match).cars != counted.cars
    counted.close(match.view(None), match.standings)
    assert tally(match).cars == counted.cars
    assert tally(match).rounds > 1
