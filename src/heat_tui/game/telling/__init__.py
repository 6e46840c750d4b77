"""Races told: the story, its highlights, replays, exports, and the rival to race against."""
