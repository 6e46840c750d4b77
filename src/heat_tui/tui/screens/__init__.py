"""What fills the terminal: title, setup, race, results and the rest."""
