"""Setting up a race: advanced rules, laps, options and the seed."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import replace
from typing import Final, TypeVar

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Input, Static

from heat_tui.engine.setup import MOST_LAPS
from heat_tui.files.last_setup import LastSetup
from heat_tui.language import _, ngettext
from heat_tui.modules.legends import MOST_PRO
from heat_tui.table.form_rules import sets_name
from heat_tui.table.presets import (
    BASE_SET,
    DRAFTS,
    EXPANSIONS,
    LEVELS,
    PRESETS,
    SETS,
    draft_name,
    level_name,
    preset_name,
    preset_words,
)
from heat_tui.tui.widgets.menu_chooser import Chooser, Offer, switch
from heat_tui.tui.widgets.menu_field import Field

V = TypeVar("V", bound=Hashable)

LABEL: Final = 22
SWITCHES: Final = ("mulligan", "retire", "open_table", "memory_aid", "weather", "tournament", "aggressive")
SET_CHOICES: Final[tuple[tuple[str, ...] | None, ...]] = (
    None,
    (BASE_SET,),
    *((BASE_SET, each) for each in EXPANSIONS),
    SETS,
)
INSTEAD: Final[Mapping[str, Hashable]] = {"draft": "normal", "sets": None, "weather": False, "aggressive": False}
"""What stands on the line of an option that the race cannot have."""


class RulesPart(Vertical):
    """What else is to be settled; every line explains itself when it has the focus."""

    DEFAULT_CSS = """
    RulesPart { height: 1fr; padding: 0 1; overflow-y: auto; }
    RulesPart .heading { height: 1; width: 1fr; color: $text-muted; text-wrap: nowrap; text-overflow: ellipsis; }
    RulesPart #seed-line { height: 1; }
    RulesPart #seed-line Static { width: 24; text-wrap: nowrap; text-overflow: ellipsis; }
    RulesPart Input { width: 24; }
    RulesPart #seed-fault { height: auto; color: $text-error; display: none; }
    RulesPart #seed-fault.-told { display: block; }
    """

    class Changed(Message):
        """Something was changed by the player."""

    class PresetChosen(Message):
        """The player takes a preset, or (None) his own rules again."""

        def __init__(self, preset: str | None) -> None:
            super().__init__()
            self.preset = preset

    def __init__(self, form: LastSetup, *, printed: int, seed: str = "") -> None:
        super().__init__(id="rules-part")
        self._form = form
        self._printed = printed
        self._seed = seed

    def compose(self) -> ComposeResult:
        form = self._form
        yield Static(_("Rules"), classes="heading", markup=False)
        yield Chooser(_presets(own=True), None, label=_("Preset"), label_width=LABEL, id="preset")
        yield from self._advanced(form)
        yield self._line("laps", self._laps(), form.laps or 0, _("Laps"), _("How often the cars go round."))
        yield self._line(
            "pro",
            [Offer(more, f"+{more}" if more else _("as printed")) for more in range(MOST_PRO + 1)],
            form.pro,
            _("Faster Legends"),
            _("Every Legend card moves the Legends so many spaces further where they go by their speed."),
        )
        yield self._switch(
            "mulligan",
            _("Mulligan"),
            _("Before the first round each driver may pay 1 Heat for another hand of cards."),
            on=form.mulligan,
        )
        yield self._switch(
            "retire",
            _("Retiring"),
            _("Once a car has finished, the other drivers may end their race instead of planning."),
            on=form.retire,
        )
        yield self._switch(
            "open_table",
            _("Open table"),
            _("No curtains between the drivers: everybody may see all cards."),
            on=form.open_table,
        )
        yield self._switch(
            "memory_aid",
            _("Memory aid"),
            _("Odds know which cards are left in the own draw deck, as a perfect memory would."),
            on=form.memory_aid,
        )
        with Horizontal(id="seed-line"):
            yield Static(_("Seed"), markup=False)
            yield Field(self._seed, compact=True, placeholder=_("by lot"), id="seed", max_length=30)
        yield Static(id="seed-fault", markup=False)

    def _advanced(self, form: LastSetup) -> Iterator[Widget]:
        """The lines of the advanced rules."""
        yield self._line(
            "garage",
            [Offer(level, level_name(level)) for level in LEVELS],
            form.garage,
            _("Garage"),
            _("Three upgrades for every driver instead of the starting upgrades."),
        )
        yield self._line(
            "draft",
            [Offer(draft, draft_name(draft)) for draft in DRAFTS],
            form.draft,
            _("Upgrades"),
            _(
                "Each picks three, one at a time; in a snake draft four, and puts one away; or three basic ones are "
                "dealt."
            ),
        )
        yield self._line(
            "sets",
            [Offer(sets, sets_name(sets)) for sets in SET_CHOICES],
            form.sets,
            _("Upgrades from"),
            _("The sets whose upgrades are in play; as the track: the base game and the set that the track is from."),
        )
        yield self._switch(
            "weather",
            _("Weather"),
            _("One weather for the whole race, and a road condition for every corner or for the way behind it."),
            on=form.weather,
        )
        yield self._switch(
            "tournament",
            _("Tournament mode"),
            _("Play cards first: their number is the gear, and the shift is paid only when your turn comes."),
            on=form.tournament,
        )
        yield self._switch(
            "aggressive",
            _("Aggressive Legends"),
            _("A Legend that starts its move on a marked space before a corner may cross one more corner line."),
            on=form.aggressive,
        )

    @property
    def seed(self) -> str:
        """The seed as typed."""
        return self.query_one("#seed", Input).value

    def applied(self, form: LastSetup) -> LastSetup:
        """The form with what is chosen here."""
        return replace(
            form,
            laps=self._number("laps") or None,
            pro=self._number("pro"),
            mulligan=self._is_on("mulligan"),
            retire=self._is_on("retire"),
            open_table=self._is_on("open_table"),
            memory_aid=self._is_on("memory_aid"),
            garage=next(level for level in LEVELS if level == self._value("garage")),
            draft=next(draft for draft in DRAFTS if draft == self._value("draft")),
            sets=next(sets for sets in SET_CHOICES if sets == self._value("sets")),
            weather=self._is_on("weather"),
            tournament=self._is_on("tournament"),
            aggressive=self._is_on("aggressive"),
        )

    def fill(self, form: LastSetup, *, printed: int) -> None:
        """Take other values, without telling; `printed` is the track's own number of laps."""
        self._printed = printed
        laps = self.query_one("#laps", Chooser)
        laps.offer(self._laps())
        laps.value = form.laps or 0
        self.query_one("#pro", Chooser).value = form.pro
        for name in (*SWITCHES, "garage", "draft", "sets"):
            self.query_one(f"#{name}", Chooser).value = getattr(form, name)

    def print_laps(self, printed: int) -> None:
        """Offer the laps of another track, on which the printed number is raced."""
        self._printed = printed
        laps = self.query_one("#laps", Chooser)
        laps.offer(self._laps())

    def show_preset(self, preset: str | None, *, own: bool) -> None:
        """Name the preset that is filled in; with `own`, the player's own rules can be taken again."""
        chooser = self.query_one("#preset", Chooser)
        chooser.offer(_presets(own=own))
        chooser.value = preset
        chooser.hint = preset_words(preset) if preset is not None else _("Rules of your own making.")

    def show_barred(self, reasons: Mapping[str, str]) -> None:
        """Grey the options that the race cannot have, and say why to whoever stops there."""
        for name, instead in INSTEAD.items():
            chooser = self.query_one(f"#{name}", Chooser)
            if name in reasons:
                chooser.bar(reasons[name], instead)
            else:
                chooser.unbar()

    def show_fault(self, fault: str | None) -> None:
        """Say what is wrong with the seed."""
        note = self.query_one("#seed-fault", Static)
        note.update(fault or "")
        note.set_class(fault is not None, "-told")

    def on_chooser_changed(self, event: Chooser.Changed) -> None:
        """Tell."""
        event.stop()
        chooser = event.chooser
        if chooser.id == "preset":
            self.post_message(self.PresetChosen(None if chooser.value is None else str(chooser.value)))
        else:
            self.post_message(self.Changed())

    def on_input_changed(self, event: Input.Changed) -> None:
        """Tell."""
        event.stop()
        self.post_message(self.Changed())

    def _laps(self) -> list[Offer[int]]:
        printed = ngettext("{count}, as printed", "{count}, as printed", self._printed).format(count=self._printed)
        return [Offer(0, printed), *(Offer(laps, str(laps)) for laps in range(1, MOST_LAPS + 1))]

    def _line(self, id: str, offers: list[Offer[V]], value: V, label: str, hint: str) -> Chooser[V]:
        return Chooser(offers, value, label=label, label_width=LABEL, hint=hint, id=id)

    def _switch(self, id: str, label: str, hint: str, *, on: bool) -> Chooser[bool]:
        return Chooser(switch(), on, label=label, label_width=LABEL, hint=hint, id=id)

    def _value(self, id: str) -> Hashable:
        value: Hashable = self.query_one(f"#{id}", Chooser).value
        return value

    def _number(self, id: str) -> int:
        return int(str(self._value(id)))

    def _is_on(self, id: str) -> bool:
        return self._value(id) is True


def _presets(*, own: bool) -> list[Offer[str | None]]:
    """The presets, and before them what the player made himself."""
    presets = [Offer[str | None](preset, preset_name(preset)) for preset in PRESETS]
    return [Offer[str | None](None, _("your own")), *presets] if own else presets
