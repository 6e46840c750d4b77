"""The real program at a real terminal: a pty, its bytes, and what a terminal makes of them."""
