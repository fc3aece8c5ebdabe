"""A program is always built from the present contents of its files, whatever was built before."""

import os
import shutil
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from conftest import ROOT
from onchip.base.failures import Exit
from onchip.build import build
from onchip.build.compiler import Target

HERE = pytest.mark.parametrize("where", [[], ["--host"]], ids=["chip", "host"])
SAYS = '#include "v.h"\nint main(void) { return V; }\n'
# The program contains the bytes of a file, which the assembler reads.
ASSEMBLED = (
    'asm(".section .rodata\\n.globl v\\nv: %s\\n.byte 0\\n.text");\n'
    "extern char v[];\nint main(void) { return v[0] - '0'; }\n"
)


def returns(onchip, code, *words):
    onchip("run", "-n", "1", *words, "p.c", code=code)


def header(value):
    return f"#define V {value}\n"


@HERE
def test_a_header_that_appears_earlier_in_the_path(onchip, where):
    (onchip.folder / "inc").mkdir()
    onchip.write("inc/v.h", header(3))
    onchip.write("p.c", SAYS)
    returns(onchip, 3, *where, "--cflags", "-Iinc")
    onchip.write("v.h", header(4))
    returns(onchip, 4, *where, "--cflags", "-Iinc")


@HERE
def test_repeated_flags_are_joined_in_order(onchip, where):
    onchip.write("p.c", SAYS.replace('#include "v.h"\n', ""))
    returns(onchip, 5, *where, "--cflags=-DV=3", "--cflags=-UV -DV=5")
    returns(onchip, 3, *where, "--cflags=-UV -DV=5", "--cflags", "-UV -DV=3")


def test_a_header_that_is_asked_for_appears(onchip):
    onchip.write("p.c", '#if __has_include("v.h")\n' + SAYS + "#else\nint main(void) {}\n#endif\n")
    returns(onchip, 0)
    onchip.write("v.h", header(4))
    returns(onchip, 4)


@pytest.mark.parametrize(
    "line",
    [
        '#include "stddef.h"',
        '# /* */ include "stddef.h"',
        '#inc\\\nlude "stddef.h"',
        '#inc\\ \t\nlude "stddef.h"',
        '%:include "stddef.h"',
        '#define H "stddef.h"\n#include H',
        '#import "stddef.h"',
        '#include <stdint.h> /*\n*/\n#include "stddef.h"',
        "#include <stddef.h>",
        "#include <sys/types.h>",
    ],
)
def test_a_header_that_comes_before_that_of_the_library(onchip, line):
    onchip.write("p.c", f"{line}\n#ifndef V\n#define V 3\n#endif\nint main(void) {{ return V; }}\n")
    (onchip.folder / "sys").mkdir()
    words = ("--cflags", "-w" if '"' in line else "-w -I.")
    returns(onchip, 3, *words)
    onchip.write("sys/types.h" if "sys" in line else "stddef.h", header(4))
    returns(onchip, 4, *words)


@pytest.mark.parametrize("name", ["__TIME__", "JOINED(__TI, ME__)"])
def test_the_time_of_the_translation(onchip, name):
    text = f"#define JOINED(one, other) one##other\nint main(void) {{ puts({name}); }}\n"
    onchip.write("p.c", "#include <stdio.h>\n" + text)
    first = onchip("run", "-n", "1", "p.c").out
    time.sleep(1.1)
    assert onchip("run", "-n", "1", "p.c").out != first


@HERE
@pytest.mark.parametrize("how", ['.incbin \\"v\\"', '.include \\"v\\"', '.inc" "bin \\"v\\"'])
def test_a_file_that_the_assembler_reads(onchip, where, how):
    onchip.write("p.c", ASSEMBLED % how)
    for value in "345":
        onchip.write("v", f'.ascii "{value}"\n' if "include" in how else value)
        returns(onchip, int(value), *where)


def test_a_file_of_options(onchip):
    onchip.write("p.c", "int main(void) { return V; }\n")
    for value in (3, 4):
        onchip.write("options", f"-DV={value}")
        returns(onchip, value, "--cflags", "@options")


@pytest.mark.parametrize("name", ['"v.h"', "<v.h>"])
@pytest.mark.parametrize("variable", ["CPATH", "C_INCLUDE_PATH"])
def test_a_path_in_the_environment(onchip, variable, name):
    onchip.write("p.c", SAYS.replace('"v.h"', name))
    for value in (3, 4):
        folder = onchip.folder / str(value)
        folder.mkdir()
        (folder / "v.h").write_text(header(value))
        onchip.environment[variable] = str(folder)
        returns(onchip, value)


def test_an_object_and_an_archive(onchip):
    onchip.write("p.c", "int v(void);\nint main(void) { return v(); }\n")
    for value in (3, 4):
        onchip.write("v.c", f"int v(void) {{ return {value}; }}\n")
        onchip("cc", "-c", "v.c", "-o", "v.o")
        onchip("run", "-n", "1", "p.c", "v.o", code=value)
        subprocess.run(["ar", "r", "v.a", "v.o"], cwd=onchip.folder, check=True)
        onchip("run", "-n", "1", "p.c", "v.a", code=value)


@pytest.fixture
def chip(onchip, tmp_path):
    """Returns a folder with the runtime's headers and archives, which a test may change. It is in a
    folder of links to this project, which ONCHIP_HOME names.
    """
    top = tmp_path / "top"
    chip = top / "build" / "chip"
    (chip / "include").mkdir(parents=True)
    for entry in ROOT.iterdir():
        if entry.name != "build":
            (top / entry.name).symlink_to(entry)
    for folder in (".", "include"):
        for entry in (ROOT / "build" / "chip" / folder).iterdir():
            if entry.name not in ("include", "cc.flags"):
                (chip / folder / entry.name).symlink_to(entry)
    flags = (ROOT / "build" / "chip" / "cc.flags").read_text()
    (chip / "cc.flags").write_text(flags.replace(str(ROOT / "build" / "chip"), str(chip)))
    onchip.environment["ONCHIP_HOME"] = str(top)
    return chip


def test_a_runtime_with_other_options(onchip, chip):
    onchip.write("p.c", "int main(void) { return V; }\n")
    flags = (chip / "cc.flags").read_text()
    for value in (3, 4):
        (chip / "cc.flags").write_text(f"{flags}-DV={value}\n")
        returns(onchip, value)


def test_a_header_of_the_runtime(onchip, chip):
    onchip.write("p.c", "#include <v.h>\nint main(void) { return V; }\n")
    for value in (3, 4):
        (chip / "include" / "v.h").write_text(header(value))
        returns(onchip, value)


def test_a_header_that_appears_in_the_runtime(onchip, chip):
    """The compiler finds a header in the runtime's folder before a header of gcc."""
    onchip.write("p.c", "#include <float.h>\nint main(void) { return sizeof(DBL_MAX); }\n")
    returns(onchip, 8)
    (chip / "include" / "float.h").write_text("#define DBL_MAX 1\n")
    returns(onchip, 4)


NAMES = [
    "a b",
    "#a",
    "$HOME",
    "a:b",
    "a%b",
    "a,b",
    "a'b",
    'a"b',
    "ä",
    "@a",
    "a\\b",
    "a\nb",
    "*",
    "-a",
]


@HERE
@pytest.mark.parametrize("name", NAMES)
def test_names_of_programs_headers_and_folders(onchip, where, name):
    (onchip.folder / f"{name}.d").mkdir()
    header_name = name.replace('"', "").replace("\n", "")
    (onchip.folder / f"{name}.d" / f"{header_name}.h").write_text(header(3))
    program = f'#include "{header_name}.h"\nint v(void);\nint main(void) {{ return V + v(); }}\n'
    (onchip.folder / f"{name}.d" / f"{name}.c").write_text(program)
    onchip.write(f"{name}.c", "int v(void) { return 4; }\n")
    words = ["--", f"{name}.d/{name}.c", f"{name}.c"]
    onchip("run", "-n", "1", *where, *words, code=7)


def test_warnings_are_repeated(onchip):
    onchip.write("p.c", "#warning look here\nint main(void) { return 0; }\n")
    first, again = (onchip("run", "-n", "1", "p.c").err for _ in range(2))
    assert "look here" in first and again == first


@pytest.fixture
def temporary(onchip, tmp_path_factory):
    """The folder for temporary files of the commands."""
    folder = tmp_path_factory.mktemp("temporary")
    onchip.environment["TMPDIR"] = str(folder)
    return folder


@pytest.fixture
def kept(onchip, tmp_path_factory):
    """The folder of the linked programs that onchip keeps."""
    folder = tmp_path_factory.mktemp("cache")
    onchip.environment["XDG_CACHE_HOME"] = str(folder)
    return folder / "onchip" / "programs"


@pytest.mark.parametrize("text", ["int main(void) { return 3; }\n", "int main(void) {"])
def test_only_what_links_is_kept(onchip, temporary, kept, text):
    onchip.write("p.c", text)
    returns(onchip, 3 if "return" in text else Exit.COMPILE)
    assert list(temporary.iterdir()) == []
    assert len([*kept.iterdir()] if kept.exists() else []) == ("return" in text)


PRINTS = '#include <stdio.h>\nint main(void) { puts("linked first"); }\n'


def prints(onchip, text):
    assert onchip("run", "-n", "1", "p.c").out == f"{text}\n"


def test_programs_built_at_once_keep_their_own_inputs(tmp_path, monkeypatch):
    """A sweep builds its programs in one folder, several at once."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    transports = ("native", "rendezvous") * 8
    text = (
        '#include <mpi.h>\nconst char name[] = "of %s %d";\n'
        "int main(int n, char **words) { return words[0][n] - name[n]; }\n"
    )

    def make(number):
        source = tmp_path / f"{number}.c"
        source.write_text(text % (transports[number], number))
        build.build([str(source)], Target(transport=transports[number]), [], tmp_path)

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(make, range(len(transports))))
    kept = [one.read_bytes() for one in (tmp_path / "cache/onchip/programs").iterdir()]
    assert len(kept) == len(transports)
    for one in kept:
        inputs, _, program = one.partition(b"\n\n")
        is_native = b"of native" in program
        assert (b"libonchip-native.a" in inputs, b"libonchip-rendezvous.a" in inputs) == (
            is_native,
            not is_native,
        )


def change_kept(kept):
    """Changes the text that the kept program prints, so that it differs from a newly linked
    program.
    """
    (program,) = kept.iterdir()
    program.write_bytes(program.read_bytes().replace(b"linked first", b"linked again"))


def test_an_unchanged_program_is_not_linked_again(onchip, kept):
    onchip.write("p.c", PRINTS)
    prints(onchip, "linked first")
    change_kept(kept)
    prints(onchip, "linked again")
    assert onchip("run", "-n", "1", "--cflags", "-O1", "p.c").out == "linked first\n"


def test_the_compiler_is_not_called_for_an_unchanged_source(onchip, kept, tmp_path):
    """The compiler is called through a script that notes its calls."""
    name, calls = "riscv64-unknown-elf-gcc", tmp_path / "calls"
    (tmp_path / name).write_text(f'#!/bin/sh\necho >> {calls}\nexec {shutil.which(name)} "$@"\n')
    (tmp_path / name).chmod(0o755)
    onchip.environment["PATH"] = f"{tmp_path}:{os.environ['PATH']}"
    onchip.write("p.c", PRINTS)
    prints(onchip, "linked first")
    calls.unlink()
    prints(onchip, "linked first")
    assert not calls.exists()
    onchip.write("p.c", PRINTS.replace("linked first", "linked again"))
    prints(onchip, "linked again")
    assert calls.exists()


def test_a_program_is_linked_again_for_another_archive(onchip, kept, chip):
    onchip.write("p.c", PRINTS)
    prints(onchip, "linked first")
    change_kept(kept)
    prints(onchip, "linked again")
    archive = chip / "libonchip.a"
    bytes_of = archive.read_bytes()
    archive.unlink()
    archive.write_bytes(bytes_of)
    prints(onchip, "linked first")


def test_a_program_runs_where_nothing_can_be_kept(onchip, kept):
    kept.parents[0].write_text("no folder\n")
    onchip.write("p.c", PRINTS)
    prints(onchip, "linked first")


def test_not_more_than_some_programs_are_kept(onchip, kept):
    kept.mkdir(parents=True)
    for number in range(100):
        (kept / f"{number}").write_text("old\n")
    onchip.write("p.c", PRINTS)
    prints(onchip, "linked first")
    assert 1 < len([*kept.iterdir()]) < 100
    assert sum(file.stat().st_size > 1000 for file in kept.iterdir()) == 1


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_nothing_is_left_by_what_is_ended_while_compiling(onchip, temporary, number):
    onchip.write(
        "p.c", "".join(f"int f{i}(int x) {{ return x / {i + 1}; }}\n" for i in range(9999))
    )
    process = onchip.start("run", "-n", "1", "p.c", stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + 30
    while not list(temporary.glob("*/*.s")) and time.monotonic() < deadline:
        time.sleep(0.01)
    process.send_signal(number)
    assert process.wait(10) == Exit.INTERRUPTED
    assert list(temporary.iterdir()) == []


def test_what_a_killed_compile_has_left_goes_with_the_next(onchip, temporary):
    """The folders of a compile that still runs, and folders with other names, stay."""
    files = "".join(f"int f{i}(int x) {{ return x / {i + 1}; }}\n" for i in range(3000))
    onchip.write("p.c", files + "int main(void) { return 3; }\n")
    onchip.write("q.c", "int main(void) { return 4; }\n")
    (temporary / "onchip-scratch-results").mkdir()
    running, killed = (
        onchip.start("run", "-n", "1", "p.c", stderr=subprocess.DEVNULL, start_new_session=True)
        for _ in range(2)
    )
    deadline = time.monotonic() + 30
    while len(list(temporary.glob("*/*.s"))) < 2 and time.monotonic() < deadline:
        time.sleep(0.01)
    killed.kill()
    killed.wait(10)
    assert len(list(temporary.iterdir())) == 3
    onchip("run", "-n", "1", "q.c", code=4)
    assert len(list(temporary.iterdir())) == 2
    assert running.wait(100) == 3
    assert [left.name for left in temporary.iterdir()] == ["onchip-scratch-results"]


def test_commands_that_begin_together_leave_each_others_folders(temporary):
    """The processes make and remove temporary folders all the time. Each process must find its own
    folder as long as the folder exists.
    """
    text = (
        "from onchip.base import scratch\n"
        "for _ in range(300):\n"
        "    with scratch.folder() as folder:\n"
        "        (folder / 'file').write_text('x')\n"
    )
    environment = os.environ | {"TMPDIR": str(temporary)}
    processes = [subprocess.Popen([sys.executable, "-c", text], env=environment) for _ in range(4)]
    assert [process.wait(60) for process in processes] == [0] * 4
    assert list(temporary.iterdir()) == []


# Messages of gcc when a disk is full, or another limit of the machine is reached.
REFUSED = [
    "ld: final link failed: No space left on device\ncollect2: error: ld returned 1 exit status",
    "p.c:1:1: fatal error: error writing to ccFz9stQ.s: No space left on device",
    "gcc: internal compiler error: File size limit exceeded signal terminated program cc1",
    "ld: cannot find -lonchip: Too many open files\ncollect2: error: ld returned 1 exit status",
]


@pytest.mark.parametrize("message", REFUSED)
@pytest.mark.parametrize("words", [["run", "-n", "1"], ["cc", "-o", "p"]])
def test_what_the_machine_refuses_is_none_of_the_programs_faults(onchip, tmp_path, message, words):
    compiler = tmp_path / "bin" / "riscv64-unknown-elf-gcc"
    compiler.parent.mkdir()
    compiler.write_text(f"#!/bin/sh\ncat >&2 <<'E'\n{message}\nE\nexit 1\n")
    compiler.chmod(0o755)
    onchip.environment["PATH"] = f"{compiler.parent}:{os.environ['PATH']}"
    onchip.write("p.c", "int main(void) { return 0; }\n")
    done = onchip(*words, "p.c", code=Exit.SYSTEM)
    [said] = [line for line in done.err.splitlines() if line.startswith("onchip: ")]
    what = said.rpartition(": ")[2]
    assert "this machine refuses" in said and what in message


def test_a_program_that_speaks_of_a_full_disk_does_not_compile(onchip):
    onchip.write("p.c", 'int main(void) { return ": No space left on device"\n}\n')
    assert "p.c does not compile" in onchip("run", "-n", "1", "p.c", code=Exit.COMPILE).err


@HERE
@pytest.mark.parametrize("words", [["-c"], ["-E"], ["-S"], ["-M"], ["-fsyntax-only"]])
def test_what_does_not_link_says_nothing_of_the_linker(onchip, where, words):
    onchip.write("p.c", "int main(void) { return 3; }\n")
    assert onchip("cc", *where, *words, "p.c").err == ""


@HERE
def test_a_program_on_standard_input(onchip, where):
    source = b"int main(void) { return 3; }\n"
    process = onchip.start("cc", *where, "-xc", "-", "-o", "p", stdin=subprocess.PIPE)
    process.communicate(source, timeout=60)
    assert process.returncode == 0
    onchip("run", *where, "-n", "1", "p", code=3)
