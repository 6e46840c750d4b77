"""The drivers' book: tables of drivers, races and records."""
