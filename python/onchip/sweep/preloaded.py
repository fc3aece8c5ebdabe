"""Imports what each process that runs points needs, once for all of them (see cluster.py)."""

import distributed.nanny
import distributed.worker

import onchip._core
import onchip.sweep.servers
import onchip.sweep.worker
from onchip.base import late

late.execute_imported()

__all__ = ["distributed", "onchip"]
