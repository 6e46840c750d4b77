"""What needs an optional extra; `make extras` installs them and runs this."""
