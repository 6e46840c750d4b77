"""Tests of the app: its screens, and stories played by keys and mouse."""
