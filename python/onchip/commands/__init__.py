"""One file for each subcommand; each has a Click command called `command`."""
