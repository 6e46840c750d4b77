"""Benchmarks: the engine beside two well-known game engines, processes, screens, books and shared tables."""
