"""Tests that need an optional extra; `make extras` installs the extras and runs these tests."""
