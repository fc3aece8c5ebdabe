"""The command itself: its help, its exit codes, what it imports."""

import re
import subprocess
import sys

import pytest

from conftest import ROOT
from onchip.base.failures import Exit
from onchip.commands.cli import COMMANDS
from onchip.options.declared import entries
from onchip.options.run import Options


def test_help_lists_every_command_and_imports_none(onchip):
    text = onchip("--help").out
    for name in COMMANDS:
        assert re.search(rf"^  {re.escape(name)} ", text, re.MULTILINE)
    program = (
        "import sys; from onchip.commands.cli import main\n"
        "try: main(['--help'])\n"
        "except SystemExit: pass\n"
        "left = {'onchip.commands', 'onchip.commands.cli', 'onchip.commands.ending'}\n"
        "print([m for m in sys.modules if m.startswith(('rich', 'onchip.commands', 'onchip._'))"
        " and m not in left])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stdout.splitlines()[-1] == "[]"


def test_a_run_executes_no_tables_reports_or_traces(onchip):
    program = onchip.linked(ROOT / "examples/pi.c")
    code = (
        "import sys; from onchip.__main__ import main\n"
        f"sys.argv = ['onchip', 'run', '-n', '1', {str(program)!r}]\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "print(*(name for name, one in sys.modules.items() if '__late__' not in vars(one)"
        " and not hasattr(one, '__path__')))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    executed = done.stdout.splitlines()[-1]
    assert done.returncode == 0 and "onchip.simulation.simulation" in executed
    assert not re.search(
        r"\b(rich|onchip\.(report|trace|advice|build\.build|.*energy))\b", executed
    )


@pytest.mark.parametrize("name", COMMANDS)
def test_help_of_each_command(onchip, name):
    assert onchip(name, "--help").out.startswith(f"Usage: onchip {name}")


@pytest.mark.parametrize(
    "words", [["nothing"], ["run"], ["run", "-n", "0", "x.c"], ["run", "--env", "=V", __file__]]
)
def test_wrong_usage(onchip, words):
    assert "Usage: onchip" in onchip(*words, code=Exit.USAGE).err


def test_a_program_needs_no_subcommand(onchip):
    program = str(ROOT / "examples/pi.c")
    assert onchip(program, "-n", "4") == onchip("run", program, "-n", "4")
    assert onchip("./absent.c", code=Exit.USAGE).err.endswith("No such command './absent.c'.\n")


@pytest.mark.parametrize(
    "words, meant, code",
    [
        (["rnu"], "Did you mean 'run'?", Exit.USAGE),
        (["run", "--chip", "mehs4x4", __file__], "Did you mean mesh4x4?", Exit.CHIP),
        (["paper", "run", "qos-ocmp"], "Did you mean qos-ocmpi?", Exit.USAGE),
        (["paper", "run", "lwmpi/memry"], "Did you mean memory?", Exit.USAGE),
    ],
)
def test_mistyped_names(onchip, words, meant, code):
    assert meant in onchip(*words, code=code).err


def test_the_help_of_run_has_each_option_once_below_a_heading(onchip):
    head, *groups = re.split(r"^(?=\S.*:$)", onchip("run", "--help").out, flags=re.MULTILINE)
    for words in ("-n 16 prog.c", "--threads 4", "a.c : -n 8 b.c"):
        assert words in head
    shown = [re.findall(r"^  (?:-\w+, )*(--?[\w-]+)", group, re.MULTILINE) for group in groups]
    words = [one.words for one in entries(Options).values()]
    for of_option in words:
        names = {name for word in of_option for name in word.split("/")}
        assert sum(bool(names.intersection(group)) for group in shown) == 1, of_option
    assert [group.partition(":")[0] for group, one in zip(groups, shown, strict=True)
            if one == ["--help"]] == ["Other"]  # fmt: skip


def test_cc_optimises_as_run_does(onchip):
    program = str(ROOT / "examples/pi.c")
    onchip("cc", program, "-o", "linked")
    cycles = [
        onchip("run", "-n", "2", "--json", name).json["cycles"] for name in (program, "linked")
    ]
    assert cycles[0] == cycles[1]
    assert onchip("cc", "--show", "-O0", program).out.count(f" -O2 -g -O0 {program} ") == 1


def test_exit_codes_are_documented():
    page = (ROOT / "docs" / "exit-codes.md").read_text()
    documented = {
        int(code): kind for code, kind in re.findall(r"^\| ?(\d+) ?\| ?`?(\w+|–)", page, re.M)
    }
    documented.pop(0)
    assert documented.pop(Exit.USAGE) == "–"
    assert documented == {int(code): code.kind for code in Exit if code != Exit.USAGE}


def test_keys_of_the_chip_on_the_command_line(onchip):
    words = ("--set", "network.levels=8", "--set", "network.buffers=per_level")
    network = onchip("chip", "show", "mesh4x4", *words, "--json").json["network"]
    assert (network["levels"], network["buffers"]) == (8, "per_level")
    onchip.write("nothing.c", "int main(void) { return 0; }\n")
    result = onchip("run", "--set", "tile.cores=2", "--json", "nothing.c").json
    assert result["ranks"] == 32
    message = onchip("run", "--set", "mesh.colums=2", "nothing.c", code=Exit.USAGE).err
    assert "mesh.columns" in message
