"""`make trials`: guests who do everything at random, a server under attack, and kills in the middle of races."""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import json
import random
import re
import subprocess
import tempfile
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import AbstractAsyncContextManager, AsyncExitStack, suppress
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from statistics import median
from time import monotonic
from typing import NamedTuple, Protocol

import aiohttp
import asyncssh
import pyte

from heat_tui.store.codes import new_code
from heat_tui.tui.keymap import KEYS as KEYMAP
from tests.hosting.bench import Watch, high
from tests.hosting.crowd import PATIENCE, Guest, House, Table, by_page, by_ssh, kill, share_of
from tests.terminal.monkey import OTHERS, USUAL
from tests.terminal.terminal import KEYS


class Way(Protocol):
    """A way to connect to a table, from an address."""

    def __call__(self, table: Table, name: str, *, address: str = ...) -> AbstractAsyncContextManager[Guest]: ...


WAYS: Mapping[str, Way] = {"ssh": by_ssh, "page": by_page}
PATHS = re.compile(r"/tmp/|/root/|/home/|/usr/|site-packages|\.sqlite|\.json|\.py\b|ssh_host_key")
"""The pattern of anything on a screen that may be part of a path on the host."""

ALL_KEYS = (
    *USUAL,
    *OTHERS,
    *(KEYS[each].decode() for row in KEYMAP.values() for each in row.keys.split(",") if each in KEYS),
)


def files_of(home: Path) -> dict[str, str]:
    """Return the hash of every file in the host's folder, except the database of the tables and the log."""
    return {
        str(path): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(home.rglob("*"))
        if path.is_file() and not path.name.startswith("tables.sqlite") and path.name != "said"
    }


class Monkey:
    """A guest who does everything at random: keys, commands of the palette, and clicks anywhere."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.done = self.visits = self.stays = 0
        self.title = ""
        self.seen: Counter[str] = Counter()

    def burst(self) -> str:
        """Return some keys, a command, some clicks, or Esc, and count them in `done`.

        Esc is likely if the screen stays the same. It is sent alone, because a key after it would turn it into Alt.
        """
        chance = self.chance
        kind = chance.random()
        if kind < (0.7 if self.stays > 3 else 0.1):
            self.done += 1
            return "\x1b"
        if kind < 0.4:
            letters = "".join(chance.choices("abcdefghiklmnoprstuw", k=chance.randrange(3)))
            down = "\x1b[B" * chance.randrange(20)
            self.done += 1
            return f"\x10{letters}{down}\r"
        if kind < 0.6:
            self.done += 10
            places = [(chance.randrange(120) + 1, chance.randrange(40) + 1) for _each in range(10)]
            return "".join(f"\x1b[<0;{x};{y}M\x1b[<0;{x};{y}m" for x, y in places)
        self.done += 20
        return "".join(chance.choice(ALL_KEYS) for _each in range(20))

    async def play(self, table: Table, name: str, way: str, most: int, until: float) -> None:
        """Visit again and again, until `done` is `most` or more, or the monotonic clock reaches `until`.

        Each visit is from a new address, because ten wrong codes shut an address out for a minute. Raises
        AssertionError if the screen shows a path.
        """
        while self.done < most and monotonic() < until:
            self.visits += 1
            address = f"127.0.{self.chance.randrange(1, 255)}.{self.chance.randrange(1, 255)}"
            with suppress(OSError, asyncssh.Error, aiohttp.ClientError, TimeoutError):
                async with WAYS[way](table, name, address=address) as guest:
                    await self._visit(guest, most, until)

    async def _visit(self, guest: Guest, most: int, until: float) -> None:
        screen = pyte.Screen(*Guest.size)
        stream = pyte.ByteStream(screen)
        feed = guest.feed

        def fed(painted: bytes) -> None:
            feed(painted)
            stream.feed(re.sub(rb"\x1b[P\]][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b\[>[0-9]*u", b"", painted))

        guest.feed = fed  # type: ignore[method-assign]
        try:
            await guest.sit_down()
        except AssertionError:  # the last visit may have changed what the door shows
            self.seen["not in"] += 1
            return
        while self.done < most and monotonic() < until and not guest.ended.is_set():
            guest.news.clear()
            await guest.type(self.burst())
            with suppress(TimeoutError):
                async with asyncio.timeout(0.5):
                    await guest.news.wait()
                async with asyncio.timeout(5):
                    await guest.quiet(0.06)
            rows = ["".join(screen.buffer[y][x].data for x in range(120)) for y in range(40)]
            shown = "\n".join(rows)
            title = rows[0].strip()[:12]
            self.stays, self.title = self.stays + 1 if title == self.title else 0, title
            self.seen[title] += 1
            assert not PATHS.search(shown), shown


async def monkeys(keys: int, seconds: float) -> None:
    """Let one guest for each of `WAYS` do everything at random; check that no file changes and no host process ends."""
    sentinel = subprocess.Popen(["sleep", "7200"])
    try:
        with tempfile.TemporaryDirectory(prefix="heat-host-") as home, House(Path(home)) as house:
            table = house.open("Ada,Bo", legends=2, laps=3)
            before, until = files_of(house.home), monotonic() + seconds
            players = {way: Monkey(number) for number, way in enumerate(WAYS)}
            await asyncio.gather(
                *(
                    each.play(table, name, way, keys, until)
                    for (way, each), name in zip(players.items(), table.people, strict=True)
                )
            )
            for way, each in players.items():
                print(
                    f"{way}: {each.done} keys, commands and clicks in {each.visits} visits; "
                    f"{len(each.seen)} kinds of screen"
                )
                print(each.seen.most_common(12))
            assert files_of(house.home) == before, files_of(house.home).keys() ^ before.keys()
            assert house.process.poll() is None
            assert sentinel.poll() is None
            said = (house.home / "said").read_text()
            print("no file changed, no process ended;", end=" ")
            _print_errors(said)
    finally:
        sentinel.kill()
        sentinel.wait()


async def attack(seconds: float) -> None:
    """Attack a server in every way at the same time, during a race; print how soon choices are seen, and the memory."""
    with tempfile.TemporaryDirectory() as home, House(Path(home)) as house:
        table = house.open("Ada,Bo,Cy", laps=3)
        async with AsyncExitStack() as stack:
            guests: list[Guest] = [
                await stack.enter_async_context(by_ssh(table, "Ada")),
                await stack.enter_async_context(by_ssh(table, "Bo")),
                await stack.enter_async_context(by_page(table, "Cy")),
            ]
            await asyncio.gather(*(guest.sit_down() for guest in guests))
            await asyncio.gather(*(guest.until("which gear") for guest in guests))
            memory = share_of(house.process.pid)
            calm = await _watched(table, guests, seconds / 2)
            print(f"calm: {_words(calm)}; the server has {memory:.0f} MB")
            target = Target(house.ssh, house.web, house.page)
            attackers = get_context("spawn").Process(target=_attack, args=(target, seconds))
            attackers.start()
            under = await _watched(table, guests, seconds)
            print(f"under attack: {_words(under)}")
            await asyncio.to_thread(attackers.join)
            most = share_of(house.process.pid)
            await asyncio.sleep(20)
            print(f"the server has {most:.0f} MB right after, {share_of(house.process.pid):.0f} MB 20 s later", end="")
            print(f"; screens {len(house.screens())}; all racing: {not any(guest.ended.is_set() for guest in guests)}")


class Target(NamedTuple):
    """The ports and the page of a server."""

    ssh: int
    web: int
    page: str


def _attack(target: Target, seconds: float) -> None:
    """Attack a server from this process in every way, and print how often."""

    async def everything() -> None:
        counts: Counter[str] = Counter()
        attacks = _silent, _garbage, _stalled, _wrong_codes, _foreign, _sizes
        ends = monotonic() + seconds
        await asyncio.gather(*(each(target, counts, ends) for each in attacks))
        print("attacks:", dict(counts))

    asyncio.run(everything())


def _stranger(port: int) -> AbstractAsyncContextManager[asyncssh.SSHClientConnection]:
    return asyncssh.connect(
        "127.0.0.1",
        port,
        known_hosts=None,
        username="x",
        client_keys=None,
        config=None,
        login_timeout=20,
        local_addr=("127.0.0.3", 0),
    )


async def _watched(table: Table, guests: list[Guest], seconds: float) -> Watch:
    """Race for some seconds, and return a watch that measured how soon choices were painted."""
    watch = Watch(table, [*guests])
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await asyncio.gather(watch.follow(), *(guest.race(1.0) for guest in guests))
    return watch


def _words(watch: Watch) -> str:
    times = watch.times
    if len(times) < 2:
        return f"{watch.choices} choices, too few"
    said = f"{watch.choices} choices, {len(times)} times: median {median(times):.2f} s, 95 % within {high(times):.2f} s"
    return f"{said}, {sum(time <= 1 for time in times) / len(times):.1%} within 1 s"


async def _silent(house: Target, counts: Counter[str], ends: float) -> None:
    """Connect a thousand times, and say nothing."""
    writers = []
    for number in range(1000):
        with suppress(OSError):
            _reader, writer = await asyncio.open_connection("127.0.0.1", (house.ssh, house.web)[number % 2])
            writers.append(writer)
            counts["silent"] += 1
        await asyncio.sleep(0.005)
    await asyncio.sleep(max(0.0, ends - monotonic()))
    for writer in writers:
        writer.close()


async def _garbage(house: Target, counts: Counter[str], _ends: float) -> None:
    for number in range(200):
        with suppress(OSError):
            _reader, writer = await asyncio.open_connection("127.0.0.1", (house.ssh, house.web)[number % 2])
            writer.write(random.Random(number).randbytes(20_000))
            counts["garbage"] += 1
            await asyncio.sleep(0.02)
            writer.close()


async def _stalled(house: Target, counts: Counter[str], ends: float) -> None:
    """Open 50 connections to the door, and press keys without reading what the screens paint."""

    async def stall(number: int) -> None:
        await asyncio.sleep(number * 0.3)
        with suppress(OSError, asyncssh.Error, AssertionError, TimeoutError):
            async with _stranger(house.ssh) as connection:
                process = await connection.create_process(
                    term_type="xterm", term_size=(200, 60), encoding=None, window=4096
                )
                counts["stalled"] += 1
                while monotonic() < ends:
                    process.stdin.write(b"\t\x1b[B")
                    await asyncio.sleep(0.2)

    await asyncio.gather(*(stall(number) for number in range(50)))


async def _wrong_codes(house: Target, counts: Counter[str], ends: float) -> None:
    while monotonic() < ends:
        try:
            async with (
                asyncio.timeout(10),
                aiohttp.ClientSession(connector=aiohttp.TCPConnector(local_addr=("127.0.0.2", 0))) as browser,
                browser.ws_connect(f"{house.page}/ws", origin=house.page) as line,
            ):
                hello = {"width": 80, "height": 24, "code": new_code(), "name": "Eve"}
                await line.send_str(json.dumps(["hello", hello]))
                while monotonic() < ends:
                    await line.send_str(json.dumps(["stdin", f"{new_code()}\r\r"]))
                    counts["codes"] += 1
                    if line.closed or (await line.receive(timeout=2)).type == aiohttp.WSMsgType.CLOSE:
                        counts[f"turned away {line.close_code}"] += 1
                        break
                    await asyncio.sleep(0.1)
        except (OSError, aiohttp.ClientError, TimeoutError):
            counts["refused"] += 1
        await asyncio.sleep(0.05)


async def _foreign(house: Target, counts: Counter[str], ends: float) -> None:
    async with aiohttp.ClientSession() as browser:
        while monotonic() < ends:
            try:
                async with browser.ws_connect(f"{house.page}/ws", origin="http://elsewhere.example"):
                    counts["foreign let in"] += 1
            except (OSError, aiohttp.ClientError):
                counts["foreign refused"] += 1
            await asyncio.sleep(0.05)


async def _sizes(house: Target, counts: Counter[str], ends: float) -> None:
    """Wait at the door in a terminal that keeps changing its size, sometimes to an absurd one."""
    chance = random.Random(1)
    while monotonic() < ends:
        with suppress(OSError, asyncssh.Error, TimeoutError):
            async with _stranger(house.ssh) as connection:
                process = await connection.create_process(term_type="xterm", term_size=(80, 24), encoding=None)
                while monotonic() < ends:
                    size = chance.choice(
                        ((1, 1), (10_000, 10_000), (0, 0), (chance.randrange(300), chance.randrange(100)))
                    )
                    process.change_terminal_size(*size)
                    counts["sizes"] += 1
                    await asyncio.sleep(0.2)
        await asyncio.sleep(0.2)


async def kills(count: int) -> None:
    """Kill the server, the nursery and screens at random; people have to come back to their seats with nothing lost."""
    chance, killed, backs = random.Random(1), Counter[str](), list[float]()
    with tempfile.TemporaryDirectory() as home, House(Path(home)) as house:
        number = 0
        while sum(killed.values()) < count:
            number += 1
            table = house.open("Ada,Bo", legends=1, seed=number)
            people: dict[str, Guest] = {}
            tasks = [
                asyncio.create_task(_stay(table, name, way, people)) for name, way in (("Ada", "ssh"), ("Bo", "page"))
            ]
            try:
                await _until(partial(_begun, table, people))
                seats = {seat: table.match.sheet.entries[seat].name for seat in table.match.people}
                while sum(killed.values()) < count and not table.match.over:
                    await asyncio.sleep(0.5 + chance.random() * 2)
                    table.look()
                    length = table.match.info.length
                    screens, before = [*house.screens()], [*people.values()]
                    began = monotonic()
                    if chance.random() < 0.2:
                        house.process.kill()
                        await asyncio.to_thread(house.restart)
                        await asyncio.gather(*(each.ended.wait() for each in before))
                        killed["server"] += 1
                    elif chance.random() < 0.2:
                        for each in house.nursery():
                            kill(each)
                        killed["nursery"] += 1
                    elif screens:
                        kill(chance.choice(screens))
                        await asyncio.wait(
                            [asyncio.create_task(each.ended.wait()) for each in before],
                            return_when=asyncio.FIRST_COMPLETED,
                        )
                        killed["screen"] += 1
                    await _until(partial(_begun, table, people))
                    table.look()
                    if table.match.over:
                        break
                    backs.append(monotonic() - began)
                    assert table.match.info.length >= length, "choices were lost"
                    assert {*table.match.seats} == {*seats}
                    assert {seat: table.match.sheet.entries[seat].name for seat in seats} == seats
            finally:
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)
        print(
            f"{dict(killed)}, {number} tables; all came back, median {median(backs):.1f} s, at most {max(backs):.1f} s"
        )
        said = (house.home / "said").read_text()
        _print_errors(said)


async def _stay(table: Table, name: str, way: str, people: dict[str, Guest]) -> None:
    """Sit at a table, race, and come back whenever the connection ends."""
    while not table.match.over:
        with suppress(OSError, asyncssh.Error, aiohttp.ClientError, AssertionError):
            async with WAYS[way](table, name) as guest:
                await guest.sit_down()
                if table.started:
                    await guest.until("Gear", 30)
                people[name] = guest
                await guest.race()
        await asyncio.sleep(0.3)


def _print_errors(said: str) -> None:
    """Print the errors in a server's log, and the start of the first traceback."""
    print("errors in the log:", said.count("Traceback"))
    for error, times in Counter(re.findall(r"^[A-Z]\w+(?:Error|Exception)\b.*$", said, re.MULTILINE)).items():
        print(f"{times} times {error}")
    if "Traceback" in said:
        print(said[said.index("Traceback") :][:4000])


def _begun(table: Table, people: Mapping[str, Guest]) -> bool:
    """Return whether the race has begun and both people are there, or the race is over, after which they leave."""
    return table.match.over or (table.started and sum(not each.ended.is_set() for each in people.values()) == 2)


async def _until(happens: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not happens():
            await asyncio.sleep(0.05)


def main() -> None:
    """Run the named trials, or all if none is named."""
    parser = argparse.ArgumentParser(prog="make trials", description=__doc__)
    parser.add_argument("trials", nargs="*", metavar="TRIAL", help="monkeys, attack or kills; all without a name")
    parser.add_argument("--keys", type=int, default=20_000, help="keys and clicks by each way (default 20,000)")
    parser.add_argument("--seconds", type=float, default=3600, help="the most time for them (default 3,600)")
    parser.add_argument("--attack", type=float, default=60, help="seconds of the attack (default 60)")
    parser.add_argument("--kills", type=int, default=50, help="kills (default 50)")
    options = parser.parse_args()
    wanted = options.trials or ["monkeys", "attack", "kills"]
    if "monkeys" in wanted:
        asyncio.run(monkeys(options.keys, options.seconds))
    if "attack" in wanted:
        asyncio.run(attack(options.attack))
    if "kills" in wanted:
        asyncio.run(kills(options.kills))


if __name__ == "__main__":
    main()
