"""The recorded changes to championships: calendars, grids, points, Sponsorships, press, events, careers."""

from __future__ import annotations

from tests.mutants.mutant import Mutant

CALENDAR = "modules/championship/calendar.py"
EVENT_RULES = "modules/championship/event_rules.py"
LOSE_HEAT = "modules/championship/steps.py"
RULES = "modules/championship/race.py"
SEASON = "modules/championship/season.py"
STATE = "modules/championship/state.py"
STEPS = "modules/championship/race.py"
PROMISES = "modules/championship/promises.py"

CHAMPIONSHIP_MUTANTS = (
    # Calendars, and rules that are always on
    Mutant("E1", EVENT_RULES, 'RaceEvent(1, "1961", "great_britain", 2, (1,)', 'RaceEvent(1, "1961", "usa", 2, (1,)'),
    Mutant("E1", CALENDAR, "luck = shuffle(pool, luck)", "luck += 1"),
    Mutant("E1", CALENDAR, "luck = shuffle(again, luck)", "luck += 1"),
    Mutant("E1", CALENDAR, "        order += again\n", "        order += again[:1]\n"),
    Mutant("E1", CALENDAR, "if not tracks or races > len(events):", "if not tracks:"),
    Mutant("E1", CALENDAR, "if event.set in sets)", 'if event.set != "base")'),
    Mutant("E1", SEASON, "if not 1 <= races <= MOST_RACES:", "if races > MOST_RACES:"),
    Mutant("E1", SEASON, "if not 1 <= races <= MOST_RACES:", "if not races:"),
    Mutant("E1", SEASON, "sum(setup.parts) != races or ", ""),
    Mutant("E1", SEASON, "            Ruleset(race_setup(setup, index, carried))\n", "            continue\n"),
    Mutant("E2", SEASON, "        Weather(late=True),\n", ""),
    Mutant("E2", SEASON, "Garage(setup.level,", 'Garage("both",'),
    Mutant("E2", SEASON, "(Spaces(),) if race.track.flooded or race.track.tunnel else ()", "()"),
    Mutant("E2", SEASON, "if race.track.flooded or race.track.tunnel else", "if race.track.flooded else"),
    Mutant("E2", SEASON, "        setup.handicap,\n", "        (),\n"),
    Mutant("E2", SEASON, "(*setup.modules, *own, *special)", "(*own, *special)"),
    # The grid
    Mutant("E3", RULES, "return self.order or grid", "return grid"),
    Mutant("E3", RULES, "return self.order or grid", "return self.order or tuple(sorted(grid))"),
    Mutant("E3", SEASON, "points_order(season, cars) if season", "season[-1].order if season"),
    Mutant("E3", SEASON, "(-total[car], last.index(car))", "(-total[car], car)"),
    Mutant("E3", SEASON, "(-total[car], last.index(car))", "(total[car], last.index(car))"),
    # Before the race
    Mutant("E4", "modules/garage/market.py", '"snake": 2, "season": 1}', '"snake": 2, "season": 2}'),
    Mutant("E4", "modules/garage/market.py", "        del self.waiting[size:]\n", ""),
    Mutant(
        "E4",
        "modules/garage/market.py",
        "        self.deck += self.market\n        self.market = []\n        race",
        "        race",
    ),
    Mutant(
        "E4", "modules/garage/market.py", "race.luck = shuffle(self.deck, race.luck)\n        self.round", "self.round"
    ),
    Mutant("E4", "modules/garage/market.py", "last = market.order(race, 1)[0]", "last = market.order(race, 1)[-1]"),
    Mutant("E4", "modules/garage/market.py", "if market.market and market.owned[last]:", "if not market:"),
    Mutant("E4", "modules/garage/market.py", "            owned.remove(action.give)\n", ""),
    Mutant("E4", "modules/garage/market.py", "            market.market.append(action.give)\n", ""),
    Mutant("E4", "modules/garage/__init__.py", "            deck.remove(card)\n", "            continue\n"),
    Mutant("E4", "engine/decisions.py", "if take != give:", "if take:"),
    Mutant(
        "E4",
        RULES,
        "(Sponsoring(), *weather, OpeningHands(), *later)",
        "(*weather, Sponsoring(), OpeningHands(), *later)",
    ),
    Mutant(
        "E4",
        RULES,
        "(Sponsoring(), *weather, OpeningHands(), *later)",
        "(Sponsoring(), OpeningHands(), *weather, *later)",
    ),
    Mutant(
        "E4",
        RULES,
        "(Sponsoring(), *weather, OpeningHands(), *later)",
        "(OpeningHands(), Sponsoring(), *weather, *later)",
    ),
    Mutant(
        "E4",
        RULES,
        "(Sponsoring(), *weather, OpeningHands(), *later)",
        "(Sponsoring(), *weather, *later, OpeningHands())",
    ),
    Mutant("E4", STEPS, "for _ in range(wanted)])", "for _ in range(1)])"),
    Mutant("E4", "modules/weather/__init__.py", "        fill_engines(race)\n", ""),
    Mutant(
        "E4",
        "modules/weather/__init__.py",
        "race.states = {module.name: states[module.name] for module in race.rules.modules if module.name in states}",
        "race.states = dict(reversed(states.items()))",
    ),
    Mutant("E4", RULES, "stream(race.setup.seed, DECK_STREAM)", "stream(0, DECK_STREAM)"),
    # Carried over between races
    Mutant("E5", RULES, "(*cards, *brought[seat]) if brought else cards", "cards"),
    Mutant("E7", RULES, "deck.subtract(card for cards in self.sponsorships for card in cards)", "deck.subtract(())"),
    Mutant("E7", RULES, "held = [len(cards) for cards in self.sponsorships] or", "held ="),
    Mutant(
        "E7",
        SEASON,
        "tuple(tuple(market_of(race).owned[seat]) for seat in seats)",
        "nothing_carried(self.setup).upgrades",
    ),
    Mutant("E7", SEASON, "tuple(_unused(race, seat) for seat in seats)", "nothing_carried(self.setup).sponsorships"),
    Mutant("E7", SEASON, "(*car.hand, *car.deck, *car.discard) if", "(*car.hand, *car.deck) if"),
    Mutant("E7", SEASON, "(*car.hand, *car.deck, *car.discard) if", "(*car.hand, *car.discard) if"),
    # Points
    Mutant("E6", "engine/race.py", "0 if index in race.out else worth", "worth"),
    Mutant("E6", "engine/race.py", "POINTS = (9, 6, 4, 3, 2, 1)", "POINTS = (9, 6, 4, 3, 2, 2)"),
    Mutant("E6", "engine/race.py", "*reversed(self.out)", "*self.out"),
    Mutant(
        "E6", SEASON, "sum(result.points[car] for result in results)", "max(result.points[car] for result in results)"
    ),
    Mutant("E8", SEASON, "            events.append(SeasonEnded", "            events.insert(0, SeasonEnded"),
    Mutant("E8", SEASON, "results[-1].order", "results[0].order"),
    Mutant("E8", SEASON, "result.finished > 0 and ", ""),
    Mutant("E8", SEASON, "SeasonEnded(self.standings)", "SeasonEnded(result.order)"),
    # The press
    Mutant("E9", EVENT_RULES, "IMPRESSIVE = 2", "IMPRESSIVE = 1"),
    Mutant("E9", EVENT_RULES, "if speed >= limit + IMPRESSIVE else", "if speed > limit + IMPRESSIVE else"),
    Mutant("E9", EVENT_RULES, '        if towed:\n            return "towed"\n', ""),
    Mutant("E9", STEPS, "towed=line >= stood", "towed=line > stood"),
    Mutant("E9", STEPS, "towed=line >= stood", "towed=stood < car.at"),
    Mutant("E9", STEPS, "        if turn.spun:\n            return\n", ""),
    Mutant("E9", STEPS, "table_limit(race, corner), towed", "race.rules.printed_limits[corner], towed"),
    Mutant("E9", STEPS, "if corner in paddock.facts.press:", "if paddock.facts.press:"),
    Mutant("E9", STEPS, "turn.began, car.at):", "turn.began, car.at)[:1]:"),
    Mutant("E9", CALENDAR, "(number - 1) % highest + 1 for", "min(number, highest) for"),
    Mutant("E9", CALENDAR, "    if not highest:\n        return ()\n", ""),
    Mutant("E9", RULES, '"slipstream": BeforeSlipstream()', '"react": BeforeSlipstream()'),
    Mutant("E9", STATE, "race.turn.speed - limit)", "race.turn.speed)"),
    # Sponsorships
    Mutant("E10", "modules/championship/state.py", "COPIES = 7", "COPIES = 6"),
    Mutant("E10", "modules/championship/state.py", " if name in sets", ""),
    Mutant("E10", STATE, "self.deck, self.used = self.used, []", "self.deck = self.used[:]"),
    Mutant("E10", STATE, "            self.luck = shuffle(self.deck, self.luck)\n", ""),
    Mutant("E10", STATE, "        if not self.deck:\n            return False\n", "        assert self.deck\n"),
    Mutant("E10", STATE, "        self.held[car.index] += 1\n", ""),
    Mutant("E10", STEPS, "            car.play.remove(card)\n", "            continue\n"),
    Mutant("E10", STEPS, "        paddock.used += played\n", ""),
    Mutant("E10", STEPS, "        paddock.held[car.index] -= len(played)\n", ""),
    Mutant("E10", RULES, '"replenish": ReturnSponsorships()', '"reveal": ReturnSponsorships()'),
    # The events
    Mutant("E11", EVENT_RULES, "line, crossed = 2 * race.rules.spaces,", "line, crossed = race.rules.spaces,"),
    Mutant("E11", EVENT_RULES, "and len(crossed) < PLACES else None", "else None"),
    Mutant("E11", EVENT_RULES, " and car.index not in crossed\n", "\n"),
    Mutant("E11", EVENT_RULES, "race.turn.began <= line < car.at and", "line < car.at and"),
    Mutant("E11", EVENT_RULES, "and len(paddock.crossed) < PLACES:", "and True:"),
    Mutant("E11", EVENT_RULES, "if car.index not in paddock.crossed and", 'if car.entry.kind == "driver" and'),
    Mutant("E11", EVENT_RULES, "RECORD_SPEED = 15", "RECORD_SPEED = 14"),
    Mutant("E11", EVENT_RULES, "if race.turn.speed >= RECORD_SPEED else", "if race.turn.speed > RECORD_SPEED else"),
    Mutant("E11", EVENT_RULES, "Strike(extra_laps=-1)", "Strike()"),
    Mutant("E11", EVENT_RULES, "points + 2 if place == 1 else points", "points + 1 if place == 1 else points"),
    Mutant("E11", EVENT_RULES, "EventRule(extra_heat=1)", "EventRule()"),
    Mutant("E11", EVENT_RULES, "extra_laps=1, extra_cards=1", "extra_laps=1"),
    Mutant("E11", EVENT_RULES, ", extra_cards=-1)", ")"),
    Mutant("E11", EVENT_RULES, "extra_heat=-2", "extra_heat=-1"),
    Mutant("E11", EVENT_RULES, "extra_stress=-1, ", ""),
    Mutant("E11", EVENT_RULES, "SponsorWithdraws(extra_stress=1)", "SponsorWithdraws()"),
    Mutant("E11", EVENT_RULES, "place <= min(PLACES, len(race.finished))", "place <= PLACES"),
    Mutant("E11", EVENT_RULES, "if passed >= PLACES else", "if passed > PLACES else"),
    Mutant("E11", "engine/movement.py", "2 * began <= 2", "2 * began < 2"),
    Mutant("E11", EVENT_RULES, "car, race.turn.began, car.at", "car, race.turn.began - 1, car.at"),
    Mutant("E11", "engine/movement.py", "< 2 * end[0] - end[1]", "< 2 * end[0] + 1"),
    Mutant("E11", "engine/movement.py", "< 2 * end[0] - end[1]", "< 2 * end[0] - 2"),
    Mutant("E11", EVENT_RULES, "if other.status == RACING and other is not car]", "if other is not car]"),
    Mutant("E11", EVENT_RULES, "leave_track(race, car, OUT, race.out)", "car.status = OUT; race.out.append(car.index)"),
    Mutant("E11", EVENT_RULES, "leave_track(race, car, OUT, race.out)", "leave_track(race, car, OUT, race.out[:])"),
    Mutant("E11", EVENT_RULES, "        paddock_of(race).stood = 0\n", ""),
    Mutant(
        "E11",
        EVENT_RULES,
        "    def spin_stress(self, race: Race, car: Car, stress: int) -> int:\n        return 0\n",
        "",
    ),
    Mutant("E11", "engine/corners.py", "return None if car.status == RACING else TURN_OVER", "return None"),
    Mutant("E11", "engine/race.py", "began - 1) // spaces and car.status == RACING:", "began - 1) // spaces:"),
    Mutant("E11", EVENT_RULES, "press_worth=2", "press_worth=1"),
    Mutant("E11", EVENT_RULES, "return allowed and car.gear >= 3", "return allowed and car.gear >= 2"),
    Mutant("E11", EVENT_RULES, "EventRule(discardable=HEAT)", "EventRule()"),
    Mutant("E11", EVENT_RULES, "EventRule(discardable=STRESS)", "EventRule()"),
    Mutant("E11", EVENT_RULES, "rank=15", "rank=25"),
    Mutant(
        "E11",
        EVENT_RULES,
        "gained: bool) -> bool:  # noqa: FBT001\n        return False",
        "gained: bool) -> bool:  # noqa: FBT001\n        return gained",
    ),
    Mutant(
        "E11",
        "engine/view.py",
        "last if gains_adrenaline(race, cars[index])",
        "last",
    ),
    Mutant("E11", EVENT_RULES, "return min(most, 1)", "return min(most, 2)"),
    Mutant("E11", "engine/decisions.py", "len(action.cards) > self.most:", "len(action.cards) > self.most + 1:"),
    Mutant("E11", EVENT_RULES, 'return "slow" if speed < limit else None', 'return "slow" if speed <= limit else None'),
    Mutant("E11", LOSE_HEAT, "if lap <= max(before, 1) or", "if lap <= before or"),
    Mutant("E11", LOSE_HEAT, " or car.at > race.rules.finish:", ":"),
    Mutant("E11", LOSE_HEAT, "            car.luck = shuffle(car.deck, car.luck)\n", ""),
    Mutant("E11", LOSE_HEAT, "            car.engine -= 1\n", ""),
    Mutant("E11", LOSE_HEAT, "            car.hand.remove(HEAT)\n", ""),
    Mutant("E11", LOSE_HEAT, "            take_heat(car)\n", ""),
    Mutant(
        "E11", EVENT_RULES, "(*steps[:at], LoseHeat(), *steps[at:])", "(*steps[: at + 1], LoseHeat(), *steps[at + 1 :])"
    ),
    Mutant("E11", STEPS, "        if earned:\n", "        if not earned:\n"),
    # Careers
    Mutant("E12", CALENDAR, 'CAREER = ("1961", "1962", "1963")', 'CAREER = ("1961", "1963", "1962")'),
    Mutant("E12", SEASON, "points_order(season, cars) if season else ()", "points_order(season, cars)"),
    Mutant("E12", SEASON, "if opening <= index", "if opening < index"),
    Mutant("E12", SEASON, "points_order(season, cars) if season", "points_order(results, cars) if season"),
    Mutant("E12", SEASON, "if len(set(owned)) > 1:", "if len(owned) > 1:"),
    Mutant("E12", SEASON, "if len(set(owned)) > 1:", "if not owned:"),
    Mutant(
        "E12",
        SEASON,
        "upgrades, sponsorships = self.kept, nothing",
        "upgrades, sponsorships = self.carried.upgrades, nothing",
    ),
    Mutant(
        "E12",
        SEASON,
        "self.kept, nothing_carried(self.setup).sponsorships",
        "self.kept, tuple(_unused(race, seat) for seat in seats)",
    ),
    Mutant("E12", SEASON, "        self.kept = ()\n        self.carried", "        self.carried"),
    # Interruptions
    Mutant("E13", SEASON, "return NextRaceDecision(0)", "return None"),
    Mutant("E13", SEASON, "        new = copied(self)\n", "        new = copied(self)\n        new.results = ()\n"),
    Mutant("E13", SEASON, "        new = copied(self)\n", "        new = copied(self)\n        new.kept = ()\n"),
    Mutant("E13", SEASON, 'carried, results, parts["kept"])', 'carried, (), parts["kept"])'),
    Mutant("E13", SEASON, 'carried, results, parts["kept"])', "carried, results, ())"),
    Mutant("E13", SEASON, "        check_carried(now, carried)\n", ""),
    Mutant(
        "E13",
        SEASON,
        "results[index].order == race.standings and results[index] == result_of(race)",
        "season",
    ),
    Mutant("E13", SEASON, "owned if season.between_races and season._keeps() else ())", "owned)"),
    Mutant("E13", SEASON, 'if (race.step_name == "draft") == ("weather" in race.states):', "if not race:"),
    Mutant("E13", SEASON, "len(cards) != min(len(choice), 1) or ", ""),
    Mutant("E13", SEASON, " or not set(cards) <= set(choice):", ":"),
    Mutant("E13", STATE, "sorted(cards) != sorted([card for card in pool if card in cards]) or ", ""),
    Mutant("E13", STATE, " or sum(held) != len(dealt):", ":"),
    Mutant("E13", RULES, "() if dealt else self.sponsorships", "() if not dealt else self.sponsorships"),
    # Forecasts
    Mutant(
        "E9", PROMISES, "if shown is None or outcome.spins:\n        return ()", "if shown is None:\n        return ()"
    ),
    Mutant("E9", PROMISES, "limit = view.limits[corner]", "limit = view.sheet.track.corners[corner].limit"),
    Mutant("E10", PROMISES, "cards = min(each.cards, left)", "cards = each.cards"),
    Mutant("E9", PROMISES, "towed_from = view.own.at if", "towed_from = view.turn_began if"),
    Mutant(
        "E10", PROMISES, "        if cards:\n            promises", "        if promises or True:\n            promises"
    ),
)
