"""One page of the help."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from heat_tui.engine.record import record


@record
class Topic:
    """A page: title and paragraphs are worded when they are shown.

    A paragraph may have `**bold**` in it, is an item of a list if it begins with "- ", and names keys by the id of
    their binding, "-" written "_": `{undo_turn}`. `rules` are the chapters of the rules to read on in.
    """

    id: str
    title: Callable[[], str]
    paragraphs: Callable[[], tuple[str, ...]]
    rules: tuple[str, ...] = ()

    def text(self, keys: Mapping[str, str]) -> tuple[str, ...]:
        """The paragraphs with the keys that the player has."""
        return tuple(each.format_map(keys) for each in self.paragraphs())
