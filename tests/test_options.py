"""Each option is declared once; the command, `onchip.run` and studies use this declaration."""

import importlib
import inspect
import itertools
import random
import subprocess
import sys
from pathlib import Path

import click
import pytest

import onchip as library
from conftest import ROOT
from onchip.base.failures import Failure
from onchip.commands import running
from onchip.options import declared, noc, plain, run
from onchip.options.kinds import Unclear
from onchip.sweep import inputs, points, study

DECLARED = {"run": (run.Options, library.run), "noc": (noc.Options, library.noc)}
HELLO = ROOT / "examples/hello.c"


@pytest.mark.parametrize("name", DECLARED)
def test_the_command_the_function_and_studies_have_the_options(name):
    options, function = DECLARED[name]
    entries = declared.entries(options)
    command = importlib.import_module(f"onchip.commands.{name}").command
    found = {one.name: one for one in command.params if isinstance(one, click.Option)}
    assert found.keys() - {"as_json"} == entries.keys()
    for option, entry in entries.items():
        words = [part for word in entry.words for part in word.split("/")]
        assert [*found[option].opts, *found[option].secondary_opts] == words
    keywords = {option for option, entry in entries.items() if entry.python}
    signature = inspect.signature(function)
    assert keywords <= signature.parameters.keys()
    assert all(f" {option}: " in function.__doc__ for option in keywords - {"chip"})
    studied = {option for option, entry in entries.items() if entry.study}
    assert studied <= inputs.KINDS[name].keys()
    others = [one for entry in entries.values() for one in entry.without]
    assert entries.keys() >= {*others}


def command_lines(generator):
    """Random command lines of `onchip run`: words of all options, right and wrong values."""
    values = ["", "0", "1", "7", "64", "x", "0.5", "-3", "-", ":", "a=b", "barrier=mutex", "0:1=3"]
    values += ["native", "tile", "hello.c", "-O3 -w", str(HELLO), str(ROOT), "new.json", "--"]
    values += ["1" * 25, "--wrong", "-n2"]
    entries = declared.entries(run.Options).values()
    forms = [form for entry in entries for word in entry.words for form in word.split("/")]
    while True:
        words = []
        for _ in range(generator.randrange(4)):
            form, value = generator.choice(forms), generator.choice(values)
            ways = [form], [form, value], [f"{form}={value}"], [value]
            words += generator.choice(ways)
        yield [*words, *generator.choice(([str(HELLO)], [str(HELLO), "word"], [], ["--"]))]


def test_a_plain_command_line_is_read_as_click_reads_it(tmp_path, monkeypatch):
    """For each line that `options.plain` can read, it gives the same values as click."""
    monkeypatch.chdir(tmp_path)
    command = importlib.import_module("onchip.commands.run").command
    read, seed = 0, 5
    for words in itertools.islice(command_lines(random.Random(seed)), 3000):
        try:
            given, rest = plain.read(run.Options, words, running.ALONE)
        except Unclear:
            continue
        if not rest or any(word.startswith("-") for word in rest):
            continue  # `running.run_plain` leaves such a line to click
        context = command.make_context("run", list(words))
        program = context.params.pop("program")
        assert (given, rest) == (context.params, list(program)), (words, seed)
        read += 1
    assert read > 300, read


def test_a_short_run_needs_no_click(onchip, tmp_path):
    """The command does not load click, which would take longer than the run."""
    onchip("cc", HELLO, "-o", tmp_path / "hello")
    words = ["onchip", "run", "-n", "2", str(tmp_path / "hello")]
    text = f"""
import atexit, sys
sys.argv = {words}
from onchip import __main__
atexit.register(lambda: print("click.core" in sys.modules))
__main__.main()
"""
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == "False", done.stdout


def test_no_option_is_declared_where_it_is_used():
    """If an option is declared in `run.Options`, no command declares it again."""
    words = {word for entry in declared.entries(run.Options).values() for word in entry.words}
    # words that have other meanings in these files
    own = {"cc.py": {"--trace"}, "jobs.py": {"--jobs"}, "rtl.py": {"-n"}, "sweep.py": {"--check"}}
    for file in (ROOT / "python/onchip/commands").glob("*.py"):
        text = "".join(file.read_text().split())
        found = {word for word in words if f'click.option("{word}"' in text}
        assert found - {"--json"} <= own.get(file.name, set()), file


def test_a_keyword_that_does_not_exist_is_a_type_error():
    with pytest.raises(TypeError, match="livlock"):
        library.run(HELLO, livlock=3)


@pytest.mark.parametrize("name", DECLARED)
def test_every_option_of_a_study_reaches_its_points(name, tmp_path, monkeypatch):
    """Every option of a study reaches the run of a point, or the program that is linked for the
    point.
    """
    monkeypatch.chdir(tmp_path)
    values = {"jobs": 3, "timeout": 7.5, "livelock": 10_000, "stack_kb": 40, "ranks": 2}
    if name == "noc":
        values = {"seed": 5, "packet": 7, "warmup": 11, "measure": 13, "drain": 17}
    text = "".join(f"{key} = {value}\n" for key, value in values.items())
    program = f"program = {str(HELLO)!r}\n" if name == "run" else 'command = "noc"\n'
    Path("study.toml").write_text(program + text)
    [point] = points.Points(study.read(Path("study.toml"))).all()
    assert point.options.items() >= values.items()
    words = point.cells["command"].split()
    entries = declared.entries(DECLARED[name][0])
    for key, value in values.items():
        at = words.index(entries[key].words[0])
        assert words[at + 1] == str(value)


@pytest.mark.parametrize("given", [{"livelock": 5, "energy": "x"}, {"host": True, "jobs": 2}])
def test_wrong_values_and_combinations_fail_in_python(given):
    with pytest.raises(Failure, match=r"right: true or false|--jobs is for the chip"):
        library.run(HELLO, ranks=1, **given)
