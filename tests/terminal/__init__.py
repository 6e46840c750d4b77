"""The real program at a real terminal: a pty, its bytes, and a terminal emulator."""
