"""Measures programs that start jobs on the simulated chip. onchip.launch.measured measures programs
that start none.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from onchip.base import scratch
from onchip.base.failures import Exit, Failure
from onchip.base.load import Load
from onchip.chip.chips import ChipFile
from onchip.jobs import real_task
from onchip.launch import measured
from onchip.options.run import Options
from onchip.outcome.console import STDOUT


@dataclass(frozen=True)
class Program:
    """A source file with its arguments."""

    source: Path
    arguments: Sequence[str]

    def load(self, ranks: int, folder: Path) -> Load:
        """The program, linked in `folder`."""
        file = folder / self.source.stem
        file.write_bytes(measured.linked((self.source,)))
        return Load(file, file.read_bytes(), self.source.name, ranks, self.arguments)


def numbers(
    chip: ChipFile, allocator: Program, cores: Sequence[int], task: Program, count: int
) -> dict[str, float]:
    """Runs the allocator, with a rank on each of the given cores. It starts `count` jobs of `task`.

    Returns the numbers that the allocator prints, and two means over the jobs in cycles: `load`
    from the start of the transfers from DRAM to the first instruction, and `run` from the first
    instruction to the end. Fails if the allocator or a job fails.
    """
    with scratch.folder() as folder:
        loads = [allocator.load(len(cores), folder)]
        jobs = [real_task.Job(task.load(1, folder))] * count
    options = Options(map=[[core] for core in cores])
    result = real_task.run(chip, jobs, options, loads)
    bad = [job.message or job.kind for job in result.jobs if job.kind != "exit" or job.exit_code]
    if result.ended.kind != "exit" or result.ended.exit_code or bad or len(result.jobs) != count:
        said = "; ".join([result.ended.message or result.ended.kind, *bad])
        raise Failure(Exit.INTERNAL, f"{allocator.source} failed on {chip.name}: {said}")
    printed = measured.numbers_in(result.output[STDOUT].decode(), allocator.source)
    loading = [job.started - job.asked for job in result.jobs]
    running = [job.ended - job.started for job in result.jobs]
    return printed | {"load": sum(loading) / count, "run": sum(running) / count}
