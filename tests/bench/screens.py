"""The painting time and memory of the app and of a minimal Textual app, run alternately on a pseudo-terminal.

First paint: from the start of the process until the frame with the screen's last texts has been received completely. A
key: from writing it to the first and the last byte of the resulting change, while cards are chosen.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median, quantiles
from typing import Final

from tests.bench.stopwatch import Running, Subject, command
from tests.cli.program import ROOT, environment

SIZE: Final = (120, 40)
RACE: Final = ("race", "--track", "usa", "--drivers", "Ada", "--legends", "5", "--seed", "1")
MINIMAL: Final = Subject("minimal app", command("tests.bench.minimal_app"), ("minimal app, pressed 0 times",), SIZE)
TITLE: Final = Subject("title", command("heat_tui"), ("New race", "Settings", "Quit"), SIZE)
SIX_CARS: Final = Subject("race, six cars", command("heat_tui", *RACE), ("Ada", "Gear", "Engine", "Hand"), SIZE)
IN_LANGUAGES: Final = (
    (
        TITLE,
        [
            Subject(f"title in {code}", command("heat_tui", "--lang", code), texts, SIZE)
            for code, texts in {"ja": ("新しいレース", "設定", "終了"), "zh_Hant": ("新賽事", "設定", "結束")}.items()
        ],
    ),
    (
        SIX_CARS,
        [
            Subject(f"race in {code}", command("heat_tui", *RACE, "--lang", code), texts, SIZE)
            for code, texts in {
                "ja": ("Ada", "ギア", "エンジン", "手札"),
                "zh_Hant": ("Ada", "檔", "引擎", "手牌"),
            }.items()
        ],
    ),
)
"""English screens, each with the same screen in the other languages."""
PROGRAMS: Final = (MINIMAL, TITLE, SIX_CARS, *(each for _english, subjects in IN_LANGUAGES for each in subjects))
KEY: Final = b"1"
KEYS_A_ROUND: Final = 6

Times = dict[str, list[float]]


def measure(rounds: int) -> None:
    """Measure alternately, so that a slow moment affects all alike, and print the figures beside their targets."""
    with tempfile.TemporaryDirectory() as home:
        variables = {
            **environment(Path(home), TERM="xterm-256color", COLORTERM="truecolor"),
            "PYTHONPATH": f"{ROOT}:{ROOT / 'src'}",
        }
        figures = _rounds(rounds, variables)
    print(f"\nscreens at {SIZE[0]}x{SIZE[1]}, {rounds} rounds after a warm-up, medians, also of each round's ratios")
    print(f"\n{'':16}{'first paint':>12}{'of minimal':>12}{'settled':>10}{'peak':>10}{'of minimal':>12}   aims")
    for subject, aim in ((MINIMAL, ""), (TITLE, "1.3, 1.5"), (SIX_CARS, "1.7, 1.5")):
        _print_screen(figures, subject.name, aim)
    print(f"\n{'':16}{'first paint':>12}{'of English':>12}   aim 1.05")
    for english, subjects in IN_LANGUAGES:
        for subject in subjects:
            paint = median(figures.paint[subject.name])
            print(f"{subject.name:16}{_ms(paint, 12)}{_ratio(figures.paint, subject.name, english.name):12.3f}")
    print(f"\n{'a key':16}{'first byte':>12}{'95 % within':>12}{'last byte':>10}{'95 %':>10}")
    for subject in (MINIMAL, SIX_CARS):
        times = [figures.first_byte[subject.name], figures.last_byte[subject.name]]
        print(f"{subject.name:16}{_ms(median(times[0]), 12)}{_ms(_high(times[0]), 12)}", end="")
        print(f"{_ms(median(times[1]), 10)}{_ms(_high(times[1]), 10)}")
    mine, other = (figures.first_byte[each.name] for each in (SIX_CARS, MINIMAL))
    print(f"\nbeyond the minimal app's: {_ms(median(mine) - median(other)).strip()} (aim: at most 30 ms); ", end="")
    print(f"95 % within {_ms(_high(mine)).strip()} (aim: 75 ms)")


@dataclass
class Figures:
    """The measurements of every program: seconds, and peak memory in kilobytes."""

    paint: Times
    settled: Times
    peak: Times
    first_byte: Times
    last_byte: Times


def _rounds(rounds: int, variables: Mapping[str, str]) -> Figures:
    figures = Figures(*(_no_times() for _ in range(5)))
    for number in range(rounds + 1):
        for subject in PROGRAMS:
            with Running(subject, variables) as running:
                keyed = subject in (MINIMAL, SIX_CARS)
                keys = [running.press(KEY) for _ in range(KEYS_A_ROUND)] if keyed else ()
                if number == 0:
                    continue
                figures.paint[subject.name].append(running.first_paint)
                figures.settled[subject.name].append(running.settled)
                figures.peak[subject.name].append(running.child.peak_kilobytes())
                figures.first_byte[subject.name] += [first for first, _ in keys]
                figures.last_byte[subject.name] += [last for _, last in keys]
    return figures


def _no_times() -> Times:
    return {each.name: [] for each in PROGRAMS}


def _print_screen(figures: Figures, name: str, aim: str) -> None:
    paint, settled, peak = (median(times[name]) for times in (figures.paint, figures.settled, figures.peak))
    print(f"{name:16}{_ms(paint, 12)}{_ratio(figures.paint, name):12.2f}{_ms(settled, 10)}", end="")
    print(f"{peak / 1024:7.1f} MB{_ratio(figures.peak, name):12.2f}   {aim}")


def _ratio(figures: Times, name: str, other: str = MINIMAL.name) -> float:
    """Return the median, over the rounds, of the ratio of one program's figure to the other's."""
    return median(mine / its for mine, its in zip(figures[name], figures[other], strict=True))


def _ms(seconds: float, width: int = 0) -> str:
    return f"{seconds * 1000:{max(0, width - 3)}.1f} ms"


def _high(seconds: Sequence[float]) -> float:
    """Return the time within which 95 of 100 keys are answered."""
    return quantiles(seconds, n=20)[-1]


def main() -> None:
    """Measure only the app's screens, not the other workloads of `make bench`."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.screens", description=__doc__)
    parser.add_argument("--rounds", type=int, default=15, help="rounds of all programs (default 15)")
    measure(parser.parse_args().rounds)


if __name__ == "__main__":
    main()
