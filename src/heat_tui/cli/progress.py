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
    """Show a bar with the remaining time and the rate if standard error is a terminal.

    Yield a function to call with the number of steps just done.
    """
    if not sys.stderr.isatty():
        yield lambda _done: None
        return
    began, done = time.perf_counter(), 0

    def rate(_item: object) -> str:
        return _("{speed} a second").format(speed=f"{done / max(time.perf_counter() - began, 1e-9):.1f}")

    with click.progressbar(length=length, label=label, file=sys.stderr, item_show_func=rate) as bar:

        def advance(steps: int) -> None:
            nonlocal done
            done += steps
            bar.update(steps, done)

        yield advance
