"""What upgrades and Sponsorships let a driver choose, in a draft and outside of step 5."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations, product

from heat_tui.engine.actions import (
    KEEP_ALL,
    Action,
    ChooseValues,
    Exchange,
    KeepUpgrade,
    NextRace,
    Pick,
    PutAway,
    Refresh,
    Replace,
)
from heat_tui.engine.choices import is_part_of
from heat_tui.engine.decisions import Decision, Random, missing
from heat_tui.engine.record import record
from heat_tui.engine.refusal import Refusal, refuse

Choice = tuple[str, tuple[int, ...]]
"""A card and the values among which its driver chooses."""


@record
class PickDecision(Decision):
    """Which card of the market to take (G2, O3); `market` and the `owned` cards are sorted, `round` counts from 1."""

    market: tuple[str, ...]
    owned: tuple[str, ...]
    round: int
    rounds: int

    def options(self) -> Iterator[Action]:
        for card in dict.fromkeys(self.market):
            yield Pick(card)

    def sample(self, random: Random) -> Action:
        return Pick(self.market[int(random() * len(self.market))])

    def objection(self, action: Action) -> Refusal | None:
        if not isinstance(action, Pick):
            return refuse("not-asked", asked="pick")
        if type(action.card) is not str:
            return refuse("malformed", asked="pick")
        return None if action.card in self.market else refuse("not-in-market", card=action.card)


@record
class PutAwayDecision(Decision):
    """Which of the own `cards`, sorted, to put away after a snake draft (O3)."""

    cards: tuple[str, ...]

    def options(self) -> Iterator[Action]:
        for card in dict.fromkeys(self.cards):
            yield PutAway(card)

    def sample(self, random: Random) -> Action:
        return PutAway(self.cards[int(random() * len(self.cards))])

    def objection(self, action: Action) -> Refusal | None:
        if not isinstance(action, PutAway):
            return refuse("not-asked", asked="put-away")
        if type(action.card) is not str:
            return refuse("malformed", asked="put-away")
        return None if action.card in self.cards else refuse("not-owned", card=action.card)


@record
class ExchangeDecision(Decision):
    """Which of the `owned` upgrades to give for one of the `market`, if any (E4); both are sorted."""

    owned: tuple[str, ...]
    market: tuple[str, ...]

    def options(self) -> Iterator[Action]:
        yield KEEP_ALL
        for give in dict.fromkeys(self.owned):
            for take in dict.fromkeys(self.market):
                if take != give:
                    yield Exchange(give, take)

    def sample(self, random: Random) -> Action:
        """Fair over keeping all and exchanging, then over the cards."""
        ways = list(self.options())
        if len(ways) == 1 or random() < 0.5:
            return KEEP_ALL
        return ways[1 + int(random() * (len(ways) - 1))]

    def objection(self, action: Action) -> Refusal | None:
        if not isinstance(action, Exchange):
            return refuse("not-asked", asked="exchange")
        give, take = action.give, action.take
        if give is None and take is None:
            return None
        if type(give) is not str or type(take) is not str:
            return refuse("malformed", asked="exchange")
        if give not in self.owned:
            return refuse("not-owned", card=give)
        if take not in self.market:
            return refuse("not-in-market", card=take)
        return refuse("same-upgrade", card=give) if give == take else None


@record
class KeepDecision(Decision):
    """Which of the own `cards`, sorted, to keep for the next season of a career (E12)."""

    cards: tuple[str, ...]

    def options(self) -> Iterator[Action]:
        for card in dict.fromkeys(self.cards):
            yield KeepUpgrade(card)

    def sample(self, random: Random) -> Action:
        return KeepUpgrade(self.cards[int(random() * len(self.cards))])

    def objection(self, action: Action) -> Refusal | None:
        if not isinstance(action, KeepUpgrade):
            return refuse("not-asked", asked="keep")
        if type(action.card) is not str:
            return refuse("malformed", asked="keep")
        return None if action.card in self.cards else refuse("not-owned", card=action.card)


@record
class NextRaceDecision(Decision):
    """The pause between two races of a season (E13).

    There is one answer, yet it is asked for: between races a table looks at the standings, or goes home.
    """

    def options(self) -> Iterator[Action]:
        yield NextRace()

    def sample(self, random: Random) -> Action:
        return NextRace()

    def objection(self, action: Action) -> Refusal | None:
        return None if isinstance(action, NextRace) else refuse("not-asked", asked="next-race")


@record
class ChooseValuesDecision(Decision):
    """Step 3: the value of each of `cards`, which are sorted; `speed` is what the others add up to (3.1)."""

    cards: tuple[Choice, ...]
    speed: int

    def options(self) -> Iterator[Action]:
        keys = [key for key, _ in self.cards]
        seen = set()
        for chosen in product(*(values for _, values in self.cards)):
            pairs = tuple(sorted(zip(keys, chosen, strict=True)))
            if pairs not in seen:
                seen.add(pairs)
                yield ChooseValues(pairs)

    def sample(self, random: Random) -> Action:
        """Fair over the values of each card."""
        chosen = [(key, values[int(random() * len(values))]) for key, values in self.cards]
        return ChooseValues(tuple(sorted(chosen)))

    def objection(self, action: Action) -> Refusal | None:
        if not isinstance(action, ChooseValues):
            return refuse("not-asked", asked="values")
        pairs = action.values
        if type(pairs) is not tuple or not all(_is_pair(pair) for pair in pairs):
            return refuse("malformed", asked="values")
        if sorted(key for key, _ in pairs) != [key for key, _ in self.cards]:
            return refuse("not-a-value-each", cards=tuple(key for key, _ in self.cards))
        values = dict(self.cards)
        for key, value in pairs:
            if value not in values[key]:
                return refuse("wrong-value", card=key, value=value, values=tuple(map(str, values[key])))
        return None


@record
class ReplaceDecision(Decision):
    """Step 3: which cards to replace, for they ask for `owed` Heat and only `payable` can be there (G8).

    `choices` are the smallest sets of cards that solve it.
    """

    choices: tuple[tuple[str, ...], ...]
    owed: int
    payable: int

    def options(self) -> Iterator[Action]:
        for cards in self.choices:
            yield Replace(cards)

    def sample(self, random: Random) -> Action:
        return Replace(self.choices[int(random() * len(self.choices))])

    def objection(self, action: Action) -> Refusal | None:
        if not isinstance(action, Replace):
            return refuse("not-asked", asked="replace")
        if type(action.cards) is not tuple:
            return refuse("malformed", asked="replace")
        if tuple(sorted(map(str, action.cards))) in self.choices:
            return None
        return refuse("not-replaceable", cards=tuple(map(str, action.cards)))


@record
class RefreshDecision(Decision):
    """Step 9: which of `cards`, sorted, go on the draw deck, and in which order (G7)."""

    cards: tuple[str, ...]

    def options(self) -> Iterator[Action]:
        for size in range(len(self.cards) + 1):
            for cards in dict.fromkeys(permutations(self.cards, size)):
                yield Refresh(cards)

    def sample(self, random: Random) -> Action:
        """Fair over how many, then over which and their order."""
        left = list(self.cards)
        count = int(random() * (len(left) + 1))
        return Refresh(tuple(left.pop(int(random() * len(left))) for _ in range(count)))

    def objection(self, action: Action) -> Refusal | None:
        if not isinstance(action, Refresh):
            return refuse("not-asked", asked="refresh")
        if type(action.cards) is not tuple:
            return refuse("malformed", asked="refresh")
        if is_part_of(action.cards, self.cards):
            return None
        return missing(action.cards, self.cards, code="not-refreshable")


def _is_pair(pair: object) -> bool:
    return isinstance(pair, tuple) and len(pair) == 2 and isinstance(pair[0], str) and type(pair[1]) is int
