"""Compiles `axi_cocotb` with Verilator, and runs `axi_traffic.py` on it with cocotb 1.9. To call
it, type in the folder of the network: python bench/run_axi.py TRANSACTIONS SEED. It prints which
tests have passed or failed.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

import cocotb.config
import find_libpython

OUT = Path(__file__).resolve().parent.parent
OBJECTS = OUT / "build/axi"
TOP = "axi_cocotb"
MAKE = "OPT_FAST=-O1 OPT_GLOBAL=-O0 VM_PARALLEL_BUILDS=0"


def build() -> None:
    """Compiles the network. Only signals of the top module are visible to cocotb, which keeps the
    simulation fast.
    """
    OBJECTS.mkdir(parents=True, exist_ok=True)
    libraries = cocotb.config.libs_dir
    main = Path(cocotb.config.share_dir) / "lib/verilator/verilator.cpp"
    bench = [OUT / f"bench/{name}" for name in ("axi_cocotb.vlt", "axi_pins.sv", "axi_cocotb.sv")]
    words = ["verilator", "--cc", "--exe", "--build", "--vpi", "-Wno-fatal", "-O3", "-j", "2"]
    words += ["--top-module", TOP, "--prefix", "Vtop", "-Mdir", OBJECTS, "-o", TOP]
    words += ["-LDFLAGS", f"-Wl,-rpath,{libraries} -L{libraries} -lcocotbvpi_verilator"]
    words += ["-MAKEFLAGS", MAKE, main, OUT / "noc.sv", *sorted((OUT / "rtl").glob("*.sv")), *bench]
    done = subprocess.run(list(map(str, words)), capture_output=True, text=True, cwd=OUT)
    if done.returncode:
        sys.exit(done.stdout + done.stderr)


def run(transactions: str, seed: str) -> str:
    """Runs this many transactions; returns the output of cocotb."""
    endpoints = re.search(r"ENDPOINTS = (\d+);", (OUT / "noc.sv").read_text())[1]
    environment = {
        "MODULE": "axi_traffic",
        "TOPLEVEL": TOP,
        "TOPLEVEL_LANG": "verilog",
        "PYTHONPATH": str(OUT / "bench"),
        "VIRTUAL_ENV": sys.prefix,
        "LIBPYTHON_LOC": find_libpython.find_libpython() or "",
        "COCOTB_RESULTS_FILE": str(OBJECTS / f"results-{seed}.xml"),
        "ENDPOINTS": endpoints,
        "TRANSACTIONS": transactions,
        "SEED": seed,
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
    }
    done = subprocess.run(
        [OBJECTS / TOP], env=os.environ | environment, capture_output=True, text=True, cwd=OUT
    )
    return done.stdout + done.stderr


if __name__ == "__main__":
    build()
    printed = run(*sys.argv[1:])
    found = re.findall(r"(?:passed|failed): .*", printed)
    print(found[-1] if found else printed)
    sys.exit(not found or found[-1].startswith("failed"))
