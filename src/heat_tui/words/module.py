"""What a module says: every module brings its words as the engine's modules bring their rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from heat_tui import modules
from heat_tui.engine.events import Event
from heat_tui.language import Message
from heat_tui.words.formatter import Say
from heat_tui.words.telling import Telling

Sentence = Message | Callable[[Say], str]
"""A message, or a function where the sentence chooses between different facts."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ModuleWords:
    """The words of one module; what a module does not bring is empty.

    `titles` holds what the module is called, by its name in the engine; `refusals` the sentence of every code, and
    `kinds` how the facts of these are said, by their names. `events` holds the sentences of every kind of event; after
    those in `go_on` the same car's next event belongs to the same line.
    """

    titles: Mapping[str, str] = field(default_factory=dict)
    refusals: Mapping[str, Sentence] = field(default_factory=dict)
    kinds: Mapping[str, Callable[[Any], str]] = field(default_factory=dict)
    events: Mapping[type[Event], Telling] = field(default_factory=dict)
    go_on: tuple[type[Event], ...] = ()


@cache
def all_words() -> tuple[ModuleWords, ...]:
    """Return what every module says."""
    return tuple(module.WORDS for module in modules.words())
