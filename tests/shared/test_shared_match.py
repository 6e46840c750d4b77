"""A match that several screens follow: the same race in any order of arrival, undo, leaving and coming back."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from threading import Event
from threading import enumerate as enumerate_threads
from time import monotonic, sleep
from weakref import ref

import pytest

from heat_tui import language
from heat_tui.engine import RaceSetup
from heat_tui.engine.actions import NextRace, Plan
from heat_tui.engine.decisions import AT_ONCE, KeepDecision, PlanDecision, PutAwayDecision
from heat_tui.game.setup.options import Options, Seat
from heat_tui.game.setup.season_options import season_setup
from heat_tui.game.table import shared
from heat_tui.game.table.history import UndoStopped, undone_sentence
from heat_tui.game.table.match import GIVEN_UP_TO, Match
from heat_tui.game.table.open_tables import may_race_again, open_tables
from heat_tui.game.table.shared import SharedMatch, command_for
from heat_tui.game.telling.story import resuming
from heat_tui.modules.championship.calendar import SeasonRace
from heat_tui.modules.garage import Garage
from heat_tui.modules.legends import Legends
from heat_tui.modules.mulligan import MulliganRule
from heat_tui.modules.tournament import Tournament
from heat_tui.modules.weather import Weather
from heat_tui.store.reading import BadFile
from heat_tui.store.saved_race import HandOver, Rename, Step, save_text
from heat_tui.store.saves import SaveStore
from heat_tui.store.schema import Refused
from heat_tui.store.shared_tables import DATABASE_VARIABLE, News, SharedTables, TableInfo
from heat_tui.store.tracks import load_track
from heat_tui.typesetting import listed
from heat_tui.words.situation import still_to_plan
from tests.seasons import setup_of
from tests.shared.screens import Plans, Screens, url_of

USA = load_track("usa")
ADA, BO, CEM = 0, 1, 2
PERSONS = ("person", "person", "person")
SETUPS = {
    "base game": (RaceSetup(USA, ("Ada", "Bo", "Cem"), seed=3, laps=1), PERSONS),
    "mulligan, put-aways, weather, tournament": (
        RaceSetup(
            USA,
            ("Ada", "Rob", "Bo", "Cem"),
            seed=4,
            laps=1,
            modules=(Garage("both", "snake"), Legends(1), MulliganRule(), Tournament(), Weather()),
        ),
        ("person", "steady", "person", "person"),
    ),
    "handicap and retiring": (
        RaceSetup(USA, ("Ada", "Bo", "Cem"), seed=6, laps=1, handicap=(0, 1, 2), retire=True, modules=(Legends(2),)),
        PERSONS,
    ),
}


@pytest.fixture(autouse=True)
def _at_home(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared, "PATIENCE", 0.0)


def three(folder: Path, *, saves: SaveStore | None = None) -> Screens:
    """Return a table with Ada, Bo and Cem, each at a separate screen."""
    return Screens(url_of(folder), *SETUPS["base game"], ["Ada"], ["Bo"], ["Cem"], saves=saves)


def refuses(*_arguments: object, **_more: object) -> None:
    raise BadFile("the disk is full")


def first_plan(match: SharedMatch) -> Plan:
    """Return the first plan that is offered at a screen."""
    decision = match.decision
    assert isinstance(decision, PlanDecision)
    return next(each for each in decision.options() if isinstance(each, Plan))


def plan(match: SharedMatch) -> Plan:
    """Seal the first plan that is offered at a screen, and return it."""
    action = first_plan(match)
    match.play(action)
    return action


@pytest.mark.parametrize(
    "kind", [kind if "mulligan" in kind else pytest.param(kind, marks=pytest.mark.long) for kind in SETUPS]
)
def test_the_order_of_arrival_changes_nothing(kind: str, tmp_path: Path) -> None:
    """The same plans in any order, at one screen each or at shared ones, give the same race, which a save replays."""
    setup, controllers = SETUPS[kind]
    groups = ([["Ada"], ["Bo"], ["Cem"], []], [["Cem", "Ada"], ["Bo"]])
    records = []
    for order, screens in enumerate(groups):
        table = Screens(url_of(tmp_path), setup, controllers, *screens)
        table.race(Random(order), Plans(9))
        saved = [match.saved() for match in table.matches]
        assert all(each.snapshot == saved[0].snapshot and each.record == saved[0].record for each in saved)
        records.append(saved[0].record)
        again = Match.resume(saved[0], store=None).saved()
        assert again.snapshot == saved[0].snapshot
        assert save_text(replace(again, changed=saved[0].changed)) == save_text(saved[0])
    assert records[0] == records[1]


@pytest.mark.long
def test_a_finished_race_becomes_a_save_of_its_home_once(tmp_path: Path) -> None:
    saves = SaveStore(tmp_path / "saves", book=tmp_path / "book.sqlite")
    table = three(tmp_path, saves=saves)
    assert not any(match.is_saved for match in table.matches)
    table.race(Random(1), Plans(1))
    assert [match.is_saved for match in table.matches].count(True) == 1
    assert [path.stem for path in saves.files()] == ["usa"]
    saved = SaveStore(saves.folder).read("usa")
    assert saved.finished
    assert saved.record == table.matches[0].saved().record
    assert SharedTables(table.url).list()[0].kept == "usa"
    table.sit().poll()
    assert [path.stem for path in saves.files()] == ["usa"]


@pytest.mark.long
def test_a_driver_of_a_finished_race_gets_another_name_in_its_save_too(tmp_path: Path) -> None:
    saves = SaveStore(tmp_path / "saves")
    table = three(tmp_path, saves=saves)
    table.race(Random(1), Plans(1))
    table.matches[CEM].rename(CEM, "Zoe")
    table.look()
    assert SaveStore(saves.folder).read("usa").setup.seats == ("Ada", "Bo", "Zoe")


def test_a_match_that_follows_an_entry_adds_it_neither_to_the_record_nor_to_its_save(tmp_path: Path) -> None:
    ada, bo, _cem = three(tmp_path).matches
    alone = Match.start(ada.setup, ada.controllers, store=SaveStore(tmp_path / "saves"))
    saved = SaveStore(tmp_path / "saves").read(alone.name)
    for match in (ada, alone):
        for step in (HandOver(BO, "steady"), Rename(CEM, "Zoe")):
            match.follow(step)
        assert match.controllers[BO] == "steady"
        assert match.setup.seats[CEM] == "Zoe"
    bo.poll()
    assert bo.info.length == 0, "the entries are in the record"
    assert SaveStore(tmp_path / "saves").read(alone.name) == saved


def test_a_finished_race_is_never_taken_back(tmp_path: Path) -> None:
    """Otherwise, the screen that saved the race would overwrite its save with the race before its end."""
    saves = SaveStore(tmp_path / "saves")
    table = three(tmp_path, saves=saves)
    table.race(Random(1), Plans(1))
    ada, *others = table.matches
    length = ada.info.length
    assert {match.undo_stop for match in table.matches} == {"over"}
    with pytest.raises(Refused, match="The race is over, so nothing can be taken back"):
        ada.take_back(1)
    for match in (ada, *others):  # as if everybody had agreed just before the end
        match.tables.seal(match.info, match.here, "back", f"{length} 1")
        table.look()
    assert ada.back_asked == 0
    assert ada.info.length == length
    assert SaveStore(saves.folder).read("usa").finished


def test_the_people_at_the_end_of_a_race_race_again_with_the_same_code(tmp_path: Path) -> None:
    tables, saves = SharedTables(url_of(tmp_path)), SaveStore(tmp_path / "saves")
    name = SharedMatch.begin(tables, Match.start(*SETUPS["base game"]), hosted=True)
    table = three(tmp_path)
    table.name, table.matches = name, [SharedMatch.sit(tables, name, [each], saves=saves) for each in ("Ada", "Bo")]
    table.matches.append(SharedMatch.watch(tables, name, guest=True))
    table.matches[-1].take_seats([CEM])
    ada, bo, cem = table.matches
    assert not any(may_race_again(match) for match in table.matches)
    ada.begin_race()
    table.race(Random(1), Plans(1))
    assert [may_race_again(match) for match in table.matches] == [True, True, False]
    bo.leave()
    first, second = ada.again(saves), ada.again(saves)
    cem.poll()
    third = cem.again()
    assert [match.name for match in (first, second, third)] == ["usa-3"] * 3, f"not {name}-2"
    assert {match.info.home for match in (first, third)} == {ada.info.home}
    assert (third.info.code, third.info.began, third.info.closed) == (ada.info.code, False, 0)
    assert tables.admitted(ada.info.code) == [third.info]
    assert [(seat, each.guest, each.ready) for seat, each in third.seats.items()] == [
        (ADA, False, False),
        (CEM, True, False),
    ]
    assert (first.here, third.here, third.missing) == ((ADA,), (CEM,), {BO: "Bo"})


def hosted(folder: Path) -> Screens:
    """Return a hosted table whose race is over: Ada is the host, Bo and Cem are guests, and another guest watches."""
    tables, table = SharedTables(url_of(folder)), three(folder)
    table.name = SharedMatch.begin(tables, Match.start(*SETUPS["base game"]), hosted=True)
    guests = [SharedMatch.watch(tables, table.name, guest=True) for _guest in range(3)]
    for seat in (BO, CEM):
        guests[seat - 1].take_seats([seat])
    table.matches = [table.sit("Ada"), *guests]
    table.matches[ADA].begin_race()
    table.race(Random(1), Plans(1))
    return table


@pytest.mark.long
def test_a_race_that_begins_waits_for_nobody_who_has_left_the_room(tmp_path: Path) -> None:
    table = three(tmp_path)
    ada, bo, cem = table.matches
    bo.leave()
    ada.poll()
    ada.begin_race()
    table.matches = [ada, cem]
    table.look()
    for match in table.matches:
        plan(match)
    table.look()
    assert not isinstance(ada.decision, PlanDecision), ada.waiting_words()
    table.matches.append(table.sit("Bo"))
    table.look()
    assert ada.controllers == PERSONS


def test_a_guest_who_is_sent_away_before_racing_again_never_gets_the_new_code(tmp_path: Path) -> None:
    ada, bo, cem, watcher = hosted(tmp_path).matches
    again = ada.again()
    again.send_away(CEM)
    bo.poll()
    assert (bo.again().here, bo.again().info.code) == ((BO,), again.info.code)
    for guest in (cem, watcher):
        guest.poll()
        with pytest.raises(Refused, match=r"The table has another code now; to watch again, ask your host for it\."):
            guest.again()


def test_words_at_a_result_reach_those_who_race_again_from_people_who_know_the_code(tmp_path: Path) -> None:
    ada, bo, cem, watcher = hosted(tmp_path).matches
    again = ada.again()
    again.send_away(CEM)
    for guest in (bo, cem, watcher):
        guest.poll()
        guest.say("Wait for me")
    again.poll()
    assert again.new_words() == ["Bo: Wait for me"]
    ada.poll()
    assert ada.new_words() == ["Bo: Wait for me", "Cem: Wait for me", "A watcher: Wait for me"]


def test_words_that_cannot_reach_those_who_race_again_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, bo, _cem, _watcher = hosted(tmp_path).matches
    ada.again()
    bo.poll()
    monkeypatch.setattr(SharedTables, "latest", refuses)
    with pytest.raises(BadFile, match="the disk is full"):
        bo.say("Wait for me")


@pytest.mark.long
def test_a_guest_who_missed_a_race_goes_on_to_the_table_that_is_open(tmp_path: Path) -> None:
    ada, bo, cem, _watcher = hosted(tmp_path).matches
    second = ada.again()
    bo.poll()
    bo.again()
    third = second.again()
    cem.poll()
    assert (cem.again().name, cem.again().here) == (third.name, (CEM,))


@pytest.mark.long
def test_a_table_that_is_closed_is_not_offered_to_those_at_the_results_before_it(tmp_path: Path) -> None:
    ada, bo, _cem, _watcher = hosted(tmp_path).matches
    second = ada.again()
    third = second.again()
    bo.poll()
    assert may_race_again(bo)
    other = three(tmp_path).matches[CEM]
    third.close()
    for match in (bo, second):
        match.poll()
        assert (match.info.is_followed, match.waiting_words()) == (False, "This table is closed.")
        assert not may_race_again(match)
    other.poll()
    assert not other.info.closed


@pytest.mark.long
def test_a_table_that_is_closed_as_others_race_again_still_leads_to_them(tmp_path: Path) -> None:
    table = three(tmp_path)
    table.race(Random(1), Plans(1))
    ada, bo, cem = table.matches
    again = bo.again()
    ada.close()
    cem.poll()
    assert cem.again().info.id == again.info.id
    assert not again.info.closed


def test_another_home_keeps_no_save(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    saves = SaveStore(tmp_path / "saves")
    table = three(tmp_path, saves=saves)
    table.race(Random(1), Plans(1), until=4)
    monkeypatch.setenv("HEAT_TUI_HOME", str(tmp_path / "elsewhere"))
    table.matches = [table.sit(name, take_over=True) for name in ("Ada", "Bo", "Cem")]
    table.race(Random(2), Plans(2))
    assert saves.files() == ()


@pytest.mark.parametrize(("until", "names"), [(-1, ["usa"]), (4, [])])
def test_a_finished_race_whose_table_was_closed_elsewhere_is_saved_at_the_next_look(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, until: int, names: list[str]
) -> None:
    saves = SaveStore(tmp_path / "saves")
    table = three(tmp_path)
    table.race(Random(1), Plans(1), until=until)
    table.matches[0].close()
    tables = SharedTables(table.url)
    with monkeypatch.context() as elsewhere:
        elsewhere.setenv("HEAT_TUI_HOME", str(tmp_path / "elsewhere"))
        assert open_tables(tables, saves) == []
    assert open_tables(tables, None) == []
    with monkeypatch.context() as full:
        full.setattr(SaveStore, "write", refuses)
        assert open_tables(tables, saves) == []
    assert saves.files() == ()
    assert open_tables(tables, saves) == []
    assert [path.stem for path in saves.files()] == names
    (info,) = tables.list()
    assert (info.closed, info.kept, info.home) == (True, "".join(names), "")
    monkeypatch.setattr(SharedTables, "find", pytest.fail)
    assert open_tables(tables, saves) == [], "the table is not read again"


def test_all_plan_at_once_and_may_take_plans_back(tmp_path: Path) -> None:
    table = three(tmp_path)
    ada, bo, cem = table.matches
    assert [match.decision and match.decision.seat for match in table.matches] == [ADA, BO, CEM]
    first = plan(bo)
    table.look()
    assert (bo.waits_for_person, bo.waited_for()) == (False, (ADA, CEM))
    assert bo.view(BO).plan == (first.gear, tuple(sorted(first.cards)))
    assert ada.view(ADA).plan is None
    assert [car.planned for car in ada.view(None).cars] == [False, True, False]
    to_plan = [still_to_plan(match.view(seat), seat) for seat, match in enumerate(table.matches)]
    assert to_plan == [[CEM], [ADA, CEM], [ADA]]
    bo.undo()
    table.look()
    assert bo.waits_for_person
    assert not ada.view(None).cars[BO].planned
    for match in (bo, cem, ada):
        plan(match)
    table.look()
    assert len(ada.log) >= 3
    with pytest.raises(UndoStopped):
        bo.undo()


def test_a_screen_that_has_just_lost_its_seat_does_not_plan_for_it(tmp_path: Path) -> None:
    table = three(tmp_path)
    old = table.matches[BO]
    new = table.sit("Bo", take_over=True)
    action = plan(new)
    decision = old.decision
    assert decision is not None
    old.play(next(each for each in decision.options() if each != action))
    assert (old.here, old.trouble) == ((), None)
    new.poll()
    assert new.view(BO).plan == (action.gear, tuple(sorted(action.cards)))


def test_the_plan_made_last_at_a_screen_is_taken_back_first(tmp_path: Path) -> None:
    both, _cem = Screens(url_of(tmp_path), *SETUPS["base game"], ["Ada", "Bo"], ["Cem"]).matches
    plan(both)
    plan(both)
    assert [both.undo().seat, both.to_move, both.undo().seat, both.to_move] == [BO, BO, ADA, ADA]


def test_the_last_choice_is_undone_on_all_screens_while_nothing_was_chosen_since(tmp_path: Path) -> None:
    table = three(tmp_path)
    for match in table.matches:
        plan(match)
    table.look()
    seat = table.matches[0].to_move
    assert seat is not None
    mover, other = table.matches[seat], table.matches[(seat + 1) % 3]
    before, log = mover.saved().snapshot, len(mover.log)
    with pytest.raises(UndoStopped):
        other.undo()
    decision = mover.decision
    assert decision is not None
    mover.play(next(iter(decision.options())))
    if mover.undo_stop is None:
        table.look()
        mover.undo()
        table.look()
        for match in table.matches:
            assert (match.saved().snapshot, len(match.log)) == (before, log)
            assert len(match.saved().record) == log
        assert other.turned_back is not None
        assert mover.turned_back is None


def test_an_undo_does_not_drop_a_choice_that_somebody_has_just_sealed(tmp_path: Path) -> None:
    setup = RaceSetup(USA, ("Ada", "Bo", "Cem"), seed=4, laps=1, modules=(Garage("both", "snake"),))
    table = Screens(url_of(tmp_path), setup, PERSONS, ["Ada"], ["Bo"], ["Cem"])
    plans = Plans(1)
    while not isinstance(table.matches[0].decision, PutAwayDecision):
        table.one(next(match for match in table.matches if match.waits_for_person), plans)
        table.look()
    last = next(match for match in table.matches if match.undo_stop is None)
    other = next(match for match in table.matches if match is not last)
    assert isinstance(other.decision, PutAwayDecision)
    other.play(next(iter(other.decision.options())))
    with pytest.raises(UndoStopped):
        last.undo()
    table.look()
    assert not other.waits_for_person


def test_a_take_back_needs_everybody(tmp_path: Path) -> None:
    table = three(tmp_path)
    before = table.matches[0].saved().snapshot
    for match in table.matches:
        plan(match)
    table.look()
    ada, bo, cem = table.matches
    assert ada.take_back(3).actions == 0
    table.look()
    assert (ada.back_asked, bo.back_asked, cem.back_asked) == (0, 3, 3)
    assert cem.back_words == "Ada would like to take back the last 3 choices, made by Ada (1), Bo (1) and Cem (1)."
    bo.take_back(3)
    cem.poll()
    cem.refuse_back()
    table.look()
    assert (ada.back_asked, bo.back_asked, cem.back_asked) == (0, 0, 0)
    cem.refuse_back()
    table.look()
    said = ["Cem said no, so nothing is taken back."]
    assert [match.new_words() for match in table.matches] == [said] * 3, "it is refused once"
    assert [match.take_back(3).choices for match in (bo, ada, cem)] == [0, 0, 3]
    table.look()
    assert [match.saved().snapshot for match in table.matches] == [before] * 3
    assert ada.take_backs == (3,)
    assert ada.turned_back is not None
    assert undone_sentence(ada.turned_back, ada.sheet) == "3 choices were taken back by agreement.", "all plan again"
    assert ada.waits_for_person
    ada.say("Again")
    watcher = table.sit()
    assert (watcher.turned_back, watcher.said_before, watcher.new_words()) == (None, ["Ada: Again"], [])


def leave_to_a_driver(mover: SharedMatch, asker: SharedMatch) -> None:
    seat = asker.here[0]
    asker.leave()
    mover.poll()
    mover.hand_over(seat, "steady")


LAPSES: dict[str, tuple[Callable[[SharedMatch, SharedMatch], object], str]] = {
    "the asker's seat is handed over": (leave_to_a_driver, "Steady drives for {asker} now."),
    "a driver is renamed": (lambda mover, _asker: mover.rename(mover.here[0], "Zoe"), "{mover} is now called Zoe."),
    "the last choice is undone": (lambda mover, _asker: mover.undo(), ""),
    "the asker is sent away": (lambda mover, asker: mover.send_away(asker.here[0]), ""),
}


@pytest.mark.parametrize("cause", LAPSES)
def test_all_are_told_once_that_a_request_to_take_back_has_lapsed(
    cause: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shared, "GONE_AFTER", -1.0)
    table = three(tmp_path)
    for match in table.matches:
        plan(match)
    table.look()
    mover, other, asker = sorted(table.matches, key=lambda match: not match.waits_for_person)
    assert mover.decision is not None
    names = {"mover": mover.sheet.entries[mover.here[0]].name, "asker": mover.sheet.entries[asker.here[0]].name}
    mover.play(next(mover.decision.options()))
    table.look()
    asker.take_back(4)
    table.look()
    assert other.back_asked == 4
    change, told = LAPSES[cause]
    change(mover, asker)
    table.matches = [mover, other] if "handed over" in cause else table.matches
    table.look()
    lines = [
        "Something has changed since the request, so nothing is taken back.",
        *filter(None, [told.format(**names)]),
    ]
    assert [(match.back_asked, match.new_words()) for match in table.matches] == [(0, lines)] * len(table.matches)
    table.look()
    assert [match.new_words() for match in table.matches] == [[]] * len(table.matches)


@pytest.mark.parametrize("looked", [False, True])
def test_a_request_to_take_back_is_refused_once_somebody_has_chosen(tmp_path: Path, *, looked: bool) -> None:
    table = three(tmp_path)
    for match in table.matches:
        plan(match)
    table.look()
    mover, _other, asker = sorted(table.matches, key=lambda match: not match.waits_for_person)
    assert mover.decision is not None
    mover.play(next(mover.decision.options()))
    if looked:
        asker.poll()
        assert asker.behind
    with pytest.raises(Refused, match=r"Something has changed since the request, so nothing is taken back\."):
        asker.take_back(1)
    table.look()
    assert [match.back_asked for match in table.matches] == [0, 0, 0]


def test_a_seat_is_taken_once_and_its_person_comes_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = three(tmp_path)
    with pytest.raises(Refused, match="Somebody sits there for Bo already"):
        table.sit("Bo")
    plan(table.matches[BO])
    table.matches[BO].leave()
    again = table.sit("bo")
    assert again.here == (BO,)
    assert not again.waits_for_person
    assert again.view(BO).plan is not None
    other = table.sit("Bo", take_over=True)
    monkeypatch.setattr(shared, "BEATS_EVERY", 0.0)
    again.poll()
    assert [match.here for match in (again, other)] == [(), (BO,)]
    assert again.new_words() == ["Another screen has your seat now; you are watching."]
    with pytest.raises(Refused, match='No person called "Zoe"'):
        table.sit("Zoe")


@pytest.mark.long
def test_a_driver_stands_in_for_a_person_who_is_gone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = three(tmp_path)
    ada, _bo, cem = table.matches
    with pytest.raises(Refused, match="Bo sits at another screen"):
        ada.hand_over(BO, "steady")
    monkeypatch.setattr(shared, "GONE_AFTER", -1.0)
    ada.hand_over(BO, "steady")
    table.matches = [ada, cem]
    table.race(Random(1), Plans(1), until=12)
    assert ada.controllers == ("person", "steady", "person")
    assert cem.new_words() == ["Steady drives for Bo now."]
    assert table.sit().free == {}
    back = table.sit("Bo", take_over=True)
    table.matches = [ada, back, cem]
    table.look()
    assert [match.controllers for match in table.matches] == [PERSONS] * 3
    table.race(Random(1), Plans(1))
    assert ada.saved().record == back.saved().record


def test_a_person_is_not_gone_because_this_screen_has_not_looked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [1000.0]
    monkeypatch.setattr(shared, "clock", lambda: now[0])
    table = three(tmp_path)
    ada, bo, _cem = table.matches
    table.look()
    now[0] += shared.GONE_AFTER + 1
    bo.poll()
    with pytest.raises(Refused, match="Bo sits at another screen"):
        ada.hand_over(BO, "steady")
    ada.hand_over(CEM, "steady")
    assert ada.controllers == ("person", "person", "steady")


def test_a_person_who_comes_back_at_the_same_moment_keeps_the_seat(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = three(tmp_path)
    ada = table.matches[ADA]
    append, back = SharedTables.append, list[SharedMatch]()

    def late(tables: SharedTables, info: TableInfo, steps: Sequence[Step]) -> bool:
        if not back:
            monkeypatch.setattr(shared, "GONE_AFTER", 60.0)
            back.append(table.sit("Bo", take_over=True))
        return append(tables, info, steps)

    monkeypatch.setattr(shared, "GONE_AFTER", -1.0)
    monkeypatch.setattr(SharedTables, "append", late)
    with pytest.raises(Refused, match="Bo sits at another screen"):
        ada.hand_over(BO, "steady")
    assert (ada.info.length, ada.controllers) == (0, PERSONS)
    assert back[0].here == (BO,)


def test_a_person_who_took_over_from_an_automated_driver_comes_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Screens(url_of(tmp_path), SETUPS["base game"][0], ("person", "steady", "person"), ["Ada"], ["Cem"])
    ada, cem = table.matches
    ada.hand_over(BO, "person")
    table.sit("Bo").leave()
    monkeypatch.setattr(shared, "GONE_AFTER", -1.0)
    ada.poll()
    ada.hand_over(BO, "steady")
    back = table.sit("Bo")
    table.matches = [ada, back, cem]
    table.look()
    assert [match.controllers for match in table.matches] == [PERSONS] * 3


def test_a_screen_that_wakes_up_takes_the_wheel_back_but_not_after_giving_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = three(tmp_path)
    ada, _bo, cem = table.matches
    monkeypatch.setattr(shared, "GONE_AFTER", -1.0)
    ada.hand_over(BO, "steady")
    cem.hand_over(CEM, "steady")
    table.look()
    assert [match.controllers for match in table.matches] == [("person", "person", "steady")] * 3
    cem.hand_over(CEM, "person")
    ada.hand_over(CEM, "steady")
    table.look()
    assert cem.controllers == PERSONS


def test_nobody_gives_up_twice(tmp_path: Path) -> None:
    ada, *_others = three(tmp_path).matches
    both = Screens(url_of(tmp_path), *SETUPS["base game"], ["Ada", "Bo"], ["Cem"]).matches[0]
    assert (ada.may_give_up, both.may_give_up) == (ADA, ADA)
    for match in (ada, both):
        match.hand_over(ADA, "steady")
    plan(both)
    assert (ada.may_give_up, both.may_give_up) == (None, BO)


def test_two_people_at_one_screen_take_the_wheel_back_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody drives for the second of them in between."""
    table = Screens(url_of(tmp_path), *SETUPS["base game"], ["Ada"], ["Bo", "Cem"])
    ada, both = table.matches
    monkeypatch.setattr(shared, "GONE_AFTER", -1.0)
    for seat in (BO, CEM):
        ada.hand_over(seat, "steady")
    both.poll()
    assert both.controllers == PERSONS


def test_a_watcher_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared, "GONE_AFTER", -1.0)
    table = three(tmp_path)
    for match in table.matches:
        plan(match)
    watcher = table.sit()
    length = watcher.info.length
    for change in (
        lambda: watcher.hand_over(BO, "steady"),
        lambda: watcher.take_back(1),
        lambda: watcher.rename(BO, "Zoe"),
    ):
        with pytest.raises(Refused, match=r"only watching this table|is not at this screen"):
            change()
    table.look()
    assert (watcher.back_asked, watcher.info.length) == (0, length)
    assert table.matches[BO].controllers == PERSONS


@pytest.mark.long
def test_another_screen_carries_on_for_one_that_has_gone(tmp_path: Path) -> None:
    """Bo's screen ends while it is in charge of the automated choices: the race continues with a new one."""
    setup, controllers = SETUPS["mulligan, put-aways, weather, tournament"]
    table = Screens(url_of(tmp_path), setup, controllers, ["Ada", "Cem"], ["Bo"])
    table.race(Random(2), Plans(5), until=20)
    gone = table.matches.pop()
    gone._drives_at = 0.0
    back = table.sit("Bo", take_over=True)
    table.matches.append(back)
    table.race(Random(3), Plans(5))
    assert table.matches[0].saved().record == back.saved().record


def test_a_choice_for_which_another_screen_was_faster_changes_nothing(tmp_path: Path) -> None:
    table = three(tmp_path)
    random, plans = Random(1), Plans(1)
    while not any(match.waits_for_person and not isinstance(match.decision, AT_ONCE) for match in table.matches):
        table.one(random.choice(table.matches), plans)
        table.look()
    slow = next(match for match in table.matches if match.waits_for_person)
    decision = slow.decision
    assert decision is not None
    fast = table.sit(table.matches[0].persons[decision.seat], take_over=True)
    first, *_rest, last = decision.options()
    fast.play(first)
    assert slow.play(last) == []
    assert slow.behind == 1
    slow.catch_up()
    assert slow.log[-1].action == first


def test_people_who_are_away_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = three(tmp_path)
    ada = table.matches[ADA]
    plan(ada)
    table.look()
    assert ada.waiting_words() == "Waiting for Bo and Cem."
    monkeypatch.setattr(shared, "BEATS_EVERY", 0.0)
    ada.poll()
    assert not ada.poll()
    monkeypatch.setattr(shared, "AWAY_AFTER", -1.0)
    assert ada.poll(), "the screen is not told that others are away now"
    assert ada.waiting_words() == "Waiting for Bo and Cem, who are away."
    ada.undo()
    assert ada.waiting_words() == "Bo and Cem are away.", "this screen is asked too"
    plan(ada)
    monkeypatch.setattr(shared, "AWAY_AFTER", 15.0)
    table.matches[CEM].leave()
    ada.poll()
    assert ada.waiting_words() == "Waiting for Bo and Cem. Cem is away."
    language.use("zh_Hant")
    chinese = ada.waiting_words()
    language.use("en")
    assert chinese.count("。") == 2
    assert " " not in chinese
    plan(table.matches[BO])
    table.look()
    assert ada.waiting_words() == "Waiting for Cem, who is away."


def test_nobody_who_is_asked_here_is_said_to_wait_for_others(tmp_path: Path) -> None:
    table = Screens(url_of(tmp_path), *SETUPS["base game"], ["Ada", "Bo"], ["Cem"], [])
    both, cem, _watcher = table.matches
    table.look()
    waiting = [match.waiting_words() for match in table.matches]
    assert waiting == ["", "", "Waiting for Ada, Bo and Cem."]
    plan(both)
    plan(both)
    table.look()
    assert [match.waiting_words() for match in table.matches[:2]] == ["Waiting for Cem.", ""]
    both.undo()
    both.undo()
    plan(cem)
    table.look()
    waiting = [match.waiting_words() for match in table.matches]
    assert waiting == ["", "Waiting for Ada and Bo.", "Waiting for Ada and Bo."]


def test_the_command_for_each_missing_person_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(DATABASE_VARIABLE, url_of(tmp_path))
    table = Screens(url_of(tmp_path), *SETUPS["base game"], ["Ada"], ["Cem"])
    assert table.matches[0].missing_words() == "Bo sits down with: heat-tui sit usa --as Bo"
    table.sit("Bo")
    table.look()
    assert table.matches[0].missing_words() == ""


def test_the_commands_of_a_table_can_be_typed_as_they_are(tmp_path: Path) -> None:
    setup, controllers = SETUPS["base game"]
    url = f"sqlite:///{tmp_path / 'other tables.sqlite'}"
    table = Screens(url, replace(setup, seats=("Player 1", "Bo", "Player 3")), controllers, ["Player 1", "Bo"], [])
    here, watcher = table.matches
    database = f" --database 'sqlite:///{tmp_path}/other tables.sqlite'"
    assert here.missing_words() == f"Player 3 sits down with: heat-tui sit usa --as 'Player 3'{database}"
    here.rename(BO, "Zoe")
    table.look()
    assert here.comes_back == f"heat-tui sit usa --as 'Player 1,Zoe'{database}"
    assert watcher.comes_back == f"heat-tui watch usa{database}"


def test_the_command_of_a_table_holds_no_password() -> None:
    tables = SharedTables("postgresql://ada:a@b@127.0.0.1:1/database")
    shown = "--database 'postgresql://ada:***@127.0.0.1:1/database'"
    assert command_for(tables, "usa", "Bo") == f"heat-tui sit usa --as Bo {shown}"


@pytest.mark.long
def test_all_keep_upgrades_at_once_between_the_seasons_of_a_career(tmp_path: Path) -> None:
    setup = setup_of(
        "career", (SeasonRace(USA, 1, 1), SeasonRace(USA, 2, 1), SeasonRace(USA, 3, 1)), 3, 0, 1, parts=(2, 1)
    )
    names = setup.seats
    table = Screens(url_of(tmp_path), setup, PERSONS, *([name] for name in names))
    random, plans = Random(1), Plans(1)
    while not isinstance(table.matches[0]._game.decision, KeepDecision):
        assert not table.matches[0].over
        table.one(random.choice(table.matches), plans)
    table.look()
    asked = [match for match in table.matches if match.waits_for_person]
    assert len(asked) > 1, "all but one have nothing to choose"
    first, last = asked[0], asked[-1]
    assert isinstance(last.decision, KeepDecision)
    last.play(plans(last.here[0], last.decision))
    assert not last.waits_for_person
    last.undo()
    table.look()
    for match in reversed(asked):
        assert match.waits_for_person
        assert isinstance(match.decision, KeepDecision)
        assert match.decision.seat == match.here[0]
        match.play(plans(match.here[0], match.decision))
    table.look()
    assert [match.rests for match in table.matches] == [True] * 3
    table.race(random, plans)
    assert Match.resume(first.saved(), store=None).over


def test_a_slow_database_does_not_delay_a_screen_that_listens(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ada, bo, _cem = three(tmp_path).matches
    slow, reads, pull = Event(), Event(), ada.tables.pull

    def slowly(info: TableInfo, words: int, screen: str) -> News | None:
        reads.set()
        assert slow.wait(10)
        return pull(info, words, screen)

    monkeypatch.setattr(ada.tables, "pull", slowly)
    ada.listen()
    plan(bo)
    assert reads.wait(10)
    assert not ada.poll(), "the screen has waited for the database"
    slow.set()
    until = monotonic() + 10
    while not ada.view(None).cars[BO].planned and monotonic() < until:
        ada.poll()
    assert ada.view(None).cars[BO].planned
    ada.leave()


def test_a_match_that_is_freed_no_longer_listens(tmp_path: Path) -> None:
    match = three(tmp_path).sit()
    before = set(enumerate_threads())
    match.listen()
    (thread,) = set(enumerate_threads()) - before
    known = ref(match)
    del match
    thread.join(10)
    assert not thread.is_alive()
    assert known() is None


def test_a_screen_that_looks_late_takes_in_all_that_its_thread_has_found(tmp_path: Path) -> None:
    table = three(tmp_path)
    ada, bo, cem = table.matches
    ada.listen()
    plan(bo)
    until = monotonic() + 10
    while ada._found[0] is not ada.info and monotonic() < until:
        sleep(0.01)
    plan(cem)
    ada.say("Hello")
    ada.poll()
    assert [car.planned for car in ada.view(None).cars] == [False, True, True]
    assert ada.new_words() == ["Ada: Hello"]
    ada.leave()


def test_words_of_several_people_or_of_a_watcher_have_the_language_of_the_reader(tmp_path: Path) -> None:
    table = Screens(url_of(tmp_path), *SETUPS["base game"], ["Ada"], ["Bo", "Cem"])
    try:
        language.use("ja")
        table.matches[1].say("こんにちは")
        table.sit().say("Hi")
    finally:
        language.use("en")
    table.look()
    assert table.matches[0].new_words() == ["Bo and Cem: こんにちは", "A watcher: Hi"]


def test_a_person_whose_name_has_a_comma_comes_back_by_the_command_that_is_given(tmp_path: Path) -> None:
    table = Screens(url_of(tmp_path), *SETUPS["base game"], ["Ada", "Bo"], ["Cem"])
    both = table.matches[0]
    both.rename(ADA, "Lovelace, Ada")
    command = shlex.split(both.comes_back)
    both.leave()
    assert command[3:5] == ["--as", "Lovelace, Ada,Bo"]
    assert table.sit(*listed(command[4])).here == (ADA, BO)
    with pytest.raises(Refused, match='No person called "Lovelace"'):
        table.sit("Lovelace")


def test_words_reach_everybody(tmp_path: Path) -> None:
    table = three(tmp_path)
    table.matches[BO].say("Good luck, 全員!")
    table.sit().say("Hello")
    table.look()
    for match in table.matches:
        assert match.new_words() == ["Bo: Good luck, 全員!", "A watcher: Hello"]
        assert match.new_words() == []
    for bad in ("x" * 201, "a\x1b[2Jb", "a\nb"):
        with pytest.raises(Refused, match="one line of at most 200"):
            table.matches[BO].say(bad)


def test_a_name_that_somebody_has_just_got_is_refused(tmp_path: Path) -> None:
    ada, bo, cem = three(tmp_path).matches
    ada.rename(ADA, "Zoe")
    for slow in (bo, cem):
        with pytest.raises(Refused, match='Two drivers are called "zoe"'):
            slow.rename(slow.here[0], "zoe")
    assert cem.setup.seats == ("Zoe", "Bo", "Cem")


def test_a_name_changes_on_all_screens(tmp_path: Path) -> None:
    table = three(tmp_path)
    with pytest.raises(Refused, match=r"^Cem is not at this screen; you can rename only drivers who are\.$"):
        table.matches[ADA].rename(CEM, "Cy")
    table.matches[CEM].rename(CEM, "Cy")
    table.look()
    assert [match.new_words() for match in table.matches] == [["Cem is now called Cy."]] * 3
    assert [match.setup.seats for match in table.matches] == [("Ada", "Bo", "Cy")] * 3
    table.race(Random(1), Plans(1))
    assert table.matches[ADA].saved().setup.seats == ("Ada", "Bo", "Cy")


@pytest.mark.parametrize(
    "write",
    [
        SharedMatch.close,
        plan,
        lambda match: match.say("Good luck"),
        lambda match: match.hand_over(ADA, "steady"),
    ],
)
def test_a_screens_own_entries_are_news_to_it(write: Callable[[SharedMatch], object], tmp_path: Path) -> None:
    ada = three(tmp_path).matches[ADA]
    while ada.poll():
        pass
    write(ada)
    assert ada.poll()
    assert not ada.poll()


def test_a_closed_table_asks_nobody_and_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = three(tmp_path)
    for match in table.matches:
        plan(match)
    table.look()
    length = table.matches[ADA].info.length
    monkeypatch.setattr(shared, "GONE_AFTER", -1.0)
    assert table.matches[ADA].gone == (BO, CEM)
    table.matches[ADA].close()
    table.look()
    for match in table.matches:
        assert match.info.closed
        assert not match.waits_for_person
        assert match.waiting_words() == resuming(match, "") == "This table is closed."
    with pytest.raises(Refused, match="The table usa is closed"):
        table.sit("Bo")
    ada, bo, _cem = table.matches
    assert ada.gone == (), "nobody needs to stand in"
    for change in (lambda: ada.hand_over(BO, "steady"), lambda: ada.rename(ADA, "Zoe"), lambda: bo.take_back(1)):
        with pytest.raises(Refused, match="The table usa is closed"):
            change()
    assert ada.info.length == length
    with pytest.raises(BadFile, match="No table is called nowhere"):
        SharedMatch.sit(SharedTables(table.url), "nowhere", [])


def season(folder: Path, *, saves: SaveStore | None = None) -> Screens:
    """Return the table of a season of two races, with Ada and Bo at separate screens, and a watcher."""
    setup = season_setup(
        Options(
            season="custom",
            tracks=("usa", "italy"),
            events=(1, 2),
            laps=(1, 1),
            seats=(Seat("Ada"), Seat("Bo")),
            seed=2,
        )
    )
    return Screens(url_of(folder), setup, ("person", "person"), ["Ada"], ["Bo"], [], saves=saves)


def test_the_wheel_comes_back_between_two_races(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table, random, plans = season(tmp_path), Random(4), Plans(4)
    ada, bo, watcher = table.matches
    while not all(match.rests for match in table.matches):
        table.one(random.choice([match for match in table.matches if not match.rests]), plans)
    bo.leave()
    monkeypatch.setattr(shared, "GONE_AFTER", -1.0)
    for seat, driver in ((BO + 1, "steady"), (BO, "nobody")):
        with pytest.raises(ValueError, match=f"{seat}|nobody"):
            ada.hand_over(seat, driver)
    ada.hand_over(BO, "steady")
    assert ada.controllers == ("person", "steady")
    assert ada.race_over
    assert table.sit().new_words() == [], "what was told before somebody came is not told again"
    back = table.sit("Bo")
    ada.next_race()
    table.matches = [ada, back, watcher]
    table.look()
    assert [match.controllers for match in table.matches] == [("person", "person")] * 3
    assert back.here == (BO,)
    while not back.waits_for_person:
        table.one(ada, plans)
        table.look()


def test_the_next_race_begins_once_although_somebody_has_just_spoken(tmp_path: Path) -> None:
    table, random, plans = season(tmp_path), Random(4), Plans(4)
    ada, bo, _watcher = table.matches
    while not all(match.rests for match in table.matches):
        table.one(random.choice([match for match in table.matches if not match.rests]), plans)
    ada.say("One more")
    assert bo.next_race()
    length = bo.info.length
    ada.next_race()
    assert ada.info.length == length


def test_people_who_have_all_given_up_a_race_drive_in_the_next_one(tmp_path: Path) -> None:
    table, random, plans = season(tmp_path), Random(4), Plans(4)
    ada, bo, _watcher = table.matches
    for seat, match in enumerate((ada, bo)):
        match.poll()
        match.hand_over(seat, GIVEN_UP_TO)
    while not all(match.rests for match in table.matches):
        table.one(random.choice([match for match in table.matches if not match.rests]), plans)
    ada.next_race()
    table.look()
    assert [match.controllers for match in table.matches] == [("person", "person")] * 3
    assert bo.waits_for_person, "nobody has chosen for Bo"


@pytest.mark.long
def test_a_season_with_a_person_who_leaves_and_comes_back(tmp_path: Path) -> None:
    saves = SaveStore(tmp_path / "saves")
    table = season(tmp_path, saves=saves)
    table.race(Random(4), Plans(4), until=30)
    table.matches.pop(1).leave()
    table.look()
    table.matches.append(table.sit("Bo"))
    table.race(Random(5), Plans(5))
    first = table.matches[0].saved()
    assert all(match.saved().record == first.record for match in table.matches)
    assert sum(isinstance(getattr(each, "action", None), NextRace) for each in first.record) == 1
    assert Match.resume(first, store=None).over
    assert len(saves.files()) == 1
