"""Click in the player's language: its own messages, the layout of its help, and its progress bar."""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import Final

from click import core, decorators, exceptions, formatting, parser, progressbar, types

from heat_tui.language import N_, NN_, _, choice, ngettext, row, translated
from heat_tui.typesetting import cell_len, joined, wrapped

WORDS: Final = (
    N_("Usage:"),
    N_("Options"),
    N_("Commands"),
    N_("Show this message and exit."),
    N_("default: {default}"),
    N_("No such option {name!r}."),
    N_("No such command {name!r}."),
    N_("Invalid value for {param_hint}: {message}"),
    N_("Option {name!r} does not take a value."),
    N_("{value} is not in the range {range}."),
    NN_("Got unexpected extra argument ({args})", "Got unexpected extra arguments ({args})", "args"),
    NN_("Option {name!r} requires an argument.", "Option {name!r} requires {nargs} arguments.", "nargs"),
    NN_("{value!r} is not {choice}.", "{value!r} is not one of {choices}.", "choices"),
)
"""Click's messages that are translated directly, in its own wording."""

_OWN_WORDS: Final = {
    "{value!r} is not a valid {number_type}.": N_("{value!r} is not a whole number."),
    "{name} {filename!r} is not readable.": N_("{filename!r} cannot be read."),
}
"""Replacements for click's sentences that name a type of value in English; all our numbers are integers."""

_SPEAKING: Final[tuple[ModuleType, ...]] = (core, decorators, exceptions, formatting, parser, types)
_wrap_text = formatting.wrap_text


def speak() -> None:
    """Make click, which has no catalogue, look its messages up in ours and lay out its help for the language."""
    core.Context.formatter_class = HelpFormatter
    for module in _SPEAKING:
        for name, ours in _OURS.items():
            if hasattr(module, name):
                setattr(module, name, ours)


class HelpFormatter(formatting.HelpFormatter):
    """A formatter that writes headings and the usage with the punctuation of the language."""

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        """Write the usage of a command after `prefix`, by default a translated "Usage:"."""
        super().write_usage(joined(_("Usage:") if prefix is None else prefix, prog), args, prefix="")

    def write_heading(self, heading: str) -> None:
        """Write a heading, with the colon of the language."""
        self.write(" " * self.current_indent + _("{heading}:").format(heading=heading) + "\n")


_QUOTED: Final = re.compile(r"(?<!\w)'[^']*'(?:, '[^']*')*(?!\w)", re.ASCII)
"""Text in quotation marks as click prints it, or a list of such texts."""


def usage_words(error: exceptions.UsageError) -> str:
    """Return the message of an error in the arguments, in whole sentences even where click joins fragments.

    Quotation marks are those of the language.
    """
    if isinstance(error, exceptions.MissingParameter) and error.param is not None:
        message = _("Missing argument {name}.").format(name=error.param.get_error_hint(error.ctx))
    elif meant := _meant(error):
        names = choice([repr(each) for each in meant])
        message = joined(error.message, _("Did you mean {names}?").format(names=names))
    else:
        message = error.format_message()
    return _QUOTED.sub(_quoted, message)


def _meant(error: exceptions.UsageError) -> list[str]:
    """Return the command that was given as an option, such as `--plain`; without one, click's guesses in order."""
    if isinstance(error, exceptions.NoSuchOption) and error.ctx is not None:
        root, name = error.ctx.find_root(), error.option_name.lstrip("-")
        if isinstance(root.command, core.Group) and root.command.get_command(root, name) is not None:
            return [f"{root.command_path} {name}"]
    return sorted(getattr(error, "possibilities", None) or ())


def _quoted(found: re.Match[str]) -> str:
    return row([_("'{text}'").format(text=each) for each in re.findall("'([^']*)'", found[0])])


def _translated(message: str) -> str:
    return translated(_OWN_WORDS.get(message, message))


def _wrapped_text(
    text: str,
    width: int = 78,
    initial_indent: str = "",
    subsequent_indent: str = "",
    preserve_paragraphs: bool = False,  # noqa: FBT001, FBT002 - click's own
) -> str:
    """Wrap help as click does, but according to the rules for wide letters if the text has any."""
    if len(text) == cell_len(text):
        return _wrap_text(text, width, initial_indent, subsequent_indent, preserve_paragraphs)
    paragraphs = text.split("\n\n")
    lines = [wrapped(initial_indent + " ".join(each.split()), width, subsequent_indent) for each in paragraphs]
    return "\n\n".join("\n".join(each) for each in lines)


_OURS: Final = {"_": _translated, "ngettext": ngettext, "term_len": cell_len, "wrap_text": _wrapped_text}
"""Replacements for click's functions, by their names in its modules."""


@contextmanager
def progress(length: int, label: str) -> Iterator[Callable[[int], None]]:
    """If standard error is a terminal, show a bar with the remaining time and the rate.

    Yield a function to call with the number of steps just done.
    """
    began, shown = time.perf_counter(), sys.stderr.isatty()

    def rate(done: int | None) -> str:
        return _("{speed} a second").format(speed=f"{(done or 0) / max(time.perf_counter() - began, 1e-9):.1f}")

    with progressbar(length=length, label=label, file=sys.stderr, item_show_func=rate, hidden=not shown) as bar:
        yield lambda steps: bar.update(steps, bar.pos + steps)
