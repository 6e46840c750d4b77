"""The boards of a race: they match the frame that is shown, have room in a crowded race, and repaint only changes."""

from __future__ import annotations

from dataclasses import replace
from time import monotonic

import pytest
from rich.cells import cell_len
from rich.text import Text
from textual._compositor import Compositor, LayoutUpdate
from textual.widget import Widget

from heat_tui.drivers import Steady
from heat_tui.engine import Race, RaceSetup
from heat_tui.engine.actions import Exchange, React
from heat_tui.engine.car import FINISHED
from heat_tui.engine.decisions import Decision, ExchangeDecision, PickDecision, PlanDecision, ReactDecision
from heat_tui.engine.events import CardFlipped, CardsRevealed, DeckShuffled, HandCluttered, HandFilled
from heat_tui.engine.setup import RaceSheet
from heat_tui.game.table.match import Match
from heat_tui.game.telling.unfolding import stress_seen
from heat_tui.modules.legends import Legends, card_numbers, landings
from heat_tui.modules.legends.events import LegendDecided
from heat_tui.modules.tournament.events import CardLost
from heat_tui.modules.weather import WeatherShown
from heat_tui.modules.weather.words import start_words
from heat_tui.store.settings import Glyphs, Settings
from heat_tui.store.tracks import load_track
from heat_tui.tui.lists import KeyFooter, SafeList
from heat_tui.tui.look import Look
from heat_tui.tui.race.motion import PACES, Explained, Stage, Stepped, frames
from heat_tui.tui.race.panel import (
    Board,
    CarPanel,
    LogView,
    Picks,
    Places,
    Standings,
    StatusLine,
    gained,
    standings_table,
)
from heat_tui.tui.race.prompts import ChoosingPrompt
from heat_tui.tui.track.marks import Marks
from heat_tui.tui.track.scene import scene_of
from heat_tui.words.cards import card_name
from heat_tui.words.events import Line
from heat_tui.words.situation import inspect_car
from tests.places import driver, legend, loop
from tests.tables import Table as Placed
from tests.tables import turn
from tests.tui.module_moments import all_modules, with_symbols
from tests.tui.moments import ALONE, PEOPLE, of_table, planning, race_until, reacting
from tests.tui.scenery import FOREVER
from tests.tui.season_moments import asks, exchanging, season_of, season_until
from tests.tui.table import STILL, Table, at_the_table, shown

MOVING = Settings(animation="normal", title=False)


def match_of(table: Placed, people: int = 1) -> Match:
    """Return a match of the race at a table; the first `people` drivers are people, the others automated."""
    seats = len(table.race.setup.seats)
    who = tuple("person" if seat < people else "steady" for seat in range(seats))
    return of_table(table, who)


def text_of(table: Table, kind: type[Widget]) -> str:
    """Return the text of a widget of the race."""
    return str(table.race.query_one(kind).render())


@pytest.mark.point("B3")
async def test_boards_match_the_frame_that_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    """Once the log says that a car spins out, the boards show it in gear 4 beyond the corner until the map follows."""
    track = loop(60, (12, 3), (50, 9))
    placed = turn(track, driver(9, gear=4, play="4 4 4 4", deck="1 1 1", engine=1), driver(2, gear=2), legend(40))
    match = match_of(placed)
    monkeypatch.setitem(PACES, "normal", (FOREVER, FOREVER))
    async with at_the_table(match, settings=MOVING, size=(120, 40)) as table:
        assert "Gear 4" in text_of(table, CarPanel)
        race = table.race
        await race.play(React())
        show = race.show
        assert match.view(None).cars[0].gear == 1
        await table.pilot.pause()
        assert "spins out" in text_of(table, LogView)
        assert "Gear 4" in text_of(table, CarPanel)
        assert "1 Heat" in text_of(table, CarPanel)
        assert "  25  +15    4    1" in text_of(table, Standings)
        assert isinstance(show._waiting[0], Stepped)
        show._next()
        await table.pilot.pause()
        assert "Gear 1" in text_of(table, CarPanel)
        assert "0 Heat" in text_of(table, CarPanel)
        assert "Step" not in text_of(table, StatusLine)
        show.skip()
        await table.rest()
        assert "Step 8" in text_of(table, StatusLine)


async def test_a_busy_machine_leaves_out_steps_of_a_move(monkeypatch: pytest.MonkeyPatch) -> None:
    match = match_of(turn(loop(60, (12, 3), (50, 9)), driver(20, gear=4, play="4 4 4 4", deck="1 1 1"), driver(2)))
    monkeypatch.setitem(PACES, "normal", (FOREVER, FOREVER))
    async with at_the_table(match, settings=MOVING, size=(120, 40)) as table:
        show = table.race.show
        show._waiting.extend(Stepped(0, at, 1) for at in range(21, 31))
        for late, at in ((0, 21), (3.5, 25), (0.5, 26), (1.5, 28)):
            show._due = monotonic() - late * FOREVER
            show._next()
            assert show.stage.table.cars[0].at == at
        show.halt()


@pytest.mark.point("B3")
async def test_an_exchanged_upgrade_appears_on_the_board_with_its_log_line(monkeypatch: pytest.MonkeyPatch) -> None:
    match = exchanging()
    decision = match.decision
    assert isinstance(decision, ExchangeDecision)
    give, take = decision.owned[0], next(card for card in decision.market if card not in decision.owned)
    monkeypatch.setitem(PACES, "normal", (FOREVER, FOREVER))
    async with at_the_table(match, settings=MOVING, size=(120, 40)) as table:
        assert card_name(take) not in text_of(table, Picks)
        await table.race.play(Exchange(give, take))
        await table.pilot.pause()
        assert table.race.show.running
        assert f"exchanges {card_name(give)}" in text_of(table, LogView)
        assert card_name(take) in text_of(table, Picks)
        assert "The draft is over" in text_of(table, Picks)
        assert table.race.has_class("-drafting")
        table.race.show.skip()
        await table.rest()
        assert not table.race.has_class("-drafting")


@pytest.mark.point("I3")
async def test_the_effect_of_the_weather_on_engines_and_stress_is_shown_before_a_draft() -> None:
    match = race_until(lambda _match, decision: isinstance(decision, PickDecision), ALONE, setup=all_modules())
    weather = match.view(None).part(WeatherShown)
    assert weather is not None
    async with at_the_table(match) as table:
        assert start_words(weather.token) in " ".join(text_of(table, Picks).split())


@pytest.mark.point("I3")
async def test_the_draft_has_room_for_the_names_of_automated_drivers() -> None:
    setup = all_modules()
    setup = replace(setup, seats=(*setup.seats[:-1], "Champion 2"))
    match = race_until(lambda _match, decision: isinstance(decision, PickDecision), ALONE, setup=setup)
    async with at_the_table(match) as table:
        assert "Champion 2" in text_of(table, Picks)


@pytest.mark.long
@pytest.mark.point("B4")
async def test_a_car_past_the_finish_line_shows_a_flag_and_no_impossible_lap() -> None:
    track = loop(60, (12, 3), (50, 9), laps=1)
    match = match_of(
        turn(track, driver(90, gear=4, engine=3, play="4 1 1 1", deck="1"), driver(124, gear=2), driver(40))
    )
    async with at_the_table(match, size=(120, 40)) as table:
        first = text_of(table, Standings).splitlines()[1]
        assert "  ⚑   4" in first
        assert "  2   4" not in first
        await table.press("s")
        assert "⚑" in shown(table.app)


def legend_card_open(match: Match, decision: Decision) -> bool:
    """Return whether, from round 2 on, the Legend card is open and a Legend has yet to move."""
    return bool(landings(match.view(None))) and match.view(None).round >= 2


@pytest.mark.long
@pytest.mark.point("C1")
@pytest.mark.parametrize(
    ("size", "settings"),
    [((80, 24), STILL), ((120, 40), STILL), ((80, 24), replace(STILL, glyphs="ascii"))],
    ids=("low", "wide", "ascii"),
)
async def test_the_legend_card_is_shown_with_the_resulting_place(size: tuple[int, int], settings: Settings) -> None:
    match = race_until(legend_card_open, ALONE)
    view = match.view(None)
    (legend, (at, _spot)) = next(iter(landings(view).items()))
    diamond, helmet = card_numbers(view, legend) or (0, 0)
    async with at_the_table(match, settings=settings, size=size) as table:
        lines = shown(table.app).splitlines()
        row = next(line for line in lines if f" {legend + 1}  Legend" in line)
        signs = "d", "h", ">" if settings.glyphs == "ascii" else "»"
        diamonds, helmets, bound = signs if settings.glyphs == "ascii" else ("◆", "∩", "»")
        assert f"{diamonds}{diamond}" in row
        assert f"{helmets}{helmet}" in row
        assert any(f"{bound}{legend + 1}" in line for line in lines), shown(table.app)
        if size == (120, 40):
            assert f"→{view.sheet.track.space_of(at)}" in row


@pytest.mark.point("C1")
def test_a_moving_legend_has_the_turn_and_no_forecast_from_its_first_frame() -> None:
    match = race_until(legend_card_open, ALONE)
    stage, drivers = Stage(match.view(None), match.events), match.sheet.drivers
    driven: list[int] = []
    while len(driven) < 2:
        decision = match.decision
        assert decision is not None
        if match.waits_for_person:
            happened = match.play(Steady().choose(match.view(decision.seat), decision))
        else:
            happened = match.play_driver()
        stage.expect(match.view(None))
        for frame in frames(match.sheet, happened):
            assert not isinstance(frame, Explained)
            if isinstance(frame, Line):
                stage.hear(frame)
                moves = any(isinstance(event, LegendDecided) for event in frame.events)
            else:
                stage.move(frame)
                moves = frame.car >= drivers
            if moves and frame.car is not None:
                table, scene = stage.table, stage.scene()
                assert table.order[table.turns] == frame.car == stage.focus
                assert frame.car not in landings(table)
                assert frame.car + 1 not in [car.number for car in scene.bound]
                driven += [frame.car] if frame.car not in driven else []


@pytest.mark.point("C1")
def test_nothing_is_shown_of_the_legend_card_before_it_is_revealed() -> None:
    match = race_until(planning(in_round=3), ALONE)
    scene = scene_of(match.view(None))
    assert scene.bound == ()
    assert inspect_car(match.view(None), match.view(None).cars[3])[-1].startswith("The Legend cards move it")
    playing = race_until(legend_card_open, ALONE)
    (legend, _landing) = next(iter(landings(playing.view(None)).items()))
    assert "and would go to space" in inspect_car(playing.view(None), playing.view(None).cars[legend])[-1]


@pytest.mark.point("C2", "I6")
@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_a_planning_driver_sees_adrenaline_the_order_of_turns_and_who_plans_later(size: tuple[int, int]) -> None:
    match = race_until(planning(in_round=3), PEOPLE)
    view, seat = match.view(None), match.to_move
    assert seat == 0
    assert seat in view.last
    async with at_the_table(match, size=size) as table:
        line = text_of(table, StatusLine)
        assert "Ada plans  still to plan 2 3 " in line
        assert line.rstrip().endswith("turn order " + " ".join(str(car + 1) for car in view.order))
        assert "Ada Adrenaline" in text_of(table, CarPanel)


@pytest.mark.point("C3")
def test_the_standings_show_the_gap_and_the_places_gained_this_round() -> None:
    placed = turn(loop(60, (50, 9)), driver(10, gear=4, play="4 4 1 1", engine=3), driver(14), driver(12))
    view = placed.race.view(None)
    assert [gained(view, car) for car in view.cars] == [0, 0, 0]
    order = replace(view, order=(1, 2, 0))
    assert [gained(order, car) for car in order.cars] == [2, -1, -1]
    won = replace(order, finished=(0,), cars=(replace(order.cars[0], status=FINISHED), *order.cars[1:]))
    assert [gained(won, car) for car in won.cars[1:]] == [-1, -1], "a car that finishes keeps its place"
    later = replace(won, order=(1, 2))
    assert [gained(later, car) for car in later.cars] == [0, 0, 0]
    lines = standings_table(Places(order, 0, [0, 0, 0]), 44, Look())
    assert [str(line).split()[3:] for line in lines[1:]] == [
        ["▲2", "0", "20", "4", "3"],
        ["▼1", "0", "14", "+6", "1", "6"],
        ["A+", "▼1", "0", "12", "+8", "1", "6"],
    ]


@pytest.mark.point("C3")
def test_wide_standings_show_the_piles_and_the_visible_stress() -> None:
    placed = turn(loop(60, (50, 9)), driver(10, gear=4, play="4 4 1 1", engine=3, discard="heat 2"), driver(14))
    places = Places(placed.race.view(None), 0, [2, 0])
    wide = [*map(str, standings_table(places, 68, Look()))]
    assert wide[0].split() == ["lap", "spc", "gap", "gear", "Heat", "hand", "deck", "top", "Stress"]
    assert wide[1].split()[-2:] == ["Heat", "2"]
    assert str(standings_table(places, 44, Look())[0]).split()[-1] == "Heat"


@pytest.mark.point("C3")
def test_visible_stress_is_counted_until_it_is_shuffled_away() -> None:
    seen = 0
    for event, expected in (
        (CardsRevealed(0, ("stress", "2", "stress")), 2),
        (CardFlipped(0, "stress", ("stress", "heat"), "3"), 3),
        (HandFilled(0, 2, 7), 3),
        (HandCluttered(0, ("heat", "stress")), 4),
        (CardLost(0, "stress"), 5),
        (CardLost(0, "1"), 5),
        (DeckShuffled(0, 9), 0),
    ):
        seen = stress_seen(seen, event)
        assert seen == expected


@pytest.mark.point("C3")
@pytest.mark.parametrize("aggressive", [False, True])
def test_aggressive_spaces_are_marked_in_races_with_aggressive_legends(aggressive: bool) -> None:
    setup = RaceSetup(load_track("japan"), ("Ada",), modules=(Legends(2, 0, aggressive),))
    scene = scene_of(Race.start(setup).view(None))
    urging = [space for space, lines in enumerate(scene.urging, start=1) if lines]
    assert bool(urging) is aggressive
    marks = Marks(scene, Look())
    assert [space for space in range(1, 40) if marks.dot((space, 1))[0] in ("!", "‼")] == [s for s in urging if s < 40]
    assert all(marks.dot((space, 0))[0] not in ("!", "‼") for space in urging)


CROWD = ("Ada", "Bo", "Celestine de la Tour", "ルイス・ハミルトン・ジュニア")


def crowded(kind: type[Decision], uses: int = 0) -> Match:
    """Return the moment of such a decision in the second race of a season of eight cars, with weather and a garage.

    A reaction offers at least `uses` uses.
    """

    def wanted(match: Match) -> bool:
        decision = match.decision
        many = not isinstance(decision, ReactDecision) or len(decision.uses) >= uses
        return asks(kind, race=2, in_round=2)(match) and many

    return season_until(wanted, season_of(people=1, steady=3, legends=4, seed=8, names=CROWD))


@pytest.mark.point("D3")
async def test_a_reaction_shows_all_its_rows_in_the_smallest_terminal() -> None:
    match = with_symbols()
    decision = match.decision
    assert isinstance(decision, ReactDecision)
    async with at_the_table(match) as table:
        await table.press("end")
        prompt = table.race.query_one(ChoosingPrompt)
        answers = prompt.lines
        assert len(answers) > 9
        lines = shown(table.app).splitlines()
        for key in prompt.keys[: len(answers)]:
            assert any(line.startswith(f" {key} ") and "│ Gear" not in line[:40] for line in lines)
        listed = table.race.query_one(SafeList)
        assert listed.max_scroll_y == 0
        assert listed.size.height >= len(answers)
        rows = text_of(table, Standings).splitlines()
        assert len(rows) == table.race.query_one(Standings).size.height == len(match.view(None).cars)


@pytest.mark.sampled
@pytest.mark.point("D3")
@pytest.mark.parametrize(("kind", "uses"), [(PlanDecision, 0), (ReactDecision, 3)], ids=("plan", "react"))
@pytest.mark.parametrize("glyphs", ["unicode", "ascii"])
async def test_in_the_most_crowded_race_nothing_is_cut_or_covered(
    kind: type[Decision], uses: int, glyphs: Glyphs
) -> None:
    match = crowded(kind, uses)
    view = match.view(None)
    async with at_the_table(match, settings=replace(STILL, glyphs=glyphs)) as table:
        for _step in range(3):
            board = table.race.query_one(Standings)
            rows = len(text_of(table, Standings).splitlines())
            assert 8 <= rows <= min(board.size.height, 9)  # with or without the heading
            lines = shown(table.app).splitlines()[rows - 8 :]
            for place, index in enumerate(view.standings, start=1):
                assert lines[place].startswith(f" {place}  {index + 1} "), shown(table.app)
            line = table.race.query_one(StatusLine)
            assert line.render().cell_len <= 80
            if kind is PlanDecision:
                assert str(line.render()).endswith(" ".join(str(car + 1) for car in view.order))
            for board_row in text_of(table, CarPanel).splitlines():
                assert cell_len(board_row) <= 31
            assert table.race.query_one(KeyFooter).region.bottom == 24
            await table.press("down" if kind is ReactDecision else "1")


@pytest.mark.long
@pytest.mark.point("D3")
@pytest.mark.parametrize(("own", "shown_as"), [({}, "Enter"), ({"confirm": "x"}, "x")], ids=("usual", "rebound"))
async def test_a_list_of_answers_names_the_key_that_confirms(own: dict[str, str], shown_as: str) -> None:
    """A digit only selects a line: after that, a newcomer looks for the key that confirms it."""
    match = race_until(reacting(uses=2))
    async with at_the_table(match, settings=replace(STILL, keys=own, confirm=False)) as table:
        footer = shown(table.app).splitlines()[-1]
        assert footer.startswith(f"{shown_as} confirm f finish turn"), footer
        assert footer.rstrip().endswith("q quit"), "and the others have room"
        before = len(match.log)
        await table.press("1", shown_as.lower())
        assert len(match.log) > before


@pytest.mark.long
@pytest.mark.point("F2")
async def test_the_odds_of_a_covered_hand_name_the_players_own_key_to_uncover_it() -> None:
    match = race_until(reacting(uses=4))
    async with at_the_table(match, settings=replace(STILL, keys={"cover": "v"}), size=(120, 40)) as table:
        await table.press("down")
        assert "These odds leave out what is in your hand; press v to see it. Boost for 1 Heat:" in shown(table.app)
        await table.press("v", "enter", "down")
        assert "Boost for 1 Heat:" in shown(table.app)
        assert "These odds leave out" not in shown(table.app)


async def test_only_boards_whose_lines_change_are_painted_again(monkeypatch: pytest.MonkeyPatch) -> None:
    async with at_the_table(race_until(planning(in_round=2), ALONE), size=(120, 40)) as table:
        shown(table.app)
        painted: list[type[Widget]] = []

        def counted(board: Board[object]) -> Text:
            painted.append(type(board))
            return render(board)

        render = Board.render
        monkeypatch.setattr(Board, "render", counted)
        table.race.show.paused = True
        table.race.show.update()
        assert "PAUSED" in shown(table.app)
        assert painted == [StatusLine]


@pytest.mark.long
@pytest.mark.point("D4")
async def test_a_choice_repaints_its_changes_and_never_the_whole_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Textual repaints a screen whose focus has moved; here, only the widgets that lose or gain it are repainted."""
    whole: list[int] = []
    render = Compositor.render_full_update

    def counted(compositor: Compositor, simplify: bool = False) -> LayoutUpdate:
        whole.append(1)
        return render(compositor, simplify)

    async with at_the_table(race_until(planning(in_round=2), ALONE), size=(120, 40)) as table:
        monkeypatch.setattr(Compositor, "render_full_update", counted)
        kinds = set()
        for number in range(8):
            decision = table.match.decision
            assert decision is not None
            kinds.add(type(decision))
            await table.choose(Steady(number).choose(table.match.view(decision.seat), decision))
            await table.rest()
        assert {PlanDecision, ReactDecision} <= kinds
        monkeypatch.undo()
    assert not whole


@pytest.mark.point("D4")
async def test_skipped_lines_are_written_in_the_log_together(monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[int] = []
    add = LogView.add

    def noted(log: LogView, *lines: Line, sheet: RaceSheet) -> None:
        written.append(len(lines))
        add(log, *lines, sheet=sheet)

    async with at_the_table(
        race_until(planning(in_round=2, seat=2), ("steady", "steady", "person")), size=(120, 40)
    ) as table:
        monkeypatch.setattr(LogView, "add", noted)
        decision = table.match.decision
        assert decision is not None
        before = len(table.match.log)
        await table.choose(Steady(1).choose(table.match.view(decision.seat), decision))
        await table.rest()
        assert len(written) <= len(table.match.log) - before
        assert max(written) > 1
