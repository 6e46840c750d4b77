"""The events and questions of a race, in sentences."""
