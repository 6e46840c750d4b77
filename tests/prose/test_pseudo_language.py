"""A whole race is told in a made-up language: no word may come from anywhere but the translation."""

from __future__ import annotations

import gettext
import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from heat_tui import language
from heat_tui.engine import Race, RaceSetup
from heat_tui.engine.cards import CATALOGUE
from heat_tui.engine.decisions import Decision
from heat_tui.engine.events import Event
from heat_tui.engine.setup import COLOURS
from heat_tui.files import load_track
from heat_tui.modules.legends import Legends
from heat_tui.prose import (
    Narrator,
    ask,
    card_list,
    card_words,
    colour_name,
    corner_name,
    describe_action,
    explain,
    foretell,
    gear_words,
    place_words,
    refusal,
    situation,
    standings,
    track_lines,
)
from tests.prose.pseudo import PseudoTranslations, untranslated
from tests.prose.refused import refusals

NAMES = ("Ä", "Ö", "Ü")


@pytest.fixture(autouse=True)
def pseudo() -> Iterator[PseudoTranslations]:
    language.install(pseudo := PseudoTranslations())
    yield pseudo
    language.install(gettext.NullTranslations())


def the_race(track: str, seed: int) -> Race:
    """A race with every option, whose only plain letters would be words."""
    return Race.start(
        RaceSetup(
            track=replace(load_track(track), name="Ñ"),
            seats=NAMES,
            seed=seed,
            laps=2,
            mulligan=True,
            retire=True,
            modules=(Legends(3, pro=1),),
        )
    )


def told_at(race: Race, decision: Decision, random: random.Random) -> Iterator[str]:
    """Everything that is said at a decision."""
    view = race.view(decision.seat)
    yield ask(view, decision)
    yield from explain(decision)
    yield from situation(view)
    yield from standings(view)
    yield from track_lines(view)
    for action in (decision.sample(random.random), *list(decision.options())[:3]):
        yield describe_action(decision, action)
        yield from foretell(view, race.forecast(decision.seat, action))


def told_in_a_race(race: Race, seed: int) -> Iterator[str]:
    """Everything that is said in a race, decision by decision."""
    luck = random.Random(seed)
    narrator = Narrator(race.rules.sheet)
    events: list[Event] = race.events
    while True:
        yield from (narrator.tell(event) for event in events)
        yield from narrator.tell_all(events)
        yield from situation(race.view(None))
        decision = race.decision
        if decision is None:
            break
        yield from told_at(race, decision, luck)
        events = race.play(decision.sample(luck.random))
    for seat in range(len(NAMES)):
        yield from situation(race.view(seat))
    yield from standings(race.view(None))


@pytest.mark.parametrize("track", ["italy", "usa"])
def test_a_race_is_told_in_the_installed_language(track: str) -> None:
    said = set(told_in_a_race(the_race(track, seed=5), seed=5))
    assert len(said) > 300
    assert {sentence: untranslated(sentence) for sentence in said if untranslated(sentence)} == {}


def test_refusals_are_told_in_the_installed_language() -> None:
    for refused in refusals().values():
        assert untranslated(refusal(refused)) == "", refused.code


def test_single_words_are_told_in_the_installed_language() -> None:
    track = load_track("usa")
    words = [
        *(colour_name(colour) for colour in COLOURS),
        *(card_words(key) for key in CATALOGUE),
        card_list(("4", "2", "2", "stress", "heat", "heat", "heat")),
        card_list(()),
        corner_name(track, 1),
        gear_words(3),
        place_words(track, 33, 1),
    ]
    assert [word for word in words if untranslated(word)] == []


def test_the_check_would_find_an_untranslated_word(pseudo: PseudoTranslations) -> None:
    assert untranslated(pseudo.gettext("{n} spaces").format(n=5)) == ""
    assert untranslated("spaces") == "spaces"
    assert untranslated(pseudo.gettext("at {place}").format(place="space 5")) == "space"
    assert untranslated("5") == "5"
