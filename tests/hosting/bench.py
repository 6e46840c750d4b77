"""`make bench-hosting`: what a guest costs compared with a screen in a local terminal, and many guests at once."""

from __future__ import annotations

import argparse
import asyncio
import tempfile
from collections.abc import Iterable
from contextlib import AsyncExitStack
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter

from tests.bench.stopwatch import Running, Subject, command
from tests.cli.program import environment
from tests.hosting.crowd import Guest, House, Table, Wire, by_page, by_ssh

KEYS = "1", "1", "2", "2", "3", "3"
QUIET = 0.15
"""The seconds without a byte after which the next paint counts as that of a choice."""

LONGEST = 1200
"""The seconds after which races that are not over are abandoned."""

DOOR = ("Welcome", "Language", "Colours", "Come in")


def high(times: Iterable[float]) -> float:
    """Return the 95th percentile of these times."""
    return quantiles(times, n=20)[-1]


def ms(seconds: float) -> str:
    return f"{seconds * 1000:.0f} ms"


async def first_paint(house: House, table: Table, rounds: int) -> None:
    """Print how long the first paint of the door takes by ssh and in a local terminal, measured alternately."""
    variables = environment(house.home, TERM="xterm-256color", COLORTERM="truecolor", HEAT_TUI_DATABASE=house.url)
    alone, remote = list[float](), list[float]()
    for _each in range(rounds):
        subject = Subject("door", command("heat_tui", "door"), DOOR, Guest.size)
        running = await asyncio.to_thread(Running, subject, variables)
        alone.append(running.first_paint)
        running.child.close()
        began = perf_counter()
        async with by_ssh(table, "Ada") as guest:
            await guest.until("Come in")
            remote.append(perf_counter() - began)
    print(f"first paint of the door, {rounds} each: in a terminal {ms(median(alone))}, by ssh {ms(median(remote))}")


async def keys(house: House, rounds: int) -> None:
    """Print how long a key takes by ssh and by the page, and the bytes of keys and rounds, painted and on the wire."""
    table = house.open("Ada,Bo", legends=4)
    ssh, page = Wire(house.ssh), Wire(house.web)
    async with (
        ssh,
        page,
        by_ssh(table, "Ada", port=ssh.port) as ada,
        by_page(table, "Bo", port=page.port) as bo,
    ):
        await asyncio.gather(ada.sit_down(), bo.sit_down())
        await asyncio.gather(ada.until("which gear"), bo.until("which gear"))
        await asyncio.gather(ada.quiet(1), bo.quiet(1))
        for way, guest, wire in (("ssh -C", ada, ssh), ("the page", bo, page)):
            times, raw, sent = list[float](), list[int](), list[int]()
            for key in KEYS * rounds:
                before, counted, began = guest.bytes, wire.bytes, perf_counter()
                guest.news.clear()
                await guest.type(key)
                await guest.news.wait()
                times.append(perf_counter() - began)
                await guest.quiet()
                raw.append(guest.bytes - before)
                sent.append(wire.bytes - counted)
            print(f"a key by {way}, {len(times)}: {ms(median(times))}, 95 % within {ms(high(times))}; ", end="")
            print(f"{median(raw):.0f} bytes, {median(sent):.0f} on the wire, at most {max(sent)}")
        rows: list[tuple[int, ...]] = []

        async def count() -> None:
            seen, marks = 0, (0, 0, 0, 0)
            while not table.match.over:
                table.look()
                if (now := table.match.view(None).round) != seen:
                    reached = ada.bytes, ssh.bytes, bo.bytes, page.bytes
                    rows.append(tuple(b - a for a, b in zip(marks, reached, strict=True)))
                    seen, marks = now, reached
                await asyncio.sleep(0.05)

        async with asyncio.timeout(600):
            await asyncio.gather(count(), ada.race(), bo.race())
    for way, place in (("ssh -C", 0), ("the page", 2)):
        raw, sent = [row[place] for row in rows[1:]], [row[place + 1] for row in rows[1:]]
        print(
            f"a round by {way}, {len(sent)}: {median(raw) / 1000:.1f} kB, {median(sent) / 1000:.1f} on the wire, ",
            end="",
        )
        print(f"95 % within {high(sent) / 1000:.1f}, at most {max(sent) / 1000:.1f}")


def own_key(house: House, rounds: int) -> None:
    """Print how long the same keys take in a local terminal."""
    variables = environment(house.home, TERM="xterm-256color", COLORTERM="truecolor")
    race = "race", "--track", "usa", "--drivers", "Ada", "--legends", "5", "--seed", "1"
    times = list[float]()
    with Running(Subject("race", command("heat_tui", *race), ("Gear", "Hand"), Guest.size), variables) as running:
        times += [running.press(key.encode())[0] for key in KEYS * rounds]
    print(f"a key in a terminal of its own, {len(times)}: {ms(median(times))}, 95 % within {ms(high(times))}")


class Watch:
    """The seconds between the record of a choice and the next paint, for each of the table's screens that was quiet."""

    def __init__(self, table: Table, guests: list[Guest]) -> None:
        self.table, self.guests = table, guests
        self.times: list[float] = []
        self.choices = 0

    async def follow(self) -> None:
        """Follow the table until its race is over."""
        late = set[asyncio.Task[None]]()
        info, length = self.table.info, -1
        while not self.table.match.over:
            self.table.look()
            info = self.table.match.info
            if info.length != length:
                length, self.choices = info.length, self.choices + 1
                for guest in self.guests:
                    if perf_counter() - guest.at > QUIET and not guest.ended.is_set():
                        late.add(asyncio.create_task(self._until_painted(guest)))
            await asyncio.sleep(0.02)
        await asyncio.gather(*late)

    async def _until_painted(self, guest: Guest) -> None:
        began = perf_counter()
        while guest.at < began and perf_counter() - began < 10:
            await asyncio.sleep(0.01)
        self.times.append(perf_counter() - began)


async def crowd(house: House, count: int, laps: int) -> None:
    """Race four guests at each of several tables at the same time; print how soon they see choices, and the memory."""
    names = "Ada", "Bo", "Cy", "Di"
    tables = [house.open(",".join(names), laps=laps, seed=number) for number in range(count)]
    async with AsyncExitStack() as stack:
        guests = []
        began = perf_counter()
        for table in tables:
            four = [await stack.enter_async_context(by_ssh(table, name)) for name in names]
            await asyncio.gather(*(guest.sit_down() for guest in four))
            guests.append(four)
        print(f"{count * 4} guests came in within {perf_counter() - began:.0f} s")
        watches = [Watch(table, [*four]) for table, four in zip(tables, guests, strict=True)]
        racing = [guest.race(pause=3.0) for four in guests for guest in four]
        shares = await asyncio.to_thread(house.memory)
        memory = asyncio.create_task(_follow_memory(house, shares))
        try:
            async with asyncio.timeout(LONGEST):
                await asyncio.gather(*racing, *(watch.follow() for watch in watches))
        except TimeoutError:
            print("the races took too long and were left")
        times = sorted(time for watch in watches for time in watch.times)
        over = sum(table.match.over for table in tables)
        print(f"{sum(watch.choices for watch in watches)} choices, {over} races over; of {len(times)} times ", end="")
        print(
            f"until a choice was on another screen: median {ms(median(times))}, 95 % within {ms(high(times))}, ", end=""
        )
        print(f"within 1 s {sum(time <= 1 for time in times) / len(times):.1%}")
        memory.cancel()
        await asyncio.sleep(10)  # until the results are shown
        for words, found in (("races", shares), ("results", house.memory())):
            print(f"memory a guest in the {words}: median {median(found):.0f} MB, at most {max(found):.0f}")


async def _follow_memory(house: House, shares: list[float]) -> None:
    """Keep `shares` up to date with the memory of all guests' screens, in MB."""
    while True:
        await asyncio.sleep(15)
        shares[:] = await asyncio.to_thread(house.memory)


async def main() -> None:
    """Measure and print the requested figures."""
    parser = argparse.ArgumentParser(prog="make bench-hosting", description=__doc__)
    parser.add_argument("--rounds", type=int, default=11, help="rounds of first paints and keys (default 11)")
    parser.add_argument("--tables", type=int, default=10, help="tables of four guests at the same time (default 10)")
    parser.add_argument("--laps", type=int, default=1, help="laps of their races (default 1)")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as home, House(Path(home)) as house:
        if options.rounds:
            await first_paint(house, house.open("Ada,Bo"), options.rounds)
            own_key(house, options.rounds)
            await keys(house, options.rounds)
        if options.tables:
            await crowd(house, options.tables, options.laps)


if __name__ == "__main__":
    asyncio.run(main())
