"""The program speaks the language chosen by flag, variable, setting or locale, and understands names in it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from heat_tui import language
from heat_tui.store.settings import chosen_language
from tests.cli.program import ROOT, environment, heat_tui, refused

START = (
    "import sys; from pathlib import Path; from heat_tui import language;"
    "language.CATALOGUES = Path(sys.argv.pop(1)); from heat_tui.cli import main; main()"
)
"""A script that starts the program as if its catalogues were in the folder given as the first argument."""

HEADER = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n'
WORDS = {"xx": "Regeln", "pt_BR": "Regras"}


@pytest.fixture
def catalogues(tmp_path: Path) -> Path:
    """Write two catalogues with a few words each, and return their folder."""
    folder = tmp_path / "locale"
    for code, rules in WORDS.items():
        file = folder / code / "LC_MESSAGES" / "heat_tui.po"
        file.parent.mkdir(parents=True)
        words = {
            "Rules [{default}]:": f"{rules} [{{default}}]:",
            "List all tracks.": f"{rules}!",
            "Missing argument {name}.": f"{rules}：{{name}}？",
        }
        entries = "".join(f'\nmsgid "{message}"\nmsgstr "{said}"\n' for message, said in words.items())
        file.write_text(HEADER + entries, encoding="utf-8")
    return folder


def started(folder: Path, *arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
    """Run the program with the catalogues of a folder; `more` are environment variables."""
    return subprocess.run(
        [sys.executable, "-c", START, str(folder), *arguments],
        input="",
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={**environment(folder.parent, LC_ALL="", LC_MESSAGES="", LANG="C.UTF-8"), **more},
        timeout=60,
        check=False,
    )


def spoken(folder: Path, *arguments: str, **more: str) -> str:
    """Return the word for the rules in the first question of the line-based game, which shows its language."""
    said = started(folder, *arguments, "plain", **more).stdout
    (asked,) = [line for line in said.splitlines() if " [base]:" in line]
    return asked.split(" [")[0]


@pytest.mark.long
def test_flag_variable_setting_and_locale_choose_the_language(catalogues: Path) -> None:
    assert spoken(catalogues) == "Rules"
    assert spoken(catalogues, LANG="pt_BR.UTF-8") == "Regras"
    (catalogues.parent / "settings.json").write_text(json.dumps({"language": "xx"}), encoding="utf-8")
    assert spoken(catalogues, LANG="pt_BR.UTF-8") == "Regeln"
    assert spoken(catalogues, HEAT_TUI_LANG="pt_BR") == "Regras"
    assert spoken(catalogues, "--lang", "en", HEAT_TUI_LANG="pt_BR") == "Rules"


@pytest.mark.parametrize(
    ("environ", "stored", "code"),
    [
        ({}, None, "en"),
        ({"HEAT_TUI_LANG": "xx"}, None, "xx"),
        ({"HEAT_TUI_LANG": "pt-br", "LANG": "xx"}, "xx", "pt_BR"),
        ({"HEAT_TUI_LANG": "tlh", "LANG": "pt_BR.UTF-8"}, "xx", "xx"),
        ({"LANG": "pt_BR.UTF-8"}, "", "pt_BR"),
        ({"LANG": "pt_BR.UTF-8"}, "en", "en"),
        ({"LANG": "pt_BR.UTF-8"}, 7, "pt_BR"),
        ({"LANG": "xx_DE@euro"}, "tlh", "xx"),
        ({"LC_ALL": "C", "LANG": "pt_BR.UTF-8"}, None, "en"),
        ({"LC_ALL": "", "LC_MESSAGES": "xx", "LANG": "pt_BR.UTF-8"}, None, "xx"),
        ({"LANG": "tlh_QO.UTF-8"}, None, "en"),
    ],
)
def test_the_strongest_source_counts(
    catalogues: Path, monkeypatch: pytest.MonkeyPatch, environ: dict[str, str], stored: object, code: str
) -> None:
    monkeypatch.setattr(language, "CATALOGUES", catalogues)
    if stored is not None:
        (catalogues.parent / "settings.json").write_text(json.dumps({"language": stored}), encoding="utf-8")
    monkeypatch.setenv("HEAT_TUI_HOME", str(catalogues.parent))
    assert chosen_language(environ) == code


def test_an_unknown_language_is_refused_with_a_list_of_the_known_ones(catalogues: Path) -> None:
    sentence = refused(started(catalogues, "--lang", "tlh", "plain"))
    assert 'no language is called "tlh"; choose one of en, pt_BR, xx.' in sentence
    said = started(catalogues, "plain", "--track", "usa", HEAT_TUI_LANG="tlh").stdout
    assert said.startswith("HEAT_TUI_LANG: ")
    assert "choose one of en, pt_BR, xx." in said
    (catalogues.parent / "settings.json").write_text(json.dumps({"language": 7}), encoding="utf-8")
    assert "choose one of en, pt_BR, xx." in started(catalogues, "plain", "--track", "usa").stdout


def test_the_help_is_in_the_language(catalogues: Path) -> None:
    assert "Regeln!" in started(catalogues, "--lang", "xx", "tracks", "--help").stdout
    assert "Regras!" in started(catalogues, "tracks", "list", "--help", LANG="pt_BR.UTF-8").stdout


def test_a_missing_argument_is_named_in_a_whole_sentence_of_the_language(catalogues: Path) -> None:
    sentence = refused(started(catalogues, "--lang", "xx", "tracks", "show"))
    assert sentence == "Regeln：'TRACK'？ See heat-tui tracks show --help for help."


@pytest.mark.parametrize("arguments", [("--lang", "ja", "--help"), ("race", "--lang", "ja", "--help")])
def test_the_language_of_a_command_is_that_of_its_whole_help(arguments: tuple[str, ...], tmp_path: Path) -> None:
    assert "Show this message" not in heat_tui(*arguments, home=tmp_path).stdout


def test_the_help_lists_the_languages_if_there_is_a_choice(catalogues: Path) -> None:
    assert "--lang en|pt_BR|xx" in started(catalogues, "--help").stdout
    assert "--lang" not in started(catalogues.parent / "none", "--help").stdout


@pytest.mark.parametrize(
    ("code", "arguments"),
    [
        ("zh_Hant", ("--track", "義大利", "--drivers", "@新手，＠穩健", "--preset", "核心玩法")),
        ("ja", ("--track", "イタリア", "--drivers", "@初心者、＠堅実", "--preset", "基本ゲーム")),
        ("ja", ("--track", "ＩＴＡＬＹ", "--drivers", "@Novice,@STEADY", "--preset", "base game")),
        ("en", ("--track", "Italy", "--drivers", "@Novice,@steady", "--preset", "Base game")),
    ],
)
def test_names_from_the_screens_are_understood(code: str, arguments: tuple[str, ...], tmp_path: Path) -> None:
    data = json.loads(heat_tui("sim", *arguments, "--races", "1", "--json", home=tmp_path, HEAT_TUI_LANG=code).stdout)
    assert (data["track"], [*data["kinds"]], data["modules"]) == ("italy", ["@novice", "@steady"], {})


@pytest.mark.parametrize(
    "arguments",
    [("tracks", "show", "義大利"), ("sim", "--season", "custom", "--tracks", "義大利,美國", "--races", "1")],
)
def test_every_command_understands_the_name_of_a_track(arguments: tuple[str, ...], tmp_path: Path) -> None:
    assert heat_tui(*arguments, home=tmp_path, HEAT_TUI_LANG="zh_Hant").returncode == 0


def test_a_name_that_matches_nothing_or_several_things_gets_the_default_sentence(tmp_path: Path) -> None:
    folder = tmp_path / "tracks"
    folder.mkdir()
    built_in = (ROOT / "tracks" / "usa.toml").read_text(encoding="utf-8")
    for own in ("one", "two"):
        text = built_in.replace('id = "usa"', f'id = "{own}"').replace('name = "USA"', 'name = "Oval"')
        (folder / f"{own}.toml").write_text(text, encoding="utf-8")
    for typed in ("Oval", "義大利"):
        assert f"No track is called {typed}" in refused(heat_tui("tracks", "show", typed, home=tmp_path))
    assert heat_tui("tracks", "show", "One", home=tmp_path).returncode == 0


@pytest.mark.parametrize(("code", "word"), [("ja", "レジェンド"), ("zh_Hant", "傳奇車手")])
def test_a_legend_in_a_table_of_figures_has_its_translated_name(code: str, word: str, tmp_path: Path) -> None:
    arguments = ("sim", "--races", "1", "--cars", "2", "--legends", "1")
    said = heat_tui(*arguments, home=tmp_path, HEAT_TUI_LANG=code).stdout
    assert "legend" not in said
    assert f" {word} " in said


@pytest.mark.parametrize(
    ("code", "usage", "quoted"), [("ja", "使い方：heat-tui", "「jet」"), ("zh_Hant", "用法：heat-tui", "「jet」")]
)
def test_messages_of_click_use_the_punctuation_of_the_language(
    code: str, usage: str, quoted: str, tmp_path: Path
) -> None:
    assert heat_tui("tracks", "--help", home=tmp_path, HEAT_TUI_LANG=code).stdout.startswith(usage)
    assert quoted in heat_tui("race", "--animation", "jet", home=tmp_path, HEAT_TUI_LANG=code).stderr
