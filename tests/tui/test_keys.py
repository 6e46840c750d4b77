"""Keys at the table and their effects: nothing free is lost, and no key is wasted."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

import pytest
from textual.widgets import OptionList

from heat_tui.drivers import Steady
from heat_tui.engine.actions import DONE, Action, Discard, Plan, React
from heat_tui.engine.decisions import Decision, DiscardDecision, ReactDecision
from heat_tui.game.advice.coach import Coach
from heat_tui.game.advice.finish_turn import choice_for
from heat_tui.game.advice.first_race import SUGGESTED_LINE
from heat_tui.game.table.curtain import Curtain
from heat_tui.game.table.match import Match
from heat_tui.game.table.prompts import END_OF_TURN, Choice
from heat_tui.store.settings import SETTINGS
from heat_tui.store.tracks import load_track
from heat_tui.tui.race.coach import CoachPane
from heat_tui.tui.race.cover import Cover, KeepingCover
from heat_tui.tui.race.hand import GearRow
from heat_tui.tui.race.prompts import ChoosingPrompt, DiscardPrompt, PlanPrompt, Prompt
from heat_tui.tui.settings_check import normal
from heat_tui.words.cards import card_list
from tests.tables import driver, legend
from tests.tables import planning as planning_table
from tests.tui.marked import marked_match
from tests.tui.moments import ALONE, PEOPLE, first_race, of_table, race_until, six_cars
from tests.tui.table import STILL, Table, at_the_table, shown
from tests.tui.watched import watched


def cooling(_match: Match, decision: Decision) -> bool:
    """Return whether a person may cool."""
    return isinstance(decision, ReactDecision) and any(use.symbol == "cooldown" for use in decision.uses)


def alone(wanted: Callable[[Match, Decision], bool]) -> Match:
    """Return a race of one person and automated drivers up to a decision."""
    return race_until(wanted, ALONE, setup=six_cars("usa"))


@pytest.mark.point("A1")
async def test_enter_alone_takes_a_free_cooldown() -> None:
    match = alone(cooling)
    async with at_the_table(match) as table:
        assert "1 End this step" in shown(table.app)
        await table.press("enter")
        action = match.log[-1].action
        assert isinstance(action, React)
        assert action.symbol == "cooldown"


@pytest.mark.long
@pytest.mark.point("A1")
@pytest.mark.parametrize("confirm", [True, False])
async def test_ending_the_step_with_something_free_left_needs_confirmation(*, confirm: bool) -> None:
    match = alone(cooling)
    before = len(match.log)
    async with at_the_table(match, settings=replace(STILL, confirm=confirm)) as table:
        await table.press("1", "enter")
        if confirm:
            assert len(match.log) == before
            assert "Still free: cool" in shown(table.app)
            await table.press("enter")
        assert match.log[before].action == DONE


@pytest.mark.point("A1")
async def test_esc_returns_to_the_default() -> None:
    async with at_the_table(alone(cooling)) as table:
        listed = table.race.query_one(OptionList)
        default = listed.highlighted
        await table.press("1")
        assert listed.highlighted == 0 != default
        await table.press("escape")
        assert listed.highlighted == default


def planning_in(gear: int, hand: str = "0 1 2 3 4 5 stress", engine: int = 6) -> Match:
    """Return a race of one person about to plan from a gear."""
    ada = driver(20, gear=gear, engine=engine, hand=hand)
    return of_table(planning_table(load_track("usa"), ada, driver(17), legend(23)))


@pytest.mark.long
@pytest.mark.point("D1")
@pytest.mark.parametrize(
    ("gear", "keys", "plan"),
    [
        (1, "1", (1, 1)),
        (1, "12", (2, 2)),
        (1, "123", (3, 3)),  # the shift costs 1 Heat, so Enter asks
        (2, "1", (1, 1)),
        (2, "12", (2, 2)),
        (2, "123", (3, 3)),
        (2, "1234", (4, 4)),
        (2, "1233", (2, 2)),
        (3, "1", (3, 1)),
        (3, "12", (2, 2)),
        (3, "1234", (4, 4)),
        (4, "123", (3, 3)),
        (4, "12", (4, 2)),  # gear 2 would cost 1 Heat, and more cards may follow
        (2, "-12", (1, 2)),  # a gear that you chose stays, and the cards too
        (2, "++1234", (4, 4)),
        (3, "++1234", (4, 4)),
        (3, "-123", (2, 3)),
    ],
)
async def test_the_gear_follows_the_cards(gear: int, keys: str, plan: tuple[int, int]) -> None:
    async with at_the_table(planning_in(gear)) as table:
        await table.pilot.press(*(NAMED.get(key, key) for key in keys))
        prompt = table.race.query_one(PlanPrompt)
        assert (prompt.gear, len(prompt.chosen)) == plan
        row = str(prompt.query_one(GearRow).render())
        assert f"[{plan[0]}]" in row


NAMED = {"+": "plus", "-": "minus"}


@pytest.mark.long
@pytest.mark.point("D1")
async def test_a_plan_needs_only_digits_and_enter() -> None:
    match = planning_in(2)
    async with at_the_table(match, settings=replace(STILL, confirm=False)) as table:
        await table.press("1", "2", "3", "enter")
        assert match.log[0].action == Plan(3, ("0", "1", "2"))


@pytest.mark.point("D1")
async def test_the_gear_stays_if_the_settings_say_so() -> None:
    async with at_the_table(planning_in(2), settings=replace(STILL, gear_follows=False)) as table:
        await table.pilot.press("1", "2", "3")
        prompt = table.race.query_one(PlanPrompt)
        assert (prompt.gear, len(prompt.chosen)) == (2, 3)
        assert "Gear 2: put 1 card back. Or press +: gear 3, free." in shown(table.app)


@pytest.mark.point("D1")
async def test_esc_puts_back_the_cards_and_then_the_gear() -> None:
    async with at_the_table(planning_in(2)) as table:
        prompt = table.race.query_one(PlanPrompt)
        await table.pilot.press("plus", "1", "escape")
        assert (prompt.gear, prompt.chosen) == (3, [])
        await table.pilot.press("escape")
        assert prompt.gear == 2
        await table.pilot.press("1")
        assert prompt.gear == 1


@pytest.mark.long
@pytest.mark.point("D1")
@pytest.mark.parametrize(
    ("gear", "width", "row"),
    [
        (2, 120, "Gear (- +) 1 free · [2] · 3 free · 4 −1 Heat  cards 0/2"),
        (2, 80, "Gear 1 · [2] · 3 · 4 −1 Heat  0/2"),
        (1, 120, "Gear (- +) [1] · 2 free · 3 −1 Heat · 4  cards 0/1"),
    ],
)
async def test_the_gears_show_their_costs(gear: int, width: int, row: str) -> None:
    async with at_the_table(planning_in(gear), size=(width, 24)) as table:
        assert str(table.race.query_one(GearRow).render()) == row
        assert "-/+ gear" in shown(table.app)


@pytest.mark.point("D1")
async def test_a_gear_out_of_reach_has_a_sign_without_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    async with at_the_table(planning_in(1)) as table:
        assert "3 −1 Heat (4)" in str(table.race.query_one(GearRow).render())


@pytest.mark.point("D1")
async def test_the_cursor_explains_why_a_gear_is_out_of_reach() -> None:
    async with at_the_table(planning_in(1)) as table:
        await table.pilot.press("i", *["shift+tab"] * 8)
        assert "Gear 4 is too far from gear 1; you can shift at most two gears." in " ".join(shown(table.app).split())


@pytest.mark.long
@pytest.mark.point("A4")
async def test_the_heat_of_a_shift_is_shown_without_confirmation() -> None:
    """The setting promises nothing about Heat, and a gear chosen with its own keys needs no question."""
    match = planning_in(2)
    assert "Heat" not in SETTINGS["confirm"].hint
    async with at_the_table(match) as table:
        await table.press("plus", "plus", "1", "2", "3", "4")
        assert "[4] −1 Heat" in shown(table.app)
        await table.press("enter")
        assert match.log[0].action == Plan(4, ("0", "1", "2", "3"))


async def turn_of(table: Table, *keys: str) -> list[Action]:
    """Press keys, and return the actions that the person in seat 0 chose with them."""
    match = table.match
    before = len(match.log)
    await table.press(*keys)
    return [entry.action for entry in match.log[before:] if entry.seat == 0 and entry.controller == "person"]


@pytest.mark.point("A3")
async def test_one_key_takes_everything_free_and_ends_the_step() -> None:
    match = alone(cooling)
    async with at_the_table(match, size=(120, 40)) as table:
        assert "f finish turn" in shown(table.app)
        played = await turn_of(table, "f")
        assert len(played) > 1
        assert isinstance(played[0], React)
        assert played[0].symbol == "cooldown"
        assert DONE in played
        assert not any(isinstance(each, React) and each.symbol == "boost" for each in played)


@pytest.mark.point("A3")
async def test_f_stops_if_heat_would_be_well_spent() -> None:
    """Before the finish, a Boost is worth it, so the driver is asked; Enter alone does not pay for it."""

    def wanted(match: Match, decision: Decision) -> bool:
        if not isinstance(decision, ReactDecision):
            return False
        choice = choice_for(Curtain(match), "Ada")
        return choice.wanted == BOOST

    match = alone(wanted)
    async with at_the_table(match) as table:
        assert await turn_of(table, "f") == []
        assert "Boost for 1 Heat may be worth it; Enter alone skips it. Your choice." in shown(table.app)
        assert table.race.query_one(OptionList).highlighted == 0
        assert await turn_of(table, "enter") == [DONE]


@pytest.mark.long
@pytest.mark.point("A3")
async def test_with_a_coach_who_would_boost_f_stops_with_the_cursor_on_a_free_answer() -> None:
    match = next(
        match
        for match in map(first_race, range(1, len(SUGGESTED_LINE)))
        if isinstance(Coach(match).suggested, React) and not choice_for(Curtain(match), "Ada", Coach(match)).obvious
    )
    boost = Coach(match).suggested
    assert boost is not None
    async with at_the_table(match, size=(120, 40)) as table:
        prompt, pane = table.race.query_one(ChoosingPrompt), table.race.query_one(CoachPane)
        line = prompt.place
        assert prompt.lines[line] == boost
        assert (pane._suggestion or "").startswith("Press Enter: ")
        assert await turn_of(table, "f") == []
        assert prompt.lines[prompt.place] == DONE
        assert (pane._suggestion or "").startswith(f"Press {line + 1} Enter: ")
        before = len(match.log)
        await table.pilot.press("enter")
        assert match.log[before].action == DONE


@pytest.mark.sampled
@pytest.mark.point("P1")
@pytest.mark.parametrize("asks", [False, True])
async def test_an_answer_that_the_driver_has_gone_to_is_given_before_the_turn_is_finished(*, asks: bool) -> None:
    """The key takes a Boost under the cursor, or confirms the Boost if an Enter has already asked about it."""

    def wanted(match: Match, decision: Decision) -> bool:
        if not isinstance(decision, ReactDecision):
            return False
        choice = choice_for(Curtain(match), "Ada")
        return choice.needs_care(BOOST) == asks and choice.obvious == DONE

    match = alone(wanted)
    async with at_the_table(match) as table:
        line = table.race.query_one(ChoosingPrompt).place_of(BOOST)
        assert line is not None
        assert await turn_of(table, str(line + 1), *(("enter",) if asks else ())) == []
        played = await turn_of(table, "f")
        assert played[0] == BOOST
        assert len(played) > 1


BOOST: Final = React("boost", "boost", 1)


@pytest.mark.long
@pytest.mark.point("P1")
async def test_cards_that_the_driver_has_picked_are_discarded_before_the_turn_is_finished() -> None:
    match = alone(lambda match, decision: isinstance(decision, DiscardDecision) and suggested(match) == Discard())
    decision = match.decision
    assert isinstance(decision, DiscardDecision)
    place = match.view(0).hand.index(decision.cards[0])
    async with at_the_table(match) as table:
        assert (await turn_of(table, str(place + 1), "f"))[0] == Discard((decision.cards[0],))


@pytest.mark.point("A3")
async def test_discards_are_proposed() -> None:
    def wanted(match: Match, decision: Decision) -> bool:
        return isinstance(decision, DiscardDecision) and choice_for(Curtain(match), "Ada").obvious is None

    match = alone(wanted)
    proposed = choice_for(Curtain(match), "Ada").wanted
    async with at_the_table(match) as table:
        assert await turn_of(table, "f") == []
        prompt = table.race.query_one(DiscardPrompt)
        assert prompt.answer() == proposed
        assert await turn_of(table, "enter") == [proposed]


@pytest.mark.long
@pytest.mark.point("P5", "P7")
@pytest.mark.parametrize("several", [False, True])
async def test_discards_that_the_prompt_named_before_need_no_enter(*, several: bool) -> None:
    """That holds behind a curtain too, if the driver has opened it to see the cards."""

    def announced(match: Match) -> Choice[Decision]:
        curtain = Curtain(match)
        curtain.open_to = match.to_move
        return choice_for(curtain, "Ada", announces=True)

    def wanted(match: Match, decision: Decision) -> bool:
        if not isinstance(decision, ReactDecision) or decision.seat != 0:
            return False
        choice = announced(match)
        return choice.obvious == DONE and bool(choice.discards)

    match = race_until(wanted, PEOPLE if several else ALONE, setup=six_cars("usa"))
    discards = announced(match).discards
    async with at_the_table(match) as table:
        if several:
            assert await turn_of(table, "c", "enter") == []
        assert f"f also discards {card_list(discards)}." in " ".join(shown(table.app).replace("│", " ").split())
        played = await turn_of(table, "f")
        assert played[0] == DONE
        assert Discard(discards) in played


@pytest.mark.long
@pytest.mark.point("A3")
@pytest.mark.point("P1")
@pytest.mark.parametrize("key", ["f", "z", "ö", "§"])
async def test_f_confirms_a_whole_plan_and_finishes_its_turn(key: str) -> None:
    match = planning_in(2)
    settings = STILL if key == "f" else replace(STILL, keys={"finish-turn": normal(key)})
    async with at_the_table(match, size=(120, 40), settings=settings) as table:
        assert f"{key} finish turn" in shown(table.app)
        assert await turn_of(table, normal(key)) == []
        assert "Gear 2: choose 2 cards." in shown(table.app), "a plan that is not there is not made up"
        played = await turn_of(table, "1", "2", normal(key))
        assert played[0] == Plan(2, ("0", "1"))
        assert DONE in played


@pytest.mark.long
@pytest.mark.point("P1")
@pytest.mark.parametrize(("confirm", "finishes"), [("f", True), ("enter", False)])
async def test_f_asks_about_a_plan_as_enter_does_and_the_answering_key_decides(*, confirm: str, finishes: bool) -> None:
    match = planning_in(1)
    async with at_the_table(match, size=(120, 40)) as table:
        assert await turn_of(table, "4", "5", "6", "f") == []
        assert "Enter to confirm" in shown(table.app)
        played = await turn_of(table, confirm)
        assert played[0] == Plan(3, ("3", "4", "5"))
        assert (DONE in played) == finishes


@pytest.mark.long
@pytest.mark.point("P7")
@pytest.mark.parametrize("taken_back", [False, True])
async def test_several_people_finish_their_turns_from_their_plans_unless_a_plan_is_taken_back(
    *, taken_back: bool
) -> None:
    match = marked_match("Ada", "Bo")
    async with watched(match) as table:
        await table.press("enter", "1", "f")
        if taken_back:
            await table.take_back(1)
            await table.press("enter", "1", "enter")
        await table.press("enter", "1", "f")
        assert {entry.seat for entry in match.log if entry.action == DONE} == (set() if taken_back else {0, 1})


@pytest.mark.long
@pytest.mark.point("D1")
@pytest.mark.parametrize(
    ("keys", "sentence"),
    [
        (("enter",), "Gear 2: choose 2 cards."),
        (("1", "plus", "enter"), "Gear 2: choose 1 more card."),
        (("minus", "enter"), "Gear 1: choose 1 card."),
    ],
)
async def test_an_incomplete_plan_says_how_many_cards_are_missing(keys: tuple[str, ...], sentence: str) -> None:
    async with at_the_table(planning_in(2)) as table:
        await table.pilot.press(*keys)
        assert sentence in shown(table.app)


def nothing_but_a_boost(_match: Match, decision: Decision) -> bool:
    """Return whether only a Boost is possible in a reaction."""
    return isinstance(decision, ReactDecision) and {use.symbol for use in decision.uses} == {"boost"}


@pytest.mark.point("A3")
@pytest.mark.parametrize("skip", [True, False])
async def test_the_settings_can_skip_a_reaction_with_only_a_boost(*, skip: bool) -> None:
    match = alone(nothing_but_a_boost)
    before = len(match.log)
    async with at_the_table(match, settings=replace(STILL, skip_boost=skip)) as table:
        assert (len(match.log) > before) == skip
        if skip:
            assert match.log[before].action == DONE
            await table.press("u")
            assert len(match.log) == before
            assert "1 End this step" in shown(table.app)


def is_discard(_match: Match, decision: Decision) -> bool:
    """Return whether a discard is to be chosen."""
    return isinstance(decision, DiscardDecision)


@pytest.mark.point("A3")
async def test_keeping_all_cards_by_default_is_not_asked_about() -> None:
    match = alone(lambda match, decision: is_discard(match, decision) and suggested(match) == Discard())
    async with at_the_table(match) as table:
        assert await turn_of(table, "f") == [Discard()]


def suggested(match: Match) -> Action | None:
    """Return the evaluation's choice, whatever it costs."""
    return choice_for(Curtain(match), "Ada").wanted


@pytest.mark.sampled
@pytest.mark.point("A3")
@pytest.mark.parametrize("whole", [False, True])
async def test_no_card_is_discarded_unseen(*, whole: bool) -> None:
    """`f` discards what the screen has announced; otherwise it stops with the cards selected, and says so.

    In the gate, this is tried from round 6 to the first discard.
    """
    begun = 1 if whole else 6
    match = alone(lambda match, decision: isinstance(decision, ReactDecision) and match.view(None).round >= begun)
    async with at_the_table(match) as table:
        picked = 0
        while match.decision is not None and not match.race_over and (whole or not picked):
            if not ends_turn(match):
                await table.choose(Steady().choose(match.view(0), match.decision))
                continue
            before = " ".join(shown(table.app).replace("│", " ").split())
            for each in await turn_of(table, "f"):
                if isinstance(each, Discard) and each.cards:
                    picked += 1
                    assert f"f also discards {card_list(each.cards)}." in before
            if isinstance(match.decision, DiscardDecision):
                picked += 1
                assert "A discard is suggested; Enter carries it out. Discard" in " ".join(shown(table.app).split())
                assert table.race.query_one(DiscardPrompt).answer() == suggested(match) != Discard()
            asked = len(match.log)
            while len(match.log) == asked and ends_turn(match):
                await table.press("enter")
        assert picked > whole


def ends_turn(match: Match) -> bool:
    """Return whether a step after a move is pending."""
    return isinstance(match.decision, END_OF_TURN)


@pytest.mark.sampled
@pytest.mark.point("D2")
@pytest.mark.parametrize("keys", [("enter",), ("d", "enter")])
async def test_keeping_all_cards_lifts_no_curtain(keys: tuple[str, ...]) -> None:
    match = race_until(is_discard, setup=six_cars("usa"))
    before = len(match.log)
    async with at_the_table(match) as table:
        assert "to keep all your cards" in shown(table.app)
        assert not table.race.query(DiscardPrompt)
        if keys[0] == "d":
            await table.press("d")
            assert table.race.query(DiscardPrompt)
        await table.press("enter")
        assert match.log[before].action == Discard()


@pytest.mark.sampled
@pytest.mark.point("P4", "P7")
@pytest.mark.parametrize("hung", [True, False])
async def test_f_keeps_all_cards_behind_the_curtain_or_without_the_coach(*, hung: bool) -> None:
    """Behind a curtain or without a coach, `f` discards nothing, and the screen says that all cards are kept."""

    def wanted(match: Match, decision: Decision) -> bool:
        return isinstance(decision, ReactDecision) and choice_for(Curtain(match), "Ada").suggested == DONE

    match = race_until(wanted, PEOPLE if hung else ALONE, setup=six_cars("usa"))
    match.coach = hung
    before, seat, number = len(match.log), match.to_move, match.view(None).round
    async with at_the_table(match) as table:
        assert not table.race.query(Cover), "a reaction that needs no card is asked with the curtain down"
        await table.press("f")
        while match.to_move == seat and match.view(None).round == number:
            assert not table.race.query(KeepingCover)
            await table.press("enter", "f")
        assert [entry.action for entry in match.log[before:] if entry.seat == seat][-1] == Discard()
        kept = f"{match.sheet.entries[seat or 0].name} keeps all cards." if hung else "You keep all cards."
        assert kept in " ".join(shown(table.app).replace("│", " ").split())


@pytest.mark.point("A3")
async def test_after_a_choice_that_was_left_to_the_driver_the_turn_continues_step_by_step() -> None:
    """A driver who decides on the Boost that was left to them is asked about the rest, too."""

    def wanted(match: Match, decision: Decision) -> bool:
        return isinstance(decision, ReactDecision) and suggested(match) == BOOST

    match = alone(wanted)
    async with at_the_table(match) as table:
        assert await turn_of(table, "f") == []
        boost = table.race.query_one(ChoosingPrompt).place_of(BOOST)
        assert boost is not None
        assert await turn_of(table, str(boost + 1), "enter") == [BOOST]
        assert match.waits_for_person
        assert "Your choice." not in shown(table.app)
        assert table.race.query(Prompt)
