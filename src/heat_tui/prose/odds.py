"""Chances in words."""

from __future__ import annotations

from fractions import Fraction

from heat_tui.language import _

SMALLEST_PERCENT = Fraction(1, 200)
"""Below half a percent the figure would round to 0."""


def odds_in_words(chance: Fraction) -> str:
    """A chance as a word and its percentage: "unlikely, about 17 %"; 0 and 1 are words alone."""
    if chance <= 0:
        return _("impossible")
    if chance >= 1:
        return _("certain")
    if chance < SMALLEST_PERCENT:
        return _("very unlikely, less than 1 %")
    if chance > 1 - SMALLEST_PERCENT:
        return _("almost certain, more than 99 %")
    percent = int(100 * chance + Fraction(1, 2))
    return _worded(chance).format(percent=percent)


def _worded(chance: Fraction) -> str:
    if chance < Fraction(1, 10):
        return _("very unlikely, about {percent} %")
    if chance < Fraction(2, 5):
        return _("unlikely, about {percent} %")
    if chance <= Fraction(3, 5):
        return _("about even, {percent} %")
    if chance <= Fraction(9, 10):
        return _("likely, about {percent} %")
    return _("very likely, about {percent} %")
