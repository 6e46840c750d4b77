"""Stories of people who watch a replay."""

from __future__ import annotations

import functools
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from textual.binding import Binding
from textual.widgets import Static

from heat_tui.game.advice.analysis import choice_words
from heat_tui.game.table.match import Match
from heat_tui.game.telling.replay import Hand, Replay, place_words
from heat_tui.store.saved_race import race_of
from heat_tui.store.saves import SaveStore
from heat_tui.store.settings import LogForm, Settings
from heat_tui.tui.app import HeatApp
from heat_tui.tui.dialogs import AnswerButton, AskScreen, ChooseScreen
from heat_tui.tui.keymap import BORROWED, EVERYWHERE, KEYS, REPLAY
from heat_tui.tui.menus.saved import SavedRacesScreen
from heat_tui.tui.race.log import LogScreen
from heat_tui.tui.race.results import ResultsScreen
from heat_tui.tui.race.screen import RaceScreen
from heat_tui.tui.race.seats import RaceOnScreen
from heat_tui.tui.replay import screen as replay_screen
from heat_tui.tui.replay.panel import Scrubber, Verdict, cards_words
from heat_tui.tui.replay.screen import ReplayScreen
from heat_tui.tui.season import SeasonScreen
from heat_tui.tui.setup.fields import LineSelect
from tests.saves.seasons import new_season, to_the_pause
from tests.tui.moments import ALONE, planning, race_until, raced_to_the_end
from tests.tui.swift import Swift
from tests.tui.table import STILL, shown


@functools.cache
def finished() -> Match:
    """Return a finished race; do not change it."""
    return raced_to_the_end()


class Viewer:
    """A person at a replay, with a keyboard."""

    def __init__(self, app: HeatApp) -> None:
        self.app = app
        self.pilot = Swift(app)

    @property
    def screen(self) -> ReplayScreen:
        assert isinstance(self.app.screen, ReplayScreen)
        return self.app.screen

    @property
    def position(self) -> int:
        return self.screen.position

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def confirm(self) -> None:
        """Press the button that confirms a form."""
        self.app.screen.query_one("#yes", AnswerButton).press()
        await self.pilot.pause()

    @property
    def picture(self) -> str:
        return shown(self.app)

    @property
    def verdict(self) -> str:
        """The verdict on the choice."""
        return str(self.screen.query_one("#verdict", Static).visual)

    @property
    def rows(self) -> list[str]:
        """The picture without the progress of the replay."""
        region = self.screen.query_one(Scrubber).region
        return [row for number, row in enumerate(self.picture.splitlines()) if not region.y <= number < region.bottom]

    @property
    def told(self) -> list[str]:
        """The notifications so far."""
        return [note.message for note in self.app._notifications]


@asynccontextmanager
async def at_the_replay(
    match: Match | None,
    *,
    store: SaveStore | None = None,
    size: tuple[int, int] = (80, 24),
    settings: Settings = STILL,
) -> AsyncIterator[Viewer]:
    """Yield a person at the replay of a match or, without a match, at the title."""

    def opening(app: HeatApp) -> None:
        if match is None:
            app.to_title()
        else:
            app.show_replay(match, Replay.of(match))

    app = HeatApp(settings, store=store, opening=opening)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        yield Viewer(app)


@pytest.mark.long
async def test_keys_lead_through_a_race_and_back_to_the_same_pictures() -> None:
    match = finished()
    replay = Replay.of(match)

    async with at_the_replay(match) as viewer:
        seen = {viewer.position: viewer.picture}
        for key in ["right"] * 9 + ["down"] * 5 + ["right_square_bracket"] * 2 + ["n"] * 3 + ["end"]:
            await viewer.press(key)
            assert place_words(replay, viewer.position) in viewer.picture
            seen[viewer.position] = viewer.picture
        assert viewer.position == replay.last
        assert "The race is over." in viewer.picture
        for position in sorted(seen, reverse=True):
            viewer.screen.go_to(position)
            await viewer.pilot.pause()
            await viewer.app.workers.wait_for_complete()
            await viewer.pilot.pause()
            assert _without_verdict(viewer.picture) == _without_verdict(seen[position])
        assert viewer.position == 0


def _without_verdict(picture: str) -> list[str]:
    return picture.splitlines()[:16]


async def test_every_key_leads_where_it_says() -> None:
    match = finished()
    replay = Replay.of(match)

    async with at_the_replay(match) as viewer:
        for key, by in (("right", "event"), ("down", "turn"), ("right_square_bracket", "round")):
            before = viewer.position
            await viewer.press(key)
            assert viewer.position == replay.step(before, by)  # type: ignore[arg-type]
        for key, by in (("left", "event"), ("up", "turn"), ("left_square_bracket", "round")):
            before = viewer.position
            await viewer.press(key)
            assert viewer.position == replay.step(before, by, -1)  # type: ignore[arg-type]
        await viewer.press("home", "n")
        assert viewer.position == replay.marks[0].position
        await viewer.press("N")
        assert viewer.told == ["No spin out, overtake or new leader in that direction."]
        await viewer.press("3")
        assert viewer.screen.replay.turn(viewer.position).car == 2
        await viewer.press("end", "3")
        assert viewer.told[-1] == "Celestine de la Tour has no later turn."


@pytest.mark.long
async def test_a_click_on_the_progress_line_leads_there() -> None:
    match = finished()

    async with at_the_replay(match) as viewer:
        scrubber = viewer.screen.query_one(Scrubber)
        await viewer.pilot.click(Scrubber, offset=(scrubber.region.width // 2, 2))
        await viewer.pilot.pause()
        assert abs(viewer.position - viewer.screen.replay.last / 2) <= viewer.screen.replay.last / 70
        await viewer.pilot.click(Scrubber, offset=(scrubber.region.width - 1, 2))
        await viewer.pilot.pause()
        assert viewer.position == viewer.screen.replay.last


async def test_a_replay_plays_automatically_at_three_speeds_and_stops_at_the_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match = finished()
    at_once = tuple((words, (0.001, 0.001)) for words, _pace in replay_screen.SPEEDS)
    monkeypatch.setattr(replay_screen, "SPEEDS", at_once)

    async with at_the_replay(match) as viewer:
        screen = viewer.screen
        screen.go_to(screen.replay.last - 30)
        words = []
        for key in ("minus", "plus", "plus", "plus"):
            await viewer.press(key)
            words.append(screen.speed)
        assert words == [0, 1, 2, 2]
        screen.action_play()
        assert "Playing fast." in viewer.screen.query_one(Scrubber).render().plain
        while screen.playing:
            await viewer.pilot.pause(0.005)
        assert viewer.position == screen.replay.last
        await viewer.pilot.pause()
        played = viewer.picture
        await viewer.press("left", "right")
        assert viewer.picture == played
        await viewer.press("space")
        await viewer.press("l")
        assert isinstance(viewer.app.screen, LogScreen)
        assert not screen.playing


async def test_a_pause_in_the_middle_of_a_line_completes_it() -> None:
    match = finished()

    async with at_the_replay(match) as viewer:
        screen = viewer.screen
        viewer.app.settings = replace(viewer.app.settings, animation="normal")
        turn = next(turn for turn in screen.replay.turns if turn.car is not None)
        screen.go_to(turn.start - 1)
        screen.action_play()
        screen._tick()
        screen._tick()
        assert screen.position == turn.start - 1
        screen.action_play()
        assert (screen.position, screen.playing) == (turn.start, False)
        screen._tick()  # a timer that had fired before the pause
        assert (screen.position, screen.playing) == (turn.start, False)


async def test_hands_are_shown_on_request_and_match_the_table() -> None:
    match = finished()

    async with at_the_replay(match) as viewer:
        assert "Hands [cards played]" not in viewer.picture
        await viewer.press("right_square_bracket", "c")
        assert "Hands [cards played]" in viewer.picture
        entry = viewer.screen.replay.entry(viewer.position)
        assert entry is not None
        hand = [card for card in race_of(entry.before).cars[0].hand if card.isdigit()]
        assert " ".join(sorted(hand, reverse=True)) in viewer.picture
        await viewer.press("c")
        assert "Hands [cards played]" not in viewer.picture


async def test_the_coach_comments_on_the_choice_that_is_shown() -> None:
    match = finished()

    async with at_the_replay(match) as viewer:
        await viewer.press("right_square_bracket")
        await viewer.app.workers.wait_for_complete()
        await viewer.pilot.pause()
        entry = viewer.screen.replay.entry(viewer.position)
        assert entry is not None
        assert viewer.screen.query_one(Verdict).entry is entry
        driver = match.sheet.entries[entry.seat].name
        assert choice_words(entry, driver) in viewer.verdict


@pytest.mark.long
async def test_the_verdict_is_about_the_driver_on_the_board_beside_it() -> None:
    match = finished()

    async with at_the_replay(match) as viewer:
        screen, seen = viewer.screen, set[int]()
        for position in range(screen.replay.round_starts[2] + 1):
            screen.go_to(position)
            entry = screen.query_one(Verdict).entry
            if entry is not None:
                seen.add(entry.seat)
                assert screen.board == entry.seat
                assert viewer.verdict.startswith(match.sheet.entries[entry.seat].name)
        assert seen == {*range(match.sheet.drivers)}


@pytest.mark.long
@pytest.mark.parametrize(("log", "lines"), [("short", 10), ("long", 25)])
async def test_each_step_by_a_line_changes_the_screen(log: LogForm, lines: int) -> None:
    async with at_the_replay(finished(), settings=replace(STILL, log=log)) as viewer:
        await viewer.press("right_square_bracket")
        for key in ["right"] * lines + ["left"] * lines:
            before = viewer.rows
            await viewer.press(key)
            assert viewer.rows != before


async def test_the_footer_names_the_effect_of_the_play_key() -> None:
    async with at_the_replay(finished()) as viewer:
        assert "Space play" in viewer.picture
        viewer.screen.action_play()
        await viewer.pilot.pause()
        assert "Space pause" in viewer.picture
        viewer.screen.pause()
        await viewer.pilot.pause()
        assert "Space play" in viewer.picture


async def test_choices_kept_secret_by_sponsorships_are_marked_and_a_key_offers_to_reveal_them() -> None:
    match = to_the_pause(new_season("1961, two people and 2 Legends"), Random(1))
    match.next_race()
    replay = Replay.of(match)
    position = next(
        each for each in range(replay.last) if replay.sealed_choice(each) in {0, 1} & {replay.turn(each).car}
    )

    async with at_the_replay(match) as viewer:
        viewer.screen.go_to(position)
        await viewer.pilot.pause()
        assert "may still hold a Sponsorship; press a to ask everybody to show it." in viewer.verdict
        await viewer.press("r")
        assert "You can race on once everything is shown." in " ".join(viewer.picture.split())
        await viewer.press("escape", "a")
        asking = viewer.app.screen
        assert isinstance(asking, AskScreen)
        assert "race on" not in viewer.picture
        assert "The season is not over." in viewer.picture, "the race that is shown is over"
        await viewer.press("right", "enter")
        assert viewer.told == ["All cards and choices are shown now."]
        entry = viewer.screen.replay.entry(position)
        assert entry is not None
        assert viewer.verdict.startswith(choice_words(entry, match.sheet.entries[entry.seat].name))
        await viewer.press("a")
        assert viewer.app.screen is viewer.screen


def test_the_number_of_secret_sponsorships_is_not_a_card() -> None:
    assert cards_words(Hand(0, ("2", "1"), ("4",), 1)).replace("\xa0", " ") == "2 1 Sponsorship×1 [4]"


@pytest.mark.long
async def test_an_unfinished_race_reveals_nothing_hidden_until_everybody_agrees() -> None:
    match = race_until(planning(in_round=3))

    async with at_the_replay(match) as viewer:
        assert "The race is not over: this is what everybody has seen." in viewer.picture
        screen = viewer.screen
        for _step in range(12):
            await viewer.press("right")
            assert not screen.query_one("#verdict", Static).render().plain  # type: ignore[union-attr]
        await viewer.press("c")
        assert isinstance(viewer.app.screen, AskScreen)
        assert "Everybody here has to agree." in " ".join(viewer.picture.split())
        await viewer.press("enter")
        assert not screen.replay.whole
        await viewer.press("c", "right", "enter")
        assert screen.replay.whole
        assert "Hands [cards played]" in viewer.picture


async def test_racing_on_begins_a_race_with_other_drivers(tmp_path: Path) -> None:
    store = SaveStore(tmp_path)
    match = raced_to_the_end(ALONE)

    async with at_the_replay(match, store=store) as viewer:
        await viewer.press("right_square_bracket", "right_square_bracket")
        entry = viewer.screen.replay.entry(viewer.position)
        await viewer.press("r")
        assert isinstance(viewer.app.screen, RaceOnScreen)
        chosen = {f"#who-{seat}": who for seat, who in enumerate(("steady", "person", "steady"))}
        for line, who in chosen.items():
            viewer.app.screen.query_one(line, LineSelect).value = who
        await viewer.confirm()
        race = viewer.app.screen
        assert isinstance(race, RaceScreen)
        assert entry is not None
        assert race.match.log[: match.log.index(entry)] == match.log[: match.log.index(entry)]
        assert race.match.controllers == ("steady", "person", "steady")
        assert race.match.people == (1,)
        assert [path.stem for path in tmp_path.glob("*.json")] == [race.match.name]
        assert race.match.take_back(1).choices == 1


@pytest.mark.long
async def test_the_arrow_keys_choose_who_races_on_and_enter_begins() -> None:
    match = raced_to_the_end(ALONE)

    async with at_the_replay(match) as viewer:
        await viewer.press("right_square_bracket", "r")
        form = viewer.app.screen
        assert isinstance(form, RaceOnScreen)
        who = [line.value for line in form.query(LineSelect)]
        assert "→ next value" in viewer.picture.splitlines()[-1]
        assert "race on" not in viewer.picture.splitlines()[-1]
        await viewer.press("down", "right")
        now = [line.value for line in form.query(LineSelect)]
        assert (now[0], now[2:]) == (who[0], who[2:])
        assert now[1] != who[1]
        marks = [str(mark.visual) for mark in form.query(".mark").results(Static)]
        assert marks == ["", "►", ""]
        await viewer.press("up", "enter")
        assert [line.value for line in form.query(LineSelect)] == now
        assert isinstance(form.focused, AnswerButton)
        await viewer.press("enter")
        assert isinstance(viewer.app.screen, RaceScreen)


async def test_the_end_of_a_race_cannot_be_raced_on_from() -> None:
    async with at_the_replay(finished()) as viewer:
        await viewer.press("end", "r")
        assert "Nothing is left to choose here" in viewer.told[-1]


@pytest.mark.long
async def test_the_list_of_jumps_leads_to_its_moments() -> None:
    async with at_the_replay(finished()) as viewer:
        await viewer.press("j")
        assert isinstance(viewer.app.screen, ChooseScreen)
        assert "Next lap" in viewer.picture
        await viewer.press("enter")
        assert viewer.position == viewer.screen.replay.jump(0, "lap", 1)
        await viewer.press("j", "escape")
        assert viewer.position == viewer.screen.replay.jump(0, "lap", 1)


@pytest.mark.long
async def test_the_log_ends_at_the_position_of_the_replay() -> None:
    async with at_the_replay(finished(), size=(120, 40)) as viewer:
        await viewer.press("right_square_bracket", "l")
        assert isinstance(viewer.app.screen, LogScreen)
        assert "Round 2" in viewer.picture
        assert "Round 3" not in viewer.picture


@pytest.mark.long
async def test_the_replay_opens_from_the_result_and_returns_to_it() -> None:
    match = finished()

    async with at_the_replay(match) as viewer:
        viewer.app.games.open_result(match)
        await viewer.press("p")
        assert viewer.position == 0
        await viewer.press("escape")
        assert isinstance(viewer.app.screen, ResultsScreen)


@pytest.mark.long
async def test_the_replay_opens_from_the_saved_races(tmp_path: Path) -> None:
    store = SaveStore(tmp_path)
    store.write(replace(finished().saved(), name="italy"))

    async with at_the_replay(None, store=store) as viewer:
        viewer.app.push_screen(SavedRacesScreen())
        await viewer.pilot.pause()
        await viewer.press("p")
        assert viewer.screen.replay.over
        await viewer.press("escape")
        assert isinstance(viewer.app.screen, SavedRacesScreen)


async def test_a_race_of_a_saved_season_is_chosen(tmp_path: Path) -> None:
    match = to_the_pause(new_season("1961, two people and 2 Legends"), Random(1))
    match.next_race()
    to_the_pause(match, Random(1))
    store = SaveStore(tmp_path)
    store.write(replace(match.saved(), name="season"))

    async with at_the_replay(None, store=store) as viewer:
        viewer.app.push_screen(SavedRacesScreen())
        await viewer.pilot.pause()
        await viewer.press("p")
        assert isinstance(viewer.app.screen, ChooseScreen)
        assert "Race 1: Great Britain" in viewer.picture
        await viewer.press("enter")
        assert viewer.screen.replay.number == 2
        await viewer.press("escape", "p", "up", "enter")
        assert viewer.screen.replay.number == 1


async def test_a_race_open_elsewhere_is_not_revealed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = SaveStore(tmp_path)
    name = race_until(planning(in_round=2), store=store).name
    monkeypatch.setattr(SaveStore, "holder", lambda *_: object())

    async with at_the_replay(None, store=store) as viewer:
        viewer.app.games.replay(name)
        await viewer.press("c")
        assert "is being raced in another program" in viewer.told[-1]
        assert not viewer.screen.replay.whole


@pytest.mark.long
async def test_a_save_that_continued_from_a_snapshot_is_replayed_from_there(tmp_path: Path) -> None:
    match = race_until(planning(in_round=3), ALONE)
    saved = match.saved()
    later = Match.resume(
        replace(saved, base=saved.snapshot, record=(), controllers=saved.controllers_now), store=SaveStore(tmp_path)
    )
    while later.view(None).round < 5:
        if later.waits_for_person:
            decision = later.decision
            assert decision is not None
            later.play(next(iter(decision.options())))
        else:
            later.play_driver()

    async with at_the_replay(later, size=(200, 60)) as viewer:
        words = " ".join(viewer.picture.split())
        assert "The save continued from a snapshot in round 3: what came before it cannot be replayed." in words
        assert viewer.screen.replay.turn(0).round == 3


@pytest.mark.long
async def test_races_of_a_season_are_replayed_from_its_screen() -> None:
    match = to_the_pause(new_season("1961, two people and 2 Legends"), Random(1))
    match.next_race()
    to_the_pause(match, Random(1))

    async with at_the_replay(match) as viewer:
        viewer.app.games.open_season(match)
        await viewer.press("p")
        assert viewer.screen.replay.number == 2
        await viewer.press("escape")
        screen = viewer.app.screen
        assert isinstance(screen, SeasonScreen)
        screen.query_one("#calendar-races").highlighted = 0  # type: ignore[attr-defined]
        await viewer.press("p")
        assert viewer.screen.replay.number == 1
        track = viewer.screen.replay.sheet.track.name
        assert track != match.sheet.track.name
        await viewer.press("l")
        assert f"{track}: what has happened" in viewer.picture
        await viewer.press("escape", "r")
        assert isinstance(viewer.app.screen, AskScreen)
        assert "Sponsorships" in viewer.picture


def test_a_replay_shares_keys_with_other_screens() -> None:
    ids = [binding.id or "" for binding in ReplayScreen.BINDINGS if isinstance(binding, Binding)]
    assert {id for id in ids if KEYS[id].place not in (REPLAY, EVERYWHERE)} == BORROWED[REPLAY]
