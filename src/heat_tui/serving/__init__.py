"""Serving hosted tables over ssh and to browsers. Every guest's screen is a separate process, never a shell.

A screen begins at the door (`tui/guests.py`), where its guest gives a code and a name.
"""
