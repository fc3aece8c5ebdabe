"""Traces in OTF2, the format of Score-P, Scalasca, Vampir and ViTE (package `otf2`).

A rank is a location group, each of its cores a location. Regions are calls of MPI, OpenMP and the
kernel. A message is an MpiSend at its send and an MpiRecv at the end of its receive; those inside
collective operations are not written. Ranks are those of the world: each communicator is written
with all processes as its members. The clock ticks in cycles.
"""

import shutil
from collections.abc import Iterable
from pathlib import Path

from onchip.trace import probes
from onchip.trace.calls import in_order
from onchip.trace.events import Lane
from onchip.trace.messages import CONTEXTS, Message
from onchip.trace.otf2_events import Events
from onchip.trace.recorder import Trace

_ENTER, _LEAVE, _SEND, _RECEIVE = 1, 0, 2, 3  # at the same cycle the leaving call comes first
ROLES = {
    "Barrier": "BARRIER",
    "Bcast": "COLL_ONE2ALL",
    "Scatter": "COLL_ONE2ALL",
    "Scatterv": "COLL_ONE2ALL",
    "Reduce": "COLL_ALL2ONE",
    "Gather": "COLL_ALL2ONE",
    "Gatherv": "COLL_ALL2ONE",
    "Allreduce": "COLL_ALL2ALL",
    "Allgather": "COLL_ALL2ALL",
    "Allgatherv": "COLL_ALL2ALL",
    "Alltoall": "COLL_ALL2ALL",
    "Alltoallv": "COLL_ALL2ALL",
    "Alltoallw": "COLL_ALL2ALL",
}
_POINT_TO_POINT = ("Send", "Recv", "Bsend", "Ssend", "Rsend", "Isend", "Irecv", "Ibsend", "Issend",
                   "Irsend", "Sendrecv", "Sendrecv_replace", "Wait", "Waitall", "Waitany",
                   "Waitsome", "Test", "Testall", "Testany", "Testsome", "Probe", "Iprobe",
                   "Mprobe", "Mrecv", "Imrecv", "Improbe")  # fmt: skip


def write(trace: Trace, folder: Path) -> None:
    """Writes `traces.otf2` and what belongs to it into a folder, which it replaces if there is an
    older trace.
    """
    import otf2

    if (folder / "traces.otf2").exists():
        shutil.rmtree(folder)
    user = [message for message in trace.messages if message.is_user]
    # ViTE takes the rank of a message for the number of a location.
    lanes = sorted(trace.lanes, key=lambda lane: (lane.rank is None, lane.thread > 0))
    with otf2.writer.open(str(folder), timer_resolution=trace.hertz) as archive:
        definitions = archive.definitions
        root = definitions.system_tree_node(trace.machine, class_name="chip")
        locations = _locations(definitions, root, lanes)
        writers = [Events(archive, location) for location in locations]
        first = {
            lane.rank: location
            for lane, location in zip(lanes, locations, strict=True)
            if lane.rank is not None and lane.thread == 0
        }
        communicators = _communicators(definitions, user, first) if user else {}
        regions = _regions(definitions, lanes)
        of_rank = {rank: [] for rank in first}
        for message in user:
            of_rank[message.sender].append((message.sent, _SEND, message))
            if message.received is not None:
                of_rank[message.receiver].append((message.received, _RECEIVE, message))
        for lane, writer in zip(lanes, writers, strict=True):
            own = of_rank.get(lane.rank, []) if lane.thread == 0 else []
            for cycle, kind, what in _merged(lane.regions, own):
                if kind == _ENTER:
                    writer.enter(cycle, regions[what])
                elif kind == _LEAVE:
                    writer.leave(cycle, regions[what])
                else:
                    _message(writer, cycle, kind, what, communicators)


def _message(writer, cycle: int, kind: int, message: Message, communicators) -> None:
    communicator = communicators[message.context]
    if kind == _SEND:
        writer.send(cycle, message.receiver, communicator, message.tag, message.bytes)
    else:
        writer.receive(cycle, message.sender, communicator, message.tag, message.bytes)


def _locations(definitions, root, lanes):
    """One for each core that has run a thread, in the group of its rank."""
    import otf2

    groups, locations = {}, []
    for lane in lanes:
        whose = lane.name if lane.rank is None else f"rank {lane.rank}"
        if whose not in groups:
            groups[whose] = definitions.location_group(
                whose,
                location_group_type=otf2.LocationGroupType.PROCESS,
                system_tree_parent=root,
            )
        locations.append(definitions.location(lane.place, group=groups[whose]))
    return locations


def _communicators(definitions, messages: Iterable[Message], first):
    import otf2

    members = [first[rank] for rank in sorted(first)]
    # Readers take ranks from the first one.
    definitions.group(
        "MPI",
        group_type=otf2.GroupType.COMM_LOCATIONS,
        paradigm=otf2.Paradigm.MPI,
        members=members,
    )
    world = definitions.group(
        "world",
        group_type=otf2.GroupType.COMM_GROUP,
        paradigm=otf2.Paradigm.MPI,
        members=members,
    )
    return {
        context: definitions.comm(
            "MPI_COMM_WORLD" if context == 0 else f"communicator {context // CONTEXTS}", group=world
        )
        for context in sorted({0, *(message.context for message in messages)})
    }


def _regions(definitions, lanes: Iterable[Lane]):
    import otf2

    names = sorted({name for lane in lanes for _, _, name in lane.regions})
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


def _merged(regions, messages):
    """Calls and messages by cycle; a message comes before a call that ends then."""
    messages, at = sorted(messages, key=lambda event: event[0]), 0
    for cycle, enters, name in in_order(regions):
        event = cycle, _ENTER if enters else _LEAVE, name
        limit = cycle + (not enters)
        while at < len(messages) and messages[at][0] < limit:
            yield messages[at]
            at += 1
        yield event
    yield from messages[at:]
