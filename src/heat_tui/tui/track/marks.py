"""Cars, landings, trails and signs in a few cells each, for the map and both strips."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from operator import itemgetter
from typing import Final

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from heat_tui.drawing.characters import ASCII, PRESS, UNICODE, Glyphs, spot_sign
from heat_tui.drawing.geometry import Heading
from heat_tui.drawing.road import Kind
from heat_tui.engine.track import Track
from heat_tui.language import N_
from heat_tui.tui.look import Look, car_ink, readable_on
from heat_tui.tui.track.road_colours import Colour, asphalt, ink, mixed, needs_edge, palette_of, rgb
from heat_tui.tui.track.scene import CarMark, Landing, Scene, TrailMark

Glyph = tuple[str, Style]
"""The character and the style of one cell."""

PLAIN: Final = Style()
BOLD: Final = Style(bold=True)
REVERSED: Final = Style(bold=True, reverse=True)
DIM: Final = Style(dim=True)
UNDERLINED: Final = Style(underline=True)

NEAR: Final = 4
"""The number of spaces before a corner line on which the countdown is highlighted."""

BOUND: Final = "»"
"""The sign before the number of a Legend on the spot that it would move to."""

GHOST: Final = "G"
"""The sign of the ghost of another race."""

_PALE: Final = 0.5
"""The share of a Legend's colour in the background of its number on the spot that it would move to."""

URGING: Final = ("", "!", "‼")
"""The signs of spaces from which an aggressive Legend may cross 0, 1 or 2 more corner lines (L8)."""

_WHITE, _BLACK = (255, 255, 255), (0, 0, 0)
_NEAR_ON_ROAD = (255, 150, 135)
CHEQUERS: Final = ink((245, 245, 245), (16, 16, 16))
"""The style of the start/finish line, in colour."""

SIGN: Final = ink((255, 255, 255), (200, 32, 38), bold=True)
"""The style of a printed limit, in colour."""

_PRESS: Final = ink((16, 16, 16), (246, 244, 236), bold=True)
_CHANGED_SIGN: Final = ink((255, 226, 120), (168, 22, 28), bold=True)
BADGES: Final = {
    **dict.fromkeys(("S1", "S2"), (ink((0, 0, 0), (70, 215, 195), bold=True), N_("Slipstream boost {spaces}"))),
    "S-": (ink((255, 255, 255), (118, 86, 62), bold=True), N_("no Slipstream")),
    "C+": (ink((0, 0, 0), (170, 210, 245), bold=True), N_("more Cooldown")),
    "C-": (ink((0, 0, 0), (245, 150, 60), bold=True), N_("no Cooldown")),
    "B0": (ink((0, 0, 0), (240, 205, 80), bold=True), N_("free Boost")),
    "H+": (ink((255, 255, 255), (95, 20, 95), bold=True), N_("1 extra Heat")),
}
"""The style, in colour, and the meaning of each badge; `spaces` is its second character."""


class Marks:
    """The contents of the spots of a scene, drawn in cells: on asphalt if `paved`, else on the bare background."""

    def __init__(self, scene: Scene, look: Look, *, paved: bool = True) -> None:
        self._paved = paved
        self.scene = scene
        self.look = look
        self.palette = palette_of(look)
        # Two cars share a spot while one drives over it: the focus car is shown.
        in_front = sorted(scene.cars, key=lambda car: car.number == scene.focus)
        self._cars = {(car.space, car.spot): car for car in in_front}
        self._trail = {(mark.space, mark.spot): mark for mark in scene.trail}
        self._landings: dict[tuple[int, int], list[Landing]] = {}
        for landing in scene.landings:
            self._landings.setdefault((landing.space, landing.spot), []).append(landing)
        self._bound = {(car.space, car.spot): car for car in scene.bound}
        self.focus_space = next((car.space for car in scene.cars if car.number == scene.focus), None)

    def road(self, space: int) -> Colour | None:
        """Return the colour of a space with its current marks; None without colours."""
        if not self.look.colour:
            return None
        scene, focus = self.scene, space == self.focus_space
        return asphalt(self.palette, scene.track, space, badges=scene.badges, reach=space in scene.reach, focus=focus)

    def at(self, spot: tuple[int, int], heading: Heading, room: int) -> list[Glyph] | None:
        """Draw a spot's landings, car, Legend's landing or ghost, and cursor, in `room` cells; None without any."""
        car, landings, glyphs = self._cars.get(spot), self._landings.get(spot), None
        if landings is not None:
            glyphs = self._landing(landings, car, room)
        elif car is not None:
            glyphs = self._car(car, heading, room)
        elif spot in self._bound:
            glyphs = self._bound_for(self._bound[spot], room)
        elif spot == self.scene.rival:
            glyphs = [(each, self._rival_style(spot[0])) for each in GHOST.center(room)]
        return self._pointed_at(spot, glyphs, room) if spot == self.scene.cursor else glyphs

    def _car(self, car: CarMark, heading: Heading, room: int) -> list[Glyph]:
        body, nose = self._car_styles(car)
        whole = [(" ", body), (str(car.number), body), (signs_of(self.look).arrows[heading], nose)]
        shown = whole[1:2] if room == 1 else whole[-room:]
        return shown[::-1] if heading is Heading.LEFT else shown

    def _car_styles(self, car: CarMark) -> tuple[Style, Style]:
        """Return the styles of a car and of its nose; with colours, the nose may stand out."""
        focus = car.number == self.scene.focus
        if not self.look.colour:
            plain = BOLD + UNDERLINED if "cars" in self.scene.lit else BOLD
            return (REVERSED, REVERSED) if focus else (plain, plain)
        name = self.look.car_colour(car.colour)
        colour, text = rgb(name), rgb(readable_on(name))
        body = ink(text, colour, bold=True)
        if "cars" in self.scene.lit and not focus:
            return body + UNDERLINED, ink(_BLACK, _WHITE, bold=True) + UNDERLINED
        if focus or needs_edge(colour, self.palette.road):
            nose = _WHITE if sum(colour) < sum(self.palette.road) or (focus and text == _WHITE) else _BLACK
            return body, ink(_BLACK if nose == _WHITE else _WHITE, nose, bold=True)
        return body, body

    def _bound_for(self, car: CarMark, room: int) -> list[Glyph]:
        """Draw the number of a Legend where it would move to, paler than a car and without its nose."""
        text = (str(car.number) if room == 1 else f"{BOUND}{car.number}").center(room)
        if not self.look.colour:
            return [(each, Style(underline=True) if each.isdigit() else PLAIN) for each in text]
        back = mixed(self.palette.road, (rgb(self.look.car_colour(car.colour)), _PALE))
        front = _BLACK if readable_on(f"#{bytes(back).hex()}") == "#000000" else _WHITE
        return [(each, ink(front, back)) for each in text]

    def _rival_style(self, space: int) -> Style:
        """Return the style of the ghost from another race, fainter than that of a car."""
        if not self.look.colour:
            return DIM
        return ink(self.palette.dot, self.road(space)) if self._paved else ink(self.palette.far, None)

    def _landing(self, landings: Sequence[Landing], car: CarMark | None, room: int) -> list[Glyph]:
        """Draw the number of `car`, if any, landing labels and a spin out's "!", leaving out what does not fit."""
        text, spins = ("".join(each.label for each in landings if each.spins is spins) for spins in (False, True))
        number = "" if car is None else str(car.number)
        if spins:
            left = max(room - 1, 1) - len(number)
            text += spins[:left]
            text = f"{number}{text[max(len(text) - left, 0) :]}!"
        elif len(text) < room:
            text = f"{number}{text}"
        text = text[:room].center(room)
        if not self.look.colour:
            return [(each, Style(bold=True, underline=True) if each != " " else PLAIN) for each in text]
        style = ink(_WHITE, self.palette.spin, bold=True) if spins else ink(_BLACK, self.palette.landing, bold=True)
        return [(each, style) for each in text]

    def _pointed_at(self, spot: tuple[int, int], glyphs: list[Glyph] | None, room: int) -> list[Glyph]:
        glyphs = glyphs or [(sign, PLAIN) for sign in self.dot(spot)[0].ljust(room)]
        if not self.look.colour:
            if room < 3:
                return [(text, REVERSED) for text, _style in glyphs]
            inner = next((text for text, _style in glyphs if text.strip()), " ")
            return [("[", REVERSED), (inner, REVERSED), ("]", REVERSED)]
        cursor = self.palette.cursor
        style = ink(_BLACK if cursor == _WHITE else _WHITE, cursor, bold=True)
        return [(text, style) for text, _style in glyphs]

    def dot(self, spot: tuple[int, int]) -> Glyph:
        """Draw an empty spot, or the trail of a car that has driven over it."""
        space, lane = spot
        trail = self._trail.get(spot)
        if trail is not None:
            return self._trail_dot(space, trail)
        sign = (lane and self.urging(space)) or spot_sign(self.scene.track, space, lane, signs_of(self.look))
        if not self.look.colour:
            return ("o" if space in self.scene.reach else sign), PLAIN
        return sign, ink(self._dot_colour(sign, lane), self._back(space))

    def urging(self, space: int) -> str:
        """Return the sign of a space for aggressive Legends, "" for none."""
        return URGING[self.scene.urging[space - 1]] if self.scene.urging else ""

    def _dot_colour(self, sign: str, lane: int) -> Colour | None:
        palette = self.palette
        if sign in URGING:
            return palette.dot if self._paved else None
        if not self._paved:
            return palette.far if lane else None
        return palette.water if sign == "~" else palette.faint_dot if lane else palette.dot

    def _back(self, space: int) -> Colour | None:
        """Return the colour behind the sign of a spot; on the bare background only marked spots have a colour."""
        marked = space in self.scene.reach or space == self.focus_space
        return self.road(space) if self._paved or marked else None

    def _trail_dot(self, space: int, mark: TrailMark) -> Glyph:
        sign = "•" if self.look.colour and not self.look.ascii else "*"
        if mark.skids:
            sign = "%" if self.look.ascii else "≈"
        if not self.look.colour:
            return sign, BOLD
        name = self.look.car_colour(mark.colour) if self._paved else car_ink(self.look, mark.colour)
        return sign, ink(rgb(name), self._back(space), bold=True)

    def count(self, space: int) -> Glyph:
        """Return the number of spaces between a space and the next corner line, highlighted for the last four."""
        number = count_ahead(self.scene.track, space)
        return str(number), self.count_style(number, self._back(space), paved=self._paved)

    def count_style(self, number: int, back: Colour | None = None, *, paved: bool = False) -> Style:
        """Return the style of a count of spaces; `paved` is true if it is drawn on the road."""
        if not self.look.colour:
            return BOLD if number < NEAR else PLAIN
        near, far = (_NEAR_ON_ROAD, self.palette.dot) if paved else (self.palette.near, self.palette.far)
        return ink(near if number < NEAR else far, back, bold=number < NEAR)


def signs_of(look: Look) -> Glyphs:
    return ASCII if look.ascii else UNICODE


def line_sign(kind: Kind, look: Look, road: Colour | None) -> Glyph:
    """Return a line across the road in one cell; `road` is the colour of the road below it, or None."""
    sign = signs_of(look).lines[kind]
    if kind is Kind.START:
        return sign, CHEQUERS if look.colour else BOLD
    if kind is Kind.LEGENDS:
        return sign, ink((240, 196, 84), road) if look.colour else PLAIN
    if not look.colour:
        return sign, BOLD
    return sign if look.ascii else "▐", ink((255, 62, 52), road, bold=True)


def count_ahead(track: Track, space: int) -> int:
    """Return the number of spaces between a space and the next corner line, 0 on the last space before the line."""
    return track.spaces_to_line(space, track.next_corner(space))


def corner_sign(scene: Scene, corner: int, look: Look) -> list[Glyph]:
    """Draw a corner's sign: " 7 ", "7→6" if changed, "7S1" with its road condition, "P 7 " with the press.

    Without colours, a limit that is not changed is in brackets: "<7>".
    """
    printed, limit = scene.track.corners[corner].limit, scene.limits[corner]
    badge = scene.badges[corner] if scene.badges else ""
    style = BOLD if not look.colour else SIGN if limit == printed else _CHANGED_SIGN
    if limit != printed:
        sign = f"{printed}{signs_of(look).change}{limit}"
    elif not look.colour:
        sign = f"<{printed}>"
    else:
        sign = f"{printed}" if badge else f" {printed} "
    if corner == scene.lit_corner:
        style, sign = lit(style), f"[{sign.strip()}]" if sign.startswith(" ") else sign
    press = [press_mark(look)] if corner in scene.press else []
    return [*press, *((each, style) for each in sign), *((each, condition_style(badge, look)) for each in badge)]


def lit(style: Style) -> Style:
    """Return the highlighted style of a sign that a lesson is about."""
    return style + Style(reverse=not style.reverse, bold=True)


def press_mark(look: Look) -> Glyph:
    return PRESS, _PRESS if look.colour else BOLD


def condition_style(badge: str, look: Look) -> Style:
    return BADGES[badge][0] if look.colour else BOLD


def flag(heading: Heading, look: Look) -> list[Glyph]:
    """Draw the sign beside the start: chequers and the driving direction, or only the latter in ASCII or monochrome."""
    arrow = signs_of(look).arrows[heading]
    if look.ascii or not look.colour:
        return [(arrow, BOLD)] * 2
    chequers = [("▚", ink((240, 240, 240), (16, 16, 16)))] * 2
    pointer = (arrow, ink((16, 16, 16), (240, 240, 240), bold=True))
    return [pointer, *chequers] if heading is Heading.LEFT else [*chequers, pointer]


def strip_of(glyphs: Sequence[Glyph]) -> Strip:
    """Join a row of cells into a strip, neighbours of the same style in one segment."""
    runs = groupby(glyphs, key=itemgetter(1))
    return Strip([Segment("".join([text for text, _style in run]), style) for style, run in runs], len(glyphs))
