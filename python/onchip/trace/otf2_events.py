"""Writes events of OTF2 through the C library on which the package `otf2` is built.

The package itself makes an object of each event and describes the library's function anew for each
call, which takes ten times as long as the call itself.
"""

import ctypes
from functools import cache

from _otf2.Config import conf

ENTER, LEAVE, SEND, RECEIVE = range(4)
_EVENT = (ctypes.c_void_p, ctypes.c_void_p, ctypes.c_uint64)  # writer, attributes, cycle
_REGION = (ctypes.c_uint32,)
# The arguments of an event of a message: peer, communicator, tag, bytes.
_MESSAGE = (ctypes.c_uint32, ctypes.c_uint32, ctypes.c_uint32, ctypes.c_uint64)


@cache
def _function(name: str, *arguments):
    # The package sets argument types on its own handle of the library, so this function opens
    # another handle.
    function = ctypes.CDLL(conf.lib._name)[f"OTF2_EvtWriter_{name}"]
    function.argtypes = [*_EVENT, *arguments]
    function.restype = ctypes.c_int
    return function


class Events:
    """Writes the events of a location in an OTF2 archive."""

    def __init__(self, archive, location):
        self._archive, self._location = archive, location
        writer = archive.event_writer_from_location(location)
        self._handle = ctypes.cast(writer.handle, ctypes.c_void_p)

    def write(self, kinds, cycles, *columns) -> None:
        """Writes events in the order of their cycles. The columns of a call have its region; those
        of a message have its peer, communicator, tag and bytes.
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
