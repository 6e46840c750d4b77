"""Whole races told in prose."""
