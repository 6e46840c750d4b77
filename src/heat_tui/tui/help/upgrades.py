"""Help on the garage, on what its cards ask and on the weather."""

from __future__ import annotations

from typing import Final

from heat_tui.language import _
from heat_tui.tui.help.topic import Topic

UPGRADES: Final = (
    Topic(
        "draft",
        lambda: _("The draft"),
        lambda: (
            _(
                "Before the race every driver takes **upgrades** from a market that lies open; they replace the "
                "starting upgrades and begin in the draw deck. Up and down, or a number, go to a card, which is "
                "explained above; **{confirm}** takes it."
            ),
            _(
                "Beside the market stands who has what, and who chooses when. The last on the grid begins, and the "
                "order turns round after every round. What nobody takes is put away, and a new market is dealt."
            ),
            _(
                "In a snake draft everybody takes four cards from two larger markets and puts one of them away in "
                "the end."
            ),
            _("**{garage}** shows all upgrades again at any time."),
        ),
        ("G", "O"),
    ),
    Topic(
        "exchange",
        lambda: _("The exchange"),
        lambda: (
            _(
                "Before a race of a season, once all have taken an upgrade, the last driver of the grid may give any "
                "upgrade he owns for one that is left in the market."
            ),
            _(
                "Up and down choose what is given, **{left}** and **{right}** what is taken for it; **{confirm}** "
                "exchanges. The first line keeps everything."
            ),
        ),
        ("E",),
    ),
    Topic(
        "garage",
        lambda: _("The garage"),
        lambda: (
            _("Everybody's upgrades with what they do. They lie open, so you may look whenever you like."),
            _(
                "On a card the signs stand for its symbols: + turns up a Basic card, H asks for Heat, C cools, X "
                "scraps, L changes the limits, S lengthens a Slipstream, R takes Stress away, F comes back, V "
                "salvages, D is played directly, A accelerates, SC supercools, DR drafts."
            ),
        ),
        ("G", "K"),
    ),
    Topic(
        "values",
        lambda: _("Choosing values"),
        lambda: (
            _(
                "Some cards are worth what you choose, and you choose last: every + is turned up already. The "
                "slowest choice comes first, and each says where it would lead."
            ),
        ),
        ("3", "G"),
    ),
    Topic(
        "replace",
        lambda: _("Heat that cannot be paid"),
        lambda: (
            _(
                "Cards with a Heat symbol must be paid for in step 5. If that will not be possible, even with all "
                "that you could cool down where you land, some of them are given up: each goes to the discard pile "
                "unused, and a Basic card is turned up in its place."
            ),
            _("Choose which; there is no way that gives up fewer."),
        ),
        ("G",),
    ),
    Topic(
        "refresh",
        lambda: _("Refresh"),
        lambda: (
            _(
                "At the end of the turn a card with Refresh may go on top of your draw deck instead of the discard "
                "pile, so that you draw it again at once. With several you choose the order as well."
            ),
        ),
        ("G", "9"),
    ),
    Topic(
        "salvage",
        lambda: _("Salvage"),
        lambda: (
            _(
                "You look through your own discard pile and shuffle some of its cards back into the draw deck. Up "
                "and down go to a kind of card, left and right take fewer or more of it, **{confirm}** is for all."
            ),
            _("Only you may look there, so nobody else should see the screen now."),
        ),
        ("G", "K"),
    ),
    Topic(
        "weather",
        lambda: _("Weather and road"),
        lambda: (
            _(
                "One weather for the race, named in the top line, and a road condition for every corner. A limit "
                "that has changed shows both numbers; other conditions are two letters behind the limit."
            ),
            _(
                "- **S+** a Slipstream may go further, **S-** none may start; **C+** more Cooldown, **C-** none; "
                "**B0** a Boost costs nothing: all for the sector beyond the sign, which is tinted."
            ),
            _("- **H+** whoever pays Heat at the corner pays one more."),
            _("**{inspect}** explains the token of a corner, flooded spaces, tunnels and chicanes."),
        ),
        ("W", "H", "N"),
    ),
    Topic(
        "tournament",
        lambda: _("Tournament mode"),
        lambda: (
            _(
                "You choose cards only, and their number is your gear, at most two away from the one before. The "
                "shift is paid at the beginning of your turn, when nobody can change his mind."
            ),
            _(
                "If your engine cannot pay it then, chance takes a card for every gear too high, and a Basic card "
                "is added for every gear too low."
            ),
        ),
        ("M",),
    ),
)
