"""The saves of the corpus, written by older versions, keep their state and continue to the same end.

`tests/saves/make_corpus.py` describes the saves and how to add one.
"""

from __future__ import annotations

from functools import cache

import pytest

from heat_tui.engine.actions import Action
from heat_tui.engine.decisions import Decision
from heat_tui.engine.events import Event
from heat_tui.modules import OPTIONAL
from heat_tui.modules.championship.season import TITLES
from heat_tui.modules.garage import DRAFTS, LEVELS
from heat_tui.store.tracks import BUILT_IN_IDS
from tests.kinds import kinds_of
from tests.saves.corpus import (
    FOLDER,
    NAMES,
    Facts,
    expectation,
    expectation_path,
    facts_of,
    save_data,
    text_of,
    text_saved_again,
)

IN_THE_GATE = {*NAMES[::3], "other-rules"}
"""The saves that the gate continues; it loads and rewrites all but the one with other rules."""

MARKS = {"hand over", "take back"}

RARE = {"Drafted", "NoSponsorshipLeft", "RaceCalledOff"}
"""Events that no race of the corpus contains."""


@pytest.mark.parametrize(
    "name", [name if name in IN_THE_GATE else pytest.param(name, marks=pytest.mark.long) for name in NAMES]
)
def test_a_save_keeps_its_state_and_continues_to_the_same_end(name: str, *, regenerate: bool) -> None:
    facts = facts_of(name)
    if regenerate:
        expectation_path(name).write_text(text_of(facts), encoding="utf-8", newline="\n")
    assert facts == expectation(name)


@pytest.mark.long
@pytest.mark.parametrize("name", [name for name in NAMES if not expectation(name)["rest"]["note"]])
def test_a_loaded_save_is_saved_as_the_same_file(name: str) -> None:
    """Saves that resume from their last position, because the rules have changed since, differ and are left out."""
    assert text_saved_again(name) == (FOLDER / f"{name}.json").read_text(encoding="utf-8")


def test_every_save_has_its_expectation() -> None:
    assert len(NAMES) >= 100
    assert {path.stem for path in expectation_path("x").parent.iterdir()} == {*NAMES}


def test_every_kind_of_decision_has_a_save() -> None:
    kinds = {kind.__name__ for kind in kinds_of(Decision)}
    rests = [expectation(name)["rest"]["decision"] for name in NAMES]
    assert {*rests} == kinds | {None}
    asked = {kind for name in NAMES for kind in expectation(name)["played"]["asked"]}
    assert asked == kinds


def test_every_kind_of_event_happened_or_happens() -> None:
    facts = [expectation(name) for name in NAMES]
    found = {event for each in facts for part in ("events", "played_events") for event in each[part]["happened"]}
    assert found == {event.__name__ for event in kinds_of(Event)} - RARE


def test_every_kind_of_choice_and_both_marks_are_in_a_record() -> None:
    words = {entry["do"] for name in NAMES for entry in save_data(name)["record"]}
    assert words >= MARKS
    assert len(words - MARKS) == len(kinds_of(Action))


def test_every_track_has_a_plain_race() -> None:
    plain = {setup["track"]["id"] for setup in races() if not setup["modules"]}
    assert plain == {*BUILT_IN_IDS}


def test_every_module_has_its_own_save_and_those_of_the_box_share_one() -> None:
    mixes = {frozenset(module["name"] for module in setup["modules"]) for setup in races()}
    lacking = {name for name in OPTIONAL if frozenset([name]) not in mixes}
    assert not lacking, f"RECIPES of make_corpus.py has no save with one of these modules alone: {lacking}"
    assert frozenset({"garage", "legends", "spaces", "tournament", "weather"}) in mixes


def test_every_option_has_a_save() -> None:
    for key, usual in {"mulligan": False, "retire": False, "memory_aid": True, "handicap": [], "colours": []}.items():
        assert any(setup[key] != usual for setup in races()), key
    legends = [module["options"] for setup in races() for module in setup["modules"] if module["name"] == "legends"]
    assert any(options["pro"] for options in legends)
    assert any(options.get("aggressive") for options in legends)


def test_every_garage_has_a_save() -> None:
    garages = [module["options"] for setup in races() for module in setup["modules"] if module["name"] == "garage"]
    found = {(options["level"], options["draft"]) for options in garages}
    assert found == {(level, draft) for level in LEVELS for draft in DRAFTS}


def test_every_season_has_a_save_in_a_race_and_between_two() -> None:
    found = {(season[0], season[3]) for season in map(season_of, NAMES) if season and season[1] < season[2]}
    assert found >= {(title, True) for title in TITLES}
    racing = {season[0] for season in map(season_of, NAMES) if season and not season[3]}
    assert racing == {*TITLES}


def test_the_first_race_finished_games_and_saves_of_other_rules_are_included() -> None:
    rests = [expectation(name)["rest"] for name in NAMES]
    assert {rest["lessons"] for rest in rests} == {True, False}
    assert {rest["open_table"] for rest in rests} == {True, False}
    ended = [name for name in NAMES if save_data(name)["finished"]]
    assert {season_of(name) is None for name in ended} == {True, False}
    assert any(rest["note"] for rest in rests)
    assert any(save_data(name)["base"] for name in NAMES)


@cache
def races() -> list[Facts]:
    """Return the setups of the single races."""
    return [setup for setup in (save_data(name)["setup"] for name in NAMES) if "track" in setup]


def season_of(name: str) -> list[str] | None:
    """Return a save's season: title, race number, number of races, whether that race is over; None without one."""
    season: list[str] | None = expectation(name)["list"]["season"]
    return season
