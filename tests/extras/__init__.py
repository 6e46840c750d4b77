"""Tests that need optional extras or other programs; `make extras` installs the extras and runs these tests."""
