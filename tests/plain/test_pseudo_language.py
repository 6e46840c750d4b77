"""Every sentence of the line-based game is translated."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest

from heat_tui import language
from heat_tui.drivers import KINDS, Chance
from heat_tui.engine.decisions import Decision
from heat_tui.engine.forecast import forecast
from heat_tui.game.setup.options import PRESETS, Options
from heat_tui.game.table.prompts import Choice
from heat_tui.modules.garage import Garage
from heat_tui.modules.garage.cards import SETS
from heat_tui.modules.spaces import Spaces
from heat_tui.modules.weather import Weather
from heat_tui.plain.asking import ask_open
from heat_tui.plain.commands import COMMANDS, map_lines, strip_lines
from heat_tui.plain.console import Console, EndOfInput
from heat_tui.plain.prompts import ActionPrompt
from heat_tui.store.saves import SaveStore
from heat_tui.store.tracks import track_ids
from heat_tui.words.cards import all_cards
from tests.plain.test_console import Typed
from tests.plain.test_nonsense import NONSENSE
from tests.plain.typist import END, Keyboard, Screen, match, table
from tests.words.moments import decisions
from tests.words.pseudo import outside_brackets

TYPED = set(
    " ".join(
        [
            *COMMANDS,
            "pay play scrap calm salvage supercool accelerate draft refresh with retire",
            "gear cards stress heat discard none boost cool adrenaline done yes no again turn person han st keep next",
            "steady chance Ada Bo tui plain resume USA race usa x track drivers legends season finish",
        ]
    ).split()
)
"""Words that are typed the same in every language, and the names of tracks, drivers and the program."""


KEYS = {part for key in all_cards() for part in re.findall("[a-z]+", key)}
"""The words in the names of cards as they are typed."""

pytestmark = pytest.mark.usefixtures("pseudo")


def untranslated(told: str) -> set[str]:
    """Return the words outside brackets, and all words in plain letters except those that are typed."""
    outside = set(outside_brackets(told).split())
    return outside | set(re.findall("[A-Za-z]+", told)) - TYPED


def untranslated_letters(told: str) -> set[str]:
    """Return the untranslated words that contain letters and are not part of a card's name."""
    return {word for word in untranslated(told) if re.search("[^\\W\\d]", word)} - KEYS


def test_a_race_with_curtains_help_and_commands_is_translated(tmp_path: Path) -> None:
    helped: set[str] = set()
    commands = iter(["status", "hand", "deck", "standings", "log", "undo", "takeback", "yes", "quit", "no"])

    def before(keyboard: Keyboard) -> str | None:
        if keyboard.prompt not in helped:
            helped.add(keyboard.prompt)
            return "help"
        return None if keyboard.waits_for_enter or keyboard.confirms else next(commands, None)

    screen = Screen()
    race = match("Ä", "Ö", mulligan=True, store=SaveStore(tmp_path), lessons=True)
    table(screen, Keyboard(screen, before=before, typed=True), race).race()
    assert race.over
    assert next(commands, None) is None
    assert untranslated(screen.getvalue()) == set()


@pytest.mark.long
def test_a_race_with_every_module_and_its_commands_is_translated() -> None:
    commands = iter(["garage", "weather", "card heat", "card tyres-0a", "hand", "undo"])

    def before(keyboard: Keyboard) -> str | None:
        return None if keyboard.waits_for_enter or keyboard.confirms else next(commands, None)

    screen = Screen()
    modules = (Garage("advanced", "snake", SETS), Weather(), Spaces())
    race = match("Ä", "Ö", track="mexico", modules=modules, mulligan=True)
    table(screen, Keyboard(screen, before=before, typed=True, mind=Chance(1)), race).race()
    assert race.over
    assert next(commands, None) is None
    assert untranslated_letters(screen.getvalue()) - {"Mexico"} == set()


@pytest.mark.parametrize("kind", decisions(), ids=lambda kind: kind.__name__)
def test_every_prompt_and_its_help_are_translated(kind: type[Decision]) -> None:
    view, decision = decisions()[kind]
    prompt = ActionPrompt(Choice("Ä", view, decision, lambda action: forecast(view, decision, action)))
    told = "\n".join([prompt.question, *prompt.opening(), *prompt.help()])
    assert untranslated_letters(told) == set()


def test_refusals_and_the_farewell_are_translated(tmp_path: Path) -> None:
    """Refusals quote the nonsense inside their brackets, so nothing at all may be outside."""
    lines = iter([line for line in NONSENSE if line.isascii() and len(line) < 50 and "xyz" not in line] + [END])
    screen = Screen()
    keyboard = Keyboard(screen, before=lambda _: next(lines), typed=True)
    table(screen, keyboard, match("Ä", store=SaveStore(tmp_path))).race()
    assert outside_brackets(screen.getvalue()).split() == []


def test_the_setup_is_translated() -> None:
    screen = Screen()
    questions = Typed("?\n.\n\n?\nnowhere\n\n?\nÄ,,\nÄ\n?\n99\n1\n?\n0\n1\n")
    wishes = ask_open(Options(), Console(questions, screen))
    assert wishes.laps == 1
    assert untranslated(screen.getvalue()) <= {*"_".join([*track_ids(), *PRESETS, *KINDS]).split("_"), "nowhere"}
    with pytest.raises(EndOfInput):
        ask_open(Options(), Console(io.StringIO(), screen))


def test_the_legends_of_the_drawings_are_translated() -> None:
    for modules in ((), (Weather(),)):
        view = match("Ä", modules=modules).view(0)
        for lines in (map_lines(view, terminal=False), strip_lines(view, terminal=False)):
            assert untranslated(lines[1]) <= {"S", "F", "L"}


def test_the_check_would_find_an_untranslated_word() -> None:
    assert untranslated("spaces") == {"spaces"}
    assert untranslated(language._("spaces")) == set()
