"""Hosting from the command line: a table that friends reach by ssh or with a browser, and the door that they see."""

from __future__ import annotations

import asyncio
import gc
import json
import logging
import os
import signal
import sys
from contextlib import suppress
from logging.handlers import RotatingFileHandler
from typing import TYPE_CHECKING, Any, Final, TextIO, TypeVar

import click

from heat_tui.cli.failures import BUG, Broke
from heat_tui.cli.options import Given
from heat_tui.game.table.interruptions import Interrupted
from heat_tui.language import N_, _, ngettext
from heat_tui.store.paths import data_folder
from heat_tui.store.schema import Refused
from heat_tui.tui.launch import check_terminal
from heat_tui.typesetting import listed

if TYPE_CHECKING:
    from heat_tui.serving.porter import Porter
    from heat_tui.serving.server import Reached, Where
    from heat_tui.store.hosted_tables import HostedTables
    from heat_tui.tui.app import HeatApp

T = TypeVar("T")

LOG: Final = "host.log"
KEY: Final = "ssh_host_key"
PLAYERS: Final = 4
"""The seats of a table whose people are not named."""

LOG_BYTES: Final = 1_000_000
LINES_VARIABLE: Final = "HEAT_TUI_LINES"
"""The environment variable with the lines to send to friends, for the host's own screen."""


def host(name: str, who: str, **given: object) -> None:
    """Open a table, serve it, and sit down at it. Raises Refused, IllegalSetup, Interrupted."""
    if sys.platform == "win32":
        raise Refused(N_("Hosting needs pseudo-terminals, which Windows lacks; host in its subsystem for Linux."))
    try:
        from heat_tui.serving.porter import Porter
        from heat_tui.serving.server import Where
        from heat_tui.store.hosted_tables import LOBBY, HostedTables, database_url, shown_code
    except ModuleNotFoundError as error:
        missing = N_("Hosting needs {name}; install it with {command}.")
        raise Refused(missing, name=error.name, command="pip install 'heat-tui[host]'") from error
    headless, opens = bool(given["headless"]), bool(given["open_only"])
    if not (headless or opens):
        check_terminal()
    database = database_url(str(given["database"] or ""))
    tables = HostedTables(database)
    lines: list[str] = []
    people: list[str] = []
    if not headless or given["seats"]:
        name, people, code = _open(tables, name, listed(who) if who else [], given, sits=not (headless or opens))
        lines.append(_("The table {name} is open; its code is {code}.").format(name=name, code=shown_code(code)))
        click.echo(lines[0])
    if opens:
        return
    code = tables.host(LOBBY) if headless else code
    if headless:
        click.echo(_("The code of the lobby, where guests choose a table, is {code}.").format(code=shown_code(code)))
    if given["lan"] and given["bind"]:
        raise Refused(N_("Give {option} or {other}, not both."), option="--lan", other="--bind")
    address = "0.0.0.0" if given["lan"] else str(given["bind"] or "127.0.0.1")
    page = None if given["no_web"] else int(str(given["web"]))
    where = Where(address, int(str(given["ssh"])), page, str(given["url"] or ""), prepares=True)
    asyncio.run(_serve(where, database, Porter(), shown_code(code), lines, name if people else "", people))


def _open(tables: HostedTables, name: str, who: list[str], given: Given, *, sits: bool) -> tuple[str, list[str], str]:
    """Open a table; return its name, the people at this screen, and its code. Raises Refused, IllegalSetup."""
    from heat_tui.cli.sitting import begin_table
    from heat_tui.game.setup.seats import driver_name

    if not given["seats"]:
        players: list[str] = []
        while len(players) < PLAYERS:
            players.append(driver_name("person", players))
        given = {**given, "seats": ",".join(players)}
    name, persons = begin_table(tables, name, given)
    info, begun = tables.find(name)
    here = (who or persons[:1]) if sits else []
    code = tables.host(info.id)
    for person in here:
        if person not in begun.setup.seats:
            raise Refused(N_("No person called {name} sits at this table."), name=person)
        tables.arrive(info, [*begun.setup.seats].index(person), host=True)
    return name, here, code


async def _serve(
    where: Where, database: str, porter: Porter, code: str, lines: list[str], name: str, people: list[str]
) -> None:
    """Serve until the host leaves or a signal comes; without people until a signal. Raises Refused, Interrupted."""
    from heat_tui.serving.server import serving

    loop = asyncio.get_running_loop()
    stopped: asyncio.Future[int] = loop.create_future()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        loop.add_signal_handler(number, _settle, stopped, number)
    errors = _log(to_file=bool(people))
    async with serving(where, database, data_folder() / KEY, errors, porter) as reached:
        said = _lines(reached, where, code)
        click.echo("\n".join(said))
        if not people:
            await stopped
            return
        while not stopped.done():
            await _own_seat(database, name, people, [*lines, *said], stopped)
            if stopped.done() or not porter.guests or not await _stays(porter, stopped):
                break
    if stopped.done():
        raise Interrupted(stopped.result())


def _settle(future: asyncio.Future[T], result: T) -> None:
    if not future.done():
        future.set_result(result)


async def _either(*futures: asyncio.Future[Any]) -> None:
    await asyncio.wait(futures, return_when=asyncio.FIRST_COMPLETED)


def _log(*, to_file: bool) -> TextIO:
    """Write the log to a file or to the terminal; return where screens write their errors."""
    handler: logging.Handler = logging.StreamHandler()
    errors = sys.stderr
    if to_file:
        file = data_folder() / LOG
        file.parent.mkdir(parents=True, exist_ok=True)
        handler = RotatingFileHandler(file, maxBytes=LOG_BYTES, backupCount=1, encoding="utf-8")
        errors = file.open("a", encoding="utf-8")
    logging.basicConfig(handlers=[handler], format="%(asctime)s %(message)s", force=True)
    logging.getLogger("heat_tui.serving").setLevel(logging.INFO)
    return errors


def _lines(reached: Reached, where: Where, code: str) -> list[str]:
    """Return what to send to friends."""
    lines = [_("Send this to your friends: {line}, and the code {code}").format(line=reached.line, code=code)]
    if reached.link:
        lines.append(_("or this link: {link}").format(link=f"{reached.link}#{code}"))
    lines.append(_("The fingerprint of the server's key is {fingerprint}.").format(fingerprint=reached.fingerprint))
    if where.address == "127.0.0.1":
        words = _("Only this machine can come in; {lan} lets the local network in.")
        lines.append(words.format(lan="--lan"))
    return lines


async def _own_seat(
    database: str, name: str, people: list[str], lines: list[str], stopped: asyncio.Future[int]
) -> None:
    """Show the host's own seat in this terminal until the host leaves it, or a signal comes."""
    from heat_tui.store.shared_tables import DATABASE_VARIABLE

    environ = {**os.environ, DATABASE_VARIABLE: database, LINES_VARIABLE: json.dumps(lines)}
    command = sys.executable, "-m", "heat_tui", "door", name, "--as", ",".join(people)
    process = await asyncio.create_subprocess_exec(*command, env=environ)
    ended = asyncio.ensure_future(process.wait())
    await _either(ended, stopped)
    if not ended.done():
        with suppress(ProcessLookupError):
            process.send_signal(stopped.result())
        await ended


async def _stays(porter: Porter, stopped: asyncio.Future[int]) -> bool:
    """Ask the host, who has left the seat, whether to sit down again; the guests race on meanwhile."""
    guests = ngettext("{count} guest is still here.", "{count} guests are still here.", porter.guests)
    click.echo(guests.format(count=porter.guests))
    click.echo(_("Press Enter to sit down again, or Ctrl-C to stop serving."))
    loop = asyncio.get_running_loop()
    typed: asyncio.Future[str] = loop.create_future()
    loop.add_reader(0, lambda: _settle(typed, sys.stdin.readline()))
    await _either(typed, stopped)
    loop.remove_reader(0)
    return typed.done() and bool(typed.result())


def door(name: str, who: str) -> None:
    """Show the door to a guest; with a name, the host's own seat at that table. Raises Refused, Broke, Interrupted."""
    gc.disable()
    from heat_tui.store.hosted_tables import HostedTables
    from heat_tui.tui.guests import GuestApp, HostApp, wait_for_guest
    from heat_tui.tui.settings_check import load_checked

    if not name:
        wait_for_guest()
    check_terminal()
    tables, loaded = HostedTables(), load_checked({})
    if not name:
        tables.url = "heat-tui"  # guests read messages with this name, and must not see where the host keeps files
        guest = GuestApp(loaded.settings, tables)
        try:
            _run(guest)
        except Broke as fault:
            logging.getLogger("heat_tui.serving").exception("a guest's screen broke", exc_info=fault)
            click.echo(_("Something broke here, but nothing is lost. Come back with the same code and name."))
            sys.exit(BUG)
        click.echo(guest.visitor.farewell)
        return
    from heat_tui.game.table.shared import SharedMatch
    from heat_tui.store.saves import player_saves
    from heat_tui.tui.door import show

    saves = player_saves()
    match = SharedMatch.sit(tables, name, listed(who), saves=saves, take_over=True)
    host = HostApp(
        loaded.settings,
        overrides=loaded.overrides,
        problems=loaded.problems,
        store=saves,
        opening=lambda app: show(app, tables, match, json.loads(os.environ.get(LINES_VARIABLE, "[]"))),
    )
    host.tables = tables
    _run(host)


def _run(app: HeatApp) -> None:
    from heat_tui.tui.launch import AppBroke, run_app

    try:
        run_app(app)
    except AppBroke as broke:
        from heat_tui.cli.reports import race_text

        raise Broke(race_text(app.match)) from broke.__cause__
    finally:
        if app.match is not None:
            app.match.leave()
