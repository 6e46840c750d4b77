"""Bad input at shared tables: one sentence each, and nothing lost."""

from __future__ import annotations

import asyncio
import shlex
import sqlite3
import stat
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from random import Random

import psycopg
import pytest

from heat_tui.game.table.shared import SharedMatch
from heat_tui.modules.legends import Legends
from heat_tui.store import database
from heat_tui.store.reading import BadFile
from heat_tui.store.saves import SaveStore
from heat_tui.store.schema import Refused
from heat_tui.store.shared_tables import SharedTables
from tests.cli.program import heat_tui, refused
from tests.shared.screens import Plans, Screens
from tests.shared.test_shared_match import SETUPS, plan

pytestmark = pytest.mark.usefixtures("home")


def table_in(home: Path) -> Screens:
    """Return a table in the default database of a home, after some choices."""
    table = Screens(f"sqlite:///{home / 'tables.sqlite'}", *SETUPS["base game"], ["Ada"], ["Bo"], ["Cem"])
    table.race(Random(1), Plans(1), until=12)
    return table


def changed(home: Path, statement: str) -> None:
    """Change the database, as another program would."""
    with sqlite3.connect(home / "tables.sqlite") as connection:
        connection.execute(statement)
    connection.close()


def damaged(home: Path) -> None:
    """Overwrite the database with something else."""
    for suffix in ("-wal", "-shm"):
        (home / f"tables.sqlite{suffix}").unlink(missing_ok=True)
    (home / "tables.sqlite").write_bytes(b"not a database at all" * 100)


A_CHOICE = """'{"seat": 0, "do": "plan", "gear": 4, "cards": ["5", "5", "5", "5"]}'"""
FAULTS: dict[str, tuple[Callable[[Path], object], str]] = {
    "newer": (lambda home: changed(home, "UPDATE heat_tui SET format = 4"), "another version of the game"),
    "older": (lambda home: changed(home, "UPDATE heat_tui SET format = 1"), "another version of the game"),
    "damaged": (damaged, "the tables are damaged"),
    "cut": (lambda home: changed(home, "DELETE FROM choices WHERE number = 5"), "entry 6 of the table's record"),
    "illegal": (
        lambda home: changed(home, f"UPDATE choices SET entry = {A_CHOICE} WHERE number = 5"),
        "usa: another program has changed the table's record",
    ),
    "undone too often": (
        lambda home: changed(home, """UPDATE choices SET entry = '{"do": "undo", "actions": 99}' WHERE number = 5"""),
        "usa: another program has changed the table's record",
    ),
    "edited": (lambda home: changed(home, "UPDATE choices SET entry = '{}' WHERE number = 3"), "entry 4 of the table"),
}


def test_only_its_owner_reads_a_new_database(tmp_path: Path) -> None:
    tables = SharedTables(f"sqlite:///{tmp_path / 'new' / 'tables.sqlite'}")
    tables.list()
    modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in (tmp_path / "new").iterdir()}
    assert modes == dict.fromkeys(("tables.sqlite", "tables.sqlite-wal", "tables.sqlite-shm"), 0o600)


@pytest.mark.parametrize("fault", FAULTS)
def test_a_bad_database_is_refused_in_one_sentence(fault: str, tmp_path: Path) -> None:
    table_in(tmp_path)
    act, words = FAULTS[fault]
    act(tmp_path)
    sentence = refused(heat_tui("sit", "usa", "--as", "Ada", "--plain", "--take-over", home=tmp_path))
    assert words in sentence


def test_a_table_with_a_damaged_opening_is_closed(tmp_path: Path) -> None:
    table_in(tmp_path)
    changed(tmp_path, "UPDATE tables SET opening = 'x'")
    assert "usa" in heat_tui("tables", home=tmp_path).stdout
    assert heat_tui("tables", "--close", "usa", home=tmp_path).stdout == "The table usa is closed.\n"
    assert heat_tui("tables", home=tmp_path).stdout == "No tables are open.\n"
    assert "No table is called uss" in refused(heat_tui("tables", "--close", "uss", home=tmp_path))


def test_a_finished_race_is_saved_before_its_table_is_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table_in(tmp_path).race(Random(1), Plans(1))

    def full(*_arguments: object) -> None:
        raise BadFile("the disk is full")

    with monkeypatch.context() as broken:
        broken.setattr(SaveStore, "write", full)
        assert "the disk is full" in refused(heat_tui("tables", "--close", "usa", home=tmp_path))
    heat_tui("tables", "--close", "usa", home=tmp_path)
    (info,) = SharedTables().list()
    assert (info.closed, info.kept) == (True, "usa")
    assert "usa" in heat_tui("saves", "list", home=tmp_path).stdout


def test_a_record_that_is_cut_under_a_screen_stops_it_with_a_sentence(tmp_path: Path) -> None:
    table = table_in(tmp_path)
    ada, log = table.matches[0], len(table.matches[0].log)
    changed(tmp_path, "UPDATE choices SET entry = 'x' WHERE number >= 12")
    changed(tmp_path, "INSERT INTO choices SELECT table_id, 12, 'x' FROM choices WHERE number = 0")
    changed(tmp_path, "UPDATE tables SET length = 13, version = version + 1")
    ada.poll()
    assert ada.trouble is not None
    assert "entry 13" in ada.trouble
    assert len(ada.log) >= log


def test_a_record_with_an_illegal_choice_is_followed_no_further(tmp_path: Path) -> None:
    table = table_in(tmp_path)
    table.look()
    ada = table.matches[0]
    log = len(ada.log)
    changed(tmp_path, f"INSERT INTO choices SELECT id, length, {A_CHOICE} FROM tables")
    changed(tmp_path, "UPDATE tables SET length = length + 1, version = version + 1")
    for _look in range(2):
        ada.poll()
        ada.catch_up()
        assert ada.trouble == "usa: another program has changed the table's record, so the table cannot be continued."
        assert (ada.waits_for_person, ada.moves_on, len(ada.log)) == (False, False, log)


def test_an_illegal_sealed_choice_is_not_opened(tmp_path: Path) -> None:
    table = Screens(f"sqlite:///{tmp_path / 'tables.sqlite'}", *SETUPS["base game"], ["Ada"], ["Bo"], ["Cem"])
    ada, bo, cem = table.matches
    plan(bo)
    plan(cem)
    illegal = A_CHOICE.replace('"seat": 0', '"seat": 1')
    changed(tmp_path, f"UPDATE seats SET sealed = substr(sealed, 1, instr(sealed, ' ')) || {illegal} WHERE seat = 1")
    plan(ada)
    assert ada.trouble == "usa: another program has changed the table's record, so the table cannot be continued."
    assert (ada.waits_for_person, ada.poll(), ada.log) == (False, False, [])


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("sit", "nowhere", "--as", "Ada"), "No table is called nowhere"),
        (("sit", "\udcff", "--as", "Ada"), "No table is called \\udcff"),
        (("watch", "\udcff"), "No table is called \\udcff"),
        (("sit", "usa", "--as", "Zoe"), 'No person called "Zoe" sits at this table; the people are Ada, Bo and Cem.'),
        (("sit", "usa", "--as", ","), 'No person called "" sits at this table'),
        (("table", "--drivers", "Ada,Ada"), "Ada"),
        (("table", "--drivers", "A" * 101), "name"),
        (("table", "--drivers", "Ada", "--name", "卓"), '"卓" has no letter from a to z and no digit; choose another'),
        (("table", "--drivers", "@steady"), "Name the people at the table"),
        (("table", "--drivers", "Ada", "--season", "custom", "--track", "usa"), "Leave out --track"),
        (
            ("table", "--drivers", "Ada", "--database", "nonsense"),
            "nonsense: the address of a database begins with sqlite:/// or postgresql://; correct it.",
        ),
        (("table", "--drivers", "Ada", "--database", "postgresql://ada:secret@127.0.0.1:1/x"), "cannot be used"),
        (("watch", "usa", "--database", "sqlite:////proc/nowhere/tables"), "be used (No such file or directory);"),
    ],
)
def test_a_bad_command_is_refused_in_one_sentence(arguments: tuple[str, ...], words: str, tmp_path: Path) -> None:
    table_in(tmp_path)
    sentence = refused(heat_tui(*arguments, "--plain", home=tmp_path))
    assert words in sentence
    assert "secret" not in sentence


@pytest.mark.parametrize(
    "arguments",
    [
        ("table", "--drivers", "Ada,Bo", "--plain", "--ascii"),
        ("table", "--drivers", "Ada,Bo"),
        ("--theme", "nowhere", "table", "--drivers", "Ada,Bo"),
    ],
)
def test_a_command_that_is_refused_opens_no_table(arguments: tuple[str, ...], tmp_path: Path) -> None:
    ended = heat_tui(*arguments, home=tmp_path)
    assert refused(ended)
    assert ended.stdout == ""
    assert SharedTables().list() == []


def test_a_table_without_a_terminal_names_its_own_option_for_lines_of_text(tmp_path: Path) -> None:
    sentence = refused(heat_tui("sit", "usa", home=tmp_path))
    assert sentence.endswith("this is not one; heat-tui sit --plain races in lines of text.")


@pytest.mark.rule("L1")
def test_a_table_has_the_default_legends(tmp_path: Path) -> None:
    heat_tui("table", "--drivers", "Ada,Bo", "--name", "two", "--plain", home=tmp_path)
    _info, begun = SharedTables().find("two")
    assert begun.setup.modules == (Legends(2),)


@pytest.mark.parametrize(
    ("opens", "way"),
    [
        (("table", "--plain"), "heat-tui sit duo --as Bo"),
        (("host", "--open-only", "--ssh", "2300"), "heat-tui host --headless --ssh 2300"),
    ],
)
def test_a_typed_name_that_an_open_table_has_is_refused(opens: tuple[str, ...], way: str, tmp_path: Path) -> None:
    command = (*opens, "--drivers", "Bo,Ada", "--name")
    heat_tui(*command, "Duo", home=tmp_path)
    words = f"The table duo is open already; choose another name, or continue there with: {way}"
    assert words in refused(heat_tui(*command, "duo", home=tmp_path))
    heat_tui("tables", "--close", "duo", home=tmp_path)
    heat_tui(*command, "duo", home=tmp_path)
    assert [each.name for each in SharedTables().list()] == ["duo-2", "duo"]


def test_the_commands_that_a_new_table_prints_work_in_a_shell(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/other tables.sqlite"
    options = ("--legends", "0", "--database", database, "--plain")
    opened = heat_tui("table", "--drivers", "Ada,Player 2", *options, home=tmp_path)
    for words, chosen in (("Player 2 sits down with: ", ["--plain"]), ("To come back: ", [])):
        _before, _words, after = opened.stdout.partition(words)
        program, *command = shlex.split(after.splitlines()[0])
        assert program == "heat-tui"
        assert "To come back: " in heat_tui(*command, *chosen, "--take-over", home=tmp_path).stdout


def test_a_choice_that_cannot_be_written_is_asked_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = table_in(tmp_path)
    table.look()
    match = next(each for each in table.matches if each.waits_for_person)
    decision, record = match.decision, match.saved().record
    assert decision is not None

    def full(*_arguments: object) -> bool:
        raise BadFile("the disk is full")

    for name in ("append", "seal"):
        monkeypatch.setattr(SharedTables, name, full)
    assert match.play(Plans(1)(decision.seat, decision)) == []
    assert match.trouble == "the disk is full"
    assert (match.decision, match.saved().record) == (decision, record)
    monkeypatch.undo()
    monkeypatch.setenv("HEAT_TUI_HOME", str(tmp_path))
    match.play(Plans(1)(decision.seat, decision))
    assert isinstance(match, SharedMatch)
    assert match.waits_for_person is False or match.decision != decision


UNREACHABLE: dict[str, Callable[[SharedMatch], object]] = {
    "append": lambda match: match.hand_over(match.here[0], "steady"),
    "append, renaming": lambda match: match.rename(match.here[0], "Zoe"),
    "seal": lambda match: match.take_back(1),
    "say": lambda match: match.say("Hello"),
    "note": lambda match: match.close(),
}


@pytest.mark.parametrize("method", UNREACHABLE)
def test_a_change_that_cannot_be_written_is_refused(
    method: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = table_in(tmp_path)
    table.look()
    match = table.matches[0]
    record = match.saved().record

    def full(*_arguments: object, **_more: object) -> bool:
        raise BadFile("the disk is full")

    monkeypatch.setattr(SharedTables, method.partition(",")[0], full)
    with pytest.raises(BadFile, match="the disk is full"):
        UNREACHABLE[method](match)
    table.look()
    assert [each.saved().record for each in table.matches] == [record] * 3


@pytest.mark.long
def test_a_save_that_cannot_be_made_is_reported_in_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_arguments: object) -> None:
        raise BadFile("the disk is full")

    monkeypatch.setattr(SaveStore, "write", full)
    saves = SaveStore(tmp_path / "saves")
    url = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    table = Screens(url, *SETUPS["base game"], ["Ada"], ["Bo"], ["Cem"], saves=saves)
    table.race(Random(1), Plans(1))
    assert "the disk is full" in [match.not_saved for match in table.matches]
    assert SharedTables(url).list()[0].kept == ""
    monkeypatch.undo()
    monkeypatch.setenv("HEAT_TUI_HOME", str(tmp_path))
    table.sit()
    assert SharedTables(url).list()[0].kept == "usa"


def test_a_server_needs_its_package_and_a_file_does_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    assert SharedTables(f"sqlite:///{tmp_path / 'tables.sqlite'}").list() == []
    with pytest.raises(Refused, match=r"Shared tables need psycopg; install it with pip install '.\[host\]'"):
        SharedTables("postgresql://ada@/heat")


@pytest.mark.parametrize(
    "url", ["postgresql://ada:top@secret@127.0.0.1:1/x", "postgresql://ada@127.0.0.1:1/x?password=top@secret"]
)
def test_no_message_shows_a_password(url: str) -> None:
    tables = SharedTables(url)
    with pytest.raises(BadFile, match="the tables cannot be used") as refusal:
        tables.list()
    assert "secret" not in str(refusal.value)
    assert "secret" not in tables.url


def test_no_message_shows_guests_where_the_database_is() -> None:
    tables = SharedTables("postgresql://ada@127.0.0.1:1/x")
    tables.url = "heat-tui"
    words = r"heat-tui: the database does not answer; nothing that was chosen before is lost\."
    with pytest.raises(BadFile, match=rf"\A{words}\Z"):
        tables.list()


def test_a_database_that_does_not_answer_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One thread keeps a transaction open, and another wants to read."""
    monkeypatch.setattr(database, "LOCK_TIMEOUT", 0.01)
    tables = SharedTables(f"sqlite:///{tmp_path / 'tables.sqlite'}")
    with ThreadPoolExecutor(1) as other:
        with tables.begin(reads=True), pytest.raises(BadFile, match="the database does not answer"):
            other.submit(tables.list).result(10)
        assert other.submit(tables.list).result(10) == []


def test_a_file_that_another_program_writes_is_waited_for_once_and_a_screen_waits_less(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only a server closes connections, so connecting to a file again is pointless."""
    tables = SharedTables(f"sqlite:///{tmp_path / 'tables.sqlite'}")

    def waits() -> int:
        with tables.begin(reads=True) as run:
            return int(run("PRAGMA busy_timeout").fetchone()[0])

    async def of_a_screen() -> int:
        return waits()

    assert (asyncio.run(of_a_screen()), waits()) == (1_000, 10_000)
    words = r"cannot be used \(database is locked\); nothing that was chosen before is lost"
    with (
        closing(sqlite3.connect(tmp_path / "tables.sqlite", isolation_level=None)) as other,
        monkeypatch.context() as once,
    ):
        other.execute("BEGIN IMMEDIATE")
        once.setattr(database, "TIMEOUT", 0.01)
        once.setattr(tables, "_connected", lambda: pytest.fail("the database has been waited for again"))
        with pytest.raises(BadFile, match=words):
            tables.lobby()
    assert tables.lobby()


def test_a_choice_in_a_screen_is_kept_for_another_try_while_the_file_is_locked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Screens(f"sqlite:///{tmp_path / 'tables.sqlite'}", *SETUPS["base game"], ["Ada"], ["Bo"], ["Cem"])
    ada = table.matches[0]
    decision = ada.decision

    async def of_a_screen() -> None:
        plan(ada)

    monkeypatch.setattr(database, "HASTE", 0.01)
    with closing(sqlite3.connect(tmp_path / "tables.sqlite", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        asyncio.run(of_a_screen())
        assert ada.trouble is not None
        assert "database is locked" in ada.trouble
        assert ada.decision == decision
    asyncio.run(of_a_screen())
    ada.poll()
    assert ada.view(None).cars[0].planned


def test_a_connection_to_a_server_ends_without_a_sign_of_life(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []

    def connect(url: str, *, autocommit: bool, **options: int) -> None:
        made.append(psycopg.conninfo.make_conninfo(url, **options))
        assert autocommit
        raise psycopg.OperationalError("nobody is there")

    monkeypatch.setattr(psycopg, "connect", connect)
    with pytest.raises(BadFile, match="nobody is there"):
        SharedTables("postgresql://ada@127.0.0.1:1/x").list()
    assert "tcp_user_timeout=10000" in made[0]
    assert "keepalives_idle=4" in made[0]
