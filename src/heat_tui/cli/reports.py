"""Bug reports for the authors. Only imported after a crash."""

from __future__ import annotations

import json
import platform
import sys
import tempfile
import traceback
from datetime import datetime
from importlib import metadata
from pathlib import Path
from typing import Final

from heat_tui import __version__
from heat_tui.game.table.interruptions import Broke
from heat_tui.game.table.match import Match
from heat_tui.language import _
from heat_tui.store.database import masked
from heat_tui.store.paths import data_folder
from heat_tui.store.saved_race import save_text, setup_data

_PARTS: Final = ("click", "openskill", "platformdirs", "pydantic", "rich", "textual")


def write_report(error: Exception) -> str:
    """Write a report in the data folder, or else in the temporary folder, and return a sentence on the outcome."""
    bug = error.__cause__ or error if isinstance(error, Broke) else error
    kind, text = type(bug).__name__, report_text(bug)
    for folder in (data_folder() / "reports", Path(tempfile.gettempdir())):
        path = folder / f"report-{datetime.now():%Y%m%d-%H%M%S-%f}.txt"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        except OSError:
            continue
        return _("a bug ended the game ({kind}); send the report {path} to the authors.").format(kind=kind, path=path)
    return _("a bug ended the game ({kind}), and its report could not be written.").format(kind=kind)


def report_text(error: BaseException) -> str:
    """Return the report: versions, arguments without passwords, and the traceback, with a note on the race, if any."""
    lines = [
        f"heat-tui {__version__}",
        f"Python {platform.python_version()} on {platform.platform()}",
        *(f"{part} {_version(part)}" for part in _PARTS),
        f"arguments: {[masked(each) for each in sys.argv[1:]]!r}",
        "",
        "".join(traceback.format_exception(error)).rstrip(),
    ]
    return "\n".join(lines) + "\n"


def race_text(match: Match | None) -> str:
    """Return a report's section on the race: its save or, while its seed is secret, its setup; "" without a race."""
    if match is None:
        return ""
    saved = match.saved()
    if match.open_seed is not None:
        return f"--- the race; this part alone is a save file ---\n{save_text(saved)}"
    known = {name: value for name, value in setup_data(saved.setup).items() if name != "seed"}
    return (
        "--- how the race was set up; its save would show hidden cards until the race is over ---\n"
        f"save: {saved.name or '-'}, rules: {saved.rules}, choices: {len(saved.record)}\n{json.dumps(known)}"
    )


def _version(part: str) -> str:
    try:
        return metadata.version(part)
    except metadata.PackageNotFoundError:
        return "-"
