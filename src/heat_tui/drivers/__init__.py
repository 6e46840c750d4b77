"""Automated drivers: players who need no person. They see what their seat may see and nothing else."""

from heat_tui.drivers.steady import Chance, Driver, Steady

__all__ = ["Chance", "Driver", "Steady"]
