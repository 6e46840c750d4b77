"""Laws of copies: clones, snapshots and views describe the same race and share nothing that changes."""

from __future__ import annotations

import json
from random import Random

from heat_tui.engine import Race
from tests.laws.law import law

ON = 4
"""The maximum number of actions played on a copy."""


def restored(race: Race) -> Race:
    """Return the race restored from its snapshot, converted to JSON and back as in a file."""
    return Race.restore(race.setup, json.loads(json.dumps(race.snapshot())))


def restoring_changes_nothing(race: Race, random: Random) -> None:
    """Check that a restored race is the same race: it offers the same decision and continues identically."""
    before = race.snapshot()
    again = restored(race)
    law(again.decision == race.decision, "the decision follows from the state", again.decision, race.decision)
    law(again.snapshot() == before, "a snapshot restored gives the same snapshot")
    law(json.dumps(again.snapshot()) == json.dumps(before), "the same state gives the same data")
    law(again.spots == race.spots, "the spots follow from the cars")
    other = race.clone()
    for _ in range(ON):
        decision = other.decision
        if decision is None:
            break
        action = decision.sample(random.random)
        law(again.play(action) == other.play(action), "a restored race continues in the same way", action)
        law(again.decision == other.decision, "a restored race asks the same", action)
        law(again.snapshot() == other.snapshot(), "a restored race continues in the same way", action)


def views_are_fresh(race: Race) -> None:
    """Check that a view shows the current race, even if an earlier view was cached."""
    again = restored(race)
    for seat in (None, *range(len(race.setup.seats))):
        seen = race.view(seat)
        law(seen == again.view(seat), "a view shows the race as it stands", seat, seen, again.view(seat))
        law(seen == race.view(seat), "looking twice shows the same", seat)


def clones_are_independent(race: Race, random: Random) -> None:
    """Check that a clone equals the race, continues identically, and leaves the original unchanged."""
    before, decision, views = race.snapshot(), race.decision, _views(race)
    clone, twin = race.clone(), race.clone()
    law(clone.snapshot() == before and clone.decision == decision, "a clone is the same race")
    for _ in range(ON):
        due = clone.decision
        if due is None:
            break
        action = due.sample(random.random)
        law(clone.play(action) == twin.play(action), "clones continue identically", action)
        law(clone.snapshot() == twin.snapshot(), "clones continue identically", action)
        law(_views(clone) == _views(twin), "clones show the same", action)
    law(race.snapshot() == before, "playing on a clone leaves the race alone")
    law(race.decision == decision and _views(race) == views, "playing on a clone leaves the race alone")


def _views(race: Race) -> list[object]:
    return [race.view(seat) for seat in (None, *range(len(race.setup.seats)))]
