"""`--gdb`: lets gdb debug the simulated program (simulator/src/debug)."""

import atexit
import contextlib
import os
import socket
import sys
import threading

from onchip.options.run import GDB_PIPE

CHUNK = 1 << 16
PATIENCE = 1.0  # seconds to wait at the end until gdb has got the last answer


def invite(port: int, gdb: int | str) -> threading.Event:
    """Prints the lines that the user must type in gdb, or connects the gdb that has started this
    process. The returned event is set when gdb has gone.
    """
    gone = threading.Event()
    if gdb != GDB_PIPE:
        line = f"onchip: waiting for gdb-multiarch -ex 'target remote localhost:{port}'"
        print(line, file=sys.stderr, flush=True)
        return gone
    connection = socket.create_connection(("127.0.0.1", port))
    to_gdb = os.dup(1)
    os.dup2(2, 1)  # Output of the program must not mix with gdb's protocol.
    threading.Thread(target=_pump_in, args=(connection, gone), daemon=True).start()
    answers = threading.Thread(target=_pump_out, args=(connection, to_gdb), daemon=True)
    answers.start()
    atexit.register(answers.join, PATIENCE)  # gdb waits for the last answer before it ends
    return gone


def _pump_in(connection: socket.socket, gone: threading.Event) -> None:
    with contextlib.suppress(OSError):  # gdb may have closed the connection already
        while data := os.read(0, CHUNK):
            connection.sendall(data)
        connection.shutdown(socket.SHUT_WR)
    gone.set()


def _pump_out(connection: socket.socket, to_gdb: int) -> None:
    with contextlib.suppress(OSError):  # gdb has closed the connection
        while data := connection.recv(CHUNK):
            os.write(to_gdb, data)
