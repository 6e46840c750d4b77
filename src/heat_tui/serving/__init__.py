"""Serving hosted tables by ssh and to browsers. Every guest's screen is a separate process, never a shell."""
