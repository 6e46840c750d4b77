"""A hand is covered as soon as the terminal loses the focus, and stays covered when the focus returns."""

from __future__ import annotations

import pytest
from textual import events

from heat_tui.engine.actions import Plan
from heat_tui.store.settings import Settings
from heat_tui.tui.dialogs import AskScreen
from heat_tui.tui.race.cover import Cover
from heat_tui.tui.race.hand import Hand
from heat_tui.tui.race.prompts import Prompt
from tests.tui.marked import marked_match, marks
from tests.tui.table import shown
from tests.tui.watched import ADA, BO, asked, three_people, watched

OVER_THE_HAND = (("1",), ("d",), ("m",), ("i", "shift+tab"), ("l", "slash"), ("ctrl+p",), ("S",), ("T",), ("escape",))
"""Keys that mark a card in an open hand or put something over it."""

pytestmark = pytest.mark.usefixtures("own_folder")


@pytest.mark.long
async def test_everything_over_a_hand_disappears_with_it() -> None:
    async with watched(three_people()) as table:
        await table.plan()
        for keys in OVER_THE_HAND:
            await table.lift()
            table.look(BO, after="lifting")
            await table.tap(*keys)
            await table.blur()
            table.look(after=f"{keys}, and the focus lost")
            assert len(table.race.query(Cover)) == 1, keys
            assert not table.race.query(Prompt), keys
            await table.refocus()
            table.look(after=f"{keys}, and the focus back")
            assert len(table.race.query(Cover)) == 1, keys
        await table.tap("d")
        table.look(after="a look at the deck")
        await table.press("enter")
        assert table.race.query(Hand), "Enter lifts the curtain as before"


@pytest.mark.sampled
@pytest.mark.parametrize("keys", [(), ("d",), ("i", "shift+tab")])
@pytest.mark.parametrize("automatic", [True, False])
async def test_a_question_that_no_key_would_ask_again_stays_open(
    keys: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, *, automatic: bool
) -> None:
    monkeypatch.setattr("heat_tui.tui.input.GRACE", 0.0)
    answers: list[int] = []
    async with watched(three_people()) as table:
        await table.plan()
        await table.lift()
        race = table.race
        await table.tap(*keys)
        table.app.ask("Save your race?", ("Do not save", "Save"), answers.append, automatic=automatic)
        await table.settled()
        await table.blur()
        table.look(after=f"a question over {keys}, and the focus lost")
        assert isinstance(table.app.screen, AskScreen) == automatic
        assert len(race.query(Cover)) == 1
        await table.refocus()
        if automatic:
            table.app.screen.query_one("#answer-1").focus()
            await table.press("enter")
        assert table.race is race
        table.look(after="the answer")
        assert answers == [1] * automatic


@pytest.mark.long
async def test_cards_revealed_in_an_open_turn_disappear() -> None:
    async with watched(three_people()) as table:
        await table.plan_all()
        seat = table.watched.to_move
        assert seat is not None
        for keys in ((), ("d",), ("i", "shift+tab")):
            await table.press("c", "enter")
            assert table.sees == (seat,)
            if keys:
                await table.tap(*keys)
            table.look(seat, after="asking for the own cards")
            await table.blur()
            table.look(after=f"{keys}, and the focus lost")
            await table.refocus()
            table.look(after=f"{keys}, and the focus back")
            assert table.race.query(Prompt), "the turn goes on openly"


@pytest.mark.sampled
@pytest.mark.parametrize("keys", [("enter",), ("enter", "d"), ("enter", "2", "enter")])
async def test_cards_do_not_appear_if_the_focus_is_lost_with_the_key(keys: tuple[str, ...]) -> None:
    async with watched(three_people()) as table:
        await table.plan()
        for key in keys:
            table.app.post_message(events.Key(key, None))
        table.app.post_message(events.AppBlur())
        await table.settled()
        table.look(after=f"{keys} and the focus lost at once")
        await table.refocus()
        table.look(after=f"{keys} and the focus back")
        await table.covered()
        assert asked(table) == 1, shown(table.app)


@pytest.mark.long
async def test_a_plan_confirmed_as_the_focus_is_lost_leaves_one_curtain() -> None:
    match = three_people()
    async with watched(match) as table:
        await table.plan()
        await table.lift()
        await table.tap("4")
        table.app.post_message(events.Key("enter", None))
        table.app.post_message(events.AppBlur())
        await table.settled()
        table.look(after="the focus lost with Enter")
        assert asked(table) == 1, shown(table.app)
        await table.refocus()
        await table.lift()
        assert asked(table) == 1, shown(table.app)
        assert match.to_move is not None
        table.look(match.to_move, after="lifting")


@pytest.mark.long
async def test_the_focus_may_be_lost_while_cars_move() -> None:
    match = marked_match("Ada", "Bo")
    async with watched(match, settings=Settings(animation="fast", title=False)) as table:
        await table.plan()
        await table.lift()
        letter = next(card for card in match.view(BO).hand if card in marks(BO))
        await table.prepare(Plan(1, (letter,)))
        await table.tap("enter")
        table.app.post_message(events.AppBlur())
        for _frame in range(4):
            await table.pilot.pause(0.02)
            table.look(after="the focus lost in a move")
        await table.settled()
        table.look(after="the move")
        assert asked(table) == 1
        assert match.to_move in (ADA, BO)


@pytest.mark.long
@pytest.mark.parametrize("by_key", [False, True])
async def test_a_choice_previewed_as_the_cards_are_covered_leaves_no_landings_on_the_map(*, by_key: bool) -> None:
    async with watched(three_people()) as table:
        await table.plan()
        await table.lift()
        prompt = table.race.query_one(Prompt)
        prompt.post_message(Prompt.Considered(prompt, Plan(1, prompt.choice.view.hand[:1])))
        await (table.race.action_cover() if by_key else table.app.cover())
        await table.settled()
        table.look(after="a preview while the prompt was removed")
        assert not table.race.stage.scene().landings
        assert len(table.race.query(Cover)) == 1
