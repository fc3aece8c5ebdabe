"""Runs points on a cluster, and returns each point as its run ends.

A task of Dask costs about 15 ms of processor time, as much as a short point. So a task has as many
points as take about a second, estimated from the latest points.
"""

from __future__ import annotations

import math
import time
import uuid
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from onchip.base.failures import Exit, Failure
from onchip.sweep import cluster, worker
from onchip.sweep.extra import needed
from onchip.sweep.metrics import of_run
from onchip.sweep.points import Point
from onchip.sweep.programs import Linked
from onchip.sweep.progress import Progress

if TYPE_CHECKING:
    from distributed import Client, Future

GONE = "the scheduler is gone; the rows of all finished points are in the table, and the same "
GONE += "command goes on"
TASK = 1.0  # intended duration, in seconds, of a task with several points
TASKS = 2  # tasks for each process: one runs, and one waits
COUNTED = 5.0  # seconds between two counts of the processes
# Dask's errors if no process has connected in time.
NO_PROCESS = ("NoWorkerError", "NoValidWorkerError")
LOOKED = 0.01  # seconds between two checks whether a task has ended


class Execution:
    """The points that are being run on a cluster."""

    def __init__(
        self,
        client: Client,
        kind: str,
        metrics: Mapping[str, str],
        wanted: cluster.Wanted,
        progress: Progress,
    ):
        """`wanted` is the expected number of processes; there may be more or fewer."""
        self.client = client
        self.progress = progress
        self._patience, self._awaited = wanted.patience
        self._alone: float | None = None  # the time since which there has been no process
        self.kind = kind
        self.metrics = of_run(metrics)
        # Prefix of the names of our tasks, since several commands may use one scheduler.
        self._run = uuid.uuid4().hex[:8]
        self._tasks = 0
        self._programs: dict[str, Future] = {}
        self._waiting: deque[Point] = deque()
        self._under_way: dict[str, list[Point]] = {}
        self._at_once: list[tuple[Point, dict[str, Any]]] = []
        self._seconds: float | None = None  # mean time that a point took in the latest task
        self._expected = self._processes = wanted.processes
        self._counted = -math.inf
        self._ended = needed("distributed").as_completed(
            loop=client.loop, with_results=True, raise_errors=False
        )

    def start(self, points: Iterable[Point]) -> None:
        """Accepts points to run. A point whose program did not compile ends at once."""
        for point in points:
            failure = next((one.failure for one in point.linked if one.failure), None)
            if failure:
                self._at_once.append((point, point.failed(failure)))
            else:
                self._waiting.append(point)
        self._feed()

    def __bool__(self) -> bool:
        """Whether any point has not ended."""
        return bool(self._under_way or self._waiting or self._at_once)

    def ended(self) -> Iterator[tuple[Point, dict[str, Any]]]:
        """Yields each point that ends, with its row; the caller may start more points in
        between.
        """
        while self:
            while self._at_once:
                yield self._at_once.pop()
            if not self._under_way:
                continue
            for future, result in self._next():
                points = self._under_way.pop(future.key)
                rows = self._rows(points, future, result)
                self._feed()
                yield from zip(points, rows, strict=False)

    def processes(self) -> int:
        """The number of processes. Waits for the first one."""
        while not (there := self._count()):
            time.sleep(COUNTED / 50)
        return there

    def _next(self) -> list[tuple[Future, Any]]:
        """Waits until a task has ended, and returns all tasks that have ended."""
        while not (ended := self._ended.next_batch(block=False)):
            if time.monotonic() - self._counted > COUNTED:
                self._count()
            time.sleep(LOOKED)
        return ended

    def _count(self) -> int:
        """Counts the processes. Prints a message if there is none, and fails if that lasts."""
        try:
            there = sum(self.client.nthreads().values())
        except (OSError, RuntimeError) as error:
            raise Failure(Exit.SYSTEM, GONE) from error
        self._counted = now = time.monotonic()
        if there:
            self._alone = None
            return there
        if self._alone is None:
            self._alone = now
        waited = now - self._alone
        if waited >= self._patience:
            raise self._deserted()
        if waited >= COUNTED:
            self.progress.wait(f"waiting for {self._awaited}")
        return 0

    def _deserted(self) -> Failure:
        return Failure(
            Exit.SYSTEM,
            f"there has been no process to run points for {self._patience:g} seconds: the sweep "
            f"was waiting for {self._awaited}. Dask's setting {cluster.NO_WORKERS} says how long "
            "it waits; the same command goes on",
        )

    def _feed(self) -> None:
        """Sends waiting points to the cluster, as many as its processes can take."""
        try:
            while self._waiting and len(self._under_way) < self._most_tasks():
                count = min(self._points_of_a_task(), len(self._waiting))
                self._send([self._waiting.popleft() for _ in range(count)])
        except (OSError, RuntimeError) as error:
            raise Failure(Exit.SYSTEM, GONE) from error

    def _most_tasks(self) -> int:
        if time.monotonic() - self._counted > COUNTED:
            self._processes = max(self._count(), self._expected)
        return TASKS * self._processes

    def _points_of_a_task(self) -> int:
        if self._seconds is None:
            return 1
        # Towards the end tasks get smaller, so that all processes finish at about the same time.
        share = -(-len(self._waiting) // (2 * self._processes))
        return max(min(int(TASK / max(self._seconds, 1e-6)), share), 1)

    def _send(self, points: Sequence[Point]) -> None:
        programs = {one.digest: self._program(one) for point in points for one in point.linked}
        self._tasks += 1
        future = self.client.submit(
            worker.run_all,
            self.kind,
            [(dict(point.options), [one.digest for one in point.linked]) for point in points],
            programs,
            self.metrics,
            key=f"onchip-{self._run}-{self._tasks}",
            pure=False,
        )
        self._under_way[future.key] = list(points)
        self._ended.add(future)

    def _program(self, linked: Linked) -> Future:
        """The program as a task of Dask, which is repeated if the process that holds the program is
        killed.
        """
        name = linked.digest
        if name not in self._programs:
            self._programs[name] = self.client.submit(
                bytes, linked.elf, key=f"onchip-{self._run}-program-{name[:16]}", pure=False
            )
        return self._programs[name]

    def _rows(self, points: Sequence[Point], future: Future, result: Any) -> list[dict[str, Any]]:
        """Returns the rows of a task that has ended. Points whose process was killed several times
        are tried again one by one, to find the cause.
        """
        if future.status == "finished":
            ends, seconds = result
            self._seconds = seconds / len(points)
            return [point.row(end) for point, end in zip(points, ends, strict=True)]
        if future.status != "error":
            raise Failure(Exit.SYSTEM, GONE)
        error = result[1] if isinstance(result, tuple) else result
        name = type(error).__name__
        if name in NO_PROCESS:
            raise self._deserted()
        if len(points) > 1:
            for point in points:
                self._send([point])
            return []
        what = f"{name}: {error}"
        if name == "KilledWorker":
            what = "the process that ran it was killed several times, perhaps by lack of memory"
        return [points[0].row(worker.failed(Exit.SYSTEM, what))]
