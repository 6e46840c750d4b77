"""Sentences for what happens to the race as a whole: start, rounds, laps and finish."""

from __future__ import annotations

from heat_tui.engine.events import (
    Accelerated,
    AdrenalineGained,
    Boosted,
    CardFlipped,
    CardsDiscarded,
    CardsRefreshed,
    CardsReplaced,
    CardsRevealed,
    CardsSalvaged,
    CardsScrapped,
    CardsTurnedOver,
    CarFinished,
    CarMoved,
    ChoiceForced,
    CornerTaken,
    DeckShuffled,
    Drafted,
    GearShifted,
    HandCluttered,
    HandFilled,
    HeatCooled,
    HeatPaid,
    LapCompleted,
    LimitsAdjusted,
    MulliganAnswered,
    PlanMade,
    PlayedDirectly,
    RaceEnded,
    RaceStarted,
    Retired,
    RoundBegan,
    SpunOut,
    StressReduced,
    SuperCooled,
    ValuesChosen,
)
from heat_tui.engine.setup import RaceSheet
from heat_tui.language import _, ngettext
from heat_tui.words.cards import card_list, card_name, values_words
from heat_tui.words.names import (
    car_list,
    car_name,
    lap_of,
    listing,
    place_in_race,
    place_words,
    row,
    space_of,
    spaces_words,
)
from heat_tui.words.telling import sentences, told


@told.register
def race_started(event: RaceStarted, sheet: RaceSheet) -> str:
    """The grid from pole."""
    pole, *others = event.grid
    if not others:
        return _("{name} stands on the grid alone, on pole.").format(name=car_name(sheet, pole))
    return _("The cars stand on the grid: {name} on pole, then {others}.").format(
        name=car_name(sheet, pole), others=car_list(sheet, others)
    )


@told.register
def round_began(event: RoundBegan, sheet: RaceSheet) -> str:
    """The round and its order of turns."""
    if len(event.order) == 1:
        return _("Round {number} begins; only {name} is still racing.").format(
            number=event.number, name=car_name(sheet, event.order[0])
        )
    return _("Round {number} begins. The order of turns: {cars}.").format(
        number=event.number, cars=car_list(sheet, event.order)
    )


@told.register
def mulligan_answered(event: MulliganAnswered, sheet: RaceSheet) -> str:
    """Whether the opening hand is swapped."""
    name = car_name(sheet, event.car)
    if event.taken:
        return _("{name} takes the mulligan: 1 Heat for a whole new hand.").format(name=name)
    return _("{name} keeps the opening hand.").format(name=name)


@told.register
def choice_forced(event: ChoiceForced, sheet: RaceSheet) -> str:
    """Why a driver was not asked."""
    return _("The rules leave {name} one choice only, so nobody is asked.").format(name=car_name(sheet, event.car))


@told.register
def plan_made(event: PlanMade, sheet: RaceSheet) -> str:
    """That a plan is made; what, stays secret until the gears are open (K2)."""
    return _("{name} has planned.").format(name=car_name(sheet, event.car))


@told.register
def retired(event: Retired, sheet: RaceSheet) -> str:
    """A driver gives up, which the rules allow once a car has finished."""
    return _("{name} retires now that the race is won, and leaves the track.").format(name=car_name(sheet, event.car))


@told.register
def lap_completed(event: LapCompleted, sheet: RaceSheet) -> str:
    """A lap is done for good: the turn has ended beyond the line."""
    name = car_name(sheet, event.car)
    if event.lap < sheet.laps:
        return _("{name} has done lap {lap} of {laps}.").format(name=name, lap=event.lap, laps=sheet.laps)
    return ngettext(
        "{name} has done the whole race of {laps} lap.",
        "{name} has done all {laps} laps.",
        sheet.laps,
    ).format(name=name, laps=sheet.laps)


@told.register
def car_finished(event: CarFinished, sheet: RaceSheet) -> str:
    """The place that a car takes as it leaves the track."""
    name = car_name(sheet, event.car)
    if event.place == 1:
        return _("{name} wins the race and leaves the track.").format(name=name)
    return _("{name} takes {place} and leaves the track.").format(name=name, place=place_in_race(event.place))


@told.register
def race_ended(event: RaceEnded, sheet: RaceSheet) -> str:
    """The result."""
    places = [
        _("{place}. {name}").format(place=place, name=car_name(sheet, car))
        for place, car in enumerate(event.standings, start=1)
    ]
    return _("The race is over. The result: {places}.").format(places=row(places))


BOOST = "boost"
"""The source of a + that a Boost turned over."""

SHIFT = "shift"
"""The source of a Basic card turned over because a shift down could not be paid (M2)."""


@told.register
def gear_shifted(event: GearShifted, sheet: RaceSheet) -> str:
    """The shift and its price."""
    name, before, gear, heat = car_name(sheet, event.car), event.before, event.gear, event.heat
    if event.surcharge:
        return _(
            "{name} shifts down from gear {before} to gear {gear} and pays {heat} Heat, for the car stands in water."
        ).format(name=name, before=before, gear=gear, heat=heat)
    if heat:
        return _("{name} shifts from gear {before} to gear {gear} and pays 1 Heat for two gears at once.").format(
            name=name, before=before, gear=gear
        )
    if gear == before:
        return _("{name} stays in gear {gear}.").format(name=name, gear=gear)
    if gear > before:
        return _("{name} shifts up from gear {before} to gear {gear}.").format(name=name, before=before, gear=gear)
    return _("{name} shifts down from gear {before} to gear {gear}.").format(name=name, before=before, gear=gear)


@told.register
def cards_revealed(event: CardsRevealed, sheet: RaceSheet) -> str:
    """The cards played; as many as the gear (2.1)."""
    return _("{name} reveals {cards} in gear {gear}.").format(
        name=car_name(sheet, event.car), cards=card_list(event.cards), gear=len(event.cards)
    )


@told.register
def hand_cluttered(event: HandCluttered, sheet: RaceSheet) -> str:
    """Why a car stands still (2.2)."""
    return _(
        "{name} reveals {cards}: the hand is cluttered and cannot fill the gear, "
        "so the car does not move and the gear falls to 1."
    ).format(name=car_name(sheet, event.car), cards=card_list(event.cards))


@told.register
def cards_turned_over(event: CardsTurnedOver, sheet: RaceSheet) -> str:
    """What a + turned over before the draw deck ran out."""
    name, cards, number = car_name(sheet, event.car), card_list(event.cards), len(event.cards)
    if event.source == SHIFT:
        return ngettext(
            "{name} turns over {cards}, which is discarded.", "{name} turns over {cards}, which are discarded.", number
        ).format(name=name, cards=cards)
    if event.source == BOOST:
        return ngettext(
            "For the Boost {name} turns over {cards}, which is discarded.",
            "For the Boost {name} turns over {cards}, which are discarded.",
            number,
        ).format(name=name, cards=cards)
    return ngettext(
        "For {source} {name} turns over {cards}, which is discarded.",
        "For {source} {name} turns over {cards}, which are discarded.",
        number,
    ).format(source=card_name(event.source), name=name, cards=cards)


@told.register
def card_flipped(event: CardFlipped, sheet: RaceSheet) -> str:
    """What a + turned over."""
    name = car_name(sheet, event.car)
    if event.source == BOOST:
        return _boost_flipped(event, name)
    if event.source == SHIFT:
        return _shift_flipped(event, name)
    source = card_name(event.source)
    if event.card is None:
        return _("{source} counts 0: {name} has no Basic card left to turn over.").format(source=source, name=name)
    card = card_name(event.card)
    if not event.discarded:
        return _("For {source} {name} turns over a {card}.").format(source=source, name=name, card=card)
    return ngettext(
        "For {source} {name} turns over {discarded}, which is discarded, and then a {card}.",
        "For {source} {name} turns over {discarded}, which are discarded, and then a {card}.",
        len(event.discarded),
    ).format(source=source, name=name, discarded=card_list(event.discarded), card=card)


def _boost_flipped(event: CardFlipped, name: str) -> str:
    if event.card is None:
        return _("The Boost counts 0: {name} has no Basic card left to turn over.").format(name=name)
    card = card_name(event.card)
    if not event.discarded:
        return _("{name} turns over a {card} for the Boost.").format(name=name, card=card)
    return ngettext(
        "For the Boost {name} turns over {discarded}, which is discarded, and then a {card}.",
        "For the Boost {name} turns over {discarded}, which are discarded, and then a {card}.",
        len(event.discarded),
    ).format(name=name, discarded=card_list(event.discarded), card=card)


def _shift_flipped(event: CardFlipped, name: str) -> str:
    if event.card is None:
        return _("Nothing is added: {name} has no Basic card left to turn over.").format(name=name)
    card = card_name(event.card)
    if not event.discarded:
        return _("{name} turns over a {card}, which joins the cards played.").format(name=name, card=card)
    return ngettext(
        "{name} turns over {discarded}, which is discarded, and then a {card}, which joins the cards played.",
        "{name} turns over {discarded}, which are discarded, and then a {card}, which joins the cards played.",
        len(event.discarded),
    ).format(name=name, discarded=card_list(event.discarded), card=card)


@told.register
def deck_shuffled(event: DeckShuffled, sheet: RaceSheet) -> str:
    """A new draw deck (P3)."""
    return ngettext(
        "The draw deck of {name} is used up, so the {cards} card of the discard pile becomes the new deck.",
        "The draw deck of {name} is used up, so the {cards} cards of the discard pile are shuffled into a new one.",
        event.cards,
    ).format(name=car_name(sheet, event.car), cards=event.cards)


@told.register
def adrenaline_gained(event: AdrenalineGained, sheet: RaceSheet) -> str:
    """Who gains Adrenaline, and why (4.1)."""
    name = car_name(sheet, event.car)
    if event.last == 1:
        return _("Adrenaline for {name}, last in the order: 1 extra speed and 1 Cooldown for this turn.").format(
            name=name
        )
    return _(
        "Adrenaline for {name}, one of the last two in the order: 1 extra speed and 1 Cooldown for this turn."
    ).format(name=name)


@told.register
def heat_cooled(event: HeatCooled, sheet: RaceSheet) -> str:
    """A Cooldown and where it comes from (5.2)."""
    name, heat = car_name(sheet, event.car), event.heat
    if event.source == "gear":
        return _("{name} cools {heat} Heat down into the engine, as the gear allows.").format(name=name, heat=heat)
    if event.source == "adrenaline":
        return _("{name} cools {heat} Heat down into the engine with Adrenaline.").format(name=name, heat=heat)
    if event.source == "sector":
        return _("{name} cools {heat} Heat down into the engine, as this sector allows.").format(name=name, heat=heat)
    return _("{name} cools {heat} Heat down into the engine with the card {card}.").format(
        name=name, heat=heat, card=card_name(event.source)
    )


@told.register
def boosted(event: Boosted, sheet: RaceSheet) -> str:
    """The price of a Boost (5.3)."""
    name = car_name(sheet, event.car)
    if not event.heat:
        return _("{name} makes a Boost at no cost.").format(name=name)
    return _("{name} pays {heat} Heat for a Boost.").format(name=name, heat=event.heat)


@told.register
def cards_discarded(event: CardsDiscarded, sheet: RaceSheet) -> str:
    """How many cards leave the hand; which, is secret but for the top one (K2)."""
    return ngettext(
        "{name} discards {cards} card from the hand.",
        "{name} discards {cards} cards from the hand.",
        event.cards,
    ).format(name=car_name(sheet, event.car), cards=event.cards)


@told.register
def hand_filled(event: HandFilled, sheet: RaceSheet) -> str:
    """The draw (9.2)."""
    name, drawn, hand = car_name(sheet, event.car), event.drawn, event.hand
    if not drawn:
        return _("{name} draws no cards and holds {hand}.").format(name=name, hand=hand)
    return ngettext(
        "{name} draws {drawn} card and holds {hand}.",
        "{name} draws {drawn} cards and holds {hand}.",
        drawn,
    ).format(name=name, drawn=drawn, hand=hand)


@told.register
def car_moved(event: CarMoved, sheet: RaceSheet) -> str:
    """The move with its cause, what stood in the way, and the line if it was crossed."""
    if not event.distance:
        return _stays(event, sheet)
    if event.blockers:
        return sentences(_heads_for(event, sheet), _blocked(event, sheet), _line_crossed(event, sheet))
    return sentences(_moves_to(event, sheet), _line_crossed(event, sheet))


def _stays(event: CarMoved, sheet: RaceSheet) -> str:
    name, place = car_name(sheet, event.car), place_words(sheet.track, event.end, event.spot)
    if event.cause == "reveal":
        return _("{name} has speed 0 and stays on {place}.").format(name=name, place=place)
    return _("{name} stays on {place}.").format(name=name, place=place)


def _moves_to(event: CarMoved, sheet: RaceSheet) -> str:
    track = sheet.track
    name, speed = car_name(sheet, event.car), event.speed
    way, place = spaces_words(event.distance), place_words(track, event.end, event.spot)
    match event.cause:
        case "reveal":
            return _("At speed {speed} {name} drives from space {start} to {place}.").format(
                speed=speed, name=name, start=space_of(track, event.start), place=place
            )
        case "boost":
            return _("{name} drives {way} further to {place}; the Boost makes the speed {speed}.").format(
                name=name, way=way, place=place, speed=speed
            )
        case "adrenaline":
            return _("{name} drives {way} further to {place}; Adrenaline makes the speed {speed}.").format(
                name=name, way=way, place=place, speed=speed
            )
        case "slipstream":
            return _("{name} slipstreams {way} to {place}.").format(name=name, way=way, place=place)
        case "direct_play":
            return _("{name} drives {way} further to {place}; that card makes the speed {speed}.").format(
                name=name, way=way, place=place, speed=speed
            )
        case "accelerate":
            return _("{name} drives {way} further to {place}; that makes the speed {speed}.").format(
                name=name, way=way, place=place, speed=speed
            )
        case "draft":
            return _("{name} is drawn to {place}, and the speed stays {speed}.").format(
                name=name, place=place, speed=speed
            )
        case _:
            return _("{name} drives from space {start} to {place}.").format(
                name=name, start=space_of(track, event.start), place=place
            )


def _heads_for(event: CarMoved, sheet: RaceSheet) -> str:
    track = sheet.track
    name, speed = car_name(sheet, event.car), event.speed
    start, aim = space_of(track, event.start), space_of(track, event.start + event.distance)
    match event.cause:
        case "reveal":
            return _("At speed {speed} {name} heads from space {start} for space {aim}.").format(
                speed=speed, name=name, start=start, aim=aim
            )
        case "boost":
            return _("{name} heads on for space {aim}; the Boost makes the speed {speed}.").format(
                name=name, aim=aim, speed=speed
            )
        case "adrenaline":
            return _("{name} heads on for space {aim}; Adrenaline makes the speed {speed}.").format(
                name=name, aim=aim, speed=speed
            )
        case "slipstream":
            return _("{name} slipstreams for space {aim}.").format(name=name, aim=aim)
        case "direct_play":
            return _("{name} heads on for space {aim}; that card makes the speed {speed}.").format(
                name=name, aim=aim, speed=speed
            )
        case "accelerate":
            return _("{name} heads on for space {aim}; that makes the speed {speed}.").format(
                name=name, aim=aim, speed=speed
            )
        case _:
            return _("{name} heads from space {start} for space {aim}.").format(name=name, start=start, aim=aim)


def _blocked(event: CarMoved, sheet: RaceSheet) -> str:
    track = sheet.track
    name, blockers = car_name(sheet, event.car), car_list(sheet, event.blockers)
    aim, place = space_of(track, event.start + event.distance), place_words(track, event.end, event.spot)
    short = event.start + event.distance - event.end
    if event.end == event.start:
        return _("{blockers} fill space {aim} and no spot is free before it, so {name} stays on {place}.").format(
            blockers=blockers, aim=aim, name=name, place=place
        )
    if short == 1:
        return _("{blockers} fill space {aim}, so {name} stops 1 short on {place}.").format(
            blockers=blockers, aim=aim, name=name, place=place
        )
    return _(
        "{blockers} fill space {aim}, and behind it is no room either, so {name} stops {short} short on {place}."
    ).format(blockers=blockers, aim=aim, name=name, short=short, place=place)


def _line_crossed(event: CarMoved, sheet: RaceSheet) -> str:
    before, after = lap_of(sheet.track, event.start), lap_of(sheet.track, event.end)
    if after == before:
        return ""
    if after > sheet.laps:
        return _("That is over the finish line!")
    if not before:
        return _("That is over the start line into lap {lap} of {laps}.").format(lap=after, laps=sheet.laps)
    return _("That is over the start/finish line into lap {lap} of {laps}.").format(lap=after, laps=sheet.laps)


@told.register
def corner_taken(event: CornerTaken, sheet: RaceSheet) -> str:
    """A corner and its price (7.1)."""
    name, corner, speed, limit = car_name(sheet, event.car), event.corner + 1, event.speed, event.limit
    if not event.heat:
        return _("{name} takes corner {corner} at speed {speed}, within limit {limit}.").format(
            name=name, corner=corner, speed=speed, limit=limit
        )
    if event.surcharge:
        return _(
            "{name} takes corner {corner} at speed {speed} over limit {limit} and pays {heat} Heat, {extra} of it "
            "because the road overheats; {engine} left in the engine."
        ).format(
            name=name,
            corner=corner,
            speed=speed,
            limit=limit,
            heat=event.heat,
            extra=event.surcharge,
            engine=event.engine,
        )
    return _(
        "{name} takes corner {corner} at speed {speed} over limit {limit} and pays {heat} Heat; "
        "{engine} left in the engine."
    ).format(name=name, corner=corner, speed=speed, limit=limit, heat=event.heat, engine=event.engine)


@told.register
def spun_out(event: SpunOut, sheet: RaceSheet) -> str:
    """A spin out: what was owed, what was there, and what follows (7.3); an eliminated car takes no Stress (E11)."""
    if not event.stress:
        out = _("{name} spins out.").format(name=car_name(sheet, event.car))
        return sentences(_owed(event, sheet), _overheated(event), out)
    return sentences(
        _owed(event, sheet),
        _overheated(event),
        _thrown_back(event, sheet),
        _("The spots nearer to the corner are taken.") if event.short else "",
        _lap_lost(event, sheet),
    )


def _owed(event: SpunOut, sheet: RaceSheet) -> str:
    name, corner, speed, limit = car_name(sheet, event.car), event.corner + 1, event.speed, event.limit
    if not event.paid:
        return _(
            "{name} takes corner {corner} at speed {speed} over limit {limit} and owes {owed} Heat, "
            "but the engine is empty."
        ).format(name=name, corner=corner, speed=speed, limit=limit, owed=event.owed)
    return _(
        "{name} takes corner {corner} at speed {speed} over limit {limit} and owes {owed} Heat, "
        "but can pay only the {paid} in the engine."
    ).format(name=name, corner=corner, speed=speed, limit=limit, owed=event.owed, paid=event.paid)


def _overheated(event: SpunOut) -> str:
    extra = event.surcharge
    return _("Of what is owed {extra} is for the road, which overheats.").format(extra=extra) if extra else ""


def _thrown_back(event: SpunOut, sheet: RaceSheet) -> str:
    name, place = car_name(sheet, event.car), place_words(sheet.track, event.end, event.spot)
    if event.gear == 1:
        return _("{name} spins out, back to {place}, takes {stress} Stress and stays in gear 1.").format(
            name=name, place=place, stress=event.stress
        )
    return _("{name} spins out, back to {place}, takes {stress} Stress for gear {gear} and drops to gear 1.").format(
        name=name, place=place, stress=event.stress, gear=event.gear
    )


def _lap_lost(event: SpunOut, sheet: RaceSheet) -> str:
    before, after = lap_of(sheet.track, event.start), lap_of(sheet.track, event.end)
    if after == before:
        return ""
    name = car_name(sheet, event.car)
    if before > sheet.laps:
        return _("That is back before the finish line: {name} has not finished.").format(name=name)
    if not after:
        return _("That is back before the start line: {name} has lap {lap} still to begin.").format(
            name=name, lap=before
        )
    return _("That is back before the start/finish line: {name} is on lap {lap} again.").format(name=name, lap=after)


@told.register
def values_chosen(event: ValuesChosen, sheet: RaceSheet) -> str:
    """The values of cards that offer a choice (3.1)."""
    return _("{name} chooses {values}.").format(name=car_name(sheet, event.car), values=values_words(event.values))


@told.register
def cards_replaced(event: CardsReplaced, sheet: RaceSheet) -> str:
    """Why a card goes that was just revealed (G8)."""
    name = car_name(sheet, event.car)
    return ngettext(
        "{name} has no way to pay the Heat of {cards}, so it is discarded and a Basic card takes its place.",
        "{name} has no way to pay the Heat of {cards}, so they are discarded and Basic cards take their places.",
        len(event.cards),
    ).format(name=name, cards=card_list(event.cards))


@told.register
def limits_adjusted(event: LimitsAdjusted, sheet: RaceSheet) -> str:
    """What Adjust does to the limits (G9)."""
    name = car_name(sheet, event.car)
    if not event.by:
        return _("The limits are as they stand for {name} again.").format(name=name)
    if event.by > 0:
        return _("With these cards every limit is {by} higher for {name} in this turn.").format(by=event.by, name=name)
    return _("With these cards every limit is {by} lower for {name} in this turn.").format(by=-event.by, name=name)


@told.register
def heat_paid(event: HeatPaid, sheet: RaceSheet) -> str:
    """The price of a card (G6)."""
    return _("{name} pays {heat} Heat, which {card} demands.").format(
        name=car_name(sheet, event.car), heat=event.heat, card=card_name(event.source)
    )


@told.register
def cards_scrapped(event: CardsScrapped, sheet: RaceSheet) -> str:
    """What a card scraps: each lay on top of the discard pile for a moment (K1)."""
    name, card = car_name(sheet, event.car), card_name(event.source)
    if not event.cards:
        return _("{card} finds nothing to scrap: {name} has no card in the draw deck or the discard pile.").format(
            card=card, name=name
        )
    return ngettext(
        "{card} scraps the top card of the draw deck of {name}: {cards}.",
        "{card} scraps the top {number} cards of the draw deck of {name}: {cards}.",
        len(event.cards),
    ).format(name=name, number=len(event.cards), cards=card_list(event.cards), card=card)


@told.register
def stress_reduced(event: StressReduced, sheet: RaceSheet) -> str:
    """Stress that leaves the hand unplayed (G7)."""
    return _("{name} calms down: {card} takes {cards} Stress out of the hand.").format(
        name=car_name(sheet, event.car), cards=event.cards, card=card_name(event.source)
    )


@told.register
def cards_salvaged(event: CardsSalvaged, sheet: RaceSheet) -> str:
    """How many cards come back; which, is secret (K2)."""
    return ngettext(
        "With {card} {name} looks through the discard pile and shuffles {cards} card of it into the draw deck.",
        "With {card} {name} looks through the discard pile and shuffles {cards} cards of it into the draw deck.",
        event.cards,
    ).format(name=car_name(sheet, event.car), cards=event.cards, card=card_name(event.source))


@told.register
def super_cooled(event: SuperCooled, sheet: RaceSheet) -> str:
    """Heat that was already spent and is there again (H3)."""
    return _("{name} super cools with {card}: {heat} Heat goes from the discard pile into the engine.").format(
        name=car_name(sheet, event.car), heat=event.heat, card=card_name(event.source)
    )


@told.register
def played_directly(event: PlayedDirectly, sheet: RaceSheet) -> str:
    """A card beyond the gear (G7)."""
    return _("{name} plays {card} directly from the hand, on top of the cards of the gear.").format(
        name=car_name(sheet, event.car), card=card_name(event.card)
    )


@told.register
def accelerated(event: Accelerated, sheet: RaceSheet) -> str:
    """Speed for every + (G7)."""
    return ngettext(
        "{name} accelerates with {card}: {by} extra speed, for the one + of this turn.",
        "{name} accelerates with {card}: {by} extra speed, 1 for each + of this turn.",
        event.by,
    ).format(name=car_name(sheet, event.car), card=card_name(event.source), by=event.by)


@told.register
def drafted(event: Drafted, sheet: RaceSheet) -> str:
    """Up behind the next car (N2)."""
    return _("{name} drafts {spaces} with {cards}, up behind the next car.").format(
        name=car_name(sheet, event.car),
        spaces=spaces_words(event.spaces),
        cards=listing([card_name(source) for source in event.sources]),
    )


@told.register
def cards_refreshed(event: CardsRefreshed, sheet: RaceSheet) -> str:
    """What goes on the draw deck instead of the discard pile (G7)."""
    name = car_name(sheet, event.car)
    if len(event.cards) == 1:
        return _("{name} refreshes {card}: it goes on top of the draw deck.").format(
            name=name, card=card_name(event.cards[0])
        )
    return _("{name} refreshes {cards}: they go on top of the draw deck, to be drawn in this order.").format(
        name=name, cards=listing([card_name(card) for card in event.cards])
    )
