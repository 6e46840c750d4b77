"""The log of a race as a file."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from heat_tui.game.advice.analysis import Analysis, analysis_lines
from heat_tui.game.table.match import Match
from heat_tui.game.telling.export import LOG, default_path, export_log
from heat_tui.game.telling.story import Story, result_lines
from heat_tui.store.paths import documents_folder
from heat_tui.store.schema import Refused
from heat_tui.words.events import log_lines
from heat_tui.words.names import car_name
from tests.tui.races import finished
from tests.tui.table import usa


@pytest.mark.usefixtures("unjudged")
def test_the_file_has_the_whole_story_and_the_result(tmp_path: Path) -> None:
    match = finished()
    path = export_log(match, tmp_path / "race.txt")
    lines = path.read_text(encoding="utf-8").splitlines()
    assert lines[0].startswith("USA: 69 spaces a lap")
    told = Story(match).lines()
    start = lines.index(told[0])
    assert lines[start : start + len(told)] == told
    after = ["", *analysis_lines(Analysis(match))]
    assert lines[-len(after) :] == after
    assert lines[-len(after) - len(result_lines(match)) : -len(after)] == result_lines(match)


@pytest.mark.long
def test_everybodys_mistakes_and_luck_follow_the_result(tmp_path: Path) -> None:
    match = finished()
    lines = export_log(match, tmp_path / "race.txt").read_text(encoding="utf-8").splitlines()
    told = lines[lines.index("Mistakes and luck:") :]
    drivers = [car_name(match.sheet, seat) for seat in match.standings if seat < match.sheet.drivers]
    assert [line.partition(":")[0] for line in told[1:] if not line.startswith("  ")] == drivers
    assert all("Better: " in line for line in told if line.startswith("  "))


def test_an_unfinished_race_ends_with_the_standings(tmp_path: Path) -> None:
    match = Match.start(replace(usa("Ada"), chosen_seed=True), ("steady",), store=None)
    text = export_log(match, tmp_path / "race.txt").read_text(encoding="utf-8")
    assert text.endswith("The seed of this race is 21.\n")
    assert "1. " in text


@pytest.mark.usefixtures("unjudged")
def test_a_folder_gets_the_file_under_its_default_name(tmp_path: Path) -> None:
    assert export_log(finished(), tmp_path) == tmp_path / "usa.log.txt"


@pytest.mark.usefixtures("unjudged")
def test_nothing_is_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "race.txt"
    path.write_text("mine", encoding="utf-8")
    with pytest.raises(Refused, match="already exists and is left as it is"):
        export_log(finished(), path)
    assert path.read_text(encoding="utf-8") == "mine"


@pytest.mark.usefixtures("unjudged")
def test_a_broken_link_counts_as_an_existing_file(tmp_path: Path) -> None:
    link = tmp_path / "race.txt"
    link.symlink_to(tmp_path / "nowhere")
    with pytest.raises(Refused, match="already exists"):
        export_log(finished(), link)


@pytest.mark.usefixtures("unjudged")
@pytest.mark.parametrize("name", ["file/race.txt", "a" * 300, "nul\0byte"])
def test_a_file_that_cannot_be_written_is_refused_in_one_sentence(tmp_path: Path, name: str) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(Refused, match=r"cannot be written \(.+\); choose another folder\.$") as refusal:
        export_log(finished(), tmp_path / name)
    assert str(refusal.value).isprintable()


def test_the_default_place_is_known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert default_path(finished(), LOG) == tmp_path / "usa.log.txt"
    monkeypatch.setattr("heat_tui.game.telling.export.os.access", lambda *_: False)
    assert default_path(finished(), LOG) == documents_folder() / "usa.log.txt"


def test_the_lines_of_the_story_make_up_the_whole_story() -> None:
    match = finished()
    told = log_lines(match.sheet, match.events)
    assert [line.text for line in told] == [line for line in Story(match).lines() if line]
    begins = [line for line in told if line.text.startswith("Round ")]
    assert begins == [line for line in told if line.round_begun]
    assert [line.round_begun for line in begins] == list(range(1, len(begins) + 1))
    assert any(line.car == 0 and line.text.startswith("Ada") for line in told)
    assert told[-1].car is None


def test_the_story_since_a_mark_is_its_rest() -> None:
    match = finished()
    all_of_it = Story(match).lines()
    mark = len(match.log) // 2
    since = Story(match).lines(mark)
    assert 0 < len(since) < len(all_of_it)
    assert since == all_of_it[-len(since) :]
    assert Story(match).lines(len(match.log)) == []
