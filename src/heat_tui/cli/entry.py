"""The entry point, and every exit: an exit code, perhaps a message, never a traceback."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import Final, NoReturn

import click

from heat_tui import language
from heat_tui.cli.click_words import speak, usage_words
from heat_tui.cli.commands import COMPLETION_VARIABLE, PROGRAM, heat_tui
from heat_tui.game.table.interruptions import SIGNALLED, Interrupted, Interruptions
from heat_tui.language import _
from heat_tui.store.schema import Refused
from heat_tui.typesetting import SENTENCE_ENDS

DONE: Final = 0
BUG: Final = 1
BAD_INPUT: Final = 2
"""The exit code after bad input, or if there is no room for output."""

_SIGHUP, _SIGPIPE = 1, 13  # on every POSIX system
_LOST: Final = {
    **dict.fromkeys((errno.ENOSPC, errno.EDQUOT, errno.EFBIG), BAD_INPUT),
    **dict.fromkeys((errno.EIO, errno.ENXIO), SIGNALLED + _SIGHUP),
    errno.EPIPE: SIGNALLED + _SIGPIPE,
}
"""The exit codes after a full disk, a lost terminal and a broken pipe, by the system's number of the error."""


def main() -> NoReturn:
    """Run the program and exit with its exit code."""
    _prepare_streams()
    code = run(sys.argv[1:])
    try:
        sys.stdout.flush()
    except OSError as error:
        lost = _code_of_lost_output(error)
        if code == DONE:
            code = lost or BUG
        _drop_output()
    sys.exit(code)


def run(arguments: Sequence[str]) -> int:
    """Carry out a command line and return the exit code.

    0: done; 1: a bug; 2: bad input, or no room for output; 128 plus a signal's number: the signal that ended the
    program, SIGPIPE for a broken pipe, SIGHUP for a lost terminal.
    """
    interruptions = Interruptions()
    speak()
    try:
        with interruptions.heard():
            if len(language.languages()) > 1:  # English needs no setup
                from heat_tui.store.settings import chosen_language

                language.use(chosen_language(os.environ))
            return _invoke(list(arguments), interruptions)
    except Interrupted as interrupted:
        return SIGNALLED + interrupted.signal
    except click.UsageError as error:
        _complain(_usage(error))
    except click.ClickException as error:
        _complain(error.format_message())
    except Refused as error:
        _complain(str(error))
    except Exception as error:  # noqa: BLE001 - for any error, the player gets a sentence and a report file
        code = _code_of_lost_output(error)
        if code is not None:
            return code
        from heat_tui.cli.reports import write_report

        _complain(write_report(error))
        return BUG
    return BAD_INPUT


def _invoke(arguments: list[str], interruptions: Interruptions) -> int:
    """Let click run the command, or answer a shell's request for completion; return the exit code.

    click's own `main` is not used: it turns a broken pipe and Ctrl-C into its own exit codes.
    """
    completing = os.environ.get(COMPLETION_VARIABLE)
    if completing:
        from click.shell_completion import shell_complete

        return shell_complete(heat_tui, {}, PROGRAM, COMPLETION_VARIABLE, completing)
    try:
        with heat_tui.make_context(PROGRAM, arguments, obj=interruptions) as context:
            heat_tui.invoke(context)
    except click.exceptions.Exit as left:
        return left.exit_code
    return DONE


def _usage(error: click.UsageError) -> str:
    """Return the message of an error in the arguments, with a pointer to the help."""
    command = error.ctx.command_path if error.ctx is not None else PROGRAM
    message = usage_words(error)
    if not message.endswith(SENTENCE_ENDS):
        message = _("{message}.").format(message=message)
    return _("{message} See {command} for help.").format(message=message, command=f"{command} --help")


def _code_of_lost_output(error: Exception) -> int | None:
    """If the error means that no output can be written, discard further output and return the exit code, else None.

    Print the reason, unless nobody is there to read it.
    """
    number = error.errno or 0 if isinstance(error, OSError) else 0
    code = _LOST.get(number)
    if code == BAD_INPUT:
        words = _("The output cannot be written ({reason}); free some disk space, or write to another file.")
        _complain(words.format(reason=os.strerror(number)))
    if code is not None:
        _drop_output()
    return code


def _complain(sentence: str) -> None:
    try:
        click.echo(_("{program}: {sentence}").format(program=PROGRAM, sentence=sentence), err=True)
    except OSError:
        _drop_output()


def _prepare_streams() -> None:
    """Replace standard streams that were closed at the start with empty ones.

    Bytes or characters outside a stream's encoding are read or written as replacements and do not stop the program.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115 - it stays open until the end
        reconfigure = getattr(getattr(sys, name), "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")


def _drop_output() -> None:
    """Discard all further output, so that flushing a lost stream when the interpreter ends does not fail."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):  # a stream without a file, as in a test
            os.dup2(nowhere, stream.fileno())
