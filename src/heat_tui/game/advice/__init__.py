"""The coach: hints, lessons, reasons, and the account of what each choice gained or cost."""
