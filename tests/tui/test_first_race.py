"""The first race on the real screen, from its welcome to the next suggestions, and the coach's box."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Literal

import pytest
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Container
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widget import Widget

from heat_tui import language
from heat_tui.drivers import Chance
from heat_tui.engine.actions import Plan
from heat_tui.game.advice.first_race import SUGGESTED_LINE, Lesson, all_lessons, first_race_setup
from heat_tui.game.table.match import Match
from heat_tui.modules.legends import Legends
from heat_tui.store.saves import SaveStore
from heat_tui.store.settings import Settings
from heat_tui.tui.app import HeatApp
from heat_tui.tui.dialogs import AskScreen
from heat_tui.tui.help import HelpScreen
from heat_tui.tui.keymap import shown_keys
from heat_tui.tui.look import styles
from heat_tui.tui.race.coach import CoachPane
from heat_tui.tui.race.cover import Cover
from heat_tui.tui.race.log import LogScreen, LogText
from heat_tui.tui.race.panel import LogView
from heat_tui.tui.race.piles import DeckScreen
from heat_tui.tui.race.prompts import Prompt
from heat_tui.tui.race.screen import RaceScreen
from heat_tui.tui.screen import HeatScreen
from heat_tui.tui.setup.race import NewRaceScreen
from heat_tui.tui.setup.season import NewSeasonScreen
from heat_tui.tui.track.screen import TrackViewScreen
from heat_tui.words.brief import brief_lines
from tests.tui.fit import misfits
from tests.tui.races import app_with
from tests.tui.table import STILL, Table, shown

SIZES = ((80, 24), (120, 40), (160, 50))
SUGGESTION = (
    "Suggestion: gear 2 with 2 and 1. Two gears down cost 1 Heat, and speed 3 is just what corner 2 allows. "
    "Gear 2 cools 1 Heat, too."
)


OWN_KEYS = {"gear-down": "w", "confirm": "x"}


def lessons(*topics: str) -> list[Lesson]:
    return [all_lessons()[topic] for topic in topics]


class Corner(HeatScreen[None]):
    """A screen with only the coach, in a box of the given columns and rows."""

    CSS_PATH = styles("race/race")
    CSS = "Corner CoachPane { max-height: 100%; }"

    def __init__(self, columns: int, rows: int) -> None:
        super().__init__()
        self._size_of_place = columns, rows

    def compose(self) -> ComposeResult:
        place = Container(CoachPane())
        place.styles.width, place.styles.height = self._size_of_place
        yield place


class Pupil(Table):
    """A player who reads every explanation to its end; `read` has the titles in the order in which they appeared."""

    def __init__(self, pilot: Pilot[None]) -> None:
        super().__init__(pilot)
        self.read: list[str] = []
        self.keys = 0

    async def rest(self) -> None:
        for _try in range(400):
            await self.pilot.pause()
            screen = self.app.screen
            if not isinstance(screen, RaceScreen):
                return
            if screen.show.held:
                self.note()
                self.keys += 1
                await self.pilot.press("space")
            elif not screen.show.running and (len(screen.query(Cover)) or len(screen.query(Prompt))):
                self.note()
                return
        raise AssertionError("nobody is asked")

    def note(self) -> None:
        """Record the title of the explanation on the screen, if it is a new one."""
        title = (self.app.screen.query_one(CoachPane).border_title or "").partition(" ·")[0]
        if title and (not self.read or self.read[-1] != title):
            self.read.append(title)


def begin(app: HeatApp) -> None:
    app.games.start(first_race_setup("[red]"), ["person"], tutorial=True)


@asynccontextmanager
async def first_race(
    size: tuple[int, int] = SIZES[0],
    settings: Settings = STILL,
    opening: Callable[[HeatApp], None] = begin,
    store: SaveStore | None = None,
) -> AsyncIterator[Pupil]:
    """Yield a player of the first race at its first choice."""
    async with HeatApp(settings, store=store, opening=opening).run_test(size=size) as pilot:
        pupil = Pupil(pilot)
        await pupil.rest()
        yield pupil


@asynccontextmanager
async def corner(columns: int, rows: int, settings: Settings = STILL) -> AsyncIterator[tuple[Table, CoachPane]]:
    """Yield a table and its coach, in an app with only the coach's box."""
    screen = Corner(columns, rows)
    async with app_with(screen, settings).run_test(size=SIZES[0]) as pilot:
        await pilot.pause()
        yield Table(pilot), screen.query_one(CoachPane)


@pytest.mark.sampled
@pytest.mark.point("E1")
@pytest.mark.parametrize(
    ("key", "opens"),
    [("l", LogScreen), ("m", TrackViewScreen), ("question_mark", HelpScreen), ("d", DeckScreen), ("q", AskScreen)],
)
async def test_a_key_in_the_footer_works_while_a_lesson_waits(key: str, opens: type[Screen[object]]) -> None:
    app = HeatApp(STILL, opening=begin)
    async with app.run_test(size=SIZES[0]) as pilot:
        table = Table(pilot)
        race = await held(pilot)
        title = race.query_one(CoachPane).border_title
        await table.pilot.press(key)
        assert isinstance(app.screen, opens)
        await table.pilot.press("escape")
        assert app.screen is race
        assert race.show.held
        assert race.query_one(CoachPane).border_title == title
        await table.pilot.press("s")  # is bound, but not shown in the footer
        assert app.screen is race
        assert race.query_one(CoachPane).border_title != title


async def held(pilot: Pilot[None]) -> RaceScreen:
    """Wait until an explanation has to be read, and return the race's screen."""
    for _try in range(400):
        await pilot.pause()
        screen = pilot.app.screen
        if isinstance(screen, RaceScreen) and screen.show.is_read:
            return screen
    raise AssertionError("nothing waits to be read")


@pytest.mark.long
@pytest.mark.point("B3")
async def test_the_log_opened_beside_a_lesson_ends_at_the_shown_story() -> None:
    async with first_race() as pupil:
        race, match = pupil.race, pupil.match
        ahead = 0
        for proposal in SUGGESTED_LINE[:4]:
            await race.play(proposal.action)
            while race.show.running:
                await held(pupil.pilot)
                shown_last = race.query_one(LogView)._told()[-1]
                await pupil.pilot.press("l")
                lines = pupil.app.screen.query_one(LogText).lines
                assert lines[-1] == shown_last
                ahead += lines != tuple(brief_lines(match.sheet, match.events))
                await pupil.pilot.press("escape", "space")
            await pupil.rest()
        assert ahead


@pytest.mark.long
@pytest.mark.point("B3")
async def test_map_and_deck_opened_beside_a_lesson_match_the_shown_story() -> None:
    async with first_race() as pupil:
        race, match = pupil.race, pupil.match
        ahead, careless = 0, Chance(2)
        for _choice in range(5):
            before, decision = match.view(0), match.decision
            assert decision is not None
            await race.play(careless.choose(before, decision))
            while race.show.running:
                await held(pupil.pilot)
                told, is_told = race.show.stage.table, match.view(None).cars[0]
                await pupil.pilot.press("m")
                road = pupil.app.screen
                assert isinstance(road, TrackViewScreen)
                assert road._view.cars == told.cars
                await pupil.pilot.press("escape", "d")
                deck = pupil.app.screen
                assert isinstance(deck, DeckScreen)
                known = match.view(0) if told.cars[0] == is_told else before
                assert (deck.view.unseen, deck.view.spent) == (known.unseen, known.spent)
                ahead += known != match.view(0)
                await pupil.pilot.press("escape", "space")
            await pupil.rest()
        assert ahead >= 3


@pytest.mark.long
@pytest.mark.point("E1")
async def test_a_choice_can_be_undone_while_a_lesson_waits() -> None:
    async with first_race() as pupil:
        race, match = pupil.race, pupil.match
        for proposal in SUGGESTED_LINE:
            if match.undo_stop is None:
                break
            await pupil.choose(proposal.action)
        before = len(match.log)
        race.show.explain(lessons("speed", "corners"))
        await held(pupil.pilot)
        await pupil.pilot.press("u")
        assert len(match.log) < before
        assert not race.show.running
        assert race.query(Prompt)


async def test_the_first_race_can_be_played_by_keys_to_its_end() -> None:
    async with first_race() as pupil:
        match = pupil.match
        for proposal in SUGGESTED_LINE:
            assert pupil.app.screen.query_one(CoachPane).pages == 1, "an explanation has a single page"
            await pupil.choose(proposal.action)
        assert match.over
        assert not isinstance(pupil.app.screen, RaceScreen)
        for topic in set(all_lessons()) - {"spin-out", "clutter", "cooldown"}:
            assert all_lessons()[topic].title in pupil.read
        assert pupil.read[0] == "Your first race"
        assert pupil.read[-1] == "How it went"
        assert pupil.keys <= 6  # the limit was once 28


@pytest.mark.point("E1")
@pytest.mark.parametrize(
    "own_keys",
    [pytest.param(keys, id=id, marks=pytest.mark.long) for id, keys in (("default keys", {}), ("own keys", OWN_KEYS))],
)
def test_pressing_the_named_keys_follows_the_line_to_the_finish(own_keys: dict[str, str]) -> None:
    """Only the keys after the ► are pressed, one by one; the gear follows the cards unless the shift costs Heat."""
    settings = replace(STILL, keys=own_keys)

    async def story() -> list[str]:
        pressed: list[str] = []
        async with first_race(settings=settings) as pupil:
            while isinstance(pupil.app.screen, RaceScreen) and len(pressed) < 100:
                told = " ".join(pupil.app.screen.query_one(CoachPane).render().plain.split())
                keys = told.partition("► Press ")[2].partition(":")[0].split()
                assert keys
                pressed += keys
                await pupil.press(*(KEY_OF.get(key, key) for key in keys))
            assert [entry.action for entry in pupil.match.log] == [proposal.action for proposal in SUGGESTED_LINE]
        return pressed

    pressed = asyncio.run(story())
    assert len(pressed) <= 45  # the keys that choose, not those that close lessons; the limit was once 78
    gear_down, finish = own_keys.get("gear-down", "-"), own_keys.get("finish-turn", "f")
    assert pressed.count(gear_down) == 2
    plans = sum(isinstance(proposal.action, Plan) for proposal in SUGGESTED_LINE)
    assert pressed.count(finish) >= plans - 1, "every plan but the first one, before the key has been explained"


KEY_OF = {"Enter": "enter", "-": "minus", "+": "plus", "↑": "up", "↓": "down"}
"""Textual's names for the keys that the screen names."""


@pytest.mark.long
@pytest.mark.parametrize("size", SIZES)
async def test_the_box_fits_on_the_screen(size: tuple[int, int]) -> None:
    async with first_race(size) as pupil:
        for proposal in SUGGESTED_LINE[:3]:
            pane = pupil.app.screen.query_one(CoachPane)
            assert [each for each in misfits(pupil.app.screen) if "CoachPane" in each] == []
            assert pane.border_title
            assert pane.border_title in shown(pupil.app)
            assert "Press " in shown(pupil.app)
            assert pane.pages == 1
            await pupil.choose(proposal.action)


@pytest.mark.long
@pytest.mark.parametrize("size", [(100, 30), (119, 39)])
async def test_the_strip_that_the_lessons_explain_is_shown_where_only_the_map_fits(size: tuple[int, int]) -> None:
    async with first_race(size) as pupil:
        assert "15 14 13 12 11 10  9  8  7" in shown(pupil.app)
        assert str(pupil.app.screen.query_one(CoachPane).border_title) in shown(pupil.app), "cut"
        assert [each for each in misfits(pupil.app.screen) if "CoachPane" in each] == []


@pytest.mark.long
@pytest.mark.point("L1")
@pytest.mark.parametrize("code", language.languages()[1:])
async def test_every_explanation_fits_on_one_page_in_the_smallest_terminal(code: str) -> None:
    language.use(code)
    try:
        async with first_race(settings=replace(STILL, language=code)) as pupil:
            for proposal in SUGGESTED_LINE:
                pane = pupil.app.screen.query_one(CoachPane)
                assert pane.pages == 1, pane.border_title
                await pupil.choose(proposal.action)
    finally:
        language.use("en")


@pytest.mark.long
async def test_a_resumed_first_race_continues_its_explanations(tmp_path: Path) -> None:
    store = SaveStore(tmp_path)
    match = Match.start(first_race_setup("Ada"), ("person",), store=store, lessons=True)
    for proposal in SUGGESTED_LINE[:9]:
        match.play(proposal.action)
    async with first_race(opening=lambda app: app.games.resume(match.name), store=store) as pupil:
        for proposal in SUGGESTED_LINE[9:13]:
            assert "Press " in shown(pupil.app)
            assert pupil.app.screen.query_one(CoachPane).pages == 1, "an explanation has a single page"
            await pupil.choose(proposal.action)
        told = [title for title in pupil.read if title != "Your coach"]
        assert told == ["Step 6: Slipstream"]


@pytest.mark.point("E5", "L3")
def test_afterwards_a_single_key_begins_each_suggested_next_step() -> None:
    async def story(key: str, size: tuple[int, int]) -> HeatScreen[object]:
        match = Match.start(first_race_setup("Ada"), ("person",), lessons=True)
        for proposal in SUGGESTED_LINE:
            match.play(proposal.action)
        app = HeatApp(STILL, opening=lambda app: app.games.open_result(match))
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            assert "What next?" in shown(app)
            assert "1 race three Legends" in shown(app)
            assert "3 a championship" in shown(app), "no answer is broken over two lines"
            assert list(misfits(app.screen)) == []
            await pilot.press(key)
            await pilot.pause()
            await pilot.pause()
            screen = app.screen
            assert isinstance(screen, HeatScreen)
            return screen

    race = asyncio.run(story("1", SIZES[0]))
    assert isinstance(race, RaceScreen)
    assert race.match.setup.modules == (Legends(3),)
    assert race.match.setup.seats == ("Ada",)
    assert not race.match.lessons
    friends = asyncio.run(story("2", SIZES[1]))
    assert isinstance(friends, NewRaceScreen)
    assert [seat.name for seat in friends._form.seats] == ["Ada", "Player 1"]
    assert isinstance(asyncio.run(story("3", SIZES[2])), NewSeasonScreen)


async def test_a_race_without_lessons_offers_no_next_games() -> None:
    match = Match.start(first_race_setup("Ada"), ("person",))
    for proposal in SUGGESTED_LINE:
        match.play(proposal.action)
    app = HeatApp(STILL, opening=lambda app: app.games.open_result(match))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "What next?" not in shown(app)
        before = app.screen
        await pilot.press("1", "2", "3")
        await pilot.pause()
        assert app.screen is before


@pytest.mark.point("E2")
@pytest.mark.parametrize("glyphs", ["unicode", "ascii"])
async def test_highlighted_widgets_stand_out_without_colour(glyphs: Literal["unicode", "ascii"]) -> None:
    """Widgets have a bar at their left edge, or reversed text: a row of a board, the gears, a corner's sign."""
    async with first_race(settings=replace(STILL, glyphs=glyphs)) as pupil:
        pilot = pupil.pilot
        race, bar = pupil.race, "#" if glyphs == "ascii" else "█"
        assert bars(race, bar) == {"prompt"}
        assert reversed_text(race.query_one("GearRow"))
        await pupil.choose(SUGGESTED_LINE[0].action)
        assert pupil.read[-3:] == ["Legends", "Step 3: Speed and Heat", "Step 5: React"]
        for topic, lit in (("legends", {"standings"}), ("speed", set()), ("stress", {"prompt", "consequences"})):
            race.show.coach_pane.show([all_lessons()[topic]])
            await pilot.pause()
            assert bars(race, bar) == lit
        race.show.coach_pane.show([all_lessons()["speed"]])
        await pilot.pause()
        assert "Engine" in reversed_text(race.query_one("#panel"))
        assert "<7> in 4" in reversed_text(race.query_one("#panel"))
        assert "7" in reversed_text(race.query_one("#strip"))
        race.show.coach_pane.show([all_lessons()["legends"]])
        await pilot.pause()
        assert "S/F" in reversed_text(race.query_one("#strip")) or "L" in reversed_text(race.query_one("#strip"))
        race.show.coach_pane.fall_silent()
        await pilot.pause()
        assert bars(race, bar) == set()
        assert reversed_text(race.query_one("#panel")) == ""


def bars(race: RaceScreen, bar: str) -> set[str | None]:
    """Return which of the prompt, the consequences and the standings have a bar at their left edge."""
    strips = race._compositor.render_strips()
    regions = ((each, race.query_one(each).region) for each in ("#prompt", "#consequences", "#standings"))
    return {name[1:] for name, region in regions if strips[region.y].text[region.x] == bar}


def reversed_text(widget: Widget) -> str:
    """Return the text that a widget paints in reverse video."""
    strips = widget.screen._compositor.render_strips()
    region = widget.region
    rows = (strips[y].crop(region.x, region.right) for y in range(region.y, region.bottom))
    return " ".join(each.text for row in rows for each in row if each.style is not None and each.style.reverse)


async def test_a_mistake_is_allowed_and_explained() -> None:
    async with first_race() as pupil:
        await pupil.choose(Plan(1, ("1",)))
        assert "You could have been faster" in pupil.read


@pytest.mark.long
@pytest.mark.parametrize(
    ("columns", "rows", "ascii"),
    [
        (34, 7, False),
        (80, 11, False),
        (46, 16, False),
        (46, 9, True),
        (80, 7, True),
    ],
)
async def test_every_page_shows_complete_rows_and_none_is_lost(columns: int, rows: int, ascii: bool) -> None:
    due = lessons("discard", "stress", "react")
    async with corner(columns, rows, replace(STILL, glyphs="ascii" if ascii else "unicode")) as (table, pane):
        pane.show(due, SUGGESTION)
        await table.pilot.pause()
        assert pane.outer_size.height <= rows
        told: list[str] = []
        advised: list[str] = []
        for page in range(1, pane.pages + 1):
            assert pane.page == page
            rows_now = pane.render().plain.replace("►", ">" if ascii else "►").splitlines()
            assert len(rows_now) <= pane.content_size.height
            assert all(len(row) <= pane.content_size.width for row in rows_now)
            painted = shown(table.app)
            assert all(row in painted for row in rows_now)
            assert painted.isascii() or not ascii
            lesson, _mark, suggestion = " ".join(rows_now).partition("> " if ascii else "► ")
            told += lesson.split()
            advised.append(suggestion)
            assert pane.read_on() == (page < pane.pages)
            await table.pilot.pause()
        assert pane.page == 1
        keys = shown_keys({}, ascii=ascii)
        assert " ".join(told) == " ".join(f"{lesson.text} {lesson.keys.format_map(keys)}" for lesson in due)
        assert (advised[0] or advised[-1]) == SUGGESTION
        assert bool(advised[0]) == (len(pane._advice(pane.content_size.width)) < pane.content_size.height)
        assert list(misfits(table.app.screen)) == []


async def test_the_box_disappears_if_the_coach_has_nothing_to_say() -> None:
    async with corner(60, 10) as (table, pane):
        assert not pane.display
        pane.show((), SUGGESTION)
        await table.pilot.pause()
        assert pane.display
        assert (pane.page, pane.pages) == (1, 1)
        assert pane.border_title == "Your coach"
        assert not pane.read_on()
        pane.show(())
        await table.pilot.pause()
        assert not pane.display
        assert pane.pages == 0


async def test_a_waiting_lesson_says_that_any_key_continues() -> None:
    async with corner(60, 10) as (table, pane):
        pane.show(lessons("speed"), held=True)
        await table.pilot.pause()
        assert pane.border_title == "Step 3: Speed and Heat · press any key"
        pane.show(lessons("spin-out", "corners"), held=True)
        await table.pilot.pause()
        assert pane.border_title == "Spin out · page 1 of 2"
        pane.reword(lessons("speed"))
        await table.pilot.pause()
        assert pane.border_title == "Step 3: Speed and Heat · press any key"


async def test_a_click_turns_the_page() -> None:
    async with corner(60, 10) as (table, pane):
        pane.show(lessons("plan", "react"))
        await table.pilot.pause()
        assert pane.border_title == "Steps 1 and 2: Gear and cards · t page 2"
        await table.pilot.click(pane)
        assert (pane.page, pane.border_title) == (2, "Step 5: React · t page 1")
        await table.pilot.click(pane)
        assert pane.page == 1


async def test_a_name_with_markup_is_plain_text() -> None:
    async with corner(60, 10) as (table, pane):
        pane.show([Lesson("x", "[red]title[/]", "Of [bold]Ada[/bold].")])
        await table.pilot.pause()
        assert "[red]title[/]" in shown(table.app)
        assert "Of [bold]Ada[/bold]." in shown(table.app)


@pytest.mark.point("E2")
async def test_a_suggestion_is_on_the_first_page_with_as_much_of_the_lesson_as_fits() -> None:
    async with corner(46, 9) as (table, pane):
        pane.show(lessons("react"), SUGGESTION)
        await table.pilot.pause()
        assert (pane.page, pane.pages) == (1, 2)
        first = pane.render().plain
        assert first.startswith("Now use what your turn offers.")
        assert "► Suggestion" in first


async def test_a_page_ends_with_a_sentence() -> None:
    async with corner(40, 7) as (table, pane):
        for topic in ("react", "stress", "discard", "corners"):
            pane.show(lessons(topic))
            await table.pilot.pause()
            assert pane.pages > 1
            for _page in range(pane.pages):
                assert pane.render().plain[-1] in ".:", topic
                pane.read_on()


async def test_a_text_in_wide_letters_has_an_end_in_a_pane_that_is_narrower_than_a_letter() -> None:
    """A pane that has just been shown has no size, which counts as one column."""
    text = Text("手札を選ぶ。" * 5)
    async with corner(46, 9) as (_table, pane):
        assert len([*islice(pane._parts(text, 1, 1), 200)]) < 200
