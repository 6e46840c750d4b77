"""Two races that differ only in what one driver knows look the same to all others, to the last character."""

from __future__ import annotations

import asyncio
from collections import Counter

import pytest

from heat_tui.engine.actions import Plan
from heat_tui.engine.decisions import PlanDecision, ReactDecision
from heat_tui.store.tracks import load_track
from heat_tui.tui.app import HeatApp
from tests.tables import driver, turn
from tests.tui.marked import everywhere, marked_match, marks
from tests.tui.moments import of_table
from tests.tui.watched import ADA, OPENING, Watched, watched

BEFORE_A_CORNER = 33
"""The last space before a corner with limit 3."""

Frames = list[tuple[str, dict[str, str]]]

KEYS = ("m", "i", "l", "d", "u", "ctrl+p", "h", "1", "c")


@pytest.fixture(autouse=True)
def _notifications_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep notifications, because one of the two apps may be slower than the other."""
    monkeypatch.setattr(HeatApp, "NOTIFICATION_TIMEOUT", 1000.0)


def test_another_hand_and_another_plan_look_the_same_behind_the_curtain() -> None:
    """Gears, landings, costs and everything else that follows from a plan are as secret as the cards."""

    async def story(*, swapped: bool) -> Frames:
        match = marked_match("Ada", "Bo", swapped=swapped)
        async with watched(match, (100, 30)) as table:
            await table.lift()
            await table.tap("d", "escape", "i", "shift+tab", "escape")
            letters = [card for card in match.view(ADA).hand if card in marks(ADA)]
            gear = 2 if swapped else 1
            await table.choose(Plan(gear, tuple(letters[:gear])))
            return await _frames(table, *KEYS)

    assert _differences(asyncio.run(story(swapped=False)), asyncio.run(story(swapped=True))) == []


@pytest.mark.long
def test_another_covered_hand_looks_the_same_in_an_open_turn() -> None:
    """The odds of a Boost come from the driver's own deck and so reveal the hand: only that driver may see them.

    In one of the two races, no Boost would cost anything in the corner; a request for confirmation would
    reveal that too.
    """

    async def story(*, swapped: bool) -> Frames:
        match = marked_match("Ada", "Bo", swapped=swapped, places=(BEFORE_A_CORNER - 1, 20), engine=1)
        async with watched(match, (100, 30)) as table:
            await table.plan_all()
            assert match.to_move == ADA
            return await _frames(table, "down", "up", "2", "enter", "escape", *KEYS)

    assert _differences(asyncio.run(story(swapped=False)), asyncio.run(story(swapped=True))) == []


@pytest.mark.long
@pytest.mark.point("P7")
def test_a_finished_turn_looks_the_same_with_and_without_cards_to_discard() -> None:
    """No curtain appears for the discard, and a hand without anything to discard looks like any other."""

    def frames(hand: str) -> Frames:
        place = driver(5, gear=2, engine=6, hand=hand, deck="1 2 3 4 1 2 3 4", play="1 2")
        match = of_table(turn(load_track("usa"), place, driver(30, gear=2)).to(ReactDecision), ("person", "person"))
        match.coach = False

        async def story() -> Frames:
            async with watched(match, (100, 30)) as table:
                await table.tap("f")
                assert match.to_move == ADA
                assert isinstance(match.decision, PlanDecision)
                return await _frames(table, "m", "i", "l", "d", "u", "s")

        return asyncio.run(story())

    assert _differences(frames("1 2 3 4 4"), frames("stress stress stress stress stress")) == []


async def _frames(table: Watched, *keys: str) -> Frames:
    """Return everything shown or kept ready, at first and after each key; anything that a key opens is closed again."""
    frames: Frames = [("nothing", _all(table))]
    for key in keys:
        await table.tap(key)
        frames.append((key, _all(table)))
        if key in OPENING:
            await table.back()
    return frames


def _all(table: Watched) -> dict[str, str]:
    """Return everything that the app shows or keeps ready, by place."""
    counts: Counter[str] = Counter()
    texts = {}
    for place, text in everywhere(table.app):
        counts[place] += 1
        texts[f"{place} ({counts[place]})"] = text
    return texts


def _differences(one: Frames, other: Frames) -> list[str]:
    """Return the first ten differences between two series of frames."""
    faults = []
    for (key, here), (_key, there) in zip(one, other, strict=True):
        for place in sorted(here.keys() | there.keys()):
            first, second = here.get(place, "nothing"), there.get(place, "nothing")
            if first != second:
                at = next((at for at, pair in enumerate(zip(first, second, strict=False)) if pair[0] != pair[1]), 0)
                window = slice(max(at - 60, 0), at + 60)
                faults.append(f"after {key}, {place}: {first[window]!r} or {second[window]!r}")
    return faults[:10]
