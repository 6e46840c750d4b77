"""Sentences for the events of a championship."""

from __future__ import annotations

from heat_tui.engine.sheet import RaceSheet
from heat_tui.language import _, ngettext
from heat_tui.modules.championship import (
    Eliminated,
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
from heat_tui.modules.garage import UpgradeExchanged
from heat_tui.prose.cards import card_list, card_name
from heat_tui.prose.championship import event_line, press_line
from heat_tui.prose.names import car_list, car_name, row
from heat_tui.prose.places import corner_number
from heat_tui.prose.telling import sentences, told


@told.register
def season_race_began(event: SeasonRaceBegan, sheet: RaceSheet) -> str:
    """Which race of the season begins, and what is special about it."""
    return sentences(
        _("Race {number} of the season, on the track {track}.").format(number=event.number, track=sheet.track.name),
        event_line(event.event),
    )


@told.register
def upgrade_exchanged(event: UpgradeExchanged, sheet: RaceSheet) -> str:
    """The exchange of the last driver of the grid (E4)."""
    return _("{name}, last on the grid, gives {give} for {take} of the market.").format(
        name=car_name(sheet, event.car), give=card_name(event.give), take=card_name(event.take)
    )


@told.register
def opening_sponsorships(event: OpeningSponsorships, sheet: RaceSheet) -> str:
    """The Sponsorships of the opening hand; which they are is secret (E4, K2)."""
    return ngettext(
        "{name} takes {cards} Sponsorship into the opening hand.",
        "{name} takes {cards} Sponsorships into the opening hand.",
        event.cards,
    ).format(name=car_name(sheet, event.car), cards=event.cards)


@told.register
def press_placed(event: PressPlaced, sheet: RaceSheet) -> str:
    """Where the press stands (E9)."""
    return press_line(event.corners)


@told.register
def sponsorship_gained(event: SponsorshipGained, sheet: RaceSheet) -> str:
    """A Sponsorship and what it is for; which it is, is secret (K2)."""
    name = car_name(sheet, event.car)
    match event.reason:
        case "towed":
            return _("Sponsorship for {name}: in the Slipstream over {corner}, where the press stands.").format(
                name=name, corner=_corner(event)
            )
        case "fast":
            return _("Sponsorship for {name}: {over} over limit {limit} at {corner}, where the press stands.").format(
                name=name, over=event.over, limit=event.limit, corner=_corner(event)
            )
        case "slow":
            return _(
                "Sponsorship for {name}: {under} under limit {limit} at {corner}, with a smile for the press."
            ).format(name=name, under=-event.over, limit=event.limit, corner=_corner(event))
        case "grandstand":
            return _("Sponsorship for {name}: among the first three past the new grandstand.").format(name=name)
        case "record":
            return _("Sponsorship for {name}: at least speed 15 in this turn.").format(name=name)
        case "television":
            return _("Sponsorship for {name}: three cars or more passed in this turn.").format(name=name)


@told.register
def no_sponsorship_left(event: NoSponsorshipLeft, sheet: RaceSheet) -> str:
    """A Sponsorship that was earned for nothing (E10)."""
    name = car_name(sheet, event.car)
    if event.corner is None:
        return _("{name} has earned a Sponsorship by the event of this race, but there is none left.").format(name=name)
    return _("{name} has earned a Sponsorship at {corner}, but there is none left.").format(
        name=name, corner=_corner(event)
    )


@told.register
def sponsorships_used(event: SponsorshipsUsed, sheet: RaceSheet) -> str:
    """Sponsorships that were played and are gone (9.1)."""
    return ngettext(
        "{name} has used up {cards}, which leaves the race.",
        "{name} has used up {cards}, which leave the race.",
        len(event.cards),
    ).format(name=car_name(sheet, event.car), cards=card_list(event.cards))


@told.register
def eliminated(event: Eliminated, sheet: RaceSheet) -> str:
    """The end of a race by a spin (event 10)."""
    return _("{name} is out of the race at once and scores nothing.").format(name=car_name(sheet, event.car))


@told.register
def heat_lost(event: HeatLost, sheet: RaceSheet) -> str:
    """A Heat card that is gone (event 18)."""
    name = car_name(sheet, event.car)
    match event.source:
        case "engine":
            return _("A lap is done: 1 Heat of the engine of {name} leaves the game.").format(name=name)
        case "hand":
            return _("A lap is done and the engine is empty: 1 Heat of the hand of {name} leaves the game.").format(
                name=name
            )
        case "discard":
            return _("A lap is done: 1 Heat of the discard pile of {name} leaves the game.").format(name=name)
        case "deck":
            return _("A lap is done: 1 Heat of the draw deck of {name} leaves the game; the deck is shuffled.").format(
                name=name
            )


@told.register
def points_scored(event: PointsScored, sheet: RaceSheet) -> str:
    """What the race is worth, the highest first (E6)."""
    order = sorted(range(len(event.points)), key=lambda car: -event.points[car])
    scored = [
        _("{name} {points}").format(name=car_name(sheet, car), points=event.points[car])
        for car in order
        if event.points[car]
    ]
    if not scored:
        return _("Nobody scores points in this race.")
    return _("Points of this race: {points}.").format(points=row(scored))


@told.register
def upgrade_kept(event: UpgradeKept, sheet: RaceSheet) -> str:
    """What goes with a driver into the next season (E12)."""
    name = car_name(sheet, event.car)
    if event.card is None:
        return _("{name} has no upgrade to keep for the next season.").format(name=name)
    return _("{name} keeps {card} for the next season and gives the rest back.").format(
        name=name, card=card_name(event.card)
    )


@told.register
def season_ended(event: SeasonEnded, sheet: RaceSheet) -> str:
    """The champion, and all others in their order (E8)."""
    champion, *others = event.order
    if not others:
        return _("The season is over. The champion is {name}.").format(name=car_name(sheet, champion))
    return _("The season is over. The champion is {name}, before {others}.").format(
        name=car_name(sheet, champion), others=car_list(sheet, others)
    )


def _corner(event: SponsorshipGained | NoSponsorshipLeft) -> str:
    assert event.corner is not None
    return corner_number(event.corner)
