"""The championship: seasons of races with events, Sponsorships and the press (E1-E13)."""

from __future__ import annotations

from heat_tui.modules.championship.calendar import (
    CAREER,
    CUSTOM_RACES,
    EVENTS,
    MOST_RACES,
    YEARS,
    RaceEvent,
    SeasonRace,
    career_calendar,
    custom_calendar,
    events_of,
    press_corners,
    year_calendar,
)
from heat_tui.modules.championship.event_rules import EVENT_RULES, IMPRESSIVE, PLACES, RECORD_SPEED, EventRule
from heat_tui.modules.championship.events import (
    Eliminated,
    HeatLost,
    NoSponsorshipLeft,
    OpeningSponsorships,
    PointsScored,
    PressPlaced,
    Reason,
    SeasonEnded,
    SeasonRaceBegan,
    SponsorshipGained,
    SponsorshipsUsed,
    UpgradeKept,
)
from heat_tui.modules.championship.race import Championship
from heat_tui.modules.championship.scoring import RaceResult, points_order, totals, wins
from heat_tui.modules.championship.season import TITLES, Season, SeasonSetup, nothing_carried, race_setup, results_of
from heat_tui.modules.championship.state import NAME, SPONSORSHIPS, ChampionshipShown, Sponsorship

__all__ = [
    "CAREER",
    "CUSTOM_RACES",
    "EVENTS",
    "EVENT_RULES",
    "IMPRESSIVE",
    "MOST_RACES",
    "NAME",
    "PLACES",
    "RECORD_SPEED",
    "SPONSORSHIPS",
    "TITLES",
    "YEARS",
    "Championship",
    "ChampionshipShown",
    "Eliminated",
    "EventRule",
    "HeatLost",
    "NoSponsorshipLeft",
    "OpeningSponsorships",
    "PointsScored",
    "PressPlaced",
    "RaceEvent",
    "RaceResult",
    "Reason",
    "Season",
    "SeasonEnded",
    "SeasonRace",
    "SeasonRaceBegan",
    "SeasonSetup",
    "Sponsorship",
    "SponsorshipGained",
    "SponsorshipsUsed",
    "UpgradeKept",
    "career_calendar",
    "custom_calendar",
    "events_of",
    "nothing_carried",
    "points_order",
    "press_corners",
    "race_setup",
    "results_of",
    "totals",
    "wins",
    "year_calendar",
]
