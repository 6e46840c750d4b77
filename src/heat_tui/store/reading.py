"""Safe reading of text files from any source, the wording of refusals, and pausing the garbage collector."""

from __future__ import annotations

import difflib
import gc
import json
import os
import re
import stat
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from heat_tui.language import N_, _
from heat_tui.store.schema import Refused

MOST_BYTES = 1_000_000

UNWRITABLE: Final = N_(
    "{file} cannot be written ({reason}); free some disk space or check the permissions of the folder."
)
"""The default message for a file that the system refuses to write."""

_PLACE = re.compile(r"^(?P<fault>.*) \(at line (?P<line>\d+), column (?P<column>\d+)\)$", re.DOTALL)


def read_text(path: Path, most_bytes: int = MOST_BYTES) -> str:
    """Return the text of a UTF-8 file, without its byte order mark.

    Nothing is read from a pipe or a device, which could block the program forever. Raises BadFile, including for
    a file of more than `most_bytes`.
    """
    try:
        content = _first_bytes(path, most_bytes)
    except (OSError, ValueError) as error:
        message = next(words for kind, words in _UNREADABLE.items() if isinstance(error, kind))
        raise BadFile(message, file=shown_path(path), reason=reason_of(error)) from error
    return decoded(content, shown_path(path))


def decoded(content: bytes, file: str) -> str:
    """Return UTF-8 bytes as text; `file` is the name for messages. Raises BadFile for other bytes and for NUL."""
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        message = N_("{file}: line {line} is not UTF-8 text; save the file as plain text in UTF-8 encoding.")
        raise BadFile(message, file=file, line=line) from error
    if "\0" in text:
        message = N_("{file}: line {line} has a NUL character, so this is not a text file; choose a plain text file.")
        raise BadFile(message, file=file, line=text.count("\n", 0, text.index("\0")) + 1)
    return text


def parsed_toml(text: str, file: str) -> dict[str, object]:
    """Return the TOML document as plain data; `file` is the name for messages. Raises BadFile."""
    import tomllib  # a saved race is resumed without it

    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise _not_toml(str(error), text, file) from error
    except (RecursionError, ValueError) as error:
        raise BadFile(ENDLESS, file=file) from error


ENDLESS: Final = N_("{file}: it contains a value too long to read; shorten it or delete the file.")
"""The message for brackets that are nested too deeply, and for a number with thousands of digits."""


def _first_bytes(path: Path, most_bytes: int) -> bytes:
    file = shown_path(path)
    status = path.stat()
    if stat.S_ISDIR(status.st_mode):
        raise BadFile(N_("{file}: this is a folder; name a file in it."), file=file)
    if not stat.S_ISREG(status.st_mode):
        raise BadFile(N_("{file}: this is a pipe or a device; name a regular file."), file=file)
    content = b""
    if status.st_size <= most_bytes:
        with path.open("rb") as stream:
            content = stream.read(most_bytes + 1)
    if max(status.st_size, len(content)) > most_bytes:  # it may grow, or be a special file that claims to be empty
        too_big = N_("{file}: the file is larger than the limit of {most} kB; make it smaller.")
        raise BadFile(too_big, file=file, most=most_bytes // 1000)
    return content


_MISSING: Final = N_("{file}: this file does not exist; check the name and the folder.")
_UNREADABLE: Final[Mapping[type, str]] = {
    FileNotFoundError: _MISSING,
    NotADirectoryError: _MISSING,
    PermissionError: N_("{file}: you do not have permission to read it; change its permissions or name another file."),
    Exception: N_("{file}: it cannot be read ({reason}); name another file."),
}


def reason_of(error: OSError | ValueError) -> str:
    """Return the system's reason for refusing a file, or the error's own words if it has no error number."""
    return os.strerror(error.errno) if isinstance(error, OSError) and error.errno else str(error)


@contextmanager
def refusing(message: str, path: Path) -> Iterator[None]:
    """Raise BadFile with a message, whose gaps are {file} and {reason}, if the system refuses a file in the block."""
    try:
        yield
    except (OSError, ValueError) as error:
        raise BadFile(message, file=shown_path(path), reason=reason_of(error)) from error


def _not_toml(message: str, text: str, file: str) -> BadFile:
    place = _PLACE.match(message)
    if place:
        line, column, fault = int(place["line"]), int(place["column"]), place["fault"]
    else:  # tomllib names no place if the fault is at the end
        lines = text.splitlines() or [""]
        line, column, fault = len(lines), len(lines[-1]) + 1, message.removesuffix(" (at end of document)")
    sentence = N_("{file}: line {line}, column {column}: this is not valid TOML ({fault}); correct that line.")
    return BadFile(sentence, file=file, line=line, column=column, fault=shown_path(fault))


MOST_JSON_BYTES = 100_000


def read_object(path: Path) -> dict[str, object] | None:
    """Return the JSON object in a file, None if there is no file. Raises BadFile."""
    if not os.path.lexists(path):
        return None
    file = shown_path(path)
    bad = N_("{file}: line {line}, column {column}: this is not valid JSON; correct that line or delete the file.")
    table = parsed_json(read_text(path, MOST_JSON_BYTES), file, bad)
    if not isinstance(table, dict):
        message = N_(
            '{file}: this is not a single JSON object in braces, {{"name": value}}; correct or delete the file.'
        )
        raise BadFile(message, file=file)
    return table


def parsed_json(text: str, file: str, broken: str) -> Any:
    """Return the value of a JSON text. Raises BadFile: `ENDLESS` if a value is too long or deep, else `broken`."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise BadFile(broken, file=file, line=error.lineno, column=error.colno) from error
    except (RecursionError, ValueError) as error:
        raise BadFile(ENDLESS, file=file) from error


def put_aside(path: Path) -> Path:
    """Rename a damaged file, so that it can be repaired, and return the new path. Raises OSError."""
    aside, number = path.with_name(f"{path.name}.damaged"), 2
    while os.path.lexists(aside):
        aside = path.with_name(f"{path.name}.damaged-{number}")
        number += 1
    path.rename(aside)
    return aside


_LONGEST_SHOWN = 40


class BadFile(Refused):
    """The refusal of a file or database; `problems` has a sentence for each fault, and str() is the first."""

    def __init__(self, *problems: str, **facts: object) -> None:
        super().__init__(problems[0], **facts)
        self.problems = (str(self), *problems[1:])


def shown(value: object) -> str:
    """Return a value as text for a sentence: 1 to 40 characters, without terminal control characters."""
    text = value if value and isinstance(value, str) else repr(value)
    clean = _printable(text[: _LONGEST_SHOWN + 1])
    return clean if len(clean) <= _LONGEST_SHOWN else clean[: _LONGEST_SHOWN - 3] + "..."


def shown_path(path: object) -> str:
    """Return a path as text for a sentence: whole, but without terminal control characters."""
    return _printable(str(path))


def _printable(text: str) -> str:
    return "".join(
        each if each.isprintable() else each.encode("unicode_escape", "backslashreplace").decode("ascii")
        for each in text
    )


def suggestion(wrong: str, known: Iterable[str]) -> str:
    """Return a hint with the closest known word, " (did you mean ...?)", or "" if none is close."""
    close = difflib.get_close_matches(wrong.lower(), sorted(known), n=1, cutoff=0.5)
    return _(" (did you mean {word}?)").format(word=close[0]) if close else ""


@contextmanager
def only_growing() -> Iterator[None]:
    """Switch the garbage collector off while data only grows, so that it does not search this data repeatedly."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()
