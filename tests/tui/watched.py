"""A table of drivers with marked cards, and a search of everything in the app for cards that should be hidden."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import asynccontextmanager
from random import Random
from typing import Final

from textual import events
from textual.pilot import Pilot
from textual.widgets import Button, Input, OptionList

from heat_tui.engine.actions import Action, Plan
from heat_tui.engine.decisions import PlanDecision, ReactDecision
from heat_tui.game.table.match import Match
from heat_tui.store.saved_race import Controller
from heat_tui.store.settings import Settings
from heat_tui.tui.app import HeatApp
from heat_tui.tui.dialogs import AskScreen, ChooseScreen
from heat_tui.tui.race.cover import Cover
from heat_tui.tui.race.prompts import Prompt
from heat_tui.tui.race.screen import RaceScreen
from heat_tui.tui.race.seats import SeatsScreen
from heat_tui.tui.setup.fields import LineSelect
from tests.tui.marked import SEED, everywhere, found, known_cards, marked_match, marks, opened, previews
from tests.tui.swift import Swift
from tests.tui.table import STILL, Table, shown

ADA, BO, CEM = 0, 1, 2
PEOPLE: Final = ("Ada", "Bo", "Cem")
OPENING: Final = ("d", "i", "m", "l", "s", "question_mark", "ctrl+p", "S", "T", "escape")
"""Keys that open something over the race."""


class Watched(Table):
    """A table with marked cards, which `look` searches for cards that are hidden from somebody."""

    def __init__(self, pilot: Pilot[None], match: Match) -> None:
        super().__init__(pilot)
        self.watched = match
        self.swift = Swift(self.app)
        self.pilot = self.swift
        self._seen: tuple[object, ...] = ()

    def hidden(self, open_to: Iterable[int] = ()) -> set[str]:
        """Return the marked cards that are neither open nor cards of these seats."""
        everything = set[str]().union(*(marks(seat) for seat in range(len(self.watched.setup.seats))))
        return everything.difference(opened(self.watched), *(marks(seat) for seat in open_to))

    def look(self, *open_to: int, after: str) -> None:
        """Assert that the app holds no hidden card except those of `open_to`, no seed, and no landing of a hidden plan.

        Nothing is checked again if nothing has changed since the last look.
        """
        seen = (*self.state, open_to)
        if seen == self._seen:
            return
        self._seen = seen
        faults = found(everywhere(self.app), {*self.hidden(open_to), str(SEED)})
        if not open_to and isinstance(self.watched.decision, PlanDecision):
            faults += previews(self.app)
        assert not faults, "\n".join([f"after {after}:", *faults[:6], shown(self.app)])

    @property
    def state(self) -> tuple[object, ...]:
        """The painted text, the screens, and the number of notifications."""
        return shown(self.app), *map(id, self.app.screen_stack), len(self.app._notifications)

    @property
    def sees(self) -> tuple[int, ...]:
        """The seats whose cards the curtain shows: none, or the seat that must choose."""
        seat = self.watched.to_move
        for screen in self.app.screen_stack:
            if isinstance(screen, RaceScreen) and seat is not None and not screen.query(Cover):
                return (seat,) if screen.curtain.is_open_to(seat) else ()
        return ()

    async def rest(self) -> None:
        """Wait until a choice is asked for, or another screen is on top."""
        for _try in range(400):
            await self.pilot.pause()
            screen = self.app.screen
            if not isinstance(screen, RaceScreen):
                return
            if not screen.show.running and asked(self):
                return
            await asyncio.sleep(0.005)
        raise AssertionError(f"nobody is asked:\n{shown(self.app)}")

    async def tap(self, *keys: str) -> None:
        """Press keys, whatever they open."""
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def back(self) -> None:
        """Close everything over the race."""
        for _try in range(12):
            if isinstance(self.app.screen, RaceScreen):
                break
            await self.tap("escape")
        await self.rest()

    async def covered(self) -> None:
        """Close everything over the race, and cover the cards."""
        await self.back()
        if not self.race.query(Cover):
            await self.press("c")
        assert len(self.race.query(Cover)) == 1

    async def settled(self) -> None:
        """Wait until the requested change has happened."""
        await self.pilot.pause()
        await self.rest()

    async def blur(self) -> None:
        """Take the focus from the terminal."""
        self.app.post_message(events.AppBlur())
        await self.settled()

    async def refocus(self) -> None:
        """Give the focus back to the terminal."""
        self.app.post_message(events.AppFocus())
        await self.settled()

    async def plan(self, gear: int = 1) -> None:
        """Let the planning driver choose their first marked cards."""
        seat = self.watched.to_move
        assert seat is not None
        assert isinstance(self.watched.decision, PlanDecision)
        letters = [card for card in self.watched.view(seat).hand if card in marks(seat)]
        await self.choose(Plan(gear, tuple(letters[:gear])))

    async def plan_all(self) -> None:
        """Let all drivers plan, up to step 5 of the first turn."""
        while isinstance(self.watched.decision, PlanDecision):
            await self.plan()
        await self.rest()
        assert isinstance(self.watched.decision, ReactDecision), self.watched.decision

    async def take_back(self, choices: int) -> None:
        """Take back a number of choices by agreement."""
        await self.tap("T")
        screen = self.app.screen
        assert isinstance(screen, ChooseScreen)
        self.look(*self.sees, after="asking for a take-back")
        screen.query_one(OptionList).highlighted = choices - 1
        await self.tap("enter")
        if isinstance(self.app.screen, AskScreen):
            self.look(*self.sees, after="asking everybody")
            self.app.screen.query_one("#answer-1", Button).press()
        await self.settled()

    async def reseat(
        self, *, names: Mapping[int, str] | None = None, who: Mapping[int, Controller] | None = None
    ) -> None:
        """Change names and hand seats over."""
        await self.tap("S")
        screen = self.app.screen
        assert isinstance(screen, SeatsScreen)
        for seat, name in (names or {}).items():
            screen.query_one(f"#name-{seat}", Input).value = name
        for seat, controller in (who or {}).items():
            screen.query_one(f"#who-{seat}", LineSelect).value = controller
        screen.query_one("#yes", Button).press()
        await self.settled()


@asynccontextmanager
async def watched(match: Match, size: tuple[int, int] = (80, 24), settings: Settings = STILL) -> AsyncIterator[Watched]:
    """Yield the table of an app opened with a race."""
    app = HeatApp(settings, opening=lambda app: app.games.open_race(match))
    with known_cards():
        async with app.run_test(size=size, notifications=True, tooltips=True) as pilot:
            table = Watched(pilot, match)
            await table.rest()
            yield table


def three_people() -> Match:
    """Return a race of three people about to plan."""
    return marked_match(*PEOPLE)


def any_action(match: Match, random: Random) -> Action:
    """Return a random legal action; plans use gear 1 or 2, so that the cars stay together."""
    decision = match.decision
    assert decision is not None
    if isinstance(decision, PlanDecision):
        return random.choice([each for each in decision.options() if isinstance(each, Plan) and each.gear <= 2])
    return decision.sample(random.random)


def asked(table: Watched) -> int:
    """Return the number of curtains and prompts on the race's screen: one when a choice is asked for."""
    return len(table.race.query(Cover)) + len(table.race.query(Prompt))
