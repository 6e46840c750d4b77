"""The symbols of the cards, Boost and Adrenaline, in words: all texts of each are in one row of a table."""

from __future__ import annotations

from collections.abc import Mapping

from heat_tui.engine.record import record
from heat_tui.language import N_, NN_, Message
from heat_tui.words.formatter import fill


@record
class SymbolWords:
    """The words for one symbol.

    `letter` is its sign on a card and `sign` the sign with a number; `meaning` explains the sign. `card` describes the
    effect of a card with the symbol, and `below` the effect if its number is negative. `help` says what using the
    symbol would do now, and `use` names the use as a choice. A symbol that is on no card has no sign, and one that is
    not used in step 5 has no help. `typed` is the word to type, by default the key of the symbol; an amount follows if
    the symbol can be used `in_part`. A symbol with `of_cards` is listed with its use, because the typed word alone does
    not say which card it comes from. `moves` describes a move that the symbol caused, `heads_for` one towards a full
    space, and `drives` either in the short log.
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
    moves: str = N_("{name} drives {way} further, to {place}; the speed is now {speed}.")
    heads_for: str = N_("{name} carries on towards space {aim}; the speed is now {speed}.")
    drives: str = N_("+{distance} = {speed} → {space}")


SYMBOLS: Mapping[str, SymbolWords] = {
    "plus": SymbolWords(
        N_("+"),
        letter=N_("+"),
        meaning=N_("turn over a Basic card and add it"),
        card=NN_(
            "+: turn over a Basic card and add it to your speed.",
            "+ {number} times: turn over {number} Basic cards and add them to your speed.",
            "number",
        ),
    ),
    "heat": SymbolWords(
        N_("Heat"),
        letter=N_("H"),
        sign=N_("H{number}"),
        meaning=N_("Heat that you have to pay"),
        card=N_("Heat {number}: pay {number} Heat in step 5. Mandatory."),
        help=N_("{card} asks for Heat: pay {heat} from the engine."),
        use=N_("pay {amount} Heat for {card}"),
        typed="pay",
    ),
    "scrap": SymbolWords(
        N_("Scrap"),
        letter=N_("X"),
        sign=N_("X{number}"),
        meaning=N_("cards discarded from the top of your draw deck"),
        card=NN_(
            "Scrap {number}: discard the top card of your draw deck. Mandatory.",
            "Scrap {number}: discard the top {number} cards of your draw deck. Mandatory.",
            "number",
        ),
        help=NN_(
            "{card} scraps: discard the top card of your draw deck.",
            "{card} scraps: discard the top {most} cards of your draw deck.",
            "most",
        ),
        use=N_("scrap {count} for {card}"),
    ),
    "adjust": SymbolWords(
        N_("Adjust"),
        letter=N_("L"),
        sign=N_("L{signed}"),
        meaning=N_("higher or lower speed limits for you"),
        card=N_("Adjust {signed}: all limits are {by} higher for you."),
        below=N_("Adjust {signed}: all limits are {by} lower for you."),
    ),
    "cooldown": SymbolWords(
        N_("Cooldown"),
        letter=N_("C"),
        sign=N_("C{number}"),
        meaning=N_("Heat from your hand back into the engine"),
        card=NN_(
            "Cooldown {number}: put {number} Heat from your hand back into the engine.",
            "Cooldown {number}: put up to {number} Heat from your hand back into the engine.",
            "number",
        ),
        help=NN_(
            "Cooldown from {source}: put {most} Heat from your hand back into the engine.",
            "Cooldown from {source}: put up to {most} Heat from your hand back into the engine.",
            "most",
        ),
        use=N_("cool {amount} Heat with {source}"),
        typed="cool",
        in_part=True,
    ),
    "slipstream_boost": SymbolWords(
        N_("Slipstream boost"),
        letter=N_("S"),
        sign=N_("S{number}"),
        meaning=N_("a longer Slipstream"),
        card=NN_(
            "Slipstream boost {number}: a Slipstream may go {number} space further.",
            "Slipstream boost {number}: a Slipstream may go {number} spaces further.",
            "number",
        ),
    ),
    "reduce_stress": SymbolWords(
        N_("Reduce stress"),
        letter=N_("R"),
        sign=N_("R{number}"),
        meaning=N_("Stress cards that you may discard"),
        card=NN_(
            "Reduce stress {number}: discard {number} Stress from your hand.",
            "Reduce stress {number}: discard up to {number} Stress from your hand.",
            "number",
        ),
        help=NN_(
            "Reduce stress with {card}: discard {most} Stress from your hand.",
            "Reduce stress with {card}: discard up to {most} Stress from your hand.",
            "most",
        ),
        use=N_("discard {amount} Stress with {card}"),
        typed="calm",
        in_part=True,
        of_cards=True,
    ),
    "refresh": SymbolWords(
        N_("Refresh"),
        letter=N_("F"),
        sign=N_("F"),
        meaning=N_("the card may go back on your draw deck"),
        card=N_("Refresh: may go on top of your draw deck at the end of the turn."),
    ),
    "salvage": SymbolWords(
        N_("Salvage"),
        letter=N_("V"),
        sign=N_("V{number}"),
        meaning=N_("discarded cards shuffled back into your deck"),
        card=NN_(
            "Salvage {number}: shuffle a card from your discard pile into your draw deck.",
            "Salvage {number}: shuffle up to {number} cards from your discard pile into your draw deck.",
            "number",
        ),
        help=NN_(
            "Salvage with {card}: look through your discard pile and shuffle {most} card from it into your draw deck.",
            "Salvage with {card}: look through your discard pile and shuffle up to {most} cards from it "
            "into your draw deck.",
            "most",
        ),
        use=N_("salvage {cards} with {card}"),
    ),
    "direct_play": SymbolWords(
        N_("Direct play"),
        letter=N_("D"),
        sign=N_("D"),
        meaning=N_("may be played from your hand in step 5"),
        card=N_("Direct play: may be played from your hand in step 5."),
        help=N_("Direct play: play {card} from your hand; your car immediately moves that card's speed."),
        use=N_("play {card} directly"),
        typed="play",
        moves=N_("{name} drives {way} further, to {place}; that card raises the speed to {speed}."),
        heads_for=N_("{name} carries on towards space {aim}; that card raises the speed to {speed}."),
    ),
    "accelerate": SymbolWords(
        N_("Accelerate"),
        letter=N_("A"),
        sign=N_("A"),
        meaning=N_("1 extra speed for each + this turn"),
        card=N_("Accelerate: 1 extra speed for each + this turn."),
        help=N_("Accelerate with {card}: {most} extra speed, 1 for each + so far this turn."),
        use=N_("accelerate by {amount} with {card}"),
        of_cards=True,
        moves=N_("{name} drives {way} further, to {place}; Accelerate raises the speed to {speed}."),
        heads_for=N_("{name} carries on towards space {aim}; Accelerate raises the speed to {speed}."),
    ),
    "super_cool": SymbolWords(
        N_("Super cool"),
        letter=N_("SC"),
        sign=N_("SC{number}"),
        meaning=N_("discarded Heat back into the engine"),
        card=NN_(
            "Super cool {number}: put {number} Heat from your discard pile back into the engine.",
            "Super cool {number}: put up to {number} Heat from your discard pile back into the engine.",
            "number",
        ),
        help=NN_(
            "Super cool with {card}: put {most} Heat from your discard pile back into the engine.",
            "Super cool with {card}: put up to {most} Heat from your discard pile back into the engine.",
            "most",
        ),
        use=N_("super cool {amount} Heat with {card}"),
        typed="supercool",
        in_part=True,
        of_cards=True,
    ),
    "draft": SymbolWords(
        N_("Draft"),
        letter=N_("DR"),
        sign=N_("DR{number}"),
        meaning=N_("close up behind the next car"),
        card=NN_(
            "Draft {number}: move {number} space, to just behind the next car, if the way is clear.",
            "Draft {number}: move 1 to {number} spaces, to just behind the next car, if the way is clear.",
            "number",
        ),
        help=N_(
            "Draft with {card}: move {spaces}, to just behind the next car; your speed stays the same, and "
            "corners that you cross are checked."
        ),
        use=N_("draft {spaces} with {card}"),
        of_cards=True,
        moves=N_("{name} drafts to {place}; the speed stays {speed}."),
        heads_for=N_("{name} heads from space {start} for space {aim}."),
        drives=N_("draft → {space}"),
    ),
    "boost": SymbolWords(
        N_("Boost"),
        help=N_("Boost for {heat} Heat: turn over cards until a Basic card appears, then move forward by its speed."),
        use=N_("Boost for {heat} Heat"),
        moves=N_("{name} drives {way} further, to {place}; the Boost raises the speed to {speed}."),
        heads_for=N_("{name} carries on towards space {aim}; the Boost raises the speed to {speed}."),
    ),
    "adrenaline": SymbolWords(
        N_("Adrenaline"),
        help=N_("Adrenaline, for being among the last: move 1 space and add 1 to your speed."),
        use=N_("1 extra speed from Adrenaline"),
        moves=N_("{name} drives {way} further, to {place}; Adrenaline raises the speed to {speed}."),
        heads_for=N_("{name} carries on towards space {aim}; Adrenaline raises the speed to {speed}."),
        drives=N_("Adrenaline +{distance} = {speed} → {space}"),
    ),
}
"""The symbols with signs, in the order in which the signs are explained; then the others, used in step 5."""

PLUS = "+"


def sign(symbol: str, number: int) -> str:
    """Return the sign of a symbol, including the number if the sign shows it; the sign + is repeated instead."""
    return PLUS * number if symbol == "plus" else fill(SYMBOLS[symbol].sign, number=number, signed=f"{number:+d}")


def symbol_words(symbol: str, number: int) -> str:
    """Return the effect of a card's symbol in a short sentence; `number` is the number printed beside it."""
    row = SYMBOLS[symbol]
    return fill(row.below if number < 0 else row.card, number=number, signed=f"{number:+d}", by=abs(number))
