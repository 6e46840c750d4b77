"""A plan is played as typed: Enter or f sends the gear and cards that are shown, and an ignored key says why."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Final

import pytest
from textual.app import ComposeResult

from heat_tui.engine.actions import Action, Plan, Retire
from heat_tui.engine.cards import HEAT
from heat_tui.engine.decisions import PlanDecision
from heat_tui.game.table.match import Match
from heat_tui.game.table.prompts import Choice
from heat_tui.modules.tournament import Tournament
from heat_tui.store.settings import Settings
from heat_tui.store.tracks import load_track
from heat_tui.tui.app import HeatApp
from heat_tui.tui.race.coach import keys_to
from heat_tui.tui.race.hand import GearRow, Hand
from heat_tui.tui.race.prompts import PlanPrompt, Prompt
from heat_tui.tui.screen import HeatScreen
from tests.tables import driver, legend, planning
from tests.tui.moments import of_table
from tests.tui.races import app_with
from tests.tui.swift import Swift
from tests.tui.table import STILL, Table, at_the_table, shown, text_at
from tests.tui.test_keys import planning_in

BOLD: Final = replace(STILL, confirm=False)
NUMBERS: Final = tuple("123456789")


def said(table: Table) -> str:
    """Return the screen's text, on one line."""
    return " ".join(shown(table.app).replace("│", " ").split())


async def enter_asks_first(table: Table, match: Match, plan: Plan, because: str = "") -> None:
    """Press Enter twice, and assert that the first press only asks, saying why, and that the second plays the plan."""
    await table.press("enter")
    assert not match.log
    assert "Enter to confirm" in said(table)
    assert because in said(table)
    await table.press("enter")
    assert match.log[0].action == plan


def in_tournament(gear: int, hand: str = "0 1 2 3 4 5 stress", engine: int = 6) -> Match:
    """Return a race in tournament mode, in which the number of cards is the gear, with one person about to plan."""
    places = driver(20, gear=gear, engine=engine, hand=hand), driver(17), legend(23)
    return of_table(planning(load_track("usa"), *places, modules=(Tournament(),)))


def beside_a_finisher(hand: str = "1 2 3 4 5 stress stress") -> Match:
    """Return a race with one person about to plan after another car has finished, so that retiring is allowed (F4)."""
    track = load_track("usa")
    beyond = driver(2 * track.spaces + 3, status="finished")
    return of_table(planning(track, driver(20, gear=2, hand=hand), driver(17), beyond, retire=True, laps=1))


@pytest.mark.point("P1")
async def test_a_third_card_in_gear_1_shifts_to_gear_3_for_heat_and_enter_asks() -> None:
    match = planning_in(1)
    async with at_the_table(match) as table:
        await table.press("4", "5", "6")
        assert "[3] −1 Heat" in shown(table.app)
        assert "The shift costs 1 Heat." in said(table)
        await enter_asks_first(table, match, Plan(3, ("3", "4", "5")))


@pytest.mark.point("P1")
async def test_an_unaffordable_gear_is_reported_and_enter_waits_for_another_plan() -> None:
    match = planning_in(1, engine=0)
    async with at_the_table(match, settings=BOLD) as table:
        await table.press("4", "5", "6")
        why = "the shift costs more Heat than the 0 in your engine; choose a closer gear. Gear 2: put 1 card back."
        assert why in said(table)
        await table.press("enter")
        assert not match.log
        assert why in said(table)
        await table.press("6", "enter")
        assert match.log[0].action == Plan(2, ("3", "4"))


@pytest.mark.long
@pytest.mark.point("P1")
@pytest.mark.parametrize(
    ("keys", "sentence"),
    [
        ("1234", "Gear 4 is too far from gear 1; you can shift at most two gears. Gear 3: put 1 card back."),
        ("12345", "Gear 5 does not exist; the gears are 1 to 4. Gear 3: put 2 cards back."),
        ("123--", "Gear 1: put 2 cards back. Or press + +: gear 3 for 1 Heat."),
        ("12-", "Gear 1: put 1 card back. Or press +: gear 2, free."),
    ],
)
async def test_cards_and_gear_that_do_not_match_are_never_played(keys: str, sentence: str) -> None:
    match = planning_in(1)
    async with at_the_table(match, settings=BOLD) as table:
        await table.pilot.press(*("minus" if key == "-" else key for key in keys))
        assert sentence in said(table)
        await table.press("enter", "enter")
        assert not match.log
        assert sentence in said(table)


@pytest.mark.long
@pytest.mark.point("P1")
async def test_in_tournament_mode_enter_asks_about_a_number_whose_shift_costs_heat() -> None:
    match = in_tournament(1, engine=0)
    async with at_the_table(match) as table:
        await table.press("4", "5", "6")
        await enter_asks_first(table, match, Plan(3, ("3", "4", "5")))


@pytest.mark.long
@pytest.mark.point("P1")
async def test_enter_asks_once_after_a_refused_card() -> None:
    match = planning_in(2, hand="1 2 3 4 stress heat heat")
    async with at_the_table(match, settings=BOLD) as table:
        heat = str(table.race.query_one(PlanPrompt).cards.index(HEAT) + 1)
        await table.press("1", "2", heat)
        assert "Heat cannot be played" in said(table)
        await enter_asks_first(table, match, Plan(2, ("1", "2")), because="An earlier key did nothing")


async def test_the_coachs_keys_keep_the_right_cards_and_list_the_others_as_the_words_do() -> None:
    match = planning_in(4)
    async with at_the_table(match) as table:
        plan, prompt = Plan(2, ("1", "4")), table.race.query_one(PlanPrompt)
        assert [*keys_to(prompt, plan)] == ["gear-down", "gear-down", "card-5", "card-2", "confirm"]
        await table.press("2", "5")
        assert [*keys_to(prompt, plan)] == ["gear-down", "gear-down", "confirm"]
        await table.press("minus", "minus", "enter")
        assert match.log[0].action == plan


@pytest.mark.long
@pytest.mark.point("P2")
@pytest.mark.parametrize(
    ("engine", "settings", "sentence"),
    [
        (1, STILL, "Gear 4: choose 2 more cards. Or press - -: gear 2 for 1 Heat."),
        (1, replace(STILL, keys={"gear-down": "z"}), "Gear 4: choose 2 more cards. Or press z z: gear 2 for 1 Heat."),
        (0, STILL, "Gear 4: choose 2 more cards."),
    ],
)
async def test_two_cards_in_gear_4_suggest_the_way_to_gear_2(engine: int, settings: Settings, sentence: str) -> None:
    async with at_the_table(planning_in(4, engine=engine), settings=settings) as table:
        await table.pilot.press("1", "2")
        assert sentence in said(table)
        assert ("Or press" in said(table)) == ("Or press" in sentence)
        await table.pilot.press("enter")
        assert sentence in said(table)


class Bench(HeatScreen[None]):
    """A plan prompt on its own, with its messages and the plans that it sends."""

    def __init__(self, match: Match, settings: Settings) -> None:
        super().__init__()
        decision = match.decision
        assert isinstance(decision, PlanDecision)
        choice = Choice("Ada", match.view(0), decision, match.forecast)
        self.prompt = PlanPrompt(choice, hand_shown=True, settings=settings)
        self.said: list[str] = []
        self.sent: list[Action] = []

    def compose(self) -> ComposeResult:
        yield self.prompt

    def on_prompt_considered(self, event: Prompt.Considered) -> None:
        self.said.append(event.sentence)

    def on_prompt_chosen(self, event: Prompt.Chosen) -> None:
        self.sent.append(event.action)

    def action_back(self) -> None:
        """Take back one step of the plan; if none is left, record the question about leaving."""
        if not self.prompt.take_back():
            self.said.append("Leave?")

    def say_why(self, sentence: str) -> None:
        self.said.append(sentence)

    @property
    def shown(self) -> tuple[object, ...]:
        """The gear in brackets, the raised cards, the one under the cursor, and the pending confirmation."""
        hand, gears = self.prompt.query_one(Hand), str(self.prompt.query_one(GearRow).render())
        gear = int(gears.partition("[")[2][0])
        return gear, hand.chosen, hand.cursor, self.prompt._asked


@pytest.mark.point("P1")
async def test_enter_confirms_the_retirement_that_was_asked_about() -> None:
    bench = Bench(beside_a_finisher(), STILL)
    app = app_with(bench)
    async with app.run_test(size=(80, 24)):
        swift = Swift(app)
        await swift.pause()
        bench.prompt.focus()
        await swift.press("1", "2", "R")
        assert bench.shown[-1] == Retire()
        await swift.press("enter")
        assert bench.sent == [Retire()]


KEYS: Final = (*NUMBERS, *NUMBERS[:6], "plus", "minus", "plus", "minus", "space", "right", "escape", "R")
TABLES: Final[tuple[Callable[[int, int], Match], ...]] = (
    lambda gear, engine: planning_in(gear, engine=engine),
    lambda gear, engine: in_tournament(gear, engine=engine),
    lambda gear, engine: planning_in(gear, "3 stress heat heat heat heat heat", engine),
    lambda gear, engine: in_tournament(gear, "3 stress heat heat heat heat heat", engine),
    lambda gear, engine: planning_in(gear, "stress stress stress heat heat heat heat", engine),
    lambda _gear, _engine: beside_a_finisher("1 2 3 heat 5 stress stress"),
)


WAYS: Final = (STILL, BOLD, replace(STILL, gear_follows=False))
IN_THE_GATE: Final = ((2, 2), (4, 1))
"""The pairs of a table and a way, as indices, that together run every line of code that the other pairs run."""


@pytest.mark.sampled
@pytest.mark.point("P1")
@pytest.mark.parametrize(
    ("table", "settings"),
    [
        pytest.param(table, settings, marks=() if (table, way) in IN_THE_GATE else pytest.mark.long)
        for table in range(len(TABLES))
        for way, settings in enumerate(WAYS)
    ],
)
async def test_enter_and_f_send_what_is_shown_and_every_key_is_used_or_answered(table: int, settings: Settings) -> None:
    """The cards shown as chosen are those that were typed, whatever happened to the gear meanwhile."""
    random = Random(f"{table} {settings}")
    app = HeatApp(settings)
    async with app.run_test(size=(80, 24)):
        swift = Swift(app)
        for gear, engine in ((1, 6), (1, 0), (2, 1), (3, 0), (4, 6), (4, 0)):
            bench = Bench(TABLES[table](gear, engine), settings)
            app.push_screen(bench)
            await swift.pause()
            bench.prompt.focus()
            for _plan in range(3):
                await type_a_plan(bench, swift, random)
            app.pop_screen()


async def type_a_plan(bench: Bench, swift: Swift, random: Random) -> None:
    """Press random keys, then a key that confirms the plan (twice if nothing was sent), and check each effect."""
    keys = [random.choice(KEYS) for _key in range(random.randrange(2, 9))]
    prompt = bench.prompt
    for count, key in enumerate(keys, start=1):
        before, said = bench.shown, len(bench.said)
        await press_or_click(bench, swift, key, random)
        where = f"{keys[:count]} from gear {prompt.first_gear}"
        if bench.sent == [Retire()] and key == "R":
            bench.sent.clear()  # not asked about in these settings, or pressed twice
            continue
        assert not bench.sent, f"{where} sent {bench.sent}"
        assert bench.shown != before or any(bench.said[said:]), f"{where}: {key} did nothing, and said nothing"
        typed = {int(key) - 1} if key in NUMBERS else set()
        cards_before, cards = before[1], bench.shown[1]
        assert isinstance(cards, frozenset)
        assert isinstance(cards_before, frozenset)
        if key in NUMBERS and not prompt.is_forced():
            assert cards ^ cards_before <= typed, f"{where}: {key} changed other cards too"
    before, confirm = bench.shown, random.choice(("enter", "f"))
    for _time in range(2):
        if not bench.sent:
            await swift.press(confirm)
    if bench.sent:
        gear, cards, *_rest = before
        asked = before[-1]
        sent = bench.sent.pop()
        assert isinstance(cards, frozenset)
        played = Plan(int(str(gear)), tuple(sorted(prompt.cards[index] for index in cards)))
        assert sent == (played if asked is None else asked), f"{keys} shows {before} and sent {sent}"
    else:
        assert any(bench.said[-1:]), f"{keys}: {confirm} did nothing, and said nothing"
    await swift.press("escape", "escape", "escape")


async def press_or_click(bench: Bench, swift: Swift, key: str, random: Random) -> None:
    """Press a key or, sometimes, click instead: on its card, or on any other gear."""
    hand, gears = bench.prompt.query_one(Hand), bench.prompt.query_one(GearRow)
    if key in NUMBERS and int(key) - 1 in hand.shown and random.random() < 0.2:
        await swift.click(hand, offset=((int(key) - 1) * hand.card_width + 1, 1))
    elif key in ("plus", "minus") and random.random() < 0.2:
        others = [gear for gear in "1234" if gear != str(bench.shown[0])]
        await swift.click(gears, offset=(text_at(gears, random.choice(others)), 0))
    else:
        await swift.press(key)
