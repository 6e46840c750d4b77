"""The base game as a PettingZoo environment: agents of any kind race, one seat each.

This module needs the extra "env". The function `env` creates an environment; docs/simulating.md has an example.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations_with_replacement, product
from typing import Any, ClassVar, Final

from heat_tui.drivers import Driver
from heat_tui.engine import Race, RaceSetup
from heat_tui.engine.actions import DONE, STAY, Action, Discard, Plan, React, Slipstream
from heat_tui.engine.car import RACING
from heat_tui.engine.cards import BASIC_DECK, CATALOGUE, STARTING_UPGRADES
from heat_tui.engine.replenish import HAND_SIZE
from heat_tui.engine.view import CarView, SeatView
from heat_tui.store.tracks import load_track

try:
    import numpy as np
    from gymnasium.spaces import Box, Dict, Discrete
    from gymnasium.utils import EzPickle
    from pettingzoo import AECEnv
    from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper, TerminateIllegalWrapper
except ImportError as missing:
    raise ImportError('heat_tui.env needs the extra "env": pip install gymnasium pettingzoo') from missing

KEYS: Final = tuple(sorted(CATALOGUE))
"""The keys of the cards of the base game, sorted."""

CORNERS_AHEAD: Final = 3
STEPS: Final = ("planning", "react", "slipstream", "discard")


def _actions() -> Iterator[Action]:
    """Yield every action of the base game once, its cards sorted, and some actions that are never legal."""
    copies = Counter((*BASIC_DECK, *STARTING_UPGRADES))
    for gear in (1, 2, 3, 4):
        for cards in combinations_with_replacement(KEYS, gear):
            if all(cards.count(card) <= copies[card] for card in ("0", "5")):
                yield Plan(gear, cards)
    yield DONE
    yield from (React("cooldown", "gear", cooled) for cooled in (3, 2, 1))
    yield from (React("cooldown", "adrenaline", 1), React("adrenaline", "adrenaline", 1), React("boost", "boost", 1))
    yield from (STAY, Slipstream(1), Slipstream(2))
    speeds = [card for card in KEYS if card.isdigit()]
    for counts in product(*(range(copies[card] + 1) for card in speeds)):
        if sum(counts) <= HAND_SIZE:
            yield Discard(tuple(card for card, count in zip(speeds, counts, strict=True) for _copy in range(count)))


ACTIONS: Final = tuple(_actions())
"""The actions by number, as in the action space; the numbers are the same in every race."""


def _key(action: Action) -> object:
    """Return a key that is the same for actions that differ only in the order of their cards."""
    if isinstance(action, Plan | Discard):
        return action.gear if isinstance(action, Plan) else 0, tuple(sorted(action.cards))
    return action


_NUMBERS: Final = {_key(action): number for number, action in enumerate(ACTIONS)}


def observed(view: SeatView) -> dict[str, int]:
    """Return the facts that a seat may know, by name, as non-negative numbers.

    Rivals are numbered in seat order, starting with the next seat. Distances are in spaces. The names and their order
    depend only on the number of cars.
    """
    count = len(view.cars)
    own = view.own
    numbers = {"round": view.round, "speed": view.speed if view.acting == view.seat else 0}
    numbers |= {f"step.{step}": int(view.step == step) for step in STEPS}
    for ahead in range(count):
        name = f"rival_{ahead}" if ahead else "own"
        car = view.cars[(own.index + ahead) % count]
        numbers |= {f"{name}.{field}": number for field, number in _of_car(view, car)}
    for pile, cards in (
        ("hand", view.hand),
        ("unseen", view.unseen),
        ("spent", view.spent),
        ("plan", view.plan[1] if view.plan else ()),
    ):
        numbers |= {f"{pile}.{card}": cards.count(card) for card in KEYS}
    track, space, way = view.sheet.track, view.space(own), 0
    for ahead in range(CORNERS_AHEAD):
        corner = track.next_corner(space)
        way += track.spaces_to_line(space, corner)
        numbers |= {f"corner_{ahead}.distance": way, f"corner_{ahead}.limit": view.own_limits[corner]}
        space, way = track.corners[corner].line_after % track.spaces + 1, way + 1
    return numbers


def _of_car(view: SeatView, car: CarView) -> Iterator[tuple[str, int]]:
    """Yield the public facts of a car by name; places and turns count from 1, and a car without a turn has turn 0."""
    yield "racing", int(car.status == RACING)
    yield "place", view.standings.index(car.index) + 1
    yield "space", view.space(car)
    yield "to_finish", max(view.sheet.finish + 1 - car.at, 0)
    yield "side_spot", car.spot
    yield "gear", car.gear
    yield "engine", car.engine
    yield "hand", car.hand
    yield "deck", car.deck
    yield "discard", car.discard
    yield "face_down", car.face_down
    yield "planned", int(car.planned)
    yield "turn", view.order.index(car.index) + 1 if car.index in view.order else 0
    yield "moved", int(car.index in view.order[: view.turns])
    yield "adrenaline", int(car.index in view.last)
    for card in KEYS:
        yield f"play.{card}", car.play.count(card)
        yield f"top.{card}", int(car.discard_top == card)


class HeatEnv(AECEnv, EzPickle):
    """A race of the base game on any track; the agents are `car_0`, `car_1` and so on.

    An agent observes a dict: "observation" has the numbers of `observed`, whose names are in `names`, and "action_mask"
    has a 1 for each action that is legal now, all 0 for an agent with nothing to choose. The rewards come at the end: 1
    for first place, -1 for last, the others evenly between, so that they add up to 0.
    """

    metadata: ClassVar[dict[str, Any]] = {"name": "heat_v0", "render_modes": [], "is_parallelizable": False}

    def __init__(self, track: str = "usa", cars: int = 4, laps: int | None = None) -> None:
        """Set up a race; `track` is the id of a track or the path of a track file.

        Raises BadFile or IllegalSetup, and ValueError for fewer than 2 cars.
        """
        EzPickle.__init__(self, track, cars, laps)
        AECEnv.__init__(self)
        if cars < 2:
            raise ValueError("an environment needs at least 2 cars")
        self.possible_agents = [f"car_{seat}" for seat in range(cars)]
        self._setup = RaceSetup(load_track(track), tuple(self.possible_agents), laps=laps)
        self.agents: list[str] = []
        self.render_mode = None
        self._start(0)
        self.names = tuple(observed(self.race.view(0)))
        sheet = self.race.rules.sheet
        most = 100 + cars * sheet.track.spaces * (sheet.laps + 1)  # longer races are called off (T3)
        space = {
            "observation": Box(0, most, (len(self.names),), np.float32),
            "action_mask": Box(0, 1, (len(ACTIONS),), np.int8),
        }
        self.observation_spaces = {agent: Dict(space) for agent in self.possible_agents}
        self.action_spaces = {agent: Discrete(len(ACTIONS)) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Dict:
        """Return the observation space, the same for all agents."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        """Return the action space, the indices of `ACTIONS`; it is the same for all agents."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start the race with this seed, by default the last one plus 1; `options` is ignored. Raises IllegalSetup."""
        self._start(self._seed + 1 if seed is None else seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._select()

    def observe(self, agent: str) -> dict[str, Any]:
        """Return the facts that the agent's seat may know, and its legal actions."""
        seat = self.possible_agents.index(agent)
        mask = np.zeros(len(ACTIONS), np.int8)
        decision = self.race.decision
        if decision is not None and decision.seat == seat:
            mask[[_NUMBERS[_key(action)] for action in decision.options()]] = 1
        numbers = observed(self.race.view(seat)).values()
        return {"observation": np.fromiter(numbers, np.float32, len(self.names)), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Play the action with this number for the agent that must choose; after the race, the only action is None.

        Raises IllegalAction, with the race unchanged, if the action is refused; ValueError for None during the race and
        for a number after it; IndexError for a number that no action has.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} has to choose")
        if action < 0:
            raise IndexError(f"no action has the number {action}")
        self.race.play(ACTIONS[action])
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if self.race.over:
            last = len(self.agents) - 1
            for place, seat in enumerate(self.race.standings):
                self.rewards[self.possible_agents[seat]] = 1 - 2 * place / last
            self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self._select()

    def choice_of(self, driver: Driver) -> int:
        """Return the number of the action that a driver would choose for the agent that must choose.

        Raises ValueError if the race is over.
        """
        decision = self.race.decision
        if decision is None:
            raise ValueError("the race is over")
        return _NUMBERS[_key(driver.choose(self.race.view(decision.seat), decision))]

    def _start(self, seed: int) -> None:
        self.race = Race.start(replace(self._setup, seed=seed))
        self._seed = seed

    def _select(self) -> None:
        decision = self.race.decision
        self.agent_selection = self.agents[0 if decision is None else decision.seat]


def env(track: str = "usa", cars: int = 4, laps: int | None = None) -> AECEnv:
    """Return an environment that checks its use: an illegal action ends the race, with a reward of -1 for its agent.

    Raises BadFile or IllegalSetup, and ValueError for fewer than 2 cars.
    """
    made = TerminateIllegalWrapper(HeatEnv(track, cars, laps), illegal_reward=-1)
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(made))
