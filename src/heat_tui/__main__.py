"""`python -m heat_tui` is `heat-tui`."""

from heat_tui.cli import main

if __name__ == "__main__":
    main()
