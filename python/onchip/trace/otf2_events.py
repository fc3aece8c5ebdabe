"""Events of OTF2, written by the C library below the package `otf2`.

The package makes an object of each event and describes the library's function anew for each call,
which takes ten times as long as the call itself.
"""

import ctypes
from functools import cache

ENTER, LEAVE, SEND, RECEIVE = range(4)
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
    """Writes the events of a location of an archive."""

    def __init__(self, archive, location):
        self._archive, self._location = archive, location
        writer = archive.event_writer_from_location(location)
        self._handle = ctypes.cast(writer.handle, ctypes.c_void_p)

    def write(self, kinds, cycles, *columns) -> None:
        """Writes events by their cycles. The columns are, of a call, its region; of a message its
        peer, communicator, tag, bytes.
        """
        enter, leave = _function("Enter", *_REGION), _function("Leave", *_REGION)
        send, receive = _function("MpiSend", *_MESSAGE), _function("MpiRecv", *_MESSAGE)
        handle, error = self._handle, 0
        columns = (column.tolist() for column in (kinds, cycles, *columns))
        for kind, cycle, first, communicator, tag, size in zip(*columns, strict=True):
            if kind == ENTER:
                error |= enter(handle, None, cycle, first)
            elif kind == LEAVE:
                error |= leave(handle, None, cycle, first)
            elif kind == SEND:
                error |= send(handle, None, cycle, first, communicator, tag, size)
            else:
                error |= receive(handle, None, cycle, first, communicator, tag, size)
        if error:
            raise OSError(f"OTF2 error {error}")
        if len(kinds):
            self._archive._update_timestamps(int(cycles[0]))
            self._archive._update_timestamps(int(cycles[-1]))
            self._location._number_of_events_written += len(kinds)
