"""A watched season: every action is checked against the cheap laws; the others can be checked at any decision."""

from __future__ import annotations

import json
from collections import Counter
from random import Random

from heat_tui.engine import Race
from heat_tui.engine.actions import Action, NextRace
from heat_tui.engine.car import OUT
from heat_tui.engine.cards import HEAT, STRESS
from heat_tui.engine.decisions import Decision, KeepDecision, NextRaceDecision
from heat_tui.engine.events import Event, SpunOut
from heat_tui.engine.record import IllegalAction
from heat_tui.modules.championship.events import HeatLost
from heat_tui.modules.championship.season import Season, SeasonSetup
from heat_tui.modules.championship.state import KEYS, NAME, ChampionshipShown, paddock_of, pool_of
from heat_tui.modules.garage import Garage
from heat_tui.modules.garage.market import GarageShown, market_of
from tests.laws.actions import illegal_actions_are_refused, options_are_the_legal_actions, order_of_cards_means_nothing
from tests.laws.checks import at_rest, figures_in_range, on_the_grid, spots_in_step
from tests.laws.copies import clones_are_independent, restoring_changes_nothing, views_are_fresh
from tests.laws.forecasts import forecast_comes_true
from tests.laws.law import law
from tests.laws.leaks import nothing_reaches_secrets, secrets_change_nothing
from tests.laws.season_book import SeasonBook
from tests.laws.worlds import reveals_are_final

ON = 4
"""The maximum number of actions played on a copy."""


class SeasonTrial:
    """A season with its actions so far."""

    def __init__(self, setup: SeasonSetup) -> None:
        self.setup = setup
        self.season = Season.start(setup)
        self.actions: list[Action] = []
        self.log: list[Event] = list(self.season.events)
        self.book = SeasonBook(self.season)
        self.cards: list[Counter[str]] = []
        self.book.write(self.log, self.season.race.rules.finish)
        on_the_grid(self.season.race)
        self.look()

    def play(self, action: Action) -> list[Event]:
        """Play an action, check every cheap law afterwards, and return the events."""
        self.actions.append(action)
        number = self.season.index
        events = self.season.play(action)
        self.log += events
        self.book.write(events, self.season.race.rules.finish)
        if self.season.index != number:
            law(isinstance(action, NextRace), "only the table begins the next race (E13)", action)
            on_the_grid(self.season.race)
            self.cards = []
        self._count(events)
        self.look()
        return events

    def play_on(self, random: Random, *, most: int) -> int:
        """Play up to `most` random actions and return the number played."""
        played = 0
        while (decision := self.season.decision) is not None and played < most:
            self.play(decision.sample(random.random))
            played += 1
        return played

    def look(self) -> None:
        """Check the cheap laws on the current season."""
        season, race = self.season, self.season.race
        self._at_rest()
        if not race.over:
            at_rest(race)
        spots_in_step(race)
        figures_in_range(race)
        self._conserved(race)
        self._open_facts(season)

    def look_closely(self, random: Random) -> None:
        """Check the expensive laws on the current season, and that checking them changes nothing."""
        before = self.season.snapshot()
        race = self.season.race
        if not race.over:
            options_are_the_legal_actions(race, random)
            illegal_actions_are_refused(race, random)
            order_of_cards_means_nothing(race, random)
            forecast_comes_true(race, random)
            restoring_changes_nothing(race, random)
            clones_are_independent(race, random)
            secrets_change_nothing(race, random)
        views_are_fresh(race)
        nothing_reaches_secrets(race, random)
        decision = self.season.decision
        if decision is not None:
            reveals_are_final(self.season, decision.sample(random.random), random)
        self._choices(random)
        self._copies(random)
        law(self.season.snapshot() == before, "looking changes nothing")

    def replays(self) -> None:
        """Check that the same setup and actions give the same events and the same state."""
        again = Season.start(self.setup)
        log = list(again.events)
        for action in self.actions:
            log += again.play(action)
        law(log == self.log, "the same seed and actions give the same events")
        law(again.snapshot() == self.season.snapshot(), "the same seed and actions give the same season")

    def _at_rest(self) -> None:
        season = self.season
        decision = season.decision
        law((decision is None) == season.over, "a season has a decision or is over", decision)
        law(season.over == (season.race.over and season.index + 1 == len(self.setup.calendar)), "a season ends")
        law(len(season.results) == season.index + season.race.over, "every race that is over has a result")
        between = isinstance(decision, NextRaceDecision | KeepDecision)
        law(season.between_races == between, "between races nothing else is asked (E13)", decision)
        law(not isinstance(decision, KeepDecision) or len(set(decision.cards)) > 1, "a choice is asked", decision)

    def _count(self, events: list[Event]) -> None:
        """Count the Stress that drivers gain by spinning out and the Heat that an event takes from them."""
        for event in events:
            if isinstance(event, SpunOut) and self.cards and event.car < len(self.cards):
                self.cards[event.car][STRESS] += event.stress
            if isinstance(event, HeatLost):
                self.cards[event.car][HEAT] -= 1

    def _conserved(self, race: Race) -> None:
        """Check that no Sponsorship in the game, and no other card of any driver, is made or lost (E5, E7, K1)."""
        drivers = race.cars[: len(self.setup.seats)]
        cards = [Counter(car.hand + car.deck + car.discard + car.play + [HEAT] * car.engine) for car in drivers]
        paddock = paddock_of(race)
        carried = self.season.carried.sponsorships if race.step_name == "draft" else ()
        there = Counter(card for each in cards for card in each.elements() if card in KEYS)
        there += Counter(card for each in carried for card in each) + Counter(paddock.deck) + Counter(paddock.used)
        law(there == Counter(pool_of(self.setup.sets)), "Sponsorships are neither made nor lost (E7)", there)
        others = [Counter({card: count for card, count in each.items() if card not in KEYS}) for each in cards]
        if race.step_name == "draft":
            return
        if not self.cards:
            self._dealt(others)
        law(others == self.cards, "cards are neither made nor lost (E5)", others, self.cards)
        held = [sum(each[card] for card in KEYS) for each in cards]
        law(held == paddock.held, "everybody knows how many Sponsorships are held (K1)", held, paddock.held)

    def _dealt(self, cards: list[Counter[str]]) -> None:
        """Record and check a race's first cards: Basic cards, upgrades, equal Stress, Heat by handicap (E5, E7)."""
        self.cards = cards
        owned = market_of(self.season.race).owned
        for seat, each in enumerate(cards):
            wanted = Counter(dict.fromkeys("1234", 3)) + Counter(card for card in owned[seat] if card != HEAT)
            plain = Counter({card: count for card, count in each.items() if card not in (HEAT, STRESS)})
            law(plain == wanted, "a deck has Basic cards and all upgrades (E5)", seat, plain, wanted)
            law(each[STRESS] == cards[0][STRESS], "the same Stress for everybody (E7)", seat, each)
            less = self.setup.handicap[seat] if seat < len(self.setup.handicap) else 0
            heat = each[HEAT] - owned[seat].count(HEAT) + less
            first = cards[0][HEAT] - owned[0].count(HEAT) + (self.setup.handicap or (0,))[0]
            law(heat == first, "Heat goes back, upgrade Heat cards to their owners (E7)", seat, heat, first)

    def _open_facts(self, season: Season) -> None:
        """Check that everything open agrees with the book, and that upgrades are neither made nor lost."""
        shown = dict(season.view(None).shown)
        paddock, garage = shown[NAME], shown["garage"]
        assert isinstance(paddock, ChampionshipShown)
        assert isinstance(garage, GarageShown)
        book = self.book
        law(list(paddock.held) == book.held, "Sponsorships held are counted (K1)", paddock.held, book.held)
        law((paddock.deck, paddock.used) == (book.deck, book.used), "the deck is counted (K1)", paddock, book.deck)
        law(paddock.event == book.event and paddock.number == book.race + 1, "everybody knows the race", paddock)
        law(paddock.event != 1 or paddock.crossed == tuple(book.crossed[:3]), "places taken", paddock, book.crossed)
        law(season.points == tuple(book.points), "points are added up (E6)", season.points, book.points)
        owned = [Counter({card: count for card, count in each.items() if count}) for each in book.owned]
        law([Counter(cards) for cards in garage.owned] == owned, "upgrades stay with their owner (E7)", garage.owned)
        (module,) = (each for each in season.race.setup.modules if isinstance(each, Garage))
        market = market_of(season.race)
        cards = [*market.deck, *market.market, *(card for each in market.owned for card in each)]
        law(sorted(cards) == sorted(module.pool()), "upgrades are neither made nor lost (E7)")
        law(all(car.index in season.race.out for car in season.race.cars if car.status == OUT), "who is out is listed")

    def _choices(self, random: Random) -> None:
        """Check the options between races, and that nonsense is refused, as is NextRace unless it is due."""
        season, decision = self.season, self.season.decision
        strangers: tuple[object, ...] = (None, 0, Action(), NextRace, "next")
        if isinstance(decision, NextRaceDecision | KeepDecision):
            options = list(decision.options())
            law(len(set(options)) == len(options) > 0, "options are distinct", decision)
            law(all(decision.objection(option) is None for option in options), "an option is not refused", decision)
            law(decision.sample(random.random) in options, "a sample is an option", decision)
            law(len(options) > 1 or isinstance(decision, NextRaceDecision), "a choice is asked", decision)
            law(decision.objection(NextRace()) is None or isinstance(decision, KeepDecision), "one may go on")
        for wrong in strangers:
            _refused(season, decision, wrong)
        if not isinstance(decision, NextRaceDecision):
            _refused(season, decision, NextRace())

    def _copies(self, random: Random) -> None:
        """Check that clones and restored seasons are equal, continue identically, and share nothing that changes."""
        season = self.season
        before, decision = season.snapshot(), season.decision
        saved = json.loads(json.dumps(before))
        again, clone = Season.restore(season.setup, saved), season.clone()
        for copy in (again, clone):
            law(copy.snapshot() == before, "a copy is the same season")
            law(json.dumps(copy.snapshot()) == json.dumps(before), "the same state gives the same data")
            law(copy.decision == decision, "a copy asks the same", copy.decision, decision)
            law((copy.points, copy.standings, copy.kept) == (season.points, season.standings, season.kept), "a copy")
            law(_views(copy) == _views(season), "a copy shows the same")
        for _ in range(ON):
            due = clone.decision
            if due is None:
                break
            action = due.sample(random.random)
            law(again.play(action) == clone.play(action), "copies go on the same", action)
            law(again.snapshot() == clone.snapshot(), "copies go on the same", action)
        law(season.snapshot() == before and season.decision == decision, "playing on a copy leaves the season alone")


def _refused(season: Season, decision: Decision | None, wrong: object) -> None:
    before = season.index
    try:
        season.play(wrong)  # type: ignore[arg-type]
    except IllegalAction as illegal:
        law(illegal.refusal.code, "a refusal has a reason", wrong)
    else:
        law(False, "an illegal action is not played", decision, wrong)
    law(season.index == before and season.decision == decision, "a refusal changes nothing", wrong)


def _views(season: Season) -> list[object]:
    return [season.view(seat) for seat in (None, *range(len(season.setup.seats)))]
