"""Tests of the line-based front end."""
