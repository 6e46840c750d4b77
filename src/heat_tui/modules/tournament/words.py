"""What tournament mode says."""

from __future__ import annotations

from heat_tui.language import N_
from heat_tui.modules.tournament import Tournament
from heat_tui.words.module import ModuleWords

WORDS = ModuleWords(
    titles={Tournament.name: N_("tournament mode")},
)
