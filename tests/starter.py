"""Starts the command `onchip` for tests by forking a process that has already imported its modules.

Starting Python and importing modules takes longer than most of the tests' programs run. A fork
continues at the first line of the command, with its own arguments, folder, environment and streams.
"""

import atexit
import ctypes
import gc
import json
import os
import resource
import selectors
import signal
import socket
import subprocess
import sys
import threading
import time
import traceback

LONGEST_REQUEST = 1 << 16  # bytes
PR_SET_KEEPCAPS, CAPABILITY_VERSION_3 = 8, 0x20080522  # linux/prctl.h, linux/capability.h
# Prefixes of variables that are read before the first line of `onchip`. If one of them differs, the
# command gets a new process.
AT_START = ("LD_", "PYTHON", "LC_", "LANG")


class Starter:
    """The side of the tests, which asks the forking process to run commands."""

    def __init__(self, command):
        self._command = str(command)
        self._end, other = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        words = [sys.executable, __file__, str(other.fileno())]
        self._process = subprocess.Popen(
            words, pass_fds=[other.fileno()], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL
        )
        other.close()

    def close(self):
        """Ends the process."""
        self._end.close()
        self._process.wait()

    def run(
        self, words, folder, environment, timeout, confined=None
    ) -> subprocess.CompletedProcess:
        """Acts like `subprocess.run` with both streams captured and an empty input; `confined`
        holds the arguments of `_confine`.
        """
        request = json.dumps(
            [[self._command, *words], str(folder), environment, confined or {}]
        ).encode()
        changed = dict(set(environment.items()) ^ set(os.environ.items()))
        other = any(name.startswith(AT_START) for name in changed)
        if not confined and (other or len(request) > LONGEST_REQUEST):
            return subprocess.run(
                [self._command, *words],
                cwd=folder,
                env=environment,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                timeout=timeout,
            )
        until = time.monotonic() + timeout
        pipes = [os.pipe(), os.pipe()]
        socket.send_fds(self._end, [request], [write for _, write in pipes])
        for _, write in pipes:
            os.close(write)
        pid = int(self._end.recv(64))
        streams = [b"", b""]
        try:
            streams = _read([read for read, _ in pipes], until)
        except TimeoutError:
            os.kill(pid, signal.SIGKILL)
        except BaseException:
            # The test's own time is over. The next request must not get this command's exit code.
            os.kill(pid, signal.SIGKILL)
            self._end.recv(64)
            raise
        code = int(self._end.recv(64))
        if time.monotonic() >= until:
            raise subprocess.TimeoutExpired(words, timeout, *streams)
        return subprocess.CompletedProcess(words, code, *streams)


def _read(pipes, until):
    """Reads the pipes to their end, and closes them."""
    texts = {pipe: bytearray() for pipe in pipes}
    with selectors.DefaultSelector() as waiting:
        for pipe in pipes:
            waiting.register(pipe, selectors.EVENT_READ)
        try:
            while waiting.get_map():
                ready = waiting.select(max(0, until - time.monotonic()))
                if not ready:
                    raise TimeoutError
                for key, _ in ready:
                    some = os.read(key.fd, 1 << 16)
                    texts[key.fd] += some
                    if not some:
                        waiting.unregister(key.fd)
        finally:
            for pipe in pipes:
                os.close(pipe)
    return [bytes(text) for text in texts.values()]


def _confine(limits=(), user=None, capabilities=None):
    """Sets limits of this process. `limits` maps names of `resource` without RLIMIT_ to values. If
    `capabilities` is given (a mask, see capabilities(7)), a root process keeps only these
    capabilities, and becomes `user`.
    """
    for name, value in dict(limits).items():
        resource.setrlimit(getattr(resource, f"RLIMIT_{name}"), (value, value))
    if os.getuid() or capabilities is None:
        return
    libc = ctypes.CDLL(None, use_errno=True)
    if user is not None:
        libc.prctl(PR_SET_KEEPCAPS, 1)
        os.setuid(user)
    header = (ctypes.c_uint32 * 2)(CAPABILITY_VERSION_3, 0)
    sets = (ctypes.c_uint32 * 6)(capabilities, capabilities)
    if libc.capset(header, sets):
        raise OSError(ctypes.get_errno(), "capset")


def _serve(end):
    """Serves requests. Returns in each child process, which then becomes a command."""
    while True:
        request, streams, _, _ = socket.recv_fds(end, LONGEST_REQUEST, 2)
        if not request:
            sys.exit()
        pid = os.fork()
        if pid == 0:
            end.close()
            for place, stream in enumerate(streams, 1):
                os.dup2(stream, place)
                os.close(stream)
            # Python's own streams belong to the parent.
            sys.stdout = os.fdopen(1, "w", closefd=False)
            sys.stderr = os.fdopen(2, "w", 1, errors="backslashreplace", closefd=False)
            sys.argv, folder, environment, confined = json.loads(request)
            os.chdir(folder)
            for name in set(os.environ) - set(environment):
                del os.environ[name]
            os.environ.update(environment)
            _confine(**confined)
            return
        for stream in streams:
            os.close(stream)
        end.send(str(pid).encode())
        _, status = os.waitpid(pid, 0)
        end.send(str(os.waitstatus_to_exitcode(status)).encode())


def _end(main):
    """Calls `main`, and ends with its exit code. Handlers at exit run, but Python does not tear
    down the imported modules, which would take longer than most commands.
    """
    try:
        sys.exit(main())
    except SystemExit as ending:
        code = ending.code
        if code is not None and not isinstance(code, int):
            print(code, file=sys.stderr)
            code = 1
    except BaseException:
        traceback.print_exc()
        code = 1
    threading._shutdown()
    atexit._run_exitfuncs()
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except OSError:
        code = 120  # Python's own code for this error
    os._exit(code or 0)


if __name__ == "__main__":
    # Imports every module, so that no command has to do this.
    import importlib
    import pkgutil

    import onchip
    from onchip.__main__ import main

    for module in pkgutil.walk_packages(onchip.__path__, "onchip."):
        importlib.import_module(module.name)

    gc.freeze()
    try:
        _serve(socket.socket(fileno=int(sys.argv[1])))
    except KeyboardInterrupt:
        sys.exit(130)
    _end(main)
