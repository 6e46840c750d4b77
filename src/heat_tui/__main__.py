"""The entry point of `python -m heat_tui`."""

from heat_tui.cli import main

if __name__ == "__main__":
    main()
