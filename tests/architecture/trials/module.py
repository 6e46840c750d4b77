"""Run in a copy of the game with a module that has an option: the setup, save, code and race include it."""

from heat_tui.game.setup.challenge import code_of, read_code
from heat_tui.game.setup.options import Options, Seat
from heat_tui.game.setup.race_options import race_setup
from heat_tui.game.table.match import Match
from heat_tui.store.saves import player_saves
from heat_tui.store.schema import with_values

seats = (Seat("Ada", "red"), Seat("Bo", "blue"))
options = with_values(Options(track="usa", seats=seats, seed=7), {"hands": 5})
setup = race_setup(options)
assert [(rule.name, rule.options()) for rule in setup.modules] == [("hands", {"hands": 5})]
match = Match.start(setup, ["person", "person"], store=player_saves())
assert len(match.view(0).hand) == 5
assert player_saves().read(match.name).setup == setup
code = code_of(setup, ["person", "person"])
assert read_code(code).setup.modules == setup.modules
assert race_setup(with_values(options, {"hands": None})).modules == ()
