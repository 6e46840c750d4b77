"""The own deck by kind, and the standings in full."""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import replace

import pytest

from heat_tui.engine.view import SeatView
from heat_tui.game.match import Match
from heat_tui.store.settings import Settings
from heat_tui.tui.menus.title import TitleScreen
from heat_tui.tui.race.piles import DeckScreen, StandingsScreen
from heat_tui.tui.screen import HeatScreen
from tests.tui.races import app_with
from tests.tui.table import STILL, shown, usa


def view(seat: int | None, *, rounds: int = 4, memory_aid: bool = True) -> SeatView:
    """What a seat sees some rounds later."""
    setup = replace(usa("Ada", "[red]Bo"), memory_aid=memory_aid)
    match = Match.start(setup, ("steady", "steady"), store=None)
    while match.view(None).round < rounds:
        match.play_driver()
    return match.view(seat)


def read(screen: HeatScreen[None], settings: Settings = STILL) -> str:
    """What such a screen shows."""
    seen = []

    async def story() -> None:
        app = app_with(screen, settings)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            seen.append(shown(app))

    asyncio.run(story())
    return seen[0]


def rows(text: str) -> dict[str, list[str]]:
    """The rows of the box by their first word."""
    cut = [line.split("│")[1].split() for line in text.splitlines() if line.count("│") > 1]
    return {each[0]: each[1:] for each in cut if each}


def test_kinds_are_counted_in_both_piles() -> None:
    own = view(0)
    text = read(DeckScreen(own))
    table = rows(text)
    deck, spent = Counter(own.unseen), Counter(own.spent)
    for kind in deck | spent:
        name = {"stress": "Stress", "heat": "Heat"}.get(kind, kind)
        counts = [each for each in table[name] if each.isdigit() or each == "·"]
        assert counts == [str(deck[kind] or "·"), str(spent[kind] or "·")], kind
    assert f"{len(own.unseen)} card" in text
    assert f"{len(own.spent)} card" in text


def test_without_the_memory_aid_the_piles_are_one() -> None:
    own = view(0, memory_aid=False)
    text = read(DeckScreen(own))
    assert "Draw deck and discard pile" in text
    assert rows(text)["Stress"][-1] == str(Counter(own.unseen)["stress"])


@pytest.mark.parametrize("key", ["escape", "enter", "d"])
def test_the_deck_closes(key: str) -> None:
    async def story() -> None:
        app = app_with(DeckScreen(view(0)))
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.press(key)
            await pilot.pause()
            assert isinstance(app.screen, TitleScreen)

    asyncio.run(story())


def test_the_standings_tell_every_open_figure() -> None:
    public = view(None)
    text = read(StandingsScreen(public))
    places = [line for line in text.splitlines() if "Legend" in line or "Ada" in line or "[red]Bo" in line]
    assert len(places) == len(public.standings)
    for line, index in zip(places, public.standings, strict=True):
        car, figures = public.cars[index], line.split("│")[1].split()
        assert figures[1] == str(index + 1)
        driver = index < 2
        tail = [str(each) if driver else "-" for each in (car.gear, car.engine, car.hand)]
        assert figures[-3:] == tail
        assert str(public.space(car)) in figures
    first, second = (public.cars[index] for index in public.standings[:2])
    assert f"+{first.at - second.at}" in places[1]


@pytest.mark.parametrize("key", ["escape", "enter", "s"])
def test_the_standings_close(key: str) -> None:
    async def story() -> None:
        app = app_with(StandingsScreen(view(None)))
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.press(key)
            await pilot.pause()
            assert isinstance(app.screen, TitleScreen)

    asyncio.run(story())


def test_both_in_ascii() -> None:
    plain = Settings(glyphs="ascii", title=False)

    async def story() -> None:
        for screen in (DeckScreen(view(0)), StandingsScreen(view(None))):
            app = app_with(screen, plain)
            async with app.run_test(size=(80, 24)) as pilot:
                await pilot.pause()
                assert shown(app).isascii()

    asyncio.run(story())
