"""Setting up a race, by keys and by mouse."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from textual.events import Key
from textual.widget import Widget
from textual.widgets import Button, Input, Static

from heat_tui.game.setup.last_setup import load_last_setup, save_last_setup
from heat_tui.game.setup.options import RACE_FORM, Options, Seat
from heat_tui.game.setup.race_options import default_race, rivals_of, with_rivals
from heat_tui.store.saves import SaveStore
from heat_tui.store.settings import Settings
from heat_tui.tui.lists import MenuList
from heat_tui.tui.menus.settings import SettingsScreen
from heat_tui.tui.setup.fields import FormScreen, LineSelect, typed_ahead
from heat_tui.tui.setup.race import NewRaceScreen
from heat_tui.tui.setup.season import NewSeasonScreen
from heat_tui.tui.track.map import TrackMap
from tests.tui.menus import LARGE, SMALL, Menus, menus_at, store_in

TRACKS = Path(__file__).parents[2] / "tracks"


def note(menus: Menus) -> str:
    return str(menus.find("#note", Static).content)


async def down_to(menus: Menus, line: str) -> None:
    while menus.app.focused is not menus.find(f"#{line}", Widget):
        await menus.press("down")


def summary(menus: Menus) -> str:
    return str(menus.find("Heading", Static).content)


async def test_a_race_of_two_people_is_set_up_by_keys(home: Path) -> None:
    async with menus_at(store=store_in(home), screen=NewRaceScreen) as menus:
        await menus.press("down")
        assert summary(menus) == "New race: Italy, 3 laps, 1 person, 3 Legends"
        assert menus.find("#map", TrackMap).scene.track.id == "italy"
        await menus.press("pagedown")
        await menus.write("Ada")
        await menus.press("tab", "right", "right")  # green
        await menus.press("down", "shift+tab", "shift+tab", "enter")  # another driver
        assert menus.app.focused is menus.find("#name-2", Input)
        await menus.write("[red]")
        await menus.press("tab", "tab", "tab", "right", "right")  # a handicap of two Heat
        await menus.press("pagedown", *["down"] * 7)
        laps = menus.find("#laps", LineSelect)
        seen = [laps.words]
        for key in ("right", "left", "left", "left"):
            await menus.press(key)
            seen.append(laps.words)
        assert seen == ["3 (printed)", "4", "3 (printed)", "2", "1"]
        assert summary(menus) == "New race: Italy, 1 lap, 2 people, 3 Legends"
        await menus.press("down", "down", "right")  # a mulligan
        await down_to(menus, "open_table")
        await menus.press("space")
        await down_to(menus, "seed")
        await menus.press("4", "2")
        assert "[red]" in menus.text or menus.find("#name-2", Input).value == "[red]"
        await menus.press("ctrl+r")
        await menus.rest()
        match = menus.race.match
        setup = match.setup
        assert (setup.track.id, setup.seats, setup.laps, setup.seed) == ("italy", ("Ada", "[red]"), 1, 42)
        assert setup.colours == ("green", "red")
        assert setup.handicap == (0, 2)
        assert "mulligan" in {module.name for module in setup.modules}
        assert not setup.retire
        assert match.open_table
        assert match.controllers == ("person", "person")
        assert len(match.sheet.entries) == 5
        remembered = load_last_setup()
        assert remembered.problem is None
        assert remembered.setup is not None
        assert [seat.name for seat in remembered.setup.seats] == ["Ada", "[red]"]


async def test_a_race_is_set_up_by_mouse(home: Path) -> None:
    async with menus_at(store=store_in(home), screen=NewRaceScreen, size=LARGE) as menus:
        await menus.click("#tracks", at=(3, 2))
        await menus.click("#add")
        await menus.click("#seat-2 .controller", at=(8, 0))
        assert menus.find("#name-2", Input).value == "Steady"
        await menus.click("#seat-2 .controller", at=(0, 0))
        assert menus.find("#name-2", Input).value == "Player 2"
        await menus.click("#seat-2 .controller", at=(0, 0))
        assert menus.find("#name-2", Input).value == "Chance"
        await menus.click("#cars", at=(16, 0))
        assert summary(menus) == "New race: France, 2 laps, 1 person, 1 automated driver, 4 Legends"
        await menus.click("#start")
        await menus.rest()
        assert menus.race.match.setup.seats == ("Player 1", "Chance")
        assert menus.race.match.controllers == ("person", "chance")


@pytest.mark.point("R5")
async def test_six_keys_lead_from_the_title_to_a_race_against_another_kind_on_another_track(home: Path) -> None:
    keys = ("up", "enter", "i", "enter", "s", "ctrl+r")

    async with menus_at(store=store_in(home)) as menus:
        for key in keys:
            await menus.press(key)
            await menus.rest()
        match = menus.race.match
        assert match.setup.track.id == "italy"
        assert match.controllers == ("person", "steady", "steady", "steady")
        assert match.setup.seats[0] == "Player 1"


@pytest.mark.point("R5")
@pytest.mark.parametrize(("key", "found"), [("l", "伝説"), ("n", "入門"), ("o", "on"), ("t", None), ("f", None)])
def test_a_letter_chooses_a_value_by_its_words_or_its_name(key: str, found: str | None) -> None:
    """`None` and the two values of a switch have words but no name."""
    names = ((None, "own"), ("legends", "伝説"), ("novice", "入門"), (3, "3"), (True, "on"), (False, "off"))
    place = typed_ahead(Key(key, key), names, 3)
    assert (None if place is None else names[place][1]) == found


@pytest.mark.point("R5")
def test_rivals_replace_all_but_the_people() -> None:
    people = (Seat("Ada", "green"), Seat("Bo", "red"))
    form = default_race((*people, Seat("Chance", "blue", "chance")))
    assert rivals_of(form) is None
    champions = with_rivals(form, "champion")
    assert champions.seats[:2] == people
    assert [seat.controller for seat in champions.seats[2:]] == ["champion"] * 2
    assert len({seat.colour for seat in champions.seats} | {seat.name for seat in champions.seats}) == 8
    assert (champions.legends, rivals_of(champions)) == (0, "champion")
    legends = with_rivals(champions, "legends")
    assert (legends.seats, legends.legends, rivals_of(legends)) == (people, 2, "legends")
    nobody = tuple(replace(seat, controller="steady") for seat in people)
    assert rivals_of(replace(form, seats=nobody, legends=0)) is None, "there are no people to have rivals"


@pytest.mark.sampled
@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_the_parts_are_pages_or_side_by_side(size: tuple[int, int], home: Path) -> None:
    async with menus_at(store=store_in(home), screen=NewRaceScreen, size=size) as menus:
        parts = ["Italy", "Add a driver", "Memory aid"]
        assert [each in menus.text for each in parts] == ([True] * 3 if size == LARGE else [True, False, False])
        if size == SMALL:
            await menus.press("pageup")
            assert [each in menus.text for each in parts] == [False, False, True]
            await menus.click("PartTabs", at=(12, 0))
            assert [each in menus.text for each in parts] == [False, True, False]
            await menus.press("left")
            assert [each in menus.text for each in parts] == [True, False, False]


@pytest.mark.parametrize(
    ("screen", "line"), [(NewRaceScreen, "#weather"), (NewSeasonScreen, "#name-1"), (SettingsScreen, "#keys")]
)
async def test_the_focus_stays_in_view_in_a_terminal_that_shrinks(
    screen: type[FormScreen[None]], line: str, home: Path
) -> None:
    async with menus_at(screen=screen, size=(160, 50)) as menus:
        field = menus.find(line, Widget)
        field.focus()
        await menus.rest()
        await menus.pilot.resize_terminal(*SMALL)
        assert menus.app.focused is field
        assert field.is_on_screen


INVALID_NAMES = {
    "": "This driver has no name",
    "   ": "This driver has no name",
    "x" * 41: "is too long; use at most 40 characters.",
    "ADA": 'Two drivers are called "ADA"; give each a name of their own.',
    "a\x07b": "characters that cannot be shown",
}


@pytest.mark.long
async def test_an_invalid_name_is_reported_beside_it(home: Path) -> None:
    setup = Options(track="usa", seats=(Seat("Ada", "red"), Seat("Bo", "blue")))
    save_last_setup(setup)

    async with menus_at(store=store_in(home), screen=NewRaceScreen) as menus:
        field = menus.find("#name-2", Input)
        for name, fault in INVALID_NAMES.items():
            field.value = name
            await menus.rest()
            assert fault in str(menus.find("#fault-2", Static).content)
            assert menus.find("#fault-2", Static).display
            assert not menus.find("#fault-1", Static).display
            assert note(menus).startswith("Not yet: ")
            assert menus.find("#start", Button).disabled
            await menus.press("ctrl+r")
            await menus.rest()
            assert isinstance(menus.app.screen, NewRaceScreen)
            field.value = "Bo"
            await menus.rest()
            assert not menus.find("#fault-2", Static).display
            assert not menus.find("#start", Button).disabled


@pytest.mark.long
@pytest.mark.parametrize("name", ["x" * 40, "Ｗｉｄｅ 名前 [/]"])
async def test_valid_names_are_used_in_the_race(name: str, home: Path) -> None:
    async with menus_at(store=store_in(home), screen=NewRaceScreen) as menus:
        menus.find("#name-1", Input).value = name
        await menus.rest()
        await menus.press("ctrl+r")
        await menus.rest()
        assert menus.race.match.setup.seats == (name,)


async def test_the_seed_is_explained(home: Path) -> None:
    async with menus_at(store=store_in(home), screen=NewRaceScreen) as menus:
        menus.find("#seed", Input).focus()
        await menus.rest()
        assert str(menus.find("#note", Static).content) == "The same setup, seed and choices give the same race."


@pytest.mark.long
async def test_an_invalid_seed_is_reported(home: Path) -> None:
    async with menus_at(store=store_in(home), screen=NewRaceScreen) as menus:
        field, fault, start = (
            menus.find("#seed", Input),
            menus.find("#seed-fault", Static),
            menus.find("#start", Button),
        )
        for seed in ("x", "-1", "1.5", str(1 << 63), "٣"):
            field.value = seed
            await menus.rest()
            assert "is not a whole number from 0 to" in str(fault.content)
            assert start.disabled
            field.value = "1"
            await menus.rest()
            assert not start.disabled


@pytest.mark.long
async def test_a_colour_that_is_taken_is_swapped(home: Path) -> None:
    save_last_setup(Options(track="usa", seats=(Seat("Ada", "red"), Seat("Bo", "blue"))))

    async with menus_at(store=store_in(home), screen=NewRaceScreen, size=LARGE) as menus:
        await menus.click("#seat-1 .colour", at=(5, 0))
        assert (menus.value("#seat-1 .colour"), menus.value("#seat-2 .colour")) == ("blue", "red")


async def test_one_to_eight_cars_are_possible(home: Path) -> None:
    async with menus_at(store=store_in(home), screen=NewRaceScreen, size=LARGE) as menus:
        remove = menus.find("#seat-1 .remove", Button)
        assert remove.disabled
        menus.find("#add", Button).active_effect_duration = 0  # a button ignores clicks while it is shown as pressed
        for _driver in range(9):
            await menus.click("#add")
        assert "8 people" in summary(menus)
        assert menus.value("#legends") == 0
        assert menus.find("#add", Button).disabled
        assert not menus.find("#start", Button).disabled
        await menus.click("#seat-3 .remove")
        assert menus.find("#name-3", Input).value == "Player 4"
        assert "7 people" in summary(menus)


@pytest.mark.long
async def test_everything_can_be_reached_by_keys_alone(home: Path) -> None:
    save_last_setup(
        Options(track="usa", seats=tuple(Seat(f"P{number}", colour) for number, colour in enumerate(("red", "blue"))))
    )

    async with menus_at(store=store_in(home), screen=NewRaceScreen) as menus:
        for part, things in (("track", 2), ("drivers", 2 * 5 + 3), ("rules", len(RACE_FORM) + 2)):
            seen: set[object] = set()
            first = menus.app.focused
            while menus.app.focused not in seen:
                seen.add(menus.app.focused)
                assert menus.app.focused is not None
                assert menus.app.screen.region.contains_region(menus.app.focused.region), part
                await menus.press("tab")
            assert menus.app.focused is first
            assert len(seen) == things + 1 + 4, part  # the tabs and the buttons
            await menus.press("pagedown")


async def test_the_last_setup_is_proposed_and_can_be_restored(home: Path) -> None:
    setup = Options(
        track="japan",
        seats=(Seat("Ada", "purple", "person", 1), Seat("Robot", "gray", "chance")),
        legends=1,
        laps=7,
        pro=2,
        retire=True,
        memory_aid=False,
    )
    save_last_setup(setup)

    async with menus_at(store=store_in(home), screen=NewRaceScreen) as menus:
        assert summary(menus) == "New race: Japan, 7 laps, 1 person, 1 automated driver, 1 Legend"
        await menus.click("#usual")
        assert summary(menus) == "New race: Japan, 2 laps, 1 person, 1 automated driver, 2 Legends"
        assert (menus.value("#pro"), menus.value("#retire"), menus.value("#memory_aid")) == (0, False, True)
        await menus.click("#first")
        assert summary(menus) == "New race: USA, 1 lap, 1 person, 1 automated driver, 2 Legends"
        await menus.click("#last")
        assert summary(menus) == "New race: Japan, 7 laps, 1 person, 1 automated driver, 1 Legend"
        await menus.press("ctrl+r")
        await menus.rest()
        made = menus.race.match.setup
        assert made.colours == ("purple", "gray")
        assert made.handicap == (1, 0)
        assert (made.laps, made.retire, made.memory_aid) == (7, True, False)


@pytest.mark.long
async def test_the_printed_laps_are_marked_and_a_chosen_number_stays(home: Path) -> None:
    save_last_setup(Options(track="italy", seats=(Seat("Ada", "red"),), laps=3, legends=1))

    async with menus_at(store=store_in(home), screen=NewRaceScreen, size=LARGE) as menus:
        laps = menus.find("#laps", LineSelect)
        assert [words for _value, words in laps._options][:5] == ["1", "2", "3 (printed)", "4", "5"]
        menus.find("#tracks", MenuList).focus()
        await menus.press("up")
        assert summary(menus).startswith("New race: USA, 3 laps")
        assert laps.words == "3"
        laps.focus()
        await menus.press("left")
        assert laps.words == "2 (printed)"
        menus.find("#tracks", MenuList).focus()
        await menus.press("down")
        assert summary(menus).startswith("New race: Italy, 3 laps")
        assert laps.words == "3 (printed)"


async def test_a_damaged_last_setup_is_reported_and_the_default_race_proposed(home: Path) -> None:
    (home / "last_setup.json").write_text("{", encoding="utf-8")

    async with menus_at(store=store_in(home), screen=NewRaceScreen) as menus:
        assert summary(menus) == "New race: USA, 2 laps, 1 person, 3 Legends"
        assert ["last_setup.json" in each.message for each in menus.app._notifications] == [True], "it is said once"
        assert not menus.app.screen.query("#last")


async def test_a_damaged_book_is_reported_and_the_form_goes_on_without_its_ladder(home: Path) -> None:
    book = home / "book.sqlite"
    book.write_text("no book")

    async with menus_at(store=SaveStore(home / "saves", book=book), screen=NewRaceScreen) as menus:
        (said,) = menus.said
        assert "the drivers' book is damaged" in said
        assert summary(menus) == "New race: USA, 2 laps, 1 person, 3 Legends"


@pytest.mark.long
async def test_requested_options_override_the_last_setup(home: Path) -> None:
    save_last_setup(Options(track="japan", seats=(Seat("Ada", "red"),), laps=7, legends=1))
    wishes = Options(
        track="italy",
        seats=(Seat("Bo"), Seat("Steady", controller="steady")),
        cars=5,
        handicap=(("Bo", 2),),
        seed=9,
        pro=3,
        open_table=True,
    )

    async with menus_at(store=store_in(home), screen=lambda: NewRaceScreen(wishes)) as menus:
        assert summary(menus) == "New race: Italy, 3 laps, 1 person, 1 automated driver, 3 Legends"
        assert menus.value("#seat-1 .handicap") == 2
        assert menus.value("#pro") == 3
        assert menus.find("#seed", Input).value == "9"
        assert menus.value("#open_table") is True


@pytest.mark.long
async def test_the_ghost_that_was_asked_for_is_shown(home: Path) -> None:
    async with menus_at(store=store_in(home), screen=lambda: NewRaceScreen(ghost="fast-race")) as menus:
        assert "Ghost: fast-race" in menus.text


async def test_the_players_own_tracks_are_listed_and_faulty_ones_give_the_reason(home: Path) -> None:
    (home / "tracks").mkdir()
    text = (TRACKS / "italy.toml").read_text(encoding="utf-8")
    (home / "tracks" / "monza_two.toml").write_text(
        text.replace('id = "italy"', 'id = "monza_two"').replace('name = "Italy"', 'name = "[b]Monza 2"'),
        encoding="utf-8",
    )
    (home / "tracks" / "wrong.toml").write_text("id = ", encoding="utf-8")

    async with menus_at(store=store_in(home), screen=NewRaceScreen) as menus:
        await menus.press("up")
        assert menus.find("#tracks", MenuList).highlighted == 9
        assert "wrong.toml" in note(menus)
        assert menus.find("#start", Button).disabled
        assert not menus.find("#map", TrackMap).visible
        await menus.press("up")
        assert "[b]Monza 2" in menus.text
        assert menus.find("#map", TrackMap).visible
        await menus.press("ctrl+r")
        await menus.rest()
        assert menus.race.match.setup.track.id == "monza_two"


async def test_a_track_file_outside_the_folder_is_chosen_and_remembered(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = (TRACKS / "italy.toml").read_text(encoding="utf-8").replace('id = "italy"', 'id = "loop"')
    (tmp_path / "loop.toml").write_text(text.replace('name = "Italy"', 'name = "Loop"'), encoding="utf-8")
    monkeypatch.chdir(tmp_path)

    async with menus_at(store=store_in(home), screen=lambda: NewRaceScreen(Options(track="loop.toml"))) as menus:
        assert summary(menus).startswith("New race: Loop, 3 laps")
        menus.find("#preset", LineSelect).choose("modules")
        await menus.rest()
        await menus.press("ctrl+r")
        await menus.rest()
        assert menus.race.match.setup.track.id == "loop"
    monkeypatch.chdir("/")
    async with menus_at(store=store_in(home), screen=NewRaceScreen) as menus:
        assert summary(menus).startswith("New race: Loop, 3 laps")


async def test_a_track_that_vanishes_is_reported(home: Path) -> None:
    (home / "tracks").mkdir()
    path = home / "tracks" / "mine.toml"
    text = (TRACKS / "italy.toml").read_text(encoding="utf-8")
    path.write_text(text.replace('id = "italy"', 'id = "mine"'), encoding="utf-8")

    async with menus_at(store=store_in(home), screen=NewRaceScreen) as menus:
        await menus.press("up")
        shutil.rmtree(home / "tracks")
        await menus.press("ctrl+r")
        await menus.rest()
        assert isinstance(menus.app.screen, NewRaceScreen)
        assert "No track is called mine; the tracks are" in note(menus)


@pytest.mark.long
@pytest.mark.parametrize("size", [SMALL, (100, 30), LARGE, (160, 50)])
async def test_an_ascii_terminal_gets_only_ascii(size: tuple[int, int], home: Path) -> None:
    async with menus_at(
        store=store_in(home), screen=NewRaceScreen, settings=Settings(glyphs="ascii"), size=size
    ) as menus:
        for _part in range(3):
            assert menus.text.isascii(), sorted({each for each in menus.text if not each.isascii()})
            await menus.press("tab", "pagedown")
