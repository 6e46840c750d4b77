"""Drafts of drawings, written after every change so that unsaved work is not lost."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from pydantic import TypeAdapter, ValidationError

from heat_tui.language import N_
from heat_tui.store.locks import claim, holder_of, owns, release
from heat_tui.store.paths import data_folder
from heat_tui.store.reading import UNWRITABLE, BadFile, put_aside, read_text, refusing, shown_path
from heat_tui.store.writing import write_whole

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

T = TypeVar("T")


class Draft:
    """The file of one drawing, locked against other programs. Opening it may raise Held or BadFile.

    `name` is that of the file, `called` the name of the drawing in messages.
    """

    def __init__(self, name: str, called: str) -> None:
        self.path: Path = data_folder() / "drafts" / f"{name}.json"
        self._called = called
        with refusing(UNWRITABLE, self.path):
            self._token = claim(self.path, called=called)

    def read(self, kind: type[T]) -> T | None:
        """Return the dataclass in the draft, None if there is no draft. Raises BadFile after renaming a bad file."""
        if not os.path.lexists(self.path):
            return None
        try:
            return TypeAdapter(kind).validate_json(read_text(self.path), strict=True)
        except (ValidationError, BadFile) as error:
            raise self.put_aside() from error

    def put_aside(self) -> BadFile:
        """Rename a draft that cannot be used, and return the error to show. Raises BadFile if that fails."""
        with refusing(UNWRITABLE, self.path):
            aside = put_aside(self.path)
        damaged = N_("{file}: this draft was changed or damaged and cannot be continued; it is kept as {aside}.")
        return BadFile(damaged, file=shown_path(self.path), aside=shown_path(aside.name))

    def write(self, value: DataclassInstance) -> None:
        """Replace the draft with a dataclass. Raises BadFile, and Held if another program has taken it over."""
        with refusing(UNWRITABLE, self.path):
            if not owns(self.path, self._token):
                self._token = claim(self.path, called=self._called)
            write_whole(self.path, json.dumps(asdict(value)) + "\n")

    def delete(self) -> None:
        """Delete the draft's file, unless another program has taken it over; the draft stays locked."""
        if holder_of(self.path) is not None:
            return
        with suppress(OSError):  # it was never written, or the folder is read-only, which has been reported
            self.path.unlink()

    def close(self) -> None:
        """Let other programs open the draft."""
        release(self.path, self._token)
