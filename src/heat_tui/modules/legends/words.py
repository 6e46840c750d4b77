"""The words of the Legends."""

from __future__ import annotations

from heat_tui.engine.view import SeatView
from heat_tui.language import N_, NN_, Message, series
from heat_tui.modules.legends import LegendCardShown, Legends, card_numbers, landings, legends, numbers
from heat_tui.modules.legends.events import LegendCardTurned, LegendDecided, LegendPressed
from heat_tui.words.formatter import fill, fitting
from heat_tui.words.module import ModuleWords
from heat_tui.words.names import car_name, place_words
from heat_tui.words.telling import either


def _reason(event: LegendDecided) -> Message:
    past_the_legends_line, up_to_the_line = event.rule == "corner", event.rule == "line"
    cases: dict[Message, object] = {
        N_("{name} has no corner left before the finish line: helmet {helmet}, {helmet} spaces."): event.corner is None,
        N_(
            "{name} is past the legends line of corner {corner}: limit {limit} plus diamond {diamond} would be "
            "{way} spaces, but that would cross one corner too many, so it heads for space {target}, the last "
            "before that corner."
        ): past_the_legends_line and event.stopped,
        NN_(
            "{name} is past the legends line of corner {corner}: limit {limit} plus diamond {diamond}, {way} space.",
            "{name} is past the legends line of corner {corner}: limit {limit} plus diamond {diamond}, {way} spaces.",
            "way",
        ): past_the_legends_line,
        N_(
            "{name} is before the legends line of corner {corner}. Helmet {helmet} would cross the corner, "
            "so diamond {diamond} counts: space {target}, the last before the line."
        ): up_to_the_line and not event.short,
        N_(
            "{name} is before the legends line of corner {corner}. Helmet {helmet} would cross the corner, "
            "so diamond {diamond} counts, but {name} is already nearer to the line."
        ): up_to_the_line and event.short < event.diamond,
        N_(
            "{name} is before the legends line of corner {corner}. Helmet {helmet} would cross the corner, "
            "so diamond {diamond} counts: space {target}, {diamond} short of the last before the line."
        ): up_to_the_line,
        N_(
            "{name} is before the legends line of corner {corner}, and helmet {helmet} stays short of the corner: "
            "{helmet} spaces."
        ): True,
    }
    return fitting(cases)


def card_lines(view: SeatView) -> list[str]:
    """Return lines on the Legends' numbers this round and where those still to move would go; [] if no card is open."""
    return [line for legend in legends(view) for line in _car_lines(view, legend)]


def _car_lines(view: SeatView, index: int) -> list[str]:
    pair, landing = card_numbers(view, index), landings(view).get(index)
    if index < view.sheet.drivers or pair is None:
        return []
    numbers = N_("{name} has helmet {helmet} and diamond {diamond} this round.")
    ahead = N_(
        "{name} has helmet {helmet} and diamond {diamond} this round, and would go to {place}, if nobody else moved."
    )
    return [
        fill(
            numbers if landing is None else ahead,
            name=car_name(view.sheet, index),
            diamond=pair[0],
            helmet=pair[1],
            place="" if landing is None else place_words(view.sheet.track, *landing),
        )
    ]


def turned_lines(view: SeatView) -> list[str]:
    """Return lines on the deck's size and the Legends' numbers since the last shuffle, in order; [] without Legends."""
    shown = view.part(LegendCardShown)
    if shown is None:
        return []
    head = N_("Helmet/diamond of the Legend cards turned over since the shuffle; still in the deck: {deck}.")
    lines = [fill(head, deck=shown.deck)]
    for car in legends(view):
        pairs = [numbers(card, view.sheet.entries[car].colour) for card in shown.used]
        told = series([f"{helmet + shown.pro}/{diamond}" for diamond, helmet in pairs]) if pairs else "-"
        lines.append(fill(N_("{name}: {numbers}"), name=car_name(view.sheet, car), numbers=told))
    return lines


def _mark(view: SeatView, space: int) -> list[str]:
    """Return a note on a space marked for aggressive Legends (L8); [] if it is unmarked or none of them take part."""
    more, shown = view.sheet.track.lines_marked(space), view.part(LegendCardShown)
    if not more or shown is None or not shown.aggressive:
        return []
    marked = NN_(
        "The space is marked: an aggressive Legend that starts here may cross {more} more corner line.",
        "The space is marked: an aggressive Legend that starts here may cross {more} more corner lines.",
        "more",
    )
    return [fill(marked, more=more)]


WORDS = ModuleWords(
    titles={Legends.name: N_("Legends")},
    refusals={
        "legends-out-of-range": N_("A race cannot have {legends} Legends; choose 0 to {most}."),
        "pro-out-of-range": N_("The helmet numbers of Legends cannot be raised by {pro}; choose 0 to {most}."),
    },
    events={
        LegendCardTurned: either(
            "shuffled",
            N_("All Legend cards have been used: they are shuffled, and the round's card is turned over."),
            N_("The round's Legend card is turned over."),
        ),
        LegendPressed: NN_(
            "{name} starts on an aggressive space: it may cross {more} more corner line.",
            "{name} starts on an aggressive space: it may cross {more} more corner lines.",
            "more",
        ),
        LegendDecided: lambda event, say: say(
            _reason(event), way=event.limit + event.diamond, target=say.sheet.track.space_of(event.target)
        ),
    },
    go_on=(LegendPressed, LegendDecided),
    status=card_lines,
    car=_car_lines,
    inspected=_mark,
    reveals={"legend-card": N_("The round's Legend card has been turned over since, so your choice cannot be undone.")},
)
