"""Runs programs on whole tiles in hardware under Verilator (`rtl/tile/`). Finds the cycle in which
each instruction of each tile issues, in the hardware and in the simulator.
"""

import os
import re
import subprocess
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
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
from onchip.rtl import area, cores, cost, hardware
from onchip.simulation import simulation

TRANSPORT = "rendezvous-words"  # needs neither DMA nor queues, which the tiles lack
SLACK = 1000  # the hardware stops after twice the model's cycles and this many more
# The tables of a chip file that describe the tiles, and those of their keys that may be chosen
# freely.
TABLES = ("core", "data_cache", "instruction_cache", "second_level", "tile", "ni", "dram", "host",
          "perturb", "trickbox")  # fmt: skip
FREE = ("core.clock_mhz", "tile.memory_kb", "tile.page_bytes", "ni.delay", "ni.counters")
NETWORK = {
    "link_bits": 32,
    "networks": 1,
    "circuits": "none",
    "multicast": "none",
    "payload_flits": 16,
}


@dataclass(frozen=True)
class Tiles:
    """The tiles of a chip, compiled by Verilator with their test bench."""

    chip: ChipFile
    program: Path


def own_chip() -> Path:
    """The chip file of the tiles in `rtl/tile/`."""
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
    if not chip.config["ni"]["counters"]:
        wrong.append("ni.counters: 0; right: 1 to 64")
    if wrong:
        raise Failure(Exit.CHIP, f"{chip.path}: other tiles than in hardware: {', '.join(wrong)}")
    return {
        "WORD": (chip.config["tile"]["memory_kb"] << 8).bit_length() - 1,
        "COLUMNS": chip.config.get("mesh", {}).get("columns", 0),
        "MHZ": chip.config["core"]["clock_mhz"],
        "COUNTERS": chip.config["ni"]["counters"],
    }


def compile_tiles(chip: ChipFile, folder: Path, found: Sequence[Path] | None = None) -> Tiles:
    """Compiles the tiles of a chip, or returns the program if it was compiled before. `found` are
    modules that replace those of `rtl/`.
    """
    core = cores.CORES["picorv32"]
    package = folder / hardware.PACKAGE
    package.write_text(hardware.netlist(chip, cost.DATA)["text"])
    sources = [package, *(found or modules()), _folder() / "bench/tile_bench.sv"]
    sources += [cores.sources_folder(core) / source for source in core.sources]
    words = [f"-G{name}={value}" for name, value in sizes(chip).items()]
    return Tiles(chip, cores.compiled("tiles", "tile_bench", sources, words))


def build_program(chip: ChipFile, file: Path, folder: Path, macros: Sequence[str] = ()) -> Path:
    """Compiles a C program for the tiles, with macros as `NAME=VALUE`."""
    target = compiler.Target(transport=TRANSPORT).of(chip)
    return build.build([str(file)], target, [f"-D{macro}" for macro in macros], folder)


@dataclass(frozen=True)
class Ran:
    """A program that has run on the simulator and in hardware: the output of each process on both,
    and the addresses and cycles of its instructions.
    """

    elf: Path
    expected: list[bytes]
    printed: list[bytes]
    model: list[np.ndarray]
    hardware: list[np.ndarray]

    def compared(self) -> list[cores.Compared]:
        """Returns the cycles of each tile. Fails if a tile executes or prints anything else than on
        the simulator.
        """
        found = []
        for number, (model, real) in enumerate(zip(self.model, self.hardware, strict=True)):
            cores.check_addresses(model, real, f"tile {number}, ")
            cycles = (rows[:, 1] - rows[0, 1] for rows in (model, real))
            found.append(cores.Compared(self.elf, model[:, 0], *cycles))
        for number, texts in enumerate(zip(self.expected, self.printed, strict=True)):
            if texts[0] != texts[1]:
                what = f"tile {number} prints {texts[0]!r} in the model, {texts[1]!r} in hardware"
                raise Failure(Exit.DIFFERENCE, what)
        return found


def run(tiles: Tiles, elf: Path, ranks: int, folder: Path) -> Ran:
    """Runs a linked program on the simulator and on the hardware. Fails if one of them stops before
    the program's end.
    """
    load = Load(file=elf, elf=elf.read_bytes(), name=elf.name, ranks=ranks, threads=1, arguments=[])
    simulated = simulation.load(tiles.chip, [load], Options())
    recorded = simulated.record_tiles()
    report = simulated.report()
    if report["kind"] != "exit" or report["exit_code"]:
        raise Failure(Exit.FAULT, f"the model stops: {report['message'] or report['kind']}")
    model = [cores.issues(tile["issued"]) for tile in recorded[:ranks]]
    expected = [b""] * ranks
    for rank, _, text in simulated.output():
        expected[rank] += text
    most = 2 * max(int(rows[-1, 1]) for rows in model) + SLACK
    _run(tiles.program, recorded, most, folder)
    printed = [(folder / f"console{number}").read_bytes() for number in range(ranks)]
    real = [cores.issues((folder / f"issued{number}").read_bytes()) for number in range(ranks)]
    return Ran(elf, expected, printed, model, real)


def _run(program: Path, recorded: list[dict], most: int, folder: Path) -> None:
    """Runs the hardware from the state that the loader has put into the tiles."""
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


def _used(recorded: list[dict]) -> int:
    """A bit mask of the tiles that have a process."""
    return sum(1 << number for number, tile in enumerate(recorded) if tile["process"])


def _folder() -> Path:
    return project.root() / "rtl/tile"


# Parts of a tile, and their modules.
PARTS = {
    "tile: core": "picorv32",
    "tile: core's registers": "core_registers",
    "tile: synchronisation module": "sync_module",
    "tile: counters": "counters",
    "tile: accesses to others": "remote_access",
    "tile: accesses by others": "served_access",
}


def parts(chip: ChipFile, inputs: int = cost.INPUTS) -> list[area.Part]:
    """The parts of a tile without its memory. Each part is synthesised by itself, for gates if
    `inputs` is 0.

    The rest is the difference between the whole tile and these parts; its depth is that of the
    tile. The core's registers are flip-flops.
    """
    package = hardware.netlist(chip, cost.DATA)["text"]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        modules = [*PARTS.values(), "tile"]
        *costs, whole = pool.map(lambda name: _synthesised(name, package, chip, inputs), modules)
    rest = cost.Cost(
        whole.luts - sum(one.luts for one in costs),
        whole.flip_flops - sum(one.flip_flops for one in costs),
        whole.depth,
    )
    named = zip([*PARTS, "tile: rest"], [*costs, rest], strict=True)
    return [area.Part(name, chip.tiles, of) for name, of in named]


def _synthesised(module: str, package: str, chip: ChipFile, inputs: int) -> cost.Cost:
    core = cores.CORES["picorv32"]
    files = {path.stem: path for path in _folder().glob("*.sv")}
    files["picorv32"] = cores.sources_folder(core) / core.sources[0]
    values = sizes(chip)
    values |= {"OFFSET": values["WORD"] + 2, "ENABLE_PCPI": 1, "ENABLE_MUL": 1, "ENABLE_DIV": 1}
    text = re.sub(rf"^module {module}\b", "module top", files[module].read_text(), flags=re.M)
    for name, value in values.items():
        text = re.sub(rf"(parameter .*\b{name} *=) *\w+", rf"\1 {value}", text)
    # The stand-in for the memory has its ports only.
    ports = files.pop("tile_memory").read_text().partition(");")[0]
    text += f"(* blackbox *)\n{ports[ports.index('module') :]});\nendmodule\n"
    return cost.synthesised(package + text, inputs, list(files.values()))
