"""Runs programs on this machine, with a process for each rank, as runtime/hal/linux requires."""

import subprocess
import time
from collections.abc import Sequence

from onchip.base import timeouts
from onchip.base.interrupts import interrupts, passed_on
from onchip.base.load import Load
from onchip.host import machines
from onchip.host.world import (
    POLL_SECONDS,
    End,
    Start,
    World,
    deadlock_message,
    failed,
    outcome,
    waits,
)
from onchip.options.run import Options
from onchip.outcome.console import Console
from onchip.outcome.outcome import Outcome

# A job whose processes all sleep for this long without a wake-up is deadlocked.
DEADLOCK_SECONDS = 1.0


class _DeadlockWatch:
    """Detects that every process has slept for DEADLOCK_SECONDS without a wake-up."""

    def __init__(self):
        self._asleep: list | None = None
        self._since = 0.0

    def stuck(self, world: World, alive: list[int]) -> bool:
        """Whether the processes at the places `alive` are deadlocked: no process can wake
        another.
        """
        asleep = []
        for place in alive:
            events = world.shared.waits(place)
            if events is None:
                self._asleep = None
                return False
            asleep.append((place, events))
        if asleep != self._asleep:
            self._asleep, self._since = asleep, time.monotonic()
        return bool(asleep) and time.monotonic() - self._since > DEADLOCK_SECONDS


def run(
    loads: Sequence[Load], options: Options, console: Console, records=None, rest=None
) -> Outcome:
    """Runs the programs until every process has ended, or until an event ends the job.

    `records` is called with the rank and data of each record that a process has kept for tools.
    `rest` is called at the end with a reader of the memory of processes that have not ended.
    """
    if options.hosts:
        return machines.run(loads, options, console, records)
    started = time.monotonic()
    stdin = None if options.standard_input else subprocess.DEVNULL
    start = Start(str(options.folders[1]), options.environment, stdin)
    world = World(loads, start, records is not None)
    try:
        end = _watch(world, options, console)
    finally:
        world.stop()
        for rank, data in world.records():
            records(rank, data)
        if rest:
            rest(world.memory)
        console.write(world.end())
    codes = world.codes()
    world.shared.close()
    return outcome(end, codes, len(codes), time.monotonic() - started)


def _watch(world: World, options: Options, console: Console) -> End:
    """Prints the output until the end."""
    timeouts.lift()
    sleepers = _DeadlockWatch()
    end = None
    with interrupts() as interrupted, passed_on(world.send):
        while end is None:
            alive = world.alive()
            if end := failed(world):
                break
            if interrupted():
                world.interrupted = interrupted()
                end = "interrupted", None, "interrupted"
            elif not any(place < world.ranks for place in alive):
                end = "exit", None, ""
            elif options.is_late:
                end = "timeout", None, timeouts.message(options.timeout)
            elif sleepers.stuck(world, alive):
                waiting, lines = waits(world)
                end = "deadlock", None, deadlock_message(waiting, world.ranks, lines)
            else:
                console.write(world.output(POLL_SECONDS))
    return end
