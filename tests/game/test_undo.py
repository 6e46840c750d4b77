"""Undo restores the exact state, and stops once something hidden has been shown."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heat_tui.engine import Race
from heat_tui.engine.actions import DONE, Discard, Plan
from heat_tui.engine.decisions import DiscardDecision, PlanDecision, ReactDecision
from heat_tui.engine.events import (
    CardFlipped,
    CardsReplaced,
    CardsRevealed,
    CardsSalvaged,
    CardsScrapped,
    CardsTurnedOver,
    CarMoved,
    ChoiceForced,
    DeckShuffled,
    Event,
    GearShifted,
    HandCluttered,
    HandFilled,
    HeatPaid,
    PlanMade,
    PlayedDirectly,
    SuperCooled,
    ValuesChosen,
)
from heat_tui.game.table.history import Undone, UndoStop, UndoStopped, shown_to, undo_stops
from heat_tui.game.table.match import Match
from heat_tui.modules.championship.events import (
    NoSponsorshipLeft,
    OpeningSponsorships,
    PointsScored,
    PressPlaced,
    SeasonRaceBegan,
    SponsorshipGained,
    SponsorshipsUsed,
    UpgradeKept,
)
from heat_tui.modules.garage.cards import MarketDealt, UpgradeExchanged, UpgradePicked
from heat_tui.modules.legends.events import LegendCardTurned
from heat_tui.modules.mulligan.answer import Mulligan
from heat_tui.modules.tournament import Tournament
from heat_tui.modules.tournament.events import CardLost, NumberShown, ShiftUnpaid
from heat_tui.store.saved_race import Controller, SavedRace, TakeBack
from heat_tui.store.saves import SaveStore
from heat_tui.store.schema import Refused
from tests.saves.races import MIXES, new_match, state, step
from tests.tables import ADRENALINE_MOVE, BOOST, FULL, Table, cool, driver, legend, loop, planning, turn
from tests.upgrades import drive, use


def match_of(table: Table, *controllers: Controller, open_table: bool = False) -> Match:
    """Return a match of a race that a test has set up."""
    race: Race = table.race
    begun = SavedRace(
        name="", setup=race.setup, controllers=controllers, open_table=open_table, created=datetime.now(UTC)
    )
    return Match(race, begun, None)


def stop_of(match: Match) -> UndoStop:
    """Return why nothing can be undone; check that `undo_stop` agrees and that trying changes nothing."""
    before = (state(match), match.log, match.saved().record)
    told = match.undo_stop
    for attempt in (match.undo, partial(match.undo, whole_turn=True)):
        with pytest.raises(UndoStopped) as caught:
            attempt()
        assert caught.value.stop == told
    assert (state(match), match.log, match.saved().record) == before
    assert told is not None
    return told


ROUND_TRIP = settings(max_examples=40, deadline=None)


@ROUND_TRIP
@given(
    mix=st.sampled_from(sorted(MIXES)),
    seed=st.integers(0, 1 << 32),
    walk=st.lists(st.sampled_from(["play"] * 6 + ["undo", "undo", "turn", "take back"]), max_size=60),
)
def test_a_random_walk_back_and_forth_always_ends_where_it_was(mix: str, seed: int, walk: list[str]) -> None:
    match = new_match(mix)
    match.hand_over(0, "person")
    random = Random(seed)
    seen = [state(match)]
    take_backs: list[int] = []
    for move in walk:
        if move == "play":
            if not match.over:
                step(match, random)
                seen.append(state(match))
            continue
        before = len(match.log)
        undone = walked_back(match, move, random)
        take_backs += [undone.choices] if move == "take back" and undone is not None else []
        if undone is not None:
            assert len(match.log) == before - undone.actions
            assert undone.seat == match.to_move
            assert 1 <= undone.choices <= undone.actions
            del seen[len(match.log) + 1 :]
        assert state(match) == seen[len(match.log)]
        assert match.decision == Race.restore(match.setup, match.saved().snapshot).decision
    again = Match.resume(match.saved(), store=None)
    assert state(again) == state(match)
    assert again.log == match.log
    assert again.undo_stop == match.undo_stop
    assert again.take_backs == match.take_backs == tuple(take_backs)


def walked_back(match: Match, move: str, random: Random) -> Undone | None:
    if move == "take back":
        return match.take_back(random.randint(1, match.choices)) if match.choices else None
    try:
        return match.undo(whole_turn=move != "undo")
    except UndoStopped:
        return None


@pytest.mark.parametrize("mix", MIXES)
def test_everything_can_be_taken_back_to_the_start_by_agreement(mix: str) -> None:
    match = new_match(mix)
    start = state(match)
    random = Random(1)
    for _ in range(30):
        step(match, random)
    first = next(place for place, entry in enumerate(match.log) if entry.controller == "person")
    choices = match.choices
    undone = match.take_back(choices)
    assert (undone.actions, undone.choices) == (30 - first, choices)
    assert len(match.log) == first
    if not first:
        assert state(match) == start
    assert match.take_backs == (undone.choices,)


def test_the_same_choice_after_an_undo_has_the_same_outcome() -> None:
    table = turn(loop(), driver(70, play="1", hand="heat heat heat 1 1 2 2", engine=3), last=(0,))
    match = match_of(table, "person")
    first = match.play(ADRENALINE_MOVE)
    match.undo()
    match.play(cool(1))
    match.undo()
    assert match.play(ADRENALINE_MOVE) == first
    assert match.play(BOOST) != []


def test_nothing_can_be_undone_at_the_start() -> None:
    assert stop_of(new_match("usa, a person and 3 Legends")) == "nothing-yet"


def test_automated_drivers_alone_have_nothing_to_undo() -> None:
    match = match_of(planning(loop(), driver(60), driver(59)), "chance", "chance")
    match.play_driver()
    assert stop_of(match) == "nothing-yet"


def test_a_plan_behind_another_persons_curtain_cannot_be_undone() -> None:
    match = match_of(planning(loop(), driver(60), driver(59)), "person", "person")
    match.play(Plan(1, ("1",)))
    assert stop_of(match) == "curtain"


def test_an_open_table_has_no_curtain_that_stops_undo() -> None:
    match = match_of(planning(loop(), driver(60), driver(59)), "person", "person", open_table=True)
    match.play(Plan(1, ("1",)))
    assert match.undo() == Undone(1, 1, 0)


def test_another_persons_mulligan_is_behind_a_curtain_too() -> None:
    match = new_match("italy, two people, mulligan and handicap")
    match.play(Mulligan(take=False))
    assert stop_of(match) == "curtain"
    alone = new_match("italy, two people, mulligan and handicap")
    alone.hand_over(1, "chance")
    alone.play(Mulligan(take=False))
    assert alone.undo() == Undone(1, 1, 0)
    alone.play(Mulligan(take=True))
    assert stop_of(alone) == "cards-drawn"


@pytest.mark.point("X5")
def test_a_plan_is_final_as_soon_as_a_driver_plans_after_it() -> None:
    """The person has learnt that the next driver has a choice of plans, which not every hand allows."""
    match = match_of(planning(loop(), driver(60), driver(59), driver(58)), "person", "chance", "chance")
    match.play(Plan(1, ("1",)))
    assert stop_of(match) == "chosen-in-secret"
    match.play_driver()
    assert stop_of(match) == "chosen-in-secret"


@pytest.mark.point("X5")
@pytest.mark.parametrize("other", ["person", "chance"])
def test_a_plan_is_final_when_the_next_driver_had_only_one_plan(other: Controller) -> None:
    """In tournament mode, no gears are shown with the last plan, and the player's own turn comes first."""
    places = (driver(60), driver(59, hand="1 heat heat heat heat heat heat"))
    match = match_of(planning(loop(), *places, modules=(Tournament(),)), "person", other)
    events = match.play(Plan(1, ("1",)))
    assert [event.car for event in events if isinstance(event, ChoiceForced)] == [1]
    assert not [event for event in events if isinstance(event, GearShifted) and event.car == 1]
    assert match.to_move == 0
    assert stop_of(match) == "chosen-in-secret"


@pytest.mark.point("X5")
def test_what_a_driver_shows_is_news_to_the_person_who_planned_before() -> None:
    """In tournament mode, the driver who plans last may drive first, which shows the table what they have planned."""
    match = match_of(planning(loop(), driver(59), driver(60), modules=(Tournament(),)), "person", "chance")
    match.play(Plan(1, ("1",)))
    events = match.play_driver()
    assert {event.car for event in events if isinstance(event, CardsRevealed | GearShifted)} == {1}
    assert stop_of(match) == "gears-opened"


@pytest.mark.point("X5")
def test_the_last_to_plan_in_tournament_mode_may_undo_while_only_their_own_cards_are_open() -> None:
    match = match_of(planning(loop(), driver(59), driver(60), modules=(Tournament(),)), "chance", "person")
    match.play_driver()
    start = state(match)
    match.play(Plan(1, ("1",)))
    assert match.undo() == Undone(1, 1, 1)
    assert state(match) == start


@pytest.mark.point("X5")
@pytest.mark.parametrize(
    ("discard", "stop"),
    [("heat 2 3", "card-uncovered"), ("heat", None), ("2 heat 3", None), ("heat 3 heat", None)],
)
def test_super_cool_is_final_if_it_took_the_top_of_the_discard_pile(discard: str, stop: UndoStop | None) -> None:
    """Nobody knows the order of the cards below the top one; the last pile has one Heat more than the symbol takes."""
    place = driver(5, gear=3, play="intake-0a 1 1", engine=1, hand="1 1 1 1", deck="4 4 4", discard=discard)
    match = match_of(drive(place), "person")
    events = match.play(use("super_cool", "intake-0a"))
    tops = [event.uncovered for event in events if isinstance(event, SuperCooled)]
    assert tops == [match.view(None).cars[0].discard_top if stop else None]
    if stop:
        assert stop_of(match) == stop
    else:
        assert match.undo() == Undone(1, 1, 0)


@pytest.mark.point("X5")
def test_a_mulligan_is_final_as_soon_as_a_driver_has_decided_on_theirs() -> None:
    match = new_match("italy, two people, mulligan and handicap")
    match.hand_over(1, "chance")
    match.play(Mulligan(take=False))
    match.play_driver()
    assert match.undo_stop in ("cards-drawn", "chosen-in-secret")


def test_the_last_plan_reveals_the_gears_of_others() -> None:
    match = match_of(planning(loop(), driver(60), driver(59)), "person", "chance")
    match.play(Plan(1, ("1",)))
    match.play_driver()
    assert stop_of(match) == "gears-opened"


def test_the_only_driver_may_undo_a_plan_that_showed_only_their_own_cards() -> None:
    match = match_of(planning(loop(), driver(60)), "person")
    start = state(match)
    match.play(Plan(2, ("1", "2")))
    assert isinstance(match.decision, ReactDecision)
    assert match.undo() == Undone(1, 1, 0)
    assert state(match) == start


def test_a_stress_card_in_the_plan_has_flipped_a_card() -> None:
    match = match_of(planning(loop(), driver(60, hand="1 stress", deck="4 4 4")), "person")
    match.play(Plan(1, ("stress",)))
    assert stop_of(match) == "card-flipped"


def test_a_legend_that_drove_first_has_revealed_the_card() -> None:
    match = match_of(planning(loop(), driver(60), legend(65)), "person")
    match.play(Plan(1, ("1",)))
    assert stop_of(match) == "legend-card"


def test_a_boost_has_flipped_a_card() -> None:
    match = match_of(turn(loop(), driver(70, play="1", deck="4 4 4")), "person")
    match.play(BOOST)
    assert stop_of(match) == "card-flipped"


def test_the_end_of_the_turn_has_drawn_cards() -> None:
    match = match_of(turn(loop(), driver(70, play="1", hand="1 2 3", deck="4 4 4 4")), "person")
    match.play(DONE)
    assert isinstance(match.decision, DiscardDecision)
    assert match.undo() == Undone(1, 1, 0)
    match.play(DONE)
    match.play(Discard())
    assert isinstance(match.decision, PlanDecision)
    assert stop_of(match) == "cards-drawn"


def test_a_full_hand_that_draws_nothing_still_reveals_the_cards_of_the_next_driver() -> None:
    table = turn(loop(), driver(70, play="1", hand=FULL), driver(60, play="1", hand=FULL), then=(1,))
    match = match_of(table, "person", "chance")
    match.play(DONE)
    match.play(Discard())
    assert match.to_move == 1
    assert stop_of(match) == "cards-revealed"


def test_undo_reaches_the_start_of_the_turn() -> None:
    table = turn(loop(), driver(70, gear=1, play="1", hand="heat heat heat 1 1 2 2", engine=3), last=(0,))
    match = match_of(table, "person")
    start = state(match)
    match.play(cool(2))
    match.play(ADRENALINE_MOVE)
    match.play(cool(1, "adrenaline"))
    assert match.undo(whole_turn=True) == Undone(3, 3, 0)
    assert state(match) == start


def test_undo_to_the_start_of_the_turn_stops_at_the_flipped_card() -> None:
    table = turn(loop(), driver(70, play="1", hand="heat heat heat 1 1 2 2", engine=3, deck="4 4 4"), last=(0,))
    match = match_of(table, "person")
    match.play(cool(2))
    match.play(BOOST)
    after_boost = state(match)
    match.play(ADRENALINE_MOVE)
    match.play(cool(1, "adrenaline"))
    assert match.undo(whole_turn=True) == Undone(2, 2, 0, "card-flipped")
    assert state(match) == after_boost


def test_a_turn_and_the_plan_before_it_are_undone_separately() -> None:
    match = match_of(planning(loop(), driver(60, hand="heat heat 1 1 1 1 2")), "person")
    match.play(Plan(1, ("1",)))
    own_turn = state(match)
    match.play(cool(2))
    assert match.undo(whole_turn=True) == Undone(1, 1, 0)
    assert state(match) == own_turn
    assert isinstance(match.decision, ReactDecision)


def test_an_agreed_take_back_goes_further_and_is_marked(tmp_path: Path) -> None:
    store = SaveStore(tmp_path)
    match = new_match("italy, two people, mulligan and handicap", store, name="race")
    random = Random(1)
    for _ in range(12):
        step(match, random)
    before = Match.resume(match.saved(), store=None)
    for _ in range(3):
        step(match, random)
    assert match.take_back(3).actions == 3
    assert state(match) == state(before)
    assert match.log == before.log
    assert match.take_backs == (3,)
    saved = store.read("race")
    assert saved.record[-1] == TakeBack(3)
    assert len(saved.record) == 16
    assert Match.resume(saved, store=None).take_backs == (3,)


@pytest.mark.parametrize("choices", [-1, 0, 13, 1000])
def test_no_more_choices_than_were_made_can_be_taken_back(choices: int) -> None:
    match = new_match("italy, two people, mulligan and handicap")
    random = Random(1)
    for _ in range(12):
        step(match, random)
    before = state(match)
    with pytest.raises(Refused, match="Only 12 choices can be taken back"):
        match.take_back(choices)
    assert state(match) == before
    assert match.take_backs == ()


def test_an_undo_before_a_take_back_leaves_the_record_intact() -> None:
    table = planning(loop(), driver(60, hand="heat heat heat 1 1 2 2", engine=3))
    match = match_of(table, "person")
    match.play(Plan(1, ("1",)))
    own_turn = state(match)
    match.play(cool(1))
    match.play(DONE)
    match.take_back(1)
    match.undo()
    assert state(match) == own_turn
    assert [type(each).__name__ for each in match.saved().record] == ["Chosen", "Chosen", "TakeBack"]
    assert len(match.saved().standing) == len(match.log) == 1


def test_undo_works_across_a_save() -> None:
    table = planning(loop(), driver(60), driver(59), driver(58))
    match = match_of(table, "person", "chance", "chance")
    fresh = new_match("mexico, everything at once")
    fresh.hand_over(1, "chance")
    assert match.undo_stop == fresh.undo_stop == "nothing-yet"
    fresh.play(Mulligan(take=False))
    loaded = Match.resume(fresh.saved(), store=None)
    assert loaded.undo() == fresh.undo() == Undone(1, 1, 0)
    assert state(loaded) == state(fresh)


SHOWN: list[tuple[UndoStop | None, tuple[Event, ...]]] = [
    (None, ()),
    (None, (GearShifted(0, 1, 2, 0), CardsRevealed(0, ("1", "2")))),
    (None, (HandCluttered(0, ("heat",)), HandFilled(0, 0, 7))),
    ("gears-opened", (GearShifted(0, 1, 2, 0), GearShifted(1, 1, 2, 0), CardFlipped(0, "stress", (), "1"))),
    ("cards-revealed", (CardsRevealed(1, ("1",)), HandFilled(1, 1, 7))),
    ("cards-revealed", (HandCluttered(1, ("heat",)),)),
    ("card-flipped", (CardsTurnedOver(0, "boost", ("heat",)), DeckShuffled(0, 9))),
    ("card-flipped", (DeckShuffled(0, 9), CardFlipped(0, "boost", (), "1"))),
    ("cards-drawn", (DeckShuffled(0, 9), HandFilled(0, 2, 7))),
    ("deck-shuffled", (DeckShuffled(0, 9), HandFilled(0, 0, 7))),
    ("legend-card", (LegendCardTurned(3, shuffled=False),)),
    ("market-dealt", (UpgradePicked(0, "body-3"), MarketDealt(2, ("body-1", "heat")))),
    ("cards-drawn", (UpgradePicked(0, "body-3"), HandFilled(0, 7, 7), HandFilled(1, 7, 7))),
    (None, (UpgradePicked(0, "body-3"),)),
    (None, (UpgradePicked(0, "body-3"), UpgradeExchanged(0, "body-3", "heat"))),
    ("cards-drawn", (UpgradePicked(0, "body-3"), OpeningSponsorships(0, 1), PressPlaced((2,)))),
    ("cards-drawn", (CarMoved(0, "adrenaline", 1, 1, 2, 0, 15, ()), SponsorshipGained(0, "record", None, 0, 0))),
    (None, (NoSponsorshipLeft(0, "fast", 1), SponsorshipsUsed(0, ("sponsor-turbo",)))),
    (None, (UpgradeKept(0, "body-3"), PointsScored((9, 6)))),
    ("race-began", (SeasonRaceBegan(2, "usa", 2), MarketDealt(1, ("heat",)))),
    ("cards-scrapped", (CardsScrapped(0, "turbo-8", ("1", "stress")),)),
    ("cards-scrapped", (DeckShuffled(0, 9), CardsScrapped(0, "turbo-8", ("1", "stress")))),
    (None, (CardsScrapped(0, "turbo-8", ()),)),
    ("deck-shuffled", (CardsSalvaged(0, "fuel-2", 2),)),
    ("chosen-in-secret", (PlanMade(0), ChoiceForced(1), PlanMade(1), NumberShown(0, 1), GearShifted(0, 1, 1, 0))),
    ("gears-opened", (PlanMade(0), ChoiceForced(1), PlanMade(1), GearShifted(0, 1, 1, 0), GearShifted(1, 1, 1, 0))),
    ("card-uncovered", (SuperCooled(0, "intake-3", 1, "2"),)),
    (None, (SuperCooled(0, "intake-3", 1),)),
    ("card-lost", (NumberShown(0, 4), ShiftUnpaid(0, 2, 4, 1, 0), CardLost(0, "3"), GearShifted(0, 2, 3, 0))),
    ("card-flipped", (NumberShown(0, 2), ShiftUnpaid(0, 4, 2, 1, 0), CardFlipped(0, "shift", (), "1"))),
    ("card-flipped", (CardsReplaced(0, ("turbo-8",)), CardFlipped(0, "turbo-8", (), "1"))),
    (None, (ValuesChosen(0, (("brakes-13", 3),)), PlayedDirectly(0, "throttle-1a"), HeatPaid(0, "turbo-8", 1))),
]


@pytest.mark.parametrize(("stop", "events"), SHOWN)
def test_each_reason_names_what_was_shown(stop: UndoStop | None, events: Iterable[Event]) -> None:
    assert shown_to(0, events) == stop


def test_making_a_plan_reveals_nothing() -> None:
    match = match_of(planning(loop(), driver(60), driver(59)), "person", "person")
    events = match.play(Plan(1, ("1",)))
    assert [type(event) for event in events] == [PlanMade]
    assert shown_to(0, events) is None


AT_SHARED_TABLES = {"chosen-since", "over", "sealed"}


def test_every_reason_has_its_sentence() -> None:
    assert {stop for stop, _ in SHOWN if stop} | {"nothing-yet", "other-rules", "curtain"} | AT_SHARED_TABLES == set(
        undo_stops()
    )
    assert len(set(undo_stops().values())) == len(undo_stops()) == 18
