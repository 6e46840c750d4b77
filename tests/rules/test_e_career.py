"""Careers (E12)."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from heat_tui.engine.actions import KeepUpgrade, NextRace
from heat_tui.engine.cards import HEAT
from heat_tui.engine.decisions import KeepDecision, NextRaceDecision, PlanDecision
from heat_tui.engine.events import ChoiceForced
from heat_tui.engine.record import IllegalAction
from heat_tui.modules.championship.calendar import CAREER, MOST_RACES, career_calendar
from heat_tui.modules.championship.events import SeasonEnded, UpgradeKept
from heat_tui.modules.championship.season import Season
from tests.paddock import CALM
from tests.seasons import PARTS, TRACKS, Told, career, short, started


@pytest.mark.rule("E12", "E1")
def test_a_career_is_the_first_three_years_in_a_row() -> None:
    calendar = career_calendar(TRACKS)
    assert tuple(race.event for race in calendar) == tuple(range(1, 11))
    assert len(calendar) == MOST_RACES == sum(PARTS)
    assert (CAREER, PARTS) == (("1961", "1962", "1963"), (3, 3, 4))


@pytest.mark.rule("E12")
def test_after_a_season_every_driver_keeps_one_upgrade() -> None:
    told = career().ended(0, 1, 2)
    assert isinstance(told.season.decision, NextRaceDecision), "not within a season"
    told.next().ended(2, 0, 1)
    assert told.season.between_races
    kept = []
    for seat in range(3):
        decision = told.season.decision
        assert isinstance(decision, KeepDecision)
        assert (decision.seat, decision.cards) == (seat, told.garage().owned[seat])
        assert len(decision.cards) == 2
        kept.append(decision.cards[-1])
        told.play(KeepUpgrade(decision.cards[-1]))
    assert [event.card for event in told.told(UpgradeKept)] == kept
    told.next()
    assert told.garage().owned == tuple((card,) for card in kept)
    assert told.championship().held == (0, 0, 0), "all Sponsorships go back"
    assert told.championship().deck == 35
    assert (told.championship().number, told.championship().races) == (3, 6)
    assert told.season.points == (15, 10, 13), "points of all races are added"
    assert told.championship().scores == (15, 10, 13)


@pytest.mark.rule("E12")
def test_each_season_of_a_career_begins_with_a_random_grid() -> None:
    grids: dict[int, set[tuple[int, ...]]] = {1: set(), 2: set(), 3: set()}
    for seed in range(8):
        told = career(seed=seed)
        for race in range(1, 4):
            told.ended(0, 1, 2).next()
            grids[race].add(told.grid())
    assert grids[1] == grids[3] == {(0, 1, 2)}
    assert len(grids[2]) > 2


@pytest.mark.point("B6")
@pytest.mark.rule("E12", "E3")
def test_later_grids_of_a_career_follow_the_points_of_that_season_alone() -> None:
    """Car 0 wins both races of the first season, and comes last in the first two of the second."""
    told = started(short(CALM, CALM, CALM, CALM, CALM, CALM, parts=(2, 3, 1)))
    told.ended(0, 1, 2).next().ended(0, 1, 2).next().ended(2, 1, 0).next()
    assert told.season.points == (22, 18, 17)
    assert told.championship().scores == (22, 18, 17), "the points of all races are added"
    assert told.grid() == (2, 1, 0)
    told.ended(1, 2, 0).next()
    assert told.season.standings == (1, 0, 2), "26, 27 and 23 points in all"
    assert told.grid() == (1, 2, 0), "15 points each for cars 1 and 2; the better place in the last race"
    again = Season.restore(told.season.setup, json.loads(json.dumps(told.season.snapshot())))
    assert again.carried == told.season.carried


@pytest.mark.rule("E12")
def test_only_owned_cards_can_be_kept() -> None:
    told = career().ended(0, 1, 2).next().ended(0, 1, 2)
    decision = told.season.decision
    assert isinstance(decision, KeepDecision)
    before = told.season.snapshot()
    malformed = KeepUpgrade(3)  # type: ignore[arg-type]
    for wrong, code in ((KeepUpgrade("turbo-99"), "not-owned"), (NextRace(), "not-asked"), (malformed, "malformed")):
        with pytest.raises(IllegalAction) as refused:
            told.season.play(wrong)
        assert refused.value.refusal.code == code
    assert told.season.snapshot() == before


@pytest.mark.rule("E12")
def test_nothing_is_asked_without_a_choice() -> None:
    """After one race, a driver owns a single upgrade, and keeps it."""
    told = started(short(CALM, CALM, parts=(1, 1))).ended(0, 1, 2)
    assert [event.car for event in told.told(UpgradeKept)] == [0, 1, 2]
    assert isinstance(told.season.decision, NextRaceDecision)
    owned = told.garage().owned
    told.next()
    assert told.garage().owned == owned


@pytest.mark.rule("E12")
def test_nothing_is_asked_with_two_identical_cards_or_with_none() -> None:
    told = career(level="basic").ended(0, 1, 2).next().to(PlanDecision)
    data = json.loads(json.dumps(told.season.snapshot()))
    garage = data["race"]["modules"]["garage"]
    for cards in garage["owned"]:
        garage["deck"] += cards
    double = next(card for card, count in Counter(garage["deck"]).items() if count > 1 and card != HEAT)
    for _ in range(2):
        garage["deck"].remove(double)
    garage["owned"] = [[double, double], [], [garage["deck"].pop()]]
    told = Told(Season.restore(told.season.setup, data)).ended(0, 1, 2)
    assert [(event.car, event.card) for event in told.told(UpgradeKept)] == [
        (0, double),
        (1, None),
        (2, garage["owned"][2][0]),
    ]
    forced = [event for event in told.events[-4:] if isinstance(event, ChoiceForced)]
    assert [event.car for event in forced] == [0]
    told.next()
    assert told.garage().owned[:2] == ((double,), ())


@pytest.mark.rule("E12", "E8")
def test_the_very_last_race_breaks_a_tie_of_a_career() -> None:
    told = started(short(CALM, CALM, drivers=2, parts=(1, 1))).ended(0, 1).next().ended(1, 0)
    assert told.season.points == (15, 15)
    assert told.told(SeasonEnded) == [SeasonEnded((1, 0))]
    assert len(told.told(UpgradeKept)) == 2, "nothing is kept after the last season"
