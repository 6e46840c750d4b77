"""The recorded changes to upgrades: the draft, the values, the symbols."""

from __future__ import annotations

from tests.mutants.mutant import Mutant

GARAGE_MUTANTS = (
    # The garage
    Mutant("G1", "modules/garage/cards.py", "COPIES = 2", "COPIES = 3"),
    Mutant("G1", "modules/garage/__init__.py", "UPGRADES_A_DRIVER = 3", "UPGRADES_A_DRIVER = 2"),
    Mutant("G1", "modules/garage/__init__.py", "            others.remove(card)\n", "            continue\n"),
    Mutant("G1", "modules/garage/__init__.py", 'level in ("both", each.level)', 'level != "none"'),
    Mutant("G1", "modules/garage/__init__.py", "len(setup.seats) > most:", "len(setup.seats) > most + 1:"),
    Mutant("G2", "modules/garage/market.py", "MARKET_SPARE = 3", "MARKET_SPARE = 2"),
    Mutant("G2", "modules/garage/market.py", "first = (number - 1) % 2", "first = number % 2"),
    Mutant("G2", "modules/garage/market.py", "            self.deck += self.away\n", "            self.deck += []\n"),
    Mutant("G2", "modules/garage/market.py", "if car.index < drivers]", "if car.index >= 0]"),
    Mutant("G2", "modules/garage/market.py", "            market.market.remove(action.card)\n", ""),
    Mutant("G2", "modules/garage/market.py", '{"normal": 3, "snake"', '{"normal": 2, "snake"'),
    Mutant("G2", "modules/garage/__init__.py", "return not self._deals()", "return False"),
    Mutant(
        "G3",
        "modules/garage/__init__.py",
        'level = "basic" if self._deals() else self.level',
        "level = self.level",
    ),
    Mutant(
        "G4",
        "engine/cards.py",
        'BASIC = frozenset({"1", "2", "3", "4"})',
        'BASIC = frozenset({"1", "2", "3", "4", "body-3"})',
    ),
    Mutant("O3", "modules/garage/market.py", "[*ways[first], *ways[1 - first]]", "[*ways[first], *ways[first]]"),
    Mutant("O3", "modules/garage/market.py", "            owned.remove(action.card)\n", ""),
    Mutant("O3", "modules/garage/__init__.py", "SNAKE_PICKS = 4", "SNAKE_PICKS = 3"),
    # Values, and Heat that cannot be paid
    Mutant(
        "G5",
        "engine/ruleset.py",
        "if values and isinstance(step, Move):",
        "if values and isinstance(step, Reveal):",
    ),
    Mutant("G5", "engine/reveal.py", "turn.speed += _sum(turn.chosen)", "turn.speed += 1"),
    Mutant("G8", "engine/reveal.py", "        turn.chosen = ()\n        cards", "        cards"),
    Mutant("G8", "engine/reveal.py", "if gains_adrenaline(race, car):", "if not car:"),
    Mutant("G8", "engine/reveal.py", "(*race.turn.charges, *own_charges(race, car))", "tuple(race.turn.charges)"),
    Mutant("G8", "engine/reveal.py", ".moved(reach(race, car, race.turn.speed))", ""),
    Mutant(
        "G8",
        "engine/payability.py",
        "for size in range(1, len(costly) + 1):",
        "for size in range(len(costly), 0, -1):",
    ),
    Mutant("G8", "engine/reveal.py", "            forget(race, card)\n", ""),
    Mutant("G8", "engine/reveal.py", "            car.discard.append(card)\n", ""),
    Mutant(
        "G8",
        "engine/payability.py",
        "min(cooling(means.charges, there), means.hand)\n    return can_pay",
        "cooling(means.charges, there)\n    return can_pay",
    ),
    Mutant(
        "G8",
        "engine/payability.py",
        "can_pay(engine - heat, pile + heat, rest, cools)",
        "can_pay(engine - heat, pile, rest, cools)",
    ),
    Mutant("G8", "engine/symbols.py", "here, car.at = car.at, at\n", "here = car.at\n"),
    Mutant("G8", "engine/symbols.py", "replace(means, pile=0) if among is pile and pile else means", "means"),
    Mutant("G8", "engine/symbols.py", "sure = deck if len(deck) < count else []", "sure = deck"),
    Mutant("G8", "engine/react.py", "if owing or use.symbol == DIRECT_PLAY else use", "if owing else use"),
    Mutant("G8", "engine/react.py", "if amount == use.least else replace(use, least=amount)", "if amount else None"),
    Mutant(
        "G8",
        "engine/symbols.py",
        "means.engine - effect.paid + cooled,",
        "means.engine + cooled,",
    ),
    Mutant("G8", "engine/symbols.py", "left.moved(reach(race, car, effect.way + value))", "left"),
    Mutant("G8", "engine/symbols.py", "(after.moved(reach(race, car, effect.way)),)", "(after,)"),
    Mutant("G8", "engine/symbols.py", "pile, heat = 0, heat + means.pile", "pile = means.pile"),
    Mutant("G8", "engine/symbols.py", "max(scrapped - (deck - heat), 0)", "0"),
    Mutant("G8", "engine/symbols.py", "max(means.pile - use.most, 0)", "means.pile"),
    # Mandatory symbols
    Mutant("G6", "engine/symbols.py", "pay(car, charge.most)", "pay(car, 1)"),
    Mutant(
        "G6",
        "engine/piles.py",
        "            shuffle_discard(race, car)\n        card =",
        "            break\n        card =",
    ),
    Mutant(
        "G6", "engine/symbols.py", "scrap(race, car, charge.source, charge.most)", "scrap(race, car, charge.source, 1)"
    ),
    Mutant("G6", "engine/symbols.py", "limit + adjusted(race) if", "limit - adjusted(race) if"),
    Mutant("G9", "engine/symbols.py", " if race.acting is car else limit", ""),
    Mutant(
        "G9",
        "engine/corners.py",
        "        limit = answer(race, car, corner, limit)\n    return max(limit, 0)",
        "        limit = answer(race, car, corner, limit)\n    return limit",
    ),
    Mutant("G10", "engine/symbols.py", '"heat"\n    mandatory = True\n', '"heat"\n'),
    Mutant("G10", "engine/symbols.py", '"scrap"\n    mandatory = True\n', '"scrap"\n'),
    Mutant(
        "G10", "engine/decisions.py", "return None if self.may_end else refuse", "return None if self.uses else refuse"
    ),
    # Optional symbols
    Mutant(
        "G7",
        "engine/symbols.py",
        "ways |= {way + mark.most for way in ways}",
        "ways = {way + mark.most for way in ways}",
    ),
    Mutant(
        "G7",
        "engine/symbols.py",
        "ways |= {way + mark.most for way in ways}",
        "ways |= {way + 1 for way in ways}",
    ),
    Mutant("G7", "engine/symbols.py", "min(charge.most, car.hand.count(STRESS))", "car.hand.count(STRESS)"),
    Mutant("G7", "engine/symbols.py", "        car.discard += gone\n", ""),
    Mutant("G7", "engine/replenish.py", "car.deck += reversed(action.cards)", "car.deck += action.cards"),
    Mutant("G7", "engine/replenish.py", "car.deck += reversed(action.cards)", "car.deck[:0] = action.cards"),
    Mutant("F3", "engine/replenish.py", "turn.refreshed or car.at > race.rules.finish:", "turn.refreshed:"),
    Mutant("G7", "engine/symbols.py", "min(charge.most, len(car.discard))", "len(car.discard)"),
    Mutant("G7", "engine/symbols.py", "        car.luck = shuffle(car.deck, car.luck)\n", ""),
    Mutant("G7", "engine/symbols.py", "if turn.speed > before:", "if not turn.speed:"),
    Mutant(
        "G7",
        "engine/symbols.py",
        "        turn_up(race, car, card)\n",
        "        turn.speed += race.rules.speeds[card]\n",
    ),
    Mutant("G7", "engine/react.py", "not turn.reacted and not rules.direct", "not rules.direct"),
    Mutant("G7", "engine/symbols.py", "race.turn.speed += by", "race.turn.speed += 1"),
    Mutant(
        "G7",
        "engine/symbols.py",
        "            if race.rules.counts_pluses:\n                turn.pluses += 1\n",
        "",
    ),
    Mutant("G7", "engine/symbols.py", "if value and race.rules.counts_pluses:", "if race.rules.counts_pluses:"),
    Mutant("G11", "engine/symbols.py", '    where: Where = "hand"\n', ""),
    Mutant("G11", "engine/symbols.py", "turn.speed += rules.speeds[card]", "turn.speed += 0"),
    # Expansions
    Mutant("H3", "engine/symbols.py", "car.engine += action.amount", "car.engine += 0"),
    Mutant("H3", "engine/symbols.py", "min(charge.most, car.discard.count(HEAT))", "charge.most"),
    Mutant("H3", "engine/react.py", "tuple(sorted(car.discard)) if looks else ()", "()"),
    Mutant("N1", "engine/symbols.py", "if allowed else None", "if allowed or charge else None"),
    Mutant("N2", "engine/symbols.py", "            return way - 1\n", "            return way\n"),
    Mutant(
        "N2",
        "engine/symbols.py",
        "if spots[place] != FREE or spots[place + 1] != FREE:",
        "if spots[place] != FREE:",
    ),
    Mutant("N2", "engine/symbols.py", "for way in range(1, spaces):", "for way in range(1, spaces + 1):"),
    Mutant(
        "N2",
        "engine/symbols.py",
        "        for spent in taken[1:]:\n            race.turn.charges.remove(spent)\n",
        "",
    ),
    Mutant("N2", "engine/symbols.py", "key=lambda some: sum([charge.most for charge in some])", "key=len"),
    Mutant(
        "N2",
        "engine/symbols.py",
        "advance(race, car, way, DRAFT)",
        "advance(race, car, way, DRAFT); race.turn.speed += way",
    ),
    Mutant("N3", "modules/garage/cards.py", "TUNNEL_VISION),\n)", "HEAVY_RAIN),\n)"),
)
"""The changes."""
