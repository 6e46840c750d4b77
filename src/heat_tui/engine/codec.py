"""Conversion of states to plain data and back. The same state always gives the same data."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import UnionType
from typing import TYPE_CHECKING, Any, get_args, get_origin

from heat_tui.engine.decisions import Use

if TYPE_CHECKING:
    from heat_tui.engine.module import Data

Kinds = Mapping[str, Any]
"""The fields of a state that a snapshot keeps, by name, with their types."""


def plain(value: object) -> Data:
    """Return a value as plain data: lists and tuples as lists, a use as a list without `least`, booleans as 0 and 1.

    None, integers and strings are returned unchanged. Raises TypeError for a value of any other type.
    """
    match value:
        case bool():
            return int(value)
        case None | int() | str():
            return value
        case list() | tuple():
            return [plain(each) for each in value]
        case Use():
            return [value.symbol, value.source, value.most, value.heat]
    raise TypeError(f"a snapshot holds no {type(value).__name__}")


def table_of(state: object, names: Iterable[str]) -> dict[str, Data]:
    """Return the named attributes of a state as a table of plain data."""
    return {name: plain(getattr(state, name)) for name in names}


def read(data: Data, kinds: Kinds, *, partial: bool = False) -> dict[str, Any]:
    """Return the entries of a table that `kinds` names, converted to the types given there.

    With `partial`, entries that are missing or None are left out; without it, missing ones are None if their type
    allows that. Raises ValueError if the data is not a table or an entry has the wrong type or, without `partial`,
    an entry that may not be None is missing.
    """
    if not isinstance(data, dict):
        raise ValueError("not a table")
    return {
        name: _read(data.get(name), kind, name)
        for name, kind in kinds.items()
        if not partial or data.get(name) is not None
    }


def _read(data: Data, kind: Any, name: str) -> object:  # noqa: ANN401 - a type, a union or a generic
    if isinstance(kind, UnionType):
        return None if data is None else _read(data, get_args(kind)[0], name)
    if kind is object:
        return data
    if kind is bool:
        return bool(_read(data, int, name))
    if kind in (int, str):
        if not isinstance(data, kind):
            raise ValueError(f"{name} is missing or has the wrong type")
        return data
    parts = (str, str, int, int) if kind is Use else get_args(kind)
    if not isinstance(data, list) or (parts[-1] is not Ellipsis and len(parts) > 1 and len(parts) != len(data)):
        raise ValueError(f"{name} is missing or has the wrong type")
    if get_origin(kind) is list or parts[-1] is Ellipsis:
        parts = parts[:1] * len(data)
    values: list[Any] = [_read(each, part, name) for each, part in zip(data, parts, strict=True)]
    return Use(*values) if kind is Use else values if get_origin(kind) is list else tuple(values)
