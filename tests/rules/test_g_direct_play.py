"""Direct play and Accelerate."""

from __future__ import annotations

import pytest

from heat_tui.engine.actions import DONE
from heat_tui.engine.decisions import ReactDecision, Use
from heat_tui.engine.events import Accelerated, CardFlipped, HeatCooled, HeatPaid, PlayedDirectly
from tests.rules.symbol_turns import moves, refused
from tests.tables import BOOST, abreast, driver
from tests.upgrades import drive, offered, use


@pytest.mark.rule("G7")
def test_direct_play_adds_a_card_to_those_of_the_gear() -> None:
    table = drive(driver(5, play="1", hand="throttle-2 1 1 1 1 1", deck="4 4 4"))
    assert offered(table, "direct_play") == [Use("direct_play", "throttle-2", 1)]
    table.play(use("direct_play", "throttle-2"))
    assert moves(table) == [("reveal", 1), ("direct_play", 2)]
    assert (table.race.view(0).speed, table.car().gear) == (3, 1)
    assert table.car().play == ["1", "throttle-2"]
    assert [event.card for event in table.told(PlayedDirectly)] == ["throttle-2"]
    assert offered(table, "scrap") == [Use("scrap", "throttle-2", 2, 0, 2)], "its symbols count as if revealed"
    assert refused(table, DONE) == "mandatory-left"


@pytest.mark.rule("G7", "3.5")
def test_direct_play_is_a_separate_move() -> None:
    table = drive(driver(5, play="1", hand="throttle-2 1 1 1 1 1"), *abreast(8))
    table.play(use("direct_play", "throttle-2"))
    assert (table.car().at, table.race.view(0).speed) == (7, 3)


@pytest.mark.rule("G7")
def test_the_step_can_be_ended_even_if_a_card_could_still_be_played() -> None:
    table = drive(driver(5, play="1", hand="throttle-2 1 1 1 1 1", deck="4 4")).play(DONE)
    assert not isinstance(table.race.decision, ReactDecision)


@pytest.mark.rule("G7")
def test_each_of_two_equal_cards_may_be_played_directly() -> None:
    table = drive(driver(5, play="1", hand="throttle-2 throttle-2 1 1 1 1", deck="4 4 4 4 4"))
    assert len(offered(table, "direct_play")) == 1
    table.play(use("direct_play", "throttle-2"), use("direct_play", "throttle-2"))
    assert offered(table, "direct_play") == []
    assert moves(table)[1:] == [("direct_play", 2)] * 2


@pytest.mark.rule("G11")
def test_a_revealed_direct_play_card_has_used_its_symbol() -> None:
    table = drive(driver(5, play="throttle-2", deck="4 4 4"))
    assert offered(table, "direct_play") == []
    assert offered(table, "scrap") == [Use("scrap", "throttle-2", 2, 0, 2)]


@pytest.mark.rule("G7", "G8")
def test_a_direct_play_card_that_cannot_be_paid_for_may_not_be_played() -> None:
    """throttle-4 requires 1 Heat and brings 1 Cooldown."""
    hand = "throttle-4 1 1 1 1 1"
    assert offered(drive(driver(5, gear=3, play="1 1 1", hand=hand, engine=0)), "direct_play") == []
    assert offered(drive(driver(5, gear=3, play="1 1 1", hand=hand, engine=1)), "direct_play")
    cooled = drive(driver(5, gear=3, play="1 1 1", hand=f"{hand} heat", engine=0, deck="4"))
    cooled.play(use("direct_play", "throttle-4"))
    assert [(event.source, event.heat) for event in cooled.told(HeatCooled)] == [("throttle-4", 1)]
    assert [(event.source, event.heat) for event in cooled.told(HeatPaid)] == [("throttle-4", 1)]
    assert cooled.car().engine == 0


@pytest.mark.point("B6")
@pytest.mark.rule("G7", "G8", "H3")
@pytest.mark.parametrize("deck", ["body-3", "body-3 1", ""])
def test_a_card_without_a_plus_leaves_the_heat_of_the_discard_pile_for_super_cool(deck: str) -> None:
    """throttle-4 flips nothing, so nothing is shuffled, whether the draw deck contains a Basic card or not."""
    hand = "throttle-4 1 1 1 1"
    place = driver(5, gear=3, play="intake-0a 1 1", hand=hand, engine=0, deck=deck, discard="1 heat")
    table = drive(place).play(use("direct_play", "throttle-4"))
    assert [(event.source, event.heat) for event in table.told(HeatPaid)] == [("throttle-4", 1)]
    nothing = drive(driver(5, gear=3, play="intake-0a 1 1", hand=hand, engine=0, deck=deck, discard="1"))
    assert offered(nothing, "direct_play") == []


# Accelerate


@pytest.mark.example(37)
@pytest.mark.rule("G7")
def test_accelerate_counts_two_stress_and_a_boost() -> None:
    place = driver(5, gear=3, play="throttle-1b stress stress", deck="1 1 1 4 4 4 4 4 4")
    after = drive(place).play(BOOST)
    assert offered(after, "accelerate") == [Use("accelerate", "throttle-1b", 3, 0, 3)]
    after.play(use("accelerate", "throttle-1b", 3))
    assert (moves(after)[-1], after.race.view(0).speed) == (("accelerate", 3), 1 + 1 + 1 + 1 + 3)
    assert [event.by for event in after.told(Accelerated)] == [3]
    before = drive(place)
    assert refused(before, use("accelerate", "throttle-1b", 1)) == "wrong-amount", "all or none"
    before.play(use("accelerate", "throttle-1b", 2), BOOST)
    assert offered(before, "accelerate") == []
    assert moves(before)[1:] == [("accelerate", 2), ("boost", 1)]


@pytest.mark.rule("G7")
def test_accelerate_counts_the_plus_of_its_own_card() -> None:
    table = drive(driver(5, play="drive-0c", deck="4"))
    assert offered(table, "accelerate") == [Use("accelerate", "drive-0c", 1, 0, 1)]


@pytest.mark.rule("G7", "P4")
def test_a_plus_that_flipped_nothing_does_not_count() -> None:
    table = drive(driver(5, gear=2, play="drive-0c 2"))
    assert table.told(CardFlipped)[0].card is None
    assert offered(table, "accelerate") == []


@pytest.mark.rule("G7", "5.4")
def test_accelerate_raises_the_speed_of_a_blocked_car() -> None:
    table = drive(driver(5, play="drive-0c", deck="1"), *abreast(7)).play(use("accelerate", "drive-0c"))
    assert (table.car().at, table.race.view(0).speed) == (6, 2)
