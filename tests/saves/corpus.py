"""The continuation of the corpus saves, as plain data that a file can hold.

Everything that the comparison needs from the program is imported here. Only lasting facts are compared: places, Heat,
gears, points, the names of classes and the text of saves; never a sentence, nor a representation that may gain fields.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from heat_tui.engine.actions import NextRace
from heat_tui.engine.events import CarEvent, Event
from heat_tui.game.table.match import Match
from heat_tui.store.save_list import SaveInfo
from heat_tui.store.saved_race import SavedRace
from heat_tui.store.saves import SaveStore

FOLDER = Path(__file__).parent / "corpus"
STORE = SaveStore(FOLDER)
NAMES = tuple(sorted(path.stem for path in FOLDER.glob("*.json")))

MOMENT = datetime(2027, 1, 2, 3, 4, 5, tzinfo=UTC)
PROGRAM = "corpus"
RULES = 1
"""The rules' version; like `MOMENT` and `PROGRAM`, it replaces a save's own before the save is compared."""

MOST_DECISIONS = 400
FEW_DECISIONS = 5

Facts = dict[str, Any]


def expectation_path(name: str) -> Path:
    """Return the file with the expected continuation of a save."""
    return FOLDER / "expected" / f"{name}.json"


def expectation(name: str) -> Facts:
    """Return the expected continuation of a save."""
    facts: Facts = json.loads(expectation_path(name).read_text(encoding="utf-8"))
    return facts


def text_of(facts: Facts) -> str:
    """Return the facts as JSON with one line for each part, and one for each item of a list, such as a car."""
    parts: list[str] = []
    for name, part in facts.items():
        if isinstance(part, list):
            items = ",\n".join(f"  {json.dumps(item, ensure_ascii=False)}" for item in part)
            parts.append(f' "{name}": [\n{items}\n ]')
        else:
            parts.append(f' "{name}": {json.dumps(part, ensure_ascii=False)}')
    return "{\n" + ",\n".join(parts) + "\n}\n"


def save_data(name: str) -> Facts:
    """Return the save file itself as data, as its original program wrote it."""
    data: Facts = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    return data


def is_steady(name: str) -> bool:
    """Return whether Steady answers for all seats of this save; otherwise the answers are random."""
    return zlib.crc32(name.encode()) % 2 == 0


def facts_of(name: str) -> Facts:
    """Load a save and return its state and its continuation, as data that has been through JSON."""
    saved = STORE.read(name)
    match = Match.resume(saved, store=None)
    facts = {
        "list": _listed(name),
        "rest": _rest(match),
        "cars": _cars(match),
        "events": _events(
            [event for events in (*(race.events for race in match.past), match.events) for event in events]
        ),
        "undo": _undo(saved),
        **_played_on(Match.resume(saved, store=None), name),
    }
    plain: Facts = json.loads(json.dumps(facts))
    return plain


def text_saved_again(name: str) -> str:
    """Load a save and return the text of the file written from it immediately, with the save's own time and version."""
    saved = STORE.read(name)
    again = Match.resume(saved, store=None).saved()
    return _written(replace(again, changed=saved.changed, program=saved.program, rules=saved.rules))


@cache
def _listing() -> dict[str, SaveInfo]:
    return {each.name: each for each in STORE.list() if isinstance(each, SaveInfo)}


def _listed(name: str) -> Facts:
    """Return the entry of a save in the list of saved races."""
    info = _listing()[name]
    season = info.season
    return {
        "track": info.track_id,
        "seats": info.seats,
        "controllers": info.controllers,
        "round": info.round,
        "finished": info.finished,
        "winner": info.winner,
        "season": season and [season.title, season.number, season.races, season.between],
    }


def _rest(match: Match) -> Facts:
    """Return the state of a match at rest."""
    seat = match.to_move
    return {
        "decision": _decision(match),
        "options": _count_options(match),
        "seat": seat,
        "whose": None if seat is None else [match.setup.seats[seat], match.controllers[seat]],
        "behind_curtain": match.is_behind_curtain,
        "round": match.view(None).round,
        "standings": match.standings,
        "points": _points(match),
        "take_backs": match.take_backs,
        "lessons": match.lessons,
        "open_table": match.open_table,
        "note": match.note is not None,
    }


def _cars(match: Match) -> list[Facts]:
    """Return the open information of each car; `cards` are the sizes of its hand, deck and discard pile."""
    return [
        {
            "car": car.index,
            "status": car.status,
            "at": [car.at, car.spot],
            "gear": car.gear,
            "heat": car.engine,
            "cards": [car.hand, car.deck, car.discard],
        }
        for car in match.view(None).cars
    ]


def _undo(saved: SavedRace) -> Facts:
    """Return what stops an undo of the last choice, if anything, and the state after that choice is taken back."""
    match = Match.resume(saved, store=None)
    facts: Facts = {"stop": match.undo_stop, "choices": match.choices}
    if match.choices:
        undone = match.take_back(1)
        facts["taken_back"] = [undone.actions, undone.choices, undone.seat, _decision(match)]
        facts["standings"] = match.standings
    return facts


def _played_on(match: Match, name: str) -> Facts:
    """Play a match to its end, or for `MOST_DECISIONS` decisions, and return the results in parts."""
    steady, random = is_steady(name), Random(name)
    if steady:
        for seat in range(len(match.controllers)):
            match.hand_over(seat, "steady")
    decisions = 0
    asked: Counter[str] = Counter()
    events: list[Event] = []
    after_few = _digest(_save_of(match))
    while not match.over and decisions < MOST_DECISIONS:
        asked[_decision(match) or ""] += 1
        happened = _step(match, random, steady=steady)
        decisions += 1
        events += happened
        if decisions == FEW_DECISIONS:
            after_few = _digest(_save_of(match))
    played = {
        "answers": "steady" if steady else "chance",
        "decisions": decisions,
        "asked": dict(sorted(asked.items())),
        "over": match.over,
        "rests": _decision(match),
        "standings": match.standings,
        "points": _points(match),
        "saved_early": after_few,
        "saved_at_end": _digest(_save_of(match)),
    }
    return {"played": played, "played_cars": _cars(match), "played_events": _events(events)}


def _step(match: Match, random: Random, *, steady: bool) -> list[Event]:
    """Answer the pending question or, between two races, start the next one; return the events."""
    if match.rests:
        return match.play(NextRace())
    if steady:
        return match.play_driver()
    decision = match.decision
    assert decision is not None
    return match.play(decision.sample(random.random))


def _decision(match: Match) -> str | None:
    decision = match.decision
    return None if decision is None else type(decision).__name__


def _count_options(match: Match) -> int:
    decision = match.decision
    return 0 if decision is None else sum(1 for _ in decision.options())


def _events(events: Sequence[Event]) -> Facts:
    """Return how often each class of event happened, and a digest of all of them in order, with their cars."""
    codes = [f"{type(event).__name__} {event.car if isinstance(event, CarEvent) else '-'}" for event in events]
    return {
        "happened": dict(sorted(Counter(type(event).__name__ for event in events).items())),
        "order": _digest("\n".join(codes)),
    }


def _points(match: Match) -> Facts | None:
    """Return the points of a season and its cars from the leader to the last; None for a single race."""
    season = match.season
    return None if season is None else {"of_cars": season.points, "order": season.standings}


def _digest(text: str) -> str:
    """Return the first 16 hexadecimal digits of the SHA-256 of a text."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _save_of(match: Match) -> str:
    """Return the text of the save of a match with a fixed time and version."""
    return _written(replace(match.saved(), changed=MOMENT, program=PROGRAM, rules=RULES))


def _written(saved: SavedRace) -> str:
    """Return the text that a store writes for a save."""
    with TemporaryDirectory() as folder:
        return SaveStore(Path(folder)).write(replace(saved, name="race")).read_text(encoding="utf-8")
