"""Everything that happens in a race, and everything that is asked, in sentences."""
