"""A match: choices, controllers, and who may see whose cards."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from heat_tui.drivers import Chance
from heat_tui.engine import IllegalAction, IllegalSetup, RaceSetup
from heat_tui.engine.actions import Action, Discard, Plan, Slipstream
from heat_tui.engine.decisions import Decision, PlanDecision
from heat_tui.engine.events import PlanMade, RaceStarted, RoundBegan
from heat_tui.engine.view import SeatView
from heat_tui.game.table.match import Match
from heat_tui.store.saved_race import Controller, HandOver
from heat_tui.store.saves import SaveStore
from heat_tui.store.tracks import load_track
from tests.saves.races import new_match, played, state, step

USA = load_track("usa")


def table_of(*controllers: Controller, open_table: bool = False, seed: int = 1) -> Match:
    names = ("Ada", "Bo", "Cem", "Dina")[: len(controllers)]
    return Match.start(RaceSetup(USA, names, seed=seed, laps=1), controllers, open_table=open_table)


def test_a_match_starts_at_the_first_decision() -> None:
    match = table_of("person", "steady", "person")
    assert [type(event) for event in match.opening_events[:2]] == [RaceStarted, RoundBegan]
    assert match.events == list(match.opening_events)
    assert (match.to_move, match.waits_for_person, match.over, match.log) == (0, True, False, [])
    assert match.people == (0, 2)
    assert match.controllers == ("person", "steady", "person")
    assert match.sheet.laps == 1
    assert sorted(match.standings) == [0, 1, 2]
    assert match.name == ""
    assert match.not_saved is None
    assert not match.save_now()


def test_a_setup_that_cannot_be_raced_is_refused() -> None:
    with pytest.raises(IllegalSetup):
        Match.start(RaceSetup(USA, ("Ada",), laps=99), ("person",))


@pytest.mark.parametrize("controllers", [(), ("person",), ("person", "person", "person"), ("person", "robot")])
def test_controllers_that_do_not_fit_are_refused(controllers: tuple[Controller, ...]) -> None:
    with pytest.raises(ValueError, match="controller"):
        Match.start(RaceSetup(USA, ("Ada", "Bo")), controllers)


def test_an_illegal_action_leaves_everything_unchanged(tmp_path: Path) -> None:
    store = SaveStore(tmp_path)
    match = new_match("usa, a person and 3 Legends", store, name="race")
    step(match, Random(1))
    before, file = (state(match), match.log, match.saved().record), store.path("race").read_bytes()
    wrong: list[Action] = [Plan(9, ("1",)), Slipstream(40), Discard(("heat",)), Action()]
    for action in wrong:
        with pytest.raises(IllegalAction):
            match.play(action)
        with pytest.raises(IllegalAction):
            match.forecast(action)
    assert (state(match), match.log, match.saved().record) == before
    assert store.path("race").read_bytes() == file


def test_the_log_has_the_choices_and_their_events() -> None:
    match = table_of("person", "chance")
    decision = match.decision
    assert isinstance(decision, PlanDecision)
    action = next(decision.options())
    events = match.play(action)
    match.play_driver()
    first, second = match.log
    assert (first.seat, first.action, first.controller, first.round) == (0, action, "person", 1)
    assert first.behind_curtain
    assert list(first.events) == events
    assert [type(event) for event in events] == [PlanMade]
    assert (second.seat, second.controller) == (1, "chance")
    assert match.events == [*match.opening_events, *first.events, *second.events]


def test_the_events_that_play_returns_are_a_copy_of_the_log() -> None:
    match = table_of("person", "chance")
    decision = match.decision
    assert decision is not None
    match.play(next(decision.options())).clear()
    match.log.clear()
    match.events.clear()
    assert len(match.log) == 1
    assert match.log[0].events != ()
    assert match.events


def test_the_match_returns_the_forecast_of_the_engine() -> None:
    match = table_of("person")
    decision = match.decision
    assert decision is not None
    action = next(decision.options())
    forecast = match.forecast(action)
    assert forecast.outcomes or forecast.cluttered
    assert forecast.guess


def test_nothing_can_be_played_after_the_end() -> None:
    match = table_of("chance", "chance")
    for _ in played(match, Random(1)):
        pass
    assert (match.over, match.decision, match.to_move, match.waits_for_person) == (True, None, None, False)
    for use in (match.play, match.forecast):
        with pytest.raises(IllegalAction) as caught:
            use(Discard())
        assert caught.value.refusal.code == "race-over"
    with pytest.raises(ValueError, match="no automated driver"):
        match.play_driver()


def test_a_driver_does_not_play_for_a_person() -> None:
    match = table_of("person", "chance")
    with pytest.raises(ValueError, match="no automated driver"):
        match.play_driver()
    assert match.log == []


def test_a_driver_gets_only_the_view_of_its_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    got: list[tuple[SeatView, Decision]] = []
    choose = Chance.choose

    def spied(self: Chance, view: SeatView, decision: Decision) -> Action:
        got.append((view, decision))
        return choose(self, view, decision)

    monkeypatch.setattr(Chance, "choose", spied)
    match = table_of("person", "chance")
    first = match.decision
    assert first is not None
    match.play(next(first.options()))
    decision, view = match.decision, match.view(1)
    match.play_driver()
    assert got == [(view, decision)]
    assert got[0][0].seat == 1


def test_drivers_of_different_seats_and_seeds_choose_independently() -> None:
    def choices(seed: int) -> list[Action]:
        match = table_of("chance", "chance", seed=seed)
        for _ in range(40):
            match.play_driver()
        return [entry.action for entry in match.log]

    assert choices(1) == choices(1)
    assert choices(1) != choices(2)
    own = choices(1)
    assert own[::2] != own[1::2]


def test_a_seat_can_be_handed_over(tmp_path: Path) -> None:
    store = SaveStore(tmp_path)
    setup = RaceSetup(USA, ("Ada", "Bo"), laps=1)
    match = Match.start(setup, ("person", "person"), store=store, name="race")
    match.hand_over(1, "steady")
    match.hand_over(1, "steady")
    assert match.controllers == ("person", "steady")
    assert match.people == (0,)
    saved = store.read("race")
    assert saved.record == (HandOver(1, "steady"),)
    assert (saved.controllers, saved.controllers_now) == (("person", "person"), ("person", "steady"))
    loaded = Match.resume(saved, store=store)
    assert loaded.controllers == ("person", "steady")
    loaded.hand_over(1, "person")
    assert Match.resume(store.read("race"), store=None).controllers == ("person", "person")


@pytest.mark.parametrize(("seat", "controller"), [(-1, "person"), (2, "person"), (0, "robot")])
def test_a_missing_seat_or_an_unknown_controller_is_refused(seat: int, controller: Controller) -> None:
    match = table_of("person", "person")
    with pytest.raises(ValueError, match=r"seat|controller"):
        match.hand_over(seat, controller)
    assert match.controllers == ("person", "person")


def looks(match: Match) -> list[int]:
    return [seat for seat in range(-1, 9) if match.may_look(seat)]


def test_two_persons_see_their_own_cards_when_they_must_choose() -> None:
    match = table_of("person", "steady", "person")
    assert looks(match) == [0]
    decision = match.decision
    assert decision is not None
    match.play(next(decision.options()))
    assert (match.to_move, looks(match)) == (1, [])
    match.hand_over(1, "chance")
    match.play_driver()
    assert (match.to_move, looks(match)) == (2, [2])


def test_a_person_alone_always_sees_their_cards() -> None:
    match = table_of("chance", "person")
    assert (match.to_move, looks(match)) == (0, [1])
    match.play_driver()
    assert (match.to_move, looks(match)) == (1, [1])
    match.hand_over(1, "chance")
    for _ in played(match, Random(1)):
        assert looks(match) == []
    match.hand_over(1, "person")
    assert looks(match) == [1]


def test_an_open_table_shows_the_cards_of_all_persons_and_of_no_driver() -> None:
    match = table_of("person", "steady", "person", open_table=True)
    assert looks(match) == [0, 2]
    match.open_table = False
    assert looks(match) == [0]


def test_with_hands_open_only_in_their_own_turns_the_chooser_alone_sees_cards() -> None:
    match = table_of("person", "person")
    random = Random(4)
    seen = set()
    while not match.over:
        assert looks(match) == [match.to_move]
        seen.add((match.is_behind_curtain, match.to_move))
        step(match, random)
    assert seen == {(True, 0), (True, 1), (False, 0), (False, 1)}
    assert looks(match) == []
