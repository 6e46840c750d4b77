"""The rules of a new race: presets, single advanced rules, and impossible combinations."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.widget import Widget
from textual.widgets import Button, Static

from heat_tui.game.setup.last_setup import load_last_setup, save_last_setup
from heat_tui.game.setup.options import PRESETS, Options, Seat
from heat_tui.modules.garage import Garage
from heat_tui.modules.legends import Legends
from heat_tui.modules.spaces import Spaces
from heat_tui.modules.tournament import Tournament
from heat_tui.modules.weather import Weather
from heat_tui.tui.setup.fields import LineSelect
from heat_tui.tui.setup.race import NewRaceScreen
from heat_tui.tui.track.map import TrackMap
from tests.books import book_of
from tests.books import store_in as book_store_in
from tests.tui.menus import LARGE, Menus, menus_at, store_in


def note(menus: Menus) -> str:
    return str(menus.find("#note", Static).content)


def summary(menus: Menus) -> str:
    return str(menus.find("Heading", Static).content)


@pytest.mark.long
async def test_presets_can_be_tried_and_the_custom_rules_return(home: Path) -> None:
    save_last_setup(Options(track="usa", seats=(Seat("Ada", "red"),), legends=2, laps=4, weather=True))

    async with menus_at(store=store_in(home), screen=NewRaceScreen) as menus:
        await menus.press("pagedown", "pagedown")
        own = "New race: USA, 4 laps, 1 person, 2 Legends, weather"
        assert (summary(menus), menus.value("#preset")) == (own, None)
        told = []
        for _preset in PRESETS:
            await menus.press("right")
            told.append((menus.value("#preset"), summary(menus).removeprefix("New race: "), note(menus)))
        assert [(preset, race) for preset, race, _ in told] == [
            ("first_race", "USA, 1 lap, 1 person, 2 Legends"),
            ("base", "USA, 4 laps, 1 person, 2 Legends"),
            ("modules", "USA, 4 laps, 1 person, 2 Legends, garage, weather, tournament mode"),
            ("heavy_rain", "Japan, 2 laps, 1 person, 2 Legends, garage, weather, aggressive Legends"),
            ("tunnel_vision", "Spain, 1 lap, 1 person, 2 Legends, garage, weather"),
            (
                "everything",
                "Japan, 2 laps, 1 person, 2 Legends, garage, weather, tournament mode, aggressive Legends",
            ),
        ]
        assert [words for *_, words in told] == [PRESETS[preset].words for preset in PRESETS]
        await menus.press("right")
        assert (summary(menus), menus.value("#preset"), note(menus)) == (own, None, "Your own rules.")
        await menus.press("left", "left")
        assert menus.value("#preset") == "tunnel_vision"
        assert menus.find("#map", TrackMap).scene.track.id == "spain"
        await menus.press("ctrl+r")
        await menus.rest()
        setup = menus.race.match.setup
        assert (setup.track.id, setup.laps) == ("spain", None)
        assert setup.modules == (Legends(2), Spaces(), Weather(), Garage("both", "normal", ("base", "tunnel_vision")))
        remembered = load_last_setup().setup
        assert remembered is not None
        assert (remembered.garage, remembered.sets, remembered.weather) == ("both", ("base", "tunnel_vision"), True)


async def test_a_ladder_that_is_read_late_leaves_the_custom_rules(home: Path) -> None:
    save_last_setup(Options(track="usa", seats=(Seat("Ada", "red"),), legends=2, laps=4, weather=True))
    store = book_store_in(home)
    async with menus_at(store=store, screen=NewRaceScreen) as menus:
        own = summary(menus)
        await menus.press("pagedown", "pagedown", "right")
        assert menus.value("#preset") == "first_race"
        screen = menus.app.screen
        assert isinstance(screen, NewRaceScreen)
        screen.read_ladder(book_of(store))
        await menus.rest()
        await menus.press("left")
        assert (summary(menus), menus.value("#preset")) == (own, None)


@pytest.mark.long
async def test_one_lap_of_the_usa_does_not_block_the_presets(home: Path) -> None:
    """The first race and the base game are identical in that case, yet the player can step through both."""
    save_last_setup(Options(track="usa", seats=(Seat("Ada", "red"),), legends=2, laps=1))

    async with menus_at(store=store_in(home), screen=NewRaceScreen) as menus:
        await menus.press("pagedown", "pagedown")
        assert menus.value("#preset") == "first_race"
        seen = []
        for _preset in PRESETS:
            await menus.press("right")
            seen.append(menus.value("#preset"))
        assert sorted(map(str, seen)) == sorted(PRESETS)


@pytest.mark.long
async def test_every_advanced_rule_can_be_chosen_by_keys(home: Path) -> None:
    save_last_setup(Options(track="japan", seats=(Seat("Ada", "red"),), legends=2))

    async with menus_at(store=store_in(home), screen=NewRaceScreen) as menus:
        await menus.press("pagedown", "pagedown", "down")
        hints = set()
        for keys in (["left"], ["right"], ["left"], ["space"], ["enter"], ["right"]):
            hints.add(note(menus))
            await menus.press(*keys, "down")
        assert len(hints) == 6
        assert "Not yet" not in "".join(hints)
        assert menus.value("#preset") == "everything"
        await menus.press("ctrl+r")
        await menus.rest()
        assert menus.race.match.setup.modules == (
            Legends(2, aggressive=True),
            Spaces(),
            Weather(),
            Garage("both", "snake", ("base", "heavy_rain", "tunnel_vision")),
            Tournament(),
        )


async def test_unavailable_options_are_greyed_with_the_reason(home: Path) -> None:
    setup = Options(track="great_britain", seats=(Seat("Ada", "red"),), legends=2, aggressive=True)
    save_last_setup(setup)

    async with menus_at(store=store_in(home), screen=NewRaceScreen, size=LARGE) as menus:

        async def stop_at(selector: str) -> None:
            menus.find(selector, Widget).focus()
            await menus.rest()

        await stop_at("#draft")
        assert note(menus) == "Needs the garage."
        await menus.press("right")
        await menus.click("#draft")
        assert menus.value("#draft") == "normal"
        await stop_at("#sets")
        assert note(menus) == "Needs the garage."
        aggressive = menus.find("#aggressive", LineSelect)
        await stop_at("#aggressive")
        assert note(menus).startswith("A Legend that starts its move on a marked space")
        assert (aggressive.words, "◄" in aggressive.render().plain) == ("on", True)
        await stop_at("#tracks")
        await menus.press("up")
        assert summary(menus) == "New race: France, 2 laps, 1 person, 2 Legends"
        await stop_at("#aggressive")
        assert (aggressive.words, "◄" in aggressive.render().plain) == ("off", False)
        assert note(menus).startswith("France has no spaces marked for aggressive Legends")
        assert "On this track the Legends are" in note(menus), "not the aggressive ones"
        assert not menus.find("#start", Button).disabled
        await stop_at("#tracks")
        await menus.press("down")
        assert summary(menus).endswith("2 Legends, aggressive Legends")
        await stop_at("#legends")
        await menus.press("left", "left")
        assert menus.value("#legends") == 0
        await stop_at("#aggressive")
        assert note(menus).startswith("Aggressive Legends need Legends in the race")


@pytest.mark.long
async def test_upgrades_that_cannot_be_dealt_block_the_race(home: Path) -> None:
    save_last_setup(Options(track="usa", seats=(Seat("Ada", "red"),), garage="advanced"))

    async with menus_at(store=store_in(home), screen=NewRaceScreen) as menus:
        await menus.press("pagedown", "pagedown", "down", "down", "left")
        assert note(menus).startswith("Not yet: Only basic upgrades can be dealt")
        assert menus.find("#start", Button).disabled
        await menus.press("up", "left")
        assert menus.value("#garage") == "basic"
        assert not menus.find("#start", Button).disabled
        await menus.press("down", "down")
        assert note(menus).startswith("The expansions have only advanced upgrades")


@pytest.mark.long
async def test_a_preset_can_be_requested(home: Path) -> None:
    save_last_setup(Options(track="usa", seats=(Seat("Ada", "red"),), legends=1))

    async with menus_at(store=store_in(home), screen=lambda: NewRaceScreen(Options(preset="heavy_rain"))) as menus:
        assert menus.value("#preset") == "heavy_rain"
        assert summary(menus).startswith("New race: Japan, 2 laps, 1 person, 1 Legend, garage, weather")


@pytest.mark.long
@pytest.mark.parametrize(
    ("track", "printed"),
    [("usa", 2), ("japan", 2), ("italy", 3)],
)
async def test_fewer_laps_are_left_of_the_printed_number_and_more_are_right(
    home: Path, track: str, printed: int
) -> None:
    """The first step from the printed number of laps used to lead to 1 in one direction and to 20 in the other."""
    save_last_setup(Options(track=track, seats=(Seat("Ada", "red"),)))

    async with menus_at(store=store_in(home), screen=NewRaceScreen) as menus:
        laps = menus.find("#laps", LineSelect)
        assert laps.value is None
        assert laps.words == f"{printed} (printed)"
        laps.action_aside(-1)
        assert laps.value == printed - 1
        laps.action_aside(1)
        assert laps.value is None
        laps.action_aside(1)
        assert laps.value == printed + 1
