"""The screen of the drivers' book: its pages, and merging, separating and comparing drivers."""

from __future__ import annotations

from asyncio import Lock, to_thread
from collections.abc import Callable, Generator, Mapping
from typing import Final, Literal, TypeVar

from textual import work

from heat_tui.drivers.kinds import PERSON
from heat_tui.game.book import pages
from heat_tui.game.book.entries import (
    Progress,
    Rebuilt,
    catching_up,
    check_merge,
    merge,
    rebuilding,
    rebuilt_lines,
    unmerge,
)
from heat_tui.game.book.pages import Driver, Duel, Table
from heat_tui.language import N_, _, ngettext, translated
from heat_tui.store.book import Book, DamagedBook, Select, Stamp, stamp_of
from heat_tui.store.reading import BadFile
from heat_tui.store.saves import SaveStore
from heat_tui.store.schema import Refused
from heat_tui.tui.book.pages import BookPages, Page
from heat_tui.tui.keymap import bound
from heat_tui.tui.lists import Note
from heat_tui.tui.look import keys_of

T = TypeVar("T")

Purpose = Literal["duel", "merge"]
"""The purposes of picking a second driver: comparing the two, or merging their names."""

_PICK: Final[Mapping[Purpose, str]] = {
    "duel": N_("{name} against: highlight another driver and press Enter, or {back} to cancel."),
    "merge": N_("Merge {name} with: highlight another person and press Enter, or {back} to cancel."),
}


class BookScreen(BookPages):
    """The drivers, records, tracks, titles, seasons and races; whenever shown, the book catches up with the saves."""

    BINDINGS = bound("duel", "merge-names", "unmerge-names", "rebuild")

    def __init__(self) -> None:
        none = N_("No season has been raced yet; Championship in the menu starts one.")
        super().__init__(
            None,
            _("Drivers' book"),
            people=Page(N_("People"), _drivers(people=True), N_("No person has finished a race against others yet.")),
            automated=Page(
                N_("Automated"), _drivers(people=False), N_("No automated driver and no Legend has been in a race yet.")
            ),
            records=Page(N_("Records"), pages.records, N_("No record has been set yet.")),
            tracks=Page(N_("Tracks"), pages.tracks),
            titles=Page(N_("Titles"), pages.titles, none),
            seasons=Page(N_("Seasons"), pages.seasons, none),
            races=Page(N_("Races"), pages.races),
        )
        self._stamp: Stamp | None = None
        self._aliases: Mapping[str, str] = {}
        self._read = False
        self._picking: tuple[Purpose, Driver] | None = None
        self._busy = Lock()

    def on_screen_resume(self) -> None:
        """Read the book after the next frame: a race may have been raced meanwhile."""
        self.call_after_refresh(self.read_book)

    async def make_page(self) -> None:
        """Show the open page, unless the book has not been read yet."""
        if self._read:
            await super().make_page()

    @work(group="book")
    async def read_book(self) -> None:
        """Catch up with the saves and read the book, in a thread, or say why it cannot be read."""
        if (store := self._store) is None:
            self.say(_("Races are not being saved now, so nothing is entered in the book."))
        else:
            await self._follow(store, catching_up(store))

    @work(group="book")
    async def rebuild(self) -> None:
        """Rebuild the book from all saves, and report the result."""
        if (store := self._store) is None:
            return
        done: Rebuilt | None = await self._follow(store, rebuilding(store))
        if done is not None:
            self.tell("\n".join(rebuilt_lines(done)))

    async def _follow(self, store: SaveStore, steps: Generator[Progress, None, T]) -> T | None:
        """Run the steps, one for each save, show the book, and return their result; None if the book is unreadable.

        Leaving the screen postpones the remaining steps.
        """

        def step() -> Progress | tuple[T]:
            try:
                return next(steps)
            except StopIteration as end:
                return (end.value,)

        try:
            async with self._busy:
                while True:
                    match await to_thread(step):
                        case (number, count):
                            words = ngettext("{number} of {count} save read", "{number} of {count} saves read", count)
                            self.say(words.format(number=number, count=count))
                        case (result,):
                            await self._open(store)
                            return result
        except BadFile as reason:
            self._read = False
            self.say(str(reason))
            if isinstance(reason, DamagedBook):
                self.query_one(Note).say(_("Press {rebuild} to do that here.").format(**keys_of(self)))
            return None

    async def _open(self, store: SaveStore) -> None:
        """Show the book; if it has changed, each page is read again when it is next shown. Raises BadFile."""
        if store.book is None:
            return
        self.book = Book(store.book)
        empty = not await self.read(lambda select: select("SELECT at FROM ends LIMIT 1"))
        self._aliases = await self.read(pages.aliases)
        stamp = stamp_of(store.book)
        if not self.is_attached:
            return
        if not self._read or stamp != self._stamp:
            self._made.clear()
        self._read, self._stamp = True, stamp
        if empty:
            self.say(_("The book is empty. Every race that you finish is entered here: start one with New race."))
        else:
            await self.make_page()

    def hint(self) -> str:
        """Return a sentence on the driver to pick, or else on the effect of Enter."""
        if self._picking is None:
            return super().hint()
        purpose, driver = self._picking
        return translated(_PICK[purpose]).format(name=driver, **keys_of(self))

    async def open(self, about: object) -> None:
        """Open the subject of a row, or take its driver as the second one picked. Raises Refused."""
        if self._picking is None:
            await super().open(about)
            return
        purpose, one = self._picking
        if not isinstance(about, Driver) or about == one or (purpose == "merge" and about.kind != PERSON):
            return
        self._stop_picking()
        if purpose == "duel":
            await super().open(Duel(one, about))
            return
        await self.read(lambda select: check_merge(select, one, about))
        question = _("Count all races of {name} for {other} from now on? Press {unmerge} to separate them again.")
        words = question.format(name=one, other=about, unmerge=keys_of(self)["unmerge_names"])
        self.ask(words, _("Keep apart"), _("Merge"), lambda: self.write_names(one.name, about.name))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "pick":
            about = self.about
            return True if isinstance(about, Driver) and (parameters == ("duel",) or about.kind == PERSON) else None
        if action == "unmerge":
            return True if self._merged else None
        if action == "rebuild":
            return True if self._store is not None else None
        return super().check_action(action, parameters)

    def action_pick(self, purpose: Purpose) -> None:
        """Take the highlighted driver as the first one, and ask for the second."""
        about = self.about
        if isinstance(about, Driver):
            self._picking = purpose, about
            self.describe()

    def action_back(self) -> None:
        """Cancel picking a driver, or else leave the book."""
        if self._picking is None:
            super().action_back()
        else:
            self._stop_picking()

    def action_unmerge(self) -> None:
        """Ask which of the driver's merged names to separate again."""
        about, names = self.about, self._merged
        if not isinstance(about, Driver) or not names:
            return

        def answered(answer: int) -> None:
            if answer:
                self.write_names(names[answer - 1], None)

        question = _("Which name should no longer count for {name}?").format(name=about)
        self.heat.ask(question, (_("Keep merged"), *names), answered)

    def action_rebuild(self) -> None:
        question = _("Rebuild the book from all saved races? Races whose saves are gone stay in it.")
        self.ask(question, _("Keep"), _("Rebuild"), self.rebuild)

    @work(group="book")
    async def write_names(self, name: str, person: str | None) -> None:
        """Merge a name with a person's name, or separate it again if `person` is None."""
        if (store := self._store) is None or store.book is None:
            return
        try:
            async with self._busy:
                if person is None:
                    words = await to_thread(unmerge, store.book, name)
                else:
                    words = await to_thread(merge, store.book, name, person)
                await self._open(store)
        except Refused as reason:
            self.trouble = str(reason)
            self.describe()
        else:
            self.notify(words, markup=False)

    def _stop_picking(self) -> None:
        self._picking = None
        self.describe()

    @property
    def _merged(self) -> list[str]:
        about = self.about
        return pages.names_of(about, self._aliases) if isinstance(about, Driver) else []

    @property
    def _store(self) -> SaveStore | None:
        """The store of the saves; None if races are not saved or the store has no book."""
        store = self.heat.store
        return store if store is not None and store.book is not None else None


def _drivers(*, people: bool) -> Callable[[Select], Table]:
    """Return a function that makes the table of all people, or of all other drivers."""
    return lambda select: pages.drivers_table(
        [each for each in pages.drivers(select) if (each["kind"] == PERSON) == people]
    )
