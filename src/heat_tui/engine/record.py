"""Records (the plain values that the engine hands out), refusals, and the copying of states."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, dataclass, fields
from operator import attrgetter
from typing import Any, TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True)
def record(cls: type[T]) -> type[T]:
    """Make a class a slotted value that compares and hashes by its fields.

    The type checker treats it as frozen. At run time it is not, because a frozen slotted dataclass takes several times
    as long to build and the engine builds several per move. The game defines some two hundred classes of records at
    start-up and uses few of them: the constructor, `==` and `hash` of each are compiled when they are first used.
    """
    made = dataclass(slots=True, init=False, eq=False, repr=False)(cls)
    methods = {
        "__init__": _constructor_of(made),
        **{name: _compiled_later(made, name) for name in _COMPARING},
        "__repr__": _representation,
    }
    for name, method in methods.items():
        if name not in vars(cls):
            setattr(made, name, method)
    return made


_COMPARING = {
    "__eq__": "lambda self, other: {self} == {other} if other.__class__ is self.__class__ else NotImplemented",
    "__hash__": "lambda self: hash({self})",
}
"""The source code of the methods that compare and hash records, with placeholders for the compared fields' values."""


def _constructor_of(kind: type[Any]) -> Callable[..., None]:
    """Return a constructor that, when first called, replaces itself with the one compiled for the record's fields."""

    def construct(self: object, *values: object, **named: object) -> None:
        scope: dict[str, Any] = {"MISSING": MISSING}
        parameters, named_only, body = ["self"], ["*"], []
        for each in fields(kind):
            given = MISSING if each.default_factory is MISSING else each.default_factory
            scope[f"_{each.name}"] = each.default if given is MISSING else given
            default = "" if scope[f"_{each.name}"] is MISSING else f"=_{each.name}" if given is MISSING else "=MISSING"
            (named_only if each.kw_only else parameters).append(each.name + default)
            made = "" if given is MISSING else f"_{each.name}() if {each.name} is MISSING else "
            body.append(f"self.{each.name} = {made}{each.name}")
        if len(named_only) > 1:
            parameters += named_only
        exec(f"def __init__({', '.join(parameters)}): {'; '.join(body) or 'pass'}", scope)
        kind.__init__ = scope["__init__"]
        kind.__init__(self, *values, **named)

    return construct


def _compiled_later(kind: type[Any], name: str) -> Callable[..., object]:
    """Return a method that, when first called, replaces itself with the one compiled for the record's fields."""

    def method(*objects: object) -> object:
        values = {each: _values(kind, each) for each in ("self", "other")}
        compiled: Callable[..., object] = eval(_COMPARING[name].format(**values))
        setattr(kind, name, compiled)
        return compiled(*objects)

    return method


def _values(kind: type[Any], name: str) -> str:
    """Return source code for the tuple of values that a record is compared by; `name` is the record's variable."""
    return "(" + "".join(f"{name}.{each.name}, " for each in fields(kind) if each.compare) + ")"


def _representation(self: object) -> str:
    kind: Any = type(self)
    values = ", ".join([f"{each.name}={getattr(self, each.name)!r}" for each in fields(kind)])
    return f"{kind.__qualname__}({values})"


_READERS: dict[type, Callable[[object], tuple[Any, ...]]] = {}
"""The functions that read all fields of a state, by its class."""


def copied(state: T) -> T:
    """Return a copy of a state, which is a dataclass: its lists are copied too, and all other values are shared."""
    kind: Any = type(state)
    if kind not in _READERS:
        _READERS[kind] = attrgetter(*[each.name for each in fields(kind)])
    copy: T = kind(*[value[:] if type(value) is list else value for value in _READERS[kind](state)])
    return copy


Fact = int | str | tuple[str, ...]


@record
class Refusal:
    """The reason for a refusal: a stable `code` and the facts that a sentence about it needs."""

    code: str
    facts: tuple[tuple[str, Fact], ...] = ()

    def fact(self, name: str) -> Fact:
        """Return a fact by name. Raises KeyError if this refusal has none of that name."""
        return dict(self.facts)[name]


def refuse(code: str, **facts: Fact) -> Refusal:
    """Return a refusal from its code and facts."""
    return Refusal(code, tuple(facts.items()))


class IllegalAction(Exception):
    """The refusal of an action, which has changed nothing."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.code)
        self.refusal = refusal


class IllegalSetup(ValueError):
    """The refusal of a setup that cannot start a race."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.code)
        self.refusal = refusal
