"""What a driver is asked, decided once for both front ends: one draws it as widgets, the other as lines.

`FORMS` says for each kind of decision which answers there are; `Choice` is a decision as its driver meets it, with the
question, the words for every answer, a preview of it, and whether it needs a second yes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any, Final, Generic, TypeVar

from heat_tui.engine import actions, decisions
from heat_tui.engine.forecast import Forecast
from heat_tui.engine.record import IllegalAction, record
from heat_tui.engine.symbols import HARMLESS, MANDATORY
from heat_tui.engine.view import SeatView
from heat_tui.exact import add_up
from heat_tui.language import N_, _, ngettext, row, translated
from heat_tui.modules.garage.words import market_words
from heat_tui.words.cards import card_list, card_name
from heat_tui.words.forecasts import in_short, preview, table_lines
from heat_tui.words.module import module_decisions
from heat_tui.words.questions import ask, describe_action, explain, explain_use
from heat_tui.words.refusals import refusal

D = TypeVar("D", bound=decisions.Decision, covariant=True)


@record
class Choice(Generic[D]):
    """A decision with the name of its driver, what that seat sees, and the forecast of an action.

    `suggested` is where the cursor starts: what the coach would do, or what the evaluation would do for nothing.
    `wanted` is what either would do whatever it costs.
    """

    name: str
    view: SeatView
    decision: D
    forecast: Callable[[actions.Action], Forecast]
    suggested: actions.Action | None = None
    wanted: actions.Action | None = None

    @property
    def question(self) -> str:
        """The question in one sentence."""
        return ask(self.view, self.decision)

    @property
    def help(self) -> list[str]:
        """Return what may be done and why, one paragraph a line."""
        return explain(self.decision)

    @property
    def answers(self) -> list[actions.Action]:
        """The answers that a list shows."""
        answers = list(form_of(self.decision).answers(self.decision))
        if isinstance(self.decision, decisions.ChooseValuesDecision):
            return [self._best(list(alike)) for _speed, alike in groupby(answers, key=_total_of)]
        return answers

    def _best(self, alike: list[actions.Action]) -> actions.Action:
        """Return the one of several choices of values that make the same speed: the suggested one, or the safest."""
        for action in alike:
            if len(alike) == 1 or action == self.suggested:
                return action
        told = [self.forecast(action) for action in alike]
        return alike[min(range(len(alike)), key=lambda each: (told[each].spin_chance, told[each].most_heat))]

    @property
    def default(self) -> tuple[int, actions.Action]:
        """The place in the list where the cursor starts, and the answer there: the suggested one, else the first.

        A Salvage is suggested without its cards, which are asked for.
        """
        answers, wanted = self.answers, self.suggested
        if wanted is not None:
            salvage = salvage_of(self.decision, wanted)
            for place, answer in enumerate(answers):
                if wanted in self.variants(answer):
                    return place, wanted
                if salvage is not None and salvage_of(self.decision, answer) == salvage:
                    return place, answer
        return 0, answers[0]

    def variants(self, action: actions.Action) -> list[actions.Action]:
        """An answer with more and less of it, in order; the answer alone where there is no such thing."""
        return list(form_of(self.decision).variants(self.decision, action))

    def words(self, action: actions.Action) -> str:
        """Say an answer in a few words."""
        return describe_action(self.decision, action)

    def label(self, action: actions.Action) -> str:
        """Say an answer as a line of a list, which says too whether it must be and whether there is less of it."""
        more = len(self.variants(action)) > 1
        match action:
            case actions.Exchange(give=str(give), take=str(take)):
                exchange = _("{give} for ◄ {take} ►") if more else _("{give} for {take}")
                return exchange.format(give=card_name(give), take=card_name(take))
            case actions.React(symbol=None) if self.refusal(action) is not None:
                return _("end this step: not yet")
            case actions.React(symbol=decisions.SALVAGE):
                salvage = _("salvage up to {count} with {card}")
                return salvage.format(count=action.amount, card=card_list([action.source]))
            case actions.ChooseValues(values=values):
                words = ngettext("value {values}: {outcome}", "values {values}: {outcome}", len(values))
                chosen, outcome = row([str(value) for _card, value in values]), self.forecast(action)
                return words.format(values=chosen, outcome=in_short(self.view, outcome))
            case actions.React() if is_must(action):
                return _("{action} (mandatory)").format(action=self.words(action))
            case actions.React() if more:
                return _("{action} (◄ ► more or less)").format(action=self.words(action))
        return self.words(action)

    def lead(self, action: actions.Action) -> str:
        """Say an answer as the beginning of its preview; of an upgrade, what it does."""
        words = capitalized(self.words(action))
        match action:
            case actions.OneCard(card=card):
                return market_words(card)
            case actions.Exchange(take=str(take)):
                return _("You take {take}: {words}").format(take=card_name(take), words=market_words(take))
            case actions.Exchange():
                return _("{action}.").format(action=words)
            case actions.Refresh():
                return _("{question} {answer}.").format(question=self.question, answer=words)
        return _("{action}:").format(action=words)

    def on_the_map(self, action: actions.Action) -> Forecast:
        """Return the forecast whose ends the map shows: with those of all values where they are chosen."""
        told = self.forecast(action)
        if not isinstance(action, actions.ChooseValues):
            return told
        every = [each for each in self.answers if isinstance(each, actions.ChooseValues)]
        return replace(told, by_values=tuple((each.values, self.forecast(each).outcomes) for each in every))

    def preview(self, action: actions.Action) -> list[str]:
        """Say what an answer would do, in sentences."""
        return preview(self.view, self.forecast(action))

    def table(self, action: actions.Action) -> list[str]:
        """Return the ways in which an answer may come out, a line each; none where there is only one."""
        return table_lines(self.view, self.forecast(action))

    def refusal(self, action: actions.Action) -> str | None:
        """Say why an answer is not allowed; None if it is."""
        objection = self.decision.objection(action)
        return None if objection is None else refusal(objection)

    def reason_against(self, action: actions.Action) -> str | None:
        """Say what an answer of the list lacks that cannot be chosen as it is; None if it can."""
        use = salvage_of(self.decision, action)
        return self.refusal(action) if use is None else explain_use(use)

    @property
    def pile(self) -> tuple[str, ...]:
        """The own discard pile, where the decision looks through it."""
        return self.decision.pile if isinstance(self.decision, decisions.ReactDecision) else ()

    @property
    def pile_lines(self) -> list[str]:
        """Return what is in the discard pile, if the decision looks through it."""
        return [_("Your discard pile: {cards}.").format(cards=card_list(self.pile))] if self.pile else []

    def needs_care(self, action: actions.Action) -> bool:
        """Return whether an answer needs a second yes."""
        return bool(self.forgone(action)) or needs_care(action, self.forecast)

    @property
    def ends_turn(self) -> bool:
        """Return whether it is one of the steps after the move, which a driver may leave to what is sensible."""
        return isinstance(self.decision, END_OF_TURN)

    @property
    def obvious(self) -> actions.Action | None:
        """The answer that leaves nothing to decide: it takes what is free, or ends the step with nothing to gain.

        None where the driver has a choice: Heat would be well spent, a spin out threatens, cards would be discarded.
        """
        match self.wanted:
            case None:
                return None
            case actions.Discard(cards=()) | actions.Refresh() as wanted:
                return wanted
            case actions.Discard():
                return None
            case wanted if wanted in (actions.DONE, actions.STAY):
                return None if self.needs_care(wanted) else wanted
            case wanted:
                free = is_must(wanted) or is_free(self.view, self.decision, wanted, self.forecast)
                return wanted if free else None

    @property
    def proposal(self) -> actions.Action | None:
        """Return what Enter alone takes where the rest of a turn stops.

        It is the suggestion if that costs nothing, else the first answer, which must be used or ends the step; of a
        discard it is the cards that the evaluation would discard.
        """
        match self.suggested:
            case None:
                return self.wanted
            case free if free in (actions.DONE, actions.STAY) or is_must(free):
                return free
            case free if is_free(self.view, self.decision, free, self.forecast):
                return free
        return self.answers[0]

    def forgone(self, action: actions.Action) -> str:
        """Say which free benefit an answer that ends the step would give away; "" where there is none."""
        free = self.suggested
        if free is None or action not in (actions.DONE, actions.STAY):
            return ""
        if not is_free(self.view, self.decision, free, self.forecast):
            return ""
        return _("Still free: {action}.").format(action=self.words(free))


def use_of(decision: decisions.Decision, action: actions.Action) -> decisions.Use | None:
    """Return the symbol that an action uses; None where it uses none."""
    if not isinstance(decision, decisions.ReactDecision) or not isinstance(action, actions.React):
        return None
    return next((use for use in decision.uses if (use.symbol, use.source) == (action.symbol, action.source)), None)


def salvage_of(decision: decisions.Decision, action: actions.Action) -> decisions.Use | None:
    """Return the Salvage that a line of the list is for, whose cards are still to be named; None for others."""
    use = use_of(decision, action)
    return use if use is not None and use.symbol == decisions.SALVAGE else None


def capitalized(words: str) -> str:
    """Return words as the beginning of a line."""
    return words[:1].upper() + words[1:]


def all_of(use: decisions.Use) -> actions.React:
    """Return the action that uses all there is of a symbol."""
    return actions.React(use.symbol, use.source, use.most)


def is_free(
    view: SeatView, decision: decisions.Decision, action: actions.Action, forecast: Callable[[actions.Action], Forecast]
) -> bool:
    """Return whether an answer uses something that costs nothing: no Heat, now or at the corners, and no card.

    What makes a spin out likelier is not free either.
    """
    if isinstance(action, actions.Slipstream):
        return action.distance > 0 and not _is_dearer(forecast(action), forecast(actions.STAY))
    use = use_of(decision, action)
    if use is None:
        return False
    effect = view.sheet.symbols[use.symbol].effect(view.sheet.cards, use, use.most)
    if use.heat or effect.paid or effect.owed or effect.flips or effect.card:
        return False
    return use.symbol in HARMLESS or not _is_riskier_than_done(all_of(use), forecast)


def is_must(action: actions.Action) -> bool:
    """Return whether an action uses a symbol that must be used."""
    return isinstance(action, actions.React) and action.symbol in MANDATORY


def card_of(action: actions.Action) -> str:
    """Return the upgrade that an action takes, puts away or keeps."""
    assert isinstance(action, actions.OneCard)
    return action.card


def _reactions(decision: decisions.ReactDecision) -> list[actions.Action]:
    """List what must be used, being done, then every other use; being done comes last while it is refused."""
    uses: list[actions.Action] = [all_of(use) for use in decision.uses]
    must, may = [use for use in uses if is_must(use)], [use for use in uses if not is_must(use)]
    return [*must, actions.DONE, *may] if decision.may_end else [*must, *may, actions.DONE]


def _amounts(decision: decisions.ReactDecision, action: actions.Action) -> list[actions.Action]:
    """List the uses of a symbol from the least to the most of it; a Salvage goes by its cards."""
    use = use_of(decision, action)
    if use is None or use.symbol == decisions.SALVAGE:
        return [action]
    return [actions.React(use.symbol, use.source, amount) for amount in range(use.least, use.most + 1)]


def _total_of(action: actions.Action) -> int:
    """Return what the values of a choice add to the speed."""
    assert isinstance(action, actions.ChooseValues)
    return add_up(value for _card, value in action.values)


def _cards(decision: decisions.OneCardDecision) -> list[actions.Action]:
    """List a choice of every card, equal cards apart."""
    return [decision.answer(card) for card in decision.among()]


def _exchanges(decision: decisions.ExchangeDecision) -> list[actions.Action]:
    """List keeping all, then each own card with the first of the market that is another one."""
    variants = [_for_card(decision, give) for give in dict.fromkeys(decision.owned)]
    return [actions.KEEP_ALL, *(takes[0] for takes in variants if takes)]


def _takes(decision: decisions.ExchangeDecision, action: actions.Action) -> list[actions.Action]:
    """List the exchanges of the same card."""
    if not isinstance(action, actions.Exchange) or action.give is None:
        return [action]
    return _for_card(decision, action.give)


def _for_card(decision: decisions.ExchangeDecision, give: str) -> list[actions.Action]:
    """List every exchange of a card for another one."""
    return [actions.Exchange(give, take) for take in dict.fromkeys(decision.market) if take != give]


@record
class Form:
    """How one kind of decision is asked for.

    `topic` is its page of the help; `task` says what its driver is called for where cards are covered, and `call` the
    same where lines are typed. `title` is above a list of cards. Where nothing is suggested the first of `answers` is
    the default; `variants` are an answer with more or less of it.
    """

    topic: str
    answers: Callable[[Any], Sequence[actions.Action]] = lambda decision: list(decision.options())
    variants: Callable[[Any, actions.Action], Sequence[actions.Action]] = lambda _decision, action: (action,)
    title: str = ""
    task: str = N_("look at your hand")
    call: str = N_("{name}, plan your turn: press Enter.")


END_OF_TURN: Final = (
    decisions.ReactDecision,
    decisions.SlipstreamDecision,
    decisions.DiscardDecision,
    decisions.RefreshDecision,
)
"""What a driver decides after the move."""

FORMS: Final[Mapping[type[decisions.Decision], Form]] = {
    decisions.PlanDecision: Form("plan", task=N_("plan your turn")),
    decisions.ReactDecision: Form(
        "react", _reactions, _amounts, call=N_("{name}, you may react: press Enter to see your cards.")
    ),
    decisions.SlipstreamDecision: Form("slipstream"),
    decisions.DiscardDecision: Form(
        "discard",
        task=N_("choose what to discard"),
        call=N_("{name}, you may discard: press Enter to see your hand, or type {none}."),
    ),
    decisions.PickDecision: Form("draft", _cards, title=N_("Take an upgrade from the market:")),
    decisions.PutAwayDecision: Form("draft", _cards, title=N_("Put one of your upgrades away:")),
    decisions.KeepDecision: Form("draft", _cards, title=N_("Keep one upgrade for the next season:")),
    decisions.ExchangeDecision: Form(
        "exchange", _exchanges, _takes, title=N_("Last on the grid: exchange an upgrade?")
    ),
    decisions.ChooseValuesDecision: Form("values", lambda decision: sorted(decision.options(), key=_total_of)),
    decisions.ReplaceDecision: Form("replace", title=N_("{owed} Heat to pay, at most {payable} available:")),
    decisions.RefreshDecision: Form("refresh"),
    decisions.NextRaceDecision: Form("season"),
}


def form_of(decision: decisions.Decision) -> Form:
    """Return how a decision is asked for."""
    if decision.asked in module_decisions():
        words = module_decisions()[decision.asked]
        return Form(decision.asked, task=words.task, call=words.call)
    return FORMS[type(decision)]


def title_of(decision: decisions.Decision) -> str:
    """Say the title of the list of answers; "" where it has none."""
    title = translated(form_of(decision).title)
    if isinstance(decision, decisions.ReplaceDecision):
        return title.format(owed=decision.owed, payable=decision.payable)
    return title


def needs_care(action: actions.Action, forecast: Callable[[actions.Action], Forecast]) -> bool:
    """Return whether an action that is allowed should be confirmed once more; `forecast` is the match's.

    A plan: if a corner may cost Heat, or the hand is cluttered. A reaction or a Slipstream: if the corners may
    cost more than they would without it, or a spin out is likelier, with all cooled that can be. Ending the reactions,
    and choosing values: if it may end in a spin out. What must be used needs no second yes.
    """
    match action:
        case actions.Retire():
            return True
        case actions.Plan():
            then = forecast(action)
            return bool(then.most_heat or then.spin_chance or then.cluttered)
        case actions.React(symbol=None) | actions.ChooseValues():
            return bool(forecast(action).spin_chance)
        case actions.React(symbol=symbol) if symbol in MANDATORY or symbol in HARMLESS:
            return False
        case actions.React():
            return _is_riskier_than_done(action, forecast)
        case actions.Slipstream():
            return _is_dearer(forecast(action), forecast(actions.STAY))
        case _:
            return False


def _is_riskier_than_done(action: actions.React, forecast: Callable[[actions.Action], Forecast]) -> bool:
    then = forecast(action)
    try:
        now = forecast(actions.DONE)
    except IllegalAction:  # while something must still be used there is no being done to compare with
        return bool(then.spin_chance)
    return _is_dearer(then, now)


def _is_dearer(then: Forecast, now: Forecast) -> bool:
    spins = 0 if now.wastes_cooling else now.spin_chance
    return then.most_heat > now.most_heat or then.spin_chance > spins
