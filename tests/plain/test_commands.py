"""The commands that every prompt understands."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest

from heat_tui.engine.decisions import Decision, ReactDecision
from heat_tui.game.table.curtain import Curtain
from heat_tui.game.table.match import Match
from heat_tui.modules.weather import Weather
from heat_tui.plain.commands import COMMANDS
from heat_tui.plain.console import SHORT, Console, matching
from heat_tui.plain.desk import command_help
from heat_tui.plain.table import PlainTable
from heat_tui.store.saves import SaveStore
from heat_tui.store.schema import Refused
from tests.hints import hint_for
from tests.plain.typist import CONFIRM, END, Keyboard, Screen, match, table


def typed(race: Match, lines: Iterable[str]) -> str:
    """Type these lines through a pipe, one at each prompt, then end the input; return the output."""
    rest = iter(lines)
    screen = Screen()
    table(screen, Keyboard(screen, before=lambda _: next(rest, END)), race).race()
    return screen.getvalue()


def after(told: str, line: str) -> str:
    """Return the output since `line` was last typed."""
    return told.rpartition(f": {line}\n")[2]


def test_status_says_where_everybody_is() -> None:
    told = after(typed(match("Ada"), ["status"]), "status")
    assert "spaces before the line of corner 1, limit 7" in told
    assert "Heat in the engine" in told
    assert "1. " in told
    assert "3. " in told


def test_hand_and_deck_belong_to_the_driver_who_asks() -> None:
    race = match("Ada")
    told = typed(race, ["hand", "deck"])
    assert told.count("Your hand: ") == 2
    view = race.view(0)
    assert f"{view.unseen.count('4')} x 4" in after(told, "deck")
    assert "In your discard pile: no cards." in told


def test_the_map_shows_the_cars_as_digits() -> None:
    told = after(typed(match("Ada", "Bo"), ["map"]), "map")
    drawing, key = told.split("The cars: ", 1)
    assert {"1", "2", "3", "4"} <= set(drawing)
    assert "<7>" in drawing
    assert key.startswith("1 Ada, 2 Bo, 3 Legend Green, 4 Legend Yellow.")


def test_the_strip_counts_the_spaces() -> None:
    told = after(typed(match("Ada"), ["strip"]), "strip")
    assert "<7>" in told
    assert "the numbers count the spaces to the next corner" in told


@pytest.mark.parametrize(("track", "sign"), [("japan", "~ flooded spot"), ("spain", "^ tunnel spot")])
def test_the_drawings_explain_their_signs(track: str, sign: str) -> None:
    told = typed(match("Ada", track=track), ["map", "strip"])
    assert f"The signs: . spot, {sign}, # corner line with its limit <" in after(told, "map")
    assert f"The signs: {sign}. The cars: " in after(told, "strip")


def test_the_strip_names_the_changed_limit_of_a_chicane_once() -> None:
    told = after(typed(match("Ada", track="mexico", modules=(Weather(),)), ["strip"]), "strip")
    assert "in this race the limit is 8 at corner 1 and 5 at corner 3." in told


def test_standings_and_log_are_shown() -> None:
    told = typed(match("Ada"), ["standings", "log", "log 1"])
    assert after(told, "standings").startswith("1. ")
    assert "Round 1 begins" in after(told, "log")
    assert after(told, "log 1").startswith("Round 1 begins")


def test_the_log_is_the_story_so_far_and_names_no_private_card() -> None:
    stories: list[str] = []

    def before(keyboard: Keyboard) -> str | None:
        if len(keyboard.lines) % 7 != 6:
            return None
        assert keyboard.table is not None
        stories.append("\n".join(keyboard.table.story.lines()))
        return "log 500"

    screen = Screen()
    table(screen, Keyboard(screen, before=before), match("Ada", "Bo")).race()
    assert len(stories) > 5
    assert len(stories[-1]) > len(stories[0])
    for story in stories:
        assert f" log 500\n{story}\n" in screen.getvalue()
        assert "Your " not in story


def test_quit_asks_and_saves(tmp_path: Path) -> None:
    store = SaveStore(tmp_path)
    race = match("Ada", store=store)
    told = typed(race, ["quit", "no", "q", "yes"])
    assert told.count("Stop the race here (yes, no)?") == 2
    assert told.rstrip().endswith(f"To resume it: heat-tui plain --resume {race.name}")
    assert "The input has ended" not in told


def test_undo_says_why_it_takes_nothing_back() -> None:
    race = match("Ada", "Steady", controllers=("person", "steady"), legends=0)
    told = typed(race, ["undo", "1 0", "yes"])
    assert "You have nothing to undo yet." in told

    def before(keyboard: Keyboard) -> str | None:
        decision = keyboard.match.decision
        if isinstance(decision, ReactDecision):
            seen.append(decision)
            return "undo" if len(seen) == 1 else END
        return None

    seen: list[Decision] = []
    screen = Screen()
    race = match("Ada", legends=2, seed=5)
    table(screen, Keyboard(screen, before=before), race).race()
    assert "The round's Legend card has been turned over since, so your choice cannot be undone." in screen.getvalue()
    assert "If everybody agrees, you can go further back: type takeback." in screen.getvalue()


def test_undo_returns_to_the_previous_choice() -> None:
    state: list[str] = []

    def before(keyboard: Keyboard) -> str | None:
        decision = keyboard.match.decision
        if isinstance(decision, ReactDecision) and keyboard.prompt.endswith("done):"):
            if not state and any(use.symbol == "adrenaline" for use in decision.uses):
                state.append("adrenaline")
                return "adrenaline"
            if state == ["adrenaline"]:
                state.append("undo")
                return "undo"
            if state == ["adrenaline", "undo"]:
                state.append("again" if any(use.symbol == "adrenaline" for use in decision.uses) else "gone")
        return None

    screen = Screen()
    table(screen, Keyboard(screen, before=before), match("Ada", seed=5)).race()
    assert state == ["adrenaline", "undo", "again"]
    assert "1 choice taken back; Ada chooses again." in screen.getvalue()


def test_undo_turn_returns_to_the_start_of_the_turn() -> None:
    state: list[str] = []

    def before(keyboard: Keyboard) -> str | None:
        decision = keyboard.match.decision
        if not keyboard.prompt.endswith("done):") or not isinstance(decision, ReactDecision):
            return None
        if not state and any(use.symbol == "adrenaline" for use in decision.uses):
            state.append("adrenaline")
            return "adrenaline"
        if state == ["adrenaline"]:
            state.append("undo turn")
            return "undo turn"
        return None

    screen = Screen()
    table(screen, Keyboard(screen, before=before), match("Ada", seed=5)).race()
    assert state == ["adrenaline", "undo turn"]
    assert "chooses again." in screen.getvalue()


def test_nobody_undoes_another_persons_choice_behind_the_curtain() -> None:
    race = match("Ada", "Bo")
    first = race.view(0).hand[0]
    told = typed(race, [f"1 {first}", "yes", "undo"])
    assert "Somebody else made the previous choice behind the curtain, so it cannot be undone." in told
    assert len(race.log) == 1


def test_a_take_back_needs_everybodys_agreement() -> None:
    race = match("Ada", "Bo")
    first = race.view(0).hand[0]
    told = typed(race, [f"1 {first}", "yes", "takeback", "no", "takeback", "yes", "log"])
    again = "Round 1: Ada chooses again (Steps 1-2: shift gears, play cards)."
    assert f"{again} Everybody here has to agree. Do you agree (yes, no)?" in told
    assert "Not everybody agrees, so nothing is taken back." in told
    assert "Agreed; the result will mention it." in told
    assert "1 choice was taken back by agreement." in after(told, "log")
    assert race.log == []
    assert race.take_backs == (1,)


def test_taking_back_more_choices_than_were_made_is_refused() -> None:
    told = typed(match("Ada"), ["takeback", "1 0", "yes", "takeback 9", "takeback x", "takeback 0"])
    assert "You have nothing to undo yet." in told
    assert "Only 1 choice can be taken back." in told
    assert '"x" cannot follow takeback; type a number, or nothing.' in told
    assert '"0" cannot follow takeback; type a number, or nothing.' in told


def test_a_seat_is_handed_over_at_the_start_of_a_round() -> None:
    race = match("Ada", "Bo")
    told = typed(race, ["handover", "handover Cem @steady", "handover bo @fast", "handover Bo @steady"])
    assert "Type handover, a driver (Ada or Bo) and who drives from now on: @steady, " in told
    assert 'No driver is called "cem"; the drivers are Ada and Bo.' in told
    assert "@fast" in told
    assert "The automated driver @steady takes over from Bo." in told
    assert race.controllers == ("person", "steady")
    told = typed(race, ["handover 2 person"])
    assert "A person takes over from Bo." in told
    assert race.controllers == ("person", "person")


@pytest.mark.point("D3")
def test_a_driver_takes_over_when_a_person_gives_up_during_a_turn() -> None:
    def before(keyboard: Keyboard) -> str | None:
        if isinstance(keyboard.match.decision, ReactDecision):
            return "yes" if keyboard.lines[-1:] == ["giveup"] else "giveup"
        return None

    screen = Screen()
    race = match("Ada")
    table(screen, Keyboard(screen, before=before), race).race()
    assert "Give up, and let @steady take over from Ada (yes, no)?" in screen.getvalue()
    assert "@steady takes over from Ada." in screen.getvalue()
    assert race.controllers == ("steady",)
    assert race.over


@pytest.mark.point("D3")
def test_the_hand_of_the_last_person_stays_covered_when_another_gives_up() -> None:
    race = match("Ada", "Bo")
    told = typed(race, ["giveup", "yes"])
    assert race.controllers == ("steady", "person")
    assert "Your hand" not in told.partition("@steady takes over from Ada.")[2].partition("curtain: Bo")[0]


def test_no_seat_is_handed_over_during_a_turn() -> None:
    def before(keyboard: Keyboard) -> str | None:
        if isinstance(keyboard.match.decision, ReactDecision):
            return "handover ada @steady" if keyboard.lines[-1:] != ["handover ada @steady"] else END
        return None

    screen = Screen()
    race = match("Ada")
    table(screen, Keyboard(screen, before=before), race).race()
    assert "You can hand over a seat only at the start of a round" in screen.getvalue()
    assert race.controllers == ("person",)


def test_help_explains_every_prompt_and_names_every_command() -> None:
    """`help` is typed once at every kind of prompt in a whole race with a mulligan, including the confirmations."""
    helped: dict[str, str] = {}

    def before(keyboard: Keyboard) -> str | None:
        shape = keyboard.prompt.partition(", ")[2].partition(" (")[0] or keyboard.prompt
        if CONFIRM in keyboard.prompt:
            shape = CONFIRM
        if shape in helped:
            return None
        helped[shape] = keyboard.prompt
        return "help"

    screen = Screen(terminal=True)
    table(screen, Keyboard(screen, before=before, typed=True), match("Ada", "Bo", mulligan=True)).race()
    told = " ".join(screen.getvalue().split())
    assert len(helped) == 10, helped
    assert told.count("quit: stop here; you can continue later.") == len(helped) - 1, "not after the race"
    for line in (
        "Choose a gear and play exactly that many cards",
        "The mulligan: once, before round 1",
        "Use any of these once each",
        "Slipstream: another car is beside you or right ahead, so you may move",
        "Discard: you may put any of these on your discard pile:",
        "Type yes to do it, no or again to think again",
        "Give the keyboard to Ada.",
    ):
        assert line in told, line


def test_every_command_has_a_line_of_help() -> None:
    text = "\n".join(command_help(COMMANDS, match("Ada")))
    assert all(name in text for name, command in COMMANDS.items() if command.known is None)


def test_words_may_be_shortened_if_they_stay_unambiguous() -> None:
    assert matching("sta", ("status", "strip")) == "status"
    assert matching("STATUS", COMMANDS) == "status"
    assert matching("xyz", COMMANDS) is None
    for short, command in SHORT.items():
        assert matching(short, (*COMMANDS, "finish", "gear")) == command
    with pytest.raises(Refused, match='"st" could be standings, status or strip'):
        matching("st", COMMANDS)


def test_a_hint_is_given_only_behind_the_curtain() -> None:
    race = match("Ada")
    hint = hint_for(Curtain(race))
    assert hint is not None
    told = after(typed(race, ["hint"]), "hint")
    assert told.startswith("\n".join(["The coach is thinking.", *hint.lines()]))
    assert hint.lines()[0].startswith("Suggestion: gear ")
    assert len(hint.others) == 2

    def before(keyboard: Keyboard) -> str | None:
        if keyboard.waits_for_enter:
            behind.append("hint" not in keyboard.lines[-1:])
            return "hint" if behind[-1] else None
        if isinstance(keyboard.match.decision, ReactDecision) and not keyboard.confirms:
            return END
        return None

    behind: list[bool] = []
    screen = Screen(terminal=True)
    table(screen, Keyboard(screen, before=before, typed=True), match("Ada", "Bo")).race()
    assert screen.getvalue().count("Your cards are behind the curtain; press Enter first.") == 2
    assert "Suggestion" not in screen.getvalue()


def test_without_the_coach_in_race_or_settings_no_hints_are_given() -> None:
    race = match("Ada")
    assert "hint: " in "\n".join(command_help(COMMANDS, race))
    silent = Match.start(replace(race.setup, coach=False), ("person",))
    assert "hint: " not in "\n".join(command_help(COMMANDS, silent))
    assert "Suggestion" not in typed(silent, ["hint"])
    screen = Screen()
    keyboard = Keyboard(screen, before=lambda typing: END if typing.lines else "hint")
    keyboard.table = PlainTable(race, Console(keyboard, screen), hints=False)
    keyboard.table.race()
    assert "The coach is switched off in the settings." in screen.getvalue()


@pytest.mark.point("P3")
def test_the_coach_can_be_switched_on_and_off_during_a_race() -> None:
    race = Match.start(replace(match("Ada").setup, coach=False), ("person",))
    told = typed(race, ["coach", "hint", "coach", "hint"])
    assert told.index("The coach is on; type hint for a hint.") < told.index("Suggestion: ")
    assert told.index("Suggestion: ") < told.index("The coach is off.")
    assert told.count("Suggestion: ") == 1
    assert not race.setup.coach
