"""The laws can fail: they notice tampered races, leaks and wrong answers, and a campaign reports a broken law."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from heat_tui.engine import Race
from heat_tui.engine.actions import Action, Plan
from heat_tui.engine.car import Car
from heat_tui.engine.cards import HEAT
from heat_tui.engine.decisions import PlanDecision
from heat_tui.engine.forecast import Forecast
from heat_tui.engine.module import Module
from heat_tui.engine.planning import Planning
from heat_tui.engine.record import Refusal
from heat_tui.engine.replenish import DiscardStep
from heat_tui.engine.view import SeatView
from heat_tui.modules.spaces import Spaces
from heat_tui.modules.tournament import PlanNumber
from heat_tui.modules.weather import Weather
from tests.laws import campaign
from tests.laws.actions import illegal_actions_are_refused, options_are_the_legal_actions
from tests.laws.copies import clones_are_independent, restoring_changes_nothing, views_are_fresh
from tests.laws.forecasts import forecast_comes_true
from tests.laws.law import BrokenLaw
from tests.laws.leaks import nothing_reaches_secrets, secrets_change_nothing
from tests.laws.mixes import TRACKS, Mix, action_from, action_to_json, drawn_mix, mix_from
from tests.laws.trial import Trial

MIX = Mix("usa", drivers=3, legends=1, seed=5, marked=True)


@pytest.fixture
def watched() -> Trial:
    """Return a race under watch, at the planning of a round."""
    watched = Trial(MIX)
    watched.play_on(Random(1), most=40)
    while not isinstance(watched.race.decision, PlanDecision):
        watched.play_on(Random(1), most=1)
    return watched


def _swap(race: Race) -> None:
    race.cars[0].at, race.cars[1].at = race.cars[1].at, race.cars[0].at


TAMPERINGS: dict[str, Callable[[Race], object]] = {
    "a Heat from nowhere": lambda race: race.cars[0].discard.append(HEAT),
    "an engine filled": lambda race: setattr(race.cars[1], "engine", 9),
    "a card lost": lambda race: race.cars[0].deck.pop(),
    "a card changed": lambda race: race.cars[0].deck.__setitem__(0, "4" if race.cars[0].deck[0] != "4" else "1"),
    "a gear five": lambda race: setattr(race.cars[2], "gear", 5),
    "a car moved": lambda race: setattr(race.cars[0], "at", race.cars[0].at + 1),
    "two cars swapped": _swap,
    "a ghost on the track": lambda race: race.spots.__setitem__(race.spots.index(-1), 2),
    "a hand in disorder": lambda race: race.cars[0].hand.reverse(),
    "an unearned place": lambda race: race.finished.append(0),
    "a round forgotten": lambda race: setattr(race, "round", race.round - 1),
}


@pytest.mark.parametrize("name", TAMPERINGS)
def test_the_cheap_laws_notice_tampering(watched: Trial, name: str) -> None:
    watched.look()
    TAMPERINGS[name](watched.race)
    with pytest.raises(BrokenLaw):
        watched.look()


@pytest.mark.long
@pytest.mark.parametrize(
    ("module", "question"),
    [
        (Weather, "corner_limit"),
        (Weather, "corner_cost"),
        (Weather, "boost_cost"),
        (Weather, "may_cool"),
        (Weather, "may_slipstream"),
        (Weather, "heat"),
        (Weather, "stress"),
        (Spaces, "gear_cost"),
        (Spaces, "may_discard"),
    ],
    ids=lambda part: part if isinstance(part, str) else part.name,
)
def test_a_module_that_does_not_answer_is_noticed(
    module: type[Module], question: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, question, lambda self, race, *rest: rest[-1])
    with pytest.raises(BrokenLaw):
        _race_in_the_wet()


def test_a_number_that_is_shown_too_early_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PlanNumber, "open", Planning.open)
    with pytest.raises((BrokenLaw, AssertionError)):
        Trial(Mix("usa", 3, 0, seed=1, tournament=True)).play_on(Random(1), most=40)


def test_a_tournament_hand_that_shows_its_plan_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = Race.view

    def telling(race: Race, seat: int | None) -> SeatView:
        view = whole(race, seat)
        cars = [
            dataclasses.replace(seen, hand=seen.hand - len(car.plan[1])) if car.plan else seen
            for seen, car in zip(view.cars, race.cars, strict=True)
        ]
        return dataclasses.replace(view, cars=tuple(cars))

    watched = Trial(Mix("usa", 3, 0, seed=1, tournament=True))
    while watched.race.acting is None:
        watched.play_on(Random(1), most=1)
    monkeypatch.setattr(Race, "view", telling)
    with pytest.raises(BrokenLaw):
        _pry_often(watched)


def _race_in_the_wet() -> None:
    for number in range(60):
        mix = Mix(("japan", "spain")[number % 2], 2, 1, seed=number, weather=True, spaces=True, reckless=True)
        Trial(mix).play_on(Random(number), most=400)


def _pry_often(watched: Trial) -> None:
    for seed in range(20):
        secrets_change_nothing(watched.race, Random(seed))


def test_the_ledger_notices_an_event_that_did_not_happen(watched: Trial) -> None:
    while not any(type(event).__name__ == "CarMoved" for event in watched.race.events):
        watched.play_on(Random(2), most=1)
    moved = next(event for event in watched.race.events if type(event).__name__ == "CarMoved")
    with pytest.raises(BrokenLaw):
        watched.ledger.write([moved])


def test_a_decision_that_offers_too_much_is_noticed(watched: Trial, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PlanDecision, "options", lambda self: iter((Plan(1, ("heat",)), Plan(1, ("1",)))))
    with pytest.raises(BrokenLaw, match="not refused"):
        options_are_the_legal_actions(watched.race, Random(1))


def test_a_decision_that_refuses_too_little_is_noticed(watched: Trial, monkeypatch: pytest.MonkeyPatch) -> None:
    def lenient(self: PlanDecision, action: Action) -> Refusal | None:
        return None

    monkeypatch.setattr(PlanDecision, "objection", lenient)
    with pytest.raises(BrokenLaw, match="what is no option is refused"):
        illegal_actions_are_refused(watched.race, Random(1))


def test_a_snapshot_that_omits_something_is_noticed(watched: Trial, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = Race.snapshot
    monkeypatch.setattr(Race, "snapshot", lambda race: {**whole(race), "luck": 1, "asked": 0})
    watched.play_on(Random(3), most=1)
    with pytest.raises(BrokenLaw):
        restoring_changes_nothing(watched.race, Random(1))


def test_a_clone_that_shares_state_is_noticed(watched: Trial, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = Race.clone

    def shallow(race: Race) -> Race:
        clone = whole(race)
        clone.cars = race.cars
        return clone

    monkeypatch.setattr(Race, "clone", shallow)
    with pytest.raises((BrokenLaw, ValueError)):
        clones_are_independent(watched.race, Random(1))


def test_a_stale_view_is_noticed(watched: Trial) -> None:
    watched.race.view(None)
    watched.race.cars[0].engine += 1
    with pytest.raises(BrokenLaw):
        views_are_fresh(watched.race)


@pytest.mark.parametrize("secret", ["hand", "deck", "luck", "car"])
def test_a_leak_is_noticed(watched: Trial, monkeypatch: pytest.MonkeyPatch, secret: str) -> None:
    whole = Race.view

    def leaking(race: Race, seat: int | None) -> SeatView:
        car = race.cars[0 if seat else 1]
        leaked = car if secret == "car" else tuple(getattr(car, secret)) if secret != "luck" else car.luck
        return dataclasses.replace(whole(race, seat), shown=(("leak", leaked),))

    monkeypatch.setattr(Race, "view", leaking)
    for law in (nothing_reaches_secrets, secrets_change_nothing):
        with pytest.raises(BrokenLaw):
            law(watched.race, Random(1))


def test_a_wrong_forecast_is_noticed(watched: Trial, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = Race.forecast

    def hopeful(race: Race, seat: int, action: Action) -> Forecast:
        told = whole(race, seat, action)
        better = tuple(dataclasses.replace(outcome, engine=outcome.engine + 1) for outcome in told.outcomes)
        return dataclasses.replace(told, outcomes=better)

    monkeypatch.setattr(Race, "forecast", hopeful)
    with pytest.raises(BrokenLaw):
        _foresee_many(watched)


def _foresee_many(watched: Trial) -> None:
    for seed in range(40):
        watched.play_on(Random(seed), most=1)
        forecast_comes_true(watched.race, Random(seed))


def test_different_actions_are_a_different_race(watched: Trial) -> None:
    decision = watched.race.decision
    assert decision is not None
    watched.actions.append(next(decision.options()))
    with pytest.raises(BrokenLaw):
        watched.replays()


def test_mixes_and_actions_are_read_as_they_were_written() -> None:
    for number in range(30):
        random = Random(number)
        mix = drawn_mix(random)
        assert mix_from(json.loads(json.dumps(mix.to_json()))) == mix
        watched = Trial(mix)
        watched.play_on(random, most=60)
        for action in watched.actions:
            assert action_from(json.loads(json.dumps(action_to_json(action)))) == action
    with pytest.raises(ValueError, match="not an action"):
        action_from(["fly", 3])


@pytest.mark.long
def test_a_campaign_gives_the_same_counts_with_any_number_of_jobs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(campaign, "RACES_A_BATCH", 2)
    one, two = campaign.run_campaign(500, 7, 1), campaign.run_campaign(500, 7, 2)
    assert one == two
    assert one.fault is None
    assert one.decisions >= 500
    assert one.tracks.total() == one.cars.total() == one.kinds.total() == one.decisions


@pytest.mark.long
def test_a_campaign_continues_until_there_is_enough_of_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(campaign, "RACES_A_BATCH", 2)
    monkeypatch.setattr(campaign, "TRACKS", TRACKS[:2])
    monkeypatch.setattr(campaign, "MOST_CARS", 3)
    monkeypatch.setattr(campaign, "FEWEST", 200_000)
    counts = campaign.run_campaign(100, 7, 1)
    assert counts.fewest() >= 20
    assert counts.races > 2
    assert counts.decisions > 100


@pytest.mark.long
def test_a_campaign_reports_a_race_that_can_be_reproduced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = DiscardStep.resolve

    def careless(step: DiscardStep, race: Race, car: Car, action: Action) -> None:
        whole(step, race, car, action)
        car.discard[-1:] = []

    with monkeypatch.context() as broken:
        broken.setattr(DiscardStep, "resolve", careless)
        counts = campaign.run_batch(1, 0)
    assert counts.fault is not None
    assert "BrokenLaw" in counts.fault
    report = tmp_path / "report.json"
    report.write_text(counts.fault.splitlines()[-1], encoding="utf-8")
    campaign.reproduce(report)
    monkeypatch.setattr(DiscardStep, "resolve", careless)
    with pytest.raises(BrokenLaw):
        campaign.reproduce(report)
