"""What the help says about each screen, as topics."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from heat_tui.tui.help.championship import CHAMPIONSHIP
from heat_tui.tui.help.looking import LOOKING
from heat_tui.tui.help.menus import MENUS
from heat_tui.tui.help.table import TABLE
from heat_tui.tui.help.topic import Topic
from heat_tui.tui.help.upgrades import UPGRADES

__all__ = ["START", "TOPICS", "Topic"]

TOPICS: Final[Mapping[str, Topic]] = {topic.id: topic for topic in (*MENUS, *TABLE, *UPGRADES, *CHAMPIONSHIP, *LOOKING)}
"""All topics by id, in the order in which the help lists them."""

START: Final = "start"
"""The topic of a screen that has none of its own."""
