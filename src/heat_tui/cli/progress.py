"""The progress bar of a command that takes a while."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click

from heat_tui.language import _


@contextmanager
def progress(length: int, label: str) -> Iterator[Callable[[int], None]]:
    """If standard error is a terminal, show a bar with the remaining time and the rate.

    Yield a function to call with the number of steps just done.
    """
    began, shown = time.perf_counter(), sys.stderr.isatty()

    def rate(done: int | None) -> str:
        return _("{speed} a second").format(speed=f"{(done or 0) / max(time.perf_counter() - began, 1e-9):.1f}")

    with click.progressbar(length=length, label=label, file=sys.stderr, item_show_func=rate, hidden=not shown) as bar:
        yield lambda steps: bar.update(steps, bar.pos + steps)
