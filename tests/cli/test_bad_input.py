"""Bad input: one sentence on standard error, exit code 2, nothing changed."""

from __future__ import annotations

import json
from pathlib import Path
from unittest.mock import patch

import pytest

from tests.cli.program import ROOT, heat_tui, refused

RACE = ("plain", "--track", "usa", "--drivers", "Ada,Bo", "--legends", "1", "--laps", "1")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("plain", "--track", "atlantis"), "No track is called atlantis (did you mean netherlands?); the tracks are"),
        (("plain", "--track", "itly"), "No track is called itly (did you mean italy?); the tracks are"),
        (("plain", "--drivers", "Ada,,Bo"), "A driver's name is empty; type the names separated by commas, such as"),
        (("plain", "--drivers", ""), "A driver's name is empty; type the names separated by commas, such as"),
        (("plain", "--drivers", "Ada,ada"), 'Two drivers are called "Ada"; give each a name of their own.'),
        (("plain", "--drivers", "x" * 41), "The name"),
        (("plain", "--drivers", "A\x1bda"), "A driver's name contains characters that cannot be shown"),
        (("plain", "--drivers", "A\u202eda"), "A driver's name contains characters that cannot be shown"),
        (("plain", "--drivers", "@fast"), 'No automated driver is called "@fast"; the kinds are @steady, @novice'),
        (("plain", "--drivers", ",".join("ABCDEFGHI")), "9 drivers are too many; a race has at most 8 cars"),
        ((*RACE, "--legends", "7"), "9 cars are too many for this race; it has room for 8."),
        ((*RACE, "--legends", "-1"), "A race cannot have -1 Legends; choose 0 to"),
        ((*RACE, "--cars", "9"), "A race cannot have 9 cars; choose 1 to"),
        ((*RACE, "--cars", "5"), "The drivers (2) and the Legends (1) do not add up to the cars (5)"),
        (
            ("plain", "--drivers", "Ada,Bo", "--track", "usa", "--laps", "1", "--cars", "1"),
            "The drivers (2) outnumber the cars (1)",
        ),
        ((*RACE, "--laps", "0"), "A race cannot have 0 laps; choose 1 to 20."),
        ((*RACE, "--laps", "21"), "A race cannot have 21 laps; choose 1 to 20."),
        ((*RACE, "--laps", "two"), "Invalid value for '--laps'"),
        ((*RACE, "--pro", "7"), "Invalid value for '--pro': 7 is not in the range 0<=x<=6."),
        ((*RACE, "--seed", "-1"), "The seed "),
        ((*RACE, "--handicap", "Ada"), "A handicap is written SEAT=N"),
        ((*RACE, "--handicap", "Ada=x"), "A handicap is written SEAT=N"),
        ((*RACE, "--handicap", "=1"), "A handicap is written SEAT=N"),
        ((*RACE, "--handicap", "Ada＝-1"), "Ada cannot have a handicap of -1 Heat; choose 0 to 2."),
        (
            (*RACE, "--handicap", "3=1"),
            'The handicap names "3", who is not in the race; name a driver, or a seat from 1 to',
        ),
        (("plain", "--resume"), "No unfinished race is saved; start a new one."),
        (("plain", "--resume", "nothing"), "No saved race is called nothing; no races are saved yet."),
        (("plain", "--resume", "../../etc/passwd"), "No saved race is called"),
        (("plain", "--resume", "--laps", "2"), "--resume decides how the race is set up; leave out --laps."),
        (("plain", "--resume", "--open-table"), "--resume decides how the race is set up; leave out --open-table."),
        (("plain", "--resume", "--no-weather"), "--resume decides how the race is set up; leave out --no-weather."),
        (("plain", "--tutorial", "--cars", "4"), "--tutorial decides how the race is set up; leave out --cars."),
        (("plain", "--tutorial", "--pro", "0"), "--tutorial decides how the race is set up; leave out --pro."),
        (("plain", "--tutorial", "--tournament"), "--tutorial decides how the race is set up; leave out --tournament."),
        (("plain", "--tutorial", "--garage", "both"), "--tutorial decides how the race is set up; leave out --garage."),
        (("plain", "--resume", "--preset", "base"), "--resume decides how the race is set up; leave out --preset."),
        ((*RACE, "--preset", "all"), "Invalid value for '--preset'"),
        ((*RACE, "--garage", "big"), "Invalid value for '--garage'"),
        ((*RACE, "--garage", "both", "--draft", "lots"), "Invalid value for '--draft'"),
        (
            (*RACE, "--garage", "both", "--sets", "base,snow"),
            'No set is called "snow"; the sets are base, heavy_rain and',
        ),
        ((*RACE, "--garage", "both", "--sets", ""), 'No set is called ""; the sets are'),
        ((*RACE, "--draft", "snake"), "--draft needs the garage."),
        ((*RACE, "--garage", "none", "--draft", "deal"), "--draft needs the garage."),
        ((*RACE, "--garage", "advanced", "--draft", "deal"), "Only basic upgrades can be dealt"),
        ((*RACE, "--sets", "heavy_rain"), "--sets needs the garage."),
        ((*RACE, "--garage", "basic", "--sets", "heavy_rain"), "The expansions have only advanced upgrades"),
        ((*RACE, "--aggressive"), "USA has no spaces marked for aggressive Legends"),
        ((*RACE, "--preset", "heavy_rain", "--aggressive"), "USA has no spaces marked for aggressive Legends"),
        (
            (*RACE[:1], "--track", "japan", *RACE[3:5], "--legends", "0", "--aggressive"),
            "Aggressive Legends need Legends",
        ),
        ((*RACE, "--preset", "first_race", "--weather"), "The first race has no advanced rules"),
        (("sim", "--draft", "deal"), "--draft needs the garage."),
        (("sim", "--track", "japan", "--aggressive"), "Aggressive Legends need Legends in the race"),
        (("sim", "--sets", "x"), 'No set is called "x"; the sets are'),
        (
            ("sim", "--handicap", "9=1"),
            'The handicap names "9", who is not in the race; name a driver, or a seat from 1 to',
        ),
        (("sim", "--drivers", "Ada"), "Ada is a person"),
        (("sim", "--cars", "0"), "A race cannot have 0 cars; choose 1 to"),
        (("sim", "--cars", "3", "--legends", "3"), "No car is left for a driver (cars: 3, Legends: 3)"),
        (("sim", "--races", "0"), "0 races cannot be simulated; choose 1 to"),
        (("sim", "--seed", str(2**63 - 1)), "The seed "),
        (("sim", "--jobs", "0"), "0 jobs cannot run at the same time; choose 1 to 61."),
        (("sim", "--jobs", "62"), "62 jobs cannot run at the same time; choose 1 to 61."),
        (("sim", "--jobs", "2", "--scheduler", "tcp://127.0.0.1:8786"), "A cluster decides how many races run"),
        (("sim", "--out", "races.txt"), "races.txt: the name has to end in .csv or .jsonl, which says how"),
        (("sim", "--out", "races"), "races: the name has to end in .csv or .jsonl, which says how"),
        (("sim", "--out", "/dev/null/a/b.csv"), "/dev/null/a/b.csv cannot be written (Not a directory); choose"),
        (("tracks", "show", "nowhere"), "No track is called nowhere; the tracks are"),
        (("tracks", "show"), "Missing argument 'TRACK'. See heat-tui tracks show --help"),
        (
            ("--ascii", "tracks"),
            "These settings apply only to the full-screen game; leave them out of heat-tui tracks.",
        ),
        (("--ascii", "tracks", "edit", "usa"), "The full-screen game needs a terminal"),
        (("watch", "--plain", "--ascii"), "These settings apply only to the full-screen game; leave them out of"),
        (("--ascii", "sit", "eve", "--plain"), "These settings apply only to the full-screen game; leave them out of"),
        (("sit", "eve", "--brief"), "--brief applies only with --plain; add --plain or leave out --brief."),
        (("watch", "--plain", "--database", "sqlite:///x"), "--database applies only with NAME; add NAME or leave"),
        (("--animation", "slow"), "Invalid value for '--animation'"),
        (("race", "--plain"), "No such option '--plain'. Did you mean 'heat-tui plain'? See heat-tui race --help"),
        (("saves", "show", "nothing"), "No saved race is called nothing; no races are saved yet."),
        (("saves", "delete", "nothing"), "No saved race is called nothing; no races are saved yet."),
        (("saves", "rename", "nothing", "something"), "No saved race is called nothing; no races are saved yet."),
        (("saves", "export", "nothing", "x.json"), "No saved race is called nothing; no races are saved yet."),
        (("saves", "import", "nothing.json"), "nothing.json: this file does not exist"),
        (("dance",), "No such command 'dance'. Did you mean 'race'? See heat-tui --help for help."),
        (("sim", "--fast"), "No such option"),
        (("rac",), "No such command 'rac'. Did you mean 'race' or 'tracks'? See heat-tui --help for help."),
        (("sim", "--races"), "Option '--races' requires an argument. See heat-tui sim --help for help."),
        (("--theme",), "Option '--theme' requires an argument. See heat-tui --help for help."),
        (("completion",), "Missing argument '{bash|zsh|fish}'. See heat-tui completion --help for help."),
        (("completion", "tcsh"), "Invalid value for"),
        (("tracks", "show", "usa", "--width", "x"), "Invalid value for '--width': 'x' is not a whole number. See"),
    ],
)
def test_bad_arguments_are_refused_in_a_sentence(
    tmp_path: Path,
    arguments: tuple[str, ...],
    sentence: str,
) -> None:
    ended = heat_tui(*arguments, home=tmp_path, cwd=tmp_path)
    assert refused(ended).startswith(sentence)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("plain", "--cars", "9"), "A race cannot have 9 cars; choose 1 to"),
        (("plain", "--laps", "99"), "A race cannot have 99 laps; choose 1 to"),
        (("plain", "--pro", "9"), "Invalid value for '--pro': 9 is not in the range 0<=x<=6."),
        (
            ("plain", "--drivers", "Ada", "--handicap", "Zed=1"),
            'The handicap names "Zed", who is not in the race; name a driver, or a seat from 1 to',
        ),
        (("plain", "--drivers", "Ada,Bo", "--legends", "7"), "9 cars are too many for this race"),
        (("plain", "--draft", "snake"), "--draft needs the garage."),
        (("plain", "--track", "usa", "--aggressive"), "USA has no spaces marked"),
        (("plain", "--cars", "1", "--drivers", "Ada", "--aggressive"), "Aggressive Legends need Legends in the race"),
        (("plain", "--preset", "first_race", "--tournament"), "The first race has no advanced rules"),
    ],
)
def test_what_no_answer_could_correct_is_refused_before_the_first_question(
    tmp_path: Path,
    arguments: tuple[str, ...],
    sentence: str,
) -> None:
    done = heat_tui(*arguments, home=tmp_path, cwd=tmp_path)
    assert refused(done).startswith(sentence)
    assert done.stdout == ""


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--drivers", ""), "A driver's name is empty; type the names separated by commas, such as"),
        (("--drivers", "Ada,,Bo"), "A driver's name is empty; type the names separated by commas, such as"),
        (("--drivers", "x" * 41), "The name"),
        (("--drivers", "A\x1b[2Jda"), "A driver's name contains characters that cannot be shown"),
        (("--drivers", "A\tda"), "A driver's name contains characters that cannot be shown"),
        (("--drivers", "Ada,ada"), 'Two drivers are called "Ada"; give each a name of their own.'),
        (("--drivers", "@fast"), 'No automated driver is called "@fast"; the kinds are'),
        (("--drivers", ",".join("ABCDEFGHI")), "9 drivers are too many; a race has at most 8 cars"),
        (("--track", "itly"), "No track is called itly (did you mean italy?); the tracks are"),
        (("--cars", "9"), "A race cannot have 9 cars; choose 1 to"),
        (
            ("--drivers", "Ada", "--cars", "3", "--legends", "1"),
            "The drivers (1) and the Legends (1) do not add up to the cars (3)",
        ),
        (("--laps", "99"), "A race cannot have 99 laps; choose 1 to"),
        (("--seed", "-1"), "The seed"),
        (("--handicap", "Ada"), "A handicap is written SEAT=N"),
        (("--watch", "--drivers", "@steady,Ada"), "Ada is a person, and --watch shows only automated drivers"),
        (("--tutorial", "--laps", "2"), "--tutorial decides how the race is set up; leave out --laps."),
        (("--tutorial", "--watch"), "--tutorial decides how the race is set up; leave out --watch."),
        (("--theme", "blue"), "--theme"),
    ],
)
def test_a_race_on_the_screen_is_refused_in_the_same_sentences(
    tmp_path: Path, arguments: tuple[str, ...], sentence: str
) -> None:
    with patch("heat_tui.cli.playing.check_terminal"):
        ended = heat_tui("race", *arguments, home=tmp_path, cwd=tmp_path)
    assert refused(ended).startswith(sentence)
    assert list(tmp_path.iterdir()) == []


TRACK = (ROOT / "tracks" / "usa.toml").read_text(encoding="utf-8").replace('"usa"', '"mine"').replace('"USA"', '"Mine"')


def test_faults_of_track_files_are_reported(tmp_path: Path) -> None:
    files = {
        "beyond.toml": TRACK.replace("line_after = 57", "line_after = 99"),
        "heat.toml": TRACK.replace("heat = 6", "heat = -6"),
        "syntax.toml": TRACK.replace("heat = 6", "heat = = 6"),
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text)
        check = heat_tui("tracks", "check", name, home=tmp_path, cwd=tmp_path)
        assert check.returncode == 2
        assert name in check.stderr
        assert "Traceback" not in check.stderr
        assert name in refused(heat_tui("plain", "--track", name, home=tmp_path, cwd=tmp_path))
    (tmp_path / "binary.toml").write_bytes(bytes(range(256)))
    assert "binary.toml" in refused(heat_tui("tracks", "check", "binary.toml", home=tmp_path, cwd=tmp_path))
    with (tmp_path / "huge.toml").open("wb") as huge:
        huge.truncate(1_000_000_000)
    assert "is larger than" in refused(heat_tui("tracks", "check", "huge.toml", home=tmp_path, cwd=tmp_path))


def test_a_valid_track_file_has_no_fault_and_can_be_raced(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(TRACK)
    check = heat_tui("tracks", "check", "mine.toml", home=tmp_path, cwd=tmp_path)
    assert (check.returncode, check.stdout) == (0, "mine.toml: no errors found.\n"), check.stderr
    sim = heat_tui("sim", "--track", "mine.toml", "--races", "1", "--cars", "2", home=tmp_path, cwd=tmp_path)
    assert sim.returncode == 0
    assert sim.stdout.startswith("Mine, 2 laps, 2 cars, 1 race")


def test_the_check_of_a_file_in_the_tracks_folder_agrees_with_the_list_of_tracks(tmp_path: Path) -> None:
    tracks = tmp_path / "tracks"
    tracks.mkdir()
    (tracks / "mine.toml").write_text(TRACK)
    (tracks / "other.toml").write_text(TRACK)
    fault = f'{tracks / "other.toml"}: its id is "mine", but a track file is named after its id'
    assert fault in heat_tui("tracks", "list", home=tmp_path).stdout
    check = heat_tui("tracks", "check", "mine.toml", "other.toml", home=tmp_path, cwd=tracks)
    assert "mine.toml: no errors found." in check.stdout
    assert 'other.toml: its id is "mine", but a track file is named after its id' in refused(check)


def test_damaged_and_foreign_saves_are_refused(tmp_path: Path) -> None:
    heat_tui("plain", "--drivers", "Ada", "--cars", "1", "--laps", "1", "--track", "usa", home=tmp_path)
    (save,) = (tmp_path / "saves").iterdir()
    text = save.read_text()
    newer = json.dumps({**json.loads(text), "format": 99})
    for damaged in (text[: len(text) // 2], text.replace('"seed"', '"seeds"'), "[1, 2]", "", newer):
        save.write_text(damaged)
        for way in (("plain", "--resume"), ("resume",), ("replay",)):
            with patch("heat_tui.cli.playing.check_terminal"):
                sentence = refused(heat_tui(*way, save.stem, home=tmp_path))
            assert save.name in sentence
            assert ("update the game" in sentence) == (damaged == newer)
        assert save.read_text() == damaged
        listed = heat_tui("saves", home=tmp_path)
        assert listed.returncode == 0
        assert save.name in listed.stdout


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ((), "No unfinished race is saved; start a new one."),
        (("nothing",), "No saved race is called nothing; no races are saved yet."),
        (("../../etc/passwd",), "No saved race is called"),
    ],
)
def test_saves_that_cannot_be_resumed_are_refused(tmp_path: Path, arguments: tuple[str, ...], sentence: str) -> None:
    with patch("heat_tui.cli.playing.check_terminal"):
        assert refused(heat_tui("resume", *arguments, home=tmp_path)).startswith(sentence)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ((), "No finished race is saved; name the race to replay."),
        (("nothing",), "No saved race is called nothing; no races are saved yet."),
        (("../../etc/passwd",), "No saved race is called"),
    ],
)
def test_saves_that_cannot_be_replayed_are_refused(tmp_path: Path, arguments: tuple[str, ...], sentence: str) -> None:
    with patch("heat_tui.cli.playing.check_terminal"):
        assert refused(heat_tui("replay", *arguments, home=tmp_path)).startswith(sentence)


def test_a_missing_race_or_one_that_has_not_begun_is_not_replayed(tmp_path: Path) -> None:
    heat_tui("plain", "--drivers", "Ada", "--cars", "1", "--laps", "1", "--track", "usa", home=tmp_path)
    (save,) = (tmp_path / "saves").iterdir()
    with patch("heat_tui.cli.playing.check_terminal"):
        for race in (-1, 0, 2, 10**30):
            told = refused(heat_tui("replay", save.stem, "--race", str(race), home=tmp_path))
            assert told == f"{save.stem} has no race {race}; the last one so far is race 1."
        told = refused(heat_tui("replay", save.stem, home=tmp_path))
        assert told == f"{save.stem} cannot be replayed: its save contains no choices."
