"""Codes, seats, limits and the environment of guests."""

from __future__ import annotations

import asyncio
import errno
import logging
import os
import socket
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from functools import partial
from pathlib import Path
from types import ModuleType

import pytest

from heat_tui.cli.hosting import _log, _say_lobby
from heat_tui.game.setup.seats import check_name
from heat_tui.game.table.open_tables import open_tables, seat_of, seats_left, sit_down
from heat_tui.game.table.shared import SharedMatch
from heat_tui.language import translated_into
from heat_tui.serving import porter
from heat_tui.serving.porter import MOST_EACH, MOST_STRANGERS, STRANGERS_EACH, WRONG_CODES, Porter, Visit, network_of
from heat_tui.serving.process import PIECE, Guest, Server, next_frame
from heat_tui.serving.server import _refusing
from heat_tui.store.codes import LENGTH, LETTERS, new_code, plain, shown_code
from heat_tui.store.schema import Refused
from heat_tui.store.shared_tables import SharedTables, TableInfo
from tests.cli.program import heat_tui, process, refused
from tests.serving.served import PATIENCE, opened, served
from tests.shared.screens import news_of


def test_a_code_has_more_than_40_bits_and_is_read_as_people_type_it() -> None:
    code = new_code()
    assert len(LETTERS) ** LENGTH >= 2**40
    assert plain(f" {shown_code(code).lower()} ") == code
    assert plain("oil") == "011"
    for pasted in (
        "http://192.168.1.20:8080/#{}",
        "Send this: ssh -C -p 2222 home-world.lan, and the code {}.",
        "コードは{}です",
    ):
        assert plain(pasted.format(shown_code(code))) == code
    assert plain("Ｋ７ｑｍ２ーＸＰＤ４Ｒ") == "K7QM2XPD4R"
    assert len({new_code() for _each in range(100)}) == 100


def ids(admitted: Sequence[TableInfo] | None) -> list[int]:
    """Return the ids of the tables that a correct code lets a guest into."""
    assert admitted is not None
    return [each.id for each in admitted]


def test_a_code_opens_its_table_and_the_code_of_the_lobby_opens_all(tmp_path: Path) -> None:
    tables, first, code = opened(tmp_path)
    _tables, second, other = opened(tmp_path)
    assert ids(tables.admitted(shown_code(code))) == [first.id]
    assert ids(tables.admitted(other)) == [second.id]
    assert tables.admitted("") is tables.admitted(code[:-1]) is None
    assert ids(tables.admitted(tables.lobby())) == [second.id, first.id]
    assert tables.admitted("") is None
    assert tables.lobby() == tables.lobby()
    tables.note(first, "closed")
    assert tables.admitted(code) == []
    tables.note(second, "closed")
    assert tables.admitted(tables.lobby()) == []


def come_in(tables: SharedTables, info: TableInfo, seat: int, name: str) -> SharedMatch:
    """Return the match of a guest who has sat down."""
    match = SharedMatch.watch(tables, info.name, guest=True)
    sit_down(match, seat, name)
    return match


def test_a_name_leads_back_to_its_seat_and_never_to_the_hosts(tmp_path: Path) -> None:
    tables, info, _code = opened(tmp_path, "Ada,Bo,Cy")
    eve = SharedMatch.watch(tables, info.name, guest=True)
    assert [*eve.missing] == [1, 2]
    assert seat_of(eve, "Dora") is None
    dora = come_in(tables, info, 2, "Dora")
    assert dora.here == (2,)
    assert dora.persons[2] == "Dora"
    with pytest.raises(Refused, match="has just taken this seat"):
        sit_down(eve, 2, "Eve")
    assert seat_of(eve, "dora") == 2
    assert come_in(tables, info, 2, "DORA").persons[2] == "Dora"
    with pytest.raises(Refused, match="ada is the host"):
        seat_of(eve, "ada")
    with pytest.raises(Refused, match="called Dora already"):
        sit_down(eve, 1, "Dora")
    assert eve.here == ()


def test_a_name_whose_accents_are_characters_of_their_own_leads_to_the_same_seat(tmp_path: Path) -> None:
    tables, info, _code = opened(tmp_path)
    come_in(tables, info, 1, "Zo\u00eb")
    assert seat_of(SharedMatch.watch(tables, info.name), "\uff3aoe\u0308") == 1
    with pytest.raises(Refused, match="Two drivers are called"):
        check_name("Zoe\u0308", ["Zo\u00eb"])


def test_a_guests_seat_that_the_hosts_machine_had_leads_the_guest_back(tmp_path: Path) -> None:
    tables, info, _code = opened(tmp_path)
    come_in(tables, info, 1, "Bo").leave()
    SharedMatch.sit(tables, info.name, ["Bo"]).leave()
    assert come_in(tables, info, 1, "Bo").here == (1,)


def test_two_guests_who_choose_seats_at_the_same_moment_do_not_both_get_the_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables, info, _code = opened(tmp_path, "Ada,Bo,Cy")
    first, second = (SharedMatch.watch(tables, info.name, guest=True) for _each in range(2))
    sit_down(first, 1, "Ann")
    with pytest.raises(Refused, match="called Ann already"):
        sit_down(second, 2, "Ann")
    assert second.here == ()

    def take_seats(seats: Sequence[int], *, new: bool, take_over: bool, then: Callable[[], object]) -> None:
        first.rename(1, "Dora")
        SharedMatch.take_seats(second, seats, new=new, take_over=take_over, then=then)

    monkeypatch.setattr(second, "take_seats", take_seats)
    sit_down(second, 2, "Dora")
    assert second.persons == {0: "Ada", 1: "Dora", 2: "Cy"}

    def rename(seat: int, name: str) -> None:
        first.rename(1, name)
        SharedMatch.rename(second, seat, name)

    monkeypatch.setattr(second, "rename", rename)
    sit_down(second, 2, "Eve")
    assert second.persons == {0: "Ada", 1: "Eve", 2: "Cy"}


def test_the_lobby_says_which_seats_are_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tables, first, _code = opened(tmp_path, "Ada,Bo,Cy")
    _tables, second, _other = opened(tmp_path)
    come_in(tables, second, 1, "Bo")
    rows = {
        "Dora": ("no free seat", "free: Bo and Cy"),
        "bo": ("your seat", "your seat"),
        "Cy": ("no free seat", "your seat"),
        "Ada": ("Ada is the host; give another name.",) * 2,
    }
    for name, words in rows.items():
        left = open_tables(tables, None, partial(seats_left, name=name))
        assert left == [*zip((second.name, first.name), words, strict=True)]
    monkeypatch.setattr(SharedMatch, "over", True)
    assert [words for _name, words in open_tables(tables, None, partial(seats_left, name="Dora"))] == ["over", "over"]


def test_a_guest_who_is_sent_away_cannot_come_back_with_the_old_code(tmp_path: Path) -> None:
    tables, info, code = opened(tmp_path)
    bo, ada = come_in(tables, info, 1, "Bo"), SharedMatch.watch(tables, info.name)
    lobby = tables.lobby()
    ada.send_away(1)
    bo.poll()
    assert bo.here == ()
    assert 1 not in bo.seats
    assert tables.admitted(code) is tables.admitted(lobby) is None
    assert ids(tables.admitted(tables.lobby())) == [info.id]
    assert ids(tables.admitted(ada.info.code)) == [info.id]
    assert [*bo.missing] == [1]
    come_in(tables, info, 1, "Cem")
    bo.say("Why?")
    assert bo.new_words() == ["Bo is now called Cem.", "A watcher: Why?"]
    assert bo.info.code == code, "the screen shows the code until it ends"


def test_a_guest_who_only_watches_is_sent_away_by_a_new_code(tmp_path: Path) -> None:
    tables, info, code = opened(tmp_path, "Ada,Bo,Cy")
    kim, cy = SharedMatch.watch(tables, info.name, guest=True), come_in(tables, info, 2, "Cy")
    come_in(tables, info, 1, "Bo").send_away(1)
    for match in (kim, cy):
        match.poll()
    assert kim.info.code == code
    assert (kim.sent_away, cy.sent_away) == (True, False)
    dora = SharedMatch.watch(tables, info.name, guest=True)
    SharedMatch.watch(tables, info.name).send_away(-1)
    for match in (dora, cy):
        match.poll()
    assert (dora.sent_away, cy.sent_away, cy.here) == (True, False, (2,))
    assert ids(tables.admitted(cy.info.code)) == [info.id]


def test_all_windows_of_a_guest_are_sent_away(tmp_path: Path) -> None:
    tables, info, code = opened(tmp_path)
    older = come_in(tables, info, 1, "Bo")
    newer = SharedMatch.watch(tables, info.name, guest=True)
    newer.screen += " "  # another program
    sit_down(newer, 1, "Bo")
    older.poll()
    assert not older.sent_away
    SharedMatch.watch(tables, info.name).send_away(1)
    for window in (older, newer):
        window.poll()
        assert window.sent_away
        assert window.info.code == code
    assert older.new_words() == [
        "Another screen has your seat now; you are watching. To take it back, leave the table and come in again."
    ]


def test_a_lobby_without_a_code_gets_none_when_a_guest_is_sent_away(tmp_path: Path) -> None:
    tables, info, _code = opened(tmp_path)
    come_in(tables, info, 1, "Bo").send_away(1)
    assert tables.admitted("") is None


def test_a_new_code_of_the_lobby_is_printed_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tables, info, _code = opened(tmp_path)
    said = _say_lobby(tables, "")
    assert said in capsys.readouterr().out
    assert _say_lobby(tables, said) == said
    assert capsys.readouterr().out == ""
    come_in(tables, info, 1, "Bo").send_away(1)
    assert _say_lobby(tables, said) in capsys.readouterr().out


def test_a_new_code_of_the_lobby_that_cannot_be_printed_does_not_end_the_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def echo(_words: str) -> None:
        raise BrokenPipeError(errno.EPIPE, "Broken pipe")

    tables, info, _code = opened(tmp_path)
    said = _say_lobby(tables, "")
    monkeypatch.setattr("heat_tui.cli.hosting.click.echo", echo)
    with pytest.raises(BrokenPipeError):
        _say_lobby(tables, "")
    come_in(tables, info, 1, "Bo").send_away(1)
    new = _say_lobby(tables, said)
    assert new != said
    assert _say_lobby(tables, new) == new
    assert caplog.text.count("the lobby has a new code, which cannot be printed ([Errno 32] Broken pipe)") == 1
    assert new not in caplog.text, "the log has no codes"


def test_the_host_may_begin_and_latecomers_take_the_wheel(tmp_path: Path) -> None:
    tables, info, _code = opened(tmp_path, "Ada,Bo,Cy")
    ada = SharedMatch.watch(tables, info.name)
    assert not ada.info.began
    ada.begin_race()
    assert ada.info.began
    assert ada.people == (0,)
    assert come_in(tables, info, 1, "Bo").people == (0, 1)
    sit_down(SharedMatch.watch(tables, info.name, guest=True), 2, "Dora")
    ada.new_words()
    ada.poll()
    assert ada.new_words() == ["Bo drives now.", "Cy is now called Dora.", "Dora drives now."]
    ada.say("Hello")
    watcher = SharedMatch.watch(tables, info.name)
    assert (watcher.said_before, watcher.new_words()) == (["A watcher: Hello"], []), "no changes of driver from before"


def test_ten_wrong_codes_shut_the_door_to_an_address_for_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr(porter, "monotonic", lambda: now[0])
    doors, ended = Porter(), list[object]()
    sitting = Visit(doors, "10.0.0.7", "ssh", lambda: ended.append("sitting"))
    sitting.told(["in", "Bo", "code", "usa", "1"])
    guessing = [Visit(doors, "10.0.0.7", "ssh", partial(ended.append, number)) for number in range(3)]
    for number in range(WRONG_CODES):
        assert doors.objection("10.0.0.7") == ""
        guessing[number % 3].told(["wrong"])
    assert "in a minute" in doors.objection("10.0.0.7")
    assert {*ended} == {0, 1, 2}
    assert doors.objection("10.0.0.8") == ""
    now[0] += 61
    assert doors.objection("10.0.0.7") == ""


def test_strangers_leave_room_for_those_of_other_addresses_and_for_guests() -> None:
    doors = Porter()
    bo = Visit(doors, "10.0.0.7", "ssh", lambda: None)
    bo.told(["in", "Bo", "code", "usa", "1"])
    stalled = [Visit(doors, "10.0.0.7", "ssh", lambda: None) for _each in range(STRANGERS_EACH)]
    assert "is full" in doors.objection("10.0.0.7")
    assert doors.objection("10.0.0.8") == ""
    stalled[0].leave()
    assert doors.objection("10.0.0.7") == ""
    assert doors.guests == 1


def test_the_log_says_once_a_minute_that_connections_are_refused(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    now = [1.0]
    monkeypatch.setattr(porter, "monotonic", lambda: now[0])
    doors = Porter()
    with caplog.at_level("INFO", logger="heat_tui.serving"):
        for now[0], lines in ((1.0, 1), (60.0, 1), (61.0, 2)):
            doors.log_full("10.0.0.7")
            assert caplog.messages == ["10.0.0.7 is refused: too many connections are open"] * lines


def test_an_address_and_strangers_have_limits_and_idle_ones_go(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr(porter, "monotonic", lambda: now[0])
    doors, ended = Porter(), []
    visits = [Visit(doors, f"10.0.0.{number}", "page", lambda: ended.append(1)) for number in range(MOST_STRANGERS)]
    assert "is full" in doors.objection("10.0.1.1")
    for visit in visits:
        visit.told(["in", "Bo", "code", "usa", "1"])
    for _each in range(MOST_EACH - 1):
        Visit(doors, "10.0.0.1", "ssh", lambda: ended.append(1)).told(["in", "Bo", "code", "usa", "1"])
    assert "is full" in doors.objection("10.0.0.1")
    assert doors.objection("10.0.1.1") == ""
    visits[1].leave()
    visits[2].told(["in", "Bo", "code", "usa", "-1"])
    assert doors.objection("10.0.0.1") == ""
    now[0] += 200
    late = Visit(doors, "10.0.2.1", "ssh", lambda: ended.append(2))
    doors.end_idle()
    assert ended == []
    now[0] += 200
    doors.end_idle()
    assert ended == [2]
    assert "at the door for too long" in late.reason
    late.leave()
    now[0] += porter.IDLE
    doors.end_idle()
    assert len(ended) == 1 + len(doors.visits)
    assert {visit.reason for visit in doors.visits} == {
        "You have pressed no key for a long time; come back with the same code and name."
    }


def test_a_guest_is_turned_away_in_the_language_chosen_last() -> None:
    visit = Visit(Porter(), "10.0.0.7", "ssh", lambda: None)
    for code in ("ja", "zh_Hant", "en"):
        visit.told(["speaks", code])
        visit.turn_away(porter.LATE)
        assert visit.reason == translated_into(code, porter.LATE)
        assert (visit.reason == porter.LATE) == (code == "en")


def test_the_log_says_where_a_guest_sits_or_watches_whenever_that_changes(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "heat_tui.serving")
    visit = Visit(Porter(), "10.0.0.7", "ssh", lambda: None)
    for name, code, table, seat in (
        ("di", "code", "usa", "-1"),
        ("di", "code", "usa", "2"),
        ("di", "new code", "usa", "2"),
        ("Dora", "new code", "usa", "2"),
        ("Dora", "new code", "usa", "-1"),
        ("Dora", "another", "italy", "0"),
    ):
        visit.told(["in", name, code, table, seat])
    visit.told(["away"])
    assert [said.removeprefix("10.0.0.7 ssh ") for said in caplog.messages] == [
        "came",
        "watches 'usa' as 'di'",
        "sat down as 'di' at 'usa'",
        "sat down as 'Dora' at 'usa'",
        "watches 'usa' as 'Dora'",
        "sat down as 'Dora' at 'italy'",
        "was sent away",
    ]


def test_addresses_of_one_customer_count_as_one() -> None:
    assert network_of("2001:db8:1:2:3::4") == network_of("2001:db8:1:2::9")
    assert network_of("::ffff:10.0.0.1") == network_of("10.0.0.1") != network_of("10.0.0.2")


def test_the_environment_of_a_screen_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOST_SECRET", "s")
    monkeypatch.setenv("HOME", "/nobody")
    given = {"TERM": "xterm", "LANG": "ja_JP.UTF-8", "LC_ALL": "$(id)", "LD_PRELOAD": "x", "COLORTERM": "true\ncolor"}
    made = Server("sqlite:///x", "/nowhere", sys.stderr).environment(given, {"name": "Bo"})
    assert {*made} == {
        "PATH",
        "HOME",
        "HEAT_TUI_HOME",
        "PYTHONUTF8",
        "MALLOC_ARENA_MAX",
        "HEAT_TUI_DATABASE",
        "HEAT_TUI_GUEST",
    } | {
        "TERM",
        "LANG",
    }
    assert made["HOME"] == "/nowhere"


@pytest.mark.parametrize(
    ("given", "made"), [("screen-256color", "screen-256color"), ("xterm ", "xterm"), ("a:1", "xterm")]
)
def test_a_terminal_with_an_unusual_name_is_taken_for_an_xterm(given: str, made: str) -> None:
    assert Server("", "", sys.stderr).environment({"TERM": given}, {})["TERM"] == made


def test_a_screen_finds_the_servers_own_files_for_postgresql(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    server = Server("postgresql://heat@localhost/heat", "/nowhere", sys.stderr)
    assert "PGPASSFILE" not in server.environment({}, {})
    (tmp_path / ".pgpass").touch()
    (tmp_path / ".postgresql").mkdir()
    (tmp_path / ".postgresql" / "root.crt").touch()
    made = server.environment({}, {})
    assert {name: made[name] for name in made if name.startswith("PG")} == {
        "PGPASSFILE": f"{tmp_path}/.pgpass",
        "PGSSLROOTCERT": f"{tmp_path}/.postgresql/root.crt",
    }
    monkeypatch.setenv("PGPASSFILE", "/other")
    assert server.environment({}, {})["PGPASSFILE"] == "/other"


def test_a_person_who_sits_down_in_the_line_based_game_is_ready(tmp_path: Path) -> None:
    tables, info, _code = opened(tmp_path)
    heat_tui("sit", info.name, "--as", "Bo", "--plain", "--database", tables.where, home=tmp_path)
    assert {seat: each.ready for seat, each in news_of(tables, info).seats.items()} == {0: False, 1: True}


def test_bad_options_of_hosting_get_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def in_use() -> int:
        async with served(tmp_path) as table:
            taken = ("host", "--headless", "--drivers", "Ada,Bo", "--no-web", "--ssh", str(table.ssh))
            said = await asyncio.to_thread(process, *taken, home=tmp_path)
            assert f"Port {table.ssh} at 127.0.0.1 is in use" in refused(said)
            assert heat_tui("tables", home=tmp_path).stdout.count("\n") == 1, "a table is left"
            return table.ssh

    port = asyncio.run(in_use())
    options = ("host", "--headless", "--no-web", "--ssh", str(port))
    for address in ("192.0.2.77", "a..b"):
        said = refused(heat_tui(*options, "--bind", address, home=tmp_path))
        assert f"{address} is not an address of this machine ({os.strerror(errno.EADDRNOTAVAIL)});" in said
    assert "not both" in refused(heat_tui(*options, "--bind", "127.0.0.1", "--lan", home=tmp_path))
    for url in ("heat.example.org", "https://", "https://heat.example.org:{port}", "https://example.org/heat"):
        assert "such as https://heat.example.org/" in refused(heat_tui(*options, "--url", url, home=tmp_path))
    for dropped in (("--track", "italy"), ("--name", "friday"), ("--weather",), ("--no-weather",), ("--cars", "0")):
        assert "a table needs named people; add --drivers Ada,Bo" in refused(
            heat_tui(*options, *dropped, home=tmp_path)
        )
    with pytest.raises(Refused, match="Port 22 needs the rights"), _refusing("127.0.0.1", 22, "--ssh"):
        raise PermissionError(errno.EACCES, "permission denied")
    (tmp_path / "file").touch()
    nowhere = tmp_path / "file" / "home"
    said = refused(heat_tui(*options, home=nowhere))
    assert f"ssh_host_key: the server's key cannot be used ({os.strerror(errno.ENOTDIR)});" in said
    monkeypatch.setenv("HEAT_TUI_HOME", str(nowhere))
    with pytest.raises(Refused, match=r"host\.log cannot be written"):
        _log(to_file=True)
    opened_only = heat_tui("host", "--open-only", "--drivers", "Ada,Bo", "--legends", "0", home=tmp_path)
    assert "its code is" in opened_only.stdout
    assert SharedTables("sqlite:///a.sqlite").where == f"sqlite:///{Path.cwd()}/a.sqlite"


def test_the_pieces_of_a_frame_are_sent_together(monkeypatch: pytest.MonkeyPatch) -> None:
    async def frames() -> list[int]:
        painted, loop = asyncio.StreamReader(), asyncio.get_running_loop()
        sizes = []
        for within, pieces in (PATIENCE, (PIECE, PIECE, 7)), (PATIENCE, (7,)), (0.0, (PIECE,)):
            monkeypatch.setattr("heat_tui.serving.process.JOINS_WITHIN", within)
            painted.feed_data(bytes(pieces[0]))
            for number, size in enumerate(pieces[1:]):
                loop.call_later(number * 0.01, painted.feed_data, bytes(size))
            sizes.append(len(await next_frame(painted)))
        painted.feed_eof()
        return [*sizes, len(await next_frame(painted))]

    assert asyncio.run(frames()) == [2 * PIECE + 7, 7, PIECE, 0]


@pytest.mark.parametrize(("module", "function"), [(socket, "send_fds"), (socket, "socketpair"), (os, "openpty")])
def test_a_screen_that_cannot_be_begun_leaves_no_terminal_open(
    monkeypatch: pytest.MonkeyPatch, module: ModuleType, function: str
) -> None:
    async def ask() -> None:
        server = Server("sqlite:///x", "/", sys.stderr)
        visit = Visit(Porter(), "10.0.0.1", "ssh", lambda: None)

        async def said() -> AsyncIterator[bytes]:
            yield b""

        async def send(_painted: bytes) -> None:
            pass

        await server.open()
        try:
            monkeypatch.setattr(module, function, broken)
            before = len(os.listdir("/proc/self/fd"))
            with pytest.raises(BrokenPipeError) as kept:
                await server.show(Guest(visit, {}, {}, (80, 24), said(), send))
            # The traceback in `kept` keeps the frame of `show` alive, so garbage collection has closed no file.
            assert len(os.listdir("/proc/self/fd")) == before, kept
        finally:
            await server.hang_up()

    def broken(*_arguments: object) -> None:
        raise BrokenPipeError

    asyncio.run(ask())


@pytest.mark.long
def test_a_connection_that_accepts_nothing_is_ended_after_its_screen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("heat_tui.serving.process.STALLS_AFTER", 1.0)
    ended = list[str]()

    async def stall() -> None:
        server = Server(f"sqlite:///{tmp_path}/tables.sqlite", str(tmp_path), sys.stderr)
        painted, never = asyncio.Event(), asyncio.Event()
        visit = Visit(Porter(), "10.0.0.1", "ssh", lambda: ended.append("connection"))

        async def typed() -> AsyncIterator[bytes]:
            await never.wait()
            yield b""

        async def send(_painted: bytes) -> None:
            painted.set()
            await never.wait()

        try:
            guest = Guest(visit, {"TERM": "xterm"}, {}, (80, 24), typed(), send)
            showing = asyncio.create_task(server.show(guest))
            async with asyncio.timeout(PATIENCE):
                await painted.wait()
                visit.end()
                with pytest.raises(TimeoutError):
                    await showing
            assert ended == []
            visit.end()
        finally:
            await server.hang_up()

    asyncio.run(stall())
    assert ended == ["connection"]
