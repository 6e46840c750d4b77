"""Which cards are open as a race continues, as choices are undone, and as the people at the table change."""

from __future__ import annotations

from random import Random

import pytest
from textual.widgets import Button

from heat_tui.engine.actions import DONE
from heat_tui.engine.decisions import DiscardDecision, PlanDecision, ReactDecision, SlipstreamDecision
from heat_tui.modules.mulligan import MulliganDecision
from heat_tui.store.saved_race import Controller
from heat_tui.store.settings import Settings
from heat_tui.tui.race.cover import Cover
from heat_tui.tui.race.hand import Hand
from heat_tui.tui.race.prompts import Prompt
from heat_tui.tui.race.screen import RaceScreen
from heat_tui.tui.race.seats import SeatsScreen
from heat_tui.tui.setup.fields import LineSelect
from tests.tui.marked import everywhere, found, marked_match, marks
from tests.tui.watched import ADA, BO, CEM, PEOPLE, any_action, three_people, watched

KINDS = {MulliganDecision, PlanDecision, ReactDecision, SlipstreamDecision, DiscardDecision}


async def test_no_cards_are_open_before_and_after_a_private_part() -> None:
    """Mulligan, plans, open turns and discards; in an open turn, only a driver who asks for their cards sees them."""
    kinds: set[type[object]] = set()

    random = Random(3)
    match = marked_match("Ada", "Bo", mulligan=True, places=(30, 29))
    async with watched(match) as table:
        while match.view(None).round < 3 and len(kinds) < len(KINDS):
            decision = match.decision
            assert decision is not None
            seat, kind = decision.seat, type(decision)
            table.look(after=f"the call of seat {seat} to {kind.__name__}")
            if not isinstance(decision, (ReactDecision, SlipstreamDecision)):
                assert table.race.query(Cover)
                await table.lift()
                assert table.sees == (seat,)
                table.look(seat, after="lifting")
            elif kind not in kinds:
                await table.press("c")
                table.look(after="asking for the own cards")
                await table.press("enter")
                assert table.sees == (seat,)
                table.look(seat, after="a look at the own cards")
                await table.press("c")
                table.look(after="covering them")
            kinds.add(kind)
            await table.choose(any_action(match, random))
    assert kinds == KINDS


@pytest.mark.long
async def test_undo_shows_nobodys_cards() -> None:
    match = three_people()
    async with watched(match) as table:
        await table.plan()
        for key in ("u", "U"):
            await table.press(key)
            table.look(after=f"{key} behind the curtain")
            await table.lift()
            await table.press(key)
            assert table.sees in ((), (BO,))
            table.look(*table.sees, after=f"{key} with Bo's cards open")
            await table.covered()
            assert match.to_move == BO, "a curtain cannot be undone"
        await table.plan_all()
        for key in ("u", "U"):
            await table.press(key)
            table.look(after=f"{key} in the open turn")
        seat = match.to_move
        assert seat is not None
        await table.press("c", "enter")
        assert table.sees == (seat,)
        await table.take_back(len(PEOPLE) - seat)
        assert match.to_move == seat
        table.look(after="going back, while all look, to plans of one whose cards were open")
        await table.plan_all()
        await table.choose(DONE)
        await table.press("u")
        table.look(*table.sees, after="u after a choice")
        await table.take_back(match.choices)
        table.look(after="the agreed take-back")
        assert match.to_move == ADA
        assert table.race.query(Cover)
        await table.lift()
        table.look(ADA, after="planning once more")


@pytest.mark.long
async def test_new_names_and_new_people_show_nobodys_cards() -> None:
    match = three_people()
    async with watched(match) as table:
        await table.plan()
        await table.lift()
        await table.reseat(names={ADA: "Ann"})
        table.look(after="a new name")
        await table.reseat(who={ADA: "chance"})
        assert list(match.people) == [BO, CEM]
        table.look(after="a seat handed to a driver")
        await table.lift()
        table.look(BO, after="that, and Bo's own look")
        await table.reseat(who={ADA: "person"})
        assert list(match.people) == [ADA, BO, CEM]
        table.look(after="a seat handed back")
        await table.reseat(who={BO: "chance", CEM: "chance"})
        table.look(*table.sees, after="the seat at hand handed to a driver")


async def test_handing_over_the_other_seats_does_not_show_the_last_persons_cards() -> None:
    """The only person at a table needs no curtain, but has to lift the curtain that is already closed."""
    match = marked_match("Ada", "Bo")
    async with watched(match) as table:
        await table.plan()
        await table.reseat(who={BO: "chance"})
        assert match.people == (ADA,)
        table.look(after="Bo's seat handed to a driver")
        await table.lift()
        table.look(ADA, after="Ada is there")


@pytest.mark.long
async def test_no_cards_are_shown_while_automated_drivers_take_over_seats() -> None:
    match = three_people()
    async with watched(match, settings=Settings(animation="normal", title=False)) as table:
        await table.plan()
        await table.tap("S")
        for seat in (BO, CEM):
            table.app.screen.query_one(f"#who-{seat}", LineSelect).value = "chance"
        table.app.screen.query_one("#yes", Button).press()
        while isinstance(table.app.screen, SeatsScreen) or not table.race.show.running:
            await table.pilot.pause(0.002)
        assert not match.waits_for_person, "Cem's driver has not planned"
        for action in ("deck", "inspect", "map"):
            await table.race.run_action(action)
            await table.pilot.pause()
            table.look(after=action)
            if not isinstance(table.app.screen, RaceScreen):
                await table.tap("shift+tab")
                table.look(after=f"{action} and the last thing")
                await table.tap("escape")


@pytest.mark.long
async def test_a_person_alone_sees_their_own_cards_and_no_drivers() -> None:
    match = marked_match("Ada", "Chance", controllers=("person", "chance"))
    async with watched(match) as table:
        random = Random(2)
        for _choice in range(2):
            for keys in (("d",), ("i", "shift+tab")):
                await table.tap(*keys)
                table.look(ADA, after=f"{keys}")
                await table.back()
            await table.blur()
            table.look(ADA, after="the focus lost")
            assert table.race.query(Prompt), "a person alone is never covered"
            await table.refocus()
            await table.choose(any_action(match, random))


@pytest.mark.long
async def test_only_persons_cards_are_open_at_an_open_table() -> None:
    people: list[Controller] = ["person", "person", "chance"]
    match = marked_match("Ada", "Bo", "Chance", controllers=people, open_table=True)
    async with watched(match) as table:
        random = Random(2)
        for _choice in range(3):
            seat = match.to_move
            assert seat is not None
            assert not table.race.query(Cover)
            table.look(ADA, BO, after="the call")
            if table.race.query(Hand):
                assert found(everywhere(table.app), marks(seat) & set(match.view(seat).hand))
            await table.tap("d")
            table.look(ADA, BO, after="a look at the deck")
            await table.back()
            await table.choose(any_action(match, random))


async def test_the_call_of_a_driver_who_gives_up_does_not_pass_to_the_next() -> None:
    async with watched(three_people()) as table:
        await table.plan_all()
        seat = table.watched.to_move
        await table.press("c")
        assert table.race.query(Cover)
        await table.press("q", "down", "down", "enter")
        await table.rest()
        assert table.watched.to_move not in (None, seat)
        assert isinstance(table.watched.decision, ReactDecision)
        assert not table.race.query(Cover)
