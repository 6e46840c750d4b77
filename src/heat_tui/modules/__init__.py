"""The optional rules: every module is a package with its rules, its words and any events of its own."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from types import ModuleType
from typing import Final

from heat_tui.engine.module import Module

PACKAGES = (
    "garage",
    "championship",
    "weather",
    "spaces",
    "legends",
    "tournament",
    "mulligan",
)
"""The modules, in the order in which the game lists them."""

SWITCHES: Final = ("mulligan",)
"""The modules with a true/false key of their own in saves, which list the others in use with their options."""

OPTIONAL: Final = tuple(package for package in PACKAGES if package not in ("championship", *SWITCHES))
"""The optional modules besides `SWITCHES`; the championship is not an option, because it is part of every season."""


def packages() -> list[ModuleType]:
    """Return the rules package of every module."""
    return [import_module(f"{__name__}.{package}") for package in PACKAGES]


def words() -> list[ModuleType]:
    """Return the `words` of every module; the rules never load words."""
    return [import_module(f"{__name__}.{package}.words") for package in PACKAGES]


def module_kind(package: str) -> type[Module]:
    """Return the class of an optional rule by the name of its package. Raises KeyError unless the rule is optional."""
    if package not in (*OPTIONAL, *SWITCHES):
        raise KeyError(package)
    found = vars(import_module(f"{__name__}.{package}")).values()
    return next(each for each in found if isinstance(each, type) and issubclass(each, Module) and each.name == package)


def switched_on(is_on: Callable[[str], object]) -> tuple[Module, ...]:
    """Return the modules of `SWITCHES` whose names `is_on` accepts."""
    return tuple(module_kind(name)() for name in SWITCHES if is_on(name))
