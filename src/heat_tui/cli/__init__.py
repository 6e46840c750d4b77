"""The commands of `heat-tui`. Imports that only one command needs are deferred until it runs."""

from __future__ import annotations

from heat_tui.cli.entry import main

__all__ = ["main"]
