"""Yes or no, before anything that cannot be taken lightly."""

from __future__ import annotations

from heat_tui.language import _
from heat_tui.plain.commands import Unclear, match

YES, NO, AGAIN = "yes", "no", "again"


class YesOrNo:
    """Asks for yes or no; "again" is a no too."""

    words = (YES, NO, AGAIN)

    def __init__(self, question: str) -> None:
        self.question = question

    def help(self) -> list[str]:
        return [_("Type {yes} to do it, {no} to think again.").format(yes=YES, no=NO)]

    def answer(self, typed: list[str]) -> bool:
        word = match(typed[0], self.words) if len(typed) == 1 else None
        if word is None:
            raise Unclear(_("Type {yes} or {no}.").format(yes=YES, no=NO))
        return word == YES
