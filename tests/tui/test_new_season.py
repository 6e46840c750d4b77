"""Setting up a season."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.widgets import Button, Input, OptionList, Static

from heat_tui.game.setup.options import Options, Seat
from heat_tui.modules.championship.season import SeasonSetup
from heat_tui.tui.race.screen import RaceScreen
from heat_tui.tui.season import CalendarView
from heat_tui.tui.setup.fields import LineSelect
from heat_tui.tui.setup.season import NewSeasonScreen
from tests.tui.menus import Menus, menus_at

LARGE = (120, 40)
TRACKS = Path(__file__).parents[2] / "tracks"


def choose(menus: Menus, selector: str, value: object) -> None:
    """Choose a value on a line of the form."""
    menus.find(selector, LineSelect).choose(value)


def events(menus: Menus) -> list[int]:
    """Return the events of the calendar as it is shown."""
    return [race.event for race in menus.find("#calendar", CalendarView).setup.calendar]


def tracks(menus: Menus) -> list[str]:
    """Return the ids of the tracks on the calendar, as shown."""
    return [race.track.id for race in menus.find("#calendar", CalendarView).setup.calendar]


async def started(menus: Menus) -> SeasonSetup:
    """Start the season, and return its setup."""
    await menus.press("ctrl+r")
    await menus.rest()
    assert isinstance(menus.app.screen, RaceScreen), menus.text
    season = menus.app.screen.match.season
    assert season is not None
    return season.setup


@pytest.mark.long
@pytest.mark.parametrize("size", [(80, 24), LARGE])
async def test_a_year_shows_its_calendar_and_is_raced(size: tuple[int, int]) -> None:
    async with menus_at(screen=NewSeasonScreen, size=size) as menus:
        assert "The season of 1961, 3 races" in menus.text
        assert events(menus) == [1, 2, 3]
        await menus.press("right", "right", "right")
        assert tracks(menus) == ["japan", "france", "mexico", "japan"]
        assert "Going global" in menus.text
        setup = await started(menus)
        assert setup.title == "1964"
        assert setup.sets == ("base", "heavy_rain")


@pytest.mark.long
async def test_a_career_has_three_seasons() -> None:
    async with menus_at(screen=NewSeasonScreen) as menus:
        await menus.press("left")
        assert events(menus) == list(range(1, 11))
        setup = await started(menus)
        assert setup.parts == (3, 3, 4)


@pytest.mark.long
async def test_the_highlighted_race_is_described_and_drawn() -> None:
    async with menus_at(screen=NewSeasonScreen) as menus:
        await menus.press("down")
        assert "Race 1 of 3: Great Britain, 2 laps." in menus.text
        await menus.press("down")
        assert "Race 2 of 3: USA" in menus.text
        assert "P 3" in menus.text


@pytest.mark.long
async def test_a_custom_season_has_the_requested_number_of_races() -> None:
    async with menus_at(screen=NewSeasonScreen) as menus:
        choose(menus, "#title", "custom")
        await menus.rest()
        assert len(set(events(menus))) == 4
        assert len(set(tracks(menus))) == 4
        before = events(menus)
        choose(menus, "#races", 6)
        await menus.rest()
        assert len(set(events(menus))) == 6
        assert events(menus)[:4] == before
        choose(menus, "#races", 3)
        await menus.rest()
        assert events(menus) == before[:3]


async def test_tracks_and_events_are_chosen_race_by_race_and_no_event_twice() -> None:
    async with menus_at(screen=NewSeasonScreen, size=LARGE) as menus:
        choose(menus, "#title", "custom")
        await menus.rest()
        first, second = events(menus)[:2]
        choose(menus, "#race-event", second)
        choose(menus, "#race-track", "usa")
        await menus.rest()
        assert events(menus)[:2] == [second, first]
        assert tracks(menus)[0] == "usa"
        setup = await started(menus)
        assert [race.event for race in setup.calendar][:2] == [second, first]
        assert setup.calendar[0].track.id == "usa"


async def test_a_chosen_track_that_vanishes_is_reported(home: Path) -> None:
    path = home / "tracks" / "mine.toml"
    path.parent.mkdir()
    text = (TRACKS / "italy.toml").read_text(encoding="utf-8")
    path.write_text(text.replace('id = "italy"', 'id = "mine"'), encoding="utf-8")

    async with menus_at(screen=NewSeasonScreen, size=LARGE) as menus:
        choose(menus, "#title", "custom")
        await menus.rest()
        choose(menus, "#race-track", "mine")
        await menus.rest()
        assert tracks(menus)[0] == "mine"
        path.unlink()
        calendar = menus.find("#calendar", CalendarView)
        calendar.query_one(OptionList).highlighted = 1
        await menus.rest()
        gone = "No track is called mine; the tracks are"
        assert [gone in each.message for each in menus.app._notifications] == [True]
        choose(menus, "#laps", 1)
        await menus.rest()
        assert f"Not yet: {gone}" in str(menus.find("#note", Static).content)


@pytest.mark.sampled
@pytest.mark.parametrize(("line", "refused"), [("#races", 3), ("#title", "1961")])
async def test_a_season_with_fewer_races_than_laps_given_is_refused(line: str, refused: object) -> None:
    asked = Options(season="custom", length=4, laps=(1, 2, 3, 4))

    async with menus_at(screen=lambda: NewSeasonScreen(asked), size=LARGE) as menus:
        before = menus.value(line)
        choose(menus, line, refused)
        await menus.rest()
        assert "Lap counts given: 4, races: 3" in menus.text
        assert (menus.value(line), len(events(menus))) == (before, 4)
        choose(menus, "#laps", 1)
        choose(menus, line, refused)
        await menus.rest()
        assert (menus.value(line), len(events(menus))) == (refused, 3)
        choose(menus, "#laps", (1, 2, 3, 4))
        await menus.rest()
        assert "Not yet: Lap counts given: 4, races: 3" in menus.text
        assert menus.find("#start", Button).disabled


@pytest.mark.long
async def test_a_long_custom_season_has_the_chosen_sets_and_no_event_twice() -> None:
    async with menus_at(screen=NewSeasonScreen, size=LARGE) as menus:
        choose(menus, "#title", "custom")
        choose(menus, "#races", 10)
        await menus.rest()
        assert set(events(menus)) == set(range(1, 11))
        choose(menus, "#sets", ("base", "heavy_rain", "tunnel_vision"))
        await menus.rest()
        setup = await started(menus)
        assert setup.sets == ("base", "heavy_rain", "tunnel_vision")
        assert len({race.event for race in setup.calendar}) == 10


@pytest.mark.long
async def test_the_chosen_rules_apply_to_the_season() -> None:
    async with menus_at(screen=NewSeasonScreen, size=LARGE) as menus:
        for selector, value in (
            ("#laps", 2),
            ("#garage", "basic"),
            ("#mulligan", True),
            ("#retire", True),
            ("#tournament", True),
            ("#pro", 2),
        ):
            choose(menus, selector, value)
        await menus.rest()
        setup = await started(menus)
        assert [race.laps for race in setup.calendar] == [2, 2, 2]
        assert (setup.level, setup.retire) == ("basic", True)
        assert sorted(module.name for module in setup.modules) == ["legends", "mulligan", "tournament"]


@pytest.mark.long
async def test_aggressive_legends_require_legends() -> None:
    async with menus_at(screen=NewSeasonScreen, size=LARGE) as menus:
        aggressive = menus.find("#aggressive", LineSelect)
        choose(menus, "#aggressive", True)
        assert "Aggressive Legends need Legends" not in aggressive.hint
        choose(menus, "#legends", 0)
        await menus.rest()
        assert "Aggressive Legends need Legends" in aggressive.hint
        setup = await started(menus)
        assert setup.modules == ()


@pytest.mark.long
async def test_nothing_starts_while_a_fault_remains() -> None:
    async with menus_at(screen=NewSeasonScreen, size=LARGE) as menus:
        menus.find("#name-1", Input).focus()
        await menus.press("home", "ctrl+k")
        assert "Not yet: This driver has no name; type one." in menus.text
        await menus.press("ctrl+r")
        assert isinstance(menus.app.screen, NewSeasonScreen)
        await menus.write("Ada")
        assert (await started(menus)).seats == ("Ada",)


@pytest.mark.long
async def test_requests_are_filled_in_and_the_rest_is_asked() -> None:
    wishes = Options(
        season="custom",
        seats=(Seat("Cem"), Seat("Steady", controller="steady")),
        legends=1,
        laps=(1, 2),
        tracks=("usa", "italy"),
        events=(5,),
        seed=9,
    )

    async with menus_at(screen=lambda: NewSeasonScreen(wishes), size=LARGE) as menus:
        assert tracks(menus) == ["usa", "italy"]
        assert events(menus)[0] == 5
        setup = await started(menus)
        assert setup.seats == ("Cem", "Steady")
        assert setup.seed == 9
        assert [race.laps for race in setup.calendar] == [1, 2]


async def test_impossible_requests_are_reported_and_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    monkeypatch.setattr(NewSeasonScreen, "notify", lambda _screen, message, **_how: told.append(message))

    async with menus_at(screen=lambda: NewSeasonScreen(Options(season="1962", length=4))) as menus:
        assert events(menus) == [1, 2, 3]
        assert len(told) == 1
        assert "1962" in told[0]
