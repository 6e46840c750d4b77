"""Words for the weather, for the tokens at the corners and for what holds in a sector."""

from __future__ import annotations

from heat_tui.engine.track import Track, runs
from heat_tui.engine.view import SeatView
from heat_tui.language import _, ngettext
from heat_tui.modules.spaces import FLOODED_COST
from heat_tui.modules.weather import CONDITIONS, WEATHER, Effect, Weather, WeatherShown
from heat_tui.words.formatter import sentences
from heat_tui.words.names import corner_number, corners_by_token, listing


def weather_name(token: str) -> str:
    """What a weather token is called."""
    names = {
        "cloud": _("clouds"),
        "fog": _("fog"),
        "storm": _("storm"),
        "snow": _("snow"),
        "rain": _("rain"),
        "sun": _("sun"),
    }
    return names[token]


def start_words(token: str) -> str:
    """What the weather changes before the start, a sentence (W2)."""
    words = {
        "cloud": _("Nobody feels watched: everybody starts with 1 Stress fewer."),
        "fog": _("Engines stay cool: everybody starts with 1 Heat more."),
        "storm": _("It shakes the nerves: everybody starts with 1 Stress more."),
        "snow": _("The engines are cold: everybody starts with 1 Heat fewer."),
        "rain": _("Everything is wet: up to 3 Heat of every engine start in the draw deck."),
        "sun": _("The engines boil: up to 3 Heat of every engine start on the discard pile."),
    }
    return words[token]


def condition_name(condition: str) -> str:
    """What a road condition is called."""
    names = {
        "limit_up": _("grippy"),
        "limit_down": _("slippery"),
        "overheat": _("overheating"),
        "slipstream_boost": _("Slipstream boost"),
        "heat_control": _("heat control"),
        "weather": _("weather"),
    }
    return names[condition]


def condition_words(condition: str, token: str) -> str:
    """What a road condition does in the weather `token`, a sentence (W3-W5)."""
    kind = CONDITIONS[condition]
    if kind.limit > 0:
        return _("Grippy: the limit is {by} higher.").format(by=kind.limit)
    if kind.limit < 0:
        return _("Slippery: the limit is {by} lower.").format(by=-kind.limit)
    if kind.surcharge:
        return _("Overheating: whoever pays Heat here pays {heat} more.").format(heat=kind.surcharge)
    effect = kind.sector or WEATHER[token].sector
    if kind.sector is None:
        return _("Weather ({weather}): {effect}").format(weather=weather_name(token), effect=effect_words(effect))
    return effect_words(effect)


def effect_words(effect: Effect) -> str:
    """What holds in a sector, a sentence."""
    match effect.kind:
        case "slipstream_boost":
            return _("A Slipstream that starts in this sector may go {number} further.").format(number=effect.number)
        case "no_slipstream":
            return _("No Slipstream may start in this sector.")
        case "cooldown":
            return _("There is {number} Cooldown more in this sector.").format(number=effect.number)
        case "no_cooldown":
            return _("Nothing can be cooled down in this sector.")
        case "free_boost":
            return _("A Boost costs no Heat in this sector.")


def weather_of(view: SeatView) -> WeatherShown | None:
    """The tokens that lie open, None in a race without weather."""
    shown = dict(view.shown).get(Weather.name)
    return shown if isinstance(shown, WeatherShown) else None


def weather_lines(view: SeatView) -> list[str]:
    """The weather with what it changed, and the road corner by corner."""
    weather = weather_of(view)
    if weather is None:
        return [_("This race has no weather: the limits are those printed on the track.")]
    return [
        sentences(
            _("Weather of this race: {weather}.").format(weather=weather_name(weather.token)),
            start_words(weather.token),
        ),
        *(
            _("{corner}: {words}").format(
                corner=corner[:1].upper() + corner[1:],
                words=condition_words(weather.conditions[index], weather.token),
            )
            for index, corner in corners_by_token(view.sheet.track)
        ),
    ]


def sector_effect(view: SeatView, space: int) -> Effect | None:
    """What a token brings about on a space, by the sector that it lies in."""
    weather = weather_of(view)
    return weather.sectors[view.sheet.track.sector(space)] if weather is not None else None


def space_lines(view: SeatView, space: int) -> list[str]:
    """What is special about a space: its sector's token, water, a tunnel."""
    track = view.sheet.track
    effect = sector_effect(view, space)
    lines = [effect_words(effect)] if effect is not None else []
    if space in track.flooded:
        lines.append(_("The space is flooded: shifting down from it costs {heat} Heat more.").format(heat=FLOODED_COST))
    if space in track.tunnel:
        lines.append(_("The space lies in a tunnel: nothing goes from the hand to the discard pile there."))
    return lines


def corner_lines(view: SeatView, index: int) -> list[str]:
    """What the token of a corner does there; none without weather."""
    weather = weather_of(view)
    if weather is None:
        return []
    return [
        _("Its road condition: {words}").format(words=condition_words(weather.conditions[index], weather.token)),
    ]


def special_lines(track: Track) -> list[str]:
    """What is printed on a track beside its corners: chicanes, water and tunnels."""
    lines = [
        _("Chicane: {first} and {second} are its two lines.").format(
            first=corner_number(corner.chicane_with), second=corner_number(index)
        )
        for index, corner in enumerate(track.corners)
        if corner.chicane_with is not None
    ]
    if track.flooded:
        lines.append(
            ngettext(
                "Flooded, so that shifting down costs {heat} Heat more: space {spaces}.",
                "Flooded, so that shifting down costs {heat} Heat more: spaces {spaces}.",
                len(track.flooded),
            ).format(heat=FLOODED_COST, spaces=_runs(track.flooded))
        )
    if track.tunnel:
        lines.append(
            ngettext(
                "In a tunnel, where nothing goes from the hand to the discard pile: space {spaces}.",
                "In a tunnel, where nothing goes from the hand to the discard pile: spaces {spaces}.",
                len(track.tunnel),
            ).format(spaces=_runs(track.tunnel))
        )
    return lines


def _runs(spaces: tuple[int, ...]) -> str:
    """Spaces in words, neighbours together: "6 to 8 and 39"."""
    return listing(
        [
            str(first) if first == last else _("{first} to {last}").format(first=first, last=last)
            for first, last in runs(spaces)
        ]
    )
