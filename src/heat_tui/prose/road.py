"""The road ahead of the own car: the next corner and how far it is."""

from __future__ import annotations

from heat_tui.engine.view import SeatView
from heat_tui.language import _, ngettext
from heat_tui.prose.championship import championship_of
from heat_tui.prose.places import corner_with_limit


def road_ahead(view: SeatView) -> str:
    """The next corner or the finish in a few words: "5 spaces before corner 2, limit 3".

    The count is how far the car may go without crossing the line.
    """
    own, track = view.own, view.sheet.track
    space = view.space(own)
    corner = track.next_corner(space)
    spaces = track.spaces_to_line(space, corner)
    if own.at + spaces >= view.sheet.finish:
        return finish_ahead(view)
    name = corner_ahead(view, corner)
    if not spaces:
        return _("right before the line of {corner}").format(corner=name)
    return ngettext(
        "{count} space before the line of {corner}",
        "{count} spaces before the line of {corner}",
        spaces,
    ).format(count=spaces, corner=name)


def corner_ahead(view: SeatView, corner: int) -> str:
    """A corner with its limit as it stands on the table, whether the press is there, and what the road adds."""
    name = corner_with_limit(corner, view.limits[corner])
    shown = championship_of(view)
    if shown is not None and corner in shown.press:
        name = _("{corner}, press").format(corner=name)
    surcharge = view.surcharges[corner]
    if not surcharge:
        return name
    return _("{corner} (overheating, {heat} more if you pay)").format(corner=name, heat=surcharge)


def finish_ahead(view: SeatView) -> str:
    """The way to the finish, where no corner is left."""
    spaces = view.sheet.finish - view.own.at
    if not spaces:
        return _("right before the finish line")
    return ngettext(
        "{count} space before the finish line with no corner between",
        "{count} spaces before the finish line with no corner between",
        spaces,
    ).format(count=spaces)
