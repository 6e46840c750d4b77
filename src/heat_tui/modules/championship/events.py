"""The events of a championship; all are public (K1), because they do not say which Sponsorships were drawn."""

from __future__ import annotations

from typing import Literal

from heat_tui.engine.events import CarEvent, Event
from heat_tui.engine.record import record

Reason = Literal["towed", "fast", "slow", "grandstand", "record", "television"]
"""A reason for a Sponsorship: crossing a press corner by Slipstream, over its limit or below it; or an event's goal."""


@record
class PressPlaced(Event):
    """The press is at these corners, as indices (E9)."""

    corners: tuple[int, ...]


@record
class OpeningSponsorships(CarEvent):
    """A driver drew `cards` Sponsorships into the opening hand (E4)."""

    reveals = "cards-drawn"

    cards: int


@record
class SponsorshipGained(CarEvent):
    """A driver took a Sponsorship into the hand.

    `corner` is the press corner's index, `limit` its limit without any Adjust, and `over` the amount by which the speed
    exceeded it, negative for a slower car; they are None, 0 and 0 for an event's goal.
    """

    reveals = "cards-drawn"

    reason: Reason
    corner: int | None
    limit: int = 0
    over: int = 0


@record
class NoSponsorshipLeft(CarEvent):
    """A Sponsorship was earned, but none was left (E10); `corner` is None for an event's goal."""

    reason: Reason
    corner: int | None


@record
class SponsorshipsUsed(CarEvent):
    """A driver's played Sponsorships, sorted, went to the used ones (9.1)."""

    cards: tuple[str, ...]


@record
class Eliminated(CarEvent):
    """A car that spun out is out of the race (event 10)."""


@record
class HeatLost(CarEvent):
    """A Heat card left the game from a driver's engine, hand, discard pile or draw deck (event 18)."""

    source: Literal["engine", "hand", "discard", "deck"]


@record
class PointsScored(Event):
    """A race of the season was scored: the points of every car in it, by index (E6)."""

    points: tuple[int, ...]


@record
class UpgradeKept(CarEvent):
    """A driver keeps the upgrade `card` for the next season, None if the driver owned none (E12)."""

    card: str | None


@record
class SeasonRaceBegan(Event):
    """A race of the season began: its number from 1, the id of its track and the number of its event."""

    reveals = "race-began"

    number: int
    track: str
    event: int


@record
class SeasonEnded(Event):
    """The season is over: the cars from the champion to the last (E8)."""

    order: tuple[int, ...]
