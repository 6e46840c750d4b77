"""Tunnel Vision: tunnel spaces."""

from __future__ import annotations

from dataclasses import replace

import pytest

from heat_tui.engine.actions import React
from heat_tui.engine.cards import Card
from heat_tui.engine.decisions import DiscardDecision
from heat_tui.modules.spaces import DiscardBarred, Spaces
from heat_tui.store.tracks import BUILT_IN_IDS, load_track
from tests.laws.probe import Answers, Probe
from tests.tables import FULL, Table, driver, loop, turn

TUNNEL = replace(loop(60, (50, 9)), tunnel=(20, 21, 22))


def may_discard(table: Table) -> bool:
    """Play on to step 8 and return whether seat 0 is asked for a discard."""
    table.pass_on(lambda decision: isinstance(decision, DiscardDecision))
    decision = table.race.decision
    return isinstance(decision, DiscardDecision) and decision.seat == 0


@pytest.mark.rule("N1")
@pytest.mark.parametrize(("at", "offered"), [(18, True), (19, False), (21, False), (22, True)])
def test_nothing_is_discarded_from_the_hand_in_a_tunnel(at: int, offered: bool) -> None:
    """The car moves one space; the tunnel is spaces 20 to 22."""
    table = turn(TUNNEL, driver(at, play="1", hand=FULL, deck=FULL), modules=(Spaces(),))
    assert table.car().at == at + 1
    assert may_discard(table) == offered
    assert table.told(DiscardBarred) == ([] if offered else [DiscardBarred(0)]), "and it is told"


@pytest.mark.rule("N1", "F3")
def test_a_tunnel_past_the_finish_is_not_reported() -> None:
    beyond = replace(TUNNEL, tunnel=(10, 11, 12))
    over = turn(beyond, driver(179, gear=3, play="4 4 4", hand=FULL, deck=FULL), driver(100), modules=(Spaces(),))
    assert over.car().at == 180 + 11
    assert over.pass_on().told(DiscardBarred) == []


@pytest.mark.rule("N1")
@pytest.mark.parametrize("lap", [1, 2])
def test_a_tunnel_counts_in_every_lap(lap: int) -> None:
    table = turn(TUNNEL, driver(lap * 60 + 19, play="1", hand=FULL, deck=FULL), laps=3, modules=(Spaces(),))
    assert not may_discard(table)


@pytest.mark.rule("N1", "G7")
@pytest.mark.parametrize(("at", "offered"), [(18, True), (19, False), (21, False), (22, True)])
def test_no_stress_is_reduced_in_a_tunnel(at: int, offered: bool) -> None:
    calm = Card("calm", "upgrade", 1, (("reduce_stress", 1),))
    car = driver(at, play="calm", hand="1 2 stress stress", deck=FULL)
    table = turn(TUNNEL, car, modules=(Spaces(), Probe(Answers(), own_cards=(calm,))))
    assert table.car().at == at + 1
    assert ("reduce_stress" in {use.symbol for use in table.uses()}) == offered


@pytest.mark.rule("N1", "G6")
def test_scrap_works_in_a_tunnel_because_it_takes_from_the_deck() -> None:
    scrap = Card("scrapper", "upgrade", 1, (("scrap", 2),))
    car = driver(19, play="scrapper", hand=FULL, deck="4 3 2 1")
    table = turn(TUNNEL, car, modules=(Spaces(), Probe(Answers(), own_cards=(scrap,))))
    assert [use.most for use in table.uses() if use.symbol == "scrap"] == [2]
    table.play(React("scrap", "scrapper", 2))
    assert (len(table.car().deck), sorted(table.car().discard)) == (2, ["3", "4"])


@pytest.mark.rule("N1")
def test_the_space_after_a_spin_out_counts() -> None:
    track = replace(loop(60, (22, 1)), tunnel=(20, 21, 22))
    table = turn(track, driver(21, engine=0, play="4", hand=FULL, deck=FULL), modules=(Spaces(),))
    assert not may_discard(table)
    assert table.car().at == 22


@pytest.mark.rule("N1")
def test_the_rest_of_the_turn_is_unchanged_in_a_tunnel() -> None:
    """Step 9 draws as always."""
    table = turn(TUNNEL, driver(19, play="1", hand="1 2 3", deck=FULL), modules=(Spaces(),)).pass_on()
    assert len(table.car().hand) == 7
    assert table.car().discard[-1:] == ["1"]


@pytest.mark.rule("N1")
def test_the_set_has_two_tracks() -> None:
    assert {name for name in BUILT_IN_IDS if load_track(name).set == "tunnel_vision"} == {"spain", "netherlands"}
