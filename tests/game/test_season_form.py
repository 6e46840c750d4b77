"""A season as it is set up in the form."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from heat_tui.game.setup.options import SETS, Options, Seat
from heat_tui.game.setup.season_options import (
    barred_in_season,
    drawn,
    event_choices,
    first_season_form,
    form_errors,
    season_preview,
    season_summary,
    setup_of,
    track_choices,
    with_event,
    with_track,
)
from heat_tui.modules.championship.calendar import CUSTOM_RACES, MOST_RACES
from heat_tui.modules.championship.event_rules import EVENTS
from heat_tui.modules.championship.season import SeasonSetup
from heat_tui.store.schema import Refused
from heat_tui.store.track_format import track_text
from heat_tui.store.tracks import load_track, save_track

LAST = Options(track="usa", seats=(Seat("Ada", "green", handicap=1), Seat("Bo", "blue", "steady")), legends=5)

pytestmark = pytest.mark.usefixtures("home")


def custom(races: int = CUSTOM_RACES, *, sets: tuple[str, ...] | None = None) -> Options:
    """Return the form of a random custom season."""
    form = replace(first_season_form(LAST, None, memory_aid=True), season="custom", sets=sets)
    return drawn(form, races=races, keep=False)


def season_of(form: Options, seed: str) -> SeasonSetup:
    """Return the setup of the season that a form describes."""
    setup = setup_of(form, seed)
    assert isinstance(setup, SeasonSetup)
    return setup


def test_the_drivers_of_the_last_race_are_proposed_without_handicap() -> None:
    form = first_season_form(LAST, None, memory_aid=False)
    assert form.season == "1961"
    assert [(seat.name, seat.colour, seat.handicap) for seat in form.seats] == [("Ada", "green", 0), ("Bo", "blue", 0)]
    assert form.legends == 2
    assert not form.memory_aid


def test_requested_options_come_first() -> None:
    asked = Options(
        season="custom", seats=(Seat("Cem"),), legends=4, length=2, tracks=("spain",), events=(18, 3), mulligan=True
    )
    form = first_season_form(LAST, asked, memory_aid=True)
    assert (len(form.events), form.tracks[0], form.events) == (2, "spain", (18, 3))
    assert (form.seats[0].name, form.legends, form.mulligan) == ("Cem", 4, True)


def test_requests_that_no_season_allows_are_refused() -> None:
    with pytest.raises(Refused):
        first_season_form(LAST, Options(season="1961", length=2), memory_aid=True)


def test_more_races_are_drawn_after_the_present_ones() -> None:
    form = custom(3)
    more = drawn(form, races=5, keep=True)
    assert more.events[:3] == form.events
    assert more.tracks[:3] == form.tracks
    assert drawn(more, races=2, keep=True).events == form.events[:2]


def test_an_event_that_is_already_in_the_calendar_is_swapped() -> None:
    form = custom()
    first, *_between, last = form.events
    changed = with_event(form, 0, last)
    assert (changed.events[0], changed.events[-1]) == (last, first)
    free = next(number for number in event_choices(form) if number not in form.events)
    assert with_event(form, 0, free).events == (free, *form.events[1:])


def test_a_track_may_be_raced_again() -> None:
    form = custom()
    assert with_track(form, 0, form.tracks[1]).tracks[:2] == (form.tracks[1],) * 2


def test_the_sets_in_play_are_offered() -> None:
    base, all_sets = custom(), custom(sets=SETS)
    assert set(event_choices(base)) == {number for number, event in EVENTS.items() if event.set == "base"}
    assert set(event_choices(all_sets)) == set(EVENTS)
    assert set(track_choices(base)) == {"usa", "italy", "france", "great_britain"}
    assert len(track_choices(all_sets)) == 8


def test_the_tracks_offered_include_those_that_were_asked_for(tmp_path: Path) -> None:
    mine = replace(load_track("usa"), id="mine", name="Mine", set="own")
    save_track(mine)
    file = tmp_path / "loop.toml"
    file.write_text(track_text(replace(mine, id="loop", name="Loop")), encoding="utf-8")
    form = first_season_form(None, Options(season="custom", tracks=("mine", str(file)), length=3), memory_aid=True)
    assert track_choices(form).items() >= {"mine": "Mine", str(file): "Loop"}.items()
    assert set(form.tracks) <= set(track_choices(form))
    assert set(track_choices(custom())) == {"usa", "italy", "france", "great_britain", "mine"}


@pytest.mark.parametrize("title", ["1961", "1965", "custom", "career"])
def test_a_form_without_faults_is_a_season(title: str) -> None:
    form = replace(custom(), season=title)
    assert not form_errors(form, "")
    assert len(season_of(form, "5").calendar) == len(season_preview(form).calendar)
    assert not form_errors(form, "５")
    assert season_of(form, "5").seed == season_of(form, "５").seed == 5


def test_faults_are_reported_at_their_places() -> None:
    form = custom()
    nameless = replace(form, seats=(replace(form.seats[0], name=""), form.seats[1]))
    assert form_errors(nameless, "x").keys() == {0, "seed"}
    crowded = replace(form, legends=7)
    assert form_errors(crowded, "").keys() == {"race"}
    assert form_errors(replace(form, events=(99, *form.events[1:])), "").keys() == {"race"}


def test_the_season_is_summed_up() -> None:
    form = replace(custom(MOST_RACES), season="custom")
    assert season_summary(form, season_preview(form)) == (
        "A custom season, 10 races on 4 tracks, 1 person, 1 automated driver, 2 Legends"
    )


@pytest.mark.point("B5")
def test_a_season_longer_than_its_tracks_says_that_tracks_repeat() -> None:
    longer, short = custom(6, sets=("base",)), custom(4, sets=("base",))
    assert "6 races on 4 tracks," in season_summary(longer, season_preview(longer))
    assert "4 races," in season_summary(short, season_preview(short))


def test_without_legends_there_are_no_aggressive_legends() -> None:
    form = replace(custom(), season="1964", legends=0, aggressive=True)
    assert set(barred_in_season(form, season_preview(form).calendar)) == {"aggressive"}
    assert season_of(form, "1").modules == ()
    with_legends = replace(form, legends=2)
    assert barred_in_season(with_legends, season_preview(with_legends).calendar) == {}
