"""The table edge: the driver's hand, cards as rows of a list, and the gears with the cost of shifting to each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from rich.cells import cell_len, set_cell_size
from rich.style import Style
from rich.text import Text
from textual import events
from textual.message import Message
from textual.widget import Widget

from heat_tui.engine.cards import HEAT, STRESS, Card
from heat_tui.engine.decisions import PlanDecision
from heat_tui.engine.planning import TOP_GEAR
from heat_tui.language import N_, _, translated
from heat_tui.tui.look import Look, badge_style, keys_of, look_of
from heat_tui.typesetting import to_middle
from heat_tui.words.cards import card_name, face, short_card_name

_LEAST: Final = 4
_LEAST_HEIGHT: Final = 3
_MOST: Final = ((8, 15, 17), (5, 12, 15), (0, 9, 15))
"""The maximum widths of a card in a hand without and with upgrades, after the minimum number of rows for each pair."""

_BIG_ROWS: Final = 6
"""The minimum number of rows inside a card whose value is drawn three rows high."""

_BIG: Final = {
    "0": ("█▀█", "█ █", "▀▀▀"),
    "1": ("▀█ ", " █ ", "▀▀▀"),
    "2": ("▀▀█", "█▀▀", "▀▀▀"),
    "3": ("▀▀█", " ▀█", "▀▀▀"),
    "4": ("█ █", "▀▀█", "  ▀"),
    "5": ("█▀▀", "▀▀█", "▀▀▀"),
    "6": ("█▀▀", "█▀█", "▀▀▀"),
    "7": ("▀▀█", "  █", "  ▀"),
    "8": ("█▀█", "█▀█", "▀▀▀"),
    "9": ("█▀█", "▀▀█", "▀▀▀"),
    "+": (" ▄ ", "▀█▀", " ▀ "),
}
_LEAST_WITH_CHOICES: Final = 5
"""The minimum width of the cards if one of them has a choice of values: three characters fit inside the frame."""

UPGRADES: Final = frozenset({"upgrade", "sponsorship"})
"""The kinds of cards whose faces show signs or several values, and whose effects are described in words."""
_FRAME, _HEAVY_FRAME = tuple("╭─╮│╰╯"), tuple("┏━┓┃┗┛")
_MORE: Final = "…"
"""The sign for signs that do not fit on a card."""


class Hand(Widget):
    """The cards around the cursor, numbered, for the driver only; chosen ones are in a heavy frame, barred ones dim."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"hand--card", "hand--chosen", "hand--barred", "hand--heat", "hand--stress"}

    @dataclass
    class Pressed(Message):
        """A card was clicked; `index` counts from 0."""

        index: int

    def __init__(
        self, cards: Sequence[str], catalogue: Mapping[str, Card], barred: frozenset[str] = frozenset()
    ) -> None:
        super().__init__()
        self.cards = tuple(cards)
        self.catalogue = catalogue
        self.barred = barred
        self.chosen: frozenset[int] = frozenset()
        self.cursor: int | None = None

    def mark(self, chosen: frozenset[int], cursor: int | None) -> None:
        self.chosen, self.cursor = chosen, cursor
        self.refresh()

    @property
    def card_width(self) -> int:
        room = self.size.width // max(len(self.cards), 1)
        has_choices = any(self.catalogue[key].choices for key in self.cards)
        plain, with_upgrades = next(most for height, *most in _MOST if self.size.height >= height)
        most = with_upgrades if has_upgrades(self.cards, self.catalogue) else plain
        return max(_LEAST_WITH_CHOICES if has_choices else _LEAST, min(room, most))

    @property
    def shown(self) -> range:
        """The indices of the cards that fit."""
        count = min(max(self.size.width // self.card_width, 1), len(self.cards))
        first = (self.cursor or 0) - count // 2
        first = min(max(first, 0), len(self.cards) - count)
        return range(first, first + count)

    def on_click(self, event: events.Click) -> None:
        index = event.x // self.card_width + self.shown.start
        if index in self.shown:
            event.stop()
            self.post_message(self.Pressed(index))

    def render(self) -> Text:
        height = max(self.size.height, _LEAST_HEIGHT)
        columns = [self._box(index, height) for index in self.shown]
        return Text("\n").join(Text.assemble(*(column[row] for column in columns)) for row in range(height))

    def _box(self, index: int, height: int) -> list[Text]:
        """Return a card as lines, with its number in the upper edge."""
        key, number, inner = self.cards[index], str(index + 1), self.card_width - 2
        look, chosen = look_of(self), index in self.chosen
        left, line, right, side, foot_left, foot_right = _HEAVY_FRAME if chosen else _FRAME
        frame = self._style("chosen" if chosen else "barred" if key in self.barred else "card")
        if chosen and not look.colour:
            frame = self._style("card") + Style(bold=True)
        pointed = frame + Style(reverse=True) if index == self.cursor else frame
        face = frame + (self._style(key) if key in (HEAT, STRESS) else Style(bold=True))
        foot = self._foot(key, inner) if height == _LEAST_HEIGHT else ""
        inside = (set_cell_size(to_middle(text, inner), inner) for text in self._face(key, inner, height - 2))
        rows = [
            (left, number, pointed, line * (inner - len(number)) + right),
            *((side, text, face, side) for text in inside),
            (foot_left, foot, face, line * (inner - cell_len(foot)) + foot_right),
        ]
        return [Text(before, frame).append(text, style).append(after) for before, text, style, after in rows]

    def _foot(self, key: str, inner: int) -> str:
        """Return the text in the lower edge of a card with one row inside; "" unless its kind is in `UPGRADES`.

        It consists of the card's signs or, without any, of its name if that fits.
        """
        card, name = self.catalogue[key], card_name(key)
        if card.kind not in UPGRADES:
            return ""
        if card.symbols:
            return packed(signs_of(card), inner, 1)[0]
        return name if cell_len(name) <= inner else ""

    def _face(self, key: str, inner: int, rows: int) -> list[str]:
        card = self.catalogue[key]
        if card.kind in UPGRADES:
            return self._upgrade_face(card, inner, rows)
        heat = _("Heat") if cell_len(_("Heat")) <= inner else _("H")
        value = self._value({STRESS: "+", HEAT: heat}.get(key, key), rows)
        above = [""] * ((rows - len(value)) // 2)
        kind = translated(_KINDS[card.kind]) if card.kind in _KINDS else ""
        below = [kind if cell_len(kind) <= inner else "", *[""] * rows]
        return [*above, *value, *below][:rows]

    def _value(self, value: str, rows: int) -> tuple[str, ...]:
        """Return the rows of a card's value; a digit or a + is large if there is room, except in ASCII."""
        return _BIG[value] if rows >= _BIG_ROWS and value in _BIG and not look_of(self).ascii else (value,)

    def _upgrade_face(self, card: Card, inner: int, rows: int) -> list[str]:
        """Return the rows of an upgrade's face: its value, then its signs and its name if there is room."""
        signs = signs_of(card)
        lines = [*self._value(value_of(card, inner), rows)]
        if signs and rows > len(lines):
            below = packed(signs, inner, rows - len(lines))
            close = packed((*lines, *signs), inner, rows)
            lines = close if below[-1].endswith(_MORE) and not close[-1].endswith(_MORE) else lines + below
        if len(lines) < rows:
            lines.append(short_name(card.key, inner))
        return (lines + [""] * rows)[:rows]

    def _style(self, part: str) -> Style:
        return self.get_component_rich_style(f"hand--{part}", partial=True)


def has_upgrades(cards: Sequence[str], catalogue: Mapping[str, Card]) -> bool:
    """Return whether any card is of a kind in `UPGRADES`, whose faces need more room than a number."""
    return any(catalogue[key].kind in UPGRADES for key in cards)


_KINDS: Final = {"basic": N_("speed"), "starting": N_("upgrade"), "stress": N_("Stress")}
"""The words below a card's value if they fit."""

_TOLD: Final = 3
"""The minimum number of letters from which a family of cards can be recognised."""

_LEAST_NAME: Final = 13
"""The minimum width of a card's name in a list, in cells."""

_VALUE: Final = 7
"""The maximum width of a card's value in a list, in cells: enough for a choice of four values."""


def signs_of(card: Card) -> tuple[str, ...]:
    """Return the short signs on a card besides its value, which is + for a Stress card."""
    return face(card)[1:]


def value_of(card: Card, width: int) -> str:
    """Return the value of any card but Heat, or the values to choose from; if too long, the lowest and the highest."""
    values = face(card)[0]
    if cell_len(values) > width and card.choices:
        return f"{card.choices[0]}-{card.choices[-1]}"
    return values


def packed(signs: Sequence[str], width: int, rows: int) -> list[str]:
    """Return the signs in at most `rows` rows of `width` cells, spaced if all fit; a cut last row ends in `_MORE`."""
    spaced = _packed(signs, width, rows, " ")
    return _packed(signs, width, rows, "") if spaced[-1].endswith(_MORE) else spaced


def short_name(card: str, width: int) -> str:
    """Return the name of a card in at most `width` cells, or "" if it cannot be shortened enough.

    The family before the hyphen is cut and ends in a full stop, because the part after the hyphen tells its cards
    apart. If fewer than `_TOLD` letters of the family would be left before a word, as on a Sponsorship, the word is
    left out, because the card's signs show its effect. Wide letters are never cut: the part after the hyphen is left
    out instead.
    """
    for name in (card_name(card), short_card_name(card)):
        if cell_len(name) <= width:
            return name
    family, _dash, number = name.rpartition("-")
    if cell_len(name) > len(name):
        return family if cell_len(family) <= width else ""
    kept = width - cell_len(number) - 2
    if family and not number[:1].isdigit() and kept < _TOLD:
        return family if cell_len(family) <= width else _begun(family, width)
    return f"{_begun(family, kept + 1)}-{number}" if family and kept > 0 else ""


def _begun(name: str, width: int) -> str:
    """Return the start of a name in `width` cells, with a full stop for the rest."""
    return set_cell_size(name, width - 1) + "."


def _packed(signs: Sequence[str], width: int, rows: int, between: str) -> list[str]:
    lines = [""]
    for number, sign in enumerate(signs, start=1):
        joined = f"{lines[-1]}{between}{sign}" if lines[-1] else sign
        last = len(lines) == rows
        if cell_len(joined) <= (width - cell_len(_MORE) if last and number < len(signs) else width):
            lines[-1] = joined
        elif not last and lines[-1]:
            lines.append(sign)
        else:
            lines[-1] = set_cell_size(joined, min(cell_len(joined), width - cell_len(_MORE))).rstrip() + _MORE
            break
    return lines


def card_row(card: Card, listed: Sequence[Card], look: Look) -> str:
    """Return a card as a row of a list: its name, value and signs; a Heat card has only its name.

    The columns of the name and the value are wide enough for all `listed` cards.
    """
    if card.key == HEAT:
        return card_name(card.key)
    names = max(_LEAST_NAME, *(cell_len(card_name(each.key)) for each in listed))
    values = max(cell_len(value_of(each, _VALUE)) for each in listed if each.key != HEAT)
    name, value = look.to_left(card_name(card.key), names), look.to_right(value_of(card, _VALUE), values)
    return f"{name} {value}  {' '.join(signs_of(card))}".rstrip()


_LONG, _FREE, _SHORT = range(3)
"""The levels of detail of `GearRow`: keys, all costs and the count of cards; all costs; the count and costs above 0."""


class GearRow(Widget):
    """The gears with the Heat that each shift costs, in as much detail as the width allows.

    In tournament mode, numbers of cards take the place of the gears, and chosen cards are not counted. Only the
    driver may see the row.
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {"gears--far", "gears--unpaid"}

    @dataclass
    class Pressed(Message):
        """A gear was clicked."""

        gear: int

    def __init__(self, decision: PlanDecision) -> None:
        super().__init__()
        self.decision = decision
        self._costs = dict(decision.gears)
        self._gear = decision.gear
        self._cards = 0

    def mark(self, gear: int, cards: int) -> None:
        self._gear, self._cards = gear, cards
        self.refresh()

    def on_click(self, event: events.Click) -> None:
        gear = event.style.meta.get("gear")
        if gear is not None:
            event.stop()
            self.post_message(self.Pressed(gear))

    def render(self) -> Text:
        rows = (self._row(much) for much in (_LONG, _FREE, _SHORT))
        text = next((text for text in rows if text.cell_len <= self.size.width), None)
        return self._row(_SHORT, between=" ") if text is None else text

    def _row(self, much: int, between: str = " · ") -> Text:
        """Return the row, its gears separated by `between`; clicks read the gear from the style."""
        text = Text(_("Number") if self.decision.number_first else _("Gear"), no_wrap=True, overflow="ellipsis")
        if much == _LONG:
            keys = keys_of(self)
            text.append(" " + _("({down} {up})").format(down=keys["gear_down"], up=keys["gear_up"]))
        for gear in range(1, TOP_GEAR + 1):
            start = len(text)
            text.append(" " if gear == 1 else between)
            self._append_gear(text, gear, much)
            text.stylize(Style(meta={"gear": gear}), start)
        if much != _FREE and not self.decision.number_first:
            counted = _("cards {cards}/{gear}") if much == _LONG else _("{cards}/{gear}")
            text.append("  " + counted.format(cards=self._cards, gear=self._gear))
        return text

    def _append_gear(self, text: Text, gear: int, much: int) -> None:
        """Append a gear, in [] if chosen, dim or in () if out of reach, with the cost of shifting to it."""
        heat = self._costs.get(gear)
        if gear == self._gear:
            text.append(f"[{gear}]", badge_style(self, "accent"))
        elif heat is not None:
            text.append(str(gear))
        else:
            text.append(str(gear) if look_of(self).colour else f"({gear})", self._style("far"))
        if heat:
            cost = _("−{heat} Heat").format(heat=heat)
            text.append(f" {cost}", self._style("unpaid") if heat > self.decision.engine else Style(bold=True))
        elif heat is not None and gear != self.decision.gear and much != _SHORT:
            text.append(" " + _("free"))

    def _style(self, part: str) -> Style:
        return self.get_component_rich_style(f"gears--{part}", partial=True)
