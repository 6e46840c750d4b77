"""What a car's board says, and the parts that are never cut: boards, status line, points, winners, cards, curtain."""

from __future__ import annotations

from dataclasses import replace

import pytest

from heat_tui.engine.car import FINISHED, RETIRED
from heat_tui.game.table.match import Match
from heat_tui.modules.championship.state import ChampionshipShown
from heat_tui.modules.mulligan.answer import Mulligan
from heat_tui.modules.weather import Weather, WeatherShown
from heat_tui.tui.app import HeatApp
from heat_tui.tui.race.cover import Cover
from heat_tui.tui.race.hand import GearRow, short_name
from heat_tui.tui.race.panel import CarPanel, StatusLine, _road
from heat_tui.tui.season import Garages, SeasonScreen
from tests.paddock import event
from tests.tables import driver, loop, turn
from tests.tui.moments import PEOPLE, of_table, six_cars
from tests.tui.season_moments import over, planning_in_season, resting, season_until
from tests.tui.table import STILL, Table, at_the_table, race_app, seated, shown, until_screen, usa
from tests.upgrades import drive


@pytest.mark.point("B4")
def test_the_board_says_whether_a_car_is_past_the_line_or_no_longer_races() -> None:
    view = turn(loop(60, (12, 3), laps=1), driver(9, gear=4, play="4 4 4 4", engine=1)).race.view(None)
    beyond = replace(view.cars[0], at=view.sheet.finish + 4)
    assert _road(view, beyond) == "over S/F"
    assert _road(view, replace(beyond, status=FINISHED)) == "finished"
    assert _road(view, replace(beyond, status=RETIRED)) == "retired"


@pytest.mark.parametrize(("token", "bar"), [("snow", "■■■■□ 4"), ("fog", "■■■■■■□ 6"), ("sun", "■■□□□□ 2")])
def test_the_bar_of_an_engine_has_the_size_that_the_weather_gives(token: str, bar: str) -> None:
    setups = (replace(usa("Ada", seed=seed), modules=(Weather(),)) for seed in range(100))
    views = (Match.start(setup, ["person"]).view(None) for setup in setups)
    view = next(view for view in views if (road := view.part(WeatherShown)) is not None and road.token == token)
    car = replace(view.cars[0], engine=view.cars[0].engine - 1)
    assert CarPanel()._board(view, car)[1].plain == f"Engine {bar} Heat"


@pytest.mark.long
@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_an_engine_too_large_for_its_bar_has_its_number(size: tuple[int, int]) -> None:
    setup = usa("Ada", seed=1)
    match = Match.start(replace(setup, track=replace(setup.track, heat=20)), ["person"])
    async with at_the_table(match, size=size) as table:
        assert "■… 20 Heat" in shown(table.app)


@pytest.mark.parametrize(("number", "bar"), [(4, "■■■■■■□ 6"), (9, "■■■□ 3")])
def test_the_bar_of_an_engine_has_the_size_that_the_event_gives(number: int, bar: str) -> None:
    view = turn(loop(60, (12, 3)), driver(9), driver(7), modules=event(number)).race.view(None)
    car = replace(view.cars[0], engine=int(bar[-1]))
    assert CarPanel()._board(view, car)[1].plain == f"Engine {bar} Heat"


@pytest.mark.long
async def test_the_sponsorships_are_counted_at_every_size() -> None:
    app = HeatApp(STILL)
    async with app.run_test(size=(80, 24)) as pilot:
        table = Table(pilot)
        match = planning_in_season(people=2)
        assert match.decision is not None
        seat = match.decision.seat
        view = match.view(seat)
        paddock = dict(view.shown)["championship"]
        assert isinstance(paddock, ChampionshipShown)
        held = paddock.held[seat]
        assert held
        app.games.open_race(match)
        await table.rest()
        assert "plan your turn" in shown(app)
        assert f"Engine {view.own.engine} · Sponsorships {held}" in shown(app)
        await pilot.resize_terminal(120, 40)
        await pilot.pause()
        assert app.screen.query_one(CarPanel).size.height > 4
        assert f"Sponsorships {held} " in shown(app)
        assert "■■" in shown(app)


@pytest.mark.point("I3")
async def test_the_weather_never_leaves_the_status_line() -> None:
    async with at_the_table(planning_in_season(), size=(140, 40)) as table:
        line = table.app.screen.query_one(StatusLine)
        whole = str(line.render())
        await table.pilot.resize_terminal(len(whole) - 1, 40)
        await table.pilot.pause()
        short = str(line.render())
        assert " · sun  Ada plans" in short
        assert " · sun   " in whole
        await table.pilot.resize_terminal(115, 40)  # too narrow for the step, even with single blanks
        await table.pilot.pause()
        assert "shift gears" not in str(line.render())
        await table.pilot.resize_terminal(80, 24)
        await table.pilot.pause()
        assert " · sun  Ada plans" in str(line.render())
        await table.pilot.resize_terminal(140, 40)
        await table.pilot.pause()
        assert str(line.render()) == whole


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_the_status_line_names_who_is_asked_before_the_first_round(size: tuple[int, int]) -> None:
    async with at_the_table(Match.start(six_cars(mulligan=True), PEOPLE), size=size) as table:
        line = table.app.screen.query_one(StatusLine)
        assert str(line.render()).endswith(" · Before the start: mulligan   Ada")
        await table.race.play(Mulligan(take=False))
        await table.rest()
        assert str(line.render()).endswith(" · Before the start: mulligan   Bo")


async def test_the_cost_of_a_shift_is_never_cut() -> None:
    async with at_the_table(planning_in_season()) as table:
        row = table.app.screen.query_one(GearRow)
        assert row.decision.gear == 3
        await table.pilot.press("minus", "minus")
        await table.pilot.pause()
        assert "[1]" in str(row.render())
        assert "[1] −1 Heat" in str(row.render())
        assert row.render().cell_len <= row.size.width


@pytest.mark.long
async def test_the_points_of_the_race_are_below_its_result_if_everything_is_shown() -> None:
    async with at_the_table(season_until(resting(1)), size=(120, 40)) as table:
        await until_screen(table, SeasonScreen)
        await table.pilot.press("r")
        await table.pilot.pause()
        assert "Points for this race: Ada 9, " in shown(table.app)
        await table.pilot.resize_terminal(80, 24)
        await table.pilot.pause()
        assert "Points for this race" not in shown(table.app)


async def test_the_calendar_names_every_winner_in_full() -> None:
    async with at_the_table(season_until(over)) as table:
        await until_screen(table, SeasonScreen)
        await table.pilot.press("right", "right")
        await table.pilot.pause()
        assert "1 Great Britain won by Ada" in shown(table.app)
        assert "2 USA           won by Ada" in shown(table.app)


def test_a_sponsorship_is_named_on_the_narrowest_card() -> None:
    names = {width: short_name("sponsor-wings", width) for width in (4, 7, 10, 13)}
    assert names == {4: "Spo.", 7: "Sponsor", 10: "Spo.-wings", 13: "Sponsor-wings"}
    assert short_name("sponsor-frontwing", 10) == "Sponsor"
    assert short_name("radiator-6", 4) == "R.-6"


@pytest.mark.parametrize("width", [30, 40, 66])
async def test_no_line_of_the_garages_breaks_inside_a_card(width: int) -> None:
    app = HeatApp(STILL)
    async with app.run_test(size=(80, 24)):
        garages = Garages(season_until(over).view(None))
        await app.screen.mount(garages)
        lines = [line.plain for line in garages.lines(width)]
        cards = [line for line in lines if line.startswith("     ")]
        assert cards
        assert all(line.count("(") == line.count(")") for line in cards)


@pytest.mark.point("B4")
@pytest.mark.rule("G9")
async def test_the_limit_includes_the_adjust_of_the_car() -> None:
    place = driver(12, gear=2, engine=3, play="tyres-2b 1", hand="heat 1 1 1")
    async with at_the_table(of_table(drive(place, driver(40), track=loop(60, (30, 4), (50, 3), laps=2)))) as table:
        assert "<5> in" in str(table.race.query_one(CarPanel).render())


@pytest.mark.sampled
@pytest.mark.parametrize(("deck", "discard"), [(9, 9), (12, 10), (17, 12)])
async def test_the_piles_are_never_cut(deck: int, discard: int) -> None:
    """Late in a race, both piles may have two digits; a cut "discard ..." would say nothing."""
    match = planning_in_season(people=2)
    app = HeatApp(STILL, opening=lambda app: app.games.open_race(match))
    async with app.run_test(size=(80, 24)) as pilot:
        await Table(pilot).rest()
        panel = app.screen.query_one(CarPanel)
        view = match.view(0)
        full = replace(view.cars[0], hand=10, deck=deck, discard=discard)
        drawn = panel.lines((replace(view, cars=(full, *view.cars[1:])), 0))
        (piles,) = (line for line in drawn.split("\n") if line.plain.startswith("Hand"))
        assert piles.cell_len <= panel.size.width
        assert all(f"{number}" in piles.plain for number in (10, deck, discard))


@pytest.mark.long
@pytest.mark.parametrize("name", ["W" * 40, "日本語の名前がとても長いレーサーです", "あ" * 39 + "W", "Ada Lovelace"])
async def test_a_long_name_leaves_the_curtain_complete(name: str) -> None:
    """At 80 x 24, the curtain has four rows: whose turn it is, who has to look away, and two for the key."""
    app = race_app(usa(name, "Bo", "Cy"))
    async with seated(app):
        cover = app.screen.query_one(Cover)
        lines = cover.render().wrap(app.console, cover.size.width)
        assert len(lines) <= cover.size.height
        assert lines[0].plain.rstrip().endswith(": plan your turn")
        panel = app.screen.query_one(CarPanel).render().plain.splitlines()[0]
        assert name in panel or panel.endswith(("…", "… Adrenaline"))
        assert " …" not in panel


async def test_the_curtain_names_the_players_own_key() -> None:
    app = race_app(usa("Ada", "Bo"), settings=replace(STILL, keys={"lift": "x"}))
    async with seated(app) as table:
        assert "Press x to show " in shown(app)
        await table.press("x")
        assert not app.screen.query(Cover)
