"""Stories of the app, told by keys and mouse."""
