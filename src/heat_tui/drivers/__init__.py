"""Automated drivers: players who need no person. They see what their seat may see and nothing else."""

from heat_tui.drivers.chance import Chance
from heat_tui.drivers.driver import Driver
from heat_tui.drivers.steady import Steady

__all__ = ["Chance", "Driver", "Steady"]
