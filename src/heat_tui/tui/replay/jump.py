"""The list of places in a race that a replay can jump to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from heat_tui.game.replay import JumpKind, Replay, place_words
from heat_tui.language import N_, _, translated
from heat_tui.tui.lists import MenuList
from heat_tui.tui.screen import HeatDialog
from heat_tui.words.names import car_name

_WAYS: Final[tuple[tuple[JumpKind, int, str], ...]] = (
    ("lap", 1, N_("Next lap")),
    ("lap", -1, N_("Previous lap")),
    ("spin", 1, N_("Next spin out")),
    ("spin", -1, N_("Previous spin out")),
    ("overtake", 1, N_("Next overtake")),
    ("overtake", -1, N_("Previous overtake")),
    ("lead", 1, N_("Next new leader")),
    ("lead", -1, N_("Previous new leader")),
    ("corner", 1, N_("Next corner")),
    ("corner", -1, N_("Previous corner")),
)


class JumpScreen(HeatDialog[int]):
    """What comes next and what came before, each with where that is; the result is the position."""

    help_topic = "replay"

    def __init__(self, replay: Replay, position: int) -> None:
        super().__init__()
        self._replay = replay
        self._goals = [*_goals(replay, position)]

    def compose(self) -> ComposeResult:
        width = max(len(words) for words, _position in self._goals) if self._goals else 0
        with Vertical(id="jump"):
            yield Static(_("Jump to:"), id="title", markup=False)
            yield MenuList(
                *(
                    Option(Text.assemble(words.ljust(width), "  ", (place_words(self._replay, position), "dim")))
                    for words, position in self._goals
                )
            )

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(self._goals[event.option_index][1])


def _goals(replay: Replay, position: int) -> Iterator[tuple[str, int]]:
    """Yield the goals that there are, in words and as positions."""
    for kind, way, words in _WAYS:
        found = replay.jump(position, kind, way)
        if found is not None:
            yield translated(words), found
    for car in range(len(replay.sheet.entries)):
        found = replay.jump(position, "turn", 1, car)
        if found is not None:
            yield _("Next turn of {name}").format(name=car_name(replay.sheet, car)), found
