"""Races from grid to finish, typed line by line."""

from __future__ import annotations

import json
import signal
import time
from dataclasses import asdict
from functools import cache
from pathlib import Path

import pytest

from heat_tui.engine.actions import Discard, Plan, React, Slipstream
from heat_tui.engine.decisions import DiscardDecision, PlanDecision, ReactDecision, SlipstreamDecision
from heat_tui.game.advice.analysis import Analysis, analysis_lines
from heat_tui.game.figures.race_tables import figure_lines
from heat_tui.game.figures.statistics import tally
from heat_tui.game.table.interruptions import Interrupted
from heat_tui.game.table.match import Match
from heat_tui.store.locks import Holder, lock_of
from heat_tui.store.saved_race import Controller
from heat_tui.store.saves import SaveStore
from heat_tui.words.brief import brief_lines
from tests.plain.typist import END, Keyboard, Screen, match, table

Seats = tuple[Controller, ...]


@cache
def piped() -> tuple[str, Match]:
    """Return what a race of two people through a pipe shows, and the race, shared by tests."""
    screen = Screen()
    race = match("Ada", "Bo")
    table(screen, Keyboard(screen), race).race()
    return screen.getvalue(), race


def test_two_people_and_two_legends_race_to_the_finish() -> None:
    told, race = piped()
    assert race.over
    assert "wins the race" in told
    assert told.rstrip().splitlines()[-12] == "Result:"
    assert told.rstrip().splitlines()[-7] == "How it went:"
    assert told.rstrip().endswith("The seed of this race was 3.")
    assert {type(entry.action).__name__ for entry in race.log} == {"Plan", "React", "Slipstream", "Discard"}


@pytest.mark.long
@pytest.mark.parametrize(
    ("names", "controllers", "legends"),
    [
        (("Ada",), ("person",), 3),
        (("Ada",), ("person",), 0),
        (("Ada", "Steady", "Chance"), ("person", "steady", "chance"), 1),
        (("Steady", "Bo"), ("steady", "person"), 0),
        (("Steady",), ("steady",), 1),
        (("Ada", "Bo", "Cem", "Dina"), ("person", "person", "steady", "person"), 4),
    ],
)
def test_any_mix_of_people_drivers_and_legends_can_race(
    names: tuple[str, ...], controllers: Seats, legends: int
) -> None:
    screen = Screen()
    keyboard = Keyboard(screen)
    race = match(*names, controllers=controllers, legends=legends)
    table(screen, keyboard, race).race()
    assert race.over
    assert "The seed of this race was 3." in screen.getvalue()
    assert bool(keyboard.lines) == ("person" in controllers)


@pytest.mark.long
@pytest.mark.point("F1")
@pytest.mark.parametrize("terminal", [False, True])
def test_a_race_told_in_brief_misses_nothing_and_repeats_nothing(terminal: bool) -> None:
    """With curtains on a terminal, the screen is cleared and the round is told again."""
    screen = Screen(terminal=terminal)
    keyboard = Keyboard(screen, typed=terminal)
    race = match("Ada", "Bo", "Steady", controllers=("person", "person", "steady"))
    table(screen, keyboard, race, brief=True).race()
    told = screen.getvalue()
    assert "Round 1: " in told
    assert " begins. " not in told
    lines = brief_lines(race.sheet, race.events, ascii_only=True)
    unwrapped = " ".join(told.split())
    assert all(line.text in unwrapped for line in lines if line.car not in (0, 1)), "the turn of no person is one line"
    if not terminal:
        pieces = [line for line in told.splitlines() if line.startswith("Ada: ")]
        joined = [line.text for line in lines if line.car == 0]
        assert len("".join(pieces)) <= len("".join(joined)) + 8 * len(pieces), "only turns with prompts are in pieces"


def test_a_person_alone_sees_the_hand_and_never_a_curtain() -> None:
    screen = Screen(terminal=True)
    keyboard = Keyboard(screen, typed=True)
    table(screen, keyboard, match("Ada")).race()
    assert "\x1b" not in screen.getvalue()
    assert "press Enter." not in screen.getvalue()
    assert "Your hand: " in screen.getvalue()


def test_an_open_table_has_no_curtain() -> None:
    screen = Screen()
    keyboard = Keyboard(screen)
    table(screen, keyboard, match("Ada", "Bo", open_table=True)).race()
    assert "curtain" not in screen.getvalue()


def test_through_a_pipe_each_private_part_is_between_two_marked_lines() -> None:
    told, race = piped()
    marks = [line for line in told.splitlines() if line.startswith("--- curtain")]
    sittings = [entry.seat for entry in race.log if type(entry.action).__name__ in ("Plan", "Discard")]
    names = [name for seat in sittings for name in (("Ada", "Bo")[seat], "the table")]
    assert marks == [f"--- curtain: {name} ---" for name in names]
    assert "\x1b" not in told


def test_no_card_of_a_hand_is_shown_outside_its_private_part() -> None:
    open_to_all = True
    for line in piped()[0].splitlines():
        if line.startswith("--- curtain"):
            open_to_all = line == "--- curtain: the table ---"
        assert not (open_to_all and "Your hand" in line)


def test_each_plan_is_preceded_by_its_consequence_and_a_question() -> None:
    screen = Screen()
    keyboard = Keyboard(screen)
    race = match("Ada")
    table(screen, keyboard, race).race()
    lines = screen.getvalue().splitlines()
    plans = [number for number, line in enumerate(lines) if line.startswith("Ada, plan:")]
    assert len(plans) == sum(type(entry.action).__name__ == "Plan" for entry in race.log)
    for number in plans:
        assert lines[number + 1].startswith("Your choice: gear ")
        asked = next(offset for offset in range(number, len(lines)) if lines[offset].startswith("Do that"))
        assert any("Speed" in line or "does not move" in line for line in lines[number:asked])


def test_another_plan_may_be_tried_before_one_is_confirmed() -> None:
    screen = Screen()
    typed = iter(["1 1", "2 1 2", "no", "1 0", "again", "3 4 2 1", "yes"])

    def before(keyboard: Keyboard) -> str | None:
        return next(typed, None)

    keyboard = Keyboard(screen, before=before)
    race = match("Ada", seed=5)
    assert race.view(0).hand == ("0", "1", "2", "3", "3", "4", "stress")
    table(screen, keyboard, race).race()
    assert race.log[0].action == Plan(3, ("4", "2", "1"))
    told = screen.getvalue()
    for choice in ("gear 1 with 1", "gear 2 with 2 and 1", "gear 1 with 0", "gear 3 with 4, 2 and 1"):
        assert f"Your choice: {choice}." in told


def test_every_kind_of_decision_was_put_to_a_person() -> None:
    asked = set()

    def before(keyboard: Keyboard) -> str | None:
        asked.add(type(keyboard.match.decision))
        return None

    screen = Screen()
    table(screen, Keyboard(screen, before=before), match("Ada", "Bo", mulligan=True)).race()
    assert {PlanDecision, ReactDecision, SlipstreamDecision, DiscardDecision} <= asked
    assert len(asked) == 5


def test_a_driver_may_retire_once_a_car_has_finished() -> None:
    def before(keyboard: Keyboard) -> str | None:
        decision = keyboard.match.decision
        if isinstance(decision, PlanDecision) and decision.may_retire and not keyboard.prompt.startswith("Do that"):
            return "retire"
        return None

    screen = Screen()
    race = match("Ada", "Chance", controllers=("person", "chance"), retire=True, legends=3, seed=1)
    slow = Keyboard(screen, before=lambda keyboard: before(keyboard) or _slow(keyboard))
    table(screen, slow, race).race()
    assert "Ada retires" in screen.getvalue()


def _slow(keyboard: Keyboard) -> str | None:
    """Return the input for a plan in the lowest gear, so that others finish first; None at any other prompt."""
    decision = keyboard.match.decision
    if isinstance(decision, PlanDecision) and not keyboard.prompt.startswith("Do that"):
        gear = decision.gears[0][0]
        return " ".join([str(gear), *decision.sets(gear)[0]])
    return None


def test_input_that_ends_leaves_a_save_and_says_how_to_resume(tmp_path: Path) -> None:
    def before(keyboard: Keyboard) -> str | None:
        return END if len(keyboard.lines) == 9 else None

    store = SaveStore(tmp_path)
    race = match("Ada", store=store)
    screen = Screen()
    table(screen, Keyboard(screen, before=before), race).race()
    assert "The input has ended, so the race stops here." in screen.getvalue()
    assert f"heat-tui plain --resume {race.name}" in screen.getvalue()
    saved = store.read(race.name)
    assert len(saved.standing) == len(race.log) > 0

    screen = Screen()
    resumed = Match.resume(saved, store=store)
    table(screen, Keyboard(screen), resumed).race()
    assert resumed.over
    assert store.read(race.name).finished


def test_an_unwritable_folder_is_reported_once_and_the_race_continues(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    race = match("Ada", store=SaveStore(tmp_path / "file"))
    screen = Screen()
    table(screen, Keyboard(screen), race).race()
    assert race.over
    assert screen.getvalue().count("This race is not being saved, but you can keep racing.") == 1


@pytest.mark.parametrize("saved", [True, False])
def test_a_race_whose_save_is_taken_may_be_saved_under_another_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, saved: bool
) -> None:
    store = SaveStore(tmp_path)
    race = match("Ada", store=store)
    _take_save(store, race)
    if not saved:
        monkeypatch.setattr(Match, "keep_under_another_name", lambda _match: False)
    screen = Screen()

    def before(keyboard: Keyboard) -> str | None:
        return "yes" if keyboard.prompt.endswith(question) else None

    question = "Save your race under another name (yes, no)?"
    table(screen, Keyboard(screen, before=before), race).race()
    said = screen.getvalue()
    assert said.count(question) == 1
    assert (f"Your race is now saved as {race.name}." in said) is saved
    assert said.count("This race is not being saved") == (1 if saved else 2), "a second time if it still is not"


@pytest.mark.parametrize("command", ["takeback", "giveup"])
def test_a_command_that_changes_the_race_may_be_typed_at_the_offer_of_another_name(
    tmp_path: Path, command: str
) -> None:
    """The offer is made again, with nothing lost."""
    store, screen = SaveStore(tmp_path), Screen()
    race = match("Ada", store=store)
    question = "Save your race under another name (yes, no)?"

    def before(keyboard: Keyboard) -> str | None:
        if not race.save_taken and "now saved as" not in screen.getvalue():
            _take_save(store, race)
        if keyboard.prompt.startswith("Give up"):
            return "yes"
        if keyboard.prompt.endswith(question):
            return "yes" if command in keyboard.lines else command
        return None

    table(screen, Keyboard(screen, before=before), race).race()
    said = screen.getvalue()
    assert race.over
    assert said.count(question) == 2
    assert f"Your race is now saved as {race.name}." in said
    assert store.read(race.name).finished


def _take_save(store: SaveStore, race: Match) -> None:
    """Lock the save of a race as another program would."""
    lock_of(store.path(race.name)).write_text(
        json.dumps(asdict(Holder("token", "elsewhere", 4711, "", time.time()))), encoding="ascii"
    )


def test_stopping_an_unsaved_race_says_so(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    screen = Screen()
    keyboard = Keyboard(screen, before=lambda keyboard: END if keyboard.lines else None)
    table(screen, keyboard, match("Ada", store=SaveStore(tmp_path / "file"))).race()
    assert screen.getvalue().rstrip().endswith("This race is not saved and cannot be resumed.")


@pytest.mark.point("C1")
def test_the_open_legend_card_is_shown_to_a_driver_who_moves_before_a_legend() -> None:
    screen = Screen()
    race = match("Ada", legends=3)
    table(screen, Keyboard(screen), race).race()
    lines = screen.getvalue().splitlines()
    said = [line for line in lines if "and would go to space" in line]
    assert said
    assert all("has helmet" in line and "and diamond" in line for line in said)
    ends = (" race line, if nobody else moved.", " off spot, if nobody else moved.")
    assert all(line.endswith(ends) for line in said)
    place = lines.index(said[0])
    turned = max(number for number, line in enumerate(lines[:place]) if "Legend card is turned over" in line)
    begun = max(number for number, line in enumerate(lines[:place]) if line.startswith("Round"))
    assert begun < turned


@pytest.mark.point("C2")
def test_a_planning_driver_is_told_the_order_of_turns_and_who_plans_later() -> None:
    screen = Screen()
    table(screen, Keyboard(screen), match("Ada", "Bo", legends=1)).race()
    assert "Still to plan: Bo." in screen.getvalue()
    assert "Turn order: " in screen.getvalue()


@pytest.mark.point("A1")
def test_an_empty_line_takes_the_marked_answer_and_loses_nothing_free() -> None:
    """A player who types nothing in steps 5 and 6 cools and slipstreams like a sensible driver."""
    race = match("Ada", seed=5, laps=1)

    def nothing(keyboard: Keyboard) -> str | None:
        if not isinstance(race.decision, ReactDecision | SlipstreamDecision) or keyboard.confirms:
            return None
        assert "Enter alone: " in screen.getvalue().splitlines()[-2]
        return ""

    screen = Screen()
    table(screen, Keyboard(screen, before=nothing), race).race()
    taken = [entry.action for entry in race.log if entry.seat == 0]
    assert race.over
    assert any(isinstance(action, React) and action.symbol == "cooldown" for action in taken)
    assert any(isinstance(action, Slipstream) and action.distance for action in taken)
    assert not any(isinstance(action, React) and action.symbol == "boost" for action in taken)


@pytest.mark.point("A3")
@pytest.mark.parametrize("people", [("Ada",), ("Ada", "Bo")])
def test_a_single_word_finishes_the_turn(people: tuple[str, ...]) -> None:
    """The word takes what is free, asks if Heat would be well spent, and discards nothing unseen."""
    race = match(*people, seed=1)
    screen = Screen()
    asked: list[int] = []
    left_to: list[int] = []

    def finish(keyboard: Keyboard) -> str | None:
        if not isinstance(race.decision, ReactDecision | SlipstreamDecision) or keyboard.confirms:
            return None
        if asked[-1:] == [len(race.log)]:
            assert "Your choice." in screen.getvalue()
            return None
        asked.append(len(race.log))
        return "finish"

    def picked(keyboard: Keyboard) -> str | None:
        told = screen.getvalue().splitlines()
        if isinstance(race.decision, DiscardDecision) and "A discard is suggested." in told[-5:]:
            assert told[-2].startswith("Enter alone: discard ")
            left_to.append(len(race.log))
            return ""
        return finish(keyboard)

    table(screen, Keyboard(screen, before=picked), race).race()
    turns = len([entry for entry in race.log if isinstance(entry.action, Plan)])
    taken = [
        entry.action for entry in race.log if isinstance(entry.action, React) and entry.action.symbol == "cooldown"
    ]
    assert race.over
    assert taken
    assert turns < len(asked) + 4
    assert bool(left_to) == (len(people) == 1)
    for at in left_to:
        action = race.log[at].action
        assert isinstance(action, Discard)
        assert action.cards
    assert len(asked) < 2 * turns


@pytest.mark.point("A3")
def test_the_word_finishes_the_turn_in_place_of_a_confirmation_too() -> None:
    """Another question in the same turn is asked only for a reason, which is shown."""
    race = match("Ada", seed=1)
    screen = Screen()
    finished: dict[int, int] = {}

    def before(keyboard: Keyboard) -> str | None:
        decision, turn = race.decision, race.view(None).round
        if not isinstance(decision, ReactDecision):
            return None
        if keyboard.confirms and turn not in finished:
            finished[turn] = len(screen.getvalue())
            return "finish"
        if turn in finished:
            assert "Your choice." in screen.getvalue()[finished[turn] :]
            return None
        return "boost" if any(use.symbol == "boost" for use in decision.uses) else None

    table(screen, Keyboard(screen, before=before), race).race()
    assert race.over
    assert finished


def test_mistakes_luck_and_figures_are_available_after_the_race() -> None:
    """Commands that need a choice are no longer known; Enter leaves."""
    asked = iter(("hand", "help", "mistakes", "figures"))

    def before(keyboard: Keyboard) -> str | None:
        return next(asked, None) if keyboard.match.over else None

    screen, race = Screen(), match("Ada", controllers=("person",))
    table(screen, Keyboard(screen, before=before, typed=True), race).race()
    told = screen.getvalue().rpartition("Result:")[2]
    assert "Press Enter to leave, or type mistakes, figures, log or standings." in told
    assert "mistakes: what mistakes cost every driver" in told
    assert "hand: " not in told
    assert "han is hand" not in told
    assert told.index("Comparing ") < told.index("Mistakes and luck:\nAda: ")
    assert all(line in told for line in analysis_lines(Analysis(race)))
    figures = told.replace("\n", " ")
    assert all(line in figures for line in figure_lines(race))
    assert f"Top speed: Ada {tally(race).cars[0].top_speed}." in figures


@pytest.mark.parametrize("word", ["", "quit", "Q", "qu", "exit"])
def test_enter_and_every_form_of_quit_leave_a_finished_race(word: str) -> None:
    giving_up = iter(("giveup", "yes", word, "help"))
    screen, race = Screen(), match("Ada", legends=0, controllers=("person",))
    keyboard = Keyboard(screen, before=lambda _keyboard: next(giving_up), typed=True)
    table(screen, keyboard, race).race()
    assert keyboard.lines[-1] == word


def test_ctrl_c_after_the_race_does_not_say_how_to_resume_it(tmp_path: Path) -> None:
    giving_up = iter(("giveup", "yes"))

    def before(keyboard: Keyboard) -> str | None:
        if keyboard.match.over:
            raise Interrupted(signal.SIGINT)
        return next(giving_up)

    screen = Screen()
    race = match("Ada", legends=0, controllers=("person",), store=SaveStore(tmp_path))
    with pytest.raises(Interrupted):
        table(screen, Keyboard(screen, before=before, typed=True), race).race()
    assert "press Enter to leave:" in screen.getvalue()
    assert "resume" not in screen.getvalue()


@pytest.mark.parametrize(("controllers", "asked"), [(("person",), True), (("steady",), False)])
def test_a_person_who_gives_up_looks_back_at_the_race(controllers: Seats, asked: bool) -> None:
    giving_up = iter(("giveup", "yes"))
    screen, race = Screen(), match("Ada", controllers=controllers)
    keyboard = Keyboard(screen, before=lambda _keyboard: next(giving_up, None), typed=True)
    table(screen, keyboard, race).race()
    assert race.over
    assert not race.people
    assert ("press Enter to leave:" in screen.getvalue()) == asked
