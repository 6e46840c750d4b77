"""Stories of the app, played by keys and mouse."""
