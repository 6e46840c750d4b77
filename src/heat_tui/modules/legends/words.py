"""What the Legends say."""

from __future__ import annotations

from heat_tui.language import N_
from heat_tui.modules.legends import Legends
from heat_tui.words.module import ModuleWords

WORDS = ModuleWords(
    titles={Legends.name: N_("Legends")},
    refusals={
        "legends-out-of-range": N_("There cannot be {legends} Legends; take 0 to {most}."),
        "pro-out-of-range": N_("The Legends' option pro cannot be {pro}; take 0 to {most}."),
    },
)
