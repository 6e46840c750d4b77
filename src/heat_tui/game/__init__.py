"""A race or a season at a table, whatever the front end: options, log, undo, curtain, coach."""
