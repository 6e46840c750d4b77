"""After a first race: what went well, what could go better, and what to try next."""

from __future__ import annotations

from heat_tui.language import _, ngettext
from heat_tui.prose.places import place_in_race
from heat_tui.session import CarTally, Match, tally
from heat_tui.table.lessons import Lesson

LEFT_OVER = 4
"""So much Heat in the engine at the end could have made the car faster."""
HEAVY = 3
"""Who has paid so much Heat has some in his hand to cool down."""


def farewell(match: Match) -> list[Lesson]:
    """What is said at the end; a driver alone hears how he did."""
    lessons = []
    if len(match.people) == 1:
        seat = match.people[0]
        figures = tally(match).cars[seat]
        place = match.standings.index(seat) + 1
        lessons.append(Lesson("well", _("How it went"), " ".join(_went(figures, place))))
        hints = _hints(figures, match.view(None).cars[seat].engine)
        if hints:
            lessons.append(Lesson("better", _("What could go better"), " ".join(hints[:3])))
    lessons.append(Lesson("next", _("What to try next"), _next()))
    return lessons


def _went(figures: CarTally, place: int) -> list[str]:
    sentences = [
        ngettext(
            "{place} after {count} round, with a top speed of {speed}.",
            "{place} after {count} rounds, with a top speed of {speed}.",
            figures.rounds,
        ).format(place=_capital(place_in_race(place)), count=figures.rounds, speed=figures.top_speed)
    ]
    if figures.corners and not figures.corners_over:
        sentences.append(_("You took every corner within its limit."))
    elif figures.corners:
        sentences.append(
            ngettext(
                "Of {corners} corners you took {count} too fast.",
                "Of {corners} corners you took {count} too fast.",
                figures.corners_over,
            ).format(corners=figures.corners, count=figures.corners_over)
        )
    sentences.append(
        _("You paid {paid} Heat in all and cooled {cooled} down.").format(paid=figures.heat_paid, cooled=figures.cooled)
    )
    if figures.slipstream_spaces:
        sentences.append(
            ngettext(
                "Slipstreams gave you {count} space for nothing.",
                "Slipstreams gave you {count} spaces for nothing.",
                figures.slipstream_spaces,
            ).format(count=figures.slipstream_spaces)
        )
    return sentences


def _hints(figures: CarTally, engine: int) -> list[str]:
    """What would have helped, the weightiest first."""
    hints = []
    if figures.spins:
        hints.append(
            ngettext(
                "{count} spin out cost you most: before you play, count the spaces to the line and your Heat.",
                "{count} spin outs cost you most: before you play, count the spaces to the line and your Heat.",
                figures.spins,
            ).format(count=figures.spins)
        )
    if figures.heat_paid >= HEAVY and not figures.cooled:
        hints.append(_("You never cooled down: a round in gear 1 or 2 brings Heat from the hand back into the engine."))
    if engine >= LEFT_OVER and not figures.spins:
        hints.append(
            _(
                "{heat} Heat was left in your engine: near the finish a faster corner or a Boost is what it is for."
            ).format(heat=engine)
        )
    if not figures.slipstream_spaces:
        hints.append(_("You took no Slipstream: end beside a car or right behind one, and 2 spaces cost nothing."))
    if not figures.boosts and not figures.spins:
        hints.append(_("You made no Boost: on a straight it turns 1 Heat into 1 to 4 spaces."))
    return hints


def _next() -> str:
    return _(
        "The USA over two laps, or with more Legends; then another track, Italy for one. Friends can sit down at the "
        "same keyboard, and a curtain keeps every hand secret. All the rules are in the help."
    )


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
