"""Serving hosted tables by ssh and to browsers. Every guest's screen is a process of its own; none of it is a shell."""
