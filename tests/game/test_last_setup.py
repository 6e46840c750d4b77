"""The last setup is remembered, and a damaged one does no harm."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import pytest

from heat_tui.game.setup.last_setup import FILE, last_names, load_last_setup, save_last_setup
from heat_tui.game.setup.options import REMEMBERED, Options, Seat

SETUP = Options(
    track="italy",
    seats=(Seat("[red]", "blue", "person", 2), Seat("Ｗｉｄｅ", "purple", "chance")),
    legends=3,
    laps=4,
    pro=6,
    mulligan=True,
    retire=True,
    memory_aid=False,
    open_table=True,
    coach=False,
    garage="advanced",
    draft="snake",
    sets=("base", "tunnel_vision"),
    weather=True,
    tournament=True,
    aggressive=True,
)

SEAT = {"name": "A", "colour": "red", "controller": "person", "handicap": 0}

pytestmark = pytest.mark.usefixtures("home")


def written() -> dict[str, Any]:
    """Return the remembered options of the setup, as they are written."""
    return {name: value for name, value in asdict(SETUP).items() if name in REMEMBERED}


def test_a_setup_is_read_as_it_was_written() -> None:
    assert load_last_setup() == (None, None)
    assert save_last_setup(SETUP) is None
    assert load_last_setup() == (SETUP, None)


def test_a_file_from_before_the_advanced_rules_has_none(tmp_path: Path) -> None:
    table = written()
    for name in ("garage", "draft", "sets", "weather", "tournament", "aggressive", "coach"):
        del table[name]
    (tmp_path / FILE).write_text(json.dumps(table), encoding="utf-8")
    old = replace(SETUP, garage="none", draft="normal", sets=None, weather=False, tournament=False, aggressive=False)
    old = replace(old, coach=True)
    assert load_last_setup() == (old, None)


@pytest.mark.parametrize(
    ("stored", "read"), [(None, None), ([], ("base",)), (["heavy_rain"] * 2, ("base", "heavy_rain"))]
)
def test_the_base_game_is_always_in_use(stored: list[str] | None, read: tuple[str, ...] | None, tmp_path: Path) -> None:
    (tmp_path / FILE).write_text(json.dumps(written() | {"sets": stored}), encoding="utf-8")
    setup = load_last_setup().setup
    assert setup is not None
    assert setup.sets == read


def wrong(change: dict[str, Any]) -> str:
    return json.dumps(written() | change)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "not valid JSON"),
        *(
            (text, "the last setup was changed or damaged")
            for text in (
                "{}",
                wrong({"track": ""}),
                wrong({"laps": 21}),
                wrong({"pro": -1}),
                wrong({"seats": []}),
                wrong({"seats": [{**SEAT, "colour": "pink"}]}),
                wrong({"seats": [{**SEAT, "controller": ["person"]}]}),
                wrong({"seats": [{**SEAT, "name": "\x1b"}]}),
                wrong({"seats": [{**SEAT, "handicap": 3}]}),
                wrong({"seats": [{**SEAT, "more": 1}]}),
                wrong({"seats": [SEAT] * 6}),
                wrong({"legends": 7}),
                wrong({"more": 1}),
                wrong({"garage": "big"}),
                wrong({"draft": None}),
                wrong({"sets": ["snow"]}),
                wrong({"sets": ["base"] * 4}),
                wrong({"weather": 1}),
            )
        ),
    ],
)
def test_a_damaged_file_is_reported_and_not_used(text: str, words: str, tmp_path: Path) -> None:
    path = tmp_path / FILE
    path.write_text(text, encoding="utf-8")
    remembered = load_last_setup()
    assert remembered.setup is None
    assert remembered.problem is not None
    assert words in remembered.problem
    assert str(path) in remembered.problem


def test_a_file_that_cannot_be_written_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    monkeypatch.setenv("HEAT_TUI_HOME", str(tmp_path / "file"))
    problem = save_last_setup(SETUP)
    assert problem is not None
    assert "will not be remembered" in problem


@pytest.mark.parametrize("name", ["A,B", "A，B", "A、B", "@steady", "＠steady"])
def test_names_that_a_typed_list_would_read_otherwise_are_not_proposed(name: str) -> None:
    save_last_setup(replace(SETUP, seats=(Seat("Ada", "blue", "person"), Seat("Bo", "red", "person"))))
    assert last_names() == ["Ada", "Bo"]
    save_last_setup(replace(SETUP, seats=(Seat("Ada", "blue", "person"), Seat(name, "red", "person"))))
    assert last_names() == []
