"""The words of the championship: its events, the card of each race, the press and the Sponsorships."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import partial

from heat_tui.engine.forecast import Outcome
from heat_tui.engine.ruleset import Ruleset
from heat_tui.engine.setup import RaceSheet
from heat_tui.engine.track import Track
from heat_tui.engine.view import SeatView
from heat_tui.language import N_, NC_, NN_, Message, _, clause_listing, ngettext, row, translated
from heat_tui.modules.championship import events
from heat_tui.modules.championship.calendar import press_corners
from heat_tui.modules.championship.event_rules import (
    EVENTS,
    GRANDSTAND,
    RECORD,
    EventRule,
    Goal,
    goal,
    loses_heat,
    promised,
)
from heat_tui.modules.championship.race import Championship
from heat_tui.modules.championship.season import SeasonSetup, nothing_carried, race_setup
from heat_tui.modules.championship.state import SPONSORSHIPS, ChampionshipShown, cards_of
from heat_tui.modules.weather import WeatherShown
from heat_tui.modules.weather.words import weather_lines
from heat_tui.words.cards import speed_words, what_symbols_do
from heat_tui.words.formatter import fill, sentences
from heat_tui.words.module import ModuleWords
from heat_tui.words.names import car_name, chance_words, corner_list, corner_words, track_name
from heat_tui.words.telling import SayEvent, by, either

STRIKE, GLOBAL, SLOW = 3, 11, 16
"""The events that shorten the race, double the press's Sponsorships, and reward slow cars."""

EVENT_WORDS = {
    1: (
        N_("A new grandstand"),
        N_(
            "The first three cars to complete lap 1 fill the new grandstand: each driver among them "
            "gains a Sponsorship."
        ),
    ),
    2: (N_("A speed record"), N_("You gain a Sponsorship in every turn in which you reach speed 15 or more.")),
    3: (N_("Drivers on strike"), N_("The race is one lap shorter, and the winner scores 2 extra points.")),
    4: (N_("Engine limits lifted"), N_("Every engine has 1 extra Heat.")),
    5: (N_("A record crowd"), N_("The race is one lap longer, and you draw up to 8 cards.")),
    6: (N_("A bribed committee"), N_("The first three cars over the finish line score 1 extra point each.")),
    7: (N_("A title sponsor"), N_("No special rule.")),
    8: (N_("Live on television"), N_("You gain a Sponsorship in every turn in which you pass three or more cars.")),
    9: (N_("New safety rules"), N_("Everybody has 2 Heat less and 1 Stress card fewer, and draws up to 6 cards.")),
    10: (
        N_("The sponsor withdraws"),
        N_("Everybody has 1 extra Stress. A driver who spins out is out of the race and scores nothing."),
    ),
    11: (N_("Going global"), N_("A press corner brings two Sponsorships instead of one.")),
    12: (N_("Turbulent winds"), N_("You may slipstream only in gear 3 or 4.")),
    13: (N_("Chicanes for safety"), N_("Heat may be discarded in step 8.")),
    14: (N_("A cloudburst delays the start"), N_("Nobody gets Adrenaline.")),
    15: (N_("Hold tight"), N_("You may discard at most one card in step 8.")),
    16: (
        N_("Smile for the press"),
        N_(
            "The press likes slow cars: a press corner brings a Sponsorship only to a driver slower than "
            "its limit. A Slipstream alone brings none."
        ),
    ),
    17: (N_("Tunnel vision"), N_("Stress may be discarded in step 8.")),
    18: (
        N_("The pressure cooker"),
        N_(
            "The race is one lap longer. Whenever you complete a lap other than the last, one of your Heat "
            "cards leaves the game."
        ),
    ),
}
"""The name of every event, and its rule changes in a sentence or two (E11)."""

CARD_NAMES = {
    "sponsor-brakes": (N_("Sponsor-brakes"), NC_("on a card", "Sponsor-brakes")),
    "sponsor-radiator": (N_("Sponsor-radiator"), NC_("on a card", "Sponsor-radiator")),
    "sponsor-revs": (N_("Sponsor-revs"), NC_("on a card", "Sponsor-revs")),
    "sponsor-turbo": (N_("Sponsor-turbo"), NC_("on a card", "Sponsor-turbo")),
    "sponsor-wings": (N_("Sponsor-wings"), NC_("on a card", "Sponsor-wings")),
    "sponsor-intake": (N_("Sponsor-intake"), NC_("on a card", "Sponsor-intake")),
    "sponsor-frontwing": (N_("Sponsor-frontwing"), NC_("on a card", "Sponsor-frontwing")),
}
"""The names of Sponsorships, in full and for a narrow card (at most 9 columns in languages with wide characters)."""

CARDS = {card.key: card for card in cards_of([*SPONSORSHIPS])}


def sponsorship_words(key: str) -> str:
    """Return the effects of a Sponsorship, one sentence each."""
    card = CARDS[key]
    chosen = N_("Sponsorship with speed {values}, chosen when every + is resolved.")
    speed = speed_words(card, N_("Sponsorship with speed {speed}."), chosen)
    lasts = _("Once used, it leaves the race; unused, it stays with you for the season.")
    return sentences(speed, *what_symbols_do(card), lasts)


def eliminates(view: SeatView) -> bool:
    """Return whether a spin out ends the race for a driver (event 10, E11)."""
    shown = view.part(ChampionshipShown)
    return shown is not None and shown.eliminates


def event_title(number: int) -> str:
    return translated(EVENT_WORDS[number][0])


def event_effect(number: int, sheet: RaceSheet | None = None) -> str:
    """Return the rule changes of an event, 1 to 18, in a sentence or two; with `sheet`, as they apply in its race."""
    if number == STRIKE and sheet is not None and sheet.laps == sheet.agreed_laps:
        return _("The race keeps its one lap, and the winner scores 2 extra points.")
    return translated(EVENT_WORDS[number][1])


def season_title(title: str) -> str:
    """Return the name of a season; `title` is a year, "custom" or "career"."""
    if title == "career":
        return _("A career")
    if title == "custom":
        return _("A custom season")
    return _("The season of {year}").format(year=title)


def race_card(view: SeatView) -> list[str]:
    """Return the race's card: track, laps, event, Sponsorships, press and, once drawn, weather; [] in a single race."""
    shown = view.part(ChampionshipShown)
    if shown is None:
        return []
    lines = _card(shown, view.sheet)
    return [*lines, *weather_lines(view)] if view.part(WeatherShown) is not None else lines


def calendar_card(setup: SeasonSetup, index: int) -> list[str]:
    """Return the card for race `index` (from 0) in a calendar, without the weather, which is drawn later."""
    race = setup.calendar[index]
    sheet = Ruleset(race_setup(setup, index, nothing_carried(setup))).sheet
    press = press_corners(race.track, EVENTS[race.event])
    shown = ChampionshipShown(race.event, index + 1, len(setup.calendar), press)
    return _card(shown, sheet)


def _card(shown: ChampionshipShown, sheet: RaceSheet) -> list[str]:
    race = NN_(
        "Race {number} of {races}: {track}, {laps} lap.", "Race {number} of {races}: {track}, {laps} laps.", "laps"
    )
    return [
        fill(race, number=shown.number, races=shown.races, track=track_name(sheet.track), laps=sheet.laps),
        event_line(shown.event, sheet),
        opening_line(shown.event),
        press_line(sheet.track, shown.press),
    ]


def event_line(number: int, sheet: RaceSheet) -> str:
    """Return a race's event with its effect: "A speed record: You gain a Sponsorship ..."."""
    return _("{title}: {effect}").format(title=event_title(number), effect=event_effect(number, sheet))


def opening_line(number: int) -> str:
    """Return a sentence on the number of Sponsorships that an event puts into every opening hand (E4)."""
    cards = EVENTS[number].sponsorships
    if not cards:
        return _("Nobody starts with a Sponsorship.")
    return ngettext(
        "Every driver starts with {cards} Sponsorship.", "Every driver starts with {cards} Sponsorships.", cards
    ).format(cards=cards)


def press_line(track: Track, corners: Sequence[int]) -> str:
    """Return a sentence that names the press corners, or says that the race has none (E9)."""
    if not corners:
        return _("This race has no press corner.")
    return _("The press is at {corners}.").format(corners=corner_list(track, corners))


def sponsorships_words(count: int) -> str:
    """Return a number of Sponsorships in words: "1 Sponsorship", "2 Sponsorships"."""
    return ngettext("{count} Sponsorship", "{count} Sponsorships", count).format(count=count)


def press_effect(event: int) -> str:
    """Return a sentence on the Sponsorships that a press corner gives in an event (E9, E11)."""
    if event == GLOBAL:
        return _(
            "Press corner: you gain two Sponsorships if you cross it at 2 or more over its limit, or by Slipstream."
        )
    if event == SLOW:
        return _("Press corner: you gain a Sponsorship if you cross it below its limit.")
    return _("Press corner: you gain a Sponsorship if you cross it at 2 or more over its limit, or by Slipstream.")


def press_lines(view: SeatView, corner: int) -> list[str]:
    """Return a line on the effect of the press at a corner; [] if the press is not there."""
    shown = view.part(ChampionshipShown)
    return [press_effect(shown.event)] if shown is not None and corner in shown.press else []


def with_press(view: SeatView, name: str, corner: int) -> str:
    """Return a corner's name, marked if the press is there."""
    shown = view.part(ChampionshipShown)
    return _("{corner}, press").format(corner=name) if shown is not None and corner in shown.press else name


def track_press(view: SeatView) -> list[str]:
    """Return the sentence of `press_line` in a list; [] in a single race."""
    shown = view.part(ChampionshipShown)
    return [press_line(view.sheet.track, shown.press)] if shown is not None else []


def sponsorships_line(view: SeatView) -> list[str]:
    """Return a line on the Sponsorships that each driver holds and those left; [] in a single race (K1)."""
    shown = view.part(ChampionshipShown)
    if shown is None:
        return []
    held = [
        fill(N_("{name} {count}"), name=car_name(view.sheet, seat), count=count)
        for seat, count in enumerate(shown.held)
    ]
    left = N_("Left in the Sponsorship deck: {deck}.")
    if shown.used:
        left = N_(
            "Left in the Sponsorship deck: {deck}; once those run out, the {used} used in this race will be reshuffled."
        )
    holders = fill(N_("Sponsorships held: {held}."), held=clause_listing(held))
    return [sentences(holders, fill(left, deck=shown.deck, used=shown.used))]


def held_line(view: SeatView, seat: int) -> list[str]:
    """Return a line on the number of Sponsorships that a driver holds; [] in a single race, or if the number is 0."""
    return [_("Sponsorships: {count}.").format(count=count) for count in _held(view, seat)]


def held_label(view: SeatView, seat: int) -> list[str]:
    """Return a short label with a driver's number of Sponsorships, in a list; [] in a single race, or for none."""
    return [_("Sponsorships {count}").format(count=count) for count in _held(view, seat)]


def _held(view: SeatView, seat: int) -> list[int]:
    shown = view.part(ChampionshipShown)
    return [] if shown is None else [count for count in shown.held[seat : seat + 1] if count]


def goal_words(view: SeatView) -> str:
    """Return the event's goal in a few words, such as "speed 15: 3 more"; "" if `goal` returns None."""
    found = goal(view)
    if found is None:
        return ""
    so_far = found.so_far or 0
    return fill(_goal(found), wanted=found.wanted, so_far=so_far, left=found.wanted - so_far)


def _goal(found: Goal) -> Message:
    reached = found.so_far is not None and found.so_far >= found.wanted
    if found.event == GRANDSTAND:
        left = NN_("grandstand: {left} place left", "grandstand: {left} places left", "left")
        return N_("grandstand: full") if reached else left
    if found.event == RECORD:
        if found.so_far is None:
            return N_("speed {wanted}: Sponsorship")
        return N_("speed {wanted}: reached") if reached else N_("speed {wanted}: {left} more")
    if found.so_far is None:
        return N_("pass {wanted} cars: Sponsorship")
    return N_("passed {so_far} of {wanted}")


def goal_line(view: SeatView) -> list[str]:
    """Return the event's goal as a status line; [] if `goal` returns None."""
    words = goal_words(view)
    return [_("This race's goal: {goal}.").format(goal=words)] if words else []


PROMISES = {
    "towed": N_("{sponsorships}: your Slipstream takes you over {corner}, where the press is."),
    "fast": N_("{sponsorships}: {over} over limit {limit} at {corner}, where the press is."),
    "slow": N_("{sponsorships}: {under} under limit {limit} at {corner}, where the press is."),
    "grandstand": N_("{sponsorships}: you complete lap 1 while the grandstand has room."),
    "record": N_("{sponsorships}: you reach speed 15 or more."),
    "television": N_("{sponsorships}: you pass three or more cars."),
    "lost": N_("You complete a lap: one of your Heat cards leaves the game in step 8."),
}
"""The messages about a Sponsorship that would be gained, by reason, and about Heat that would be lost."""

PARTS = {
    "towed": N_("by Slipstream: {sponsorships}"),
    "fast": N_("{over} over <{limit}>: {sponsorships}"),
    "slow": N_("{under} under <{limit}>: {sponsorships}"),
    "grandstand": N_("grandstand: {sponsorships}"),
    "record": N_("record: {sponsorships}"),
    "television": N_("on television: {sponsorships}"),
    "lost": N_("a Heat card leaves the game"),
}
"""The short forms of `PROMISES`."""


def _promises(messages: Mapping[str, str], won: Callable[[int], str], view: SeatView, outcome: Outcome) -> list[str]:
    """Return lines on the Sponsorships and the lost Heat card of an outcome; [] if it has neither.

    `won` puts a number of Sponsorships into words.
    """
    lines = [
        fill(
            messages[promise.reason],
            sponsorships=won(promise.cards),
            over=promise.over,
            under=-promise.over,
            limit=0 if promise.corner is None else view.limits[promise.corner],
            corner=_corner(view.sheet, promise.corner),
        )
        for promise in promised(view, outcome)
    ]
    return [*lines, translated(messages["lost"])] if loses_heat(view, outcome) else lines


def promise_odds(view: SeatView, outcomes: tuple[Outcome, ...]) -> list[str]:
    """Return lines on the chances of a Sponsorship at a corner or from the event, and of losing Heat, if above 0."""
    chances: dict[int | None, Fraction] = {}
    for outcome in outcomes:
        for corner in dict.fromkeys(promise.corner for promise in promised(view, outcome)):
            chances[corner] = chances.get(corner, Fraction(0)) + outcome.chance
    at_corner = N_("Chance of a Sponsorship at {corner}: {odds}.")
    by_event = N_("Chance of a Sponsorship from this race's event: {odds}.")
    lines = [
        fill(by_event if line is None else at_corner, corner=_corner(view.sheet, line), odds=chance_words(chance))
        for line, chance in chances.items()
    ]
    lost = sum((outcome.chance for outcome in outcomes if loses_heat(view, outcome)), Fraction(0))
    if lost:
        lines.append(_("Chance of completing a lap, which costs a Heat card: {odds}.").format(odds=chance_words(lost)))
    return lines


GAINED = {
    "towed": N_("Sponsorship for {name}: by Slipstream over {corner}, where the press is."),
    "fast": N_("Sponsorship for {name}: {over} over limit {limit} at {corner}, where the press is."),
    "slow": N_("Sponsorship for {name}: {under} under limit {limit} at {corner}, with a smile for the press."),
    "grandstand": N_("Sponsorship for {name}: among the first three past the new grandstand."),
    "record": N_("Sponsorship for {name}: at least speed 15 this turn."),
    "television": N_("Sponsorship for {name}: three or more cars passed this turn."),
}
"""The message about a gained Sponsorship, by the reason for it; the card is secret (K2)."""

GAINED_BY_EVENT = {
    "grandstand": N_("Sponsorship (grandstand)"),
    "record": N_("Sponsorship (speed record)"),
    "television": N_("Sponsorship (television)"),
}
"""The short forms of `GAINED` for the goals of events."""

LOST = {
    "engine": N_("{name} completes a lap: 1 Heat from the engine leaves the game."),
    "hand": N_("{name} completes a lap with an empty engine: 1 Heat from the hand leaves the game."),
    "discard": N_("{name} completes a lap: 1 Heat from the discard pile leaves the game."),
    "deck": N_("{name} completes a lap: 1 Heat from the draw deck leaves the game; the deck is shuffled."),
}
"""The message about a lost Heat card, by the place that it was taken from (event 18)."""


def _none_left(event: events.NoSponsorshipLeft, say: SayEvent) -> str:
    at_corner = N_("{name} has earned a Sponsorship at {corner}, but none are left.")
    by_event = N_("{name} has earned a Sponsorship from this race's event, but none are left.")
    return say(by_event if event.corner is None else at_corner, corner=_corner(say.sheet, event.corner))


def _corner(sheet: RaceSheet, corner: int | None) -> str:
    return "" if corner is None else corner_words(sheet.track, corner)


def _points_scored(event: events.PointsScored, say: SayEvent) -> str:
    order = sorted(range(len(event.points)), key=lambda car: -event.points[car])
    scored = [
        say(N_("{name} {points}"), name=say.name(car), points=event.points[car]) for car in order if event.points[car]
    ]
    if not scored:
        return say(N_("Nobody scores points in this race."))
    return say(N_("Points for this race: {points}."), points=row(scored))


def _season_ended(event: events.SeasonEnded, say: SayEvent) -> str:
    champion, *others = event.order
    alone = N_("The season is over. The champion is {name}.")
    ahead = N_("The season is over. The champion is {name}, ahead of {others}.")
    return say(ahead if others else alone, name=say.name(champion), others=say.names(others))


WORDS = ModuleWords(
    titles={Championship.name: N_("championship"), EventRule.name: N_("event")},
    refusals={
        "calendar-length": N_("A season cannot have {races} races; choose 1 to {most}."),
        "no-such-event": N_("Event {event} does not exist; the events are numbered 1 to {most}."),
        "parts-of-calendar": NN_(
            "The seasons of the career do not add up to its {races} race; give each season at least one race.",
            "The seasons of the career do not add up to its {races} races; give each season at least one race.",
            "races",
        ),
        "season-over": N_("The season is over; no more moves can be made."),
    },
    events={
        events.SeasonRaceBegan: lambda event, say: sentences(
            say(N_("Race {number} of the season: {track}."), track=track_name(say.sheet.track)),
            event_line(event.event, say.sheet),
        ),
        events.OpeningSponsorships: NN_(
            "{name} takes {cards} Sponsorship into the opening hand.",
            "{name} takes {cards} Sponsorships into the opening hand.",
            "cards",
        ),
        events.PressPlaced: lambda event, say: press_line(say.sheet.track, event.corners),
        events.SponsorshipGained: lambda event, say: say(
            GAINED[event.reason], corner=_corner(say.sheet, event.corner), under=-event.over
        ),
        events.NoSponsorshipLeft: _none_left,
        events.SponsorshipsUsed: NN_(
            "{name} uses up {cards}, which is removed from the race.",
            "{name} uses up {cards}, which are removed from the race.",
            "cards",
        ),
        events.Eliminated: N_("{name} is out of the race and scores nothing."),
        events.HeatLost: lambda event, say: say(LOST[event.source]),
        events.PointsScored: _points_scored,
        events.UpgradeKept: either(
            "card",
            N_("{name} keeps {card} for the next season and gives the rest back."),
            N_("{name} has no upgrade to keep for the next season."),
        ),
        events.SeasonEnded: _season_ended,
    },
    clauses={
        events.SeasonRaceBegan: lambda event, say: say(
            N_("Race {number}: {track}, {event}"), track=track_name(say.sheet.track), event=event_title(event.event)
        ),
        events.OpeningSponsorships: NN_("{cards} Sponsorship", "{cards} Sponsorships", "cards"),
        events.PressPlaced: lambda event, say: (
            say(N_("Press: {corners}"), corners=corner_list(say.sheet.track, event.corners)) if event.corners else ""
        ),
        events.SponsorshipGained: by("reason", GAINED_BY_EVENT, N_("Sponsorship (press)")),
        events.NoSponsorshipLeft: N_("no Sponsorship left"),
        events.Eliminated: N_("out of the race"),
        events.HeatLost: N_("1 Heat out of the game"),
        events.PointsScored: _points_scored,
        events.UpgradeKept: either("card", N_("keeps {card}"), ""),
        events.SeasonEnded: _season_ended,
    },
    cards=CARDS,
    card_name=lambda key: translated(CARD_NAMES[key][0]),
    short_card_name=lambda key: translated(CARD_NAMES[key][1]),
    card_words=sponsorship_words,
    track=track_press,
    corner=press_lines,
    corner_name=with_press,
    car=held_line,
    status=goal_line,
    outcome=partial(_promises, PROMISES, sponsorships_words),
    outcome_parts=partial(_promises, PARTS, lambda n: _("Sponsorship") if n == 1 else sponsorships_words(n)),
    odds=promise_odds,
    eliminates=eliminates,
)
