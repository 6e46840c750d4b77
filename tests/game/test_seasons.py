"""A season at a table: race after race, each with its own log, and no undo into finished races."""

from __future__ import annotations

from functools import partial
from random import Random

import pytest

from heat_tui.engine import IllegalAction
from heat_tui.engine.actions import KeepUpgrade, NextRace
from heat_tui.engine.decisions import KeepDecision, NextRaceDecision, PickDecision
from heat_tui.engine.events import RaceEnded, RoundBegan
from heat_tui.game.figures.statistics import Tally, tally
from heat_tui.game.table.history import UndoStopped, stop_sentence
from heat_tui.game.table.match import Match
from heat_tui.game.table.seasons import stand_in_lines
from heat_tui.modules.championship.events import PointsScored, SeasonEnded, SeasonRaceBegan, UpgradeKept
from heat_tui.modules.garage.cards import MarketDealt
from heat_tui.store.saved_race import HandOver
from heat_tui.store.schema import Refused
from tests.saves.races import new_match, state, step
from tests.saves.seasons import SEASONS, new_season, season_played, step_on, to_the_pause

TWO = "1961, two people and 2 Legends"
ALONE = "a short career"
MIXED = "a custom season with everything"


def test_a_season_starts_with_its_first_race() -> None:
    match = new_season(TWO)
    season = match.season
    assert season is not None
    assert match.setup is season.race.setup
    assert match.sheet.track.id == "great_britain"
    assert isinstance(match.opening_events[0], SeasonRaceBegan)
    assert match.events == list(match.opening_events)
    assert (match.over, match.race_over, match.between_races, match.rests, match.past) == (False,) * 4 + ((),)
    assert match.undo_stop == "nothing-yet"
    assert isinstance(match.decision, PickDecision)


def test_a_single_race_has_no_season() -> None:
    match = new_match("spain, practice")
    assert match.season is None
    assert not match.between_races
    with pytest.raises(IllegalAction):
        match.next_race()
    while not match.over:
        step(match, Random(1))
    assert match.race_over
    assert not match.between_races


@pytest.mark.long
@pytest.mark.parametrize("kind", SEASONS)
def test_every_race_has_its_own_events(kind: str) -> None:
    match = new_season(kind)
    races, random = len(SEASONS[kind][0].calendar), Random(3)
    for number in range(1, races):
        to_the_pause(match, random)
        assert (match.over, match.race_over, match.between_races, match.rests) == (False, True, True, True)
        assert isinstance(match.decision, NextRaceDecision)
        assert match.to_move == 0
        kinds = [type(event) for event in match.events]
        assert kinds.count(SeasonRaceBegan) == kinds.count(RaceEnded) == kinds.count(PointsScored) == 1
        before = match.events
        opening = match.next_race()
        assert tuple(opening) == match.opening_events
        assert match.log == []
        assert match.past[-1].events == list(before)
        assert match.past[-1].sheet.track == SEASONS[kind][0].calendar[number - 1].track
        assert match.setup.track == SEASONS[kind][0].calendar[number].track
        assert any(isinstance(event, MarketDealt) for event in opening)
    while not match.over:
        step_on(match, random)
    assert isinstance(match.events[-1], SeasonEnded)
    assert (match.race_over, match.between_races, match.rests, match.decision) == (True, False, False, None)
    with pytest.raises(IllegalAction) as refused:
        match.next_race()
    assert refused.value.refusal.code == "season-over"
    assert len(match.past) == races - 1


@pytest.mark.long
def test_the_figures_cover_one_race() -> None:
    match, random = new_season(TWO), Random(5)
    for _ in season_played(match, random):
        counted = tally(match)
        assert counted.rounds == sum(isinstance(event, RoundBegan) for event in match.events)
    rounds = [Tally(race.sheet, race.events).rounds for race in match.past]
    assert all(rounds)
    assert match.season is not None
    assert len(rounds) == len(match.season.results) - 1


def test_only_starting_the_next_race_is_possible_at_the_pause() -> None:
    match = to_the_pause(new_season(TWO), Random(1))
    before = state(match)
    with pytest.raises(IllegalAction):
        match.play(KeepUpgrade("heat"))
    assert state(match) == before
    assert match.forecast(NextRace()).outcomes == ()
    assert [match.may_look(seat) for seat in (0, 1)] == [False, False]


def test_undo_ends_at_the_start_of_the_race() -> None:
    match, random = new_season(ALONE), Random(1)
    to_the_pause(match, random)
    match.next_race()
    assert match.undo_stop == "race-began"
    for attempt in (match.undo, partial(match.undo, whole_turn=True)):
        with pytest.raises(UndoStopped) as stopped:
            attempt()
        assert stopped.value.stop == "race-began"
    assert match.choices == 0
    with pytest.raises(Refused, match=stop_sentence("race-began")):
        match.take_back(1)
    began = state(match)
    step(match, random)
    assert match.choices == 1
    match.take_back(1)
    assert state(match) == began


def test_a_kept_upgrade_can_be_chosen_again_at_the_pause() -> None:
    match, random = new_season(ALONE), Random(4)
    while not isinstance(match.decision, KeepDecision):
        step_on(match, random)
    rested = state(match)
    (first, second) = list(dict.fromkeys(match.decision.cards))[:2]
    events = match.play(KeepUpgrade(first))
    assert events[0] == UpgradeKept(0, first)
    assert match.rests
    assert match.undo_stop is None
    match.undo()
    assert state(match) == rested
    match.play(KeepUpgrade(second))
    match.next_race()
    decision = match.decision
    assert isinstance(decision, PickDecision)
    assert decision.owned == (second,)


def test_a_new_name_stays_whatever_is_undone() -> None:
    match, random = new_season(MIXED), Random(2)
    while not match.choices:
        step(match, random)
    match.rename(0, "Zoë")
    match.take_back(1)
    assert match.sheet.entries[0].name == "Zoë"
    assert match.setup.seats == ("Zoë", "Çem", "O'Neill")
    to_the_pause(match, random)
    match.rename(1, "Cy")
    match.next_race()
    assert [entry.name for entry in match.sheet.entries[:3]] == ["Zoë", "Cy", "O'Neill"]
    again = Match.resume(match.saved(), store=None)
    assert again.setup.seats == match.setup.seats == ("Zoë", "Cy", "O'Neill")
    assert state(again) == state(match)


def test_the_controllers_stay_for_the_next_race() -> None:
    match, random = new_season(MIXED), Random(2)
    to_the_pause(match, random)
    match.hand_over(0, "chance")
    match.next_race()
    assert match.controllers == ("chance", "steady", "chance")
    assert HandOver(0, "chance") in match.saved().record
    match.hand_over(0, "person")
    while match.to_move != 0:
        match.play_driver()
    with pytest.raises(ValueError, match="no automated driver"):
        match.play_driver()


@pytest.mark.long
def test_automated_drivers_choose_alike_in_a_resumed_season() -> None:
    match, random = new_season(MIXED), Random(9)
    match.hand_over(0, "steady")
    while len(match.past) < 2:
        step_on(match, random)
    again = Match.resume(match.saved(), store=None)
    for _ in zip(season_played(match, Random(1)), season_played(again, Random(1)), strict=True):
        assert state(match) == state(again)


def test_everybody_who_has_given_up_drives_again_in_the_next_race() -> None:
    match, random = new_season(TWO), Random(1)
    for seat in (0, 1):
        match.hand_over(seat, "steady")
    to_the_pause(match, random).next_race()
    assert match.controllers == match.began_with == ("person", "person")
    assert stand_in_lines(match) == []
    again = Match.resume(match.saved(), store=None)
    assert again.controllers == match.controllers
    assert state(again) == state(match)


def test_a_seat_handed_over_at_the_pause_stays_handed_over() -> None:
    match, random = new_season(TWO), Random(1)
    match.hand_over(0, "steady")
    to_the_pause(match, random)
    match.hand_over(1, "steady")
    match.next_race()
    assert match.controllers == ("person", "steady")


def test_a_later_race_begins_with_who_drives_for_a_person() -> None:
    random = Random(1)
    match = new_season(TWO)
    match.hand_over(0, "steady")
    assert stand_in_lines(match) == [], "the first race has no stand-ins from an earlier one"
    to_the_pause(match, random).next_race()
    assert stand_in_lines(match) == ["Steady still drives for Ada; seats can change at the start of a round."]
    match.hand_over(0, "person")
    assert stand_in_lines(match) == []
    match.hand_over(0, "steady")
    step_on(match, random)
    assert stand_in_lines(match) == [], "the race is under way"
