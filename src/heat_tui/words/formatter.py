"""The formatter of all sentences: it fills a message with facts, each said as things of its kind are."""

from __future__ import annotations

from collections.abc import Mapping

from heat_tui.language import Message, translated


class Say:
    """Say messages about one subject: `say(message)` fills every placeholder with the fact of that name."""

    def __call__(self, message: Message, /, **more: object) -> str:
        """Return the message in the installed language; `more` holds facts in words that the subject does not have."""
        return self._form(message, more).format_map(_Words(self, more) if more else self)

    def __getitem__(self, name: str) -> object:
        return self.words(name)

    def fact(self, name: str) -> object:
        """Return a fact about the subject; KeyError or AttributeError if it has none of that name."""
        raise NotImplementedError

    def words(self, name: str) -> object:
        """Return a fact as it is said."""
        raise NotImplementedError

    def number(self, name: str) -> int:
        """Return a fact that is a number, or how many things a fact lists."""
        return _count(self.fact(name))

    def _form(self, message: Message, more: Mapping[str, object]) -> str:
        if isinstance(message, str):
            return translated(message)
        return message.form(_count(more[message.by]) if message.by in more else self.number(message.by))


class _Words:
    """The placeholders of a message, looked up as it is filled."""

    def __init__(self, say: Say, more: Mapping[str, object]) -> None:
        self.say, self.more = say, more

    def __getitem__(self, name: str) -> object:
        return self.more[name] if name in self.more else self.say[name]


def fill(message: Message, /, **facts: object) -> str:
    """Return a message in the installed language, filled with facts that are in words already."""
    if isinstance(message, str):
        return translated(message).format(**facts)
    return message.form(_count(facts[message.by])).format(**facts)


def _count(fact: object) -> int:
    if isinstance(fact, int):
        return fact
    assert isinstance(fact, tuple)
    return len(fact)


def sentences(*parts: str) -> str:
    """Join whole sentences; empty ones fall away."""
    return " ".join(part for part in parts if part)
