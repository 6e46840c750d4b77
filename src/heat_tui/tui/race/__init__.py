"""The table of a race: its board, its prompts, and the screens that open over it."""
