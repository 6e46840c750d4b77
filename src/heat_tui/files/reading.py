"""Reading a text file that somebody else may have written: size-limited, and one sentence for every refusal."""

from __future__ import annotations

import os
import re
import stat
import tomllib
from pathlib import Path

from heat_tui.files.refusals import BadFile, shown_path
from heat_tui.language import _

MOST_BYTES = 1_000_000

_PLACE = re.compile(r"^(?P<fault>.*) \(at line (?P<line>\d+), column (?P<column>\d+)\)$", re.DOTALL)


def read_text(path: Path, most_bytes: int = MOST_BYTES) -> str:
    """The text of a file in UTF-8, without a byte order mark.

    Never reads more than `most_bytes` + 1 bytes, and never from a pipe or a device, which
    could hold the program up for ever. Raises BadFile.
    """
    try:
        content = _first_bytes(path, most_bytes)
    except (OSError, ValueError) as error:
        raise BadFile(_unreadable(path, error)) from error
    return decoded(content, shown_path(path))


def decoded(content: bytes, file: str) -> str:
    """The bytes as UTF-8 text; `file` is the name for the sentence. Raises BadFile for anything binary."""
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        fault = _("{file}: line {line} is not text in UTF-8; save the file as plain text with the encoding UTF-8.")
        raise BadFile(fault.format(file=file, line=line)) from error
    if "\0" in text:
        fault = _("{file}: line {line} has a NUL character, so this is no text file; choose a file in plain text.")
        raise BadFile(fault.format(file=file, line=text.count("\n", 0, text.index("\0")) + 1))
    return text


def parsed_toml(text: str, file: str) -> dict[str, object]:
    """The TOML document as plain data; `file` is the name for the sentence. Raises BadFile."""
    try:
        return tomllib.loads(text)
    except RecursionError as error:
        fault = _("{file}: its brackets are nested far too deeply; write the lists as tracks/README.md shows.")
        raise BadFile(fault.format(file=file)) from error
    except ValueError as error:
        raise BadFile(_not_toml(str(error), text, file)) from error


def _first_bytes(path: Path, most_bytes: int) -> bytes:
    file = shown_path(path)
    status = path.stat()
    if stat.S_ISDIR(status.st_mode):
        raise BadFile(_("{file}: this is a folder; name a file in it.").format(file=file))
    if not stat.S_ISREG(status.st_mode):
        raise BadFile(_("{file}: this is a pipe or a device; name an ordinary file.").format(file=file))
    too_big = _("{file}: the file is larger than {most} kB, the most that is read; make it smaller.")
    if status.st_size > most_bytes:
        raise BadFile(too_big.format(file=file, most=most_bytes // 1000))
    with path.open("rb") as stream:
        content = stream.read(most_bytes + 1)
    if len(content) > most_bytes:  # it grew since, or is one of those files that claim to be empty
        raise BadFile(too_big.format(file=file, most=most_bytes // 1000))
    return content


def _unreadable(path: Path, error: OSError | ValueError) -> str:
    file = shown_path(path)
    if isinstance(error, (FileNotFoundError, NotADirectoryError)):
        return _("{file}: there is no such file; check the name and the folder.").format(file=file)
    if isinstance(error, PermissionError):
        return _("{file}: you have no permission to read it; change its permissions or copy it.").format(file=file)
    reason = os.strerror(error.errno) if isinstance(error, OSError) and error.errno else str(error)
    return _("{file}: it cannot be read ({reason}); name another file.").format(file=file, reason=reason)


def _not_toml(message: str, text: str, file: str) -> str:
    place = _PLACE.match(message)
    if place:
        line, column, fault = int(place["line"]), int(place["column"]), place["fault"]
    else:  # the reader of TOML names no place when the fault is the end, or a number too long to be one
        lines = text.splitlines() or [""]
        line, column, fault = len(lines), len(lines[-1]) + 1, message.removesuffix(" (at end of document)")
        if "digits" in message:
            return _("{file}: a number in it is far too long; shorten it.").format(file=file)
    sentence = _("{file}: line {line}, column {column}: this is not valid TOML ({fault}); mend that line.")
    return sentence.format(file=file, line=line, column=column, fault=shown_path(fault))
