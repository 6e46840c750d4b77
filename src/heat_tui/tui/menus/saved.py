"""Saved races: resume, replay, show figures, rename, delete, export, import."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from rich.cells import cell_len
from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.events import Resize, ScreenResume
from textual.widgets import DataTable, Static

from heat_tui.game.table.save_line import day_words, game_words, state_words
from heat_tui.language import _, listing, ngettext
from heat_tui.store.paths import documents_folder
from heat_tui.store.reading import BadFile, shown_path
from heat_tui.store.save_list import BadSave, SaveInfo
from heat_tui.store.saves import ListedSaves, SaveStore
from heat_tui.store.schema import Refused
from heat_tui.tui.keymap import bound
from heat_tui.tui.lists import Heading, KeyFooter, Note
from heat_tui.tui.look import look_of, styles
from heat_tui.tui.pages import Rows, cut_cells
from heat_tui.tui.screen import HeatScreen
from heat_tui.words.names import name_of_track

Row = SaveInfo | BadSave

Work = Callable[[str], tuple[str, str]]
"""A function that acts on a typed text, and returns a success message and the save to highlight; raises Refused."""


class SavedRacesScreen(HeatScreen[None]):
    """The saves, most recent first, then unusable files, above a note on the highlighted row."""

    help_topic = "saved-races"
    keeps_results = True
    CSS_PATH = styles("menus/menus")
    BINDINGS = bound("replay-save", "figures", "rename", "delete", "export-save", "import-save")

    def __init__(self) -> None:
        super().__init__()
        self._listed: ListedSaves = []
        self._widths: list[int] = []

    def compose(self) -> ComposeResult:
        yield Heading(_("Saved races"))
        yield Rows(cursor_type="row", zebra_stripes=True)
        yield Static(id="empty", markup=False)
        yield Note(id="note")
        yield KeyFooter(compact=True)

    @on(Resize)
    @on(ScreenResume)
    def read_folder_again(self) -> None:
        """Read the folder after the next frame: a race may have been played, or the columns may need other widths."""
        self.call_after_refresh(self.read_folder)

    def read_folder(self) -> None:
        """List the current saves, unless the screen was left before it was painted."""
        if self.query(DataTable):
            self._list()

    def on_data_table_row_selected(self, event: DataTable.RowSelected) -> None:
        """Resume a race, or show its result, unless the list has been read again meanwhile."""
        row = self._row
        if isinstance(row, SaveInfo) and event.row_key in self._table.rows:
            self.heat.games.resume(row.name)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action in ("rename", "delete") and self._row is None:
            return None
        if action in ("export", "replay", "figures") and not isinstance(self._row, SaveInfo):
            return None
        if action == "import" and self.heat.store is None:
            return None
        return super().check_action(action, parameters)

    def action_replay(self) -> None:
        """Replay the highlighted race, or a race that the player chooses from the highlighted season."""
        if (chosen := self._chosen) is not None:
            self.heat.games.replay(chosen[0])

    def action_figures(self) -> None:
        from heat_tui.game.table.match import Match

        if (chosen := self._chosen) is None:
            return
        name, store = chosen
        if not self.attempt(lambda: self.heat.show_figures(Match.look_on(store, name))):
            self._list()

    def action_rename(self) -> None:
        if (chosen := self._chosen) is None:
            return
        name, store = chosen

        def rename(text: str) -> tuple[str, str]:
            new = store.rename(name, text)
            return _("{name} is now called {new}.").format(name=shown_path(name), new=new), new

        question = _("New name for {name}:").format(name=shown_path(name))
        self._ask(question, _("Rename"), shown_path(name), rename, nothing=_("A saved race needs a name; type one."))

    def action_delete(self) -> None:
        if (chosen := self._chosen) is None:
            return
        name, store = chosen

        def delete() -> None:
            store.delete(name)
            self._done(_("{name} has been deleted.").format(name=shown_path(name)))

        question = _("Delete {name} permanently?").format(name=shown_path(name))
        self.ask(question, _("Keep"), _("Delete"), delete)

    def action_export(self) -> None:
        if (chosen := self._chosen) is None:
            return
        name, store = chosen

        def export(text: str) -> tuple[str, str]:
            target = store.export(name, _path(text))
            return _("Exported {name} to {path}.").format(name=name, path=shown_path(target)), name

        question = _("Export {name} to this file or folder:").format(name=name)
        proposal = str(documents_folder() / f"{name}.json")
        self._ask(question, _("Export"), proposal, export, nothing=_("Type the name of a file or a folder."))

    def action_import(self) -> None:
        store = self.heat.store
        if store is None:
            return

        def take(text: str) -> tuple[str, str]:
            path = _path(text)
            saved = store.import_(path)
            return _("Imported {path} as {name}.").format(path=shown_path(path), name=saved.name), saved.name

        question = _("Import the race saved in this file:")
        self._ask(question, _("Import"), "", take, nothing=_("Type the name of a file."))

    @property
    def _table(self) -> Rows:
        return self.query_one(Rows)

    @property
    def _row(self) -> Row | None:
        row = self._table.cursor_row if self._listed else -1
        return self._listed[row] if 0 <= row < len(self._listed) else None

    @property
    def _chosen(self) -> tuple[str, SaveStore] | None:
        """The name of the highlighted save and its store; None if nothing is highlighted."""
        row, store = self._row, self.heat.store
        return None if row is None or store is None else (row.name, store)

    def _list(self, *, select: str | None = None) -> None:
        """Read the folder and fill the table; put the cursor on race `select`, or else on the same row if possible."""
        store, table = self.heat.store, self._table
        row = table.cursor_row
        listed: ListedSaves = []
        empty = _("No races are saved yet. Every race is saved here automatically, choice by choice.")
        try:
            if store is None:
                empty = _("Races are not being saved now.")
            else:
                listed = store.list()
        except BadFile as reason:
            empty = str(reason)
        self._listed = listed
        table.clear(columns=True)
        bar = table.styles.scrollbar_size_vertical if len(listed) >= table.size.height - _NOTE_GROWS else 0
        self._widths = widths = _widths(self.size.width - bar, [_headings(), *map(_cells, listed)])
        for words, width in zip(_headings(), widths, strict=True):
            table.add_column(Text(words), width=width)
        look = look_of(self)
        for each in listed:
            cells = zip(_cells(each), widths, strict=True)
            style = "dim" if isinstance(each, BadSave) else ""
            table.add_row(*(Text(look.to_left(text, width), style) for text, width in cells))
        self.set_class(not listed, "-empty")
        self.query_one("#empty", Static).update(Text(empty))
        names = [each.name for each in listed]
        table.move_cursor(row=names.index(select) if select in names else min(row, max(len(listed) - 1, 0)))
        self._describe()

    @on(DataTable.RowHighlighted)
    def _describe(self) -> None:
        row = self._row
        self.refresh_bindings()
        note = self.query_one(Note)
        if isinstance(row, BadSave):
            note.say(row.problem, wrong=True)
        elif row is None:
            note.say("")
        else:
            cells = [*zip(_headings(), _cells(row), self._widths, strict=True)]
            del cells[_DRIVERS]  # the note's second line names them
            note.say("\n".join(filter(None, (cut_cells(cells), _about(row)))))

    def _done(self, sentence: str, *, select: str | None = None) -> None:
        self._list(select=select)
        self.heat.notify(sentence, markup=False)

    def _ask(self, question: str, yes: str, text: str, work: Work, *, nothing: str) -> None:
        """Ask for a text and pass it to `work`; `nothing` is the message for an empty text."""

        def read(text: str) -> tuple[str, str]:
            if not text:
                raise Refused(nothing)
            return work(text)

        self.heat.ask_for_text(
            question, yes, text, read, self.help_topic, lambda done: self._done(done[0], select=done[1])
        )


def _headings() -> tuple[str, ...]:
    return _("Track"), _("Drivers"), _("State"), _("Last played"), _("Name")


_GAPS: Final = 10
_DRIVERS: Final = 1
"""The index of the column with the drivers."""

_NOTE_GROWS: Final = 2
"""The lines by which the note below the list may grow."""

_LEAST_TRACK, _LEAST_DRIVERS, _LONG_NAME, _LEAST_STATE, _LEAST_NAME = 14, 8, 24, 10, 8


def _widths(width: int, rows: Sequence[Sequence[str]]) -> list[int]:
    """Return the columns' widths, in cells; the drivers' column takes spare width, and the track's shrinks first.

    A name longer than `_LONG_NAME` shrinks before the state, and any name after it.
    """
    track, drivers, state, _day, name = range(5)
    widths = [max(map(cell_len, column)) for column in zip(*rows, strict=True)]
    over = sum(widths) - (width - _GAPS)
    for column, least in (
        (track, _LEAST_TRACK),
        (drivers, max(_LEAST_DRIVERS, cell_len(rows[0][drivers]))),
        (name, _LONG_NAME),
        (state, _LEAST_STATE),
        (name, _LEAST_NAME),
    ):
        less = min(max(over, 0), max(widths[column] - least, 0))
        widths[column] -= less
        over -= less
    widths[drivers] -= min(over, 0)
    return widths


def _cells(each: Row) -> tuple[str, ...]:
    if isinstance(each, BadSave):
        return _("unusable"), "", "", "", shown_path(each.name)
    return (
        game_words(each) or name_of_track(each.track_id, each.track),
        listing(each.seats),
        state_words(each),
        day_words(each),
        each.name,
    )


def _about(row: SaveInfo) -> str:
    """Return the drivers and the number of cars, a note if the race is a branch, and the effect of Enter."""
    cars = ngettext("{count} car", "{count} cars", row.cars).format(count=row.cars)
    go_on = _("Press Enter to show the result.") if row.finished else _("Press Enter to resume.")
    about = _("{drivers}; {cars}; raced on. {enter}") if row.raced_on else _("{drivers}; {cars}. {enter}")
    return about.format(drivers=listing(row.seats), cars=cars, enter=go_on)


def _path(text: str) -> Path:
    return Path(os.path.expanduser(text))
