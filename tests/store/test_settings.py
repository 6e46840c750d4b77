"""The sources of settings, saved settings, the keys of actions, and the reports of what is invalid."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from textual._xterm_parser import XTermParser
from textual.events import Key

from heat_tui.store.schema import Refused
from heat_tui.store.settings import FILE, Settings, load_settings, save_settings, stored_settings
from heat_tui.tui.keymap import KEYS
from heat_tui.tui.settings_check import SAME_IN_A_TERMINAL, judge, key_fault, normal

WITHOUT_FILE = """
import sys
from heat_tui.tui.settings_check import load_checked
assert load_checked({"theme": "nord"}).settings.theme == "nord"
print("pydantic" in sys.modules)
"""

pytestmark = pytest.mark.usefixtures("home")


def write(folder: Path, **values: object) -> None:
    (folder / FILE).write_text(json.dumps(values), encoding="utf-8")


def test_a_flag_overrides_a_variable_and_a_variable_overrides_the_file(tmp_path: Path) -> None:
    write(tmp_path, theme="nord", animation="fast", bell=True, glyphs="ascii")
    environ = {"HEAT_TUI_THEME": "dracula", "HEAT_TUI_BELL": "off", "HEAT_TUI_MEMORY_AID": "0", "HEAT_TUI_CARS": ""}
    flags = {"theme": "light", "glyphs": "unicode", "confirm": False, "skip_boost": True}
    loaded = load_settings(flags, environ=environ, judge=judge)
    assert loaded.settings == Settings(
        theme="light", animation="fast", memory_aid=False, confirm=False, skip_boost=True
    )
    assert loaded.problems == ()
    assert loaded.overrides == {
        "theme": "--theme",
        "glyphs": "--unicode",
        "confirm": "--no-confirm",
        "skip_boost": "--skip-boost",
        "bell": "HEAT_TUI_BELL",
        "memory_aid": "HEAT_TUI_MEMORY_AID",
    }


@pytest.mark.parametrize(
    ("variable", "value", "name", "expected"),
    [
        ("HEAT_TUI_THEME", "light", "theme", "light"),
        ("HEAT_TUI_CARS", "okabe-ito", "cars", "okabe-ito"),
        ("HEAT_TUI_ANIMATION", "off", "animation", "off"),
        ("HEAT_TUI_GLYPHS", "ascii", "glyphs", "ascii"),
        ("HEAT_TUI_CONFIRM", "no", "confirm", False),
        ("HEAT_TUI_SKIP_BOOST", "yes", "skip_boost", True),
        ("HEAT_TUI_GEAR_FOLLOWS", "no", "gear_follows", False),
        ("HEAT_TUI_MEMORY_AID", "False", "memory_aid", False),
        ("HEAT_TUI_BELL", "YES", "bell", True),
        ("HEAT_TUI_TITLE", "0", "title", False),
    ],
)
def test_every_setting_has_its_variable(variable: str, value: str, name: str, expected: object, tmp_path: Path) -> None:
    loaded = load_settings(environ={variable: value}, judge=judge)
    assert getattr(loaded.settings, name) == expected
    assert loaded.problems == ()


@pytest.mark.long
def test_without_file_and_variables_the_defaults_apply_and_pydantic_is_not_imported(tmp_path: Path) -> None:
    assert load_settings(environ={}).settings == Settings()
    environ = {"HEAT_TUI_HOME": str(tmp_path), "PYTHONPATH": ":".join(sys.path)}
    run = subprocess.run([sys.executable, "-c", WITHOUT_FILE], env=environ, capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "False"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", "line 1, column 2: this is not valid JSON"),
        ("", "not valid JSON"),
        ("[]", "is not a single JSON object"),
        ("[" * 90_000, "too long"),
        (" " * 100_001, "larger than the limit of 100 kB"),
        ('{"bell": ' + "9" * 5000 + "}", "too long"),
        ("\x00", "NUL character"),
    ],
)
def test_a_damaged_file_is_reported_in_one_sentence_and_kept(text: str, words: str, tmp_path: Path) -> None:
    path = tmp_path / FILE
    path.write_text(text, encoding="utf-8")
    loaded = load_settings(environ={"HEAT_TUI_BELL": "on"}, judge=judge)
    assert loaded.settings == Settings(bell=True)
    (problem,) = loaded.problems
    assert str(path) in problem
    assert words in problem
    assert path.read_text(encoding="utf-8") == text


def test_each_wrong_value_is_reported_and_the_others_apply(tmp_path: Path) -> None:
    write(tmp_path, theme="drak", cars="pink", confirm=1, animaton="off", bell=True, glyphs=None)
    loaded = load_settings(environ={"HEAT_TUI_TITLE": "maybe"}, judge=judge)
    assert loaded.settings == Settings(bell=True)
    wrong = ("animaton", "drak", "pink", "1 is not a choice here", "HEAT_TUI_TITLE: maybe")
    assert len(loaded.problems) == len(wrong)
    for words, problem in zip(wrong, loaded.problems, strict=True):
        assert words in problem
    assert "did you mean animation?" in loaded.problems[0]
    assert "did you mean dark?" in loaded.problems[1]


def test_a_wrong_variable_gives_way_to_the_file(tmp_path: Path) -> None:
    write(tmp_path, theme="nord")
    loaded = load_settings(environ={"HEAT_TUI_THEME": "nrod"}, judge=judge)
    assert loaded.settings.theme == "nord"
    assert loaded.overrides == {}
    assert "HEAT_TUI_THEME" in loaded.problems[0]


def test_a_wrong_flag_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Refused, match=r"--theme: nrod is not a theme \(did you mean nord"):
        load_settings({"theme": "nrod"}, environ={}, judge=judge)


def test_saved_settings_are_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "new" / "folder"
    monkeypatch.setenv("HEAT_TUI_HOME", str(folder))
    settings = Settings(theme="nord", cars="okabe-ito", animation="off", confirm=False, keys={"undo": "ctrl+u"})
    assert save_settings(settings, judge) is None
    assert stored_settings(judge) == settings
    assert [each.name for each in folder.iterdir()] == [FILE]


def test_a_damaged_file_is_kept_when_settings_are_saved(tmp_path: Path) -> None:
    for number, name in enumerate((f"{FILE}.damaged", f"{FILE}.damaged-2")):
        text = f'{{"colour of happiness": {number}}}'
        (tmp_path / FILE).write_text(text, encoding="utf-8")
        assert save_settings(Settings(bell=True), judge) == tmp_path / name
        assert (tmp_path / name).read_text(encoding="utf-8") == text
        assert stored_settings(judge) == Settings(bell=True)


def test_settings_behind_a_link_are_written_where_the_link_leads(tmp_path: Path) -> None:
    (tmp_path / "dotfiles").mkdir()
    write(tmp_path / "dotfiles", theme="nord")
    (tmp_path / FILE).symlink_to(tmp_path / "dotfiles" / FILE)
    save_settings(Settings(theme="light"))
    assert (tmp_path / FILE).is_symlink()
    assert json.loads((tmp_path / "dotfiles" / FILE).read_text(encoding="utf-8"))["theme"] == "light"


def test_settings_that_cannot_be_written_are_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    monkeypatch.setenv("HEAT_TUI_HOME", str(tmp_path / "file"))
    with pytest.raises(Refused, match=r"settings\.json cannot be written \(.+\); the settings last only until"):
        save_settings(Settings(), judge)


def test_the_default_keys_have_no_faults() -> None:
    assert {key.id: key_fault(key.id, key.keys, {}) for key in KEYS.values()} == dict.fromkeys(KEYS)


@pytest.mark.parametrize(
    ("id", "keys", "words"),
    [
        ("undo", "m", "m is already the key for map"),
        ("undo", "?", "? is already the key for help"),
        ("undo", "3", "3 is already the key for"),
        ("card-3", "4", "4 is already the key for"),
        ("undo", "ctrl+m", "cannot tell ^m from Enter"),
        ("undo", "ctrl+[", "cannot tell ^[ from Esc"),
        ("undo", "ctrl+at", None),
        ("undo", "nokey", "nokey is not a key"),
        ("undo", "ctrl+t", None),
        ("undo", "Z", None),
        ("undo", ",", None),
        ("undo", "n", None),
        ("preview", "pagedown", "PgDn is already the key for next part"),
        ("put-line", "tab", "Tab is already the key for next item"),
        ("sort", "right", "→ is already the key for next page"),
        ("mistakes", "pageup", "PgUp is already the key for scroll up"),
        ("play", "pageup", "PgUp is already the key for scroll up"),
        ("part-next", "v", "v is already the key for preview"),
        ("again", "tab", None),
    ],
)
def test_two_actions_in_the_same_place_never_share_a_key(id: str, keys: str, words: str | None) -> None:
    fault = key_fault(id, keys, {})
    if words is None:
        assert fault is None
    else:
        assert fault is not None
        assert words in fault


NAMED = ("minus", "plus", "slash", "section_sign", "ctrl+backslash", "shift+f3")


@pytest.mark.parametrize("key", [*"zÖé0б字²§-+/_,", *NAMED])
def test_a_key_is_a_character_or_has_a_name(key: str) -> None:
    fault = key_fault("screenshot", key, {})
    assert fault is None or "is already the key for" in fault


@pytest.mark.parametrize("key", ["xy", "ctrl+", "\x1b", "line_feed", "\ud800", "x\ud800"])
def test_an_unknown_key_is_refused(key: str) -> None:
    fault = key_fault("screenshot", key, {})
    assert fault is not None
    assert "is not a key" in fault


@pytest.mark.parametrize("code", [*range(32), 127])
def test_a_key_for_a_control_character_arrives_or_is_refused(code: int) -> None:
    parser, key = XTermParser(), normal(f"ctrl+{chr(code ^ 64).lower()}")
    (arrives,) = [each.key for each in (*parser.feed(chr(code)), *parser.feed("")) if isinstance(each, Key)]
    assert SAME_IN_A_TERMINAL.get(key, key) == ("enter" if arrives == "ctrl+j" else arrives)
    assert normal(arrives) == arrives


def test_a_key_is_free_once_its_binding_has_another() -> None:
    assert key_fault("undo", "m", {"map": "M"}) is None
    assert key_fault("undo", "M", {"map": "M"}) is not None


def test_only_the_wrong_keys_in_a_file_are_ignored(tmp_path: Path) -> None:
    write(tmp_path, keys={"undo": "m", "map": "M", "cover": "C", "undoo": "x"})
    loaded = load_settings(environ={}, judge=judge)
    assert loaded.settings.keys == {"map": "M", "cover": "C"}
    assert len(loaded.problems) == 2
    assert "undoo is not an action with a key (did you mean undo?)" in loaded.problems[1]
