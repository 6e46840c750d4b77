"""The choices that seats make. A decision holds the facts that the choice needs and nothing else about the race.

Every decision lists its legal actions lazily in a fixed order (`options`), draws a random one (`sample`, whose argument
returns random floats 0 <= x < 1), returns its only legal action if it has just one (`sole`), and says why an action is
not legal (`objection`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import chain, combinations, islice, permutations, product

from heat_tui.engine import actions
from heat_tui.engine.actions import Action
from heat_tui.engine.cards import HEAT
from heat_tui.engine.choices import distinct_sets, some_of
from heat_tui.engine.record import IllegalAction, Refusal, record, refuse

Random = Callable[[], float]

SALVAGE = "salvage"
"""The only symbol whose use names cards."""


@record
class Decision:
    """Any decision; `seat` is that of the driver who has to choose."""

    seat: int

    @property
    def asked(self) -> str:
        """The name of the question if a module defines the decision, else ""."""
        return ""

    def options(self) -> Iterator[Action]:
        """Yield all legal actions, equal cards counted once, always in the same order."""
        raise NotImplementedError

    def sample(self, random: Random) -> Action:
        """Return a random legal action; every legal action is possible."""
        ways = list(self.options())
        return ways[int(random() * len(ways))]

    def objection(self, action: Action) -> Refusal | None:
        """Return the reason why `action` may not be played, None if it may."""
        raise NotImplementedError

    def check(self, action: Action) -> None:
        """Raise IllegalAction if `action` cannot be played."""
        objection = self.objection(action)
        if objection is not None:
            raise IllegalAction(objection)

    def sole(self) -> Action | None:
        """Return the only legal action, None if there are several."""
        first = list(islice(self.options(), 2))
        return first[0] if len(first) == 1 else None

    def price(self, action: Action) -> int:
        """Return the Heat that `action` costs if a forecast can say nothing more about it, otherwise 0."""
        return 0


@record
class NewHandDecision(Decision):
    """A yes/no question about drawing a new opening hand for `cost` Heat; the answers are `no` and `yes`."""

    no: Action
    yes: Action
    cost: int

    def options(self) -> Iterator[Action]:
        yield self.no
        yield self.yes

    def sample(self, random: Random) -> Action:
        return self.yes if random() < 0.5 else self.no

    def price(self, action: Action) -> int:
        return self.cost if action == self.yes else 0


@record
class PlanDecision(Decision):
    """Steps 1 and 2: choose a gear and that many cards.

    `gear` is the current gear, `engine` the Heat in the engine. `gears` pairs each legal gear, lowest first, with
    the Heat of its shift. `playable` are the cards in hand except Heat, sorted; `heat` counts the Heat cards in hand,
    which only fill up a cluttered hand (2.2, 2.3). With `number_first` (M1) a gear is the number of cards; the Heat of
    the shift is due in the car's turn and may exceed the engine. `shifts` then has the Heat for every number within
    reach, allowed or not, to work out the effects of M2; otherwise it is empty.
    """

    gear: int
    engine: int
    gears: tuple[tuple[int, int], ...]
    playable: tuple[str, ...]
    heat: int
    may_retire: bool
    number_first: bool = False
    shifts: tuple[tuple[int, int], ...] = ()

    @property
    def cluttered(self) -> bool:
        """True if the hand can fill none of `gears`, so that every plan is a cluttered hand (2.3)."""
        return self.gears[0][0] > len(self.playable)

    def sets(self, gear: int) -> tuple[tuple[str, ...], ...]:
        """Return the distinct sets of cards that may be played in `gear`, which must be one of `gears`."""
        playable = self.playable
        if gear > len(playable):
            return (playable + (HEAT,) * min(gear - len(playable), self.heat),)
        return tuple(pick(playable) for pick in distinct_sets(playable, gear))

    def options(self) -> Iterator[Action]:
        for gear, _ in self.gears:
            for cards in self.sets(gear):
                yield actions.Plan(gear, cards)
        if self.may_retire:
            yield actions.Retire()

    def sample(self, random: Random) -> Action:
        """Choose uniformly among the gears (retiring counts as one), then among the sets of cards."""
        gears = self.gears
        drawn = int(random() * (len(gears) + self.may_retire))
        if drawn == len(gears):
            return actions.Retire()
        gear = gears[drawn][0]
        playable = self.playable
        if gear > len(playable):
            return actions.Plan(gear, self.sets(gear)[0])
        sets = distinct_sets(playable, gear)
        return actions.Plan(gear, sets[int(random() * len(sets))](playable))

    def objection(self, action: Action) -> Refusal | None:
        if not isinstance(action, actions.Plan):
            if isinstance(action, actions.Retire):
                return None if self.may_retire else refuse("may-not-retire")
            return refuse("not-asked", asked="plan")
        gear, cards = action.gear, action.cards
        if type(gear) is not int or type(cards) is not tuple:
            return refuse("malformed", asked="plan")
        if gear not in dict(self.gears):
            return self._objection_to_gear(gear)
        playable = self.playable
        if gear > len(playable):
            wanted = self.sets(gear)[0]
            fits = len(cards) == len(wanted) and missing(cards, wanted, code="cluttered-cards") is None
            return None if fits else refuse("cluttered-cards", gear=gear, cards=wanted)
        if len(cards) != gear:
            return refuse("wrong-count", gear=gear, cards=len(cards))
        lacking = missing(cards, playable, code="not-in-hand")
        return refuse("heat-not-played") if lacking is not None and HEAT in cards else lacking

    def _objection_to_gear(self, gear: int) -> Refusal:
        if not 1 <= gear <= 4:
            return refuse("no-such-gear", gear=gear)
        if abs(gear - self.gear) > 2:
            return refuse("gear-too-far", gear=gear, before=self.gear)
        if gear > len(self.playable) and not self.cluttered:
            return refuse("gear-not-filled", gear=gear, playable=len(self.playable))
        return refuse("shift-not-paid", gear=gear, before=self.gear, engine=self.engine)

    def sole(self) -> Action | None:
        if len(self.gears) > 1 or self.may_retire:
            return None
        gear = self.gears[0][0]
        sets = self.sets(gear)
        return actions.Plan(gear, sets[0]) if len(sets) == 1 else None


@record
class Use:
    """A symbol of a turn: in a decision, the part of it that can be used now; as a charge or a mark, all of it.

    `source` is "gear", "adrenaline", "boost", "sector" or the card's key; `heat` is the cost. The amount is from
    `least` to `most`; `least` is 1, or `most` for an all-or-none symbol, or the smallest amount that keeps the Heat
    owed payable (G8). As a charge or a mark, a symbol has its number as `most`; the Cooldown of sectors has 0.
    """

    symbol: str
    source: str
    most: int
    heat: int = 0
    least: int = 1

    def in_full(self) -> actions.React:
        """Return the action that uses the symbol in full; for Salvage, it still lacks the cards."""
        return actions.React(self.symbol, self.source, self.most)


@record
class ReactDecision(Decision):
    """Step 5: use one of `uses` now, or end the step, which is not allowed while a mandatory symbol is left (G10).

    `pile` is the driver's own discard pile, sorted, if one of the uses (Salvage, Super cool) looks through it (K2);
    otherwise it is empty.
    """

    uses: tuple[Use, ...]
    may_end: bool = True
    pile: tuple[str, ...] = ()

    def options(self) -> Iterator[Action]:
        if self.may_end:
            yield actions.DONE
        for use in self.uses:
            for amount in range(use.most, use.least - 1, -1):
                if use.symbol == SALVAGE:
                    for cards in dict.fromkeys(combinations(self.pile, amount)):
                        yield actions.React(use.symbol, use.source, amount, cards)
                else:
                    yield actions.React(use.symbol, use.source, amount)

    def sample(self, random: Random) -> Action:
        """Choose uniformly among the symbols and, if allowed, the end of the step, then among amounts and cards."""
        uses = self.uses
        drawn = int(random() * (len(uses) + self.may_end)) - self.may_end
        if drawn < 0:
            return actions.DONE
        use = uses[drawn]
        most, least = use.most, use.least
        amount = most if most == least else least + int(random() * (most - least + 1))
        if use.symbol == SALVAGE:
            return actions.React(use.symbol, use.source, amount, some_of(self.pile, amount, random))
        return actions.React(use.symbol, use.source, amount)

    def objection(self, action: Action) -> Refusal | None:
        if action is actions.DONE and self.may_end:
            return None
        if not isinstance(action, actions.React):
            return refuse("not-asked", asked="react")
        amount = action.amount
        if type(amount) is not int or type(action.cards) is not tuple:
            return refuse("malformed", asked="react")
        for use in self.uses:
            if use.symbol == action.symbol and use.source == action.source:
                if use.least <= amount <= use.most and not action.cards and use.symbol != SALVAGE:
                    return None
                return self._objection_to_use(use, action)
        if action == actions.DONE:
            return None if self.may_end else refuse("mandatory-left")
        return refuse("not-usable", symbol=str(action.symbol), source=str(action.source))

    def _objection_to_use(self, use: Use, action: actions.React) -> Refusal | None:
        if not use.least <= action.amount <= use.most:
            return refuse("wrong-amount", symbol=use.symbol, amount=action.amount, most=use.most, least=use.least)
        taken = action.amount if use.symbol == SALVAGE else 0
        if len(action.cards) != taken:
            return refuse("wrong-number-of-cards", symbol=use.symbol, cards=len(action.cards), wanted=taken)
        return missing(action.cards, self.pile, code="not-in-pile")

    def sole(self) -> Action | None:
        if not self.uses:
            return actions.DONE
        return None if self.may_end else Decision.sole(self)


@record
class SlipstreamDecision(Decision):
    """Step 6: move one of `distances` (each above 0), or stay."""

    distances: tuple[int, ...]

    def options(self) -> Iterator[Action]:
        yield actions.STAY
        for distance in self.distances:
            yield actions.Slipstream(distance)

    def objection(self, action: Action) -> Refusal | None:
        if not isinstance(action, actions.Slipstream):
            return refuse("not-asked", asked="slipstream")
        if type(action.distance) is not int:
            return refuse("malformed", asked="slipstream")
        if action.distance and action.distance not in self.distances:
            return refuse("wrong-distance", distance=action.distance, distances=tuple(map(str, self.distances)))
        return None

    def sole(self) -> Action | None:
        return None if self.distances else actions.STAY


@record
class DiscardDecision(Decision):
    """Step 8: put any of `cards` (sorted) on the discard pile, at most `most` of them; None means no maximum."""

    cards: tuple[str, ...]
    most: int | None = None

    def options(self) -> Iterator[Action]:
        if self.most is not None:
            for size in range(min(self.most, len(self.cards)) + 1):
                for cards in dict.fromkeys(combinations(self.cards, size)):
                    yield actions.Discard(cards)
            return
        groups = [
            [(card,) * count for count in range(self.cards.count(card) + 1)] for card in dict.fromkeys(self.cards)
        ]
        for chosen in product(*groups):
            yield actions.Discard(tuple(chain(*chosen)))

    def sample(self, random: Random) -> Action:
        """Choose the count of each kind uniformly; if `most` is set, choose the total uniformly, then random cards."""
        cards = self.cards
        if self.most is not None:
            taken = int(random() * (min(self.most, len(cards)) + 1))
            return actions.Discard(some_of(cards, taken, random))
        chosen: list[str] = []
        for card in dict.fromkeys(cards):
            chosen += (card,) * int(random() * (cards.count(card) + 1))
        return actions.Discard(tuple(chosen))

    def objection(self, action: Action) -> Refusal | None:
        if not isinstance(action, actions.Discard):
            return refuse("not-asked", asked="discard")
        if type(action.cards) is not tuple:
            return refuse("malformed", asked="discard")
        if self.most is not None and len(action.cards) > self.most:
            return refuse("too-many-discards", cards=len(action.cards), most=self.most)
        return missing(action.cards, self.cards, code="not-discardable")

    def sole(self) -> Action | None:
        return None if self.cards else actions.Discard()


def missing(cards: tuple[str, ...], among: tuple[str, ...], *, code: str) -> Refusal | None:
    """Return a refusal that names the first of `cards` that `among` lacks, counting repeats; None if it lacks none."""
    left = list(among)
    for card in cards:
        try:
            left.remove(card)
        except ValueError:
            return refuse(code, card=str(card))
    return None


Choice = tuple[str, tuple[int, ...]]
"""A card and the values that its driver may choose from."""


@record
class OneCardDecision(Decision):
    """Any decision that is answered with one of several cards; `ONE_CARD` lists these decisions."""

    def among(self) -> tuple[str, ...]:
        """Return the cards to choose from, sorted."""
        raise NotImplementedError

    def answer(self, card: str) -> actions.OneCard:
        """Return the action that chooses a card."""
        kind, _, _ = ONE_CARD[type(self)]
        return kind(card)

    def options(self) -> Iterator[Action]:
        for card in dict.fromkeys(self.among()):
            yield self.answer(card)

    def sample(self, random: Random) -> Action:
        cards = self.among()
        return self.answer(cards[int(random() * len(cards))])

    def objection(self, action: Action) -> Refusal | None:
        kind, asked, unknown = ONE_CARD[type(self)]
        if not isinstance(action, actions.OneCard) or type(action) is not kind:
            return refuse("not-asked", asked=asked)
        if type(action.card) is not str:
            return refuse("malformed", asked=asked)
        return None if action.card in self.among() else refuse(unknown, card=action.card)


@record
class PickDecision(OneCardDecision):
    """Choose a card from the market (G2, O3, E4); `market` and `owned` are sorted, and `round` is 1 to `rounds`."""

    market: tuple[str, ...]
    owned: tuple[str, ...]
    round: int
    rounds: int

    def among(self) -> tuple[str, ...]:
        return self.market


@record
class PutAwayDecision(OneCardDecision):
    """Choose which of the driver's own `cards`, sorted, to put away after a snake draft (O3)."""

    cards: tuple[str, ...]

    def among(self) -> tuple[str, ...]:
        return self.cards


@record
class ExchangeDecision(Decision):
    """Choose one of the `owned` upgrades to exchange for one in the `market`, or none (E4); both are sorted."""

    owned: tuple[str, ...]
    market: tuple[str, ...]

    def options(self) -> Iterator[Action]:
        yield actions.KEEP_ALL
        for give in dict.fromkeys(self.owned):
            for take in dict.fromkeys(self.market):
                if take != give:
                    yield actions.Exchange(give, take)

    def sample(self, random: Random) -> Action:
        """Choose uniformly between keeping all and an exchange, if one is possible, then among the exchanges."""
        ways = list(self.options())
        if len(ways) == 1 or random() < 0.5:
            return actions.KEEP_ALL
        return ways[1 + int(random() * (len(ways) - 1))]

    def objection(self, action: Action) -> Refusal | None:
        if not isinstance(action, actions.Exchange):
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
class KeepDecision(OneCardDecision):
    """Choose which of the driver's own `cards`, sorted, to keep for the next season of a career (E12)."""

    cards: tuple[str, ...]

    def among(self) -> tuple[str, ...]:
        return self.cards


ONE_CARD: Mapping[type[Decision], tuple[type[actions.OneCard], str, str]] = {
    PickDecision: (actions.Pick, "pick", "not-in-market"),
    PutAwayDecision: (actions.PutAway, "put-away", "not-owned"),
    KeepDecision: (actions.KeepUpgrade, "keep", "not-owned"),
}
"""For each decision about one card: its action, the name of the question, and the code that refuses any other card."""


@record
class NextRaceDecision(Decision):
    """The pause between two races of a season, to look at the standings or stop playing; it has one answer (E13)."""

    def options(self) -> Iterator[Action]:
        yield actions.NextRace()

    def sample(self, random: Random) -> Action:
        return actions.NextRace()

    def objection(self, action: Action) -> Refusal | None:
        return None if isinstance(action, actions.NextRace) else refuse("not-asked", asked="next-race")


@record
class ChooseValuesDecision(Decision):
    """Step 3: choose the value of each of `cards`, which are sorted; `speed` is the sum of the other cards (3.1)."""

    cards: tuple[Choice, ...]
    speed: int

    def options(self) -> Iterator[Action]:
        keys = [key for key, _ in self.cards]
        chosen = product(*(values for _, values in self.cards))
        for pairs in dict.fromkeys(tuple(sorted(zip(keys, values, strict=True))) for values in chosen):
            yield actions.ChooseValues(pairs)

    def sample(self, random: Random) -> Action:
        """Choose uniformly among the values of each card."""
        chosen = [(key, values[int(random() * len(values))]) for key, values in self.cards]
        return actions.ChooseValues(tuple(sorted(chosen)))

    def objection(self, action: Action) -> Refusal | None:
        if not isinstance(action, actions.ChooseValues):
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
    """Step 3: choose one of the smallest sets of cards to replace, because more Heat is `owed` than `payable` (G8)."""

    choices: tuple[tuple[str, ...], ...]
    owed: int
    payable: int

    def options(self) -> Iterator[Action]:
        for cards in self.choices:
            yield actions.Replace(cards)

    def objection(self, action: Action) -> Refusal | None:
        if not isinstance(action, actions.Replace):
            return refuse("not-asked", asked="replace")
        if type(action.cards) is not tuple:
            return refuse("malformed", asked="replace")
        if tuple(sorted(map(str, action.cards))) in self.choices:
            return None
        return refuse("not-replaceable", cards=tuple(map(str, action.cards)))


@record
class RefreshDecision(Decision):
    """Step 9: choose which of `cards`, sorted, go on the draw deck, and in which order (G7)."""

    cards: tuple[str, ...]

    def options(self) -> Iterator[Action]:
        for size in range(len(self.cards) + 1):
            for cards in dict.fromkeys(permutations(self.cards, size)):
                yield actions.Refresh(cards)

    def sample(self, random: Random) -> Action:
        """Choose the number of cards uniformly, then the cards in random order."""
        left = list(self.cards)
        count = int(random() * (len(left) + 1))
        return actions.Refresh(tuple(left.pop(int(random() * len(left))) for _ in range(count)))

    def objection(self, action: Action) -> Refusal | None:
        if not isinstance(action, actions.Refresh):
            return refuse("not-asked", asked="refresh")
        if type(action.cards) is not tuple:
            return refuse("malformed", asked="refresh")
        return missing(action.cards, self.cards, code="not-refreshable")


def _is_pair(pair: object) -> bool:
    return isinstance(pair, tuple) and len(pair) == 2 and isinstance(pair[0], str) and type(pair[1]) is int


SECRET = (PlanDecision, NewHandDecision)
"""The decisions that drivers make without seeing each other's choices."""

AT_ONCE = (*SECRET, PutAwayDecision, KeepDecision)
"""The decisions that all drivers may make at the same time, because none depends on another driver's answer."""

NEEDS_HAND = (*SECRET, DiscardDecision)
"""The decisions that always require looking at the driver's own hand."""
