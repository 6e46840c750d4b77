"""Seasons in the line-based game: the exchange, the upgrade that is kept, the pause between races."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from heat_tui.drivers import Chance
from heat_tui.engine.actions import Exchange, KeepUpgrade
from heat_tui.engine.decisions import ExchangeDecision, KeepDecision
from heat_tui.game.setup.options import CUSTOM, Options, Seat
from heat_tui.game.setup.season_options import season_setup
from heat_tui.game.table.match import Match
from heat_tui.game.table.seasons import season_lines
from heat_tui.plain.asking import ask_open_season
from heat_tui.plain.console import CLEAR, Console
from heat_tui.store.saved_race import Controller
from heat_tui.store.saves import SaveStore
from heat_tui.store.schema import Refused
from tests.plain.test_console import Typed
from tests.plain.test_modules import Memory, in_order
from tests.plain.typist import END, Keyboard, Screen, table
from tests.saves.seasons import to_the_pause


def season_of(
    title: str,
    *names: str,
    controllers: tuple[Controller, ...] = (),
    legends: int = 2,
    seed: int = 4,
    store: SaveStore | None = None,
    races: int | None = None,
) -> Match:
    """Return a new season of one-lap races; all drivers are people unless `controllers` says otherwise."""
    people: list[Controller] = ["person" for _name in names]
    drivers = tuple(Seat(name, controller=who) for name, who in zip(names, controllers or people, strict=True))
    wishes = Options(season=title, seats=drivers, legends=legends, seed=seed, laps=1, length=races)
    return Match.start(season_setup(wishes), [seat.controller for seat in drivers], store=store)


def played(match: Match, *at_pause: str, mind: int = 1, terminal: bool = False) -> str:
    """Type a season at random, and return its text; at pauses, type the lines of `at_pause`, then only Enter."""
    lines = iter(at_pause)

    def before(keyboard: Keyboard) -> str | None:
        return next(lines, "") if keyboard.match.rests else None

    screen = Screen(terminal=terminal)
    table(screen, Keyboard(screen, before=before, typed=terminal, mind=Chance(mind)), match).race()
    return screen.getvalue()


@pytest.mark.long
@pytest.mark.parametrize(
    ("title", "seed"),
    [("1964", 0), *((title, 1) for title in ("1961", "1963", "1965", "career"))],
)
def test_every_random_choice_in_a_season_can_be_typed(title: str, seed: int) -> None:
    match = season_of(title, "Ada", "Bo", seed=seed)
    screen, memory = Screen(), Memory(seed)
    table(screen, Keyboard(screen, mind=memory), match).race()
    assert match.over
    chosen = [in_order(entry.action) for entry in match.log]
    assert chosen == list(map(in_order, memory.chosen))[-len(chosen) :]
    told = screen.getvalue()
    season = match.season
    assert season is not None
    assert told.count("Press Enter for the next race:") == len(season.setup.calendar) - 1
    assert told.rstrip().endswith("\n".join(season_lines(season)))
    if title == "career":
        assert any(isinstance(action, KeepUpgrade) for action in memory.chosen)
    assert any(isinstance(action, Exchange) for action in memory.chosen)


@pytest.mark.long
def test_the_season_is_shown_from_its_calendar_to_its_champion() -> None:
    told = played(season_of("1961", "Ada")).splitlines()
    assert told[:4] == [
        "The season of 1961.",
        "1. Great Britain, A new grandstand: this race",
        "2. USA, A speed record",
        "3. Italy, Drivers on strike",
    ]
    pause = told.index("Press Enter for the next race: ")
    assert told[pause - 6 : pause - 1] == [
        "",
        "Race 2 of 3: USA, 1 lap.",
        "A speed record: You gain a Sponsorship in every turn in which you reach speed 15 or more.",
        "Every driver starts with 1 Sponsorship.",
        "The press is at corner 2.",
    ]
    assert "The season of 1961, after race 1 of 3:" in told[:pause]
    assert told.count("Result:") == 3
    assert told[pause + 2].startswith("USA: 69 spaces a lap")
    assert told[-1].startswith("The champion is ")


def test_the_last_on_the_grid_is_asked_to_exchange() -> None:
    match = season_of("1961", "Ada", "Bo", seed=4)
    asked: list[str] = []

    def before(keyboard: Keyboard) -> str | None:
        decision = keyboard.match.decision
        if not isinstance(decision, ExchangeDecision) or keyboard.confirms:
            return None
        asked.append(keyboard.prompt)
        return {1: "help", 2: "hand", 3: "1 1"}.get(len(asked), "1 2")

    screen = Screen()
    keyboard = Keyboard(screen, before=lambda keys: END if keys.match.log[3:] else before(keys))
    table(screen, keyboard, match).race()
    told = screen.getvalue()
    assert asked[0].endswith(", exchange an upgrade, or keep:")
    assert "Exchange: as the last driver on the grid" in told
    assert "is none of these; type a number from " in told
    assert "Your choice: exchange " in told


@pytest.mark.long
def test_the_commands_of_a_season_work_at_the_pause() -> None:
    match = season_of("career", "Ada", "Bo")
    told = played(
        match,
        "season",
        "calendar",
        "garage",
        "hand",
        "deck",
        "status",
        "standings",
        "help",
        "done",
        "handover Bo @steady",
        "log 3",
        END,
    )
    first = told[told.index("Press Enter for the next race:") :]
    assert "A career, after race 1 of 10:" in first
    assert "2. USA, A speed record" in first
    assert first.count("Race 2 of 10: USA, 1 lap.") >= 2
    assert "Sponsorships held: " in first
    assert first.count("Between two races nobody has a hand or a draw deck.") == 2
    assert "season: the points, wins and places of the season so far." in first
    assert "Press Enter, or type next, to start the next race; type quit to stop here." in first
    assert "Any answer" not in first
    assert "Press Enter, or type next, to start the next race; type quit to stop here." in first
    assert "The automated driver @steady takes over from Bo." in first
    assert match.controllers == ("person", "steady")


def test_the_commands_of_a_season_work_in_a_race() -> None:
    lines = iter(["season", "calendar", END])
    screen = Screen()
    table(screen, Keyboard(screen, before=lambda _: next(lines)), season_of("1964", "Ada")).race()
    told = screen.getvalue()
    assert "The season of 1964: no race has been finished yet." in told
    assert "1. Japan, Going global: this race" in told
    assert "Race 1 of 4: Japan, 1 lap." in told


@pytest.mark.long
def test_a_finished_race_cannot_be_taken_back() -> None:
    match = season_of("career", "Ada", seed=3)
    lines = iter(["undo", "takeback"])
    screen = Screen()

    def before(keyboard: Keyboard) -> str | None:
        return next(lines, END) if keyboard.match.past and not keyboard.match.log else None

    table(screen, Keyboard(screen, before=before, mind=Chance(1)), match).race()
    assert screen.getvalue().count("Earlier races are finished and cannot be undone.") == 2


def after_two_races(match: Match) -> Match:
    """Play the first two races of a season at random, without a console, and return the match."""
    random = Random(1)
    for _race in range(2):
        to_the_pause(match, random)
    return match


def test_a_kept_upgrade_can_be_undone_at_the_pause() -> None:
    match = after_two_races(season_of("career", "Ada", seed=3))
    undone: list[str] = []

    def before(keyboard: Keyboard) -> str | None:
        if keyboard.match.rests and len(keyboard.match.past) == 2 and not undone:
            undone.append("undo")
            return "undo"
        if undone and keyboard.match.rests:
            return END
        return None

    screen = Screen()
    table(screen, Keyboard(screen, before=before, mind=Chance(2)), match).race()
    told = screen.getvalue()
    assert told.count("Ada, keep an upgrade:") == 2
    assert "1 choice taken back; Ada chooses again." in told
    assert told.count("A career, after race 3 of 10:") == 1


@pytest.mark.long
def test_a_season_can_be_left_and_resumed_at_the_pause_and_in_a_race(tmp_path: Path) -> None:
    store = SaveStore(tmp_path)
    match = season_of("1961", "Ada", store=store)
    told = played(match, "quit", "no", "quit", "yes")
    assert "Stop the season here (yes, no)?" in told
    assert f"The season is saved as {match.name}. To resume it: heat-tui plain --resume {match.name}" in told
    again = Match.resume(store.read(match.name), store=store)
    assert again.rests
    told = played(again)
    assert told.index("after race 1 of 3:") < told.index("Press Enter for the next race:")
    assert told.count("The season of 1961, after race 1 of 3:") == 1
    assert again.over


@pytest.mark.long
def test_an_upgrade_must_be_kept_before_the_career_continues(tmp_path: Path) -> None:
    store = SaveStore(tmp_path)
    match = after_two_races(season_of("career", "Ada", seed=3, store=store))
    screen = Screen()

    def before(keyboard: Keyboard) -> str | None:
        return END if isinstance(keyboard.match.decision, KeepDecision) else None

    table(screen, Keyboard(screen, before=before, mind=Chance(1)), match).race()
    told = screen.getvalue()
    assert told.index("A career, after race 3 of 10:") < told.index("Ada, keep an upgrade:")
    again = Match.resume(store.read(match.name), store=store)
    assert isinstance(again.decision, KeepDecision)


def test_without_people_the_pause_does_not_wait() -> None:
    match = season_of("1961", "Steady", "Chance", controllers=("steady", "chance"))
    screen = Screen()
    keyboard = Keyboard(screen)
    table(screen, keyboard, match).race()
    assert match.over
    assert keyboard.lines == []
    assert "Race 2 of 3: USA, 1 lap." in screen.getvalue()


@pytest.mark.long
def test_no_hand_is_left_on_a_terminal_at_the_pause() -> None:
    match = season_of("1961", "Ada", "Bo", seed=2)
    told = played(match, terminal=True)
    assert match.over
    for part in told.split(CLEAR):
        if "Press Enter for the next race:" in part:
            before = part[: part.index("Press Enter for the next race:")]
            assert "Your hand: " not in before
            assert "Points for this race: " in before


def test_only_open_questions_of_a_season_are_asked() -> None:
    screen = Screen()
    wishes = ask_open_season(Options(season="1961"), Console(Typed("Ada,Bo\n?\n9\n3\n"), screen))
    assert (wishes.seats, wishes.legends) == ((Seat("Ada"), Seat("Bo")), 3)
    told = screen.getvalue()
    assert "Set up the season." in told
    assert "Legends [2]:" in told
    whole = Options(season="1961", seats=(Seat("Ada"),), legends=0)
    assert ask_open_season(whole, Console(Typed(""), screen)) == whole
    with pytest.raises(Refused):
        ask_open_season(Options(season=CUSTOM, length=11), Console(Typed(""), screen))
