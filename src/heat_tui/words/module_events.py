"""Sentences for the Legends and their reasons."""

from __future__ import annotations

from heat_tui.engine.setup import RaceSheet
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
from heat_tui.modules.garage import MarketDealt, UpgradeExchanged, UpgradePicked, UpgradePutAway, UpgradesDealt
from heat_tui.modules.legends import LegendCardTurned, LegendDecided, LegendPressed
from heat_tui.modules.spaces import DiscardBarred
from heat_tui.modules.tournament import CardLost, NumberShown, ShiftUnpaid
from heat_tui.modules.weather import ConditionsPlaced, HeatSpread, WeatherDrawn
from heat_tui.words.cards import card_list, card_name
from heat_tui.words.championship import event_line, press_line
from heat_tui.words.names import car_list, car_name, corner_number, corners_by_token, row, space_of
from heat_tui.words.telling import sentences, told
from heat_tui.words.weather import condition_name, start_words, weather_name


@told.register
def legend_card_turned(event: LegendCardTurned, sheet: RaceSheet) -> str:
    """A new card; its numbers are told with each Legend's move."""
    if event.shuffled:
        return _("All Legend cards have been used: they are shuffled, and the round's is turned over.")
    return _("The round's Legend card is turned over.")


@told.register
def legend_pressed(event: LegendPressed, sheet: RaceSheet) -> str:
    """Why a Legend may go further than others (L8)."""
    return ngettext(
        "{name} stands where an aggressive Legend presses on: it may cross {more} corner line more.",
        "{name} stands where an aggressive Legend presses on: it may cross {more} corner lines more.",
        event.more,
    ).format(name=car_name(sheet, event.car), more=event.more)


@told.register
def legend_decided(event: LegendDecided, sheet: RaceSheet) -> str:
    """Why a Legend moves as it does (L3, L4, L6)."""
    if event.corner is None:
        return _("{name} has no corner left before the finish line: helmet {helmet}, {helmet} spaces.").format(
            name=car_name(sheet, event.car), helmet=event.helmet
        )
    if event.rule == "corner":
        return _past_the_legends_line(event, sheet, event.corner)
    if event.rule == "line":
        return _up_to_the_corner_line(event, sheet, event.corner)
    return _(
        "{name} is before the legends line of corner {corner}, and helmet {helmet} stays short of the corner: "
        "{helmet} spaces."
    ).format(name=car_name(sheet, event.car), corner=event.corner + 1, helmet=event.helmet)


def _past_the_legends_line(event: LegendDecided, sheet: RaceSheet, corner: int) -> str:
    name, way = car_name(sheet, event.car), event.limit + event.diamond
    if event.stopped and event.lines > 1:
        return _(
            "{name} is past the legends line of corner {corner}: limit {limit} plus diamond {diamond} would be "
            "{way} spaces, but they lead over one corner too many, so it heads for space {target}, the last before "
            "that."
        ).format(
            name=name,
            corner=corner + 1,
            limit=event.limit,
            diamond=event.diamond,
            way=way,
            target=space_of(sheet.track, event.target),
        )
    if event.stopped:
        return _(
            "{name} is past the legends line of corner {corner}: limit {limit} plus diamond {diamond} would be "
            "{way} spaces, but they lead over a second corner, so it heads for space {target}, the last before that."
        ).format(
            name=name,
            corner=corner + 1,
            limit=event.limit,
            diamond=event.diamond,
            way=way,
            target=space_of(sheet.track, event.target),
        )
    return ngettext(
        "{name} is past the legends line of corner {corner}: limit {limit} plus diamond {diamond}, {way} space.",
        "{name} is past the legends line of corner {corner}: limit {limit} plus diamond {diamond}, {way} spaces.",
        way,
    ).format(name=name, corner=corner + 1, limit=event.limit, diamond=event.diamond, way=way)


def _up_to_the_corner_line(event: LegendDecided, sheet: RaceSheet, corner: int) -> str:
    name, target = car_name(sheet, event.car), space_of(sheet.track, event.target)
    if not event.short:
        return _(
            "{name} is before the legends line of corner {corner}. Helmet {helmet} would cross the corner, "
            "so diamond {diamond} counts: space {target}, the last before the line."
        ).format(name=name, corner=corner + 1, helmet=event.helmet, diamond=event.diamond, target=target)
    if event.short < event.diamond:
        return _(
            "{name} is before the legends line of corner {corner}. Helmet {helmet} would cross the corner, "
            "so diamond {diamond} counts, but it is nearer to the line already."
        ).format(name=name, corner=corner + 1, helmet=event.helmet, diamond=event.diamond)
    return _(
        "{name} is before the legends line of corner {corner}. Helmet {helmet} would cross the corner, "
        "so diamond {diamond} counts: space {target}, {diamond} short of the last before the line."
    ).format(name=name, corner=corner + 1, helmet=event.helmet, diamond=event.diamond, target=target)


@told.register
def market_dealt(event: MarketDealt, sheet: RaceSheet) -> str:
    """A new market, open to all (G2)."""
    cards = card_list(event.cards)
    if event.round == 1:
        return _("The draft begins; in the market lie {cards}.").format(cards=cards)
    return _("Draft round {round}: in the market lie {cards}.").format(round=event.round, cards=cards)


@told.register
def upgrade_picked(event: UpgradePicked, sheet: RaceSheet) -> str:
    """What a driver takes."""
    return _("{name} takes {card} from the market.").format(name=car_name(sheet, event.car), card=card_name(event.card))


@told.register
def upgrade_put_away(event: UpgradePutAway, sheet: RaceSheet) -> str:
    """What a driver gives up after a snake draft (O3)."""
    return _("{name} puts {card} away and starts with the other three.").format(
        name=car_name(sheet, event.car), card=card_name(event.card)
    )


@told.register
def upgrades_dealt(event: UpgradesDealt, sheet: RaceSheet) -> str:
    """The upgrades of a quick start (G3)."""
    return _("The garage deals {name} {cards}.").format(name=car_name(sheet, event.car), cards=card_list(event.cards))


@told.register
def weather_drawn(event: WeatherDrawn, sheet: RaceSheet) -> str:
    """The weather, and what it changes at the start (W2)."""
    return sentences(
        _("The weather of this race: {weather}.").format(weather=weather_name(event.token)), start_words(event.token)
    )


@told.register
def conditions_placed(event: ConditionsPlaced, sheet: RaceSheet) -> str:
    """The road, corner by corner (W1)."""
    placed = [
        _("{corner} {condition}").format(corner=corner, condition=condition_name(event.conditions[index]))
        for index, corner in corners_by_token(sheet.track)
    ]
    return _("The road: {conditions}.").format(conditions=row(placed))


@told.register
def heat_spread(event: HeatSpread, sheet: RaceSheet) -> str:
    """Heat that does not start in the engine (W2)."""
    name = car_name(sheet, event.car)
    if event.to == "deck":
        return _("{name} shuffles {heat} Heat from the engine into the draw deck.").format(name=name, heat=event.heat)
    return _("{name} puts {heat} Heat from the engine on the discard pile.").format(name=name, heat=event.heat)


@told.register
def discard_barred(event: DiscardBarred, sheet: RaceSheet) -> str:
    """Why a driver in a tunnel is not asked (N1)."""
    return _("{name} stands in a tunnel, so nothing of the hand is discarded.").format(name=car_name(sheet, event.car))


@told.register
def number_shown(event: NumberShown, sheet: RaceSheet) -> str:
    """How many cards lie there, which is to be the gear (M1)."""
    return ngettext(
        "{name} shows {number} card, still face down, for gear {number}.",
        "{name} shows {number} cards, still face down, for gear {number}.",
        event.number,
    ).format(name=car_name(sheet, event.car), number=event.number)


@told.register
def shift_unpaid(event: ShiftUnpaid, sheet: RaceSheet) -> str:
    """Why the number changes (M2)."""
    name, engine = car_name(sheet, event.car), event.engine
    shift = _("The shift from gear {before} to gear {number} costs {heat} Heat").format(
        before=event.before, number=event.number, heat=event.heat
    )
    lacking = (
        _("{shift}, but {name} has only {engine}").format(shift=shift, name=name, engine=engine)
        if engine
        else _("{shift}, but {name} has none").format(shift=shift, name=name)
    )
    if event.number > event.before:
        return _("{lacking}, so chance takes one of the cards.").format(lacking=lacking)
    return _("{lacking}, so a Basic card is added from the draw deck.").format(lacking=lacking)


@told.register
def card_lost(event: CardLost, sheet: RaceSheet) -> str:
    """The card that chance took (M2)."""
    return _("It is {card}, which goes to the discard pile.").format(card=card_name(event.card))


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
