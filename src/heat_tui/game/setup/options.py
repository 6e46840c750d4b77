"""The options of races and seasons, in one table. Nothing here needs the engine."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Final, Literal

from heat_tui.language import N_
from heat_tui.store.schema import Option, Part, row, switch, table, with_values

Level = Literal["none", "basic", "advanced", "both"]
DraftKind = Literal["normal", "snake", "deal"]
Controller = str
Laps = int | tuple[int, ...]
"""The laps of a race, or of every race of a season; a tuple has them race by race, the last for all later races."""

MOST_CARS: Final = 8
"""The maximum number of cars in a race."""
MOST_LAPS: Final = 20
"""The maximum number of laps in a race."""
MOST_PRO: Final = 6
"""The highest `pro` of Legends (L7)."""

NO_GARAGE: Final = "none"
LEVELS: Final[Mapping[Level, str]] = {
    NO_GARAGE: N_("none"),
    "basic": N_("basic upgrades"),
    "advanced": N_("advanced upgrades"),
    "both": N_("all upgrades"),
}
"""The upgrades in the garage, by level; with "none", cars race with the starting upgrades (G1)."""

SEASON_LEVELS: Final = {level: words for level, words in LEVELS.items() if level != NO_GARAGE}
DRAFTS: Final[Mapping[DraftKind, str]] = {
    "normal": N_("draft"),
    "snake": N_("snake draft"),
    "deal": N_("dealt at random"),
}
"""The ways in which drivers get their upgrades for a single race (G2, O3, G3)."""

BASE_SET: Final = "base"
EXPANSIONS: Final = ("heavy_rain", "tunnel_vision")
SETS: Final = (BASE_SET, *EXPANSIONS)
"""The sets that cards come from; the base game is always included."""

SET_CHOICES: Final[Mapping[Hashable, str]] = {
    None: N_("the track's set"),
    (BASE_SET,): N_("base game only"),
    (BASE_SET, "heavy_rain"): N_("with Heavy Rain"),
    (BASE_SET, "tunnel_vision"): N_("with Tunnel Vision"),
    SETS: N_("all sets"),
}

CUSTOM: Final = "custom"
CAREER: Final = "career"
SEASONS: Final = ("1961", "1962", "1963", "1964", "1965", CUSTOM, CAREER)
"""The names of the seasons, repeated from `modules.championship` to avoid loading it."""

FIRST_SEASON: Final = SEASONS[0]
FIRST_TRACK: Final = "usa"
FIRST_RACE: Final = "first_race"
BASE_GAME: Final = "base"


@dataclass(frozen=True, slots=True, kw_only=True)
class Preset:
    """A kind of race: its name, description, default track, and advanced rules, in fields named like the options."""

    name: str
    words: str
    garage: Level = NO_GARAGE
    draft: DraftKind = "normal"
    sets: tuple[str, ...] | None = None
    weather: bool = False
    tournament: bool = False
    aggressive: bool = False
    track: str | None = None


PRESETS: Final[Mapping[str, Preset]] = {
    FIRST_RACE: Preset(
        name=N_("first race"),
        words=N_("One lap of the USA against two Legends, with no other options."),
        track=FIRST_TRACK,
    ),
    BASE_GAME: Preset(name=N_("base game"), words=N_("The basic rules only, on any track.")),
    "modules": Preset(
        name=N_("all modules"),
        words=N_("An upgrade draft, weather with road conditions, and tournament mode."),
        garage="both",
        weather=True,
        tournament=True,
    ),
    "heavy_rain": Preset(
        name=N_("Heavy Rain"),
        words=N_(
            "An upgrade draft with Heavy Rain's air intakes, weather, and aggressive Legends, on the Japan "
            "or Mexico track."
        ),
        garage="both",
        sets=(BASE_SET, "heavy_rain"),
        weather=True,
        aggressive=True,
        track="japan",
    ),
    "tunnel_vision": Preset(
        name=N_("Tunnel Vision"),
        words=N_("An upgrade draft with Tunnel Vision's front wings, and weather, on the Spain or Netherlands track."),
        garage="both",
        sets=(BASE_SET, "tunnel_vision"),
        weather=True,
        track="spain",
    ),
    "everything": Preset(
        name=N_("everything"),
        words=N_("A snake draft with the upgrades of every set, plus weather, tournament mode and aggressive Legends."),
        garage="both",
        draft="snake",
        sets=SETS,
        weather=True,
        tournament=True,
        aggressive=True,
        track="japan",
    ),
}
"""The presets by key. The first race also sets one lap and two Legends, and has no other options (S7)."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A driver's seat; `handicap` is the Heat missing from the engine at the start, 0 to 2 (S6).

    Either all seats have a `colour`, or none has one and all get the game's colours in order.
    """

    name: str
    colour: str = ""
    controller: Controller = "person"
    handicap: int = 0


NOT_IN_SEASON: Final = {"flag": "", "line": 0}
"""The `in_season` of an option for single races only."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The options asked for. None and other default values mean unset; the `preset` fills the unset rules.

    `season` is one of `SEASONS`, or None for a single race. `track` is an id or the path of a file. `tracks` (ids or
    paths), `events` and `length` are for a custom season, whose other tracks and events are drawn at random. `cars`
    counts drivers and Legends together and, without `legends`, sets the number of Legends. `laps` replaces the printed
    number. `sets` are the sets whose upgrades are in play, and in a season also the Sponsorships, tracks and events;
    None is the base game and the set of the track, or in a season the sets of its year or of the chosen tracks and
    events. `handicap` pairs drivers, by name or by seat from 1, with the missing Heat (S6), and overrides the handicaps
    of their seats.
    """

    season: str | None = row(
        flag="--season",
        help=N_("A championship: one year, a custom season or a career of three seasons."),
        label=N_("Season"),
        hint=N_("A year with its own tracks and events, a custom season or a career of three years."),
        choices=dict.fromkeys(SEASONS, ""),
        part="calendar",
    )
    track: str | None = row(
        flag="--track",
        metavar="TRACK",
        help=N_("A track by name (heat-tui tracks lists them), or a track file."),
        question=N_("Track [{default}]:"),
        answers=N_("Type the name of a track ({tracks}) or the path of a track file."),
        in_season=NOT_IN_SEASON,
    )
    seats: tuple[Seat, ...] = row(
        default=(),
        flag="--drivers",
        metavar="NAMES",
        help=N_(
            "The drivers, separated by commas: Ada,Bo,@steady. Names are people; the others are automated drivers "
            "(heat-tui drivers lists them)."
        ),
        question=N_("Drivers, separated by commas [{default}]:"),
        answers=N_("Type the drivers' names, separated by commas; {automated} are automated drivers."),
    )
    cars: int | None = row(
        flag="--cars",
        metavar="N",
        help=N_("The number of cars; Legends fill the places that drivers leave empty."),
        most=MOST_CARS,
        in_season=NOT_IN_SEASON,
    )
    legends: int | None = row(
        flag="--legends",
        metavar="N",
        help=N_("The number of Legends. Default: 3 beside one driver, 2 beside two or three, else none."),
        most=MOST_CARS - 1,
        usual=0,
        question=N_("Legends [{default}]:"),
        answers=N_(
            "Legends are cars that the game drives with the Legend cards. Type a number from {least} to {most}."
        ),
        code=0,
    )
    laps: Laps | None = row(
        flag="--laps",
        metavar="N",
        help=N_("The number of laps. Default: the number printed on the track."),
        label=N_("Laps"),
        hint=N_("The number of laps in the race."),
        choices={None: N_("as printed"), **{laps: str(laps) for laps in range(1, MOST_LAPS + 1)}},
        question=N_("Laps [{default}]:"),
        answers=N_("The number printed on the track is {default}. Type a number from 1 to {most}."),
        in_season={
            "line": 25,
            "help": N_("The laps of every race, or of each race in turn, separated by commas. Default: as printed."),
            "hint": N_("The number of laps in every race."),
        },
        line=70,
        code=1,
    )
    length: int | None = row(
        flag="--length",
        metavar="N",
        help=N_("The number of races in a custom season, 1 to 10. Default: 4. Tracks return once all have had a race."),
        most=10,
        part="calendar",
    )
    tracks: tuple[str, ...] = row(
        default=(),
        flag="--tracks",
        metavar="NAMES",
        help=N_("The tracks of a custom season, separated by commas; the rest are drawn at random."),
        part="calendar",
    )
    events: tuple[int, ...] = row(
        default=(),
        flag="--events",
        metavar="NUMBERS",
        help=N_("The events of a custom season, 1 to 18, separated by commas; the rest are drawn at random."),
        part="calendar",
    )
    preset: str | None = row(
        flag="--preset",
        help=N_("A ready-made set of rules; any other option you give overrides it."),
        label=N_("Preset"),
        choices={name: preset.name for name, preset in PRESETS.items()},
        question=N_("Rules [{default}]:"),
        answers=N_("Type the name of one of these sets of rules."),
        part="rule",
        in_season=NOT_IN_SEASON,
    )
    garage: Level | None = row(
        flag="--garage",
        help=N_("Three upgrades for every driver instead of the starting upgrades."),
        label=N_("Garage"),
        choices=LEVELS,
        usual=NO_GARAGE,
        in_season={
            "help": N_("Before each race every driver takes one of these upgrades."),
            "choices": SEASON_LEVELS,
            "usual": "both",
        },
        part="rule",
        line=10,
        code=2,
    )
    draft: DraftKind | None = row(
        flag="--draft",
        help=N_("Draft three upgrades, draft four in a snake draft and put one away, or be dealt three basic ones."),
        label=N_("Upgrades"),
        choices=DRAFTS,
        usual="normal",
        part="rule",
        line=20,
        code=5,
        in_season=NOT_IN_SEASON,
    )
    sets: tuple[str, ...] | None = row(
        flag="--sets",
        metavar="NAMES",
        help=N_(
            "The sets whose upgrades are in the garage, separated by commas: base,heavy_rain,tunnel_vision. "
            "The base game is always included. Default: the base game and the track's own set."
        ),
        label=N_("Upgrades from"),
        hint=N_('The sets whose upgrades are in play. "The track\'s set" is the base game and the set of the track.'),
        choices=SET_CHOICES,
        in_season={
            "line": 15,
            "help": N_(
                "The sets whose upgrades and Sponsorships are in play, separated by commas: "
                "base,heavy_rain,tunnel_vision. The base game and the set of the year are always in."
            ),
            "label": N_("Sets in play"),
            "hint": N_(
                "The sets that upgrades and Sponsorships come from, and the tracks and events of a custom season."
            ),
            "choices": {**SET_CHOICES, None: N_("the season's set")},
        },
        part="rule",
        line=30,
        code=6,
    )
    weather: bool | None = switch(
        flag="--weather/--no-weather",
        help=N_("One weather token for the whole race, and a road condition for every corner or the sector after it."),
        label=N_("Weather"),
        part="rule",
        line=40,
        code=3,
        in_season=NOT_IN_SEASON,
    )
    tournament: bool | None = switch(
        flag="--tournament/--no-tournament",
        help=N_("Play cards first: their number is the gear. The shift is paid for when your turn comes."),
        label=N_("Tournament mode"),
        part="rule",
        line=50,
        code=4,
        module="tournament",
    )
    aggressive: bool | None = switch(
        flag="--aggressive/--no-aggressive",
        help=N_("A Legend that starts its move on a marked space before a corner may cross more corner lines."),
        label=N_("Aggressive Legends"),
        part="rule",
        line=60,
        code=7,
    )
    pro: int = row(
        default=0,
        flag="--pro",
        metavar="N",
        help=N_("Raise the helmet numbers on the Legend cards by N, from 1 to 6."),
        label=N_("Faster Legends"),
        hint=N_("Raises the helmet numbers on the Legend cards, which move Legends on the way to a corner."),
        choices={0: N_("as printed"), **{more: f"+{more}" for more in range(1, MOST_PRO + 1)}},
        usual=0,
        part="rule",
        line=80,
        code=8,
        in_season={"line": 35},
    )
    mulligan: bool = switch(
        default=False,
        flag="--mulligan",
        help=N_("Before the first round each driver may pay 1 Heat for a new hand."),
        label=N_("Mulligan"),
        part="rule",
        line=90,
        code=9,
        module="mulligan",
    )
    retire: bool = switch(
        default=False,
        flag="--retire",
        help=N_("Once a car has finished, the other drivers may retire instead of planning."),
        label=N_("Retiring"),
        part="rule",
        line=100,
        code=10,
    )
    memory_aid: bool | None = switch(
        flag="--memory-aid/--no-memory-aid",
        help=N_("Work out the odds from the cards left in your draw deck. Default: on."),
        label=N_("Memory aid"),
        hint=N_("Odds take account of the cards left in your draw deck, as if you remembered every one."),
        usual=True,
        part="table",
        line=220,
    )
    handicap: tuple[tuple[str, int], ...] = row(
        default=(),
        flag="--handicap",
        metavar="SEAT=N",
        help=N_("A driver, by name or seat number, starts with 1 or 2 Heat less. May be given several times."),
        repeated=True,
    )
    open_table: bool = switch(
        default=False,
        flag="--open-table",
        help=N_("No curtain between the players: everybody may see all cards."),
        label=N_("Open table"),
        part="table",
        line=210,
    )
    coach: bool | None = switch(
        flag="--coach/--no-coach",
        help=N_("Give hints to players who ask for one. Default: on."),
        label=N_("Coach"),
        hint=N_("Players who ask get a hint for every choice, worked out from what they know."),
        usual=True,
        part="table",
        line=230,
    )
    seed: int | None = row(
        flag="--seed",
        metavar="N",
        help=N_("The same setup, seed and choices give the same race."),
        label=N_("Seed"),
    )

    @property
    def kind(self) -> Preset:
        """The preset that fills unset options; the base game if none is named."""
        return PRESETS[self.preset or BASE_GAME]

    @property
    def controllers(self) -> list[Controller]:
        return [seat.controller for seat in self.seats]

    @property
    def default_track(self) -> str:
        """The track to use if none is chosen."""
        return self.kind.track or FIRST_TRACK


RACE: Final = table(Options)
"""The options of a race by name."""

SEASON: Final = {name: replace(each, in_season={}, **each.in_season) for name, each in RACE.items()}
"""The options of a season by name."""


def _of_part(part: Part) -> tuple[str, ...]:
    return tuple(name for name, each in RACE.items() if each.part == part)


def _form(rows: Mapping[str, Option]) -> Mapping[str, Option]:
    return {each.name: each for each in sorted(rows.values(), key=lambda each: each.line) if each.line}


RULES: Final = _of_part("rule")
"""The names of the options for rules, in the order of `Options`."""
TABLE: Final = _of_part("table")
"""The names of the options for the table, in the order of `Options`."""
CALENDAR: Final = _of_part("calendar")
"""The names of the options for a season's calendar, in the order of `Options`."""

RACE_FORM: Final = _form(RACE)
"""The options on the screen for a new race by name, from top to bottom."""
SEASON_FORM: Final = _form(SEASON)
"""The options on the screen for a new season by name, from top to bottom."""

ADVANCED: Final = tuple(each.name for each in fields(Preset) if each.name in RULES)
"""The names of the rules that a preset sets."""

CODED: Final = tuple(sorted((n for n, each in RACE.items() if each.code is not None), key=lambda n: RACE[n].code or 0))
"""The names of the options stored in the code of a challenge, in the order of their bits."""

REMEMBERED: Final = ("track", "seats", "legends", *RACE_FORM)
"""The names of the options in the file of the last setup, in its order."""


def completed(options: Options, rows: Mapping[str, Option] = RACE) -> Options:
    """Return the options, with every option that is None set to its `usual` value, if it has one."""
    usual = {name: each.usual for name, each in rows.items() if getattr(options, name) is None}
    return with_values(options, usual)


def switched_on(options: Options) -> list[str]:
    """Return the English names of the advanced rules that are on."""
    names = {
        N_("garage"): options.garage not in (None, NO_GARAGE),
        N_("weather"): options.weather,
        N_("tournament mode"): options.tournament,
        N_("aggressive Legends"): options.aggressive,
    }
    return [name for name, is_on in names.items() if is_on]
