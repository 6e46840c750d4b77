"""Nobody sees another driver's hidden cards, whether by keys, mouse, palette, resizing, screenshots or files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from textual.command import DiscoveryHit, Hit

from heat_tui.tui.app import HeatApp
from heat_tui.tui.command_palette import GameProvider
from heat_tui.tui.keymap import KEYS
from heat_tui.tui.race.hand import Hand
from tests.tui.marked import SEED, everywhere, found, marks, previews
from tests.tui.table import shown
from tests.tui.watched import ADA, BO, Watched, three_people, watched

SIZES = ((20, 5), (120, 40), (160, 50), (80, 24))
NOT_OURS = ("ctrl+a", "ctrl+v", "ctrl+x", "tab", "home", "end", "delete", "f1", "0", "A", "z")
"""Keys that Textual may know; most of them are not in `KEYS`."""

pytestmark = pytest.mark.usefixtures("own_folder")


@pytest.mark.long
async def test_the_search_finds_open_cards() -> None:
    """The search of the other tests would find a card that is shown."""
    async with watched(three_people()) as table:
        assert not found(everywhere(table.app), table.hidden())
        await table.lift()
        await table.tap("2")
        places = {place for place, text in everywhere(table.app) if found([(place, text)], marks(ADA))}
        assert {"the frame", "Hand of RaceScreen"} <= places
        assert found([("the picture", table.app.export_screenshot())], marks(ADA))
        assert len(previews(table.app)) == 3
        for key, screen in {"d": "DeckScreen", "i": "TrackViewScreen"}.items():
            await table.tap(key, *(["shift+tab"] if key == "i" else []))
            assert any(screen in fault for fault in found(everywhere(table.app), table.hidden()))
            await table.tap("escape")


@pytest.mark.parametrize(
    "way", ["keys", "files", *(pytest.param(way, marks=pytest.mark.long) for way in ("commands", "sizes", "clicks"))]
)
async def test_nothing_reveals_a_covered_hand(way: str, tmp_path: Path) -> None:
    """Ada has planned, and the curtain is closed for Bo: Ada's cards stay hidden, and so do Bo's until it lifts."""
    ways = {"keys": _keys, "sizes": _sizes, "commands": _commands, "clicks": _clicks}
    async with watched(three_people()) as table:
        await table.plan()
        table.look(after="the plan")
        await (ways[way](table) if way in ways else _files(table, tmp_path))
        await table.covered()
        assert table.watched.to_move == BO
        await table.lift()
        table.look(BO, after="all that, and Bo's own look")


async def _keys(table: Watched) -> None:
    """Press every key of the game and some others."""
    ours = [key for each in KEYS.values() for key in each.keys.split(",")]
    for key in dict.fromkeys([*ours, *NOT_OURS]):
        await _tried(table, key, key)
    await _tried(table, "the last thing to inspect", "i", "shift+tab")


async def _tried(table: Watched, what: str, *keys: str) -> None:
    """Press any keys given; unless they change nothing, assert that no hidden card is revealed, and cover the cards."""
    before = table.state
    await table.tap(*keys)
    if keys and table.state == before:
        return
    table.look(*table.sees, after=what)
    assert ADA not in table.sees, what
    await table.covered()


async def _sizes(table: Watched) -> None:
    """Try larger and smaller sizes, with and without something over the race."""
    for size in SIZES:
        await table.pilot.resize_terminal(*size)
        await table.pilot.pause()
        table.look(after=f"a terminal of {size}")
        await _tried_if_shown(table, size)


async def _tried_if_shown(table: Watched, size: tuple[int, int]) -> None:
    """Press keys that open screens, which a terminal that is too small ignores."""
    for key in ("i", "d"):
        await table.tap(key)
        table.look(after=f"{key} in a terminal of {size}")
        await table.tap("escape")
    if size != SIZES[0]:
        await table.covered()


async def _commands(table: Watched) -> None:
    """Try every command that the palette offers, and a single rule."""
    done: set[str] = set()
    for query in (None, "cards", "e"):
        for text, command in await _listed(table.app, query):
            name = "a rule" if text.startswith("Rule ") else text
            if name not in done:
                done.add(name)
                table.app.call_later(command)
                await table.pilot.pause()
                await _tried(table, text)
    assert len(done) > 15, done


async def _listed(app: HeatApp, query: str | None) -> list[tuple[str, Any]]:
    """Return the palette's entries on this screen for a query, or its initial entries for None."""
    hits: list[tuple[str, Any]] = []
    provider = GameProvider(app.screen)
    await provider.startup()
    async for hit in provider.discover() if query is None else provider.search(query):
        assert isinstance(hit, (Hit, DiscoveryHit))
        hits.append((str(hit.text), hit.command))
    return hits


async def _clicks(table: Watched) -> None:
    """Click on every line of the screen in several places, and on the footer every five columns."""
    before = shown(table.app)
    columns, rows = table.app.size
    for row in range(rows):
        for column in range(row % 4, columns, 5 if row == rows - 1 else 27):
            await table.swift.click_at(column, row)
            if shown(table.app) != before:
                await _tried(table, f"a click at {column}, {row}")
                before = shown(table.app)


async def _files(table: Watched, folder: Path) -> None:
    """Save a screenshot and the log, and assert that neither contains a hidden card or the seed."""
    await table.tap("ctrl+o", "l")
    await table.tap("e")
    await table.tap("enter")
    await table.covered()
    written = [path for path in folder.rglob("*") if path.is_file()]
    assert {path.suffix for path in written} >= {".svg", ".txt"}, written
    assert not found([(path.name, path.read_text("utf-8")) for path in written], {*table.hidden(), str(SEED)})


@pytest.mark.long
async def test_text_copied_from_a_hand_cannot_be_pasted() -> None:
    async with watched(three_people()) as table:
        await table.lift()
        hand = table.race.query_one(Hand).region
        await table.pilot.mouse_down(offset=(hand.x, hand.y))
        await table.pilot.hover(offset=(hand.right - 1, hand.bottom - 1))
        await table.pilot.mouse_up(offset=(hand.right - 1, hand.bottom - 1))
        await table.tap("ctrl+c")
        await table.back()
        await table.plan()
        table.look(after="copying the hand")
        await table.tap("l", "slash", "ctrl+v")
        table.look(after="pasting it")
