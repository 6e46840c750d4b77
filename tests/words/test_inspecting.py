"""The inspect cursor's descriptions of spaces, cars, signs and cards."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from heat_tui.engine import Race, RaceSetup
from heat_tui.engine.cards import CATALOGUE, HEAT, STRESS
from heat_tui.engine.view import SeatView
from heat_tui.modules.legends import Legends
from heat_tui.store.tracks import load_track
from heat_tui.words.cards import card_words
from heat_tui.words.situation import inspect_car, inspect_card, inspect_corner, inspect_space, inspect_start
from tests.words.pseudo import untranslated


def a_race(track: str = "usa", *, seats: tuple[str, ...] = ("Ada", "Bo")) -> Race:
    return Race.start(RaceSetup(track=load_track(track), seats=seats, seed=5, laps=1, modules=(Legends(2),)))


@pytest.fixture
def view() -> SeatView:
    return a_race().view(None)


def test_an_empty_space_is_described(view: SeatView) -> None:
    assert inspect_space(view, 30, 1) == [
        "Space 30, off spot.",
        "The whole space is free.",
        "A car can move 3 spaces from here before the line of corner 2, limit 3.",
        (
            "Past the legends line: a Legend moves the limit (3) plus its diamond number, and crosses one "
            "corner line at most."
        ),
    ]


@pytest.mark.parametrize(
    ("space", "words"),
    [
        (33, "It is the last space before the line of corner 2, limit 3."),
        (32, "A car can move 1 space from here before the line of corner 2, limit 3."),
        (34, "A car can move 15 spaces from here before the line of corner 3, limit 3."),
        (60, "A car can move 21 spaces from here before the line of corner 1, limit 7."),
        (69, "The start/finish line is just ahead."),
        (1, "The start/finish line is just behind."),
        (66, "The spot is grid place 7."),
    ],
)
def test_the_position_of_a_space_is_described(view: SeatView, space: int, words: str) -> None:
    assert words in inspect_space(view, space, 0)


@pytest.mark.rule("L3", "L4")
def test_the_move_of_a_legend_from_a_space_is_described(view: SeatView) -> None:
    """The legends line of corner 2 is after space 27, the corner line after space 33."""
    for space in range(13, 34):
        last = inspect_space(view, space, 0)[-1]
        assert last.startswith("Past" if 28 <= space <= 33 else "Before"), space


@pytest.mark.point("B5")
@pytest.mark.rule("L6")
def test_the_legends_rule_is_shown_only_where_a_legend_may_pass_and_where_it_applies(view: SeatView) -> None:
    """The last corner line of this one-lap race is after space 57; a Legend never goes back to an earlier space."""
    alone = Race.start(RaceSetup(load_track("usa"), ("Ada", "Bo"))).view(None)
    assert not any("egend" in line for space in range(1, 70) for line in inspect_space(alone, space, 0))
    assert not any("egend" in line for line in inspect_corner(alone, 1))
    no_corner = "With no corner left before the finish, a Legend moves its helmet number."
    assert inspect_space(view, 58, 0)[-1] == no_corner
    assert inspect_space(view, 57, 0)[-1].startswith("Past the legends line: a Legend moves the limit")
    assert inspect_space(view, view.space(view.cars[2]), 0)[-1].startswith("Before the legends line"), "on the grid"
    legends = [replace(car, at=69 + 40) for car in view.cars[2:]]
    later = replace(view, cars=(*view.cars[:2], *legends))
    assert not any("egend" in line for line in inspect_space(later, 39, 0))
    assert inspect_space(later, 40, 0)[-1].startswith("Before the legends line")


def test_special_spaces_are_described() -> None:
    japan, spain = a_race("japan").view(None), a_race("spain").view(None)
    assert "The space is flooded: shifting down here costs 1 extra Heat." in inspect_space(japan, 6, 0)
    assert not any("flooded" in line for line in inspect_space(japan, 5, 0))
    assert "The space is in a tunnel: nothing from your hand can go to the discard pile here." in inspect_space(
        spain, 17, 0
    )


def test_the_cars_on_a_space_are_described(view: SeatView) -> None:
    first, second = view.positions[:2]
    names = {car: inspect_car(view, view.cars[car])[0].split(": ")[1].rstrip(".") for car in (first, second)}
    assert f"{names[first]} is here, with {names[second]} beside it." in inspect_space(view, 69, 0)
    assert f"{names[second]} is here, with {names[first]} beside it." in inspect_space(view, 69, 1)
    alone = a_race(seats=("Ada",)).view(None)
    assert any("The spot is free;" in line for line in inspect_space(alone, 68, 1))


def test_a_drivers_car_is_described(view: SeatView) -> None:
    place = view.standings.index(0) + 1
    car = view.cars[0]
    assert inspect_car(view, car) == [
        "Car 1: Ada.",
        f"Position {place} of 4, on the grid, space {view.space(car)}, {'off spot' if car.spot else 'race line'}.",
        "Gear 1, 6 Heat in the engine.",
        "7 cards in hand, 11 cards in the draw deck; the discard pile is empty.",
        *(["It is among the last, so it has Adrenaline this round."] if 0 in view.last else []),
    ]


def test_a_legends_car_is_described(view: SeatView) -> None:
    lines = inspect_car(view, view.cars[2])
    assert len(lines) == 3
    assert "Legend" in lines[0]
    assert lines[2] == "The Legend cards move it: it never pays Heat, spins out or slipstreams."


def test_only_open_cards_of_a_car_are_described() -> None:
    """The description of a car stays the same when the cards of its hand and deck are dealt differently."""
    race = a_race()
    said = [inspect_car(race.view(None), car) for car in race.view(None).cars]
    for car in race.cars[:2]:
        cards = sorted(car.hand + car.deck, reverse=True)
        car.hand, car.deck = cards[: len(car.hand)], cards[len(car.hand) :]
    race.seen = [None] * len(race.cars)
    assert [inspect_car(race.view(None), car) for car in race.view(None).cars] == said


@pytest.mark.rule("7.1", "7.3")
def test_a_corner_is_described(view: SeatView) -> None:
    assert inspect_corner(view, 1) == [
        "Corner 2, limit 3: its line is after space 33.",
        "Each point of speed over the limit costs 1 Heat. A car that cannot pay in full spins out.",
        "Its legends line is between spaces 27 and 28.",
    ]


def test_a_corner_with_a_changed_limit_and_a_higher_cost_is_described(view: SeatView) -> None:
    changed = replace(view, limits=(7, 2, 3, 2), surcharges=(0, 1, 0, 0))
    lines = inspect_corner(changed, 1)
    assert lines[0] == "Corner 2, limit 2 (printed 3): its line is after space 33."
    assert "Each point of speed over the limit costs 1 Heat, plus 1 for any car over it." in lines


def test_a_chicane_is_described() -> None:
    japan = a_race("japan").view(None)
    first, second = inspect_corner(japan, 0), inspect_corner(japan, 1)
    assert first[0] == second[0]
    assert first[0].endswith(": its lines are after spaces 10 and 12.")
    assert [inspect_corner(japan, line)[0][:9] for line in range(5)] == [
        "Corner 1,",
        "Corner 1,",
        "Corner 2,",
        "Corner 3,",
        "Corner 4,",
    ]
    assert not any("chicane" in line for line in inspect_corner(japan, 2))


def test_the_start_and_a_card_are_described(view: SeatView) -> None:
    assert inspect_start(view) == [
        "The start/finish line, between space 69 and space 1.",
        "The race is 1 lap long; a car has finished when its turn ends past the line.",
    ]
    assert inspect_card("4") == ["Your card: 4.", "A Basic card with speed 4: it moves your car 4 spaces."]


@pytest.mark.rule("E11", "G7")
def test_what_cards_and_events_may_discard_is_not_said_to_stay() -> None:
    """Events 13 and 17 let Heat and Stress be discarded; Reduce stress lets Stress be discarded."""
    assert "nor discarded unless an event allows it" in card_words(HEAT)
    assert "cannot be discarded unless a card or an event allows it" in card_words(STRESS)


def test_every_car_can_be_inspected_at_every_moment() -> None:
    """The moments include the grid, the drive and the finish."""
    race = a_race()
    luck = random.Random(5)
    said: set[str] = set()
    while True:
        view = race.view(None)
        said |= {line for car in view.cars for line in inspect_car(view, car)}
        if race.decision is None:
            break
        race.play(race.decision.sample(luck.random))
    for words in ("lap 1 of 1", "on top", "It has finished in first place.", "face down", "has Adrenaline"):
        assert any(words in line for line in said), words


@pytest.mark.usefixtures("pseudo")
@pytest.mark.parametrize("track", ["usa", "japan", "spain"])
def test_everything_is_described_in_the_installed_language(track: str) -> None:
    race = a_race(track, seats=("Ä", "Ö"))
    luck = random.Random(1)
    for _turn in range(60):
        if race.decision is not None:
            race.play(race.decision.sample(luck.random))
    view = race.view(None)
    said = [
        *inspect_start(view),
        *(line for car in view.cars for line in inspect_car(view, car)),
        *(line for corner in range(len(view.limits)) for line in inspect_corner(view, corner)),
        *(line for space in range(1, view.sheet.track.spaces + 1) for line in inspect_space(view, space, space % 2)),
        *(line for card in CATALOGUE for line in inspect_card(card)),
    ]
    assert [line for line in said if untranslated(line)] == []
