"""Texts made to fit into columns of a terminal, counted in cells."""

from __future__ import annotations

from rich.cells import cell_len, set_cell_size


def cut(text: str, width: int, *, ascii_only: bool) -> str:
    """The text in at most `width` cells; what is cut ends in dots."""
    if cell_len(text) <= width:
        return text
    dots = "..." if ascii_only else "…"
    if width <= len(dots):
        return set_cell_size(text, max(width, 0)).rstrip()
    return set_cell_size(text, width - len(dots)).rstrip() + dots


def to_left(text: str, width: int, *, ascii_only: bool) -> str:
    """The text in exactly `width` cells, filled up behind."""
    return set_cell_size(cut(text, width, ascii_only=ascii_only), width)


def to_right(text: str, width: int, *, ascii_only: bool) -> str:
    """The text in exactly `width` cells, filled up before."""
    short = cut(text, width, ascii_only=ascii_only)
    return " " * (width - cell_len(short)) + short


def to_middle(text: str, width: int, *, ascii_only: bool) -> str:
    """The text in exactly `width` cells, filled up on both sides."""
    short = cut(text, width, ascii_only=ascii_only)
    return set_cell_size(" " * ((width - cell_len(short)) // 2) + short, width)
