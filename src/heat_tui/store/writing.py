"""Atomic writing of files, and the writing of files that must not exist yet."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final, TextIO

from heat_tui.language import N_
from heat_tui.store.reading import BadFile, refusing, shown_path


def write_whole(path: Path, text: str) -> None:
    """Write a file atomically: readers see either the old or the new text, complete. Raises OSError."""
    with whole_file(path) as stream:
        stream.write(text)


def write_new(target: Path, text: str) -> Path:
    """Write a new file and return its path. Raises BadFile if it exists or cannot be written."""
    with refusing(NOT_WRITTEN, target):
        refuse_existing(target)
        write_whole(target, text)
    return target


def refuse_existing(target: Path) -> None:
    """Raise BadFile if a path exists, even as a broken link, and OSError or ValueError if the system refuses it."""
    try:
        target.lstat()
    except FileNotFoundError:
        return
    there = N_("{file} already exists and is left as it is; choose another name.")
    raise BadFile(there, file=shown_path(target))


NOT_WRITTEN: Final = N_("{file} cannot be written ({reason}); choose another folder.")


@contextmanager
def whole_file(path: Path) -> Iterator[TextIO]:
    """Open a file for atomic writing: readers see the old content until the block ends. Raises OSError.

    The folder is created if necessary. The text goes into a temporary file there, which is flushed to disk and then
    renamed, or deleted after an exception. A link stays a link: the file that it names is written.
    """
    path = Path(os.path.realpath(path))
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.{os.getpid()}{DRAFT}")
    stream = draft.open("w", encoding="utf-8", newline="\n")
    try:
        yield stream
        stream.flush()
        os.fsync(stream.fileno())
        stream.close()
        os.replace(draft, path)
    except BaseException:
        for undo in (stream.close, draft.unlink):
            with suppress(OSError):  # the error to report is the one above
                undo()
        raise
    _force_folder(path.parent)


DRAFT = ".draft"
"""The suffix of a file that is still being written; a program that is killed may leave such a file behind."""


def _force_folder(folder: Path) -> None:
    """Flush the names in a folder to disk if the system allows that: on POSIX, but not on all file systems.

    The renamed file is complete either way, so a refusal is not an error.
    """
    if os.name != "posix":
        return
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
