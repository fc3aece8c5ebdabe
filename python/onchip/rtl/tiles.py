"""Programs on whole tiles in hardware under Verilator (`rtl/tile/`): the cycle in which each
instruction of each tile issues, beside that of the simulator.
"""

import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from onchip.base import project
from onchip.base.failures import Exit, Failure
from onchip.base.load import Load
from onchip.build import build, compiler
from onchip.chip import chips
from onchip.chip.chips import ChipFile
from onchip.options.run import Options
from onchip.rtl import cores, cost, hardware
from onchip.simulation import simulation

TRANSPORT = "rendezvous-words"  # needs neither DMA nor queues nor counters
SLACK = 1000  # cycles after which hardware that has not ended is stopped, beside twice the model's
# Keys of these tables that may be chosen freely; the others describe the hardware.
TABLES = ("core", "data_cache", "instruction_cache", "second_level", "tile", "ni", "dram", "host")
FREE = ("core.clock_mhz", "tile.memory_kb", "tile.page_bytes", "ni.delay")
NETWORK = {"link_bits": 32, "networks": 1, "circuits": "none", "payload_flits": 16}


@dataclass(frozen=True)
class Tiles:
    """The tiles of a chip, compiled by Verilator with their test bench."""

    chip: ChipFile
    program: Path


def own_chip() -> Path:
    """The chip file that describes the tiles."""
    return _folder() / "picorv32-2x2.toml"


def modules() -> list[Path]:
    """The modules of the tiles, and those of the network that they use."""
    streams = ("network_interface", "network_stream", "qos_registers")
    others = [path for path in hardware.modules() if path.stem in streams]
    return [*hardware.sources(), *others, *sorted(_folder().glob("*.sv"))]


def sizes(chip: ChipFile) -> dict[str, int]:
    """The parameters of the modules that belong to a chip. Fails if the chip file does not describe
    the hardware.
    """
    own = chips.load(str(own_chip()), ())
    wrong = [
        f"{table}.{key}: {chip.config[table].get(key)}; right: {value}"
        for table in TABLES
        for key, value in own.config[table].items()
        if f"{table}.{key}" not in FREE and chip.config[table].get(key) != value
    ]
    wrong += [
        f"network.{key}: {chip.config['network'][key]}; right: {value}"
        for key, value in NETWORK.items()
        if chip.config["network"][key] != value
    ]
    wrong += [f"{table}: the hardware has none" for table in ("memory", "tile_kind")
              if chip.config[table]]  # fmt: skip
    if wrong:
        raise Failure(Exit.CHIP, f"{chip.path}: other tiles than in hardware: {', '.join(wrong)}")
    return {
        "WORD": (chip.config["tile"]["memory_kb"] << 8).bit_length() - 1,
        "COLUMNS": chip.config.get("mesh", {}).get("columns", 0),
        "MHZ": chip.config["core"]["clock_mhz"],
    }


def compile_tiles(
    chip: ChipFile, folder: Path, found: Sequence[Path] | None = None, late: int | None = None
) -> Tiles:
    """Compiles the tiles of a chip, or finds the program that was compiled before. `found` are
    other modules than those of `rtl/`, and `late` is another LATE of `served_access.sv`.
    """
    core = cores.CORES["picorv32"]
    package = folder / hardware.PACKAGE
    package.write_text(hardware.netlist(chip, cost.DATA)["text"])
    sources = [package, *(found or modules()), _folder() / "bench/tile_bench.sv"]
    sources += [cores.sources_folder(core) / source for source in core.sources]
    chosen = sizes(chip) | ({} if late is None else {"LATE": late})
    words = [f"-G{name}={value}" for name, value in chosen.items()]
    return Tiles(chip, cores.compiled("tiles", "tile_bench", sources, words))


def build_program(chip: ChipFile, file: Path, folder: Path) -> Path:
    """Compiles a C program for the tiles."""
    return build.build([str(file)], compiler.Target(transport=TRANSPORT).of(chip), [], folder)


@dataclass(frozen=True)
class Ran:
    """A program on both: what the hardware's tiles have printed, and their instructions."""

    printed: list[bytes]
    tiles: list[cores.Compared]


def compare(tiles: Tiles, elf: Path, ranks: int, folder: Path) -> Ran:
    """Runs a linked program on the simulator and on the hardware. Fails if tiles execute other
    instructions or print something else.
    """
    load = Load(file=elf, elf=elf.read_bytes(), name=elf.name, ranks=ranks, threads=1, arguments=[])
    run = simulation.load(tiles.chip, [load], Options())
    recorded = run.record_tiles()
    report = run.report()
    if report["kind"] != "exit" or report["exit_code"]:
        raise Failure(Exit.FAULT, f"the model stops: {report['message'] or report['kind']}")
    issued = [cores.issues(tile["issued"]) for tile in recorded]
    longest = max(int(rows[-1, 1]) for rows in issued if len(rows))
    printed = _run(tiles.program, recorded, 2 * longest + SLACK, folder)
    expected = [b""] * ranks
    for rank, _, text in run.output():
        expected[rank] += text
    found = []
    for number in range(ranks):
        model, real = issued[number], cores.issues((folder / f"issued{number}").read_bytes())
        cores.check_addresses(model, real, f"tile {number}, ")
        if printed[number] != expected[number]:
            raise Failure(
                Exit.DIFFERENCE,
                f"tile {number} prints {printed[number]!r} in hardware, {expected[number]!r} in "
                "the model",
            )
        cycles = (rows[:, 1] - rows[0, 1] for rows in (model, real))
        found.append(cores.Compared(elf, model[:, 0], *cycles))
    return Ran(printed, found)


def _run(program: Path, recorded: list[dict], most: int, folder: Path) -> list[bytes]:
    """Runs the hardware from what the loader has put into the tiles."""
    keys = ("code", "process", "data_base", "data_bytes")
    loaded = [f"{tile[key]:x}\n" for tile in recorded for key in keys]
    (folder / "loaded").write_text("".join(loaded))
    for number, tile in enumerate(recorded):
        words = np.frombuffer(tile["memory"], "<u4").tolist()
        (folder / f"memory{number}").write_text("".join(f"{word:x}\n" for word in words))
    words = [str(program), f"+folder={folder}", f"+most={most}", f"+used={_used(recorded)}"]
    done = subprocess.run(words, capture_output=True, text=True)
    if "\nended\n" not in f"\n{done.stdout}":
        what = done.stdout.strip().partition("\n")[0] or done.stderr
        raise Failure(Exit.DIFFERENCE, f"the hardware stops: {what}")
    return [(folder / f"console{number}").read_bytes() for number in range(len(recorded))]


def _used(recorded: list[dict]) -> int:
    """The tiles that have a process, a bit for each."""
    return sum(1 << number for number, tile in enumerate(recorded) if tile["process"])


def _folder() -> Path:
    return project.root() / "rtl/tile"
