"""Whole races and seasons told in prose."""
