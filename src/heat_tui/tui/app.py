"""The app: settings, look, screens and the way between them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Final

import rich._wrap
from textual import events
from textual.app import App, ScreenStackError, SystemCommand
from textual.binding import Binding, BindingType
from textual.css.query import NoMatches
from textual.dom import NoScreen
from textual.filter import DimFilter
from textual.screen import Screen
from textual.signal import Signal
from textual.widget import MountError
from textual.worker import WorkerFailed

from heat_tui import language, typesetting
from heat_tui.language import _, translated
from heat_tui.store.paths import data_folder, saves_folder
from heat_tui.store.settings import Settings
from heat_tui.tui.input import InputQueue
from heat_tui.tui.keymap import bound, key_name
from heat_tui.tui.lists import is_too_small
from heat_tui.tui.look import DARK, LIGHT, THEMES, AsciiOnly, Look, printable, styles, use_scrollbars
from heat_tui.tui.screen import TO_TITLE, HeatScreen

if TYPE_CHECKING:
    from heat_tui.game.setup.challenge import Challenge
    from heat_tui.game.table.match import Match
    from heat_tui.game.telling.replay import Replay
    from heat_tui.store.locks import Held
    from heat_tui.store.saved_race import Controller, GameSetup, Rival
    from heat_tui.store.saves import SaveStore

TERMINAL_TITLE: Final = "\x1b]0;{}\x07"
"""The control sequence that most terminals understand."""

DIM_INK: Final = 0.7
"""How much of its colour dim text keeps: paler than other text, but not too pale to be read."""

LEAVING: Final = ("q", "ctrl+c", "ctrl+q")
"""The keys that work in a terminal of any size."""

PALETTE_GONE: Final = 0.1
"""The seconds after which the palette is no longer in the picture."""

MISSING: Final = NoMatches, MountError, NoScreen, ScreenStackError
"""The errors of Textual for a widget or a screen that is missing."""

rich._wrap.words = typesetting.words
"""Rich and Textual break all lines between these words: they know blanks only, and these the wide letters too."""

Opening = Callable[["HeatApp"], object]
"""What is opened on the title when the app starts: a race, the tutorial, nothing."""


class Threshold(HeatScreen[None]):
    """An empty screen below a race that was opened at once; coming back to it leads to the title."""

    _left = False

    def on_screen_suspend(self) -> None:
        """Remember that something has been opened."""
        self._left = True

    def on_screen_resume(self) -> None:
        """Lead on once that has been closed again, unless another screen takes its place."""
        if self._left:
            self.call_later(self._lead_on)

    def _lead_on(self) -> None:
        if self.app.screen is self:
            self.heat.to_title()


class HeatApp(App[None]):
    """The whole game.

    `opening` is called once the title is up; without a `store` no race is saved. `overrides` name the flag or variable
    that settles a setting; `problems` are shown on the title. `fault` is what broke the app, None if nothing did.
    """

    TITLE = "Heat"
    CSS_PATH = styles("app")
    BINDINGS: ClassVar[list[BindingType]] = bound("palette", "screenshot", "leave", "interrupt")

    def __init__(
        self,
        settings: Settings | None = None,
        *,
        store: SaveStore | Callable[[], SaveStore] | None = None,
        opening: Opening | None = None,
        overrides: Mapping[str, str] = MappingProxyType({}),
        problems: Sequence[str] = (),
    ) -> None:
        super().__init__()
        self.settings = settings if settings is not None else Settings()
        self.overrides = overrides
        self.match: Match | None = None
        self.fault: Exception | None = None
        self.look_changed: Signal[Look] = Signal(self, "look")
        self._store = store
        self._opening = opening
        self._problems = tuple(problems)
        self._input = InputQueue(self)
        for theme in THEMES:
            self.register_theme(theme)
        # Begin with our own theme: another one, if the settings want it, has all styles parsed a second time.
        self.set_reactive(HeatApp.theme, DARK)
        self.stylesheet.set_variables(self.get_css_variables())
        for each in self._filters:
            if isinstance(each, DimFilter):
                each.dim_factor = DIM_INK

    @property
    def store(self) -> SaveStore | None:
        """Return the store of saved races; one that was given as a function is made when it is first needed."""
        if callable(self._store):
            self._store = self._store()
        return self._store

    @property
    def saves(self) -> Path | None:
        """The folder of the store, which need not be made for that; None where no race is saved."""
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
        """Return the title, below everything else; where a race is opened at once, it waits until it is wanted."""
        if self._opening is not None:
            return Threshold()
        from heat_tui.tui.menus.title import TitleScreen

        return TitleScreen()

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        """Yield what the palette offers on every screen, beside the screen's own actions."""
        from heat_tui.tui.help.pages import KEYS_PAGE
        from heat_tui.tui.palette import choose_theme

        def picture() -> None:
            self.set_timer(PALETTE_GONE, self.action_take_screenshot)

        for words, about, act in screen.more_commands() if isinstance(screen, HeatScreen) else ():
            yield SystemCommand(words, about, act)
        yield SystemCommand(_("Theme"), _("choose other colours"), partial(choose_theme, self))
        yield SystemCommand(_("Keys"), _("all keys of the game"), partial(self.open_help, screen, KEYS_PAGE))
        yield SystemCommand(_("Screenshot"), _("save a picture of this screen"), picture)
        yield SystemCommand(_("Leave"), _("asks first; your race is saved"), self.action_leave)

    def action_command_palette(self) -> None:
        from heat_tui.tui.palette import open_palette

        open_palette(self)

    def on_mount(self) -> None:
        self.apply(self.settings)
        for problem in self._problems:
            self.notify(problem, severity="warning", timeout=20, markup=False)
        if self._opening is not None:
            self._opening(self)

    def apply(self, settings: Settings) -> None:
        """Let these settings hold from now on; they are not written to the file."""
        spoken, self.settings = self.settings.language, settings
        self.theme = {"dark": DARK, "light": LIGHT}.get(settings.theme, settings.theme)
        self.set_keymap(dict(settings.keys))
        use_scrollbars(ascii_only=self.look.ascii)
        self._use_ascii(ascii_only=self.look.ascii)
        self.look_changed.publish(self.look)
        if settings.language != spoken:
            self._speak(settings.language or language.of_locale(os.environ))

    def _speak(self, code: str) -> None:
        """Use a language from now on, on the screens that are open too."""
        language.use(code)
        for screen in self.screen_stack:
            if isinstance(screen, HeatScreen):
                screen.call_later(screen.reword)

    def _use_ascii(self, *, ascii_only: bool) -> None:
        """Let nothing but ASCII reach the terminal, or everything."""
        others = [each for each in self._filters if not isinstance(each, AsciiOnly)]
        if ascii_only != (len(others) < len(self._filters)):
            self._filters = [*others, AsciiOnly()] if ascii_only else others
            self.refresh_css(animate=False)

    def start_race(
        self,
        setup: GameSetup,
        controllers: Sequence[Controller],
        *,
        open_table: bool = False,
        tutorial: bool = False,
        rival: Rival | None = None,
    ) -> None:
        """Begin a race, or the first race of a season, on its own screen. Raises IllegalSetup."""
        from heat_tui.game.table.match import Match

        match = Match.start(setup, controllers, store=self.store, open_table=open_table, lessons=tutorial, rival=rival)
        self.open_race(match)

    def start_challenge(self, challenge: Challenge, rival: Rival | None = None, *, named: bool = False) -> None:
        """Begin the race of a challenge, once its people have given their names. Raises Refused, IllegalSetup."""
        from dataclasses import replace

        from heat_tui.game.setup.race_options import race_setup
        from heat_tui.game.table.match import Match

        if not named and challenge.persons:
            self._ask_names(challenge, rival)
            return
        options = challenge.options
        if options.memory_aid is None:
            options = replace(options, memory_aid=self.settings.memory_aid)
        match = Match.start(
            race_setup(options),
            options.controllers,
            store=self.store,
            name=challenge.name,
            open_table=options.open_table,
            target=challenge.target,
            rival=rival,
        )
        self.open_race(match)

    def _ask_names(self, challenge: Challenge, rival: Rival | None) -> None:
        """Ask for the names of the people of a challenge, and begin it with them."""
        from heat_tui.game.setup.seats import read_seats
        from heat_tui.store.schema import Refused
        from heat_tui.tui.dialogs import AskTextScreen

        found = [challenge]

        def answer(typed: str) -> str | None:
            try:
                found.append(challenge.driven_by(read_seats(typed)))
            except Refused as reason:
                return str(reason)
            return None

        question = _("{question}:").format(question=challenge.question)
        asking = AskTextScreen(
            question, yes=_("Start the race"), text=challenge.proposed, answer=answer, topic="challenges"
        )
        self.push_screen(asking, lambda done: self.start_challenge(found[-1], rival, named=True) if done else None)

    def resume_race(self, name: str, *, take_over: bool = False, looking: bool = False) -> None:
        """Go on with a saved race, or only look on while another program plays it.

        Where it cannot be loaded, say why and stay; where it is open elsewhere, ask.
        """
        from heat_tui.game.table.match import Match
        from heat_tui.store.locks import Held
        from heat_tui.store.reading import BadFile

        store = self.store
        if store is None:
            return
        try:
            match = Match.look_on(store, name) if looking else Match.open(store, name, take_over=take_over)
        except Held as held:
            self.ask_about(held)
        except BadFile as reason:
            self.notify(str(reason), severity="error", timeout=20, markup=False)
        else:
            self.open_match(match)

    def replay(self, name: str) -> None:
        """Replay a saved race, or the one of a saved season that is chosen; where that cannot be, say why and stay."""
        from heat_tui.game.telling.replay import Replay, open_replay, race_words
        from heat_tui.store.schema import Refused

        store = self.store
        if store is None:
            return
        try:
            match, replay = open_replay(store, name)
        except Refused as reason:
            self.notify(str(reason), severity="error", timeout=20, markup=False)
            return
        races = race_words(match)
        if len(races) == 1:
            self.show_replay(match, replay)
            return
        from heat_tui.tui.dialogs import ChooseScreen

        def show(number: int | None) -> None:
            if number is not None:
                self.show_replay(match, Replay.of(match, number))

        at = [number for _words, _beside, number in races].index(replay.number)
        self.push_screen(ChooseScreen(_("Which race do you want to replay?"), races, at=at, topic="replay"), show)

    def show_replay(self, match: Match, replay: Replay) -> None:
        """Show the replay of a race of a match, over the screen at hand."""
        from heat_tui.tui.replay.screen import ReplayScreen

        self.push_screen(ReplayScreen(match, replay))

    def ask_about(self, held: Held) -> None:
        """Ask what to do about a race that another program has open: watch, wait for it, or take it over."""
        from heat_tui.tui.dialogs import AskScreen, WaitScreen

        name, store = held.name, self.store
        if store is None:
            return
        acts: list[Callable[[], object]] = [
            partial(self.resume_race, name, looking=True),
            partial(self.push_screen, WaitScreen(name, store), lambda free: self.resume_race(name) if free else None),
            partial(self.resume_race, name, take_over=True),
        ]

        def answered(answer: int | None) -> None:
            if answer:
                acts[answer - 1]()

        answers = _("Back"), _("Watch"), _("Wait until it is free"), _("Take it over")
        self.push_screen(AskScreen(str(held), *answers), answered)

    def open_match(self, match: Match) -> None:
        """Show a race that goes on, the season between two races, or the result of what is over."""
        if match.season is not None and match.race_over:
            self.open_season(match)
        elif match.over:
            self.open_result(match)
        else:
            self.open_race(match)

    def open_race(self, match: Match) -> None:
        from heat_tui.tui.race.screen import RaceScreen

        self._show(match, RaceScreen(match))

    def open_result(self, match: Match) -> None:
        from heat_tui.tui.race.results import ResultsScreen

        self._show(match, ResultsScreen(match))

    def open_season(self, match: Match) -> None:
        """Show where a season is."""
        from heat_tui.tui.season.screen import SeasonScreen

        self._show(match, SeasonScreen(match))

    def _show(self, match: Match, screen: Screen[None]) -> None:
        """Show a match on a screen in place of whatever is above the title, or the end of one above a list of games."""
        from heat_tui.game.book.keeping import keep_book

        if match is not self.match:
            if self.match is not None:
                self.match.leave()
            keep_book(match)
        self.match = match
        self._to_the_base(keep_list=match.over)
        self.push_screen(screen)

    def again(self) -> None:
        """Race once more with the setup of the last race and a new seed."""
        from dataclasses import replace

        from heat_tui.game.setup.race_options import drawn_seed

        if self.match is None or self.match.season is not None:
            return
        last = self.match
        setup = replace(last.setup, **drawn_seed())
        self.start_race(setup, last.controllers, open_table=last.open_table)

    def play_next(self, game: str, name: str) -> None:
        """Begin or set up one of the games to go on with after the first race, for a driver."""
        from heat_tui.game.setup.options import FIRST_TRACK, Options, Seat
        from heat_tui.game.setup.race_options import race_setup
        from heat_tui.game.setup.seats import driver_name

        if game == "legends":
            memory_aid = self.settings.memory_aid
            asked = Options(track=FIRST_TRACK, seats=(Seat(name),), legends=3, memory_aid=memory_aid)
            self.start_race(race_setup(asked), ("person",))
            return
        self._to_the_base()
        if game == "friends":
            from heat_tui.tui.setup.race import NewRaceScreen

            friend = driver_name("person", (name,))
            self.push_screen(NewRaceScreen(Options(seats=(Seat(name), Seat(friend)))))
        else:
            from heat_tui.tui.setup.season import NewSeasonScreen

            self.push_screen(NewSeasonScreen())

    def open_help(self, screen: Screen[Any], page: str | None = None) -> None:
        """Open the help that belongs to a screen, or another of its pages."""
        from heat_tui.tui.help.screen import HelpScreen

        self.push_screen(HelpScreen.about(screen, page))

    def to_title(self) -> None:
        """Close everything but a screen that keeps games: the title, which offers to resume the race, or another."""
        from heat_tui.tui.menus.title import TitleScreen

        if self.match is not None:
            self.match.leave()
        self._to_the_base()
        if not isinstance(self.screen, HeatScreen) or not self.screen.keeps_games:
            self.push_screen(TitleScreen())
        elif isinstance(self.screen, TitleScreen) and (match := self.match) and match.is_saved and not match.over:
            self.screen.offer(match.name)

    @property
    def way_back(self) -> str:
        """The words for leaving a game: where it leads back to."""
        below = (each.keeps_games for each in reversed(self.screen_stack) if isinstance(each, HeatScreen))
        return translated(next(filter(None, below), TO_TITLE))

    def call_to_table(self, name: str) -> None:
        """Ring and name in the terminal's title whose turn it is, as the settings want it."""
        if self.settings.bell:
            self.bell()
        if self.settings.title and self._driver is not None and not self.is_headless:
            self._driver.write(TERMINAL_TITLE.format(_("Heat: {name}").format(name=printable(name))))

    def get_key_display(self, binding: Binding) -> str:
        return binding.key_display or key_name(binding.key.partition(",")[0], ascii=self.look.ascii)

    async def on_app_blur(self) -> None:
        """Cover what only one person may see while the terminal is not in front."""
        await self.cover()

    async def cover(self) -> None:
        """Take everything private off all screens."""
        from heat_tui.tui.race.screen import RaceScreen

        races = [screen for screen in self.screen_stack if isinstance(screen, RaceScreen)]
        if not any(race.hides_something for race in races):
            return
        while not isinstance(self.screen, RaceScreen):
            await self.pop_screen()
        await races[0].cover()

    async def action_quit(self) -> None:
        """Textual's own way out asks too."""
        self.action_leave()

    def action_leave(self) -> None:
        """Ask, then quit or do what else the race on the screen offers; what was played is saved already."""
        from heat_tui.tui.dialogs import AskScreen

        if isinstance(self.screen, AskScreen):
            return
        asking = (screen.ways_out() for screen in reversed(self.screen_stack) if isinstance(screen, HeatScreen))
        question, ways = next(filter(None, asking), (_("Leave the game?"), ()))
        acts = [None, *(act for _words, act in ways), self.exit]

        def left(answer: int | None) -> None:
            act = acts[answer or 0]
            if act is not None:
                act()

        self.push_screen(AskScreen(question, _("Stay"), *(words for words, _act in ways), _("Quit the game")), left)

    def export_screenshot(self, *, title: str | None = None, simplify: bool = False) -> str:
        """Return the screen as SVG."""
        from heat_tui.tui.svg import with_wide_letters

        return with_wide_letters(super().export_screenshot(title=title, simplify=simplify))

    def action_take_screenshot(self) -> None:
        """Write the screen as an SVG file beside the saves and say where, or why it could not be written."""
        folder = data_folder() / "screenshots"
        name = f"heat-{datetime.now():%Y-%m-%d-%H%M%S}.svg"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            path = self.save_screenshot(name, str(folder))
        except OSError as error:
            problem = _(
                "{folder}: the screenshot cannot be written there ({reason}); free some disk space or check its "
                "permissions."
            )
            problem = problem.format(folder=folder, reason=error.strerror or error)
            self.notify(problem, severity="error", markup=False)
            return
        self.notify(_("Screenshot saved as {path}.").format(path=path), markup=False)

    def _to_the_base(self, *, keep_list: bool = False) -> None:
        """Close screens down to one that keeps games, to a list of games that is kept, or to the first screen."""
        while len(self.screen_stack) > 1:
            screen = self.screen
            if isinstance(screen, HeatScreen) and (screen.keeps_games or (keep_list and screen.keeps_results)):
                return
            self.pop_screen()

    async def on_event(self, event: events.Event) -> None:
        """Take no key but those that leave while the terminal is too small to see what a key would do.

        What is typed or clicked waits until all is done that what came before it led to. What came too early for the
        question on the screen answers nothing. A key comes by twice, on its way to the focus and back: what it would
        answer may have been shown in between.
        """
        if self._input.holds(event):
            return
        if isinstance(event, events.Key) and self._blind and event.key not in LEAVING:
            return
        if isinstance(event, events.Key | events.MouseDown | events.MouseUp):
            screen = self.screen_stack[-1] if self.screen_stack else None
            if isinstance(screen, HeatScreen) and screen.is_too_early(event):
                return
        await super().on_event(event)

    @property
    def _blind(self) -> bool:
        screen = self.screen_stack[-1] if self.screen_stack else None
        return is_too_small(*self.size) and not getattr(screen, "fits_anywhere", False)

    def _handle_exception(self, error: Exception) -> None:
        """Remember the first fault; the caller of the app reports it.

        In an app that ends, widgets go and none is composed any more: that something is missing then is no fault.
        """
        if self._exit and isinstance(error, MISSING):
            return
        if self.fault is None:
            cause = error.error if isinstance(error, WorkerFailed) else error
            self.fault = cause if isinstance(cause, Exception) else error
        super()._handle_exception(error)

    def _fatal_error(self) -> None:
        """Close without printing: the caller of the app writes the report and says so in one sentence."""
        self._close_messages_no_wait()
