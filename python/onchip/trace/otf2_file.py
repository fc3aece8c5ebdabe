"""Writes traces in OTF2, the format of Score-P, Scalasca, Vampir and ViTE (package `otf2`).

A rank is a location group, and each of its cores a location. Regions are calls of MPI, OpenMP and
the kernel. A message is an MpiSend where it is sent and an MpiRecv where its receive ends; messages
inside collective operations are not written. Ranks are those of the world, because each
communicator is written with all processes as its members. The clock counts cycles.
"""

import contextlib
import os
import re
import sys
from collections.abc import Iterable
from pathlib import Path

import _otf2
import numpy
import otf2

from onchip.base.outputs import whole
from onchip.trace import probes
from onchip.trace.calls import in_order
from onchip.trace.lanes import Lane, Regions
from onchip.trace.messages import CONTEXTS, Messages
from onchip.trace.otf2_events import ENTER, LEAVE, RECEIVE, SEND, Events
from onchip.trace.recorder import Trace

_TO_ALL = ("Allreduce", "Allgather", "Allgatherv", "Alltoall", "Alltoallv", "Alltoallw")
ROLES = {
    "Barrier": "BARRIER",
    **dict.fromkeys(("Bcast", "Scatter", "Scatterv"), "COLL_ONE2ALL"),
    **dict.fromkeys(("Reduce", "Gather", "Gatherv"), "COLL_ALL2ONE"),
    **dict.fromkeys(_TO_ALL, "COLL_ALL2ALL"),
}
_POINT_TO_POINT = ("Send", "Recv", "Bsend", "Ssend", "Rsend", "Isend", "Irecv", "Ibsend", "Issend",
                   "Irsend", "Sendrecv", "Sendrecv_replace", "Wait", "Waitall", "Waitany",
                   "Waitsome", "Test", "Testall", "Testany", "Testsome", "Probe", "Iprobe",
                   "Mprobe", "Mrecv", "Imrecv", "Improbe")  # fmt: skip


def write(trace: Trace, folder: Path) -> None:
    """Writes `traces.otf2` and its further files into a folder, and replaces an older trace
    there.
    """
    with whole(folder) as new, os.fdopen(os.memfd_create("otf2"), "r+") as said:
        failed = ""
        with _stderr_to(said):
            try:
                _write(trace, new)
            except (otf2.error.Error, _otf2.Error) as error:
                failed = str(error)
        if failed:
            said.seek(0)
            why = re.search(r"error: (.*): POSIX", said.read())
            raise OSError(why[1] if why else failed)


@contextlib.contextmanager
def _stderr_to(file):
    """Redirects standard error to `file`, because the library reports only there why the system has
    refused a call.
    """
    sys.stderr.flush()
    before = os.dup(2)
    os.dup2(file.fileno(), 2)
    try:
        yield
    finally:
        os.dup2(before, 2)
        os.close(before)


def _write(trace: Trace, folder: Path) -> None:
    user = trace.messages.where(trace.messages.is_user)
    # ViTE takes the rank of a message for the number of a location. So the lanes of first threads
    # must come first.
    lanes = sorted(trace.lanes, key=lambda lane: (lane.rank is None, lane.thread > 0))
    with otf2.writer.open(str(folder), timer_resolution=trace.hertz) as archive:
        definitions = archive.definitions
        root = definitions.system_tree_node(trace.machine, class_name="chip")
        locations = _locations(definitions, root, lanes)
        first = {
            lane.rank: location
            for lane, location in zip(lanes, locations, strict=True)
            if lane.rank is not None and lane.thread == 0
        }
        communicators = _communicators(definitions, user, first) if len(user) else {}
        regions = _regions(definitions, lanes)
        for lane, location in zip(lanes, locations, strict=True):
            events = Events(archive, location)
            rank = lane.rank if lane.thread == 0 else None
            events.write(*_events(lane.regions, regions, user, rank, communicators))
        try:
            archive.close()
        except BaseException:
            archive._handle = None  # otherwise the archive is closed again later
            raise


def _events(lane: Regions, regions, user: Messages, rank: int | None, communicators):
    """Makes the columns of `Events.write` for a location. Within a cycle, a message comes before
    the calls that end and after those that begin.
    """
    cycles, enters, which = in_order(lane)
    numbers = numpy.array([regions[name]._ref if name in regions else 0 for name in lane.names])
    calls = numpy.zeros((6, len(cycles)), numpy.int64)
    calls[:3] = numpy.where(enters, ENTER, LEAVE), cycles, numbers[which]
    sent, received = (
        _ends(user.where((whose == rank) & (times != user.NEVER)), *names, communicators)
        for whose, times, names in (
            (user.sender, user.sent, (SEND, "sent", "receiver")),
            (user.receiver, user.received, (RECEIVE, "received", "sender")),
        )
    )
    messages = numpy.concatenate((sent, received), axis=1)
    messages = messages[:, numpy.argsort(messages[1], kind="stable")]
    limits = numpy.maximum.accumulate(cycles + ~enters)
    places = numpy.searchsorted(limits, messages[1], side="right")
    return numpy.insert(calls, places, messages, axis=1)


def _ends(some: Messages, kind: int, times: str, peer: str, communicators) -> numpy.ndarray:
    count = len(some)
    numbers = {context: one._ref for context, one in communicators.items()}
    of_context = [numbers[context] for context in some.context.tolist()]
    columns = (getattr(some, times), getattr(some, peer), of_context, some.tag, some.bytes)
    return numpy.array([numpy.full(count, kind), *columns], numpy.int64).reshape(6, count)


def _locations(definitions, root, lanes):
    """Defines a location for each core that has run a thread, in the group of its rank."""
    groups, locations = {}, []
    for lane in lanes:
        if lane.owner not in groups:
            groups[lane.owner] = definitions.location_group(
                lane.owner,
                location_group_type=otf2.LocationGroupType.PROCESS,
                system_tree_parent=root,
            )
        locations.append(definitions.location(lane.place, group=groups[lane.owner]))
    return locations


def _communicators(definitions, messages: Messages, first):
    members = [first[rank] for rank in sorted(first)]
    options = {"paradigm": otf2.Paradigm.MPI, "members": members}
    # Readers take ranks from the first group.
    definitions.group("MPI", group_type=otf2.GroupType.COMM_LOCATIONS, **options)
    world = definitions.group("world", group_type=otf2.GroupType.COMM_GROUP, **options)
    return {
        context: definitions.comm(
            "MPI_COMM_WORLD" if context == 0 else f"communicator {context // CONTEXTS}", group=world
        )
        for context in sorted({0, *messages.context.tolist()})
    }


def _regions(definitions, lanes: Iterable[Lane]):
    names = sorted(
        {
            lane.regions.names[which]
            for lane in lanes
            for which in numpy.unique(lane.regions.which).tolist()
        }
    )
    regions = {}
    for name in names:
        paradigm, role = otf2.Paradigm.USER, otf2.RegionRole.FUNCTION
        if probes.is_mpi(name):
            paradigm = otf2.Paradigm.MPI
            short = name.removeprefix("MPI_")
            if short in ROLES:
                role = getattr(otf2.RegionRole, ROLES[short])
            elif short in _POINT_TO_POINT:
                role = otf2.RegionRole.POINT2POINT
        elif probes.is_openmp(name):
            paradigm = otf2.Paradigm.OPENMP
            if "barrier" in name:
                role = otf2.RegionRole.BARRIER
        regions[name] = definitions.region(name, paradigm=paradigm, region_role=role)
    return regions
