"""The laws that are cheap enough to be checked at every decision, and the random actions of drivers."""

from __future__ import annotations

from itertools import islice
from random import Random

from heat_tui.engine import Race
from heat_tui.engine.actions import Action, ChooseValues, Discard, Plan, React, Slipstream
from heat_tui.engine.car import FINISHED, OUT, RACING, RETIRED
from heat_tui.engine.cards import BASIC_DECK, HEAT, STARTING_UPGRADES, STRESS
from heat_tui.engine.movement import FREE
from heat_tui.engine.track import SPOTS_PER_SPACE, grid_place
from tests.laws.law import law
from tests.laws.road import START_HEAT, START_STRESS, Road

TOP_GEAR = 4
ROUNDS_A_SPACE = 3
"""The maximum number of rounds per space of the race, counting one extra lap: cars with little Heat spin out often."""

DRAWS = 3
"""The number of samples from which a reckless driver takes the wildest."""

WILD_ROUNDS = 12
"""The last round in which reckless drivers go fast; if they never stopped, they could spin out endlessly."""


def at_rest(race: Race) -> None:
    """Check that either a decision with at least two answers is pending or the race is over."""
    decision = race.decision
    law((decision is None) == race.over, "a race has a decision or is over", decision)
    if decision is None:
        law(race.acting is None, "nobody acts after the end", race.acting)
        law(all(car.status != RACING for car in race.cars), "a race ends when all have finished or are out (T3, F3)")
        return
    law(0 <= decision.seat < len(race.setup.seats), "a decision belongs to a driver", decision)
    law(race.cars[decision.seat].status == RACING, "only a racing car decides", decision)
    law(decision.sole() is None, "a decision with one answer is never offered", decision)
    law(len(list(islice(decision.options(), 2))) == 2, "a decision has at least two answers", decision)
    acting = race.acting
    law(acting is None or acting.index == decision.seat, "in a turn only its driver decides", decision)


def spots_in_step(race: Race) -> None:
    """Check that every spot holds at most one car, and that the spots agree with the cars."""
    spots = race.spots
    law(len(spots) == SPOTS_PER_SPACE * race.rules.spaces, "every space has two spots", len(spots))
    racing = 0
    for car in race.cars:
        if car.status == RACING:
            racing += 1
            place = (car.at - 1) % race.rules.spaces * SPOTS_PER_SPACE + car.spot
            law(spots[place] == car.index, "a car stands on its own spot", car.index, car.at, car.spot, spots[place])
    law(len(spots) - spots.count(FREE) == racing, "only cars that race stand on the track", racing)


def figures_in_range(race: Race) -> None:
    """Check that figures are in range, hands are sorted, and the lists and standings agree with the cars."""
    drivers = len(race.setup.seats)
    for car in race.cars:
        driver = car.index < drivers
        law(1 <= car.gear <= TOP_GEAR if driver else car.gear == 0, "gears are 1 to 4", car.index, car.gear)
        law(car.engine >= 0, "an engine never owes Heat", car.index, car.engine)
        law(car.at >= 1 and car.spot in (0, 1), "a car is somewhere", car.index, car.at, car.spot)
        law(car.hand == sorted(car.hand), "a hand is sorted", car.index, car.hand)
    for status, listed in ((FINISHED, race.finished), (RETIRED, race.retired), (OUT, race.out)):
        having = sorted(car.index for car in race.cars if car.status == status)
        law(sorted(listed) == having, f"the cars listed as {status} are {status}", listed, having)
    law(sorted(race.standings) == list(range(len(race.cars))), "the standings name every car once", race.standings)
    law(race.view(None).standings == race.standings, "the view's standings are the race's", race.standings)
    most = (race.rules.laps + 1) * race.rules.spaces * ROUNDS_A_SPACE
    law(race.round <= most, "every race ends", race.round)


class Cards:
    """The cards that each driver must have, counting the Stress gained by spinning out (7.3)."""

    def __init__(self, race: Race) -> None:
        self.dealt = False
        if not race.rules.deals_later:
            self._deal(race)

    def _deal(self, race: Race) -> None:
        """Record the drivers' cards when the hands are dealt."""
        self.dealt = True
        setup, rules, road = race.setup, race.rules, Road(race)
        self.owned: list[list[str]] = []
        self.heat: list[int] = []
        for seat in range(len(setup.seats)):
            heat = setup.track.heat - (setup.handicap[seat] if seat < len(setup.handicap) else 0)
            deck: tuple[str, ...] = BASIC_DECK + STARTING_UPGRADES
            for module in rules.modules:
                deck = module.deck(race, seat, deck)
            token = road.tokens.token if road.tokens else ""
            self.heat.append(max(heat + START_HEAT.get(token, 0), 0) + deck.count(HEAT))
            stress = (STRESS,) * max(setup.track.stress + START_STRESS.get(token, 0), 0)
            self.owned.append(sorted((*(card for card in deck if card != HEAT), *stress)))

    def gain_stress(self, seat: int, stress: int) -> None:
        """Add Stress cards to those that a driver must have."""
        self.owned[seat] = sorted((*self.owned[seat], *(STRESS,) * stress))

    def conserved(self, race: Race) -> None:
        """Check that drivers have exactly their cards, with planned ones in hand, and that Legends have none.

        Before the deal, nobody has any.
        """
        if not self.dealt:
            cards = [card for car in race.cars for card in car.hand + car.deck + car.discard + car.play]
            if race.step_name == "draft":
                law(not cards, "hands are dealt after the draft (G2)", cards)
                return
            self._deal(race)
        for seat, owned in enumerate(self.owned):
            car = race.cars[seat]
            cards = car.hand + car.deck + car.discard + car.play
            heat = cards.count(HEAT)
            law(heat + car.engine == self.heat[seat], "Heat is neither made nor lost", seat, heat, car.engine)
            others = sorted(card for card in cards if card != HEAT)
            law(others == owned, "cards are neither made nor lost", seat, others, owned)
            law(all(card in car.hand for card in car.plan[1]) if car.plan else True, "a plan is in the hand", car.plan)
        for car in race.cars[len(self.owned) :]:
            law(not (car.hand or car.deck or car.discard or car.play), "a Legend has no cards", car.index)


def on_the_grid(race: Race) -> None:
    """Check that the cars fill the grid from pole position before the first move (S4)."""
    filled = sorted((car.at, car.spot) for car in race.cars)
    grid = sorted(grid_place(race.rules.track, place + 1) for place in range(len(race.cars)))
    law(filled == grid, "the cars start from the grid (S4)", filled, grid)


def sampled(race: Race, random: Random, *, reckless: bool = False) -> Action:
    """Return a random legal action and check that it is not refused.

    A `reckless` driver goes fast and seldom cools, up to round `WILD_ROUNDS`.
    """
    decision = race.decision
    assert decision is not None
    wild = reckless and race.round <= WILD_ROUNDS
    actions = [decision.sample(random.random) for _ in range(DRAWS if wild else 1)]
    for action in actions:
        objection = decision.objection(action)
        law(objection is None, "a sample is a legal action", decision, action, objection)
    return max(actions, key=_recklessness)


def _recklessness(action: Action) -> int:
    match action:
        case Plan(gear, _):
            return gear
        case React("cooldown" | "super_cool", _, _):
            return -1
        case React("boost" | "direct_play" | "accelerate", _, _):
            return 1
        case ChooseValues(values):
            return sum(value for _, value in values)
        case Slipstream(distance):
            return distance
        case Discard(cards):
            return -len(cards)
    return 0
