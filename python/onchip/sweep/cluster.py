"""The processes that run the points: on this machine, behind a Dask scheduler, or by Slurm."""

from __future__ import annotations

import contextlib
import logging
import os
import re
import signal
import socket
import subprocess
import tempfile
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from multiprocessing import forkserver, resource_tracker
from typing import TYPE_CHECKING, Any

from onchip.failures import Exit, Failure
from onchip.sweep.extra import needed

if TYPE_CHECKING:
    from distributed import Client

PRELOADED = "onchip.sweep.preloaded"
# Points run in a thread; a heap of its own would give the memory of each chip back to Linux.
MEMORY = {"MALLOC_ARENA_MAX": "1"}
FOUND = 15  # seconds for a scheduler to answer
SUBMITTED = 60  # seconds for Slurm to look at a job
ELSEWHERE = 32  # processes behind a scheduler, of which some may be about to start
_ADDRESS = re.compile(r"(tcp|tls)://(?P<host>.+):(?P<port>\d+)")


@dataclass(frozen=True)
class Slurm:
    """Jobs of Slurm, each with a process for each of its cores; empty texts: Slurm's defaults."""

    nodes: int = 1
    cores: int = 1
    time: str = "01:00:00"
    partition: str = ""
    memory: str = "2GB"  # of a job
    logs: str = ""  # a folder for what its processes say


@dataclass(frozen=True)
class Wanted:
    """Which processes: at an address, by Slurm, or so many here (None: one for each core)."""

    scheduler: str = ""
    slurm: Slurm | None = None
    workers: int | None = None

    @property
    def processes(self) -> int:
        """How many there will be, as far as it is known."""
        if self.scheduler:
            return ELSEWHERE
        if self.slurm:
            return self.slurm.nodes * self.slurm.cores
        return self.workers or len(os.sched_getaffinity(0))


@contextlib.contextmanager
def client(wanted: Wanted) -> Iterator[Client]:
    """A connection to the processes; those started here end with it."""
    dask = needed("dask")
    distributed = needed("distributed")
    # What happens to processes is told by rows and messages.
    for name in ("distributed", "distributed.nanny", "dask_jobqueue", "tornado", "asyncio"):
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    warnings.filterwarnings("ignore", r"\s*Port \d+ is already in use")
    with contextlib.ExitStack() as ending:
        scratch = ending.enter_context(_folder())
        ending.enter_context(dask.config.set(_settings(scratch)))
        if wanted.scheduler:
            found = _found(distributed, wanted.scheduler)
        else:
            cluster = (
                _by_slurm(wanted.slurm, wanted.processes)
                if wanted.slurm
                else _here(distributed, wanted)
            )
            ending.enter_context(cluster)
            found = distributed.Client(cluster, set_as_default=False)
        yield ending.enter_context(found)


def start(wanted: Wanted) -> None:
    """Begins to start processes here, so that they are there when the points are: a process, from
    which those that run points are forked, imports what they need while the study is read and
    compiled.
    """
    if wanted.scheduler or wanted.slurm:
        return
    # Ctrl-C is for us, who end them; the tracker's start would take that back.
    resource_tracker.ensure_running()
    forkserver.set_forkserver_preload([PRELOADED])
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    before = dict(os.environ)
    os.environ |= MEMORY
    try:
        forkserver.ensure_running()
    finally:
        os.environ.clear()
        os.environ |= before
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


def _settings(scratch: str) -> dict[str, Any]:
    """Dask's, for the processes here. It looks 50 times a second how late it is, and so on, which
    takes a tenth of the time of two cores.
    """
    return {
        "temporary-directory": scratch,
        "distributed.comm.timeouts.connect": f"{FOUND}s",
        "distributed.comm.timeouts.tcp": "60s",
        "distributed.worker.daemon": True,
        "distributed.worker.multiprocessing-method": "forkserver",
        "distributed.worker.memory.monitor-interval": "1s",
        "distributed.worker.profile.enabled": False,
        "distributed.scheduler.active-memory-manager.start": False,
        "distributed.client.scheduler-info-interval": "60s",
        "distributed.admin.tick.interval": "10s",
        "distributed.admin.tick.limit": "60s",
        "distributed.admin.tick.cycle": "60s",
        "distributed.admin.system-monitor.interval": "10s",
        "distributed.admin.large-graph-warning-threshold": "1GB",
    }


@contextlib.contextmanager
def _folder() -> Iterator[str]:
    with tempfile.TemporaryDirectory(prefix="onchip-dask-", ignore_cleanup_errors=True) as folder:
        yield folder


def _found(distributed, address: str) -> Client:
    """A client of a scheduler. A socket tries first: a client that finds none takes its time."""
    found = _ADDRESS.fullmatch(address)
    try:
        if not found:
            raise ValueError("that is no address")
        socket.create_connection((found["host"].strip("[]"), int(found["port"])), FOUND).close()
        return distributed.Client(address, timeout=FOUND, set_as_default=False)
    except (OSError, ValueError, OverflowError) as error:
        what = getattr(error, "strerror", None) or str(error).partition("\n")[0]
        raise Failure(
            Exit.USAGE,
            f"--scheduler {address}: no scheduler answers ({what}); `dask scheduler` starts one "
            "and prints its address, such as tcp://192.0.2.1:8786",
        ) from error


def _here(distributed, wanted: Wanted):
    start(wanted)
    # Without this Dask imports pandas here, for processes that have been started already.
    distributed.utils._forkserver_preload_set = True
    cluster = distributed.LocalCluster(
        n_workers=0,
        threads_per_worker=1,
        processes=True,
        dashboard_address=None,
        silence_logs=logging.CRITICAL + 1,
    )
    cluster.scale(wanted.processes)
    return cluster


def _by_slurm(slurm: Slurm, processes: int):
    jobqueue = needed("dask_jobqueue")
    try:
        cluster = jobqueue.SLURMCluster(
            queue=slurm.partition or None,
            walltime=slurm.time,
            cores=slurm.cores,
            processes=slurm.cores,
            memory=slurm.memory,
            scheduler_options={"dashboard_address": None},
            silence_logs=logging.CRITICAL + 1,
            log_directory=slurm.logs or None,
            job_extra_directives=[] if slurm.logs else [f"-o {os.devnull}", f"-e {os.devnull}"],
        )
        _try(cluster.job_script())
        # Jobs that Slurm ends are submitted again.
        cluster.adapt(minimum=processes, maximum=processes, interval="5s")
    except (RuntimeError, OSError) as error:
        raise Failure(
            Exit.MACHINE, f"--slurm: Slurm takes no jobs here: {str(error).splitlines()[0]}"
        ) from error
    return cluster


def _try(script: str) -> None:
    """Fails if Slurm would not take a job; a cluster would submit it again for ever."""
    with tempfile.NamedTemporaryFile("w", suffix=".sh") as file:
        file.write(script)
        file.flush()
        words = ["sbatch", "--test-only", file.name]
        try:
            done = subprocess.run(words, capture_output=True, text=True, timeout=SUBMITTED)
        except FileNotFoundError as error:
            raise RuntimeError("there is no sbatch") from error
        except subprocess.TimeoutExpired as error:
            raise RuntimeError(f"no answer in {SUBMITTED} seconds") from error
    if done.returncode:
        said = done.stderr.strip().splitlines() or [f"sbatch ended with {done.returncode}"]
        raise RuntimeError(said[-1])
