"""The requested race, by option or by preset, and the setup that it gives."""

from __future__ import annotations

import typing
from dataclasses import replace

import pytest

from heat_tui.engine import Race, setup
from heat_tui.game.setup import options
from heat_tui.game.setup.options import BASE_GAME, FIRST_RACE, PRESETS, Options, Seat, completed
from heat_tui.game.setup.race_options import (
    barred_in,
    check_race,
    default_race,
    effective,
    first_form,
    is_marked,
    preset_of,
    race_setup,
    summary,
    with_defaults,
    with_preset,
)
from heat_tui.game.setup.season_options import form_errors, setup_of
from heat_tui.game.setup.seats import read_seats
from heat_tui.modules import PACKAGES, garage
from heat_tui.modules.garage import Garage
from heat_tui.modules.garage.cards import SETS
from heat_tui.modules.legends import MOST_PRO, Legends
from heat_tui.modules.spaces import Spaces
from heat_tui.modules.tournament import Tournament
from heat_tui.modules.weather import Weather
from heat_tui.store.schema import Refused, with_values
from heat_tui.store.tracks import load_track, track_ids

ADA = (Seat("Ada"),)
COMPLETE = Options(track="usa", seats=(*ADA, Seat("Bo")), legends=2, seed=1)
FORM = completed(Options(track="usa", seats=(Seat("Ada", "red"), Seat("Bo", "blue")), legends=2))


def test_the_values_of_the_options_match_the_garage() -> None:
    assert tuple(options.LEVELS) == ("none", *garage.LEVELS) == typing.get_args(options.Level)
    assert tuple(options.DRAFTS) == garage.DRAFTS == typing.get_args(options.DraftKind)
    assert options.SETS == SETS
    assert (options.MOST_CARS, options.MOST_LAPS, options.MOST_PRO) == (setup.MOST_CARS, setup.MOST_LAPS, MOST_PRO)


def test_every_option_has_its_line_in_its_forms() -> None:
    for form, rows in ((options.RACE_FORM, options.RACE), (options.SEASON_FORM, options.SEASON)):
        for name, row in form.items():
            assert row.label, name
            assert row.hint or row.help, name
            assert getattr(completed(Options(), rows), name) in row.choices, name
        lines = [row.line for row in form.values()]
        assert len(set(lines)) == len(lines), f"two rows of game/setup/options.py have the same line: {lines}"


def test_the_module_of_an_option_exists() -> None:
    unknown = {name: row.module for name, row in options.RACE.items() if row.module not in ("", *PACKAGES)}
    assert not unknown, f"PACKAGES of modules/__init__.py lacks the modules of these options: {unknown}"


@pytest.mark.parametrize("name", sorted({*options.RULES} - {"preset"}))
def test_every_rule_changes_the_setup(name: str) -> None:
    asked = Options(track="japan", seats=FORM.seats, legends=2, seed=7)
    setups = {race_setup(with_values(asked, {"garage": "both", name: each})) for each in options.RACE[name].choices}
    assert len(setups) > 1, (
        f"{name} changes nothing: its row in game/setup/options.py has to name a module or a field of TableRules in "
        f"engine/setup.py, or game/setup/race_options.py has to read it"
    )


def test_advanced_rules_are_off_by_default() -> None:
    for track in track_ids():
        setup = race_setup(replace(COMPLETE, track=track))
        wet = bool(setup.track.flooded or setup.track.tunnel)
        assert setup.modules == ((Legends(2), Spaces()) if wet else (Legends(2),))
        assert race_setup(replace(COMPLETE, track=track, preset=BASE_GAME)) == setup


@pytest.mark.parametrize(
    ("track", "said", "sets"),
    [
        ("usa", None, ("base",)),
        ("mexico", None, ("base", "heavy_rain")),
        ("spain", None, ("base", "tunnel_vision")),
        ("spain", ("base",), ("base",)),
        ("usa", ("base", "heavy_rain", "tunnel_vision"), ("base", "heavy_rain", "tunnel_vision")),
    ],
)
def test_the_set_of_the_track_is_in_use_unless_others_are_named(
    track: str, said: tuple[str, ...] | None, sets: tuple[str, ...]
) -> None:
    setup = race_setup(replace(COMPLETE, track=track, garage="both", sets=said))
    assert [module.sets for module in setup.modules if isinstance(module, Garage)] == [sets]


@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_sets_its_modules_and_every_track_can_be_raced(preset: str) -> None:
    level = PRESETS[preset]
    for track in track_ids():
        setup = race_setup(replace(COMPLETE, track=track, preset=preset))
        kinds = {type(module) for module in setup.modules} - {Legends, Spaces}
        on = {Garage: level.garage != "none", Weather: level.weather, Tournament: level.tournament}
        assert kinds == {kind for kind, is_on in on.items() if is_on}
        (legends,) = [module for module in setup.modules if isinstance(module, Legends)]
        assert legends.aggressive == (level.aggressive and is_marked(setup.track))
        assert Race.start(setup).decision is not None


def test_the_first_race_is_one_lap_of_the_usa_with_two_legends() -> None:
    setup = race_setup(Options(preset=FIRST_RACE, seats=ADA, seed=1))
    assert (setup.track.id, setup.laps, setup.modules) == ("usa", 1, (Legends(2),))
    full = race_setup(Options(preset=FIRST_RACE, seats=tuple(Seat(name) for name in "ABCDEFG"), seed=1))
    assert full.modules == (Legends(1),)


def test_an_explicit_option_overrides_a_preset() -> None:
    asked = replace(COMPLETE, preset="everything", track="japan", weather=False, garage="basic", draft="normal")
    modules = race_setup(replace(asked, aggressive=False)).modules
    assert modules == (Legends(2), Spaces(), Garage("basic", "normal"), Tournament())
    assert race_setup(replace(asked, garage="none", draft=None)).modules == (
        Legends(2, aggressive=True),
        Spaces(),
        Tournament(),
    )


def test_defaults_are_applied_once() -> None:
    for preset in PRESETS:
        once = with_defaults(replace(COMPLETE, track=None, preset=preset))
        assert with_defaults(once) == once


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        (Options(draft="normal"), "--draft needs the garage."),
        (Options(garage="none", draft="snake"), "--draft needs the garage."),
        (Options(preset="base", draft="snake"), "--draft needs the garage."),
        (Options(garage="advanced", draft="deal"), "Only basic upgrades can be dealt"),
        (Options(sets=("base", "heavy_rain")), "--sets needs the garage."),
        (Options(garage="basic", sets=("base", "heavy_rain")), "have only advanced upgrades"),
        (Options(garage="both", draft="deal", sets=("base", "heavy_rain")), "have only advanced upgrades"),
        (Options(aggressive=True, track="italy"), "Italy has no spaces marked"),
        (Options(aggressive=True, track="japan", legends=0), "Aggressive Legends need Legends"),
        (Options(aggressive=True, seats=ADA, cars=1), "Aggressive Legends need Legends"),
        (Options(preset=FIRST_RACE, tournament=True), "no advanced rules"),
        (Options(handicap=(("Ada", 3),)), "Ada cannot have a handicap of 3 Heat"),
        (Options(handicap=(("1", 3),)), "1 cannot have a handicap of 3 Heat"),
        (Options(handicap=(("9", 1),)), '"9", who is not in the race; name a driver, or a seat from 1 to 8'),
        (Options(handicap=(("2", 1),), legends=7), "9 cars are too many"),
        (Options(handicap=(("Ada", 1), ("Bo", 1)), legends=7), "9 cars are too many"),
        (Options(handicap=(("3", 1),), cars=2), "outnumber the cars"),
    ],
)
def test_impossible_combinations_are_refused(asked: Options, words: str) -> None:
    with pytest.raises(Refused, match=words):
        check_race(asked)


@pytest.mark.parametrize(
    "asked",
    [
        Options(aggressive=True),
        Options(aggressive=True, track="netherlands"),
        Options(preset=FIRST_RACE, weather=False),
        Options(sets=("base",)),
        Options(garage="both", draft="deal", weather=True, tournament=True),
        Options(handicap=(("1", 1), ("Ada", 1), ("ada", 2)), legends=7),
        Options(handicap=(("8", 1),), preset=FIRST_RACE),
        *(Options(preset=preset) for preset in PRESETS),
    ],
)
def test_possible_combinations_are_accepted(asked: Options) -> None:
    check_race(asked)


def test_marked_spaces_match_the_track_files() -> None:
    assert [track for track in track_ids() if not is_marked(load_track(track))] == ["usa", "italy", "france"]


def test_weather_needs_enough_road_conditions() -> None:
    track = load_track("usa")
    winding = replace(track, corners=track.corners * 4)
    reasons = barred_in(Options(legends=1), winding)
    assert set(reasons) == {"draft", "sets", "weather", "aggressive"}
    assert "16" in reasons["weather"]
    assert "weather" not in barred_in(Options(legends=1), track)


def test_a_form_keeps_options_that_its_race_cannot_use() -> None:
    form = replace(FORM, draft="snake", sets=("base", "heavy_rain"), aggressive=True)
    setup = setup_of(form, "1")
    assert setup.modules == (Legends(2),)
    assert not form_errors(form, "1")
    wet = replace(form, garage="both", track="mexico")
    assert setup_of(wet, "1").modules == (
        Legends(2, aggressive=True),
        Garage("both", "snake", ("base", "heavy_rain")),
    )
    assert effective(wet, load_track("mexico")) == wet


def test_a_form_reports_cards_that_cannot_be_dealt() -> None:
    told = form_errors(replace(FORM, garage="advanced", draft="deal"), "1")["race"]
    assert told.startswith("Only basic upgrades can be dealt")


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("track", ["usa", "japan", "netherlands"])
def test_a_form_with_a_preset_is_recognised_as_such(preset: str, track: str) -> None:
    form = replace(FORM, track=track, laps=3, mulligan=True, weather=True)
    changed = with_preset(form, preset, load_track(track))
    assert changed.seats == form.seats
    assert changed.mulligan == (preset != FIRST_RACE)
    assert preset_of(changed, load_track(changed.track or "")) == preset
    assert changed.laps == {True: 3, False: None}[changed.track == track] or preset == FIRST_RACE
    assert not form_errors(changed, "1")


def test_custom_rules_match_no_preset() -> None:
    usa = load_track("usa")
    assert preset_of(FORM, usa) == BASE_GAME
    assert preset_of(replace(FORM, weather=True), usa) is None
    assert preset_of(replace(FORM, laps=1), usa) == FIRST_RACE
    assert preset_of(replace(FORM, draft="snake", aggressive=True), usa) == BASE_GAME


def test_the_race_is_summed_up() -> None:
    form = with_preset(FORM, "everything", load_track("usa"))
    assert summary(form, load_track(form.track or "")) == (
        "Japan, 2 laps, 2 people, 2 Legends, garage, weather, tournament mode, aggressive Legends"
    )
    assert summary(replace(form, track="usa", legends=0), load_track("usa")).endswith(
        "garage, weather, tournament mode"
    )


def test_requested_options_override_the_last_rules_and_presets_override_both() -> None:
    last = replace(FORM, track="italy", garage="basic", weather=True, pro=2)
    form = first_form(last, Options(garage="both", draft="snake"), memory_aid=True)
    assert (form.garage, form.draft, form.weather, form.track) == ("both", "snake", True, "italy")
    assert not first_form(last, Options(weather=False), memory_aid=True).weather
    form = first_form(last, Options(preset="heavy_rain"), memory_aid=True)
    assert (form.track, form.sets, form.aggressive, form.pro) == ("japan", ("base", "heavy_rain"), True, 2)
    assert first_form(last, Options(preset="heavy_rain", track="usa"), memory_aid=True).track == "usa"
    form = first_form(last, Options(preset=FIRST_RACE), memory_aid=True)
    assert preset_of(form, load_track("usa")) == FIRST_RACE
    assert (form.track, form.laps, form.pro, form.weather) == ("usa", 1, 0, False)


def test_the_form_has_the_handicaps_asked_for_even_if_they_are_none() -> None:
    for heat in (0, 2):
        form = first_form(None, Options(seats=read_seats("Ada,Bo"), handicap=(("ｂo", heat),)), memory_aid=True)
        assert [seat.handicap for seat in form.seats] == [0, heat]


def test_the_default_race_has_no_advanced_rules() -> None:
    assert preset_of(default_race(), load_track("usa")) == BASE_GAME


def test_drivers_may_be_typed_with_full_width_commas_and_letters() -> None:
    seats = read_seats("花子、Bo ，＠ｓｔｅａｄｙ")
    assert [(seat.name, seat.controller) for seat in seats] == [
        ("花子", "person"),
        ("Bo", "person"),
        ("Steady", "steady"),
    ]
