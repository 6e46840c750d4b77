"""Steps 1 and 2: gear and cards in one line."""

from __future__ import annotations

from typing import Final

from heat_tui.engine.actions import Action, Plan, Retire
from heat_tui.engine.decisions import PlanDecision
from heat_tui.language import _, ngettext
from heat_tui.plain.commands import Unclear, match
from heat_tui.plain.prompts.prompt import Choice
from heat_tui.plain.prompts.reading import read_card
from heat_tui.prose import ask, explain
from heat_tui.prose.catalogue import is_upgrade
from heat_tui.prose.names import quoted
from heat_tui.table.seats import whole_number

GEAR, CARDS, RETIRE = "gear", "cards", "retire"
_LARGEST_GEAR_TYPED: Final = 9


class PlanPrompt:
    """Asks for a gear and as many cards: "3 4 2 1", or "gear 3 cards 4 2 1"."""

    def __init__(self, choice: Choice[PlanDecision]) -> None:
        self.choice = choice
        self.words = (GEAR, CARDS, RETIRE) if choice.decision.may_retire else (GEAR, CARDS)

    @property
    def question(self) -> str:
        return _("{name}, plan:").format(name=self.choice.name)

    def opening(self) -> list[str]:
        return [ask(self.choice.view, self.choice.decision)]

    def help(self) -> list[str]:
        lines = [
            *explain(self.choice.decision),
            self._how_to_type(),
            _("A Stress card is typed {word}. You see what a plan would do before you confirm it.").format(
                word="stress"
            ),
        ]
        upgrade = next((key for key in self.choice.decision.playable if is_upgrade(key)), None)
        if upgrade is not None:
            lines.append(
                _("An upgrade is typed {word}, or only the beginning of that; {command} tells what it does.").format(
                    word=upgrade, command=f"card {upgrade}"
                )
            )
        if self.choice.decision.may_retire:
            lines.append(_("{word} takes your car out of the race.").format(word=RETIRE))
        return lines

    def answer(self, typed: list[str]) -> Action:
        if not typed:
            raise Unclear(
                _("Type a gear and its cards, such as {example}; ? explains.").format(example=self._example())
            )
        if match(typed[0], self.words) == RETIRE:
            if len(typed) > 1:
                raise Unclear(_("{word} stands alone.").format(word=RETIRE))
            return Retire()
        plan = self._plan(typed)
        self.choice.check(plan)
        return plan

    def warning(self, action: Action) -> list[str]:
        return self.choice.consequences(action)

    def _how_to_type(self) -> str:
        if self.choice.decision.number_first:
            return _("Type how many cards and then which: {short}, or {long}, plays the cards 4, 2 and 1.").format(
                short="3 4 2 1", long="cards 4 2 1"
            )
        return _(
            "Type the gear and then the cards: {short}, or {long}, means gear 3 with the cards 4, 2 and 1."
        ).format(short="3 4 2 1", long="gear 3 cards 4 2 1")

    def _plan(self, typed: list[str]) -> Plan:
        gear: int | None = None
        rest = list(typed)
        first = match(rest[0], self.words)
        if first == GEAR:
            rest.pop(0)
            if not rest:
                raise Unclear(_("Which gear? Type a number after it."))
        if first != CARDS:
            gear = self._gear(rest.pop(0))
        if rest and match(rest[0], (CARDS,)) == CARDS:
            rest.pop(0)
        playable, known = self.choice.decision.playable, self.choice.view.sheet.cards
        cards = tuple(read_card(word, playable, known) for word in rest)
        if gear is None:
            gear = len(cards)
        return Plan(gear, cards or self._forced(gear))

    def _gear(self, word: str) -> int:
        number = whole_number(word)
        if number is None or number > _LARGEST_GEAR_TYPED:
            raise Unclear(
                _(
                    "{word} is no gear: type a gear from 1 to 4 and then the cards, such as {example}; ? explains."
                ).format(word=quoted(word), example=self._example())
            )
        return number

    def _forced(self, gear: int) -> tuple[str, ...]:
        """The cards of a gear that leaves no choice of them, where none were typed (2.2)."""
        decision = self.choice.decision
        if not any(gear == legal for legal, _heat in decision.gears):
            return ()
        sets = decision.sets(gear)
        if len(sets) == 1:
            return sets[0]
        raise Unclear(
            ngettext("Gear {gear} plays {gear} card: which?", "Gear {gear} plays {gear} cards: which?", gear).format(
                gear=gear
            )
        )

    def _example(self) -> str:
        gear = self.choice.decision.gears[0][0]
        return " ".join([str(gear), *self.choice.decision.sets(gear)[0]])
