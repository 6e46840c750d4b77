"""Laws of chance: shuffles are fair permutations of piles of any size, and the streams of a seed differ."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heat_tui.engine.rng import shuffle, stream

SEEDS = st.integers(min_value=0, max_value=2**63 - 1)


@given(seed=SEEDS, size=st.integers(min_value=0, max_value=600))
def test_a_shuffle_keeps_every_card_of_a_pile_of_any_size(seed: int, size: int) -> None:
    cards = list(range(size))
    shuffle(cards, stream(seed, 1))
    assert sorted(cards) == list(range(size))


@pytest.mark.long
@pytest.mark.parametrize("size", [3, 20, 21, 45])
def test_every_card_is_equally_likely_in_the_first_and_the_last_place(size: int) -> None:
    state = stream(1, size)
    rounds = 400 * size
    first: Counter[int] = Counter()
    last: Counter[int] = Counter()
    for _ in range(rounds):
        cards = list(range(size))
        state = shuffle(cards, state)
        first[cards[0]] += 1
        last[cards[-1]] += 1
    for seen in (first, last):
        squares = sum((seen[card] - 400) ** 2 / 400 for card in range(size))
        assert squares < 2 * size + 12, "chi-squared far beyond size - 1"


def test_all_orders_of_four_cards_are_equally_likely() -> None:
    state = stream(7, 0)
    seen: Counter[tuple[int, ...]] = Counter()
    for _ in range(24 * 300):
        cards = [0, 1, 2, 3]
        state = shuffle(cards, state)
        seen[tuple(cards)] += 1
    assert len(seen) == 24
    assert sum((count - 300) ** 2 / 300 for count in seen.values()) < 60


def test_streams_of_one_seed_differ() -> None:
    assert len({stream(seed, number) for seed in range(50) for number in range(9)}) == 450
