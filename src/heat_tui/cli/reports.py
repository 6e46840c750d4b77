"""A report of a bug, for the authors. Only a program that broke imports it."""

from __future__ import annotations

import platform
import sys
import tempfile
import time
import traceback
from importlib import metadata
from pathlib import Path
from typing import Final

from heat_tui import __version__
from heat_tui.cli.failures import Broke
from heat_tui.language import _
from heat_tui.store.paths import data_folder

_PARTS: Final = ("click", "openskill", "platformdirs", "pydantic", "rich", "textual")


def write_report(error: Exception) -> str:
    """Write a report into the data folder, or else among the temporary files, and return a sentence that names it."""
    kind = type(error.__cause__ if isinstance(error, Broke) and error.__cause__ is not None else error).__name__
    text = report_text(error)
    for folder in (data_folder() / "reports", Path(tempfile.gettempdir())):
        path = folder / f"report-{time.strftime('%Y%m%d-%H%M%S')}.txt"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        except OSError:
            continue
        return _("a bug ended the game ({kind}); send the report {path} to the authors.").format(kind=kind, path=path)
    return _("a bug ended the game ({kind}), and its report could not be written.").format(kind=kind)


def report_text(error: Exception) -> str:
    """Return the report: versions, arguments, traceback and, where a race was running, its save."""
    cause = error.__cause__ if isinstance(error, Broke) and error.__cause__ is not None else error
    lines = [
        f"heat-tui {__version__}",
        f"Python {platform.python_version()} on {platform.platform()}",
        *(f"{part} {_version(part)}" for part in _PARTS),
        f"arguments: {sys.argv[1:]!r}",
        "",
        "".join(traceback.format_exception(cause)).rstrip(),
    ]
    if isinstance(error, Broke):
        lines += ["", "--- the race; this part alone is a save file ---", error.save]
    return "\n".join(lines) + "\n"


def _version(part: str) -> str:
    try:
        return metadata.version(part)
    except metadata.PackageNotFoundError:
        return "-"
