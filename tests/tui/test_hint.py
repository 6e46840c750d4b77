"""The hint on the screen: h shows the coach's choice, marks its landings, and hides both again."""

from __future__ import annotations

from asyncio import get_running_loop, sleep, to_thread
from collections.abc import Callable
from dataclasses import replace
from threading import Event as Flag
from typing import Any

import pytest

from heat_tui import language
from heat_tui.drivers import evaluation
from heat_tui.drivers.evaluation import choose
from heat_tui.engine import RaceSetup
from heat_tui.engine.actions import DONE, Action, Discard
from heat_tui.engine.decisions import DiscardDecision, PlanDecision, ReactDecision
from heat_tui.engine.forecast import outcome
from heat_tui.engine.race import Race
from heat_tui.game.advice import first_race
from heat_tui.game.advice.finish_turn import choice_for
from heat_tui.game.advice.hint import Hint
from heat_tui.game.setup.options import Options, Seat
from heat_tui.game.setup.race_options import race_setup
from heat_tui.game.table.curtain import Curtain
from heat_tui.game.table.match import Match
from heat_tui.game.table.prompts import card_of
from heat_tui.modules.garage import Garage
from heat_tui.store.settings import Settings
from heat_tui.store.tracks import load_track
from heat_tui.tui.keymap import KEYS, shown_keys
from heat_tui.tui.race.coach import CoachPane, keys_to
from heat_tui.tui.race.consequences import Consequences
from heat_tui.tui.race.cover import Cover
from heat_tui.tui.race.motion import Stage
from heat_tui.tui.race.prompts import ChoosingPrompt, DiscardPrompt, Prompt
from heat_tui.words.cards import card_name
from tests.hints import hint_for
from tests.places import driver, loop
from tests.tables import turn
from tests.tui.marked import marked_match, previews
from tests.tui.module_moments import drafting, putting_away
from tests.tui.season_moments import exchanging
from tests.tui.table import STILL, shown, usa
from tests.tui.watched import ADA, BO, Watched, watched

FREE = replace(STILL, confirm=False)
EVERYTHING = Options(track="japan", garage="both", draft="snake", weather=True, mulligan=True, legends=2, laps=1)


def alone(seed: int = 5) -> Match:
    return Match.start(usa("Ada", seed=seed, legends=3), ["person"])


def pane(table: Watched) -> CoachPane | None:
    return next(iter(table.race.query(CoachPane)), None)


def text_of(table: Watched) -> str:
    """Return the text of the pane, on one line."""
    found = pane(table)
    assert found is not None
    return " ".join(str(found.render()).split())


def hint_of(table: Watched) -> Hint:
    hint = hint_for(table.race.curtain, table.race.show.coach)
    assert hint is not None
    return hint


def labels(table: Watched) -> set[str]:
    return {landing.label for landing in table.race.show.stage.scene().landings}


def key_of(id: str) -> str:
    """Return the first key with an id, or the id itself if it is the key of a line."""
    return KEYS[id].keys.partition(",")[0] if id in KEYS else id


async def follow(table: Watched) -> None:
    """Press the keys of the hint, one after the other; check that they choose its action and close its pane."""
    action, prompt = hint_of(table).action, table.race.query_one(Prompt)
    await table.press("h")
    assert pane(table) is not None
    for id in [*keys_to(prompt, action)]:
        await table.press(key_of(id))
    assert table.watched.log[-1].action == action
    assert pane(table) is None


@pytest.mark.long
async def test_h_shows_what_to_do_why_and_the_cost_of_alternatives_and_marks_it() -> None:
    async with watched(alone(), (120, 40)) as table:
        hint = hint_of(table)
        await table.press("h")
        first, *others = hint.lines("+ + 6 4 7 Enter")
        assert f"x {first} y {others[0]} z {others[1]}" in text_of(table)
        assert labels(table) == {"x", "y", "z"}
        assert "Your coach" in shown(table.app)
        assert table.race.has_class("-coached")
        await table.press("h")
        assert pane(table) is None
        assert labels(table) == set()
        assert not table.race.has_class("-coached")
        await table.press("h", "1")
        assert pane(table) is not None, "it stays while cards are chosen"
        assert "Press Esc" in text_of(table), "and begins with the key that puts back what is wrong"
        await table.press("h")
        await follow(table)


async def test_the_landings_of_a_hint_stay_on_the_map_beside_those_of_the_choice() -> None:
    async with watched(alone(), (120, 40)) as table:
        await table.press("h", "1")
        assert labels(table) == {"x", "y", "z"}
        await table.press("2")
        assert labels(table) == {"a", "x", "y", "z"}
        await table.press("h")
        assert labels(table) == {"a"}


def test_a_spin_out_of_another_choice_does_not_cover_the_best_landing_or_the_chosen_one() -> None:
    view = turn(loop(60, (12, 3), laps=1), driver(6, gear=3, play="1 1 1", engine=0)).race.view(0)
    # The cards have moved the car to space 9.
    safe, spins = (outcome(view, speed, speed, 0) for speed in (3, 6))
    assert (safe.stop, safe.spins, spins.stop, spins.spins) == ((12, 0), False, (12, 0), True)
    stage = Stage(view, ())
    for chosen, hinted, marked in (
        ([], [safe, spins], "x"),
        ([safe], [None, spins], "a"),
        ([spins], [safe, spins], "ax"),
        ([], [spins, spins, safe], "xyz"),
    ):
        stage.preview(chosen)
        stage.hint(hinted)
        assert "".join(landing.label for landing in stage.scene().landings) == marked


async def test_another_language_hides_the_hint_and_rewrites_the_whole_table() -> None:
    """Guests can open their settings over a race."""
    settings = replace(STILL, language="ja")
    try:
        async with watched(alone()) as table:
            await table.press("h")
            table.app.apply(settings)
            await table.rest()
            rewritten = shown(table.app)
        async with watched(alone(), settings=settings) as table:
            assert shown(table.app) == rewritten
    finally:
        language.use(language.ENGLISH)


async def walk(table: Watched, settings: Settings) -> None:
    """Press the keys of the hint, one after the other, and assert that it names the remaining keys each time."""
    names = shown_keys(settings.keys, ascii=False)
    action, prompt, ids = hint_of(table).action, table.race.query_one(Prompt), []
    for _key in range(9):
        ids = [*keys_to(prompt, action)]
        assert f"Press {' '.join(names.get(id.replace('-', '_'), id) for id in ids)}:" in text_of(table)
        if [*dict.fromkeys(ids)] == ["confirm"]:
            break
        await table.press(key_of(ids[0]))
        assert [*keys_to(prompt, action)] == ids[1:]
    await table.press(*["enter"] * len(ids))
    assert table.watched.log[-1].action == action


@pytest.mark.sampled
@pytest.mark.parametrize("settings", [STILL, FREE])
async def test_the_keys_of_a_hint_follow_the_choice_and_the_cursor(settings: Settings) -> None:
    async with watched(alone(3), (120, 40), settings=settings) as table:
        for _choice in range(6):
            await table.press("h")
            if isinstance(table.watched.decision, ReactDecision):
                await table.press("up" if table.race.query_one(ChoosingPrompt).place else "down")
            else:
                await table.press("1")
            await walk(table, settings)


@pytest.mark.long
async def test_the_discard_that_f_suggests_matches_the_hint_and_needs_only_enter() -> None:
    async with watched(alone(5), (120, 40)) as table:
        while (
            not isinstance(table.watched.decision, DiscardDecision)
            or choice_for(Curtain(table.watched), "Ada").wanted == Discard()
        ):
            await follow(table)
        action = hint_of(table).action
        await table.press("h", "f")
        assert table.race.query_one(DiscardPrompt).answer() == action
        assert "A discard is suggested; Enter carries it out. Discard" in " ".join(shown(table.app).split())
        assert "Press Enter: discard" in text_of(table)
        await table.press("enter")
        assert table.watched.log[-1].action == action


async def test_a_hint_can_be_hidden_while_its_pane_is_mounted() -> None:
    for turns in range(1, 6):
        async with watched(alone()) as table:
            race, hint, prompt = table.race, hint_of(table), table.race.query_one(Prompt)
            race.run_worker(race.show.hint(prompt, hint), group="hint")
            for _turn in range(turns):
                await sleep(0)
            await race.show.hush()
            await table.rest()
            assert pane(table) is None
            await race.show.hint(prompt, hint)
            assert pane(table) is not None


@pytest.mark.parametrize("hides", [True, False], ids=["hidden", "left"])
async def test_a_hint_is_weighed_only_while_it_is_shown(hides: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """The final hint takes seconds: threads that went on weighing it held up every key and the end of the program."""
    playouts, deep, over, play_out = list[Action](), Flag(), Flag(), evaluation._turns_in

    def waiting(race: Race, action: Action, **how: Any) -> float:  # noqa: ANN401
        playouts.append(action)
        if len(playouts) == 3:  # two are for the first hint
            deep.set()
            assert over.wait(10)
        return play_out(race, action, **how)

    monkeypatch.setattr(evaluation, "_turns_in", waiting)
    async with watched(alone()) as table:
        table.pilot.send("h")
        assert await to_thread(deep.wait, 10)
        assert pane(table) is not None
        if hides:
            table.pilot.send("h")
            while pane(table) is not None:
                await sleep(0.01)
            over.set()
            await table.pilot.pause()
    over.set()
    await get_running_loop().shutdown_default_executor()
    assert len(playouts) == 3


@pytest.mark.long
async def test_a_hint_and_the_drivers_own_car_have_rows_in_a_small_terminal_however_full_it_is() -> None:
    setup = race_setup(replace(EVERYTHING, seats=(Seat("Ada"),), legends=7, mulligan=False, seed=30))
    match = Match.start(setup, ["person"])
    while not isinstance(match.decision, PlanDecision):
        assert match.decision is not None
        match.play(choose(match.view(0), match.decision))
    async with watched(match) as table:
        await table.press("h", "1", "2")
        table.race.query_one(Consequences).say("Two rows. " * 50)
        await table.rest()
        heading, *rows = shown(table.app).partition("Your coach")[2].splitlines()
        assert "t page 2" in heading
        assert rows[0].startswith(" x  Press Esc ")
        assert "8  1 ►Ada" in shown(table.app)


async def test_the_hint_has_pages_in_a_small_terminal() -> None:
    async with watched(Match.start(usa("Ada", seed=5, legends=5), ["person"])) as table:
        await table.press("h")
        found = pane(table)
        assert found is not None
        assert found.pages == 2
        await table.press("t")
        assert "z Gear 3" in text_of(table)
        await follow_second_page(table)


async def test_a_hint_counts_its_pages_only_once_it_has_a_size(monkeypatch: pytest.MonkeyPatch) -> None:
    titles: list[str] = []
    frame = CoachPane._frame

    def framed(pane: CoachPane) -> None:
        frame(pane)
        titles.append(str(pane.border_title or ""))

    monkeypatch.setattr(CoachPane, "_frame", framed)
    async with watched(Match.start(usa("Ada", seed=5, legends=5), ["person"])) as table:
        await table.press("h")
        assert "t page 2" in titles[-1]
    assert all("t page 2" in title for title in titles if "page" in title)


async def follow_second_page(table: Watched) -> None:
    """Close the hint, whose second page is shown, then ask for it again and follow it."""
    await table.press("h")
    await follow(table)


@pytest.mark.long
@pytest.mark.parametrize("settings", [STILL, FREE])
async def test_the_keys_of_every_hint_carry_it_out(settings: Settings) -> None:
    async with watched(alone(3), settings=settings) as table:
        for _choice in range(10):
            await follow(table)


@pytest.mark.long
async def test_the_keys_of_every_hint_carry_it_out_with_upgrades_and_a_draft_too() -> None:
    setup = race_setup(replace(EVERYTHING, seats=(Seat("Ada"),), seed=1))
    async with watched(Match.start(setup, ["person"]), (120, 40)) as table:
        for _choice in range(14):
            await follow(table)


@pytest.mark.long
async def test_a_preview_is_the_same_after_the_hint() -> None:
    match = alone()
    async with watched(match) as table:
        while not isinstance(match.decision, ReactDecision):
            await follow(table)
        before = table.race.show.stage.scene()
        await table.press("h", "h")
        assert table.race.show.stage.scene() == before


@pytest.mark.parametrize(("coach", "setting"), [(False, True), (True, False)])
async def test_hints_can_be_switched_off_for_a_race_or_in_the_settings(coach: bool, setting: bool) -> None:
    match = Match.start(replace(usa("Ada", seed=5), coach=coach), ["person"])
    async with watched(match, settings=replace(STILL, coach=setting)) as table:
        assert "h hint" not in shown(table.app)
        await table.press("h")
        assert pane(table) is None
        assert not previews(table.app)


async def test_the_hint_of_a_first_race_is_in_the_coachs_box() -> None:
    match = Match.start(first_race.first_race_setup("Ada", None), ("person",), lessons=True)
    match.play(first_race.SUGGESTED_LINE[0].action)
    async with watched(match, (120, 40)) as table:
        before = text_of(table)
        await table.press("h")
        assert "x Press" in text_of(table)
        await table.press("h")
        assert "► Press" in text_of(table)
        assert pane(table) is not None
        assert before.partition("►")[2] == text_of(table).partition("►")[2]


@pytest.mark.long
async def test_the_hint_of_a_hot_seat_race_is_behind_the_curtain() -> None:
    """No trace of a hint remains when cards are covered: by a key, by a plan, or when the terminal loses the focus."""
    match = marked_match("Ada", "Bo")
    async with watched(match, (100, 30)) as table:
        await table.tap("h")
        assert pane(table) is None
        table.look(after="asking before the curtain is lifted")
        await table.lift()
        await table.press("h")
        hint = text_of(table)
        assert "Press" in hint
        table.look(ADA, after="Ada's hint")
        await table.press("c")
        assert pane(table) is None
        table.look(after="covering it")
        await table.lift()
        await table.press("h")
        await table.blur()
        table.look(after="losing the focus")
        await table.refocus()
        await table.lift()
        assert pane(table) is None, "it does not come back"
        await table.press("h", "m")
        await table.blur()
        table.look(after="losing the focus with the map over it")
        await table.refocus()
        await table.back()
        await table.lift()
        await table.press("h")
        await table.plan()
        assert match.to_move == BO
        table.look(after="Ada's plan")
        await table.lift()
        await table.press("h")
        table.look(BO, after="Bo's hint")
        await table.plan()
        assert not isinstance(match.decision, PlanDecision)
        await table.press("h")
        table.look(after="a hint in the open turn, with the hand covered")
        await table.choose(DONE)


@pytest.mark.long
async def test_the_hint_in_an_open_turn_knows_no_more_than_the_table() -> None:
    match = marked_match("Ada", "Bo")
    async with watched(match, (100, 30)) as table:
        await table.plan_all()
        hint = hint_for(Curtain(match))
        assert hint is not None
        await table.press("h")
        assert hint.lines()[0].partition(": ")[2] in text_of(table)
        await table.press("c")
        assert table.race.query(Cover)
        assert pane(table) is None


@pytest.mark.point("P6")
async def test_every_line_of_a_long_list_has_a_key_that_the_hint_names() -> None:
    """The keys are 1 to 9, 0 and the letters that do nothing else in a race; the list wraps round."""
    names = tuple(f"D{number}" for number in range(8))
    setup = RaceSetup(load_track("italy"), names, seed=6, modules=(Garage("both", "snake"),))
    match = Match.start(setup, ["person"] + ["steady"] * 7)
    while not match.waits_for_person:
        match.play_driver()
    async with watched(match, (80, 24), replace(STILL, keys={"undo": "e", "card-2": "y"})) as table:
        prompt = table.race.query_one(ChoosingPrompt)
        assert len(prompt.lines) == 14
        assert "".join(prompt.keys) == "1234567890abjknoruvxz"
        for place in (1, 9, 10, 13, 0):
            await table.press(prompt.keys[place])
            assert prompt.place == place
            assert f"{prompt.keys[place]} {card_name(card_of(prompt.lines[place]))}" in shown(table.app)
        assert [*keys_to(prompt, prompt.lines[1])][:1] == ["2"], "not the player's own key for a card"
        assert [*keys_to(prompt, prompt.lines[13])][:1] == ["j"], "of equal cards, the first"
        await table.press("up")
        assert prompt.place == 13


@pytest.mark.point("P6")
@pytest.mark.parametrize("moment", [lambda: drafting(2), putting_away, exchanging])
def test_a_hint_for_upgrades_has_a_reason_and_alternatives(moment: Callable[[], Match]) -> None:
    match = moment()
    hint = hint_for(Curtain(match))
    assert hint is not None
    assert match.decision is not None
    assert hint.action == choose(match.view(match.decision.seat), match.decision)
    assert hint.why
    best, *others = hint.lines()
    assert hint.why in best
    assert len(others) == 2
    assert all("each time the card is played." in line or "about as good" in line for line in others)
    assert [*hint.costs] == sorted(hint.costs)
