"""Automated drivers: players who need no person. They see what their seat may see and nothing else."""

from heat_tui.drivers.kinds import KINDS, Chance, Driver, Steady

__all__ = ["KINDS", "Chance", "Driver", "Steady"]
