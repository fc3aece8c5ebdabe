"""`--gdb`: lets gdb debug the simulated program (simulator/src/debug)."""

import atexit
import contextlib
import os
import socket
import sys
import threading

import click

PIPE = "-"
HIGHEST_PORT = 65535
CHUNK = 1 << 16
PATIENCE = 1.0  # seconds


def _port(_, __, value: str | None) -> int | str | None:
    if value in (None, PIPE):
        return value
    if value.isascii() and value.isdigit() and len(value) <= 5 and int(value) <= HIGHEST_PORT:
        return int(value)
    raise click.BadParameter(f"{value:.40}; right: a port from 0 to {HIGHEST_PORT}, or -")


option = click.option(
    "--gdb",
    callback=_port,
    metavar="PORT",
    help="Wait for gdb on this port of this machine (0: any), and let it debug the run; - is for "
    "gdb's `target remote | onchip run --gdb - …`.",
)


def check(gdb: int | str | None, host: bool, is_recorded: bool) -> None:
    """Refuses what does not go together; `is_recorded`: the run over time, for other options."""
    if gdb is None:
        return
    if host:
        raise click.UsageError("--gdb is for the chip; on this machine use gdb itself")
    if is_recorded:
        raise click.UsageError(
            "--gdb goes with none of --power, --trace, --report, --traffic and --advise: gdb may "
            "go back in time, and what has happened then would be recorded twice"
        )


def invite(port: int, gdb: int | str) -> threading.Event:
    """Prints what to type in gdb, or connects the gdb that has started us. The returned event is
    set when gdb has gone.
    """
    gone = threading.Event()
    if gdb != PIPE:
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
