"""Create the saves of this folder, which every later version must load: `python -m tests.saves.examples NAME`.

An existing save is never rewritten, because it represents the version that wrote it; a new version adds new saves.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from random import Random

from heat_tui.engine.actions import Refresh
from heat_tui.engine.decisions import ReactDecision
from heat_tui.game.advice.first_race import SUGGESTED_LINE, first_race_setup
from heat_tui.game.table.match import Match
from heat_tui.store.saved_race import save_text
from tests.saves.races import new_match, played, step
from tests.saves.seasons import new_season, to_the_pause

FOLDER = Path(__file__).parent
MOMENT = datetime(2026, 11, 21, 8, 30, tzinfo=UTC)


def in_mid_turn() -> Match:
    """Return a race of three Legends and a person, who may discard in step 8 of their turn."""
    match = new_match("usa, a person and 3 Legends")
    random = Random(1)
    while len(match.log) <= 10 or match.is_behind_curtain:
        step(match, random)
    return match


def with_marks() -> Match:
    """Return a race of two people with an agreed take-back, and a seat handed over to chance and back."""
    match = new_match("italy, two people, mulligan and handicap")
    random = Random(2)
    for _ in range(25):
        step(match, random)
    match.take_back(3)
    match.hand_over(1, "chance")
    for _ in range(15):
        step(match, random)
    match.hand_over(1, "person")
    while not match.is_behind_curtain:
        step(match, random)
    return match


def finished() -> Match:
    """Return a finished race with colours, Pro Legends, a mulligan and retirement, but without the memory aid."""
    match = new_match("mexico, everything at once")
    match.hand_over(1, "chance")
    for _ in played(match, Random(3)):
        pass
    return match


def first_race() -> Match:
    """Return a first race driven as suggested, at a Slipstream in round 3."""
    match = Match.start(first_race_setup("Ada"), ("person",), lessons=True)
    for proposal in SUGGESTED_LINE[:10]:
        match.play(proposal.action)
    return match


def every_module() -> Match:
    """Return a race with five modules: upgrades drafted, a card refreshed, and step 5 pending."""
    match = new_match("japan, a draft and every module")
    random = Random(6)
    while not any(isinstance(entry.action, Refresh) for entry in match.log):
        step(match, random)
    while not isinstance(match.decision, ReactDecision):
        step(match, random)
    return match


def second_race() -> Match:
    """Return a season of two people and Legends, in its second race."""
    match, random = new_season("1961, two people and 2 Legends"), Random(4)
    to_the_pause(match, random).next_race()
    while len(match.log) < 40:
        step(match, random)
    return match


def kept_upgrade() -> Match:
    """Return a career at the pause after its first season, with a kept upgrade."""
    match, random = new_season("a short career"), Random(4)
    to_the_pause(match, random)
    return to_the_pause(match, random)


EXAMPLES: dict[str, Callable[[], Match]] = {
    "v1-usa-mid-turn": in_mid_turn,
    "v1-italy-with-marks": with_marks,
    "v1-mexico-finished": finished,
    "v1-usa-first-race": first_race,
    "v1-japan-every-module": every_module,
    "v1-season-second-race": second_race,
    "v1-season-kept-upgrade": kept_upgrade,
}


def example_text(name: str) -> str:
    """Return the text of an example as this version writes it."""
    saved = EXAMPLES[name]().saved()
    return save_text(replace(saved, name=name, created=MOMENT, changed=MOMENT))


if __name__ == "__main__":
    for name in sys.argv[1:]:
        with (FOLDER / f"{name}.json").open("x", encoding="utf-8", newline="\n") as stream:
            stream.write(example_text(name))
