"""Setting up a race or a season: the rules, with a line for each option."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widgets import Input, Static

from heat_tui.game.setup.options import PRESETS, RACE, Options
from heat_tui.language import _, translated
from heat_tui.store.schema import Option, with_values
from heat_tui.tui.setup.fields import LineInput, LineSelect, label_room, line

LABEL = 22


class RulesPart(Vertical):
    """A line for each of the `names`, options in `rows`; every line explains itself when it has the focus."""

    def __init__(self, names: Sequence[str], rows: Mapping[str, Option], form: Options) -> None:
        super().__init__(id="rules-part")
        self._names = names
        self._rows = rows
        self._form = form

    def compose(self) -> ComposeResult:
        form, room = self._form, label_room((RACE["preset"], *(self._rows[name] for name in self._names)), LABEL)
        yield Static(_("Rules"), classes="heading", markup=False)
        if form.season is None:
            yield LineSelect(
                _presets(own=True), None, label=translated(RACE["preset"].label), label_width=room, id="preset"
            )
        for name in self._names:
            value = getattr(form, name)
            yield line(_with_laps(self._rows[name], value), value, width=room)
        with Horizontal(id="seed-line"):
            yield Static(translated(self._rows["seed"].label), markup=False)
            seed = "" if form.seed is None else str(form.seed)
            yield LineInput(seed, compact=True, placeholder=_("random"), id="seed", max_length=30)
        yield Static(id="seed-fault", markup=False)

    @property
    def seed(self) -> str:
        return self.query_one("#seed", Input).value

    def applied(self, form: Options) -> Options:
        """Return the form with the values chosen here."""
        return with_values(form, {name: self._line(name).value for name in self._names})

    def fill(self, form: Options) -> None:
        """Show other values without posting a message."""
        for name in self._names:
            self._line(name).value = getattr(form, name)

    def print_laps(self, printed: int) -> None:
        """Mark the printed number of laps of a track among the numbers to choose.

        It is the default, which changes with the track, unless the player has chosen that number explicitly.
        """
        laps = self._line("laps")
        default = printed if laps.value == printed else None
        marked = default, _("{laps} (printed)").format(laps=printed)
        numbers = filter(None, self._rows["laps"].choices)
        laps.set_options(marked if each == printed else (each, str(each)) for each in numbers)

    def show_preset(self, preset: str | None, *, own: bool) -> None:
        """Name the preset that is filled in; with `own`, the player's own rules can be restored."""
        select = self._line("preset")
        select.set_options(_presets(own=own))
        select.value = preset
        select.hint = translated(PRESETS[preset].words) if preset is not None else _("Your own rules.")

    def show_barred(self, reasons: Mapping[str, str]) -> None:
        """Grey out the options that are not available, and say why when they have the focus."""
        for name in self._names:
            self._line(name).bar(reasons.get(name, ""), self._rows[name].usual)

    def show_error(self, error: str | None) -> None:
        note = self.query_one("#seed-fault", Static)
        note.update(error or "")
        note.set_class(error is not None, "-told")

    def _line(self, name: str) -> LineSelect:
        return self.query_one(f"#{name}", LineSelect)


def _with_laps(row: Option, value: object) -> Option:
    """Return a row with laps by race, which only the command line can ask for, as its second choice."""
    if row.name != "laps" or not isinstance(value, tuple):
        return row
    by_race = {value: ", ".join(map(str, value))}
    return replace(row, choices={None: row.choices[None], **by_race, **row.choices})


def _presets(*, own: bool) -> list[tuple[Hashable, str]]:
    """Return the presets, preceded by the player's own rules."""
    presets: list[tuple[Hashable, str]] = [(name, translated(preset.name)) for name, preset in PRESETS.items()]
    return [(None, _("your own")), *presets] if own else presets
