"""The progress bar of a command that takes a while."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click


@contextmanager
def progress(length: int, label: str) -> Iterator[Callable[[int], None]]:
    """Show a bar with the remaining time on a terminal; yields a function to call with the number of new steps done."""
    if not sys.stderr.isatty():
        yield lambda _done: None
        return
    with click.progressbar(length=length, label=label, file=sys.stderr) as bar:
        yield bar.update
