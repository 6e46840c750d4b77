"""What a sparing driver sends has the same effect as what Textual paints, in far fewer bytes."""

from __future__ import annotations

from random import Random

import pyte
from rich.cells import cell_len

from heat_tui.tui.sparing import Shown

STYLES = ("38;2;1;2;3;48;2;4;5;6", "1;38;2;1;2;3;48;2;4;5;6", "38;5;9", "48;2;4;5;6", "31;107", "1;3;4", "0")
WIDTH = 30
TEXTS = ("Ada", "▀▀▀", "日本", "a日b", "é", "", "           ", "e\N{COMBINING ACUTE ACCENT}x")


def _frame(chance: Random) -> str:
    """Return a frame of whole rows, so that no half of a wide character is left."""
    parts = []
    for row in chance.sample(range(1, 10), chance.randrange(1, 6)):
        parts.append(f"\x1b[{row};1H")
        width = 0
        while width < WIDTH:
            text = chance.choice(TEXTS)
            text = text if width + cell_len(text) <= WIDTH else " " * (WIDTH - width)
            width += cell_len(text)
            parts.append(f"\x1b[{chance.choice(STYLES)}m{text}\x1b[0m" if chance.random() < 0.9 else text)
        parts.append(chance.choice(("", "\n", "\x1b[?2026l", "\x1b[?2026h")))
    return "".join(parts).rstrip("\n") + f"\x1b[1;{chance.randrange(3) + 1}H"


def test_cells_and_cursor_are_the_same_and_repeated_frames_cost_nothing() -> None:
    for seed in range(20):
        chance, shown = Random(seed), Shown()
        painted, sent = pyte.Screen(60, 10), pyte.Screen(60, 10)
        for _each in range(10):
            frame = _frame(chance)
            if chance.random() < 0.1:
                frame = "\x1b[0m\x1b[2J" + frame
            changes = shown.changes(frame)
            pyte.Stream(painted).feed(frame)
            pyte.Stream(sent).feed(changes)
            assert painted.buffer == sent.buffer, (seed, frame, changes)
        assert len(shown.changes("\x1b[1;1H\x1b[31mA日\x1b[0m" * 2)) <= 30
        assert shown.changes("\x1b[1;1H\x1b[31mA日\x1b[0m") == ""


def test_only_the_part_of_a_style_that_changes_is_sent() -> None:
    shown = Shown()
    assert shown.changes("\x1b[2;1H\x1b[31;44mab\x1b[0m\x1b[1;1H") == "\x1b[2;1H\x1b[0;31;44mab"
    assert shown.changes("\x1b[2;1H\x1b[31;44ma\x1b[0m\x1b[32;44mc\x1b[0m\x1b[1;1H") == "\x1b[2;2H\x1b[32mc"
    assert shown.changes("\x1b[2;3Hx\x1b[1;1H") == "\x1b[39;49mx"
