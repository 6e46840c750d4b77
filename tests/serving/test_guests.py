"""What a guest can do: every key and command, on the screens that a guest sees."""

from __future__ import annotations

import asyncio
import gc
import json
import os
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

import pytest
from textual.binding import Binding
from textual.dom import DOMNode
from textual.events import Paste
from textual.pilot import Pilot
from textual.widgets import Button, Input

from heat_tui import language, tui
from heat_tui.cli import hosting
from heat_tui.game.setup.options import Options
from heat_tui.game.setup.race_options import race_setup
from heat_tui.game.setup.seats import read_seats
from heat_tui.game.table.open_tables import sit_down
from heat_tui.game.table.shared import SharedMatch
from heat_tui.store.codes import GUEST_VARIABLE, LINES_VARIABLE, shown_code
from heat_tui.store.settings import Settings
from heat_tui.store.shared_tables import DATABASE_VARIABLE, SharedTables
from heat_tui.tui.app import HeatApp
from heat_tui.tui.guests import ACTIONS, SCREENS, DoorScreen, GuestApp, Visitor
from heat_tui.tui.input import GRACE
from heat_tui.tui.keymap import KEYS
from heat_tui.tui.menus.title import TitleScreen
from heat_tui.tui.race.screen import RaceScreen
from heat_tui.tui.room import WaitingScreen
from tests.serving.served import opened
from tests.shared.screens import url_of
from tests.tui.races import finished
from tests.tui.table import shown

FILES = {"take_screenshot", "export", "import", "edit", "new_track", "delete", "rename", "rebuild", "unmerge", "save"}
"""Actions that read or write the host's files."""

STARTS = {"race_on", "what_next", "start", "race_here", "suspend_process", "quit", "lay_open", "code"}
"""Actions that start games, stop the program, or show what is hidden."""

HOSTS_OWN = tuple(f"heat_tui.tui.{place}" for place in ("menus", "book", "track", "setup.screen"))
"""The modules whose screens no guest sees."""


def test_no_action_of_a_guest_touches_files_or_starts_anything() -> None:
    assert not ACTIONS & (FILES | STARTS)
    known = {key.action.partition("(")[0] for key in KEYS.values()}
    assert known >= FILES | STARTS - {"suspend_process", "quit"}
    assert (
        not {"EditorScreen", "TracksScreen", "SavedRacesScreen", "BookScreen", "TitleScreen", "NewRaceScreen"} & SCREENS
    )


def _bound(kind: type[DOMNode]) -> Iterator[str]:
    """Yield the actions that our subclasses of a class bind to keys, except those on the host's own screens."""
    for each in kind.__subclasses__():
        yield from _bound(each)
        if each.__module__.startswith(tui.__name__) and not each.__module__.startswith(HOSTS_OWN):
            for bound in each.__dict__.get("BINDINGS", ()):
                binding = bound if isinstance(bound, Binding) else Binding(*bound)
                yield binding.action.partition("(")[0].rpartition(".")[2]


def test_every_key_of_a_guests_screens_is_allowed_or_known_to_be_the_hosts() -> None:
    """An action with a new name does nothing for guests until it is in `ACTIONS`."""
    for module in walk_packages(tui.__path__, f"{tui.__name__}."):
        import_module(module.name)
    bound = {*_bound(DOMNode)}
    assert bound - ACTIONS <= FILES | STARTS | {"help_quit"}
    assert {"finish_plan", "line", "take"} <= bound & ACTIONS


def test_a_guest_whose_connection_has_just_ended_breaks_nothing(tmp_path: Path) -> None:
    tables, info, code = opened(tmp_path)
    read, write = os.pipe()
    guest = Visitor(tables, write)
    guest.comes_in(SharedMatch.watch(tables, info.name, guest=True))
    assert json.loads(os.read(read, 1000)) == ["in", "", shown_code(code), info.name, "-1"]
    os.close(read)
    guest.tell("wrong")
    os.close(write)


async def _room(folder: Path) -> None:
    tables, info, code = opened(folder)
    ada = SharedMatch.sit(tables, info.name, ["Ada"], take_over=True)
    bo = SharedMatch.watch(tables, info.name, guest=True)
    sit_down(bo, 1, "Bo")
    app = HeatApp(Settings(animation="off"), opening=lambda app: app.games.open(ada))
    async with app.run_test(size=(120, 40)) as pilot:
        await _settled(pilot)
        assert f"and the code {shown_code(code)}" in shown(app)
        commands = {command.title: command.callback for command in app.get_system_commands(app.screen)}
        commands["Send somebody away"]()
        await _settled(pilot)
        assert all(each in shown(app) for each in ("Nobody", "Bo", "Only those who watch"))
        app.screen.dismiss(1)
        while shown_code(code) in shown(app):
            await pilot.pause(0.1)
        assert f"and the code {shown_code(ada.info.code)}" in shown(app)
        while bo.here:
            bo.poll()
            await pilot.pause(0.05)
    bo = SharedMatch.watch(tables, info.name, guest=True)
    sit_down(bo, 1, "Bo")
    guest = GuestApp(Settings(animation="off"), tables)
    async with guest.run_test() as pilot:
        guest.games.open(bo)
        await _settled(pilot)
        assert not {"The code", "Send somebody away"} & {each.title for each in guest.get_system_commands(guest.screen)}
        await pilot.press("enter")
        await _settled(pilot)
        said = shown(guest)
        assert "Not ready" in said
        screen = guest.screen
        assert isinstance(screen, WaitingScreen)
        guest.open_settings()
        await _settled(pilot)
        await screen.reword()
        await pilot.press("escape")
        while guest.screen is not screen:
            await pilot.pause(0.05)
        await _settled(pilot)
        assert shown(guest) == said, "also when the guest has chosen another language"
        await pilot.press("escape")
        await _settled(pilot)


def test_the_host_sends_a_guest_away_and_reads_the_new_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEAT_TUI_HOME", str(tmp_path))
    monkeypatch.setenv(LINES_VARIABLE, json.dumps(["Send this: ssh, and the code {code}"]))
    asyncio.run(_room(tmp_path))


async def _from_menu(folder: Path) -> None:
    options = Options(track="usa", laps=1, seats=read_seats("Ada,Bo"), legends=0)

    def share(app: HeatApp) -> None:
        app.games.share(race_setup(options), options.controllers, open_table=False)

    app = HeatApp(Settings(animation="off"), opening=share)
    async with app.run_test(size=(120, 40)) as pilot:
        await _settled(pilot)
        assert "Who are you" in shown(app)
        for _question in ("Who are you", "Who else"):
            await pilot.pause(GRACE)
            await pilot.press("enter")
            await _settled(pilot)
        (info,) = SharedTables(url_of(folder)).list()
        assert info.code
        assert f"and the code {shown_code(info.code)}" in shown(app)


def test_a_table_that_a_host_opens_from_the_menu_has_a_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEAT_TUI_HOME", str(tmp_path))
    monkeypatch.setenv(DATABASE_VARIABLE, url_of(tmp_path))
    monkeypatch.setenv(LINES_VARIABLE, json.dumps(["Send this: ssh, and the code {code}"]))
    asyncio.run(_from_menu(tmp_path))


async def _leaving(folder: Path) -> None:
    tables, info, code = opened(folder)
    os.environ[GUEST_VARIABLE] = json.dumps({"code": code, "name": "Bo", "back": True})
    guest = GuestApp(Settings(animation="off"), tables)
    async with guest.run_test(size=(80, 24)) as pilot:
        await _settled(pilot)
        await pilot.press("q")
        await _settled(pilot)
        said = shown(guest)
        assert "Leave the table usa? Your seat stays yours." in said
        assert "To the door" in said
        assert "Close" not in said
    ada = SharedMatch.sit(tables, info.name, ["Ada"], take_over=True)
    app = HeatApp(Settings(animation="off"), opening=lambda app: app.games.open(ada))
    async with app.run_test(size=(80, 24)) as pilot:
        await _settled(pilot)
        for question in ("Leave the table usa?", "Close the table usa for everybody?"):
            if isinstance(app.screen, WaitingScreen):
                await pilot.press("q")
            await _settled(pilot)
            await pilot.pause(GRACE)
            assert question in shown(app)
            close = next(each for each in app.screen.query(Button) if "Close" in str(each.label))
            close.press()
            await _settled(pilot)
        assert ada.info.closed


@pytest.mark.long
def test_the_room_is_left_like_the_race(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEAT_TUI_HOME", str(tmp_path))
    monkeypatch.setenv(GUEST_VARIABLE, "{}")
    asyncio.run(_leaving(tmp_path))


async def _sent_from_room(folder: Path) -> None:
    tables, info, code = opened(folder)
    os.environ[GUEST_VARIABLE] = json.dumps({"code": code, "name": "Bo", "back": True})
    app = GuestApp(Settings(animation="off"), tables)
    async with app.run_test(size=(120, 40)) as pilot:
        await _settled(pilot)
        room, match = app.screen, app.match
        assert isinstance(room, WaitingScreen)
        assert isinstance(match, SharedMatch)
        SharedMatch.watch(tables, info.name).send_away(1)
        while match.here:
            room._look()
            await pilot.pause(0.01)
        assert match.sent_away
        assert "Another screen" not in shown(app)


def test_the_room_does_not_say_that_another_screen_has_the_seat_of_a_guest_who_is_sent_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(GUEST_VARIABLE, "{}")
    monkeypatch.setattr("heat_tui.tui.guests.LOOKS_AROUND_EVERY", 3600.0)
    asyncio.run(_sent_from_room(tmp_path))


async def _sent_from_table(folder: Path, *, seated: bool) -> None:
    tables, info, _code = opened(folder)
    ada = SharedMatch.sit(tables, info.name, ["Ada"], take_over=True)
    bo = SharedMatch.watch(tables, info.name, guest=True)
    if seated:
        sit_down(bo, 1, "Bo")
    read, write = os.pipe()
    app = GuestApp(Settings(animation="off"), tables, write)
    async with app.run_test(size=(120, 40)) as pilot:
        app.visitor.comes_in(bo)
        app.games.open(bo)
        await _settled(pilot)
        ada.send_away(1 if seated else -1)
        async with asyncio.timeout(20):
            while not app._exit:
                await pilot.pause(0.05)
                assert shown_code(ada.info.code) not in shown(app)
        watching = "The table has another code now; to watch again, ask your host for it."
        assert app.visitor.farewell == ("The host has sent you away from the table." if seated else watching)
    os.close(write)
    with open(read) as told:
        assert [json.loads(line)[0] for line in told] == ["in", "away"]


@pytest.mark.parametrize("seated", [True, False])
def test_a_guest_who_is_sent_away_never_sees_the_new_code(
    seated: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HEAT_TUI_HOME", str(tmp_path))
    asyncio.run(_sent_from_table(tmp_path, seated=seated))


async def _finished(folder: Path) -> None:
    tables, _info, _code = opened(folder)
    guest = GuestApp(Settings(animation="off"), tables)
    async with guest.run_test(size=(80, 24)) as pilot:
        guest.games.open(finished())
        await _settled(pilot)
        assert "Enter door" in shown(guest)
        await pilot.pause(GRACE)
        await pilot.press("enter")
        await _settled(pilot)
        assert isinstance(guest.screen, DoorScreen)


@pytest.mark.long
def test_a_result_says_that_it_leads_a_guest_to_the_door(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEAT_TUI_HOME", str(tmp_path))
    asyncio.run(_finished(tmp_path))


async def _nameless(folder: Path) -> None:
    tables, _info, code = opened(folder)
    os.environ[GUEST_VARIABLE] = json.dumps({"code": code})
    app = GuestApp(Settings(animation="off"), tables)
    async with app.run_test(size=(80, 24)) as pilot:
        await _settled(pilot)
        await pilot.press("enter")
        await _settled(pilot)
        assert [each.message for each in app._notifications] == ["Type your name."]


async def _named_by_ssh(folder: Path) -> None:
    tables, _info, code = opened(folder)
    os.environ[GUEST_VARIABLE] = json.dumps({"name": "root"})
    app = GuestApp(Settings(animation="off"), tables)
    async with app.run_test(size=(80, 24)) as pilot:
        await _settled(pilot)
        await pilot.press(*code, "enter", "B", "o")
        await _settled(pilot)
        assert isinstance(app.screen, DoorScreen)
        assert [each.value for each in app.screen.query(Input)] == [code, "Bo"]
        await pilot.press("enter")
        await _settled(pilot)
        assert isinstance(app.screen, WaitingScreen)


def test_the_name_is_asked_for_after_the_code_even_if_ssh_has_filled_it_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(GUEST_VARIABLE, "{}")
    asyncio.run(_named_by_ssh(tmp_path))


def test_a_guest_without_a_name_is_asked_for_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(GUEST_VARIABLE, "{}")
    asyncio.run(_nameless(tmp_path))


async def _namesake(folder: Path, *, is_same: bool) -> None:
    tables, info, code = opened(folder, "Ada,Bo,Cy")
    bo = SharedMatch.watch(tables, info.name, guest=True)
    bo.screen += " "  # another program
    sit_down(bo, 1, "Bo")
    os.environ[GUEST_VARIABLE] = json.dumps({"code": code, "name": "bo"})
    app = GuestApp(Settings(animation="off"), tables)
    async with app.run_test(size=(80, 24)) as pilot:
        await _settled(pilot)
        app.screen.query_one("#enter", Button).press()
        await _settled(pilot)
        assert "Somebody sits there as Bo. Is that you, on another device?" in shown(app)
        await pilot.pause(GRACE)
        await pilot.press(*(["right"] if is_same else []), "enter")
        await _settled(pilot)
        bo.poll()
        assert bo.here == (() if is_same else (1,))
        assert isinstance(app.screen, WaitingScreen if is_same else DoorScreen)
        if not is_same:
            assert app.screen.focused is app.screen.query_one("#name")


@pytest.mark.parametrize("is_same", [True, False])
def test_a_guest_with_the_name_of_somebody_who_is_there_takes_the_seat_only_after_a_question(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_same: bool
) -> None:
    monkeypatch.setenv(GUEST_VARIABLE, "{}")
    asyncio.run(_namesake(tmp_path, is_same=is_same))


async def _watches_again(folder: Path) -> None:
    tables, info, code = opened(folder)
    bo = SharedMatch.watch(tables, info.name, guest=True)
    bo.screen += " "  # another program
    sit_down(bo, 1, "Bo")
    os.environ[GUEST_VARIABLE] = json.dumps({"code": code, "name": "Bo", "back": True, "watches": True})
    app = GuestApp(Settings(animation="off"), tables)
    async with app.run_test(size=(80, 24)) as pilot:
        await _settled(pilot)
        assert isinstance(app.screen, WaitingScreen)
        bo.poll()
        assert bo.here == (1,)


def test_a_page_that_had_lost_its_seat_comes_back_without_taking_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(GUEST_VARIABLE, "{}")
    asyncio.run(_watches_again(tmp_path))


async def _pasted(folder: Path) -> None:
    tables, _info, code = opened(folder)
    app = GuestApp(Settings(animation="off"), tables)
    async with app.run_test(size=(80, 24)) as pilot:
        await _settled(pilot)
        app.screen.query_one("#code").post_message(Paste(f"http://192.168.1.20:8080/#{shown_code(code)}"))
        app.screen.query_one("#name", Input).value = "Bo"
        await _settled(pilot)
        app.screen.query_one("#enter", Button).press()
        await _settled(pilot)
        assert isinstance(app.screen, WaitingScreen)


def test_the_door_takes_the_code_out_of_a_pasted_link(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(GUEST_VARIABLE, "{}")
    asyncio.run(_pasted(tmp_path))


async def _sent_away(folder: Path, seat: int) -> None:
    tables, info, code = opened(folder, "Ada,Bo,Cy")
    ada = SharedMatch.watch(tables, info.name)
    sit_down(SharedMatch.watch(tables, info.name, guest=True), 1, "Bo")
    os.environ[GUEST_VARIABLE] = json.dumps({"code": code, "name": "Eve", "back": True})
    app = GuestApp(Settings(animation="off"), tables)
    async with app.run_test(size=(80, 24)) as pilot:
        await _settled(pilot)
        assert type(app.screen).__name__ == "ChooseScreen"
        ada.send_away(1)
        app.screen.dismiss(seat)
        await _settled(pilot)
        assert [each.message for each in app._notifications] == [
            "No open table has this code. Look at it again, or ask your host."
        ]
        assert isinstance(app.screen, DoorScreen)
    ada.poll()
    assert [*ada.seats] == [0]


@pytest.mark.sampled
@pytest.mark.parametrize("seat", [1, -1])
def test_a_code_that_changes_while_a_guest_chooses_a_seat_lets_nobody_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seat: int
) -> None:
    monkeypatch.setenv(GUEST_VARIABLE, "{}")
    asyncio.run(_sent_away(tmp_path, seat))


async def _misspelt(folder: Path) -> None:
    tables, info, code = opened(folder)
    sit_down(SharedMatch.watch(tables, info.name, guest=True), 1, "Zo\u00eb the Elder")
    os.environ[GUEST_VARIABLE] = json.dumps({"code": code, "name": "Zoe the Elder", "back": True})
    app = GuestApp(Settings(animation="off"), tables)
    async with app.run_test(size=(80, 24)) as pilot:
        await _settled(pilot)
        words = " ".join(shown(app).replace("│", "").split())
        assert (
            "All seats are taken, Zoe the Elder. If one is yours, come in with its name: Zo\u00eb the Elder." in words
        )


def test_a_guest_with_another_name_reads_at_a_full_table_who_sits_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(GUEST_VARIABLE, "{}")
    asyncio.run(_misspelt(tmp_path))


async def _too_late(folder: Path) -> None:
    tables, info, code = opened(folder, "Ada,Bo,Cy")
    os.environ[GUEST_VARIABLE] = json.dumps({"code": code, "name": "Eve", "back": True})
    app = GuestApp(Settings(animation="off"), tables)
    async with app.run_test(size=(80, 24)) as pilot:
        await _settled(pilot)
        dora = SharedMatch.watch(tables, info.name, guest=True)
        sit_down(dora, 1, "Dora")
        app.screen.dismiss(1)
        await _settled(pilot)
        assert [each.message for each in app._notifications] == [
            "Somebody has just taken this seat; choose another one."
        ]
        assert isinstance(app.screen, DoorScreen)
    dora.poll()
    assert dora.here == (1,)


def test_a_seat_that_is_taken_while_a_guest_chooses_stays_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(GUEST_VARIABLE, "{}")
    asyncio.run(_too_late(tmp_path))


async def _renamed(folder: Path) -> None:
    tables, info, code = opened(folder)
    os.environ[GUEST_VARIABLE] = json.dumps({"code": code, "name": "bo", "back": True})
    read, write = os.pipe()
    app = GuestApp(Settings(animation="off"), tables, write)
    async with app.run_test(size=(80, 24)) as pilot:
        await _settled(pilot)
        match = app.match
        assert match is not None
        match.rename(1, "Dora")
        app._look_around()
        app._look_around()
        assert not app._notifications
        app.to_title()
        await _settled(pilot)
        assert [each.value for each in app.screen.query(Input)] == [code, "Dora"]
    os.close(write)
    with open(read) as told:
        said = [json.loads(line) for line in told]
    assert said == [["in", name, shown_code(code), info.name, "1"] for name in ("Bo", "Dora")]


def test_a_guest_who_is_renamed_comes_back_with_the_new_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(GUEST_VARIABLE, "{}")
    asyncio.run(_renamed(tmp_path))


async def _unseated(folder: Path, *, closed: bool) -> None:
    tables, info, code = opened(folder)
    os.environ[GUEST_VARIABLE] = json.dumps({"code": code, "name": "Bo", "back": True})
    read, write = os.pipe()
    app = GuestApp(Settings(animation="off"), tables, write)
    async with app.run_test(size=(80, 24)) as pilot:
        await _settled(pilot)
        match = app.match
        assert isinstance(match, SharedMatch)
        if closed:
            tables.note(info, "closed")
        else:
            window = SharedMatch.watch(tables, info.name, guest=True)
            window.screen += " "  # another program
            sit_down(window, 1, "Bo")
        while match.here and not match.info.closed:
            await pilot.pause(0.1)
        app._look_around()
        app._look_around()
    os.close(write)
    with open(read) as told:
        said = [json.loads(line) for line in told]
    assert said == [["in", "Bo", shown_code(code), info.name, seat] for seat in ("1", "-1")]


@pytest.mark.parametrize("closed", [True, False])
def test_the_server_is_told_once_that_a_guest_has_lost_the_seat(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, closed: bool
) -> None:
    monkeypatch.setenv(GUEST_VARIABLE, "{}")
    asyncio.run(_unseated(tmp_path, closed=closed))


async def _new_code(folder: Path) -> None:
    tables, info, code = opened(folder, "Ada,Bo,Cy")
    ada = SharedMatch.watch(tables, info.name)
    sit_down(SharedMatch.watch(tables, info.name, guest=True), 2, "Cy")
    os.environ[GUEST_VARIABLE] = json.dumps({"code": code, "name": "Bo", "back": True})
    app = GuestApp(Settings(animation="off"), tables)
    async with app.run_test(size=(80, 24)) as pilot:
        await _settled(pilot)
        assert isinstance(app.screen, WaitingScreen)
        ada.send_away(2)
        while app.screen.match.info.code == code:
            await pilot.pause(0.1)
        app._look_around()
        app.to_title()
        await _settled(pilot)
        assert isinstance(app.screen, DoorScreen)
        await pilot.pause(GRACE)
        await pilot.press("enter")
        await _settled(pilot)
        assert isinstance(app.screen, WaitingScreen), shown(app)


def test_the_door_knows_a_new_code_of_the_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(GUEST_VARIABLE, "{}")
    asyncio.run(_new_code(tmp_path))


async def _from_lobby(folder: Path) -> None:
    tables, info, _code = opened(folder)
    other = SharedMatch.watch(tables, opened(folder)[1].name)
    os.environ[GUEST_VARIABLE] = json.dumps({"code": tables.lobby(), "name": "Bo"})
    app = GuestApp(Settings(animation="off"), tables)
    async with app.run_test(size=(80, 24)) as pilot:
        await _settled(pilot)
        match = SharedMatch.watch(tables, info.name, guest=True)
        sit_down(match, 1, "Bo")
        app.games.open(match)
        app._look_around()
        await _settled(pilot)
        other.send_away(-1)
        app.to_title()
        await _settled(pilot)
        assert app.screen.query_one("#code", Input).value == shown_code(info.code)
        assert app.visitor.farewell == "Come back with the code {code} and the same name."


def test_a_guest_who_came_by_the_lobby_finds_the_table_again_after_the_lobby_has_another_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(GUEST_VARIABLE, "{}")
    asyncio.run(_from_lobby(tmp_path))


async def _nothing_open(folder: Path) -> None:
    tables, info, _code = opened(folder)
    os.environ[GUEST_VARIABLE] = json.dumps({"code": tables.lobby(), "name": "Bo", "back": True})
    tables.note(info, "closed")
    read, write = os.pipe()
    app = GuestApp(Settings(animation="off"), tables, write)
    async with app.run_test(size=(80, 24)) as pilot:
        await _settled(pilot)
        words = "The code is right, but leads to no open table; ask your host."
        assert [each.message for each in app._notifications] == [words]
    os.close(write)
    with open(read) as told:
        assert told.read() == "", "the code counts as a wrong one"


def test_the_code_of_the_lobby_is_right_while_no_table_is_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(GUEST_VARIABLE, "{}")
    asyncio.run(_nothing_open(tmp_path))


def test_the_farewell_is_in_the_language_that_the_guest_has_chosen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("HEAT_TUI_HOME", str(tmp_path))
    monkeypatch.setattr(hosting, "check_terminal", lambda: None)
    monkeypatch.setattr("heat_tui.tui.launch.run_app", lambda _app: language.use("ja"))
    told: list[tuple[str, ...]] = []
    monkeypatch.setattr(Visitor, "tell", lambda _guest, *words: told.append(words))
    try:
        hosting.door()
    finally:
        gc.enable()
        language.use("en")
    said = capsys.readouterr().out
    assert "同じコード" in said
    assert told == [("left", said.strip())], "the page shows the same sentence"


async def _themed(folder: Path) -> None:
    app = GuestApp(Settings(animation="off", theme="nord"), opened(folder)[0])
    async with app.run_test(size=(80, 24)) as pilot:
        await _settled(pilot)
        app.screen.query_one("#theme").focus()
        assert "nord" in shown(app)
        await pilot.press("d")
        assert app.settings.theme == "dark"


def test_the_door_knows_themes_of_the_palette(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(GUEST_VARIABLE, "{}")
    asyncio.run(_themed(tmp_path))


async def _settled(pilot: Pilot[None]) -> None:
    for _each in range(10):
        await pilot.pause()


async def _everything(folder: Path) -> None:
    tables, info, code = opened(folder)
    os.environ[GUEST_VARIABLE] = json.dumps({"code": code, "name": "Bo", "back": True})
    SharedMatch.sit(tables, info.name, ["Ada"], take_over=True).begin_race()
    tables.url = "heat-tui"
    app = GuestApp(Settings(animation="off"), tables)
    seen = set()
    async with app.run_test(size=(120, 40)) as pilot:
        for _look in range(100):
            if isinstance(app.screen, RaceScreen):
                break
            await pilot.pause(0.05)
        assert isinstance(app.screen, RaceScreen)
        for set_up in (app.set_up_race, app.set_up_season):
            set_up()
            await _settled(pilot)
            assert type(app.screen).__name__ == "OnlyHost"
            await pilot.press("escape")
            await _settled(pilot)
        app.push_screen(TitleScreen())
        await _settled(pilot)
        assert type(app.screen).__name__ == "OnlyHost"
        await pilot.press("escape")
        titles = [command.title for command in app.get_system_commands(app.screen)]
        assert "Screenshot" not in titles
        assert {"Theme", "Keys", "Leave", "Settings"} <= {*titles}
        app.show_help(app.screen)
        await _settled(pilot)
        titles = [command.title for command in app.get_system_commands(app.screen)]
        assert "Settings" not in titles, "another language would empty the page"
        await pilot.press("escape")
        app.open_settings()
        await _settled(pilot)
        await pilot.press("right")
        assert app.settings.theme == "light"
        await pilot.press("escape")
        for key in dict.fromkeys(key for each in KEYS.values() for key in each.keys.split(",")):
            if not isinstance(app.screen, RaceScreen):
                await pilot.press("escape")
            await pilot.press(key)
            await pilot.pause()
            seen |= {type(each).__name__ for each in app.screen_stack}
            assert str(folder) not in app.export_screenshot(simplify=True)
    assert seen <= SCREENS
    assert {"RaceScreen", "HelpScreen", "LogScreen", "TrackViewScreen", "HeatPalette"} <= seen


@pytest.mark.long
def test_keys_and_commands_of_a_guest_change_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home, tables = tmp_path / "home", tmp_path / "tables"
    tables.mkdir()
    monkeypatch.setenv("HEAT_TUI_HOME", str(home))
    monkeypatch.setenv(GUEST_VARIABLE, "{}")
    asyncio.run(_everything(tables))
    assert not home.exists()
    assert {path.name.partition("-")[0] for path in tables.iterdir()} == {"tables.sqlite"}
