"""The help: what is on the screen at hand, all keys, and the rules."""
