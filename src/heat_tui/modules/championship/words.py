"""What the championship says."""

from __future__ import annotations

from heat_tui.language import N_, NN_
from heat_tui.modules.championship import (
    Championship,
    Eliminated,
    EventRule,
    HeatLost,
    NoSponsorshipLeft,
    OpeningSponsorships,
    PointsScored,
    PressPlaced,
    SeasonEnded,
    SeasonRaceBegan,
    SponsorshipGained,
    SponsorshipsUsed,
    UpgradeKept,
)
from heat_tui.words.championship import event_line, press_line
from heat_tui.words.formatter import sentences
from heat_tui.words.module import ModuleWords
from heat_tui.words.names import corner_number, row
from heat_tui.words.telling import SayEvent

GAINED = {
    "towed": N_("Sponsorship for {name}: in the Slipstream over {corner}, where the press stands."),
    "fast": N_("Sponsorship for {name}: {over} over limit {limit} at {corner}, where the press stands."),
    "slow": N_("Sponsorship for {name}: {under} under limit {limit} at {corner}, with a smile for the press."),
    "grandstand": N_("Sponsorship for {name}: among the first three past the new grandstand."),
    "record": N_("Sponsorship for {name}: at least speed 15 in this turn."),
    "television": N_("Sponsorship for {name}: three cars or more passed in this turn."),
}
"""A Sponsorship by the reason for it; which card it is, is secret (K2)."""

LOST = {
    "engine": N_("A lap is done: 1 Heat of the engine of {name} leaves the game."),
    "hand": N_("A lap is done and the engine is empty: 1 Heat of the hand of {name} leaves the game."),
    "discard": N_("A lap is done: 1 Heat of the discard pile of {name} leaves the game."),
    "deck": N_("A lap is done: 1 Heat of the draw deck of {name} leaves the game; the deck is shuffled."),
}
"""A Heat card that is gone, by where it was (event 18)."""


def _race_began(event: SeasonRaceBegan, say: SayEvent) -> str:
    began = say(N_("Race {number} of the season, on the track {track}."), track=say.sheet.track.name)
    return sentences(began, event_line(event.event))


def _gained(event: SponsorshipGained, say: SayEvent) -> str:
    return say(GAINED[event.reason], corner=_corner(event), under=-event.over)


def _none_left(event: NoSponsorshipLeft, say: SayEvent) -> str:
    if event.corner is None:
        return say(N_("{name} has earned a Sponsorship by the event of this race, but there is none left."))
    return say(N_("{name} has earned a Sponsorship at {corner}, but there is none left."), corner=_corner(event))


def _corner(event: SponsorshipGained | NoSponsorshipLeft) -> str:
    return "" if event.corner is None else corner_number(event.corner)


def _points_scored(event: PointsScored, say: SayEvent) -> str:
    order = sorted(range(len(event.points)), key=lambda car: -event.points[car])
    scored = [
        say(N_("{name} {points}"), name=say.name(car), points=event.points[car]) for car in order if event.points[car]
    ]
    if not scored:
        return say(N_("Nobody scores points in this race."))
    return say(N_("Points of this race: {points}."), points=row(scored))


def _upgrade_kept(event: UpgradeKept, say: SayEvent) -> str:
    if event.card is None:
        return say(N_("{name} has no upgrade to keep for the next season."))
    return say(N_("{name} keeps {card} for the next season and gives the rest back."))


def _season_ended(event: SeasonEnded, say: SayEvent) -> str:
    champion, *others = event.order
    if not others:
        return say(N_("The season is over. The champion is {name}."), name=say.name(champion))
    return say(
        N_("The season is over. The champion is {name}, before {others}."),
        name=say.name(champion),
        others=say.names(others),
    )


WORDS = ModuleWords(
    titles={Championship.name: N_("championship"), EventRule.name: N_("event")},
    refusals={
        "calendar-length": N_("A season cannot have {races} races; take 1 to {most}."),
        "no-such-event": N_("There is no event {event}; the events are numbered 1 to {most}."),
        "parts-of-calendar": NN_(
            "The seasons of the career do not add up to its {races} race; give each season at least one race.",
            "The seasons of the career do not add up to its {races} races; give each season at least one race.",
            "races",
        ),
        "season-over": N_("The season is over; nothing more can be played in it."),
    },
    events={
        SeasonRaceBegan: _race_began,
        OpeningSponsorships: NN_(
            "{name} takes {cards} Sponsorship into the opening hand.",
            "{name} takes {cards} Sponsorships into the opening hand.",
            "cards",
        ),
        PressPlaced: lambda event, _say: press_line(event.corners),
        SponsorshipGained: _gained,
        NoSponsorshipLeft: _none_left,
        SponsorshipsUsed: NN_(
            "{name} has used up {cards}, which leaves the race.",
            "{name} has used up {cards}, which leave the race.",
            "cards",
        ),
        Eliminated: N_("{name} is out of the race at once and scores nothing."),
        HeatLost: lambda event, say: say(LOST[event.source]),
        PointsScored: _points_scored,
        UpgradeKept: _upgrade_kept,
        SeasonEnded: _season_ended,
    },
)
