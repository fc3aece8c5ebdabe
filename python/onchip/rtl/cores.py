"""Runs programs on the hardware of real cores, under Verilator, and on the simulator's model. Finds
the cycle in which each instruction issues, in the hardware and in the model.
"""

import functools
import hashlib
import importlib
import re
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from onchip.base import project, scratch, terminal
from onchip.base.failures import Exit, Failure
from onchip.rtl import hardware, kept

MOST = 20_000_000  # the most instructions that a program may execute
# Atomics and floating-point instructions, which no core of CORES has.
_OTHER = re.compile(r"(amo|lr\.|sc\.|f(?!ence)|c\.f)")
_GCC = "riscv64-unknown-elf-gcc"
_LIBRARY = "rv32im"  # the C library exists for few instruction sets; all cores have this one


@dataclass(frozen=True)
class Core:
    """A core in hardware: its instruction set, the Python package that has its sources, its test
    bench, its sources, and its options for Verilator.
    """

    name: str
    isa: str
    package: str
    bench: str
    sources: tuple[str, ...]
    words: tuple[str, ...] = ()


_PICORV32 = ("picorv32.v",)
_OF_IBEX = (
    *("alu", "compressed_decoder", "controller", "counter", "csr", "cs_registers", "decoder"),
    *("ex_block", "id_stage", "if_stage", "load_store_unit", "wb_stage", "multdiv_slow"),
    *("multdiv_fast", "prefetch_buffer", "fetch_fifo", "register_file_ff", "core"),
)
_PRIM = "vendor/lowrisc_ip/ip/prim/rtl"
_IBEX = (
    *(f"{_PRIM}/prim_{name}_pkg.sv" for name in ("secded", "ram_1p")),
    *(f"rtl/ibex_{name}.sv" for name in ("pkg", *_OF_IBEX)),
)
_IBEX_WORDS = (
    "-DSYNTHESIS",
    f"-I{{folder}}/{_PRIM}",
    "-I{folder}/vendor/lowrisc_ip/dv/sv/dv_utils",
)


def _ibex(name: str, multiplier: str, stages: int) -> Core:
    """A configuration of Ibex. If `stages` is 1, the core has a third stage, which writes results
    back, and an adder of its own for the targets of branches. If `stages` is 0, it has neither.
    """
    words = (f"-DMULTIPLIER={multiplier}", f"-DTARGET_ALU={stages}", f"-DWRITE_BACK={stages}")
    return Core(name, "rv32imc", "pythondata_cpu_ibex", "ibex", _IBEX, (*_IBEX_WORDS, *words))


_OF_CV32E40P = (
    *("if_stage", "cs_registers", "register_file_ff", "load_store_unit", "id_stage", "aligner"),
    *("decoder", "compressed_decoder", "fifo", "prefetch_buffer", "hwloop_regs", "mult"),
    *("int_controller", "ex_stage", "alu_div", "alu", "ff_one", "popcnt", "apu_disp"),
    *("controller", "obi_interface", "prefetch_controller", "sleep_unit", "core"),
)
_CV32E40P = tuple(
    f"rtl/{name}.sv"
    for name in (
        *(f"include/cv32e40p_{part}pkg" for part in ("apu_core_", "fpu_", "")),
        *(f"cv32e40p_{part}" for part in _OF_CV32E40P),
    )
)

CORES = {
    core.name: core
    for core in (
        Core("picorv32", "rv32im", "pythondata_cpu_picorv32", "picorv32", _PICORV32),
        _ibex("ibex", "RV32MFast", 0),
        _ibex("ibex-maxperf", "RV32MSingleCycle", 1),
        Core(
            *("cv32e40p", "rv32imc", "pythondata_cpu_cv32e40p", "cv32e40p", _CV32E40P),
            ("-DSYNTHESIS", "-Wno-BLKANDNBLK", "-I{folder}/rtl/include"),
        ),
    )
}


def sources_folder(core: Core) -> Path:
    """The folder of a core's sources; fails with the command that installs it."""
    try:
        return Path(importlib.import_module(core.package).data_location)
    except ImportError as error:
        package = core.package.replace("_", "-")
        raise Failure(
            Exit.MACHINE, f"the core's sources are missing. Type: pip install {package}"
        ) from error


def _of_rtl(name: str) -> Path:
    return project.root() / "rtl/cores" / name


def compile_core(core: Core) -> Path:
    """Compiles a core with its test bench, or finds the program that was compiled before."""
    place = sources_folder(core)
    benches = [_of_rtl(f"{core.bench}_bench.sv"), _of_rtl("obi_program.sv")]
    sources = [*(place / source for source in core.sources), *benches]
    words = [word.format(folder=place) for word in core.words]
    return compiled(core.name, "core_bench", sources, words)


def compiled(name: str, top: str, sources: Sequence[Path], words: list[str]) -> Path:
    """Compiles a test bench. If it was compiled before from these sources and with these options
    for Verilator, returns that program.
    """
    digest = hashlib.sha256(repr((top, words)).encode())
    for source in sources:
        digest.update(source.read_bytes())
    place = kept.folder().parent / "cores"
    program = place / f"{name}-{digest.hexdigest()[:16]}"
    if program.exists():
        return program
    place.mkdir(parents=True, exist_ok=True)
    with scratch.folder(place) as made:
        words = [
            *("--binary", "--timing", "-Wno-fatal", "-Wno-lint", "-Wno-style", "-O3"),
            *("--top-module", top, *words, "-MAKEFLAGS", hardware.OPTIMISE),
            *("--Mdir", str(made), "-o", "bench", *map(str, sources)),
        ]
        hardware.verilate(words, "hardware")
        (made / "bench").replace(program)
    return program


def link(core: Core, files: Sequence[Path], folder: Path) -> Path:
    """Links C or assembler files to a program for a core without a network (a bare core)."""
    common = ["--specs=picolibc.specs", "-mabi=ilp32", "-O2", "-ffunction-sections"]
    common += ["-fdata-sections"]
    compile_one = [*common, f"-march={core.isa}_zicsr", "-c"]
    objects = []
    for name in ("start.S", "main.c", "console.c"):
        objects.append(folder / f"{name}-{core.isa}.o")
        if not objects[-1].exists():
            _gcc([*compile_one, str(_of_rtl(name)), "-o", str(objects[-1])])
    for number, file in enumerate(files):
        objects.append(folder / f"{number}.o")
        _gcc([*compile_one, str(file), "-o", str(objects[-1])])
    elf = folder / "program.elf"
    layout = ["-nostartfiles", "-Wl,--gc-sections,--no-warn-rwx-segments", "-T"]
    layout += [str(_of_rtl("bare.ld"))]
    _gcc([*common, f"-march={_LIBRARY}", *layout, *map(str, objects), "-lm", "-o", str(elf)])
    return elf


def _gcc(words: list[str]) -> None:
    done = subprocess.run([_GCC, *words], capture_output=True, text=True)
    if done.returncode:
        raise Failure(Exit.COMPILE, done.stderr.strip())


@dataclass(frozen=True)
class Compared:
    """A program that the model and the hardware have run: the address of each instruction, and the
    cycles in which it issues in the model and in the hardware, from the first instruction on.
    """

    elf: Path
    addresses: np.ndarray
    model: np.ndarray
    hardware: np.ndarray

    @property
    def cycles(self) -> tuple[int, int]:
        """The total cycles of the model and of the hardware."""
        return int(self.model[-1]), int(self.hardware[-1])

    @property
    def error(self) -> float:
        """How much longer the model takes than the hardware, as a fraction of the hardware's
        cycles.
        """
        model, real = self.cycles
        return model / real - 1 if real else 0.0

    @property
    def steps(self) -> tuple[np.ndarray, np.ndarray]:
        """The cycles of each instruction in the model and in the hardware."""
        return np.diff(self.model), np.diff(self.hardware)

    @functools.cached_property
    def _unequal(self) -> np.ndarray:
        model, real = self.steps
        return np.flatnonzero(model != real)

    @property
    def differing(self) -> int:
        """The number of instructions that take different numbers of cycles in the model and in the
        hardware.
        """
        return self._unequal.size

    def first(self) -> int | None:
        """The first instruction whose cycles differ; None if there is none."""
        return int(self._unequal[0]) if self._unequal.size else None

    def neighbours(self, index: int) -> str:
        """The instructions around the one at `index`, with the cycles of each in the model and in
        the hardware.
        """
        listing, steps, count = _disassembly(self.elf), self.steps, 4
        lines = ["   address  model  hardware"]
        for at in range(max(index - count, 0), min(index + count + 1, steps[0].size)):
            address = int(self.addresses[at])
            mark = "→" if at == index else " "
            text, _ = listing.get(address, ("", 4))
            lines.append(f"{mark} {address:8x} {steps[0][at]:6} {steps[1][at]:9}  {text}")
        return "\n".join(lines)


def _disassembly(elf: Path) -> dict[int, tuple[str, int]]:
    """The instructions of a program by address, with their sizes in bytes."""
    words = ["riscv64-unknown-elf-objdump", "-d", str(elf)]
    text = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    found = {}
    for line in text.splitlines():
        address, colon, rest = line.strip().partition(":\t")
        if colon:
            raw, _, instruction = rest.partition("\t")
            size = len(raw.strip()) // 2
            found[int(address, 16)] = instruction.replace("\t", " "), size
    return found


def _check_isa(core: Core, elf: Path, addresses: np.ndarray) -> None:
    """Fails if the model has executed an instruction that the hardware's core lacks."""
    listing = _disassembly(elf)
    for address in np.unique(addresses).tolist():
        text, size = listing.get(address, ("", 4))
        lacks = _OTHER.match(text) or (size == 2 and not core.isa.endswith("c"))
        if lacks:
            words = ["riscv64-unknown-elf-addr2line", "-e", str(elf), f"{address:#x}"]
            line = subprocess.run(words, capture_output=True, text=True).stdout.strip()
            place = f"{address:#x}" + ("" if line.startswith("?") else f" ({line})")
            raise Failure(
                Exit.ELF,
                f"{core.name} has no instruction `{text}`, which is at {place}. "
                f"Compile with -march={core.isa} -mabi=ilp32",
            )


def compare(core: Core, chip, elf: Path, folder: Path) -> Compared:
    """Runs a linked program on a core of the simulator (the model) and on the real core's hardware
    under Verilator. Fails if they execute different instructions.
    """
    bench = compile_core(core)
    with terminal.during("the model runs"):
        try:
            issued, printed, fault = project.simulator().run_bare(
                chip.checked, elf.read_bytes(), MOST
            )
        except ValueError as error:
            raise Failure(Exit.ELF, f"{elf}: {error}") from error
    model = issues(issued)
    _check_isa(core, elf, model[:, 0])
    if fault is not None:
        last = int(model[-1, 0])
        text, _ = _disassembly(elf).get(last, ("no instruction", 4))
        raise Failure(Exit.FAULT, f"the model stops at {last:#x}, `{text}`: {fault}")
    record = folder / "issued"
    image = _image(elf, folder)
    most = 2 * int(model[-1, 1]) + 1000
    words = [str(bench), f"+image={image}", f"+issued={record}", f"+most={most}"]
    with terminal.during("the hardware runs"):
        done = subprocess.run(words, capture_output=True)
    if done.returncode:
        raise Failure(Exit.INTERNAL, f"{bench}: {done.stdout.decode(errors='replace')[-2000:]}")
    real = issues(record.read_bytes())
    check_addresses(model, real)
    if printed not in done.stdout:
        raise Failure(Exit.DIFFERENCE, "the hardware prints something else than the model")
    # The last instruction only ends the run.
    cycles = (run[:-1, 1] - run[0, 1] for run in (model, real))
    return Compared(elf, model[:-1, 0], *cycles)


def _image(elf: Path, folder: Path) -> Path:
    """Writes the initial memory of a test bench that runs a linked program, in the format of
    Verilog's $readmemh: `@` and a word number, then words in hexadecimal. The memory has 1 MB for
    each 2²⁸ bytes of the core's address space.
    """
    image = folder / "image.hex"
    words = ["riscv64-unknown-elf-objcopy", "-O", "verilog", "--verilog-data-width=4"]
    subprocess.run([*words, str(elf), str(image)], check=True)
    image.write_text(re.sub("@([0-9A-F]+)", _place, image.read_text()))
    return image


def _place(found: re.Match) -> str:
    """Converts a word number in the core's address space to one in the test bench's memory."""
    number = int(found[1], 16)
    return f"@{number >> 26 << 18 | number & 0x3FFFF:08X}"


def issues(record: bytes) -> np.ndarray:
    """A row for each instruction: its address, and its cycle."""
    numbers = np.frombuffer(record, "<u4").astype(np.int64)
    return numbers.reshape(-1, 2)


def check_addresses(model: np.ndarray, real: np.ndarray, place: str = "") -> None:
    """Fails if the model and the hardware execute different instructions."""
    count = min(len(real), len(model))
    wrong = np.flatnonzero(real[:count, 0] != model[:count, 0])
    if wrong.size or len(real) != len(model):
        at = int(wrong[0]) if wrong.size else count
        places = [f"{int(run[at, 0]):#x}" if at < len(run) else "the end" for run in (model, real)]
        raise Failure(
            Exit.DIFFERENCE,
            f"{place}instruction {at} is at {places[0]} in the model, and at {places[1]} in the "
            "hardware",
        )
