"""Finds where a program waits, tries what may help, and reports the gain."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from onchip.advice import candidates, join, path
from onchip.advice.candidates import Candidate
from onchip.advice.path import Path
from onchip.advice.waits import Cause, Wait
from onchip.base.load import Load
from onchip.chip.chips import ChipFile
from onchip.options.run import Annotation, Options
from onchip.outcome.console import Silent
from onchip.outcome.outcome import Outcome
from onchip.simulation import simulation
from onchip.trace.recorder import Trace


@dataclass(frozen=True)
class Task:
    """The cycles for which a rank has waited, by cause."""

    late_sender: int = 0  # waits for messages whose sender was late
    late_receiver: int = 0  # waits for a receiver that was late
    collective: int = 0
    on_the_way: int = 0
    delayed: int = 0  # cycles by which messages took longer than the quickest of equal length
    caused: int = 0  # cycles that other ranks waited because this rank was late

    @property
    def waiting(self) -> int:
        """All cycles in which the rank has waited."""
        return self.late_sender + self.late_receiver + self.collective + self.on_the_way


@dataclass(frozen=True)
class Trial:
    """A candidate (priorities or annotations) that was tried, and the outcome of its run."""

    candidate: Candidate
    outcome: Outcome

    def gain(self, before: Outcome) -> float:
        """Returns the share of the cycles of the run `before` that the candidate saves."""
        return 1 - self.outcome.cycles / before.cycles


@dataclass(frozen=True)
class Advice:
    """The findings about a run. If some of them are missing, `why_not` gives the reason."""

    before: Outcome
    tasks: dict[int, Task] | None = None
    waits: Sequence[Wait] = ()
    path: Path | None = None
    trials: Sequence[Trial] = ()
    why_not: str = ""

    @property
    def best(self) -> Trial | None:
        """Returns the trial with the greatest gain, if the gain is worth an annotation."""
        good = [t for t in self.trials if t.gain(self.before) >= candidates.WORTH]
        return max(good, key=lambda trial: trial.gain(self.before), default=None)


@dataclass(frozen=True)
class Program:
    """The program to advise on. `build` compiles it with further annotations."""

    build: Callable[[Sequence[Annotation]], Sequence[Load]]
    chip: ChipFile
    options: Options
    # The program's name if it is already linked; annotations cannot be tried then.
    linked: str = ""


def advise(before: Outcome, trace: Trace, program: Program, tick: Callable[[str], None]) -> Advice:
    """Advises on a run, whose outcome is `before` and whose recorded events are `trace`. `tick` is
    called with the name of each step.
    """
    if not _ended_well(before):
        return Advice(before, why_not="the program failed")
    records = trace.records.each()
    if not records:
        return Advice(
            before, why_not="the program makes no calls of MPI, or has no symbols that tell them"
        )
    waits = join.join(records)
    spans = {rank: join.span(own) for rank, own in records.items()}
    known = Advice(before, _tasks(waits, spans), waits, path.critical(waits, spans))
    network = program.chip.config["network"]
    chosen = candidates.choose(known.path, known.waits, network)
    if not chosen:
        return replace(known, why_not=_nothing_to_try(known.path, program.chip))
    if program.linked and any(candidate.annotation for candidate in chosen):
        why = f"annotations and channels cannot be tried, as {program.linked} is linked already"
        known = replace(known, why_not=why)
        chosen = [candidate for candidate in chosen if not candidate.annotation]
    trials = []
    for candidate in chosen:
        tick(f"trying {candidate.what}")
        trials.append(Trial(candidate, _try(candidate, program)))
        if trials[-1].outcome.kind == "interrupted":
            return replace(known, why_not="interrupted")
    return replace(known, trials=[trial for trial in trials if _ended_well(trial.outcome)])


def _ended_well(outcome: Outcome) -> bool:
    return outcome.kind == "exit" and outcome.exit_code == 0


def _try(candidate: Candidate, program: Program) -> Outcome:
    options = program.options
    loads = program.build(candidate.annotations)
    priority = (*options.priority, *candidate.priorities)
    tried = replace(options, priority=priority, energy=False, power_window=None, profile=False)
    return simulation.run(program.chip, loads, tried, Silent())


def _nothing_to_try(critical: Path, chip: ChipFile) -> str:
    if critical.transfer < candidates.WORTH * critical.cycles:
        return "messages in flight are too small a part of the critical path"
    return (
        f"{chip.name} has one priority level and no circuits; "
        "--set network.levels=8 gives it levels"
    )


def _tasks(waits: Sequence[Wait], spans: dict[int, tuple[int, int]]) -> dict[int, Task]:
    sums = {rank: defaultdict(int) for rank in spans}
    for wait in waits:
        own = sums[wait.rank]
        if wait.cause is Cause.RECEIVE:
            own["late_sender"] += wait.late
        elif wait.cause is Cause.SEND:
            own["late_receiver"] += wait.late
        else:
            own["collective"] += wait.end - wait.begin
        if wait.is_message:
            own["on_the_way"] += wait.transfer
            own["delayed"] += wait.delay
        if wait.peer in sums:
            sums[wait.peer]["caused"] += wait.late
    return {rank: Task(**values) for rank, values in sums.items()}
