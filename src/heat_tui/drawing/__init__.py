"""Pure geometry: a track as cells of a terminal, for every front end."""
