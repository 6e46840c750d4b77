"""The words of tournament mode."""

from __future__ import annotations

from heat_tui.language import N_, NN_
from heat_tui.modules.tournament import Tournament
from heat_tui.modules.tournament.events import CardLost, NumberShown, ShiftUnpaid
from heat_tui.words.module import ModuleWords

_SHIFT_UNPAID = {
    (True, True): N_(
        "The shift from gear {before} to gear {number} costs {heat} Heat, but {name} has only {engine}, so one of the "
        "cards is lost at random."
    ),
    (True, False): N_(
        "The shift from gear {before} to gear {number} costs {heat} Heat, but {name} has none, so one of the cards is "
        "lost at random."
    ),
    (False, True): N_(
        "The shift from gear {before} to gear {number} costs {heat} Heat, but {name} has only {engine}, so a Basic "
        "card is added from the draw deck."
    ),
    (False, False): N_(
        "The shift from gear {before} to gear {number} costs {heat} Heat, but {name} has none, so a Basic card is "
        "added from the draw deck."
    ),
}
"""The sentences on a shift that cannot be paid for, by whether it goes up and whether the engine has any Heat."""

WORDS = ModuleWords(
    titles={Tournament.name: N_("tournament mode")},
    events={
        NumberShown: NN_(
            "{name} plays {number} card face down for gear {number}.",
            "{name} plays {number} cards face down for gear {number}.",
            "number",
        ),
        ShiftUnpaid: lambda event, say: say(_SHIFT_UNPAID[event.number > event.before, event.engine > 0]),
        CardLost: N_("It is {card}, which is discarded."),
    },
    clauses={
        NumberShown: NN_("shows {number} card", "shows {number} cards", "number"),
        ShiftUnpaid: N_("cannot pay for gear {number}"),
        CardLost: N_("loses {card}"),
    },
    go_on=(NumberShown, ShiftUnpaid, CardLost),
    reveals={"card-lost": N_("A card has been lost at random since, so your choice cannot be undone.")},
)
