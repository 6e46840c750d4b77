"""Run in a copy of the game with one more upgrade: it is drafted, described and valued, and old saves resume.

The arguments are saves that have a garage and are older than the card.
"""

import sys
from pathlib import Path

from heat_tui.drivers.upgrades import worth
from heat_tui.game.table.match import Match
from heat_tui.modules.garage.cards import UPGRADES, UpgradePicked
from heat_tui.store.saves import player_saves
from heat_tui.words.cards import card_name, card_words
from tests.architecture.trials.races import events_until

KEY = "radiator-2"

(upgrade,) = [each for each in UPGRADES if each.card.key == KEY]
assert card_name(KEY) == "Radiator-2"
assert "up to 2 Heat" in card_words(KEY)
assert worth(upgrade.card) == 4
events_until(lambda event: isinstance(event, UpgradePicked) and event.card == KEY, garage="basic")

store = player_saves()
store.folder.mkdir(parents=True)
for old in map(Path, sys.argv[1:]):
    (store.folder / old.name).write_bytes(old.read_bytes())
    match = Match.resume(store.read(old.stem), store=None)
    assert match.decision is not None, old
