"""The championship in words: its events, the card of each race, the press and the Sponsorships."""

from __future__ import annotations

from collections.abc import Sequence

from heat_tui.engine.ruleset import Ruleset
from heat_tui.engine.track import Track
from heat_tui.engine.view import SeatView
from heat_tui.language import _, ngettext
from heat_tui.modules.championship import EVENTS, NAME, ChampionshipShown, SeasonSetup, press_corners
from heat_tui.modules.championship.setup import nothing_carried, race_setup
from heat_tui.prose.names import car_name, listing
from heat_tui.prose.places import corner_number
from heat_tui.prose.telling import sentences
from heat_tui.prose.tokens import weather_lines, weather_of

ELIMINATION, GLOBAL, SLOW = 10, 11, 16
"""The events that eliminate, that double what the press brings, and for which it likes slow cars."""


def championship_of(view: SeatView) -> ChampionshipShown | None:
    """The open part of the championship, None in a single race."""
    shown = dict(view.shown).get(NAME)
    return shown if isinstance(shown, ChampionshipShown) else None


def eliminates(view: SeatView) -> bool:
    """Whether a spin out is the end of the race for a driver (E11, 10)."""
    shown = championship_of(view)
    return shown is not None and shown.event == ELIMINATION


def event_title(number: int) -> str:
    """What an event, 1-18, is called."""
    titles = {
        1: _("A new grandstand"),
        2: _("A speed record"),
        3: _("Drivers on strike"),
        4: _("Engine limits lifted"),
        5: _("A record crowd"),
        6: _("A bribed committee"),
        7: _("A title sponsor"),
        8: _("Live on television"),
        9: _("New safety rules"),
        10: _("The sponsor withdraws"),
        11: _("Going global"),
        12: _("Turbulent winds"),
        13: _("Chicanes for safety"),
        14: _("A cloudburst delays the start"),
        15: _("Hold tight"),
        16: _("Smile for the press"),
        17: _("Tunnel vision"),
        18: _("The pressure cooker"),
    }
    return titles[number]


def event_effect(number: int) -> str:
    """What an event, 1-18, changes in the rules, in a sentence or two (E11)."""
    effects = {
        1: _(
            "The first three cars to complete lap 1 fill the new grandstand: every driver among them gains a "
            "Sponsorship."
        ),
        2: _("Every turn in which you reach speed 15 or more brings you a Sponsorship."),
        3: _("The race is one lap shorter, and the winner scores 2 points more."),
        4: _("Every engine holds 1 Heat more."),
        5: _("The race is one lap longer, and you draw up to 8 cards."),
        6: _("The first three cars over the finish line score 1 point more each."),
        7: _("No special rule."),
        8: _("Every turn in which you pass three cars or more brings you a Sponsorship."),
        9: _("Everybody has 2 Heat and 1 Stress fewer and draws up to 6 cards."),
        10: _("Everybody has 1 Stress more. Whoever spins out is out of the race and scores nothing."),
        11: _("A press corner brings two Sponsorships instead of one."),
        12: _("Only in gear 3 or 4 may you use a Slipstream."),
        13: _("Heat may be discarded in step 8."),
        14: _("Nobody gets Adrenaline."),
        15: _("You may discard one card at most in step 8."),
        16: _(
            "The press likes slow cars: a press corner brings a Sponsorship only to a driver slower than its limit, "
            "and a Slipstream alone brings none."
        ),
        17: _("Stress may be discarded in step 8."),
        18: _(
            "The race is one lap longer. Whenever you complete a lap that is not the last, one of your Heat cards "
            "leaves the game."
        ),
    }
    return effects[number]


def season_title(title: str) -> str:
    """What a season is called: a year, "custom" or "career"."""
    if title == "career":
        return _("A career")
    if title == "custom":
        return _("A custom season")
    return _("The season of {year}").format(year=title)


def race_name(number: int, races: int) -> str:
    """Which race of the season it is: "Race 2 of 3"."""
    return _("Race {number} of {races}").format(number=number, races=races)


def race_card(view: SeatView) -> list[str]:
    """The race's card: track and laps, its event, Sponsorships, the press, and the weather once drawn.

    None in a single race.
    """
    shown = championship_of(view)
    if shown is None:
        return []
    lines = _card(shown, view.sheet.track.name, view.sheet.laps)
    return [*lines, *weather_lines(view)] if weather_of(view) is not None else lines


def calendar_card(setup: SeasonSetup, index: int) -> list[str]:
    """The same for race `index`, from 0, of a calendar, long before its weather is drawn."""
    race = setup.calendar[index]
    laps = Ruleset(race_setup(setup, index, nothing_carried(setup))).laps
    press = press_corners(race.track, EVENTS[race.event])
    shown = ChampionshipShown(race.event, index + 1, len(setup.calendar), press, (), 0, 0, (), 0, 0)
    return _card(shown, race.track.name, laps)


def _card(shown: ChampionshipShown, track: str, laps: int) -> list[str]:
    number, races, event = shown.number, shown.races, shown.event
    return [
        ngettext(
            "Race {number} of {races}: {track}, {laps} lap.", "Race {number} of {races}: {track}, {laps} laps.", laps
        ).format(number=number, races=races, track=track, laps=laps),
        event_line(event),
        opening_line(event),
        press_line(shown.press),
    ]


def event_line(number: int) -> str:
    """An event with its effect: "A speed record: Every turn ..."."""
    return _("{title}: {effect}").format(title=event_title(number), effect=event_effect(number))


def opening_line(number: int) -> str:
    """How many Sponsorships an event puts into every opening hand (E4)."""
    cards = EVENTS[number].sponsorships
    if not cards:
        return _("Nobody begins with a Sponsorship.")
    return ngettext(
        "Every driver begins with {cards} Sponsorship.", "Every driver begins with {cards} Sponsorships.", cards
    ).format(cards=cards)


def press_line(corners: Sequence[int]) -> str:
    """Where the press stands (E9)."""
    if not corners:
        return _("The press stands nowhere.")
    return _("The press stands at {corners}.").format(corners=listing([corner_number(corner) for corner in corners]))


def press_words(track: Track, corners: Sequence[int]) -> str:
    """The same in two words: "corners 1 and 3"; "" where the press stands nowhere."""
    numbers = listing([str(corner + 1) for corner in corners])
    return ngettext("corner {numbers}", "corners {numbers}", len(corners)).format(numbers=numbers) if numbers else ""


def sponsorships_words(count: int) -> str:
    """So many of them: "1 Sponsorship", "2 Sponsorships"."""
    return ngettext("{count} Sponsorship", "{count} Sponsorships", count).format(count=count)


def press_effect(event: int) -> str:
    """What crossing a press corner brings in an event, a sentence (E9, E11)."""
    if event == GLOBAL:
        return _("Press corner: at 2 or more over its limit, or by Slipstream, you gain two Sponsorships.")
    if event == SLOW:
        return _("Press corner: slower than its limit you gain a Sponsorship.")
    return _("Press corner: at 2 or more over its limit, or by Slipstream, you gain a Sponsorship.")


def press_lines(view: SeatView, corner: int) -> list[str]:
    """What the press at a corner means; none where it does not stand."""
    shown = championship_of(view)
    return [press_effect(shown.event)] if shown is not None and corner in shown.press else []


def track_press(view: SeatView) -> list[str]:
    """Where the press stands, as a line about the track; none in a single race."""
    shown = championship_of(view)
    return [press_line(shown.press)] if shown is not None else []


def sponsorships_line(view: SeatView) -> list[str]:
    """How many Sponsorships every driver holds, and how many can still be gained; none in a single race (K1)."""
    shown = championship_of(view)
    if shown is None:
        return []
    held = [
        _("{name} {count}").format(name=car_name(view.sheet, seat), count=count)
        for seat, count in enumerate(shown.held)
    ]
    return [
        sentences(
            _("Sponsorships held: {held}.").format(held=listing(held)),
            _("Still to be gained: {deck}, and {used} used in this race once those run out.").format(
                deck=shown.deck, used=shown.used
            )
            if shown.used
            else _("Still to be gained: {deck}.").format(deck=shown.deck),
        )
    ]


def held_line(view: SeatView, seat: int) -> list[str]:
    """How many Sponsorships a driver holds, in a line; none in a single race, or where there are none."""
    shown = championship_of(view)
    if shown is None or seat >= len(shown.held) or not shown.held[seat]:
        return []
    return [_("Sponsorships: {count}.").format(count=shown.held[seat])]
