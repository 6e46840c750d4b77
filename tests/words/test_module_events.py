"""Events of upgrades, weather, tournament mode and aggressive Legends are described with their reasons."""

from __future__ import annotations

from functools import partial

import pytest

from heat_tui.engine.events import (
    Accelerated,
    CardFlipped,
    CardsRefreshed,
    CardsReplaced,
    CardsSalvaged,
    CardsScrapped,
    CardsTurnedOver,
    CarMoved,
    CornerTaken,
    Drafted,
    Event,
    GearShifted,
    HeatPaid,
    LimitsAdjusted,
    PlayedDirectly,
    SpunOut,
    StressReduced,
    SuperCooled,
    ValuesChosen,
)
from heat_tui.modules.garage.cards import MarketDealt, UpgradePicked, UpgradePutAway, UpgradesDealt
from heat_tui.modules.legends.events import LegendDecided, LegendPressed
from heat_tui.modules.tournament import Tournament
from heat_tui.modules.tournament.events import CardLost, NumberShown, ShiftUnpaid
from heat_tui.modules.weather import ConditionsPlaced, HeatSpread, WeatherDrawn
from heat_tui.store.tracks import load_track
from heat_tui.words.events import event_words
from tests.tables import driver, legend, loop, turn
from tests.upgrades import drive, use
from tests.words.test_events import told

ROAD = loop(60, (20, 4), (30, 3), (40, 5), laps=2)
SHEET = turn(ROAD, driver(10), driver(8), legend(5, colour="black"), legend(4, colour="blue")).race.rules.sheet


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (ValuesChosen(0, (("brakes-13", 3),)), "Ada chooses 3 for Brakes-13."),
        (
            ValuesChosen(0, (("brakes-13", 3), ("brakes-24", 2))),
            "Ada chooses 3 for Brakes-13 and 2 for Brakes-24.",
        ),
        (
            CardsReplaced(1, ("turbo-7",)),
            "Bo cannot pay the Heat for Turbo-7, so it is discarded and a Basic card takes its place.",
        ),
        (
            CardsReplaced(1, ("turbo-7", "wings-6")),
            ("Bo cannot pay the Heat for Turbo-7 and Wings-6, so they are discarded and Basic cards take their place."),
        ),
        (LimitsAdjusted(0, 2), "With these cards every limit is 2 higher for Ada this turn."),
        (LimitsAdjusted(0, -1), "With these cards every limit is 1 lower for Ada this turn."),
        (LimitsAdjusted(0, 0), "The normal limits apply to Ada again."),
        (HeatPaid(0, "turbo-7", 2), "Ada pays 2 Heat for Turbo-7."),
        (
            CardsScrapped(0, "throttle-1a", ("heat",)),
            "For Throttle-1a, Ada scraps the top card of the draw deck: Heat.",
        ),
        (
            CardsScrapped(0, "turbo-8", ("1", "stress", "4", "1")),
            "For Turbo-8, Ada scraps the top 4 cards of the draw deck: 4, 1, 1 and Stress.",
        ),
        (
            CardsScrapped(0, "turbo-8", ()),
            "Turbo-8 finds nothing to scrap: Ada has no cards in the draw deck or the discard pile.",
        ),
        (StressReduced(0, "body-3", 2), "Ada calms down and discards 2 Stress with Body-3."),
        (
            CardsSalvaged(0, "fuel-2", 2),
            ("With Fuel-2, Ada looks through the discard pile and shuffles 2 cards from it into the draw deck."),
        ),
        (
            SuperCooled(0, "intake-3", 1),
            "Ada super cools with Intake-3: 1 Heat goes from the discard pile into the engine.",
        ),
        (
            PlayedDirectly(0, "throttle-2"),
            "Ada plays Throttle-2 directly from their hand, in addition to the cards for the gear.",
        ),
        (Accelerated(0, "drive-0c", 1), "Ada accelerates with Drive-0c: 1 extra speed, for the one + this turn."),
        (Accelerated(0, "drive-0c", 3), "Ada accelerates with Drive-0c: 3 extra speed, 1 for each + this turn."),
        (
            Drafted(0, ("frontwing-2", "frontwing-3"), 3),
            "Ada drafts 3 spaces with Frontwing-2 and Frontwing-3, to just behind the next car.",
        ),
        (CardsRefreshed(0, ("suspension-4",)), "Ada refreshes Suspension-4: it goes on top of the draw deck."),
        (
            CardsRefreshed(0, ("suspension-4", "intake-0b")),
            "Ada refreshes Suspension-4 and Intake-0b: they go on top of the draw deck, to be drawn in this order.",
        ),
        (MarketDealt(2, ("body-3", "heat", "turbo-8")), "Draft round 2; in the market: Turbo-8, Body-3 and Heat."),
        (UpgradePicked(0, "wings-6"), "Ada takes Wings-6 from the market."),
        (UpgradePutAway(0, "wings-6"), "Ada puts Wings-6 away and starts with the other three."),
        (
            UpgradesDealt(1, ("brakes-13", "heat", "radiator-6")),
            "The garage deals Bo Radiator-6, Brakes-13 and Heat.",
        ),
        (
            WeatherDrawn("rain"),
            "The weather for this race: rain. Everything is wet: everybody starts with up to 3 of their Heat "
            "in the draw deck.",
        ),
        (
            ConditionsPlaced(("limit_up", "weather", "overheat")),
            "The road: corner 1 grippy, corner 2 weather, corner 3 overheating.",
        ),
        (HeatSpread(0, 3, "deck"), "Ada shuffles 3 Heat from the engine into the draw deck."),
        (HeatSpread(0, 2, "discard"), "Ada puts 2 Heat from the engine on the discard pile."),
        (NumberShown(0, 1), "Ada plays 1 card face down for gear 1."),
        (NumberShown(0, 4), "Ada plays 4 cards face down for gear 4."),
        (
            ShiftUnpaid(0, 2, 4, 1, 0),
            ("The shift from gear 2 to gear 4 costs 1 Heat, but Ada has none, so one of the cards is lost at random."),
        ),
        (
            ShiftUnpaid(0, 4, 2, 2, 1),
            "The shift from gear 4 to gear 2 costs 2 Heat, but Ada has only 1, so a Basic card is added from the draw "
            "deck.",
        ),
        (CardLost(0, "stress"), "It is Stress, which is discarded."),
        (CardsTurnedOver(0, "shift", ("heat",)), "Ada turns over Heat, which is discarded."),
        (CardFlipped(0, "shift", (), "2"), "Ada turns over a 2, which counts with the cards played."),
        (
            CardFlipped(0, "shift", ("heat", "5"), "2"),
            ("Ada turns over 5 and Heat, which are discarded, and then a 2, which counts with the cards played."),
        ),
        (CardFlipped(0, "shift", (), None), "Nothing is added: Ada has no Basic card left to turn over."),
        (
            LegendPressed(2, 1),
            "Legend Black starts on an aggressive space: it may cross 1 more corner line.",
        ),
        (
            LegendPressed(2, 2),
            "Legend Black starts on an aggressive space: it may cross 2 more corner lines.",
        ),
        (
            LegendDecided(2, "corner", 0, 4, 3, 18, stopped=True, target=30),
            "Legend Black is past the legends line of corner 1: limit 4 plus diamond 3 would be 7 spaces, but that "
            "would cross one corner too many, so it heads for space 30, the last before that corner.",
        ),
        (
            LegendDecided(2, "corner", 0, 4, 3, 18, stopped=True, target=40, lines=2),
            "Legend Black is past the legends line of corner 1: limit 4 plus diamond 3 would be 7 spaces, but that "
            "would cross one corner too many, so it heads for space 40, the last before that corner.",
        ),
        (
            CarMoved(0, "direct_play", 3, 10, 13, 0, 8, ()),
            "Ada drives 3 spaces further, to space 13, race line; that card raises the speed to 8.",
        ),
        (
            CarMoved(0, "accelerate", 2, 10, 12, 0, 8, ()),
            "Ada drives 2 spaces further, to space 12, race line; Accelerate raises the speed to 8.",
        ),
        (CarMoved(0, "draft", 2, 10, 12, 1, 8, ()), "Ada drafts to space 12, off spot; the speed stays 8."),
        (
            CarMoved(0, "direct_play", 3, 10, 12, 0, 8, (1, 2)),
            "Ada carries on towards space 13; that card raises the speed to 8. "
            "Bo and Legend Black fill space 13, so Ada stops 1 short, on space 12, race line.",
        ),
        (
            CarMoved(0, "accelerate", 2, 10, 11, 0, 8, (1, 2)),
            "Ada carries on towards space 12; Accelerate raises the speed to 8. "
            "Bo and Legend Black fill space 12, so Ada stops 1 short, on space 11, race line.",
        ),
        (
            CornerTaken(0, 1, 5, 3, 3, 1, surcharge=1),
            "Ada takes corner 2 at speed 5 over limit 3 and pays 3 Heat, 1 of it because the road overheats; "
            "1 left in the engine.",
        ),
        (
            SpunOut(0, 1, 5, 3, 3, 1, 1, 2, 92, 90, 0, surcharge=1),
            (
                "Ada takes corner 2 at speed 5 over limit 3 and owes 3 Heat, but can pay only the 1 in the "
                "engine. Of the Heat owed, 1 is for the overheating road. Ada spins out, goes back to space 30, race "
                "line, takes 1 Stress for gear 2 and drops to gear 1."
            ),
        ),
    ],
)
def test_single_events_have_their_sentences(event: Event, sentence: str) -> None:
    assert event_words(SHEET, event) == sentence


@pytest.mark.rule("H1")
def test_water_is_a_reason_for_the_price_of_a_shift() -> None:
    japan = turn(load_track("japan"), driver(10, play="1"), driver(8)).race.rules.sheet
    tell = partial(event_words, japan)
    assert tell(GearShifted(0, 3, 2, 1, surcharge=1)) == (
        "Ada shifts down from gear 3 to gear 2 and pays 1 Heat, because the space is flooded."
    )
    assert tell(GearShifted(0, 3, 1, 2, surcharge=1)) == (
        "Ada shifts down from gear 3 to gear 1 and pays 2 Heat, 1 of it because the space is flooded."
    )
    assert tell(GearShifted(0, 3, 1, 1)) == "Ada shifts from gear 3 to gear 1 and pays 1 Heat for two gears at once."
    assert tell(GearShifted(0, 1, 3, 1)) == "Ada shifts from gear 1 to gear 3 and pays 1 Heat for two gears at once."


@pytest.mark.rule("G8")
def test_a_replacement_reads_as_one_text() -> None:
    table = drive(driver(5, gear=3, play="radiator-6 1 1", hand="1 1 2 2 3 3", engine=0, deck="4"))
    assert (
        "The rules leave Ada only one choice, so nobody is asked.\nAda cannot pay the Heat for "
        "Radiator-6, so it is discarded and a Basic card takes its place. For Radiator-6, Ada turns "
        "over a 4. At speed 6, Ada drives from space 5 to space 11, race line."
    ) in told(table)


@pytest.mark.rule("G7")
def test_direct_play_reads_as_one_text() -> None:
    table = drive(driver(5, gear=1, play="1", hand="throttle-2 1 1 1 1 1", deck="1 1 1"))
    table.play(use("direct_play", "throttle-2"))
    assert (
        "Ada plays Throttle-2 directly from their hand, in addition to the cards for the gear. "
        "Ada drives 2 spaces further, to space 8, race line; that card raises the speed to 3."
    ) in told(table)


@pytest.mark.rule("M2")
def test_an_unpaid_shift_reads_as_one_text() -> None:
    car = driver(10, gear=1, engine=0, play="2 2 2", deck="1 1 1")
    assert (
        "Ada plays 3 cards face down for gear 3. The shift from gear 1 to gear 3 costs 1 "
        "Heat, but Ada has none, so one of the cards is lost at random. It is 2, which is discarded. "
        "Ada shifts up from gear 1 to gear 2."
    ) in told(turn(ROAD, car, modules=(Tournament(),)))
