"""`onchip compare`: tells whether two programs, chips or settings differ by more than chance."""

import json
import statistics
from pathlib import Path

import click

from onchip.api.run import run
from onchip.base import tables, terminal
from onchip.base.failures import Exit, Failure
from onchip.build import compiler
from onchip.chip import chips
from onchip.options import completion, declared
from onchip.options.run import Options
from onchip.sweep import metrics, noise

TAKEN = ("ranks", "threads", "chip", "set", "map", "transport", "heap", "data", "cflags", "timeout")


@click.command("compare")
@declared.options(Options, *TAKEN)
@click.option(
    "--program",
    type=click.Path(exists=True, dir_okay=False),
    metavar="FILE",
    shell_complete=completion.file,
    help="The program, if A and B are chips or settings.",
)
@click.option(
    "--metric",
    default="cycles",
    show_default=True,
    metavar="NAME",
    help="What is compared: a metric of `onchip sweep`, or with --printed anything.",
)
@click.option(
    "--printed",
    metavar="PATTERN",
    help="Compare a number that the program prints: that of a regular expression's group.",
)
@click.option(
    "--repetitions",
    type=click.IntRange(noise.LEAST, 1000),
    default=10,
    show_default=True,
    metavar="N",
    help="Runs of each, with the random delays of `onchip run --perturb` 1 to N.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.argument("a", metavar="A", shell_complete=completion.chip)
@click.argument("b", metavar="B", shell_complete=completion.chip)
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
def command(program, metric, printed, repetitions, as_json, a, b, arguments, **given):
    """Say whether B differs from A by more than chance: programs, chips, or settings of one chip.

    \b
    onchip compare -n 16 one.c other.c
    onchip compare -n 16 --program prog.c mesh4x4 own.toml
    onchip compare -n 16 --program prog.c network.link=1 network.link=2

    Words after B are the program's arguments. docs/sweep.md says how chance is measured.
    """
    pattern = _pattern(metric, printed)
    sides = [_side(word, program, given) for word in (a, b)]
    samples = [[], []]
    for word, sample, (file, options) in zip((a, b), samples, sides, strict=True):
        for seed in range(1, repetitions + 1):
            terminal.show(f"{word}: run {seed} of {repetitions}")
            result = run(file, *arguments, **options, perturb=seed)
            sample.append(_measured(result, metric, pattern, file))
    terminal.show("")
    _say(metric, (a, b), samples, as_json)


def _pattern(metric: str, printed: str | None) -> dict[str, str]:
    right = metrics.wrong_pattern(printed) if printed is not None else metrics.wrong("run", metric)
    if right:
        option = f"--printed {printed}" if printed is not None else f"--metric {metric}"
        raise click.UsageError(f"{option} is wrong; {right}")
    if printed is None and metric in metrics.WITHOUT_RUN:
        raise click.UsageError(f"--metric {metric} needs no run, and has no noise")
    return {metric: printed or ""}


def _side(word: str, program: str | None, given: dict) -> tuple[str, dict]:
    """The program and the options of A or B."""
    options = {name: value for name, value in given.items() if value not in (None, [], ())}
    options["set"] = dict(one.split("=", 1) for one in options.get("set", ()))
    options["cflags"] = " ".join(options.get("cflags", ()))
    if "=" in word and not Path(word).exists():
        options["set"] |= dict([word.split("=", 1)])
    elif word.endswith(compiler.SOURCES) or (Path(word).is_file() and not word.endswith(".toml")):
        if program:
            raise click.UsageError(f"{word} is a program, and so is --program {program}")
        return word, options
    else:
        chips.find(word)
        options["chip"] = word
    if not program:
        raise click.UsageError(f"{word} is no program; say which one runs: --program FILE")
    return program, options


def _measured(result, metric: str, pattern: dict[str, str], file: str) -> float:
    value = metrics.of_result(result, pattern)[metric]
    if not isinstance(value, int | float):
        raise Failure(Exit.USAGE, f"{file} has no {metric}: the run gives none, or prints none")
    return value


def _say(metric: str, names: tuple[str, str], samples, as_json: bool) -> None:
    shift = noise.shift(*samples)
    if as_json:
        values = {"metric": metric, "a": samples[0], "b": samples[1], "shift": shift.middle}
        values |= {"low": shift.low, "high": shift.high, "noise": shift.is_noise}
        click.echo(json.dumps(values | {"confidence": noise.CONFIDENCE}))
        return
    table = tables.headed(metric, "least", "median", "most")
    for name, sample in zip(names, samples, strict=True):
        ends = min(sample), statistics.median(sample), max(sample)
        table.add_row(name, *(f"{value:,.10g}" for value in ends))
    tables.print_table(table)
    what = "within the noise" if shift.is_noise else "more than noise"
    sure = f"{100 * noise.CONFIDENCE:g} % confidence"
    click.echo(f"{what}: {metric} of {names[1]} differ by {shift.interval}, with {sure}")
