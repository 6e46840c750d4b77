"""Automated drivers in a championship: its decisions, its Sponsorships, its press."""

from __future__ import annotations

import pytest

from heat_tui.drivers import KINDS, Steady
from heat_tui.drivers.outlook import daring_lines
from heat_tui.drivers.upgrades import weigh_upgrades
from heat_tui.engine.actions import KEEP_ALL, Discard, Exchange, KeepUpgrade, NextRace, Plan
from heat_tui.engine.decisions import DiscardDecision, ExchangeDecision, KeepDecision, NextRaceDecision, PlanDecision
from heat_tui.game.table.match import ask
from heat_tui.modules.championship.events import SponsorshipsUsed
from heat_tui.modules.championship.season import Season
from tests.paddock import CALM, all_but, event, press_road
from tests.seasons import of_year, short, started
from tests.tables import STUCK, driver, planning, turn

STEADY = Steady(1)
TITLES = ("1963", "1965", "career")
RACED = (
    *(("chance", title) for title in TITLES),
    *((kind, TITLES[place % len(TITLES)]) for place, kind in enumerate(KINDS) if kind != "chance"),
)
"""Pairs of a kind and a season: one for every kind, but all seasons for Chance, who chooses at random."""


@pytest.mark.long
@pytest.mark.parametrize(("kind", "title"), RACED)
def test_they_race_whole_seasons(kind: str, title: str) -> None:
    driver = KINDS[kind].make(3)
    season = Season.start(of_year(title, drivers=2, legends=1, seed=4))
    events = list(season.events)
    asked = set()
    while (decision := season.decision) is not None:
        asked.add(type(decision))
        events += season.play(ask(driver, season, decision))
    assert season.over
    assert {ExchangeDecision, NextRaceDecision} <= asked
    assert (KeepDecision in asked) == (title == "career")
    assert any(isinstance(told, SponsorshipsUsed) for told in events)


@pytest.mark.parametrize(
    ("owned", "market", "wanted"),
    [
        (("body-1", "turbo-8"), ("drive-4", "revs-1a"), Exchange("body-1", "drive-4")),
        (("drive-4", "turbo-8"), ("body-1", "revs-1a"), KEEP_ALL),
        (("body-1",), ("body-1",), KEEP_ALL),
        (("body-1", "drive-4"), ("drive-4", "body-5"), Exchange("body-1", "body-5")),
    ],
)
def test_steady_exchanges_the_worst_for_the_best(
    owned: tuple[str, ...], market: tuple[str, ...], wanted: Exchange
) -> None:
    view, decision = started(short(CALM)).season.view(0), ExchangeDecision(0, owned, market)
    assert STEADY.choose(view, decision) == wanted
    assert {action for _worth, action in weigh_upgrades(view, decision)} == set(decision.options())


def test_steady_keeps_the_best_and_continues() -> None:
    view = started(short(CALM)).season.view(0)
    assert STEADY.choose(view, KeepDecision(0, ("body-1", "drive-4", "revs-1a"))) == KeepUpgrade("drive-4")
    assert STEADY.choose(view, NextRaceDecision(0)) == NextRace()


def test_steady_discards_no_more_than_it_may() -> None:
    """At event 15, at most one card is discarded: one that would be discarded anyway."""
    road = press_road((40, 9))
    hand = "1 1 1 sponsor-revs sponsor-revs 4 4"
    places = driver(1, gear=4, play="1 1 1 1", hand=hand, deck="4 4 4 4 4 4 4"), driver(30, engine=0, hand=STUCK)
    free = turn(road, *places, modules=event(CALM)).to(DiscardDecision, 0)
    tight = turn(road, *places, modules=event(15)).to(DiscardDecision, 0)
    many = STEADY.choose(free.race.view(0), free.asked(DiscardDecision))
    one = STEADY.choose(tight.race.view(0), tight.asked(DiscardDecision))
    assert isinstance(many, Discard)
    assert isinstance(one, Discard)
    assert len(many.cards) > 1
    assert len(one.cards) == 1
    assert set(one.cards) <= set(many.cards)


def test_steady_plans_with_sponsorships() -> None:
    """Only with both of its Sponsorships does the car cross the finish line this round."""
    hand = "sponsor-turbo sponsor-turbo 1 1 1 1 1"
    table = planning(press_road((10, 9), laps=1), driver(107, gear=2, hand=hand), driver(90), modules=event(CALM))
    plan = STEADY.choose(table.race.view(0), table.asked(PlanDecision))
    assert plan == Plan(4, ("1", "1", "sponsor-turbo", "sponsor-turbo"))


def test_steady_expects_no_adrenaline_in_a_cloudburst() -> None:
    """In a cloudburst, the cards alone reach the limit of 9; otherwise, Adrenaline adds 1 to a speed of 8."""
    for number, cards in ((14, ("2", "2", "5")), (CALM, ("1", "2", "5"))):
        places = driver(35, gear=2, hand="1 1 2 2 4 5 5"), driver(37)
        table = planning(press_road((40, 9)), *places, modules=event(number))
        assert STEADY.choose(table.race.view(0), table.asked(PlanDecision)) == Plan(3, cards)


def test_the_lines_that_reward_speed_are_known() -> None:
    road = press_road((20, 3), (40, 5))
    calm = planning(road, driver(1), driver(5), modules=event(CALM)).race.view(0)
    assert daring_lines(calm) == {(1 - 20) % 60: 2}
    smile = planning(press_road((10, 3), (20, 4), (30, 5)), driver(1), driver(5), modules=event(16)).race.view(0)
    assert daring_lines(smile) == {}, "there the slow are seen"
    empty = planning(road, driver(1), driver(5, discard=all_but()), modules=event(CALM)).race.view(0)
    assert daring_lines(empty) == {}, "there is nothing to gain"
    assert daring_lines(planning(road, driver(1), driver(5)).race.view(0)) == {}


@pytest.mark.parametrize("kind", ["steady", "champion"])
def test_a_spin_out_that_ends_the_race_is_avoided(kind: str) -> None:
    """In other races, the car accepts the spin out, because a slow turn would end behind the same line anyway."""
    place = driver(10, gear=4, engine=0, hand="1 1 2 2 2 4 4", deck="1 2 3 4 heat")
    chances = []
    for number in (CALM, 10):
        table = planning(press_road((14, 2), (40, 5)), place, driver(30), modules=event(number))
        plan = ask(KINDS[kind].make(1), table.race, table.asked(PlanDecision))
        chances.append(table.race.forecast(0, plan).spin_chance)
    assert chances == [1, 0]
