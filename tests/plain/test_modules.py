"""Races with the optional rules, typed line by line: every random choice can be typed and has words."""

from __future__ import annotations

from dataclasses import replace

import pytest

from heat_tui.drivers import Chance
from heat_tui.engine.actions import Action, Plan, React
from heat_tui.engine.decisions import Decision, ReactDecision
from heat_tui.engine.module import Module
from heat_tui.engine.view import SeatView
from heat_tui.game.table.match import Match
from heat_tui.modules.garage import Garage
from heat_tui.modules.garage.cards import SETS
from heat_tui.modules.garage.market import GarageShown
from heat_tui.modules.spaces import Spaces
from heat_tui.modules.tournament import Tournament
from heat_tui.modules.weather import Weather
from heat_tui.plain.console import CLEAR
from tests.plain.test_nonsense import NONSENSE, Nonsense
from tests.plain.typist import END, Keyboard, Screen, match, table

NO_UPGRADE = ["salvage", "salvage 9", "pay pay", "calm 99", "brakes", "refresh refresh", "card", "play 9", "with"]

RACES: tuple[tuple[str, tuple[Module, ...]], ...] = (
    ("usa", (Garage("basic", "deal"), Tournament())),
    ("italy", (Garage("both", "normal", SETS),)),
    ("france", (Garage("advanced", "snake", SETS), Weather())),
    ("mexico", (Garage("both", "normal", SETS), Weather(), Spaces(), Tournament())),
    ("japan", (Garage("advanced", "normal", SETS), Spaces())),
    ("spain", (Garage("advanced", "snake", SETS), Weather(), Spaces())),
    ("netherlands", (Garage("advanced", "normal", SETS), Weather(), Spaces(), Tournament())),
)


class Memory:
    """A random driver that records its choices."""

    name = "chance"

    def __init__(self, seed: int) -> None:
        self._chance = Chance(seed)
        self.chosen: list[Action] = []

    def choose(self, view: SeatView, decision: Decision) -> Action:
        """Return and record a random choice."""
        self.chosen.append(self._chance.choose(view, decision))
        return self.chosen[-1]


def in_order(action: Action) -> Action:
    """Return a plan or the use of a symbol with its cards in a fixed order, and any other action unchanged."""
    if isinstance(action, (Plan, React)):
        return replace(action, cards=tuple(sorted(action.cards)))
    return action


def typed(race: Match, seed: int) -> tuple[str, Memory]:
    """Type a race at random, and return its text and the driver that recorded the choices."""
    screen, memory = Screen(), Memory(seed)
    table(screen, Keyboard(screen, mind=memory), race).race()
    return screen.getvalue(), memory


@pytest.mark.long
@pytest.mark.parametrize("seed", [0, 1, 2])
@pytest.mark.parametrize(("track", "modules"), RACES, ids=[track for track, _modules in RACES])
def test_every_random_choice_can_be_typed(track: str, modules: tuple[Module, ...], seed: int) -> None:
    race = match("Ada", "Bo", track=track, modules=modules, seed=seed, retire=True, mulligan=True)
    told, memory = typed(race, seed)
    assert race.over
    assert "wins the race" in told
    assert list(map(in_order, (entry.action for entry in race.log))) == list(map(in_order, memory.chosen))


EVERYTHING = (Garage("advanced", "snake", SETS), Weather(), Spaces())


@pytest.mark.long
def test_on_a_terminal_nobody_sees_private_cards_of_others() -> None:
    """A card that can be played directly and a discard pile that is looked through are behind the curtain."""
    screen = Screen(terminal=True)
    race = match("Ada", "Bo", track="japan", modules=EVERYTHING, seed=2)
    table(screen, Keyboard(screen, mind=Chance(2), typed=True), race).race()
    parts = screen.getvalue().split(CLEAR)
    secret = [part for part in parts if "Your discard pile:" in part or ". play throttle" in part]
    assert len(secret) > 3
    for part in secret:
        names = {name for name in ("Ada", "Bo") if f"{name}, react (" in part}
        assert len(names) == 1
        assert "press Enter" not in part


@pytest.mark.sampled
@pytest.mark.parametrize("seed", [0, 1])
def test_a_driver_with_direct_play_always_reacts_behind_the_curtain(seed: int) -> None:
    asked: dict[tuple[str, bool], set[bool]] = {}

    def before(keyboard: Keyboard) -> str | None:
        decision, seat = keyboard.match.decision, keyboard.match.to_move
        if isinstance(decision, ReactDecision) and seat is not None and not keyboard.waits_for_enter:
            view = keyboard.match.view(seat)
            garage = view.part(GarageShown)
            assert garage is not None
            owns = any(key.startswith(("throttle", "frontwing-0b")) for key in garage.owned[seat])
            held = any(key.startswith(("throttle", "frontwing-0b")) for key in view.hand)
            assert held <= owns
            asked.setdefault(("owns" if owns else "", held), set()).add(not keyboard.is_behind_curtain)
        return None

    race = match("Ada", "Bo", modules=(Garage("advanced", "normal", ("base",)),), seed=seed)
    table(screen := Screen(), Keyboard(screen, mind=Chance(seed), before=before), race).race()
    assert asked["owns", True] == asked["owns", False] == {False}
    assert True in asked["", False]


def test_the_commands_of_modules_exist_only_with_the_modules() -> None:
    lines = iter(["garage", "weather", "card brakes-1234", "card", "card banana", END])
    screen = Screen()
    keyboard = Keyboard(screen, before=lambda _: next(lines))
    table(screen, keyboard, match("Ada", modules=(Garage("both", "normal"), Weather()), seed=4)).race()
    told = screen.getvalue()
    assert "Draft round 1 of 3; still to choose, in this order: Ada." in told
    assert "In the market: " in told
    assert "Ada has no upgrades yet." in told
    assert "The signs: " in told
    assert "This race's weather:" in told
    assert "Corner 4: " in told
    assert "Brakes-1234 (1/2/3/4 H1): Upgrade with speed 1, 2, 3 or 4" in told
    assert "Type card and the name of one card, such as card stress." in told
    assert '"banana" is not a card' in told

    lines = iter(["garage", "weather", "help", END])
    screen = Screen()
    table(screen, Keyboard(screen, before=lambda _: next(lines)), match("Ada")).race()
    told = screen.getvalue()
    assert '"garage" is not a gear' in told
    assert '"weather" is not a gear' in told
    assert "garage:" not in told


@pytest.mark.long
@pytest.mark.parametrize("once", [True, False])
def test_nonsense_is_refused_at_every_prompt_of_upgrades(once: bool) -> None:
    kinds = ("take an upgrade:", "put an upgrade away:", "react", "refresh", "choose values")
    wanted, met = {f"Ada, {kind}" for kind in kinds}, set[str]()
    lines = [line for line in NONSENSE if not line.isdigit() and line != "1 9"] + NO_UPGRADE
    for seed in (12, *range(12)):  # the first race has all these prompts
        nonsense = Nonsense(lines, len(lines) if once else 8, once=once)
        race = match("Ada", modules=EVERYTHING, seed=seed)
        table(screen := Screen(), Keyboard(screen, before=nonsense, mind=Chance(seed)), race).race()
        assert race.over
        met |= nonsense.prompts
        if wanted <= met:
            break
    assert wanted <= met
