"""A person who races at a terminal: reads the screen, types keys, and knows only the save."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from heat_tui.drivers import Steady
from heat_tui.engine.actions import Action, Plan
from heat_tui.engine.decisions import Decision, DiscardDecision, PlanDecision, ReactDecision, SlipstreamDecision
from heat_tui.game.table.match import Match
from heat_tui.modules.mulligan import MulliganDecision
from heat_tui.store.save_list import SaveInfo
from heat_tui.store.saved_race import Chosen
from heat_tui.store.saves import SaveStore
from tests.places import places_in
from tests.terminal.terminal import Terminal

PROMPTS: Final[dict[type[Decision], str]] = {
    PlanDecision: r"Gear .*\[\d\]",
    ReactDecision: r"1 End this step",
    SlipstreamDecision: r"1 Stay here",
    DiscardDecision: r"Discard: which cards\?|Enter to keep all your cards\.",
    MulliganDecision: r"1 Keep",
}
"""The pattern of the text that a prompt shows, by its decision."""

COVERED: Final = "Press Enter to show {name}'s cards."
RESULT: Final = "Result"


class Racer:
    """A player at a terminal, who chooses for every person in the race."""

    def __init__(self, terminal: Terminal, home: Path) -> None:
        self.terminal = terminal
        self.store = SaveStore(home / "saves")
        self._read: tuple[bytes, Match] | None = None

    @property
    def match(self) -> Match:
        """The race as it is now saved, the same object as long as the save is unchanged."""
        content = self.store.path(self.name).read_bytes()
        if self._read is None or self._read[0] != content:
            self._read = content, Match.resume(self.store.read(self.name), store=None)
        return self._read[1]

    @property
    def name(self) -> str:
        """The name of the only save."""
        (info,) = self.store.list()
        assert isinstance(info, SaveInfo)
        return info.name

    @property
    def played(self) -> tuple[Chosen, ...]:
        """The choices that are now saved."""
        return self.store.read(self.name).standing

    def rest(self) -> Match:
        """Wait until the quiet terminal asks for the next choice of the save, or shows the result. Raises NotShown."""
        while True:
            self.terminal.settle()
            match = self.match if self.store.list() else None
            if match is not None and self.is_asked(match):
                return match
            self.terminal.step_or_fail("waited to be asked for something")

    def is_asked(self, match: Match) -> bool:
        """Return whether the screen shows the next decision's prompt or its curtain or, after the end, the result."""
        decision, text = match.decision, self.terminal.text
        if decision is None:
            return RESULT in text
        name = match.setup.seats[decision.seat]
        return COVERED.format(name=name) in text or re.search(PROMPTS[type(decision)], text) is not None

    def lift(self, match: Match) -> None:
        """Lift the curtain if it is closed; press again if a new curtain has ignored the key."""
        decision = match.decision
        assert decision is not None
        curtain = COVERED.format(name=match.setup.seats[decision.seat])
        while curtain in self.terminal.text:
            self.terminal.press("enter")
            self.terminal.settle()

    def plan(self, match: Match) -> Action:
        """Return a sensible driver's action; only plans are typed; other prompts already highlight a safe line."""
        decision = match.decision
        assert decision is not None
        return Steady(len(match.log)).choose(match.view(decision.seat), decision)

    def prepare(self, match: Match) -> None:
        """Lift the curtain, and type a plan if one is asked for, so that the next Enter confirms a choice."""
        self.lift(match)
        decision = match.decision
        if isinstance(decision, PlanDecision):
            self.terminal.press(*plan_keys(match, decision, self.plan(match)))
            self.terminal.settle()

    def choose(self) -> Match:
        """Make one choice with keys, and wait for the next decision."""
        match = self.rest()
        self.prepare(match)
        self.confirm(len(match.log))
        return self.rest()

    def confirm(self, before: int) -> None:
        """Press Enter, and wait until more than `before` choices are saved and the screen has changed."""
        old = self.terminal.text
        self.terminal.press("enter")
        self.terminal.wait_until(lambda: self.terminal.text != old and len(self.played) > before, "waited for Enter")


def plan_keys(match: Match, decision: PlanDecision, action: Action) -> list[str]:
    """Return the keys that enter a plan at a prompt that has the car's gear and no chosen cards."""
    assert isinstance(action, Plan)
    steps = action.gear - decision.gear
    keys = ["+" if steps > 0 else "-"] * abs(steps)
    if action.gear <= len(decision.playable):
        keys += [str(place + 1) for place in places_in(match.view(decision.seat).hand, action.cards)]
    return keys
