"""Challenges in the app: by code, of the day, from your own races; their names, ghosts, results and codes."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path
from random import Random

import pytest
from textual.events import Paste
from textual.widgets import Input, Static

from heat_tui.game.setup.challenge import code_of, race_of_day, read_code
from heat_tui.game.setup.options import Options, Seat
from heat_tui.game.setup.race_options import race_setup
from heat_tui.game.table.match import Match
from heat_tui.game.telling.rival import code_of_race, gap_words
from heat_tui.store.saved_race import Rival
from heat_tui.store.saves import SaveStore
from heat_tui.store.tracks import load_track, save_track
from heat_tui.tui.dialogs import AskScreen, AskTextScreen
from heat_tui.tui.lists import MenuList
from heat_tui.tui.menus.challenges import ChallengesScreen
from heat_tui.tui.menus.title import TitleScreen
from heat_tui.tui.race.panel import StatusLine
from heat_tui.tui.race.results import ResultsScreen
from heat_tui.tui.race.screen import RaceScreen
from heat_tui.tui.setup.race import NewRaceScreen
from heat_tui.tui.track.map import TrackMap
from heat_tui.tui.track.strips import LapStrip, Strip
from tests.books import kept, play_on
from tests.books import store_in as book_store_in
from tests.saves.races import MIXES, new_match, played
from tests.tui.menus import LARGE, SMALL, Menus, menus_at, store_in

TARGET = "1348-14JH-TXWS-2PW8-4810-0B1"
"""The code of a race in Italy against Steady and two Legends; its target is Ada's second place in 14 rounds."""


@pytest.fixture(autouse=True)
def _today(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("heat_tui.store.saved_race.now", lambda: datetime(2026, 11, 16, 12, tzinfo=UTC))


@pytest.fixture
def store(home: Path) -> SaveStore:
    """Return a store with a finished race and a race that has only just begun."""
    store = store_in(home)
    match = new_match("usa, a person and 3 Legends", store, name="done")
    for _ in played(match, Random(4)):
        pass
    new_match("spain, practice", store, name="begun").leave()
    match.leave()
    return store


def contents(menus: Menus) -> list[str]:
    return str(menus.find("#contents", Static).content).splitlines()


def note(menus: Menus) -> str:
    return str(menus.find("#note", Static).content)


async def typing(menus: Menus, code: str) -> None:
    """Go to the field for codes and type one."""
    menus.find("#code", Input).focus()
    await menus.write(code)
    await menus.rest()


@pytest.mark.long
async def test_the_race_of_the_day_comes_first(store: SaveStore) -> None:
    async with menus_at(store=store, screen=ChallengesScreen) as menus:
        assert "Race of the day  2026-11-16" in menus.text
        assert contents(menus)[:3] == ["1320-09SA-RJM2-0", "USA, 2 laps", "Drivers: Player 1, 3 Legends"]
        await menus.press("enter")
        assert isinstance(menus.app.screen, AskTextScreen)
        await menus.write("Zoe")
        await menus.press("enter")
        await menus.rest()
        match = menus.race.match
        assert match.setup.seats == ("Zoe",)
        assert match.name == "daily-2026-11-16"
        assert match.target is None
        assert match.rival is None


@pytest.mark.point("R1")
async def test_the_row_says_who_has_had_the_first_try(home: Path) -> None:
    race = race_of_day(date(2026, 11, 16)).driven_by([Seat("Zoe")])
    store = book_store_in(home)
    async with menus_at(store=store, screen=ChallengesScreen) as menus:
        assert "2026-11-16: your first try counts" in menus.text
        match = kept(Match.start(race_setup(race.options), race.options.controllers, store=store))
        assert match.decision is not None
        match.play(match.decision.sample(Random(1).random))
        assert isinstance(menus.app.screen, ChallengesScreen)
        menus.app.screen.read_saves()
        await menus.rest()
        assert "2026-11-16: another try by Zoe is practice" in menus.text


@pytest.mark.long
@pytest.mark.point("R1")
async def test_the_name_given_at_the_first_try_is_proposed_at_the_next(home: Path) -> None:
    async with menus_at(store=store_in(home), screen=ChallengesScreen) as menus:
        await menus.press("enter")
        await menus.write("Zoe")
        await menus.press("enter")
        await menus.rest()
    async with menus_at(store=store_in(home), screen=ChallengesScreen) as menus:
        await menus.press("enter")
        assert menus.app.screen.query_one(Input).value == "Zoe"


async def test_a_code_is_checked_as_it_is_typed(store: SaveStore) -> None:
    async with menus_at(store=store, screen=ChallengesScreen) as menus:
        await typing(menus, "")
        assert note(menus) == "Type or paste the code of a challenge."
        await typing(menus, TARGET[:-2])
        assert "This code has a typing error" in note(menus)
        assert contents(menus) == []
        await menus.press("enter")
        assert isinstance(menus.app.screen, ChallengesScreen)
        await typing(menus, TARGET.lower().replace("-", ""))
        assert contents(menus)[0] == TARGET
        assert contents(menus)[-1] == "Target: Ada, second place in 14 rounds"
        await menus.press("down")
        assert contents(menus)[0] == "1320-09SA-RJM2-0"
        await menus.press("down", "up", "up")
        assert contents(menus)[0] == TARGET


async def test_a_code_can_be_pasted_anywhere_on_the_screen(store: SaveStore) -> None:
    async with menus_at(store=store, screen=ChallengesScreen) as menus:
        for _time in range(2):
            menus.find("#challenges", MenuList).focus()
            menus.app.post_message(Paste(f"{TARGET}\n"))
            await menus.rest()
            assert menus.find("#code", Input).value == TARGET
            assert contents(menus)[-1] == "Target: Ada, second place in 14 rounds"


async def test_a_code_that_a_message_has_broken_over_lines_can_be_pasted(store: SaveStore) -> None:
    async with menus_at(store=store, screen=ChallengesScreen) as menus:
        menus.app.post_message(Paste(f"\r\n{TARGET[:10]}\r{TARGET[10:]}\n"))
        await menus.rest()
        assert contents(menus)[0] == TARGET


@pytest.mark.long
async def test_a_pasted_code_is_raced_against_its_target(store: SaveStore) -> None:
    async with menus_at(store=store, screen=ChallengesScreen) as menus:
        menus.find("#code", Input).focus()
        menus.find("#code", Input).insert_text_at_cursor(TARGET)
        await menus.rest()
        await menus.press("enter")
        await menus.write("")
        await menus.press("enter")
        assert "@" not in str(menus.find("#refusal", Static).content), "automated drivers would be refused"
        await menus.write("Ada,Bo")
        await menus.press("enter")
        assert "The names (2) do not match" in str(menus.find("#refusal", Static).content)
        await menus.write("Bo")
        await menus.press("enter")
        await menus.rest()
        match = menus.race.match
        assert match.setup.seats == ("Bo", "Steady")
        assert match.controllers == ("person", "steady")
        assert match.target == read_code(TARGET).target
        assert store.read(match.name).target == match.target
        assert "The target of Ada: second place in 14 rounds." in " ".join(menus.text.split())


async def test_nothing_begins_without_names(store: SaveStore) -> None:
    async with menus_at(store=store, screen=ChallengesScreen) as menus:
        await menus.press("enter", "escape")
        assert isinstance(menus.app.screen, ChallengesScreen)
        await menus.press("escape")
        assert isinstance(menus.app.screen, TitleScreen)


async def test_a_players_own_race_is_raced_again_against_its_ghost(store: SaveStore) -> None:
    async with menus_at(store=store, screen=ChallengesScreen) as menus:
        assert menus.find("#challenges", MenuList).option_count == 2
        await menus.press("j")
        await menus.rest()
        done = Match.resume(store.read("done"), store=None)
        code = code_of_race(done)
        assert contents(menus)[0] == code
        assert contents(menus)[-1] == "Ghost: Ada"
        await menus.press("c")
        assert menus.app.clipboard == code
        assert menus.said == [f"Copied, if your terminal allows it: {code}"]
        await menus.press("enter", "enter")
        await menus.rest()
        match = menus.race.match
        assert match.setup.seed == done.setup.seed
        assert match.rival is not None
        assert match.rival.name == "Ada"
        assert match.target is not None
        assert "ghost +0" in menus.text
        resumed = Match.resume(store.read(match.name), store=None)
        assert (resumed.rival, resumed.target) == (match.rival, match.target)


async def test_a_save_may_be_called_like_the_race_of_the_day(store: SaveStore) -> None:
    store.rename("done", "daily")
    async with menus_at(store=store, screen=ChallengesScreen) as menus:
        await menus.press("j")
        await menus.rest()
        assert contents(menus)[0] == code_of_race(Match.resume(store.read("daily"), store=None))


async def test_a_race_without_a_code_gives_the_reason(store: SaveStore) -> None:
    saved = store.read("done")
    store.write(replace(saved, name="other", base=saved.snapshot, record=()))
    async with menus_at(store=store, screen=ChallengesScreen) as menus:
        await menus.press("down")
        await menus.rest()
        assert contents(menus) == []
        await menus.press("c", "enter")
        assert isinstance(menus.app.screen, ChallengesScreen)
        assert note(menus) == "other was not raced from the grid under these rules, so no code can start it."


async def test_without_saved_races_only_the_race_of_the_day_is_left() -> None:
    async with menus_at(store=None, screen=ChallengesScreen) as menus:
        assert menus.find("#challenges", MenuList).option_count == 1
        await menus.press("enter", "enter")
        await menus.rest()
        assert menus.race.match.setup.seats == ("Player 1",)


async def test_the_title_leads_to_the_challenges(home: Path) -> None:
    async with menus_at(store=store_in(home)) as menus:
        assert "Challenges     the race of the day, and codes of other races" in menus.text
        await menus.press("home", "j", "j", "j", "enter")
        await menus.rest()
        assert isinstance(menus.app.screen, ChallengesScreen)


@pytest.mark.point("R1")
async def test_the_result_of_a_race_of_the_day_has_lines_to_share(home: Path) -> None:
    store, race = book_store_in(home), race_of_day(date(2026, 11, 16))
    match = Match.start(race_setup(race.options), race.options.controllers, store=store)
    play_on(kept(match), Random(1))
    async with menus_at(store=store) as menus:
        menus.app.games.open_result(match)
        await menus.rest()
        assert "Your first try at the race of the day counts." in menus.text
        await menus.press("c")
        assert all(line in menus.text for line in match.lines_to_share)
        assert code_of_race(match) in menus.text
        assert menus.app.clipboard == "\n".join(match.lines_to_share)
        await menus.press("enter", "escape")
        menus.app.push_screen(ChallengesScreen())
        await menus.rest()
        assert f"2026-11 {'.' * 15}{match.standings.index(0) + 1}" in menus.text


@pytest.mark.long
async def test_the_result_mentions_the_target_and_shows_the_code(store: SaveStore) -> None:
    saved = store.read("done")
    match = Match.resume(replace(saved, target=read_code(TARGET).target), store=None)
    async with menus_at() as menus:
        menus.app.games.open_result(match)
        await menus.rest()
        assert isinstance(menus.app.screen, ResultsScreen)
        assert "the target of Ada" in " ".join(menus.text.split())
        await menus.press("c")
        assert isinstance(menus.app.screen, AskScreen)
        assert code_of_race(match) in menus.text
        assert menus.app.clipboard == code_of_race(match)
        await menus.press("enter")
        assert isinstance(menus.app.screen, ResultsScreen)


def ghost_of(match: Match, gap: int) -> Rival:
    """Return a ghost `gap` spaces ahead of car 0 on the grid."""
    return Rival(name="Cy", places=((match.view(None).cars[0].at + gap, 0), (500, 0)))


@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_the_ghost_is_on_map_and_strips_and_its_gap_in_the_status_line(size: tuple[int, int]) -> None:
    setup, controllers = MIXES["usa, a person and 3 Legends"]
    plain = Match.start(setup, controllers)
    match = Match.start(setup, controllers, rival=ghost_of(plain, 3))
    at = (plain.view(None).cars[0].at + 2) % setup.track.spaces + 1
    async with menus_at(size=size) as menus:
        menus.app.games.open_race(match)
        await menus.rest()
        race = menus.race
        for kind in (TrackMap, Strip, LapStrip):
            assert race.query_one(kind).scene.rival == (at, 0), kind
        assert "G" in "".join(glyph for glyph, _style in race.query_one(Strip).course.row(1))
        assert "G ghost" in menus.text
        status = str(race.query_one(StatusLine).render())
        assert "ghost +3" in status or "ghost of Cy: 3 spaces ahead" in status
        if size == LARGE:
            assert gap_words(match.rival or ghost_of(plain, 3), match.view(None), 0) in status


async def test_a_race_against_a_ghost_is_set_up_on_its_track(store: SaveStore) -> None:
    async with menus_at(store=store) as menus:
        await menus.app.push_screen(NewRaceScreen(Options(track="usa", laps=1, seats=(Seat("Bo"),)), ghost="done"))
        await menus.rest()
        await menus.press("down", "ctrl+r")
        assert "The ghost of done drove on USA, and this race is on Italy" in " ".join(menus.text.split())
        await menus.press("up", "ctrl+r")
        await menus.rest()
        assert isinstance(menus.app.screen, RaceScreen)
        assert menus.race.match.rival is not None


async def test_a_track_that_vanishes_while_names_are_typed_is_reported(home: Path) -> None:
    file = save_track(replace(load_track("usa"), id="mine", set="own", name="Mine"))
    options = Options(track="mine", seats=(Seat("Player 1"),), legends=2, seed=5)
    code = code_of(race_setup(options), options.controllers)
    async with menus_at(screen=ChallengesScreen) as menus:
        await typing(menus, code)
        await menus.press("enter")
        file.unlink()
        await menus.press("enter")
        assert isinstance(menus.app.screen, ChallengesScreen)
        (words,) = menus.said
        assert words.startswith("No track is called mine; the tracks are usa,")
