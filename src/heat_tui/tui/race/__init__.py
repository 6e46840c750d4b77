"""The table of a race: its board, its prompts, and what opens over it."""
