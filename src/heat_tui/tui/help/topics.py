"""The pages of the help, each a text of the folder `help`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from heat_tui.engine.record import record
from heat_tui.store.texts import Passage, passages


@record
class Topic:
    """A page. Its text names keys by the id of their binding, "-" written "_": `{undo_turn}`.

    `rules` are the chapters of the rules to read on in.
    """

    id: str
    rules: tuple[str, ...]

    @property
    def title(self) -> str:
        """What the page is called."""
        return self._passage.title

    def text(self, keys: Mapping[str, str]) -> tuple[str, ...]:
        """Return the paragraphs with the keys that the player has."""
        return tuple(each.format_map(keys) for each in self._passage.paragraphs)

    @property
    def _passage(self) -> Passage:
        return passages(f"help/{self.id}.md")[""]


_RULES: Final[Mapping[str, tuple[str, ...]]] = {
    "start": (),
    "title": (),
    "new-race": ("S", "O", "L"),
    "new-season": ("E", "O"),
    "tracks": ("V",),
    "saved-races": (),
    "settings": (),
    "race": ("T", "V", "K"),
    "curtain": ("T", "K"),
    "mulligan": ("O",),
    "plan": ("1", "2", "P"),
    "react": ("4", "5", "P"),
    "slipstream": ("6", "7"),
    "discard": ("8", "9"),
    "seats": (),
    "take-back": (),
    "draft": ("G", "O"),
    "exchange": ("E",),
    "garage": ("G", "K"),
    "values": ("3", "G"),
    "replace": ("G",),
    "refresh": ("G", "9"),
    "salvage": ("G", "K"),
    "weather": ("W", "H", "N"),
    "tournament": ("M",),
    "championship": ("E",),
    "map": ("V", "7"),
    "inspect": ("V", "K"),
    "standings": ("V", "K"),
    "deck": ("P", "K"),
    "log": (),
    "season": ("E",),
    "results": ("F",),
}
"""The chapters of the rules that belong to a topic; the help lists the topics in this order."""

TOPICS: Final = {id: Topic(id, rules) for id, rules in _RULES.items()}

START: Final = "start"
"""The topic of a screen that has none of its own."""
