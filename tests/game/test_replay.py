"""A replay shows the race as everybody saw it, step by step in both directions, and keeps hidden cards hidden."""

from __future__ import annotations

import functools
from bisect import bisect_left
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from heat_tui.engine.actions import Plan
from heat_tui.engine.decisions import Decision, PlanDecision
from heat_tui.engine.events import CarMoved, CornerTaken, Event, HandCluttered, LapCompleted, SpunOut
from heat_tui.engine.setup import RaceSetup
from heat_tui.engine.view import SeatView
from heat_tui.game.table.history import UndoStopped
from heat_tui.game.table.match import Match
from heat_tui.game.telling.replay import JumpKind, Replay, open_replay, place_words
from heat_tui.modules.championship.state import KEYS
from heat_tui.modules.legends import Legends
from heat_tui.modules.legends.events import LegendPressed
from heat_tui.store.saved_race import HandOver, race_of
from heat_tui.store.saves import SaveStore
from heat_tui.store.schema import Refused
from heat_tui.store.tracks import load_track
from tests.game.reckless import Reckless
from tests.saves.races import MIXES, new_match, state, step
from tests.saves.seasons import new_season, to_the_pause
from tests.tables import driver, least, loop
from tests.tables import planning as rows
from tests.tui.moments import ALONE, NOBODY, PEOPLE, planning, race_until, raced_to_the_end, six_cars
from tests.tui.test_boards import match_of

JUMPS: tuple[JumpKind, ...] = ("spin", "overtake", "lead", "lap", "corner", "turn")


@functools.cache
def finished() -> Match:
    """Return a finished race, the same one every time; it must not be changed."""
    return raced_to_the_end()


class Spectator:
    """A seatless spectator's record of a match at every choice: the view, the events so far, and who chooses."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.seen: list[tuple[SeatView, list[Event], int | None]] = []
        self.look()

    def look(self) -> None:
        match = self.match
        self.seen.append((match.view(None), match.events, None if match.decision is None else match.decision.seat))

    def watch(self, random: Random, choices: int) -> None:
        for _choice in range(choices):
            if not self.match.over:
                step(self.match, random)
                self.look()


@pytest.mark.long
@pytest.mark.parametrize("mix", MIXES)
@pytest.mark.parametrize("choices", [60, 10_000])
def test_a_replay_equals_what_a_spectator_saw(mix: str, choices: int) -> None:
    """Whether the race is in progress or over, every choice has the same view, story and chooser, without secrets."""
    spectator = Spectator(new_match(mix))
    spectator.watch(Random(8), choices)
    replay = Replay.of(spectator.match)
    for index, (view, story, seat) in enumerate(spectator.seen):
        position = due(replay, index)
        moment = replay.at(position)
        assert moment.view == view
        assert replay.events(position) == story
        assert (None if moment.decision is None else moment.decision.seat) == seat
        if isinstance(moment.decision, PlanDecision):
            assert (moment.decision.playable, moment.decision.gears) == ((), ())
        elif moment.decision is not None:
            assert type(moment.decision) is Decision
    assert replay.whole is spectator.match.over


@pytest.mark.parametrize("mix", MIXES)
def test_the_replay_of_an_unfinished_race_shows_no_private_cards(mix: str) -> None:
    match = new_match(mix)
    random = Random(5)
    for _choice in range(40):
        step(match, random)
    replay = Replay.of(match)
    assert not replay.whole
    for position in range(replay.last + 1):
        view = replay.at(position).view
        assert (view.seat, view.hand, view.plan, view.unseen, view.spent, view.sealed) == (None, (), None, (), (), None)
        assert replay.entry(position) is None
        with pytest.raises(ValueError, match="hidden"):
            replay.hands(position)
    agreed = Replay.of(match, agreed=True)
    assert agreed.entry(0) == match.log[0]
    assert agreed.hands(0)[0].cards == tuple(match.log[0].before.view(0).hand)


@pytest.mark.long
@pytest.mark.parametrize("mix", MIXES)
def test_stepping_back_shows_the_same_as_stepping_forward(mix: str) -> None:
    match = new_match(mix)
    Spectator(match).watch(Random(8), 10_000)
    replay = Replay.of(match)
    seen = [replay.at(position) for position in range(replay.last + 1)]
    stories = [replay.events(position) for position in range(replay.last + 1)]
    assert [replay.at(position) for position in range(replay.last, -1, -1)] == seen[::-1]
    for position, (before, after) in enumerate(pairwise(stories)):
        assert after == before + replay.between(position, position + 1)
    random = Random(3)
    for by in ("event", "turn", "round"):
        position = 0
        while position < replay.last:
            count = random.randint(1, 4)
            ahead = replay.step(position, by, count)
            if ahead < replay.last:
                assert replay.step(ahead, by, -count) == position
            assert ahead > position
            position = ahead
        assert replay.step(0, by, -1) == 0
        assert replay.step(replay.last, by) == replay.last


def test_turns_cover_the_race_and_belong_to_the_moving_car() -> None:
    replay = Replay.of(finished())
    starts, ends = [turn.start for turn in replay.turns], [turn.end for turn in replay.turns]
    assert starts == [0, *(end + 1 for end in ends[:-1])]
    assert ends[-1] == replay.last
    for position in range(1, replay.last + 1):
        turn, happened = replay.turn(position), replay.between(position - 1, position)
        cars = {getattr(event, "car", None) for event in happened if type(event).__name__ in ("CarMoved", "SpunOut")}
        assert cars <= {turn.car}


def test_the_turn_of_a_legend_includes_the_line_on_its_aggressive_space() -> None:
    track, names = load_track("netherlands"), ("Ada", "Bo")
    match = Match.start(RaceSetup(track, names, modules=(Legends(4, aggressive=True),), seed=7), NOBODY[:2])
    while not (pressed := [event for event in match.events if isinstance(event, LegendPressed)]):
        match.play_driver()
    replay = Replay.of(match)
    told = next(at for at in range(1, replay.last + 1) if _has(replay, at, LegendPressed))
    assert replay.turn(told).car == pressed[0].car


def test_a_turn_lost_to_a_cluttered_hand_is_a_turn_of_that_car() -> None:
    match = Match.start(six_cars(), PEOPLE)
    while not (found := [event for event in match.events if isinstance(event, HandCluttered)]):
        decision = match.decision
        assert decision is not None
        match.play(Reckless().choose(match.view(decision.seat), decision))
    replay = Replay.of(match)
    positions = range(1, replay.last + 1)
    lost = next(at for at in positions if _has(replay, at, HandCluttered))
    assert replay.turn(lost).car == found[0].car


def test_marks_are_at_their_events() -> None:
    """The marks are counted again from the views at the ends of the turns, and from the events."""
    match = Match.start(six_cars("usa"), NOBODY)
    while not match.over:
        match.play_driver()
    replay = Replay.of(match)
    assert {mark.kind for mark in replay.marks} >= {"overtake", "lead"}
    spins = [position for position in range(1, replay.last + 1) if _has(replay, position, SpunOut)]
    assert [mark.position for mark in replay.marks if mark.kind == "spin"] == spins
    leads = [mark for mark in replay.marks if mark.kind == "lead"]
    for mark in leads:
        turn = replay.turn(mark.position)
        assert replay.at(turn.end).view.positions[0] == mark.car != replay.at(turn.start - 1).view.positions[0]
    overtakes = [(mark.car, replay.turn(mark.position)) for mark in replay.marks if mark.kind == "overtake"]
    gains = []
    for turn in replay.turns:
        if turn.car is not None:
            before, after = (replay.at(place).view.standings for place in (max(turn.start - 1, 0), turn.end))
            if after.index(turn.car) < before.index(turn.car):
                gains.append((turn.car, turn))
    assert overtakes == gains


@pytest.mark.parametrize("home", [1, 2])
def test_the_overtake_that_decides_a_race_and_its_new_leader_have_marks(home: int) -> None:
    """Bo overtakes Ada for the win in the last turn of round 2, whether or not Ada finishes in that round too."""
    ada = driver(177 + home, gear=1, hand="1 1 1 1 1 1 1")
    bo = driver(176 + home, gear=1, hand="1 1 1 1 1 4 4")
    match = match_of(rows(loop(60), ada, bo), people=2)
    for plan in (Plan(1, ("1",)), Plan(1, ("1",)), Plan(1, ("1",)), Plan(2, ("4", "4"))):
        while not isinstance(match.decision, PlanDecision):
            match.play(least(due_in(match)))
        match.play(plan)
    while not match.view(None).finished:
        match.play(least(due_in(match)))
    assert match.view(None).finished == (1, 0)[:home]
    replay = Replay.of(match)
    [passed] = [mark for mark in replay.marks if mark.kind == "overtake"]
    [lead] = [mark for mark in replay.marks if mark.kind == "lead"]
    assert (passed.car, lead.car) == (1, 1)
    assert passed.position == lead.position
    assert any(isinstance(event, CarMoved) for event in replay.between(lead.position - 1, lead.position))


def due_in(match: Match) -> Decision:
    """Return the decision due in a match."""
    assert match.decision is not None
    return match.decision


def test_jumps_lead_to_the_next_and_to_the_previous_mark() -> None:
    replay = Replay.of(finished())
    for kind in JUMPS:
        forward = _walk(replay, kind, 0, 1)
        back = _walk(replay, kind, replay.last, -1)
        assert [each for each in forward if each < replay.last] == [each for each in back[::-1] if each > 0]
    laps = [position for position in range(1, replay.last + 1) if _has(replay, position, LapCompleted)]
    assert replay.jump(0, "lap", 1) == laps[0]
    corner = replay.jump(0, "corner", 1)
    assert corner is not None
    assert _has(replay, corner, CornerTaken) or _has(replay, corner, SpunOut)
    for car in range(len(replay.sheet.entries)):
        found = replay.jump(0, "turn", 1, car)
        assert found is not None
        assert replay.turn(found).car == car
        assert replay.turn(found).start == found


def due(replay: Replay, index: int) -> int:
    """Return the position at which a choice of the log is due."""
    return bisect_left(range(replay.last + 1), index, key=replay.choice)


def _walk(replay: Replay, kind: JumpKind, position: int, way: int) -> list[int]:
    found: list[int] = []
    while (there := replay.jump(position, kind, way)) is not None:
        found.append(there)
        position = there
    return found


def _has(replay: Replay, position: int, kind: type[Event]) -> bool:
    return any(isinstance(event, kind) for event in replay.between(position - 1, position))


def test_hands_match_the_table_at_every_choice_and_are_never_ahead_of_the_story() -> None:
    match = finished()
    replay = Replay.of(match)
    for index, entry in enumerate(match.log):
        hands = replay.hands(due(replay, index))
        cars = race_of(entry.before).cars
        assert [hand.cards for hand in hands] == [tuple(cars[seat].hand) for seat in range(match.sheet.drivers)]
        assert [hand.played for hand in hands] == [tuple(cars[seat].play) for seat in range(match.sheet.drivers)]
    for position in range(replay.last + 1):
        view = replay.at(position).view
        if replay.at(position).decision is not None:
            assert [len(hand.cards) for hand in replay.hands(position)] == [
                car.hand for car in view.cars[: match.sheet.drivers]
            ]


def test_sponsorships_that_may_still_be_held_stay_secret() -> None:
    match = new_season("1961, two people and 2 Legends")
    random = Random(2)
    held = 0
    while not (match.over or held):
        to_the_pause(match, random)
        replay = Replay.of(match)
        assert replay.whole
        for index, entry in enumerate(match.log):
            for hand in replay.hands(due(replay, index)):
                cards = race_of(entry.before).cars[hand.seat].hand
                assert not KEYS & {*hand.cards}
                assert hand.sealed == len(KEYS.intersection(cards)) or hand.sealed == len(cards) - len(hand.cards)
                held += hand.sealed
        if match.rests:
            match.next_race()
    assert held, "somebody holds a Sponsorship"


def test_the_position_is_described_in_words() -> None:
    match = raced_to_the_end(ALONE)
    replay = Replay.of(match)
    rounds = replay.rounds
    assert place_words(replay, 0) == f"Round 1 of {rounds}, Ada plans."
    assert place_words(replay, 1) == f"Round 1 of {rounds}, Bo plans."
    turn = next(turn for turn in replay.turns if turn.car == 0)
    assert place_words(replay, turn.end) == f"Round 1 of {rounds}, Ada's turn."
    assert place_words(replay, replay.last) == "The race is over."
    unfinished = new_match("usa, a person and 3 Legends")
    step(unfinished, Random(1))
    assert place_words(Replay.of(unfinished), Replay.of(unfinished).last) == "This is as far as the race has got."


def test_a_race_without_a_choice_has_no_replay() -> None:
    with pytest.raises(Refused, match=r"Spain cannot be replayed: its save contains no choices\."):
        Replay.of(new_match("spain, practice"))


def test_a_race_of_a_season_is_chosen_by_number_or_is_the_last_finished_one(tmp_path: Path) -> None:
    store = SaveStore(tmp_path)
    with pytest.raises(Refused, match=r"No finished race is saved; name the race to replay\."):
        open_replay(store, "")
    match = new_season("1961, two people and 2 Legends")
    random = Random(4)
    to_the_pause(match, random)
    match.next_race()
    step(match, random)
    assert [Replay.of(match, number).number for number in (None, 1, 2)] == [1, 1, 2]
    assert (Replay.of(match, 1).whole, Replay.of(match, 2).whole) == (True, False)
    for number in (0, 3):
        with pytest.raises(Refused, match=f"has no race {number}; the last one so far is race 2\\."):
            Replay.of(match, number)
    kept = replace(match.saved(), name="season")
    store.write(kept)
    assert open_replay(store, "")[1].number == 1
    later = Match.resume(replace(kept, base=kept.snapshot, record=(), controllers=kept.controllers_now), store=None)
    step(later, random)
    assert Replay.of(later).number == 2
    assert Replay.of(later).from_snapshot
    with pytest.raises(Refused, match=r"Race 1 of season is not known: the save continued from a snapshot"):
        Replay.of(later, 1)
    assert [*later.numbered] == [2]


@pytest.mark.long
@pytest.mark.parametrize("index", [0, 7, 40])
def test_a_race_can_be_continued_from_any_choice(index: int) -> None:
    """The branch equals the original up to the choice, including undo; choices that were taken back are not in it."""
    match = finished()
    before, entry = match.saved().record, match.log[index]
    branch = match.branch(entry, ("person", "steady", "person"), store=None)
    assert branch.saved().snapshot == entry.before.snapshot()
    assert branch.log == match.log[:index]
    assert branch.controllers == ("person", "steady", "person")
    assert branch.saved().setup == match.saved().setup
    assert not branch.take_backs
    assert not branch.over
    assert match.saved().record == before
    if index == 0:
        with pytest.raises(UndoStopped):
            branch.undo()
    else:
        branch.take_back(1)
        assert len(branch.log) < index
    random = Random(9)
    while not branch.over:
        step(branch, random, retire=False)
    assert sum(isinstance(each, HandOver) for each in branch.saved().record) == 4, "back at the start, on at the choice"


def test_a_branch_has_its_own_save(tmp_path: Path) -> None:
    store = SaveStore(tmp_path)
    match = race_until(planning(in_round=2), store=store)
    file = store.path(match.name).read_bytes()
    branch = match.branch(match.log[5], ("steady", "person", "person"), store=store)
    assert branch.name == f"{match.name}-2"
    step(branch, Random(1), retire=False)
    assert store.path(match.name).read_bytes() == file
    again = Match.resume(store.read(branch.name), store=None)
    assert (again.controllers, state(again), again.log) == (branch.controllers, state(branch), branch.log)
    assert (match.saved().raced_on, again.saved().raced_on) == (None, 1)
    assert b"raced_on" not in file


def test_a_branch_begins_with_those_who_race_on(tmp_path: Path) -> None:
    store = SaveStore(tmp_path)
    match = race_until(planning(in_round=2))
    first = match.branch(match.log[5], ("steady", "person", "person"), store=None)
    branch = first.branch(first.log[3], ("steady", "chance", "person"), store=store)
    assert [each.controller for each in branch.log] == [each.controller for each in match.log[:3]]
    branch.hand_over(2, "novice")
    again = Match.resume(store.read(branch.name), store=None)
    assert again.controllers == ("steady", "chance", "novice")
    assert again.began_with == branch.began_with == ("steady", "chance", "person")
    assert match.began_with != again.began_with


def test_a_season_branches_from_a_choice_of_an_earlier_race() -> None:
    match = new_season("1961, two people and 2 Legends")
    random = Random(4)
    to_the_pause(match, random)
    entry = match.log[30]
    match.next_race()
    branch = match.branch(entry, match.controllers, store=None)
    assert branch.season is not None
    assert (branch.season.index, branch.past, len(branch.log)) == (0, (), 30)
    assert branch.saved().snapshot == entry.before.snapshot()
    to_the_pause(branch, random)
    branch.next_race()
    assert branch.season.index == 1


def test_a_branch_refuses_controllers_that_do_not_fit() -> None:
    match = finished()
    with pytest.raises(ValueError, match="controllers"):
        match.branch(match.log[0], ("person",), store=None)
