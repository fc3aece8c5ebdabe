"""Traces for ui.perfetto.dev (package `perfetto`).

A rank is a process; each of its cores has a track of calls, and one of what it waits for. Messages
are flows. Counters show, for windows of cycles, the flits of each network and of its busiest link.
"""

import itertools
from pathlib import Path

from onchip.trace import utilisation
from onchip.trace.calls import in_order
from onchip.trace.events import STATES
from onchip.trace.recorder import Trace

_SEQUENCE = 1
NETWORKS = ("requests", "responses", "data requests", "data responses")


def write(trace: Trace, path: Path) -> None:
    """Writes the trace."""
    from perfetto.trace_builder.proto_builder import StreamingTraceProtoBuilder

    with path.open("wb") as file:
        _Writer(StreamingTraceProtoBuilder(file), trace.hertz).write(trace)


class _Writer:
    def __init__(self, builder, hertz: int):
        from perfetto.protos.perfetto.trace.perfetto_trace_pb2 import TrackEvent

        self._builder, self._hertz, self._types = builder, hertz, TrackEvent
        self._numbers = itertools.count(1)

    def write(self, trace: Trace) -> None:
        processes, tracks = {}, {}
        for lane in trace.lanes:
            whose = lane.name if lane.rank is None else f"rank {lane.rank}"
            if whose not in processes:
                pid = len(processes) + 1
                processes[whose] = pid
                self._track(process=(pid, whose))
            number = lane.thread if lane.core is None else lane.core
            track = self._track(thread=(processes[whose], number + 1, lane.place))
            tracks[lane.rank, lane.thread] = track
            self._calls(track, lane)
            if lane.states:
                self._states(self._track(parent=track, name="waits for"), lane, trace.cycles)
        for number, message in enumerate(trace.messages, start=1):
            self._message(number, message, tracks)
        for network, of_network in utilisation.of_networks(trace).items():
            total = self._track(counter=f"{NETWORKS[network]}: flits per 1,000 cycles")
            most = self._track(counter=f"{NETWORKS[network]}: busiest link, % of its cycles")
            for begin, flits, share in of_network:
                self._count(total, begin, flits)
                self._count(most, begin, 100 * share)

    def _packet(self, cycle: int | None = None):
        packet = self._builder.create_packet()
        packet.trusted_packet_sequence_id = _SEQUENCE
        if cycle is not None:
            packet.timestamp = cycle * 10**9 // self._hertz
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

    def _event(self, track: int, cycle: int, kind: int, name: str = "", fill=None) -> None:
        packet = self._packet(cycle)
        event = packet.track_event
        event.type, event.track_uuid = kind, track
        if name:
            event.name = name
        if fill:
            fill(event)
        self._builder.write_packet(packet)

    def _calls(self, track: int, lane) -> None:
        for cycle, enters, name in in_order(lane.regions):
            kind = self._types.TYPE_SLICE_BEGIN if enters else self._types.TYPE_SLICE_END
            self._event(track, cycle, kind, name if enters else "")

    def _states(self, track: int, lane, cycles: int) -> None:
        for begin, end, state in utilisation.stalls(lane, cycles):
            self._event(track, begin, self._types.TYPE_SLICE_BEGIN, STATES[state])
            self._event(track, end, self._types.TYPE_SLICE_END)

    def _message(self, number: int, message, tracks) -> None:
        def fill(of_flow, peer, value):
            def annotate(event):
                getattr(event, of_flow).append(number)
                for name, what in ((peer, value), ("tag", message.tag), ("bytes", message.bytes)):
                    annotation = event.debug_annotations.add()
                    annotation.name, annotation.int_value = name, what

            return annotate

        if (message.sender, 0) not in tracks:
            return
        instant = self._types.TYPE_INSTANT
        sends = fill("flow_ids", "to", message.receiver)
        self._event(tracks[message.sender, 0], message.sent, instant, "send", sends)
        if message.received is not None:
            gets = fill("terminating_flow_ids", "from", message.sender)
            self._event(tracks[message.receiver, 0], message.received, instant, "message", gets)

    def _count(self, track: int, cycle: int, value: float) -> None:
        def fill(event):
            event.double_counter_value = value

        self._event(track, cycle, self._types.TYPE_COUNTER, fill=fill)
