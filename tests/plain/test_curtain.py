"""On a terminal, no hand is on the screen or in the scrollback before or after its owner's turn at the keyboard."""

from __future__ import annotations

import pytest

from heat_tui.engine.decisions import DiscardDecision, ReactDecision
from heat_tui.plain.console import CLEAR
from tests.plain.typist import END, Keyboard, Screen, match, table


def told_on_a_terminal() -> tuple[str, Keyboard]:
    screen = Screen(terminal=True)
    keyboard = Keyboard(screen, typed=True)
    table(screen, keyboard, match("Ada", "Bo")).race()
    return screen.getvalue(), keyboard


def test_at_most_one_persons_cards_are_between_two_clearings() -> None:
    told, _keyboard = told_on_a_terminal()
    parts = told.split(CLEAR)
    assert len(parts) > 20
    private = [number for number, part in enumerate(parts) if "Your hand" in part]
    for number in private:
        part = parts[number]
        assert ("Ada, plan:" in part or "Ada, discard" in part) != ("Bo, plan:" in part or "Bo, discard" in part)
        assert "press Enter" not in part, "the question to uncover stands before the clearing"
    assert private[-1] < len(parts) - 1, "the last sitting is cleared too"


def test_before_a_private_part_the_table_sees_standings_and_news() -> None:
    told, _keyboard = told_on_a_terminal()
    calls = [part for part in told.split(CLEAR) if "Ada, plan your turn: press Enter." in part]
    assert len(calls) > 3
    for part in calls:
        assert "Round " in part
        assert "\n1. " in part


def test_after_a_private_part_the_round_is_shown_again() -> None:
    told, _keyboard = told_on_a_terminal()
    after = [part for part in told.split(CLEAR) if "discards" in part and "reveals" in part]
    assert after
    assert all("Round " in part for part in after)


def test_none_is_accepted_without_a_look_at_the_hand() -> None:
    def before(keyboard: Keyboard) -> str | None:
        return "none" if keyboard.prompt.endswith("or type none.") else None

    screen = Screen(terminal=True)
    race = match("Ada", "Bo")
    table(screen, Keyboard(screen, before=before, typed=True), race).race()
    assert race.over
    assert "which cards" not in screen.getvalue().lower()
    assert not any("discard (cards" in part for part in screen.getvalue().split(CLEAR))


def test_the_hand_in_an_open_turn_is_shown_behind_its_own_curtain() -> None:
    asked: list[str] = []

    def before(keyboard: Keyboard) -> str | None:
        if isinstance(keyboard.match.decision, ReactDecision) and not asked:
            asked.append(keyboard.prompt)
            return "hand"
        return None

    screen = Screen(terminal=True)
    table(screen, Keyboard(screen, before=before, typed=True), match("Ada", "Bo")).race()
    parts = screen.getvalue().split(CLEAR)
    shown = [number for number, part in enumerate(parts) if "Press Enter to cover your cards." in part]
    assert len(shown) == 1
    assert "Your hand" in parts[shown[0]]
    assert "Your hand" not in parts[shown[0] + 1]
    assert "reveals" in parts[shown[0] + 1]
    assert parts[shown[0] + 1].rstrip().endswith(asked[0]) or asked[0] in parts[shown[0] + 1]


@pytest.mark.parametrize("open_table", [False, True])
def test_odds_that_leave_out_a_covered_hand_say_so(*, open_table: bool) -> None:
    screen = Screen()
    table(screen, Keyboard(screen), match("Ada", "Bo", open_table=open_table)).race()
    prompts = screen.getvalue().split("boost: 1 Heat now. Speed ")
    said = ["These odds leave out what is in your hand." in rest.partition("react (")[0] for rest in prompts[1:]]
    assert said
    assert set(said) == {not open_table}


def test_cards_stay_behind_the_curtain_until_enter() -> None:
    lines = iter(["hand", "deck", "nonsense", "none", END])
    screen = Screen(terminal=True)
    keyboard = Keyboard(screen, before=lambda _: next(lines), typed=True)
    table(screen, keyboard, match("Ada", "Bo")).race()
    told = screen.getvalue()
    assert CLEAR not in told
    assert told.count("Your cards are behind the curtain; press Enter first.") == 2
    assert told.count("Only Ada can continue here; press Enter, or type ? for help.") == 2
    assert "Your hand:" not in told


def test_the_end_of_the_input_in_a_private_part_clears_the_screen() -> None:
    lines = iter(["", "3 1 2 3", END])
    screen = Screen(terminal=True)
    table(screen, Keyboard(screen, before=lambda _: next(lines), typed=True), match("Ada", "Bo")).race()
    assert screen.getvalue().split(CLEAR)[-1].startswith("The input has ended")


@pytest.mark.point("D3")
@pytest.mark.parametrize("typed", [["giveup", "yes"], ["handover Ada @steady"], ["handover Bo @steady"]])
def test_the_hand_of_the_person_who_gives_a_seat_away_is_cleared(typed: list[str]) -> None:
    lines = iter(["", *typed, END])
    screen = Screen(terminal=True)
    table(screen, Keyboard(screen, before=lambda _: next(lines), typed=True), match("Ada", "Bo")).race()
    _told, hand, rest = screen.getvalue().split(CLEAR)
    assert "Your hand:" in hand
    assert "takes over from" in rest
    assert "press Enter." in rest
    assert "Your hand:" not in rest


@pytest.mark.point("D3")
@pytest.mark.parametrize("answer", ["yes", "no"])
def test_whoever_agrees_to_a_take_back_sees_no_hand(answer: str) -> None:
    race = match("Ada", "Bo")
    lines = iter(["", f"1 {race.view(0).hand[0]}", "yes", "", "takeback", answer, END])
    screen = Screen(terminal=True)
    table(screen, Keyboard(screen, before=lambda _: next(lines), typed=True), race).race()
    _told, _ada, _between, bo, rest = screen.getvalue().split(CLEAR)
    assert "Your hand:" in bo
    assert "Round 1 begins." in rest
    assert "Do you agree (yes, no)?" in rest
    assert ("Not everybody agrees" in rest) == (answer == "no")
    assert f"{'Bo' if answer == 'no' else 'Ada'}, plan your turn: press Enter." in rest
    assert "Your hand:" not in rest


def test_discards_are_asked_for_below_the_latest_events() -> None:
    kinds = []

    def before(keyboard: Keyboard) -> str | None:
        if isinstance(keyboard.match.decision, DiscardDecision) and keyboard.prompt.endswith("or type none."):
            kinds.append("reveals" in screen.getvalue().split(CLEAR)[-1])
        return None

    screen = Screen(terminal=True)
    table(screen, Keyboard(screen, before=before, typed=True), match("Ada", "Bo")).race()
    assert kinds
    assert all(kinds)
