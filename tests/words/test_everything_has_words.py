"""Every kind of event, decision, action and refusal has its sentence."""

from __future__ import annotations

import importlib
import pkgutil
from dataclasses import fields
from string import Formatter

import pytest

import heat_tui.engine
import heat_tui.modules
from heat_tui.drivers.upgrades import SYMBOL_WORTH
from heat_tui.engine.actions import Action
from heat_tui.engine.decisions import Decision, NextRaceDecision
from heat_tui.engine.events import Event
from heat_tui.engine.record import Refusal
from heat_tui.engine.symbols import SYMBOLS
from heat_tui.game.setup.options import RACE
from heat_tui.modules.championship.event_rules import EVENTS
from heat_tui.modules.championship.words import EVENT_WORDS
from heat_tui.words.cards import all_cards
from heat_tui.words.events import all_sentences as all_events
from heat_tui.words.questions import ask, describe_action, explain
from heat_tui.words.refusals import all_sentences, refusal
from heat_tui.words.symbols import SYMBOLS as WORDS
from heat_tui.words.telling import FACTS
from tests.kinds import kinds_of
from tests.words.moments import decisions
from tests.words.refused import codes_in_source, refusals

for package in (heat_tui.engine, heat_tui.modules):
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        importlib.import_module(module.name)


@pytest.mark.parametrize("kind", kinds_of(Event), ids=lambda kind: kind.__name__)
def test_every_event_has_a_sentence(kind: type[Event]) -> None:
    assert kind in all_events(), f"{kind.__name__} has no row in SENTENCES of words/events.py or of its module's words"


def test_every_symbol_has_words_and_every_symbol_on_cards_has_a_value() -> None:
    symbols = {symbol.name for symbol in SYMBOLS}
    assert symbols <= WORDS.keys(), f"SYMBOLS of words/symbols.py lacks {symbols - WORDS.keys()}"
    on_cards = {name for card in all_cards().values() for name, _number in card.symbols}
    valued = SYMBOL_WORTH.keys()
    assert on_cards <= valued, f"SYMBOL_WORTH of drivers/upgrades.py lacks {on_cards - valued}"


def test_every_event_of_the_championship_has_words_and_can_be_asked_for() -> None:
    lacking = EVENTS.keys() ^ EVENT_WORDS.keys()
    assert not lacking, f"EVENT_WORDS of modules/championship/words.py and EVENTS differ in {lacking}"
    assert f"1 to {max(EVENTS)}," in RACE["events"].help, "the help of `events` in game/setup/options.py ends elsewhere"


@pytest.mark.parametrize("kind", all_events(), ids=lambda kind: kind.__name__)
def test_a_message_about_an_event_uses_existing_facts(kind: type[Event]) -> None:
    message = all_events()[kind]
    if not callable(message):
        forms = [message] if isinstance(message, str) else [message.one, message.many]
        named = {name for form in forms for _text, name, _spec, _conversion in Formatter().parse(form) if name}
        assert named <= FACTS.keys() | {field.name for field in fields(kind)}


@pytest.mark.parametrize("kind", kinds_of(Decision), ids=lambda kind: kind.__name__)
def test_every_decision_has_a_question_help_and_named_answers(kind: type[Decision]) -> None:
    view, decision = decisions()[kind]
    assert ask(view, decision).endswith("?")
    assert explain(decision)
    described = [describe_action(decision, action) for action in decision.options()]
    assert len(set(described)) == len(described)
    assert len(described) > 1 or kind is NextRaceDecision, "the pause between races has one answer"


def test_every_action_is_described_for_some_decision() -> None:
    offered = {type(action) for _view, decision in decisions().values() for action in decision.options()}
    assert offered == set(kinds_of(Action))


def test_every_refusal_has_a_sentence_and_every_sentence_a_refusal() -> None:
    codes = codes_in_source()
    assert len(codes) > 20
    assert set(all_sentences()) == codes


def test_every_refusal_can_be_provoked_and_is_one_sentence() -> None:
    provoked = refusals()
    assert {refused.code for refused in provoked.values()} == codes_in_source()
    for refused in provoked.values():
        said = refusal(refused)
        assert said.endswith("."), said
        assert ". " not in said, said
        assert refused.code not in said, said


def test_a_code_without_a_sentence_is_an_error() -> None:
    with pytest.raises(KeyError):
        refusal(Refusal("never-heard-of"))
