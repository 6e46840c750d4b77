"""Small JSON files of the program's own: read with one sentence for every fault, kept when they are damaged."""

from __future__ import annotations

import json
import os
from pathlib import Path

from heat_tui.files.reading import read_text
from heat_tui.files.refusals import BadFile, shown_path
from heat_tui.language import _

MOST_BYTES = 100_000


def read_object(path: Path) -> dict[str, object] | None:
    """The JSON object that a file holds, None where there is no file. Raises BadFile."""
    if not os.path.lexists(path):
        return None
    file = shown_path(path)
    text = read_text(path, MOST_BYTES)
    try:
        table = json.loads(text)
    except json.JSONDecodeError as error:
        fault = _("{file}: line {line}, column {column}: this is not valid JSON; mend that line or delete the file.")
        raise BadFile(fault.format(file=file, line=error.lineno, column=error.colno)) from error
    except (RecursionError, ValueError) as error:  # brackets without end, or a number of thousands of digits
        fault = _("{file}: something in it is far too long to be read; mend it or delete the file.")
        raise BadFile(fault.format(file=file)) from error
    if not isinstance(table, dict):
        fault = _('{file}: it must hold one JSON object, in braces: {{"name": value}}; mend it or delete the file.')
        raise BadFile(fault.format(file=file))
    return table


def put_aside(path: Path) -> Path:
    """Give a file that is not as it should be another name, so that it can be mended; returns it. Raises OSError."""
    aside, number = path.with_name(f"{path.name}.damaged"), 2
    while os.path.lexists(aside):
        aside = path.with_name(f"{path.name}.damaged-{number}")
        number += 1
    path.rename(aside)
    return aside
