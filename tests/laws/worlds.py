"""The law of undo: in two worlds that differ only in what the chooser cannot know, undo never reveals which is real."""

from __future__ import annotations

from datetime import UTC, datetime
from random import Random

from heat_tui.engine import Race
from heat_tui.engine.actions import Action
from heat_tui.game.table.match import Match
from heat_tui.modules.championship.season import Season
from heat_tui.store.saved_race import Controller, Game, SavedRace, race_of
from tests.laws.law import law
from tests.laws.leaks import scrambled

FOLLOWING = 8
"""The maximum number of choices by automated drivers that are watched after a person's choice."""

OTHERS: tuple[Controller, ...] = ("person", "chance")
"""The possible controllers of the other cars."""


def reveals_are_final(game: Game, action: Action, random: Random) -> None:
    """Play an action in two copies that differ in hidden cards; if they diverge, undo must be refused in both.

    They diverge if the chooser then sees something different, or if the next seat to choose differs, immediately or
    after up to `FOLLOWING` choices by automated drivers. The game itself does not change.
    """
    decision = game.decision
    assert decision is not None
    seat = decision.seat
    controllers = tuple("person" if each == seat else random.choice(OTHERS) for each in range(len(game.setup.seats)))
    worlds = [Match(world, _begun(world, controllers), None) for world in (game.clone(), _other(game, seat, random))]
    told = [[repr(match.play(action))] for match in worlds]
    _undo_tells_nothing(worlds, told, seat, action)
    for match, words in zip(worlds, told, strict=True):
        for _ in range(FOLLOWING):
            if match.to_move is None or match.waits_for_person or match.rests:
                break
            words.append(repr(match.play_driver()))
    _undo_tells_nothing(worlds, told, seat, action)


def _undo_tells_nothing(worlds: list[Match], told: list[list[str]], seat: int, action: Action) -> None:
    seen = [(words, match.view(seat), match.to_move) for match, words in zip(worlds, told, strict=True)]
    if seen[0] != seen[1]:
        for match in worlds:
            law(match.undo_stop is not None, "what hidden cards decided is not taken back", seat, action, *told)


def _begun(game: Game, controllers: tuple[Controller, ...]) -> SavedRace:
    return SavedRace(
        name="", setup=game.setup, controllers=controllers, open_table=False, created=datetime(2027, 1, 2, tzinfo=UTC)
    )


def _other(game: Game, seat: int, random: Random) -> Game:
    """Return a copy of the game in which everything that the seat cannot know is drawn again."""
    race = race_of(game)
    other = Race.restore(race.setup, scrambled(race, seat, random).snapshot())
    if not isinstance(game, Season):
        return other
    season = game.clone()
    season.race = other
    return season
