"""Sentences for the Legends and their reasons."""

from __future__ import annotations

from heat_tui.engine.sheet import RaceSheet
from heat_tui.language import _, ngettext
from heat_tui.modules.legends import LegendCardTurned, LegendDecided, LegendPressed
from heat_tui.prose.names import car_name
from heat_tui.prose.places import space_of
from heat_tui.prose.telling import told


@told.register
def legend_card_turned(event: LegendCardTurned, sheet: RaceSheet) -> str:
    """A new card; its numbers are told with each Legend's move."""
    if event.shuffled:
        return _("All Legend cards have been used: they are shuffled, and the round's is turned over.")
    return _("The round's Legend card is turned over.")


@told.register
def legend_pressed(event: LegendPressed, sheet: RaceSheet) -> str:
    """Why a Legend may go further than others (L8)."""
    return ngettext(
        "{name} stands where an aggressive Legend presses on: it may cross {more} corner line more.",
        "{name} stands where an aggressive Legend presses on: it may cross {more} corner lines more.",
        event.more,
    ).format(name=car_name(sheet, event.car), more=event.more)


@told.register
def legend_decided(event: LegendDecided, sheet: RaceSheet) -> str:
    """Why a Legend moves as it does (L3, L4, L6)."""
    if event.corner is None:
        return _("{name} has no corner left before the finish line: helmet {helmet}, {helmet} spaces.").format(
            name=car_name(sheet, event.car), helmet=event.helmet
        )
    if event.rule == "corner":
        return _past_the_legends_line(event, sheet, event.corner)
    if event.rule == "line":
        return _up_to_the_corner_line(event, sheet, event.corner)
    return _(
        "{name} is before the legends line of corner {corner}, and helmet {helmet} stays short of the corner: "
        "{helmet} spaces."
    ).format(name=car_name(sheet, event.car), corner=event.corner + 1, helmet=event.helmet)


def _past_the_legends_line(event: LegendDecided, sheet: RaceSheet, corner: int) -> str:
    name, way = car_name(sheet, event.car), event.limit + event.diamond
    if event.stopped and _lines_crossed(event, sheet, corner) > 1:
        return _(
            "{name} is past the legends line of corner {corner}: limit {limit} plus diamond {diamond} would be "
            "{way} spaces, but they lead over one corner too many, so it heads for space {target}, the last before "
            "that."
        ).format(
            name=name,
            corner=corner + 1,
            limit=event.limit,
            diamond=event.diamond,
            way=way,
            target=space_of(sheet.track, event.target),
        )
    if event.stopped:
        return _(
            "{name} is past the legends line of corner {corner}: limit {limit} plus diamond {diamond} would be "
            "{way} spaces, but they lead over a second corner, so it heads for space {target}, the last before that."
        ).format(
            name=name,
            corner=corner + 1,
            limit=event.limit,
            diamond=event.diamond,
            way=way,
            target=space_of(sheet.track, event.target),
        )
    return ngettext(
        "{name} is past the legends line of corner {corner}: limit {limit} plus diamond {diamond}, {way} space.",
        "{name} is past the legends line of corner {corner}: limit {limit} plus diamond {diamond}, {way} spaces.",
        way,
    ).format(name=name, corner=corner + 1, limit=event.limit, diamond=event.diamond, way=way)


def _lines_crossed(event: LegendDecided, sheet: RaceSheet, corner: int) -> int:
    """How many corner lines lie between a Legend before `corner` and the place it aims at."""
    track = sheet.track
    return (track.next_corner(space_of(track, event.target)) - corner) % len(track.corners)


def _up_to_the_corner_line(event: LegendDecided, sheet: RaceSheet, corner: int) -> str:
    name, target = car_name(sheet, event.car), space_of(sheet.track, event.target)
    short = sheet.track.spaces_to_line(target, corner)
    if not short:
        return _(
            "{name} is before the legends line of corner {corner}. Helmet {helmet} would cross the corner, "
            "so diamond {diamond} counts: space {target}, the last before the line."
        ).format(name=name, corner=corner + 1, helmet=event.helmet, diamond=event.diamond, target=target)
    if short < event.diamond:
        return _(
            "{name} is before the legends line of corner {corner}. Helmet {helmet} would cross the corner, "
            "so diamond {diamond} counts, but it is nearer to the line already."
        ).format(name=name, corner=corner + 1, helmet=event.helmet, diamond=event.diamond)
    return _(
        "{name} is before the legends line of corner {corner}. Helmet {helmet} would cross the corner, "
        "so diamond {diamond} counts: space {target}, {diamond} short of the last before the line."
    ).format(name=name, corner=corner + 1, helmet=event.helmet, diamond=event.diamond, target=target)
