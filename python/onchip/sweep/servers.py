"""Dask's scheduler and worker without HTTP servers. Dask itself always starts such servers, and
they demand no certificate.
"""

import distributed


class _NoPages:
    def start_http_server(self, *_, **__) -> None:
        """Starts no server."""


class Scheduler(_NoPages, distributed.Scheduler):
    """A scheduler that listens on one port only."""


class Worker(_NoPages, distributed.Worker):
    """A worker that listens on one port only."""
