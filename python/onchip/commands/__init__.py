"""The subcommands, one per file, each with a Click command called `command`."""
