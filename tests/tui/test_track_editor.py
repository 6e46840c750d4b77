"""Drawing a track: by keys and by mouse, from nothing to a race on it."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path

import pytest
from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.widgets import Input, Static

from heat_tui.game.sketch import MOST_POINTS, Sketch, sketch_of
from heat_tui.game.table.match import Match
from heat_tui.store.drafts import Draft
from heat_tui.store.locks import Held, Holder, lock_of
from heat_tui.store.reading import BadFile
from heat_tui.store.tracks import load_track, read_track_file, save_track, track_ids
from heat_tui.tui.keymap import BORROWED, EDITOR, EVERYWHERE
from heat_tui.tui.keymap import KEYS as KEYMAP
from heat_tui.tui.lists import KeyFooter
from heat_tui.tui.menus.title import TitleScreen
from heat_tui.tui.race.results import ResultsScreen
from heat_tui.tui.setup.fields import FormScreen, LineSelect
from heat_tui.tui.track.canvas import Canvas, Sketched
from heat_tui.tui.track.editor import NEW, EditorScreen, LinesMap, PreviewScreen
from heat_tui.tui.track.map import TrackMap
from heat_tui.tui.track.tracks import TracksScreen
from tests.tracks.circuits import small, write
from tests.tui.menus import LARGE, SMALL, Menus, menus_at
from tests.tui.table import usa

OVAL = ((12, 3), (30, 1), (50, 1), (68, 4), (66, 10), (48, 13), (24, 12), (10, 9))
"""Cells of the canvas around a course, each (column, row), in a terminal of 80 x 24."""

UNFINISHED = "The track is not finished: add what is missing, or correct its errors. It is kept as a draft meanwhile."


def editor(menus: Menus) -> EditorScreen:
    """Return the editor, which is on the screen."""
    assert isinstance(menus.app.screen, EditorScreen), menus.text
    return menus.app.screen


def said(menus: Menus) -> list[str]:
    """Return the notifications."""
    return [note.message for note in menus.app._notifications]


def words(menus: Menus, selector: str) -> str:
    """Return the words of a pane, whose lines may be broken on the screen."""
    return str(menus.find(selector, Static).render())


async def pen_to(menus: Menus, column: int, row: int) -> None:
    """Move the pen with keys, in large and small steps."""
    canvas = menus.find("#canvas", Canvas)
    for way, back, goal, axis in (("right", "left", column, 0), ("down", "up", row, 1)):
        steps = goal - canvas.pen[axis]
        far, near = divmod(abs(steps), 5)
        key = way if steps > 0 else back
        await menus.press(*[f"shift+{key}"] * far, *[key] * near)
    assert canvas.pen == (column, row)


async def draw(menus: Menus, *, by_mouse: bool) -> None:
    """Draw the oval by keyboard or, with only every second point, by mouse."""
    higher = menus.find("#canvas", Canvas).size.height // 14
    for column, row in ((column, row * higher) for column, row in OVAL[:: 1 + by_mouse]):
        if by_mouse:
            await menus.click("#canvas", at=(column, row))
        else:
            await pen_to(menus, column, row)
            await menus.press("enter")


async def to_space(menus: Menus, space: int, *, by_mouse: bool = False) -> None:
    """Go to a space with keys, beginning with a click if `by_mouse`."""
    road = menus.find("#map", LinesMap)
    if by_mouse:
        assert road.ground is not None
        await menus.click("#map", at=road.ground.chart.spots[space, 0].cell)
    steps = space - road.space
    await menus.press(*["right" if steps > 0 else "left"] * abs(steps))
    assert road.space == space


@pytest.mark.sampled
@pytest.mark.parametrize("by_mouse", [True, False])
async def test_a_track_is_drawn_from_nothing_checked_saved_and_raced(home: Path, *, by_mouse: bool) -> None:
    async with menus_at(screen=TracksScreen, size=SMALL if by_mouse else LARGE) as menus:
        await menus.press("c")
        assert words(menus, "#advice").startswith("Place at least three points along the course")
        await draw(menus, by_mouse=by_mouse)
        assert words(menus, "#where").startswith(f"60 spaces on a course of {4 if by_mouse else 8} points, driven")
        assert words(menus, "#advice").endswith("Then press PgDn to place the corners.")
        await menus.press("ctrl+r")
        assert said(menus) == [UNFINISHED]
        await menus.press("pagedown")
        assert words(menus, "#advice").endswith("Press c to put a corner line after that space.")
        for space, limit in ((12, "plus"), (58, "minus")):
            await to_space(menus, space, by_mouse=by_mouse)
            await menus.press("c", limit)
        assert words(menus, "#advice").startswith("corner 2: line_after is 58, but the grid fills the last four spaces")
        await menus.press("ctrl+s")
        assert said(menus) == [UNFINISHED]
        await menus.press("c")
        await to_space(menus, 47, by_mouse=by_mouse)
        await menus.press("c", "r")
        assert words(menus, "#advice") == "No errors found. Press ^r for a test race, ^s to save the track."
        await menus.press("ctrl+s")
        await menus.write("")
        await menus.press("enter")
        assert words(menus, "#refusal") == "name: it is empty; write a name."
        await menus.write("My oval")
        await menus.press("enter")
        file = home / "tracks" / "my_oval.toml"
        assert said(menus)[-1] == f"The track is saved as {file}."
        track = load_track("my_oval")
        assert read_track_file(file) == track
        assert [(each.line_after, each.limit) for each in track.corners] == [(12, 5), (47, 4)]
        assert track.race_line == ((1, "right"), (13, "left"), (48, "right"))
        assert list((home / "drafts").glob("*.json")) == []
        await menus.press("ctrl+r")
        assert menus.race.match.setup.seats == ("Steady", "Steady 2", "Steady 3", "Steady 4")
        assert menus.race.match.setup.track == replace(track, id="new_track")
        assert menus.race.match.setup.laps is None
        if not by_mouse:  # to the finish
            for _try in range(6000):
                await menus.pilot.pause(0.01)
                if isinstance(menus.app.screen, ResultsScreen):
                    break
            assert isinstance(menus.app.screen, ResultsScreen)
            assert menus.app.match is not None
            cars = menus.app.match.view(None).cars
            assert all(car.at > 2 * track.spaces for car in cars)
            assert "Enter editor" in menus.text
            await menus.press("enter")
        else:
            await menus.press("q")
            assert "To the editor" in menus.text
            await menus.press("down", "enter")
            await menus.rest()
        assert editor(menus).sketch.name == "My oval"
        await menus.rest()
        assert menus.app.match is None
        assert not (home / "saves").exists()
        await menus.press("escape")
        assert isinstance(menus.app.screen, TracksScreen)
        assert "Tracks: My oval" in menus.text


async def test_the_editor_does_not_forget_a_table_that_was_left_before() -> None:
    async with menus_at() as menus:
        left = menus.app.games.match = Match.start(usa("Ada"), ("person",))
        await menus.app.push_screen(EditorScreen("usa"))
        await menus.rest()
        await menus.press("v", "escape")
        await menus.rest()
        assert editor(menus).sketch.has_course
        assert menus.app.match is left


@pytest.mark.long
async def test_the_mouse_draws_selects_and_drags(home: Path) -> None:
    async with menus_at(screen=EditorScreen) as menus:
        canvas = menus.find("#canvas", Canvas)
        for column, row in ((8, 3), (60, 3), (60, 12), (8, 12)):
            await menus.click("#canvas", at=(column, row))
        assert len(canvas.sketch.points) == 4
        await menus.click("#canvas", at=(60, 3))
        assert (len(canvas.sketch.points), canvas.chosen) == (4, 1)
        await menus.click("#canvas", at=(66, 8))
        assert canvas.chosen == 2
        assert canvas.sketch.points[1:4] == tuple(editor(menus).sketch.points[1:4])
        before = canvas.sketch.points[2]
        await menus.pilot.mouse_down("#canvas", offset=(66, 8))
        await menus.pilot.hover("#canvas", offset=(70, 7))
        await menus.pilot.mouse_up("#canvas", offset=(70, 7))
        await menus.rest()
        after = canvas.sketch.points[2]
        assert (len(canvas.sketch.points), canvas.pen) == (5, (70, 7))
        assert after[0] > before[0]
        await menus.press("x")
        assert len(canvas.sketch.points) == 4
        await menus.press("m")
        assert (len(canvas.sketch.points), canvas.here) == (4, canvas.chosen)
        await menus.click("#canvas", at=(8, 3))
        await menus.click("#canvas", at=(30, 2))
        assert canvas.chosen == 1
        await menus.press("u")
        assert canvas.chosen == 0
        await menus.press("U")
        assert canvas.chosen == 1
        await menus.press("x", "x")
        assert (len(canvas.sketch.points), canvas.chosen) == (4, 0)
        await menus.click("#tabs", at=(12, 0))
        road = menus.find("#map", LinesMap)
        place = road.ground
        assert place is not None
        await menus.click("#map", at=place.chart.spots[20, 0].cell)
        assert road.space == 20


async def test_a_button_pressed_outside_the_canvas_adds_no_point_when_released_on_it() -> None:
    async with menus_at(screen=EditorScreen) as menus:
        await menus.pilot.mouse_down("#side")
        await menus.pilot.mouse_up("#canvas", offset=(40, 3))
        await menus.rest()
        assert editor(menus).sketch.points == ()
        await menus.click("#canvas", at=(40, 3))
        assert len(editor(menus).sketch.points) == 1


async def test_a_point_is_named_only_if_it_is_under_the_cursor() -> None:
    async with menus_at(screen=lambda: EditorScreen("italy")) as menus:
        canvas = menus.find("#canvas", Canvas)
        assert canvas.here is None
        assert "Under the cursor" not in words(menus, "#where")
        await menus.press("pagedown", "pageup")
        assert "Under the cursor" not in words(menus, "#where")
        await menus.click("#canvas", at=canvas._cell_of(canvas.sketch.points[4]))
        assert words(menus, "#where").endswith("Under the cursor: point 5.")


def test_the_editor_shares_keys_with_menus_and_the_map() -> None:
    bindings = [each for owner in (EditorScreen, FormScreen, LineSelect, LinesMap, Canvas) for each in owner.BINDINGS]
    ids = [each.id or "" for each in bindings if isinstance(each, Binding)]
    assert {id for id in ids if KEYMAP[id].place not in (EDITOR, EVERYWHERE)} == BORROWED[EDITOR]


async def test_many_errors_leave_the_description_of_the_space_in_view() -> None:
    async with menus_at(screen=lambda: EditorScreen("spain"), size=SMALL) as menus:
        await menus.press("pagedown", *["z", "tab"] * 8)
        assert len(words(menus, "#advice").splitlines()) > menus.find("#side", VerticalScroll).size.height
        assert "Space 92 of 109" in menus.text
        assert "Corner 8 ahead: limit 3, " in menus.text


async def test_a_key_of_the_editor_that_can_do_nothing_says_why() -> None:
    async with menus_at(screen=EditorScreen) as menus:

        async def says(*keys: str) -> str:
            menus.app.clear_notifications()
            before = editor(menus).sketch
            for key in keys:
                await menus.press(key, key)
                assert len(said(menus)) == 1, key
            assert editor(menus).sketch == before
            return said(menus)[0]

        assert await says("x", "delete") == "No point is under the cursor."
        assert await says("m") == "The course has no points yet."
        undrawn = "The course of this track is not drawn yet."
        assert await says("w", "v", "ctrl+r") == undrawn
        await menus.press("pagedown")
        assert await says("c", "enter", "r", "f", "t", "s", "left", "right", "up", "down") == undrawn
        await menus.press("pageup")
        await draw(menus, by_mouse=True)
        assert (await says("m")).startswith("The cursor is on a point")
        await menus.press("pagedown")
        lineless = "This track has no corner line yet; c puts one after this space."
        assert await says("g", "minus", "plus", "z", "p", "a", "tab", "shift+tab") == lineless
        crowded = editor(menus).sketch
        while len(crowded.points) < MOST_POINTS:
            crowded = crowded.with_point((len(crowded.points), 9), len(crowded.points) - 1)
        editor(menus).on_sketched(Sketched(crowded))
        await menus.press("pageup", "left", "left")
        assert await says("enter", "space") == f"A course has at most {MOST_POINTS} points."


KEYS: dict[str, Callable[[Sketch], Sketch]] = {
    "c": lambda sketch: sketch.with_line(20),
    "plus": lambda sketch: sketch.with_limit(1, 4),
    "minus": lambda sketch: sketch.with_limit(1, 2),
    "g": lambda sketch: sketch.with_legends_line(20),
    "r": lambda sketch: sketch.with_other_side(20),
    "z": lambda sketch: sketch.with_chicane(1),
    "p": lambda sketch: sketch.with_press(1),
    "f": lambda sketch: sketch.with_special("flooded", 20),
    "t": lambda sketch: sketch.with_special("tunnel", 20),
    "a": lambda sketch: sketch.with_aggressive(20),
    "s": lambda sketch: sketch.started_at(20),
    "w": lambda sketch: sketch.reversed(),
}
"""The effect of every key that edits the road, with the cursor on space 20 of the USA."""


@pytest.mark.long
async def test_every_key_of_the_lines_has_one_effect_and_is_undone() -> None:
    async with menus_at(screen=lambda: EditorScreen("usa")) as menus:
        usa = replace(sketch_of(load_track("usa")), name="Copy of USA")
        road = menus.find("#map", LinesMap)
        await menus.press("pagedown")
        for key, change in KEYS.items():
            road.space = 20  # the key for the start moves the cursor
            await menus.press(key)
            assert editor(menus).sketch == change(usa) != usa, key
            await menus.press("u")
            assert editor(menus).sketch == usa
        await menus.press("U")
        assert editor(menus).sketch == usa.reversed()


@pytest.mark.long
@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_the_footer_has_every_key_of_the_part(size: tuple[int, int]) -> None:
    async with menus_at(screen=EditorScreen, size=size) as menus:
        for rows in (2, 3) if size == SMALL else (2, 2):
            screen = editor(menus)
            shown = [each.binding.description for each in screen.active_bindings.values() if each.binding.show]
            footer = menus.find("KeyFooter", KeyFooter)
            assert [key.description for line in footer.shown for key in line] == list(dict.fromkeys(shown))
            assert footer.size.height == rows
            await menus.press("pagedown")


@pytest.mark.long
async def test_tab_goes_from_line_to_line_and_the_first_corner_makes_no_chicane() -> None:
    async with menus_at(screen=lambda: EditorScreen("usa")) as menus:
        road = menus.find("#map", LinesMap)
        await menus.press("pagedown")
        visited = []
        for key in ("tab", "tab", "tab", "tab", "tab", "shift+tab", "down", "down", "left", "up"):
            await menus.press(key)
            visited.append(road.space)
        assert visited == [12, 33, 49, 57, 12, 57, 62, 67, 66, 61]
        await to_space(menus, 58)
        await menus.press("z")
        assert said(menus) == ["Corner 1 cannot be the second line of a chicane: no corner comes before it."]
        assert "Space 58 of 69" in menus.text


@pytest.mark.long
async def test_names_and_figures_can_be_edited() -> None:
    async with menus_at(screen=lambda: EditorScreen("usa")) as menus:
        await menus.press("pageup")
        await menus.write("")
        await menus.press("down")
        assert "name: it is empty; write a name." in menus.text
        await menus.write("999")
        await menus.press("enter")
        assert said(menus) == ["A track has 24 to 200 spaces."]
        assert menus.find("#spaces", Input).value == "69"
        await menus.write("138")
        await menus.press("enter", "down", "right", "down", "left")
        menus.find("#stress", LineSelect).choose(7)
        await menus.rest()
        sketch = editor(menus).sketch
        assert (sketch.name, sketch.spaces, sketch.laps, sketch.heat, sketch.stress) == ("", 138, 3, 5, 7)
        assert [each.line_after for each in sketch.corners] == [24, 66, 98, 114]
        await menus.press("ctrl+s")
        assert said(menus)[-1] == UNFINISHED


async def test_a_name_that_is_being_typed_is_saved_asked_about_and_undone(home: Path) -> None:
    save_track(replace(load_track("usa"), id="mine", name="Mine", set="own"))

    async with menus_at(screen=lambda: EditorScreen("mine")) as menus:
        await menus.press("pageup")
        await menus.write("Other")
        await menus.press("ctrl+s")
        assert load_track("mine").name == "Other"
        await menus.write("Third")
        await menus.press("escape")
        assert words(menus, "Static") == "Leave the editor? The changes to Third are not saved."
        assert len(list((home / "drafts").glob("*.json"))) == 1
        await menus.press("escape", "ctrl+q")
        assert "Leave the game? The track is not saved" in menus.text
        await menus.press("escape")
        await menus.write("Fourth")
        await menus.app.run_action("undo", editor(menus))
        await menus.rest()
        assert menus.find("#name", Input).value == editor(menus).sketch.name == "Third"


async def test_a_number_of_spaces_that_is_being_typed_is_saved_or_refused() -> None:
    save_track(replace(load_track("usa"), id="mine", name="Mine", set="own"))

    async with menus_at(screen=lambda: EditorScreen("mine")) as menus:
        await menus.press("pageup", "down")
        for typed in "999", "138":
            await menus.write(typed)
            await menus.press("ctrl+s")
            assert said(menus)[0] == "A track has 24 to 200 spaces."
            assert load_track("mine").spaces == (69 if typed == "999" else 138)
        assert len(said(menus)) == 2
        await menus.write("7")
        await menus.press("ctrl+q", "escape")
        assert menus.find("#spaces", Input).value == "7", "to be asked is to be free to stay"
        assert len(said(menus)) == 2


async def test_nothing_is_lost_when_the_program_ends(home: Path) -> None:
    async with menus_at(screen=EditorScreen) as menus:
        await menus.click("#canvas", at=(8, 3))
        await menus.click("#canvas", at=(40, 3))
        await menus.press("escape")
        assert words(menus, "Static") == "Leave the editor? The changes to New track are not saved."
        await menus.press("down", "enter")
        assert isinstance(menus.app.screen, TitleScreen)
    async with menus_at(screen=EditorScreen) as menus:
        assert said(menus) == ["This is your unsaved drawing from last time; undo removes the unsaved changes."]
        assert len(editor(menus).sketch.points) == 2
        await menus.press("u")
        assert editor(menus).sketch.points == ()
        assert list((home / "drafts").glob("*.json")) == []
        await menus.press("U")
        assert menus.find("#canvas", Canvas).chosen == 1
        await menus.press("escape", "down", "down", "enter")
        assert isinstance(menus.app.screen, TitleScreen)
        assert list((home / "drafts").glob("*.json")) == []


@pytest.mark.parametrize(("answer", "drafts"), [((), 1), (("down",), 1), (("down", "down"), 0)])
@pytest.mark.long
async def test_leaving_asks_what_to_do_with_the_changes(home: Path, answer: tuple[str, ...], drafts: int) -> None:
    async with menus_at(screen=lambda: EditorScreen("usa")) as menus:
        await menus.press("w", "q")
        assert "Leave the game? The track is not saved" in menus.text
        await menus.press("escape", "escape")
        assert words(menus, "Static") == "Leave the editor? The changes to Copy of USA are not saved."
        await menus.press(*answer, "enter")
        assert isinstance(menus.app.screen, TitleScreen if answer else EditorScreen)
        assert len(list((home / "drafts").glob("*.json"))) == drafts


@pytest.mark.long
async def test_a_built_in_track_is_copied_and_a_players_own_track_is_replaced(home: Path) -> None:
    async with menus_at(screen=lambda: EditorScreen("usa")) as menus:
        await menus.press("w", "ctrl+s")
        assert menus.find("Input", Input).value == "Copy of USA"
        await menus.write("Italy")
        await menus.press("enter")
        assert load_track("italy_2").direction == "counterclockwise"
        assert load_track("italy").direction == "clockwise"
    assert load_track("italy_2").set == "own"
    save_track(replace(load_track("italy_2"), set="heavy_rain"), replace=True)
    async with menus_at(screen=lambda: EditorScreen("italy_2")) as menus:
        await menus.press("w", "ctrl+s")
        assert load_track("italy_2") == replace(load_track("usa"), id="italy_2", name="Italy", set="heavy_rain")
        await menus.press("u")
        assert "Track editor: Italy (not saved)" in menus.text
        await menus.press("U")
        assert "(not saved)" not in menus.text
    assert track_ids()[-1] == "italy_2"


async def test_a_file_that_was_changed_meanwhile_is_replaced_only_if_the_player_says_so(home: Path) -> None:
    file = save_track(replace(load_track("usa"), id="mine", name="Mine"))
    async with menus_at(screen=lambda: EditorScreen("mine")) as menus:
        file.write_text(by_hand := file.read_text("utf-8") + "# by hand\n", "utf-8")
        await menus.press("w", "ctrl+s")
        assert "Keep the file" in menus.text
        await menus.press("enter")
        assert file.read_text("utf-8") == by_hand
        assert "Track editor: Mine (not saved)" in menus.text
        await menus.press("ctrl+s", "right", "enter")
        assert load_track("mine").direction == "counterclockwise"
        await menus.press("w", "ctrl+s")
        assert load_track("mine").direction == "clockwise"
        file.unlink()
        await menus.press("w", "ctrl+s")
        assert load_track("mine").direction == "counterclockwise"


async def test_a_full_disk_is_reported_and_drawing_continues(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_given: object) -> None:
        raise OSError(28, "No space left on device")

    async with menus_at(screen=lambda: EditorScreen("usa")) as menus:
        monkeypatch.setattr("heat_tui.store.drafts.write_whole", full)
        monkeypatch.setattr("heat_tui.store.tracks.write_whole", full)
        await menus.press("w", "w", "w")
        assert len(said(menus)) == 1
        assert "cannot be written (No space left on device)" in said(menus)[0]
        await menus.press("ctrl+s", "enter")
        assert "copy_of_usa.toml cannot be written (No space left on device)" in words(menus, "#refusal")
        assert not (home / "tracks").exists()
        assert not lock_of(home / "drafts" / "copy_of_usa.json").exists()


def opened_elsewhere(draft: Draft) -> None:
    """Write the lock of another program, which has opened the draft since."""
    holder = Holder("another token", "elsewhere", 4711, "", time.time())
    lock_of(draft.path).write_text(json.dumps(asdict(holder)), encoding="ascii")


async def test_a_drawing_is_open_only_once(home: Path) -> None:
    opened_elsewhere(Draft(NEW, "New track"))

    async with menus_at(screen=TracksScreen) as menus:
        await menus.press("c")
        assert isinstance(menus.app.screen, TracksScreen)
        assert said(menus)[0].startswith("New track is open elsewhere (elsewhere, process")
    with pytest.raises(Held):
        EditorScreen()


def test_a_drawing_that_another_program_has_taken_over_is_left_alone(home: Path) -> None:
    """Two programs that find the same stale lock may both open a drawing; the later one has it."""
    draft = Draft(NEW, "New track")
    draft.write(Sketch(name="Mine"))
    opened_elsewhere(draft)
    with pytest.raises(Held, match="New track is open elsewhere"):
        draft.write(Sketch(name="Later"))
    draft.delete()
    assert draft.read(Sketch) == Sketch(name="Mine")
    lock_of(draft.path).unlink()
    draft.write(Sketch(name="Later"))
    assert draft.read(Sketch) == Sketch(name="Later")


@pytest.mark.parametrize(
    "text",
    ["", "[]", '{"name": 7}', *(json.dumps(asdict(each)) for each in (Sketch(spaces=10**9), Sketch(laps=0))), "\0"],
)
def test_a_damaged_draft_is_set_aside(home: Path, text: str) -> None:
    (home / "drafts").mkdir()
    (home / "drafts" / "new-track.json").write_text(text)
    screen = EditorScreen()
    assert screen.sketch.points == ()
    assert screen.problem is not None
    assert "this draft was changed or damaged and cannot be continued; it is kept as" in screen.problem
    assert [path.name for path in (home / "drafts").glob("[!.]*")] == ["new-track.json.damaged"]


def test_a_draft_is_restored_as_it_was_drawn(home: Path) -> None:
    draft = Draft("usa", "USA")
    sketch = sketch_of(load_track("spain"))
    draft.write(sketch)
    assert draft.read(Sketch) == sketch
    draft.delete()
    draft.delete()
    assert draft.read(Sketch) is None
    draft.close()
    assert os.listdir(home / "drafts") == []


def test_an_unknown_or_faulty_track_is_not_opened(home: Path) -> None:
    with pytest.raises(BadFile, match="No track is called nowhere"):
        EditorScreen("nowhere")
    (home / "tracks").mkdir()
    (home / "tracks" / "bad.toml").write_text("x = ")
    with pytest.raises(BadFile, match="this is not valid TOML"):
        EditorScreen("bad")


@pytest.mark.long
@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_the_preview_shows_three_sizes(size: tuple[int, int]) -> None:
    async with menus_at(screen=lambda: EditorScreen("usa"), size=size) as menus:
        await menus.press("v")
        assert isinstance(menus.app.screen, PreviewScreen)
        assert [each.size for each in menus.app.screen.query(TrackMap)] == [(80, 22), (120, 38), (200, 58)]
        assert "A terminal of 80 columns and 24 rows" in menus.text
        await menus.press("end")
        await menus.press("escape")
        editor(menus)


async def test_a_track_is_imported_from_the_list(home: Path) -> None:
    circuit = write(home, small(), "oval.heat")
    save_track(replace(load_track("usa"), id="oval_park", set="own"))

    async with menus_at(screen=TracksScreen) as menus:
        await menus.press("o", "enter")
        assert words(menus, "#refusal") == "Type the name of a file."
        field = menus.find("Input", Input)
        field.value = str(home / "nothing.heat")
        await menus.press("enter")
        assert words(menus, "#refusal").endswith("this file does not exist; check the name and the folder.")
        field.value = str(circuit)
        await menus.press("enter")
        first, *notes = words(menus, "Static").splitlines()
        assert first == f"Imported {circuit} as oval_park_2."
        assert notes[0].startswith("The picture of the board is not imported;")
        await menus.press("enter")
        assert "Tracks: Oval Park" in menus.text


@pytest.mark.long
async def test_a_players_own_track_is_edited_from_the_list() -> None:
    save_track(replace(load_track("usa"), id="mine", set="own"))

    async with menus_at(screen=TracksScreen) as menus:
        await menus.press("end", "e")
        assert editor(menus).sketch == sketch_of(load_track("mine"))
        await menus.press("w", "ctrl+s", "escape")
        assert isinstance(menus.app.screen, TracksScreen)
        assert "Driven anticlockwise" in menus.text


@pytest.mark.long
async def test_a_terminal_that_shrinks_and_grows_again_loses_nothing() -> None:
    async with menus_at(screen=EditorScreen, size=LARGE) as menus:
        for part in range(3):
            await menus.pilot.resize_terminal(20, 5)
            await menus.pilot.resize_terminal(*LARGE)
            await menus.rest()
            assert "Track editor: New track" in menus.text, part
            await menus.press("pagedown")
