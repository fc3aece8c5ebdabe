"""Runs points on a cluster, and hands back each as it ends."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from onchip.failures import Exit, Failure
from onchip.sweep import worker
from onchip.sweep.points import Point, failed

if TYPE_CHECKING:
    from distributed import Client, Future

GONE = "the scheduler is gone; the rows of all finished points are in the table, and the same "
GONE += "command goes on"


class Execution:
    """Points under way on a cluster."""

    def __init__(self, client: Client, kind: str, metrics: Iterable[str]):
        from distributed import as_completed

        self.client = client
        self.kind = kind
        self.metrics = list(metrics)
        self._run = uuid.uuid4().hex[:8]  # several commands may use one scheduler
        self._programs: dict[str, Future] = {}
        self._points: dict[str, Point] = {}
        self._at_once: list[tuple[Point, dict[str, Any]]] = []
        self._ended = as_completed(loop=client.loop, with_results=True, raise_errors=False)

    def start(self, points: Iterable[Point]) -> None:
        """Sends points to the processes; one without a program ends at once."""
        try:
            for point in points:
                self._start(point)
        except (OSError, RuntimeError) as error:
            raise Failure(Exit.SYSTEM, GONE) from error

    def _start(self, point: Point) -> None:
        program = None
        if point.program:
            if point.program.failure:
                self._at_once.append((point, point.failed(point.program.failure)))
                return
            program = self._program(point.program)
        future = self.client.submit(
            worker.run,
            self.kind,
            dict(point.options),
            program,
            self.metrics,
            key=f"onchip-{self._run}-{point.id}",
            pure=False,
        )
        self._points[future.key] = point
        self._ended.add(future)

    def _program(self, linked) -> Future:
        """The program as a task, which is repeated where the process that holds it is killed."""
        digest = linked.digest
        if digest not in self._programs:
            self._programs[digest] = self.client.submit(
                bytes, linked.elf, key=f"onchip-{self._run}-program-{digest[:16]}", pure=False
            )
        return self._programs[digest]

    def __bool__(self) -> bool:
        """Whether a point is under way."""
        return bool(self._points or self._at_once)

    def ended(self) -> Iterator[tuple[Point, dict[str, Any]]]:
        """Each point that ends, with its row; more may be started meanwhile."""
        while self:
            if self._at_once:
                yield self._at_once.pop()
                continue
            future, result = next(self._ended)
            point = self._points.pop(future.key)
            yield point, self._row(point, future, result)

    def _row(self, point: Point, future: Future, result: Any) -> dict[str, Any]:
        if future.status == "finished":
            return point.row(result)
        if future.status != "error":
            raise Failure(Exit.SYSTEM, GONE)
        error = result[1] if isinstance(result, tuple) else result
        name = type(error).__name__
        what = f"{name}: {error}"
        if name == "KilledWorker":
            what = "the process that ran it was killed, several times: by lack of memory, say"
        return point.row(failed(Exit.SYSTEM.kind, int(Exit.SYSTEM), what))
