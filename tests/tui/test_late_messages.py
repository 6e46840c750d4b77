"""Late messages: their list has been filled again, or their field has another value, or their time has passed."""

from __future__ import annotations

import ast
import asyncio
import shutil
from pathlib import Path

import pytest
from textual import events
from textual.app import App, ComposeResult
from textual.css.query import NoMatches
from textual.geometry import Size
from textual.style import Style
from textual.widgets import Button, DataTable, OptionList, Static
from textual.widgets.option_list import Option
from textual.worker import WorkerFailed

import heat_tui.tui
from heat_tui.store.saves import SaveStore
from heat_tui.tui.command_palette import HeatPalette
from heat_tui.tui.help import HelpScreen
from heat_tui.tui.lists import SafeList
from heat_tui.tui.menus.saved import SavedRacesScreen
from heat_tui.tui.pages import Rows
from heat_tui.tui.race.prompts import Prompt
from heat_tui.tui.screen import HeatScreen
from heat_tui.tui.setup.fields import LineSelect
from heat_tui.tui.setup.race import NewRaceScreen
from heat_tui.tui.setup.screen import DriversPart
from tests.tui.menus import LARGE, menus_at
from tests.tui.moments import race_until, reacting
from tests.tui.races import app_with
from tests.tui.swift import Swift
from tests.tui.watched import watched

EXAMPLE = Path(__file__).parents[1] / "saves" / "v1-usa-mid-turn.json"

pytestmark = pytest.mark.point("X1")


@pytest.mark.sampled
@pytest.mark.parametrize("word", ["slipstreem", "xyzzyx", "boostboost"])
async def test_fast_typing_in_the_search_of_the_help_loses_nothing(word: str) -> None:
    app = app_with(HelpScreen())
    async with app.run_test(size=(80, 24)):
        keys = Swift(app)
        await keys.pause()
        await keys.hurry("slash", *word)
        assert app.fault is None
        assert str(app.screen.query_one("#count", Static).content) == "not found"
        await keys.hurry("escape", "slash", *word, "enter", "down", "escape", "escape")
        assert app.fault is None


class Listener(HeatScreen[None]):
    """A screen that records the messages of its list."""

    def __init__(self) -> None:
        super().__init__()
        self.heard: list[str] = []

    def compose(self) -> ComposeResult:
        yield SafeList()

    def fill(self, *names: str) -> SafeList:
        """List these rows, with the last one highlighted."""
        listed = self.query_one(SafeList)
        listed.clear_options()
        listed.add_options(Option(name, id=name) for name in names)
        listed.highlighted = len(names) - 1
        return listed

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        self.heard.append(str(event.option_id))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.heard.append(f"chosen {event.option_id}")


async def test_no_message_arrives_about_a_removed_row() -> None:
    screen = Listener()
    app = app_with(screen)
    async with app.run_test():
        keys = Swift(app)
        screen.fill("a", "b").action_select()
        screen.fill("c")
        await keys.pause()
        assert screen.heard == ["c"]
        screen.fill("d").action_select()
        await keys.pause()
        assert screen.heard == ["c", "d", "chosen d"]


async def test_a_click_on_a_removed_row_does_nothing() -> None:
    screen = Listener()
    app = app_with(screen)
    async with app.run_test():
        keys = Swift(app)
        listed = screen.fill("a", "b", "c")
        await keys.pause()
        click = events.Click(listed, 2, 2, 0, 0, 1, False, False, False, 2, 2)
        click.style = Style.from_meta({"option": 2}).rich_style
        screen.fill("d")
        listed.post_message(click)
        await keys.pause()
        assert app.fault is None
        assert screen.heard == ["c", "d"]


async def test_a_list_that_is_not_laid_out_cannot_be_paged_through() -> None:
    screen = Listener()
    app = app_with(screen)
    async with app.run_test():
        keys = Swift(app)
        listed = screen.fill("a", "b", "c")
        listed.display = False
        await keys.pause()
        assert not await app.run_action("page_up", listed)
        assert listed.highlighted == 2


@pytest.mark.point("N3")
async def test_a_palette_may_be_closed_before_it_is_mounted() -> None:
    """Somebody else's choice, or the end of a connection, closes all that is open."""
    app = app_with(Listener())
    async with app.run_test():
        closed = HeatPalette()
        await closed._dispatch_message(events.Mount())
        assert not closed._providers
    assert app.fault is None


@pytest.mark.point("N3")
async def test_a_worker_may_miss_a_widget_of_an_app_that_ends() -> None:
    app = app_with(Listener())
    async with app.run_test():
        app.exit()
        app._handle_exception(WorkerFailed(NoMatches("the list of the palette has been removed")))
    assert app.fault is None


async def test_input_that_arrives_together_keeps_its_order() -> None:
    app = app_with(Listener())
    async with app.run_test():
        keys, driver = Swift(app), app._driver
        assert driver is not None
        await keys.pause()
        for x in (10, 11, 12, 13):
            driver.process_message(events.MouseMove(None, x, 5, 1, 0, 0, False, False, False, x, 5))
        await keys.pause()
        assert app.mouse_position == (13, 5)
        driver.process_message(events.AppBlur())
        driver.process_message(events.AppFocus())
        await keys.pause()
        assert app.app_focus


@pytest.mark.point("N3")
async def test_a_click_on_a_removed_heading_does_nothing() -> None:
    heard: list[object] = []

    class Listing(App[None]):
        def compose(self) -> ComposeResult:
            yield Rows(cursor_type="row")

        def on_data_table_header_selected(self, event: DataTable.HeaderSelected) -> None:
            heard.append(event.column_index)

    async with Listing().run_test() as pilot:
        table = pilot.app.query_one(Rows)
        for columns in (("Track", "Name"), ()):
            table.clear(columns=True)
            table.add_columns(*columns)
            click = events.Click(table, 2, 0, 0, 0, 1, False, False, False, 2, 0)
            click.style = Style.from_meta({"row": -1, "column": 1}).rich_style
            table.post_message(click)
            await pilot.pause()
    assert heard == [1]


@pytest.mark.long
async def test_the_number_of_cars_chosen_for_fewer_drivers_leaves_room_for_one_more() -> None:
    async with menus_at(screen=NewRaceScreen, size=LARGE) as menus:
        drivers, cars = menus.find("DriversPart", DriversPart), menus.find("#cars", LineSelect)
        least = len(drivers.seats)
        cars.choose(least)
        await menus.rest()
        late = LineSelect.Changed(cars, cars.value)
        await menus.click("#add")
        await menus.rest()
        drivers.post_message(late)
        await menus.rest()
        assert len(drivers.seats) == least + 1
        assert drivers.legends == 0
        assert cars.value == least + 1


async def test_a_second_press_on_the_last_free_seat_adds_no_ninth_driver() -> None:
    async with menus_at(screen=NewRaceScreen, size=LARGE) as menus:
        drivers, add = menus.find("DriversPart", DriversPart), menus.find("#add", Button)
        for _press in range(10):
            drivers.post_message(Button.Pressed(add))
        await menus.rest()
        assert menus.app.fault is None
        assert len(drivers.seats) == 8


async def test_enter_on_a_reloaded_list_of_saves_resumes_nothing(tmp_path: Path) -> None:
    store = SaveStore(tmp_path)
    for name in ("one", "two"):
        shutil.copy(EXAMPLE, tmp_path / f"{name}.json")

    async with menus_at(store=store, screen=SavedRacesScreen) as menus:
        screen = menus.app.screen
        assert isinstance(screen, SavedRacesScreen)
        screen._table.action_select_cursor()
        store.delete("two")
        screen.read_folder()
        await menus.rest()
        assert menus.app.screen is screen


def test_no_handler_asserts_the_contents_of_a_message() -> None:
    asserting = [
        f"{path.name}:{node.lineno} {function.name}"
        for path in sorted(Path(heat_tui.tui.__path__[0]).rglob("*.py"))
        for function in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef) and function.name != "__init__"
        for node in ast.walk(function)
        if isinstance(node, ast.Assert)
    ]
    assert asserting == []


async def test_a_prompt_may_be_cleared_before_it_is_mounted() -> None:
    async with watched(race_until(reacting(uses=1))) as table:
        race, decision = table.race, table.match.decision
        assert decision is not None
        await race.seat.clear("")
        await asyncio.gather(race._ask(decision), race.seat.clear("the choice was taken back"))
        assert not race.seat.query(Prompt)
        assert table.app.fault is None


class Sized(Static):
    """A widget that records the sizes that it is told."""

    def __init__(self) -> None:
        super().__init__()
        self.told: list[Size] = []

    def on_resize(self, event: events.Resize) -> None:
        self.told.append(event.size)


async def test_a_widget_is_told_its_size_even_if_its_region_is_looked_up_before_the_layout() -> None:
    hidden = Sized()
    hidden.display = False
    app = app_with(HeatScreen())
    async with app.run_test(size=(80, 24)):
        pilot = Swift(app)
        await app.screen.mount(hidden)
        await pilot.pause()
        assert not hidden.told
        hidden.display = True
        app.screen._compositor.update_widgets({hidden})  # as a frame does that is painted before the layout
        assert hidden.region
        await pilot.pause()
        assert hidden.told


async def test_a_timer_fires_even_if_its_time_has_passed_before_it_waits() -> None:
    fired = asyncio.Event()
    screen = Listener()
    async with app_with(screen).run_test():
        screen.set_timer(1e-9, fired.set)  # the time passes before any clock can be read twice
        await asyncio.wait_for(fired.wait(), timeout=10)
