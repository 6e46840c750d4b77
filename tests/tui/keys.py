"""`make keys`: count the keys that a turn takes, including curtains and confirmations.

Whole races are driven in the app by sensible choices: the coach's suggestions in the first race, otherwise Steady's
choices. In some races, Enter takes each answer; in others, one key finishes each turn.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import tempfile
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from statistics import mean, median
from typing import Final
from unittest import mock

from textual.widgets import OptionList

from heat_tui.drivers import Steady
from heat_tui.engine.actions import Action, Discard, Plan
from heat_tui.engine.decisions import Decision, PlanDecision
from heat_tui.engine.setup import RaceSetup
from heat_tui.game.advice.finish_turn import choice_for
from heat_tui.game.advice.first_race import first_race_setup
from heat_tui.game.table.match import Match
from heat_tui.game.table.prompts import Choice
from heat_tui.modules.legends import Legends
from heat_tui.store.saved_race import Controller
from heat_tui.store.tracks import load_track
from heat_tui.tui.app import HeatApp
from heat_tui.tui.race.cover import Cover, KeepingCover
from heat_tui.tui.race.prompts import ChoosingPrompt, DiscardPrompt, PlanPrompt, Prompt, places_of
from heat_tui.tui.race.screen import RaceScreen
from tests.places import places_in
from tests.tui.swift import Swift
from tests.tui.table import STILL, shown

TRACKS: Final = ("usa", "italy")
FINISH: Final = "f"
MOST: Final = 4000
"""More steps than any of these races takes; a step is a key or a whole answer."""


@dataclass
class Count:
    """The number of keys in each turn, by seat and round, and outside turns (`other`), such as for a lesson."""

    turns: Counter[tuple[int, int]] = field(default_factory=Counter)
    other: int = 0

    def line(self, name: str, goal: str = "") -> str:
        """Return a row of the table that `main` prints."""
        keys = sorted(self.turns.values())
        late = keys[len(keys) * 9 // 10]
        return f"| {name} | {len(keys)} | {median(keys):g} | {mean(keys):.1f} | {late} | {keys[-1]} | {goal} |"


class Counting:
    """A typist for one person or several, who presses the keys of sensible choices and counts the presses."""

    def __init__(self, app: HeatApp, *, finish: bool) -> None:
        self.pilot = Swift(app)
        self.app = app
        self.finish = finish
        self.count = Count()
        self.left: tuple[int, int] | None = None
        """The last seat that pressed `FINISH`, and the length of the log afterwards."""

    @property
    def match(self) -> Match:
        """The race."""
        assert self.app.match is not None
        return self.app.match

    async def race(self) -> None:
        """Drive to the finish."""
        for _key in range(MOST):
            await self._settle()
            screen = self.app.screen
            if not isinstance(screen, RaceScreen) or self.match.over:
                return
            if screen.show.running:
                await self._press("enter")
            else:
                await self._answer(screen)
        raise AssertionError(f"this race does not end:\n{shown(self.app)}")

    async def _answer(self, screen: RaceScreen) -> None:
        """Press one more key, or all keys of one answer."""
        decision = self.match.decision
        assert decision is not None
        choice = choice_for(screen.curtain, "", screen.show.coach)
        wanted = self._wanted(screen)
        if screen.query(KeepingCover):
            await self._press("enter" if wanted == Discard() else "d")
        elif screen.query(Cover):
            await self._press("enter")
        elif isinstance(prompt := screen.query_one(Prompt), PlanPrompt):
            assert isinstance(wanted, Plan)
            await self._plan(prompt, wanted)
        elif self.finish and self._finishes(choice, wanted) and self.left != (decision.seat, len(self.match.log)):
            await self._press(FINISH)
            await self._settle()
            self.left = decision.seat, len(self.match.log)
        elif isinstance(prompt, DiscardPrompt):
            assert isinstance(wanted, Discard)
            await self._choose(prompt, wanted.cards, self._finishing(prompt, moved=bool(wanted.cards)))
        else:
            assert isinstance(prompt, ChoosingPrompt)
            await self._go_to(prompt, wanted)

    @staticmethod
    def _finishes(choice: Choice[Decision], wanted: Action) -> bool:
        """Return whether the key that finishes a turn would neither stop here nor keep cards to be discarded."""
        return choice.obvious is not None and (not isinstance(wanted, Discard) or choice.obvious == wanted)

    def _wanted(self, screen: RaceScreen) -> Action:
        """Return the coach's suggestion, or else Steady's choice."""
        decision, coach = self.match.decision, screen.show.coach
        assert decision is not None
        if coach is not None and coach.suggested is not None:
            return coach.suggested
        return Steady().choose(self.match.view(decision.seat), decision)

    async def _plan(self, prompt: PlanPrompt, plan: Plan) -> None:
        """Choose all cards and confirm if the gear is or will be right; else press one key, for the gear or a card."""
        decision = prompt.decision
        assert isinstance(decision, PlanDecision)
        goes_along = prompt.follows(plan.gear)
        places_left = [place for place in places_in(prompt.cards, plan.cards) if place not in prompt.chosen]
        if goes_along or prompt.gear == plan.gear:
            await self._choose(prompt, plan.cards, FINISH if self.finish else "enter")
        elif places_left and len(prompt.chosen) < prompt.gear < plan.gear:
            await self._press(str(places_left[0] + 1))
        else:
            await self._press("plus" if prompt.gear < plan.gear else "minus")

    async def _choose(self, prompt: PlanPrompt | DiscardPrompt, cards: Sequence[str], confirm: str = "enter") -> None:
        """Choose exactly these cards, putting others back, and confirm, twice if asked to."""
        places = {*prompt.chosen} ^ {*places_of(cards, prompt.cards, prompt.chosen)}
        await self._press(*(str(place + 1) for place in sorted(places)))
        await self._confirm(confirm)

    async def _go_to(self, prompt: ChoosingPrompt, wanted: Action) -> None:
        """Go to the line of an action and confirm it."""
        line = next(index for index, action in enumerate(prompt.lines) if wanted in prompt.choice.variants(action))
        moved = prompt.query_one(OptionList).highlighted != line
        if moved:
            await self._press(str(line + 1))
        await self._confirm(self._finishing(prompt, moved=moved))

    def _finishing(self, prompt: Prompt, *, moved: bool) -> str:
        """Return the key that confirms an answer: the one that also finishes the turn if possible, else Enter."""
        return FINISH if self.finish and moved and prompt.choice.ends_turn else "enter"

    async def _confirm(self, confirm: str = "enter") -> None:
        before = len(self.match.log)
        await self._press(confirm)
        if len(self.match.log) == before:
            await self._press(confirm)
        assert len(self.match.log) > before, shown(self.app)

    async def _press(self, *keys: str) -> None:
        """Press keys, and count them for the turn in which they are pressed."""
        seat = self.match.to_move
        if seat is not None and self.match.waits_for_person:
            self.count.turns[seat, self.match.view(None).round] += len(keys)
        else:
            self.count.other += len(keys)
        await self.pilot.press(*keys)

    async def _settle(self) -> None:
        """Wait until a choice is asked for, something must be read, or the race is left or over."""
        for _try in range(2000):
            await self.pilot.pause()
            screen = self.app.screen
            if not isinstance(screen, RaceScreen) or self.match.over:
                return
            if screen.show.held or (not screen.show.running and screen.query("Cover, Prompt")):
                return
            await asyncio.sleep(0.001)
        raise AssertionError(f"nobody is asked:\n{shown(self.app)}")


def counted(setups: Iterable[RaceSetup], people: int, *, finish: bool, lessons: bool = False) -> Count:
    """Drive races, and return the count of the keys in all turns."""
    total = Count()
    for number, setup in enumerate(setups):
        controllers: list[Controller] = ["person"] * people
        match = Match.start(setup, controllers, lessons=lessons)

        async def race(match: Match = match) -> Count:
            app = HeatApp(STILL, opening=lambda app: app.games.open_race(match))
            async with app.run_test(size=(80, 24)):
                counting = Counting(app, finish=finish)
                await counting.race()
                return counting.count

        for (seat, round_), keys in asyncio.run(race()).turns.items():
            total.turns[number * 10 + seat, round_] += keys
    return total


def setups(*names: str, races: int) -> list[RaceSetup]:
    """Return the setups of races of one lap with these people and three Legends."""
    return [
        RaceSetup(load_track(TRACKS[seed % 2]), names, seed=seed, laps=1, modules=(Legends(3),))
        for seed in range(races)
    ]


def main() -> None:
    """Count the keys, and print a table in the format of docs/performance.md."""
    parser = argparse.ArgumentParser(prog="make keys", description=__doc__)
    parser.add_argument("--races", type=int, default=4, help="the number of races of each kind")
    races = parser.parse_args().races
    with (
        tempfile.TemporaryDirectory() as home,
        mock.patch.dict(os.environ, {"HEAT_TUI_HOME": home}),
        mock.patch("heat_tui.tui.input.GRACE", 0.0),
    ):
        print("| keys a turn | turns | median | mean | 90 % within | most | goal |")
        print("|---|---:|---:|---:|---:|---:|---:|")
        for finish, how in ((False, "Enter for each answer"), (True, "the key that finishes a turn")):
            alone = counted(setups("Ada", races=races), 1, finish=finish)
            print(alone.line(f"one person, {how}", "5"), flush=True)
            several = counted(setups("Ada", "Bo", "Cem", races=races), 3, finish=finish)
            print(several.line(f"three people, {how}", "6"), flush=True)
        first = counted([first_race_setup("Ada")], 1, finish=True, lessons=True)
        print(first.line("the first race with its coach"))


if __name__ == "__main__":
    main()
