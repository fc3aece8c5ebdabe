"""Carries out `onchip run` once its words have been read, by click or without it."""

import re
import shlex
import sys

import click

from onchip.advice import report as advice_report
from onchip.base import outputs, timeouts
from onchip.base.failures import Exit, Failure
from onchip.commands import ending, warnings
from onchip.launch import launch, world
from onchip.launch import request as requests
from onchip.options import plain
from onchip.options.kinds import Unclear
from onchip.options.run import GDB_PIPE, PLAIN, Options
from onchip.outcome import console as consoles
from onchip.outcome import outcome as outcomes
from onchip.outcome import profile as profiles
from onchip.outcome import statistics as tables

# Options that may be given without a value, and the value that they then have.
ALONE = dict.fromkeys(("--json", "--stats"), str(PLAIN))


def request(given, program):
    """The request for a run, from the command's options and the words after them."""
    asked = requests.Request(
        **given,
        programs=world.parse(given["ranks"], program),
        # Some options repeat the run, which would find no more input the second time.
        standard_input=not given["advise"] and given["gdb"] != GDB_PIPE,
    )
    requests.check(asked)
    return asked


def run_plain(words):
    """Runs the command line `onchip run WORDS` and ends the process, if the words are simple enough
    to be read without click. Returns if click must read them.
    """
    try:
        given, program = plain.read(Options, words, ALONE)
        if not program or any(word.startswith("-") for word in program):
            return
        asked = request(given, tuple(program))
    except (Unclear, Failure, OSError, click.ClickException):
        return
    with ending.guarded():
        carry_out(asked)


def carry_out(asked):
    """Runs the programs, and ends the process."""
    if not asked.threads:
        warnings.directives(asked.programs, asked.cflags)
    quiet = asked.json == PLAIN
    files = [path for path in (asked.json, asked.stats) if path not in (None, PLAIN)]
    keep = quiet or bool(files)
    console = consoles.Console(asked.prefix, keep, progress=True, quiet=quiet)
    results = launch.Run()
    try:
        with timeouts.limited(asked.timeout):
            launch.run(asked, console, results)
    except Failure as failure:
        results.outcome = outcomes.Outcome.of_failure(_with_line(failure), asked.chip)
    finally:
        console.clear()
    summary = asked.summary
    if summary is None:
        summary = sys.stdout.isatty() and not quiet
    _print(results, console, summary, asked.stats == PLAIN, asked.profile)
    if keep:
        text = results.as_json(console)
        if quiet:
            print(text)
        for path in files:
            outputs.write(path, f"{text}\n".encode())
    raise SystemExit(results.outcome.exit_code)


def _with_line(failure):
    """If the message suggests larger tiles, adds a command line that asks for them."""
    words = sys.argv[1:]
    option = re.search(r"--set tile\.memory_kb=\d+", failure.message)
    if failure.exit_code != Exit.MEMORY or not option or words[:1] != ["run"]:
        return failure
    line = shlex.join(["onchip", "run", *option[0].split(), *words[1:]])
    return Failure(failure.exit_code, f"{failure.message}\nType: {line}")


def _print(run, console, summary, statistics, profile):
    """Prints the results of a run on standard error."""
    outcome = run.outcome
    sentences = run.summary if summary and outcome.cycles else []
    if any((outcome.message, statistics, profile, run.advice, run.note, run.findings, sentences)):
        console.end_line()
    for sentence in (*run.findings, *filter(None, [run.note])):
        print(f"onchip: {sentence}", file=sys.stderr)
    outcome.print_message()
    for sentence in sentences:
        print(sentence, file=sys.stderr)
    if statistics or outcome.kind in ("interrupted", "timeout"):
        tables.print_statistics(outcome)
    if profile:
        if statistics:
            print(file=sys.stderr)
        profiles.print_profile(outcome.profile)
    if run.advice:
        advice_report.print_advice(run.advice)
