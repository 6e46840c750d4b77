"""Run in a copy of the game with one more option: every part of the game knows it.

The arguments are the name of the option, and a race code and saves that are older than the option.
"""

import asyncio
import io
import json
import sys
from contextlib import redirect_stdout
from pathlib import Path

from heat_tui.cli.entry import run
from heat_tui.engine.setup import RaceSetup
from heat_tui.game.setup import last_setup
from heat_tui.game.setup.challenge import code_of, read_code
from heat_tui.game.setup.options import RACE, Options, Seat
from heat_tui.game.setup.race_options import race_setup
from heat_tui.game.setup.season_options import season_setup
from heat_tui.game.table.match import Match
from heat_tui.store.saved_race import GameSetup
from heat_tui.store.saves import player_saves
from heat_tui.store.schema import with_values
from heat_tui.tui.app import HeatApp
from heat_tui.tui.setup.fields import LineSelect
from heat_tui.tui.setup.race import NewRaceScreen
from heat_tui.tui.setup.season import NewSeasonScreen

name, old_code = sys.argv[1:3]
old_saves = [Path(each) for each in sys.argv[3:]]
PLAIN = Options(track="usa", seats=(Seat("Ada", "red"), Seat("Bo", "blue")), legends=1, seed=7)
CHOSEN = with_values(PLAIN, {name: True})
CONTROLLERS = ["person", "person"]


def has(setup: GameSetup) -> bool:
    return getattr(setup, name, False) or name in [module.name for module in setup.modules]


def said(*arguments: str) -> str:
    output = io.StringIO()
    with redirect_stdout(output):
        assert run(arguments) == 0, arguments
    return output.getvalue()


flag = RACE[name].flag
for command in ("race", "season", "plain", "sim"):
    assert flag in said(command, "--help"), f"{command} has no {flag}"
simulated = "sim", "--races", "1", "--laps", "1", "--json"
assert said(*simulated) != said(*simulated, flag), "it changes nothing"

chosen, plain = race_setup(CHOSEN), race_setup(PLAIN)
assert has(chosen)
assert not has(plain)
assert has(season_setup(with_values(CHOSEN, {"season": "1961", "track": None})))

store = player_saves()
for setup in (chosen, plain):
    match = Match.start(setup, CONTROLLERS, store=store)
    assert store.read(match.name).setup == setup
    match.leave()
for old in old_saves:
    (store.folder / old.name).write_bytes(old.read_bytes())
    assert not has(store.read(old.stem).setup), old

assert last_setup.save_last_setup(CHOSEN) is None
assert getattr(last_setup.load_last_setup().setup, name) is True
(file,) = store.folder.parent.rglob(last_setup.FILE)
remembered = json.loads(file.read_text(encoding="utf-8"))
del remembered[name]
file.write_text(json.dumps(remembered), encoding="utf-8")
older = last_setup.load_last_setup()
assert older.problem is None
assert getattr(older.setup, name) is False

assert isinstance(chosen, RaceSetup)
assert has(read_code(code_of(chosen, CONTROLLERS)).setup)
assert code_of(plain, CONTROLLERS) == old_code
assert not has(read_code(old_code).setup)


async def forms() -> None:
    app = HeatApp(store=store)
    async with app.run_test(size=(80, 24)) as pilot:
        for screen in (NewRaceScreen(), NewSeasonScreen()):
            await app.push_screen(screen)
            await pilot.pause()
            assert screen.query_one(f"#{name}", LineSelect).value is False
            await app.pop_screen()


asyncio.run(forms())
