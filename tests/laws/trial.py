"""A race under watch: every action is checked against the cheap laws; the others can be checked at any decision."""

from __future__ import annotations

from random import Random

from heat_tui.engine import Race
from heat_tui.engine.actions import Action
from heat_tui.engine.events import (
    CardFlipped,
    CardsRevealed,
    CardsScrapped,
    CardsTurnedOver,
    Event,
    HandCluttered,
    RaceStarted,
    SuperCooled,
)
from heat_tui.modules.tournament.events import CardLost
from tests.laws.actions import illegal_actions_are_refused, options_are_the_legal_actions, order_of_cards_means_nothing
from tests.laws.checks import Cards, at_rest, figures_in_range, on_the_grid, sampled, spots_in_step
from tests.laws.copies import clones_are_independent, restoring_changes_nothing, views_are_fresh
from tests.laws.drawn import a_turn_may_wait, worlds_keep_what_is_known
from tests.laws.forecasts import forecast_comes_true
from tests.laws.law import law
from tests.laws.leaks import nothing_reaches_secrets, secrets_change_nothing
from tests.laws.ledger import Ledger
from tests.laws.marked import MARK
from tests.laws.mixes import Mix
from tests.laws.worlds import reveals_are_final

NAMING = (CardsRevealed, HandCluttered, CardsTurnedOver, CardFlipped, CardsScrapped, CardLost, SuperCooled)
"""The events that name cards: every one of these cards is open, if only briefly on top of a pile (K1)."""


class Trial:
    """A race started from a mix, with its actions so far."""

    def __init__(self, mix: Mix) -> None:
        self.mix = mix
        self.setup = mix.setup()
        self.race = Race.start(self.setup)
        self.actions: list[Action] = []
        self.log: list[Event] = list(self.race.events)
        self.cards = Cards(self.race)
        self.ledger = Ledger(self.race)
        law(isinstance(self.log[0], RaceStarted), "a race starts with its grid", self.log[0])
        on_the_grid(self.race)
        self.look()

    def play(self, action: Action) -> None:
        """Play an action, and check every cheap law afterwards."""
        self.actions.append(action)
        events = self.race.play(action)
        law(events == self.race.events, "a race keeps the events of the last action", events)
        self.log += events
        self.ledger.write(events)
        self.look()
        if self.mix.marked:
            _tell_no_cards(events)

    def look(self) -> None:
        """Check the cheap laws on the current race."""
        at_rest(self.race)
        spots_in_step(self.race)
        for seat, stress in self.ledger.stress_gained:
            self.cards.gain_stress(seat, stress)
        self.ledger.stress_gained.clear()
        self.cards.conserved(self.race)
        figures_in_range(self.race)
        self.ledger.agrees(self.race)

    def play_on(self, random: Random, *, most: int) -> int:
        """Play up to `most` random actions and return the number played."""
        played = 0
        while self.race.decision is not None and played < most:
            self.play(sampled(self.race, random, reckless=self.mix.reckless))
            played += 1
        return played

    def look_closely(self, random: Random) -> None:
        """Check the expensive laws on the current race, and that checking them changes nothing."""
        before = self.race.snapshot()
        if self.race.decision is not None:
            options_are_the_legal_actions(self.race, random)
            order_of_cards_means_nothing(self.race, random)
            forecast_comes_true(self.race, random)
            reveals_are_final(self.race, self.race.decision.sample(random.random), random)
            worlds_keep_what_is_known(self.race, random)
            a_turn_may_wait(self.race, random)
        illegal_actions_are_refused(self.race, random)
        restoring_changes_nothing(self.race, random)
        views_are_fresh(self.race)
        clones_are_independent(self.race, random)
        secrets_change_nothing(self.race, random)
        nothing_reaches_secrets(self.race, random)
        law(self.race.snapshot() == before, "looking changes nothing")

    def replays(self) -> None:
        """Check that the same setup and actions give the same events and the same state."""
        again = Race.start(self.mix.setup())
        log = list(again.events)
        for action in self.actions:
            log += again.play(action)
        law(log == self.log, "the same seed and actions give the same events")
        law(again.snapshot() == self.race.snapshot(), "the same seed and actions give the same race")
        law(again.decision == self.race.decision, "the same seed and actions give the same decision")


def kind_of(race: Race) -> str:
    """Return the class name of the pending decision."""
    return type(race.decision).__name__


def _tell_no_cards(events: list[Event]) -> None:
    """Check that events contain only open facts: a card is named when it is revealed or on top of a pile (K1)."""
    for event in events:
        if not isinstance(event, NAMING):
            law(MARK not in repr(event), "events tell open facts only (K1)", event)
