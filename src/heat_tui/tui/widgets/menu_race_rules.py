"""Setting up a race: laps, options and the seed."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace
from typing import Final

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.widgets import Input, Static

from heat_tui.engine.setup import MOST_LAPS
from heat_tui.files.last_setup import LastSetup
from heat_tui.language import _, ngettext
from heat_tui.modules.legends import MOST_PRO
from heat_tui.tui.widgets.menu_chooser import Chooser, Offer, switch
from heat_tui.tui.widgets.menu_field import Field

LABEL: Final = 22


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

    def __init__(self, form: LastSetup, *, printed: int, seed: str = "") -> None:
        super().__init__(id="rules-part")
        self._form = form
        self._printed = printed
        self._seed = seed

    def compose(self) -> ComposeResult:
        form = self._form
        yield Static(_("Rules"), classes="heading", markup=False)
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
        )

    def fill(self, form: LastSetup, *, printed: int) -> None:
        """Take other values, without telling; `printed` is the track's own number of laps."""
        self._printed = printed
        laps = self.query_one("#laps", Chooser)
        laps.offer(self._laps())
        laps.value = form.laps or 0
        self.query_one("#pro", Chooser).value = form.pro
        for name in ("mulligan", "retire", "open_table", "memory_aid"):
            self.query_one(f"#{name}", Chooser).value = getattr(form, name)

    def show_fault(self, fault: str | None) -> None:
        """Say what is wrong with the seed."""
        note = self.query_one("#seed-fault", Static)
        note.update(fault or "")
        note.set_class(fault is not None, "-told")

    def on_chooser_changed(self, event: Chooser.Changed) -> None:
        """Tell."""
        event.stop()
        self.post_message(self.Changed())

    def on_input_changed(self, event: Input.Changed) -> None:
        """Tell."""
        event.stop()
        self.post_message(self.Changed())

    def _laps(self) -> list[Offer[int]]:
        printed = ngettext("{count}, as printed", "{count}, as printed", self._printed).format(count=self._printed)
        return [Offer(0, printed), *(Offer(laps, str(laps)) for laps in range(1, MOST_LAPS + 1))]

    def _line(self, id: str, offers: list[Offer[int]], value: int, label: str, hint: str) -> Chooser[int]:
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
