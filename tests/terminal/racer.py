"""A person who races at a terminal: reads the screen, types keys, and knows of the race what the save tells."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from heat_tui.drivers import Steady
from heat_tui.engine.actions import Action, Plan
from heat_tui.engine.decisions import Decision, DiscardDecision, PlanDecision, ReactDecision, SlipstreamDecision
from heat_tui.game.table.match import Match
from heat_tui.modules.mulligan import MulliganDecision
from heat_tui.store.saved_race import Chosen
from heat_tui.store.saves import SaveInfo, SaveStore
from tests.terminal.terminal import Terminal

PROMPTS: Final[dict[type[Decision], str]] = {
    PlanDecision: r"Gear .*\[\d\]",
    ReactDecision: r"1 End this step",
    SlipstreamDecision: r"1 Stay here",
    DiscardDecision: r"Discard: which cards\?|Enter to keep all your cards\.",
    MulliganDecision: r"1 Keep",
}
"""What a prompt shows, by its decision."""

COVERED: Final = "Press Enter to show {name}'s cards."
RESULT: Final = "Result"


class Racer:
    """Sits at a terminal with a race in it, for everybody who races there."""

    def __init__(self, terminal: Terminal, home: Path) -> None:
        self.terminal = terminal
        self.store = SaveStore(home / "saves")

    @property
    def match(self) -> Match:
        """The race as it is saved now."""
        return Match.resume(self.store.read(self.name), store=None)

    @property
    def name(self) -> str:
        """The name of the only save."""
        (info,) = self.store.list()
        assert isinstance(info, SaveInfo)
        return info.name

    @property
    def played(self) -> tuple[Chosen, ...]:
        """The choices that are saved now."""
        return self.store.read(self.name).standing

    def rest(self) -> Match:
        """Wait until the terminal is quiet and asks for what the save says is to be chosen next."""
        while True:
            self.terminal.settle()
            match = self.match if self.store.list() else None
            if match is not None and self.is_asked(match):
                return match
            self.terminal.step_or_fail("waited to be asked for something")

    def is_asked(self, match: Match) -> bool:
        """Whether the screen shows the prompt, or the curtain before it, of the next decision; or the result."""
        decision, text = match.decision, self.terminal.text
        if decision is None:
            return RESULT in text
        name = match.setup.seats[decision.seat]
        return COVERED.format(name=name) in text or re.search(PROMPTS[type(decision)], text) is not None

    def lift(self, match: Match) -> None:
        """Lift the curtain, if it hangs; a fresh one takes no notice of the first keys."""
        decision = match.decision
        assert decision is not None
        curtain = COVERED.format(name=match.setup.seats[decision.seat])
        while curtain in self.terminal.text:
            self.terminal.press("enter")
            self.terminal.settle()

    def plan(self, match: Match) -> Action:
        """What a sensible driver would do; anything but a plan is left to the safe line, which is highlighted."""
        decision = match.decision
        assert decision is not None
        return Steady(len(match.log)).choose(match.view(decision.seat), decision)

    def prepare(self, match: Match) -> None:
        """Bring everything to the screen that the next Enter confirms."""
        self.lift(match)
        decision = match.decision
        if isinstance(decision, PlanDecision):
            self.terminal.press(*plan_keys(match, decision, self.plan(match)))
            self.terminal.settle()

    def choose(self) -> Match:
        """Take one decision by keys, and wait for the next."""
        match = self.rest()
        self.prepare(match)
        self.confirm(len(match.log))
        return self.rest()

    def confirm(self, before: int) -> None:
        """Press Enter, and wait until more than `before` choices are saved and the screen is another one."""
        old = self.terminal.text
        self.terminal.press("enter")
        self.terminal.wait_until(lambda: self.terminal.text != old and len(self.played) > before, "waited for Enter")


def plan_keys(match: Match, decision: PlanDecision, action: Action) -> list[str]:
    """The keys that bring a plan to the screen, from the gear that the car is in."""
    assert isinstance(action, Plan)
    steps = action.gear - decision.gear
    keys = ["+" if steps > 0 else "-"] * abs(steps)
    if action.gear <= len(decision.playable):
        keys += [str(place + 1) for place in places(match.view(decision.seat).hand, action.cards)]
    return keys


def places(hand: Sequence[str], cards: Sequence[str]) -> Iterator[int]:
    """Where in the hand the cards lie, each once."""
    left = list(cards)
    for place, card in enumerate(hand):
        if card in left:
            left.remove(card)
            yield place
