"""The first screen: the menu of the game."""

from __future__ import annotations

from asyncio import to_thread
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from rich.text import Text
from textual import work
from textual.app import ComposeResult
from textual.containers import Center, Vertical
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from heat_tui import __version__
from heat_tui.language import N_, _, translated
from heat_tui.store.first_look import unfinished
from heat_tui.tui.destinations import ToEntry, ToHelp
from heat_tui.tui.keymap import bound
from heat_tui.tui.lists import KeyFooter, MenuList
from heat_tui.tui.look import styles
from heat_tui.tui.menus.title_art import TitleArt
from heat_tui.tui.screen import TO_TITLE, HeatScreen
from heat_tui.typesetting import cell_len, to_left

RESUME: Final = "resume"

ENTRIES: Final[Mapping[str, tuple[str, str]]] = {
    RESUME: (N_("Resume"), N_("looking for saved races")),
    "new": (N_("New race"), N_("choose a track, drivers and rules")),
    "first": (N_("First race"), N_("learn the game in one lap of the USA")),
    "season": (N_("Championship"), N_("races for points, with sponsors and the press")),
    "challenges": (N_("Challenges"), N_("the race of the day, and codes of other races")),
    "tracks": (N_("Tracks"), N_("look at the tracks, draw or import your own")),
    "saves": (N_("Saved races"), N_("resume, replay, rename, export or delete")),
    "book": (N_("Drivers' book"), N_("wins, records and ratings of all your races")),
    "settings": (N_("Settings"), N_("looks, sound, confirmations and keys")),
    "help": (N_("Help"), N_("the rules and the keys")),
    "quit": (N_("Quit"), N_("every race is already saved")),
}
"""The menu: each entry's name and its purpose."""


class TitleScreen(HeatScreen[None]):
    """The menu under the name of the game. Saves are read after its first frame, and whenever it is shown again.

    The entry highlighted in the first frame stays highlighted unless no race turns out to be resumable.
    """

    help_topic = "title"
    keeps_games = TO_TITLE
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
        self.query_one(MenuList).focus()
        self.heat.look_changed.subscribe(self, lambda _look: self.query_one(TitleArt).refresh())

    async def reword(self) -> None:
        """List the entries again; the saves are read when the menu is shown again."""
        menu = self.query_one(MenuList)
        self._fill(str(menu.get_option_at_index(menu.highlighted or 0).id))
        self.refresh_bindings()

    def _fill(self, entry: str) -> None:
        """List the entries with one highlighted."""
        menu = self.query_one(MenuList)
        menu.clear_options()
        for name, words in ENTRIES.items():
            menu.add_option(Option(_line(*map(translated, words)), id=name, disabled=entry != RESUME == name))
        menu.highlighted = menu.get_option_index(entry)
        self.query_one("#credit", Static).update(
            _("An unofficial fan project, version {version}").format(version=__version__)
        )

    def on_screen_resume(self) -> None:
        """Look for the latest race as soon as the menu has been painted."""
        self.call_after_refresh(self._look_for_saves)

    def action_back(self) -> None:
        """Ask to leave the game, since there is no screen below this one."""
        self.heat.action_leave()

    def offer(self, name: str) -> None:
        """Highlight the race that the player has just left, which can be resumed."""
        self._latest = name
        menu = self.query_one(MenuList)
        menu.enable_option(RESUME)
        menu.highlighted = menu.get_option_index(RESUME)

    def _look_for_saves(self) -> None:
        """Read the saves, unless a race was opened on top immediately: then there is no hurry."""
        if self.is_current:
            self.read_saves()

    @work(exclusive=True, group="saves")
    async def read_saves(self) -> None:
        """Read the saves in a thread, because many take a moment; offer to resume the latest race.

        The thread imports nothing: two threads that import modules of one package at the same time may find half of it.
        """
        from heat_tui.tui.menus.saved import latest_race

        menu = self.query_one(MenuList)
        self._latest, words = await to_thread(latest_race, self.heat.store)
        if not menu.is_attached:  # the game was quit meanwhile
            return
        menu.replace_option_prompt(RESUME, _line(translated(ENTRIES[RESUME][0]), words))
        if menu.get_option(RESUME).disabled != (self._latest is None):  # switching it moves the highlight
            (menu.disable_option if self._latest is None else menu.enable_option)(RESUME)
        wanted, self._wanted = self._wanted, False
        if wanted and self.is_active:
            open_entry(self, RESUME, latest=self._latest)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self._wanted = event.option_id == RESUME and self._latest is None
        open_entry(self, str(event.option_id), latest=self._latest)


def _begun_with(folder: Path | None) -> str:
    """Return the entry to highlight in the first frame, judged by the folder of the saves without reading them."""
    if folder is None:
        return "new"
    return {None: "first", False: "new", True: RESUME}[unfinished(folder)]


def open_entry(screen: TitleScreen, entry: str, *, latest: str | None) -> None:
    """Open an entry of the menu; `latest` is the race to resume."""
    app = screen.heat
    if entry == RESUME:
        if latest is not None:
            app.games.resume(latest)
    elif entry == "first":
        from heat_tui.game.advice.first_race import first_race_setup

        app.games.start(first_race_setup(_("Player 1")), ("person",), tutorial=True)
    elif entry == "help":
        app.go(ToHelp(screen))
    elif entry == "quit":
        app.action_leave()
    else:
        app.go(ToEntry(entry))


_LEAST_NAME: Final = 15
"""The least cells of an entry's name, including the blank after it."""


def _line(name: str, words: str) -> Text:
    """Return the line of an entry: its name in bold, then its purpose, dim."""
    text = Text(no_wrap=True, overflow="ellipsis")
    room = max(_LEAST_NAME, *(cell_len(translated(each)) + 1 for each, _words in ENTRIES.values()))
    text.append(" " + to_left(name, room), "bold")
    text.append(f"{words} ", "dim")
    return text
