"""Suggestions of what to play after the first race."""

from __future__ import annotations

from shlex import quote
from typing import Final

from heat_tui.engine.record import record
from heat_tui.game.setup.options import FIRST_TRACK
from heat_tui.game.setup.seats import driver_name
from heat_tui.language import N_, _, translated


@record
class NextGame:
    """A game to play next; `command` starts it in the line-based game."""

    id: str
    words: str
    command: str


NEXT_GAMES: Final = (
    NextGame("legends", N_("race three Legends"), "--track {track} --drivers {name} --legends 3"),
    NextGame("friends", N_("hot seat with a friend"), "--drivers {name},{friend}"),
    NextGame("season", N_("a championship"), "--drivers {name} --season 1961"),
)


def next_lines(program: str, name: str) -> list[str]:
    """Return a heading and a line for each game, with the command that starts it for a driver."""
    names = {"name": quote(name), "friend": quote(driver_name("person", (name,))), "track": FIRST_TRACK}
    line = _("{game}: {command}")
    return [
        _("What next?"),
        *(
            line.format(game=translated(each.words), command=f"{program} {each.command.format(**names)}")
            for each in NEXT_GAMES
        ),
    ]
