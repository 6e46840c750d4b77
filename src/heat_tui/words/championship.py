"""The championship in words: its events, the card of each race, the press and the Sponsorships."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from heat_tui.engine.forecast import CERTAIN, Outcome
from heat_tui.engine.ruleset import Ruleset
from heat_tui.engine.track import Track
from heat_tui.engine.view import SeatView
from heat_tui.language import _, ngettext
from heat_tui.modules.championship import EVENTS, NAME, ChampionshipShown, SeasonSetup, press_corners
from heat_tui.modules.championship.promises import GRANDSTAND, RECORD, Goal, Promise, goal, loses_heat, promised
from heat_tui.modules.championship.season import nothing_carried, race_setup
from heat_tui.words.formatter import sentences
from heat_tui.words.names import car_name, corner_number, listing, odds_in_words
from heat_tui.words.weather import weather_lines, weather_of

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


Ways = tuple[Outcome, ...]


def goal_words(view: SeatView) -> str:
    """The event's goal in a few words, "speed 15: 3 more"; "" where there is none or it is out of reach."""
    found = goal(view)
    if found is None:
        return ""
    if found.event == GRANDSTAND:
        return _grandstand(found)
    if found.event == RECORD:
        return _record(found)
    return _television(found)


def goal_line(view: SeatView) -> list[str]:
    """The same as a status line; none where there is no goal."""
    words = goal_words(view)
    return [_("Goal of this race, {goal}.").format(goal=words)] if words else []


def _grandstand(found: Goal) -> str:
    left = found.wanted - (found.so_far or 0)
    if left <= 0:
        return _("grandstand: full")
    return ngettext("grandstand: {left} place left", "grandstand: {left} places left", left).format(left=left)


def _record(found: Goal) -> str:
    if found.so_far is None:
        return _("speed {wanted}: Sponsorship").format(wanted=found.wanted)
    if found.so_far >= found.wanted:
        return _("speed {wanted}: reached").format(wanted=found.wanted)
    return _("speed {wanted}: {more} more").format(wanted=found.wanted, more=found.wanted - found.so_far)


def _television(found: Goal) -> str:
    if found.so_far is None:
        return _("pass {wanted} cars: Sponsorship").format(wanted=found.wanted)
    return _("passed {passed} of {wanted}").format(passed=found.so_far, wanted=found.wanted)


def promise_lines(view: SeatView, outcome: Outcome) -> list[str]:
    """What a move that is certain brings of Sponsorships and takes of Heat cards, a line each."""
    lines = [_promise_line(view, outcome, promise) for promise in promised(view, outcome)]
    if loses_heat(view, outcome):
        lines.append(_("You complete a lap: one of your Heat cards leaves the game in step 8."))
    return lines


def _promise_line(view: SeatView, outcome: Outcome, promise: Promise) -> str:
    won, limit = sponsorships_words(promise.cards), _other_limit(view, outcome, promise)
    match promise.reason:
        case "towed":
            return _("{sponsorships}: the Slipstream takes you over {corner}, where the press stands.").format(
                sponsorships=won, corner=_corner(promise)
            )
        case "fast" if limit is not None:
            return _("{sponsorships}: {over} over limit {limit} at {corner}, where the press stands.").format(
                sponsorships=won, over=promise.over, limit=limit, corner=_corner(promise)
            )
        case "fast":
            return _("{sponsorships}: {over} over the limit at {corner}, where the press stands.").format(
                sponsorships=won, over=promise.over, corner=_corner(promise)
            )
        case "slow" if limit is not None:
            return _("{sponsorships}: {under} under limit {limit} at {corner}, where the press stands.").format(
                sponsorships=won, under=-promise.over, limit=limit, corner=_corner(promise)
            )
        case "slow":
            return _("{sponsorships}: {under} under the limit at {corner}, where the press stands.").format(
                sponsorships=won, under=-promise.over, corner=_corner(promise)
            )
        case "grandstand":
            return _("{sponsorships}: you complete lap 1 while the grandstand has a place.").format(sponsorships=won)
        case "record":
            return _("{sponsorships}: the speed for the record.").format(sponsorships=won)
        case "television":
            return _("{sponsorships}: three cars or more passed.").format(sponsorships=won)


def promise_odds(view: SeatView, outcomes: Ways) -> list[str]:
    """The same for a move with several outcomes: where a Sponsorship is possible, and how likely."""
    chances: dict[int | None, Fraction] = {}
    for outcome in outcomes:
        for corner in {promise.corner for promise in promised(view, outcome)}:
            chances[corner] = chances.get(corner, Fraction(0)) + outcome.chance
    lines = [_odds_line(corner, chance) for corner, chance in chances.items()]
    lost = sum((outcome.chance for outcome in outcomes if loses_heat(view, outcome)), Fraction(0))
    if lost:
        lines.append(_("Completing a lap, which costs a Heat card, is {odds}.").format(odds=odds_in_words(lost)))
    return lines


def _odds_line(corner: int | None, chance: Fraction) -> str:
    if corner is None:
        return _("A Sponsorship by the event of this race is {odds}.").format(odds=odds_in_words(chance))
    return _("A Sponsorship at {corner} is {odds}.").format(corner=corner_number(corner), odds=odds_in_words(chance))


def with_promises(view: SeatView, words: str, ways: Ways) -> str:
    """A line about some outcomes, and what Sponsorships they bring."""
    chance = sum((way.chance for way in ways if promised(view, way)), Fraction(0))
    if not chance:
        return words
    if chance != CERTAIN:
        return _("{outcome}, a Sponsorship is {odds}").format(outcome=words, odds=odds_in_words(chance))
    fewest = min(sum(promise.cards for promise in promised(view, way)) for way in ways)
    return _("{outcome}, {sponsorships}").format(outcome=words, sponsorships=sponsorships_words(fewest))


def promise_parts(view: SeatView, outcome: Outcome) -> Iterable[str]:
    """What an outcome brings, each in a few words: "2 over: Sponsorship"."""
    for promise in promised(view, outcome):
        yield _part(view, outcome, promise)
    if loses_heat(view, outcome):
        yield _("a Heat card leaves the game")


def _part(view: SeatView, outcome: Outcome, promise: Promise) -> str:
    """A promise in a few words."""
    won, limit = _won(promise.cards), _other_limit(view, outcome, promise)
    match promise.reason:
        case "towed":
            return _("towed: {sponsorships}").format(sponsorships=won)
        case "fast" if limit is not None:
            return _("{over} over <{limit}>: {sponsorships}").format(over=promise.over, limit=limit, sponsorships=won)
        case "fast":
            return _("{over} over: {sponsorships}").format(over=promise.over, sponsorships=won)
        case "slow" if limit is not None:
            return _("{under} under <{limit}>: {sponsorships}").format(
                under=-promise.over, limit=limit, sponsorships=won
            )
        case "slow":
            return _("{under} under: {sponsorships}").format(under=-promise.over, sponsorships=won)
        case "grandstand":
            return _("grandstand: {sponsorships}").format(sponsorships=won)
        case "record":
            return _("record: {sponsorships}").format(sponsorships=won)
        case "television":
            return _("on television: {sponsorships}").format(sponsorships=won)


def _other_limit(view: SeatView, outcome: Outcome, promise: Promise) -> int | None:
    """The limit that the press goes by, where the driver's own is another in this turn (E9)."""
    if promise.corner is None:
        return None
    limit = view.limits[promise.corner]
    return limit if any(cost.corner == promise.corner and cost.limit != limit for cost in outcome.corners) else None


def _won(cards: int) -> str:
    return _("Sponsorship") if cards == 1 else sponsorships_words(cards)


def _corner(promise: Promise) -> str:
    assert promise.corner is not None
    return corner_number(promise.corner)
