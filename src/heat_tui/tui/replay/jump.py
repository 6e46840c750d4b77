"""The list of positions in a race that a replay can jump to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from heat_tui.game.telling.replay import JumpKind, Replay, place_words
from heat_tui.language import N_, _, translated
from heat_tui.tui.dialogs import ChooseScreen
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


class JumpScreen(ChooseScreen):
    """The next and previous goals with their places in the race; the result is a position."""

    def __init__(self, replay: Replay, position: int) -> None:
        goals = [(words, place_words(replay, goal), goal) for words, goal in _goals(replay, position)]
        super().__init__(_("Jump to:"), goals, topic="replay")


def _goals(replay: Replay, position: int) -> Iterator[tuple[str, int]]:
    """Yield the available goals, in words and as positions."""
    for kind, way, words in _WAYS:
        found = replay.jump(position, kind, way)
        if found is not None:
            yield translated(words), found
    for car in range(len(replay.sheet.entries)):
        found = replay.jump(position, "turn", 1, car)
        if found is not None:
            yield _("Next turn of {name}").format(name=car_name(replay.sheet, car)), found
