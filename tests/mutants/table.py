"""The recorded changes: each breaks one rule on purpose, so that a test with its id must fail."""

from __future__ import annotations

from tests.mutants.championship import CHAMPIONSHIP_MUTANTS
from tests.mutants.garage import GARAGE_MUTANTS
from tests.mutants.mutant import Mutant

MUTANTS = (
    # Words and setup
    Mutant("V", "engine/track.py", "return (at - 1) // self.spaces", "return at // self.spaces"),
    Mutant(
        "V", "engine/track.py", "return (self.next_corner(space) - 1) % len", "return self.next_corner(space) % len"
    ),
    Mutant("S1", "engine/setup.py", "MOST_CARS = len(COLOURS)", "MOST_CARS = len(BASE_COLOURS)"),
    Mutant("S1", "engine/setup.py", "    if not setup.seats:", "    if setup.seats is None:"),
    Mutant("S2", "engine/deal.py", "heat = setup.track.heat", "heat = 6"),
    Mutant("S3", "engine/cards.py", 'STARTING_UPGRADES = ("0", "5", HEAT)', 'STARTING_UPGRADES = ("0", "5")'),
    Mutant("S3", "engine/deal.py", "car.luck = shuffle(car.deck, car.luck)", "car.luck += 1"),
    Mutant("S4", "engine/track.py", "(place - 1) % SPOTS_PER_SPACE", "place % SPOTS_PER_SPACE"),
    Mutant("S4", "engine/deal.py", "race.luck = shuffle(grid, race.luck)", "race.luck += 1"),
    Mutant("S5", "engine/replenish.py", "HAND_SIZE = 7", "HAND_SIZE = 6"),
    Mutant("S6", "engine/deal.py", "heat -= setup.handicap[seat]", "heat -= min(setup.handicap[seat], 1)"),
    Mutant("S7", "engine/ruleset.py", "track.laps if setup.laps is None else setup.laps", "track.laps"),
    # The round
    Mutant(
        "T1",
        "engine/planning.py",
        "position_order([car for car in race.cars if car.status == RACING])",
        "[car for car in race.cars if car.status == RACING]",
    ),
    Mutant("T2", "engine/ruleset.py", "    Replenish(),\n", ""),
    Mutant(
        "T3",
        "engine/race.py",
        "left = [car for car in racing if car.status == RACING]",
        "left = [car for car in racing if all(each.status == RACING for each in racing)]",
    ),
    Mutant(
        "T4",
        "engine/planning.py",
        "race.asked = seat + 1\n        if isinstance(action, Plan):",
        "race.asked = seat + 1; car.gear = getattr(action, 'gear', 0)\n        if isinstance(action, Plan):",
    ),
    # Gears and cards
    Mutant("1.1", "engine/planning.py", "FREE_SHIFT = 1", "FREE_SHIFT = 0"),
    Mutant("1.2", "engine/planning.py", "LONG_SHIFT_COST = 1", "LONG_SHIFT_COST = 0"),
    Mutant("1.2", "engine/planning.py", "for to, heat in costs if heat <= engine)", "for to, heat in costs)"),
    Mutant("1.3", "engine/planning.py", "heat = shift_cost(race, car, gear)", "heat = 0"),
    Mutant("2.1", "engine/decisions.py", "if len(cards) != gear:", "if len(cards) > gear:"),
    Mutant(
        "2.1",
        "engine/decisions.py",
        'lacking = missing(cards, playable, code="not-in-hand")',
        'lacking = None if HEAT in cards else missing(cards, playable, code="not-in-hand")',
    ),
    Mutant("2.2", "engine/reveal.py", "car.gear = 1", "car.gear -= 1"),
    Mutant("2.2", "engine/reveal.py", "if HEAT in cards or len(cards) < car.gear:", "if len(cards) < car.gear:"),
    Mutant("2.2", "engine/reveal.py", 'return "replenish"', "return None"),
    Mutant("2.3", "engine/planning.py", "if gear <= playable) or gears", "if gear <= playable + 1) or gears"),
    Mutant("2.3", "engine/planning.py", "if gear <= playable) or gears", "if gear <= playable) or gears[:1]"),
    # Reveal and move
    Mutant("3.1", "engine/reveal.py", "turn.speed += rules.speeds[card]", "turn.speed = rules.speeds[card]"),
    Mutant("3.2", "engine/movement.py", "car.spot = place & 1", "car.spot = 0"),
    Mutant(
        "3.3",
        "engine/movement.py",
        "at += distance",
        "at += distance if spots[start % spaces * 2 + 1] < 0 else 0",
    ),
    Mutant("3.4", "engine/movement.py", "        end -= 1\n    return at", "        end -= 2\n    return at"),
    Mutant(
        "3.4",
        "engine/movement.py",
        "spot = car.spot if at == start else",
        "spot = 0 if at == start else",
    ),
    Mutant(
        "3.5",
        "engine/symbols.py",
        'advance(race, car, value, "boost")',
        'advance(race, car, race.turn.began + race.turn.speed - car.at, "boost")',
    ),
    Mutant("3.6", "engine/movement.py", "car: car.at * 2 - car.spot", "car: car.at * 2 + car.spot"),
    # The + symbol and running out of cards
    Mutant("P1", "engine/piles.py", "if card in BASIC:", 'if card in BASIC or card == "5":'),
    Mutant("P2", "engine/cards.py", '"stress", 0, (("plus", 1),)', '"stress", 0, (("plus", 2),)'),
    Mutant("P3", "engine/piles.py", "if len(deck) < missing and car.discard:", "if not deck and car.discard:"),
    Mutant("P3", "engine/piles.py", "car.luck = shuffle(car.discard, car.luck)", "car.luck += 1"),
    Mutant("P4", "engine/piles.py", "deck += reversed(turned)", "car.discard += turned"),
    # Adrenaline
    Mutant("4.1", "engine/react.py", "MANY_CARS = 5", "MANY_CARS = 6"),
    Mutant("4.1", "engine/react.py", "[-count:]", "[:count]"),
    Mutant(
        "4.2",
        "engine/symbols.py",
        'Use("cooldown", "adrenaline", 1)',
        'Use("cooldown", "adrenaline", 2)',
    ),
    Mutant(
        "4.3",
        "engine/react.py",
        "if race.cars[index].status == RACING]",
        'if race.cars[index].status == RACING and race.cars[index].entry.kind == "driver"]',
    ),
    Mutant("4.3", "engine/react.py", "if race.retired and not", "if not race.order and not"),
    # React
    Mutant(
        "5.1",
        "engine/react.py",
        "del charges[place]\n                race.",
        "del charges[place:]\n                race.",
    ),
    Mutant("5.1", "engine/react.py", "del charges[place]\n                race.", "pass\n                race."),
    Mutant("5.2", "engine/react.py", '2: (Use("cooldown", "gear", 1), BOOST_CHARGE)', "2: (BOOST_CHARGE,)"),
    Mutant("5.2", "engine/symbols.py", "car.engine += amount", "car.engine += 1"),
    Mutant("5.3", "engine/symbols.py", "BOOST_COST = 1", "BOOST_COST = 0"),
    Mutant("5.3", "engine/symbols.py", "return BOOST_CHARGE if car.engine else None", "return BOOST_CHARGE"),
    Mutant("5.4", "engine/symbols.py", "race.turn.speed += 1", "race.turn.speed += 0"),
    Mutant(
        "5.5",
        "engine/react.py",
        "turn.charges += own_charges(race, car)",
        "turn.charges += own_charges(race, car) if car.at <= race.rules.finish else ()",
    ),
    # Slipstream
    Mutant("6.1", "engine/corners.py", " or spots[ahead + 1] >= 0", ""),
    Mutant("6.1", "engine/corners.py", "ahead = car.at % spaces * 2", "ahead = (car.at + 1) % spaces * 2"),
    Mutant("6.1", "engine/corners.py", "return spots[own + 1 - car.spot] >= 0 or", "return"),
    Mutant("6.2", "engine/corners.py", " and reach(race, car, way) > at", ""),
    Mutant("6.2", "engine/corners.py", "race.turn.slipped is not None or ", ""),
    Mutant(
        "6.3",
        "engine/corners.py",
        "race.turn.slipped = action.distance",
        "race.turn.slipped = action.distance; race.turn.speed += action.distance",
    ),
    Mutant("6.4", "engine/corners.py", "at + way <= finish and ", ""),
    Mutant("6.5", "engine/corners.py", "spots[ahead] >= 0", "0 <= spots[ahead] < len(race.setup.seats)"),
    # Corners
    Mutant(
        "7.1",
        "engine/corners.py",
        "corner_cost(race, corner, speed - limit)",
        "corner_cost(race, corner, speed - limit + 1)",
    ),
    Mutant(
        "7.1",
        "engine/corners.py",
        "speed = turn.speed\n",
        "speed = sum(race.rules.speeds[card] for card in car.play)\n",
    ),
    Mutant(
        "7.2",
        "engine/corners.py",
        "turn.began, car.at):",
        "turn.began, car.at)[:1]:",
    ),
    Mutant("7.3", "engine/corners.py", "if heat > car.engine:", "if heat >= car.engine:"),
    Mutant("7.3", "engine/corners.py", "HIGH_GEAR = 3", "HIGH_GEAR = 4"),
    Mutant("7.3", "engine/corners.py", "fall_back(race, car, line)", "fall_back(race, car, turn.began)"),
    Mutant("7.4", "engine/movement.py", "last = min(end, sheet.finish)", "last = end"),
    Mutant("7.5", "engine/corners.py", "car.engine, car.gear, car.at", "car.engine, 1, car.at"),
    # Discard and replenish
    Mutant(
        "8.1",
        "engine/replenish.py",
        "NOT_DISCARDABLE = frozenset({HEAT, STRESS})",
        "NOT_DISCARDABLE = frozenset({HEAT})",
    ),
    Mutant(
        "8.1",
        "engine/replenish.py",
        "NOT_DISCARDABLE = frozenset({HEAT, STRESS})",
        "NOT_DISCARDABLE = frozenset({STRESS})",
    ),
    Mutant("9.1", "engine/replenish.py", "car.discard += car.play", "car.discard += car.play[1:]"),
    Mutant("9.2", "engine/replenish.py", "HAND_SIZE = 7", "HAND_SIZE = 8"),
    # The finish
    Mutant("F1", "engine/race.py", "if car.at > finish]", "if car.at >= finish]"),
    Mutant(
        "F1",
        "engine/race.py",
        "position_order([car for car in racing if car.at > finish])",
        "[car for car in racing if car.at > finish]",
    ),
    Mutant(
        "F2",
        "engine/race.py",
        "        self.turns += 1",
        "        self.turns += 1; car.at > self.rules.finish and leave_track(self, car, car.status, [])",
    ),
    Mutant("T3", "engine/race.py", "self.round >= MOST_STANDSTILL + covered", "self.round > MOST_STANDSTILL + covered"),
    Mutant("T3", "engine/race.py", "self.round < MOST_STANDSTILL:", "self.round:"),
    Mutant("T3", "engine/race.py", "sum([car.at for car in self.cars])", "max([car.at for car in self.cars])"),
    Mutant("T3", "engine/race.py", "for car in reversed(left):", "for car in left:"),
    Mutant("F3", "engine/replenish.py", "if car.at <= race.rules.finish:", "if car.at:"),
    Mutant("F3", "engine/replenish.py", "race.turn.discarded or car.at > race.rules.finish", "race.turn.discarded"),
    Mutant("F4", "engine/race.py", "*reversed(self.retired)", "*self.retired"),
    Mutant("F4", "engine/planning.py", " and any(car.status == FINISHED for car in race.cars)", ""),
    # Legends
    Mutant(
        "L1",
        "modules/legends/__init__.py",
        '{"orange": "black", "purple": "blue"}',
        '{"orange": "blue", "purple": "black"}',
    ),
    Mutant("L1", "modules/legends/__init__.py", "race.luck = shuffle(deck, race.luck)", "race.luck += 1"),
    Mutant("L2", "modules/legends/__init__.py", "if self.shown_in != race.round:", "if race.round:"),
    Mutant("L3", "modules/legends/__init__.py", "wanted = at + limit + diamond", "wanted = at + limit"),
    Mutant(
        "L3", "modules/legends/__init__.py", "min(wanted, ahead[lines][1]) if lines < len(ahead) else wanted", "wanted"
    ),
    Mutant("L4", "modules/legends/__init__.py", "if at + helmet <= line:", "if at + helmet < line:"),
    Mutant("L4", "modules/legends/__init__.py", "max(line - diamond, at)", "max(line - diamond - 1, at)"),
    Mutant("L5", "engine/race.py", "if car.at > finish]", 'if car.at > finish and car.entry.kind == "driver"]'),
    Mutant("L6", "modules/legends/__init__.py", "if not ahead:", "if len(ahead) < 2:"),
    Mutant(
        "L6",
        "modules/legends/__init__.py",
        "if lines < len(ahead) else wanted",
        "if lines < len(ahead) else min(wanted, sheet.finish)",
    ),
    Mutant("L7", "modules/legends/__init__.py", "helmet + deck.pro", "helmet"),
    Mutant("L8", "engine/track.py", "(way < marked.aggressive)", "(way <= marked.aggressive)"),
    Mutant("L8", "engine/track.py", " + (way < marked.double_aggressive)", ""),
    Mutant(
        "L8",
        "modules/legends/__init__.py",
        "pressing(sheet, car.at) if deck.aggressive else 0",
        "pressing(sheet, car.at)",
    ),
    Mutant("L8", "modules/legends/__init__.py", "1 + more)", "1 + 9 * more)"),
    Mutant("L9", "modules/legends/__init__.py", "((0, 11), (1, 13), (1, 14)", "((0, 11), (1, 12), (1, 14)"),
    # Weather
    Mutant("W1", "modules/weather/__init__.py", "race.luck = shuffle(pool, race.luck)", "race.luck += 1"),
    Mutant("W1", "modules/weather/__init__.py", "race.luck = shuffle(weather, race.luck)", "race.luck += 1"),
    Mutant(
        "W1",
        "modules/weather/__init__.py",
        "pool.pop() if corner.chicane_with is None else placed[corner.chicane_with]",
        "pool.pop()",
    ),
    Mutant("W1", "modules/weather/__init__.py", "for _ in range(2))", "for _ in range(3))"),
    Mutant("W1", "modules/weather/__init__.py", "if corners > len(ALL_CONDITIONS):", "if not corners:"),
    Mutant(
        "W2", "modules/weather/__init__.py", '"fog", Effect("no_slipstream"), heat=1', '"fog", Effect("no_slipstream")'
    ),
    Mutant("W2", "modules/weather/__init__.py", 'Effect("cooldown", 1), to_deck=3', 'Effect("cooldown", 1), to_deck=2'),
    Mutant("W2", "modules/weather/__init__.py", "to_discard=3", "to_deck=3"),
    Mutant("W2", "modules/weather/__init__.py", "moved = min(heat, car.engine)", "moved = heat"),
    Mutant("W2", "modules/weather/__init__.py", "return max(heat, 0) + ", "return heat + "),
    Mutant(
        "W2",
        "engine/deal.py",
        "        for module in rules.modules:\n            module.prepare(race, car)\n"
        "        car.luck = shuffle(car.deck, car.luck)\n",
        "        car.luck = shuffle(car.deck, car.luck)\n"
        "        for module in rules.modules:\n            module.prepare(race, car)\n",
    ),
    Mutant("W3", "modules/weather/__init__.py", "return limit + _road(race).limits[corner]", "return limit"),
    Mutant("W3", "modules/weather/__init__.py", "return heat + _road(race).surcharges[corner]", "return heat"),
    Mutant("W3", "engine/corners.py", "    if over <= 0:", "    if over < 0:"),
    Mutant("W3", "modules/legends/__init__.py", "limit = limit_of(corner)", "limit = track.corners[corner].limit"),
    Mutant(
        "W4",
        "modules/weather/__init__.py",
        'return 0 if _effect(race, car, "free_boost") else heat',
        "return heat",
    ),
    Mutant("W4", "modules/weather/__init__.py", "sorted({*distances, *(each", "sorted({*(each"),
    Mutant(
        "W4", "modules/weather/__init__.py", "token.sector if kind.id == THE_WEATHER else kind.sector", "token.sector"
    ),
    Mutant(
        "W5",
        "modules/weather/__init__.py",
        '"storm", Effect("slipstream_boost", 2)',
        '"storm", Effect("slipstream_boost", 1)',
    ),
    Mutant(
        "W5",
        "modules/weather/__init__.py",
        'return allowed and not _effect(race, car, "no_slipstream")',
        "return allowed",
    ),
    Mutant(
        "W5",
        "modules/weather/__init__.py",
        'return allowed and not _effect(race, car, "no_cooldown")',
        "return allowed",
    ),
    Mutant("W5", "modules/weather/__init__.py", "return heat + effect.number if effect else heat", "return heat"),
    Mutant("W6", "engine/symbols.py", "% rules.spaces] - 1", "% rules.spaces]"),
    Mutant("W6", "engine/symbols.py", "if used and sector_of(race, car) in used", "if used"),
    Mutant(
        "W6", "engine/symbols.py", "            race.turn.cooled_in += (sector_of(race, car),)\n", "            pass\n"
    ),
    Mutant(
        "W6",
        "engine/react.py",
        "                if charge.source != SECTOR:\n                    del",
        "                del",
    ),
    Mutant("W6", "engine/symbols.py", "(car.at - 1) % rules.spaces]", "(race.turn.began - 1) % rules.spaces]"),
    # Tournament mode
    Mutant("M1", "engine/planning.py", "    car.gear = gear\n", ""),
    Mutant("M1", "engine/planning.py", "        pay(car, heat)\n        surcharge", "        surcharge"),
    Mutant(
        "M1",
        "modules/tournament/__init__.py",
        "if number <= playable or",
        "if (number <= playable and heat <= engine) or",
    ),
    Mutant("M1", "modules/tournament/__init__.py", "        pass\n", "        Planning.open(self, race)\n"),
    Mutant("M2", "modules/tournament/__init__.py", "car.luck = shuffle(mixed, car.luck)", "car.luck += 1"),
    Mutant(
        "M2",
        "modules/tournament/__init__.py",
        "race, car)\n                number -= 1",
        "race, car)\n                number -= 2",
    ),
    Mutant("M2", "modules/tournament/__init__.py", 'flip(race, car, "shift")', "race.turn.speed += 1"),
    Mutant("M2", "engine/payability.py", "cost(number) > engine", "cost(number) >= engine"),
    Mutant("M2", "engine/payability.py", "number += 1 if number < gear else -1", "number = gear"),
    Mutant("M3", "modules/tournament/__init__.py", "(cluttered and heat <= engine)", "cluttered"),
    Mutant(
        "M3", "modules/tournament/__init__.py", "number <= playable and heat <= engine for", "number <= playable for"
    ),
    # Heavy Rain and Tunnel Vision
    Mutant("H1", "modules/spaces/__init__.py", "FLOODED_COST = 1", "FLOODED_COST = 2"),
    Mutant("H1", "modules/spaces/__init__.py", "flooded = gear < car.gear and", "flooded = gear != car.gear and"),
    Mutant(
        "H1",
        "engine/planning.py",
        "for gear, heat in shifts(race, car) if heat <= car.engine",
        "for gear, heat in shifts(race, car)",
    ),
    Mutant("H2", "modules/weather/__init__.py", "None if corner in between else ", ""),
    Mutant(
        "H2",
        "engine/track.py",
        "corner.chicane_with for corner in self.corners if",
        "index for index, corner in enumerate(self.corners) if",
    ),
    Mutant(
        "H4", "engine/setup.py", 'EXPANSION_COLOURS = ("orange", "purple")', 'EXPANSION_COLOURS = ("purple", "orange")'
    ),
    Mutant(
        "N1",
        "modules/spaces/__init__.py",
        "return allowed and not _in_tunnel(race, car)",
        "return allowed",
    ),
    Mutant("N1", "modules/spaces/__init__.py", "track.space_of(car.at) in track.tunnel", "car.at in track.tunnel"),
    # Options
    Mutant("O1", "engine/ruleset.py", "track.laps if setup.laps is None else setup.laps", "track.laps"),
    Mutant("O2", "modules/mulligan/answer.py", "COST = 1", "COST = 0"),
    Mutant("O2", "modules/mulligan/__init__.py", "car.luck = shuffle(car.deck, car.luck)", "car.luck += 1"),
    Mutant(
        "O4",
        "engine/react.py",
        "gained = car.index in last_of_round(race)",
        "gained = car.index in last_of_round(race)[len(race.cars) < 2 :]",
    ),
    # Hidden information
    Mutant("K1", "engine/view.py", "discard[-1] if discard else None", "None"),
    Mutant("K2", "engine/view.py", "revealed = car.index == acting", "revealed = acting is not None"),
    Mutant(
        "K2",
        "engine/view.py",
        "tuple(sorted(own.deck)), tuple(sorted(own.discard))",
        "tuple(own.deck), tuple(own.discard)",
    ),
    # Worlds
    Mutant("K2", "engine/piles.py", "    car.covered = ()\n", ""),
    Mutant("H3", "engine/piles.py", "place - (place > at) for", "place for"),
    Mutant("K2", "engine/symbols.py", "        car.covered = None\n", ""),
    Mutant("K2", "engine/replenish.py", "range(pile, pile + len(cards))", "range(pile, pile + len(cards) - 1)"),
    Mutant("K2", "engine/worlds.py", "    car.deck.sort()\n", ""),
    Mutant("K2", "engine/worlds.py", "            car.luck = 0\n", "            car.luck += 0\n"),
    Mutant("K2", "engine/worlds.py", "for place in covered if place < top]", "for place in covered]"),
    Mutant("K2", "modules/legends/__init__.py", "        deck.deck.sort()\n", ""),
    Mutant("K2", "modules/garage/__init__.py", "        market.deck.sort()\n", ""),
    Mutant("K2", "modules/championship/race.py", "        paddock.deck.sort()\n", ""),
    Mutant(
        "T4",
        "engine/race.py",
        "        self.awaits = NOBODY\n        self.asked = 0\n",
        "        self.awaits = NOBODY\n",
    ),
    *GARAGE_MUTANTS,
    *CHAMPIONSHIP_MUTANTS,
)
