"""The championship in words: events, race cards, the press, Sponsorships, goals and forecasts."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from heat_tui.engine.actions import Action, Discard, Exchange, Plan, Slipstream
from heat_tui.engine.decisions import (
    Decision,
    DiscardDecision,
    ExchangeDecision,
    KeepDecision,
    NextRaceDecision,
    PickDecision,
    PlanDecision,
    SlipstreamDecision,
)
from heat_tui.engine.events import Event, SpunOut
from heat_tui.engine.module import Module
from heat_tui.modules.championship.calendar import SeasonRace, year_calendar
from heat_tui.modules.championship.event_rules import EVENTS
from heat_tui.modules.championship.events import (
    Eliminated,
    HeatLost,
    NoSponsorshipLeft,
    OpeningSponsorships,
    PointsScored,
    PressPlaced,
    SeasonEnded,
    SeasonRaceBegan,
    SponsorshipGained,
    SponsorshipsUsed,
    UpgradeKept,
)
from heat_tui.modules.championship.race import Championship
from heat_tui.modules.championship.season import Season, SeasonSetup
from heat_tui.modules.championship.words import (
    calendar_card,
    event_effect,
    event_line,
    event_title,
    goal_words,
    held_line,
    opening_line,
    press_effect,
    press_line,
    race_card,
    season_title,
    sponsorships_line,
    sponsorships_words,
)
from heat_tui.modules.garage.cards import UpgradeExchanged
from heat_tui.modules.garage.words import garage_lines
from heat_tui.store.tracks import load_track
from heat_tui.typesetting import aligned
from heat_tui.words.events import event_words
from heat_tui.words.forecasts import outline, preview
from heat_tui.words.names import car_name
from heat_tui.words.questions import ask, describe_action, explain
from heat_tui.words.situation import inspect_car, inspect_corner, situation, track_lines, upgrades_in_hand
from tests.tables import BOOST, DONE, Place, Table, driver, legend, loop, planning, turn

LOOP = loop(60, (20, 4), (30, 3), (45, 6), laps=2)
ROAD = replace(
    LOOP, corners=tuple(replace(corner, press=number) for number, corner in enumerate(LOOP.corners, start=1))
)
SHEET = turn(LOOP, driver(10), driver(8), legend(5, colour="black")).race.rules.sheet

SHARED = Path(__file__).parents[3] / "shared" / "data" / "championship.json"


def of_event(number: int) -> tuple[Module, ...]:
    """Return the modules of a race with an event."""
    return Championship(number, 2, 3), EVENTS[number].rule


def at_event(number: int, *places: Place) -> Table:
    """Return the turn of car 0 in a race with an event."""
    return turn(ROAD, *places, modules=of_event(number))


def plans(number: int, *places: Place) -> Table:
    """Return a round about to be planned in a race with an event."""
    return planning(ROAD, *places, modules=of_event(number))


def foreseen(table: Table, action: Action) -> tuple[list[str], list[str]]:
    """Return the forecast of an action of the driver who is asked, in sentences and in outcomes."""
    decision = table.asked(Decision)
    view, forecast = table.race.view(decision.seat), table.race.forecast(decision.seat, action)
    return preview(view, forecast), aligned([row.cells for row in outline(view, forecast).rows], right=(0,))


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (
            SeasonRaceBegan(2, "usa", 2),
            (
                "Race 2 of the season: Loop. A speed record: You gain a Sponsorship in every "
                "turn in which you reach speed 15 or more."
            ),
        ),
        (
            UpgradeExchanged(0, "turbo-8", "body-3"),
            "Ada, last on the grid, exchanges Turbo-8 for Body-3 from the market.",
        ),
        (OpeningSponsorships(0, 1), "Ada takes 1 Sponsorship into the opening hand."),
        (OpeningSponsorships(0, 3), "Ada takes 3 Sponsorships into the opening hand."),
        (PressPlaced((0, 2)), "The press is at corner 1 and corner 3."),
        (
            SponsorshipGained(0, "fast", 1, 3, 2),
            "Sponsorship for Ada: 2 over limit 3 at corner 2, where the press is.",
        ),
        (
            SponsorshipGained(0, "towed", 1, 3, -1),
            "Sponsorship for Ada: by Slipstream over corner 2, where the press is.",
        ),
        (
            SponsorshipGained(0, "slow", 1, 3, -1),
            "Sponsorship for Ada: 1 under limit 3 at corner 2, with a smile for the press.",
        ),
        (
            SponsorshipGained(0, "grandstand", None),
            "Sponsorship for Ada: among the first three past the new grandstand.",
        ),
        (SponsorshipGained(0, "record", None), "Sponsorship for Ada: at least speed 15 this turn."),
        (SponsorshipGained(0, "television", None), "Sponsorship for Ada: three or more cars passed this turn."),
        (
            NoSponsorshipLeft(1, "fast", 1),
            "Bo has earned a Sponsorship at corner 2, but none are left.",
        ),
        (
            NoSponsorshipLeft(1, "record", None),
            "Bo has earned a Sponsorship from this race's event, but none are left.",
        ),
        (SponsorshipsUsed(0, ("sponsor-turbo",)), "Ada uses up Sponsor-turbo, which is removed from the race."),
        (
            SponsorshipsUsed(0, ("sponsor-radiator", "sponsor-turbo")),
            "Ada uses up Sponsor-turbo and Sponsor-radiator, which are removed from the race.",
        ),
        (Eliminated(1), "Bo is out of the race and scores nothing."),
        (
            SpunOut(0, 1, 5, 3, 2, 1, 0, 2, 92, 90, 0),
            "Ada takes corner 2 at speed 5 over limit 3 and owes 2 Heat, but can pay only the 1 in the engine. "
            "Ada spins out.",
        ),
        (HeatLost(0, "engine"), "Ada completes a lap: 1 Heat from the engine leaves the game."),
        (
            HeatLost(0, "hand"),
            "Ada completes a lap with an empty engine: 1 Heat from the hand leaves the game.",
        ),
        (HeatLost(0, "discard"), "Ada completes a lap: 1 Heat from the discard pile leaves the game."),
        (
            HeatLost(0, "deck"),
            "Ada completes a lap: 1 Heat from the draw deck leaves the game; the deck is shuffled.",
        ),
        (PointsScored((6, 0, 9)), "Points for this race: Legend Black 9, Ada 6."),
        (PointsScored((0, 0, 0)), "Nobody scores points in this race."),
        (UpgradeKept(0, "turbo-8"), "Ada keeps Turbo-8 for the next season and gives the rest back."),
        (UpgradeKept(0, None), "Ada has no upgrade to keep for the next season."),
        (SeasonEnded((2, 0, 1)), "The season is over. The champion is Legend Black, ahead of Ada and Bo."),
        (SeasonEnded((1,)), "The season is over. The champion is Bo."),
    ],
)
def test_single_events_have_their_sentences(event: Event, sentence: str) -> None:
    assert event_words(SHEET, event) == sentence


@pytest.mark.rule("E11")
@pytest.mark.skipif(not SHARED.exists(), reason="only where the shared data lies beside the checkout")
def test_every_event_of_the_table_has_a_title_and_a_distinct_effect() -> None:
    table = json.loads(SHARED.read_text(encoding="utf-8"))["events"]
    assert {each["number"]: each["title"] for each in table} == {number: event_title(number) for number in EVENTS}
    effects = {event_effect(number) for number in EVENTS}
    assert len(effects) == len(EVENTS)
    assert all(effect.endswith(".") and len(effect) < 170 for effect in effects)
    assert event_line(14, SHEET) == "A cloudburst delays the start: Nobody gets Adrenaline."


def test_seasons_races_and_the_press_are_described_briefly() -> None:
    assert [season_title(title) for title in ("1963", "custom", "career")] == [
        "The season of 1963",
        "A custom season",
        "A career",
    ]
    assert [opening_line(event) for event in (10, 2, 7)] == [
        "Nobody starts with a Sponsorship.",
        "Every driver starts with 1 Sponsorship.",
        "Every driver starts with 3 Sponsorships.",
    ]
    assert press_line(LOOP, ()) == "This race has no press corner."
    assert [sponsorships_words(count) for count in (1, 2)] == ["1 Sponsorship", "2 Sponsorships"]
    told = {press_effect(event) for event in EVENTS}
    assert told == {press_effect(event) for event in (1, 11, 16)}
    assert len(told) == 3


@pytest.mark.point("B5")
@pytest.mark.rule("E11")
def test_a_race_of_one_lap_stays_at_one_lap_in_the_strike() -> None:
    shorter, kept = (
        Season.start(SeasonSetup((SeasonRace(load_track("italy"), 3, laps),), ("Ada", "Bo"))) for laps in (2, 1)
    )
    words = "The race is one lap shorter, and the winner scores 2 extra points."
    assert race_card(shorter.view(None))[:2] == ["Race 1 of 1: Italy, 1 lap.", f"Drivers on strike: {words}"]
    words = "The race keeps its one lap, and the winner scores 2 extra points."
    assert race_card(kept.view(None))[:2] == ["Race 1 of 1: Italy, 1 lap.", f"Drivers on strike: {words}"]
    assert calendar_card(kept.setup, 0)[1] == f"Drivers on strike: {words}"
    sheet = kept.race.rules.sheet
    assert event_words(sheet, SeasonRaceBegan(1, "italy", 3)).endswith(words)


@pytest.mark.point("B5")
@pytest.mark.rule("E9", "H2")
def test_the_press_of_a_chicane_has_the_number_of_its_corner() -> None:
    mexico = load_track("mexico")
    for line, corner in enumerate(mexico.corners):
        if corner.press is not None:
            assert press_line(mexico, (line,)) == f"The press is at corner {corner.press}."


@pytest.mark.rule("E1", "E11")
def test_the_cards_of_a_calendar_are_described() -> None:
    tracks = {name: load_track(name) for name in ("great_britain", "usa", "italy")}
    setup = SeasonSetup(year_calendar("1961", tracks), ("Ada", "Bo"), title="1961")
    assert calendar_card(setup, 2) == [
        "Race 3 of 3: Italy, 2 laps.",
        "Drivers on strike: The race is one lap shorter, and the winner scores 2 extra points.",
        "Every driver starts with 1 Sponsorship.",
        "The press is at corner 3.",
    ]
    season = Season.start(setup)
    assert race_card(season.view(0)) == calendar_card(setup, 0), "no weather before the draft"
    while not isinstance(season.decision, PlanDecision):
        assert season.decision is not None
        season.play(next(season.decision.options()))
    *card, weather = race_card(season.view(None))[: len(calendar_card(setup, 0)) + 1]
    assert card == calendar_card(setup, 0)
    assert weather.startswith("This race's weather:")
    assert race_card(planning(ROAD, driver(10), driver(8)).race.view(0)) == []


@pytest.mark.rule("E4", "E12", "E13")
def test_questions_between_races_are_worded() -> None:
    view = planning(ROAD, driver(10), driver(8)).race.view(0)
    exchange = ExchangeDecision(0, ("brakes-13", "turbo-8"), ("body-3", "body-3", "turbo-7"))
    assert ask(view, exchange) == (
        "You are last on the grid: do you exchange one of Turbo-8 and Brakes-13 for Body-3 or Turbo-7 from the market?"
    )
    assert describe_action(exchange, Exchange()) == "keep all upgrades"
    assert describe_action(exchange, Exchange("turbo-8", "body-3")) == "exchange Turbo-8 for Body-3"
    keep = KeepDecision(0, ("brakes-13", "turbo-8"))
    assert ask(view, keep).startswith("This season of your career is over: which upgrade do you keep,")
    assert [describe_action(keep, action) for action in keep.options()] == ["keep Brakes-13", "keep Turbo-8"]
    assert ask(view, NextRaceDecision(0)) == "The race is over: start the next race of the season?"
    assert ask(view, PickDecision(0, ("body-3",), (), 1, 1)) == "Which upgrade do you take from the market?"
    assert ask(view, PickDecision(0, ("body-3",), ("turbo-8",), 1, 1)) == (
        "You have Turbo-8: which upgrade do you take from the market?"
    )
    assert explain(PickDecision(0, ("body-3",), (), 1, 1))[0].startswith("The draft: before each race of the season ")


@pytest.mark.rule("E11", "8.1")
def test_the_discards_of_a_race_with_an_event_are_explained() -> None:
    view = planning(ROAD, driver(10), driver(8)).race.view(0)
    one = DiscardDecision(0, ("1", "4"), 1)
    assert ask(view, one) == "Which one of 4 and 1 do you discard before you draw, if any?"
    assert explain(one)[0] == "Discard: in this race you may put only 1 of these on your discard pile: 4 and 1."
    assert explain(DiscardDecision(0, ("1", "heat")))[1].endswith(
        "This race's event lets you discard the Heat or Stress named here."
    )
    assert explain(DiscardDecision(0, ("1",)))[1].endswith("Heat and Stress not named here stay in your hand.")
    assert describe_action(one, Discard(("4",))) == "discard 4"


@pytest.mark.rule("E4")
def test_the_draft_of_a_season_is_described_in_the_garage() -> None:
    tracks = {name: load_track(name) for name in ("great_britain", "usa", "italy")}
    season = Season.start(SeasonSetup(year_calendar("1961", tracks), ("Ada", "Bo"), title="1961"))
    assert garage_lines(season.view(0))[0].startswith("The draft; still to choose, in this order: ")
    while not isinstance(season.decision, ExchangeDecision):
        assert season.decision is not None
        season.play(next(season.decision.options()))
    last = car_name(season.race.rules.sheet, season.decision.seat)
    assert (
        garage_lines(season.view(0))[0] == f"Last on the grid, {last} may exchange an upgrade for one from the market."
    )


@pytest.mark.rule("E9")
def test_the_press_is_described_wherever_a_driver_looks() -> None:
    view = plans(3, driver(75), driver(40)).race.view(0)
    press = "Press corner: you gain a Sponsorship if you cross it at 2 or more over its limit, or by Slipstream."
    assert press in inspect_corner(view, 2)
    assert press not in inspect_corner(view, 1)
    assert track_lines(view)[-1] == "The press is at corner 3."
    assert any("corner 3, limit 6, press" in line for line in situation(plans(3, driver(92), driver(40)).race.view(0)))


@pytest.mark.rule("E10", "K1")
def test_sponsorships_are_counted_in_the_open() -> None:
    own, other = driver(75, hand="1 sponsor-turbo"), driver(40, hand="1 2", deck="sponsor-wings sponsor-wings")
    view = plans(7, own, other).race.view(0)
    assert held_line(view, 1) == ["Sponsorships: 2."]
    assert sponsorships_line(view) == ["Sponsorships held: Ada 1 and Bo 2. Left in the Sponsorship deck: 32."]
    assert "Sponsorships: 1." in situation(view)
    assert "Sponsorships: 2." in inspect_car(view, view.cars[1])
    assert upgrades_in_hand(view) == ["Upgrades in it: Sponsor-turbo (6)."]
    late = planning(ROAD, own, other, modules=of_event(7), used="sponsor-revs sponsor-brakes").race.view(0)
    assert sponsorships_line(late)[0].endswith(
        "Left in the Sponsorship deck: 30; once those run out, the 2 used in this race will be reshuffled."
    )
    single = planning(ROAD, driver(75), driver(40)).race.view(0)
    assert held_line(single, 0) == sponsorships_line(single) == []


@pytest.mark.rule("E9")
def test_a_press_corner_is_mentioned_in_the_forecast() -> None:
    table = plans(1, driver(75, gear=2, hand="4 2 3 1 1 1 1"), driver(110))
    lines, outcomes = foreseen(table, Plan(2, ("4", "2")))
    assert "1 Sponsorship: 2 over limit 4 at corner 1, where the press is." in lines
    assert outcomes == ["speed 6  → 21  <4> by 2: 2 Heat  engine 6 → 4, 2 over <4>: Sponsorship"]
    assert not any("Sponsorship" in line for line in foreseen(table, Plan(2, ("4", "1")))[0])
    lines, _outcomes = foreseen(table, Plan(3, ("4", "3", "2")))
    assert "1 Sponsorship: 5 over limit 4 at corner 1, where the press is." in lines


@pytest.mark.rule("E9", "G9")
def test_the_limit_of_the_press_is_named_if_the_driver_has_another() -> None:
    table = plans(1, driver(75, gear=2, hand="4 sponsor-wings 3 1 1 1 1"), driver(110))
    lines, outcomes = foreseen(table, Plan(2, ("4", "sponsor-wings")))
    assert "1 Sponsorship: 3 over limit 4 at corner 1, where the press is." in lines
    assert outcomes == ["speed 7  → 22  <5> by 2: 2 Heat  engine 6 → 4, 3 over <4>: Sponsorship"]


@pytest.mark.rule("E9", "E11")
def test_the_press_rewards_slipstreams_and_slow_cars() -> None:
    towed = turn(
        replace(ROAD, corners=(replace(ROAD.corners[0], press=1), *ROAD.corners[1:])),
        driver(78, gear=1, play="1", engine=6),
        driver(80),
        modules=of_event(1),
    ).to(SlipstreamDecision)
    lines, outcomes = foreseen(towed, Slipstream(2))
    assert "1 Sponsorship: your Slipstream takes you over corner 1, where the press is." in lines
    assert "by Slipstream: Sponsorship" in outcomes[0]
    assert not any("Sponsorship" in line for line in foreseen(towed, Slipstream(0))[0])
    slow = plans(16, driver(101, gear=1, hand="4 4 4 4 4 4 4"), driver(70))
    lines, outcomes = foreseen(slow, Plan(1, ("4",)))
    assert not any("Sponsorship" in line for line in lines), "no line is crossed"
    lines, outcomes = foreseen(plans(16, driver(105, gear=1, hand="4 4 4 4"), driver(70)), Plan(1, ("4",)))
    assert "1 Sponsorship: 2 under limit 6 at corner 3, where the press is." in lines
    assert "2 under <6>: Sponsorship" in outcomes[0]


@pytest.mark.rule("E11")
def test_two_sponsorships_of_one_corner_and_odds_are_worded() -> None:
    global_press = plans(11, driver(85, gear=3, hand="4 2 stress 1 1 1 1", deck="1 2 3 4"), driver(70))
    lines, outcomes = foreseen(global_press, Plan(2, ("4", "2")))
    assert "2 Sponsorships: 3 over limit 3 at corner 2, where the press is." in lines
    assert "3 over <3>: 2 Sponsorships" in outcomes[0]
    lines, _outcomes = foreseen(global_press, Plan(3, ("2", "1", "stress")))
    assert "Chance of a Sponsorship at corner 2: 50 %." in lines


@pytest.mark.rule("E11")
def test_the_goal_of_the_speed_record_is_described() -> None:
    leader, last = driver(90), driver(46, gear=3, play="4 4 4", engine=6, deck="4 4 4 4")
    table = turn(ROAD, last, leader, last=(0,), modules=of_event(2))
    assert [goal_words(table.race.view(seat)) for seat in (0, None, 1)] == [
        "speed 15: 3 more",
        "speed 15: 3 more",
        "speed 15: Sponsorship",
    ], "it is not Bo's turn"
    lines, outcomes = foreseen(table, BOOST)
    assert "1 Sponsorship: you reach speed 15 or more." in lines
    assert "record: Sponsorship" in outcomes[0]
    table.play(BOOST)
    assert goal_words(table.race.view(0)) == "speed 15: reached"
    table.to(DiscardDecision)
    assert goal_words(table.race.view(0)) == "", "step 7 has settled it"
    assert goal_words(planning(ROAD, driver(50), driver(40)).race.view(0)) == ""


@pytest.mark.rule("E11")
def test_the_goals_of_grandstand_and_television_are_described() -> None:
    grandstand = plans(1, driver(118, gear=3, hand="4 3 2 1 1 1 1"), driver(40))
    assert goal_words(grandstand.race.view(0)) == "grandstand: 3 places left"
    assert "This race's goal: grandstand: 3 places left." in situation(grandstand.race.view(0))
    lines, outcomes = foreseen(grandstand, Plan(3, ("4", "3", "2")))
    assert "1 Sponsorship: you complete lap 1 while the grandstand has room." in lines
    assert "grandstand: Sponsorship" in outcomes[0]
    assert goal_words(plans(1, driver(125), driver(40)).race.view(0)) == "", "beyond lap 1 there is nothing to gain"
    television = at_event(8, driver(62, gear=2, play="2 1"), driver(64), driver(63), driver(70))
    assert goal_words(television.race.view(0)) == "passed 2 of 3"
    assert goal_words(television.race.view(None)) == "passed 2 of 3"
    ahead = plans(8, driver(62, gear=2, hand="4 3 1 1 1 1 1"), driver(64), driver(63), driver(65))
    assert goal_words(ahead.race.view(0)) == "pass 3 cars: Sponsorship"
    lines, outcomes = foreseen(ahead, Plan(2, ("4", "3")))
    assert "1 Sponsorship: you pass three or more cars." in lines
    assert "on television: Sponsorship" in outcomes[0]


@pytest.mark.rule("E11")
def test_other_changes_of_an_event_are_in_the_forecast() -> None:
    table = plans(10, driver(75, gear=3, engine=1, hand="4 4 2 1 1 1 1"), driver(40))
    lines, outcomes = foreseen(table, Plan(3, ("4", "4", "2")))
    assert any(line.endswith("You would spin out, and the race would be over for you.") for line in lines)
    assert outcomes[0].endswith("SPIN OUT, out of the race")
    several = plans(10, driver(75, gear=3, engine=1, hand="4 4 stress 1 1 1 1"), driver(40))
    known = several.race.view(0), several.race.forecast(0, Plan(3, ("4", "4", "stress")))
    assert outline(*known).heading == "Chance of a spin out: 100 % (out of the race)."
    cooker = planning(ROAD, driver(118, gear=2, hand="4 3 1 1"), driver(40), modules=of_event(18), laps=3)
    assert (
        "You complete a lap: one of your Heat cards leaves the game in step 8."
        in foreseen(cooker, Plan(2, ("4", "3")))[0]
    )
    start = planning(ROAD, driver(58, gear=2, hand="4 3 1 1"), driver(40), modules=of_event(18), laps=3)
    assert not any("leaves the game" in line for line in foreseen(start, Plan(2, ("4", "3")))[0])


def test_nothing_is_forecast_between_two_races() -> None:
    tracks = {name: load_track(name) for name in ("great_britain", "usa", "italy")}
    calendar = tuple(replace(race, laps=1) for race in year_calendar("1961", tracks))
    season = Season.start(SeasonSetup(calendar, ("Ada",), title="1961"))
    while not isinstance(season.decision, NextRaceDecision):
        assert season.decision is not None
        season.play(DONE if DONE in season.decision.options() else next(season.decision.options()))
    action = next(season.decision.options())
    assert preview(season.view(0), season.forecast(0, action)) == []
