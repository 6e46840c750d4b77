"""Nobody sees what another driver may not show: not by keys, mouse, palette, sizes, pictures, files or going back."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from inspect import isclass
from pathlib import Path
from random import Random
from typing import Any, Final, cast

import pytest
from textual import events
from textual.command import DiscoveryHit, Hit, Provider
from textual.pilot import Pilot
from textual.widgets import Checkbox, Input, Select

from heat_tui.engine.actions import DONE, Action, Plan
from heat_tui.engine.cards import CATALOGUE, Card
from heat_tui.engine.decisions import DiscardDecision, PlanDecision, ReactDecision, SlipstreamDecision
from heat_tui.files.saved_race import Controller
from heat_tui.files.settings import Settings
from heat_tui.session import Match
from heat_tui.tui.app import HeatApp
from heat_tui.tui.keymap import KEYS
from heat_tui.tui.prompts import Prompt
from heat_tui.tui.screens.race import RaceScreen
from heat_tui.tui.screens.seats import SeatsScreen
from heat_tui.tui.widgets.cover import Cover
from heat_tui.tui.widgets.hand import Hand
from tests.tui.marked import everywhere, found, known_cards, marked_match, marks, opened, previews, shown_now
from tests.tui.table import STILL, Table, shown

ADA, BO, CEM = 0, 1, 2
PEOPLE: Final = ("Ada", "Bo", "Cem")
SIZES: Final = ((20, 5), (80, 24), (120, 40), (160, 50))
OVER_THE_HAND: Final = ("d", "i", "m", "l", "s", "question_mark", "ctrl+p", "S", "T", "q", "ctrl+o", "escape")
"""Keys that put something over an open hand."""


@pytest.fixture(autouse=True)
def _marked_cards_are_known(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    catalogue = cast("dict[str, Card]", CATALOGUE)
    for key, card in known_cards().items():
        monkeypatch.setitem(catalogue, key, card)
    monkeypatch.setenv("HEAT_TUI_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)


class Watched(Table):
    """A table at which somebody looks everywhere for the cards that he may not see."""

    def __init__(self, pilot: Pilot[None], match: Match) -> None:
        super().__init__(pilot)
        self.watched = match
        self.steps = 0

    def hidden(self, open_to: Iterable[int]) -> set[str]:
        """The marked cards that only these seats may see."""
        all_marks = set().union(*(marks(seat) for seat in range(len(self.watched.setup.seats))))
        return all_marks.difference(opened(self.watched), *(marks(seat) for seat in open_to))

    def look(self, *open_to: int, after: str = "") -> None:
        """Nothing is shown or held ready of anybody but `open_to`; without them no plan's landings either."""
        self.steps += 1
        faults = found(everywhere(self.app), self.hidden(open_to))
        if not open_to and isinstance(self.watched.decision, PlanDecision):
            faults += previews(self.app)
        assert not faults, "\n".join([f"after {after}:", *faults[:6], shown(self.app)])

    def glance(self, *open_to: int, after: str) -> None:
        """The same of what is painted only."""
        faults = found(shown_now(self.app), self.hidden(open_to))
        assert not faults, "\n".join([f"after {after}:", *faults[:6]])

    @property
    def sees(self) -> tuple[int, ...]:
        """Whose cards lie open, as far as the curtain tells: nobody's, or those of whoever must choose."""
        races = [screen for screen in self.app.screen_stack if isinstance(screen, RaceScreen)]
        seat = self.watched.to_move
        if not races or seat is None or races[0].query(Cover):
            return ()
        return (seat,) if races[0].curtain.is_open_to(seat) else ()

    async def back_to_race(self) -> None:
        """Close whatever lies over the race."""
        for _try in range(12):
            if isinstance(self.app.screen, RaceScreen):
                break
            await self.pilot.press("escape")
            await self.pilot.pause()
        await self.rest()

    async def back(self) -> None:
        """Close whatever lies over the race, and cover the cards."""
        await self.back_to_race()
        if not self.race.query(Cover):
            await self.press("c")

    async def blur(self) -> None:
        """The terminal loses the focus."""
        self.app.post_message(events.AppBlur())
        await self.settled()

    async def refocus(self) -> None:
        """The terminal has the focus again."""
        self.app.post_message(events.AppFocus())
        await self.settled()

    async def settled(self) -> None:
        """Wait until what was asked for is there."""
        for _try in range(3):
            await self.pilot.pause()
        await self.rest()

    async def plan(self, *wanted: str) -> Plan:
        """Let whoever plans choose some of his cards, or his first marked ones, in gear 1."""
        decision = self.watched.decision
        assert isinstance(decision, PlanDecision)
        hand = self.watched.view(decision.seat).hand
        cards = wanted or tuple(card for card in hand if card in marks(decision.seat))[:1]
        action = Plan(1, tuple(sorted(cards)))
        await self.choose(action)
        return action


@asynccontextmanager
async def watched(
    match: Match, size: tuple[int, int] = (80, 24), settings: Settings = STILL
) -> AsyncIterator[Watched]:
    """The app with a race on it, and eyes everywhere."""
    app = HeatApp(settings, opening=lambda app: app.open_race(match))
    async with app.run_test(size=size, notifications=True, tooltips=True) as pilot:
        table = Watched(pilot, match)
        await table.rest()
        yield table


def people(*seats: str, **more: Any) -> Match:
    """A marked race of persons."""
    return marked_match(*(seats or PEOPLE), **more)


async def commands(app: HeatApp, query: str | None) -> list[tuple[str, Any]]:
    """What the palette lists on the screen at hand; for no query what it offers by itself."""
    hits: list[tuple[str, Any]] = []
    for source in app.COMMANDS:
        kind = source if isclass(source) else source()
        assert issubclass(kind, Provider)
        provider = kind(app.screen)
        await provider.startup()
        async for hit in provider.discover() if query is None else provider.search(query):
            assert isinstance(hit, (Hit, DiscoveryHit))
            hits.append((str(hit.text), hit.command))
    return hits


def test_the_search_finds_what_lies_open() -> None:
    """What the other tests look for would be found."""

    async def story() -> None:
        match = people()
        async with watched(match) as table:
            assert not found(everywhere(table.app), table.hidden(()))
            await table.lift()
            await table.pilot.press("2")
            await table.pilot.pause()
            places = {place for place, _text in everywhere(table.app) if found([(place, _text)], marks(ADA))}
            assert {"the frame", "the picture"} < places
            assert any(place.startswith("Hand") for place in places)
            assert len(previews(table.app)) == 3
            for key, screen in {"d": "DeckScreen", "i": "TrackViewScreen"}.items():
                await table.pilot.press(key)
                await table.pilot.pause()
                if key == "i":
                    await table.pilot.press("shift+tab")
                    await table.pilot.pause()
                assert any(screen in fault for fault in found(everywhere(table.app), table.hidden(())))
                await table.pilot.press("escape")
                await table.pilot.pause()

    asyncio.run(story())


def test_no_key_and_no_size_shows_a_covered_hand() -> None:
    keys = [key for each in KEYS.values() for key in each.keys.split(",")]
    more = ["ctrl+a", "ctrl+e", "ctrl+v", "ctrl+x", "tab", "home", "end", "delete", "f1", "0", "A", "z", "space"]

    async def story() -> None:
        match = people()
        async with watched(match) as table:
            await table.plan()
            table.look(after="the plan")
            for key in dict.fromkeys([*keys, *more]):
                await table.pilot.press(key)
                await table.pilot.pause()
                table.look(*table.sees, after=key)
                assert ADA not in table.sees
                await table.back()
                assert match.to_move == BO
            for size in SIZES * 2:
                await table.pilot.resize_terminal(*size)
                await table.pilot.pause()
                table.look(after=f"{size}")
                for key in ("m", "i", "d", "l", "u", "ctrl+p"):
                    await table.pilot.press(key)
                    await table.pilot.pause()
                    table.look(after=f"{key} at {size}")
                    await table.pilot.press("escape")
                    await table.pilot.pause()
                    if not isinstance(table.app.screen, RaceScreen):
                        await table.pilot.press("escape")
            await table.pilot.resize_terminal(80, 24)
            await table.back()
            table.look(after="all sizes")
            await table.lift()
            table.look(BO, after="Bo's own look")

    asyncio.run(story())


def test_no_command_of_the_palette_shows_a_covered_hand() -> None:
    async def story() -> None:
        match = people()
        async with watched(match) as table:
            await table.plan()
            done: set[str] = set()
            for query in (None, "cards", "hand", "deck", "a", "e"):
                for text, command in await commands(table.app, query):
                    kind = text if not text.startswith("Rule ") else text.partition(",")[0][:-1]
                    if kind in done:
                        continue
                    done.add(kind)
                    table.app.call_later(command)
                    await table.pilot.pause()
                    await table.pilot.pause()
                    table.look(*table.sees, after=text)
                    assert ADA not in table.sees
                    await table.back()
            assert len(done) > 15, done

    asyncio.run(story())


def test_no_click_shows_a_covered_hand() -> None:
    async def story() -> None:
        match = people()
        async with watched(match) as table:
            await table.plan()
            before = shown(table.app)
            for row in range(24):
                for column in range(row % 3, 80, 5):
                    await table.pilot.click(offset=(column, row))
                    table.glance(*table.sees, after=f"a click at {column}, {row}")
                    if shown(table.app) != before:
                        await table.pilot.pause()
                        table.look(*table.sees, after=f"a click at {column}, {row}")
                        assert ADA not in table.sees
                        await table.back()
                        before = shown(table.app)

    asyncio.run(story())


def test_no_file_that_is_written_holds_a_covered_hand(tmp_path: Path) -> None:
    async def story() -> None:
        match = people()
        async with watched(match) as table:
            await table.plan()
            await table.pilot.press("ctrl+o", "l")
            await table.pilot.pause()
            await table.pilot.press("e")
            await table.pilot.pause()
            await table.pilot.press("enter")
            await table.settled()
            table.look(after="saving")
            written = [path for path in tmp_path.rglob("*") if path.is_file()]
            assert {path.suffix for path in written} >= {".svg", ".txt"}, written
            texts = [(path.name, path.read_text("utf-8")) for path in written]
            assert not found(texts, table.hidden(()))
            assert not found(texts, "".join(match.view(ADA).hand[3:]))

    asyncio.run(story())


def test_whatever_lies_over_a_hand_goes_with_it_when_the_terminal_loses_the_focus() -> None:
    async def story() -> None:
        match = people()
        async with watched(match, (100, 30)) as table:
            await table.plan()
            for keys in (("1",), *((key,) for key in OVER_THE_HAND), ("i", "shift+tab"), ("l", "slash"), ("c", "d")):
                await table.lift()
                table.look(BO, after="lifting")
                await table.pilot.press(*keys)
                await table.pilot.pause()
                await table.blur()
                table.look(after=f"{keys}, and the focus lost")
                assert len(table.race.query(Cover)) == 1
                assert not table.race.query(Prompt)
                await table.refocus()
                table.look(after=f"{keys}, and the focus back")
                assert len(table.race.query(Cover)) == 1
                await table.press("d")
                table.look(after="a look at the deck")
                assert not table.race.query(Hand)
                await table.press("enter")
                assert table.race.query(Hand), "Enter lifts the curtain as before"
                await table.press("c")

    asyncio.run(story())


def test_cards_do_not_appear_behind_a_lost_focus() -> None:
    """The focus goes with a key that is still on its way."""

    async def story() -> None:
        match = people()
        async with watched(match) as table:
            await table.plan()
            for keys in (("enter",), ("enter", "d"), ("enter", "i"), ("enter", "2", "enter")):
                await table.back()
                for key in keys:
                    table.app.post_message(events.Key(key, None))
                table.app.post_message(events.AppBlur())
                await table.settled()
                table.look(after=f"{keys} and the focus lost at once")
                assert len(table.race.query(Cover)) + len(table.race.query(Prompt)) == 1, shown(table.app)
                await table.refocus()
                if match.to_move != BO:
                    break
                table.look(after=f"{keys} and the focus back")

    asyncio.run(story())


def test_the_focus_is_lost_while_cars_move() -> None:
    async def story() -> None:
        match = people("Ada", "Bo")
        async with watched(match, settings=Settings(animation="fast", title=False)) as table:
            await table.plan()
            await table.lift()
            decision = match.decision
            assert decision is not None
            await table._prepare(Plan(1, (decision_mark(match),)))
            table.app.post_message(events.Key("enter", None))
            for _try in range(3):
                await table.pilot.pause()
            table.app.post_message(events.AppBlur())
            for _try in range(4):
                await table.pilot.pause(0.02)
                table.look(after="the focus lost in a move")
            await table.settled()
            table.look(after="the move")

    asyncio.run(story())


def decision_mark(match: Match) -> str:
    """A marked card in the hand of whoever must choose."""
    seat = match.to_move
    assert seat is not None
    return next(card for card in match.view(seat).hand if card in marks(seat))


def test_two_rounds_of_three_people() -> None:
    """Curtains, hands, open turns, slipstream and discards; before each sitting and after it nothing is left."""
    kinds: set[type[object]] = set()

    async def story() -> None:
        random = Random(3)
        match = people(mulligan=True, places=(30, 29, 28))
        async with watched(match) as table:
            while match.view(None).round < 4 and not match.over:
                decision = match.decision
                assert decision is not None
                kinds.add(type(decision))
                seat = decision.seat
                table.look(after=f"the call of seat {seat} to {type(decision).__name__}")
                if isinstance(decision, (ReactDecision, SlipstreamDecision)):
                    await table.press("c")
                    table.look(after="asking for the own cards")
                    await table.press("enter")
                    table.look(seat, after="a look at the own cards")
                    assert table.sees == (seat,)
                    await table.press("c")
                    table.look(after="covering them")
                else:
                    await table.lift()
                    table.look(seat, after="lifting")
                    assert table.sees == (seat,)
                await table.choose(_action(match, random))

    asyncio.run(story())
    assert {PlanDecision, ReactDecision, SlipstreamDecision, DiscardDecision} <= kinds


def _action(match: Match, random: Random) -> Action:
    """Any legal action, and in low gears, so that nobody spins away from the others."""
    decision = match.decision
    assert decision is not None
    if isinstance(decision, PlanDecision):
        plans = [action for action in decision.options() if isinstance(action, Plan) and action.gear <= 2]
        return random.choice(plans)
    return decision.sample(random.random)


def test_going_back_shows_nobodys_cards() -> None:
    async def story() -> None:
        match = people()
        async with watched(match) as table:
            await table.plan()
            for key in ("u", "U"):
                await table.press(key)
                table.look(after=f"{key} behind the curtain")
                await table.lift()
                await table.press(key)
                table.look(*table.sees, after=f"{key} with Bo's cards open")
                assert table.sees in ((), (BO,))
                await table.back()
                assert match.to_move == BO, "a curtain cannot be undone"
            await table.plan()
            await table.plan()
            await to_a_choice(table)
            for key in ("u", "U"):
                await table.press(key)
                table.look(after=f"{key} in the open turn")
            seat = match.to_move
            await table.choose(DONE)
            await table.press("u")
            table.look(*table.sees, after="u after the turn")
            await take_back(table, match.choices)
            table.look(after="the agreed take-back")
            print(shown(table.app), match.log)
            assert match.to_move == ADA
            assert len(table.race.query(Cover)) == 1
            assert seat is not None
            await table.lift()
            table.look(ADA, after="planning once more")

    asyncio.run(story())


async def to_a_choice(table: Watched) -> None:
    """Wait for step 5 of somebody's turn."""
    await table.rest()
    assert isinstance(table.match.decision, ReactDecision), table.match.decision


async def take_back(table: Watched, choices: int) -> None:
    """Everybody agrees to go back so far."""
    await table.pilot.press("T")
    await table.pilot.pause()
    screen = table.app.screen
    table.look(*table.sees, after="asking for a take-back")
    screen.query_one("#count", Input).value = str(choices)
    for box in screen.query(Checkbox):
        box.value = True
    await table.pilot.click("#yes")
    await table.settled()


async def reseat(table: Watched, *, names: dict[int, str] | None = None, who: dict[int, Controller] | None = None) -> None:
    """Change names and hand seats over at the seats' screen."""
    await table.pilot.press("S")
    await table.pilot.pause()
    screen = table.app.screen
    assert isinstance(screen, SeatsScreen)
    for seat, name in (names or {}).items():
        screen.query_one(f"#name-{seat}", Input).value = name
    for seat, controller in (who or {}).items():
        screen.query_one(f"#who-{seat}", Select).value = controller
    await table.pilot.click("#yes")
    await table.settled()


def test_new_names_and_new_people_show_nobodys_cards() -> None:
    async def story() -> None:
        match = people()
        async with watched(match) as table:
            await table.plan()
            await table.lift()
            await reseat(table, names={ADA: "Ann"})
            table.look(after="a new name")
            await reseat(table, who={ADA: "chance"})
            table.look(after="a seat handed to a driver")
            await table.lift()
            table.look(BO, after="that, and Bo's own look")
            await reseat(table, who={ADA: "person"})
            table.look(after="a seat handed back")
            await reseat(table, who={ADA: "chance"})
            for _round in range(2):
                while match.waits_for_person:
                    seat = match.to_move
                    assert seat in (BO, CEM)
                    table.look(after="the call")
                    await table.choose(_action(match, Random(1)))
                    await table.rest()

    asyncio.run(story())


def test_who_gets_rid_of_the_others_does_not_see_the_last_persons_cards() -> None:
    """Somebody alone needs no curtain; but he has to be there first."""

    async def story() -> None:
        match = people("Ada", "Bo")
        async with watched(match) as table:
            await table.plan()
            await reseat(table, who={BO: "chance"})
            assert match.people == (ADA,)
            table.look(after="Bo's seat handed to a driver")
            await table.lift()
            table.look(ADA, after="Ada is there")

    asyncio.run(story())


def test_a_person_alone_sees_his_own_cards_and_no_drivers() -> None:
    async def story() -> None:
        match = people("Ada", "Chance", controllers=("person", "chance"))
        async with watched(match) as table:
            random = Random(2)
            for _choice in range(10):
                for key in ("d", "i", "tab", "escape"):
                    await table.pilot.press(key)
                    await table.pilot.pause()
                    table.look(ADA, after=key)
                await table.back_to_race()
                assert not table.race.query(Cover)
                await table.blur()
                table.look(ADA, after="the focus lost")
                assert table.race.query(Prompt), "a person alone is never covered"
                await table.refocus()
                await table.choose(_action(match, random))

    asyncio.run(story())


def test_at_an_open_table_only_the_persons_cards_lie_open() -> None:
    async def story() -> None:
        match = people("Ada", "Bo", "Chance", controllers=("person", "person", "chance"), open_table=True)
        async with watched(match) as table:
            random = Random(2)
            for _choice in range(8):
                assert not table.race.query(Cover)
                seat = match.to_move
                assert seat is not None
                table.look(ADA, BO, after="the call")
                if table.race.query(Hand):
                    assert found(everywhere(table.app), marks(seat) & set(match.view(seat).hand))
                await table.choose(_action(match, random))

    asyncio.run(story())


def test_what_was_copied_from_a_hand_cannot_be_pasted_elsewhere() -> None:
    async def story() -> None:
        match = people()
        async with watched(match) as table:
            await table.lift()
            hand = table.race.query_one(Hand).region
            await table.pilot.mouse_down(offset=(hand.x, hand.y))
            await table.pilot.hover(offset=(hand.right - 1, hand.bottom - 1))
            await table.pilot.mouse_up(offset=(hand.right - 1, hand.bottom - 1))
            await table.pilot.press("ctrl+c")
            await table.back()
            await table.plan()
            table.look(after="copying the hand")
            await table.pilot.press("l", "slash", "ctrl+v")
            await table.pilot.pause()
            table.look(after="pasting it")

    asyncio.run(story())


Frames = list[tuple[str, dict[str, str]]]


async def _frames(table: Watched, *keys: str) -> Frames:
    """Everything that is to be seen after each key."""
    frames: Frames = [("nothing", _all(table.app))]
    for key in keys:
        await table.pilot.press(key)
        await table.pilot.pause()
        frames.append((key, _all(table.app)))
        if key in OVER_THE_HAND:
            await table.pilot.press("escape")
            await table.pilot.pause()
    return frames


def _all(app: HeatApp) -> dict[str, str]:
    return {f"{number} {place}": text for number, (place, text) in enumerate(everywhere(app))}


def _differences(one: Frames, other: Frames) -> list[str]:
    faults = []
    for (key, here), (_key, there) in zip(one, other, strict=True):
        for place in here.keys() | there.keys():
            first, second = here.get(place, "nothing"), there.get(place, "nothing")
            if first != second:
                at = next((at for at, pair in enumerate(zip(first, second, strict=False)) if len({*pair}) > 1), 0)
                window = slice(max(at - 60, 0), at + 60)
                faults.append(f"after {key}, {place}: {first[window]!r} or {second[window]!r}")
    return sorted(faults)


KEYS_UNDER_A_CURTAIN: Final = ("m", "i", "l", "s", "d", "u", "S", "T", "ctrl+p", "question_mark", "1", "plus", "c")


def test_behind_the_curtain_another_hand_and_another_plan_look_the_same() -> None:
    """Gears, landings, costs and whatever else a plan leads to are as secret as the cards."""

    async def story(*, swapped: bool) -> Frames:
        match = people(swapped=swapped)
        async with watched(match, (120, 40)) as table:
            hand = match.view(ADA).hand
            await table.lift()
            await table.pilot.press("d", "escape", "i", "escape")
            await table.back()
            letters = [card for card in hand if card in marks(ADA)]
            gear = 2 if swapped else 1
            await table.choose(Plan(gear, tuple(sorted(letters[:gear]))))
            table.look(after="the plan")
            return await _frames(table, *KEYS_UNDER_A_CURTAIN)

    one, other = asyncio.run(story(swapped=False)), asyncio.run(story(swapped=True))
    faults = _differences(one, other)
    assert not faults, "\n".join(faults[:10])


def test_in_an_open_turn_another_covered_hand_looks_the_same() -> None:
    """The odds of a Boost come from the own deck, hence tell what is in the hand; they are for its driver alone."""

    async def story(*, swapped: bool) -> Frames:
        match = people("Ada", "Bo", swapped=swapped, places=(30, 20))
        async with watched(match, (120, 40)) as table:
            await table.plan("Ա")
            await table.plan("ა")
            await to_a_choice(table)
            assert match.to_move == ADA
            return await _frames(table, "down", "down", "down", "up", *KEYS_UNDER_A_CURTAIN)

    one, other = asyncio.run(story(swapped=False)), asyncio.run(story(swapped=True))
    faults = _differences(one, other)
    assert not faults, "\n".join(faults[:10])
