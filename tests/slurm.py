"""Runs Slurm on this machine: daemons with their own configuration, keys and sockets."""

import contextlib
import os
import socket
import subprocess
import time
from pathlib import Path

CONFIGURATION = """
ClusterName=onchip
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={ports[0]}
SlurmdPort={ports[1]}
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
CredType=cred/munge
SlurmUser=root
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.log
ProctrackType=proctrack/pgid
TaskPlugin=task/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
ReturnToService=2
SchedulerParameters=sched_interval=1
SlurmdParameters=config_overrides
NodeName={host} NodeAddr=127.0.0.1 CPUs=4 RealMemory=8000 State=UNKNOWN
PartitionName=short Nodes=ALL Default=YES MaxTime=60 State=UP
PartitionName=other Nodes=ALL MaxTime=60 State=UP
"""


@contextlib.contextmanager
def running(folder: Path):
    """Starts the daemons, and yields the environment variables with which Slurm's commands find
    them.
    """
    # munged demands folders that others cannot write to.
    folder.mkdir(mode=0o755)
    for name in ("state", "spool"):
        (folder / name).mkdir()
    host = socket.gethostname().partition(".")[0]
    told = CONFIGURATION.format(host=host, folder=folder, ports=_free_ports(2))
    (folder / "slurm.conf").write_text(told)
    key = folder / "munge.key"
    key.write_bytes(os.urandom(1024))
    key.chmod(0o400)
    environment = {"SLURM_CONF": str(folder / "slurm.conf")}
    munged = ["munged", "--foreground", "--force", f"--key-file={key}"]
    munged += [f"--socket={folder}/munge.socket", f"--pid-file={folder}/munged.pid"]
    munged += [f"--log-file={folder}/munged.log", f"--seed-file={folder}/munged.seed"]
    with contextlib.ExitStack() as ending:
        for words in (munged, ["slurmctld", "-D", "-i"], ["slurmd", "-D"]):
            ending.enter_context(_daemon(words, folder, environment))
            if words is munged:
                _until((folder / "munge.socket").exists)
        _until(lambda: _idle(environment))
        yield environment
        subprocess.run(["scancel", "-u", "root"], env=os.environ | environment)


@contextlib.contextmanager
def _daemon(words, folder: Path, environment):
    path = {"PATH": f"{os.environ['PATH']}:/usr/sbin:/sbin"}
    with (folder / f"{words[0]}.out").open("wb") as log:
        process = subprocess.Popen(
            words, env=os.environ | environment | path, stdout=log, stderr=log
        )
        try:
            yield
        finally:
            process.terminate()
            try:
                process.wait(15)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def _idle(environment) -> bool:
    done = subprocess.run(
        ["sinfo", "-h", "-o", "%T"], env=os.environ | environment, capture_output=True, text=True
    )
    return "idle" in done.stdout


def _until(condition, seconds=60):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "Slurm does not start"
        time.sleep(0.2)


def _free_ports(count: int) -> list[int]:
    with contextlib.ExitStack() as ending:
        sockets = [ending.enter_context(socket.socket()) for _ in range(count)]
        for one in sockets:
            one.bind(("127.0.0.1", 0))
        return [one.getsockname()[1] for one in sockets]
