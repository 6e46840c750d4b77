"""Every rule of the track format has its own sentence, which says what is wrong, where, and how to correct it."""

from pathlib import Path

import pytest

from tests.tracks.samples import OVAL_TEXT, faults_of, spoiled

CORNER_2 = "limit = 5\nlegends_line_after = 6\npress = 1\nchicane_with = 1"
CORNER_3 = "line_after = 20\nlimit = 3\nlegends_line_after = 14\npress = 2"
RACE_LINE = '  { from = 9, side = "left" },\n  { from = 21, side = "right" },\n'

SHAPES = [
    (("laps = 2", "laps = 0"), "laps: 0 is too small; the minimum is 1."),
    (("laps = 2", "laps = 21"), "laps: 21 is too large; the maximum is 20."),
    (("heat = 6", "heat = -1"), "heat: -1 is too small; the minimum is 0."),
    (("stress = 3", "stress = -2"), "stress: -2 is too small; the minimum is 0."),
    (("spaces = 30", "spaces = 23"), "spaces: 23 is too small; the minimum is 24."),
    (("spaces = 30", "spaces = 201"), "spaces: 201 is too large; the maximum is 200."),
    (("limit = 3", "limit = 0"), "corner 3, limit: 0 is too small; the minimum is 1."),
    (("limit = 3", "limit = 21"), "corner 3, limit: 21 is too large; the maximum is 20."),
    (("line_after = 20", "line_after = 0"), "corner 3, line_after: 0 is too small; the minimum is 1."),
    (
        ("laps = 2", 'laps = "2"'),
        "laps: 2 is not a whole number; write one without quotation marks or a decimal point.",
    ),
    (
        ("limit = 3", "limit = 3.0"),
        ("corner 3, limit: 3.0 is not a whole number; write one without quotation marks or a decimal point."),
    ),
    (
        ("limit = 3", "limit = true"),
        ("corner 3, limit: True is not a whole number; write one without quotation marks or a decimal point."),
    ),
    (
        ('id = "oval"', 'id = "Oval 2"'),
        'id: "Oval 2" cannot be an id; use 1 to 32 of the lower-case letters a-z, digits and _.',
    ),
    (
        ('id = "oval"', f'id = "{"o" * 33}"'),
        f'id: "{"o" * 33}" cannot be an id; use 1 to 32 of the lower-case letters a-z, digits and _.',
    ),
    (('name = "Oval"', 'name = ""'), "name: it is empty; write a name."),
    (
        ('name = "Oval"', f'name = "{"O" * 41}"'),
        f'name: "{"O" * 37}..." is too long; use at most 40 characters.',
    ),
    (('name = "Oval"', "name = 7"), "name: 7 is not text; write it in quotation marks."),
    (
        ('name = "Oval"', 'name = "Ov\\u0007al"'),
        "name: Ov\\x07al contains characters that cannot be shown, or only blanks; use plain letters.",
    ),
    (
        ('name = "Oval"', 'name = "  "'),
        "name:    contains characters that cannot be shown, or only blanks; use plain letters.",
    ),
    (
        ('direction = "clockwise"', 'direction = "left"'),
        "direction: \"left\" is not one of 'clockwise' or 'counterclockwise'; write one of these.",
    ),
    (
        ('{ from = 9, side = "left" }', '{ from = 9, side = "inside" }'),
        "race_line entry 2, side: \"inside\" is not one of 'left' or 'right'; write one of these.",
    ),
    (("format = 1", "format = 0"), "format: 0 is not a format that this game reads; write format = 1."),
    (
        ("format = 1", "format = 2"),
        "format: this is 2, but this version of the game reads formats up to 1; update the game.",
    ),
    (("format = 1\n", ""), "the file: the key format is missing; add it above the first table."),
    (("laps = 2\n", ""), "the file: the key laps is missing; add it above the first table."),
    (("limit = 3\n", ""), "corner 3: the key limit is missing; add it."),
    (("from = 9, ", ""), "race_line entry 2: the key from is missing; add it."),
    (
        ("limit = 3\n", "limit = 3\nlegend_line_after = 3\n"),
        (
            "corner 3: legend_line_after is not a key here (did you mean legends_line_after?); the keys "
            "are line_after, limit, legends_line_after, press, chicane_with, aggressive, "
            "double_aggressive."
        ),
    ),
    (
        ("laps = 2\n", "laps = 2\nqqq = 3\n"),
        (
            "the file: qqq is not a key here; the keys are format, id, name, set, direction, laps, heat, "
            "stress, spaces, race_line, flooded, tunnel, corners, drawing."
        ),
    ),
    (
        ('["4-6", "9"]', '["4 to 6", "9"]'),
        'flooded entry 1: "4 to 6" is not a range; write it like "6-11", or "7" for one space.',
    ),
    (
        ('["4-6", "9"]', "[4]"),
        'flooded entry 1: 4 is not a range; write ranges in quotation marks, like "6-11" or "7".',
    ),
    (
        ('["20-22"]', '"20-22"'),
        "tunnel: 20-22 is not a list; write a list in square brackets, as tracks/README.md shows.",
    ),
    (("[ 40,  10]", "[40]"), "outline point 1: [40] is not a pair of numbers; write it as [x, y]."),
    (("[ 40,  10]", "[40, 10, 1]"), "outline point 1: [40, 10, 1] is not a pair of numbers; write it as [x, y]."),
    (("[ 40,  10]", "[40, -1]"), "outline point 1: -1 is too small; the minimum is 0."),
    (("[ 40,  10]", "[40, 1001]"), "outline point 1: 1001 is too large; the maximum is 1000."),
]

RULES = [
    (
        ("line_after = 20", "line_after = 31"),
        ("corner 3: line_after is 31, but the track has only 30 spaces; put the line after a space from 1 to 25."),
    ),
    (
        ("line_after = 20", "line_after = 26"),
        (
            "corner 3: line_after is 26, but the grid fills the last four spaces, 27 to 30; put the line "
            "after space 25 or earlier."
        ),
    ),
    (
        ("legends_line_after = 14", "legends_line_after = 31"),
        "corner 3: legends_line_after is 31, but the track has only 30 spaces; use a number from 1 to 30.",
    ),
    (
        ("legends_line_after = 14", "legends_line_after = 20"),
        (
            "corner 3: its legends line and its corner line are both after space 20; put the legends "
            "line some spaces earlier."
        ),
    ),
    (
        ("legends_line_after = 14", "legends_line_after = 7"),
        (
            "corner 3: the line of corner 2 comes between it and its legends line after space 7; put the "
            "legends line between the two corner lines."
        ),
    ),
    (
        ("legends_line_after = 14", "legends_line_after = 25"),
        (
            "corner 3: the line of corner 2 comes between it and its legends line after space 25; put "
            "the legends line between the two corner lines."
        ),
    ),
    (
        ("legends_line_after = 28", "legends_line_after = 19"),
        (
            "corner 1: the line of corner 3 comes between it and its legends line after space 19; put "
            "the legends line between the two corner lines."
        ),
    ),
    (
        ("legends_line_after = 14\npress = 2", "legends_line_after = 14\npress = 1"),
        ("corner 3: its press number is 1, but press numbers run 1, 2, 3 and so on in driving order; write 2."),
    ),
    (
        ("legends_line_after = 14\npress = 2", "legends_line_after = 14\npress = 3"),
        ("corner 3: its press number is 3, but press numbers run 1, 2, 3 and so on in driving order; write 2."),
    ),
    (
        ("chicane_with = 1", "chicane_with = 3"),
        (
            "corner 2: chicane_with is 3, but a chicane joins a corner to the one just before it; write "
            "1 or delete the key."
        ),
    ),
    (
        ("legends_line_after = 28", "legends_line_after = 28\nchicane_with = 3"),
        (
            "corner 1: chicane_with is 3, but no corner comes before corner 1; delete the key, or move "
            "it to the second line of the chicane."
        ),
    ),
    (
        (CORNER_2, CORNER_2.replace("limit = 5", "limit = 4")),
        ("corner 2: its limit is 4, but the other line of its chicane, corner 1, has 5; give both the same limit."),
    ),
    (
        ("double_aggressive = 1", "double_aggressive = 3"),
        "corner 3: double_aggressive is 3, but only 2 spaces are aggressive; make double_aggressive at most 2.",
    ),
    (
        ("\naggressive = 2", "\naggressive = 13"),
        (
            "corner 3: 13 spaces are marked aggressive, but the track has only 12 spaces between its line and the "
            "previous line; mark no more than that."
        ),
    ),
    (
        ("{ from = 1, ", "{ from = 2, "),
        "race_line entry 1: it starts from space 2; the first entry starts from space 1, so write from = 1.",
    ),
    (
        ("{ from = 9, ", "{ from = 10, "),
        (
            "race_line entry 2: the race line changes sides only at corner lines, and none is just "
            "before space 10; the nearest line is before space 9."
        ),
    ),
    (
        ("{ from = 21, ", "{ from = 9, "),
        "race_line entry 3: it starts from space 9, not after entry 2 (space 9); list the entries in driving order.",
    ),
    (
        (RACE_LINE, RACE_LINE.splitlines(keepends=True)[0]),
        (
            "race_line entry 2: the race line continues over the start/finish line, where it is on the "
            "right; give the last entry the side of the first."
        ),
    ),
    (
        ('["4-6", "9"]', '["6-4"]'),
        'flooded entry 1: the range "6-4" runs backwards; write "4-6".',
    ),
    (
        ('["4-6", "9"]', '["0-4"]'),
        'flooded entry 1: the range "0-4" leaves the track; its spaces are numbered 1 to 30.',
    ),
    (
        ('["20-22"]', '["20-22", "29-31"]'),
        'tunnel entry 2: the range "29-31" leaves the track; its spaces are numbered 1 to 30.',
    ),
    (
        ('["20-22"]', '["20-22", "22"]'),
        'tunnel entry 2: the range "22" overlaps entry 1; name every space only once.',
    ),
    (
        ("[ 40,  10], ", ""),
        "outline: it has 29 points, but the track has 30 spaces; give one point for each space.",
    ),
    (
        ("[ 40,  10]", "[ 54,  10]"),
        "outline point 2: it is the same as point 1; every space needs a place of its own.",
    ),
]


@pytest.mark.parametrize(("change", "expected"), SHAPES)
def test_a_wrong_key_or_value_is_refused(change: tuple[str, str], expected: str, tmp_path: Path) -> None:
    assert expected in faults_of(spoiled(change), tmp_path)


@pytest.mark.parametrize(("change", "expected"), RULES)
def test_a_figure_that_contradicts_others_is_refused(change: tuple[str, str], expected: str, tmp_path: Path) -> None:
    assert expected in faults_of(spoiled(change), tmp_path)


def test_the_oval_itself_is_valid(tmp_path: Path) -> None:
    assert faults_of(OVAL_TEXT, tmp_path) == []


def test_two_corners_on_one_line_are_refused(tmp_path: Path) -> None:
    expected = (
        "corner 3: its line is after space 8, like that of corner 2; two lines cannot share a place, "
        "so move or delete one."
    )
    assert (
        faults_of(spoiled((CORNER_3, CORNER_3.replace("line_after = 20", "line_after = 8"))), tmp_path)[0] == expected
    )


def test_corners_out_of_driving_order_are_refused(tmp_path: Path) -> None:
    expected = (
        "corner 3: its line after space 7 comes before the line of corner 2, after space 8; "
        "list the corners in driving order."
    )
    assert expected in faults_of(spoiled(("line_after = 20", "line_after = 7")), tmp_path)


def test_the_same_side_twice_is_refused(tmp_path: Path) -> None:
    text = spoiled(('{ from = 9, side = "left" }', '{ from = 9, side = "right" }'))
    assert faults_of(text, tmp_path) == [
        f"race_line entry {number}: the race line is already on the right; delete the entry or correct its side."
        for number in (2, 3)
    ]


def test_a_press_number_belongs_to_the_second_line_of_a_chicane(tmp_path: Path) -> None:
    text = spoiled(
        ("legends_line_after = 28", "legends_line_after = 28\npress = 1"),
        ("legends_line_after = 6\npress = 1", "legends_line_after = 6"),
    )
    assert faults_of(text, tmp_path) == [
        (
            "corner 1: the first line of a chicane cannot have a press number; move the number to corner 2, "
            "the second line."
        )
    ]


def test_a_chicane_of_three_lines_is_refused(tmp_path: Path) -> None:
    text = spoiled((CORNER_3, CORNER_3.replace("limit = 3", "limit = 5") + "\nchicane_with = 2"))
    assert (
        "corner 3: corner 2 is already the second line of a chicane; a chicane has two lines, so "
        "delete one chicane_with."
    ) in faults_of(text, tmp_path)


def test_a_track_needs_a_press_corner(tmp_path: Path) -> None:
    text = spoiled(("press = 1\n", ""), ("press = 2\n", ""))
    assert faults_of(text, tmp_path) == [
        (
            "corners: none has a press number, which the events of a championship need; write press = 1 "
            "at the first corner, 2 at the next and so on."
        )
    ]


def test_a_track_needs_corners_and_a_drawing(tmp_path: Path) -> None:
    head = OVAL_TEXT[: OVAL_TEXT.index("[[corners]]")]
    assert faults_of(head, tmp_path) == [
        "the file: the table [[corners]] is missing; add it.",
        "the file: the table [drawing] is missing; add it.",
    ]
    drawing = OVAL_TEXT[OVAL_TEXT.index("[drawing]") :]
    assert faults_of(head + "corners = []\n" + drawing, tmp_path) == [
        "corners: the list is empty; give at least one entry."
    ]
    assert "corner 1: 7 is not a table" in faults_of(head + "corners = [7]\n" + drawing, tmp_path)[0]


def test_a_misplaced_key_in_a_table_is_found(tmp_path: Path) -> None:
    text = spoiled(("laps = 2\n", ""), ("[drawing]\n", "[drawing]\nlaps = 2\n"))
    assert faults_of(text, tmp_path) == [
        "the file: laps is inside the table drawing; move it above the first table.",
        "drawing: laps is not a key here; the keys are outline.",
    ]


def test_all_faults_are_found_together(tmp_path: Path) -> None:
    text = spoiled(
        ("laps = 2", "laps = 0"),
        ("limit = 3", "limit = 99"),
        ("line_after = 8", "line_after = 5"),
        ('["4-6", "9"]', '["6-4"]'),
        ("[ 40,  10], ", ""),
    )
    places = [fault.partition(":")[0] for fault in faults_of(text, tmp_path)]
    assert places == ["laps", "corner 3, limit", "outline", "flooded entry 1", "corner 2"]


def test_a_legends_line_may_be_on_the_previous_lap_and_before_the_other_line_of_its_chicane(tmp_path: Path) -> None:
    assert faults_of(spoiled(("legends_line_after = 6", "legends_line_after = 29")), tmp_path) == []
