"""Sentences for the events of a race, each with its reasons, and the lines of the log that they make up."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Final, NamedTuple

from heat_tui.engine import events
from heat_tui.engine.events import Event, RoundBegan
from heat_tui.engine.setup import RaceSheet
from heat_tui.language import N_, NN_, Message
from heat_tui.words.cards import card_row, source_words
from heat_tui.words.formatter import Sentence, fitting, sentences
from heat_tui.words.module import all_words, with_modules
from heat_tui.words.names import place_in_race
from heat_tui.words.symbols import SYMBOLS
from heat_tui.words.telling import SayEvent, by, either


def _race_started(event: events.RaceStarted, say: SayEvent) -> str:
    pole, *others = event.grid
    if not others:
        return say(N_("{name} is alone on the grid, in pole position."), name=say.name(pole))
    return say(N_("The grid: {name} in pole position, then {others}."), name=say.name(pole), others=say.names(others))


def _round_began(event: events.RoundBegan, say: SayEvent) -> str:
    if len(say.sheet.entries) == 1:
        return say(N_("Round {number} begins."))
    if len(event.order) == 1:
        return say(N_("Round {number} begins; only {name} is still racing."), name=say.name(event.order[0]))
    return say(N_("Round {number} begins. The order of turns: {cars}."), cars=say.names(event.order))


def _gear_shifted(event: events.GearShifted) -> Message:
    before, gear = event.before, event.gear
    if event.heat > event.surcharge > 0:
        return N_(
            "{name} shifts down from gear {before} to gear {gear} and pays {heat} Heat, "
            "{surcharge} of it because the space is flooded."
        )
    if event.surcharge:
        return N_(
            "{name} shifts down from gear {before} to gear {gear} and pays {heat} Heat, because the space is flooded."
        )
    if event.heat:
        return N_("{name} shifts from gear {before} to gear {gear} and pays 1 Heat for two gears at once.")
    if gear == before:
        return N_("{name} stays in gear {gear}.")
    if gear > before:
        return N_("{name} shifts up from gear {before} to gear {gear}.")
    return N_("{name} shifts down from gear {before} to gear {gear}.")


TURNED_OVER = either(
    "by_shift",
    NN_("{name} turns over {cards}, which is discarded.", "{name} turns over {cards}, which are discarded.", "cards"),
    NN_(
        "For {source}, {name} turns over {cards}, which is discarded.",
        "For {source}, {name} turns over {cards}, which are discarded.",
        "cards",
    ),
)
"""The sentence for cards turned over before the draw deck ran out."""


def _flipped(none: str, at_once: str, after_others: Message) -> Sentence:
    """Return a sentence for a flip, chosen by its result: no Basic card, one immediately, or one after other cards."""
    return either("card", either("discarded", after_others, at_once), none)


FLIPPED = either(
    "by_shift",
    _flipped(
        N_("Nothing is added: {name} has no Basic card left to turn over."),
        N_("{name} turns over a {card}, which counts with the cards played."),
        NN_(
            "{name} turns over {discarded}, which is discarded, and then a {card}, which counts with the cards played.",
            "{name} turns over {discarded}, which are discarded, and then a {card}, which counts with "
            "the cards played.",
            "discarded",
        ),
    ),
    _flipped(
        N_("{name} has no Basic card left to turn over for {source}, which counts as 0."),
        N_("For {source}, {name} turns over a {card}."),
        NN_(
            "For {source}, {name} turns over {discarded}, which is discarded, and then a {card}.",
            "For {source}, {name} turns over {discarded}, which are discarded, and then a {card}.",
            "discarded",
        ),
    ),
)
"""The sentence for the result of a flip, by its source: an unpaid shift, or a Boost or card."""

MOVES = {
    **{name: symbol.moves for name, symbol in SYMBOLS.items()},
    "reveal": N_("At speed {speed}, {name} drives from space {start} to {place}."),
    "slipstream": N_("{name} slipstreams {way} to {place}."),
    "legend": N_("{name} drives from space {start} to {place}."),
}
"""The sentence for a move, by its cause."""

HEADS_FOR = {
    **{name: symbol.heads_for for name, symbol in SYMBOLS.items()},
    "reveal": N_("At speed {speed}, {name} heads from space {start} for space {aim}."),
    "slipstream": N_("{name} slipstreams towards space {aim}."),
    "legend": N_("{name} heads from space {start} for space {aim}."),
}
"""The sentence for a move whose target space is full, by its cause."""


def _car_moved(event: events.CarMoved, say: SayEvent) -> str:
    """Return the move with its cause, the cars in the way, and the start/finish line if it was crossed."""
    if not event.distance:
        if event.cause == "reveal":
            return say(N_("{name} has speed 0 and stays on {place}."))
        return say(N_("{name} stays on {place}."))
    move = sentences(say(HEADS_FOR[event.cause]), say(_blocked(event))) if event.blockers else say(MOVES[event.cause])
    return sentences(move, _line_crossed(event, say))


def _blocked(event: events.CarMoved) -> Message:
    if event.end == event.start:
        return N_("{blockers} fill space {aim} and no spot in between is free, so {name} stays on {place}.")
    if event.start + event.distance - event.end == 1:
        return N_("{blockers} fill space {aim}, so {name} stops 1 short, on {place}.")
    return N_(
        "{blockers} fill space {aim} and the space behind it is full too, so {name} stops {short} short, on {place}."
    )


def _line_crossed(event: events.CarMoved | events.SpunOut, say: SayEvent) -> str:
    """Return a sentence about crossing the start/finish line, forwards or backwards; "" if the car did not cross it."""
    before, after = say.sheet.track.lap_of(event.start), say.sheet.track.lap_of(event.end)
    if after == before:
        return ""
    cases = {
        N_("The car crosses the finish line."): after > max(before, say.sheet.laps),
        N_("The car crosses the start line into lap {lap} of {laps}."): after > before == 0,
        N_("The car crosses the start/finish line into lap {lap} of {laps}."): after > before,
        N_("{name} is back before the finish line and has not finished."): before > say.sheet.laps,
        N_("{name} is back before the start line and has yet to begin lap {lap}."): after == 0,
        N_("{name} is back before the start/finish line, on lap {lap} again."): True,
    }
    return say(fitting(cases), lap=after or before)


OWED = either(
    "paid",
    N_(
        "{name} takes corner {corner} at speed {speed} over limit {limit} and owes {owed} Heat, "
        "but can pay only the {paid} in the engine."
    ),
    N_(
        "{name} takes corner {corner} at speed {speed} over limit {limit} and owes {owed} Heat, "
        "but the engine is empty."
    ),
)

THROWN_BACK = by(
    "gear",
    {1: N_("{name} spins out, goes back to {place}, takes {stress} Stress and stays in gear 1.")},
    N_("{name} spins out, goes back to {place}, takes {stress} Stress for gear {gear} and drops to gear 1."),
)


def _spun_out(event: events.SpunOut, say: SayEvent) -> str:
    """Return the Heat owed, the Heat available and the consequences (7.3); an eliminated car takes no Stress (E11)."""
    overheats = say(N_("Of the Heat owed, {surcharge} is for the overheating road.")) if event.surcharge else ""
    why = sentences(say(OWED), overheats)
    if not event.stress:
        return sentences(why, say(N_("{name} spins out.")))
    further_back = say(N_("The spots nearer the corner are taken.")) if event.short else ""
    return sentences(why, say(THROWN_BACK), further_back, _line_crossed(event, say))


def _limits_adjusted(event: events.LimitsAdjusted, say: SayEvent) -> str:
    if not event.by:
        return say(N_("The normal limits apply to {name} again."))
    if event.by > 0:
        return say(N_("With these cards every limit is {by} higher for {name} this turn."))
    return say(N_("With these cards every limit is {by} lower for {name} this turn."), by=-event.by)


def _cards_scrapped(event: events.CardsScrapped, say: SayEvent) -> str:
    if not event.cards:
        return say(N_("{source} finds nothing to scrap: {name} has no cards in the draw deck or the discard pile."))
    return say(
        NN_(
            "For {source}, {name} scraps the top card of the draw deck: {cards}.",
            "For {source}, {name} scraps the top {number} cards of the draw deck: {cards}.",
            "cards",
        ),
        number=len(event.cards),
    )


def _cards_refreshed(event: events.CardsRefreshed, say: SayEvent) -> str:
    cards, one = card_row(event.cards), N_("{name} refreshes {card}: it goes on top of the draw deck.")
    several = N_("{name} refreshes {cards}: they go on top of the draw deck, to be drawn in this order.")
    return say(one if len(event.cards) == 1 else several, card=cards, cards=cards)


SENTENCES: Mapping[type[events.Event], Sentence] = {
    events.RaceStarted: _race_started,
    events.RoundBegan: _round_began,
    events.ChoiceForced: N_("The rules leave {name} only one choice, so nobody is asked."),
    events.PlanMade: N_("{name} has planned."),
    events.Retired: N_("{name} retires, because the race is already won, and leaves the track."),
    events.LapCompleted: either(
        "is_last",
        NN_("{name} completes the {laps}-lap race.", "{name} completes all {laps} laps.", "laps"),
        N_("{name} completes lap {lap} of {laps}."),
    ),
    events.CarFinished: lambda event, say: say(
        N_("{name} wins the race and leaves the track.")
        if event.place == 1
        else N_("{name} takes {place} and leaves the track."),
        place=place_in_race(event.place),
    ),
    events.RaceCalledOff: N_(
        "After {rounds} rounds the race is getting nowhere, so it is called off. Retired: {cars}."
    ),
    events.RaceEnded: lambda event, say: say(
        N_("The race is over. The result: {places}."), places=say.result(event.standings)
    ),
    events.GearShifted: lambda event, say: say(_gear_shifted(event)),
    events.CardsRevealed: lambda event, say: say(N_("{name} reveals {cards} in gear {gear}."), gear=len(event.cards)),
    events.HandCluttered: N_(
        "{name} reveals {cards}: the hand is cluttered and cannot fill the gear, so the car does not "
        "move and drops to gear 1."
    ),
    events.CardsTurnedOver: TURNED_OVER,
    events.CardFlipped: FLIPPED,
    events.DeckShuffled: NN_(
        "The draw deck of {name} is used up, so the {cards} card in the discard pile becomes the new deck.",
        "The draw deck of {name} is used up, so the {cards} cards in the discard pile are shuffled into a new one.",
        "cards",
    ),
    events.AdrenalineGained: by(
        "last",
        {1: N_("Adrenaline for {name}, last in the order: 1 extra speed and 1 Cooldown this turn.")},
        N_("Adrenaline for {name}, one of the last two in the order: 1 extra speed and 1 Cooldown this turn."),
    ),
    events.HeatCooled: lambda event, say: say(
        N_("{name} cools {heat} Heat with {source}."), source=source_words(event.source)
    ),
    events.Boosted: either("heat", N_("{name} pays {heat} Heat for a Boost."), N_("{name} boosts for free.")),
    events.CardsDiscarded: NN_(
        "{name} discards {cards} card from the hand.", "{name} discards {cards} cards from the hand.", "cards"
    ),
    events.HandFilled: either(
        "drawn",
        NN_("{name} draws {drawn} card and has {hand}.", "{name} draws {drawn} cards and has {hand}.", "drawn"),
        N_("{name} draws no cards and has {hand}."),
    ),
    events.CarMoved: _car_moved,
    events.CornerTaken: either(
        "heat",
        either(
            "surcharge",
            N_(
                "{name} takes corner {corner} at speed {speed} over limit {limit} and pays {heat} Heat, {surcharge} "
                "of it because the road overheats; {engine} left in the engine."
            ),
            N_(
                "{name} takes corner {corner} at speed {speed} over limit {limit} and pays {heat} Heat; "
                "{engine} left in the engine."
            ),
        ),
        N_("{name} takes corner {corner} at speed {speed}, within limit {limit}."),
    ),
    events.SpunOut: _spun_out,
    events.ValuesChosen: N_("{name} chooses {values}."),
    events.CardsReplaced: NN_(
        "{name} cannot pay the Heat for {cards}, so it is discarded and a Basic card takes its place.",
        "{name} cannot pay the Heat for {cards}, so they are discarded and Basic cards take their place.",
        "cards",
    ),
    events.LimitsAdjusted: _limits_adjusted,
    events.HeatPaid: N_("{name} pays {heat} Heat for {source}."),
    events.CardsScrapped: _cards_scrapped,
    events.StressReduced: N_("{name} calms down and discards {cards} Stress with {source}."),
    events.CardsSalvaged: NN_(
        "With {source}, {name} looks through the discard pile and shuffles {cards} card from it into the draw deck.",
        "With {source}, {name} looks through the discard pile and shuffles {cards} cards from it into the draw deck.",
        "cards",
    ),
    events.SuperCooled: N_("{name} super cools with {source}: {heat} Heat goes from the discard pile into the engine."),
    events.PlayedDirectly: N_("{name} plays {card} directly from their hand, in addition to the cards for the gear."),
    events.Accelerated: NN_(
        "{name} accelerates with {source}: {by} extra speed, for the one + this turn.",
        "{name} accelerates with {source}: {by} extra speed, 1 for each + this turn.",
        "by",
    ),
    events.Drafted: lambda event, say: say(
        N_("{name} drafts {spaces} with {cards}, to just behind the next car."),
        cards=card_row(event.sources),
    ),
    events.CardsRefreshed: _cards_refreshed,
}
"""The sentences of the engine's events; modules contribute their own."""

GO_ON: tuple[type[events.Event], ...] = (
    events.CardsRevealed,
    events.CardsTurnedOver,
    events.CardFlipped,
    events.DeckShuffled,
    events.Boosted,
    events.ValuesChosen,
    events.CardsReplaced,
    events.PlayedDirectly,
    events.Accelerated,
    events.Drafted,
)
"""The events after which the same car's next event continues the line."""

all_sentences: Final = with_modules(SENTENCES, lambda words: words.events)


@cache
def _go_on() -> tuple[type[Event], ...]:
    return (*GO_ON, *(kind for module in all_words() for kind in module.go_on))


def same_line(before: Event | None, event: Event) -> bool:
    """Return whether the sentence of an event continues the line of the event before it."""
    car: int | None = getattr(event, "car", None)
    return isinstance(before, _go_on()) and getattr(before, "car", None) == car


class Line(NamedTuple):
    """A line of the log: the car that it is about, None if it is not about one car, its text, and the events in it."""

    car: int | None
    text: str
    events: tuple[Event, ...]

    @property
    def round_begun(self) -> int:
        """The number of the round that begins with this line, 0 if none does."""
        first = next(iter(self.events), None)
        return first.number if isinstance(first, RoundBegan) else 0


def event_words(sheet: RaceSheet, event: Event) -> str:
    """Return the sentences for an event, with its reasons, from public facts only (K1)."""
    return SayEvent(event, sheet)(all_sentences()[type(event)])


def log_lines(sheet: RaceSheet, happened: Iterable[Event]) -> list[Line]:
    """Return events as lines, with related events joined into one; each line has its car and its events."""
    lines: list[Line] = []
    for event in happened:
        if lines and same_line(lines[-1].events[-1], event):
            car, text, told = lines[-1]
            lines[-1] = Line(car, sentences(text, event_words(sheet, event)), (*told, event))
        else:
            lines.append(Line(getattr(event, "car", None), event_words(sheet, event), (event,)))
    return lines
