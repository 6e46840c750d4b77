"""The short log: one line for each turn of a car."""

from __future__ import annotations

import random
import re

import pytest

from heat_tui import language
from heat_tui.engine import Race, RaceSetup
from heat_tui.engine import events as told
from heat_tui.engine.events import (
    CardFlipped,
    CardsRevealed,
    CarFinished,
    CarMoved,
    CornerTaken,
    Event,
    GearShifted,
    HandFilled,
    HeatCooled,
    LapCompleted,
    PlanMade,
    RoundBegan,
    SpunOut,
)
from heat_tui.engine.module import Module
from heat_tui.modules.championship import events as seasonal
from heat_tui.modules.garage import Garage
from heat_tui.modules.legends import Legends
from heat_tui.modules.legends.events import LegendCardTurned, LegendDecided, LegendPressed
from heat_tui.modules.spaces import DiscardBarred
from heat_tui.modules.tournament import Tournament
from heat_tui.modules.weather import Weather
from heat_tui.store.tracks import load_track
from heat_tui.typesetting import wrapped
from heat_tui.words.brief import BriefLog, all_clauses, brief_lines
from heat_tui.words.events import all_sentences
from heat_tui.words.names import COLOURS, colour_name
from tests.markers import ROOT
from tests.tables import driver, legend, loop, turn

ROAD = loop(60, (14, 5), (30, 7), laps=2)
SHEET = turn(ROAD, driver(10), driver(8), legend(5, colour="green")).race.rules.sheet

LAP = 60


def brief(*happened: Event) -> list[str]:
    """Return some events as lines of the short log."""
    return [line.text for line in brief_lines(SHEET, happened)]


def reveal(car: int, speed: int, start: int, *cards: str) -> tuple[Event, ...]:
    """Return the events of a reveal: the cards, and the move."""
    return CardsRevealed(car, cards), CarMoved(car, "reveal", speed, LAP + start, LAP + start + speed, 0, speed, ())


@pytest.mark.point("F1")
@pytest.mark.parametrize(
    ("happened", "lines"),
    [
        (
            (
                CardsRevealed(0, ("4", "stress")),
                CardFlipped(0, "stress", ("5",), "2"),
                CarMoved(0, "reveal", 6, LAP + 9, LAP + 15, 0, 6, ()),
                CornerTaken(0, 0, 6, 5, 1, 5),
                HandFilled(0, 3, 7),
            ),
            ["Ada: 4+Stress(2) = 6 → 15, <5> by 1: −1 Heat"],
        ),
        (
            (
                LegendCardTurned(3, shuffled=False),
                LegendDecided(2, "line", 1, 7, 1, 16, stopped=False, target=LAP + 29, short=1),
                CarMoved(2, "legend", 19, LAP + 10, LAP + 29, 0, 0, ()),
            ),
            ["Green: 10 → 29, 1 short of <7>"],
        ),
        (
            (
                LegendDecided(2, "corner", 1, 7, 2, 16, stopped=False, target=LAP + 34),
                CarMoved(2, "legend", 9, LAP + 25, LAP + 33, 0, 0, (0, 1)),
            ),
            ["Green: 25 → 33, blocked, 1 short, past <7>"],
        ),
        (
            (
                PlanMade(0),
                PlanMade(1),
                GearShifted(0, 1, 2, 0),
                GearShifted(1, 2, 4, 1),
                *reveal(0, 3, 2, "3"),
                *reveal(1, 4, 2, "1", "3"),
            ),
            ["Gears: Ada in 2, Bo in 4 (−1 Heat)", "Ada: speed 3 → 5", "Bo: 3+1 = 4 → 6"],
        ),
        (
            (
                *reveal(0, 4, 8, "4"),
                HeatCooled(0, "gear", 1),
                told.Boosted(0, 1),
                CardFlipped(0, "boost", (), "3"),
                CarMoved(0, "boost", 3, LAP + 12, LAP + 15, 0, 7, ()),
                CarMoved(0, "slipstream", 2, LAP + 15, LAP + 17, 0, 7, ()),
                CornerTaken(0, 0, 5, 5, 0, 5),
                LapCompleted(0, 1),
            ),
            [
                "Ada: speed 4 → 12, cools 1, Boost −1 Heat, +3 = 7 → 15, slipstream → 17, <5> free, lap 1/2 done",
            ],
        ),
        (
            (*reveal(1, 9, 10, "4", "5"), SpunOut(1, 0, 9, 5, 4, 2, 2, 3, LAP + 19, LAP + 14, 0)),
            ["Bo: 5+4 = 9 → 19, <5> by 4 with 2 Heat: spins out → 14, +2 Stress"],
        ),
        ((RoundBegan(3, (1, 2, 0)),), ["Round 3: Bo, Green, Ada"]),
        (
            (*reveal(1, 4, 57, "4"), LapCompleted(1, 2), CarFinished(1, 1), CarFinished(0, 2)),
            ["Bo: speed 4 → 1, over the finish line", "Bo: wins the race", "Ada: takes second place"],
        ),
    ],
)
def test_each_turn_is_one_line(happened: tuple[Event, ...], lines: list[str]) -> None:
    assert brief(*happened) == lines


@pytest.mark.point("F1")
def test_a_move_whose_cards_are_reported_elsewhere_has_only_its_speed() -> None:
    """The cards were revealed before a question, and a question ends a line in `heat-tui plain`."""
    moved = CarMoved(0, "reveal", 6, LAP + 9, LAP + 15, 0, 6, ())
    assert brief(told.CardsReplaced(0, ("turbo-8",)), CardFlipped(0, "turbo-8", (), "2"), moved) == [
        "Ada: gives up Turbo-8, speed 6 → 15"
    ]


@pytest.mark.point("F1")
def test_the_signs_are_ascii_in_an_ascii_terminal() -> None:
    [line] = brief_lines(SHEET, (*reveal(0, 6, 9, "4", "2"), CornerTaken(0, 0, 6, 5, 1, 5)), ascii_only=True)
    assert line.text == "Ada: 4+2 = 6 -> 15, <5> by 1: -1 Heat"


SILENT = {
    told.AdrenalineGained,
    told.CardFlipped,
    told.CardsDiscarded,
    told.CardsRevealed,
    told.CardsTurnedOver,
    told.ChoiceForced,
    told.Drafted,
    told.HandFilled,
    told.PlanMade,
    told.ValuesChosen,
    seasonal.SponsorshipsUsed,
    DiscardBarred,
    LegendCardTurned,
    LegendDecided,
    LegendPressed,
}
"""Events that the short log omits, or includes with the following move."""


@pytest.mark.point("F1")
def test_every_event_has_a_clause_or_is_silent_on_purpose() -> None:
    assert all_sentences().keys() - all_clauses().keys() == SILENT


RACES: tuple[tuple[str, tuple[Module, ...]], ...] = (
    ("usa", (Legends(2),)),
    ("japan", (Legends(1), Garage("both", sets=("base", "heavy_rain")), Weather())),
    ("spain", (Garage("advanced", sets=("base", "tunnel_vision")), Weather(), Tournament())),
)


def raced(track: str, modules: tuple[Module, ...], seed: int) -> tuple[Race, list[Event]]:
    """Return a race after at most 400 random choices, and all its events."""
    race = Race.start(RaceSetup(load_track(track), ("Ada", "Bo"), seed=seed, laps=1, modules=modules))
    luck, happened = random.Random(seed), list(race.events)
    for _choice in range(400):
        if race.decision is None:
            break
        happened += race.play(race.decision.sample(luck.random))
    return race, happened


@pytest.mark.point("F1")
@pytest.mark.parametrize(("track", "modules"), RACES, ids=[track for track, _modules in RACES])
def test_the_terms_of_every_sum_add_up_to_the_speed(track: str, modules: tuple[Module, ...]) -> None:
    counted = 0
    for seed in range(6):
        race, happened = raced(track, modules, seed)
        for line in brief_lines(race.rules.sheet, happened):
            for terms, speed in re.findall(r"(?:^\w+:|,) (\S+(?:\+\S+)+) = (\d+) → ", line.text):
                assert sum(worth(term) for term in terms.split("+")) == int(speed), line.text
                counted += 1
    assert counted > 100


def worth(term: str) -> int:
    """Return the value of a term: "4", "Stress(2)", "Turbo-8", "Brakes-1234(3)", "Body-2a"."""
    chosen = re.fullmatch(r".*\((\d+)\)", term)
    return int(chosen[1] if chosen else re.sub(r"\D", "", term.rpartition("-")[2]))


@pytest.mark.point("F1")
def test_a_growing_log_equals_the_log_of_the_whole() -> None:
    """The lines do not depend on the number of events added at a time."""
    race, happened = raced("japan", RACES[1][1], 3)
    log, luck = BriefLog(race.rules.sheet), random.Random(1)
    at = 0
    while at < len(happened):
        more = luck.randint(1, 4)
        log.add(happened[at : at + more])
        at += more
    lines = brief_lines(race.rules.sheet, happened)
    assert log.lines() == lines
    assert [event for line in lines for event in line.events if isinstance(event, CarMoved)] == [
        event for event in happened if isinstance(event, CarMoved)
    ]


def test_a_log_keeps_its_last_lines_even_after_the_earlier_ones_are_taken() -> None:
    log = BriefLog(SHEET, 2)
    for taken in ([], ["two", "three"]):
        assert [line.text for line in log.take(growing=False)] == taken
        for words in ("one", "two", "three"):
            log.say(words)
    assert [line.text for line in log.lines()] == ["two", "three"]


def test_what_people_say_has_a_line_of_its_own() -> None:
    log = BriefLog(SHEET)
    log.add(reveal(0, 3, 2, "3"))
    log.say("Bo: Hello")
    log.add([HandFilled(0, 3, 7), *reveal(1, 4, 2, "4")])
    assert [line.text for line in log.lines()] == ["Ada: speed 3 → 5", "Bo: Hello", "Bo: speed 4 → 6"]


@pytest.mark.point("F2")
@pytest.mark.parametrize("file", ["brief", "events"])
def test_a_place_is_written_in_one_way(file: str) -> None:
    """ "space 13" in sentences, "→ 13" or "53 →" in short lines, so that it cannot be taken for a chance."""
    text = (ROOT / "src" / "heat_tui" / "words" / f"{file}.py").read_text(encoding="utf-8")
    places = re.findall(r"(\S+) \{(?:start|aim|target|space)\}( \S+)?|\{(?:start)\}( \S+)", text)
    found = {(before or "", (after or later).strip()) for before, after, later in places}
    assert found
    for before, after in found:
        assert before == "space" if file == "events" else before == "→" or after == "→", (before, after)


def test_no_line_of_the_log_is_broken_within_a_colour() -> None:
    language.use("zh_Hant")
    try:
        colours = [colour_name(colour) for colour in COLOURS]
        for width in range(8, 30):
            assert all(colour in "\n".join(wrapped("、".join(colours), width)) for colour in colours)
    finally:
        language.use("en")
