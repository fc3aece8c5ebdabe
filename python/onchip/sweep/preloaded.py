"""Imports the modules that processes need to run points of a sweep. The fork server imports them
once, for all processes (see cluster.py).
"""

import distributed.nanny
import distributed.worker

import onchip._core
import onchip.sweep.servers
import onchip.sweep.worker
from onchip.base import late

late.execute_imported()

__all__ = ["distributed", "onchip"]
