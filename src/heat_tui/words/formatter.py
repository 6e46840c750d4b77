"""Filling, joining and choosing messages, whose facts are numbers or already in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import reduce
from typing import Any, TypeVar

from heat_tui.language import Message, translated
from heat_tui.typesetting import joined

M = TypeVar("M", bound=Message)

Sentence = Message | Callable[[Any, Any], str]
"""A message, or a function of a record and its `Say` if the sentence depends on the facts."""


def fill(message: Message, /, **facts: object) -> str:
    """Return a message in the installed language, filled with facts that are numbers or already in words."""
    form = translated(message) if isinstance(message, str) else message.form(count(facts[message.by]))
    return form.format(**facts)


def count(fact: object) -> int:
    """Return a fact that is a number, or the number of things that a fact lists."""
    if isinstance(fact, int):
        return fact
    assert isinstance(fact, tuple)
    return len(fact)


def sentences(*parts: str) -> str:
    """Join whole sentences, skipping empty ones."""
    return reduce(joined, parts, "")


def fitting(cases: Mapping[M, object]) -> M:
    """Return the first message whose condition holds (one has to); conditions may be functions, called if reached."""
    return next(message for message, holds in cases.items() if (holds() if callable(holds) else holds))
