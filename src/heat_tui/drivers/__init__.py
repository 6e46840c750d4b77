"""Automated drivers: players controlled by the program. They see only what their seat may see."""

from heat_tui.drivers.kinds import KINDS, Chance, Driver, Steady

__all__ = ["KINDS", "Chance", "Driver", "Steady"]
