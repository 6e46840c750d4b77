"""Boxes over a race: the player's deck and discard pile, cards to salvage, the garage, standings, and Legend cards."""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Iterator
from typing import Final

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from heat_tui.engine.cards import HEAT, STRESS
from heat_tui.engine.decisions import Use
from heat_tui.engine.view import SeatView
from heat_tui.language import N_, _, ngettext, translated
from heat_tui.modules.championship.words import held_label
from heat_tui.modules.garage.market import GarageShown
from heat_tui.modules.garage.words import market_words
from heat_tui.modules.legends import open_card
from heat_tui.modules.legends.words import turned_lines
from heat_tui.tui.keymap import bound
from heat_tui.tui.lists import Done, SafeList
from heat_tui.tui.look import keys_of, look_of
from heat_tui.tui.race.panel import Places, Standings, columns_width
from heat_tui.tui.screen import HeatDialog
from heat_tui.words.cards import card_name
from heat_tui.words.names import car_name, cards_words
from heat_tui.words.questions import explain_use


class Overview(HeatDialog[None]):
    """A box over the race: a heading, by default `words`, above lines, and a frame that says how to close the box.

    The key that opened it also closes it.
    """

    words = ""

    def __init__(self, view: SeatView) -> None:
        """Take the view to show: the player's for the deck, otherwise the public one."""
        super().__init__()
        self.view = view

    def compose(self) -> ComposeResult:
        with Vertical() as box:
            box.border_subtitle = Content(f"{keys_of(self)['back']} {_('close')}")
            yield Static(self.heading(), id="title", markup=False)
            yield from self.body()

    def body(self) -> ComposeResult:
        yield Static(Text("\n").join(self.lines()), id="lines", markup=False)

    def heading(self) -> str:
        """Return the first line."""
        return translated(self.words)

    @abstractmethod
    def lines(self) -> Iterator[Text]:
        """Return the lines below the heading."""


_KIND, _PILES = 10, 40
"""The minimum width of the kinds' names and, with names of that width, the width of all piles, in columns."""

_LONGEST_BAR: Final = 12
"""The maximum width of a bar, in columns."""

_COUNT: Final = 4
"""The width of a number after its bar, in columns."""


class DeckScreen(Overview):
    """The player's draw deck and discard pile by kind of card, counted as one pile if the race has no memory aid.

    Private: close it when the curtain hides the player's seat.
    """

    help_topic = "deck"
    BINDINGS = bound("deck", "close", shown=False, action="back")
    words = N_("Cards left in your deck")

    def body(self) -> ComposeResult:
        yield from super().body()
        yield Static(_("Nobody knows the order of a draw deck."), id="order", markup=False)

    def lines(self) -> Iterator[Text]:
        view = self.view
        piles = {_("Draw deck"): Counter(view.unseen), _("Discard pile"): Counter(view.spent)}
        if not view.sheet.memory_aid:
            piles = {_("Draw deck and discard pile"): Counter(view.unseen)}
        kinds = sorted({kind for pile in piles.values() for kind in pile}, key=_rank)
        kind_width = max([_KIND, *(cell_len(card_name(kind)) + 1 for kind in kinds)])
        width, fitted = (_PILES - max(kind_width - _KIND, 0)) // len(piles), look_of(self).to_left
        yield Text(" " * kind_width + "".join(fitted(name, width) for name in piles), style="bold")
        for kind in kinds:
            bars = "".join(fitted(_bar(pile[kind], width), width) for pile in piles.values())
            yield Text(fitted(card_name(kind), kind_width) + bars)
        totals = "".join(fitted(cards_words(pile.total()), width) for pile in piles.values())
        yield Text(" " * kind_width + totals, style="dim")


def _bar(count: int, width: int) -> str:
    bar = "■" * min(count, _LONGEST_BAR, width - _COUNT)
    return f"{bar} {count}" if count else "·"


def _rank(kind: str) -> tuple[int, str]:
    """Return the sort key of a kind: speed cards by value, then upgrades and Sponsorships, then Stress, then Heat."""
    return (3 if kind == HEAT else 2 if kind == STRESS else 0 if kind.isdigit() else 1), kind


_PILE_KIND = 18


class Kinds(SafeList):
    """A line for each kind of card; Enter confirms the whole choice, not a line."""

    BINDINGS = (
        bound("confirm")
        + bound("pick", shown=False, action="screen.take(1)")
        + bound("left", shown=False, action="screen.take(-1)")
        + bound("right", shown=False, action="screen.take(1)")
    )

    def action_confirm(self) -> None:
        self.post_message(Done.Pressed())


class PileScreen(HeatDialog[tuple[str, ...]]):
    """A choice of cards from the player's discard pile; the result is None if it is left without a choice.

    Private: close it when the curtain hides the player's seat.
    """

    help_topic = "salvage"

    def __init__(self, pile: tuple[str, ...], use: Use) -> None:
        super().__init__()
        self._use = use
        self._there = Counter(pile)
        self.kinds = sorted(self._there, key=lambda card: (not card.isdigit(), card))
        self._taken: Counter[str] = Counter()

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Static(explain_use(self._use), id="title", markup=False)
            yield Kinds(*(Option(self._line(kind)) for kind in self.kinds), markup=False)
            yield Static("", id="taken", markup=False)
            yield Done()

    def on_mount(self) -> None:
        self.query_one(Kinds).highlighted = 0
        self._show()

    def action_take(self, step: int) -> None:
        """Take one more card of the highlighted kind (1) or one fewer (-1), if possible."""
        index = self.query_one(Kinds).highlighted
        if index is not None:
            self._change(index, step, around=False)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Take one more card of the clicked kind, or put that kind back if no more can be taken."""
        self._change(event.option_index, 1, around=True)

    def on_done_pressed(self) -> None:
        if self._taken.total():
            self.dismiss(tuple(sorted(self._taken.elements())))
        else:
            self.query_one("#taken", Static).update(
                _("Take at least one card, or press {back} to go back.").format(**keys_of(self))
            )

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
            "{taken} of {most} card taken; press {left}, {right} or {pick} to change that.",
            "{taken} of {most} cards taken; press {left}, {right} or {pick} to change that.",
            most,
        ).format(taken=taken, most=most, **keys_of(self))
        self.query_one("#taken", Static).update(text)
        self.query_one(Done).set_class(bool(taken), "-ready")

    def _line(self, kind: str) -> Text:
        taken = self._taken[kind]
        bar = "■" * taken + "□" * (self._there[kind] - taken)
        width = max(_PILE_KIND, *(cell_len(card_name(each)) for each in self.kinds))
        return Text(f"{look_of(self).to_left(card_name(kind), width)} {bar}", no_wrap=True)


class GarageScreen(Overview):
    """The market, and all drivers' upgrades and numbers of Sponsorships, with the cards' effects; all public (K1)."""

    help_topic = "garage"
    BINDINGS = bound("garage", "close", shown=False, action="back")
    words = N_("The garage: everybody's upgrades")

    def body(self) -> ComposeResult:
        with VerticalScroll():
            yield from super().body()

    def lines(self) -> Iterator[Text]:
        garage = self.view.part(GarageShown)
        if garage is None:
            return
        if garage.market:
            yield Text(_("In the market"), Style(bold=True))
            yield from map(_card, garage.market)
        for seat, owned in enumerate(garage.owned):
            badge = look_of(self).badge(self.view.sheet, seat)
            yield Text.assemble(badge, " ", (car_name(self.view.sheet, seat), "bold"))
            yield from (Text("  " + line) for line in held_label(self.view, seat))
            if not owned:
                yield Text("  " + _("no upgrades yet"))
            yield from map(_card, owned)


def _card(key: str) -> Text:
    return Text.assemble("  ", (card_name(key), "bold"), "  ", market_words(key))


class StandingsScreen(Overview):
    """The public facts of all cars, by place."""

    help_topic = "standings"
    BINDINGS = bound("standings", "close", shown=False, action="back")

    def __init__(self, places: Places) -> None:
        super().__init__(places.view)
        self._places = places

    def heading(self) -> str:
        number, laps = self.view.round, self.view.sheet.laps
        return ngettext(
            "Standings in round {round}, race of {laps} lap", "Standings in round {round}, race of {laps} laps", laps
        ).format(round=number, laps=laps)

    def body(self) -> ComposeResult:
        standings = Standings()
        standings.show(self._places)
        yield standings
        yield from super().body()

    def on_mount(self) -> None:
        """Make the dialog wide enough for all figures and the longest name, if the terminal has room."""
        names = (cell_len(car_name(self.view.sheet, car.index)) for car in self.view.cars)
        self.query_one(Vertical).styles.width = _AROUND + columns_width() + max(_SHORT_NAME, *names)

    def lines(self) -> Iterator[Text]:
        """Yield a key to the headings and, once this round's Legend card is open, to the signs in the Legends' rows."""
        yield Text("\n" + _("spc: space · top: last discard"), style="dim")
        yield Text(_("Stress: seen since the last shuffle"), style="dim")
        if open_card(self.view) is not None:
            yield Text(_("◆ diamond, ∩ helmet, → where the Legend would go if nobody else moved"), style="dim")


class LegendCardsScreen(Overview):
    """The Legend cards turned over since the last shuffle; all of them are open to everybody."""

    help_topic = "standings"
    BINDINGS = bound("legend-cards", "close", shown=False, action="back")
    words = N_("The Legend cards")

    def lines(self) -> Iterator[Text]:
        head, *rows = turned_lines(self.view)
        yield Text(head + "\n", style="dim")
        yield from map(Text, rows)


_AROUND, _SHORT_NAME = 12, 15
"""The columns of the dialog apart from names and figures, including its frame, and the minimum columns for names."""
