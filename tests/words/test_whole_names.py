"""In wide letters, no line ends inside a name, a number or a word of a lesson, and no name on a card is cut."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

import pytest

from heat_tui import language
from heat_tui.drivers import Chance, Steady
from heat_tui.language import text_files
from heat_tui.modules.garage import Garage
from heat_tui.modules.garage.cards import SETS
from heat_tui.modules.weather import Weather
from heat_tui.tui.race.hand import short_name
from heat_tui.typesetting import cell_len, words, wrapped
from heat_tui.words.cards import all_cards, card_name, is_upgrade, short_card_name
from tests.goldens.telling import Golden, tell_race

CODES = language.languages()[1:]
FACE = 9
"""The width, in cells, of a card's face in a hand of seven at 112 to 118 columns; at 120 columns, it is 10."""
WITHIN_WORD = re.compile("[ァ-ヺー]{2}|[一-鿿]{2}|[ぁ-ゖ]{2}|[一-鿿][ぁ-ゖ]")
DRIVERS = ("小林 花子", "やまだたろう", "ヴィルヌーヴ", "Celestine de la Tour")


@pytest.fixture(params=CODES)
def code(request: pytest.FixtureRequest) -> Iterator[str]:
    """Select a language in wide letters."""
    language.use(request.param)
    yield request.param
    language.use("en")


def upgrades() -> list[str]:
    return [key for key in all_cards() if is_upgrade(key)]


@cache
def race_in(code: str) -> str:
    """Return the text of a race with upgrades, weather and Legends in a language, with its questions and forecasts."""
    language.use(code)
    drivers = tuple((name, Chance(seed) if seed % 2 else Steady(seed)) for seed, name in enumerate(DRIVERS))
    modules = (Garage("both", sets=SETS), Weather())
    return tell_race(Golden("", "italy", 3, drivers, laps=1, legends=2, asked=(0, 1), modules=modules))


@pytest.fixture
def told(code: str) -> str:
    return race_in(code)


def broken(text: str, names: set[str], width: int) -> list[str]:
    """Return the lines of a text in which a name is split."""
    return [
        line
        for line in text.splitlines()
        if any(name in line and "\n".join(wrapped(line, width)).count(name) < line.count(name) for name in names)
    ]


@pytest.mark.sampled
@pytest.mark.parametrize("width", range(30, 81, 5))
def test_no_line_ends_inside_a_name(told: str, width: int) -> None:
    names = {*DRIVERS, *map(card_name, upgrades())}
    assert sum(name in told for name in names) > 10
    assert broken(told, names, width) == []


def test_no_line_ends_inside_a_number_or_before_its_counter(told: str) -> None:
    for line in told.splitlines():
        for _start, end, part in words(line):
            assert end == len(line) or not (part[-1].isdigit() and line[end].isalnum()), (part, line)


@pytest.mark.parametrize("code", ["ja"], indirect=True)
@pytest.mark.parametrize("text", ["lessons.md", "first_race.md"])
def test_no_line_of_a_lesson_ends_inside_a_word(text: str, code: str) -> None:
    for line in text_files(text)[0].read_text(encoding="utf-8").splitlines():
        for _start, end, part in words(line):
            if end < len(line) and not part[-1].isspace():
                assert not WITHIN_WORD.match(part[-1] + line[end]), (part, line)


def test_an_upgrades_name_fits_on_a_card(code: str) -> None:
    short = {key: short_name(key, FACE) for key in upgrades()}
    assert {key: name for key, name in short.items() if not name or cell_len(name) > FACE} == {}
    assert len({*short.values()}) == len(short)


@pytest.mark.parametrize("width", range(1, 15))
def test_no_name_on_a_card_is_cut(width: int, code: str) -> None:
    for key in upgrades():
        short = short_card_name(key)
        assert short_name(key, width) in ("", card_name(key), short, short.rpartition("-")[0])
