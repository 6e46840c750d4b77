"""The player's deck by kind, and the full standings."""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import replace

import pytest

from heat_tui import language
from heat_tui.engine.view import SeatView
from heat_tui.game.table.match import Match
from heat_tui.language import _
from heat_tui.modules.legends.words import turned_lines
from heat_tui.store.settings import Settings
from heat_tui.tui.app import HeatApp
from heat_tui.tui.look import Look
from heat_tui.tui.menus.title import TitleScreen
from heat_tui.tui.race.panel import Piles, Places, standings_table
from heat_tui.tui.race.piles import DeckScreen, StandingsScreen
from heat_tui.tui.race.screen import RaceScreen
from heat_tui.tui.screen import HeatScreen
from heat_tui.typesetting import cell_len
from heat_tui.words.cards import card_name
from tests.tui.moments import PEOPLE, planning, race_until
from tests.tui.races import app_with
from tests.tui.table import STILL, shown, usa


def view(seat: int | None, *, rounds: int = 4, memory_aid: bool = True) -> SeatView:
    """Return a seat's view of a race at the start of round `rounds`."""
    setup = replace(usa("Ada", "[red]Bo"), memory_aid=memory_aid)
    match = Match.start(setup, ("steady", "steady"), store=None)
    while match.view(None).round < rounds:
        match.play_driver()
    return match.view(seat)


def read(screen: HeatScreen[None], settings: Settings = STILL) -> str:
    """Return the text of a screen at 80 x 24."""
    seen = []

    async def story() -> None:
        app = app_with(screen, settings)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            seen.append(shown(app))

    asyncio.run(story())
    return seen[0]


def rows(text: str) -> dict[str, list[str]]:
    """Return the rows of the box by their first word."""
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


def test_without_the_memory_aid_the_piles_are_combined() -> None:
    own = view(0, memory_aid=False)
    text = read(DeckScreen(own))
    assert "Draw deck and discard pile" in text
    assert rows(text)["Stress"][-1] == str(Counter(own.unseen)["stress"])


@pytest.mark.parametrize("key", ["escape", "enter", "d"])
async def test_the_deck_closes(key: str) -> None:
    app = app_with(DeckScreen(view(0)))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "Esc close" in shown(app)
        await pilot.press(key)
        await pilot.pause()
        assert isinstance(app.screen, TitleScreen)


def places(stress: int = 0) -> Places:
    """Return the content of the race's standings, with the same Stress for every car."""
    public = view(None)
    return Places(public, None, [stress] * len(public.cars))


@pytest.mark.point("C3")
def test_the_standings_show_every_open_figure() -> None:
    public = view(None)
    text = read(StandingsScreen(places(stress=8)))
    lines = [line for line in text.splitlines() if "Legend" in line or "Ada" in line or "[red]Bo" in line]
    assert len(lines) == len(public.standings)
    first = public.cars[public.standings[0]]
    for line, index in zip(lines, public.standings, strict=True):
        car, figures = public.cars[index], line.split("│")[1].split()
        assert figures[1] == str(index + 1)
        if index < 2:
            piles = [car.hand, car.deck, "-" if car.discard_top is None else card_name(car.discard_top), 8]
            assert figures[-6:] == [str(each) for each in (car.gear, car.engine, *piles)]
        assert str(public.space(car)) in figures
        assert (f"+{first.at - car.at}" in figures) is (car.at < first.at)


@pytest.mark.point("I1")
@pytest.mark.parametrize("width", [44, 70])
def test_the_standings_mark_the_cars_with_adrenaline_while_planning_too(width: int) -> None:
    public = replace(view(None), last=(0, 3))
    assert public.step == "planning"
    assert public.sheet.drivers == 2
    rows = [*map(str, standings_table(Places(public, None, [0] * len(public.cars)), width, Look()))]
    assert [int(row.split()[1]) - 1 for row in rows if " A+ " in row] == [0], "a Legend has no Adrenaline"
    assert {len(row) for row in rows[1:]} == {width}


@pytest.mark.point("I2")
async def test_the_piles_and_the_stress_seen_of_all_drivers_are_columns_at_120_columns() -> None:
    match = race_until(planning(in_round=3), PEOPLE)
    app = HeatApp(STILL, opening=lambda app: app.games.open_race(match))
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, RaceScreen)
        public, stress = screen.show.stage.table, screen.show.stage.stress
        rows = [row[70:].split() for row in shown(app).splitlines()]
        assert ["deck", "top", "Stress"] in rows
        for car in public.cars[: public.sheet.drivers]:
            top = "-" if car.discard_top is None else card_name(car.discard_top)
            row = next(row for row in rows if row[-3:] == [str(car.deck), top, str(stress[car.index])])
            assert row[1] == str(car.index + 1)


@pytest.mark.point("I2")
@pytest.mark.parametrize("cars", [5, 8])
async def test_more_than_four_drivers_have_their_piles_two_a_line_and_the_log_keeps_its_room(cars: int) -> None:
    match = Match.start(usa(*"ABCDEFGH"[:cars], legends=0), ["person"] + ["steady"] * (cars - 1))
    app = HeatApp(STILL, opening=lambda app: app.games.open_race(match))
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        block = app.screen.query_one(Piles).region
        rows = [row[block.x : block.right].split() for row in shown(app).splitlines()[block.y : block.bottom]]
        halves = [half for row in rows[1:] for half in (row[:4], row[4:]) if half]
        assert rows[0] == ["deck", "top", "Stress"] * 2
        assert sorted(halves) == [[str(car.index + 1), str(car.deck), "-", "0"] for car in match.view(None).cars]
        assert app.screen.query_one("#log").size.height >= 10


@pytest.mark.point("I4")
@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_a_key_opens_and_closes_the_legend_cards_turned_over(size: tuple[int, int]) -> None:
    match = race_until(planning(in_round=3), PEOPLE)
    app = HeatApp(STILL, opening=lambda app: app.games.open_race(match))
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        await pilot.press("L")
        await pilot.pause()
        text = " ".join(shown(app).replace("│", " ").split())
        assert all(" ".join(line.split()) in text for line in turned_lines(match.view(None)))
        await pilot.press("L")
        await pilot.pause()
        assert isinstance(app.screen, RaceScreen)


@pytest.mark.point("C3")
async def test_the_standings_show_long_names_in_full_on_a_wide_terminal() -> None:
    public = Match.start(usa("Celestine de la Tour", "Bo"), ("steady", "steady"), store=None).view(None)
    app = app_with(StandingsScreen(Places(public, None, [0] * len(public.cars))))
    async with app.run_test(size=(120, 40)) as pilot:
        for size, name in (((120, 40), "Celestine de la Tour "), ((80, 24), "Celestine de l… ")):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            rows = shown(app).splitlines()
            assert any(name in row for row in rows)
            assert any(row.rstrip(" │").endswith("Stress") for row in rows)


@pytest.mark.point("C3")
@pytest.mark.parametrize(
    ("top", "named"), [("radiator-6", "Rad.-6"), ("brakes-1234", "Brake…"), ("sponsor-wings", "Spons."), ("4", "4")]
)
def test_the_top_of_a_discard_pile_keeps_clear_of_the_deck(top: str, named: str) -> None:
    public = view(None)
    public = replace(public, cars=tuple(replace(car, deck=16, discard_top=top) for car in public.cars))
    rows = [*map(str, standings_table(Places(public, None, [8] * len(public.cars)), 70, Look()))]
    assert [row.split()[-3:] for row in rows if "Ada" in row or "Bo" in row] == [["16", named, "8"]] * 2


@pytest.mark.parametrize("key", ["escape", "enter", "s"])
async def test_the_standings_close(key: str) -> None:
    app = app_with(StandingsScreen(places()))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press(key)
        await pilot.pause()
        assert isinstance(app.screen, TitleScreen)


async def test_both_work_in_ascii() -> None:
    plain = Settings(glyphs="ascii", title=False)
    for screen in (DeckScreen(view(0)), StandingsScreen(places())):
        app = app_with(screen, plain)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            assert shown(app).isascii()


@pytest.mark.parametrize("code", language.languages())
def test_the_gap_has_room_beside_the_log_of_the_smallest_screen(code: str) -> None:
    language.use(code)
    try:
        head, *_cars = map(str, standings_table(Places(view(None), None, (0, 0)), 44, Look()))
        assert _("gap") in head.split()
    finally:
        language.use("en")


@pytest.mark.parametrize("code", language.languages())
@pytest.mark.parametrize("width", [44, 49, 70])
def test_the_standings_cut_neither_a_legend_nor_stress_in_any_language(code: str, width: int) -> None:
    public = view(None)
    public = replace(public, cars=tuple(replace(car, discard_top="stress") for car in public.cars))
    language.use(code)
    try:
        rows = [*map(str, standings_table(Places(public, None, [0] * len(public.cars)), width, Look()))]
        assert {cell_len(row) for row in rows[1:]} == {width}
        assert "…" not in "".join(rows)
    finally:
        language.use("en")
