"""The app: its settings, its look, and the ways to its screens.

A screen's module is imported when the screen opens, so that the app starts faster.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from textual import events, on
from textual.app import SystemCommand
from textual.binding import Binding
from textual.filter import DimFilter, LineFilter
from textual.screen import Screen
from textual.scrollbar import ScrollBar, ScrollBarRender

from heat_tui import language
from heat_tui.language import _, translated
from heat_tui.store.paths import data_folder, saves_folder
from heat_tui.store.settings import Settings
from heat_tui.tui.guide import Row, T
from heat_tui.tui.input import InputQueue
from heat_tui.tui.keymap import KEYS, bound, key_name, keys_for
from heat_tui.tui.lists import is_too_small
from heat_tui.tui.look import ASCII_ONLY, DARK, LIGHT, THEMES, AsciiBars, Look, LookChanged, styles
from heat_tui.tui.screen import HeatScreen
from heat_tui.tui.textual_internals import PrivateApp, with_wide_letters

if TYPE_CHECKING:
    from heat_tui.engine.events import Event
    from heat_tui.engine.setup import RaceSheet
    from heat_tui.game.setup.options import Options
    from heat_tui.game.table.match import Match
    from heat_tui.game.table.shared import SharedMatch
    from heat_tui.game.telling.replay import Replay
    from heat_tui.store.saves import SaveStore
    from heat_tui.tui.games import Games

TERMINAL_TITLE: Final = "\x1b]0;{}\x07"
"""The control sequence that sets the title of most terminals."""

DIM_INK: Final = 0.7
"""The share of its colour that dim text keeps, from 0 (the colour of the background) to 1."""

PALETTE_GONE: Final = 0.1
"""The seconds until the closed palette no longer appears in a screenshot."""


def title() -> Screen[Any]:
    from heat_tui.tui.menus.title import TitleScreen

    return TitleScreen()


class Threshold(HeatScreen[None]):
    """An empty screen below the one opened from the command line; returning to it leads to the title."""

    _left = False

    def on_screen_suspend(self) -> None:
        """Remember that a screen has been opened above this one."""
        self._left = True

    def on_screen_resume(self) -> None:
        """Open the title once the screen above is closed, unless another screen replaces it."""
        if self._left:
            self.call_later(self._lead_on)

    def _lead_on(self) -> None:
        if self.app.screen is self:
            self.heat.to_title()


class HeatApp(PrivateApp):
    """The whole game.

    `opening` opens a race or another screen as soon as the app has started; without a `store` no race is saved.
    `overrides` has the flags and variables that override settings, by the name of the setting; `problems` are shown at
    the start.
    """

    TITLE = "Heat"
    CSS_PATH = styles("app")
    BINDINGS = bound("palette", "screenshot", "leave", "interrupt")

    keeps_settings = True
    """False if changed settings last only as long as the app."""

    def __init__(
        self,
        settings: Settings | None = None,
        *,
        store: SaveStore | Callable[[], SaveStore] | None = None,
        opening: Callable[[HeatApp], object] | None = None,
        overrides: Mapping[str, str] = MappingProxyType({}),
        problems: Sequence[str] = (),
    ) -> None:
        super().__init__()
        self.settings = settings if settings is not None else Settings()
        self.overrides = {**overrides}
        self._store = store
        self._opening = opening
        self._problems = tuple(problems)
        self._games: Games | None = None
        self._input = InputQueue(self)
        for theme in THEMES:
            self.register_theme(theme)
        # Set our own theme before the first parse of the styles: changing the theme later parses all of them again.
        self.set_reactive(HeatApp.theme, DARK)
        self.stylesheet.set_variables(self.get_css_variables())
        for each in self.get_line_filters():
            if isinstance(each, DimFilter):
                each.dim_factor = DIM_INK

    @property
    def store(self) -> SaveStore | None:
        """The store of saved races; one given as a function is made on first use."""
        if callable(self._store):
            self._store = self._store()
        return self._store

    @property
    def games(self) -> Games:
        """The part of the app that starts, resumes, replays and shows games; imported on first use."""
        if self._games is None:
            from heat_tui.tui.games import Games

            self._games = Games(self)
        return self._games

    @property
    def match(self) -> Match | None:
        """The current game; None before the first, and after `Games.forget`."""
        return None if self._games is None else self._games.match

    @property
    def saves(self) -> Path | None:
        """The folder of the store, known without making the store; None if the app does not save races."""
        return saves_folder() if callable(self._store) else None if self._store is None else self._store.folder

    @property
    def look(self) -> Look:
        return Look(
            dark=self.current_theme.dark,
            colour=not self.no_color,
            ascii=self.settings.glyphs == "ascii",
            cars=self.settings.cars,
            brief=self.settings.log == "short",
        )

    def get_default_screen(self) -> Screen[Any]:
        """Return the bottom screen: the title, or a `Threshold` if another screen is opened at the start."""
        return title() if self._opening is None else Threshold()

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        """Yield the palette's commands: those of this screen that have no key, then those that every screen has."""
        from heat_tui.tui.command_palette import choose_theme
        from heat_tui.tui.help import KEYS_PAGE

        picture = partial(self.set_timer, PALETTE_GONE, self.action_take_screenshot)
        for words, about, act in screen.more_commands() if isinstance(screen, HeatScreen) else ():
            yield SystemCommand(words, about, act)
        yield SystemCommand(_("Theme"), _("choose other colours"), partial(choose_theme, self))
        yield SystemCommand(_("Keys"), _("all keys of the game"), partial(self.show_help, screen, KEYS_PAGE))
        yield SystemCommand(_("Screenshot"), _("save a picture of this screen"), picture)
        yield SystemCommand(_("Leave"), _("asks first; your race is saved"), self.action_leave)

    def action_command_palette(self) -> None:
        from heat_tui.tui.command_palette import open_palette

        open_palette(self)

    def on_mount(self) -> None:
        self.apply(self.settings)
        for problem in self._problems:
            self.notify(problem, severity="warning", timeout=20, markup=False)
        if self._opening is not None:
            self._opening(self)

    def apply(self, settings: Settings) -> None:
        before, self.settings = self.settings, settings
        for name in [*self.overrides]:
            if getattr(settings, name) != getattr(before, name):
                del self.overrides[name]
        self.theme = {"dark": DARK, "light": LIGHT}.get(settings.theme, settings.theme)
        self.set_keymap(dict(settings.keys))
        ScrollBar.renderer = AsciiBars if self.look.ascii else ScrollBarRender
        if settings.glyphs != before.glyphs:
            self.refresh_css(animate=False)
        for screen in self.screen_stack:
            for node in screen.walk_children(with_self=True):
                node.post_message(LookChanged())
        if settings.language != before.language:
            language.use(settings.language or language.of_locale(os.environ))
            for screen in self.screen_stack:
                if isinstance(screen, HeatScreen):
                    screen.call_later(screen.reword)

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Return Textual's filters, followed in ASCII mode by the one that replaces characters outside ASCII."""
        filters = super().get_line_filters()
        return [*filters, ASCII_ONLY] if self.settings.glyphs == "ascii" else filters

    def allows(self, action: str) -> bool:
        return True

    def to_title(self) -> None:
        """Leave the match, if any, and return to the nearest screen with `keeps_games`, or else to a new title.

        Such a screen may offer to resume the match, if it is saved and not over.
        """
        match = self.match
        if match is not None:
            match.leave()
        self.to_the_base()
        if not isinstance(self.screen, HeatScreen) or not self.screen.keeps_games:
            self.push_screen(title())
        elif match is not None and match.is_saved and not match.over:
            self.screen.offer(match.name)

    @property
    def way_back(self) -> str:
        below = (each.keeps_games for each in reversed(self.screen_stack) if isinstance(each, HeatScreen))
        return translated(next(filter(None, below), KEYS["title"].words))

    def call_to_table(self, name: str) -> None:
        if self.settings.bell:
            self.bell()
        if self.settings.title:
            printable = "".join(filter(str.isprintable, name))
            self.write_to_terminal(TERMINAL_TITLE.format(_("Heat: {name}").format(name=printable)))

    def get_key_display(self, binding: Binding) -> str:
        return binding.key_display or key_name(binding.key.partition(",")[0], ascii=self.look.ascii)

    @on(events.AppBlur)
    async def cover(self) -> None:
        """Cover the race and close the screens above it when the terminal loses focus, if the race hides anything.

        Automatic questions, which no key would bring back, are asked again.
        """
        from heat_tui.tui.dialogs import AskScreen
        from heat_tui.tui.race.screen import RaceScreen

        races = [screen for screen in self.screen_stack if isinstance(screen, RaceScreen)]
        if not any(race.hides_something for race in races):
            return
        questions = [screen.again for screen in self.screen_stack if isinstance(screen, AskScreen) and screen.again]
        while not isinstance(self.screen, RaceScreen):
            await self.pop_screen()
        await races[0].cover()
        for again in questions:
            again()

    async def action_quit(self) -> None:
        """Ask before quitting; Textual's own bindings and commands use this action."""
        self.action_leave()

    def action_leave(self) -> None:
        """Ask whether to quit or to take another way out that the screen offers, unless a question is open already."""
        from heat_tui.tui.dialogs import AskScreen

        if isinstance(self.screen, AskScreen):
            return
        asking = (screen.ways_out() for screen in reversed(self.screen_stack) if isinstance(screen, HeatScreen))
        question, ways = next(filter(None, asking), (_("Leave the game?"), ()))
        ways = [(_("Stay"), lambda: None), *ways, (_("Quit the game"), self.exit)]

        def left(answer: int) -> None:
            ways[answer][1]()

        self.ask(question, [words for words, _act in ways], left)

    def export_screenshot(self, *, title: str | None = None, simplify: bool = False) -> str:
        return with_wide_letters(super().export_screenshot(title=title, simplify=simplify))

    def action_take_screenshot(self) -> None:
        """Save the screen as an SVG file in the folder of screenshots, and say where it is, or why there is none."""
        from heat_tui.store.reading import UNWRITABLE, BadFile, refusing

        path = data_folder() / "screenshots" / f"heat-{datetime.now():%Y-%m-%d-%H%M%S}.svg"
        try:
            with refusing(UNWRITABLE, path):
                path.parent.mkdir(parents=True, exist_ok=True)
                self.save_screenshot(path.name, str(path.parent))
        except BadFile as reason:
            self.notify(str(reason), severity="error", markup=False)
            return
        self.notify(_("Screenshot saved as {path}.").format(path=path), markup=False)

    def to_the_base(self, *, keep_list: bool = False) -> None:
        while len(self.screen_stack) > 1:
            screen = self.screen
            if isinstance(screen, HeatScreen) and (screen.keeps_games or (keep_list and screen.keeps_results)):
                return
            self.pop_screen()

    def set_up_race(self, options: Options | None = None, *, ghost: str = "", shares: bool = False) -> None:
        from heat_tui.tui.setup.race import NewRaceScreen

        self.push_screen(NewRaceScreen(options, ghost=ghost, shares=shares))

    def set_up_season(self, options: Options | None = None, *, shares: bool = False) -> None:
        from heat_tui.tui.setup.season import NewSeasonScreen

        self.push_screen(NewSeasonScreen(options, shares=shares))

    def show_race(self, match: Match) -> None:
        from heat_tui.tui.race.screen import RaceScreen

        self.push_in_app_context(RaceScreen(match))

    def show_room(self, match: SharedMatch) -> None:
        from heat_tui.tui.room import WaitingScreen

        self.push_in_app_context(WaitingScreen(match))

    def show_result(self, match: Match) -> None:
        from heat_tui.tui.race.results import ResultsScreen

        self.push_in_app_context(ResultsScreen(match))

    def show_season(self, match: Match, *, looking: bool = False) -> None:
        from heat_tui.tui.season import SeasonScreen

        self.push_in_app_context(SeasonScreen(match, looking=looking))

    def show_replay(self, match: Match, replay: Replay) -> None:
        from heat_tui.tui.replay.screen import ReplayScreen

        self.push_screen(ReplayScreen(match, replay))

    def show_figures(self, match: Match, number: int | None = None) -> None:
        from heat_tui.tui.race.figures import FiguresScreen

        self.push_screen(FiguresScreen(match, number))

    def show_log(self, match: Match, story: Sequence[Event] | None = None, sheet: RaceSheet | None = None) -> None:
        from heat_tui.tui.race.log import LogScreen

        self.push_screen(LogScreen(match, story, sheet))

    def show_help(self, screen: Screen[Any], page: str | None = None) -> None:
        from heat_tui.tui.help import HelpScreen

        self.push_screen(HelpScreen.about(screen, page))

    def ask(
        self,
        question: str,
        answers: Sequence[str],
        then: Callable[[int], None],
        *,
        automatic: bool = False,
        until: Callable[[], bool] | None = None,
    ) -> None:
        from heat_tui.tui.dialogs import AskScreen

        again = partial(self.ask, question, answers, then, automatic=True, until=until) if automatic else None
        asking = AskScreen(question, *answers, again=again, until=until)
        self.push_screen(asking, lambda answer: then(answer or 0))

    def ask_for_text(
        self, question: str, yes: str, text: str, read: Callable[[str], T], topic: str, then: Callable[[T], None]
    ) -> None:
        from heat_tui.tui.dialogs import AskTextScreen

        asking = AskTextScreen(question, yes=yes, text=text, read=read, topic=topic)
        self.push_screen(asking, lambda result: None if result is None else then(result))

    def choose(self, title: str, rows: Sequence[Row[T]], topic: str, then: Callable[[T], None], at: int = 0) -> None:
        from heat_tui.tui.dialogs import ChooseScreen

        choosing = ChooseScreen(title, rows, at=at, topic=topic)
        self.push_screen(choosing, lambda value: None if value is None else then(value))

    async def on_event(self, event: events.Event) -> None:
        """Handle an event; in a terminal that is too small for the screen, the only working keys are those for leaving.

        Input waits until everything caused by earlier input is done, and is ignored if it came too early for the
        question on the screen. A key reaches this method twice, on its way to the focused widget and back: the question
        that it would answer may have appeared in between.
        """
        if self._input.holds(event):
            return
        screen = self.screen_stack[-1] if self.screen_stack else None
        blind = is_too_small(*self.size) and not getattr(screen, "fits_anywhere", False)
        if isinstance(event, events.Key) and blind:
            if event.key in keys_for(self.settings.keys, "leave", "interrupt"):
                self.action_leave()
            return
        if (
            isinstance(event, events.Key | events.MouseDown | events.MouseUp)
            and isinstance(screen, HeatScreen)
            and screen.is_too_early(event)
        ):
            return
        await super().on_event(event)
