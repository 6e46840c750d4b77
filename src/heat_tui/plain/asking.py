"""Questions for whatever the arguments leave open of a race."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeVar

from heat_tui.engine.record import IllegalSetup
from heat_tui.engine.setup import MOST_CARS, MOST_LAPS
from heat_tui.engine.track import Track
from heat_tui.game.presets import BASE_GAME, PRESETS, preset_words
from heat_tui.game.season_wishes import SeasonWishes, season_made
from heat_tui.game.seats import AUTOMATED, BadSeats, Seat, read_seats, whole_number
from heat_tui.game.wishes import MARKED_TRACK, USUAL_LEGENDS, BadWishes, Wishes, check, loaded, settled
from heat_tui.language import _
from heat_tui.plain.console import Console, Unclear
from heat_tui.store import track_ids
from heat_tui.words.names import choice, listing, quoted
from heat_tui.words.refusals import refusal

T = TypeVar("T")


def ask_open(wishes: Wishes, console: Console) -> Wishes:
    """Ask for everything that is open; an empty answer takes what stands in brackets.

    Raises EndOfInput, and before the first question BadWishes or IllegalSetup for what no answer could mend.
    """
    check(wishes)
    if wishes.complete:
        return wishes
    console.say(_("Set up the race. Press Enter to take what stands in brackets; ? explains."))
    if wishes.preset is None and not wishes.names_rules:
        wishes = settled(replace(wishes, preset=_ask_preset(console, wishes)))
    track = wishes.track if wishes.track is not None else _ask_track(console, wishes)
    drivers = wishes.drivers if wishes.drivers is not None else _ask_drivers(console)
    legends = wishes.legends
    if legends is None and wishes.cars is None:
        legends = _ask_legends(console, len(drivers), least=int(bool(wishes.aggressive)))
    laps = wishes.laps if wishes.laps is not None else _ask_laps(console, loaded(track))
    return replace(
        wishes,
        track=track,
        drivers=drivers,
        legends=legends,
        laps=laps,
    )


def ask_open_season(wishes: SeasonWishes, console: Console, *, legends: bool) -> SeasonWishes:
    """Ask for the drivers of a season where none are named, and with `legends` for the number of Legends.

    Raises EndOfInput, and before the first question BadWishes or IllegalSetup for what no answer could mend.
    """
    trial = replace(wishes, legends=int(wishes.aggressive)) if legends else wishes
    season_made(trial if wishes.drivers else replace(trial, drivers=(Seat("?"),), handicap=()))
    if wishes.drivers and not legends:
        return wishes
    console.say(_("Set up the season. Press Enter to take what stands in brackets; ? explains."))
    drivers = wishes.drivers or _ask_drivers(console)
    if legends:
        least = int(wishes.aggressive)
        wishes = replace(wishes, legends=_ask_legends(console, len(drivers), least=least))
    return replace(wishes, drivers=drivers)


def _ask(console: Console, question: str, explanation: str, usual: str, read: Callable[[str], T]) -> T:
    """Ask until `read` makes something of the answer."""
    while True:
        answer = console.ask(question)
        if answer in ("?", "help"):
            console.say(explanation)
            continue
        try:
            return read(answer or usual)
        except (Unclear, BadSeats, BadWishes) as reason:
            console.say(str(reason))
        except IllegalSetup as error:
            console.say(refusal(error.refusal))


def _ask_preset(console: Console, wishes: Wishes) -> str:
    """Which of the presets that the wishes allow."""
    allowed = [preset for preset in PRESETS if _is_possible(replace(wishes, preset=preset))]
    words = [_("{preset}: {words}").format(preset=preset, words=preset_words(preset)) for preset in allowed]
    return _ask(
        console,
        _("Rules [{usual}]:").format(usual=BASE_GAME),
        "\n".join([_("Type the rules by which you want to race, one of these."), *words]),
        BASE_GAME,
        lambda text: _preset(text, allowed),
    )


def _is_possible(wishes: Wishes) -> bool:
    try:
        check(wishes)
    except (BadWishes, IllegalSetup):
        return False
    return True


def _preset(text: str, allowed: Sequence[str]) -> str:
    preset = text.casefold().replace(" ", "_")
    if preset not in allowed:
        raise Unclear(
            _("{text} is none of the rules to choose from; type {allowed}.").format(
                text=quoted(text), allowed=choice(allowed)
            )
        )
    return preset


def _ask_track(console: Console, wishes: Wishes) -> str:
    tracks = ", ".join(track_ids())
    usual = MARKED_TRACK if wishes.aggressive else wishes.usual_track
    return _ask(
        console,
        _("Track [{usual}]:").format(usual=usual),
        _("Type the name of a track: {tracks}; or the path of a track file.").format(tracks=tracks),
        usual,
        lambda text: _track(text, wishes),
    )


def _track(text: str, wishes: Wishes) -> str:
    """A track as it was typed. Raises BadWishes or IllegalSetup where there is none, or not for such a race."""
    check(replace(wishes, track=text))
    return text


def _ask_drivers(console: Console) -> tuple[Seat, ...]:
    usual = _("Player 1")
    return _ask(
        console,
        _("Drivers, with commas [{usual}]:").format(usual=usual),
        _("Type the names of the players with commas between them; {automated} are automated drivers.").format(
            automated=listing([f"@{kind}" for kind in AUTOMATED])
        ),
        usual,
        read_seats,
    )


def _ask_legends(console: Console, drivers: int, *, least: int) -> int:
    most = max(MOST_CARS - drivers, least)
    usual = min(max(USUAL_LEGENDS.get(drivers, 0), least), most)
    return _ask(
        console,
        _("Legends [{usual}]:").format(usual=usual),
        _("Legends are cars that cards move, without a driver. Type a number from {least} to {most}.").format(
            least=least, most=most
        ),
        str(usual),
        lambda text: _number(text, least, most),
    )


def _ask_laps(console: Console, track: Track) -> int:
    return _ask(
        console,
        _("Laps [{usual}]:").format(usual=track.laps),
        _("{laps} is the number printed on this track. Type a number from 1 to {most}.").format(
            laps=track.laps, most=MOST_LAPS
        ),
        str(track.laps),
        lambda text: _number(text, 1, MOST_LAPS),
    )


def _number(text: str, least: int, most: int) -> int:
    number = whole_number(text)
    if number is None or not least <= number <= most:
        raise Unclear(
            _("{text} is no number from {least} to {most}.").format(text=quoted(text), least=least, most=most)
        )
    return number
