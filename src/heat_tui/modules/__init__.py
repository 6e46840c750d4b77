"""The optional rules: every module is a package with its rules, its events and its words."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from heat_tui.engine.module import Module

PACKAGES = ("garage", "championship", "weather", "spaces", "legends", "tournament")
"""The modules, in the order in which the game speaks of them."""

OPTIONAL: Final = tuple(package for package in PACKAGES if package != "championship")
"""Those that a race or a season may be played with; the championship is what makes a season."""


def words() -> list[ModuleType]:
    """Return the words of every module; the rules never load them."""
    return [import_module(f"{__name__}.{package}.words") for package in PACKAGES]


def module_kind(package: str) -> type[Module]:
    """Return the class of an optional rule, which is called after its package. Raises KeyError for another name."""
    if package not in OPTIONAL:
        raise KeyError(package)
    kind: type[Module] = getattr(import_module(f"{__name__}.{package}"), package.capitalize())
    return kind
