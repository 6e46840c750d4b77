"""What somebody wants to race, and the race that it makes."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from heat_tui.engine.module import Module
from heat_tui.engine.record import IllegalSetup
from heat_tui.engine.setup import MOST_CARS, MOST_HANDICAP, RaceSetup, starting_list
from heat_tui.engine.track import Track
from heat_tui.game.presets import BASE_GAME, BASE_SET, FIRST_RACE, NO_GARAGE, PRESETS, SETS, DraftKind, Level, Preset
from heat_tui.game.seats import Seat, whole_number
from heat_tui.language import _
from heat_tui.modules.garage import Garage
from heat_tui.modules.legends import MOST_PRO, Legends
from heat_tui.modules.spaces import Spaces
from heat_tui.modules.tournament import Tournament
from heat_tui.modules.weather import Weather
from heat_tui.store import BadFile, load_track
from heat_tui.words.names import quoted
from heat_tui.words.refusals import refusal

FIRST_TRACK: Final = "usa"
MARKED_TRACK: Final = "japan"
"""A track on which Legends can be aggressive."""

USUAL_LEGENDS: Final = {1: 3, 2: 2, 3: 2}
"""Legends proposed to so many drivers (L1)."""

TUTORIAL_LEGENDS: Final = 2
FIRST_RACE_SEED: Final = 1627
"""With these cards everything that the first race explains happens on the way that it suggests."""


class BadWishes(Exception):
    """No race can be made of what is wished; str() is one sentence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wishes:
    """A race as it is wished for; None leaves a question open, and the `preset` answers what it can of them.

    `cars` counts drivers and Legends together and, without `legends`, says how many Legends there are.
    `sets` are the sets that upgrades come from; None is the base game and the set of the track. Advanced rules of which
    nothing is said are not raced with. `handicap` pairs a driver, by name or by seat from 1, with the Heat that is
    missing (S6). `colours` go to the drivers in order; who is left without takes what is free, in the game's order.
    """

    track: str | None = None
    drivers: tuple[Seat, ...] | None = None
    cars: int | None = None
    legends: int | None = None
    laps: int | None = None
    pro: int = 0
    mulligan: bool = False
    retire: bool = False
    memory_aid: bool = True
    handicap: tuple[tuple[str, int], ...] = ()
    colours: tuple[str, ...] = ()
    seed: int | None = None
    preset: str | None = None
    garage: Level | None = None
    draft: DraftKind | None = None
    sets: tuple[str, ...] | None = None
    weather: bool | None = None
    tournament: bool | None = None
    aggressive: bool | None = None

    @property
    def complete(self) -> bool:
        """Whether no question is left open."""
        return None not in (self.track, self.drivers, self.laps) and not (self.cars is None and self.legends is None)

    @property
    def kind(self) -> Preset:
        """The preset that answers what is open; the base game where none is named."""
        return PRESETS[self.preset or BASE_GAME]

    @property
    def names_rules(self) -> bool:
        """Whether anything is said of the advanced rules."""
        said = (self.garage, self.draft, self.sets, self.weather, self.tournament, self.aggressive)
        return any(each is not None for each in said)

    @property
    def usual_track(self) -> str:
        """The track to be proposed where none is chosen."""
        return self.kind.track or FIRST_TRACK


def tutorial_wishes(drivers: tuple[Seat, ...] | None, seed: int | None) -> Wishes:
    """The first race of S7: one lap of the USA with two Legends, with the usual cards if `seed` is None."""
    seed = FIRST_RACE_SEED if seed is None else seed
    return Wishes(preset=FIRST_RACE, track=FIRST_TRACK, drivers=drivers, legends=TUTORIAL_LEGENDS, laps=1, seed=seed)


def settled(wishes: Wishes) -> Wishes:
    """The wishes with the answers of their preset to what they leave open. Raises BadWishes.

    A preset's track is proposed only, save that of the first race; aggressive Legends wait for track and Legends.
    """
    if wishes.preset is None:
        return wishes
    kind = wishes.kind
    if wishes.preset == FIRST_RACE:
        if wishes.garage not in (None, NO_GARAGE) or any(
            (wishes.draft, wishes.sets, wishes.weather, wishes.tournament, wishes.aggressive)
        ):
            raise BadWishes(_("The first race has no advanced rules; leave them out, or take another preset."))
        wishes = _as_first_race(wishes)
    garage = kind.garage if wishes.garage is None else wishes.garage
    draft = kind.draft if wishes.draft is None and garage != NO_GARAGE else wishes.draft
    sets = kind.sets if wishes.sets is None and no_expansions(garage, draft) is None else wishes.sets
    return replace(
        wishes,
        garage=garage,
        draft=draft,
        sets=sets,
        weather=kind.weather if wishes.weather is None else wishes.weather,
        tournament=kind.tournament if wishes.tournament is None else wishes.tournament,
    )


def check(wishes: Wishes) -> None:
    """Make the race with answers that suit, as a trial. Raises BadWishes or IllegalSetup."""
    wishes = settled(wishes)
    open_seats = wishes.drivers is None
    open_legends = wishes.legends is None and wishes.cars is None
    trial = replace(
        wishes,
        track=wishes.track or (MARKED_TRACK if wishes.aggressive else FIRST_TRACK),
        drivers=(Seat("?"),) if open_seats else wishes.drivers,
        legends=1 if open_legends and wishes.aggressive else wishes.legends,
        handicap=() if open_seats else wishes.handicap,
    )
    starting_list(made(trial))


def made(wishes: Wishes) -> RaceSetup:
    """The setup of complete wishes; a seed that was left open is drawn by lot. Raises BadWishes.

    What the engine itself refuses is left to it.
    """
    wishes = settled(wishes)
    assert wishes.track is not None
    assert wishes.drivers is not None
    seats = tuple(seat.name for seat in wishes.drivers)
    legends = legends_of(wishes)
    check_pro(wishes.pro)
    track = loaded(wishes.track)
    return RaceSetup(
        track,
        seats,
        seed=secrets.randbelow(10**9) if wishes.seed is None else wishes.seed,
        laps=wishes.laps,
        colours=wishes.colours,
        handicap=handicaps_of(wishes.handicap, seats),
        mulligan=wishes.mulligan,
        retire=wishes.retire,
        memory_aid=wishes.memory_aid,
        modules=tuple(_modules(wishes, track, legends)),
    )


def legends_of(wishes: Wishes) -> int:
    """How many Legends race. Raises BadWishes where the figures do not agree or are out of range."""
    drivers = len(wishes.drivers or ())
    if wishes.legends is not None and not 0 <= wishes.legends < MOST_CARS:
        raise BadWishes(
            _("There can be no {count} Legends: a race has from 0 to {most}.").format(
                count=wishes.legends, most=MOST_CARS - 1
            )
        )
    if wishes.cars is not None and not 1 <= wishes.cars <= MOST_CARS:
        raise BadWishes(
            _("There can be no {count} cars: a race has from 1 to {most}.").format(count=wishes.cars, most=MOST_CARS)
        )
    if wishes.cars is None:
        return wishes.legends or 0
    if wishes.cars < drivers:
        raise BadWishes(
            _("There are {drivers} drivers but only {cars} cars; ask for more cars.").format(
                drivers=drivers, cars=wishes.cars
            )
        )
    if wishes.legends is not None and wishes.legends != wishes.cars - drivers:
        raise BadWishes(
            _("{drivers} drivers and {legends} Legends do not make {cars} cars; leave one of the figures out.").format(
                drivers=drivers, legends=wishes.legends, cars=wishes.cars
            )
        )
    return wishes.cars - drivers


def check_pro(pro: int) -> None:
    """Raise BadWishes if Legends cannot be so much faster (L7)."""
    if not 0 <= pro <= MOST_PRO:
        raise BadWishes(_("Legends can be from 0 to {most} faster than printed.").format(most=MOST_PRO))


def loaded(track: str) -> Track:
    """The track of that id or file. Raises BadWishes."""
    try:
        return load_track(track)
    except BadFile as refusal:
        raise BadWishes(str(refusal)) from refusal


def _as_first_race(wishes: Wishes) -> Wishes:
    """The first race of S7, as far as nothing else is said."""
    legends = wishes.legends
    if legends is None and wishes.cars is None:
        legends = min(TUTORIAL_LEGENDS, MOST_CARS - len(wishes.drivers or ()))
    return replace(
        wishes,
        track=FIRST_TRACK if wishes.track is None else wishes.track,
        legends=legends,
        laps=1 if wishes.laps is None else wishes.laps,
    )


def _modules(wishes: Wishes, track: Track, legends: int) -> Iterator[Module]:
    """The optional rules of settled wishes. Raises BadWishes for what is asked for and cannot be had."""
    level = wishes.garage or NO_GARAGE
    draft = wishes.draft or "normal"
    reasons = barred(track, garage=level, draft=draft, legends=legends)
    _refuse_barred(wishes, reasons)
    if legends:
        aggressive = wishes.aggressive is not False and (wishes.aggressive or wishes.kind.aggressive)
        yield Legends(legends, wishes.pro, aggressive=aggressive and "aggressive" not in reasons)
    if track.flooded or track.tunnel:
        yield Spaces()
    if wishes.weather:
        yield Weather()
    if level != "none":
        sets = sets_of(track, SETS) if wishes.sets is None else wishes.sets
        yield Garage(level, draft, (BASE_SET,) if "sets" in reasons else sets)
    if wishes.tournament:
        yield Tournament()


def _refuse_barred(wishes: Wishes, reasons: Mapping[str, str]) -> None:
    """Raise BadWishes if something is asked for that cannot be had."""
    if wishes.draft == "deal" and wishes.garage == "advanced":
        raise BadWishes(_("Only basic upgrades are dealt by lot; take the garage with these, or draft."))
    asked = {
        "draft": wishes.draft is not None,
        "sets": any(name != BASE_SET for name in wishes.sets or ()),
        "weather": bool(wishes.weather),
        "aggressive": bool(wishes.aggressive),
    }
    for option, reason in reasons.items():
        if asked[option]:
            raise BadWishes(reason)


def handicaps_of(wanted: tuple[tuple[str, int], ...], seats: tuple[str, ...]) -> tuple[int, ...]:
    """The Heat that every seat is short of, () where nobody is. Raises BadWishes."""
    handicaps = [0] * len(seats)
    for who, heat in wanted:
        seat = _seat(who, seats)
        if not 0 <= heat <= MOST_HANDICAP:
            raise BadWishes(
                _("A handicap is 0 to {most} Heat, not {heat} as for {who}.").format(
                    most=MOST_HANDICAP, heat=heat, who=seats[seat]
                )
            )
        handicaps[seat] = heat
    return tuple(handicaps) if any(handicaps) else ()


def _seat(who: str, seats: tuple[str, ...]) -> int:
    names = [name.casefold() for name in seats]
    if who.casefold() in names:
        return names.index(who.casefold())
    number = whole_number(who)
    if number is None or not 1 <= number <= len(seats):
        raise BadWishes(
            _("There is no driver {who} for a handicap; name a driver, or a seat from 1 to {seats}.").format(
                who=quoted(who), seats=len(seats)
            )
        )
    return number - 1


def barred(track: Track, *, garage: str, draft: str, legends: int) -> dict[str, str]:
    """A sentence for each option that cannot be had on this track, with this garage and so many Legends.

    The options are "draft", "sets" (other than the base game), "weather" and "aggressive".
    """
    reasons = {
        "draft": _no_draft(garage),
        "sets": no_expansions(garage, draft),
        "weather": _no_weather(track),
        "aggressive": _not_aggressive(track, legends),
    }
    return {option: reason for option, reason in reasons.items() if reason is not None}


def is_marked(track: Track) -> bool:
    """Whether aggressive Legends find a marked space on the track (L8)."""
    return any(corner.aggressive or corner.double_aggressive for corner in track.corners)


def sets_of(track: Track, known: tuple[str, ...]) -> tuple[str, ...]:
    """The sets in use where nothing is said of them: the base game, and the set of the track if it is one."""
    return tuple(name for name in known if name in (BASE_SET, track.set))


def no_expansions(garage: str, draft: str | None) -> str | None:
    """Why the expansions have no upgrades to give to such a garage; None where they have (H4, N3)."""
    if garage == NO_GARAGE:
        return _("Only the garage has cards of the expansions; switch the garage on, too.")
    if garage == "basic" or draft == "deal":
        return _("The expansions have advanced upgrades only, and none of those is in play; draft from them, too.")
    return None


def _no_draft(garage: str) -> str | None:
    if garage != NO_GARAGE:
        return None
    return _("Without the garage there are no upgrades to draft or deal; switch the garage on, too.")


def _no_weather(track: Track) -> str | None:
    try:
        Weather().cars(RaceSetup(track, ()), ())
    except IllegalSetup as error:
        return refusal(error.refusal)
    return None


def _not_aggressive(track: Track, legends: int) -> str | None:
    if not is_marked(track):
        return _("{track} has no spaces that are marked for aggressive Legends; race on a track that has some.").format(
            track=track.name
        )
    if not legends:
        return _("No Legends race that could be aggressive; let some of them race.")
    return None
