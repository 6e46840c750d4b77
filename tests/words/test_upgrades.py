"""Upgrades by name, in signs and in words."""

from __future__ import annotations

import pytest

from heat_tui.engine import Race, RaceSetup
from heat_tui.engine.cards import CATALOGUE
from heat_tui.modules.championship.state import KEYS
from heat_tui.modules.championship.words import CARDS as SPONSORSHIP_CARDS
from heat_tui.modules.garage.cards import UPGRADES
from heat_tui.modules.garage.words import CARDS as UPGRADE_CARDS
from heat_tui.modules.garage.words import garage_lines, market_words
from heat_tui.words.cards import all_cards, card_list, card_name, card_words, face, legend_of_signs
from heat_tui.words.situation import hand_line, upgrades_in_hand
from tests.tables import driver, planning
from tests.upgrades import GARAGE, ROAD


def test_every_upgrade_has_a_unique_name_which_is_also_typed() -> None:
    named = {*UPGRADE_CARDS, *SPONSORSHIP_CARDS}
    assert {card_name(key).lower() for key in named} == named
    assert set(all_cards()) == set(CATALOGUE) | {each.card.key for each in UPGRADES} | KEYS
    assert max(len(card_name(key)) for key in UPGRADE_CARDS) <= 14
    assert max(len(card_name(key)) for key in all_cards()) <= 17


@pytest.mark.parametrize(
    ("key", "name", "signs"),
    [
        ("4", "4", ("4",)),
        ("stress", "Stress", ("+",)),
        ("heat", "Heat", ()),
        ("radiator-6", "Radiator-6", ("6", "H1", "C1")),
        ("brakes-1234", "Brakes-1234", ("1/2/3/4", "H1")),
        ("drive-0a", "Drive-0a", ("0", "+++")),
        ("body-2a", "Body-2a", ("2", "R1", "C1", "X2")),
        ("throttle-1b", "Throttle-1b", ("1", "D", "A", "X5")),
        ("tyres-2a", "Tyres-2a", ("2", "L-1", "C3")),
        ("tyres-0a", "Tyres-0a", ("0", "+", "L+1", "S1", "C1")),
        ("intake-1a", "Intake-1a", ("1", "SC1", "V4", "L-1")),
        ("suspension-4", "Suspension-4", ("4", "F")),
        ("frontwing-6", "Frontwing-6", ("6", "DR2", "H1")),
        ("sponsor-turbo", "Sponsor-turbo", ("6",)),
        ("sponsor-brakes", "Sponsor-brakes", ("1/2/3/4",)),
        ("sponsor-intake", "Sponsor-intake", ("0", "SC2")),
        ("sponsor-wings", "Sponsor-wings", ("3", "L+1")),
    ],
)
def test_names_and_signs_are_right(key: str, name: str, signs: tuple[str, ...]) -> None:
    assert card_name(key) == name
    assert face(all_cards()[key]) == signs


def test_every_sign_is_short_and_explained() -> None:
    explained = [sign for sign, _words in legend_of_signs(all_cards().values())]
    assert len(set(explained)) == len(explained)
    for card in all_cards().values():
        for sign in face(card)[1:]:
            assert len(sign) <= 3
            assert sign.isascii()
            assert any(sign.startswith(each) for each in explained), sign
    assert legend_of_signs([all_cards()["radiator-6"]]) == [
        ("H", "Heat that you have to pay"),
        ("C", "Heat from your hand back into the engine"),
    ]
    assert legend_of_signs([all_cards()["4"]]) == []


def test_no_two_kinds_of_upgrades_have_the_same_description() -> None:
    told = {key: card_words(key) for key in (*UPGRADE_CARDS, *SPONSORSHIP_CARDS)}
    alike = [(one, two) for one in told for two in told if one < two and told[one] == told[two]]
    assert alike == []
    assert max(len(words) for words in told.values()) < 300


def test_the_effect_of_a_card_is_described() -> None:
    assert card_words("brakes-1234") == (
        "Upgrade with speed 1, 2, 3 or 4, chosen when every + is resolved. Heat 1: pay 1 Heat in "
        "step 5. Mandatory. Brakes: choose your speed last, right up to the limit."
    )
    assert card_words("wings-6") == (
        "Upgrade with speed 6. Heat 2: pay 2 Heat in step 5. Mandatory. Adjust +3: all limits are 3 "
        "higher for you. Wings: pay Heat once, and every limit is higher."
    )
    assert card_words("sponsor-radiator") == (
        "Sponsorship with speed 4. Cooldown 2: put up to 2 Heat from your hand back into the engine. "
        "Once used, it leaves the race; unused, it stays with you for the season."
    )
    assert market_words("heat").startswith("Upgrade Heat: it starts the race in your draw deck.")
    assert market_words("body-3") == card_words("body-3")


def test_listed_cards_are_sorted_by_their_highest_speed() -> None:
    assert card_list(("heat", "2", "brakes-15", "turbo-8", "drive-0a", "stress", "4")) == (
        "Turbo-8, Brakes-15, 4, 2, Drive-0a, Stress and Heat"
    )


def test_the_hand_and_the_garage_are_described() -> None:
    table = planning(ROAD, driver(10, hand="4 brakes-13 radiator-6 heat"), driver(20), modules=(GARAGE,))
    view = table.race.view(0)
    assert hand_line(view) == "Your hand: Radiator-6, 4, Brakes-13 and Heat."
    assert upgrades_in_hand(view) == ["Upgrades in it: Brakes-13 (1/3), Radiator-6 (6 H1 C1)."]
    assert [line.partition(" has ")[0] for line in garage_lines(view)[:2]] == ["Ada", "Bo"]
    assert garage_lines(view)[2].startswith("The signs: ")
    start = Race.start(RaceSetup(ROAD, ("Ada", "Bo"), modules=(GARAGE,))).view(None)
    draft, market, *rest = garage_lines(start)
    assert draft.startswith("Draft round 1 of 3; still to choose, in this order: ")
    assert market.startswith("In the market: ")
    assert rest[:2] == ["Ada has no upgrades yet.", "Bo has no upgrades yet."]
    plain = planning(ROAD, driver(10), driver(20)).race.view(0)
    assert garage_lines(plain) == ["This race has no garage: everybody has the starting upgrades."]
    assert upgrades_in_hand(plain) == []
