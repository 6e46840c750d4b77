"""A line to write on."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import BindingType
from textual.widgets import Input


class Field(Input, inherit_bindings=False):
    """Textual's input without the keys that scroll: a line does not scroll up or down, and the screen uses them."""

    BINDINGS: ClassVar[list[BindingType]] = [*Input.BINDINGS]
    DEFAULT_CSS = """
    Field { background: $panel; }
    Field > .input--placeholder, Field > .input--suggestion { color: $foreground 70%; }
    Field:focus { background: $primary 35%; background-tint: transparent; }
    Field > .input--placeholder { color: $text-muted; }
    """
