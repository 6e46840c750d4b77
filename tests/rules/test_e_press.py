"""Press corners and Sponsorships (E9, E10)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import ClassVar

import pytest

from heat_tui.engine.actions import Discard, Plan, React, Slipstream
from heat_tui.engine.cards import HEAT, Card
from heat_tui.engine.decisions import DiscardDecision, PlanDecision, SlipstreamDecision
from heat_tui.engine.events import CardFlipped, CornerTaken, HandFilled, SpunOut
from heat_tui.engine.module import Module
from heat_tui.engine.setup import RaceSetup
from heat_tui.modules.championship.calendar import press_corners
from heat_tui.modules.championship.event_rules import EVENTS
from heat_tui.modules.championship.events import NoSponsorshipLeft, SponsorshipGained, SponsorshipsUsed
from heat_tui.modules.championship.race import Championship
from heat_tui.modules.championship.state import NAME, ChampionshipShown, pool_of
from heat_tui.modules.mulligan import MulliganDecision, MulliganRule
from heat_tui.modules.mulligan.answer import Mulligan
from heat_tui.modules.spaces import Spaces
from heat_tui.modules.tournament import Tournament
from heat_tui.modules.tournament.events import CardLost
from heat_tui.store.tracks import load_track
from tests.event_turns import shown
from tests.paddock import ALL_SETS, CALM, all_but, event, press_road
from tests.tables import FULL, OFF, STUCK, Place, Table, driver, fresh, legend, loop, turn

GOING_GLOBAL = 11
"""An event with press at corners 2 and 3."""

ROAD = press_road((20, 3), (40, 5))
"""A track on which the press of the calm event is only at corner 1: line after 20, limit 3."""


@dataclass(frozen=True)
class Upgrades(Module):
    """Cards with an Adjust, a Draft or a Scrap, independent of the garage."""

    name: ClassVar[str] = "upgrades"

    def cards(self) -> tuple[Card, ...]:
        return (
            Card("up-3", "upgrade", 1, (("adjust", 3),)),
            Card("down-2", "upgrade", 1, (("adjust", -2),)),
            Card("draft-3", "upgrade", 1, (("draft", 3),)),
            Card("scrap-2", "upgrade", 1, (("scrap", 2),)),
        )


def drive(*places: Place, sponsors: str = "sponsor-turbo", used: str = "") -> Table:
    """Return the turn of car 0 on `ROAD`; the press is at corner 1."""
    return turn(ROAD, *places, modules=(*event(CALM), Upgrades()), sponsors=sponsors, used=used)


def reasons(table: Table) -> list[tuple[str, int | None]]:
    """Return why car 0 gained each of its Sponsorships, and at which corner."""
    return [(event.reason, event.corner) for event in table.told(SponsorshipGained, 0)]


# E9


@pytest.mark.rule("E9")
@pytest.mark.parametrize(("play", "speed", "gains"), [("4", 4, False), ("3 2", 5, True), ("4 2", 6, True)])
def test_two_points_over_the_limit_gain_a_sponsorship(play: str, speed: int, *, gains: bool) -> None:
    table = drive(driver(19, gear=len(play.split()), play=play)).pass_on()
    assert table.told(CornerTaken, 0)[0].heat == speed - 3
    assert reasons(table) == ([("fast", 0)] if gains else [])
    assert table.car().hand.count("sponsor-turbo") == gains
    assert shown(table).held[0] == gains
    if gains:
        assert table.told(SponsorshipGained) == [SponsorshipGained(0, "fast", 0, 3, speed - 3)]


@pytest.mark.rule("E9")
def test_other_corners_have_no_press() -> None:
    table = drive(driver(38, gear=2, play="4 4")).pass_on()
    assert [event.corner for event in table.told(CornerTaken, 0)] == [1]
    assert reasons(table) == []


def corner_road(limit: int, condition: str, play: str) -> Table:
    """Play the turn of a car that crosses a press corner with this limit and road condition."""
    road = press_road((20, limit), (40, 9))
    car = driver(19, gear=len(play.split()), play=play)
    weather = ("fog", condition, "overheat")
    return turn(road, car, modules=(*event(CALM), Upgrades()), weather=weather, sponsors="sponsor-turbo").pass_on()


@pytest.mark.rule("E9")
@pytest.mark.example(29, 30, 31)
@pytest.mark.parametrize(
    ("play", "heat", "gains"), [("4 2", 2, True), ("4 1 up-3", 0, True), ("4 down-2", 3, False)], ids=(29, 30, 31)
)
def test_the_limit_on_the_table_counts_without_the_drivers_adjust(play: str, heat: int, *, gains: bool) -> None:
    """A limit of 3 and a road condition of +1."""
    table = corner_road(3, "limit_up", play)
    assert [event.heat for event in table.told(CornerTaken, 0)] == [heat]
    assert reasons(table) == ([("fast", 0)] if gains else [])


@pytest.mark.rule("E9")
def test_a_lower_limit_makes_it_easier() -> None:
    assert reasons(corner_road(3, "limit_down", "4")) == [("fast", 0)]
    assert reasons(corner_road(4, "limit_down", "4")) == []


def towed(*, slip: bool, play: str = "1", engine: int = 6, at: int = 19) -> Table:
    """Play the turn of a car that drives to space 20 beside another and, if `slip`, slipstreams over the line there."""
    table = drive(driver(at, OFF, play=play, gear=len(play.split()), engine=engine), driver(20, engine=0, hand=STUCK))
    table.to(SlipstreamDecision, 0)
    return table.play(Slipstream(2 if slip else 0)).pass_on()


@pytest.mark.rule("E9")
@pytest.mark.example(32)
def test_a_line_crossed_by_slipstream_gains_one_at_any_speed() -> None:
    assert reasons(towed(slip=True)) == [("towed", 0)]
    assert reasons(towed(slip=False)) == []
    both = towed(slip=True, play="4 4", at=12)
    assert both.told(CornerTaken, 0)[0].heat == 5
    assert reasons(both) == [("towed", 0)], "both reasons at once give one"
    spun = towed(slip=True, play="4 4", at=12, engine=4)
    assert (len(spun.told(SpunOut, 0)), reasons(spun)) == (1, [])


@pytest.mark.rule("E9")
def test_a_line_crossed_before_the_slipstream_does_not_count_as_slipstreamed() -> None:
    table = drive(driver(19, OFF, play="2"), driver(21, engine=0, hand=STUCK)).to(SlipstreamDecision, 0)
    table.play(Slipstream(2)).pass_on()
    assert [event.corner for event in table.told(CornerTaken, 0)] == [0]
    assert (table.car().at, reasons(table)) == (23, [])


@pytest.mark.rule("E9", "N2")
def test_a_draft_is_not_a_slipstream() -> None:
    table = drive(driver(17, play="draft-3"), driver(22, engine=0, hand=STUCK))
    table.play(React("draft", "draft-3", 3))
    assert table.car().at == 21
    assert reasons(table.pass_on()) == []


@pytest.mark.rule("E9")
def test_two_press_corners_give_two_sponsorships() -> None:
    """The press of event 11 is at two corners, and gives two cards at each; a spin out at the second forfeits all."""
    road = press_road((10, 3), (20, 3), (24, 4), (40, 9))
    for engine, gains in ((5, [("fast", 1), ("fast", 1), ("fast", 2), ("fast", 2)]), (4, [])):
        car = driver(19, gear=2, engine=engine, play="4 2")
        table = turn(road, car, modules=event(GOING_GLOBAL)).pass_on()
        assert reasons(table) == gains
        assert [event.corner for event in table.told(SpunOut, 0)] == ([2] if not gains else [])


@pytest.mark.rule("E9", "7.4")
@pytest.mark.parametrize(("laps", "gains"), [(1, False), (2, True)])
def test_a_line_past_the_last_finish_line_gains_nothing(laps: int, *, gains: bool) -> None:
    road = press_road((2, 3), (40, 5), laps=laps)
    table = turn(road, driver(118, gear=2, play="4 2", engine=9), modules=event(CALM)).pass_on()
    assert table.car().at == 124
    assert reasons(table) == ([("fast", 0)] if gains else [])


@pytest.mark.rule("E9", "F3")
def test_a_car_that_finishes_gains_at_the_corners_before_the_line() -> None:
    road = press_road((55, 3), laps=1)
    table = turn(road, driver(117 - 3, gear=3, play="4 4 1", engine=9), modules=event(CALM)).pass_on()
    assert (table.race.finished, reasons(table)) == ([0], [("fast", 0)])
    assert shown(table).held[0] == 1


@pytest.mark.rule("E9")
def test_legends_gain_nothing() -> None:
    table = turn(
        ROAD,
        driver(1, engine=0, hand=STUCK),
        legend(16, colour="blue"),
        seat=1,
        legend_cards=(0,),
        modules=event(CALM),
    ).pass_on()
    assert table.car(1).at > 20
    assert table.told(SponsorshipGained) == []


@pytest.mark.rule("E9", "E11")
@pytest.mark.parametrize(
    ("track", "number", "corners"),
    [
        ("great_britain", 1, (0,)),
        ("usa", 2, (1,)),
        ("italy", 3, (2,)),
        ("italy", 4, (1,)),
        ("great_britain", 5, (2, 4)),
        ("italy", 10, (0,)),
        ("france", 5, (2, 4)),
        ("usa", 5, (0, 2)),
        ("italy", 5, (1, 2)),
        ("italy", 8, (0, 1)),
        ("japan", 11, (2, 3)),
        ("mexico", 13, (3,)),
        ("mexico", 3, (3,)),
        ("mexico", 4, (1,)),
        ("mexico", 9, (5,)),
        ("japan", 5, (1, 3)),
        ("spain", 4, (9,)),
        ("spain", 17, (1, 5)),
        ("netherlands", 5, (1, 3)),
        ("netherlands", 18, (2,)),
        ("spain", 14, ()),
    ],
)
def test_numbers_beyond_the_highest_wrap_around(track: str, number: int, corners: tuple[int, ...]) -> None:
    assert press_corners(load_track(track), EVENTS[number]) == corners


@pytest.mark.rule("E9")
def test_two_numbers_may_share_a_corner_and_a_track_may_have_none() -> None:
    assert press_corners(press_road((20, 3), (40, 4)), EVENTS[5]) == (0,), "3 and 5 are both 1"
    assert press_corners(loop(60, (20, 3)), EVENTS[5]) == ()


@pytest.mark.rule("E9", "H2")
@pytest.mark.parametrize(("at", "play", "gains"), [(9, "4 2", True), (9, "2", False), (12, "4 2", True)])
def test_the_second_line_of_a_chicane_is_the_press_corner(at: int, play: str, *, gains: bool) -> None:
    """Japan's corner 1 has its lines after spaces 10 and 12, both with limit 4."""
    modules = (*event(CALM), Spaces())
    car = driver(at, gear=len(play.split()), play=play, engine=9)
    table = turn(load_track("japan"), car, modules=modules).pass_on()
    assert reasons(table) == ([("fast", 1)] if gains else [])


# E10


@pytest.mark.rule("E10", "9.1")
def test_a_played_sponsorship_leaves_the_race_in_step_9() -> None:
    table = drive(driver(1, gear=2, play="sponsor-turbo 4", hand=FULL))
    assert shown(table).held == (1, 0)
    table.pass_on()
    assert table.told(SponsorshipsUsed) == [SponsorshipsUsed(0, ("sponsor-turbo",))]
    assert table.car().discard == ["4"]
    assert (shown(table).held, shown(table).used) == ((0, 0), 1)


@pytest.mark.rule("E10", "F3")
def test_a_finished_drivers_sponsorship_leaves_too() -> None:
    table = turn(ROAD, driver(178, play="sponsor-turbo"), modules=event(CALM)).pass_on()
    assert table.race.finished == [0]
    assert (len(table.told(SponsorshipsUsed)), shown(table).held[0]) == (1, 0)


@pytest.mark.rule("E10", "2.2")
def test_a_cluttered_sponsorship_was_not_used() -> None:
    table = drive(driver(1, gear=2, engine=0, play="sponsor-turbo heat", hand=STUCK))
    table.pass_on()
    assert table.told(SponsorshipsUsed) == []
    assert sorted(table.car().discard) == [HEAT, "sponsor-turbo"]
    assert (shown(table).held[0], shown(table).used) == (1, 0)


@pytest.mark.rule("E10", "2.2", "P1")
def test_a_sponsorship_that_is_flipped_or_scrapped_was_not_used() -> None:
    flipped = drive(driver(1, play="stress", deck="sponsor-turbo 3 1")).pass_on()
    assert flipped.told(CardFlipped, 0)[0].discarded == ("sponsor-turbo",)
    scrapped = drive(driver(1, play="scrap-2", deck="sponsor-turbo sponsor-revs 1")).pass_on()
    for table, held in ((flipped, 1), (scrapped, 2)):
        assert (shown(table).held[0], shown(table).used) == (held, 0)
        assert sum(card.startswith("sponsor") for card in table.car().discard) == held


@pytest.mark.rule("E10", "2.2", "M2")
def test_a_sponsorship_lost_to_an_unpaid_shift_was_not_used() -> None:
    car = driver(1, gear=1, engine=0, play="sponsor-turbo sponsor-turbo sponsor-revs", hand="1 1 1 1")
    table = turn(ROAD, car, modules=(*event(CALM), Tournament())).pass_on()
    assert len(table.told(CardLost, 0)) == 1
    assert (shown(table).held[0], shown(table).used) == (1, 2)


@pytest.mark.rule("E10", "9.2")
def test_the_hand_size_never_limits_gained_sponsorships() -> None:
    table = drive(driver(19, gear=2, play="3 2", hand=FULL)).pass_on()
    assert len(table.car().hand) == 8
    assert table.told(HandFilled, 0)[-1] == HandFilled(0, 0, 8)


@pytest.mark.rule("E10", "8.1")
def test_a_discarded_sponsorship_can_be_drawn_again() -> None:
    table = drive(driver(19, gear=2, play="3 2", hand="1 1 heat stress")).to(DiscardDecision, 0)
    assert table.asked(DiscardDecision).cards == ("1", "1", "sponsor-turbo")
    table.play(Discard(("sponsor-turbo",))).pass_on()
    assert "sponsor-turbo" in table.car().discard + table.car().deck + table.car().hand
    assert (shown(table).held[0], shown(table).used) == (1, 0)


@pytest.mark.rule("E10", "O2")
def test_a_mulligan_shuffles_opening_sponsorships_into_the_deck() -> None:
    table = fresh(RaceSetup(ROAD, ("Ada",), seed=3, modules=(*event(CALM), MulliganRule())))
    table.asked(MulliganDecision)
    assert sum(card.startswith("sponsor") for card in table.car().hand) == 3
    table.play(Mulligan(take=True))
    car = table.car()
    assert len(car.hand) == 7
    assert sum(card.startswith("sponsor") for card in car.hand + car.deck) == 3
    assert shown(table).held == (3,)


@pytest.mark.rule("E10")
def test_a_sponsorship_is_played_like_an_upgrade() -> None:
    table = drive(driver(1, gear=2, play="sponsor-wings sponsor-radiator", engine=1, hand="1 1 1 1 heat heat"))
    assert table.race.turn.speed == 3 + 4
    assert table.race.view(0).own_limits == (4, 6), "Adjust 1"
    assert ("cooldown", "sponsor-radiator", 2) in [(use.symbol, use.source, use.most) for use in table.uses()]


# E10: the deck runs out


@pytest.mark.rule("E10")
def test_an_empty_deck_is_refilled_with_those_used_during_the_race() -> None:
    rest = all_but("sponsor-wings", "sponsor-wings")
    table = drive(
        driver(19, gear=2, play="3 2"),
        driver(1, engine=0, hand=STUCK, discard=rest),
        used="sponsor-wings " * 2,
        sponsors="",
    )
    assert (shown(table).deck, shown(table).used) == (0, 2)
    table.pass_on()
    assert reasons(table) == [("fast", 0)]
    assert table.car().hand.count("sponsor-wings") == 1
    assert (shown(table).deck, shown(table).used) == (1, 0)


@pytest.mark.rule("E10")
def test_the_refilled_deck_is_shuffled() -> None:
    kept = ("sponsor-wings", "sponsor-turbo", "sponsor-revs", "sponsor-brakes", "sponsor-radiator")
    drawn: set[str] = set()
    for seed in range(12):
        table = turn(
            ROAD,
            driver(19, gear=2, play="3 2"),
            driver(1, engine=0, hand=STUCK, discard=all_but(*kept)),
            modules=event(CALM),
            used=" ".join(kept),
            seed=seed,
        ).pass_on()
        drawn.update(card for card in table.car().hand if card in kept)
    assert len(drawn) > 2


@pytest.mark.rule("E10")
def test_nothing_is_gained_if_none_are_left() -> None:
    table = drive(driver(19, gear=2, play="3 2"), driver(1, engine=0, hand=STUCK, discard=all_but()), sponsors="")
    table.pass_on()
    assert table.told(NoSponsorshipLeft) == [NoSponsorshipLeft(0, "fast", 0)]
    assert (reasons(table), shown(table).held[0], len(table.car().hand)) == ([], 0, 7)


@pytest.mark.rule("E10", "E11")
def test_a_short_deck_gives_what_it_has() -> None:
    road = press_road((10, 9), (20, 3), (40, 9))
    stacked = driver(1, engine=0, hand=STUCK, discard=all_but("sponsor-revs"))
    table = turn(road, driver(19, gear=2, play="3 2"), stacked, modules=event(GOING_GLOBAL), sponsors="sponsor-revs")
    table.pass_on()
    assert [type(told) for told in table.events if isinstance(told, SponsorshipGained | NoSponsorshipLeft)] == [
        SponsorshipGained,
        NoSponsorshipLeft,
    ]


@pytest.mark.rule("E10", "H4", "N3")
@pytest.mark.parametrize(
    ("sets", "cards"), [(("base",), 35), (("base", "heavy_rain"), 42), (("base", "tunnel_vision"), 42), (ALL_SETS, 49)]
)
def test_there_are_seven_cards_of_every_kind(sets: tuple[str, ...], cards: int) -> None:
    assert len(pool_of(sets)) == cards
    assert set(Counter(pool_of(sets)).values()) == {7}
    race = fresh(RaceSetup(ROAD, ("Ada", "Bo"), modules=event(CALM, sets))).race
    state = dict(race.view(None).shown)[NAME]
    assert isinstance(state, ChampionshipShown)
    assert state.deck + sum(state.held) == cards
    mine = [module for module in race.setup.modules if isinstance(module, Championship)]
    assert {card.key for card in mine[0].cards()} == set(pool_of(sets))


@pytest.mark.rule("E10")
def test_a_gained_sponsorship_can_be_planned_in_the_next_round() -> None:
    table = drive(driver(19, gear=2, play="3 2", hand="1 1 1 1 1 1 1")).pass_on()
    decision = table.asked(PlanDecision)
    assert decision.seat == 0
    assert decision.objection(Plan(1, ("sponsor-turbo",))) is None
