"""What the special spaces say."""

from __future__ import annotations

from heat_tui.language import N_
from heat_tui.modules.spaces import DiscardBarred, Spaces
from heat_tui.words.module import ModuleWords

WORDS = ModuleWords(
    titles={Spaces.name: N_("special spaces")},
    events={
        DiscardBarred: N_("{name} stands in a tunnel, so nothing of the hand is discarded."),
    },
)
