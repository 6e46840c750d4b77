"""The advanced rules of a race as it is filled in: presets, and what cannot be had."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from heat_tui.engine.setup import MOST_CARS
from heat_tui.engine.track import Track
from heat_tui.files.last_setup import LastSetup
from heat_tui.language import _
from heat_tui.prose.names import listing
from heat_tui.table.barred import barred, is_marked
from heat_tui.table.presets import BASE_SET, EXPANSIONS, FIRST_RACE, NO_GARAGE, PRESETS, rule_names, set_name
from heat_tui.table.wishes import FIRST_TRACK, TUTORIAL_LEGENDS


def barred_in(form: LastSetup, track: Track) -> dict[str, str]:
    """A sentence for each option that the race cannot have as the form stands."""
    return barred(track, garage=form.garage, draft=form.draft, legends=form.legends)


def effective(form: LastSetup, track: Track) -> LastSetup:
    """The form without what its race cannot have."""
    reasons = barred_in(form, track)
    return replace(
        form,
        draft="normal" if "draft" in reasons else form.draft,
        sets=None if "sets" in reasons else form.sets,
        weather=form.weather and "weather" not in reasons,
        aggressive=form.aggressive and "aggressive" not in reasons,
    )


def with_preset(form: LastSetup, preset: str, track: Track | None) -> LastSetup:
    """The form with the rules of a preset; drivers, table and other options stay, save in the first race (S7).

    `track` is the form's. An expansion's preset goes to a track of its own if that is not one.
    """
    kind = PRESETS[preset]
    changed = replace(
        form,
        track=FIRST_TRACK if preset == FIRST_RACE else suited_track(form.track, preset, track),
        garage=kind.garage,
        draft=kind.draft,
        sets=kind.sets,
        weather=kind.weather,
        tournament=kind.tournament,
        aggressive=kind.aggressive,
    )
    if changed.track != form.track:
        changed = replace(changed, laps=None)
    if preset != FIRST_RACE:
        return changed
    seats = tuple(replace(seat, handicap=0) for seat in form.seats)
    legends = min(TUTORIAL_LEGENDS, MOST_CARS - len(seats))
    return replace(changed, seats=seats, legends=legends, laps=1, pro=0, mulligan=False, retire=False)


def suited_track(chosen: str, preset: str, track: Track | None) -> str:
    """The form's track, or the one that a preset proposes where it is of an expansion or needs marked spaces (L8).

    `track` is the form's, None for a file that cannot be used.
    """
    kind = PRESETS[preset]
    if kind.track is None or (track is not None and _suits(track, preset)):
        return chosen
    return kind.track


def _suits(track: Track, preset: str) -> bool:
    if preset in EXPANSIONS:
        return track.set == preset
    return is_marked(track) or not PRESETS[preset].aggressive


def preset_of(form: LastSetup, track: Track) -> str | None:
    """The preset that the form is, as far as the track lets it; None where it is one of the player's own."""
    now = effective(form, track)
    for preset in PRESETS:
        changed = with_preset(form, preset, track)
        if changed.track == form.track and effective(changed, track) == now:
            return preset
    return None


def rules_in_play(form: LastSetup, track: Track) -> list[str]:
    """The advanced rules that the race has, each as it is called."""
    now = effective(form, track)
    return rule_names(
        garage=now.garage != NO_GARAGE, weather=now.weather, tournament=now.tournament, aggressive=now.aggressive
    )


def sets_name(sets: Sequence[str] | None) -> str:
    """Where the upgrades come from, as it is called."""
    if sets is None:
        return _("as the track")
    expansions = [set_name(name) for name in sets if name != BASE_SET]
    if len(expansions) == len(EXPANSIONS):
        return _("all sets")
    return _("with {expansions}").format(expansions=listing(expansions)) if expansions else _("base game only")
