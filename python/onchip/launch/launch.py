"""A run from its sources to its end, for `onchip run` and `onchip.run()`."""

from __future__ import annotations

import contextlib
import dataclasses
import io
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from onchip.advice import advise, values
from onchip.base import scratch
from onchip.base.failures import Exit, Failure
from onchip.base.load import Load
from onchip.build import build, compiler
from onchip.chip import chips, energy
from onchip.chip import mapping as mapping_of
from onchip.host import launch as host
from onchip.launch import annotations as annotations_of
from onchip.launch import clusters
from onchip.launch import openmp_environment as openmp
from onchip.launch.request import Request
from onchip.mpi_check import findings as mpi_findings
from onchip.mpi_check import records as check_records
from onchip.options.run import Annotation
from onchip.outcome import console as consoles
from onchip.outcome import outcome as outcomes
from onchip.outcome import profile
from onchip.outcome.finding import Finding
from onchip.report import page, summary
from onchip.simulation import check, simulation
from onchip.trace import files, self_trace, traffic
from onchip.trace import recorder as recorders


@dataclass
class Run:
    """The results of a run, which are filled in while the run goes on."""

    outcome: outcomes.Outcome | None = None
    chip: chips.ChipFile | None = None
    note: str = ""  # a remark about the mapping
    findings: Sequence[Finding] = ()
    advice: advise.Advice | None = None
    trace: recorders.Trace | None = None
    checks_mpi: bool = False
    checks_chip: bool = False

    @property
    def summary(self) -> list[str]:
        """Sentences that sum up the run."""
        return summary.of_run(self.outcome, self.chip, self.trace)

    def as_json(self, console: consoles.Console) -> str:
        """One JSON object with everything about the run (docs/json.md) and the output in
        `console`.
        """
        more = {}
        if self.advice:
            more["advice"] = values.as_json(self.advice)
        if self.checks_mpi or self.checks_chip:
            more["findings"] = [vars(finding) for finding in self.findings]
        return self.outcome.as_json(console, **more, summary=self.summary)


def run(request: Request, console: consoles.Console, results: Run) -> None:
    """Compiles sources, runs the programs, writes the requested files, and fills in `results`.
    Fails if the run cannot begin.
    """
    with contextlib.ExitStack() as meanwhile:
        if request.observed:
            meanwhile.enter_context(recorders.without_collection())
        _Launch(request, console, results).run()


class _Launch:
    def __init__(self, request: Request, console: consoles.Console, results: Run):
        if request.check_nan:
            request = dataclasses.replace(request, check_program=True)
        self.request = request
        self.console = console
        self.results = results
        self.host = request.host
        self.cores = request.threads or 1
        self.chip = results.chip = chips.load(request.chip, request.settings)
        traced = bool(request.self_trace)
        self.target = dataclasses.replace(request.target.of(self.chip), traced=traced)
        self.cflags = list(request.cflags)
        self.options = request
        if request.threads:
            self.cflags = ["-fopenmp", *openmp.link_flags(request.environment), *self.cflags]
            stack_kb = request.stack_kb or openmp.stack_kb(request.environment)
            self.options = dataclasses.replace(request, stack_kb=stack_kb)
        results.checks_chip = request.check_program or request.check_cache
        if request.suppress and not request.check_program:
            raise Failure(Exit.USAGE, "--suppress is for the findings of --check")
        check.suppressions(request.suppress)
        has_caches = bool(self.chip.config["data_cache"]["size_kb"])
        if request.check_program and has_caches:
            self.options = dataclasses.replace(self.options, check_cache=True)
        if request.check_cache and not has_caches:
            why = f"--check-cache: {self.chip.name} has no data caches"
            raise Failure(Exit.USAGE, f"{why}; --set data_cache.size_kb=16 adds them")
        results.checks_mpi = request.check_mpi or request.has_linked(compiler.watches_mpi)
        self.checking = check_records.CheckRecorder() if results.checks_mpi else None

    def run(self) -> None:
        request, results = self.request, self.results
        kernel = bool(request.kernel)
        ranks = sum(one.ranks or most(self.chip, self.cores, kernel) for one in request.programs)
        annotations_of.check_ranks(request.annotate, ranks)
        self._map(ranks, kernel)
        self.options = dataclasses.replace(
            self.options,
            energy=self._counts_energy(),
            power_window=(request.power_window or 0) if request.power else None,
            profile=request.profile or request.callgrind is not None,
        )
        own = None  # the recorder of the trace that the program keeps
        with self._folder() as folder:
            loads = self._loads(folder, request.annotate)
            if not kernel and any(load.kernel for load in loads):  # a program calls the kernel
                ranks = sum(load.ranks for load in loads)
                self._map(ranks, True)
            if request.self_trace:
                own = self_trace.SelfTraceRecorder(loads, self.host)
            self.console.records = self._takes(own)
            rest = own and own.end
            if self.host:
                results.outcome = host.run(
                    loads, self.options, self.console, self.console.records, rest
                )
                self._find(loads)
        recorder = None
        if not self.host:
            if request.observed:
                recorder = recorders.ChipRecorder()
            try:
                results.outcome = simulation.run(
                    self.chip, loads, self.options, self.console, recorder, rest
                )
            except Failure as failure:
                if request.linked:
                    message = outcomes.for_linked(failure.message)
                    raise Failure(failure.exit_code, message) from failure
                raise
            if request.linked:
                results.outcome.message = outcomes.for_linked(results.outcome.message)
            self._find(loads)
        self._write(recorder, own)
        if request.advise:
            results.advice = self._advise()
        if request.report:
            advice, found = results.advice, results.findings
            page.write(results.trace, results.outcome, advice, request.report, found)

    def _folder(self) -> contextlib.AbstractContextManager[Path | None]:
        """A folder to compile in; none if nothing is compiled."""
        request = self.request
        compiles = request.host or request.kernel or request.annotate
        compiles = compiles or len(request.linked) < len(request.programs)
        if compiles or request.has_linked(compiler.calls_kernel):
            return scratch.folder()
        return contextlib.nullcontext()

    def _map(self, ranks: int, kernel: bool) -> None:
        mapped = mapping_of.choose(self.request.map, self.chip, ranks, self.cores, kernel)
        self.results.note = mapped.note
        self.options = dataclasses.replace(self.options, map=mapped.given)

    def _counts_energy(self) -> bool:
        request = self.request
        if request.energy or request.power:
            energy.check(self.chip, request.power)
            return True
        return request.report is not None and "energy" in self.chip.config

    def _takes(self, own) -> Callable[[int, bytes], None] | None:
        """Returns the function that takes the program's records: those of its own trace, those of
        --check-mpi, or both in any order.
        """
        if not self.checking:
            return own and own.take

        def take(rank: int, data: bytes) -> None:
            rest = memoryview(data)
            while rest:
                of_trace = self_trace.buffer_bytes(rest)
                taken = of_trace or check_records.RECORD_BYTES
                if taker := own if of_trace else self.checking:
                    taker.take(rank, rest[:taken])
                rest = rest[taken:]

        return take

    def _loads(self, folder: Path, annotations: Sequence[Annotation]) -> list[Load]:
        """Compiles sources, and reads the programs for the chip. If a kernel is requested or
        called, it is the last program of the list.
        """
        marks = annotations_of.arguments(self.target, annotations, folder)
        if self.results.checks_mpi:
            marks.append(compiler.linking(self.target, "check-mpi"))
        loads = _loads(self.request, self.chip, [*marks, *self.cflags], self.target, folder)
        if not self.host:
            return loads
        # This machine can run any number of ranks.
        return [_with_clusters(load, loads, self.chip, self.options.map) for load in loads]

    def _find(self, loads) -> None:
        found = self.results.outcome.findings
        if self.checking:
            ended = self.results.outcome.kind == "exit"
            found = [*found, *mpi_findings.find(self.checking.records, loads, ended)]
        self.results.findings = found

    def _write(self, recorder, own) -> None:
        """Writes the requested files after the run."""
        request, outcome = self.request, self.results.outcome
        title = request.words
        if request.power:
            name = f"{request.programs[0].name} on {self.chip.name}"
            energy.write_power(outcome.energy, name, request.power)
        if request.callgrind:
            profile.write(outcome.profile, title, request.callgrind)
        if recorder:
            self.results.trace = recorder.trace(self.chip, title, outcome.cycles, outcome.ranks)
            _write_trace(self.results.trace, request.trace)
        if request.traffic:
            traffic.write(self.results.trace, request.traffic)
        if own:
            _write_trace(
                own.trace(self.chip, title, outcome.cycles, outcome.ranks), request.self_trace
            )

    def _advise(self):
        request = self.request

        def build_again(annotations):
            # An annotation on trial replaces the user's annotation of the same pair. The first
            # compilation has already printed the compiler's messages.
            of_pair = {(a.sender, a.receiver): a for a in (*request.annotate, *annotations)}
            with scratch.folder() as folder, contextlib.redirect_stderr(io.StringIO()):
                return self._loads(folder, [*of_pair.values()])

        linked = next(iter(request.linked), "")
        program = advise.Program(build_again, self.chip, self.options, linked)
        return advise.advise(
            self.results.outcome,
            self.results.trace,
            program,
            lambda what: print(f"onchip: {what}", file=sys.stderr),
        )


def most(chip: chips.ChipFile, threads: int, kernel: bool) -> int:
    """The number of ranks, with `threads` threads each, that fit on a chip; at least one."""
    return max(len(chip.program_cores(kernel)) // threads, 1)


def _write_trace(trace, paths: Sequence[Path]) -> None:
    for path in paths:
        files.write(trace, path)


def _loads(request, chip, cflags, target, folder) -> list[Load]:
    files = []
    for program in request.programs:
        file = Path(program.name)
        if program.is_source:
            file = build.build(program.files, target, cflags, folder)
        files.append((program, file, _read(file, program.name)))
    kernel = request.kernel or any(compiler.calls_kernel(elf) for _, _, elf in files)
    threads = request.threads or 1
    loads = [
        Load(
            file=file,
            elf=b"" if target.host else elf,
            name=program.name,
            ranks=program.ranks or most(chip, threads, kernel),
            threads=threads,
            arguments=program.arguments,
        )
        for program, file, elf in files
    ]
    if kernel:
        loads.append(clusters.kernel(target, folder))
    return loads


def _with_clusters(load: Load, loads: Sequence[Load], chip: chips.ChipFile, mapping) -> Load:
    if not load.kernel:
        return load
    ranks = sum(load.ranks for load in loads)
    return dataclasses.replace(load, clusters=clusters.on_host(chip, ranks, mapping))


def _read(file: Path, name: str) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise Failure(Exit.ELF, f"{name} cannot be read: {error.strerror}") from error
