"""An option is declared once; the command, `onchip.run` and studies have it from there."""

import importlib
import inspect
from pathlib import Path

import click
import pytest

import onchip as library
from conftest import ROOT
from onchip.base.failures import Failure
from onchip.options import declared, noc, run
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


def test_no_option_is_declared_where_it_is_used():
    """Words that are declared once stand in no other declaration."""
    words = {word for entry in declared.entries(run.Options).values() for word in entry.words}
    own = {"cc.py": {"--trace"}, "jobs.py": {"--jobs"}, "rtl.py": {"-n"}}  # with other meanings
    for file in (ROOT / "python/onchip/commands").glob("*.py"):
        text = "".join(file.read_text().split())
        found = {word for word in words if f'click.option("{word}"' in text}
        assert found - {"--json"} <= own.get(file.name, set()), file


def test_a_keyword_that_does_not_exist_is_a_type_error():
    with pytest.raises(TypeError, match="livlock"):
        library.run(HELLO, livlock=3)


@pytest.mark.parametrize("name", DECLARED)
def test_every_option_of_a_study_reaches_its_points(name, tmp_path, monkeypatch):
    """As it is, or in the program that is linked with it."""
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
