"""Tests of the app: its screens, and stories played by keyboard and mouse."""
