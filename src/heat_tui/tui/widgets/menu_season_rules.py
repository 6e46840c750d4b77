"""Setting up a season: cards, laps, options and the seed."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final, TypeVar

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Input, Static

from heat_tui.engine.setup import MOST_LAPS
from heat_tui.language import _
from heat_tui.modules.legends import MOST_PRO
from heat_tui.table.form_rules import sets_name
from heat_tui.table.presets import level_name
from heat_tui.table.season_form import SeasonForm
from heat_tui.table.season_wishes import SEASON_LEVELS
from heat_tui.tui.widgets.menu_chooser import Chooser, Offer, switch
from heat_tui.tui.widgets.menu_field import Field
from heat_tui.tui.widgets.menu_race_rules import LABEL, SET_CHOICES

V = TypeVar("V", bound=Hashable)

SWITCHES: Final = ("tournament", "aggressive", "mulligan", "retire", "open_table", "memory_aid")


class SeasonRulesPart(Vertical):
    """What else is to be settled; every line explains itself when it has the focus."""

    DEFAULT_CSS = """
    SeasonRulesPart { height: 1fr; padding: 0 1; overflow-y: auto; }
    SeasonRulesPart .heading { height: 1; width: 1fr; color: $text-muted; text-wrap: nowrap; text-overflow: ellipsis; }
    SeasonRulesPart #seed-line { height: 1; }
    SeasonRulesPart #seed-line Static { width: 24; text-wrap: nowrap; text-overflow: ellipsis; }
    SeasonRulesPart Input { width: 24; }
    SeasonRulesPart #seed-fault { height: auto; color: $text-error; display: none; }
    SeasonRulesPart #seed-fault.-told { display: block; }
    """

    class Changed(Message):
        """Something was changed by the player."""

    def __init__(self, form: SeasonForm, *, seed: str = "") -> None:
        super().__init__(id="rules-part")
        self._form = form
        self._seed = seed

    def compose(self) -> ComposeResult:
        form = self._form
        yield Static(_("Rules"), classes="heading", markup=False)
        yield self._line(
            "level",
            [Offer(level, level_name(level)) for level in SEASON_LEVELS],
            form.level,
            _("Garage"),
            _("The upgrades of which every driver takes one before each race."),
        )
        yield self._line(
            "sets",
            [Offer(sets, _("as the season") if sets is None else sets_name(sets)) for sets in SET_CHOICES],
            form.sets,
            _("Sets in play"),
            _("Where upgrades and Sponsorships come from, and the tracks and events of a custom season."),
        )
        yield self._line("laps", _laps(form), form.laps, _("Laps"), _("How often the cars go round in every race."))
        yield self._line(
            "pro",
            [Offer(more, f"+{more}" if more else _("as printed")) for more in range(MOST_PRO + 1)],
            form.pro,
            _("Faster Legends"),
            _("Every Legend card moves the Legends so many spaces further where they go by their speed."),
        )
        yield from self._switches(form)
        with Horizontal(id="seed-line"):
            yield Static(_("Seed"), markup=False)
            yield Field(self._seed, compact=True, placeholder=_("by lot"), id="seed", max_length=30)
        yield Static(id="seed-fault", markup=False)

    def _switches(self, form: SeasonForm) -> Iterator[Widget]:
        words: Mapping[str, tuple[str, str]] = {
            "tournament": (
                _("Tournament mode"),
                _("Play cards first: their number is the gear, and the shift is paid only when your turn comes."),
            ),
            "aggressive": (
                _("Aggressive Legends"),
                _("A Legend that starts its move on a marked space before a corner may cross one more corner line."),
            ),
            "mulligan": (
                _("Mulligan"),
                _("Before the first round each driver may pay 1 Heat for another hand of cards."),
            ),
            "retire": (
                _("Retiring"),
                _("Once a car has finished, the other drivers may end their race instead of planning."),
            ),
            "open_table": (
                _("Open table"),
                _("No curtains between the drivers: everybody may see all cards."),
            ),
            "memory_aid": (
                _("Memory aid"),
                _("Odds know which cards are left in the own draw deck, as a perfect memory would."),
            ),
        }
        for name in SWITCHES:
            label, hint = words[name]
            yield Chooser(switch(), getattr(form, name), label=label, label_width=LABEL, hint=hint, id=name)

    @property
    def seed(self) -> str:
        """The seed as typed."""
        return self.query_one("#seed", Input).value

    def applied(self, form: SeasonForm) -> SeasonForm:
        """The form with what is chosen here."""
        return replace(
            form,
            level=next(level for level in SEASON_LEVELS if level == self._value("level")),
            sets=next(sets for sets in SET_CHOICES if sets == self._value("sets")),
            laps=next(each.value for each in _laps(self._form) if each.value == self._value("laps")),
            pro=int(str(self._value("pro"))),
            tournament=self._is_on("tournament"),
            aggressive=self._is_on("aggressive"),
            mulligan=self._is_on("mulligan"),
            retire=self._is_on("retire"),
            open_table=self._is_on("open_table"),
            memory_aid=self._is_on("memory_aid"),
        )

    def show_barred(self, reasons: Mapping[str, str]) -> None:
        """Grey the options that the season cannot have, and say why to whoever stops there."""
        chooser = self.query_one("#aggressive", Chooser)
        if "aggressive" in reasons:
            chooser.bar(reasons["aggressive"], instead=False)
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
        self.post_message(self.Changed())

    def on_input_changed(self, event: Input.Changed) -> None:
        """Tell."""
        event.stop()
        self.post_message(self.Changed())

    def _line(self, id: str, offers: Sequence[Offer[V]], value: V, label: str, hint: str) -> Chooser[V]:
        return Chooser(offers, value, label=label, label_width=LABEL, hint=hint, id=id)

    def _value(self, id: str) -> Hashable:
        value: Hashable = self.query_one(f"#{id}", Chooser).value
        return value

    def _is_on(self, id: str) -> bool:
        return self._value(id) is True


def _laps(form: SeasonForm) -> list[Offer[int | tuple[int, ...] | None]]:
    """The printed laps, a number for all races, and what was wished for each race if it was."""
    every: list[int | tuple[int, ...] | None] = list(range(1, MOST_LAPS + 1))
    if isinstance(form.laps, tuple):
        every = [form.laps, *every]
    words = [", ".join(map(str, each)) if isinstance(each, tuple) else str(each) for each in every]
    return [Offer(None, _("as printed")), *map(Offer[int | tuple[int, ...] | None], every, words)]
