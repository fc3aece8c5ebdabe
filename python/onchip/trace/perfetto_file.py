"""Writes traces for ui.perfetto.dev (package `perfetto`).

A rank is a process; each of its cores has a track of calls, and one of what it waits for. Messages
are flows. Counters show, for windows of cycles, the flits of each network and of its busiest link.
The package builds the tracks and one event of each kind, which `templates` repeats.
"""

import itertools
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

import numpy
from perfetto.protos.perfetto.trace import perfetto_trace_pb2
from perfetto.trace_builder.proto_builder import StreamingTraceProtoBuilder

from onchip.base.outputs import whole
from onchip.trace import templates, utilisation
from onchip.trace.calls import in_order
from onchip.trace.lanes import STATES, Lane, Regions
from onchip.trace.messages import Messages
from onchip.trace.recorder import Trace

_SEQUENCE = 1


def write(trace: Trace, path: Path) -> None:
    """Writes the trace."""
    with whole(path) as new, new.open("wb") as file:
        _Writer(file, trace.hertz).write(trace)


class _Writer:
    def __init__(self, file, hertz: int):
        self._types, self._packets = perfetto_trace_pb2.TrackEvent, perfetto_trace_pb2.Trace
        self._file, self._length = file, Fraction(10**9, hertz)
        self._builder = StreamingTraceProtoBuilder(file)
        self._numbers = itertools.count(1)

    def write(self, trace: Trace) -> None:
        processes, tracks = {}, {}
        for lane in trace.lanes:
            if lane.owner not in processes:
                pid = len(processes) + 1
                processes[lane.owner] = pid
                self._track(process=(pid, lane.owner))
            number = lane.thread if lane.core is None else lane.core
            track = self._track(thread=(processes[lane.owner], number + 1, lane.place))
            if lane.rank is not None and not lane.thread:
                tracks[lane.rank] = track
            self._calls(track, lane.regions)
            if lane.states.size:
                self._states(self._track(parent=track, name="waits for"), lane, trace.cycles)
        self._messages(trace.messages, tracks)
        for network, of_network in utilisation.of_networks(trace).items():
            total = self._track(counter=f"{utilisation.NETWORKS[network]}: flits per 1,000 cycles")
            most = self._track(
                counter=f"{utilisation.NETWORKS[network]}: busiest link, % of its cycles"
            )
            for begin, flits, share in of_network:
                self._count(total, begin, flits)
                self._count(most, begin, 100 * share)

    def _packet(self):
        packet = self._builder.create_packet()
        packet.trusted_packet_sequence_id = _SEQUENCE
        return packet

    def _track(self, process=None, thread=None, parent=None, name="", counter="") -> int:
        packet, number = self._packet(), next(self._numbers)
        descriptor = packet.track_descriptor
        descriptor.uuid = number
        if process:
            descriptor.process.pid, descriptor.process.process_name = process
        if thread:
            descriptor.thread.pid, descriptor.thread.tid, descriptor.thread.thread_name = thread
        if parent:
            descriptor.parent_uuid = parent
        if name or counter:
            descriptor.name = name or counter
        if counter:
            descriptor.counter.SetInParent()
        self._builder.write_packet(packet)
        return number

    def _event(self, track: int, kind: int, cycle: int):
        packet = self._packet()
        packet.timestamp = cycle
        packet.track_event.type, packet.track_event.track_uuid = kind, track
        return packet

    def _count(self, track: int, cycle: int, value: float) -> None:
        packet = self._event(track, self._types.TYPE_COUNTER, self._times(cycle))
        packet.track_event.double_counter_value = value
        self._builder.write_packet(packet)

    def _times(self, cycles):
        """Converts cycles to nanoseconds."""
        return cycles * self._length.numerator // self._length.denominator

    def _repeated(self, packet, cycles, *columns) -> numpy.ndarray:
        """Returns the bytes of a packet for each row. `packet` has placeholders for its cycle and
        further numbers, which the rows replace.
        """
        whole = self._packets(packet=[packet]).SerializeToString()
        return templates.fill(whole, (self._times(cycles), *columns))

    def _slices(self, track: int, cycles, which, names: Sequence[str]) -> None:
        """Writes slices in this order: an index into `names` begins one, and -1 ends one."""
        (time,) = templates.numbers(1)
        parts = []
        for index in numpy.unique(which).tolist():
            kind = self._types.TYPE_SLICE_END if index < 0 else self._types.TYPE_SLICE_BEGIN
            packet = self._event(track, kind, time)
            if index >= 0:
                packet.track_event.name = names[index]
            places = numpy.flatnonzero(which == index)
            parts.append((places, self._repeated(packet, cycles[places])))
        self._file.write(templates.merged(parts))

    def _calls(self, track: int, regions: Regions) -> None:
        cycles, enters, which = in_order(regions)
        self._slices(track, cycles, numpy.where(enters, which, -1), regions.names)

    def _states(self, track: int, lane: Lane, cycles: int) -> None:
        begins, ends, states = utilisation.stalls(lane, cycles)
        which = numpy.stack((states, numpy.full(len(states), -1)), axis=1)
        times = numpy.stack((begins, ends), axis=1)
        self._slices(track, times.ravel(), which.ravel(), STATES)

    def _messages(self, messages: Messages, tracks: dict[int, int]) -> None:
        """Writes an instant at each end of each message, on the tracks of ranks."""
        track_of = numpy.zeros(max(tracks, default=0) + 1, numpy.int64)
        track_of[list(tracks)] = list(tracks.values())
        flows = numpy.arange(1, len(messages) + 1)
        for name, flow, peer, whose, other, times in (
            ("send", "flow_ids", "to", "sender", "receiver", "sent"),
            ("message", "terminating_flow_ids", "from", "receiver", "sender", "received"),
        ):
            chosen = getattr(messages, times) != messages.NEVER
            some = messages.where(chosen)
            time, track, number, *places = templates.numbers(6)
            packet = self._event(track, self._types.TYPE_INSTANT, time)
            packet.track_event.name = name
            getattr(packet.track_event, flow).append(number)
            for what, value in zip((peer, "tag", "bytes"), places, strict=True):
                annotation = packet.track_event.debug_annotations.add()
                annotation.name, annotation.int_value = what, value
            columns = (track_of[getattr(some, whose)], flows[chosen], getattr(some, other))
            rows = self._repeated(packet, getattr(some, times), *columns, some.tag, some.bytes)
            self._file.write(rows.tobytes())
