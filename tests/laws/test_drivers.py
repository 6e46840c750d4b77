"""Laws of automated drivers: their choices are legal and depend only on their seed and what they may know."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import cycle, islice
from pathlib import Path
from random import Random

import pytest

from heat_tui.drivers import KINDS
from heat_tui.game.table.match import Match, thought
from heat_tui.modules.championship.season import Season
from heat_tui.store.saved_race import Chosen, Controller, GameSetup, opening, race_of
from heat_tui.store.saves import SaveStore
from tests.laws.law import law
from tests.laws.leaks import scrambled
from tests.laws.mixes import NAMES, drawn_mix
from tests.laws.test_season_laws import TITLES, drawn_season
from tests.saves.races import MIXES
from tests.saves.seasons import SEASONS

FULL: dict[str, GameSetup] = {
    name: replace((MIXES | SEASONS)[name][0], seats=NAMES[:6])
    for name in ("japan, a draft and every module", "mexico, everything at once", "a custom season with everything")
}
"""Setups of six drivers and two Legends, which between them use every module."""

CROWDED = [("japan, a draft and every module", first) for first in (0, 5)]
"""The setup with the most cars, with the index of the first seat's kind; every kind has a seat in one of the two."""

OFTEN = 0.1
"""The share of decisions at which a driver is asked again, in a race that looks the same from its seat."""

TIMES = 8
"""The maximum number of times that a game is saved and loaded, and choices are taken back."""


def game_of(name: str) -> GameSetup:
    """Return the setup of a season (by its title), a full table (by its name), or a random race (any other name)."""
    if name in TITLES:
        return drawn_season(name, 0)
    return FULL[name] if name in FULL else replace(drawn_mix(Random(name)), marked=False, laps=1).setup()


def kinds_from(first: int, seats: int) -> tuple[Controller, ...]:
    """Return the kinds for a number of seats, in rotation from index `first`."""
    return tuple(islice(cycle(KINDS), first, first + seats))


def chosen_in(setup: GameSetup, kinds: Sequence[Controller], random: Random) -> tuple[Chosen, ...]:
    """Return the drivers' choices to the end; check for some that nothing hidden from their seat changes them."""
    game = opening(setup, None)
    chosen: list[Chosen] = []
    began = 0
    while (decision := game.decision) is not None:
        kind, race = kinds[decision.seat], race_of(game)
        action = thought(kind, game, len(chosen) - began)()
        law(decision.objection(action) is None, "a driver chooses legally", kind, decision, action)
        if not race.over and random.random() < OFTEN:
            twin = scrambled(race, decision.seat, random, remembering=True)
            same = thought(kind, twin, len(chosen) - began)()
            law(same == action, "what a driver cannot know changes no choice", kind, decision, action, same)
        game.play(action)
        chosen.append(Chosen(decision.seat, action))
        if isinstance(game, Season) and game.race is not race:
            began = len(chosen)
    return tuple(chosen)


def chosen_after_going_back(
    setup: GameSetup, kinds: Sequence[Controller], chosen: Sequence[Chosen], store: SaveStore, random: Random
) -> tuple[Chosen, ...]:
    """Return all choices of a game in which a person in the first seat repeats those `chosen`.

    Now and then the game is saved and loaded, and choices are taken back.
    """
    match, done, played = Match.start(setup, ("person", *kinds[1:])), 0, 0
    back = random.sample(range(len(chosen)), min(len(chosen), TIMES))
    while not match.over:
        if match.waits_for_person or match.rests:
            match.play(chosen[done].action)
        else:
            match.play_driver()
        done, played = done + 1, played + 1
        if played in back:
            store.write(replace(match.saved(), name="game"))
            match = Match.resume(store.read("game"), store=None)
            if match.undo_stop is None and random.random() < 0.5:
                done -= match.undo().actions
            elif match.choices:
                done -= match.take_back(random.randint(1, min(match.choices, 3))).actions
    return match.saved().standing


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "first"),
    [
        *CROWDED,
        *(
            (name, first)
            for name, firsts in {
                **{name: range(place, len(KINDS), len(FULL)) for place, name in enumerate(FULL)},
                **{title: (place,) for place, title in enumerate(TITLES)},
                **{f"race {number}": (number % len(KINDS),) for number in range(12)},
            }.items()
            for first in firsts
            if (name, first) not in CROWDED
        ),
    ],
)
def test_drivers_choose_the_same_after_undo_and_from_a_save(name: str, first: int, tmp_path: Path) -> None:
    setup, random = game_of(name), Random(name)
    kinds = kinds_from(first, len(setup.seats))
    chosen = chosen_in(setup, kinds, random)
    assert chosen_after_going_back(setup, kinds, chosen, SaveStore(tmp_path), random) == chosen
