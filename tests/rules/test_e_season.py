"""Seasons: their calendars, grids and points, and what is carried over (E1-E3, E5-E8)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from heat_tui.engine.actions import KEEP_ALL, Discard, NextRace, Plan
from heat_tui.engine.cards import BASIC_DECK, HEAT, STRESS
from heat_tui.engine.decisions import PickDecision, PlanDecision
from heat_tui.engine.events import HandFilled, RaceEnded
from heat_tui.engine.movement import position_order
from heat_tui.engine.record import IllegalAction, IllegalSetup
from heat_tui.modules.championship.calendar import (
    CUSTOM_RACES,
    SeasonRace,
    custom_calendar,
    events_of,
    year_calendar,
)
from heat_tui.modules.championship.event_rules import EVENTS
from heat_tui.modules.championship.events import PointsScored, SeasonEnded, SponsorshipsUsed
from heat_tui.modules.championship.season import RaceResult, Season, points_order, totals, wins
from heat_tui.modules.championship.state import NAME, pool_of
from heat_tui.modules.garage import Garage
from heat_tui.modules.legends import Legends
from heat_tui.modules.mulligan import MulliganRule
from heat_tui.modules.tournament import Tournament
from heat_tui.modules.weather import WeatherDrawn, WeatherShown
from heat_tui.store.tracks import load_track
from tests.paddock import ALL_SETS, CALM
from tests.seasons import OVAL, TRACKS, Told, of_year, setup_of, short, started

# E1


@pytest.mark.rule("E1")
@pytest.mark.parametrize(
    ("year", "races"),
    [
        ("1961", [("great_britain", 1), ("usa", 2), ("italy", 3)]),
        ("1962", [("italy", 4), ("great_britain", 5), ("france", 6)]),
        ("1963", [("usa", 7), ("great_britain", 8), ("france", 9), ("italy", 10)]),
        ("1964", [("japan", 11), ("france", 12), ("mexico", 13), ("japan", 14)]),
        ("1965", [("great_britain", 15), ("usa", 16), ("spain", 17), ("netherlands", 18)]),
    ],
)
def test_every_year_has_its_printed_races(year: str, races: list[tuple[str, int]]) -> None:
    calendar = year_calendar(year, TRACKS)
    assert [(race.track.id, race.event) for race in calendar] == races
    assert all(race.laps is None for race in calendar)


@pytest.mark.rule("E1")
def test_a_custom_season_has_different_tracks_and_no_event_twice() -> None:
    tracks = [*TRACKS.values()]
    numbers = [event.number for event in events_of(ALL_SETS)]
    assert sorted(numbers) == sorted(EVENTS)
    seen: set[tuple[str, ...]] = set()
    for seed in range(30):
        calendar = custom_calendar(tracks, numbers, CUSTOM_RACES, seed)
        assert len({race.track.id for race in calendar}) == len({race.event for race in calendar}) == 4
        assert calendar == custom_calendar(tracks, numbers, CUSTOM_RACES, seed)
        seen.add(tuple(race.track.id for race in calendar))
    assert len(seen) > 25
    assert {race.event for seed in range(60) for race in custom_calendar(tracks, numbers, 4, seed)} == set(numbers)


@pytest.mark.rule("E1")
def test_tracks_repeat_only_after_all_have_been_raced() -> None:
    tracks = [load_track(name) for name in ("usa", "italy", "france", "great_britain")]
    numbers = [event.number for event in events_of(("base",))]
    calendar = custom_calendar(tracks, numbers, 10, 3)
    assert len({race.track.id for race in calendar[:4]}) == len({race.track.id for race in calendar[4:8]}) == 4
    assert sorted(race.event for race in calendar) == [*range(1, 11)]
    for seed in range(10):
        chosen = custom_calendar(tracks, numbers, 4, seed, tracks[2:])
        assert [race.track for race in chosen[:2]] == tracks[2:]
        assert {race.track.id for race in chosen} == {track.id for track in tracks}
    with pytest.raises(ValueError, match="too few"):
        custom_calendar(tracks, numbers[:3], 4, 1)
    with pytest.raises(ValueError, match="too few"):
        custom_calendar([], numbers, 4, 1)


@pytest.mark.rule("E1")
@pytest.mark.parametrize(
    ("sets", "numbers"),
    [
        (("base",), range(1, 11)),
        (("base", "heavy_rain"), range(1, 15)),
        (("base", "tunnel_vision"), (*range(1, 11), *range(15, 19))),
    ],
)
def test_events_come_from_the_sets_in_use(sets: tuple[str, ...], numbers: range) -> None:
    assert [event.number for event in events_of(sets)] == [*numbers]


@pytest.mark.rule("E1")
@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"calendar": ()}, "calendar-length"),
        ({"calendar": tuple(SeasonRace(OVAL, CALM) for _ in range(11))}, "calendar-length"),
        ({"calendar": (SeasonRace(OVAL, 99),)}, "no-such-event"),
        ({"calendar": (SeasonRace(OVAL, 0),)}, "no-such-event"),
        ({"parts": (1, 2)}, "parts-of-calendar"),
        ({"parts": (2, 0)}, "parts-of-calendar"),
        ({"seats": ()}, "no-driver"),
        ({"level": "none"}, "no-such-level"),
    ],
    ids=str,
)
def test_a_season_that_cannot_be_raced_is_refused_at_the_start(change: dict[str, object], code: str) -> None:
    setup = replace(short(CALM, CALM), **change)  # type: ignore[arg-type]
    with pytest.raises(IllegalSetup) as refused:
        Season.start(setup)
    assert refused.value.refusal.code == code
    if code in ("calendar-length", "parts-of-calendar", "no-such-event"):
        with pytest.raises(IllegalSetup):
            Season.restore(setup, Season.start(short(CALM)).snapshot())


@pytest.mark.rule("E1")
def test_a_later_race_that_cannot_be_raced_is_found_immediately() -> None:
    sharp = replace(OVAL, corners=tuple(replace(OVAL.corners[0], line_after=3 * line) for line in range(1, 14)))
    calendar = (SeasonRace(OVAL, CALM, 1), SeasonRace(sharp, CALM, 1))
    with pytest.raises(IllegalSetup) as refused:
        Season.start(setup_of("custom", calendar, 2, 0, 1))
    assert refused.value.refusal.code == "too-few-conditions"


@pytest.mark.rule("E1", "O1")
def test_a_calendar_gives_the_laps() -> None:
    calendar = (SeasonRace(TRACKS["italy"], CALM), SeasonRace(TRACKS["italy"], 3, 4), SeasonRace(TRACKS["italy"], 5))
    told = started(setup_of("custom", calendar, 2, 0, 1))
    laps = []
    for _ in calendar:
        laps.append(told.season.race.rules.laps)
        told.ended(0, 1)
        if not told.season.over:
            told.next()
    assert laps == [3, 3, 4]


# E2


@pytest.mark.rule("E2", "E5")
@pytest.mark.parametrize("title", ["1961", "1964", "custom"])
def test_garage_weather_and_road_conditions_are_always_on(title: str) -> None:
    told = started(of_year(title, drivers=3)).to(PlanDecision)
    assert told.told(WeatherDrawn)
    shown = dict(told.season.view(None).shown)
    assert isinstance(shown["weather"], WeatherShown)
    for seat in range(3):
        car = told.season.race.cars[seat]
        owned = told.garage().owned[seat]
        cards = Counter(card for card in car.hand + car.deck if card not in (STRESS, HEAT))
        wanted = Counter(BASIC_DECK) + Counter(card for card in owned if card != HEAT)
        assert cards == wanted + Counter(told.sponsorships(seat))


@pytest.mark.rule("E2", "G1")
@pytest.mark.parametrize("level", ["basic", "advanced", "both"])
def test_the_level_of_the_upgrades_is_an_option(level: str) -> None:
    told = started(short(CALM, level=level)).to(PlanDecision)
    (garage,) = (module for module in told.season.race.setup.modules if isinstance(module, Garage))
    assert garage.level == level
    allowed = {each.card.key for each in garage.upgrades()}
    assert {card for cards in told.garage().owned for card in cards} <= allowed


@pytest.mark.rule("E2")
def test_special_spaces_count_on_tracks_that_have_them() -> None:
    special = set()
    for name, track in TRACKS.items():
        race = started(setup_of("custom", (SeasonRace(track, CALM, 1),), 2, 0, 1)).season.race
        if "spaces" in [module.name for module in race.setup.modules]:
            special.add(name)
    assert special == {name for name, track in TRACKS.items() if track.flooded or track.tunnel} == {"japan", "spain"}


@pytest.mark.rule("E2", "M1", "S6", "O2", "F4")
def test_the_options_of_a_season_apply_to_every_race() -> None:
    setup = replace(
        short(CALM, CALM),
        handicap=(1,),
        retire=True,
        memory_aid=False,
        modules=(
            Legends(2),
            Tournament(),
            MulliganRule(),
        ),
    )
    told = started(setup)
    for _ in range(2):
        race = told.season.race.setup
        assert (race.handicap, race.retire, race.memory_aid) == ((1,), True, False)
        assert {"tournament", "legends", "mulligan", "garage", "weather", "championship", "event"} == {
            module.name for module in race.modules
        }
        if not told.season.results:
            told.ended(3, 4, 0, 1, 2).next()


# E3


@pytest.mark.rule("E3", "S4")
def test_the_first_grid_is_random() -> None:
    grids = {started(short(CALM, seed=seed, legends=2)).grid() for seed in range(20)}
    assert len(grids) > 12
    assert all(sorted(each) == [0, 1, 2, 3, 4] for each in grids)


@pytest.mark.rule("E3", "E6")
@pytest.mark.example(33)
def test_the_leader_is_on_pole_position_in_later_races() -> None:
    """Red, Yellow, Green and Blue in the example are seats 0, 1, 2 and 3."""
    told = started(short(CALM, CALM, CALM, drivers=4))
    told.ended(0, 1, 2, 3)
    assert told.season.points == (9, 6, 4, 3)
    told.next().ended(2, 0, 1, 3)
    assert told.season.points == (15, 10, 13, 6)
    assert told.season.standings == (0, 2, 1, 3)
    told.next()
    assert told.grid() == (0, 2, 1, 3)
    picks = []
    while isinstance(decision := told.season.decision, PickDecision):
        picks.append((decision.seat, len(decision.market)))
        told.play(next(decision.options()))
    assert picks == [(3, 7), (1, 6), (2, 5), (0, 4)], "Blue, Yellow, Green, Red, from a market of 7"
    decision = told.season.decision
    assert decision is not None
    assert (type(decision).__name__, decision.seat) == ("ExchangeDecision", 3), "Blue may exchange"


@pytest.mark.rule("E3")
def test_a_tie_on_the_grid_goes_to_the_better_place_in_the_last_race() -> None:
    told = started(short(CALM, CALM, CALM, drivers=2, legends=1)).ended(2, 0, 1).next().ended(2, 1, 0)
    assert told.season.points == (10, 10, 18)
    assert told.season.standings == (2, 1, 0)
    told.next()
    assert told.grid() == (2, 1, 0)
    cars = told.season.race.cars
    assert [car.index for car in position_order(cars)] == [2, 1, 0]


# E5, E7


@pytest.mark.rule("E5", "E7", "G4")
def test_upgrades_and_unused_sponsorships_stay_with_the_driver() -> None:
    told = started(short(CALM, CALM, CALM, drivers=3))
    owned: list[tuple[str, ...]] = [()] * 3
    for race in range(3):
        told.to(PlanDecision)
        now = told.garage().owned
        for seat in range(3):
            assert len(now[seat]) == race + 1
            assert Counter(owned[seat]) <= Counter(now[seat])
        owned = [*now]
        cars = told.season.race.cars
        for seat in range(3):
            upgrades = Counter(card for card in owned[seat] if card != HEAT)
            rest = Counter(cars[seat].hand + cars[seat].deck + cars[seat].discard)
            assert not upgrades - rest, "all upgrades are in the deck"
            assert rest[HEAT] + cars[seat].engine == told_heat(told) + owned[seat].count(HEAT)
        told.raced(race)
        kept = [told.sponsorships(seat) for seat in range(3)]
        if race < 2:
            told.play(NextRace()).to(PlanDecision)
            for seat in range(3):
                assert not Counter(kept[seat]) - Counter(told.sponsorships(seat))
                assert len(told.sponsorships(seat)) == len(kept[seat]) + 3


def told_heat(told: Told) -> int:
    """Return the Heat that the track and the weather give every driver at the start."""
    shown = dict(told.season.view(None).shown)["weather"]
    assert isinstance(shown, WeatherShown)
    return OVAL.heat + {"fog": 1, "snow": -1}.get(shown.token, 0)


@pytest.mark.rule("E7", "E10")
def test_used_sponsorships_are_in_the_deck_again() -> None:
    told = started(short(CALM, CALM, drivers=2, sets=("base",))).raced(2)
    used = sum(len(event.cards) for event in told.told(SponsorshipsUsed))
    assert used > 0
    kept = sum(len(told.sponsorships(seat)) for seat in range(2))
    told.play(NextRace()).to(PlanDecision)
    shown = told.championship()
    assert (shown.used, sum(shown.held)) == (0, kept + 6)
    assert shown.deck == 35 - kept - 6
    held = [card for seat in range(2) for card in told.sponsorships(seat)]
    snapshot = told.season.race.snapshot()["modules"]
    assert isinstance(snapshot, dict)
    paddock = snapshot[NAME]
    assert isinstance(paddock, dict)
    assert sorted([*held, *paddock["deck"]]) == sorted(pool_of(("base",)))  # type: ignore[misc]


@pytest.mark.rule("E7", "G4", "E5")
def test_an_upgrade_heat_card_goes_back_to_its_owner() -> None:
    """A driver who owns an upgrade Heat card has one more Heat in all at the start of the next race."""
    for seed in range(60):
        told = started(short(18, CALM, drivers=1, level="basic", seed=seed))
        decision = told.season.decision
        if isinstance(decision, PickDecision) and HEAT in decision.market:
            break
    told.play(next(action for action in decision.options() if getattr(action, "card", "") == HEAT))  # type: ignore[union-attr]
    told.play(KEEP_ALL).to(PlanDecision)
    assert told.garage().owned[0] == (HEAT,)
    told.ended(0).next()
    assert HEAT in told.garage().owned[0]
    told.to(PlanDecision)
    car = told.season.race.cars[0]
    assert (car.hand + car.deck + car.discard).count(HEAT) + car.engine == told_heat(told) + told.garage().owned[
        0
    ].count(HEAT)


@pytest.mark.rule("E5")
def test_opening_hands_contain_the_drawn_sponsorships_and_carried_ones_are_in_the_deck() -> None:
    told = started(short(CALM, CALM, drivers=1)).to(PlanDecision)
    first = told.sponsorships(0)
    told.ended(0)
    carried = told.sponsorships(0)
    assert len(first) == 3
    assert len(carried) >= 1
    told.next().to(PlanDecision)
    car = told.season.race.cars[0]
    assert len(car.hand) == 7
    assert not Counter(carried) - Counter(told.sponsorships(0))
    assert told.told(HandFilled)[-1] == HandFilled(0, 4, 7)


# E6


@pytest.mark.rule("E6")
def test_points_are_scored_at_the_end_of_a_race_by_legends_too() -> None:
    told = started(short(CALM, CALM, drivers=4, legends=4, sets=ALL_SETS)).ended(7, 0, 4, 1, 5, 2, 6, 3)
    assert told.told(PointsScored) == [PointsScored((6, 3, 1, 0, 4, 2, 0, 9))]
    assert told.season.results == (RaceResult((7, 0, 4, 1, 5, 2, 6, 3), (6, 3, 1, 0, 4, 2, 0, 9), 8),)
    assert told.told(RaceEnded)[-1].standings == (7, 0, 4, 1, 5, 2, 6, 3)


@pytest.mark.rule("E6", "F4")
def test_a_retired_driver_scores_by_place_and_an_eliminated_one_nothing() -> None:
    told = started(short(10, CALM, drivers=5)).ended(2, retired=(3, 1), out=(0, 4))
    assert told.season.results[0].order == (2, 1, 3, 4, 0), "the later the better"
    assert told.season.points == (0, 6, 9, 4, 0)
    assert told.season.standings == (2, 1, 3, 4, 0)


@pytest.mark.rule("E6", "E8")
def test_totals_and_wins_are_counted() -> None:
    results = (
        RaceResult((1, 0, 2), (6, 9, 4), 3),
        RaceResult((2, 1, 0), (4, 6, 9), 3),
        RaceResult((2, 0, 1), (0, 0, 0), 0),
    )
    assert totals(results, 3) == (10, 15, 13)
    assert wins(results, 3) == (0, 1, 1), "a race that nobody finished has no winner"
    assert points_order(results, 3) == (1, 2, 0)
    assert points_order((), 3) == (0, 1, 2)


# E8


@pytest.mark.rule("E8")
def test_the_champion_has_the_most_points_and_the_last_race_breaks_a_tie() -> None:
    told = started(short(CALM, CALM, drivers=2, legends=1)).ended(0, 2, 1).next().ended(2, 0, 1)
    assert told.season.points == (15, 8, 15)
    assert told.told(SeasonEnded) == [SeasonEnded((2, 0, 1))]
    assert told.season.standings[0] == 2
    assert [type(event) for event in told.events[-3:]] == [RaceEnded, PointsScored, SeasonEnded]
    assert told.season.over
    assert told.season.decision is None
    assert not told.season.between_races


@pytest.mark.rule("E8")
def test_the_champion_need_not_win_the_last_race() -> None:
    told = started(short(CALM, CALM, drivers=3)).ended(0, 1, 2).next().ended(2, 0, 1)
    assert told.season.points == (15, 10, 13)
    assert told.told(SeasonEnded) == [SeasonEnded((0, 2, 1))]


@pytest.mark.rule("E8")
def test_nothing_can_be_played_after_the_end() -> None:
    told = started(short(CALM)).ended(0, 1, 2)
    for action in (NextRace(), Plan(1, ("1",)), Discard()):
        with pytest.raises(IllegalAction) as refused:
            told.season.play(action)
        assert refused.value.refusal.code == "season-over"
        with pytest.raises(IllegalAction):
            told.season.forecast(0, action)
