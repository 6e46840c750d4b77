"""Yes or no, before anything that cannot be taken lightly."""

from __future__ import annotations

from heat_tui.engine.actions import Action
from heat_tui.language import _
from heat_tui.plain.commands import Unclear, match
from heat_tui.plain.prompts.prompt import ActionPrompt

YES, NO, AGAIN = "yes", "no", "again"


class YesOrNo:
    """Asks for yes or no."""

    words = (YES, NO)

    def __init__(self, question: str) -> None:
        self.question = question

    def help(self) -> list[str]:
        return [_("Type {yes} or {no}.").format(yes=YES, no=NO)]

    def answer(self, typed: list[str]) -> bool:
        word = match(typed[0], self.words) if len(typed) == 1 else None
        if word is None:
            raise Unclear(_("Type {yes} or {no}.").format(yes=YES, no=NO))
        return word == YES


class Confirm:
    """Asks whether an action is to be done: yes, no, or another action at once."""

    def __init__(self, prompt: ActionPrompt) -> None:
        self.prompt = prompt
        self.question = _("Do that (yes, no, or something else)?")
        self.words = tuple(dict.fromkeys((YES, NO, AGAIN, *prompt.words)))

    def help(self) -> list[str]:
        return [
            _(
                "Type {yes} to do it, {no} or {again} to think again, or type something else that you want to do."
            ).format(yes=YES, no=NO, again=AGAIN),
            *self.prompt.help(),
        ]

    def answer(self, typed: list[str]) -> bool | Action:
        if not typed:
            raise Unclear(_("Type {yes} to do it or {no} to think again.").format(yes=YES, no=NO))
        if len(typed) == 1:
            word = match(typed[0], self.words)
            if word in (YES, NO, AGAIN):
                return word == YES
        return self.prompt.answer(typed)
