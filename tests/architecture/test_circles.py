"""In some packages, no files import each other in a circle, not even for types; no screen knows the app."""

import grimp
import pytest

from heat_tui.tui.app import HeatApp
from heat_tui.tui.screen import Host

TUI, PLAIN = "heat_tui.tui", "heat_tui.plain"
ADVICE, DRIVERS = "heat_tui.game.advice", "heat_tui.drivers"
APP = f"{TUI}.app"


def imports(folder: str) -> dict[str, set[str]]:
    """Return, for each file of a folder, the files there that it imports, including in functions and for types."""
    graph = grimp.build_graph("heat_tui", cache_dir=None)
    files = graph.find_descendants(folder)
    return {file: set(graph.find_modules_directly_imported_by(file)) & files for file in files}


def in_circles(imported: dict[str, set[str]]) -> set[str]:
    """Return the files in circles or between two, by removing files that no other needs or that need no other."""
    left = set(imported)
    while True:
        needed = {other for file in left for other in imported[file]}
        inner = {file for file in left if file in needed and imported[file] & left}
        if inner == left:
            return left
        left = inner


@pytest.mark.parametrize("folder", [TUI, PLAIN, ADVICE, DRIVERS])
def test_no_files_import_each_other_in_a_circle(folder: str) -> None:
    assert in_circles(imports(folder)) == set()


def test_a_circle_would_be_found() -> None:
    assert in_circles({"a": {"b"}, "b": {"c"}, "c": {"b", "d"}, "d": set()}) == {"b", "c"}


def test_no_screen_imports_the_app() -> None:
    imported = imports(TUI)
    assert {file for file in imported if APP in imported[file]} == {f"{TUI}.guests", f"{TUI}.launch"}


def test_the_app_is_what_its_screens_take_it_for() -> None:
    host: Host = HeatApp()  # mypy checks the type
    assert host.look.dark
