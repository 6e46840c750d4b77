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
from heat_tui.cli.race_options import AppArguments, SeasonArguments, SettingArguments, flags
from heat_tui.game.interruptions import Interrupted
from heat_tui.language import _
from heat_tui.tui.driver import objection

if TYPE_CHECKING:
    from heat_tui.game.match import Match
    from heat_tui.game.season_wishes import SeasonWishes
    from heat_tui.game.wishes import Wishes
    from heat_tui.store.saves import SaveStore
    from heat_tui.store.settings import LoadedSettings
    from heat_tui.tui.app import HeatApp

Opening = Callable[["HeatApp"], None]

WATCHED_CARS: Final = 4
"""So many cars race to be watched if nothing says otherwise."""


def play_from_title(*given: SettingArguments) -> None:
    """Open the app at its title. Raises BadInput, Broke, Interrupted."""
    _run(_loaded(given), None)


def play_race(arguments: AppArguments, *given: SettingArguments) -> None:
    """Open the app with the race that the options describe, or where its set-up is to be completed.

    Raises BadInput, Broke, Interrupted.
    """
    loaded = _loaded(given)
    from heat_tui.cli.race_wishes import refusals_told

    with refusals_told():
        opening = _race_opening(arguments, memory_aid=loaded.settings.memory_aid)
    _run(loaded, opening)


def play_season(arguments: SeasonArguments, *given: SettingArguments) -> None:
    """Open the app with the season that the options describe, or where its set-up is to be completed.

    Raises BadInput, Broke, Interrupted.
    """
    loaded = _loaded(given)
    from heat_tui.cli.race_wishes import refusals_told

    with refusals_told():
        opening = _season_opening(arguments, memory_aid=loaded.settings.memory_aid)
    _run(loaded, opening)


def play_saved(name: str, *given: SettingArguments) -> None:
    """Open the app with a saved race, the latest where the name is empty. Raises BadInput, Broke, Interrupted."""
    loaded = _loaded(given)
    from heat_tui.cli.race_wishes import resumed

    match = resumed(name)

    def open_saved(app: HeatApp) -> None:
        app.open_match(match)

    _run(loaded, open_saved)


def _race_opening(arguments: AppArguments, *, memory_aid: bool) -> Opening:
    """What is to be opened. Raises BadInput, BadSeats, BadWishes, IllegalSetup."""
    from heat_tui.cli.race_wishes import wishes_of
    from heat_tui.game.seats import Seat
    from heat_tui.game.wishes import check, legends_of, made

    wishes = wishes_of(arguments, memory_aid=memory_aid)
    watch, tutorial, open_table = arguments["watch"], arguments["tutorial"], arguments["open_table"]
    if watch:
        wishes = _watched(wishes)
    elif tutorial and wishes.drivers is None:
        wishes = replace(wishes, drivers=(Seat(_("Player 1")),))
    check(wishes)
    drivers = wishes.drivers
    if wishes.track is None or drivers is None or (wishes.cars is None and wishes.legends is None):
        return lambda app: _complete(app, wishes, open_table=open_table)
    wishes = replace(wishes, legends=legends_of(wishes))
    setup = made(wishes)
    controllers = [seat.controller for seat in drivers]
    return lambda app: app.start_race(setup, controllers, open_table=open_table, tutorial=tutorial, watch=watch)


def _season_opening(arguments: SeasonArguments, *, memory_aid: bool) -> Opening:
    """What is to be opened: a season with drivers and Legends begins at once. Raises BadInput, BadSeats, BadWishes."""
    from heat_tui.cli.race_wishes import season_wishes
    from heat_tui.game.season_wishes import season_made
    from heat_tui.game.seats import Seat
    from heat_tui.game.wishes import USUAL_LEGENDS

    wishes = season_wishes(arguments, memory_aid=memory_aid)
    open_table, drivers = arguments["open_table"], wishes.drivers
    if arguments["season"] is None or not drivers or arguments["legends"] is None:
        if drivers and arguments["legends"] is None:
            wishes = replace(wishes, legends=USUAL_LEGENDS.get(len(drivers), 0))
        season_made(wishes if drivers else replace(wishes, drivers=(Seat("?"),), handicap=()))
        return lambda app: _complete_season(app, wishes, open_table=open_table)
    setup = season_made(wishes)
    controllers = [seat.controller for seat in drivers]
    return lambda app: app.start_season(setup, controllers, open_table=open_table)


def _watched(wishes: Wishes) -> Wishes:
    """A race of automated drivers alone, with nothing left open. Raises BadInput."""
    from heat_tui.game.seats import read_seats

    drivers = wishes.drivers
    if drivers is None:
        cars = WATCHED_CARS if wishes.cars is None else wishes.cars
        drivers = read_seats(",".join(["@steady"] * max(1, cars - (wishes.legends or 0))))
    for seat in drivers:
        if seat.controller == "person":
            raise BadInput(
                _("{name} is a person, and {option} shows automated drivers; leave the name out.").format(
                    name=seat.name, option="--watch"
                )
            )
    legends = 0 if wishes.cars is None and wishes.legends is None else wishes.legends
    return replace(wishes, track=wishes.track or wishes.usual_track, drivers=drivers, legends=legends)


def _complete(app: HeatApp, wishes: Wishes, *, open_table: bool) -> None:
    """Let the player say what is still open."""
    from heat_tui.tui.setup.race import NewRaceScreen

    app.push_screen(NewRaceScreen(wishes, open_table=open_table))


def _complete_season(app: HeatApp, wishes: SeasonWishes, *, open_table: bool) -> None:
    """Let the player say what is still open."""
    from heat_tui.tui.setup.season import NewSeasonScreen

    app.push_screen(NewSeasonScreen(wishes, open_table=open_table))


def _loaded(given: tuple[SettingArguments, ...]) -> LoadedSettings:
    """The settings that hold for this run, once it is clear that the app can be shown here. Raises BadInput."""
    reason = objection()
    if reason is not None:
        raise BadInput(reason)
    gc.disable()  # nothing of what is loaded now is garbage; run_app looks for garbage again once the app stands
    from heat_tui.store.settings import BadSettings
    from heat_tui.tui.settings_check import load_checked

    try:
        return load_checked(flags(*given))
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
    """The player's saves; made when they are needed, because loading what reads them takes a while."""
    from heat_tui.store.paths import saves_folder
    from heat_tui.store.saves import SaveStore

    return SaveStore(saves_folder())


def _save_of(match: Match | None) -> str:
    """A race as the text of a save, "" without one."""
    from heat_tui.store.save_writing import save_text

    return "" if match is None else save_text(match.saved())


def _say_farewell(match: Match | None) -> None:
    """How to go on another time with a race that has not ended."""
    if match is None or match.over:
        return
    if not match.name or match.not_saved is not None:
        click.echo(_("This race is not saved and cannot be resumed."))
        return
    saved = _("The race is saved as {name}. To go on: {command}")
    if match.season is not None:
        saved = _("The season is saved as {name}. To go on: {command}")
    click.echo(saved.format(name=match.name, command=f"heat-tui resume {match.name}"))
