"""Run in a copy of the game with one more championship event: a season can contain it, and it is described."""

from heat_tui.game.setup.options import Options, Seat
from heat_tui.game.setup.season_options import season_setup
from heat_tui.modules.championship.season import Season
from heat_tui.modules.championship.words import event_effect, event_title

assert event_title(19) == "A rainy day"
assert "extra Stress" in event_effect(19)

seats = tuple(Seat(name, controller="steady") for name in ("Ada", "Bo"))
setup = season_setup(Options(season="custom", seats=seats, tracks=("usa", "usa"), events=(7, 19), seed=1))
assert [race.event for race in setup.calendar][:2] == [7, 19]
assert Season.start(setup).decision is not None
