"""The legacy of a finished race for later races: a result to beat, its code, and its ghost."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random

import pytest

from heat_tui.engine.actions import Retire
from heat_tui.engine.car import FINISHED
from heat_tui.engine.decisions import PlanDecision
from heat_tui.engine.setup import RaceSetup
from heat_tui.game.setup.challenge import read_code, result_words
from heat_tui.game.setup.options import Seat
from heat_tui.game.table.match import Match
from heat_tui.game.telling.rival import (
    best_car,
    code_of_race,
    gap_words,
    ghost_from,
    rival_of,
    rival_place,
    target_of,
    verdict_lines,
)
from heat_tui.game.telling.story import result_lines
from heat_tui.modules.legends import Legends
from heat_tui.store.save_reading import read_save_file
from heat_tui.store.saved_race import Rival, Target, race_of, save_text
from heat_tui.store.saves import SaveStore
from heat_tui.store.schema import Refused
from heat_tui.store.tracks import load_track
from tests.saves.races import MIXES, TWO, new_match, played, step
from tests.saves.seasons import new_season

USA = RaceSetup(load_track("usa"), ("Ada", "Bo"), seed=9, laps=1, modules=(Legends(2),))


def ended(setup: RaceSetup = USA, controllers: tuple[str, ...] = ("person", "steady")) -> Match:
    """Return a finished race in which any person has chosen at random."""
    match = Match.start(setup, controllers)
    for _ in played(match, Random(3)):
        pass
    return match


def continued(at: int = 5) -> Match:
    """Return the finished race as it continues from the snapshot before a choice, as after a change of the rules."""
    snapshot = race_of(OVER.log[at].before).snapshot()
    match = Match.resume(replace(OVER.saved(), base=snapshot, record=()), store=None)
    for _ in played(match, Random(1)):
        pass
    return match


OVER = cache(ended)()
BEST = best_car(OVER)
RESULT = target_of(OVER)
assert BEST is not None
assert RESULT is not None


def with_target(target: Target | None) -> Match:
    """Return the finished race as if it had been a challenge."""
    return Match.resume(replace(OVER.saved(), target=target), store=None)


def test_the_result_to_beat_is_that_of_the_best_person() -> None:
    assert OVER.controllers[0] == "person"
    assert BEST == 0
    assert RESULT is not None
    assert RESULT.name == "Ada"
    assert RESULT.place == OVER.standings.index(0) + 1
    automated = ended(controllers=("chance", "steady"))
    assert target_of(automated) is not None
    assert best_car(automated) == next(car for car in automated.standings if car < 2)


@pytest.mark.point("N15")
def test_a_race_given_up_by_its_only_driver_beats_no_target() -> None:
    match = Match.start(replace(USA, seats=("Ada",)), ("person",), target=Target(name="Bo", place=8, rounds=99))
    random = Random(3)
    assert match.decision is not None
    match.play(match.decision.sample(random.random))
    match.hand_over(0, "steady")
    for _ in played(match, random):
        pass
    assert 0 in match.view(None).finished
    assert best_car(match) is None
    assert verdict_lines(match) == ["The target of Bo, eighth place in 99 rounds, is not beaten: no person finished."]


def test_a_seat_that_was_given_up_sets_no_target() -> None:
    match = Match.start(USA, ("person", "person"))
    match.hand_over(0, "steady")
    for _ in played(match, Random(3)):
        pass
    assert best_car(match) == 1


@pytest.mark.long
@pytest.mark.parametrize("gives_up", [True, False])
def test_a_rival_beats_no_target_in_the_place_of_a_person(gives_up: bool) -> None:
    """The person gives up the seat, or retires, and the automated driver finishes."""
    setup = RaceSetup(load_track("usa"), ("Ada", "Champion"), seed=9, laps=1, retire=True)
    match = Match.start(setup, ("person", "champion"), target=Target(name="Cy", place=1, rounds=99))
    step(match, random := Random(3))
    if gives_up:
        match.hand_over(0, "steady")
    while not match.over:
        if match.waits_for_person and getattr(match.decision, "may_retire", False):
            match.play(Retire())
        else:
            step(match, random)
    assert 1 in match.view(None).finished
    assert (best_car(match), target_of(match), rival_of(match)) == (None, None, None)
    assert verdict_lines(match) == ["The target of Cy, first place in 99 rounds, is not beaten: no person finished."]


def test_the_code_of_a_race_starts_the_same_race() -> None:
    found = read_code(code_of_race(OVER))
    assert found.target == RESULT
    again = Match.start(found.driven_by([Seat("Zoë")]).setup, found.options.controllers, target=found.target)
    for entry in OVER.log:
        again.play(entry.action)
    assert again.over
    assert again.standings == OVER.standings
    assert verdict_lines(again)[0].startswith("Zoë equals the target of Ada: ")
    assert result_lines(again)[0] == verdict_lines(again)[0]


def test_a_race_without_a_code_gives_the_reason(tmp_path: Path) -> None:
    store = SaveStore(tmp_path)
    begun = Match.start(USA, ("person", "steady"), name="begun", store=store)
    season = new_season("1961, two people and 2 Legends", store)
    for match, words in ((begun, "begun is not over yet"), (season, "is a season, and only single races")):
        with pytest.raises(Refused, match=words):
            code_of_race(match)
    with pytest.raises(Refused, match="was not raced from the grid"):
        code_of_race(continued())


def test_a_race_that_continued_from_a_snapshot_counts_all_its_rounds() -> None:
    match = continued(at=len(OVER.log) // 2)
    result, finished = target_of(match), [entry.round for entry in match.log if entry.seat == 0][-1]
    assert result is not None
    assert result.rounds == finished


def test_a_car_that_finished_before_the_snapshot_gets_no_verdict() -> None:
    """The round in which it finished is unknown."""
    saved = OVER.saved()
    target = Target(name="Cy", place=8, rounds=99)
    match = Match.resume(replace(saved, base=saved.snapshot, record=(), target=target), store=None)
    assert best_car(match) == 0
    assert (target_of(match), verdict_lines(match)) == (None, [])
    place = match.standings.index(0) + 1
    assert f"{place}. Ada: rounds -, top speed 0" in "\n".join(result_lines(match))


@pytest.mark.parametrize(
    ("places", "rounds", "words"),
    [
        (1, 0, "Ada beats the target of Cy by 1 place: "),
        (2, 5, "Ada beats the target of Cy by 2 places: "),
        (0, 1, "Ada beats the target of Cy by 1 round: "),
        (0, 3, "Ada beats the target of Cy by 3 rounds: "),
        (0, 0, "Ada equals the target of Cy: "),
        (0, -1, "Ada misses the target of Cy by 1 round: "),
        (0, -2, "Ada misses the target of Cy by 2 rounds: "),
        (-1, 9, "Ada misses the target of Cy by 1 place: "),
        (-2, 0, "Ada misses the target of Cy by 2 places: "),
    ],
)
def test_the_place_decides_and_then_the_number_of_rounds(places: int, rounds: int, words: str) -> None:
    assert RESULT is not None
    target = Target(name="Cy", place=RESULT.place + places, rounds=RESULT.rounds + rounds)
    (line,) = verdict_lines(with_target(target))
    assert line.startswith(words)
    if places or rounds:
        assert line.endswith(f", against {result_words(target)}.")
    assert result_words(RESULT) in line


def test_nothing_is_said_without_a_target_and_it_is_not_beaten_without_finishing() -> None:
    assert verdict_lines(OVER) == []
    practice = replace(USA, seats=("Ada",), modules=(), retire=True)
    match = Match.start(practice, ("person",), target=Target(name="Cy", place=1, rounds=9))
    assert target_of(match) is None
    assert verdict_lines(match) == ["The target of Cy, first place in 9 rounds, is not beaten: no person finished."]


@pytest.mark.parametrize("mix", MIXES)
def test_the_ghost_is_where_the_car_was_after_each_round(mix: str) -> None:
    match = new_match(mix)
    for _ in played(match, Random(7)):
        pass
    rival, car = rival_of(match), best_car(match)
    if rival is None or car is None:
        home = [index for index in match.view(None).finished if index < match.sheet.drivers]
        assert not any(match.controllers[index] == "person" for index in home)
        return
    assert rival.name == match.setup.seats[car]
    starts = {entry.round: race_of(entry.before) for entry in reversed(match.log) if entry.round}
    for number, race in starts.items():
        if race.cars[car].status != FINISHED:
            assert rival.places[number - 1] == (race.cars[car].at, race.cars[car].spot)
    assert rival.places[-1][0] > match.sheet.finish >= rival.places[-2][0]


def test_the_gap_compares_the_same_number_of_rounds() -> None:
    rival = rival_of(OVER)
    assert rival is not None
    again = Match.start(USA, ("person", "steady"), rival=rival)
    for entry in OVER.log:
        view = again.view(None)
        if view.round and view.cars[0].status != FINISHED:
            driven = view.round - 1 + (0 in view.order[: view.turns])
            expected = rival.places[driven] if driven < len(rival.places) - 1 else None
            assert rival_place(rival, view, 0) == expected
            if isinstance(entry.before.decision, PlanDecision) and driven < len(rival.places) - 1:
                assert gap_words(rival, view, 0) == "ghost of Ada: level"
                assert gap_words(rival, view, 0, short=True) == "ghost +0"
        again.play(entry.action)
    assert gap_words(rival, again.view(None), 0) == ""


@pytest.mark.parametrize(
    ("gap", "words", "short"),
    [
        (4, "4 spaces ahead", "+4"),
        (1, "1 space ahead", "+1"),
        (-1, "1 space behind", "−1"),
        (-9, "9 spaces behind", "−9"),
    ],
)
def test_the_gap_is_described_in_words(gap: int, words: str, short: str) -> None:
    view = Match.start(USA, ("person", "steady")).view(None)
    ghost = Rival(name="Cy", places=((view.cars[0].at + gap, 0), (200, 0)))
    assert gap_words(ghost, view, 0) == f"ghost of Cy: {words}"
    assert gap_words(ghost, view, 0, short=True) == f"ghost {short}"


def test_a_finished_ghost_says_so() -> None:
    short = Rival(name="Ada", places=((60, 0), (200, 0)))
    match = Match.start(USA, ("person", "steady"))
    assert rival_place(short, match.view(None), 0) == (60, 0)
    for _ in played(match, Random(3)):
        if match.view(None).round == 2:
            break
    assert rival_place(short, match.view(None), 0) is None
    assert gap_words(short, match.view(None), 0) == "ghost of Ada: finished"
    assert gap_words(short, match.view(None), 0, short=True) == "ghost finished"


def test_a_ghost_must_race_the_same_track_and_laps(tmp_path: Path) -> None:
    store = SaveStore(tmp_path)
    store.write(replace(OVER.saved(), name="usa-ada"))
    Match.start(USA, ("person", "steady"), name="begun", store=store)
    season = new_season("1961, two people and 2 Legends", store)
    store.write(replace(continued().saved(), name="half"))
    store.write(replace(OVER.saved(), name="done", base=OVER.saved().snapshot, record=()))
    assert ghost_from(store, "usa-ada", USA.track, USA.laps) == rival_of(OVER)
    for name, setup, words in (
        ("usa-ada", replace(USA, track=load_track("italy")), "drove on USA, and this race is on Italy"),
        ("usa-ada", replace(USA, laps=None), r"a different number of laps \(1\) from this race's \(2\)"),
        ("begun", USA, "No person has finished begun, so it has no ghost"),
        ("half", USA, "half was not raced from the grid under these rules, so it has no ghost"),
        ("done", USA, "done was not raced from the grid under these rules, so it has no ghost"),
        (season.name, USA, "is a season, and only single races"),
        ("monza", USA, "No saved race is called monza"),
    ):
        with pytest.raises(Refused, match=words):
            ghost_from(store, name, setup.track, setup.laps)


def test_target_and_ghost_are_saved(tmp_path: Path) -> None:
    rival = rival_of(OVER)
    setup, controllers = TWO
    store = SaveStore(tmp_path)
    match = Match.start(setup, controllers, name="race", store=store, target=RESULT, rival=rival)
    loaded = Match.resume(store.read("race"), store=None)
    assert (loaded.target, loaded.rival) == (match.target, match.rival) == (RESULT, rival)
    text = save_text(match.saved())
    for old, new in (
        ('"place": ', '"place": 9'),
        ('"rounds": ', '"rounds": 0'),
        ('"places": [[', '"places": [[0'),
        ('"places": [[', '"places": [["'),
    ):
        assert old in text
        (tmp_path / "bad.json").write_text(text.replace(old, new), encoding="utf-8")
        with pytest.raises(Refused):
            read_save_file(tmp_path / "bad.json")
    bare = save_text(replace(match.saved(), target=None, rival=None))
    assert "target" not in bare
    assert "rival" not in bare
