"""Dask's scheduler and worker without the HTTP servers that they start whatever the settings: these
ask nobody for a certificate.
"""

import distributed


class _NoPages:
    def start_http_server(self, *_, **__) -> None:
        """Starts none."""


class Scheduler(_NoPages, distributed.Scheduler):
    """Listens on one port."""


class Worker(_NoPages, distributed.Worker):
    """Listens on one port."""
