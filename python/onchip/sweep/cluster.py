"""The processes that run the points of a study: on this machine, behind a Dask scheduler, or in
jobs of Slurm.
"""

from __future__ import annotations

import contextlib
import itertools
import logging
import os
import re
import signal
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from multiprocessing import forkserver, resource_tracker
from pathlib import Path
from typing import TYPE_CHECKING, Any

from onchip.base import scratch
from onchip.base.failures import Exit, Failure
from onchip.sweep import servers
from onchip.sweep.extra import needed

if TYPE_CHECKING:
    from distributed import Client

PRELOADED = "onchip.sweep.preloaded"
# A worker runs points in a thread. If the thread had a heap of its own, it would return the memory
# of each chip to Linux, and get it again for the next point.
MEMORY = {"MALLOC_ARENA_MAX": "1"}
FOUND = 15  # seconds within which a scheduler must answer
SILENT = logging.CRITICAL + 1
SUBMITTED = 60  # seconds within which Slurm must accept or refuse a job
# the assumed number of processes behind a scheduler, since some may still be starting
ELSEWHERE = 32
# Dask's setting of how long to wait for a worker
NO_WORKERS = "distributed.scheduler.no-workers-timeout"
JOB, WORKER = "onchip.sweep.job", "onchip.sweep.servers.Worker"
_ADDRESS = re.compile(r"(tcp|tls)://(?P<host>.+):(?P<port>\d+)")


@dataclass(frozen=True)
class Slurm:
    """Jobs of Slurm, each with a process for each of its cores. An empty text stands for Slurm's
    default.
    """

    nodes: int = 1
    cores: int = 1
    time: str = "01:00:00"
    partition: str = ""
    memory: str = "2GB"  # memory of each job
    logs: str = ""  # the folder for the output of the processes


@dataclass(frozen=True)
class Wanted:
    """The requested processes: at an address, by Slurm, or a number of processes on this machine
    (None: one for each core).
    """

    scheduler: str = ""
    slurm: Slurm | None = None
    workers: int | None = None

    @property
    def processes(self) -> int:
        """The expected number of processes, as far as it is known."""
        if self.scheduler:
            return ELSEWHERE
        if self.slurm:
            return self.slurm.nodes * self.slurm.cores
        return self.workers or len(os.sched_getaffinity(0))

    @property
    def patience(self) -> tuple[float, str]:
        """The number of seconds for which a sweep waits while there is no process, and a
        description of the event for which it waits.
        """
        dask = needed("dask")
        seconds = dask.config.get(NO_WORKERS, None)
        if self.scheduler:
            usual, what = 600, f"a worker of the scheduler at {self.scheduler}"
        elif self.slurm:
            usual, what = 86_400, "a job of Slurm to start (`squeue --me` shows why it does not)"
        else:
            usual, what = 120, "a process on this machine to start"
        try:
            return dask.utils.parse_timedelta(seconds or usual), what
        except (ValueError, KeyError) as error:
            raise Failure(
                Exit.USAGE,
                f"Dask's setting {NO_WORKERS}: {seconds!r} is no time; right: seconds, or a text "
                "such as 1h",
            ) from error


@contextlib.contextmanager
def started(wanted: Wanted) -> Iterator[None]:
    """Puts all temporary files in one folder, and begins to start processes on this machine, so
    that the processes are ready when the points are.
    """
    with scratch.folder_for_all():
        if not wanted.scheduler and not wanted.slurm:
            start_forkserver()
        yield


@contextlib.contextmanager
def client(wanted: Wanted) -> Iterator[Client]:
    """A connection to the processes; processes started here end with it."""
    dask = needed("dask")
    distributed = needed("distributed")
    # Silences these loggers, because our own rows and messages report what happens to processes.
    for name in ("distributed", "distributed.nanny", "dask_jobqueue", "tornado", "asyncio"):
        logging.getLogger(name).setLevel(SILENT)
    with contextlib.ExitStack() as ending:
        folder = ending.enter_context(scratch.folder())
        ending.enter_context(dask.config.set(settings(folder)))
        if wanted.scheduler:
            found = _found(distributed, wanted.scheduler)
        else:
            if wanted.slurm:
                keys = ending.enter_context(scratch.folder(Path.cwd()))
                cluster = _by_slurm(wanted.slurm, wanted.processes, keys)
            else:
                cluster = _here(distributed, wanted.processes)
            ending.enter_context(cluster)
            found = distributed.Client(cluster, set_as_default=False)
        yield ending.enter_context(found)


def start_forkserver() -> None:
    """Starts the fork server, from which the processes that run points are forked. While the study
    is read and compiled, the fork server imports the modules that these processes need.
    """
    # The processes inherit a blocked Ctrl-C, since the sweep ends them itself. Starting the tracker
    # unblocks the signal, so the tracker starts first.
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


def _check_certificate(distributed, address: str) -> None:
    """Fails if the user's settings of Dask have no certificate for this process."""
    try:
        there = distributed.security.Security().get_connection_args("client")["ssl_context"]
        why = "" if there else "there is none"
    except (OSError, ValueError) as error:
        why = str(error)
    if why:
        raise Failure(
            Exit.USAGE,
            f"--scheduler {address}: no certificate for it ({why}); right: files in Dask's "
            "settings distributed.comm.tls.ca-file, .client.cert and .client.key",
        )


def fork_workers() -> None:
    """Makes Dask fork its processes from the forkserver."""
    start_forkserver()
    # Without this line Dask would import pandas here, for processes that are already running.
    needed("distributed").utils._forkserver_preload_set = True


def settings(folder: Path) -> dict[str, Any]:
    """Returns Dask's settings for a process of ours with this folder. By default Dask checks its
    own delay 50 times a second and does other periodic work, which takes a tenth of the time of two
    cores.
    """
    return {
        "temporary-directory": str(folder),
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


def _found(distributed, address: str) -> Client:
    """Makes a client of a scheduler. A socket tries the address first, because a client takes long
    to fail.
    """
    found = _ADDRESS.fullmatch(address)
    if found and found[1] == "tls":
        _check_certificate(distributed, address)
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


def _here(distributed, processes: int):
    """Starts processes that only this process can reach: connections need the key that this process
    has made.
    """
    fork_workers()
    security = _security()
    where = {"host": "127.0.0.1", "protocol": "tls://", "security": security}
    options = {"nthreads": 1, "worker_class": servers.Worker, "silence_logs": SILENT}
    cluster = distributed.SpecCluster(
        scheduler={"cls": servers.Scheduler, "options": where | {"port": 0}},
        worker={"cls": distributed.Nanny, "options": where | options},
        security=security,
        silence_logs=SILENT,
    )
    cluster.scale(processes)
    return cluster


def _by_slurm(slurm: Slurm, processes: int, keys: Path):
    """Starts jobs, which read their key from `keys` and connect to one address of this machine."""
    jobqueue = needed("dask_jobqueue")
    try:
        interface = needed("dask").config.get("jobqueue.slurm.interface")
        reached = (
            {"interface": interface}
            if interface
            else {"host": needed("distributed.utils").get_ip()}
        )
        words = ["--nworkers", str(slurm.cores), "--worker-class", WORKER, "--no-dashboard"]
        cluster = jobqueue.SLURMCluster(
            queue=slurm.partition or None,
            walltime=slurm.time,
            cores=slurm.cores,
            processes=slurm.cores,
            memory=slurm.memory,
            security=_written(_security(), Path(keys.name)),
            scheduler_cls=servers.Scheduler,
            scheduler_options=reached | {"port": 0},
            worker_command=JOB,
            worker_extra_args=words,
            silence_logs=SILENT,
            log_directory=slurm.logs or None,
            job_extra_directives=[] if slurm.logs else [f"-o {os.devnull}", f"-e {os.devnull}"],
        )
        _try(cluster.job_script())
        # A job that Slurm ends early is submitted again.
        cluster.adapt(minimum=processes, maximum=processes, interval="5s")
    except (RuntimeError, OSError) as error:
        raise Failure(
            Exit.MACHINE, f"--slurm: Slurm takes no jobs here: {str(error).splitlines()[0]}"
        ) from error
    return cluster


def _security():
    """A new key and certificate, so that nobody else can connect to the processes of this sweep."""
    needed("cryptography")
    return needed("distributed.security").Security.temporary()


def _written(security, folder: Path):
    """Writes the key and certificate to files. Jobs find the files relative to the folder in which
    they start.
    """
    texts = {"cert": security.tls_ca_file, "key": security.tls_worker_key}
    files = {name: str(folder / f"{name}.pem") for name in texts}
    for name, text in texts.items():
        with open(files[name], "w", opener=lambda path, flags: os.open(path, flags, 0o600)) as file:
            file.write(text)
    roles = itertools.product(("client", "scheduler", "worker"), files)
    named = {f"tls_{role}_{name}": files[name] for role, name in roles}
    return type(security)(require_encryption=True, tls_ca_file=files["cert"], **named)


def _try(script: str) -> None:
    """Fails if Slurm would refuse a job. Dask's cluster would submit it again for ever."""
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
