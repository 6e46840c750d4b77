"""The optional rules, each a module of the engine."""

from __future__ import annotations
