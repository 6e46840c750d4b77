"""Exports of a replay: the file and its rounds."""

from __future__ import annotations

from pathlib import Path

import pytest

from heat_tui.game.table.match import Match
from heat_tui.game.telling.export import replay_target
from heat_tui.game.telling.replay import Replay
from heat_tui.store.schema import Refused
from tests.tui.races import finished
from tests.tui.table import usa


@pytest.mark.parametrize("name", ["race.cast", "race.svg", "RACE.CAST"])
def test_recordings_and_pictures_are_distinguished_by_their_suffix(tmp_path: Path, name: str) -> None:
    assert replay_target(finished(), tmp_path / name) == tmp_path / name


def test_a_folder_gets_the_recording_under_its_default_name(tmp_path: Path) -> None:
    assert replay_target(finished(), tmp_path) == tmp_path / "usa.cast"


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("race.gif", 'A GIF is made from a recording: save "race.cast", then convert it with agg race.cast race.gif.'),
        ("my race.GIF", "agg 'my race.cast' 'my race.GIF'."),
        ("race.txt", "The name must end in .cast for a recording, or .svg for a picture."),
        ("race", "The name must end in .cast for a recording, or .svg for a picture."),
        ("there.cast", "already exists and is left as it is; choose another name."),
        ("there.cast/race.cast", "cannot be written (Not a directory); choose another folder."),
        pytest.param("a" * 300 + ".cast", "cannot be written (File name too long); choose another folder.", id="long"),
        pytest.param("nul\0byte.cast", "); choose another folder.", id="null byte"),
    ],
)
def test_every_other_name_is_refused_in_a_sentence(tmp_path: Path, name: str, sentence: str) -> None:
    (tmp_path / "there.cast").write_text("mine", encoding="utf-8")
    with pytest.raises(Refused) as refused:
        replay_target(finished(), tmp_path / name)
    assert str(refused.value).endswith(sentence)
    assert (tmp_path / "there.cast").read_text(encoding="utf-8") == "mine"


def test_a_stretch_consists_of_whole_rounds() -> None:
    replay = Replay.of(finished())
    assert replay.stretch(None, None) == (0, replay.last)
    start, end = replay.stretch(2, 3)
    assert {replay.turn(position).round for position in range(start, end + 1)} == {2, 3}
    assert replay.turn(start - 1).round == 1
    assert replay.turn(end + 1).round == 4
    assert replay.stretch(replay.rounds, replay.rounds)[1] == replay.last
    assert replay.stretch(None, 1) == (0, replay.stretch(2, None)[0] - 1)


@pytest.mark.parametrize(("first", "last"), [(0, None), (None, 0), (99, None), (None, -1)])
def test_a_round_that_is_not_in_the_race_is_refused(first: int | None, last: int | None) -> None:
    replay = Replay.of(finished())
    with pytest.raises(Refused, match=rf"cannot be replayed; this race has rounds 1 to {replay.rounds}\."):
        replay.stretch(first, last)


def test_a_race_before_its_first_round_has_no_rounds_to_choose() -> None:
    match = Match.start(usa("Ada", "Bo", mulligan=True), ("person", "steady"))
    assert match.decision is not None
    match.play(next(iter(match.decision.options())))
    replay = Replay.of(match)
    assert replay.stretch(None, None) == (0, replay.last)
    with pytest.raises(Refused, match="Round 1 cannot be replayed: the race has not reached its first round"):
        replay.stretch(1, None)


def test_rounds_in_the_wrong_order_are_refused() -> None:
    with pytest.raises(Refused, match="Round 2 is before round 3; name the earlier one first"):
        Replay.of(finished()).stretch(3, 2)
