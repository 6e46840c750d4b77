"""The words of the special spaces."""

from __future__ import annotations

from heat_tui.engine.forecast import Outcome
from heat_tui.engine.track import Track, runs
from heat_tui.engine.view import SeatView
from heat_tui.language import N_, _, listing, ngettext
from heat_tui.modules.spaces import FLOODED_COST, DiscardBarred, Spaces
from heat_tui.words.module import ModuleWords


def space_lines(view: SeatView, space: int) -> list[str]:
    """Return a line if a space is flooded, and one if it is in a tunnel; [] if it is neither."""
    track, lines = view.sheet.track, []
    if space in track.flooded:
        lines.append(_("The space is flooded: shifting down here costs {heat} extra Heat.").format(heat=FLOODED_COST))
    if space in track.tunnel:
        lines.append(_("The space is in a tunnel: nothing from your hand can go to the discard pile here."))
    return lines


def outcome_parts(view: SeatView, outcome: Outcome) -> list[str]:
    """Return the features of the space where a move ends, a few words each; [] if the space has none."""
    track, space = view.sheet.track, _stop(view, outcome)
    parts = (_("flooded"), track.flooded), (_("in a tunnel"), track.tunnel)
    return [words for words, spaces in parts if space in spaces]


def _stop(view: SeatView, outcome: Outcome) -> int:
    """Return the space where a move ends, after any spin out."""
    return view.sheet.track.space_of(outcome.stop[0])


def special_lines(track: Track) -> list[str]:
    """Return lines that list the flooded spaces and the tunnel spaces of a track; [] if it has neither."""
    lines = []
    if track.flooded:
        lines.append(
            ngettext(
                "Flooded (shifting down costs {heat} extra Heat): space {spaces}.",
                "Flooded (shifting down costs {heat} extra Heat): spaces {spaces}.",
                len(track.flooded),
            ).format(heat=FLOODED_COST, spaces=_runs(track.flooded))
        )
    if track.tunnel:
        lines.append(
            ngettext(
                "In a tunnel, where nothing from the hand can go to the discard pile: space {spaces}.",
                "In a tunnel, where nothing from the hand can go to the discard pile: spaces {spaces}.",
                len(track.tunnel),
            ).format(spaces=_runs(track.tunnel))
        )
    return lines


def _runs(spaces: tuple[int, ...]) -> str:
    """Return spaces in words, with runs of neighbours joined: "6 to 8 and 39"."""
    return listing(
        [
            str(first) if first == last else _("{first} to {last}").format(first=first, last=last)
            for first, last in runs(spaces)
        ]
    )


WORDS = ModuleWords(
    titles={Spaces.name: N_("special spaces")},
    events={DiscardBarred: N_("{name} is in a tunnel, so nothing is discarded from the hand.")},
    printed=special_lines,
    space=space_lines,
    outcome=lambda view, outcome: space_lines(view, _stop(view, outcome)),
    outcome_parts=outcome_parts,
)
