"""The commands that every prompt understands, and how typed words are matched with them."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final

from heat_tui.language import _
from heat_tui.prose.names import choice, quoted

HELP, STATUS, HAND, DECK = "help", "status", "hand", "deck"
MAP, STRIP, STANDINGS, LOG = "map", "strip", "standings", "log"
GARAGE, WEATHER, CARD = "garage", "weather", "card"
SEASON, CALENDAR = "season", "calendar"
UNDO, TAKE_BACK, HAND_OVER, QUIT = "undo", "takeback", "handover", "quit"

COMMANDS: Final = (HELP, STATUS, HAND, DECK, MAP, STRIP, STANDINGS, LOG, UNDO, TAKE_BACK, HAND_OVER, QUIT)

OF_MODULES: Final = (GARAGE, WEATHER, CARD, SEASON, CALENDAR)
"""The commands of races that have something for them to show."""

SHORT: Final = {
    "?": HELP,
    "h": HELP,
    "s": STATUS,
    "m": MAP,
    "l": LOG,
    "u": UNDO,
    "q": QUIT,
    "exit": QUIT,
}
"""Abbreviations that hold although other commands begin with the same letter."""


class Unclear(Exception):
    """What was typed is no answer to the prompt; str() is one sentence that says what would be."""


def match(word: str, names: Iterable[str]) -> str | None:
    """The name that `word` is, or begins as no other does; None if none begins so. Raises Unclear for several."""
    word = word.lower()
    known = sorted(set(names))
    if word in known:
        return word
    if word in SHORT and SHORT[word] in known:
        return SHORT[word]
    begin = [name for name in known if name.startswith(word)]
    if len(begin) > 1:
        raise Unclear(_("{word} could be {names}; type more of it.").format(word=quoted(word), names=choice(begin)))
    return begin[0] if begin else None


def command_help(of_modules: Collection[str] = ()) -> list[str]:
    """One line for each command; those `of_modules` are only understood in some races."""
    lines = {
        GARAGE: _("{command}: the upgrades that everybody has, and those in the market."),
        CARD: _("{command}: what a card does, such as {example}."),
        WEATHER: _("{command}: the weather and the road at every corner."),
        SEASON: _("{command}: the points, wins and places of the season so far."),
        CALENDAR: _("{command}: the races of the season, and what is special about this one."),
    }
    return [
        *_usual_help(),
        *(
            words.format(command=command, example=f"{CARD} stress")
            for command, words in lines.items()
            if command in of_modules
        ),
    ]


def _usual_help() -> list[str]:
    return [
        _("{command}: this help.").format(command="help, ?"),
        _("{command}: where everybody is, what is ahead of you, your gear and engine.").format(command="status"),
        _("{command}: the cards in your hand.").format(command="hand"),
        _("{command}: what is left in your own draw deck, by kind.").format(command="deck"),
        _("{command}: the track, cars as digits.").format(command="map"),
        _("{command}: the track as a straight line, to count spaces.").format(command="strip"),
        _("{command}: who is in which place.").format(command="standings"),
        _("{command}: what has happened; {example} shows the last 50 lines.").format(command="log", example="log 50"),
        _("{command}: take back your last choice; {turn} goes back to the start of your turn.").format(
            command="undo", turn="undo turn"
        ),
        _("{command}: ask everybody to agree to take back more; {example} takes back three choices.").format(
            command="takeback", example="takeback 3"
        ),
        _("{command}: between rounds, give a seat to an automated driver or to a person.").format(command="handover"),
        _("{command}: stop here; the race is saved and can be resumed.").format(command="quit"),
        _("Words may be shortened as far as they stay clear: {short} is {long}, {unclear} could be several.").format(
            short="han", long="hand", unclear="st"
        ),
    ]
