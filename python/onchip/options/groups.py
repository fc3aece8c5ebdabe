"""Shows the options of a command in groups."""

import click


class Option(click.Option):
    """An option that knows the group to which it belongs."""

    def __init__(self, *arguments, group: str, **options):
        super().__init__(*arguments, **options)
        self.group = group


class Command(click.Command):
    """A command whose help shows its options in groups, in the order in which they begin."""

    def format_options(self, ctx, formatter):
        """Writes the options below the headings of their groups."""
        groups = {}
        for parameter in self.get_params(ctx):
            if record := parameter.get_help_record(ctx):
                groups.setdefault(getattr(parameter, "group", "") or "Other", []).append(record)
        for heading, records in groups.items():
            with formatter.section(heading):
                formatter.write_dl(records)
