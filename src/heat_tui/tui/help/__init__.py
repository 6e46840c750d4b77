"""The help: the current screen, all keys, and the rules."""
