"""The calendar of a season: its races in a list, and the map of the highlighted one with the press at its corners."""

from __future__ import annotations

from dataclasses import replace

from rich.cells import cell_len
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Container, VerticalScroll
from textual.message import Message
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from heat_tui.engine.view import SeatView
from heat_tui.language import _
from heat_tui.modules.championship import EVENTS, RaceResult, Season, SeasonRace, SeasonSetup, press_corners
from heat_tui.prose.championship import calendar_card, event_title, race_card
from heat_tui.prose.names import car_name
from heat_tui.tui.appearance import look_of
from heat_tui.tui.columns import to_left, to_right
from heat_tui.tui.scene import Scene, scene_of
from heat_tui.tui.widgets.menu_list import LookingList
from heat_tui.tui.widgets.menu_track import printed_scene
from heat_tui.tui.widgets.track_map import TrackMap

_TRACK = 13
_LEAST = 28


class CalendarView(Container):
    """The list on the left, below it what is special about the race, the map on the right.

    Without `cards` there is nothing below the list: whoever shows the view says it elsewhere.
    """

    DEFAULT_CSS = """
    CalendarView { layout: grid; grid-size: 2 1; grid-columns: 36 1fr; height: 1fr; }
    CalendarView #calendar-left { height: 1fr; layout: vertical; }
    CalendarView LookingList { height: auto; max-height: 10; padding: 0 1; }
    CalendarView #calendar-card { height: 1fr; padding: 0 1; margin-top: 1; scrollbar-size-vertical: 1; }
    CalendarView #calendar-words { width: 1fr; height: auto; }
    """

    class Highlighted(Message):
        """Another race is highlighted."""

    def __init__(self, setup: SeasonSetup, *, cards: bool = True, id: str | None = None) -> None:
        super().__init__(id=id)
        self.setup = setup
        self._cards = cards
        self._season: Season | None = None
        self._view: SeatView | None = None

    def compose(self) -> ComposeResult:
        with Container(id="calendar-left"):
            yield LookingList(id="calendar-races")
            if self._cards:
                with VerticalScroll(id="calendar-card", can_focus=False):
                    yield Static("", id="calendar-words", markup=False)
        yield TrackMap(printed_scene(self.setup.calendar[0].track), id="calendar-map")

    @property
    def index(self) -> int:
        """The highlighted race, from 0."""
        return self.query_one(LookingList).highlighted or 0

    @property
    def race(self) -> SeasonRace:
        """The highlighted race."""
        return self.setup.calendar[min(self.index, len(self.setup.calendar) - 1)]

    def plan(self, setup: SeasonSetup) -> None:
        """Show the calendar of a season that has not begun; the same race stays highlighted."""
        self.setup = setup
        self._fill(self.index)

    def follow(self, season: Season, view: SeatView, index: int) -> None:
        """Show the calendar of a season that goes on, with a race highlighted; `view` is a spectator's."""
        self.setup, self._season, self._view = season.setup, season, view
        self._fill(index)

    def on_resize(self) -> None:
        """Cut the lines anew."""
        self._fill(self.index)

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Draw its track."""
        event.stop()
        self._show()
        self.post_message(self.Highlighted())

    def _fill(self, index: int) -> None:
        listed = self.query_one(LookingList)
        lines = [Option(self._line(number, race)) for number, race in enumerate(self.setup.calendar)]
        with listed.prevent(OptionList.OptionHighlighted):
            listed.clear_options()
            listed.add_options(lines)
            listed.highlighted = min(index, len(lines) - 1)
        self._show()

    def _line(self, index: int, race: SeasonRace) -> Text:
        """Its number, track and event, or who has won it; a sign before those that are over and the one that is due."""
        look, season = look_of(self), self._season
        ascii_only = look.ascii
        width = max(self.query_one(LookingList).content_size.width, _LEAST)
        due = season is not None and index == season.index + season.race.over
        over = season is not None and index < len(season.results)
        mark = ("v " if ascii_only else "✓ ") if over else ("> " if ascii_only else "► ") if due else "  "
        line = Text(mark if season is not None else "", no_wrap=True)
        line.append(to_right(str(index + 1), 2, ascii_only=ascii_only) + " ")
        line.append(to_left(race.track.name, _TRACK, ascii_only=ascii_only) + " ", "" if over else "bold")
        if season is not None and over:
            line.append(_winner(season, season.results[index], width - line.cell_len))
        else:
            line.append(event_title(race.event))
        line.truncate(width, overflow="ellipsis" if not ascii_only else "crop")
        return line

    def _show(self) -> None:
        self.query_one(TrackMap).scene = self._scene()
        if self._cards:
            self.query_one("#calendar-words", Static).update(Text("\n".join(self.words())))
            self.query_one("#calendar-card", VerticalScroll).scroll_home(animate=False)

    def words(self) -> list[str]:
        """The card of the highlighted race."""
        if self._season is not None and self._view is not None and self.index == self._season.index:
            return race_card(self._view)
        return calendar_card(self.setup, min(self.index, len(self.setup.calendar) - 1))

    def _scene(self) -> Scene:
        """The track with the press, and with weather and road conditions where they are drawn."""
        if self._season is not None and self._view is not None and self.index == self._season.index:
            return replace(scene_of(self._view), cars=())
        race = self.race
        return replace(printed_scene(race.track), press=press_corners(race.track, EVENTS[race.event]))


def _winner(season: Season, result: RaceResult, room: int) -> str:
    """Who has won a race; the name alone where there is no room for more."""
    if not result.finished:
        return _("nobody finished")
    name = car_name(season.race.rules.sheet, result.order[0])
    words = _("won by {name}").format(name=name)
    return words if cell_len(words) <= room else name
