"""Heat: Pedal to the Metal in your terminal."""

__version__ = "0.1.0"
