"""The commands of `heat-tui`. Whatever only one command needs is imported when that command runs."""

from __future__ import annotations

from heat_tui.cli.entry import main

__all__ = ["main"]
