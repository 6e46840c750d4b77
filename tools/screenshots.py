"""`make screenshots`: the screenshots and the film in docs/screenshots, painted by the app.

The app's own export writes all of them but the film. Most screens are those of the tests' frames, so that these
pictures show screens that tests have checked.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final
from unittest import mock

import heat_tui
from heat_tui.game.advice.first_race import first_race_setup
from heat_tui.game.setup.options import Options
from heat_tui.game.setup.race_options import race_setup, watched
from heat_tui.game.table.match import Match
from heat_tui.game.table.open_tables import sit_down
from heat_tui.game.table.shared import SharedMatch
from heat_tui.game.telling.replay import Replay
from heat_tui.store.codes import GUEST_VARIABLE
from heat_tui.store.settings import Settings
from heat_tui.tui.app import HeatApp
from heat_tui.tui.guests import GuestApp
from heat_tui.tui.menus import title
from heat_tui.tui.replay.screen import FOOTER, Recorder, ReplayScreen
from tests.serving.served import opened
from tests.tui.painted import made, the_same_everywhere
from tests.tui.scenery import Scenery
from tests.tui.scenes import SHOTS
from tests.tui.table import STILL
from tools.film import Film

FOLDER: Final = Path(__file__).parents[1] / "docs" / "screenshots"

_BOX: Final = re.compile(r'viewBox="0 0 ([\d.]+) ([\d.]+)"')


@dataclass(frozen=True)
class Picture:
    """A file in docs/screenshots: a screen from the tests by name, or a function that opens one, and its terminal."""

    name: str
    shot: str | Callable[[Scenery], Awaitable[None]]
    size: tuple[int, int] = (120, 40)
    settings: Settings = STILL
    no_colour: bool = False
    rounds: tuple[int, int | None] | None = None
    """The first and last round (None: the end) to film of a race of automated drivers; None for a still picture."""


async def first_race(scenery: Scenery) -> None:
    """Show the first decision of the tutorial race, with the plan that the coach suggests."""
    scenery.app.games.start(first_race_setup("Ada"), ["person"], tutorial=True)
    await scenery.settle()
    for _page in range(8):
        if not scenery.app.screen.query("PlanPrompt"):
            await scenery.press("enter")
    await scenery.press("plus", "5", "6")


MOVING: Final = (6, None)
SEED: Final = 7


async def filmed(app: HeatApp, rounds: tuple[int, int | None]) -> str:
    """Return a film of some rounds of a race of one lap, with a driver from each rung of the ladder."""
    options = watched(Options(track="italy", laps=1, seed=SEED))
    match = Match.start(race_setup(options), options.controllers)
    while not match.over:
        match.play_driver()
    screen = ReplayScreen(match, Replay.of(match), speed=1)
    start, end = screen.replay.stretch(*rounds)
    screen = ReplayScreen(match, screen.replay, position=start)
    await app.push_screen(screen)
    film = Film(app.size.width, app.size.height - FOOTER)
    async for rows, seconds in Recorder(screen, Path(), end).frames(lambda: None):
        film.add(rows, seconds)
    return film.svg("Heat TUI")


PICTURES: Final = (
    Picture("title", "title-saves", (100, 30)),
    Picture("new-race", "setup-track", (100, 30)),
    Picture("race", "plan-stress"),
    Picture("race-wide", "react", (160, 50)),
    Picture("race-small", "plan-stress", (80, 24)),
    Picture("race-light", "plan-stress", settings=replace(STILL, theme="light", cars="okabe-ito")),
    Picture("race-ascii", "plan-stress", (100, 30), replace(STILL, glyphs="ascii")),
    Picture("race-no-colour", "plan-stress", (100, 30), no_colour=True),
    Picture("curtain", "curtain", (100, 30)),
    Picture("first-race", first_race, (120, 40)),
    Picture("map", "map", (120, 40)),
    Picture("results", "results-chart", (100, 30)),
    Picture("season", "season-plan"),
    Picture("season-between", "season-pause"),
    Picture("season-setup", "season-setup-custom", (100, 30)),
    Picture("replay", "replay-hands"),
    Picture("figures", "figures", (200, 60)),
    Picture("challenges", "challenges-code", (100, 30)),
    Picture("editor", "editor-course"),
    Picture("moving", "title", (100, 30), replace(STILL, animation="normal"), rounds=MOVING),
    Picture("help", "help-rules", (100, 30)),
)


FRIENDS: Final = "friends"
"""The name of the picture of three screens of one table, side by side."""


def main() -> None:
    """Write all pictures, or only those named on the command line."""
    parser = argparse.ArgumentParser(prog="make screenshots", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(picture.name for picture in PICTURES))
    parser.add_argument("--into", type=Path, default=FOLDER, help="the folder (default docs/screenshots)")
    options = parser.parse_args()
    unknown = set(options.names) - {FRIENDS, *(picture.name for picture in PICTURES)}
    if unknown:
        parser.error(f"there is no picture {', '.join(sorted(unknown))}")
    folder: Path = options.into.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    if not options.names or FRIENDS in options.names:
        print(write_friends(folder))
    wanted = [picture for picture in PICTURES if not options.names or picture.name in options.names]
    for path in write(wanted, folder):
        print(path)


def write(wanted: Sequence[Picture], folder: Path) -> list[Path]:
    """Write these pictures into a folder; return the files."""
    files = []
    for picture in wanted:
        version = mock.patch.object(title, "__version__", heat_tui.__version__)
        with the_same_everywhere(no_colour=picture.no_colour, painting=True), version:
            svg = asyncio.run(_taken(picture))
        path = folder / f"{picture.name}.svg"
        path.write_text(svg, encoding="utf-8", newline="\n")
        files.append(path)
    return files


def write_friends(folder: Path) -> Path:
    """Write the picture of a table's three screens, each with its own cards; return the file."""
    with the_same_everywhere(painting=True) as home:
        tables, info, code = opened(home, "Ada,Bo,Cy")
        for seat, name in enumerate(("Bo", "Cy"), start=1):
            sit_down(SharedMatch.watch(tables, info.name, guest=True), seat, name)
        tables.note(info, "began")
        ada = SharedMatch.sit(tables, info.name, ["Ada"], take_over=True)
        screens = [asyncio.run(_friend(HeatApp(STILL, opening=lambda app: app.games.open(ada))))]
        for name in ("Bo", "Cy"):
            with mock.patch.dict(
                "os.environ", {GUEST_VARIABLE: json.dumps({"code": code, "name": name, "back": True})}
            ):
                guest = GuestApp(STILL, tables)
            screens.append(asyncio.run(_friend(guest)))
    boxes = [[float(each) for each in _BOX.findall(svg)[0]] for svg in screens]
    placed, x = [], 0.0
    for svg, (width, height) in zip(screens, boxes, strict=True):
        placed.append(svg.replace("<svg ", f'<svg x="{x:g}" width="{width:g}" height="{height:g}" ', 1))
        x += width
    box = f"0 0 {x:g} {max(height for _width, height in boxes):g}"
    path = folder / f"{FRIENDS}.svg"
    whole = f'<svg viewBox="{box}" xmlns="http://www.w3.org/2000/svg">\n{"".join(placed)}\n</svg>\n'
    path.write_text(whole, encoding="utf-8", newline="\n")
    return path


async def _friend(app: HeatApp) -> str:
    """Return one screen of a hosted table as SVG, once it asks for a plan."""
    app.animation_level = "none"
    async with app.run_test(size=(80, 24)) as pilot:
        while not app.screen.query("PlanPrompt"):
            await pilot.pause(0.05)
        await pilot.pause(0.5)
        return app.export_screenshot(title="heat-tui")


async def _taken(picture: Picture) -> str:
    """Return the picture as SVG."""
    bring = picture.shot
    shot = SHOTS[bring] if isinstance(bring, str) else replace(SHOTS["title"], bring=bring)
    app = made(shot, picture.settings)
    async with app.run_test(size=picture.size, notifications=True):
        scenery = Scenery(app)
        await scenery.settle()
        if picture.rounds is not None:
            return await filmed(app, picture.rounds)
        await shot.bring(scenery)
        return app.export_screenshot(title="heat-tui")


if __name__ == "__main__":
    main()
