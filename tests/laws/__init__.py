"""The laws that every race obeys, whatever the track, the cars and the options."""
