"""Tests of the optional extras and with other programs; `make extras` installs the extras and runs these tests."""
