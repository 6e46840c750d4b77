"""What the championship says."""

from __future__ import annotations

from heat_tui.language import N_, NN_
from heat_tui.modules.championship import Championship, EventRule
from heat_tui.words.module import ModuleWords

WORDS = ModuleWords(
    titles={Championship.name: N_("championship"), EventRule.name: N_("event")},
    refusals={
        "calendar-length": N_("A season cannot have {races} races; take 1 to {most}."),
        "no-such-event": N_("There is no event {event}; the events are numbered 1 to {most}."),
        "parts-of-calendar": NN_(
            "The seasons of the career do not add up to its {races} race; give each season at least one race.",
            "The seasons of the career do not add up to its {races} races; give each season at least one race.",
            "races",
        ),
        "season-over": N_("The season is over; nothing more can be played in it."),
    },
)
