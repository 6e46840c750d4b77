"""`make monkey`: keys, clicks, resizes and lost focus at random, over all screens of the app.

It stops at the first exception, at a stack without a screen, and where a race and its save tell different things.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import sys
import tempfile
from collections import Counter, deque
from collections.abc import Awaitable, Callable, Sequence
from contextlib import chdir, suppress
from pathlib import Path
from time import perf_counter
from typing import Final
from unittest import mock

from textual import events
from textual.errors import NoWidget
from textual.pilot import OutOfBounds, Pilot
from textual.widgets import Input

from heat_tui.engine.setup import RaceSetup
from heat_tui.game.match import Match
from heat_tui.modules.legends import Legends
from heat_tui.modules.mulligan import MulliganRule
from heat_tui.store.save_writing import save_text
from heat_tui.store.saved_race import Controller
from heat_tui.store.saves import SaveInfo, SaveStore
from heat_tui.store.settings import Animation, Settings
from heat_tui.store.tracks import load_track
from heat_tui.tui.app import HeatApp
from heat_tui.tui.keymap import KEYS
from heat_tui.tui.race.screen import RaceScreen
from tests.tui.swift import Swift

SIZES: Final = ((80, 24), (80, 24), (100, 30), (120, 40), (160, 50), (20, 5), (79, 23), (1, 1), (80, 100), (250, 24))
USUAL: Final = ("enter", "enter", "enter", *"1234567", "plus", "minus", "space", "down", "up", "tab", "escape")
"""What is pressed half of the time, so that races go on."""

OTHERS: Final = tuple(
    sorted(
        {
            *(each for key in KEYS.values() for each in key.keys.split(",")),
            *("left", "right", "home", "end", "pageup", "pagedown", "shift+tab", "backspace", "delete", "insert"),
            *("0", "8", "9", "a", "z", "A", "Z", "ä", "日", "left_square_bracket", "comma", "at", "f1", "ctrl+a"),
            *("ctrl+u", "ctrl+w", "ctrl+k", "ctrl+x", "ctrl+v", "ctrl+e", "ctrl+f", "ctrl+d", "shift+up", "ctrl+left"),
        }
    )
)
NOT_INTO_PATHS: Final = ("slash", "tilde", "full_stop")
"""What is not typed into a field, which may ask for the path of a file."""

SPURT: Final = (0.01, 0.03)
"""The least and the most seconds between two keys of somebody who types without looking."""

OPENING_FIELDS: Final = ((), (), ("slash",), ("ctrl+p",), ("question_mark", "slash"))
"""What is pressed before somebody types: nothing where a field has the focus, else what opens a search."""

TYPED: Final = (
    *"aeioustrnmlz",
    "space",
    "backspace",
    "down",
    "up",
    "tab",
    "left",
    "home",
    "ä",
    "日",
    "enter",
    "escape",
)
"""What is typed in a spurt."""

CHECKED_EVERY: Final = 20
"""After so many steps the save is compared even where nothing has been chosen."""

TOLD: Final = 40


class Fault(AssertionError):
    """The monkey broke something; str() tells what, after which steps, with which seed."""


class Monkey:
    """Plays `keys` steps from a seed, in one app after the other where it leaves the game."""

    def __init__(self, seed: int, home: Path) -> None:
        self.chance = random.Random(seed)
        self.seed = seed
        self.store = SaveStore(home / "saves")
        self.last: deque[str] = deque(maxlen=TOLD)
        self.seen: Counter[str] = Counter()
        self.steps = 0
        self.choices = 0
        self.apps = 0

    async def play(self, steps: int) -> None:
        """Go on until so many steps are done. Raises Fault."""
        while self.steps < steps:
            self.apps += 1
            app = self._app()
            try:
                async with app.run_test(size=self.chance.choice(SIZES[:5])) as pilot:
                    await pilot.pause()
                    while self.steps < steps and app.is_running and app.return_code is None:
                        await self._step(pilot, app)
            except Fault:
                raise
            except BaseException as error:
                raise Fault(self._told(app, f"{type(error).__name__}: {error}")) from error

    async def _step(self, pilot: Pilot[None], app: HeatApp) -> None:
        """One thing that somebody could do."""
        self.steps += 1
        name, act = self._chosen(pilot, app)
        self.last.append(name)
        with suppress(NoWidget, OutOfBounds):  # the mouse is where nothing is, or is no more
            await act()
        await pilot.pause()
        if app.fault is not None:
            raise Fault(self._told(app, f"{type(app.fault).__name__}: {app.fault}")) from app.fault
        if app.return_code is not None:
            return
        if not app.screen_stack:
            raise Fault(self._told(app, "no screen is left"))
        self.seen[type(app.screen).__name__] += 1
        self._compare(app)

    def _chosen(self, pilot: Pilot[None], app: HeatApp) -> tuple[str, Callable[[], Awaitable[object]]]:
        chance = self.chance.random()
        width, height = app.size
        if chance < 0.03:
            size = self.chance.choice(SIZES)
            return f"resize to {size}", lambda: pilot.resize_terminal(*size)
        if chance < 0.10:
            place = self.chance.randrange(max(1, width)), self.chance.randrange(max(1, height))
            times = self.chance.choice((1, 1, 1, 2))
            return f"click {times} times at {place}", lambda: pilot.click(offset=place, times=times)
        if chance < 0.12:
            place = self.chance.randrange(max(1, width)), self.chance.randrange(max(1, height))
            return f"hover over {place}", lambda: pilot.hover(offset=place)
        if chance < 0.14:
            event = self.chance.choice((events.AppBlur, events.AppFocus))
            return event.__name__, lambda: _post(app, event())
        if chance < 0.17:
            before = () if isinstance(app.focused, Input) else self.chance.choice(OPENING_FIELDS)
            keys = [*before, *self.chance.choices(TYPED, k=self.chance.randint(3, 12))]
            return f"type at speed {' '.join(keys)}", lambda: self._type(pilot, keys)
        key = self.chance.choice(USUAL if chance < 0.6 else OTHERS)
        if isinstance(app.focused, Input) and key in NOT_INTO_PATHS:
            key = "escape"
        return key, lambda: pilot.press(key)

    async def _type(self, pilot: Pilot[None], keys: Sequence[str]) -> None:
        """Press keys one after the other without waiting for what they do."""
        hand = Swift(pilot.app)
        for key in keys:
            hand.send(key)
            await asyncio.sleep(self.chance.uniform(*SPURT))

    def _compare(self, app: HeatApp) -> None:
        """Find whether the race on the screen is the one in its save."""
        match = app.match
        if match is None or not any(isinstance(screen, RaceScreen) for screen in app.screen_stack):
            return
        played = len(match.log)
        if played == self.choices and self.steps % CHECKED_EVERY:
            return
        self.choices = played
        if match.not_saved is not None:
            raise Fault(self._told(app, f"the race is not saved: {match.not_saved}"))
        path = self.store.path(match.name)
        if not path.exists():
            raise Fault(self._told(app, f"the race on the screen has no save {path.name}"))
        if _data(path.read_text(encoding="utf-8")) != _data(save_text(match.saved())):
            raise Fault(self._told(app, f"the race on the screen and {path.name} are not the same"))

    def _app(self) -> HeatApp:
        """The app at its title, or with a race, new or resumed."""
        animation: Animation = self.chance.choice(("off", "off", "fast", "normal"))
        settings = Settings(
            animation=animation,
            glyphs=self.chance.choice(("unicode", "unicode", "ascii")),
            confirm=self.chance.random() < 0.5,
            theme=self.chance.choice(("dark", "light", "textual-dark")),
        )
        kind = self.chance.random()
        self.last.append(f"--- an app, animation {animation}")
        opening = None if kind < 0.3 else self._replay if kind < 0.45 else self._race
        return HeatApp(settings, store=self.store, opening=opening)

    def _replay(self, app: HeatApp) -> None:
        """Replay a saved race, over or not; where there is none, one that is raced for that."""
        saved = [each.name for each in self.store.list() if isinstance(each, SaveInfo)]
        if saved and self.chance.random() < 0.6:
            app.replay(self.chance.choice(saved))
            return
        who: tuple[Controller, ...] = ("steady", "chance")
        setup = RaceSetup(load_track("usa"), ("Ada", "[red]"), seed=self.chance.randrange(10**6), laps=1)
        match = Match.start(setup, who, store=self.store)
        for _choice in range(self.chance.choice((1, 40, 10_000))):
            if not match.over:
                match.play_driver()
        match.leave()
        app.replay(match.name)

    def _race(self, app: HeatApp) -> None:
        """Begin a race of one of many kinds."""
        latest = self.store.latest()
        if latest is not None and self.chance.random() < 0.4:
            app.open_match(Match.resume(self.store.read(latest.name), store=self.store))
            return
        people = ("Ada", "Bo", "[red]", "x" * 40, "日本")[: self.chance.randint(1, 4)]
        who: list[Controller] = ["person", *(self.chance.choice(("person", "person", "steady")) for _ in people[1:])]
        legends = self.chance.randint(0, 3)
        setup = RaceSetup(
            load_track(self.chance.choice(("usa", "italy", "mexico", "japan"))),
            people,
            seed=self.chance.randrange(10**6),
            laps=self.chance.randint(1, 2),
            retire=self.chance.random() < 0.5,
            modules=(
                *((Legends(legends),) if legends else ()),
                *((MulliganRule(),) if self.chance.random() < 0.5 else ()),
            ),
        )
        kind = self.chance.random()
        app.start_race(setup, who, open_table=kind < 0.3, tutorial=kind > 0.9)

    def _told(self, app: HeatApp, what: str) -> str:
        screen = type(app.screen).__name__ if app.screen_stack else "none"
        return (
            f"{what}\nseed {self.seed}, step {self.steps}, screen {screen}, size {app.size}; the last steps:\n"
            + "\n".join(self.last)
        )


async def _post(app: HeatApp, event: events.Event) -> None:
    app.post_message(event)


def _data(text: str) -> dict[str, object]:
    """A save without the time at which it was written."""
    data: dict[str, object] = json.loads(text)
    del data["changed"]
    return data


async def _hardly_wait(min_sleep: float = 0, max_sleep: float = 0) -> None:
    """Instead of Textual's wait for an idle processor: a monkey does not wait for what moves."""
    await asyncio.sleep(0)


def let_loose(steps: int, seed: int) -> Monkey:
    """Play so many steps in a folder of its own. Raises Fault."""
    with tempfile.TemporaryDirectory() as home:
        variables = {"HEAT_TUI_HOME": home, "BROWSER": "true"}
        with (
            mock.patch.dict(os.environ, variables),
            chdir(home),
            mock.patch("heat_tui.tui.grace.SECONDS", 0.0),
            mock.patch("textual.app.wait_for_idle", _hardly_wait),
            mock.patch("textual.pilot.wait_for_idle", _hardly_wait),
        ):
            monkey = Monkey(seed, Path(home))
            asyncio.run(monkey.play(steps))
    return monkey


def main() -> None:
    """Play, and print what was seen; the exit code is 1 after a fault."""
    parser = argparse.ArgumentParser(prog="make monkey", description=__doc__)
    parser.add_argument("--keys", type=int, default=20_000, help="how many steps (default 20000)")
    parser.add_argument("--seed", type=int, default=None, help="the seed (otherwise drawn by lot)")
    options = parser.parse_args()
    seed = random.SystemRandom().randrange(10**6) if options.seed is None else options.seed
    print(f"{options.keys} steps, seed {seed}", flush=True)
    began = perf_counter()
    try:
        monkey = let_loose(options.keys, seed)
    except Fault as fault:
        print(fault, file=sys.stderr)
        raise
    print(f"{monkey.steps} steps in {monkey.apps} apps, {perf_counter() - began:.0f} s; screens seen:")
    for name, count in monkey.seen.most_common():
        print(f"  {name:20}{count:8}")


if __name__ == "__main__":
    main()
