"""The race screen and the line-based game at a shared table: what people say, and one sentence for each refusal."""

from __future__ import annotations

import asyncio
import io
import json
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial
from math import inf
from pathlib import Path
from random import Random
from typing import cast

import pytest
from rich.cells import cell_len
from textual.app import ComposeResult
from textual.pilot import Pilot
from textual.widgets import Button, Input, OptionList, Static

from heat_tui.cli import sitting
from heat_tui.cli.sitting import list_tables
from heat_tui.engine.decisions import AT_ONCE
from heat_tui.engine.events import Event
from heat_tui.game.table import shared
from heat_tui.game.table.match import Match
from heat_tui.game.table.open_tables import state_of
from heat_tui.game.table.shared import SharedMatch
from heat_tui.game.telling.story import Story
from heat_tui.modules.championship.calendar import SeasonRace
from heat_tui.plain.console import Console, EndOfInput
from heat_tui.plain.desk import Stopped
from heat_tui.plain.table import PlainTable
from heat_tui.store.codes import LINES_VARIABLE
from heat_tui.store.locks import lock_of
from heat_tui.store.reading import BadFile
from heat_tui.store.saves import player_saves
from heat_tui.store.settings import LogForm, Settings
from heat_tui.store.shared_tables import DATABASE_VARIABLE, SharedTables
from heat_tui.tui.app import HeatApp
from heat_tui.tui.dialogs import AskScreen
from heat_tui.tui.menus.title import TitleScreen
from heat_tui.tui.pages import PagedScreen
from heat_tui.tui.race.consequences import Consequences
from heat_tui.tui.race.cover import SeatArea
from heat_tui.tui.race.figures import FiguresScreen
from heat_tui.tui.race.panel import LogView, Standings, StatusLine
from heat_tui.tui.race.prompts import Prompt
from heat_tui.tui.race.results import ResultsScreen
from heat_tui.tui.race.screen import FOLLOWS_EVERY, RaceScreen
from heat_tui.tui.race.show import Show
from heat_tui.tui.room import POLLS_EVERY, WaitingScreen
from heat_tui.tui.season import SeasonScreen
from heat_tui.words.situation import standings, track_lines
from tests.plain.test_console import Typed
from tests.seasons import setup_of
from tests.shared.screens import Plans, Screens, url_of
from tests.shared.test_shared_match import ADA, BO, PERSONS, SETUPS, USA, first_plan, hosted, plan, season, three
from tests.tui.table import shown, usa

Act = Callable[[RaceScreen], Awaitable[object] | object]

pytestmark = pytest.mark.usefixtures("home", "no_waiting")


def planned(folder: Path) -> Screens:
    """Return a table at which everybody has planned the first round and sees the gears."""
    table = three(folder)
    for match in table.matches:
        plan(match)
    table.look()
    return table


def full(*_arguments: object, **_more: object) -> bool:
    raise BadFile("the disk is full")


@asynccontextmanager
async def at(match: Match, log: LogForm = "short") -> AsyncIterator[tuple[HeatApp, Pilot[object]]]:
    """Yield the app at the race screen of a match, and its pilot."""
    app = HeatApp(Settings(animation="off", log=log), opening=lambda app: app.games.open(match))
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        yield app, cast("Pilot[object]", pilot)
    match.leave()


@pytest.mark.long
@pytest.mark.parametrize("log", ["short", "long"])
async def test_words_are_in_the_log_of_either_form(log: LogForm, tmp_path: Path) -> None:
    ada, bo, _cem = three(tmp_path).matches

    async with at(ada, log) as (app, pilot):
        bo.say("Good luck to you all")
        while "Good luck to you all" not in "\n".join(app.screen.query_one("#log").written):  # type: ignore[attr-defined]
            await pilot.pause(0.02)
        assert "Bo: Good luck to you all" in shown(app)


@pytest.mark.parametrize("log", ["short", "long"])
async def test_words_said_before_are_not_news(log: LogForm, tmp_path: Path) -> None:
    table = three(tmp_path)
    ada, bo, cem = table.matches
    bo.say("Good luck")
    table.race(Random(1), Plans(1), until=4)
    bo.leave()
    cem.say("Where is Bo?")

    async with at(table.sit("Bo"), log) as (app, pilot):
        ada.say("Welcome")
        lines = app.screen.query_one(LogView)
        async with asyncio.timeout(20):
            while "Ada: Welcome" not in lines.written:
                await pilot.pause(0.02)
        first, second, *_race, last = lines.written
        assert (first, second, last) == ("Bo: Good luck", "Cem: Where is Bo?", "Ada: Welcome")
        assert [each.message for each in app._notifications] == ["Ada: Welcome"]


@pytest.mark.long
@pytest.mark.parametrize("log", ["short", "long"])
async def test_words_stay_in_their_place_when_choices_are_taken_back(log: LogForm, tmp_path: Path) -> None:
    ada, bo, cem = three(tmp_path).matches

    async with at(ada, log) as (app, pilot):

        async def written_until(is_so: Callable[[list[str]], bool]) -> list[str]:
            async with asyncio.timeout(20):
                while not is_so(told := [*app.screen.query_one(LogView).written]):
                    await pilot.pause(0.01)
            return told

        bo.say("Good luck")
        before = await written_until(lambda told: "Bo: Good luck" in told)
        for match in (ada, bo, cem):
            match.poll()
            plan(match)
        planned = await written_until(lambda told: len(ada.log) > 2 and told != before)
        assert planned[: len(before)] == before
        for match in (bo, cem):
            match.poll()
            match.catch_up()
        cem.say("Wait")
        await written_until(lambda told: told == [*planned, "Cem: Wait"])
        for match in (ada, bo, cem):
            match.poll()
            match.take_back(3)
        again = await written_until(lambda told: not ada.log and "Cem: Wait" in told)
        assert again == [*before, "Cem: Wait"]
        race = app.screen
        assert isinstance(race, RaceScreen)
        race.show.jump()
        assert [*race.query_one(LogView).written] == again


REFUSED: dict[str, Act] = {
    "give up": lambda race: race.give_up(),
    "close": lambda race: race.attempt(cast("SharedMatch", race.match).close),
    "stand in": lambda race: race.attempt(lambda: race.match.hand_over(ADA, "steady")),
}


@pytest.mark.parametrize("act", REFUSED)
async def test_a_refusal_by_a_table_is_shown_in_a_sentence(
    act: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = three(tmp_path).matches[ADA]

    async with at(ada) as (app, pilot):
        race = app.screen
        assert isinstance(race, RaceScreen)
        for method in ("append", "note"):
            monkeypatch.setattr(SharedTables, method, full)
        REFUSED[act](race)
        await pilot.pause()
        assert "the disk is full" in [each.message for each in app._notifications]
        assert ada.controllers == ("person", "person", "person")


async def test_a_screen_that_waits_says_how_the_others_come(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(DATABASE_VARIABLE, url_of(tmp_path))
    ada = Screens(url_of(tmp_path), *SETUPS["base game"], ["Ada"]).matches[ADA]
    plan(ada)

    async with at(ada) as (app, pilot):
        said = " ".join(str(app.screen.query_one(Consequences).content).split())
        assert said.startswith("Waiting for Bo and Cem. Your hand: ")
        assert ". Bo sits down with: heat-tui sit usa --as Bo" in said
        await pilot.press("f")
        await pilot.pause()
        assert [each.message for each in app._notifications] == ["You choose when your turn comes."]
        assert " ".join(str(app.screen.query_one(Consequences).content).split()) == said


@pytest.mark.parametrize("watches", [False, True])
async def test_a_screen_that_waits_marks_a_driver_still_awaited(watches: bool, tmp_path: Path) -> None:
    setup = usa("Ada", "Bo", "Cem", legends=1), PERSONS
    ada, watcher = Screens(url_of(tmp_path), *setup, ["Ada"], []).matches
    plan(ada)

    async with at(watcher if watches else ada) as (app, _pilot):
        race = app.screen
        assert isinstance(race, RaceScreen)
        marks = re.findall("(.)(Ada|Bo|Cem)", str(race.query_one(Standings).render()))
        assert {name: mark for mark, name in marks} == {"Ada": "✓", "Bo": "►", "Cem": " "}
        assert race.board == (BO if watches else ADA)
        top = str(race.query_one(StatusLine).render())
        assert "turn order" in top
        assert "Legend" not in top


async def test_a_screen_that_waits_for_another_drivers_turn_shows_its_own_board(tmp_path: Path) -> None:
    for match in planned(tmp_path).matches:
        async with at(match) as (app, _pilot):
            race = app.screen
            assert isinstance(race, RaceScreen)
            assert [race.board] == [*match.here]


@pytest.mark.parametrize("log", ["short", "long"])
async def test_new_lines_of_the_log_have_the_new_name_of_a_driver(log: LogForm, tmp_path: Path) -> None:
    ada, bo, cem = three(tmp_path).matches

    async with at(ada, log) as (app, pilot):
        race = app.screen
        assert isinstance(race, RaceScreen)
        bo.rename(1, "Zoe")
        plan(bo)
        plan(cem)
        race.call_later(race.play, first_plan(ada))
        async with asyncio.timeout(20):
            while "Zoe" not in "\n".join(race.query_one(LogView).written):
                await pilot.pause(0.05)


def test_lines_of_text_have_the_new_name_of_a_driver(tmp_path: Path) -> None:
    ada, bo, cem = three(tmp_path).matches
    story = Story(ada, brief=True)
    bo.rename(1, "Zoe")
    for match in (ada, bo, cem):
        plan(match)
    told: list[str] = []
    while ada.poll() or ada.moves_on:
        told += story.tell(ada.play_driver())
    assert "Zoe in 1" in "\n".join(told)


async def test_the_last_to_plan_sees_that_the_others_have_planned(tmp_path: Path) -> None:
    ada, bo, cem = three(tmp_path).matches

    async with at(ada) as (app, pilot):
        race = app.screen
        assert isinstance(race, RaceScreen)
        prompt = race.query_one(Prompt)
        plan(bo)
        plan(cem)
        async with asyncio.timeout(20):
            while "still to plan" in shown(app):
                await pilot.pause(0.05)
        assert "Ada plans" in shown(app)
        assert "still to plan" not in shown(app)
        assert [car.planned for car in race.stage.table.cars[:3]] == [False, True, True]
        assert race.query_one(Prompt) is prompt


async def test_news_waits_until_a_choice_has_been_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A question may take longer to remove than the screen takes to look at the table again."""
    ada, bo, _cem = three(tmp_path).matches
    done: list[str] = []
    clear, perform, settle = SeatArea.clear, Show.perform, RaceScreen.settle

    async def clear_slowly(seat: SeatArea, notice: str) -> None:
        if not done:
            await asyncio.sleep(FOLLOWS_EVERY * 5)
        await clear(seat, notice)

    def show_choice(show: Show, happened: list[Event]) -> None:
        done.append("choice")
        perform(show, happened)

    async def show_news(race: RaceScreen) -> None:
        done.append("news")
        await settle(race)

    async with at(ada) as (app, pilot):
        race = app.screen
        assert isinstance(race, RaceScreen)
        await pilot.pause(FOLLOWS_EVERY * 3)
        monkeypatch.setattr(SeatArea, "clear", clear_slowly)
        monkeypatch.setattr(Show, "perform", show_choice)
        monkeypatch.setattr(RaceScreen, "settle", show_news)
        plan(bo)
        race.call_later(race.play, first_plan(ada))
        async with asyncio.timeout(20):
            while len(done) < 2:
                await pilot.pause(0.05)
        assert done[:2] == ["choice", "news"]


async def test_two_people_at_one_screen_are_pointed_to_no_curtain_while_others_plan(tmp_path: Path) -> None:
    both = Screens(url_of(tmp_path), *SETUPS["base game"], ["Ada", "Bo"], ["Cem"]).matches[0]
    plan(both)
    plan(both)

    async with at(both) as (app, pilot):
        await pilot.press("d")
        await pilot.pause()
        assert [each.message for each in app._notifications] == ["No cards are needed now."]


@pytest.mark.parametrize("people", [["Ada"], []])
async def test_only_a_person_with_a_seat_is_told_how_a_driver_stands_in(
    people: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shared, "GONE_AFTER", -1.0)
    match = Screens(url_of(tmp_path), *SETUPS["base game"], people).matches[0]
    if people:
        plan(match)

    async with at(match) as (app, pilot):
        while "sits down with: heat-tui" not in shown(app):
            await pilot.pause(0.05)
        assert ("Press S to let an automated driver drive" in shown(app)) == bool(people)


async def test_a_person_alone_at_a_screen_agrees_by_choosing(tmp_path: Path) -> None:
    table = planned(tmp_path)
    ada, bo, _cem = table.matches

    async with at(ada) as (_app, pilot):
        await pilot.press("T", "home", "enter")
        await pilot.pause()
        bo.poll()
        assert (bo.back_asked, bo.back_words) == (1, "Ada would like to take back the last choice, made by Cem.")


async def test_a_take_back_with_nothing_but_a_sealed_choice_points_to_undo(tmp_path: Path) -> None:
    ada = three(tmp_path).matches[ADA]
    plan(ada)

    async with at(ada) as (app, pilot):
        await pilot.press("T")
        assert [each.message for each in app._notifications] == ["Your choice is still sealed; undo takes it back."]


async def test_an_undo_that_is_refused_names_the_key_that_asks_everybody(tmp_path: Path) -> None:
    ada = planned(tmp_path).matches[ADA]

    async with at(ada) as (app, pilot):
        await pilot.press("u")
        words = "If everybody agrees, you can go further back: press T."
        assert [each.message.partition(". ")[2] for each in app._notifications] == [words]


async def test_the_list_for_a_take_back_begins_with_the_askers_last_choice_and_says_whose_go(
    tmp_path: Path,
) -> None:
    """All plans are in; Bo's entered the record before Cem's."""
    table = planned(tmp_path)

    async with at(table.matches[1]) as (app, pilot):
        await pilot.press("T")
        await pilot.pause()
        choices = app.screen.query_one(OptionList)
        said = [str(each.prompt) for each in choices.options]
        assert choices.highlighted == 1
    again = "Round 1: {} chooses again (Steps 1-2: shift gears, play cards)."
    assert said == [f"{number}  {again.format(name)}" for number, name in enumerate(["Cem", "Bo", "Ada"], start=1)]


async def test_a_take_back_goes_back_to_where_its_line_said_although_somebody_has_chosen_since(tmp_path: Path) -> None:
    table = planned(tmp_path)
    mover, other, asker = sorted(table.matches, key=lambda match: not match.waits_for_person)

    async with at(asker) as (_app, pilot):
        await pilot.press("T")
        assert mover.decision is not None
        mover.play(next(mover.decision.options()))
        async with asyncio.timeout(20):
            while len(asker.log) < 4:
                await pilot.pause(0.02)
        await pilot.press("home", "enter")
        async with asyncio.timeout(20):
            while not other.back_asked:
                await pilot.pause(0.02)
                other.poll()
                other.catch_up()
        assert other.back_asked == 2


async def test_nobody_is_said_to_be_asked_about_a_take_back_that_all_have_agreed_to(tmp_path: Path) -> None:
    match = Screens(url_of(tmp_path), *SETUPS["base game"], ["Ada", "Bo", "Cem"]).matches[0]
    for _seat in range(3):
        plan(match)

    async with at(match) as (app, pilot):
        await pilot.press("T", "enter", "right", "enter")
        async with asyncio.timeout(20):
            while "1 choice taken back" not in shown(app):
                await pilot.pause(0.01)
        await pilot.pause(2 * FOLLOWS_EVERY)
        assert not app._notifications
        assert match.turned_back is None


async def test_a_key_for_the_race_does_not_answer_whether_a_take_back_is_agreed_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = planned(tmp_path)
    ada, bo, _cem = table.matches
    monkeypatch.setattr("heat_tui.tui.input.GRACE", 3600.0)

    async with at(ada) as (app, pilot):
        bo.take_back(1)
        async with asyncio.timeout(20):
            while not isinstance(app.screen, AskScreen):
                await pilot.pause(0.01)
        await pilot.press("enter")
        assert isinstance(app.screen, AskScreen)
        assert ada.back_asked == 1
        monkeypatch.setattr("heat_tui.tui.input.GRACE", 0.0)
        await pilot.press("enter")
        assert isinstance(app.screen, RaceScreen)
        assert ada.back_asked == 0


async def test_the_time_to_read_a_question_begins_once_it_is_visible(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0

    class Slow(AskScreen):
        def compose(self) -> ComposeResult:
            nonlocal now
            now += 1
            yield from super().compose()

    monkeypatch.setattr("heat_tui.tui.input.GRACE", 1.0)
    monkeypatch.setattr("heat_tui.tui.input.monotonic", lambda: now)
    app = HeatApp(Settings(animation="off"))
    async with app.run_test() as pilot:
        await app.push_screen(Slow("Agree?", "No", "Yes", again=lambda: None))
        await pilot.press("enter")
        assert isinstance(app.screen, Slow)
        now += 1
        await pilot.press("enter")
        assert not isinstance(app.screen, Slow)


async def test_a_screen_that_waits_does_not_keep_saying_who_gave_up(tmp_path: Path) -> None:
    ada = three(tmp_path).matches[ADA]

    async with at(ada) as (app, pilot):
        race = app.screen
        assert isinstance(race, RaceScreen)
        race.give_up()
        await pilot.pause()
        words = "Steady takes over from Ada; press S at the start of a round to give the seat back."
        assert words in [each.message for each in app._notifications]
        assert str(race.query_one(Consequences).content).startswith("Waiting for Bo and Cem.")


async def test_a_person_who_gave_up_takes_the_seat_back_while_another_is_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shared, "GONE_AFTER", -1.0)
    ada = three(tmp_path).matches[ADA]
    ada.hand_over(ADA, "steady")

    async with at(ada) as (app, pilot):
        await pilot.press("S")
        await pilot.pause()
        assert "Who drives?" in shown(app)
        await pilot.press("left", "enter", "enter")
        await pilot.pause()
        assert ada.controllers[ADA] == "person"


async def test_a_driver_stands_in_during_a_round_for_the_first_person_who_is_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shared, "GONE_AFTER", -1.0)
    ada = planned(tmp_path).matches[ADA]

    async with at(ada) as (_app, pilot):
        await pilot.press("S", "right", "enter", "enter")
        await pilot.pause()
        assert ada.controllers == ("person", "steady", "person")


async def test_the_form_for_seats_begins_with_the_first_driver_here(tmp_path: Path) -> None:
    """What is typed would otherwise rename somebody at another screen, which the table refuses."""
    bo = three(tmp_path).matches[BO]

    async with at(bo) as (app, pilot):
        await pilot.press("S", *"Zoe", "enter", "enter")
        await pilot.pause()
        assert isinstance(app.screen, RaceScreen)
        assert [each.name for each in bo.sheet.entries[:3]] == ["Ada", "Zoe", "Cem"]


async def test_a_form_for_seats_keeps_what_others_have_changed_since_it_opened(tmp_path: Path) -> None:
    ada, bo, cem = three(tmp_path).matches

    async with at(ada) as (app, pilot):
        await pilot.press("S")
        await pilot.pause()
        cem.hand_over(2, "steady")
        bo.rename(1, "Zoe")
        while ada.sheet.entries[1].name == "Bo":
            await pilot.pause(0.05)
        for name, refusal in (("Zoe", "Two drivers are called"), ("Eve", "")):
            app.screen.query_one("#name-0", Input).value = name
            app.screen.query_one("#yes", Button).press()
            await pilot.pause(0.3)
            assert refusal in shown(app)
        assert isinstance(app.screen, RaceScreen)
        assert ([each.name for each in ada.sheet.entries[:3]], ada.controllers) == (
            ["Eve", "Zoe", "Cem"],
            ("person", "person", "steady"),
        )


async def test_a_person_who_rests_between_two_races_is_told_that_the_next_has_begun(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The message appears on the result and season screens, and as a notification above them, but not in the race."""
    for page in ("race.results", "season"):
        monkeypatch.setattr(f"heat_tui.tui.{page}.LOOKS_EVERY", 0.05)
    setup = setup_of("custom", (SeasonRace(USA, 1, 1), SeasonRace(USA, 2, 1)), 3, 0, 1)
    table = Screens(url_of(tmp_path), setup, PERSONS, *([name] for name in setup.seats))
    ada, bo, _cem = table.matches
    random, plans = Random(1), Plans(1)
    while not all(match.rests for match in table.matches):
        table.one(random.choice([match for match in table.matches if not match.rests]), plans)
    assert state_of(ada) == "between two races; drivers: Ada, Bo, Cem"

    async with at(ada) as (app, pilot):

        async def until_shown(words: str) -> None:
            async with asyncio.timeout(20):
                while words not in shown(app):
                    await pilot.pause(0.01)

        ahead = "The others have begun the next race; press Enter to continue."
        app.games.open_result(ada)
        await pilot.pause(0.2)
        assert isinstance(app.screen, ResultsScreen)
        assert ahead not in shown(app)
        await pilot.press("f")
        assert isinstance(app.screen, FiguresScreen)
        bo.next_race()
        bo.say("Come on")
        async with asyncio.timeout(20):
            while len(app._notifications) < 2:
                await pilot.pause(0.01)
        told = {each.message for each in app._notifications}
        assert told == {"The others have begun the next race.", "Bo: Come on"}
        await pilot.press("escape")
        await until_shown(ahead)
        await pilot.press("enter")
        await until_shown(ahead)
        assert isinstance(app.screen, SeasonScreen)
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, RaceScreen)
        assert ahead not in shown(app)


async def test_a_season_whose_table_is_closed_between_two_races_says_so(tmp_path: Path) -> None:
    table, random, plans = season(tmp_path), Random(4), Plans(4)
    while not all(match.rests for match in table.matches):
        table.one(random.choice([match for match in table.matches if not match.rests]), plans)
    ada, bo, _watcher = table.matches

    async with at(bo) as (app, pilot):
        ada.close()
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, SeasonScreen)
        assert [each.message for each in app._notifications] == [f"The table {table.name} is closed."]


async def test_a_watcher_far_behind_at_the_end_of_a_race_shows_it_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The others are far into the next race; the watcher has the help open."""
    table, random, plans, times = season(tmp_path), Random(4), Plans(4), list[int]()
    watcher = table.matches.pop()
    while not all(match.race_over for match in table.matches):
        table.one(random.choice(table.matches), plans)
    begun, poll = table.matches[0].info.length, watcher.poll
    monkeypatch.setattr(watcher, "poll", bool)

    async with at(watcher) as (app, pilot):
        race = app.screen
        assert isinstance(race, RaceScreen)
        await pilot.press("question_mark")
        poll()
        watcher.catch_up(5)
        monkeypatch.setattr(watcher, "poll", poll)
        async with asyncio.timeout(20):
            while not watcher.rests:
                await pilot.pause(0.02)
        table.race(random, plans, until=begun + 80)

        async def start_over() -> None:
            times.append(1)

        monkeypatch.setattr(race, "_start_over", start_over)
        await pilot.pause(0.5)
        assert watcher.behind > 60
        assert times == []


async def test_news_under_another_screen_after_the_race_adds_no_timers(tmp_path: Path) -> None:
    table = three(tmp_path)
    table.race(Random(1), Plans(1), until=100)
    watcher = table.sit()

    async with at(watcher) as (app, pilot):
        race = app.screen
        await pilot.press("question_mark")
        table.race(Random(1), Plans(1))
        async with asyncio.timeout(20):
            while not watcher.over:
                await pilot.pause(0.05)
        timers = []
        for words in ("Well", "done", "both", "of", "you"):
            table.matches[0].say(words)
            await pilot.pause(0.3)
            timers.append(len(race._timers))
        assert max(timers) - min(timers) <= 1


@pytest.mark.long
async def test_a_screen_whose_people_gave_up_says_so_until_the_next_choice(tmp_path: Path) -> None:
    setup = setup_of("custom", (SeasonRace(USA, 1, 1), SeasonRace(USA, 2, 1)), 3, 0, 1)
    table, random, plans = Screens(url_of(tmp_path), setup, PERSONS, ["Ada", "Cem"], ["Bo"]), Random(1), Plans(1)
    others, bo = table.matches
    bo.hand_over(BO, "steady")
    while not others.rests:
        table.one(random.choice([match for match in table.matches if not match.rests]), plans)
    others.next_race()
    bo.poll()
    bo.catch_up()
    words = "Steady still drives for Bo; seats can change at the start of a round."

    async with at(bo) as (app, pilot):

        async def until(is_so: Callable[[], bool]) -> None:
            async with asyncio.timeout(20):
                while not is_so():
                    await pilot.pause(0.01)

        await until(lambda: words in shown(app))
        assert others.decision is not None
        others.play(next(others.decision.options()))
        await until(lambda: len(bo.log) > 0)
        await until(lambda: words not in shown(app))


@pytest.mark.long
async def test_a_watcher_does_not_make_others_race_again(tmp_path: Path) -> None:
    table = three(tmp_path)
    table.race(Random(1), Plans(1))

    async with at(table.sit()) as (app, pilot):
        await pilot.press("a")
        await pilot.pause()
        words = "A season cannot be raced again from here; at a shared table, the host can race again."
        assert [each.message for each in app._notifications] == [words]


@pytest.mark.sampled
@pytest.mark.parametrize("game", ["race", "season", "last race of a season"])
async def test_all_go_to_the_table_where_they_race_again(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for each in ("race.results", "season"):
        monkeypatch.setattr(f"heat_tui.tui.{each}.LOOKS_EVERY", 0.05)
    setup = SETUPS["base game"][0] if game == "race" else setup_of("custom", (SeasonRace(USA, 1, 1),), 3, 0, 1)
    table = Screens(url_of(tmp_path), setup, PERSONS, ["Ada"], ["Bo", "Cem"])
    table.race(Random(1), Plans(1))
    ada, others = table.matches
    others.rename(BO, "Bob")

    async with at(ada) as (app, pilot):
        if game == "last race of a season":
            app.games.open_result(ada)
            await pilot.pause()
            assert isinstance(app.screen, ResultsScreen)
        assert "a again" in shown(app)
        again = others.again()
        assert (again.info.name, again.here) == (f"{table.name}-2", others.here)
        async with asyncio.timeout(20):
            while "The others race again; press a to join them." not in shown(app):
                await pilot.pause(0.01)
        await pilot.press("a")
        async with asyncio.timeout(20):
            while not isinstance(app.screen, RaceScreen):
                await pilot.pause(0.01)
        match = app.games.match
        assert match is not None
        assert (match.name, match.here, [each.name for each in match.sheet.entries[:3]]) == (
            again.name,
            (ADA,),
            ["Ada", "Bob", "Cem"],
        )
        assert match.saved().setup.seed == again.saved().setup.seed != setup.seed
        match.leave()


async def test_a_finished_race_is_left_although_its_save_is_called_like_the_next_table(tmp_path: Path) -> None:
    saves = player_saves()
    saves.claim_free("usa")
    table = three(tmp_path, saves=saves)
    table.race(Random(1), Plans(1))
    table.look()
    last = next(match for match in table.matches if match.is_saved)
    assert last.name == "usa-2"

    async with at(last) as (app, _pilot):
        app.games.again()
        assert app.games.match is not last
        assert [match.name for match in (last, app.games.match) if match is not None] == ["usa-2", "usa-2"]
        assert not lock_of(saves.path("usa-2")).exists()


@pytest.mark.parametrize("agrees_last", [True, pytest.param(False, marks=pytest.mark.long)])
@pytest.mark.parametrize("what", ["season", pytest.param("result", marks=pytest.mark.long)])
async def test_a_race_whose_end_is_taken_back_continues_at_every_screen(
    what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, agrees_last: bool
) -> None:
    """The screen that agrees last need not look at the table again."""
    every = 3600.0 if agrees_last else 0.01
    monkeypatch.setattr("heat_tui.tui.race.results.LOOKS_EVERY", every)
    monkeypatch.setattr("heat_tui.tui.season.LOOKS_EVERY", every)
    setup = setup_of("custom", (SeasonRace(USA, 1, 1), SeasonRace(USA, 2, 1)), 3, 0, 1)
    table = Screens(url_of(tmp_path), setup, PERSONS, ["Ada"], ["Bo", "Cem"])
    random, plans = Random(1), Plans(1)
    while not all(match.race_over for match in table.matches):
        table.one(random.choice([match for match in table.matches if not match.race_over]), plans)
    ada, others = table.matches

    async with at(ada) as (app, pilot):
        if what == "result":
            app.games.open_result(ada)
            await pilot.pause()
        screen = app.screen
        assert isinstance(screen, SeasonScreen if what == "season" else ResultsScreen)
        for match in (others,) if agrees_last else (ada, others):
            match.poll()
            match.take_back(1)
        async with asyncio.timeout(20):
            if agrees_last:
                while "Bo and Cem would like to take back the last choice" not in shown(app):
                    screen._look_again(ada)
                    await pilot.pause(0.01)
                await pilot.press("right", "enter")
            while not isinstance(app.screen, RaceScreen):
                await pilot.pause(0.01)
        await pilot.resize_terminal(100, 30)
        assert app.fault is None
        assert not ada.race_over


async def test_a_person_is_asked_again_if_the_number_of_choices_changes_meanwhile(tmp_path: Path) -> None:
    table = planned(tmp_path)
    ada, bo, cem = table.matches

    async with at(cem) as (app, pilot):
        for match, choices in ((bo, 2), (ada, 3)):
            match.poll()
            match.take_back(choices)
            while f"the last {choices} choices" not in shown(app):
                await pilot.pause(0.05)
        assert "Ada would like to take back the last 3 choices" in shown(app)
        assert cem.back_asked == 3


@pytest.mark.long
@pytest.mark.parametrize("ends", ["refused", "chosen on"])
async def test_a_question_about_a_take_back_closes_once_it_no_longer_matters(
    ends: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The key that was meant for it then answers no question of the race."""
    table = planned(tmp_path)
    decision = table.matches[0].decision
    assert decision is not None
    mover, asked, other = (table.matches[(decision.seat + step) % 3] for step in range(3))

    async with at(asked) as (app, pilot):
        mover.take_back(2)
        async with asyncio.timeout(20):
            while not isinstance(app.screen, AskScreen):
                await pilot.pause(0.01)
            monkeypatch.setattr("heat_tui.tui.input.GRACE", 3600.0)
            if ends == "refused":
                other.poll()
                other.refuse_back()
            else:
                mover.play(next(decision.options()))
            while not isinstance(app.screen, RaceScreen):
                await pilot.pause(0.01)
        name = other.sheet.entries[other.here[0]].name
        lapsed = "Something has changed since the request, so nothing is taken back."
        said = [f"{name} said no, so nothing is taken back." if ends == "refused" else lapsed]
        assert [each.message for each in app._notifications] == said
        assert not app.screen.seat.grace.over


async def test_a_take_back_is_mentioned_until_the_next_choice(tmp_path: Path) -> None:
    table = planned(tmp_path)
    decision = table.matches[0].decision
    assert decision is not None
    mover, other = (table.matches[(decision.seat + step) % 3] for step in range(2))
    words = f"1 choice taken back; {mover.sheet.entries[decision.seat].name} chooses again."

    async with at(other) as (app, pilot):

        async def until(is_so: Callable[[], bool]) -> None:
            async with asyncio.timeout(20):
                while not is_so():
                    await pilot.pause(0.01)

        for again in (False, True):
            mover.play(next(decision.options()))
            await until(lambda: len(other.log) > 3)
            if not again:
                mover.undo()
                await until(lambda: words in shown(app))
        await until(lambda: words not in shown(app))
        assert len(other.log) > 3


@pytest.mark.long
@pytest.mark.parametrize("coach", [True, False])
async def test_a_screen_switches_only_its_own_coach_and_none_on_that_the_table_lacks(
    tmp_path: Path, *, coach: bool
) -> None:
    setup, controllers = SETUPS["base game"]
    table = Screens(url_of(tmp_path), replace(setup, coach=coach), controllers, ["Ada"], ["Bo", "Cem"])
    async with at(table.matches[0]) as (app, pilot):
        for words in ("off", "on"):
            race = cast("RaceScreen", app.screen)
            switches = {name: act for name, _about, act in race.more_commands() if "coach" in name}
            assert [*switches] == ([f"Switch the coach {words}"] if coach else [])
            for switch in switches.values():
                switch()
                await pilot.pause()
                assert app.settings.coach == (words == "on")
            assert table.matches[0].setup.coach == coach
        await pilot.press("h")
        await pilot.pause(0.5)
        assert ("Your coach" in shown(app)) == coach
        assert ("This table was opened without a coach." in shown(app)) != coach


@pytest.mark.parametrize("coach", [True, False])
def test_lines_of_text_switch_only_their_own_coach(tmp_path: Path, *, coach: bool) -> None:
    setup, controllers = SETUPS["base game"]
    table = Screens(url_of(tmp_path), replace(setup, coach=coach), controllers, ["Ada"], ["Bo", "Cem"])
    ada, out = table.matches[0], io.StringIO()
    PlainTable(ada, Console(io.StringIO("coach\nhint\nquit\nyes\n"), out)).race()
    assert ada.setup.coach == coach
    assert ("The coach is off." in out.getvalue()) == coach
    assert ("This table was opened without a coach." in out.getvalue()) != coach


async def test_a_key_for_drivers_tells_a_watcher_so(tmp_path: Path) -> None:
    async with at(three(tmp_path).sit()) as (app, pilot):
        await pilot.press("u")
        await pilot.pause()
        said = [each.message for each in app._notifications]
        assert said == ["You are only watching this table; sit down to change anything."]


async def test_two_people_sit_down_at_one_screen_from_the_menu(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(DATABASE_VARIABLE, url_of(tmp_path))
    Screens(url_of(tmp_path), *SETUPS["base game"], ["Cem"])

    app = HeatApp(Settings(animation="off"), opening=lambda app: app.games.show_tables())
    async with app.run_test(size=(120, 40)) as pilot:
        for question, keys in (("Which table?", ["enter"]), ("Who are you", ["enter"]), ("else", ["up", "enter"])):
            await pilot.pause(0.1)
            assert question in shown(app)
            await pilot.press(*keys)
        await pilot.pause(0.1)
        match = app.games.match
        assert match is not None
        assert {match.sheet.entries[seat].name for seat in match.here} == {"Ada", "Bo"}
        match.leave()


@pytest.mark.long
async def test_finished_tables_come_after_those_to_be_continued(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(DATABASE_VARIABLE, url_of(tmp_path))
    Screens(url_of(tmp_path), *SETUPS["base game"], ["Cem"])
    table = three(tmp_path)
    table.race(Random(1), Plans(1))

    app = HeatApp(Settings(animation="off"), opening=lambda app: app.games.show_tables())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause(0.1)
        rows = [line.split("│")[1].split("  ")[0].strip() for line in shown(app).splitlines() if line.count("│") == 2]
        assert [row for row in rows if row] == ["Which table?", "New race", "Championship", "usa", "usa-2"]
        assert "over; drivers: Ada, Bo, Cem" in shown(app)
        await pilot.press("down", "enter")
        await pilot.pause(0.1)
        assert "Who are you, at the table usa-2?" in shown(app)
    list_tables("", database=url_of(tmp_path))
    assert capsys.readouterr().out.splitlines() == [
        "usa    round 1, waiting for Ada, Bo and Cem; drivers: Ada, Bo, Cem",
        "usa-2  over; drivers: Ada, Bo, Cem",
    ]


async def test_a_seat_taken_meanwhile_is_not_offered_to_a_second_person(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(DATABASE_VARIABLE, url_of(tmp_path))
    table = Screens(url_of(tmp_path), *SETUPS["base game"])

    app = HeatApp(Settings(animation="off"), opening=lambda app: app.games.show_tables())
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause(0.1)
        await pilot.press("enter")
        await pilot.pause(0.1)
        assert "Who are you" in shown(app)
        bo = table.sit("Bo")
        await pilot.press("enter")
        await pilot.pause(0.1)
        offered = [line.split()[1] for line in shown(app).splitlines() if "sit down" in line]
        assert offered == ["Cem"]
        bo.leave()


@pytest.mark.long
@pytest.mark.parametrize("row", ["New race", "Championship"])
async def test_a_form_opened_from_the_tables_says_that_it_opens_a_table(
    row: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(DATABASE_VARIABLE, url_of(tmp_path))

    app = HeatApp(Settings(animation="off"), opening=lambda app: app.games.show_tables())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause(0.1)
        await pilot.press(*(["down"] if row == "Championship" else []), "enter")
        await pilot.pause(0.1)
        assert str(app.screen.query_one("#start", Button).label) == "Open a table"
        assert "^r open a table" in shown(app)


@pytest.mark.sampled
@pytest.mark.parametrize("closed", [False, True])
async def test_the_title_of_the_smallest_terminal_names_the_open_table_that_the_player_has_left(
    closed: bool, tmp_path: Path
) -> None:
    tables, name = SharedTables(url_of(tmp_path)), "netherlands-on-monday"
    SharedMatch.begin(tables, Match.start(usa("Ada", "Bo", "Cem"), PERSONS), name=name)
    ada = SharedMatch.sit(tables, name, ["Ada"])

    async with at(ada) as (app, pilot):
        await pilot.resize_terminal(80, 24)
        if closed:
            ada.close()
        app.to_title()
        words = "everybody at a screen of their own" if closed else f"come back to the table {name} "
        async with asyncio.timeout(20):
            while words not in shown(app) or "looking for saved races" in shown(app):
                await pilot.pause(0.01)
        assert isinstance(app.screen, TitleScreen)


async def test_the_room_of_a_season_names_it_and_counts_the_laps_with_those_of_its_event(tmp_path: Path) -> None:
    setup = setup_of("1961", (SeasonRace(USA, 5, 1), SeasonRace(USA, 2, 1)), 3, 0, 1)
    tables = SharedTables(url_of(tmp_path))
    name = SharedMatch.begin(tables, Match.start(setup, PERSONS), hosted=True)

    async with at(SharedMatch.sit(tables, name, ["Ada"])) as (app, _pilot):
        assert isinstance(app.screen, WaitingScreen)
        assert "The season of 1961: race 1 of 2" in shown(app)
        assert "USA, 2 laps" in shown(app)


@pytest.mark.parametrize("closer", ["here", "elsewhere"])
async def test_a_table_that_is_closed_before_its_race_leads_back_and_says_so(closer: str, tmp_path: Path) -> None:
    tables = SharedTables(url_of(tmp_path))
    name = SharedMatch.begin(tables, Match.start(usa("Ada", "Bo", "Cem"), PERSONS), hosted=True)
    ada, bo = (SharedMatch.sit(tables, name, [each]) for each in ("Ada", "Bo"))

    async with at(bo) as (app, pilot):
        assert isinstance(app.screen, WaitingScreen)
        (bo if closer == "here" else ada).close()
        async with asyncio.timeout(20):
            while isinstance(app.screen, WaitingScreen):
                await pilot.pause(0.1)
        await pilot.pause(POLLS_EVERY * 3)
        assert isinstance(app.screen, TitleScreen)
        assert [each.message for each in app._notifications] == ["This table is closed."]


async def test_a_table_that_is_closed_here_asks_nothing_more_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shared, "AWAY_AFTER", inf)
    ada = three(tmp_path).matches[ADA]

    async with at(ada) as (app, pilot):
        race = app.screen
        await pilot.pause(FOLLOWS_EVERY * 3)
        assert race.query(Prompt)
        for button in ("Close the table for everybody", "Close"):
            if button != "Close":
                await pilot.press("escape")
            await pilot.pause()
            next(each for each in app.screen.query(Button) if str(each.label) == button).press()
            await pilot.pause()
        async with asyncio.timeout(20):
            while race.query(Prompt):
                await pilot.pause(0.05)
        assert app.screen is race
        assert "This table is closed." in shown(app)


async def test_a_table_that_is_closed_is_left_without_a_seat(tmp_path: Path) -> None:
    tables = SharedTables(url_of(tmp_path))
    name = SharedMatch.begin(tables, Match.start(usa("Ada", "Bo", "Cem"), PERSONS), hosted=True)
    ada = SharedMatch.sit(tables, name, ["Ada"])
    ada.begin_race()
    ada.close()

    async with at(ada) as (app, pilot):
        race = app.screen
        assert isinstance(race, RaceScreen)
        await pilot.press("h")
        assert [each.message for each in app._notifications][-1] == "This table is closed."
        question, ways = race.ways_out()
        assert (question, [words for words, _way in ways]) == ("Leave the table usa? It is closed.", ["To the title"])
        assert not {"Give up", "The code", "Send somebody away"} & {words for words, *_more in race.more_commands()}
        assert race.why_not("card-1") == "This table is closed."


async def test_a_name_changed_before_a_refusal_is_shown_although_the_rest_is_kept(tmp_path: Path) -> None:
    ada = three(tmp_path).matches[ADA]

    async with at(ada) as (app, pilot):
        race = app.screen
        assert isinstance(race, RaceScreen)
        race.action_seats()
        await pilot.pause()
        for seat, name in enumerate(("Eva", "Ben")):
            app.screen.query_one(f"#name-{seat}", Input).value = name
        app.screen.query_one("#yes", Button).press()
        await pilot.pause()
        assert "not at this screen" in shown(app)
        app.screen.query_one("#no", Button).press()
        await pilot.pause()
        assert app.screen is race
        assert [each.name for each in ada.sheet.entries] == ["Eva", "Bo", "Cem"]
        log = "\n".join(race.query_one(LogView).written)
        assert "Eva" in log
        assert "Ada" not in log.replace("Ada is now called Eva.", "")


async def test_arrow_keys_move_between_the_buttons_of_the_room(tmp_path: Path) -> None:
    tables = SharedTables(url_of(tmp_path))
    name = SharedMatch.begin(tables, Match.start(usa("Ada", "Bo", "Cem"), PERSONS), hosted=True)

    async with at(SharedMatch.sit(tables, name, ["Ada"])) as (app, pilot):
        for key, id in (("right", "start"), ("left", "ready"), ("down", "start"), ("up", "ready")):
            await pilot.press(key)
            assert app.screen.focused is app.screen.query_one(f"#{id}")


@pytest.mark.parametrize("watches", [True, False])
async def test_the_room_tells_only_a_watcher_so(tmp_path: Path, *, watches: bool) -> None:
    tables = SharedTables(url_of(tmp_path))
    name = SharedMatch.begin(tables, Match.start(usa("Ada", "Bo", "Cem"), PERSONS), hosted=True)

    async with at(SharedMatch.sit(tables, name, [] if watches else ["Ada"])) as (app, _pilot):
        assert isinstance(app.screen, WaitingScreen)
        assert ("You are only watching this table; sit down to change anything." in shown(app)) == watches


async def test_the_room_says_that_another_screen_has_the_seat(tmp_path: Path) -> None:
    tables = SharedTables(url_of(tmp_path))
    name = SharedMatch.begin(tables, Match.start(usa("Ada", "Bo", "Cem"), PERSONS), hosted=True)

    async with at(SharedMatch.sit(tables, name, ["Bo"])) as (app, pilot):
        assert "Another screen" not in shown(app)
        other = SharedMatch.sit(tables, name, ["Bo"], take_over=True)
        async with asyncio.timeout(20):
            while "Another screen has your seat now; you are watching." not in shown(app):
                await pilot.pause(0.1)
        await pilot.pause(POLLS_EVERY * 3)
        assert "Another screen has your seat now; you are watching. Everybody comes in" in shown(app)
        other.leave()
        async with asyncio.timeout(20):
            while "Another screen has your seat now" in shown(app):
                await pilot.pause(0.1)
        assert "Your seat is free again; leave the table and come back to take it." in shown(app)


async def test_the_columns_of_the_room_are_aligned_by_cells(tmp_path: Path) -> None:
    tables = SharedTables(url_of(tmp_path))
    name = SharedMatch.begin(tables, Match.start(usa("Ada", "小明", "ケン"), PERSONS), hosted=True)

    async with at(SharedMatch.sit(tables, name, ["Ada"])) as (app, _pilot):
        rows = [row for row in shown(app).splitlines() if "nobody yet" in row or "here, the host" in row]
        columns = [cell_len(row.partition(words)[0]) for row in rows for words in ("nobody", "here,") if words in row]
        assert columns == columns[:1] * 3


async def test_the_room_shows_what_people_say(tmp_path: Path) -> None:
    tables = SharedTables(url_of(tmp_path))
    name = SharedMatch.begin(tables, Match.start(usa("Ada", "Bo", "Cem"), PERSONS), hosted=True)
    ada, bo = (SharedMatch.sit(tables, name, [each]) for each in ("Ada", "Bo"))
    assert state_of(ada) == "not begun; drivers: Ada, Bo, Cem"

    async with at(ada) as (app, pilot):
        bo.say("Is [Cem] coming?")
        async with asyncio.timeout(20):
            while not app._notifications:
                await pilot.pause(0.1)
        assert isinstance(app.screen, WaitingScreen)
        assert [each.message for each in app._notifications] == ["Bo: Is [Cem] coming?"]
        assert "w say" in shown(app)
        await pilot.press("w", *"Yes", "enter")
        async with asyncio.timeout(20):
            while not {"Bo: Is [Cem] coming?", "Ada: Yes"} <= {line.strip() for line in shown(app).splitlines()}:
                await pilot.pause(0.1)
        ada.begin_race()
        async with asyncio.timeout(20):
            while not (log := app.screen.query(LogView)) or len(log.first().written) < 2:
                await pilot.pause(0.1)
        assert log.first().written[:2] == ("Bo: Is [Cem] coming?", "Ada: Yes")


async def test_the_room_of_the_smallest_terminal_shows_what_was_said_last(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(LINES_VARIABLE, json.dumps(["Send this: the code {code}"] * 9))
    tables = SharedTables(url_of(tmp_path))
    name = SharedMatch.begin(tables, Match.start(usa("Ada", "Bo", "Cem"), PERSONS), hosted=True)
    ada, bo = (SharedMatch.sit(tables, name, [each]) for each in ("Ada", "Bo"))

    async with at(ada) as (app, pilot):
        await pilot.resize_terminal(80, 24)
        bo.say("one")
        async with asyncio.timeout(20):
            for words in "two", "three", "four", "five":
                await pilot.press("w", *words, "enter")
                while f"Ada: {words}" not in str(app.screen.query_one("#said", Static).content):
                    await pilot.pause(0.1)
        app.clear_notifications()
        await pilot.pause(POLLS_EVERY * 2)
        assert "  Ada: five" in shown(app)
        assert "The table" in shown(app)
        await pilot.press("pageup")
        await pilot.pause()
        assert "Send this" in shown(app)
        assert "  Ada: five" not in shown(app)


@pytest.mark.long
@pytest.mark.parametrize("page", [ResultsScreen, SeasonScreen])
async def test_people_talk_after_a_race_and_between_two_races(
    page: type[PagedScreen], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for each in ("race.results", "season"):
        monkeypatch.setattr(f"heat_tui.tui.{each}.LOOKS_EVERY", 0.05)
    setup = setup_of("custom", (SeasonRace(USA, 1, 1), SeasonRace(USA, 2, 1)), 3, 0, 1)
    table = Screens(url_of(tmp_path), setup, PERSONS, ["Ada"], ["Bo", "Cem"])
    random, plans = Random(1), Plans(1)
    while not all(match.rests for match in table.matches):
        table.one(random.choice([match for match in table.matches if not match.rests]), plans)
    ada, others = table.matches

    async with at(ada) as (app, pilot):
        if page is ResultsScreen:
            app.games.open_result(ada)
        await pilot.pause()
        assert type(app.screen) is page
        assert "w say" in shown(app)
        await pilot.press("w", *"Well", "space", *"done", "enter")
        async with asyncio.timeout(20):
            while not app._notifications:
                await pilot.pause(0.01)
        others.poll()
        assert others.new_words() == ["Ada: Well done"]
        assert [each.message for each in app._notifications] == ["Ada: Well done"]


async def test_nothing_can_be_said_without_a_table() -> None:
    async with at(Match.start(usa("Ada", "Bo"), ("person", "steady"), store=None)) as (app, _pilot):
        race = app.screen
        assert isinstance(race, RaceScreen)
        race.action_say()
        assert app.screen is race


def test_lines_typed_while_others_choose_do_not_stop_the_race(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ada, bo, cem = three(tmp_path).matches
    plan(bo)
    typed = iter([True, True, True, True, False])

    def is_typing(_console: Console, _seconds: float) -> bool:
        types = next(typed)
        if not types:
            plan(ada)
            plan(cem)
        return types

    monkeypatch.setattr(Console, "is_typing", is_typing)
    out = io.StringIO()
    table = PlainTable(bo, Console(io.StringIO("standings\nhint\n\nundo\nquit\n"), out))
    assert not bo.waits_for_person
    table._wait(bo, lambda: bo.moves_on or bo.waits_for_person)
    said = out.getvalue()
    assert said.count("Waiting for Ada and Cem.") == 2
    assert "Bo" in said
    assert "You can ask for a hint when it is your turn." in said
    assert bo.waits_for_person, "the plan is not taken back"


def test_lines_of_text_send_nobody_to_a_curtain_while_others_plan(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    both, out = Screens(url_of(tmp_path), *SETUPS["base game"], ["Ada", "Bo"], ["Cem"]).matches[0], io.StringIO()
    plan(both)
    plan(both)
    monkeypatch.setattr(Console, "is_typing", lambda _console, _seconds: True)
    PlainTable(both, Console(io.StringIO("hand\nquit\nyes\n"), out)).race()
    assert "No cards are needed now." in out.getvalue()


def test_lines_of_text_say_once_whom_the_table_waits_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is printed while people choose in secret, and so nothing is said again."""
    table, out = three(tmp_path), io.StringIO()
    plan(table.matches[ADA])
    watcher = table.sit()
    monkeypatch.setattr(Console, "is_typing", lambda _console, _seconds: False)
    lines = PlainTable(watcher, Console(io.StringIO(), out))
    for _wait in range(2):
        lines._wait(watcher, partial(next, iter([False, False, True])))
    assert out.getvalue() == "Waiting for Bo and Cem.\n"
    table.matches[ADA].close()
    lines.race()
    assert out.getvalue().count("This table is closed.") == 1


def test_lines_of_text_say_how_the_table_goes_on_without_somebody_who_is_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, out = three(tmp_path), io.StringIO()
    ada, bo, cem = table.matches
    plan(ada)
    plan(cem)
    bo.leave()
    ada.poll()
    monkeypatch.setattr(shared, "GONE_AFTER", -1.0)
    monkeypatch.setattr(Console, "is_typing", lambda _console, _seconds: True)
    PlainTable(ada, Console(io.StringIO("handover Bo @steady\n"), out)).race()
    said = "Waiting for Bo, who is away. Type handover Bo @steady to let an automated driver drive until they are back."
    assert said in out.getvalue()
    assert ada.controllers[BO] == "steady"


@pytest.mark.parametrize("had_a_seat", [True, False])
def test_lines_of_text_do_not_address_a_watcher_as_a_driver(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, had_a_seat: bool
) -> None:
    table, out = three(tmp_path), io.StringIO()
    watcher = table.matches[ADA] if had_a_seat else table.sit()
    if had_a_seat:
        table.sit("Ada", take_over=True)
        watcher.poll()
    monkeypatch.setattr(Console, "is_typing", lambda _console, _seconds: True)
    monkeypatch.setattr(SharedMatch, "waiting_words", lambda _match: "")
    PlainTable(watcher, Console(io.StringIO("status\nstrip\n\nquit\nyes\n"), out)).race()
    said = out.getvalue()
    assert said.partition("status\n")[2].splitlines()[:2] == ["Round 1.", *standings(watcher.view(None))[:1]]
    assert said.count(standings(watcher.view(None))[0]) == 1
    assert "You are only watching this table" in said
    assert "To watch again: heat-tui watch usa" in said
    assert not any(words in said for words in ("You are on space", "You are in gear", "You choose", "Your seat"))


def test_a_race_that_is_raced_on_between_two_races_is_not_announced_as_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The last choice is taken back, and made again, before a person who watches in lines of text looks."""
    table, random, plans = season(tmp_path), Random(4), Plans(4)
    ada, bo, watcher = table.matches
    while not all(match.rests for match in table.matches):
        table.one(random.choice([match for match in table.matches if not match.rests]), plans)

    def back_and_on(_console: Console, _seconds: float) -> bool:
        for match in (ada, bo):
            match.poll()
            match.take_back(1)
        while watcher.info.length == length:
            table.one(random.choice([ada, bo]), plans)
            watcher.poll()
        return False

    monkeypatch.setattr(Console, "is_typing", back_and_on)
    out, length = io.StringIO(), watcher.info.length
    lines = PlainTable(watcher, Console(io.StringIO(), out))
    lines._pause()
    assert not watcher.rests
    assert track_lines(watcher.view(None))[0] not in out.getvalue()


@pytest.mark.sampled
@pytest.mark.parametrize("agrees", [True, False])
@pytest.mark.parametrize("late", [True, False])
def test_lines_of_text_ask_about_a_take_back_between_two_races(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, late: bool, agrees: bool
) -> None:
    """The question comes even if the request is made while a person here is about to begin the next race."""
    table, random, plans = season(tmp_path), Random(4), Plans(4)
    ada, bo, _watcher = table.matches
    while not all(match.rests for match in table.matches):
        table.one(random.choice([match for match in table.matches if not match.rests]), plans)

    def back() -> None:
        ada.poll()
        ada.take_back(1)

    ask, out = Console.ask, io.StringIO()
    due = [back] if late else []

    def meanwhile(console: Console, question: str) -> str:
        if due:
            due.pop()()
        return ask(console, question)

    monkeypatch.setattr(Console, "ask", meanwhile)
    if not late:
        back()
    answer = "yes\n" if agrees else "no\nnext\n"
    lines = PlainTable(bo, Console(io.StringIO("next\n" * late + answer), out))
    lines._tell_result()
    while bo.rests:
        assert lines._advance()
    assert out.getvalue().count("Ada would like to take back the last choice, made by") == 1
    assert bo.race_over is False
    assert bo.season is not None
    assert bo.season.index == (0 if agrees else 1)
    monkeypatch.setattr(lines, "_go_on", lambda: None)
    assert lines._advance()
    assert not lines._result_told, "the end of this race is not shown"


@pytest.mark.parametrize("typed", ["", "say Yes, of course\n", "undo\n"])
def test_a_question_that_is_taken_back_while_somebody_speaks_is_not_answered(
    typed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = three(tmp_path)
    ada = table.matches[ADA]
    random, plans = Random(1), Plans(1)
    while not ada.waits_for_person or isinstance(ada.decision, AT_ONCE) or len(ada.log) < 12:
        table.one(random.choice(table.matches), plans)
        table.look()
    asked, out = ada.decision, io.StringIO()

    def no_more(_console: Console, _seconds: float) -> bool:
        raise EndOfInput

    ask, others = Console.ask, table.matches[1:]

    def meanwhile(console: Console, question: str) -> str:
        while others:
            match = others.pop()
            match.poll()
            match.take_back(2)
        return ask(console, question)

    monkeypatch.setattr(Console, "is_typing", no_more)
    monkeypatch.setattr(Console, "ask", meanwhile)
    PlainTable(ada, Console(io.StringIO(f"say Wait\n{typed}yes\n1\n"), out)).race()
    assert "Bo and Cem would like to take back the last 2 choices, made by" in out.getvalue()
    assert "2 choices were taken back by agreement." in out.getvalue()
    assert ada.decision != asked


@pytest.mark.parametrize("rests", [True, False])
def test_lines_of_text_say_why_a_choice_was_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, rests: bool
) -> None:
    """Once the table is closed, they ask nothing more."""
    table, random, plans = season(tmp_path), Random(4), Plans(4)
    while rests and not all(match.rests for match in table.matches):
        table.one(random.choice([match for match in table.matches if not match.rests]), plans)
    asked = next(match for match in table.matches if rests or match.waits_for_person)
    out = io.StringIO()
    lines = PlainTable(asked, Console(io.StringIO("next\n"), out))
    with monkeypatch.context() as refusing:
        for name in ("append", "seal"):
            refusing.setattr(SharedTables, name, full)
        refusing.setattr(lines, "_chosen", lambda decision: next(iter(decision.options())))
        assert lines._advance()
    assert out.getvalue().count("the disk is full") == 1
    table.sit().close()
    with pytest.raises(Stopped):
        lines._advance()


def test_lines_of_text_say_what_was_taken_back_and_ask_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A turn that was to be finished is left to its driver once its choices have been taken back."""
    table = planned(tmp_path)
    decision, out, said = table.matches[0].decision, io.StringIO(), "chooses again.\n"
    assert decision is not None
    mover, *others = (table.matches[(decision.seat + step) % 3] for step in range(3))
    before = mover.choices

    def others_ask(_console: Console, _seconds: float) -> bool:
        for match in others:
            match.poll()
            match.catch_up()
            match.take_back(mover.choices - before)
        return False

    monkeypatch.setattr(Console, "is_typing", others_ask)
    PlainTable(mover, Console(io.StringIO("finish\nyes\n"), out), hints=False).race()
    again = out.getvalue().rpartition("Do you agree (yes, no)?")[2]
    assert again.count(said) == 1, out.getvalue()
    assert "what do you use?" in again.partition(said)[2]
    assert (mover.decision, mover.choices) == (decision, before)


def test_lines_of_text_say_once_what_all_people_at_one_screen_take_back(tmp_path: Path) -> None:
    match, out = Screens(url_of(tmp_path), *SETUPS["base game"], ["Ada", "Bo", "Cem"]).matches[0], io.StringIO()
    for _seat in range(3):
        plan(match)
    PlainTable(match, Console(io.StringIO("takeback 1\nyes\n"), out)).race()
    assert out.getvalue().count("1 choice taken back") == 1
    assert "being asked" not in out.getvalue()


@pytest.mark.parametrize(
    ("opens", "coach", "people"),
    [(ADA, True, ["Bo"]), (BO, False, ["Bo"]), (ADA, True, [])],
    ids=["joins", "opens", "watches"],
)
def test_lines_of_text_race_again_and_say_when_others_do(
    opens: int, people: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, coach: bool
) -> None:
    setup, others = replace(SETUPS["base game"][0], coach=coach), ["Cem"] if people else ["Bo", "Cem"]
    table = Screens(url_of(tmp_path), setup, PERSONS, ["Ada"], people, others)
    table.race(Random(1), Plans(1))
    ada, screen, _others = table.matches
    out, looks = io.StringIO(), iter([False, False, True])

    def is_typing(_console: Console, _seconds: float) -> bool:
        types = next(looks)
        if opens == ADA and not ada.info.is_followed:
            ada.again()
        return types

    monkeypatch.setattr(Console, "is_typing", is_typing)
    lines = PlainTable(screen, Console(Typed("again\n"), out))
    lines.race()
    assert lines.next_match is not None
    assert (lines.next_match.name, lines.next_match.here) == (f"{table.name}-2", (BO,) if people else ())
    said = out.getvalue().rpartition("The race is over. ")[2].splitlines()
    offered, joins = (
        "Type again to race again with the same people.",
        "The others race again; type again to join them.",
    )
    assert said[1:] == [offered] * bool(people) + [joins] * (opens == ADA)
    assert ("mistakes" in said[0]) == coach


def test_people_who_race_again_in_lines_of_text_are_ready_at_the_next_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ada, played = hosted(tmp_path).matches[ADA], list[SharedMatch]()

    def play(match: SharedMatch, *, brief: bool) -> SharedMatch | None:
        assert not brief
        played.append(match)
        return match.again() if match is ada else None

    monkeypatch.setattr("heat_tui.cli.lines.play_in_lines", play)
    monkeypatch.setattr(sitting, "_in_lines", lambda _given: True)
    sitting._play(lambda: ada, {})
    for match in played:
        match.leave()
    assert [match.name for match in played] == ["usa-2", "usa-3"]
    assert played[1].seats[ADA].ready
    assert capsys.readouterr().out == "The table is called usa-3.\n"


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("say  Good luck, Ada!", "Good luck, Ada!"),
        ("say,Good luck, Ada!", "Good luck, Ada!"),
        ("ｓａｙ、こんにちは、Ada！", "こんにちは、Ada！"),
        ("say", None),
        ("say 、", None),
    ],
)
def test_words_in_the_line_based_game_keep_their_letters(typed: str, words: str | None, tmp_path: Path) -> None:
    ada, bo, _cem = three(tmp_path).matches
    out = io.StringIO()
    PlainTable(bo, Console(io.StringIO(f"{typed}\nquit\nyes\n"), out)).race()
    ada.poll()
    assert ada.new_words() == ([] if words is None else [f"Bo: {words}"])
    assert ("Type what you want to say." in out.getvalue()) == (words is None)
    assert "Leave the table (yes, no)?" in out.getvalue()


@pytest.mark.parametrize("typed", ["giveup\nyes\n", "handover Ada @steady\n", "say hello\n", "takeback 1\n"])
def test_the_line_based_game_shows_refusals_by_a_table(
    typed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Screens(url_of(tmp_path), *SETUPS["base game"], ["Ada", "Bo", "Cem"])
    ada = table.matches[0]
    for _seat in range(3):
        assert ada.decision is not None
        ada.play(next(iter(ada.decision.options())))
    ada.poll()
    ada.catch_up()
    for method in ("append", "seal", "say"):
        monkeypatch.setattr(SharedTables, method, full)
    out = io.StringIO()
    PlainTable(ada, Console(io.StringIO(f"{typed}yes\nyes\nquit\n"), out)).race()
    assert "the disk is full" in out.getvalue()
    assert ada.controllers == ("person", "person", "person")
