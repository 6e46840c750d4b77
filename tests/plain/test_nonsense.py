"""Any nonsense at any prompt gets one sentence and the prompt again, and changes nothing."""

from __future__ import annotations

import random

import pytest

from heat_tui.game.table.match import Match
from heat_tui.plain.console import LONGEST_LINE
from heat_tui.store.saved_race import fingerprint
from tests.plain.typist import Keyboard, Screen, match, table

NONSENSE = (
    "",
    "   ",
    "xyzzy",
    "7",
    "99999999999999999999",
    "-1",
    "1e5",
    "3.5",
    "\u0663",
    "\u00b2",
    "{name}",
    "%s %d",
    "\u202etxet",
    "\x1b[A",
    "\x00",
    "\x07\x08",
    "drive faster",
    "gear",
    "gear 9 1",
    "gear nine",
    "cards",
    "1 9",
    "0 0",
    "5 1 1 1 1 1",
    "discard",
    "discard heat",
    "discard stress",
    "9 9 9 9",
    "none none",
    "boost boost boost",
    "cool -1",
    "cool 99",
    "cool x",
    "done done",
    "yes yes",
    "undo everything",
    "log -5",
    "log many",
    "takeback 0",
    "handover",
    "handover nobody @steady",
    "handover 1 @nobody",
    "status please",
    "quit now",
    "map 7",
    "st",
    "x" * LONGEST_LINE,
    "x" * (LONGEST_LINE + 1),
    "9 " * 20_000,
    "\u00e4\u00f6\u00fc\u00df \U0001f3c1",
    "\ufffd\ufffd",
)


WITH_A_DEFAULT = ("react", "slipstream")
"""Prompts at which an empty line is an answer."""

State = tuple[str, int, tuple[str, ...]]


class Nonsense:
    """Nonsense from a list, `each` lines at every prompt; a call checks that the last line changed nothing.

    With `once`, only the first prompt of each kind gets any.
    """

    def __init__(self, lines: list[str], each: int, *, once: bool = False) -> None:
        self.lines = lines
        self.each = each
        self.once = once
        self.typed = 0
        self.prompts: set[str] = set()
        self._at_this_prompt = 0
        self._before = ("", "", 0)
        self._state: State | None = None

    def __call__(self, keyboard: Keyboard) -> str | None:
        state = _state(keyboard.match)
        told = keyboard.screen.getvalue()
        if self._at_this_prompt:
            line, prompt, length = self._before
            assert state == self._state, f"{line!r} at {prompt!r} changed the race"
            assert keyboard.prompt == prompt, f"{line!r} at {prompt!r} was taken for an answer"
            said = told[length:].split("\n")
            assert len(said) == 3, f"{line!r} at {prompt!r}: {said}"
            assert said[1].endswith(".")
            assert "\x1b" not in told
        kind = keyboard.prompt.partition(" (")[0]
        if self._at_this_prompt == self.each or (self.once and not self._at_this_prompt and kind in self.prompts):
            self._at_this_prompt = 0
            return None
        self._at_this_prompt += 1
        self._state = state
        line = self.lines[self.typed % len(self.lines)]
        if not line.strip() and keyboard.prompt.partition(", ")[2].startswith(WITH_A_DEFAULT):
            line = "drive faster"
        self.typed += 1
        self._before = line, keyboard.prompt, len(told)
        self.prompts.add(kind)
        return line


def _state(race: Match) -> State:
    return fingerprint(race.saved().snapshot), len(race.log), race.controllers


@pytest.mark.sampled
@pytest.mark.parametrize("once", [True, False])
def test_nonsense_is_refused_at_every_prompt(once: bool) -> None:
    """Every prompt, or the first of its kind, gets every line that is nonsense there; the race is finished anyway."""
    screen = Screen()
    nonsense = Nonsense(list(NONSENSE), len(NONSENSE), once=once)
    race = match("Ada", "Bo", mulligan=True)
    table(screen, Keyboard(screen, before=nonsense), race).race()
    assert race.over
    assert nonsense.typed > 300
    for prompt in ("swap your hand", "plan:", "react", "slipstream", "discard"):
        assert f"Ada, {prompt}" in nonsense.prompts
    assert "Do that" in nonsense.prompts


@pytest.mark.parametrize("seed", range(3))
def test_random_lines_are_refused(seed: int) -> None:
    """The lines mix letters that begin no word, digits that are no choice, punctuation, and control characters."""
    luck = random.Random(seed)
    alphabet = "jkvwxz JKVWXZ 789 -+*/!$&'\\\"<>|;:~^@# \t\u00e9\u4e2d\x7f\x1b"
    lines = ["".join(luck.choices(alphabet, k=luck.randrange(1, 40))) for _ in range(400)]
    screen = Screen()
    nonsense = Nonsense(lines, 5)
    race = match("Ada", seed=seed)
    table(screen, Keyboard(screen, before=nonsense), race).race()
    assert race.over
    assert nonsense.typed > 100


def test_a_race_can_be_finished_after_three_hundred_random_lines() -> None:
    luck = random.Random(7)
    lines = ["".join(chr(luck.randrange(33, 0x2FFF)) for _ in range(luck.randrange(1, 60))) for _ in range(300)]
    screen = Screen()
    nonsense = Nonsense(["#" + line for line in lines], 300)

    def before(keyboard: Keyboard) -> str | None:
        return nonsense(keyboard) if nonsense.typed < 300 else None

    race = match("Ada", "Bo")
    table(screen, Keyboard(screen, before=before), race).race()
    assert nonsense.typed == 300
    assert race.over
