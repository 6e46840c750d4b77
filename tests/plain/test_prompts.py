"""Typed answers and their meanings."""

from __future__ import annotations

import pytest

from heat_tui import language
from heat_tui.engine import actions, decisions
from heat_tui.engine.actions import (
    DONE,
    KEEP_ALL,
    Action,
    ChooseValues,
    Discard,
    Exchange,
    KeepUpgrade,
    NextRace,
    Pick,
    Plan,
    PutAway,
    React,
    Refresh,
    Replace,
    Retire,
    Slipstream,
)
from heat_tui.engine.decisions import (
    ChooseValuesDecision,
    Decision,
    DiscardDecision,
    ExchangeDecision,
    KeepDecision,
    NextRaceDecision,
    PickDecision,
    PlanDecision,
    PutAwayDecision,
    ReactDecision,
    RefreshDecision,
    ReplaceDecision,
    SlipstreamDecision,
    Use,
)
from heat_tui.engine.forecast import Forecast
from heat_tui.engine.race import Race
from heat_tui.engine.setup import RaceSetup
from heat_tui.game.table.prompts import Choice
from heat_tui.modules import packages
from heat_tui.modules.garage import Garage
from heat_tui.modules.garage.cards import SETS
from heat_tui.modules.mulligan import MulliganDecision
from heat_tui.modules.mulligan.answer import Mulligan
from heat_tui.plain.prompts import ActionPrompt, confirm, read_card, read_one
from heat_tui.store.schema import Refused
from heat_tui.store.tracks import load_track
from heat_tui.typesetting import folded
from heat_tui.words.cards import all_cards, card_name

PLAN = PlanDecision(0, 1, 6, ((1, 0), (2, 0), (3, 1)), ("0", "1", "2", "3", "4", "stress"), 1, may_retire=False)
CLUTTERED = PlanDecision(0, 3, 0, ((2, 0), (3, 0), (4, 0)), ("1",), 6, may_retire=True)
REACT = ReactDecision(
    0,
    (
        Use("cooldown", "gear", 3),
        Use("adrenaline", "adrenaline", 1),
        Use("cooldown", "adrenaline", 1),
        Use("boost", "boost", 1, 1),
    ),
)
SLIPSTREAM = SlipstreamDecision(0, (2,))
FAR_SLIPSTREAM = SlipstreamDecision(0, (2, 3))
DISCARD = DiscardDecision(0, ("0", "1", "1", "4"))
MULLIGAN = MulliganDecision(0)
UPGRADED = PlanDecision(
    0,
    2,
    6,
    ((1, 0), (2, 0), (3, 0), (4, 1)),
    ("1", "brakes-13", "brakes-24", "stress", "suspension-4"),
    1,
    may_retire=False,
)
NUMBER = PlanDecision(
    0, 1, 0, ((1, 0), (2, 0), (3, 1)), ("1", "2", "3", "stress"), 0, may_retire=False, number_first=True
)
SYMBOLS = ReactDecision(
    0,
    (
        Use("cooldown", "gear", 3),
        Use("cooldown", "radiator-1", 2),
        Use("heat", "turbo-7", 2, 2, 2),
        Use("heat", "wings-6", 2, 2, 2),
        Use("scrap", "tyres-1", 2, 0, 2),
        Use("reduce_stress", "body-3", 2),
        Use("salvage", "fuel-0", 2),
        Use("salvage", "intake-1a", 4),
        Use("super_cool", "intake-3", 2),
        Use("direct_play", "throttle-2", 1),
        Use("direct_play", "throttle-3", 1),
        Use("accelerate", "drive-0c", 3, 0, 3),
        Use("draft", "frontwing-2", 2, 0, 2),
    ),
    may_end=False,
    pile=("1", "1", "4", "body-5", "heat", "heat"),
)
VALUES = ChooseValuesDecision(0, (("brakes-1234", (1, 2, 3, 4)), ("brakes-13", (1, 3))), 5)
REPLACE = ReplaceDecision(0, (("turbo-7",), ("wings-6",)), 4, 3)
REPLACE_TWO = ReplaceDecision(0, (("turbo-7", "wings-3"), ("turbo-7", "wings-6")), 4, 0)
REFRESH = RefreshDecision(0, ("suspension-2a", "suspension-4"))
PICK = PickDecision(0, ("body-1", "body-1", "heat", "wings-6"), ("turbo-7",), 2, 3)
PUT_AWAY = PutAwayDecision(0, ("body-1", "body-3", "heat", "heat"))
EXCHANGE = ExchangeDecision(0, ("body-1", "body-1", "heat"), ("body-3", "heat", "turbo-7"))
KEEP = KeepDecision(0, ("body-1", "heat", "heat"))
NEXT = NextRaceDecision(0)
HELD = DiscardDecision(0, ("0", "1", "4"), 1)
BY_UPGRADES = (VALUES, REPLACE, REPLACE_TWO, REFRESH, PICK, PUT_AWAY, EXCHANGE, KEEP, NEXT)


def prompt(decision: Decision) -> ActionPrompt[Decision]:
    upgraded = decision in (UPGRADED, SYMBOLS, *BY_UPGRADES)
    modules = (Garage("both", "normal", SETS),) if upgraded else ()
    view = Race.start(RaceSetup(load_track("usa"), ("Ada",), modules=modules)).view(0)
    nothing = Forecast()
    return ActionPrompt(Choice("Ada", view, decision, lambda _action: nothing))


@pytest.mark.parametrize(
    ("decision", "typed", "action"),
    [
        (PLAN, "3 4 2 1", Plan(3, ("4", "2", "1"))),
        (PLAN, "gear 3 cards 4 2 1", Plan(3, ("4", "2", "1"))),
        (PLAN, "gear 3 4 2 1", Plan(3, ("4", "2", "1"))),
        (PLAN, "3 cards 4 2 1", Plan(3, ("4", "2", "1"))),
        (PLAN, "g 3 c 4 2 1", Plan(3, ("4", "2", "1"))),
        (PLAN, "cards 4 2", Plan(2, ("4", "2"))),
        (PLAN, "1 stress", Plan(1, ("stress",))),
        (PLAN, "1 s", Plan(1, ("stress",))),
        (CLUTTERED, "2", Plan(2, ("1", "heat"))),
        (CLUTTERED, "gear 3", Plan(3, ("1", "heat", "heat"))),
        (CLUTTERED, "2 1 heat", Plan(2, ("1", "heat"))),
        (CLUTTERED, "retire", Retire()),
        (CLUTTERED, "r", Retire()),
        (REACT, "1", React("cooldown", "gear", 3)),
        (REACT, "4", React("boost", "boost", 1)),
        (REACT, "5", DONE),
        (REACT, "boost", React("boost", "boost", 1)),
        (REACT, "b", React("boost", "boost", 1)),
        (REACT, "adrenaline", React("adrenaline", "adrenaline", 1)),
        (REACT, "cool", React("cooldown", "gear", 3)),
        (REACT, "cool 2", React("cooldown", "gear", 2)),
        (REACT, "cool 1", React("cooldown", "adrenaline", 1)),
        (REACT, "done", DONE),
        (SLIPSTREAM, "yes", Slipstream(2)),
        (SLIPSTREAM, "y", Slipstream(2)),
        (SLIPSTREAM, "2", Slipstream(2)),
        (SLIPSTREAM, "no", Slipstream(0)),
        (FAR_SLIPSTREAM, "3", Slipstream(3)),
        (FAR_SLIPSTREAM, "no", Slipstream(0)),
        (SLIPSTREAM, "0", Slipstream(0)),
        (DISCARD, "discard 1 4", Discard(("1", "4"))),
        (DISCARD, "1 4", Discard(("1", "4"))),
        (DISCARD, "1 1 0", Discard(("1", "1", "0"))),
        (DISCARD, "none", Discard()),
        (DISCARD, "discard none", Discard()),
        (MULLIGAN, "yes", Mulligan(take=True)),
        (MULLIGAN, "n", Mulligan(take=False)),
        (UPGRADED, "3 brakes-24 suspension-4 stress", Plan(3, ("brakes-24", "suspension-4", "stress"))),
        (UPGRADED, "1 su", Plan(1, ("suspension-4",))),
        (UPGRADED, "cards brakes-1 1", Plan(2, ("brakes-13", "1"))),
        (NUMBER, "3 1 2 stress", Plan(3, ("1", "2", "stress"))),
        (NUMBER, "cards 3 2", Plan(2, ("3", "2"))),
        (SYMBOLS, "cool", React("cooldown", "gear", 3)),
        (SYMBOLS, "cool 1", React("cooldown", "radiator-1", 1)),
        (SYMBOLS, "cool 1 with gear", React("cooldown", "gear", 1)),
        (SYMBOLS, "cool with rad", React("cooldown", "radiator-1", 2)),
        (SYMBOLS, "pay wings-6", React("heat", "wings-6", 2)),
        (SYMBOLS, "pay for turbo-7", React("heat", "turbo-7", 2)),
        (SYMBOLS, "scrap", React("scrap", "tyres-1", 2)),
        (SYMBOLS, "calm 1", React("reduce_stress", "body-3", 1)),
        (SYMBOLS, "salvage 4 1", React("salvage", "fuel-0", 2, ("1", "4"))),
        (SYMBOLS, "salvage heat", React("salvage", "fuel-0", 1, ("heat",))),
        (SYMBOLS, "salvage body 1 1", React("salvage", "intake-1a", 3, ("1", "1", "body-5"))),
        (SYMBOLS, "salvage 4 with intake", React("salvage", "intake-1a", 1, ("4",))),
        (SYMBOLS, "supercool 1", React("super_cool", "intake-3", 1)),
        (SYMBOLS, "play throttle-2", React("direct_play", "throttle-2", 1)),
        (SYMBOLS, "11", React("direct_play", "throttle-3", 1)),
        (SYMBOLS, "accelerate", React("accelerate", "drive-0c", 3)),
        (SYMBOLS, "draft", React("draft", "frontwing-2", 2)),
        (VALUES, "4 1", ChooseValues((("brakes-1234", 4), ("brakes-13", 1)))),
        (REPLACE, "2", Replace(("wings-6",))),
        (REPLACE, "turbo", Replace(("turbo-7",))),
        (REPLACE_TWO, "1", Replace(("turbo-7", "wings-3"))),
        (REFRESH, "suspension-4 suspension-2a", Refresh(("suspension-4", "suspension-2a"))),
        (REFRESH, "refresh suspension-2a", Refresh(("suspension-2a",))),
        (REFRESH, "none", Refresh()),
        (REFRESH, "refresh none", Refresh()),
        (PICK, "1", Pick("body-1")),
        (PICK, "3", Pick("wings-6")),
        (PICK, "heat", Pick("heat")),
        (PICK, "w", Pick("wings-6")),
        (PUT_AWAY, "body-3", PutAway("body-3")),
        (PUT_AWAY, "3", PutAway("heat")),
        (EXCHANGE, "1 3", Exchange("body-1", "body-3")),
        (EXCHANGE, "2 5", Exchange("heat", "turbo-7")),
        (EXCHANGE, "body heat", Exchange("body-1", "heat")),
        (EXCHANGE, "heat body", Exchange("heat", "body-3")),
        (EXCHANGE, "keep", KEEP_ALL),
        (EXCHANGE, "no", KEEP_ALL),
        (KEEP, "2", KeepUpgrade("heat")),
        (KEEP, "body", KeepUpgrade("body-1")),
        (NEXT, "", NextRace()),
        (NEXT, "next", NextRace()),
        (NEXT, "yes", NextRace()),
        (HELD, "discard 4", Discard(("4",))),
        (HELD, "none", Discard()),
    ],
)
def test_typed_answers_are_understood(decision: Decision, typed: str, action: Action) -> None:
    assert prompt(decision).answer(typed.split()) == action
    assert decision.objection(action) is None


@pytest.mark.parametrize(
    ("decision", "question", "typing"),
    [
        (SLIPSTREAM, "slipstream (yes, no)?", "Type yes to move, no to stay where you are."),
        (FAR_SLIPSTREAM, "slipstream (2, 3, no)?", "Type 2 or 3 to move, no to stay where you are."),
    ],
)
def test_a_slipstream_asks_for_the_words_that_answer_it(decision: Decision, question: str, typing: str) -> None:
    asked = prompt(decision)
    assert asked.question.endswith(question)
    assert typing in asked.help()


@pytest.mark.parametrize(
    ("decision", "typed", "sentence"),
    [
        (PLAN, "", "Type a gear and its cards, such as 1 0; type ? for help."),
        (PLAN, "3", "Gear 3 plays 3 cards: which?"),
        (PLAN, "gear", "Type a gear and its cards, such as 1 0; type ? for help."),
        (PLAN, "cards", "Type a gear and its cards, such as 1 0; type ? for help."),
        (PLAN, "3 4 2", "Gear 3 needs exactly 3 cards, but you named 2."),
        (PLAN, "2 4 4", "You named more copies of 4 than you have; choose from your hand."),
        (PLAN, "1 heat", "Heat cards cannot be played; choose another card."),
        (PLAN, "4 1 2 3 4", "Gear 4 is too far from gear 1"),
        (PLAN, "1 seven", '"seven" is not a card; type the numbers of your cards, or stress.'),
        (PLAN, "retire", '"retire" is not a gear; type a gear from 1 to 4 and then the cards'),
        (NUMBER, "", "Type how many cards and then which, such as 1 1; type ? for help."),
        (NUMBER, "retire", '"retire" is not a number of cards; type a number from 1 to 4 and then the cards'),
        (CLUTTERED, "retire now", "Type retire on its own."),
        (REACT, "9", "9 is not in the list, which ends with 5."),
        (REACT, "cool 4", "The amount has to be 1 to 3, not 4."),
        (REACT, "brake", 'You cannot do "brake" now'),
        (REACT, "finish 2", "Type finish on its own."),
        (DISCARD, "f 1", "Type finish on its own."),
        (SLIPSTREAM, "3", "You cannot slipstream 3 spaces; go 2, or stay."),
        (FAR_SLIPSTREAM, "yes", "Type 2 or 3 to move, no to stay where you are."),
        (SLIPSTREAM, "perhaps", "Type yes to move, no to stay where you are."),
        (
            DISCARD,
            "heat",
            (
                "You cannot discard Heat: you named more copies than you have, or it is a card that has to stay "
                "in your hand."
            ),
        ),
        (
            DISCARD,
            "4 4",
            (
                "You cannot discard 4: you named more copies than you have, or it is a card that has to stay "
                "in your hand."
            ),
        ),
        (DISCARD, "seven", '"seven" is not a card; type the numbers or names of your cards.'),
        (DISCARD, "discard", "Type the cards, such as discard 1 4, or none to keep them all."),
        (DISCARD, "none 4", "Type none on its own."),
        (MULLIGAN, "", "Type yes to swap your hand, no to keep it."),
        (UPGRADED, "1 brakes", '"brakes" could be brakes-13 or brakes-24; type more letters.'),
        (UPGRADED, "1 turbo-7", "You named more copies of Turbo-7 than you have; choose from your hand."),
        (SYMBOLS, "done", "You cannot end the step yet"),
        (SYMBOLS, "14", "14 is not in the list, which ends with 13."),
        (SYMBOLS, "7", "Which cards? Type salvage and then the cards."),
        (SYMBOLS, "salvage", "Which cards? Type salvage and then the cards."),
        (SYMBOLS, "salvage 1 1 1", "You named more copies of 1 than your discard pile has; choose from the pile."),
        (SYMBOLS, "salvage 1 1 4 heat heat", "The amount has to be 1 to 4, not 5."),
        (SYMBOLS, "pay 1", "The amount has to be exactly 2, not 1."),
        (SYMBOLS, "scrap 1 2", "Type one thing at a time"),
        (SYMBOLS, "cool 1 with gear radiator-1", "Type one thing at a time"),
        (
            SYMBOLS,
            "pay with banana",
            'The source cannot be "banana"; type turbo-7 or wings-6, or leave the source out.',
        ),
        (VALUES, "3", "Type a value for each card, in this order: brakes-1234 brakes-13."),
        (VALUES, "3 2", "Brakes-13 cannot count as 2; choose 1 or 3."),
        (VALUES, "3 many", '"many" is not a number.'),
        (REPLACE, "3", '"3" is none of these; type a number from 1 to 2, or a name: turbo-7 or wings-6.'),
        (REPLACE, "", "Type a number from the list."),
        (REFRESH, "", "Type the cards in the order you want to draw them, such as refresh "),
        (REFRESH, "none suspension-4", "Type none on its own."),
        (REFRESH, "turbo-7", "You cannot refresh Turbo-7: you named more copies than you have played with Refresh."),
        (PICK, "body-1 heat", "Type the number of a card in the list, or its name, such as "),
        (PICK, "0", '"0" is none of these'),
        (PICK, "turbo-7", '"turbo-7" is none of these; type a number from 1 to 3, or a name: body-1, heat or wings-6.'),
        (PUT_AWAY, "wings-6", '"wings-6" is none of these'),
        (EXCHANGE, "", "Type your upgrade and the one from the market, by number or name, such as 1 3; or type keep."),
        (EXCHANGE, "1", "Type your upgrade and the one from the market, by number or name, such as 1 3; or type keep."),
        (EXCHANGE, "1 2", '"2" is none of these; type a number from 3 to 5, or a name: body-3, heat or turbo-7.'),
        (EXCHANGE, "1 6", '"6" is none of these; type a number from 3 to 5'),
        (EXCHANGE, "3 3", '"3" is none of these; type a number from 1 to 2, or a name: body-1 or heat.'),
        (EXCHANGE, "heat heat", "You cannot exchange Heat for Heat"),
        (KEEP, "turbo-7", '"turbo-7" is none of these'),
        (KEEP, "1 2", "Type the number of a card in the list, or its name, such as "),
        (NEXT, "wait", "Press Enter, or type next, to start the next race; type quit to stop here."),
        (HELD, "1 4", "You may discard only 1 card in step 8, but you named 2; name fewer, or none."),
    ],
)
def test_misunderstood_input_gets_a_sentence(decision: Decision, typed: str, sentence: str) -> None:
    with pytest.raises(Refused) as refused:
        prompt(decision).answer(typed.split())
    assert str(refused.value).startswith(sentence)


def test_two_uses_that_are_typed_alike_can_be_chosen_from_the_list() -> None:
    twice = ReactDecision(
        0, (Use("cooldown", "gear", 1), Use("cooldown", "adrenaline", 1), Use("boost", "boost", 1, 1))
    )
    lines = prompt(twice).opening()
    assert len(set(lines[1:])) == 4
    assert lines[1].startswith("1. cool 1 (cool 1 Heat with the gear):")
    assert lines[2].startswith("2. cool 1 (cool 1 Heat with Adrenaline):")
    assert lines[3].startswith("3. boost:")


def test_a_confirmation_accepts_another_answer_too() -> None:
    confirming = confirm(prompt(PLAN))
    assert confirming.answer(["yes"]) is True
    assert confirming.answer(["no"]) is False
    assert confirming.answer(["again"]) is False
    assert confirming.answer(["1", "4"]) == Plan(1, ("4",))
    with pytest.raises(Refused):
        confirming.answer([])


def _kinds_of(base: type[object]) -> set[type[object]]:
    places = (actions, decisions, *packages())
    found = {kind for place in places for kind in vars(place).values() if isinstance(kind, type)}
    return {kind for kind in found if issubclass(kind, base)}


def test_every_decision_has_a_prompt() -> None:
    kinds = _kinds_of(Decision)
    samples = (PLAN, REACT, SLIPSTREAM, DISCARD, HELD, MULLIGAN, NUMBER, UPGRADED, SYMBOLS, *BY_UPGRADES)
    kinds.add(MulliganDecision)
    assert {kind for kind in kinds if not kind.__subclasses__()} == {type(each) for each in samples}
    for decision in samples:
        shown = prompt(decision)
        assert shown.question.startswith("Ada, ") or decision == NEXT
        assert shown.help()


def test_every_action_can_be_typed() -> None:
    """Every legal action of the sample decisions has words, and the words are read as that action."""
    from tests.plain.typist import words_for

    kinds = _kinds_of(Action)
    met = set()
    for decision in (PLAN, CLUTTERED, SLIPSTREAM, DISCARD, HELD, MULLIGAN, UPGRADED, NUMBER, SYMBOLS, *BY_UPGRADES):
        for action in decision.options():
            met.add(type(action))
            assert prompt(decision).answer(words_for(action, decision).split()) == action
    assert met == {kind for kind in kinds if not kind.__subclasses__()} | {Mulligan}


def test_the_list_marks_mandatory_symbols_and_omits_ending_the_step() -> None:
    shown = prompt(SYMBOLS)
    lines = shown.opening()
    assert lines[1] == "Your discard pile: Body-5, 4, 1, 1 and two Heat cards."
    assert lines[2].startswith("1. cool 3:")
    assert lines[3].startswith("2. cool 2 with radiator-1:")
    assert lines[4].startswith("3. pay with turbo-7: you have to pay 2 Heat for Turbo-7.")
    assert lines[6].startswith("5. scrap: you have to scrap 2 cards for Tyres-1.")
    assert lines[7].startswith("6. calm 2 (discard 2 Stress with Body-3):")
    assert lines[8] == (
        "7. salvage with fuel-0: Name up to 2 cards from your discard pile to shuffle back into your draw deck."
    )
    assert not any("done" in line for line in (*lines, shown.question))
    assert any("done" in line for line in prompt(REACT).opening())


@pytest.mark.parametrize("code", language.languages())
def test_a_card_is_read_by_its_key_and_by_the_name_that_is_shown(code: str) -> None:
    language.use(code)
    try:
        for key in all_cards():
            for word in (key, folded(card_name(key))):
                assert read_card(word, (key,), all_cards()) == read_card(word, (), all_cards()) == key
                assert key.isdigit() or read_one(word, all_cards()) == key
    finally:
        language.use(language.ENGLISH)


def test_the_market_shows_the_effect_of_every_card() -> None:
    lines = prompt(PICK).opening()
    assert lines[0] == (
        "1. body-1, 2 copies: 1 R3. Upgrade with speed 1. Reduce stress 3: discard up to 3 Stress from your hand. "
        "Bodywork: keeps Stress away."
    )
    assert lines[1].startswith("2. heat: Heat. Upgrade Heat: it starts the race in your draw deck.")
    assert lines[2].startswith("3. wings-6: 6 H2 L+3.")
    assert lines[3] == "Draft round 2 of 3, and you have Turbo-7: which upgrade do you take?"
