"""Cards use the available room."""

from __future__ import annotations

import asyncio
from typing import NamedTuple

import pytest

from heat_tui import language
from heat_tui.engine.actions import OneCard
from heat_tui.engine.module import Module
from heat_tui.engine.setup import RaceSetup
from heat_tui.game.table.match import Match
from heat_tui.modules.garage import Garage
from heat_tui.store.settings import Settings
from heat_tui.store.tracks import load_track
from heat_tui.tui.app import HeatApp
from heat_tui.tui.look import Look
from heat_tui.tui.race.hand import Hand, card_row
from heat_tui.tui.race.prompts import ChoosingPrompt, shared
from heat_tui.words.cards import all_cards, what_symbols_do
from tests.tui.module_moments import putting_away
from tests.tui.swift import Swift
from tests.tui.table import shown

pytestmark = pytest.mark.point("G2")


class Sizes(NamedTuple):
    """The columns of a card, its rows, and the columns of the hand."""

    card: int
    rows: int
    width: int


def table(size: tuple[int, int], *modules: Module, settings: Settings | None = None) -> tuple[str, Sizes, Match]:
    """Return the screen of a person who has to choose, the sizes of the hand (0 without one), and the match."""
    setup = RaceSetup(load_track("italy"), ("Ada", "Bo"), seed=4, modules=modules)
    match = Match.start(setup, ("person", "steady"), store=None)
    app = HeatApp(settings or Settings(animation="off"), opening=lambda app: app.games.open(match))

    async def story() -> tuple[str, Sizes]:
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await pilot.pause()
            sizes = [Sizes(hand.card_width, *reversed(hand.size)) for hand in app.screen.query(Hand)]
            return shown(app), next(iter(sizes), Sizes(0, 0, 0))

    return *asyncio.run(story()), match


@pytest.mark.long
def test_the_cards_of_a_hand_grow_with_the_screen() -> None:
    areas = []
    for size in ((80, 24), (120, 40), (160, 50), (200, 60)):
        text, hand, _match = table(size)
        assert 0 < 7 * hand.card <= hand.width
        areas.append(hand.card * hand.rows)
        assert ("▀▀█" in text.replace("▚", "")[-3000:]) == (size >= (160, 50)), "large figures"
    assert areas[0] < areas[1] < areas[2] == areas[3]


def test_ascii_cards_have_plain_figures() -> None:
    text, hand, _match = table((160, 50), settings=Settings(animation="off", glyphs="ascii"))
    assert hand.rows >= 8
    assert text.isascii()


@pytest.mark.long
@pytest.mark.parametrize("size", [(120, 40), (200, 60)])
def test_every_card_of_the_market_shows_its_effect(size: tuple[int, int]) -> None:
    text, _hand, match = table(size, Garage("both"))
    words = " ".join(text.split())
    assert match.decision is not None
    for action in match.decision.options():
        assert isinstance(action, OneCard)
        for sentence in what_symbols_do(match.sheet.cards[action.card])[:1]:
            assert sentence[:30] in words


@pytest.mark.long
@pytest.mark.parametrize("widened", [False, True])
def test_the_effect_of_a_card_wraps_into_the_free_rows(widened: bool) -> None:
    """Three of the four upgrades have room for three rows each, the last one for the remaining two."""

    async def story() -> str:
        app = HeatApp(Settings(animation="off"), opening=lambda app: app.games.open_race(putting_away()))
        async with app.run_test(size=(100, 40) if widened else (120, 40)) as pilot:
            swift = Swift(app)
            await swift.pause()
            if widened:
                await swift.resize_terminal(120, 40)
            assert pilot.app.screen.query_one(ChoosingPrompt).size.height == 16
            return shown(app)

    rows = [row.partition("│")[0].rstrip() for row in asyncio.run(story()).splitlines()[-16:-1]]
    assert rows[0].startswith(" 1 Drive-0c")
    assert rows[3] == "     turn."
    assert [row[1] for row in (rows[0], rows[4], rows[8], rows[12])] == ["1", "2", "3", "4"]
    assert [row.endswith("…") for row in rows] == [False] * 14 + [True]


@pytest.mark.parametrize(
    ("room", "wanted", "given"),
    [
        (9, [3, 3, 3], [3, 3, 3]),
        (12, [3, 3, 3], [3, 3, 3]),
        (7, [3, 3, 3], [3, 2, 2]),
        (7, [1, 4, 3], [1, 3, 3]),
        (0, [2], [0]),
        (-3, [2, 1], [0, 0]),
        (5, [], []),
        (5, [-1, 2], [0, 2]),
    ],
)
def test_rows_are_distributed_one_by_one(room: int, wanted: list[int], given: list[int]) -> None:
    assert shared(room, wanted) == given


def test_a_small_market_is_a_list() -> None:
    text, _hand, match = table((80, 24), Garage("both"))
    listed = [row for row in text.splitlines() if row[1:2].isdigit() and row[2:3] == " "]
    assert match.decision is not None
    assert len(listed) >= len([*match.decision.options()])


def test_no_sign_of_a_listed_card_is_cut_where_the_values_leave_room() -> None:
    listed = [all_cards()[key] for key in ("frontwing-0a", "frontwing-2", "frontwing-4", "tyres-1", "wings-3", "heat")]
    language.use("ja")
    try:
        *upgrades, heat = (card_row(card, listed, Look()) for card in listed)
    finally:
        language.use("en")
    assert upgrades[1] == "フロントウイング-2  2  DR2 V2 X5"
    assert upgrades[3] == "タイヤ-1            1  X2 L+1"
    assert heat == "ヒート"
