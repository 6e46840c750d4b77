"""How a first race went, measured by what the coach advised."""

from __future__ import annotations

from dataclasses import asdict

from heat_tui.game.afterwards import costly_words
from heat_tui.game.analysis import Advice, Analysis
from heat_tui.game.first_race import with_sorted_cards
from heat_tui.game.lessons import Lesson
from heat_tui.game.match import Match
from heat_tui.game.statistics import tally
from heat_tui.language import N_, NN_, Message, _
from heat_tui.words.formatter import fill, sentences
from heat_tui.words.names import place_in_race

LEFT_OVER = 4
"""The Heat in the engine at the end that could have made the car faster."""


def own_ways(match: Match, seat: int, advice: Advice) -> int:
    """Return how often a driver chose something else than what was advised."""
    return sum(
        with_sorted_cards(entry.action) != advice(entry.before.view(seat), entry.before.decision)
        for entry in match.log
        if entry.seat == seat and entry.before.decision is not None
    )


def debrief(match: Match, seat: int, advice: Advice) -> list[Lesson]:
    """Return how the race went for a seat, and the choice against the advice that cost most."""
    figures, choices = tally(match).cars[seat], own_ways(match, seat, advice)
    engine = match.view(None).cars[seat].engine
    place = place_in_race(match.standings.index(seat) + 1)
    facts = {
        **asdict(figures),
        "place": place[:1].upper() + place[1:],
        "heat_paid": figures.heat_paid,
        "choices": choices,
    }
    well: dict[Message, object] = {
        NN_(
            "{place} after {rounds} round, with a top speed of {top_speed}.",
            "{place} after {rounds} rounds, with a top speed of {top_speed}.",
            "rounds",
        ): True,
        N_("You took every suggestion."): not choices,
        NN_("You went your own way {choices} time.", "You went your own way {choices} times.", "choices"): choices,
        N_("You paid {heat_paid} Heat in all and cooled {cooled}."): True,
        NN_(
            "Slipstreams gave you {slipstream_spaces} space for free.",
            "Slipstreams gave you {slipstream_spaces} spaces for free.",
            "slipstream_spaces",
        ): figures.slipstream_spaces,
    }
    account = next(each for each in Analysis(match, advice).accounts() if each.seat == seat)
    better = sentences(*(costly_words(choice, account) for choice in account.costliest(1)))
    if not better and choices and engine >= LEFT_OVER:
        left = N_("{engine} Heat was left in your engine: near the finish, spend it on a faster corner or a Boost.")
        better = fill(left, engine=engine)
    told = sentences(*(fill(message, **facts) for message, holds in well.items() if holds))
    lessons = (("well", _("How it went"), told), ("better", _("What could have gone better"), better))
    return [Lesson(topic, title, text) for topic, title, text in lessons if text]
