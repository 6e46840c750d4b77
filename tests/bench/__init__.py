"""How fast the engine is, beside two well-known game engines in the same run, and how fast the app paints."""
