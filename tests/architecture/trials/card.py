"""Run in a copy of the game with one more upgrade: it is drafted, described and valued."""

from heat_tui.drivers.upgrades import worth
from heat_tui.modules.garage.cards import UPGRADES
from heat_tui.modules.garage.events import UpgradePicked
from heat_tui.words.cards import card_name, card_words
from tests.architecture.trials.races import events_until

KEY = "radiator-2"

(upgrade,) = [each for each in UPGRADES if each.card.key == KEY]
assert card_name(KEY) == "Radiator-2"
assert "up to 2 Heat" in card_words(KEY)
assert worth(upgrade.card) == 4
events_until(lambda event: isinstance(event, UpgradePicked) and event.card == KEY, garage="basic")
