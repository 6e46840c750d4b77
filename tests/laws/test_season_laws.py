"""The laws over seasons of every year, custom ones and careers, with every option."""

from __future__ import annotations

import os
from dataclasses import replace
from random import Random

import pytest

from heat_tui.engine.module import Module
from heat_tui.engine.setup import COLOURS
from heat_tui.modules.championship.calendar import SeasonRace
from heat_tui.modules.championship.event_rules import (
    BribedCommittee,
    Cloudburst,
    EventRule,
    Grandstand,
    SponsorWithdraws,
    Strike,
)
from heat_tui.modules.championship.race import Championship
from heat_tui.modules.championship.season import Season, SeasonSetup
from heat_tui.modules.garage import LEVELS
from heat_tui.modules.legends import Legends
from heat_tui.modules.mulligan import MulliganRule
from heat_tui.modules.tournament import Tournament
from tests.laws.law import BrokenLaw
from tests.laws.season_trial import SeasonTrial
from tests.places import NAMES
from tests.seasons import of_year

TITLES = ("1961", "1962", "1963", "1964", "1965", "custom", "career")

SEEDS = 30 if os.environ.get("HEAT_TUI_LAWS") == "deep" else 2
"""The number of seasons of every title."""

LOOKS = 0.02
"""The share of decisions, besides those between two races, at which the expensive laws are checked too."""


def drawn_season(title: str, seed: int) -> SeasonSetup:
    """Return the setup of a season with random options, whose races all have one or two laps."""
    random = Random(f"{title} {seed}")
    cars = random.randint(1, 8)
    drivers = random.randint(1, cars)
    setup = of_year(title, drivers=drivers, legends=0, seed=seed, races=random.randint(1, 6))
    legends = Legends(cars - drivers, random.choice((0, 3)), random.random() < 0.5)
    return replace(
        setup,
        calendar=tuple(SeasonRace(race.track, race.event, random.choice((1, 1, 2))) for race in setup.calendar),
        level=random.choice(LEVELS),  # type: ignore[arg-type]
        colours=tuple(random.sample(COLOURS, random.choice((0, cars)))),
        handicap=tuple(random.randint(0, 2) for _ in range(random.choice((0, drivers)))),
        retire=random.random() < 0.5,
        memory_aid=random.random() < 0.7,
        modules=(
            *((legends,) if cars > drivers else ()),
            *((Tournament(),) if random.random() < 0.4 else ()),
            *((MulliganRule(),) if random.random() < 0.5 else ()),
        ),
    )


@pytest.mark.long
@pytest.mark.rule("E3", "E4", "E5", "E6", "E7", "E8", "E9", "E10", "E11", "E12", "E13", "K1", "K2")
@pytest.mark.parametrize(
    ("title", "seed"),
    [(title, seed) for seed in range(SEEDS) for title in TITLES],
)
def test_the_laws_hold_in_every_season(title: str, seed: int) -> None:
    random = Random(seed)
    trial = SeasonTrial(drawn_season(title, seed))
    while trial.season.decision is not None:
        if random.random() < LOOKS or trial.season.between_races:
            trial.look_closely(random)
        trial.play_on(random, most=1)
    trial.look_closely(random)
    trial.replays()


@pytest.mark.long
@pytest.mark.parametrize("title", TITLES)
def test_every_season_is_the_same_when_repeated(title: str) -> None:
    def told(seed: int) -> list[object]:
        trial = SeasonTrial(of_year(title, drivers=3, legends=1, seed=seed, races=2))
        trial.play_on(Random(seed), most=100_000)
        assert trial.season.over
        return [*trial.log, trial.season.standings]

    assert told(5) == told(5)
    assert told(5) != told(6)


def test_the_book_of_a_season_notices_faults() -> None:
    """The book has one Sponsorship or one point too many, or the race has one Sponsorship card too many."""
    trial = SeasonTrial(of_year("1961", drivers=2, legends=0))
    trial.book.held[0] += 1
    with pytest.raises(BrokenLaw, match="Sponsorships held"):
        trial.look()
    trial.book.held[0] -= 1
    trial.book.points[1] += 1
    with pytest.raises(BrokenLaw, match="points are added up"):
        trial.look()
    trial.book.points[1] -= 1
    trial.look()
    trial.season.race.cars[0].discard.append("sponsor-turbo")
    with pytest.raises(BrokenLaw, match="neither made nor lost"):
        trial.look()


def test_a_season_starts_with_any_number_of_drivers() -> None:
    for drivers in range(1, 9):
        season = Season.start(of_year("1961", drivers=drivers, legends=8 - drivers))
        assert len(season.view(None).cars) == 8
        assert season.setup.seats == NAMES[:drivers]


def silent(self: object, *facts: object, **more: object) -> None:
    """Ignore the facts and return nothing."""


def last_fact(self: object, *facts: object) -> object:
    """Return the last argument, the value that a rule may change, unchanged."""
    return facts[-1]


@pytest.mark.long
@pytest.mark.parametrize(
    ("title", "rule", "name", "answer"),
    [
        ("1961", EventRule, "impresses", silent),
        ("1961", Grandstand, "earns", silent),
        ("1961", Strike, "points", last_fact),
        ("1962", BribedCommittee, "points", last_fact),
        ("1963", SponsorWithdraws, "spin_stress", last_fact),
        ("1964", Cloudburst, "adrenaline", last_fact),
        ("1961", Championship, "grid", last_fact),
    ],
    ids=lambda part: part if isinstance(part, str) else getattr(part, "__name__", ""),
)
def test_a_rule_without_effect_is_noticed(
    title: str, rule: type[Module], name: str, answer: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rule, name, answer)
    with pytest.raises(BrokenLaw):
        _race_seasons(title)


def _race_seasons(title: str) -> None:
    for seed in range(20):
        trial = SeasonTrial(of_year(title, drivers=5, legends=0, seed=seed))
        trial.play_on(Random(seed), most=100_000)
