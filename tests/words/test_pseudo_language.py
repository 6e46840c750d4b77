"""Races and seasons are told in a made-up language: every word must come from the translation."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from heat_tui.engine import Race, RaceSetup
from heat_tui.engine.decisions import Decision
from heat_tui.engine.events import Event
from heat_tui.engine.module import Module
from heat_tui.engine.setup import COLOURS
from heat_tui.game.telling.highlights import highlights
from heat_tui.modules.championship.calendar import SeasonRace
from heat_tui.modules.championship.event_rules import EVENTS
from heat_tui.modules.championship.season import Season, SeasonSetup
from heat_tui.modules.championship.words import CARDS as SPONSORSHIP_CARDS
from heat_tui.modules.championship.words import (
    calendar_card,
    event_effect,
    event_title,
    goal_line,
    opening_line,
    press_effect,
    press_line,
    race_card,
    season_title,
    sponsorships_line,
)
from heat_tui.modules.garage import Garage
from heat_tui.modules.garage.cards import SETS
from heat_tui.modules.garage.words import CARDS as UPGRADE_CARDS
from heat_tui.modules.garage.words import garage_lines, market_words
from heat_tui.modules.legends import Legends
from heat_tui.modules.mulligan import MulliganRule
from heat_tui.modules.spaces import Spaces
from heat_tui.modules.tournament import Tournament
from heat_tui.modules.weather import CONDITIONS, WEATHER, Weather
from heat_tui.modules.weather.words import condition_name, condition_words, start_words, weather_lines, weather_name
from heat_tui.store.tracks import load_track
from heat_tui.words.brief import brief_lines
from heat_tui.words.cards import all_cards, card_list, card_name, card_words, face, legend_of_signs
from heat_tui.words.events import event_words, log_lines
from heat_tui.words.forecasts import outline, preview
from heat_tui.words.names import colour_name, corner_with_limit, gear_words, place_words, step_words
from heat_tui.words.questions import ask, describe_action, explain
from heat_tui.words.refusals import refusal
from heat_tui.words.situation import (
    deck_lines,
    hand_line,
    inspect_car,
    inspect_corner,
    inspect_space,
    situation,
    standings,
    track_lines,
    upgrades_in_hand,
)
from tests.words.pseudo import PseudoTranslations, untranslated
from tests.words.refused import refusals

NAMES = ("Ä", "Ö", "Ü")

pytestmark = pytest.mark.usefixtures("pseudo")


def the_race(track: str, seed: int, *, modules: tuple[Module, ...] = ()) -> Race:
    """Return a race with retirement, Legends, a mulligan and `modules`, in which no name has plain letters."""
    return Race.start(
        RaceSetup(
            track=replace(load_track(track), name="Ñ"),
            seats=NAMES,
            seed=seed,
            laps=2,
            retire=True,
            modules=(
                Legends(3, pro=1, aggressive=True),
                *modules,
                MulliganRule(),
            ),
        )
    )


def the_season(events: tuple[int, ...], seed: int) -> Season:
    """Return a career with these events, in races of one lap, or two for event 18."""
    calendar = tuple(
        SeasonRace(replace(load_track(EVENTS[event].track), name="Ñ"), event, 1 + (event == 18)) for event in events
    )
    modules = (Legends(2), Tournament())
    parts = (2, len(events) - 2)
    return Season.start(SeasonSetup(calendar, NAMES, seed, "career", parts, "both", SETS, modules=modules))


def told_at(race: Race | Season, decision: Decision, random: random.Random) -> Iterator[str]:
    """Yield the texts shown at a decision, for a few of its spaces, corners and actions."""
    view = race.view(decision.seat)
    yield ask(view, decision)
    yield from explain(decision)
    yield from situation(view)
    yield from standings(view)
    yield from track_lines(view)
    yield from weather_lines(view)
    yield from garage_lines(view)
    yield from (hand_line(view), *upgrades_in_hand(view), *deck_lines(view))
    yield from (*race_card(view), *sponsorships_line(view), *goal_line(view))
    for space in (view.space(view.own), random.randrange(1, view.sheet.track.spaces + 1)):
        yield from inspect_space(view, space, 0)
    yield from inspect_corner(view, random.randrange(len(view.limits)))
    yield from inspect_car(view, view.own)
    for action in (decision.sample(random.random), *list(decision.options())[:3]):
        yield describe_action(decision, action)
        forecast = race.forecast(decision.seat, action)
        yield from preview(view, forecast)
        outlined = outline(view, forecast)
        yield from (
            outlined.heading,
            *(cell for row in outlined.rows for cell in (*row.cells, row.brief)),
        )


def told_in_a_race(race: Race, seed: int) -> Iterator[str]:
    """Yield the texts shown in a race, decision by decision and then at its end."""
    luck = random.Random(seed)
    sheet = race.rules.sheet
    events: list[Event] = race.events
    happened: list[Event] = []
    while True:
        happened += events
        yield from (event_words(sheet, event) for event in events)
        yield from (line.text for line in log_lines(sheet, events))
        yield from situation(race.view(None))
        decision = race.decision
        if decision is None:
            break
        yield from told_at(race, decision, luck)
        events = race.play(decision.sample(luck.random))
    for seat in range(len(NAMES)):
        yield from situation(race.view(seat))
    yield from standings(race.view(None))
    yield from (line.text for line in brief_lines(sheet, happened))
    yield from highlights(sheet, happened)


def told_in_a_season(season: Season, seed: int) -> Iterator[str]:
    """Yield the texts shown in a season, decision by decision."""
    luck = random.Random(seed)
    events: list[Event] = season.events
    yield season_title(season.setup.title)
    for index in range(len(season.setup.calendar)):
        yield from calendar_card(season.setup, index)
    while True:
        sheet = season.race.rules.sheet
        yield from (event_words(sheet, event) for event in events)
        yield from (line.text for line in brief_lines(sheet, events))
        decision = season.decision
        if decision is None:
            break
        yield from told_at(season, decision, luck)
        events = season.play(decision.sample(luck.random))


@pytest.mark.long
@pytest.mark.parametrize("track", ["italy", "usa"])
def test_a_race_is_told_in_the_installed_language(track: str) -> None:
    said = set(told_in_a_race(the_race(track, seed=5), seed=5))
    assert len(said) > 300
    assert {sentence: untranslated(sentence) for sentence in said if untranslated(sentence)} == {}


EVERYTHING = (
    ("japan", (Garage("both", "snake", SETS), Weather(), Spaces(), Tournament())),
    ("mexico", (Garage("advanced", "normal", SETS), Weather(), Spaces())),
    ("netherlands", (Garage("both", "deal"), Weather(), Spaces(), Tournament())),
    ("usa", (Garage("advanced", "normal", SETS), Weather())),
)


@pytest.mark.sampled
@pytest.mark.parametrize(("track", "modules"), EVERYTHING)
def test_a_race_with_modules_is_told_in_the_installed_language(track: str, modules: tuple[Module, ...]) -> None:
    said = set(told_in_a_race(the_race(track, seed=5, modules=modules), seed=5))
    assert len(said) > 300
    assert {sentence: untranslated(sentence) for sentence in said if untranslated(sentence)} == {}


@pytest.mark.long
@pytest.mark.parametrize("events", [(1, 2, 3, 8, 10), (16, 11, 17, 18)], ids=str)
def test_a_season_is_told_in_the_installed_language(events: tuple[int, ...]) -> None:
    said = set(told_in_a_season(the_season(events, seed=5), seed=5))
    assert len(said) > 300
    assert {sentence: untranslated(sentence) for sentence in said if untranslated(sentence)} == {}


def test_refusals_are_in_the_installed_language() -> None:
    for refused in refusals().values():
        assert untranslated(refusal(refused)) == "", refused.code


def test_single_words_are_in_the_installed_language() -> None:
    track = load_track("usa")
    words = [
        *(colour_name(colour) for colour in COLOURS),
        *(card_words(key) for key in all_cards()),
        *(market_words(key) for key in all_cards()),
        *(card_name(key) for key in (*UPGRADE_CARDS, *SPONSORSHIP_CARDS)),
        *(sign for card in all_cards().values() for sign in face(card) if sign.upper() != sign.lower()),
        *(meaning for _sign, meaning in legend_of_signs(all_cards().values())),
        *(words(token) for token in WEATHER for words in (weather_name, start_words)),
        *(condition_words(condition, token) for token in WEATHER for condition in CONDITIONS),
        *(condition_name(condition) for condition in CONDITIONS),
        *(step_words(step) for step in ("draft", "number", "values", "refresh", "react", "over")),
        *(words(event) for event in EVENTS for words in (event_effect, event_title, opening_line, press_effect)),
        *(season_title(title) for title in ("1961", "custom", "career")),
        press_line(track, ()),
        card_list(("4", "2", "2", "stress", "heat", "heat", "heat")),
        card_list(()),
        corner_with_limit(track, 1, track.corners[1].limit),
        gear_words(3),
        place_words(track, 33, 1),
    ]
    assert [word for word in words if untranslated(word)] == []


def test_the_check_would_find_an_untranslated_word(pseudo: PseudoTranslations) -> None:
    assert untranslated(pseudo.gettext("{n} spaces").format(n=5)) == ""
    assert untranslated("spaces") == "spaces"
    assert untranslated(pseudo.gettext("at {place}").format(place="space 5")) == "space"
    assert untranslated("5") == "5"
