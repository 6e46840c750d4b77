"""A car on the track and the cards of its driver, and the progress of its turn."""

from __future__ import annotations

from heat_tui.engine.decisions import Use
from heat_tui.engine.setup import Entry

RACING, FINISHED, RETIRED, OUT = "racing", "finished", "retired", "out"


class Car:
    """The state of one car; it changes only inside `Race.play`.

    `at` is the absolute place: lap * spaces + space (V). `spot` is 0 on the race line, 1 off
    it. `engine` counts the Heat ready to be paid. The last card of `deck` is its top, and so
    for `discard`. `hand` is kept sorted. `play` is the play area, face down until the own
    turn. `plan` is a confirmed plan (gear, cards) that is not yet open. `luck` is the car's
    own stream of chance. A Legend has no cards and stays in gear 0.
    """

    __slots__ = (
        "at",
        "deck",
        "discard",
        "engine",
        "entry",
        "gear",
        "hand",
        "index",
        "luck",
        "plan",
        "play",
        "spot",
        "status",
    )

    def __init__(self, index: int, entry: Entry, luck: int) -> None:
        self.index = index
        self.entry = entry
        self.luck = luck
        self.at = 0
        self.spot = 0
        self.gear = 0
        self.engine = 0
        self.hand: list[str] = []
        self.deck: list[str] = []
        self.discard: list[str] = []
        self.play: list[str] = []
        self.plan: tuple[int, tuple[str, ...]] | None = None
        self.status = RACING

    def clone(self) -> Car:
        """An independent copy."""
        new = Car(self.index, self.entry, self.luck)
        new.at = self.at
        new.spot = self.spot
        new.gear = self.gear
        new.engine = self.engine
        new.hand = self.hand[:]
        new.deck = self.deck[:]
        new.discard = self.discard[:]
        new.play = self.play[:]
        new.plan = self.plan
        new.status = self.status
        return new


class Turn:
    """How far the running turn has come.

    `began` is where the car stood, absolute; `speed` counts as in V;
    `charges` are the symbols not used yet, each with its full number; `slipped` is the answer of
    step 6, None while it is open; `discarded` and `spun` tell that step 8 is answered and that the car spun out.
    `chosen` are the values chosen for cards with a choice, as pairs; `marks` the symbols that are not used but
    hold for the turn or are used after step 5 (G10); `pluses` counts the + resolved, where a card asks for
    it (G7); `reacted` tells that step 5 is over though a card of the hand could still be played, `refreshed` that
    Refresh is answered.
    """

    __slots__ = (
        "began",
        "charges",
        "chosen",
        "discarded",
        "marks",
        "pluses",
        "reacted",
        "refreshed",
        "slipped",
        "speed",
        "spun",
    )

    def __init__(self, began: int) -> None:
        self.began = began
        self.speed = 0
        self.charges: list[Use] = []
        self.slipped: int | None = None
        self.discarded = False
        self.spun = False
        self.chosen: tuple[tuple[str, int], ...] = ()
        self.marks: tuple[Use, ...] = ()
        self.pluses = 0
        self.reacted = False
        self.refreshed = False

    def clone(self) -> Turn:
        """An independent copy."""
        new = Turn(self.began)
        new.speed = self.speed
        new.charges = self.charges[:]
        new.slipped = self.slipped
        new.discarded = self.discarded
        new.spun = self.spun
        new.chosen = self.chosen
        new.marks = self.marks
        new.pluses = self.pluses
        new.reacted = self.reacted
        new.refreshed = self.refreshed
        return new
