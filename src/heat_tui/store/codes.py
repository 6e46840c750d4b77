"""The codes that let guests into hosted tables, and two environment variables that a server sets for its screens."""

from __future__ import annotations

import re
import secrets
from typing import Final

from heat_tui.typesetting import narrow

LETTERS: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""The characters of a code, five bits each: Crockford's Base32, which has no I, L, O or U."""

LENGTH: Final = 10
"""The number of characters in a code: 50 bits in all."""

GUEST_VARIABLE: Final = "HEAT_TUI_GUEST"
"""The environment variable with the server's facts about a guest, as JSON.

The keys are "name", "" if unknown, and for guests of the web page also "code", "" if unknown, "back", true for a guest
who returns, and "watches", true for one who had no seat last. For the nursery (`serving.process`), the only key
is "control", the file descriptor of its socket.
"""

LINES_VARIABLE: Final = "HEAT_TUI_LINES"
"""The environment variable with the lines to send to friends, for the host's own screen, as JSON."""

MISREAD: Final = str.maketrans("OIL", "011")
"""The characters that a code has instead of letters like them."""


_HALF: Final = rf"[0-9A-Za-z]{{{LENGTH // 2}}}"
_SHOWN: Final = re.compile(rf"(?<![0-9A-Za-z-]){_HALF}-{_HALF}(?![0-9A-Za-z-])")


def new_code() -> str:
    """Return a new random code, which nobody can guess."""
    return "".join(secrets.choice(LETTERS) for _each in range(LENGTH))


def plain(typed: str) -> str:
    """Return a typed code in capitals, with misread letters corrected, and without characters that no code has.

    Of a pasted link or line, that is its last word in the form of `shown_code`, if it has one.
    """
    typed = narrow(typed)
    code = (_SHOWN.findall(typed) or [typed])[-1]
    return "".join(each for each in code.upper().translate(MISREAD) if each in LETTERS)


def shown_code(code: str) -> str:
    """Return a code with a hyphen in the middle, so that it is easier to read."""
    return f"{code[: LENGTH // 2]}-{code[LENGTH // 2 :]}"
