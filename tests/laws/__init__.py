"""The laws that every race and season obeys, whatever the track, the cars and the options."""
