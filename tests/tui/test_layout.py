"""Screens fit, are all ASCII without Unicode and all grey without colour, and look the same after resizing."""

from __future__ import annotations

import pytest
from rich.style import Style

from tests.tui.painted import ASCII_IN_THE_GATE, LEAST, TOO_SMALL, USUAL, Picture, Size, begun_at, pictures
from tests.tui.scenes import SHOTS
from tests.words.pseudo import WideTranslations, spoken


def told(painted: dict[Size, Picture]) -> list[str]:
    """Return the misfits, each sentence once, with the sizes at which it occurs."""
    sizes: dict[str, list[str]] = {}
    for (width, height), picture in painted.items():
        for misfit in picture.misfits:
            sizes.setdefault(misfit, []).append(f"{width}x{height}")
    return [f"{', '.join(where)}: {misfit}" for misfit, where in sizes.items()]


@pytest.mark.parametrize("name", SHOTS)
def test_everything_fits(name: str) -> None:
    faults = told(dict(pictures(name)))
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize(
    "name",
    [
        shot.name if shot.name in ASCII_IN_THE_GATE else pytest.param(shot.name, marks=pytest.mark.long)
        for shot in SHOTS.values()
        if shot.plain_names
    ],
)
def test_without_unicode_everything_is_ascii_and_fits(name: str) -> None:
    painted = dict(pictures(name, "ascii"))
    foreign = {size: sorted({each for each in picture.text if not each.isascii()}) for size, picture in painted.items()}
    assert not any(foreign.values()), f"{foreign}\n{painted[LEAST].text}"
    assert not any("??" in picture.text for picture in painted.values()), "a sign has no stand-in"
    assert not told(painted)


@pytest.mark.parametrize(
    "name",
    [name if name in ("plan-stress", "results") else pytest.param(name, marks=pytest.mark.long) for name in SHOTS],
)
def test_without_colour_everything_is_grey(name: str) -> None:
    with spoken(WideTranslations()):
        taken = pictures(name, "letters")
    for picture in taken.values():
        coloured = {str(style): text for style, text in picture.inks.items() if not _is_grey(style)}
        assert not coloured


@pytest.mark.parametrize(
    "name",
    [
        *("title-saves", "plan-stress", "results"),
        *(pytest.param(name, marks=pytest.mark.long) for name in ("setup-track", "curtain", "react", "log")),
    ],
)
def test_a_resized_terminal_shows_the_same_as_one_begun_at_that_size(name: str) -> None:
    resized = begun_at(name, *USUAL)
    begun = begun_at(name, (120, 40), (20, 5), LEAST)
    assert begun[120, 40].text == resized[120, 40].text
    assert begun[LEAST].text == resized[LEAST].text


@pytest.mark.long
@pytest.mark.parametrize("size", TOO_SMALL)
def test_a_terminal_that_is_too_small_says_only_that(size: Size) -> None:
    text = " ".join(begun_at("plan", *TOO_SMALL)[size].text.split())
    assert text == f"Too small: {size[0]}x{size[1]}. The game needs 80x24 and waits for more room."


def _is_grey(style: Style) -> bool:
    colours = [each.get_truecolor() for each in (style.color, style.bgcolor) if each is not None]
    return all(max(each) - min(each) <= 1 for each in colours)
