"""Hosting from the command line: a table that friends reach by ssh or with a browser, and the guests' own screens."""

from __future__ import annotations

import asyncio
import gc
import json
import logging
import os
import re
import shutil
import socket
import sys
from collections.abc import Sequence
from contextlib import suppress
from logging.handlers import RotatingFileHandler
from typing import TYPE_CHECKING, Final, TextIO

import click

from heat_tui import language
from heat_tui.cli.entry import BUG
from heat_tui.cli.options import Given
from heat_tui.game.setup.options import RACE
from heat_tui.game.table.interruptions import ENDING, Broke, Interrupted
from heat_tui.language import N_, _, ngettext, translated
from heat_tui.store.codes import LINES_VARIABLE, shown_code
from heat_tui.store.paths import data_folder
from heat_tui.store.reading import UNWRITABLE, refusing
from heat_tui.store.schema import Refused
from heat_tui.tui.launch import TerminalBefore, check_terminal

if TYPE_CHECKING:
    from heat_tui.serving.porter import Porter
    from heat_tui.serving.server import Reached, Where
    from heat_tui.store.shared_tables import SharedTables, TableInfo

LOG: Final = "host.log"
KEY: Final = "ssh_host_key"
PLAYERS: Final = 4
"""The number of seats at a table whose people are not named."""

_WHOLE: Final = "https://heat.example.org/"
_NOBODY: Final = N_("With {option}, a table needs named people; add {example}, or leave out the table's options.")

LOG_BYTES: Final = 1_000_000


def host(name: str, who: str, **given: object) -> None:
    """Open a table, serve it and sit down at it; if `open_only`, only open it.

    If `headless`, do not sit down, and open a table only if drivers are named. Raises Refused, OSError and, if not
    `headless`, Interrupted.
    """
    if sys.platform == "win32":
        raise Refused(_("Hosting needs pseudo-terminals, which Windows lacks; host in its subsystem for Linux."))
    try:
        from heat_tui.cli.races import named_in
        from heat_tui.serving.server import Where
        from heat_tui.store.shared_tables import SharedTables
    except ModuleNotFoundError as error:
        missing = N_("Hosting needs {name}; in a checkout, type {make}, or install it with {command}.")
        raise Refused(missing, name=error.name, make="make host", command="pip install '.[host]'") from error
    if given["lan"] and given["bind"]:
        raise Refused(N_("Give {option} or {other}, not both."), option="--lan", other="--bind")
    if not re.fullmatch(r"https?://[^\s{}/?#]+/?", str(given["url"] or _WHOLE)):
        words = N_("{option} needs a whole address without a path, such as {example}.")
        raise Refused(words, option="--url", example=_WHOLE)
    if given["headless"] and not given["seats"] and (name or who or RACE.keys() & named_in(given)):
        raise Refused(_NOBODY, option="--headless", example="--drivers Ada,Bo")
    tables = SharedTables(str(given["database"] or ""))
    if given["open_only"]:
        _open(tables, name, who, given)
        return
    if not given["headless"]:
        check_terminal()
    address = "0.0.0.0" if given["lan"] else str(given["bind"] or "127.0.0.1")
    page = None if given["no_web"] else int(str(given["web"]))
    where = Where(address, int(str(given["ssh"])), page, str(given["url"] or ""))
    signals, said = list[int](), dict[str, str]()
    try:
        asyncio.run(_serve(tables, where, name, who, given, signals, said))
    except asyncio.CancelledError:
        if not given["headless"]:
            raise Interrupted(signals[0]) from None
    finally:
        if said:
            _say_farewell(tables, given, said)


def _open(tables: SharedTables, name: str, who: str, given: Given) -> tuple[str, list[str], str]:
    """Open a table and print its code; return its name, the people who sit here and the code. Raises Refused, OSError.

    If `headless`, open a table only if drivers are named, and print and return the code of the lobby.
    """
    from heat_tui.cli.sitting import begin_table
    from heat_tui.game.setup.seats import seats_for

    code, here = "", list[str]()
    if not given["headless"] or given["seats"]:
        seats = given["seats"] or ",".join(seat.name for seat in seats_for(["person"] * PLAYERS))
        name, here, _others = begin_table(tables, name, who, {**given, "seats": seats}, hosted=True)
        code = _say_code(tables.find(name)[0], {})
    if given["headless"]:
        code = _say_lobby(tables, "")
    return name, here, code


def _say_lobby(tables: SharedTables, said: str) -> str:
    """Return the code of the lobby, and print it unless it was `said` before.

    Raises BadFile, and OSError if the first code cannot be printed. If a code that replaces another cannot be printed,
    only log that, so that the server keeps running.
    """
    code = shown_code(tables.lobby())
    if code != said:
        try:
            click.echo(_("The code of the lobby, where guests choose a table, is {code}.").format(code=code))
        except OSError as error:
            if not said:
                raise
            words = "the lobby has a new code, which cannot be printed (%s); a server prints it at its start"
            logging.getLogger("heat_tui.serving").warning(words, error)
    return code


async def _serve(
    tables: SharedTables, where: Where, name: str, who: str, given: Given, signals: list[int], said: dict[str, str]
) -> None:
    """Open a table as `_open` does, and serve until the host stops.

    If no guests are connected, also stop when the host leaves or the table is closed; if `headless`, stop only at a
    signal. A signal is added to `signals` and cancels the task. Unless `headless`, the codes that are printed are added
    to `said`, by table. Raises Refused, OSError, CancelledError.
    """
    from heat_tui.game.table.shared import SharedMatch, seats_of
    from heat_tui.serving.porter import Porter
    from heat_tui.serving.server import SWEEPS_EVERY, serving

    loop, task, porter = asyncio.get_running_loop(), asyncio.current_task(), Porter()
    assert task is not None

    def stop(number: int) -> None:
        signals.append(number)
        if not task.cancelling():  # only once, so that everything ends cleanly
            task.cancel()

    for number in ENDING:
        loop.add_signal_handler(number, stop, number)
    errors = _log(to_file=not given["headless"])
    async with serving(where, tables.where, data_folder() / KEY, errors, porter) as reached:
        lines = _lines(reached, where) + ([] if given["headless"] else _unfinished(tables))
        name, people, code = _open(tables, name, who, given)
        click.echo("\n".join(line.format(code=code) for line in lines))
        while given["headless"]:
            await asyncio.sleep(SWEEPS_EVERY)
            with suppress(Refused):  # the database may be back next time
                code = await asyncio.to_thread(_say_lobby, tables, code)
        said[name] = code
        table = SharedMatch.watch(tables, name)
        seats = seats_of(table.persons, people)
        while True:
            people = [table.persons[seat] for seat in seats]
            left = await _own_seat(tables, name, people, lines)
            for take_in in (table.poll, table.catch_up):
                await asyncio.to_thread(take_in)
            with suppress(Refused):  # the database may be back next time; the guests wait for it too
                latest = await asyncio.to_thread(tables.latest, table.info)
                if latest.name != name:  # the same people have raced again at another table
                    table = await asyncio.to_thread(SharedMatch.watch, tables, latest.name, even_closed=True)
                    name = latest.name
            closed = bool(table.info.closed)
            if (left or closed) and not porter.guests:
                break
            _say_code(table.info, said, lines)
            with suppress(Refused):
                for line in await asyncio.to_thread(_unfinished, tables, name):
                    click.echo(line.format(code=""))
            if not await _stays(porter, name, closed=closed):
                break


def _say_farewell(tables: SharedTables, given: Given, said: dict[str, str]) -> None:
    """Print the codes that have changed since they were printed, and how to serve again if a game is unfinished."""
    from heat_tui.cli.sitting import serving_command

    with suppress(Refused, OSError):  # the database or the terminal may be gone
        listed = tables.list()
        for info in listed:
            if info.name in said:
                _say_code(info, said)
        if any(each.code and not (each.closed or each.kept) for each in listed):
            words = _("To serve the open tables again, with the same codes: {command}")
            click.echo(words.format(command=serving_command(tables, given)))


def _say_code(info: TableInfo, said: dict[str, str], lines: Sequence[str] = ()) -> str:
    """Return a table's code; if the table is open and the code is not in `said`, add it and print it with `lines`."""
    code = shown_code(info.code)
    if not info.closed and said.get(info.name) != code:
        said[info.name] = code
        click.echo(_("The table {name} is open; its code is {code}.").format(name=info.name, code=code))
        for line in lines:
            click.echo(line.format(code=code))
    return code


def _log(*, to_file: bool) -> TextIO:
    """Direct the log to a file or to standard error; return the stream for guests' screens' errors. Raises BadFile."""
    handler: logging.Handler = logging.StreamHandler()
    errors = sys.stderr
    if to_file:
        file = data_folder() / LOG
        with refusing(UNWRITABLE, file):
            file.parent.mkdir(parents=True, exist_ok=True)
            handler = RotatingFileHandler(file, maxBytes=LOG_BYTES, backupCount=1, encoding="utf-8")
            handler.rotator = _move_contents
            errors = file.open("a", encoding="utf-8")
    logging.basicConfig(handlers=[handler], format="%(asctime)s %(message)s", force=True)
    logging.getLogger("heat_tui.serving").setLevel(logging.INFO)
    return errors


def _move_contents(log: str, old: str) -> None:
    """Move the contents of a log to an old one; the file stays, because guests' screens have it open."""
    shutil.copyfile(log, old)
    os.truncate(log, 0)


def _lines(reached: Reached, where: Where) -> list[str]:
    """Return the lines for the host, with gaps for the code: what to send to friends, and the key's fingerprint.

    On a loopback address, a last line says that only this machine can connect, by ssh if the page is behind a proxy.
    """
    lines = [_("Send this to your friends: {line}, and the code {code}").format(line=reached.line, code="{code}")]
    if reached.link:
        lines.append(_("or this link: {link}").format(link=reached.link + "#{code}"))
    lines.append(_("The fingerprint of the server's key is {fingerprint}.").format(fingerprint=reached.fingerprint))
    if where.is_local:
        words = _("Only this machine can connect; {lan} lets the local network in.")
        if where.public and reached.link:
            words = _("Only this machine can connect by ssh; {lan} lets the local network in.")
        lines.append(words.format(lan="--lan"))
    return lines


def _unfinished(tables: SharedTables, besides: str = "") -> list[str]:
    """Return a line, as in `_lines`, for each unfinished table that was hosted from this home: how to continue it.

    Leave out the table named `besides`.
    """
    from heat_tui.game.table.shared import SharedMatch, command_for
    from heat_tui.store.shared_tables import home

    lines = []
    for info in tables.list():
        if info.code and info.home == home() and not (info.closed or info.kept or info.name == besides):
            with suppress(Refused):  # a damaged table cannot be continued
                match = SharedMatch.watch(tables, info.name)
                own = [match.persons[seat] for seat, each in match.seats.items() if not each.guest]
                if own and not match.over:
                    words = _("The table {name} is not finished; continue it in another terminal with: {command}")
                    command = command_for(tables, info.name, *own).replace("{", "{{").replace("}", "}}")
                    lines.append(words.format(name=info.name, command=command))
    return lines


async def _own_seat(tables: SharedTables, name: str, people: list[str], lines: list[str]) -> bool:
    """Run a screen for `people` until it ends; return whether it ended cleanly. If cancelled, end the screen."""
    from heat_tui.store.shared_tables import SEAT_VARIABLE

    environ = {**os.environ, LINES_VARIABLE: json.dumps(lines)}
    if tables.option:
        environ[SEAT_VARIABLE] = tables.where
    command = "sit", name, "--as", ",".join(people), "--take-over"
    terminal = TerminalBefore()
    process = await asyncio.create_subprocess_exec(sys.executable, "-m", "heat_tui", *command, env=environ)
    try:
        await process.wait()
    except asyncio.CancelledError:
        with suppress(ProcessLookupError):
            process.terminate()
        await process.wait()
        raise
    finally:
        if (process.returncode or 0) < 0:  # a screen that was killed has not restored the terminal
            terminal.restore()
    return process.returncode == 0


async def _stays(porter: Porter, name: str, *, closed: bool) -> bool:
    """Ask a host who has left the seat at a table whether to sit down there again; return False to stop serving.

    The same goes for one who has lost the screen. Nobody can sit down at a `closed` table: Enter then stops serving
    once no guest is left. The end of the input always stops serving.
    """
    question = _("Press Enter to sit down again at the table {name}, or Ctrl-C to stop serving.").format(name=name)
    if closed:
        question = _("When the guests have left, press Enter to stop serving; press Ctrl-C to stop now.")
        click.echo(_("The table {name} is closed.").format(name=name))
    while True:
        if porter.guests:
            guests = ngettext("{count} guest is still here.", "{count} guests are still here.", porter.guests)
            click.echo(guests.format(count=porter.guests))
        click.echo(question)
        loop, typed = asyncio.get_running_loop(), asyncio.Event()
        loop.add_reader(0, typed.set)
        try:
            await typed.wait()
        finally:
            loop.remove_reader(0)
        if not os.read(0, 1024):
            return False
        if not (closed and porter.guests):
            return not closed


def door() -> None:
    """Run a guest's screen, which first asks for the code; under a server, fork a process to run one for each guest.

    Raises Refused, Interrupted, and SystemExit if the screen breaks or the server ends.
    """
    gc.disable()
    from heat_tui.serving.process import wait_for_guest
    from heat_tui.store.codes import GUEST_VARIABLE
    from heat_tui.store.shared_tables import SharedTables
    from heat_tui.tui.guests import GuestApp
    from heat_tui.tui.launch import run_app
    from heat_tui.tui.race import results, screen  # noqa: F401 - loaded once, before the forks
    from heat_tui.tui.settings_check import load_checked

    tables = SharedTables()
    tables.url = "heat-tui"  # messages show guests this name instead of the place where the host keeps files
    control, line = json.loads(os.environ.get(GUEST_VARIABLE, "{}")).get("control"), None
    if control is not None:
        line = wait_for_guest(socket.socket(fileno=control))
        language.use(language.of_locale(os.environ))
    check_terminal()
    guest = GuestApp(load_checked({}).settings, tables, line)
    try:
        run_app(guest)
    except Broke as fault:
        logging.getLogger("heat_tui.serving").exception("a guest's screen broke", exc_info=fault)
        click.echo(_("Something broke here, but nothing is lost. Come back with the same code and name."))
        sys.exit(BUG)
    finally:
        if guest.match is not None:
            guest.match.leave()
    farewell = translated(guest.visitor.farewell).format(code=shown_code(guest.visitor.code))
    click.echo(farewell)
    guest.visitor.tell("left", farewell)
