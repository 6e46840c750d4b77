"""Setting up a season: which one it is, and its races."""

from __future__ import annotations

from collections.abc import Mapping

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.widgets import Button

from heat_tui.language import _
from heat_tui.modules.championship import MOST_RACES, TITLES, SeasonSetup
from heat_tui.prose.championship import event_title, season_title
from heat_tui.table.season_form import SeasonForm, event_choices, track_choices
from heat_tui.table.season_wishes import CUSTOM
from heat_tui.tui.widgets.calendar_view import CalendarView
from heat_tui.tui.widgets.menu_chooser import Chooser, Offer


class RacesPart(Vertical):
    """The season above its calendar; in a custom season the highlighted race can be changed below."""

    DEFAULT_CSS = """
    RacesPart { height: 1fr; }
    RacesPart .line { height: 1; padding: 0 1; }
    RacesPart .line Chooser { margin-right: 3; }
    RacesPart .line Button { min-width: 14; }
    RacesPart CalendarView { margin-top: 1; }
    RacesPart .custom { display: none; }
    RacesPart.-custom .custom { display: block; }
    RacesPart.-custom .line.custom { display: block; layout: horizontal; }
    """

    class TitleChosen(Message):
        """Another season was chosen."""

        def __init__(self, title: str) -> None:
            super().__init__()
            self.title = title

    class RacesChosen(Message):
        """A custom season is to have so many races; with `anew`, all of them drawn by lot."""

        def __init__(self, races: int, *, anew: bool) -> None:
            super().__init__()
            self.races = races
            self.anew = anew

    class RaceChanged(Message):
        """Another track or another event was chosen for a race, from 0."""

        def __init__(self, index: int, *, track: str | None = None, event: int | None = None) -> None:
            super().__init__()
            self.index = index
            self.track = track
            self.event = event

    class Highlighted(Message):
        """Another race is highlighted."""

    def __init__(self, form: SeasonForm, calendar: SeasonSetup) -> None:
        super().__init__(id="races-part")
        self._form = form
        self._calendar = calendar

    def compose(self) -> ComposeResult:
        form = self._form
        with Horizontal(classes="line"):
            yield Chooser(
                [Offer(title, season_title(title)) for title in TITLES],
                form.title,
                label=_("Season"),
                hint=_("A year with its own tracks and events, a season of your own, or three years in a row."),
                id="title",
            )
            yield Chooser(
                [Offer(races, str(races)) for races in range(1, MOST_RACES + 1)],
                form.races,
                label=_("Races"),
                hint=_("How many races the season has; those that are added are drawn by lot."),
                id="races",
                classes="custom",
            )
            yield Button(_("Draw anew"), compact=True, id="draw", classes="custom")
        yield CalendarView(self._calendar, cards=False, id="calendar")
        with Horizontal(classes="line custom"):
            yield Chooser(
                [Offer(form.tracks[0], form.tracks[0])],
                form.tracks[0],
                label=_("Track"),
                hint=_("The track of the highlighted race."),
                id="race-track",
            )
            yield Chooser(
                [Offer(form.events[0], event_title(form.events[0]))],
                form.events[0],
                label=_("Event"),
                hint=_("The event of the highlighted race; a race that has it already takes the one that is left."),
                id="race-event",
            )

    def on_mount(self) -> None:
        """Show the calendar."""
        self.show(self._form, self._calendar)

    @property
    def calendar(self) -> CalendarView:
        """The races."""
        return self.query_one(CalendarView)

    @property
    def hint(self) -> str:
        """What is special about the highlighted race."""
        return " ".join(self.calendar.words())

    def show(self, form: SeasonForm, calendar: SeasonSetup) -> None:
        """Show what is filled in."""
        self._form, self._calendar = form, calendar
        self.set_class(form.title == CUSTOM, "-custom")
        self.query_one("#title", Chooser).value = form.title
        self.query_one("#races", Chooser).value = form.races
        self.calendar.plan(calendar)
        self._show_race()

    def on_calendar_view_highlighted(self, event: CalendarView.Highlighted) -> None:
        """Offer its track and event."""
        event.stop()
        self._show_race()
        self.post_message(self.Highlighted())

    def on_chooser_changed(self, event: Chooser.Changed) -> None:
        """Tell what is to be changed."""
        event.stop()
        value = event.chooser.value
        match event.chooser.id:
            case "title":
                self.post_message(self.TitleChosen(str(value)))
            case "races":
                self.post_message(self.RacesChosen(int(str(value)), anew=False))
            case "race-track":
                self.post_message(self.RaceChanged(self.calendar.index, track=str(value)))
            case _:
                self.post_message(self.RaceChanged(self.calendar.index, event=int(str(value))))

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Another calendar."""
        event.stop()
        self.post_message(self.RacesChosen(self._form.races, anew=True))

    def _show_race(self) -> None:
        form, index = self._form, self.calendar.index
        if form.title != CUSTOM or index >= form.races:
            return
        names: Mapping[str, str] = track_choices(form)
        track, event = self.query_one("#race-track", Chooser), self.query_one("#race-event", Chooser)
        track.offer([Offer(each, name) for each, name in names.items()])
        track.value = form.tracks[index]
        event.offer([Offer(number, event_title(number)) for number in event_choices(form)])
        event.value = form.events[index]
