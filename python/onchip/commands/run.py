"""`onchip run`: compiles sources, runs programs on the chip or on the host, and reports."""

import click

from onchip.commands import running, warnings
from onchip.options import completion, declared, groups
from onchip.options.run import Options


class _Run(groups.Command):
    """Accepts `--json` and `--stats` alone or as `--json=FILE`; the next word is never the
    value.
    """

    def parse_args(self, ctx, args):
        """Adds the default value to each of these options before the program, and keeps click from
        removing a `--` in front of the program.
        """
        args = list(args)
        *options, end = self._places(args)
        for index in options:
            if args[index] in running.ALONE:
                args[index] += f"={running.ALONE[args[index]]}"
        if args[end : end + 1] == ["--"]:
            args.insert(end, "--")
        return super().parse_args(ctx, args)

    def _places(self, args):
        """Yields the index of each option before the program, and at last the index of the first
        word after these options.
        """
        takes_value = {
            name: not getattr(parameter, "is_flag", False) and name not in running.ALONE
            for parameter in self.params
            for name in parameter.opts
        }
        index = 0
        while index < len(args) and args[index].startswith("-") and args[index] != "--":
            yield index
            index += 2 if takes_value.get(args[index]) else 1
        yield index


@click.command("run", cls=_Run, context_settings={"allow_interspersed_args": False})
@declared.options(Options)
@click.argument(
    "program", nargs=-1, required=True, type=click.UNPROCESSED, shell_complete=completion.file
)
@click.pass_context
def command(ctx, program, **given):
    """Run PROGRAM on the chip: a C file, several, or a program linked by `onchip cc`.

    Words after the program are its arguments, even `:` if `--` stands before the program;
    `onchip PROGRAM` is `onchip run PROGRAM`.

    \b
    onchip run -n 16 prog.c input.txt        16 ranks; `input.txt` is an argument
    onchip run -n 1 --threads 4 loops.c      OpenMP on four cores
    onchip run --report page.html prog.c     where the time went, for a browser
    onchip run -n 8 a.c : -n 8 b.c           two programs in one MPI world
    """
    asked = running.request(given, program)
    warnings.misplaced_options(ctx, asked.programs)
    running.carry_out(asked)
