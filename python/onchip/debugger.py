"""`--gdb`: the simulator is a target of gdb (simulator/src/debug)."""

import atexit
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
    if value.isascii() and value.isdigit() and int(value) <= HIGHEST_PORT:
        return int(value)
    raise click.BadParameter(f"{value}; right: a port from 0 to {HIGHEST_PORT}, or -")


option = click.option(
    "--gdb",
    callback=_port,
    metavar="PORT",
    help="Wait for gdb on this port of this machine (0: any), and let it debug the run; - is for "
    "gdb's `target remote | onchip run --gdb - …`.",
)


def check(gdb: int | str | None, host: bool, power, traces, advise: bool) -> None:
    """Refuses what does not go together."""
    if gdb is None:
        return
    if host:
        raise click.UsageError("--gdb is for the chip; on this machine use gdb itself")
    if power or traces or advise:
        raise click.UsageError("--gdb goes with none of --power, --trace, --report and --advise")


def invite(port: int, gdb: int | str) -> None:
    """Says what to type, or connects the gdb that has started us."""
    if gdb != PIPE:
        line = f"onchip: waiting for gdb-multiarch -ex 'target remote localhost:{port}'"
        print(line, file=sys.stderr, flush=True)
        return
    connection = socket.create_connection(("127.0.0.1", port))
    to_gdb = os.dup(1)
    os.dup2(2, 1)  # what the program prints must not come between
    for pump in (_pump_in, _pump_out):
        thread = threading.Thread(target=pump, args=(connection, to_gdb), daemon=True)
        thread.start()
    atexit.register(thread.join, PATIENCE)  # gdb waits for the last answer


def _pump_in(connection: socket.socket, _: int) -> None:
    while data := os.read(0, CHUNK):
        connection.sendall(data)
    connection.shutdown(socket.SHUT_WR)


def _pump_out(connection: socket.socket, to_gdb: int) -> None:
    while data := connection.recv(CHUNK):
        os.write(to_gdb, data)
