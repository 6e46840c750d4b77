"""Accounts of a race: its story, highlights, replays and exports, and the rival to race against."""
