"""The hardware description of a chip's network, and its simulation by Verilator."""

import os
import re
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

from onchip.base import project, terminal
from onchip.base.failures import Exit, Failure
from onchip.chip.chips import ChipFile

TOP = "network"
PACKAGE = "noc.sv"  # holds the text of `netlist`; tools must read it before all modules
# Modules between an endpoint of the network and a tile.
INTERFACES = (
    "axi_manager",
    "axi_order",
    "axi_port",
    "network_axi",
    "network_interface",
    "network_stream",
    "qos_registers",
)
# Flags for the compiled simulation. -O1 compiles quickly and is fast enough. Each module that
# Verilator generates is compiled as one unit, because its header alone takes a second to compile.
OPTIMISE = "OPT_FAST=-O1 OPT_GLOBAL=-O0 VM_PARALLEL_BUILDS=0"
# Flags for a simulation whose speed counts, as Verilator's manual recommends.
FAST = "OPT_FAST=-O3 OPT_SLOW=-O1 OPT_GLOBAL=-O3"
FASTER = ["--x-assign", "fast", "--x-initial", "fast", "--noassert"]


def sources() -> list[Path]:
    """The files that every network needs."""
    return [path for path in modules() if path.stem not in INTERFACES]


def modules() -> list[Path]:
    """All modules of `rtl/`."""
    return sorted((project.root() / "rtl").glob("*.sv"))


def package(parameters: str) -> str:
    """The package `noc` with the contents of the included file in place of the include directive.
    If Verilator looked for that file in a folder, Verilator would take modules from the folder,
    too.
    """
    types = project.root() / "rtl/noc.svh"
    return parameters.replace(f'`include "{types.name}"\n', types.read_text())


def netlist(chip: ChipFile, data: int | None = None) -> dict:
    """Returns the package with the parameters of a chip's network, `text`, and the sizes of the
    network's ports. A flit has `data` bits of data; None stands for the size in the model's
    records.
    """
    if chip.config["link"]:
        raise Failure(
            Exit.CHIP,
            f"{chip.path}: link: the hardware has equal links only; take out `[[link]]`",
        )
    if chip.config["network"].get("routing", "xy") not in ("xy", "yx"):
        raise Failure(
            Exit.CHIP,
            f'{chip.path}: network.routing: the hardware has one order of dimensions; "xy" or "yx"',
        )
    if chip.config["perturb"]["seed"]:
        raise Failure(
            Exit.CHIP, f"{chip.path}: perturb.seed: nothing is random in the hardware; right: 0"
        )
    if chip.config["network"].get("channels", 0):
        raise Failure(
            Exit.CHIP,
            f"{chip.path}: network.channels: the hardware has the virtual channels that the routes "
            "need; 0",
        )
    made = project.simulator().rtl_netlist(chip.checked, data)
    return made | {"text": package(made["text"])}


@dataclass(frozen=True)
class Compared:
    """The result of a comparison: a line on the first difference, or None, and the number of cycles
    up to there.
    """

    difference: str | None
    cycles: int


@dataclass(frozen=True)
class Simulation:
    """A network compiled by Verilator, with the test bench that replays a record."""

    program: Path
    routers: int

    def compare(self, record: str, folder: Path) -> Compared:
        """Replays a record of the model. If something differs, the waveforms `model.vcd` and
        `hardware.vcd` are written to `folder`.
        """
        path = folder / "record.txt"
        path.write_text(record)
        return compared([self.program, path, folder])

    def seconds(self, record: str, folder: Path) -> float:
        """The processor time of a replay without comparison."""
        path = folder / "record.txt"
        path.write_text(record)
        done = subprocess.run([self.program, path], capture_output=True, text=True, check=True)
        return float(done.stdout.split()[2])


def compared(words: list) -> Compared:
    """Runs a test bench that prints `same` and the cycles, or a line on the first difference, which
    begins with its cycle. From time to time the test bench prints on stderr the number of cycles
    done and the total.
    """
    errors, progress = [], ""
    with (
        tempfile.TemporaryFile("w+") as output,
        subprocess.Popen(words, stdout=output, stderr=subprocess.PIPE, text=True) as process,
        terminal.during("the hardware runs", lambda: progress),
    ):
        for line in process.stderr:
            found = re.fullmatch(r"at (\d+) of (\d+)\n", line)
            if found:
                cycles, end = map(int, found.groups())
                progress = f"{cycles:,} of {end:,} cycles"
            else:
                errors.append(line)
        process.wait()
        output.seek(0)
        printed = output.read()
    if process.returncode not in (0, 1):
        raise Failure(Exit.INTERNAL, f"{words[0]}: {printed}{''.join(errors)}")
    found = re.match(r"(?:same|cycle) (\d+)", printed)
    return Compared(printed.strip() if process.returncode else None, int(found[1]))


def compile_network(
    chip: ChipFile,
    folder: Path,
    modules: list[Path] | None = None,
    fast: bool = False,
    whole: bool = False,
) -> Simulation:
    """Compiles the network of a chip in a folder, from the modules of `rtl/` or from others. `fast`
    compiles for longer and simulates fast. `whole` compiles for much longer and simulates faster
    still, because routers are not compiled separately. Fails without Verilator.
    """
    sizes = netlist(chip)
    words = ["--top-module", TOP, *map(str, modules or sources())]
    words += [] if whole else ["--hierarchical"]
    words += FASTER if fast else []
    program = compile_bench("compare", sizes, words, folder, FAST if fast else OPTIMISE)
    return Simulation(program, sizes["ROUTERS"])


def verilate(words: list[str], what: str) -> None:
    """Compiles `what` by Verilator; without Verilator, fails with the command that installs it."""
    if shutil.which("verilator") is None:
        raise Failure(Exit.MACHINE, "verilator is missing. Type: apt-get install -y verilator")
    with terminal.during(f"Verilator compiles the {what}"):
        done = subprocess.run(["verilator", *words], capture_output=True, text=True)
    if done.returncode:
        raise Failure(Exit.INTERNAL, f"verilator: {done.stdout[-2000:]}{done.stderr[-2000:]}")


def compile_bench(name: str, sizes: dict, words: list[str], folder: Path, flags: str) -> Path:
    """Compiles a test bench of `rtl/` with a package. The sizes become macros, and `words` names
    the files of the modules.
    """
    macros = " ".join(f"-D{key}={value}" for key, value in sizes.items() if key != "text")
    macros += f" -I{project.root() / 'rtl'}"
    (folder / PACKAGE).write_text(sizes["text"])
    words = [str(folder / PACKAGE), *words]
    words = ["--cc", "--exe", "--build", "-Wno-fatal", "-O3", *words]
    if shutil.which("ccache"):
        flags += " OBJCACHE=ccache"
    words += ["-j", str(os.cpu_count()), "-MAKEFLAGS", flags, "-CFLAGS", f"-std=c++17 {macros}"]
    words += ["--Mdir", str(folder / f"{name}-objects"), "-o", name]
    words.append(str(project.root() / f"rtl/{name}.cpp"))
    verilate(words, "network")
    return folder / f"{name}-objects" / name
