"""Every refusal of the engine and the modules, provoked by actions and setups that are not allowed."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from heat_tui.engine import IllegalAction, IllegalSetup, Race, RaceSetup, Refusal
from heat_tui.engine.actions import (
    Action,
    ChooseValues,
    Discard,
    Exchange,
    NextRace,
    Pick,
    Plan,
    PutAway,
    React,
    Refresh,
    Replace,
    Retire,
    Slipstream,
)
from heat_tui.engine.decisions import (
    ChooseValuesDecision,
    Decision,
    DiscardDecision,
    ExchangeDecision,
    KeepDecision,
    NextRaceDecision,
    PickDecision,
    PlanDecision,
    PutAwayDecision,
    ReactDecision,
    RefreshDecision,
    ReplaceDecision,
    SlipstreamDecision,
    Use,
)
from heat_tui.engine.track import Corner, Track
from heat_tui.modules.championship.calendar import SeasonRace
from heat_tui.modules.championship.season import Season, SeasonSetup
from heat_tui.modules.garage import Garage
from heat_tui.modules.legends import Legends
from heat_tui.modules.mulligan import MulliganDecision
from heat_tui.modules.mulligan.answer import Mulligan
from heat_tui.modules.weather import Weather
from heat_tui.store.tracks import load_track

SRC = Path(__file__).parents[2] / "src" / "heat_tui"
CODE = re.compile(r'(?:refuse\(\s*|\bcode(?:: str)? ?= ?)"([a-z-]+)"')


def codes_in_source() -> set[str]:
    """Return the codes of refusals in the source."""
    files = [path for layer in ("engine", "modules") for path in (SRC / layer).rglob("*.py")]
    return {code for path in files for code in CODE.findall(path.read_text(encoding="utf-8"))}


PLAN = PlanDecision(0, 2, 0, ((1, 0), (2, 0), (3, 0)), ("1", "2", "stress"), 4, may_retire=False)
CLUTTERED = PlanDecision(0, 2, 0, ((2, 0), (3, 0)), ("2",), 6, may_retire=False)
REACT = ReactDecision(0, (Use("cooldown", "gear", 3),))
MUST = ReactDecision(0, (Use("heat", "turbo-7", 2, 2, 2),), may_end=False)
SALVAGE = ReactDecision(0, (Use("salvage", "fuel-2", 2),), pile=("1", "2"))
VALUES = ChooseValuesDecision(0, (("brakes-13", (1, 3)), ("brakes-24", (2, 4))), 5)
REPLACE = ReplaceDecision(0, (("turbo-7",), ("wings-6",)), 4, 2)
REFRESH = RefreshDecision(0, ("suspension-2a", "suspension-4"))
PICK = PickDecision(0, ("body-1", "heat"), (), 1, 3)
PUT_AWAY = PutAwayDecision(0, ("body-1", "body-3", "heat", "heat"))
EXCHANGE = ExchangeDecision(0, ("body-1", "heat"), ("body-3", "heat"))

ANSWERS: tuple[tuple[Decision, Action], ...] = (
    (MulliganDecision(0), Retire()),
    (PLAN, Mulligan(take=True)),
    (REACT, Retire()),
    (SlipstreamDecision(0, (2,)), Retire()),
    (DiscardDecision(0, ("1",)), Retire()),
    (PLAN, Retire()),
    (PLAN, Plan(2, "12")),  # type: ignore[arg-type]
    (PLAN, Plan(7, ("1",))),
    (replace(PLAN, gear=1), Plan(4, ("1", "2"))),
    (PLAN, Plan(4, ("1", "2", "stress", "stress"))),
    (replace(PLAN, playable=("1", "1", "2", "2")), Plan(4, ("1", "1", "2", "2"))),
    (PLAN, Plan(2, ("1",))),
    (PLAN, Plan(2, ("1", "heat"))),
    (PLAN, Plan(2, ("1", "1"))),
    (CLUTTERED, Plan(2, ("2",))),
    (REACT, React("boost", "boost", 1)),
    (REACT, React("cooldown", "gear", 4)),
    (SlipstreamDecision(0, (2,)), Slipstream(3)),
    (DiscardDecision(0, ("1",)), Discard(("1", "heat"))),
    (MUST, React()),
    (MUST, React("heat", "turbo-7", 1)),
    (SALVAGE, React("salvage", "fuel-2", 2, ("1",))),
    (SALVAGE, React("salvage", "fuel-2", 2, ("1", "1"))),
    (VALUES, Retire()),
    (VALUES, ChooseValues((("brakes-13", 1),))),
    (VALUES, ChooseValues((("brakes-13", 1), ("brakes-24", 3)))),
    (REPLACE, Retire()),
    (REPLACE, Replace(("turbo-7", "wings-6"))),
    (REFRESH, Retire()),
    (REFRESH, Refresh(("suspension-4", "suspension-4"))),
    (PICK, Retire()),
    (PICK, Pick("body-3")),
    (PUT_AWAY, Retire()),
    (PUT_AWAY, PutAway("turbo-7")),
    (EXCHANGE, Retire()),
    (EXCHANGE, Exchange("heat", "heat")),
    (KeepDecision(0, ("body-1", "body-3")), Retire()),
    (NextRaceDecision(0), Retire()),
    (DiscardDecision(0, ("1", "2"), 1), Discard(("1", "2"))),
)


def setups() -> tuple[RaceSetup, ...]:
    """Return setups that cannot be raced, one for every reason."""
    track = load_track("usa")
    two = RaceSetup(track=track, seats=("Ä", "Ö"))
    return (
        replace(two, seats=()),
        replace(two, seats=("Ä",) * 9),
        replace(two, laps=0),
        replace(two, seed=-1),
        replace(two, handicap=(0, 0, 1)),
        replace(two, handicap=(3,)),
        replace(two, colours=("47",)),
        replace(two, colours=("red", "red")),
        replace(two, modules=(Legends(1), Legends(1))),
        replace(two, modules=(Legends(9),)),
        replace(two, modules=(Legends(1, pro=7),)),
        replace(two, modules=(Garage("47"),)),  # type: ignore[arg-type]
        replace(two, modules=(Garage(draft="47"),)),  # type: ignore[arg-type]
        replace(two, modules=(Garage(sets=("47",)),)),
        replace(two, seats=("Ä",) * 8, modules=(Garage("advanced", "snake", ()),)),
        replace(two, track=a_track_of(13), modules=(Weather(),)),
    )


def a_track_of(corners: int) -> Track:
    """Return a track with this number of corners."""
    track = load_track("usa")
    return replace(track, corners=tuple(Corner(4 * number, 3, 4 * number - 3) for number in range(1, corners + 1)))


def refusals() -> dict[str, Refusal]:
    """Return a refusal with each code, by the code and the question that was asked, if the refusal names one."""
    found: dict[str, Refusal] = {}
    for decision, action in ANSWERS:
        refused = decision.objection(action)
        assert refused is not None, (decision, action)
        found[f"{refused.code} {dict(refused.facts).get('asked', '')}".strip()] = refused
    for setup in setups():
        found |= _refused(lambda setup=setup: Race.start(setup))  # type: ignore[misc]
    return found | _of_a_race() | _of_a_season()


def _of_a_race() -> dict[str, Refusal]:
    race = Race.start(RaceSetup(track=load_track("usa"), seats=("Ä", "Ö"), laps=1))
    assert race.decision is not None
    found = _refused(lambda: race.forecast(1, Retire()))
    luck = random.Random(1)
    while race.decision is not None:
        race.play(race.decision.sample(luck.random))
    return found | _refused(lambda: race.play(Retire()))


def _of_a_season() -> dict[str, Refusal]:
    race = SeasonRace(load_track("usa"), 7, 1)
    sound = SeasonSetup((race,), ("Ä", "Ö"))
    found: dict[str, Refusal] = {}
    for setup in (
        replace(sound, calendar=()),
        replace(sound, parts=(2, 3)),
        replace(sound, calendar=(replace(race, event=47),)),
    ):
        found |= _refused(lambda setup=setup: Season.start(setup))  # type: ignore[misc]
    season = Season.start(sound)
    luck = random.Random(1)
    while season.decision is not None:
        season.play(season.decision.sample(luck.random))
    return found | _refused(lambda: season.play(NextRace()))


def _refused(attempt: Callable[[], object]) -> dict[str, Refusal]:
    try:
        attempt()
    except (IllegalAction, IllegalSetup) as error:
        return {error.refusal.code: error.refusal}
    raise AssertionError("nothing was refused")
