"""Challenges in the line-based game: the target at the start, the ghost before every plan, the verdict at the end."""

from __future__ import annotations

from dataclasses import replace

from heat_tui.game.setup.challenge import result_words
from heat_tui.game.table.match import Match
from heat_tui.game.telling.rival import rival_of, target_of, verdict_lines
from tests.plain.typist import Keyboard, Screen, match, table


def raced(begun: Match) -> str:
    """Race to the end, and return the output."""
    screen = Screen()
    table(screen, Keyboard(screen), begun).race()
    return screen.getvalue()


def test_a_challenge_is_raced_to_its_verdict() -> None:
    first = match("Ada")
    raced(first)
    target, rival = target_of(first), rival_of(first)
    assert target is not None
    again = match("Bo", seed=8)
    begun = Match.resume(replace(again.saved(), target=target, rival=rival), store=None)
    told = " ".join(raced(begun).split())
    result = target_of(begun)
    assert result is not None
    assert told.count(f"The target of Ada: {result_words(target)}.") == 1
    (verdict,) = verdict_lines(begun)
    assert told.count(verdict) == 1
    assert told.count("The ghost of Ada ") == result.rounds
    assert "level with Bo" in told
    assert "ahead of Bo" in told or "behind Bo" in told
