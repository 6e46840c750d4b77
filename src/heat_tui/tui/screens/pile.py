"""The own discard pile, of which a Salvage takes cards."""

from __future__ import annotations

from collections import Counter
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.message import Message
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from heat_tui.engine.decisions import Use
from heat_tui.language import _, ngettext
from heat_tui.prose import card_name
from heat_tui.prose.upgrade_advice import explain_use_of_card
from heat_tui.tui.appearance import look_of
from heat_tui.tui.columns import to_left
from heat_tui.tui.glyphs import plain
from heat_tui.tui.keymap import bound
from heat_tui.tui.screens.screen import HeatDialog
from heat_tui.tui.widgets.done import Done
from heat_tui.tui.widgets.options import Options

_KIND = 18


class Kinds(Options):
    """A line for each kind of card; Enter is for the whole choice, not for a line."""

    BINDINGS: ClassVar[list[BindingType]] = [*bound("confirm"), *bound("pick", "left", "right", shown=False)]

    class Confirmed(Message):
        """Enter was pressed."""

    class Changed(Message):
        """One more, or one fewer, of the highlighted kind."""

        def __init__(self, step: int) -> None:
            super().__init__()
            self.step = step

    def action_confirm(self) -> None:
        """Enter."""
        self.post_message(self.Confirmed())

    def action_go(self, step: int) -> None:
        """More or fewer."""
        self.post_message(self.Changed(step))

    def action_pick(self) -> None:
        """One more."""
        self.post_message(self.Changed(1))


class PileScreen(HeatDialog[tuple[str, ...]]):
    """Up to so many cards of the own discard pile, whose order nobody knows; None where it is left with Esc.

    Private to its seat: close it whenever that seat's cards are covered.
    """

    help_topic = "salvage"
    DEFAULT_CSS = """
    PileScreen Static { width: 1fr; height: auto; }
    PileScreen #title { text-style: bold; color: $accent; margin-bottom: 1; }
    PileScreen Kinds { height: auto; max-height: 10; border: none; padding: 0; background: transparent;
        text-wrap: nowrap; text-overflow: ellipsis; }
    PileScreen Kinds:focus { border: none; background-tint: transparent 0%; }
    PileScreen #taken { margin-top: 1; }
    PileScreen Done { width: auto; margin-top: 1; }
    """

    def __init__(self, pile: tuple[str, ...], use: Use, seat: int) -> None:
        super().__init__()
        self._use = use
        self._seat = seat
        self._there = Counter(pile)
        self.kinds = sorted(self._there, key=lambda card: (not card.isdigit(), card))
        self._taken: Counter[str] = Counter()

    @property
    def private_to(self) -> int:
        """The seat whose cards these are."""
        return self._seat

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Static(explain_use_of_card(self._use), id="title", markup=False)
            yield Kinds(*(Option(self._line(kind)) for kind in self.kinds), markup=False)
            yield Static("", id="taken", markup=False)
            yield Done()

    def on_mount(self) -> None:
        """Begin with nothing taken, on the first kind."""
        kinds = self.query_one(Kinds)
        kinds.highlighted = 0
        kinds.focus()
        self._show()

    def on_kinds_changed(self, event: Kinds.Changed) -> None:
        """One more, or one fewer, as far as it goes."""
        event.stop()
        index = self.query_one(Kinds).highlighted
        if index is not None:
            self._change(index, event.step, around=False)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """The mouse on a kind: one more of it, and none after the last."""
        event.stop()
        self._change(event.option_index, 1, around=True)

    def on_kinds_confirmed(self, event: Kinds.Confirmed) -> None:
        """Hand the cards over."""
        event.stop()
        self._confirm()

    def on_done_pressed(self, event: Done.Pressed) -> None:
        """The mouse says yes."""
        event.stop()
        self._confirm()

    def _confirm(self) -> None:
        if self._taken.total():
            self.dismiss(tuple(sorted(self._taken.elements())))
        else:
            self.query_one("#taken", Static).update(_("Take at least one card, or go back with Esc."))

    def _change(self, index: int, step: int, *, around: bool) -> None:
        kind = self.kinds[index]
        wanted = self._taken[kind] + step
        full = self._taken.total() + step > self._use.most
        if wanted > self._there[kind] or full:
            wanted = 0 if around else self._taken[kind]
        self._taken[kind] = max(wanted, 0)
        self.query_one(Kinds).replace_option_prompt_at_index(index, self._line(kind))
        self._show()

    def _show(self) -> None:
        taken, most = self._taken.total(), self._use.most
        text = ngettext(
            "{taken} of {most} card taken; ◄ ► or Space change it.",
            "{taken} of {most} cards taken; ◄ ► or Space change it.",
            most,
        ).format(taken=taken, most=most)
        self.query_one("#taken", Static).update(plain(text, ascii_only=look_of(self).ascii))
        self.query_one(Done).ready(ready=bool(taken))

    def _line(self, kind: str) -> Text:
        ascii_only = look_of(self).ascii if self.is_attached else False
        taken, there = self._taken[kind], self._there[kind]
        bar = plain("■" * taken + "□" * (there - taken), ascii_only=ascii_only)
        return Text(f"{to_left(card_name(kind), _KIND, ascii_only=ascii_only)} {bar}", no_wrap=True)
