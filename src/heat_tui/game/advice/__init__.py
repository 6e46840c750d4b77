"""The coach: hints, lessons, reasons, finishing a turn, and the account of what each choice gained or cost."""
