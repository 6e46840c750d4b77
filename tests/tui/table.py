"""A person who uses the app: begins races, chooses actions by keyboard or mouse, and reads the screen."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from rich.text import Text
from textual.pilot import Pilot
from textual.widget import Widget
from textual.widgets import OptionList

from heat_tui.engine.actions import (
    Action,
    ChooseValues,
    Discard,
    Exchange,
    KeepUpgrade,
    Pick,
    Plan,
    PutAway,
    React,
    Refresh,
    Replace,
    Retire,
    Slipstream,
)
from heat_tui.engine.setup import RaceSetup
from heat_tui.game.table.match import Match
from heat_tui.modules.legends import Legends
from heat_tui.modules.mulligan import MulliganRule
from heat_tui.modules.mulligan.answer import Mulligan
from heat_tui.store.saved_race import Controller
from heat_tui.store.saves import SaveStore
from heat_tui.store.settings import Settings
from heat_tui.store.tracks import load_track
from heat_tui.tui.app import HeatApp
from heat_tui.tui.race.cover import Cover, KeepingCover
from heat_tui.tui.race.hand import GearRow, Hand
from heat_tui.tui.race.piles import PileScreen
from heat_tui.tui.race.prompts import ChoosingPrompt, DiscardPrompt, PlanPrompt, Prompt
from heat_tui.tui.race.screen import RaceScreen
from tests.places import places_in
from tests.tui.swift import Swift

STILL = Settings(animation="off", title=False)
"""Settings without animations and without a title for the terminal."""


def usa(*people: str, seed: int = 21, laps: int = 1, legends: int = 2, mulligan: bool = False) -> RaceSetup:
    """Return the setup of a race in the USA."""
    modules = (Legends(legends),) if legends else ()
    return RaceSetup(
        load_track("usa"), people, seed=seed, laps=laps, modules=(*modules, *((MulliganRule(),) if mulligan else ()))
    )


def race_app(
    setup: RaceSetup,
    controllers: Sequence[Controller] | None = None,
    *,
    settings: Settings = STILL,
    store: SaveStore | None = None,
) -> HeatApp:
    """Return an app that opens with a race; all drivers are people unless `controllers` says otherwise."""
    people: list[Controller] = ["person"] * len(setup.seats)
    who = people if controllers is None else controllers
    return HeatApp(settings, store=store, opening=lambda app: app.games.start(setup, who))


class Table:
    """The pilot of a race, with methods for playing."""

    def __init__(self, pilot: Pilot[None]) -> None:
        assert isinstance(pilot.app, HeatApp)
        self.app = pilot.app
        self.pilot = Swift(pilot.app)

    @property
    def match(self) -> Match:
        """The race."""
        assert self.app.match is not None
        return self.app.match

    @property
    def race(self) -> RaceScreen:
        """The race's screen."""
        screen = self.app.screen
        assert isinstance(screen, RaceScreen), screen
        return screen

    async def rest(self) -> None:
        """Wait until a choice is asked for, or a screen other than the race is on top."""
        for _try in range(2000):
            await self.pilot.pause()
            screen = self.app.screen
            if not isinstance(screen, RaceScreen):
                return
            if not screen.show.running and (len(screen.query(Cover)) or len(screen.query(Prompt))):
                return
        raise AssertionError(f"nobody is asked:\n{shown(self.app)}")

    async def press(self, *keys: str) -> None:
        """Press keys and wait."""
        await self.pilot.press(*keys)
        await self.rest()

    async def lift(self) -> None:
        """Lift the curtain if it is closed."""
        if self.race.query(Cover):
            await self.press("d" if self.race.query(KeepingCover) else "enter")

    async def choose(self, action: Action) -> None:
        """Choose an action for the driver who is asked, by keys: bring it to the screen, confirm it, and wait."""
        await self.lift()
        before = len(self.match.log)
        await self.prepare(action)
        await self.press("enter")
        if len(self.match.log) == before and not self.match.over:
            await self.press("enter")
        assert len(self.match.log) > before, f"{action} was not taken:\n{shown(self.app)}"

    async def prepare(self, action: Action) -> None:
        """Choose an action on the screen without confirming it."""
        match action:
            case Plan(gear=gear, cards=cards):
                prompt = self.race.query_one(PlanPrompt)
                while prompt.gear != gear:
                    await self.pilot.press("plus" if prompt.gear < gear else "minus")
                for index in places_in(prompt.cards, cards):
                    if index not in prompt.chosen:
                        await self.pilot.press(str(index + 1))
            case Discard(cards=cards):
                for index in places_in(self.race.query_one(DiscardPrompt).cards, cards):
                    await self.pilot.press(str(index + 1))
            case (
                React()
                | Slipstream()
                | Mulligan()
                | Pick()
                | PutAway()
                | ChooseValues()
                | Replace()
                | Refresh()
                | Exchange()
                | KeepUpgrade()
            ):
                await self._go_to(action)
                if isinstance(action, React) and action.cards:
                    await self._take_from_pile(action.cards)
            case Retire():
                await self.pilot.press("R")
            case _:
                raise AssertionError(action)
        await self.pilot.pause()

    async def _go_to(self, action: Action) -> None:
        """Go to the line of an action in the list, with the right amount unless its cards decide it."""
        prompt = self.race.query_one(ChoosingPrompt)
        line = _line_of(action, prompt.lines)
        way = line - (prompt.query_one(OptionList).highlighted or 0)
        await self.pilot.press(*["down" if way > 0 else "up"] * abs(way))
        while not (isinstance(action, React) and action.cards) and prompt.lines[line] != action:
            await self.pilot.press("left")

    async def _take_from_pile(self, cards: Sequence[str]) -> None:
        """Open the discard pile and take cards from it, without confirming."""
        await self.press("enter")
        screen = self.app.screen
        assert isinstance(screen, PileScreen), shown(self.app)
        kinds = screen.query_one(OptionList)
        for card in cards:
            while screen.kinds[kinds.highlighted or 0] != card:
                await self.pilot.press("down")
            await self.pilot.press("right")

    async def click(self, widget: Widget, x: int, y: int) -> None:
        """Click in a widget and wait."""
        await self.pilot.click(widget, offset=(x, y))
        await self.rest()

    async def choose_by_mouse(self, action: Action) -> None:
        """Choose an action as `choose` does, using only clicks."""
        for cover in self.race.query(Cover):
            await self.click(cover, 2, 1)
        before = len(self.match.log)
        while len(self.match.log) == before and not self.match.over:
            await self._click_on(action)

    async def _click_on_pile(self, cards: Sequence[str]) -> None:
        """Make the clicks that take cards from the discard pile."""
        screen = self.app.screen
        assert isinstance(screen, PileScreen), shown(self.app)
        for card in cards:
            await self.click(screen.query_one(OptionList), 3, screen.kinds.index(card))
        await self.click(screen.query_one(".done"), 1, 0)

    async def _click_on(self, action: Action) -> None:
        """Make the clicks that choose an action, or that confirm it if it has been chosen already."""
        prompt = self.race.query_one(Prompt)
        if isinstance(prompt, ChoosingPrompt):
            listed = prompt.query_one(OptionList)
            line = _line_of(action, prompt.lines)
            listed.scroll_to(y=line, animate=False, immediate=True)
            await self.pilot.pause()
            await self.click(listed, 3, line - listed.scroll_offset.y)
            if isinstance(action, React) and action.cards:
                await self._click_on_pile(action.cards)
        elif isinstance(action, (Plan, Discard)) and isinstance(prompt, (PlanPrompt, DiscardPrompt)):
            if isinstance(action, Plan):
                assert isinstance(prompt, PlanPrompt)
                if prompt.gear != action.gear:
                    await self.click(prompt.query_one(GearRow), text_at(prompt.query_one(GearRow), str(action.gear)), 0)
            hand = prompt.query_one(Hand)
            for index in places_in(prompt.cards, action.cards):
                if index not in prompt.chosen:
                    await self.click(hand, index * hand.card_width + 1, 1)
            await self.click(prompt.query_one(".done"), 1, 0)


def _line_of(action: Action, lines: Sequence[Action]) -> int:
    """Return the line of an action in a list, whatever its amount or the upgrade that it takes."""
    for line, listed in enumerate(lines):
        if isinstance(listed, React) and isinstance(action, React):
            if (listed.symbol, listed.source) == (action.symbol, action.source):
                return line
        elif isinstance(listed, Exchange) and isinstance(action, Exchange):
            if listed.give == action.give:
                return line
        elif listed == action:
            return line
    raise AssertionError(f"{action} is not in {lines}")


def text_at(widget: Widget, text: str) -> int:
    """Return the column of a text in a one-line widget."""
    rendered = widget.render()
    assert isinstance(rendered, Text)
    return rendered.plain.index(text)


def shown(app: HeatApp) -> str:
    """Return the painted text, as lines."""
    strips = app.screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in strip) for strip in strips)


async def until_screen(table: Table, kind: type[object]) -> None:
    """Wait for a screen that a timer may open."""
    for _try in range(2000):
        await table.pilot.pause(0.01)
        if isinstance(table.app.screen, kind):
            await table.pilot.pause()
            return
    raise AssertionError(f"no {kind.__name__}:\n{shown(table.app)}")


@asynccontextmanager
async def seated(app: HeatApp, *, size: tuple[int, int] = (80, 24)) -> AsyncIterator[Table]:
    """Yield the table of an app, once somebody is asked."""
    async with app.run_test(size=size) as pilot:
        table = Table(pilot)
        await table.rest()
        yield table


@asynccontextmanager
async def at_the_table(
    match: Match, *, settings: Settings = STILL, size: tuple[int, int] = (80, 24)
) -> AsyncIterator[Table]:
    """Yield the table of an app opened with a match, once somebody is asked."""
    async with seated(HeatApp(settings, opening=lambda app: app.games.open(match)), size=size) as table:
        yield table
