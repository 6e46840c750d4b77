"""A track file to spoil, and random valid tracks."""

from pathlib import Path

from hypothesis import strategies as st

from heat_tui.engine.track import Corner, Track
from heat_tui.store.reading import BadFile
from heat_tui.store.track_format import track_text
from heat_tui.store.tracks import read_track_file

OVAL = Track(
    id="oval",
    name="Oval",
    set="own",
    laps=2,
    heat=6,
    stress=3,
    spaces=30,
    direction="clockwise",
    corners=(
        Corner(line_after=6, limit=5, legends_line_after=28, aggressive=3),
        Corner(line_after=8, limit=5, legends_line_after=6, press=1, chicane_with=0),
        Corner(line_after=20, limit=3, legends_line_after=14, press=2, aggressive=2, double_aggressive=1),
    ),
    race_line=((1, "right"), (9, "left"), (21, "right")),
    flooded=(4, 5, 6, 9),
    tunnel=(20, 21, 22),
    outline=tuple((40 + 14 * n, 10) for n in range(15)) + tuple((40 + 14 * n, 90) for n in range(14, -1, -1)),
)

OVAL_TEXT = track_text(OVAL)


def problems_of(path: Path) -> list[str]:
    """Return a sentence for every fault in a track file, or [] if it is sound."""
    try:
        read_track_file(path)
    except BadFile as refusal:
        return list(refusal.problems)
    return []


def faults_of(text: str, folder: Path) -> list[str]:
    """Return the faults of a track file with this text, without the file's name."""
    path = folder / "oval.toml"
    path.write_text(text, encoding="utf-8")
    found = problems_of(path)
    assert all(fault.startswith(f"{path}: ") and fault.endswith((".", "?")) for fault in found), found
    return [fault.removeprefix(f"{path}: ") for fault in found]


def spoiled(*changes: tuple[str, str]) -> str:
    """Return the text of the oval with some passages changed; each must occur exactly once."""
    text = OVAL_TEXT
    for old, new in changes:
        assert text.count(old) == 1, f"{old!r} occurs {text.count(old)} times"
        text = text.replace(old, new)
    return text


@st.composite
def valid_tracks(draw: st.DrawFn) -> Track:
    """Draw a valid track with up to nine corners."""
    spaces = draw(st.integers(24, 200))
    lines = sorted(draw(st.sets(st.integers(1, spaces - 5), min_size=1, max_size=9)))
    corners: list[Corner] = []
    press = 0
    for index, line in enumerate(lines):
        gap = (line - lines[index - 1]) % spaces or spaces - 1
        after = corners[index - 1] if index else None
        chicane = after is not None and after.press is None and after.chicane_with is None and draw(st.booleans())
        press_here = (index == len(lines) - 1 and press == 0) or draw(st.booleans())
        press += press_here
        aggressive = draw(st.integers(0, min(gap, 4)))
        corners.append(
            Corner(
                line_after=line,
                limit=after.limit if chicane and after is not None else draw(st.integers(1, 20)),
                legends_line_after=(line - draw(st.integers(1, gap)) - 1) % spaces + 1,
                press=press if press_here else None,
                chicane_with=index - 1 if chicane else None,
                aggressive=aggressive,
                double_aggressive=draw(st.integers(0, aggressive)),
            )
        )
    changes = sorted(draw(st.sets(st.sampled_from(lines), max_size=len(lines) // 2 * 2)))
    changes = changes[: len(changes) // 2 * 2]
    sides = draw(st.permutations(["left", "right"]))
    numbers = st.integers(1, spaces)
    points = st.tuples(st.integers(0, 480), st.integers(0, 480))
    return Track(
        id=draw(st.from_regex(r"[a-z0-9_]{1,32}", fullmatch=True)),
        name=draw(st.text(min_size=1, max_size=40).filter(lambda name: name.isprintable() and name.strip() != "")),
        set=draw(st.sampled_from(["own", "base", "heavy_rain"])),
        laps=draw(st.integers(1, 20)),
        heat=draw(st.integers(0, 20)),
        stress=draw(st.integers(0, 20)),
        spaces=spaces,
        direction=draw(st.sampled_from(["clockwise", "counterclockwise"])),
        corners=tuple(corners),
        race_line=((1, sides[0]), *((line + 1, sides[(n + 1) % 2]) for n, line in enumerate(changes))),
        flooded=tuple(sorted(draw(st.sets(numbers, max_size=20)))),
        tunnel=tuple(sorted(draw(st.sets(numbers, max_size=20)))),
        outline=tuple(draw(st.lists(points, min_size=spaces, max_size=spaces, unique=True))),
    )
