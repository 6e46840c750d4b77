"""Seasons that are interrupted, restored or damaged, or whose drivers are renamed (E13)."""

from __future__ import annotations

import json

import pytest

from heat_tui.engine.actions import Discard, KeepUpgrade, NextRace, Plan
from heat_tui.engine.decisions import NextRaceDecision, PlanDecision
from heat_tui.engine.module import Data
from heat_tui.engine.race import Race
from heat_tui.engine.record import IllegalAction
from heat_tui.modules.championship.events import SeasonRaceBegan
from heat_tui.modules.championship.season import Season
from heat_tui.modules.championship.state import NAME
from tests.paddock import CALM
from tests.seasons import Told, career, of_year, short, started


@pytest.mark.rule("E13")
def test_the_season_rests_between_two_races() -> None:
    told = started(short(CALM, CALM))
    assert told.told(SeasonRaceBegan) == [SeasonRaceBegan(1, "loop", CALM)]
    told.ended(1, 0, 2)
    assert told.season.decision == NextRaceDecision(0)
    assert told.season.between_races
    assert not told.season.over
    assert (told.season.index, told.season.race.over) == (0, True)
    before = told.season.snapshot()
    for wrong in (Plan(1, ("1",)), Discard(), KeepUpgrade("heat")):
        with pytest.raises(IllegalAction) as refused:
            told.season.play(wrong)
        assert refused.value.refusal.code == "not-asked"
    assert told.season.snapshot() == before
    told.play(NextRace())
    assert told.season.index == 1
    assert told.told(SeasonRaceBegan)[1:] == [SeasonRaceBegan(2, "loop", CALM)]
    assert not told.season.between_races


@pytest.mark.rule("E13")
def test_the_next_race_cannot_be_started_during_a_race() -> None:
    told = started(short(CALM, CALM)).to(PlanDecision)
    with pytest.raises(IllegalAction) as refused:
        told.season.play(NextRace())
    assert refused.value.refusal.code == "not-asked"


@pytest.mark.rule("E13")
@pytest.mark.parametrize("title", ["1961", "career"])
def test_an_interrupted_season_continues_identically(title: str) -> None:
    whole = started(of_year(title))
    broken = started(of_year(title))
    for race in range(3):
        whole.raced(race)
        broken.raced(race)
        data = json.loads(json.dumps(broken.season.snapshot()))
        events = broken.events
        broken = Told(Season.restore(broken.season.setup, data))
        broken.events = events
        if not whole.season.over:
            whole.next()
            broken.next()
    assert broken.events == whole.events
    assert broken.season.snapshot() == whole.season.snapshot()


@pytest.mark.rule("E13")
def test_a_season_whose_drivers_are_renamed_continues() -> None:
    told = started(short(CALM, CALM)).ended(0, 1, 2)
    told.season.rename(1, "Beatrice")
    told.next()
    assert told.season.setup.seats == ("Ada", "Beatrice", "Cem")
    assert [entry.name for entry in told.season.race.rules.entries] == ["Ada", "Beatrice", "Cem"]


def damaged(told: Told) -> list[object]:
    """Return invalid snapshots of a season, each with one fault."""
    whole = told.season.snapshot()

    def changed(**parts: object) -> object:
        return {**json.loads(json.dumps(whole)), **parts}

    sponsors = [["sponsor-turbo"] * 8, [], []]
    return [
        None,
        [],
        changed(index=-1),
        changed(index=2),
        changed(index="0"),
        changed(index=1),
        changed(results=None),
        changed(results=[]),
        changed(results=[7]),
        changed(results=[{"order": [0, 1], "points": [9, 6], "finished": 2}]),
        changed(results=[{"order": [0, 1, 1], "points": [9, 6, 4], "finished": 3}]),
        changed(results=[{"order": [0, 1, 2], "points": [9, 6, 5], "finished": 3}]),
        changed(results=[{"order": [0, 1, 2], "points": [9, 6, 4], "finished": 4}]),
        changed(results=[{"order": [0, 1, 2], "points": [9, 6, 4], "finished": 2}]),
        changed(results=[{"order": [0, 1, 2], "points": [9, 6, "4"], "finished": 3}]),
        changed(results=[{"order": None, "points": [9, 6, 4], "finished": 3}]),
        changed(kept=[["turbo-8"]]),
        changed(kept=None),
        changed(kept=[[3]]),
        changed(upgrades=[[], []]),
        changed(upgrades=[["no-such"], [], []]),
        changed(upgrades=[7, [], []]),
        changed(sponsorships=sponsors),
        changed(sponsorships=[[], []]),
        changed(race={**whole["race"], "finished": [0, 0, 2]}),  # type: ignore[dict-item]
        changed(race=None),
        changed(race={}),
    ]


@pytest.mark.rule("E13")
def test_an_invalid_snapshot_of_a_season_is_refused() -> None:
    setup = short(CALM, CALM)
    told = started(setup).ended(0, 1, 2)
    Season.restore(setup, told.season.snapshot())
    for data in damaged(told):
        with pytest.raises(ValueError, match=r".+"):
            Season.restore(setup, data)  # type: ignore[arg-type]


@pytest.mark.rule("E13", "E12")
def test_kept_upgrades_must_have_been_owned() -> None:
    told = career().ended(0, 1, 2).next().ended(0, 1, 2)
    owned = told.garage().owned
    setup, data = told.season.setup, told.season.snapshot()
    data["kept"] = [[owned[0][0]]]
    again = Season.restore(setup, data)
    assert again.kept == again.clone().kept == ((owned[0][0],),)
    wrong: list[Data] = [[[]], [[*owned[0]]], [["turbo-99"]], [[owned[0][0]]] * 4]
    for kept in wrong:
        data["kept"] = kept
        with pytest.raises(ValueError, match="kept"):
            Season.restore(setup, data)


@pytest.mark.rule("E13", "E10")
@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("deck", None),
        ("deck", ["sponsor-turbo"]),
        ("deck", ["4"]),
        ("used", ["sponsor-turbo"]),
        ("held", [0, 0]),
        ("held", None),
        ("held", [9, 9, 9]),
        ("held", [-1, 5, 5]),
        ("luck", None),
        ("stood", -1),
        ("stood", None),
        ("crossed", None),
        ("crossed", [3]),
        ("crossed", [0, 0]),
    ],
)
def test_a_damaged_paddock_is_refused(name: str, value: object) -> None:
    told = started(short(CALM)).to(PlanDecision)
    data = json.loads(json.dumps(told.season.snapshot()))
    data["race"]["modules"][NAME][name] = value
    with pytest.raises(ValueError, match=r".+"):
        Season.restore(told.season.setup, data)


@pytest.mark.rule("E13", "E4")
def test_the_weather_may_be_missing_only_during_the_draft() -> None:
    told = started(short(CALM))
    data = told.season.snapshot()
    assert "weather" not in data["race"]["modules"]  # type: ignore[operator, call-overload, index]
    Season.restore(told.season.setup, data)
    told.to(PlanDecision)
    data = told.season.snapshot()
    del data["race"]["modules"]["weather"]  # type: ignore[arg-type, call-overload, index, union-attr]
    with pytest.raises(ValueError, match="weather"):
        Season.restore(told.season.setup, data)


@pytest.mark.rule("E13")
def test_a_season_has_the_interface_of_a_race() -> None:
    season = Season.start(short(CALM, CALM))
    race = season.race
    assert isinstance(race, Race)
    for seat in (None, 0, 1, 2):
        assert season.view(seat) == race.view(seat)
    decision = season.decision
    assert decision is not None
    action = next(decision.options())
    assert season.forecast(decision.seat, action) == race.forecast(decision.seat, action)
    told = Told(season).ended(0, 1, 2)
    season = told.season
    assert season.forecast(0, NextRace()).outcomes == ()
    with pytest.raises(IllegalAction) as refused:
        season.forecast(1, NextRace())
    assert refused.value.refusal.code == "not-your-turn"
    copy = season.clone()
    assert (copy.points, copy.standings, copy.results) == (season.points, season.standings, season.results)
    copy.play(NextRace())
    assert (copy.index, season.index) == (1, 0)
