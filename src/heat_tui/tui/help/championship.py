"""Help on the championship: events, Sponsorships and the press."""

from __future__ import annotations

from typing import Final

from heat_tui.language import _
from heat_tui.tui.help.topic import Topic

CHAMPIONSHIP: Final = (
    Topic(
        "championship",
        lambda: _("The championship"),
        lambda: (
            _(
                "A season is a row of races for **points**: 9, 6, 4, 3, 2 and 1 for the first six, Legends included. "
                "Who has the most at the end is the champion; a tie goes to the better place in the last race."
            ),
            _(
                "Every race has an **event** that changes a rule or sets a goal. A goal is counted live: **speed 15: "
                "3 more**, **grandstand: 1 place left**, **passed 2 of 3**. Before you confirm a move you see whether "
                "it would bring a Sponsorship."
            ),
            _(
                "**Sponsorships** are upgrades that you use once. They come into your hand, over its size too, and "
                "wait there until you play them; after the turn in which you did they leave the race. What you have "
                "not used goes with you into the next race."
            ),
            _(
                "At a **press corner**, a sign with P before its limit, you gain one when you cross the line at 2 or "
                "more over the limit, or when the Slipstream carries you over it. A spin out loses them all for the "
                "turn."
            ),
            _(
                "Before each race everybody takes one more upgrade, the last on the grid first; that driver may then "
                "exchange one. From the second race the grid is the order of points: the leader has the pole, and the "
                "last the first choice."
            ),
            _(
                "A **career** is the seasons of 1961, 1962 and 1963 in a row, in which all points count. Between two "
                "of them everybody keeps one upgrade and gives back the rest, Sponsorships too."
            ),
            _(
                "**{garage}** shows what everybody has, as far as it is open: upgrades, and how many Sponsorships; "
                "**{season}** shows calendar and points at any time."
            ),
        ),
        ("E",),
    ),
)
