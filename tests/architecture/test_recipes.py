"""The recipes of `docs/adding-*.md` work and touch the stated number of files, and README.md lists every option."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from heat_tui.game.setup.challenge import code_of
from heat_tui.game.setup.options import RACE, Options, Seat
from heat_tui.game.setup.race_options import race_setup
from tests.architecture.recipes import ROOT, Recipe, carried_out

RECIPES = {
    "an option that is a rule of its own": Recipe("adding-an-option.md", "## A rule that is on or off", "option"),
    "an option that the engine reads": Recipe("adding-an-option.md", "## A field of the setup", "option"),
    "a card": Recipe("adding-a-card.md", "## A card", "card"),
    "a symbol": Recipe("adding-a-card.md", "## A symbol", "symbol"),
    "an event of the championship": Recipe("adding-an-event.md", "## An event of the championship", "race_event"),
    "an event of the engine": Recipe("adding-an-event.md", "## An event of the engine", "event"),
    "a module": Recipe("adding-a-module.md", "# Adding a module", "module"),
    "a screen over the race": Recipe("adding-a-screen.md", "## A screen over the race", "race_screen"),
    "a screen of the menu": Recipe("adding-a-screen.md", "## A screen of the menu", "menu_screen"),
    "a page of the help": Recipe("adding-a-screen.md", "## A page of the help", "help_page"),
}
"""The recipes by what they add, each with the script in `trials` that checks the result."""

SETUP = race_setup(Options(track="usa", seats=(Seat("Ada", "red"), Seat("Bo", "blue")), legends=1, seed=7))
OLD_SAVES = [
    path
    for path in sorted((ROOT / "tests/saves/corpus").glob("*.json"))
    if path.stem.startswith(("career-whole", "ended", "everything", "first-race-start", "garage", "season-1961"))
]
ARGUMENTS = {
    "an option that is a rule of its own": ["cold_start", code_of(SETUP, ["person", "person"]), *map(str, OLD_SAVES)],
    "a card": [str(save) for save in OLD_SAVES if save.stem.startswith(("garage-", "season-1961"))],
    "an option that the engine reads": ["no_discards", code_of(SETUP, ["person", "person"]), *map(str, OLD_SAVES)],
}


@pytest.mark.sampled
@pytest.mark.parametrize("what", RECIPES)
def test_a_recipe_works(what: str, tmp_path: Path) -> None:
    carried_out(RECIPES[what], tmp_path, ARGUMENTS.get(what, []))


def test_the_recipes_touch_the_number_of_files_that_the_table_gives() -> None:
    table = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    told = {
        row[1]: int(row[2]) for row in re.finditer(r"^\| \[(.+?)\]\(adding-[^)]*\) \| (\d+) \|", table, re.MULTILINE)
    }
    counted = {what: len(recipe.files) for what, recipe in RECIPES.items()}
    assert told.items() >= counted.items(), counted


def test_the_readme_has_every_option() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    lacking = [row.name for row in RACE.values() if not any(f"`{flag}" in readme for flag in row.flag.split("/"))]
    assert lacking in ([], ["season"]), f"README.md describes no option {lacking}"
