"""A source file that grows past 900 lines should be two files."""

from pathlib import Path

SRC = Path(__file__).parents[2] / "src"
MOST_LINES = 900


def test_no_source_file_is_too_long() -> None:
    lengths = {
        str(path.relative_to(SRC)): len(path.read_text(encoding="utf-8").splitlines()) for path in SRC.rglob("*.py")
    }
    assert lengths
    assert {path: lines for path, lines in lengths.items() if lines > MOST_LINES} == {}
