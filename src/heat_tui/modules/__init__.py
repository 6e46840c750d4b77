"""The optional rules: every module is a package with its rules, its events and its words."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

PACKAGES = ("garage", "championship", "weather", "spaces", "legends", "tournament")
"""The modules, in the order in which the game speaks of them."""


def words() -> list[ModuleType]:
    """Return the words of every module; the rules never load them."""
    return [import_module(f"{__name__}.{package}.words") for package in PACKAGES]
