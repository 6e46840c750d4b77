"""The secrets of a season: which Sponsorships a driver holds, but not how many, and its seed until it ends."""

from __future__ import annotations

from dataclasses import replace

import pytest

from heat_tui.engine.decisions import PlanDecision
from heat_tui.game.table.match import Match
from heat_tui.modules.championship.state import KEYS
from heat_tui.tui.app import HeatApp
from heat_tui.tui.race.cover import Cover
from heat_tui.tui.season import SeasonScreen
from heat_tui.words.cards import card_name
from tests.tui.marked import everywhere, found
from tests.tui.season_moments import asks, drive_until, resting, season_of, season_until
from tests.tui.table import STILL, Table, at_the_table, shown, until_screen

NAMES = tuple(card_name(key) for key in sorted(KEYS))


def held(match: Match, seat: int) -> set[str]:
    """Return the names of the Sponsorships in a hand."""
    return {card_name(card) for card in match.view(seat).hand} & set(NAMES)


def planning() -> Match:
    """Return the moment when the first of two people plans in the first race, both with Sponsorships in hand."""
    match = season_until(asks(PlanDecision), season_of(people=2))
    match_hands = [held(match, seat) for seat in (0, 1)]
    assert all(match_hands)
    return match


@pytest.mark.long
@pytest.mark.parametrize("key", "yglsmi")
async def test_no_screen_names_a_sponsorship_of_a_covered_hand(key: str) -> None:
    match = planning()
    async with at_the_table(match, size=(120, 40)) as table:
        assert table.race.query(Cover)
        assert not found(everywhere(table.app), NAMES)
        await table.pilot.press(key)
        await table.pilot.pause()
        assert not found(everywhere(table.app), NAMES), shown(table.app)
        await table.pilot.press("escape")
        await table.rest()
        await table.lift()
        seat = match.to_move
        assert seat is not None
        other = held(match, 1 - seat) - held(match, seat)
        assert not found(everywhere(table.app), tuple(other))


async def test_only_numbers_are_shown_between_two_races() -> None:
    app = HeatApp(STILL)
    async with app.run_test(size=(120, 40)) as pilot:
        table = Table(pilot)
        match = season_until(resting(1), season_of(people=2))
        unused = sum(len(held(match, seat)) for seat in (0, 1))
        app.games.open(match)
        await until_screen(table, SeasonScreen)
        assert not found(everywhere(app), NAMES)
        assert (" Sponsorship" in shown(app)) or not unused
        await pilot.press("enter")
        await table.rest()
        assert not found(everywhere(app), NAMES)


async def test_the_goal_of_the_event_is_the_same_before_and_after_the_curtain() -> None:
    match = planning()
    drive_until(match, lambda now: asks(PlanDecision)(now) and now.view(None).round == 2)
    async with at_the_table(match, size=(120, 40)) as table:
        covered = _goal(shown(table.app))
        await table.lift()
        assert _goal(shown(table.app)) == covered != ""


def _goal(text: str) -> str:
    """Return the goal of the event as it is shown."""
    return next((line[line.index("grandstand:") :].strip() for line in text.splitlines() if "grandstand:" in line), "")


@pytest.mark.point("N1")
async def test_the_result_of_a_race_does_not_reveal_the_seed_of_an_unfinished_season() -> None:
    app = HeatApp(STILL)
    async with app.run_test(size=(120, 40)) as pilot:
        setup, controllers = season_of(people=2)
        match = season_until(resting(1), (replace(setup, chosen_seed=False), controllers))
        app.games.open_result(match)
        await pilot.pause()
        assert "seed" not in shown(app)
        assert "wins in" in shown(app)
