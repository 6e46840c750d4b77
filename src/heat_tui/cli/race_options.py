"""The options of a race, the same for every command that starts one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypedDict, TypeVar

import click

from heat_tui import language
from heat_tui.game.presets import DRAFTS, LEVELS, NO_GARAGE, PRESETS, SETS, DraftKind, Level
from heat_tui.language import _

F = TypeVar("F", bound=Callable[..., object])

Laps = int | tuple[int, ...]
"""Laps of a race; of a season, of all races or of one after the other."""

SEASONS: Final = ("1961", "1962", "1963", "1964", "1965", "custom", "career")
"""The seasons by name; `modules.championship` has them too, and is not loaded for this."""


FORMATS: Final = ("text", "csv", "json", "markdown")
"""How standings can be printed; `table.season_export` has the same."""


class CalendarArguments(TypedDict):
    """The options that say which season is raced, as click hands them over; None where one was not given."""

    season: str | None
    length: int | None
    tracks: str | None
    events: str | None


class SeasonRuleArguments(CalendarArguments):
    """The options that say by which rules, and with how many Legends."""

    legends: int | None
    laps: Laps | None
    garage: Level | None
    sets: str | None
    tournament: bool | None
    aggressive: bool | None
    pro: int
    mulligan: bool
    retire: bool
    memory_aid: bool | None
    handicap: tuple[str, ...]


class SeasonArguments(SeasonRuleArguments):
    """All options of a season in the app."""

    drivers: str | None
    open_table: bool
    seed: int | None


def read_laps(context: click.Context, option: click.Parameter, typed: str | None) -> Laps | None:
    """A number of laps, or several with commas. Raises BadParameter."""
    if typed is None:
        return None
    try:
        laps = tuple(int(each) for each in typed.split(","))
    except ValueError as error:
        from heat_tui.words.names import quoted

        raise click.BadParameter(
            _("{text} is no number, and no numbers with commas.").format(text=quoted(typed))
        ) from error
    return laps[0] if len(laps) == 1 else laps


def with_options(options: Sequence[Callable[[F], F]], command: F) -> F:
    """Give a command options, the first of them on top of its help."""
    for option in reversed(options):
        command = option(command)
    return command


def complete_tracks(context: click.Context, option: click.Parameter, typed: str) -> list[str]:
    """The tracks that a shell may complete, behind those that are typed already."""
    from heat_tui.store.tracks import track_ids

    return _completed(track_ids(), typed)


def complete_sets(context: click.Context, option: click.Parameter, typed: str) -> list[str]:
    """The sets that a shell may complete, behind those that are typed already."""
    return _completed(SETS, typed)


def season_option(name: str) -> Callable[[F], F]:
    """The option that names a season."""
    return click.option(
        name,
        "season",
        type=click.Choice(SEASONS),
        help=_("A championship: a year, a season of your own, or the three seasons of a career."),
    )


CALENDAR: Final = (
    click.option(
        "--length",
        type=int,
        metavar="N",
        help=_("The races of a custom season, 1 to 10; 4 if nothing says otherwise."),
    ),
    click.option(
        "--tracks",
        metavar="NAMES",
        shell_complete=complete_tracks,
        help=_("The tracks of a custom season, with commas; what is not named is drawn by lot."),
    ),
    click.option(
        "--events",
        metavar="NUMBERS",
        help=_("The events of a custom season, 1 to 18 with commas; what is not named is drawn by lot."),
    ),
)
"""The options of a custom season."""

SEASON_RULES: Final = (
    click.option(
        "--garage",
        type=click.Choice([level for level in LEVELS if level != NO_GARAGE]),
        help=_("Which upgrades are drafted: the basic ones, the advanced ones, or both."),
    ),
    click.option(
        "--sets",
        metavar="NAMES",
        shell_complete=complete_sets,
        help=_(
            "Whose upgrades and Sponsorships are in play, with commas: base,heavy_rain,tunnel_vision. The base game "
            "always is, and so is the set of the year."
        ),
    ),
)
"""What is said of the cards of a season."""


def _completed(names: Sequence[str], typed: str) -> list[str]:
    before, comma, begun = typed.rpartition(",")
    named = before.split(",")
    return [before + comma + name for name in names if name.startswith(begun) and name not in named]


class RuleArguments(TypedDict):
    """The options that say by which rules is raced, as click hands them over; None where one was not given."""

    preset: str | None
    garage: Level | None
    draft: DraftKind | None
    sets: str | None
    weather: bool | None
    tournament: bool | None
    aggressive: bool | None
    pro: int
    mulligan: bool
    retire: bool
    memory_aid: bool | None


class RaceArguments(RuleArguments):
    """All options of a race."""

    track: str | None
    drivers: str | None
    cars: int | None
    legends: int | None
    laps: Laps | None
    handicap: tuple[str, ...]
    open_table: bool
    seed: int | None
    tutorial: bool


class SimArguments(RuleArguments, CalendarArguments):
    """Those of races, or of seasons, without anybody watching."""

    track: str | None
    drivers: str
    cars: int | None
    legends: int | None
    laps: Laps | None
    handicap: tuple[str, ...]
    races: int
    seed: int
    as_json: bool


class LineArguments(RaceArguments, CalendarArguments):
    """Those of a race or a season in lines, which can go on with a saved one."""

    resume: str | None


class AppArguments(RaceArguments):
    """Those of a race in the app, which can be one to watch."""

    watch: bool


_TRACK: Final = click.option(
    "--track",
    metavar="TRACK",
    shell_complete=complete_tracks,
    help=_("A track by name (see: heat-tui tracks) or a track file."),
)
_LAPS: Final = click.option(
    "--laps", callback=read_laps, metavar="N", help=_("Laps; otherwise as printed on the track.")
)
_HANDICAP: Final = click.option(
    "--handicap",
    multiple=True,
    metavar="SEAT=N",
    help=_("A driver, by name or seat, starts with 1 or 2 Heat fewer (may be repeated)."),
)
_MODULES: Final = (
    click.option(
        "--preset",
        type=click.Choice(tuple(PRESETS)),
        help=_("The rules of a kind of race at once; what the other options say goes before."),
    ),
    click.option(
        "--garage",
        type=click.Choice(LEVELS),
        help=_("Three upgrades a driver, out of the basic ones, the advanced ones, or both."),
    ),
    click.option(
        "--draft",
        type=click.Choice(DRAFTS),
        help=_("With the garage: the usual draft, a snake draft of four upgrades, or three basic ones dealt by lot."),
    ),
    click.option(
        "--sets",
        metavar="NAMES",
        shell_complete=complete_sets,
        help=_(
            "Whose upgrades are in the garage, with commas: base,heavy_rain,tunnel_vision. The base game always is; if "
            "nothing is said, so is the set of the track."
        ),
    ),
    click.option(
        "--weather/--no-weather", default=None, help=_("Weather for the race and a road condition for every corner.")
    ),
)
_OPTIONAL_RULES: Final = (
    click.option(
        "--tournament/--no-tournament",
        default=None,
        help=_("Cards are played first, and their number is the gear; the shift is paid in the own turn."),
    ),
    click.option(
        "--aggressive/--no-aggressive",
        default=None,
        help=_("Legends that start from a marked space cross more corners; not every track has such spaces."),
    ),
    click.option(
        "--pro", type=int, metavar="N", default=0, help=_("Legends drive 1 to 6 spaces further than printed.")
    ),
    click.option("--mulligan", is_flag=True, help=_("Everybody may swap the first hand for 1 Heat.")),
    click.option("--retire", is_flag=True, help=_("Once a car has finished, drivers may retire.")),
    click.option(
        "--memory-aid/--no-memory-aid",
        default=None,
        help=_("Whether odds know which of your cards are left in the draw deck (they do)."),
    ),
)
_RULES: Final = (*_MODULES, *_OPTIONAL_RULES)
_DRIVERS: Final = click.option(
    "--drivers",
    metavar="NAMES",
    help=_("Who drives, with commas: Ada,Bo,@steady. Names are people; @steady and @chance are automated."),
)
_LEGENDS: Final = click.option("--legends", type=int, metavar="N", help=_("So many Legends."))
_OPEN_TABLE: Final = click.option("--open-table", is_flag=True, help=_("No curtains: everybody may see all cards."))
_SEED: Final = click.option("--seed", type=int, metavar="N", help=_("The same seed and choices give the same race."))
_OPTIONS: Final = (
    _TRACK,
    _DRIVERS,
    click.option("--cars", type=int, metavar="N", help=_("So many cars in all; Legends fill up.")),
    _LEGENDS,
    _LAPS,
    *_RULES,
    _HANDICAP,
    _OPEN_TABLE,
    _SEED,
    click.option("--tutorial", is_flag=True, help=_("Learn the game: one lap of the USA with two Legends.")),
)
_SIM_OPTIONS: Final = (
    _TRACK,
    click.option(
        "--cars", type=int, metavar="N", help=_("Cars in all, Legends included; 4 if nothing says otherwise.")
    ),
    _LAPS,
    click.option(
        "--drivers",
        metavar="KINDS",
        default="@steady",
        show_default=True,
        help=_("Kinds of drivers with commas, @steady or @chance; repeated in turn until all cars have one."),
    ),
    click.option("--legends", type=int, metavar="N", help=_("So many of the cars are Legends.")),
    *_RULES,
    _HANDICAP,
    click.option(
        "--races", type=int, metavar="N", default=100, show_default=True, help=_("How many races, or seasons.")
    ),
    click.option(
        "--seed",
        type=int,
        metavar="N",
        default=0,
        show_default=True,
        help=_("The seed of the first race or season; then one more each."),
    ),
    click.option("--json", "as_json", is_flag=True, help=_("Figures as JSON instead of a table.")),
)
_SEASON_OPTIONS: Final = (
    season_option("--year"),
    _DRIVERS,
    _LEGENDS,
    click.option(
        "--laps",
        callback=read_laps,
        metavar="N",
        help=_("Laps of every race, or with commas of one race after the other; otherwise as printed."),
    ),
    *CALENDAR,
    *SEASON_RULES,
    *_OPTIONAL_RULES,
    _HANDICAP,
    _OPEN_TABLE,
    _SEED,
)
_RESUME: Final = click.option(
    "--resume",
    is_flag=False,
    flag_value="",
    metavar="[NAME]",
    help=_("Go on with a saved race: the latest, or the one of that name."),
)
_WATCH: Final = click.option(
    "--watch", is_flag=True, help=_("Watch automated drivers race, with pause and single steps; @steady if none said.")
)


def line_race_options(command: F) -> F:
    """Give a command all options of a race in lines."""
    return with_options((*_OPTIONS, _RESUME, season_option("--season"), *CALENDAR), command)


def app_race_options(command: F) -> F:
    """Give a command all options of a race in the app."""
    return with_options((*_OPTIONS, _WATCH), command)


def sim_options(command: F) -> F:
    """Give a command all options of races without anybody watching."""
    return with_options((*_SIM_OPTIONS, season_option("--season"), *CALENDAR), command)


def season_options(command: F) -> F:
    """Give a command all options of a season in the app."""
    return with_options(_SEASON_OPTIONS, command)


class SettingArguments(TypedDict):
    """The options as click hands them over; None where one was not given."""

    theme: str | None
    car_palette: str | None
    animation: str | None
    ascii: bool | None
    confirm: bool | None
    bell: bool | None
    title: bool | None
    lang: str | None


def use_language(context: click.Context, option: click.Parameter, typed: str | None) -> str | None:
    """Use a language from now on, and return its code. Raises BadParameter."""
    if typed is None:
        return None
    code = language.matching(typed)
    if code is None:
        from heat_tui.words.names import quoted

        raise click.BadParameter(
            _("there is no language {text}; write one of {known}.").format(
                text=quoted(typed), known=", ".join(language.languages())
            )
        )
    language.use(code)
    return code


_SETTING_OPTIONS_OPTIONS: Final = (
    click.option("--theme", metavar="NAME", help=_("Colours: dark, light, or one of Textual's themes.")),
    click.option(
        "--car-palette",
        type=click.Choice(("game", "okabe-ito")),
        help=_("The cars' colours: the game's, or some that everybody can tell apart."),
    ),
    click.option(
        "--animation", type=click.Choice(("off", "fast", "normal")), help=_("How fast cars move on the screen.")
    ),
    click.option("--ascii/--unicode", "ascii", default=None, help=_("Draw with ASCII characters alone, or not.")),
    click.option(
        "--confirm/--no-confirm", default=None, help=_("Ask again before what can cost Heat or end in a spin out.")
    ),
    click.option("--bell/--no-bell", default=None, help=_("Ring when a person's turn comes.")),
    click.option("--title/--no-title", default=None, help=_("Name whose turn it is in the terminal's title.")),
    click.option(
        "--lang",
        metavar="|".join(language.languages()),
        is_eager=True,
        callback=use_language,
        hidden=len(language.languages()) == 1,
        help=_("The language of every sentence."),
    ),
)


def setting_options(command: F) -> F:
    """Give a command the options of the settings."""
    for option in reversed(_SETTING_OPTIONS_OPTIONS):
        command = option(command)
    return command


def flags(*given: SettingArguments) -> dict[str, str | bool]:
    """What was given, by the names of the settings' fields; a later one counts more. Other arguments are left alone."""
    found: dict[str, str | bool] = {}
    for arguments in given:
        ascii_alone, palette, lang = arguments["ascii"], arguments["car_palette"], arguments["lang"]
        if ascii_alone is not None:
            found["glyphs"] = "ascii" if ascii_alone else "unicode"
        if palette is not None:
            found["cars"] = palette
        if lang is not None:
            found["language"] = lang
        for name in ("theme", "animation", "confirm", "bell", "title"):
            value = arguments[name]
            if value is not None:
                found[name] = value
    return found
