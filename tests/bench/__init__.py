"""Benchmarks: the engine beside two well-known game engines in the same run, and how fast the app paints."""
