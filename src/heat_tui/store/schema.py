"""Tables of typed options: each row defines the flag, the line of a form, the question and the values in a file."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final, Literal, ParamSpec, TypeVar

from heat_tui.language import N_, in_english, translated
from heat_tui.typesetting import folded

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

P = ParamSpec("P")
R = TypeVar("R", bound="DataclassInstance")
N = TypeVar("N", bound=Hashable)

_ROW: Final = "row"
Part = Literal["", "rule", "table", "calendar"]
"""The subject of an option: the rules, the table, the calendar of a season, or "" for anything else."""

ON_OFF: Final[Mapping[Any, str]] = {False: N_("off"), True: N_("on")}
"""The choices of a switch."""


class Refused(Exception):
    """A refusal of a player's request; str() is the text to show.

    With `facts`, the sentence is a message marked for translation, and the facts fill its gaps; without facts, the
    sentence is already in the player's language.
    """

    def __init__(self, sentence: str, **facts: object) -> None:
        super().__init__(translated(sentence).format(**facts) if facts else sentence)


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """The attributes of one option; its words are marked for translation and translated when shown.

    `flag` is its spelling on the command line ("" for none), with the negative after a slash if there is one, `help`
    its help there and `metavar` the name of its value. `part` groups it with others. `label` and `hint`, by default the
    help, are shown on its line in a form; `line`, from 1, orders the lines in the form of a race or season, and 0 keeps
    it out of that form. `choices` are its values with their names, or `least` and `most` bound a whole number.
    `question` is asked in the line-based game, and `answers` explains the possible answers. `default` is the value of
    its field; None means "unset", and `usual` is the value that applies then. A `repeated` option may be typed several
    times. `module` is the optional rule that it turns on; unless the option is a switch, its value goes into the rule's
    field of the same name. `code` is its bit in the codes of challenges, None if codes do not hold it; bits are never
    reused. A season replaces the attributes named in `in_season`.
    """

    name: str = ""
    flag: str = ""
    help: str = ""
    metavar: str = ""
    label: str = ""
    hint: str = ""
    question: str = ""
    answers: str = ""
    choices: Mapping[Any, str] = field(default_factory=dict)
    least: int = 0
    most: int | None = None
    default: Hashable = None
    usual: Hashable = None
    repeated: bool = False
    part: Part = ""
    line: int = 0
    module: str = ""
    code: int | None = None
    in_season: Mapping[str, Any] = field(default_factory=dict)

    @property
    def is_switch(self) -> bool:
        """True if the option can only be on or off."""
        return self.choices is ON_OFF

    def accepts(self, value: object) -> bool:
        """Return whether a file may hold the value."""
        if value is None:
            return self.usual is None
        if self.most is not None:
            return type(value) is int and self.least <= value <= self.most
        return any(type(value) is type(choice) and value == choice for choice in self.choices)


def named(typed: str, names: Mapping[N, str]) -> N | None:
    """Return the key whose name was typed, in the player's language or English; None unless exactly one fits.

    The key itself fits too. `names` are marked for translation. Upper case, full-width letters, extra blanks and `_`
    for a blank make no difference.
    """
    if typed in names:
        return next(key for key in names if key == typed)
    wanted = _compared(typed)
    found = [
        key
        for key, name in names.items()
        if wanted and wanted in map(_compared, (str(key), in_english(name), translated(name)))
    ]
    return found[0] if len(found) == 1 else None


def _compared(name: str) -> str:
    return " ".join(folded(name).replace("_", " ").split())


def _as_field(make: Callable[P, Option]) -> Callable[P, Any]:
    def row_field(*parts: P.args, **more: P.kwargs) -> Any:
        made = make(*parts, **more)
        return field(default=made.default, metadata={_ROW: made})

    return row_field


row: Final = _as_field(Option)
"""A function that makes a field of a table from the attributes of its option."""

switch: Final = _as_field(partial(Option, choices=ON_OFF, usual=False))
"""A function that makes a field for a switch."""


def table(cls: type[DataclassInstance]) -> dict[str, Option]:
    """Return the options of a dataclass by the names of their fields, in order."""
    return {each.name: replace(each.metadata[_ROW], name=each.name) for each in fields(cls) if _ROW in each.metadata}


def is_text(value: object, longest: int) -> bool:
    """Return whether a value from a file is a string of 1 to `longest` characters."""
    return isinstance(value, str) and 1 <= len(value) <= longest


def with_values(record: R, values: Mapping[str, Any]) -> R:
    """Return the record with new `values` by field name; their types are not checked."""
    return replace(record, **values)


def non_defaults(record: DataclassInstance) -> dict[str, object]:
    """Return the values, by field name, that differ from their field's default or whose field has no default."""
    values = {each.name: (getattr(record, each.name), each.default) for each in fields(record)}
    return {name: value for name, (value, default) in values.items() if value != default}
