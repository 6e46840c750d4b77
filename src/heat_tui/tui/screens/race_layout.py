"""Where everything is on the race screen, at every size."""

from __future__ import annotations

from typing import Final

RACE_CSS: Final = """
RaceScreen { layout: vertical; }
RaceScreen #note { height: 1; background: $error; color: $background; display: none; text-wrap: nowrap;
    text-overflow: ellipsis; padding: 0 1; }
RaceScreen #table { height: 1fr; }
RaceScreen #map { width: 1fr; height: 1fr; }
RaceScreen #side { width: 40; height: 1fr; layout: vertical; background: $surface; }
RaceScreen #log { border-top: solid $panel; }
RaceScreen.-ascii #log { border-top: ascii $panel; }
RaceScreen #strip { height: 4; }
RaceScreen #lap { height: 4; }
RaceScreen #seat { height: auto; }
RaceScreen #board { height: 6; background: $surface; }
RaceScreen #prompt { width: 1fr; height: 1fr; padding: 0 1; }
RaceScreen Hand { height: 5; }
RaceScreen #panel { border-left: solid $panel; }
RaceScreen.-ascii #panel { border-left: ascii $panel; }

RaceScreen.-low #map, RaceScreen.-narrow #map { display: none; }
RaceScreen.-low #side, RaceScreen.-narrow #side { width: 1fr; layout: horizontal; }
RaceScreen.-low #standings, RaceScreen.-narrow #standings { width: 42; height: 1fr; }
RaceScreen.-low #log, RaceScreen.-narrow #log { border: none; border-left: solid $panel; }
RaceScreen.-ascii.-low #log, RaceScreen.-ascii.-narrow #log { border-left: ascii $panel; }
RaceScreen.-low #lap { height: 3; }
RaceScreen.-low #board { height: 4; }
RaceScreen.-narrow #panel { width: 31; }
RaceScreen #picks { display: none; width: 1fr; border-left: solid $panel; }
RaceScreen.-ascii #picks { border-left: ascii $panel; }
RaceScreen.-low Hand { height: 3; }

RaceScreen.-mid.-medium #strip, RaceScreen.-mid.-medium #lap { display: none; }
RaceScreen.-mid.-wide #lap, RaceScreen.-high.-medium #lap, RaceScreen.-high.-wide #lap { display: none; }
RaceScreen.-narrow.-high #map, RaceScreen.-narrow.-tall #map { display: block; height: 20; }
RaceScreen.-narrow.-high #table, RaceScreen.-narrow.-tall #table { layout: vertical; }
RaceScreen.-vast #side { width: 46; }
RaceScreen.-tall #board { height: 7; }
RaceScreen.-tall Hand { height: 6; }
RaceScreen.-drafting #strip, RaceScreen.-drafting #lap, RaceScreen.-drafting #panel { display: none; }
RaceScreen.-drafting #picks { display: block; }
RaceScreen.-drafting #board { height: 12; }
RaceScreen.-drafting.-low #board { height: 10; }
RaceScreen.-roomy #board { height: 9; }
RaceScreen.-low.-roomy #lap { display: none; }
RaceScreen.-low.-roomy #board { height: 7; }
RaceScreen.-low.-faces #lap { display: none; }
RaceScreen.-low.-faces #board { height: 7; }
RaceScreen.-low.-faces Hand { height: 6; }
RaceScreen #coach { height: 14; max-height: 14; }
RaceScreen.-low.-coached #lap, RaceScreen.-low.-coached #log { display: none; }
RaceScreen.-low.-coached #standings { width: 41; }
RaceScreen.-low.-coached #coach { height: 1fr; width: 1fr; }
RaceScreen.-narrow.-coached #log { display: none; }
RaceScreen.-narrow.-coached #coach { height: 1fr; width: 1fr; }
"""
