"""The agreements before a race: options, seats, challenges, and the resulting setup."""
