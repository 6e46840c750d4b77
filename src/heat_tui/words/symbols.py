"""The symbols of the cards in words: all that is ever said about one is a row of a table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from heat_tui.language import N_, NN_, Message
from heat_tui.words.formatter import fill


@dataclass(frozen=True, slots=True)
class SymbolWords:
    """The words of one symbol.

    `letter` is its sign on a card and `sign` the same with its number; `meaning` explains the sign. `card` says what it
    does on a card, `below` the same of a number below 0. `help` says what using it comes to now, `use` that it is used.
    What is on no card has no sign, and what is not used in step 5 has no help. `typed` is what is typed to use it, if
    not its own name: with an amount where it can be used `in_part`. One that is only `of_cards` is listed with its use,
    as the typed word alone does not say which card it comes from.
    """

    name: str
    letter: str = ""
    sign: str = ""
    meaning: str = ""
    card: Message = ""
    below: Message = ""
    help: Message = ""
    use: str = ""
    typed: str = ""
    in_part: bool = False
    of_cards: bool = False


SYMBOLS: Mapping[str, SymbolWords] = {
    "plus": SymbolWords(
        N_("+"),
        letter=N_("+"),
        meaning=N_("turn over a Basic card and add it"),
        card=NN_(
            "+: a Basic card is turned over and added.",
            "+ {number} times: so many Basic cards are turned over and added.",
            "number",
        ),
    ),
    "heat": SymbolWords(
        N_("Heat"),
        letter=N_("H"),
        sign=N_("H{number}"),
        meaning=N_("you must pay so much Heat"),
        card=N_("Heat {number}: must be paid in step 5."),
        help=N_("{card} demands Heat: pay {heat} from the engine."),
        use=N_("pay {amount} Heat for {card}"),
        typed="pay",
    ),
    "scrap": SymbolWords(
        N_("Scrap"),
        letter=N_("X"),
        sign=N_("X{number}"),
        meaning=N_("so many cards of your deck are discarded"),
        card=NN_(
            "Scrap {number}: the top card of your draw deck must be discarded.",
            "Scrap {number}: the top {number} cards of your draw deck must be discarded.",
            "number",
        ),
        help=NN_(
            "{card} scraps: the top card of your draw deck goes to the discard pile.",
            "{card} scraps: the top {most} cards of your draw deck go to the discard pile.",
            "most",
        ),
        use=N_("scrap {count} for {card}"),
    ),
    "adjust": SymbolWords(
        N_("Adjust"),
        letter=N_("L"),
        sign=N_("L{signed}"),
        meaning=N_("your limits are so much higher or lower"),
        card=N_("Adjust {signed}: all limits are {by} higher for you."),
        below=N_("Adjust {signed}: all limits are {by} lower for you."),
    ),
    "cooldown": SymbolWords(
        N_("Cooldown"),
        letter=N_("C"),
        sign=N_("C{number}"),
        meaning=N_("so much Heat from the hand into the engine"),
        card=N_("Cooldown {number}: so much Heat from the hand into the engine."),
        help=N_("Cooldown with {source}: up to {most} Heat from your hand goes back into the engine."),
        use=N_("cool {amount} Heat down with {source}"),
        typed="cool",
        in_part=True,
    ),
    "slipstream_boost": SymbolWords(
        N_("Slipstream boost"),
        letter=N_("S"),
        sign=N_("S{number}"),
        meaning=N_("a Slipstream may go so much further"),
        card=N_("Slipstream boost {number}: a Slipstream may go {number} further."),
    ),
    "reduce_stress": SymbolWords(
        N_("Reduce stress"),
        letter=N_("R"),
        sign=N_("R{number}"),
        meaning=N_("so much Stress may leave your hand"),
        card=N_("Reduce stress {number}: so much Stress may leave your hand."),
        help=N_("Reduce stress with {card}: up to {most} Stress of your hand goes to the discard pile."),
        use=N_("get rid of {amount} Stress with {card}"),
        typed="calm",
        in_part=True,
        of_cards=True,
    ),
    "refresh": SymbolWords(
        N_("Refresh"),
        letter=N_("F"),
        sign=N_("F"),
        meaning=N_("the card may go back on your draw deck"),
        card=N_("Refresh: may go back on top of your draw deck after the turn."),
    ),
    "salvage": SymbolWords(
        N_("Salvage"),
        letter=N_("V"),
        sign=N_("V{number}"),
        meaning=N_("so many discarded cards back into the deck"),
        card=NN_(
            "Salvage {number}: a card of your discard pile goes back into the draw deck.",
            "Salvage {number}: up to {number} cards of your discard pile go back into the draw deck.",
            "number",
        ),
        help=NN_(
            "Salvage with {card}: look through your discard pile and shuffle {most} card of it into the draw deck.",
            "Salvage with {card}: look through your discard pile and shuffle up to {most} cards of it into the "
            "draw deck.",
            "most",
        ),
        use=N_("salvage {cards} with {card}"),
    ),
    "direct_play": SymbolWords(
        N_("Direct play"),
        letter=N_("D"),
        sign=N_("D"),
        meaning=N_("may be played from the hand in step 5"),
        card=N_("Direct play: may be played from the hand in step 5."),
        help=N_("Direct play: {card} may be played from your hand, and the car moves its speed at once."),
        use=N_("play {card} directly"),
        typed="play",
    ),
    "accelerate": SymbolWords(
        N_("Accelerate"),
        letter=N_("A"),
        sign=N_("A"),
        meaning=N_("1 speed for every + of the turn"),
        card=N_("Accelerate: 1 extra speed for every + of the turn."),
        help=N_("Accelerate with {card}: {most} extra speed, 1 for every + so far in this turn."),
        use=N_("accelerate by {amount} with {card}"),
        of_cards=True,
    ),
    "super_cool": SymbolWords(
        N_("Super cool"),
        letter=N_("SC"),
        sign=N_("SC{number}"),
        meaning=N_("so much discarded Heat into the engine"),
        card=N_("Super cool {number}: so much Heat from the discard pile into the engine."),
        help=N_("Super cool with {card}: up to {most} Heat of your discard pile goes into the engine."),
        use=N_("super cool {amount} Heat with {card}"),
        typed="supercool",
        in_part=True,
        of_cards=True,
    ),
    "draft": SymbolWords(
        N_("Draft"),
        letter=N_("DR"),
        sign=N_("DR{number}"),
        meaning=N_("up behind the next car if it is so near"),
        card=N_("Draft {number}: up behind the next car, if it is so near."),
        help=N_(
            "Draft with {card}: drive {spaces} up behind the next car; your speed stays as it is, and corners "
            "that you cross are checked."
        ),
        use=N_("draft {spaces} with {card}"),
        of_cards=True,
    ),
    "boost": SymbolWords(
        N_("Boost"),
        help=N_("Boost for {heat} Heat: turn over cards until a Basic card appears, and drive on by its speed."),
        use=N_("Boost for {heat} Heat"),
    ),
    "adrenaline": SymbolWords(
        N_("Adrenaline"),
        help=N_("Adrenaline, for being among the last: move 1 space and add 1 to your speed."),
        use=N_("1 extra speed from Adrenaline"),
    ),
}
"""Every symbol, in the order in which signs are explained; then what else can be used in step 5."""

PLUS = "+"


def sign(symbol: str, number: int) -> str:
    """Return the sign of a symbol; those without a number of their own are the sign alone."""
    return PLUS * number if symbol == "plus" else fill(SYMBOLS[symbol].sign, number=number, signed=f"{number:+d}")


def symbol_words(symbol: str, number: int) -> str:
    """Return what a symbol of a card does, in a short sentence; `number` is the one printed beside it."""
    row = SYMBOLS[symbol]
    return fill(row.below if number < 0 else row.card, number=number, signed=f"{number:+d}", by=abs(number))
