"""Automated drivers, which the program plays. They see only what their seats may see."""

from heat_tui.drivers.kinds import KINDS, Chance, Driver, Steady

__all__ = ["KINDS", "Chance", "Driver", "Steady"]
