"""Pure geometry: tracks and charts as cells of a terminal, for every front end."""
