"""Every key of the app, once: bindings, footer, help and the rebinding of keys all come from this table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from textual.binding import Binding, BindingType

from heat_tui.language import _


def N_(message: str) -> str:  # noqa: N802 - the usual name of gettext's mark for later translation
    """Mark a message that is translated where it is shown."""
    return message


@dataclass(frozen=True, slots=True)
class Key:
    """One binding: `keys` as Textual names them, with commas; `words` are shown in footer and help.

    `place` groups the help's table; `shown` tells whether the footer has it.
    """

    id: str
    keys: str
    action: str
    words: str
    place: str
    shown: bool = True


EVERYWHERE, RACE, PLANNING, MAP, MENUS = (
    N_("Everywhere"),
    N_("At the race"),
    N_("With your cards"),
    N_("On the map"),
    N_("In menus"),
)

_TABLE: Final = (
    Key("help", "question_mark", "help", N_("help"), EVERYWHERE),
    Key("palette", "ctrl+p", "command_palette", N_("commands"), EVERYWHERE, shown=False),
    Key("back", "escape", "back", N_("back"), EVERYWHERE),
    Key("quit", "q", "leave", N_("quit"), EVERYWHERE),
    Key("screenshot", "ctrl+o", "take_screenshot", N_("save a screenshot"), EVERYWHERE, shown=False),
    Key("confirm", "enter", "confirm", N_("confirm"), PLANNING),
    Key("gear-up", "plus,equals_sign", "shift(1)", N_("gear up"), PLANNING),
    Key("gear-down", "minus", "shift(-1)", N_("gear down"), PLANNING),
    Key("card", "1,2,3,4,5,6,7,8,9", "card", N_("choose a card"), PLANNING),
    Key("toggle", "space", "toggle", N_("choose"), PLANNING, shown=False),
    Key("left", "left", "go(-1)", N_("left"), PLANNING, shown=False),
    Key("right", "right", "go(1)", N_("right"), PLANNING, shown=False),
    Key("up", "up", "go(-1)", N_("up"), PLANNING, shown=False),
    Key("down", "down", "go(1)", N_("down"), PLANNING, shown=False),
    Key("retire", "R", "retire", N_("retire"), PLANNING),
    Key("undo", "u", "undo", N_("undo"), RACE),
    Key("undo-turn", "U", "undo_turn", N_("undo the turn"), RACE, shown=False),
    Key("take-back", "T", "take_back", N_("take back by agreement"), RACE, shown=False),
    Key("map", "m", "map", N_("map"), RACE),
    Key("log", "l", "log", N_("log"), RACE),
    Key("standings", "s", "standings", N_("standings"), RACE, shown=False),
    Key("deck", "d", "deck", N_("deck"), RACE),
    Key("inspect", "i", "inspect", N_("inspect"), RACE),
    Key("seats", "S", "seats", N_("seats"), RACE, shown=False),
    Key("pause", "p", "pause", N_("pause"), RACE),
    Key("step", "full_stop", "step", N_("step"), RACE),
    Key("cover", "c", "cover", N_("cover the cards"), RACE, shown=False),
    Key("next", "tab", "next", N_("next thing"), MAP),
    Key("previous", "shift+tab", "previous", N_("previous thing"), MAP, shown=False),
    Key("ahead", "right,l,up,k", "move(1)", N_("ahead"), MAP),
    Key("behind", "left,h,down,j", "move(-1)", N_("behind"), MAP),
    Key("other-spot", "space", "other_spot", N_("other spot"), MAP),
    Key("counts", "n", "counts", N_("countdown"), MAP),
)

KEYS: Final = {key.id: key for key in _TABLE}
"""All keys by id."""


def bound(*ids: str, shown: bool | None = None) -> list[BindingType]:
    """Bindings for a screen or widget, by id, in that order; `shown` overrides whether the footer has them."""
    return [_binding(KEYS[each], shown=KEYS[each].shown if shown is None else shown) for each in ids]


def key_words(binding: Binding) -> str:
    """What a binding does, in the player's language."""
    return _(binding.description) if binding.description else ""


def _binding(key: Key, *, shown: bool) -> Binding:
    if key.id == "card":
        raise ValueError("cards are bound one by one, by card_bindings")
    return Binding(key.keys, key.action, key.words, show=shown, id=key.id)


def card_bindings() -> list[BindingType]:
    """The digits that choose a card, each handing over its number from 0; one of them stands in the footer."""
    key = KEYS["card"]
    return [
        Binding(digit, f"{key.action}({index})", key.words, show=index == 0, key_display="1-9", id=f"card-{digit}")
        for index, digit in enumerate(key.keys.split(","))
    ]
