"""How a race has ended."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from rich.style import Style
from rich.text import Text
from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Footer, Static, Tab, Tabs

from heat_tui.engine.car import FINISHED, RETIRED
from heat_tui.language import _, ngettext
from heat_tui.modules.championship import PointsScored
from heat_tui.prose import Narrator
from heat_tui.prose.names import car_name, row
from heat_tui.session import tally
from heat_tui.table.going_back import taken_back_lines
from heat_tui.tui.appearance import look_of
from heat_tui.tui.columns import cut
from heat_tui.tui.keymap import bound
from heat_tui.tui.screens.screen import HeatScreen
from heat_tui.tui.widgets.figures import Figures
from heat_tui.tui.widgets.places_view import PlacesView
from heat_tui.tui.widgets.podium import OnPodium, Podium

if TYPE_CHECKING:
    from heat_tui.session import Match

ALL_AT_ONCE: Final = (120, 38)
"""From this size on there are no tabs: everything is to be seen."""


class ResultsScreen(HeatScreen[None]):
    """Podium, places, figures and the chart of the places, in tabs or all at once."""

    help_topic = "results"
    BINDINGS: ClassVar[list[BindingType]] = [
        *bound("on-to-season", "title", "again", "log", "export"),
        *bound("back", shown=False),
    ]
    DEFAULT_CSS = """
    ResultsScreen { layout: vertical; }
    ResultsScreen #headline { width: 1fr; height: 1; background: $primary; color: $text; text-style: bold;
        padding: 0 1; }
    ResultsScreen Tabs { height: 1; margin: 0 1; }
    ResultsScreen #tabs-list-bar Underline { display: none; }
    ResultsScreen Tab.-active { text-style: bold underline; }
    ResultsScreen #pages { height: 1fr; padding: 1 2 0 2; }
    ResultsScreen #result { height: auto; }
    ResultsScreen #places { width: 1fr; height: auto; margin-left: 3; text-wrap: nowrap; text-overflow: clip; }
    ResultsScreen VerticalScroll { height: 1fr; scrollbar-size-vertical: 1; }
    ResultsScreen .page { display: none; }
    ResultsScreen .page.-shown { display: block; }
    ResultsScreen #points { display: none; width: 1fr; height: auto; max-height: 2; padding: 0 2; }
    ResultsScreen.-all #points.-told { display: block; }
    ResultsScreen #facts { width: 1fr; height: auto; max-height: 4; padding: 0 2; color: $text-muted; }
    ResultsScreen.-all Tabs { display: none; }
    ResultsScreen.-all #places { display: none; }
    ResultsScreen.-all .page { display: block; }
    ResultsScreen.-all #pages { layout: grid; grid-size: 2; grid-columns: auto 1fr; grid-rows: auto 1fr;
        grid-gutter: 1 4; }
    ResultsScreen.-all #figures { height: auto; max-height: 16; }
    ResultsScreen.-all PlacesView { column-span: 2; }
    """

    def __init__(self, match: Match) -> None:
        super().__init__()
        self.match = match

    def compose(self) -> ComposeResult:
        yield Static(id="headline", markup=False)
        yield Tabs(
            Tab(Content(_("Result")), id="tab-result"),
            Tab(Content(_("Figures")), id="tab-figures"),
            Tab(Content(_("Places by round")), id="tab-chart"),
        )
        with Vertical(id="pages"):
            with Horizontal(id="result", classes="page -shown"):
                yield Podium(self._best())
                yield Static(id="places", markup=False)
            with VerticalScroll(id="figures", classes="page"):
                yield Figures(self.match)
            yield PlacesView(self.match, id="chart").add_class("page")
        yield Static(id="points", markup=False)
        yield Static(id="facts", markup=False)
        yield Footer(show_command_palette=False)

    def on_mount(self) -> None:
        """Write what depends on the look, now and whenever that changes."""
        self._write()
        self.heat.look_changed.subscribe(self, lambda _look: self._write())

    def on_resize(self, event: events.Resize) -> None:
        """Show all at once where there is room."""
        width, height = ALL_AT_ONCE
        self.set_class(event.size.width >= width and event.size.height >= height, "-all")
        self._choose_focus()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """From a race of a season the way leads on to the season."""
        if action == "to_season":
            return self.match.season is not None
        if action in ("again", "to_title"):
            return self.match.season is None
        return super().check_action(action, parameters)

    @on(Tabs.TabActivated)
    def turn(self, event: Tabs.TabActivated) -> None:
        """Show the page of a tab."""
        self._show((event.tab.id or "").removeprefix("tab-"))

    def action_to_season(self) -> None:
        """How the season stands."""
        self.heat.show_season(self.match)

    def action_to_title(self) -> None:
        """Enough of this race."""
        self.action_back()

    def action_again(self) -> None:
        """Race once more with the same setup."""
        self.heat.again()

    def action_log(self) -> None:
        """Open the whole log."""
        from heat_tui.tui.screens.log import LogScreen

        self.app.push_screen(LogScreen(self.match))

    def action_export(self) -> None:
        """Save the log as text."""
        from heat_tui.tui.screens.export_log import ask_for_log

        ask_for_log(self.heat, self.match)

    def _show(self, page: str) -> None:
        for each in self.query(".page"):
            each.set_class(each.id == page, "-shown")

    def _choose_focus(self) -> None:
        widget: Widget = self.query_one(PlacesView) if self.has_class("-all") else self.query_one(Tabs)
        widget.focus(scroll_visible=False)

    def _write(self) -> None:
        for widget in self.query("Podium, Figures, PlacesView *"):
            widget.refresh(layout=True)
        self.query_one("#headline", Static).update(_headline(self.match))
        self.query_one("#places", Static).update(self._places())
        if self.match.season is not None:
            scored = PointsScored(self.match.season.results[-1].points)
            self.query_one("#points", Static).update(Narrator(self.match.sheet).tell(scored))
            self.query_one("#points").add_class("-told")
            seed = _("The seed of this season is {seed}.").format(seed=self.match.season.setup.seed)
        else:
            seed = _("The seed of this race was {seed}.").format(seed=self.match.setup.seed)
        self.query_one("#facts", Static).update("\n".join([*taken_back_lines(self.match), seed]))

    def _best(self) -> list[OnPodium]:
        sheet = self.match.sheet
        return [
            OnPodium(car_name(sheet, car), car + 1, sheet.entries[car].colour)
            for car in self.match.view(None).finished[:3]
        ]

    def _places(self) -> Text:
        """All cars from first to last with what there is to say in a few words."""
        sheet, look, counted = self.match.sheet, look_of(self), tally(self.match)
        lines = []
        for place, car in enumerate(self.match.standings, start=1):
            line = Text(f"{place} ", style="bold" if place == 1 else "")
            line.append(f" {car + 1} ", look.car_style(sheet.entries[car].colour))
            line.append(" " + cut(car_name(sheet, car), 22, ascii_only=look.ascii))
            line.append("\n      " + self._remark(car, counted.cars[car].rounds), Style(dim=True, bold=False))
            lines.append(line)
        return Text("\n").join(lines)

    def _remark(self, car: int, rounds: int) -> str:
        status = self.match.view(None).cars[car].status
        if status == FINISHED:
            words = ngettext("{rounds} round", "{rounds} rounds", rounds).format(rounds=rounds)
        else:
            words = _("retired") if status == RETIRED else _("out of the race")
        season = self.match.season
        return words if season is None else row([words, points_words(season.results[-1].points[car])])


def points_words(points: int) -> str:
    """How many points a race has brought."""
    return ngettext("{points} point", "{points} points", points).format(points=points)


def _headline(match: Match) -> str:
    """Who has won, in a sentence; alone on the track it is the number of rounds that counts."""
    view, sheet = match.view(None), match.sheet
    if not view.finished:
        return _("{track}: nobody has finished").format(track=sheet.track.name)
    rounds = tally(match).cars[view.finished[0]].rounds
    name = car_name(sheet, view.finished[0])
    if len(sheet.entries) == 1:
        return ngettext(
            "{track}, practice: {name} needs {rounds} round",
            "{track}, practice: {name} needs {rounds} rounds",
            rounds,
        ).format(track=sheet.track.name, name=name, rounds=rounds)
    return ngettext("{track}: {name} wins in {rounds} round", "{track}: {name} wins in {rounds} rounds", rounds).format(
        track=sheet.track.name, name=name, rounds=rounds
    )
