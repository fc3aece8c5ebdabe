"""Compiles programs for the chip, or for this machine."""

from __future__ import annotations

import contextlib
import fcntl
import os
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from onchip.base import project, terminal
from onchip.base.failures import Exit, Failure
from onchip.build import atomics, cxx, hints, mechanisms
from onchip.build.choices import MEMORIES, TRANSPORTS
from onchip.chip.chips import ChipFile

NATIVE = TRANSPORTS[0]
IN_TILE, IN_DRAM = MEMORIES
# The default of core.isa; the flags in link/chip.flags compile for this instruction set.
ISA = "rv32imafdc"
# Maps an extension of the instruction set to the floating-point format of its instructions.
FORMATS = {"f": "single", "d": "double"}
# The symbol that tells the loader to leave the code of a program in DRAM
# (simulator/src/program/mod.rs).
CODE_IN_DRAM = "-Wl,--defsym=hal_code_in_dram=0"


@dataclass(frozen=True)
class Target:
    """The target for which a program is linked: the chip, or this machine."""

    host: bool = False  # this machine, not the chip
    checks: bool = True  # the library checks arguments
    transport: str = NATIVE  # how messages travel
    omp: tuple[mechanisms.Choice, ...] = ()  # the mechanisms of OpenMP that are not the default
    heap: str = IN_TILE  # where malloc() gets memory
    data: str = IN_TILE  # where the program's variables lie
    code: str = IN_TILE  # where the program's code lies
    shared_tiles: bool = False  # a tile may have several ranks
    multicasts: bool = False  # a packet can go to several tiles
    accumulators: bool = False  # the hardware combines words of several tiles
    traced: bool = False  # the program keeps a trace (onchip/build/interposer.py)
    cxx: bool = False  # whether to call the C++ compiler
    isa: str = ISA  # the instruction set of the chip's cores
    shared_fpu: bool = False  # all cores reach a shared floating-point unit

    def of(self, chip: ChipFile) -> Target:
        """This target, for programs that run on `chip`."""
        return replace(
            self,
            shared_tiles=chip.shares_tiles,
            multicasts=chip.has_multicasts,
            accumulators=chip.has_accumulators,
            isa=chip.isa,
            shared_fpu=chip.shares_fpu,
        )

    @property
    def plain(self) -> Target:
        """The target with default choices for the same processors."""
        return Target(self.host, isa=self.isa)

    @property
    def has_atomics(self) -> bool:
        """Whether programs may use atomic instructions."""
        return self.host or "a" in self.isa

    @property
    def atomic_lock(self) -> bool:
        """Whether a program's atomics take the lock of OpenMP's atomic constructs."""
        return mechanisms.ATOMIC_LOCK in self.omp or not self.has_atomics

    @property
    def needs_kernels(self) -> bool:
        """Whether messages go through the kernels of the clusters."""
        return self.transport.startswith("ipc")

    @property
    def name(self) -> str:
        """The name of the runtime's folder in build/."""
        heap = "" if self.host or self.heap_place == IN_TILE else f"-{self.heap_place}"
        isa = "" if self.host or self.isa == ISA else f"-{self.isa}"
        return ("host" if self.host else "chip") + heap + "-unchecked" * (not self.checks) + isa

    @property
    def heap_place(self) -> str:
        """The place of malloc()'s memory. If the program's variables are in DRAM, so is this
        memory.
        """
        return IN_DRAM if IN_DRAM in (self.heap, self.data) else IN_TILE


CHIP = Target()

# A placeholder in the option files of a runtime that can be moved to another folder. It stands for
# the folder of the runtime (onchip/install/wheel.py).
HERE = "@FOLDER@"

# Options that makefiles for Linux use. We drop them, because the libraries that they name are
# linked anyway, and because GCC's libgomp or another MPI must not precede our libraries.
PARALLEL = ("-lgomp", "-lmpi", "-lmpich")
# Options that have no effect on the chip: the chip's C library is a single archive, and nothing is
# relocated when a program is loaded.
CHIP_IGNORED = (
    *PARALLEL,
    *("-lc", "-ldl", "-lm", "-lpthread", "-lrt", "-lutil"),
    *cxx.LIBRARIES,
    *("-march=native", "-mcpu=native", "-mtune=native", "-pie"),
)


def compiler(target: Target) -> str:
    """The name of the compiler."""
    name = "g++" if target.cxx else "gcc"
    return name if target.host else f"riscv64-unknown-elf-{name}"


def tool(target: Target, name: str) -> str:
    """The name of a tool of binutils that belongs to the compiler."""
    return compiler(target)[: -len("gcc")] + name


COMPILED = (".c", *cxx.SUFFIXES)  # files that may have directives of OpenMP
SOURCES = (*COMPILED, ".i", ".s", ".S", ".o", ".a")  # files that a command compiles and links
# Options of gcc whose argument is the next word, whatever it is.
_TAKE_A_WORD = (
    *("-o", "-x", "-I", "-D", "-U", "-L", "-l", "-T", "-u", "-e", "-z", "--param", "-specs"),
    *("-include", "-imacros", "-isystem", "-iquote", "-idirafter", "-MF", "-MT", "-MQ"),
    *("-Xlinker", "-Xassembler", "-Xpreprocessor"),
)

# Options with which nothing is linked.
COMPILES_ONLY = {"-c", "-S", "-E", "-M", "-MM", "-fsyntax-only"}


def check_end(arguments: Sequence[str]) -> None:
    """Fails if gcc's last option lacks its argument, because gcc would take the first option that
    we append as the argument.
    """
    if arguments and arguments[-1] in _TAKE_A_WORD:
        raise Failure(Exit.USAGE, f"gcc's option {arguments[-1]} needs a word after it")


def folder(target: Target) -> Path:
    """Returns the folder of the built runtime; fails with the command to type if the runtime has
    not been built.

    A variant other than the default is built when it is first requested.
    """
    top = project.root()
    built = top / "build" / Target(target.host).name
    if not project.is_clone(top):
        built = top / "build" / target.name
        if (built / "libonchip.a").is_file():
            return built
        raise Failure(Exit.MACHINE, f"this package has no runtime {target.name}: a clone builds it")
    if not (built / "libonchip.a").is_file():
        raise Failure(
            Exit.MACHINE,
            f"the runtime is not built: no {built}/libonchip.a. Type: make -C {top} install",
        )
    return built if target.name == built.name else _variant(top, target)


def linking(target: Target, what: str) -> str:
    """The option that links a program with a part of the runtime. `what` is `annotate` (for
    `--annotate`), `check-mpi` (for `--check-mpi`), or `trace` (records messages in the program's
    own trace).
    """
    return f"@{folder(target)}/{what}.flags"


def _variant(top: Path, target: Target) -> Path:
    built = top / "build" / target.name
    complete = built / "complete"  # without it, another command may still be building the folder
    usual = top / "build" / Target(target.host).name / "libonchip.a"

    def is_current() -> bool:
        return complete.is_file() and complete.stat().st_mtime >= usual.stat().st_mtime

    if is_current():
        return built
    words = ["make", "-s", f"-j{os.cpu_count()}", "-C", str(top / "runtime")]
    words.append("host" if target.host else "chip")
    try:
        # Several commands may want one variant at the same time. make holds the lock as well,
        # because make may outlive this process.
        with (top / "build" / "runtime.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not is_current():
                print(f"building {built}, once, in about half a minute", file=sys.stderr)
                # A variant reuses parts of the default runtime, which is therefore built first.
                variant = [f"CHECKS={int(target.checks)}", f"HEAP={target.heap_place}"]
                variant += _architecture(target)
                with terminal.during("building the runtime"):
                    for which in (["CHECKS=1", "HEAP=tile"], variant):
                        subprocess.run(
                            [*words, *which],
                            check=True,
                            stdin=subprocess.DEVNULL,
                            pass_fds=[lock.fileno()],
                        )
                # `make install` builds the variant again with these arguments.
                complete.write_text(" ".join([words[-1], *variant]))
    except (OSError, subprocess.CalledProcessError) as error:
        raise Failure(Exit.MACHINE, f"the runtime cannot be built in {built}: {error}") from error
    return built


def _architecture(target: Target) -> list[str]:
    """Returns the variables with which `make` builds for an instruction set: its name, its ABI, and
    the instruction set of the libraries to link. GCC has libraries for some instruction sets only;
    we take the one with most of the target's extensions.
    """
    if target.host or target.isa == ISA:
        return []
    abi = "ilp32" + next((letter for letter in "df" if letter in target.isa), "")
    words = [compiler(target), "-print-multi-lib"]
    text = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    sets = re.findall(rf"@march=(rv32i\w*)@mabi={abi}$", text, re.MULTILINE)
    within = [one for one in sets if set(one) <= set(target.isa)]
    if not within:
        raise Failure(Exit.MACHINE, f"{words[0]} has no libraries for {target.isa} with {abi}")
    # If two sets have equally many extensions, the set with atomics is taken, because the library
    # of the other set may have fewer functions.
    linked = max(within, key=lambda one: (len(one), "a" in one))
    return [f"ISA={target.isa}", f"LINKED={linked}", f"ABI={abi}"]


def kernel_source(target: Target) -> Path:
    """The source of the program that every kernel runs."""
    return folder(target) / "kernel.c"


def symbols(target: Target, program: Path) -> dict[str, int]:
    """The addresses of a linked program's symbols, by name."""
    words = [tool(target, "nm"), str(program)]
    listed = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    found = map(str.split, listed.splitlines())
    return {line[2]: int(line[0], 16) for line in found if len(line) == 3}


def calls_kernel(program: bytes) -> bool:
    """Whether a linked program calls the kernel: its symbols then include the library's function
    for such calls.
    """
    return b"\0oc_kernel_call\0" in program


def watches_mpi(program: bytes) -> bool:
    """Whether a linked program keeps records for `--check-mpi`: its symbols then include the
    variable of these records.
    """
    return b"\0oc_watching\0" in program


def keeps_trace(program: bytes) -> bool:
    """Whether a linked program keeps a trace: its symbols then include the table of
    region names.
    """
    return b"\0oc_trace_names\0" in program


def runtime(target: Target) -> list[Path]:
    """The files of the runtime that every program is linked with."""
    return sorted(file for file in folder(target).iterdir() if file.is_file())


def command(target: Target, arguments: Sequence[str]) -> list[str]:
    """The compiler's complete command line; `arguments` are the user's."""
    built = folder(target)
    ignored = PARALLEL if target.host else CHIP_IGNORED
    arguments = _expanded(arguments)
    has_cxx = target.cxx or cxx.is_named(arguments)
    arguments = [word for word in arguments if word not in ignored]
    flags = _words(built / "cc.flags")
    libraries = _libraries(built, target)
    if has_cxx and not target.host:
        if target.isa != ISA:
            why = f"the chip's C++ library is for {ISA}, and the cores are {target.isa} (core.isa)"
            raise Failure(Exit.COMPILE, f"{why}; write the program in C")
        library = cxx.library()
        flags.append(f"--onchip-c++={library}")
        at = libraries.index("-lonchip-c")
        libraries[at:at] = cxx.linking(built, library)
    elif has_cxx and not target.cxx:
        libraries.insert(0, "-lstdc++")
    if mechanisms.ATOMIC_LOCK in target.omp and target.has_atomics:
        flags.append(f"@{built}/atomic-lock.flags")
    if target.code != IN_TILE and not target.host:
        flags.append(CODE_IN_DRAM)
    if target.shared_tiles and not target.host and target.transport == NATIVE:
        flags.append(f"@{built}/tiles.flags")
    if target.shared_fpu and not target.host:
        absent = [name for letter, name in FORMATS.items() if letter not in target.isa]
        flags += [f"@{built}/fpu-{name}.flags" for name in absent]
    if target.multicasts and not target.host and target.transport == NATIVE:
        flags.append(f"@{built}/multicast.flags")
        if target.accumulators:
            flags.append(f"@{built}/accumulators.flags")
    if target.data == IN_DRAM and not target.host:
        flags.append(f"@{built}/data-dram.flags")
    return [compiler(target), *flags, *arguments, *libraries]


def _expanded(arguments: Sequence[str], files: frozenset[str] = frozenset()) -> list[str]:
    """The words, with the contents of response files in place of `@file`, as gcc reads them."""
    words = []
    for word in arguments:
        name = word[1:]
        if word.startswith("@") and name not in files and Path(name).is_file():
            inside = shlex.split(Path(name).read_text(errors="surrogateescape"))
            words += _expanded(inside, files | {name})
        else:
            words.append(word)
    return words


def _libraries(built: Path, target: Target) -> list[str]:
    """Options that link the library with the chosen transport and mechanisms."""
    lock = [mechanisms.ATOMIC_LOCK] if target.atomic_lock else []
    chosen = mechanisms.libraries([*target.omp, *lock], "host" if target.host else "chip")
    chosen[f"-lonchip-{NATIVE}"] = f"-lonchip-{target.transport}"
    return [chosen.get(word, word) for word in _words(built / "libs.flags")]


def _words(file: Path) -> list[str]:
    """The options in a file of the runtime, as words."""
    return [word.replace(HERE, str(file.parent)) for word in shlex.split(file.read_text())]


def run(
    target: Target, arguments: Sequence[str], check: bool = False, **options
) -> subprocess.CompletedProcess:
    """Runs the compiler in the user's folder; `options` are those of `subprocess.Popen`.

    If this process ends early, so do the compiler and the processes that it has started.
    """
    words = command(target, arguments)
    options = {"stdin": subprocess.DEVNULL} | options
    if not target.host:
        for_other = None if target.isa == ISA else target.isa
        hints.check([word for word in arguments if word not in CHIP_IGNORED], for_other)
        if target.has_atomics:  # the loader refuses atomic instructions for cores that lack them
            atomics.check(target.atomic_lock, arguments)
    try:
        compiling = subprocess.Popen(words, start_new_session=True, **options)
    except FileNotFoundError as error:
        raise Failure(
            Exit.MACHINE, f"{compiler(target)} is not there; `onchip doctor` says how to get it"
        ) from error
    with compiling:
        try:
            out, err = compiling.communicate()
        except BaseException:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(compiling.pid, signal.SIGTERM)
            raise
    done = subprocess.CompletedProcess(words, compiling.returncode, out, err)
    if check:
        done.check_returncode()
    return done
