"""Imports what each process that runs points needs, once for all of them (see cluster.py)."""

import distributed.nanny
import distributed.worker

import onchip._core
import onchip.api.noc
import onchip.api.run
import onchip.report.summary
import onchip.simulation.simulation
import onchip.sweep.servers
import onchip.sweep.worker

__all__ = ["distributed", "onchip"]
