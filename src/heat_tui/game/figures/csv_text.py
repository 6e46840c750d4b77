"""Tables as comma-separated values, for spreadsheets."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence


def csv_text(columns: Sequence[str], rows: Iterable[Iterable[object]]) -> str:
    """Return the columns' names and a line for each row; True and False are 1 and 0, None is empty."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    for row in rows:
        writer.writerow(int(cell) if isinstance(cell, bool) else cell for cell in row)
    return text.getvalue()
