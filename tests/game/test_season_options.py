"""The requested season, and the setup that it gives."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from heat_tui.cli.options import FORMATS
from heat_tui.engine.record import IllegalSetup
from heat_tui.game.setup.options import CAREER, CUSTOM, SEASON_LEVELS, SEASONS, Options, Seat
from heat_tui.game.setup.season_options import calendar_of, season_setup, sets_in_play
from heat_tui.game.telling import export
from heat_tui.modules import garage
from heat_tui.modules.championship.calendar import YEARS
from heat_tui.modules.championship.event_rules import EVENTS
from heat_tui.modules.championship.season import TITLES
from heat_tui.modules.legends import Legends
from heat_tui.modules.mulligan import MulliganRule
from heat_tui.modules.tournament import Tournament
from heat_tui.store.schema import Refused, with_values

DRIVERS = (Seat("Ada"), Seat("Bo", controller="steady"))
ASKED = Options(season="1961", seats=DRIVERS, seed=1)
ALL_SETS = ("base", "heavy_rain", "tunnel_vision")


def test_the_values_of_the_options_match_the_game() -> None:
    assert SEASONS == TITLES
    assert set(SEASON_LEVELS) == set(garage.LEVELS)
    assert tuple(export.FORMATS) == FORMATS


@pytest.mark.parametrize("year", YEARS)
def test_a_year_has_its_printed_calendar_and_the_set_of_its_events(year: str) -> None:
    setup = season_setup(replace(ASKED, season=year))
    assert [(race.event, race.track.id, race.laps) for race in setup.calendar] == [
        (number, EVENTS[number].track, None) for number in YEARS[year]
    ]
    assert setup.sets == {"1964": ("base", "heavy_rain"), "1965": ("base", "tunnel_vision")}.get(year, ("base",))
    assert (setup.title, setup.parts, setup.modules, setup.seed) == (year, (), (), 1)


def test_a_career_is_three_years() -> None:
    setup = season_setup(replace(ASKED, season=CAREER))
    assert [race.event for race in setup.calendar] == list(range(1, 11))
    assert setup.parts == (3, 3, 4)


def test_every_option_reaches_its_place_in_the_setup() -> None:
    setup = season_setup(
        replace(
            ASKED,
            seats=(Seat("Ada", colour="purple"), Seat("Bo")),
            season="1964",
            legends=3,
            pro=2,
            aggressive=True,
            tournament=True,
            garage="advanced",
            sets=("tunnel_vision",),
            mulligan=True,
            retire=True,
            memory_aid=False,
            handicap=(("Bo", 2),),
        )
    )
    assert setup.seats == ("Ada", "Bo")
    assert setup.modules == (Legends(3, 2, aggressive=True), Tournament(), MulliganRule())
    assert (setup.level, setup.sets) == ("advanced", ALL_SETS)
    assert (setup.retire, setup.memory_aid) == (True, False)
    assert (setup.handicap, setup.colours) == ((0, 2), ("purple",))


@pytest.mark.parametrize(
    ("laps", "each"),
    [(None, [None, None, None]), (1, [1, 1, 1]), ((2, 1), [2, 1, 1]), ((3, 2, 1), [3, 2, 1]), ((4,), [4, 4, 4])],
)
def test_laps_are_set_for_all_races_or_for_each(laps: int | tuple[int, ...] | None, each: list[int | None]) -> None:
    assert [race.laps for race in season_setup(replace(ASKED, laps=laps)).calendar] == each


@pytest.mark.long
@pytest.mark.parametrize("seed", range(30))
@pytest.mark.parametrize("sets", [None, ("heavy_rain",), ALL_SETS])
def test_a_custom_season_is_drawn_from_the_sets_in_play(seed: int, sets: tuple[str, ...] | None) -> None:
    setup = season_setup(replace(ASKED, season=CUSTOM, sets=sets, seed=seed))
    assert len(setup.calendar) == 4
    assert len({race.event for race in setup.calendar}) == 4
    assert len({race.track.id for race in setup.calendar}) == 4
    assert {race.track.set for race in setup.calendar} <= set(setup.sets)
    assert {EVENTS[race.event].set for race in setup.calendar} <= set(setup.sets)
    assert setup == season_setup(replace(ASKED, season=CUSTOM, sets=sets, seed=seed))


def test_another_seed_draws_another_calendar() -> None:
    drawn = {
        tuple((race.track.id, race.event) for race in calendar_of(Options(season=CUSTOM, sets=ALL_SETS), seed))
        for seed in range(20)
    }
    assert len(drawn) > 15


@pytest.mark.parametrize("seed", range(5))
def test_chosen_races_are_kept_and_the_rest_is_drawn(seed: int) -> None:
    asked = replace(ASKED, season=CUSTOM, tracks=("spain", "usa"), events=(8,), length=5, seed=seed)
    setup = season_setup(asked)
    tracks, events = [race.track.id for race in setup.calendar], [race.event for race in setup.calendar]
    assert (tracks[:2], events[0]) == (["spain", "usa"], 8)
    assert len(set(tracks)) == len(set(events)) == 5
    assert setup.sets == ("base", "tunnel_vision")


@pytest.mark.parametrize(
    ("asked", "races"),
    [
        (Options(season=CUSTOM, length=1), 1),
        (Options(season=CUSTOM, length=10), 10),
        (Options(season=CUSTOM, tracks=("usa",) * 10), 10),
        (Options(season=CUSTOM, events=(1, 2, 3, 4, 5, 6, 7)), 7),
        (Options(season=CUSTOM, tracks=("usa", "usa"), events=(2,)), 2),
        (Options(season=CUSTOM, length=10, events=(11, 12, 13), sets=("base",)), 10),
    ],
)
def test_the_number_of_races_is_right(asked: Options, races: int) -> None:
    setup = season_setup(replace(asked, seats=DRIVERS, seed=1))
    assert len(setup.calendar) == races == len({race.event for race in setup.calendar})


def test_tracks_repeat_only_if_there_are_too_few() -> None:
    setup = season_setup(replace(ASKED, season=CUSTOM, length=10))
    counts = Counter(race.track.id for race in setup.calendar).values()
    assert sorted(counts) == [2, 2, 3, 3]


@pytest.mark.parametrize("seed", range(5))
def test_the_tracks_drawn_after_chosen_ones_return_only_once_all_have_had_a_race(seed: int) -> None:
    setup = season_setup(replace(ASKED, season=CUSTOM, tracks=("usa", "italy", "usa"), length=10, seed=seed))
    tracks = [race.track.id for race in setup.calendar]
    assert tracks[:3] == ["usa", "italy", "usa"]
    assert set(tracks[3:5]) == {"france", "great_britain"}
    assert set(tracks[5:8]) == {"italy", "france", "great_britain"}
    assert len(set(tracks[8:])) == 2


def test_the_set_of_a_chosen_track_is_in_play_unless_sets_are_named() -> None:
    setup = season_setup(replace(ASKED, season=CUSTOM, tracks=("mexico",), length=1))
    assert (setup.calendar[0].track.id, setup.sets) == ("mexico", ("base", "heavy_rain"))
    assert sets_in_play(replace(ASKED, season=CUSTOM, tracks=("mexico",), sets=("base",))) == ("base",)


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"season": "1960"}, 'No season is called "1960"; choose 1961, 1962, 1963, 1964, 1965, custom or career.'),
        ({"length": 3}, 'The races, tracks and events of "1961" are fixed; to choose them, race a custom season.'),
        ({"tracks": ("usa",)}, 'The races, tracks and events of "1961" are fixed; to choose them, race a'),
        (
            {"season": CAREER, "events": (1,)},
            'The races, tracks and events of "career" are fixed; to choose them, race a',
        ),
        ({"season": CUSTOM, "length": 0}, "A season cannot have 0 races; choose 1 to 10."),
        ({"season": CUSTOM, "length": 11}, "A season cannot have 11 races; choose 1 to 10."),
        ({"season": CUSTOM, "tracks": ("usa",) * 11}, "A season cannot have 11 races; choose 1 to 10."),
        ({"season": CUSTOM, "tracks": ("usa", "italy"), "length": 1}, "The season has only"),
        ({"season": CUSTOM, "events": (1, 2, 3), "length": 2}, "The season has only"),
        ({"season": CUSTOM, "tracks": ("moon",)}, "No track is called moon; the tracks are usa,"),
        ({"season": CUSTOM, "events": (3, 3)}, "Event 3 is chosen twice; a season can have each event only once."),
        ({"sets": ("wind",)}, 'No set is called "wind"; the sets are base, heavy_rain and tunnel_vision.'),
        (
            {"laps": (1, 1, 1, 1)},
            "Lap counts given: 4, races: 3; give one count for all, or at most one for each.",
        ),
        ({"laps": ()}, "Lap counts given: 0, races: 3; give one count for all, or at most one for each."),
        ({"legends": 8}, "A race cannot have 8 Legends; choose 0 to 7."),
        ({"aggressive": True}, "Aggressive Legends need Legends in the race; add at least one."),
        (
            {"season": CUSTOM, "tracks": ("usa", "italy"), "aggressive": True, "legends": 1},
            "No track of this season has spaces marked for aggressive Legends; the tracks of Heavy Rain have some.",
        ),
        (
            {"handicap": (("Cem", 1),)},
            'The handicap names "Cem", who is not in the race; name a driver, or a seat from 1 to',
        ),
        ({"handicap": (("Ada", 3),)}, "Ada cannot have a handicap of 3 Heat; choose 0 to 2."),
    ],
)
def test_impossible_seasons_are_refused_in_one_sentence(changes: dict[str, object], sentence: str) -> None:
    with pytest.raises(Refused) as refused:
        season_setup(with_values(ASKED, changes))
    assert str(refused.value).startswith(sentence)


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"laps": 21}, "laps-out-of-range"),
        ({"laps": (1, 0)}, "laps-out-of-range"),
        ({"seats": ()}, "no-driver"),
        ({"legends": 7}, "too-many-cars"),
        ({"legends": 1, "pro": 7}, "pro-out-of-range"),
        ({"seed": -1}, "seed-out-of-range"),
        ({"seats": (Seat("Ada", colour="pink"),)}, "no-such-colour"),
        ({"season": CUSTOM, "events": (99,)}, "no-such-event"),
        ({"season": CUSTOM, "events": (0,)}, "no-such-event"),
    ],
)
def test_the_engines_refusals_are_passed_on(changes: dict[str, object], code: str) -> None:
    with pytest.raises(Refused) as refused:
        season_setup(with_values(ASKED, changes))
    cause = refused.value.__cause__
    assert isinstance(cause, IllegalSetup)
    assert cause.refusal.code == code
