"""Starting the app: at the title screen, or with a race, a season, a shared table, a replay or the track editor.

Textual is not imported before the terminal is checked. Every function that opens the app may raise Refused, Broke or
Interrupted.
"""

from __future__ import annotations

import gc
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from heat_tui.cli.click_words import progress
from heat_tui.cli.options import SIZE, SPEEDS, Given, settings_in
from heat_tui.game.table.interruptions import Broke, Interrupted
from heat_tui.language import N_, _
from heat_tui.store.schema import Refused
from heat_tui.tui.launch import check_terminal, is_served

if TYPE_CHECKING:
    from pathlib import Path

    from heat_tui.game.setup.options import Options
    from heat_tui.game.table.match import Match
    from heat_tui.store.saved_race import GameSetup, Rival
    from heat_tui.store.saves import SaveStore
    from heat_tui.store.settings import LoadedSettings
    from heat_tui.tui.app import HeatApp
    from heat_tui.tui.replay.screen import ReplayScreen

Opening = Callable[["HeatApp"], object]


def play_from_title() -> None:
    """Open the app at the title screen."""
    _run(_loaded({}), None)


def play_race(**given: object) -> None:
    """Open the app with the requested race, or at its setup screen if options are missing.

    The tutorial and challenges ask at most for names. Raises Refused.
    """
    loaded = _loaded(given)
    from heat_tui.cli.races import asked, challenged
    from heat_tui.game.setup.race_options import check_race, legends_of, watched

    tutorial, ghost = bool(given["tutorial"]), str(given["ghost"] or "")
    challenge = challenged(given, memory_aid=loaded.settings.memory_aid)
    if challenge is not None:
        rival, named = _ghost(challenge.setup, ghost), given["seats"] is not None
        _run(loaded, lambda app: app.games.start_challenge(challenge, rival, named=named))
        return
    options = asked(given, season=False, memory_aid=loaded.settings.memory_aid)
    if given["watch"]:
        options = watched(options)
    check_race(options)
    if tutorial and not options.seats:
        _run(loaded, lambda app: app.games.teach(options))
    elif options.track is None or not options.seats or (options.cars is None and options.legends is None):
        _run(loaded, lambda app: app.set_up_race(options, ghost=ghost))
    else:
        _run(loaded, _started(replace(options, legends=legends_of(options)), tutorial=tutorial, ghost=ghost))


def watch_race(**given: object) -> None:
    """Open the app with a race of automated drivers."""
    _run(_loaded(given), lambda app: app.games.watch())


def play_season(**given: object) -> None:
    """Open the app with the requested season, or at its setup screen unless its kind, drivers and Legends are given."""
    loaded = _loaded(given)
    from heat_tui.cli.races import asked
    from heat_tui.game.setup.race_options import DEFAULT_LEGENDS, with_anybody
    from heat_tui.game.setup.season_options import season_setup

    options = asked(given, season=True, memory_aid=loaded.settings.memory_aid)
    if options.season is not None and options.seats and options.legends is not None:
        _run(loaded, _started(options))
        return
    if options.seats and options.legends is None:
        options = replace(options, legends=DEFAULT_LEGENDS.get(len(options.seats), 0))
    season_setup(with_anybody(options))
    _run(loaded, lambda app: app.set_up_season(options))


def play_saved(name: str, **given: object) -> None:
    """Open the app with a saved race, by default the latest unfinished one; if it is open elsewhere, ask first."""
    loaded = _loaded(given)
    from heat_tui.cli.races import resumed
    from heat_tui.store.locks import Held

    try:
        match = resumed(name)
    except Held as reason:
        held = reason
        _run(loaded, lambda app: app.games.ask_about(held))
    else:
        _run(loaded, lambda app: app.games.open(match))


def play_match(begin: Callable[[], Match], given: Given) -> None:
    """Open the app with the match that `begin` returns."""
    loaded = _loaded(given)
    match = begin()
    _run(loaded, lambda app: app.games.open(match))


def replay_saved(
    name: str,
    number: int | None,
    first: int | None,
    last: int | None,
    speed: str,
    file: Path | None,
    size: tuple[int, int] | None,
    **given: object,
) -> None:
    """Open the app with the replay of a saved race, or save it to a file."""
    loaded = _loaded(given, unseen=file is not None)
    from heat_tui.game.telling.replay import open_replay

    if file is None and (last is not None or size is not None):
        words = N_("{options} are only for {export}; leave them out, or name a file.")
        raise Refused(words, options="--to, --size", export="--export")
    match, replay = open_replay(_store(), name, number)
    start, end = replay.stretch(first, last)
    from heat_tui.tui.replay.screen import ReplayScreen

    screen = ReplayScreen(match, replay, position=start, speed=SPEEDS.index(speed))
    if file is None:
        _run(loaded, lambda app: app.push_screen(screen))
    else:
        _save_replay(loaded, screen, file, end, size or SIZE)


def _save_replay(loaded: LoadedSettings, screen: ReplayScreen, file: Path, end: int, size: tuple[int, int]) -> None:
    """Save a replay from its position to `end`, or a picture of that position; the suffix of `file` says which."""
    from heat_tui.game.telling.export import replay_target
    from heat_tui.tui.replay.screen import FOOTER, Recorder

    recorder = Recorder(screen, replay_target(screen.match, file), end)
    outcome: list[str | Refused] = []
    for problem in loaded.problems:
        click.echo(problem, err=True)

    async def save(app: HeatApp, told: Callable[[], object]) -> None:
        await app.push_screen(screen)
        try:
            outcome.append(await recorder.save(told))
        except Refused as reason:
            outcome.append(reason)
        app.exit()

    with progress(end - screen.position, _("Recording")) as advance:
        columns, rows = size
        unseen = columns, rows + FOOTER
        _run(loaded._replace(problems=()), lambda app: app.run_worker(save(app, lambda: advance(1))), unseen)
    for said in outcome:
        if isinstance(said, Refused):
            raise said
        click.echo(said)


def edit_track(name: str, **given: object) -> None:
    """Open the track editor on the player's track or a copy of a built-in one; without a name, on a new track."""
    loaded = _loaded(given)
    from heat_tui.game.setup.race_options import read_track
    from heat_tui.tui.track.editor import EditorScreen

    editor = EditorScreen(read_track(name) if name else name)
    _run(loaded, lambda app: app.push_screen(editor))


def _started(options: Options, *, tutorial: bool = False, ghost: str = "") -> Opening:
    """Return a callback that starts a season, or a race with the ghost of the save `ghost` if named. Raises Refused."""
    from heat_tui.game.setup.season_options import game_setup

    setup = game_setup(options)
    rival = _ghost(setup, ghost)
    return lambda app: app.games.start(
        setup, options.controllers, open_table=options.open_table, tutorial=tutorial, rival=rival
    )


def _ghost(setup: GameSetup, name: str) -> Rival | None:
    """Return the ghost of the saved race `name`; None without a name, or for a season. Raises Refused."""
    from heat_tui.engine.setup import RaceSetup
    from heat_tui.game.telling.rival import ghost_from

    return ghost_from(_store(), name, setup.track, setup.laps) if name and isinstance(setup, RaceSetup) else None


def _loaded(given: Given, *, unseen: bool = False) -> LoadedSettings:
    """Return the settings for this run, after checking that the app can run here. Raises Refused.

    An app that is `unseen` needs no terminal; for any other app, the garbage collector is switched off, and `run_app`
    switches it on again. A setting after the command overrides the same setting before the command.
    """
    if not unseen:
        in_lines = f"{click.get_current_context().command_path} --plain" if "plain" in given else "heat-tui plain"
        check_terminal(in_lines)
        gc.disable()  # nothing loaded now is garbage
    from heat_tui.tui.settings_check import load_checked

    return load_checked({**settings_in(click.get_current_context().find_root().params), **settings_in(given)})


def _run(loaded: LoadedSettings, opening: Opening | None, unseen: tuple[int, int] | None = None) -> None:
    """Run the app to its end, then print how to resume its race, unless the race is over.

    `unseen` is the size, in columns and rows, of an app without a terminal. Raises Broke, Interrupted.
    """
    from heat_tui.tui.app import HeatApp
    from heat_tui.tui.launch import run_app

    app = HeatApp(loaded.settings, overrides=loaded.overrides, problems=loaded.problems, store=_store, opening=opening)
    try:
        run_app(app, unseen)
    except Broke:
        from heat_tui.cli.reports import race_text

        assert app.fault is not None
        app.fault.add_note(race_text(app.match))
        raise
    except Interrupted:
        with suppress(OSError):  # the terminal may be gone
            _say_farewell(app.match)
        raise
    finally:
        if app.match is not None:
            app.match.leave()
    _say_farewell(app.match)


def _store() -> SaveStore:
    """Return the player's saves; called only when needed, because the import takes a while."""
    from heat_tui.store.saves import player_saves

    return player_saves()


def _say_farewell(match: Match | None) -> None:
    """Print how to resume a race that is not over, unless textual-serve shows the app in a browser."""
    if match is not None and not match.over and not is_served():
        from heat_tui.game.telling.story import resuming

        click.echo(resuming(match, "heat-tui resume"))
