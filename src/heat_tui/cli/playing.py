"""The app: its title, a race that the options describe, or a saved one. Nothing of Textual is imported before a look
at the terminal."""

from __future__ import annotations

import gc
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import click

from heat_tui.cli.failures import BadInput, Broke
from heat_tui.cli.options import Given
from heat_tui.game.interruptions import Interrupted
from heat_tui.language import _
from heat_tui.tui.terminal import objection

if TYPE_CHECKING:
    from heat_tui.game.match import Match
    from heat_tui.game.options import Options
    from heat_tui.store.saves import SaveStore
    from heat_tui.store.settings import LoadedSettings
    from heat_tui.tui.app import HeatApp

Opening = Callable[["HeatApp"], None]

WATCHED_CARS: Final = 4
"""How many cars race to be watched if nothing says otherwise."""


def play_from_title(settings: Given) -> None:
    """Open the app at its title. Raises BadInput, Broke, Interrupted."""
    _run(_loaded(settings), None)


def play_race(given: Given, settings: Given) -> None:
    """Open the app with the race that is asked for, or where its set-up is to be completed.

    Raises BadInput, Broke, Interrupted.
    """
    _play(given, settings, _race_opening)


def play_season(given: Given, settings: Given) -> None:
    """Open the app with the season that is asked for, or where its set-up is to be completed.

    Raises BadInput, Broke, Interrupted.
    """
    _play(given, settings, _season_opening)


def play_saved(given: Given, settings: Given) -> None:
    """Open the app with a saved race, the latest where the name is empty. Raises BadInput, Broke, Interrupted."""
    loaded = _loaded(settings)
    from heat_tui.cli.races import resumed

    match = resumed(str(given["name"]))

    def open_saved(app: HeatApp) -> None:
        app.open_match(match)

    _run(loaded, open_saved)


def _play(given: Given, settings: Given, opening_of: Callable[[Given, bool], Opening]) -> None:
    loaded = _loaded(settings)
    from heat_tui.cli.races import refusals_told

    with refusals_told():
        opening = opening_of(given, loaded.settings.memory_aid)
    _run(loaded, opening)


def _race_opening(given: Given, memory_aid: bool) -> Opening:  # noqa: FBT001 - the setting
    """Return what is to be opened. Raises BadInput, BadSeats, BadOptions, IllegalSetup."""
    from heat_tui.cli.races import race_options, with_memory_aid
    from heat_tui.game.options import Seat
    from heat_tui.game.race_options import check_race, legends_of, race_setup

    options, watch, tutorial = race_options(given), bool(given["watch"]), bool(given["tutorial"])
    if watch:
        options = _watched(options)
    elif tutorial and not options.seats:
        options = replace(options, seats=(Seat(_("Player 1")),))
    check_race(options)
    if options.track is None or not options.seats or (options.cars is None and options.legends is None):
        return lambda app: _complete(app, options)
    setup = race_setup(with_memory_aid(replace(options, legends=legends_of(options)), on=memory_aid))
    return lambda app: app.start_race(
        setup, options.controllers, open_table=options.open_table, tutorial=tutorial, watch=watch
    )


def _season_opening(given: Given, memory_aid: bool) -> Opening:  # noqa: FBT001 - the setting
    """Return what is to be opened: a season with drivers and Legends begins at once.

    Raises BadInput, BadSeats, BadOptions.
    """
    from heat_tui.cli.races import season_options, with_memory_aid
    from heat_tui.game.race_options import ANYBODY, DEFAULT_LEGENDS
    from heat_tui.game.season_options import season_setup

    options = season_options(given)
    if options.season is None or not options.seats or options.legends is None:
        if options.seats and options.legends is None:
            options = replace(options, legends=DEFAULT_LEGENDS.get(len(options.seats), 0))
        season_setup(options if options.seats else replace(options, seats=ANYBODY, handicap=()))
        return lambda app: _complete(app, options, season=True)
    setup = season_setup(with_memory_aid(options, on=memory_aid))
    return lambda app: app.start_race(setup, options.controllers, open_table=options.open_table)


def _watched(options: Options) -> Options:
    """Return a race of automated drivers alone, with nothing left open. Raises BadInput."""
    from heat_tui.game.seats import read_seats

    seats = options.seats
    if not seats:
        cars = WATCHED_CARS if options.cars is None else options.cars
        seats = read_seats(",".join(["@steady"] * max(1, cars - (options.legends or 0))))
    for seat in seats:
        if seat.controller == "person":
            raise BadInput(
                _("{name} is a person, and {option} shows automated drivers; leave the name out.").format(
                    name=seat.name, option="--watch"
                )
            )
    legends = 0 if options.cars is None and options.legends is None else options.legends
    return replace(options, track=options.track or options.default_track, seats=seats, legends=legends)


def _complete(app: HeatApp, options: Options, *, season: bool = False) -> None:
    """Let the player say what is still open."""
    if season:
        from heat_tui.tui.setup.season import NewSeasonScreen

        app.push_screen(NewSeasonScreen(options))
    else:
        from heat_tui.tui.setup.race import NewRaceScreen

        app.push_screen(NewRaceScreen(options))


def _loaded(settings: Given) -> LoadedSettings:
    """Return the settings that hold for this run, once it is clear that the app can be shown here. Raises BadInput."""
    reason = objection()
    if reason is not None:
        raise BadInput(reason)
    gc.disable()  # nothing of what is loaded now is garbage; run_app looks for garbage again once the app stands
    from heat_tui.store.settings import BadSettings
    from heat_tui.tui.settings_check import load_checked

    try:
        return load_checked(settings)
    except BadSettings as bad:
        raise BadInput(str(bad)) from bad


def _run(loaded: LoadedSettings, opening: Opening | None) -> None:
    """Run the app to its end and say how to go on. Raises Broke, Interrupted."""
    from heat_tui.tui.app import HeatApp
    from heat_tui.tui.launch import AppBroke, run_app

    app = HeatApp(loaded.settings, overrides=loaded.overrides, problems=loaded.problems, store=_store, opening=opening)
    try:
        run_app(app)
    except AppBroke as broke:
        raise Broke(_save_of(app.match)) from broke.__cause__
    except Interrupted:
        with suppress(OSError):  # the terminal may be gone
            _say_farewell(app.match)
        raise
    _say_farewell(app.match)


def _store() -> SaveStore:
    """Return the player's saves; made when they are needed, because loading what reads them takes a while."""
    from heat_tui.store.paths import saves_folder
    from heat_tui.store.saves import SaveStore

    return SaveStore(saves_folder())


def _save_of(match: Match | None) -> str:
    """Return a race as the text of a save, "" without one."""
    from heat_tui.store.save_writing import save_text

    return "" if match is None else save_text(match.saved())


def _say_farewell(match: Match | None) -> None:
    """Say how to go on another time with a race that has not ended."""
    if match is not None and not match.over:
        from heat_tui.game.story import resuming

        click.echo(resuming(match, "heat-tui resume"))
