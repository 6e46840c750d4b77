"""What the Legends say."""

from __future__ import annotations

from heat_tui.language import N_, NN_, Message
from heat_tui.modules.legends import Legends
from heat_tui.modules.legends.events import LegendCardTurned, LegendDecided, LegendPressed
from heat_tui.words.module import ModuleWords
from heat_tui.words.names import space_of
from heat_tui.words.telling import SayEvent, either


def _decided(event: LegendDecided, say: SayEvent) -> str:
    return say(_reason(event), way=event.limit + event.diamond, target=space_of(say.sheet.track, event.target))


def _reason(event: LegendDecided) -> Message:
    if event.corner is None:
        return N_("{name} has no corner left before the finish line: helmet {helmet}, {helmet} spaces.")
    if event.rule == "corner":
        return _past_the_legends_line(event)
    if event.rule == "line":
        return _up_to_the_corner_line(event)
    return N_(
        "{name} is before the legends line of corner {corner}, and helmet {helmet} stays short of the corner: "
        "{helmet} spaces."
    )


def _past_the_legends_line(event: LegendDecided) -> Message:
    if event.stopped and event.lines > 1:
        return N_(
            "{name} is past the legends line of corner {corner}: limit {limit} plus diamond {diamond} would be "
            "{way} spaces, but they lead over one corner too many, so it heads for space {target}, the last before "
            "that."
        )
    if event.stopped:
        return N_(
            "{name} is past the legends line of corner {corner}: limit {limit} plus diamond {diamond} would be "
            "{way} spaces, but they lead over a second corner, so it heads for space {target}, the last before that."
        )
    return NN_(
        "{name} is past the legends line of corner {corner}: limit {limit} plus diamond {diamond}, {way} space.",
        "{name} is past the legends line of corner {corner}: limit {limit} plus diamond {diamond}, {way} spaces.",
        "way",
    )


def _up_to_the_corner_line(event: LegendDecided) -> Message:
    if not event.short:
        return N_(
            "{name} is before the legends line of corner {corner}. Helmet {helmet} would cross the corner, "
            "so diamond {diamond} counts: space {target}, the last before the line."
        )
    if event.short < event.diamond:
        return N_(
            "{name} is before the legends line of corner {corner}. Helmet {helmet} would cross the corner, "
            "so diamond {diamond} counts, but it is nearer to the line already."
        )
    return N_(
        "{name} is before the legends line of corner {corner}. Helmet {helmet} would cross the corner, "
        "so diamond {diamond} counts: space {target}, {diamond} short of the last before the line."
    )


WORDS = ModuleWords(
    titles={Legends.name: N_("Legends")},
    refusals={
        "legends-out-of-range": N_("There cannot be {legends} Legends; take 0 to {most}."),
        "pro-out-of-range": N_("The Legends' option pro cannot be {pro}; take 0 to {most}."),
    },
    events={
        LegendCardTurned: either(
            "shuffled",
            N_("All Legend cards have been used: they are shuffled, and the round's is turned over."),
            N_("The round's Legend card is turned over."),
        ),
        LegendPressed: NN_(
            "{name} stands where an aggressive Legend presses on: it may cross {more} corner line more.",
            "{name} stands where an aggressive Legend presses on: it may cross {more} corner lines more.",
            "more",
        ),
        LegendDecided: _decided,
    },
    go_on=(LegendPressed, LegendDecided),
    reveals={"legend-card": N_("The Legend card of the round was turned over since, so your choice stands.")},
)
