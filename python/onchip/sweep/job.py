"""The program of a Slurm job: `dask worker`, with our settings and a folder for its files."""

import sys

import dask
from distributed.cli import dask_worker
from distributed.comm import get_address_host, unparse_host_port
from distributed.utils import get_ip

from onchip.base import scratch
from onchip.sweep import cluster


def main(words: list[str]) -> None:
    """Runs the command; the first word is the scheduler's address."""
    if "--interface" not in words:
        # Without --host, workers would listen on all addresses of their machine.
        words = [*words, "--host", unparse_host_port(get_ip(get_address_host(words[0])))]
    with scratch.folder_for_all() as folder, dask.config.set(cluster.settings(folder)):
        cluster.fork_workers()
        dask_worker.main(words)


if __name__ == "__main__":
    main(sys.argv[1:])
