"""What the signs on the map mean."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rich.style import Style
from rich.text import Text
from textual.widgets import Static

from heat_tui.language import _
from heat_tui.tui.appearance import Look, look_of
from heat_tui.tui.scene import Scene
from heat_tui.tui.widgets.track_colours import asphalt, ink, mixed, palette_of
from heat_tui.tui.widgets.track_marks import BOLD, PLAIN, SIGN, badge_style, dot_sign, press_mark

_MOST_ROWS: Final = 2


class MapKey(Static):
    """Samples, each with its word, in one line; in two where the track has more than corners and lines to show."""

    DEFAULT_CSS = """
    MapKey { height: 1; width: 1fr; padding: 0 1; background: $surface; color: $text-muted; }
    """

    def __init__(self, scene: Scene, *, id: str | None = None) -> None:
        super().__init__("", id=id, markup=False)
        self._scene = scene

    def on_mount(self) -> None:
        """Write the line anew whenever the look changes."""
        self.show(self._scene)

    def on_resize(self) -> None:
        """As many samples as fit."""
        self.show(self._scene)

    def show(self, scene: Scene) -> None:
        """Write the key for a scene; a sample that does not fit is left out."""
        self._scene = scene
        special = bool(scene.track.flooded or scene.track.tunnel or any(scene.badges) or scene.press)
        most = _MOST_ROWS if special else 1
        lines = [Text(no_wrap=True)]
        for sample, style, words in _samples(scene, look_of(self)):
            part = Text.assemble((sample, style), " ", words)
            if lines[-1] and lines[-1].cell_len + part.cell_len + 2 > self.size.width and len(lines) < most:
                lines.append(Text(no_wrap=True))
            gap = "  " if lines[-1] else ""
            if lines[-1].cell_len + len(gap) + part.cell_len <= self.size.width:
                lines[-1].append_text(Text(gap) + part)
        self.styles.height = len(lines)
        self.update(Text("\n").join(lines))


def _samples(scene: Scene, look: Look) -> Iterator[tuple[str, Style, str]]:
    """A sample of each kind of sign, how it is drawn, and what it is called."""
    track, palette, colour = scene.track, palette_of(look), look.colour
    road = palette.materials[5]

    def on_road(front: tuple[int, int, int]) -> Style:
        return ink(front, road) if colour else PLAIN

    race_line, off_spot = (".", ".") if look.ascii else ("•", "·")
    if look.ascii:
        yield off_spot, on_road(palette.dot), _("spot")
    else:
        yield race_line, on_road(palette.dot), _("race line")
        yield off_spot, on_road(palette.faint_dot), _("off spot")
    limit = track.corners[0].limit
    if colour and not look.ascii:
        yield f" {limit} ", SIGN, _("corner line")
    else:
        yield f"<{limit}>{'#' if look.ascii else '█'}", BOLD, _("corner line")
    yield (":" if look.ascii else "┊"), on_road(palette.materials[8]), _("legends line")
    yield ("=" if look.ascii else "▚"), ink((245, 245, 245), (16, 16, 16)) if colour else BOLD, _("start")
    for space, words in ((track.flooded[:1], _("flooded")), (track.tunnel[:1], _("tunnel"))):
        if space:
            back = asphalt(palette, track, space[0])
            yield dot_sign(track, (space[0], 0), ascii_only=look.ascii), _on(palette.water, back, look), words
    if scene.press:
        yield *press_mark(look), _("press corner")
    for badge, words in _badge_words().items():
        if badge in scene.badges:
            yield badge, badge_style(badge, look), words
    if scene.reach:
        back = mixed(road, palette.reach)
        yield ("o" if not colour else " "), _on(palette.dot, back, look), _("within reach")
    if scene.ghosts:
        style = ink((0, 0, 0), palette.ghost, bold=True) if colour else Style(bold=True, underline=True)
        yield "a", style, _("possible landing")


def _badge_words() -> dict[str, str]:
    return {
        "S+": _("longer Slipstream"),
        "S-": _("no Slipstream"),
        "C+": _("more Cooldown"),
        "C-": _("no Cooldown"),
        "B0": _("free Boost"),
        "H+": _("1 Heat more"),
    }


def _on(front: tuple[int, int, int], back: tuple[int, int, int], look: Look) -> Style:
    return ink(front, back) if look.colour else PLAIN
