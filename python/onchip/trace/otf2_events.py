"""Events of OTF2, written by the C library below the package `otf2`.

The package makes an object of each event and describes the library's function anew for each call,
which takes ten times as long as the call itself.
"""

import ctypes
from functools import cache

_EVENT = (ctypes.c_void_p, ctypes.c_void_p, ctypes.c_uint64)  # writer, attributes, cycle
_REGION = (ctypes.c_uint32,)
# Peer, communicator, tag, bytes.
_MESSAGE = (ctypes.c_uint32, ctypes.c_uint32, ctypes.c_uint32, ctypes.c_uint64)


@cache
def _function(name: str, *arguments):
    from _otf2.Config import conf

    # A handle of its own: the package sets the types of the one that it has.
    function = ctypes.CDLL(conf.lib._name)[f"OTF2_EvtWriter_{name}"]
    function.argtypes = [*_EVENT, *arguments]
    function.restype = ctypes.c_int
    return function


class Events:
    """Writes the events of a location of an archive, in the order of their cycles."""

    def __init__(self, archive, location):
        self._archive, self._location = archive, location
        writer = archive.event_writer_from_location(location)
        self._handle = ctypes.cast(writer.handle, ctypes.c_void_p)
        self._enter = _function("Enter", *_REGION)
        self._leave = _function("Leave", *_REGION)
        self._send = _function("MpiSend", *_MESSAGE)
        self._receive = _function("MpiRecv", *_MESSAGE)

    def enter(self, cycle: int, region) -> None:
        """A call begins."""
        self._check(cycle, self._enter(self._handle, None, cycle, region._ref))

    def leave(self, cycle: int, region) -> None:
        """A call ends."""
        self._check(cycle, self._leave(self._handle, None, cycle, region._ref))

    def send(self, cycle: int, to: int, communicator, tag: int, size: int) -> None:
        """A message is sent."""
        self._check(cycle, self._send(self._handle, None, cycle, to, communicator._ref, tag, size))

    def receive(self, cycle: int, sender: int, communicator, tag: int, size: int) -> None:
        """A message has been received."""
        words = (cycle, sender, communicator._ref, tag, size)
        self._check(cycle, self._receive(self._handle, None, *words))

    def _check(self, cycle: int, error: int) -> None:
        if error:
            raise OSError(f"OTF2 error {error}")
        self._archive._update_timestamps(cycle)
        self._location._number_of_events_written += 1
