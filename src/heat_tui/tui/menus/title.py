"""The first screen: the menu of the game under its name in glowing letters."""

from __future__ import annotations

from asyncio import to_thread
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import Final, NamedTuple

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual import work
from textual.app import ComposeResult
from textual.color import Color, Gradient
from textual.containers import Center, Vertical
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from heat_tui import __version__
from heat_tui.language import N_, _, translated
from heat_tui.store.first_look import unfinished
from heat_tui.tui.keymap import bound
from heat_tui.tui.lists import KeyFooter, MenuList
from heat_tui.tui.look import Look, look_of, styles
from heat_tui.tui.screen import HeatScreen

_STROKE, _BAR = 0.3, 0.2
"""The thickness of a letter's strokes: vertical ones as a fraction of its width, horizontal ones of its height."""

_FLAMES: Final = Gradient.from_colors("#ffd84a", "#ff9a1f", "#f04a28", "#c81d25", quality=31)
_EMBERS: Final = Gradient.from_colors("#e08a00", "#d9590f", "#b8261e", "#86131d", quality=31)
"""The colours of the letters from top to bottom, on dark and light backgrounds."""

_RED, _WHITE = "#e53935", "#f4f1e8"
_ASPHALT: Final = ("#3c4043", "#484d50")
_FIELD: Final = (("red", 0.87), ("blue", 0.76), ("green", 0.7), ("yellow", 0.52), ("black", 0.36), ("gray", 0.3))
"""The cars from first to last: colour (copied, because the engine is slow to import) and place on the road (0 to 1)."""

_SPACE = 5
"""The width of a space of the road, in columns."""

_ROAD_ROWS = 4


class _Letters(NamedTuple):
    """The size of the letters in pixels, which are a column wide and half a row high."""

    width: int
    height: int
    gap: int
    slant: int

    @property
    def total(self) -> int:
        """The width in pixels from the first letter's foot to the last one's head."""
        return 4 * self.width + 3 * self.gap + self.slant


_SIZES: Final = (_Letters(29, 26, 4, 8), _Letters(21, 18, 3, 6), _Letters(14, 10, 2, 4), _Letters(8, 6, 1, 2))
"""The possible sizes of the letters, largest first."""

LEAST_WIDTH, LEAST_HEIGHT = 40, 7

_Cell = tuple[str, Style]


class TitleArt(Widget):
    """The name HEAT in slanted letters above a road, in any box of at least 40 columns and 7 rows."""

    def render_line(self, y: int) -> Strip:
        rows = picture(self.size.width, self.size.height, look_of(self), self.background_colors[1])
        ground = self.rich_style
        return rows[y].apply_style(ground) if y < len(rows) else Strip.blank(self.size.width, ground)


@lru_cache(maxsize=2)
def picture(width: int, height: int, look: Look, ground: Color) -> tuple[Strip, ...]:
    """Return the rows of a box with the letters and the road, () for too small a box; `ground` is the background."""
    if width < LEAST_WIDTH or height < LEAST_HEIGHT:
        return ()
    rows = [*_letter_rows(width, height - _ROAD_ROWS, look, ground), *_road_rows(width, look)]
    return tuple(Strip([Segment(*cell) for cell in row], len(row)).simplify() for row in rows)


@lru_cache(maxsize=1024)
def _ink(colour: str | None = None, ground: str | None = None) -> Style:
    return Style(color=colour, bgcolor=ground)


@lru_cache(maxsize=256)
def _faded(colour: str, ground: Color, tenths: int) -> str:
    return ground.blend(Color.parse(colour), 0.75 * (tenths / 10) ** 2).hex6


def _letter_rows(width: int, height: int, look: Look, ground: Color) -> list[list[_Cell]]:
    size = next((each for each in _SIZES if each.total + 8 <= width and each.height <= 2 * height), _SIZES[-1])
    above = (height - size.height // 2 + 1) // 2
    start = (width - size.total) // 2
    blank: list[_Cell] = [(" ", _ink())] * width
    rows = [blank] * above
    for top in range(0, size.height, 2):
        pixels = [_row(size, start, width, y, look, ground) for y in (top, top + 1)]
        rows.append([_cell(upper, lower, look) for upper, lower in zip(*pixels, strict=True)])
    return (rows + [blank] * height)[:height]


def _row(size: _Letters, start: int, width: int, y: int, look: Look, ground: Color) -> list[str | None]:
    """Return the colours of one row of pixels, None for the background."""
    shades = _FLAMES if look.dark else _EMBERS
    colour = shades.get_color((y + 0.5) / size.height).hex6
    lean = round(size.slant * (1 - y / size.height))
    first = start + lean
    row: list[str | None] = [None] * width
    if look.colour and not look.ascii and y % 4 == 1:  # streaks to the left of the letters
        tail = first - 2 - (7 * y) % 5
        for x in range(max(0, tail)):
            row[x] = _faded(colour, ground, 10 * x // tail)
    for x in _lit(size, y):
        if 0 <= first + x < width:
            row[first + x] = colour
    return row


def _lit(size: _Letters, y: int) -> Iterator[int]:
    """Yield the columns that the four letters fill in pixel row `y`, without the slant."""
    for letter, lit in enumerate((_h, _e, _a, _t)):
        left = letter * (size.width + size.gap)
        for x in range(size.width):
            if lit((x + 0.5) / size.width, (y + 0.5) / size.height):
                yield left + x


def _h(u: float, v: float) -> bool:
    return u < _STROKE or u > 1 - _STROKE or _middle(v)


def _e(u: float, v: float) -> bool:
    return u < _STROKE or v < _BAR or v > 1 - _BAR or (_middle(v) and u < 0.82)


def _a(u: float, v: float) -> bool:
    side = min(u, 1 - u) - 0.16 * (1 - v)
    return side >= 0 and (side < 0.9 * _STROKE or v < _BAR or 0.08 < v - 0.5 < 0.08 + _BAR)


def _t(u: float, v: float) -> bool:
    return v < _BAR or abs(u - 0.5) < _STROKE / 2


def _middle(v: float) -> bool:
    return abs(v - 0.5) < _BAR / 2


def _cell(upper: str | None, lower: str | None, look: Look) -> _Cell:
    """Return the character that shows two pixels, one above the other, and its style."""
    if look.ascii:
        sign = "#" if upper or lower else " "
        return sign, _ink(upper or lower)
    if upper and lower:
        return ("▀", _ink(upper, lower)) if look.colour else ("█", _ink(upper))
    if upper:
        return "▀", _ink(upper)
    return ("▄", _ink(lower)) if lower else (" ", _ink())


def _road_rows(width: int, look: Look) -> list[list[_Cell]]:
    """Draw the road between two kerbs: two spots for each space, with the cars on some of them."""
    finish = round(width * 0.93)
    lanes: list[list[_Cell]] = [[_asphalt(x, finish, look) for x in range(width)] for _lane in (0, 1)]
    for number, (colour, place) in enumerate(_FIELD, start=1):
        style = look.car_style(colour)
        left = round(place * width) // _SPACE * _SPACE + 1
        sign = f"{number}>" if look.ascii else f"{number}►"
        for offset, character in enumerate(sign[: max(0, width - left)]):
            lanes[(number + 1) % 2][left + offset] = character, style
    return [_kerb(width, look, upper=True), *lanes, _kerb(width, look, upper=False)]


def _asphalt(x: int, finish: int, look: Look) -> _Cell:
    shade = _ASPHALT[x // _SPACE % 2] if look.colour and not look.ascii else None
    if x in (finish, finish + 1):
        if look.ascii:
            return "=", _ink()
        return "▀▄"[x - finish], _ink(_WHITE, "#101010" if look.colour else None)
    if x % _SPACE == _SPACE // 2:
        return "." if look.ascii else "·", _ink("#9aa0a3" if look.colour else None, shade)
    return " ", _ink(None, shade)


def _kerb(width: int, look: Look, *, upper: bool) -> list[_Cell]:
    if look.ascii:
        return [("-" if x // 3 % 2 else "=", _ink()) for x in range(width)]
    sign = "▄" if upper else "▀"
    if not look.colour:
        return [(sign if x // 3 % 2 else " ", _ink()) for x in range(width)]
    return [(sign, _ink(_WHITE if x // 3 % 2 else _RED)) for x in range(width)]


class Entry(NamedTuple):
    """An entry of the menu: its name, its purpose, and the function that opens it from the title."""

    name: str
    purpose: str
    open: Callable[[TitleScreen], object]


def _screen(place: str) -> Callable[[TitleScreen], object]:
    """Return a function that imports a screen below `tui`, such as "book.screen:BookScreen", and opens it."""
    module, name = place.split(":")
    return lambda title: title.app.push_screen(getattr(import_module(f"heat_tui.tui.{module}"), name)())


RESUME: Final = "resume"

ENTRIES: Final[Mapping[str, Entry]] = {
    RESUME: Entry(N_("Resume"), N_("looking for saved races"), lambda title: title.resume()),
    "new": Entry(N_("New race"), N_("choose a track, drivers and rules"), lambda title: title.heat.set_up_race()),
    "first": Entry(
        N_("First race"), N_("learn the game in one lap of the USA"), lambda title: title.heat.games.teach()
    ),
    "season": Entry(
        N_("Championship"),
        N_("races for points, with sponsors and the press"),
        lambda title: title.heat.set_up_season(),
    ),
    "challenges": Entry(
        N_("Challenges"),
        N_("the race of the day, and codes of other races"),
        _screen("menus.challenges:ChallengesScreen"),
    ),
    "watch": Entry(N_("Watch"), N_("automated drivers race before you"), lambda title: title.heat.games.watch()),
    "tables": Entry(
        N_("Tables"), N_("everybody at a screen of their own"), lambda title: title.heat.games.show_tables()
    ),
    "tracks": Entry(
        N_("Tracks"), N_("look at the tracks, draw or import your own"), _screen("track.tracks:TracksScreen")
    ),
    "saves": Entry(
        N_("Saved races"), N_("resume, replay, rename, export or delete"), _screen("menus.saved:SavedRacesScreen")
    ),
    "book": Entry(
        N_("Drivers' book"), N_("wins, records and ratings of all your races"), _screen("book.screen:BookScreen")
    ),
    "settings": Entry(
        N_("Settings"), N_("looks, sound, confirmations and keys"), _screen("menus.settings:SettingsScreen")
    ),
    "help": Entry(N_("Help"), N_("the rules and the keys"), lambda title: title.heat.show_help(title)),
    "quit": Entry(N_("Quit"), N_("every race is already saved"), lambda title: title.heat.action_leave()),
}
"""The menu, from top to bottom."""


class TitleScreen(HeatScreen[None]):
    """The menu under the name of the game. Saves are read after its first frame, and whenever it is shown again.

    The first frame guesses whether a race can be resumed; if the guess is right, the highlight stays.
    """

    help_topic = "title"
    keeps_games = N_("title")
    CSS_PATH = styles("menus/title")
    BINDINGS = bound("back", shown=False)

    _latest: str | None = None
    _wanted = False
    """True if the player has asked to resume the latest race while the saves are still being read."""

    def compose(self) -> ComposeResult:
        yield TitleArt()
        with Vertical(id="middle"), Center():
            yield MenuList(id="menu")
        yield Static(id="credit", markup=False)
        yield KeyFooter()

    def on_mount(self) -> None:
        self._fill(_begun_with(self.heat.saves))

    async def reword(self) -> None:
        """List the entries again; the saves are read when the menu is shown again."""
        menu = self.query_one(MenuList)
        self._fill(str(menu.get_option_at_index(menu.highlighted or 0).id))
        self.refresh_bindings()

    def _fill(self, entry: str) -> None:
        menu = self.query_one(MenuList)
        menu.clear_options()
        for name, each in ENTRIES.items():
            line = _line(translated(each.name), translated(each.purpose))
            menu.add_option(Option(line, id=name, disabled=entry != RESUME == name))
        menu.highlighted = menu.get_option_index(entry)
        self.query_one("#credit", Static).update(
            _("An unofficial fan project, version {version}").format(version=__version__)
        )

    def on_screen_resume(self) -> None:
        """Look for the latest race as soon as the menu has been painted."""
        self.call_after_refresh(self._look_for_saves)

    def action_back(self) -> None:
        """Ask whether to leave the game, because the title has no screen to return to."""
        self.heat.action_leave()

    def offer(self, name: str) -> None:
        """Highlight Resume, for the race that the player has just left."""
        self._latest = name
        menu = self.query_one(MenuList)
        menu.enable_option(RESUME)
        menu.highlighted = menu.get_option_index(RESUME)

    def _look_for_saves(self) -> None:
        """Read the saves, unless another screen is already open above the menu: then reading can wait."""
        if self.is_current:
            self.read_saves()

    @work(exclusive=True, group="saves")
    async def read_saves(self) -> None:
        """Read the saves in a thread, as reading may take a moment; offer the latest race, or resume it if `_wanted`.

        The thread imports nothing: two threads that import from one package at the same time may find only half of it.
        """
        from heat_tui.game.table.save_line import latest_race

        menu = self.query_one(MenuList)
        self._latest, words = await to_thread(latest_race, self.heat.store)
        if not menu.is_attached:  # the game was quit in the meantime
            return
        menu.replace_option_prompt(RESUME, _line(translated(ENTRIES[RESUME].name), words))
        menu.replace_option_prompt("tables", _line(translated(ENTRIES["tables"].name), self._tables_words()))
        # Enabling or disabling an entry moves the highlight, so do it only if the state changes.
        if menu.get_option(RESUME).disabled != (self._latest is None):
            (menu.disable_option if self._latest is None else menu.enable_option)(RESUME)
        wanted, self._wanted = self._wanted, False
        if wanted and self.is_active:
            self.resume()

    def _tables_words(self) -> str:
        """Return the purpose of Tables or, once the player has left an open table, the way back to it."""
        table = None if self.heat.games.match is None else self.heat.games.match.table
        if table is None or table.info.closed or table.over:
            return translated(ENTRIES["tables"].purpose)
        return _("come back to the table {name}").format(name=table.name)

    def resume(self) -> None:
        """Resume the latest unfinished race, if it is known."""
        if self._latest is not None:
            self.heat.games.resume(self._latest)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self._wanted = event.option_id == RESUME and self._latest is None
        ENTRIES[str(event.option_id)].open(self)


def _begun_with(folder: Path | None) -> str:
    """Return the entry to highlight: "first" in an empty folder, RESUME if a race seems unfinished, else "new"."""
    if folder is None:
        return "new"
    return {None: "first", False: "new", True: RESUME}[unfinished(folder)]


_LEAST_NAME: Final = 15
"""The minimum width of an entry's name, in cells, including the blank after it."""


def _line(name: str, words: str) -> Text:
    """Return the line of an entry: its name in bold, then its purpose, dim."""
    text = Text(no_wrap=True, overflow="ellipsis")
    room = max(_LEAST_NAME, *(cell_len(translated(each.name)) + 1 for each in ENTRIES.values()))
    text.append(" " + set_cell_size(name, room), "bold")
    text.append(f"{words} ", "dim")
    return text
