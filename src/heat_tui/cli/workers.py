"""The workers of a simulation: this process, several on this machine, or a Dask cluster."""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
import struct
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ProcessPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from typing import TYPE_CHECKING, Final

from heat_tui import __version__
from heat_tui.game.setup.options import Controller
from heat_tui.game.simulation import Totals, race
from heat_tui.game.table.interruptions import ENDING
from heat_tui.language import N_
from heat_tui.store.reading import shown
from heat_tui.store.saved_race import GameSetup
from heat_tui.store.schema import Refused
from heat_tui.words.names import quoted

if TYPE_CHECKING:
    from distributed import Client

MOST_JOBS: Final = 61
"""The maximum number of processes in a pool, on any system: Windows cannot wait for more."""

ANSWER_SECONDS: Final = 5
"""The maximum number of seconds that a cluster may take to answer."""

AHEAD: Final = 3
"""The maximum number of chunks handed out per worker at a time: one to race, the others so that no worker waits."""

Chunk = Sequence[GameSetup]
Workers = Callable[[], AbstractContextManager[tuple[Executor, int]]]
"""A function that returns a context manager, which yields an executor and the number of games raced in parallel."""


def usable_cores() -> int:
    """Return the number of cores that this process may use, at most `MOST_JOBS`."""
    usable = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(usable, MOST_JOBS)


def raced(
    chunks: Iterator[Chunk], workers: Workers | None, controllers: Sequence[Controller], *, with_rows: bool
) -> Generator[Totals]:
    """Yield the result of each chunk of games, in order; without workers, race the games in this process.

    If a worker dies, the chunks whose results have not been yielded are raced again. Raises IllegalSetup, and Refused
    if, for example, another worker dies before the next result.
    """
    work = partial(race, controllers=controllers, with_rows=with_rows)
    if workers is None:
        yield from map(work, chunks)
        return
    waiting: deque[Chunk] = deque()
    has_died = False
    while True:
        with workers() as (executor, count):
            try:
                results = deque(_submit(executor, work, chunk) for chunk in waiting)
                while True:
                    while len(waiting) < AHEAD * count and (chunk := next(chunks, None)) is not None:
                        waiting.append(chunk)
                        results.append(_submit(executor, work, chunk))
                    if not waiting:
                        return
                    result = results.popleft().result()
                    waiting.popleft()
                    has_died = False
                    yield result
            except BrokenExecutor as error:
                if has_died:
                    raise Refused(_DIED_TWICE, seed=waiting[0][0].seed) from error
                has_died = True


def _submit(executor: Executor, work: Callable[[Chunk], Totals], chunk: Chunk) -> Future[Totals]:
    """Submit a chunk with signals blocked: a process started here must not receive any before `_leave_signals`."""
    if not hasattr(signal, "pthread_sigmask"):
        return executor.submit(work, chunk)
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, ENDING)
    try:
        return executor.submit(work, chunk)
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)


_DIED_TWICE: Final = N_(
    "A worker process crashed twice on the races from seed {seed}; try fewer --jobs or more memory."
)


@contextmanager
def processes(jobs: int) -> Iterator[tuple[Executor, int]]:
    """Yield a pool of `jobs` processes, and `jobs`; an exception in the block terminates the processes."""
    others = multiprocessing.active_children()
    with ProcessPoolExecutor(jobs, initializer=_leave_signals) as pool:
        try:
            yield pool, jobs
        except BaseException:
            for process in multiprocessing.active_children():
                if process not in others:
                    process.terminate()
            raise


def _leave_signals() -> None:
    """Ignore Ctrl-C in a worker, because the main process gets it too and ends all workers; obey other signals."""
    for number in ENDING:
        signal.signal(number, signal.SIG_IGN if number == signal.SIGINT else signal.SIG_DFL)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDING)


@contextmanager
def cluster(scheduler: str) -> Iterator[tuple[Executor, int]]:
    """Yield an executor for the Dask cluster at a scheduler's address, and the number of games raced there in parallel.

    The workers must run this version of the game. Raises Refused.
    """
    try:
        from distributed import Client
        from distributed.scheduler import KilledWorker
    except ImportError as error:
        raise Refused(
            N_('A cluster needs Dask, the extra "cluster", which is not installed; {command} installs it.'),
            command="pip install distributed",
        ) from error
    facts = {"scheduler": shown(scheduler)}
    logging.disable()  # Dask logs a page about a lost connection; the sentences below say it all
    try:
        _call(scheduler)
        client = Client(scheduler, timeout=ANSWER_SECONDS)
    except (OSError, ValueError, MemoryError, struct.error) as error:  # the last two if another program answers
        message = N_("No Dask scheduler answers at {scheduler}; write its address, such as tcp://127.0.0.1:8786.")
        raise Refused(message, scheduler=quoted(scheduler)) from error
    with client:
        count = _checked(client, facts)
        executor = client.get_executor(pure=False)
        try:
            yield executor, count
        except KilledWorker as error:
            message = N_("Several workers of {scheduler} crashed, one after the other; give them more memory.")
            raise Refused(message, **facts) from error
        except CancelledError as error:
            raise Refused(
                N_(
                    "The connection to the scheduler at {scheduler} was lost; restart the scheduler and then the "
                    "simulation."
                ),
                **facts,
            ) from error
        finally:
            executor.shutdown(wait=False)


def _call(scheduler: str) -> None:
    """Connect to a scheduler and disconnect, because a client would wait forever for a silent one."""
    import asyncio

    from distributed.comm import connect
    from distributed.security import Security

    async def call() -> None:
        wire = connect(scheduler, **Security().get_connection_args("client"))
        await (await asyncio.wait_for(wire, ANSWER_SECONDS)).close()

    asyncio.run(call())


def _checked(client: Client, facts: dict[str, str]) -> int:
    """Return how many games a cluster races in parallel. Raises Refused unless it has workers, all of this version."""
    try:
        client.wait_for_workers(1, timeout=ANSWER_SECONDS)
        versions = client.run(version)
    except TimeoutError as error:
        raise Refused(
            N_("The scheduler at {scheduler} has no workers; start one with dask worker {scheduler}."), **facts
        ) from error
    except ImportError:
        versions = {"": ""}
    if {*versions.values()} != {__version__}:
        message = N_("The workers of {scheduler} need Heat TUI {version}, the version used here; install it there.")
        raise Refused(message, version=__version__, **facts)
    return sum(client.nthreads().values())


def version() -> str:
    return __version__
