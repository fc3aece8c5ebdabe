"""Temporary folders in TMPDIR, which are removed however a command ends.

A command removes its folder at its end. If it was killed by SIGKILL, or if the machine went down,
the next command removes the folder: the lock on a folder is held as long as its command runs.
Machines that share a file system do not see each other's locks. So the name of a folder contains
its machine's name, and each machine removes only its own folders.
"""

import contextlib
import errno
import fcntl
import multiprocessing
import os
import re
import shutil
import tempfile
import zlib
from collections.abc import Iterator
from pathlib import Path

from onchip.base.failures import Exit, Failure

# Errors of a write. Python does not put the file's name into them.
_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)
_PREFIX = f"onchip-scratch-{zlib.crc32(os.uname().nodename.encode()):08x}-"
_NAME = re.compile(_PREFIX + r"\w{8}")  # tempfile adds eight characters


@contextlib.contextmanager
def folder(parent: Path | None = None) -> Iterator[Path]:
    """Yields a new folder in `parent` or TMPDIR that only this user may enter, and removes it at
    the end. Fails if it cannot be made.
    """
    try:
        _sweep(parent or Path(tempfile.gettempdir()))
        made, lock = _make(parent)
    except OSError as error:
        if parent:
            raise Failure(
                Exit.SYSTEM, f"no folder can be made in {parent}: {error.strerror}"
            ) from error
        where = error.filename or "TMPDIR"
        raise Failure(
            Exit.SYSTEM,
            f"no folder to compile in: {where}: {error.strerror}; TMPDIR can name another folder",
        ) from error
    try:
        yield made
    except OSError as error:
        if error.filename is None and error.errno in _FULL:
            error.filename = str(made)
        raise
    finally:
        shutil.rmtree(made, ignore_errors=True)
        os.close(lock)


@contextlib.contextmanager
def folder_for_all() -> Iterator[Path]:
    """Yields a new folder for all temporary files of this process and of the processes that it
    starts.
    """
    with folder() as made:
        before = tempfile.tempdir, os.environ.get("TMPDIR")
        tempfile.tempdir = os.environ["TMPDIR"] = str(made)
        # multiprocessing would make a folder of its own for sockets, and fail at the end if that
        # folder had been removed.
        settings = multiprocessing.current_process()._config
        settings["tempdir"] = str(made)
        try:
            yield made
        finally:
            settings.pop("tempdir")
            tempfile.tempdir, variable = before
            os.environ.pop("TMPDIR")
            if variable is not None:
                os.environ["TMPDIR"] = variable


def _make(parent: Path | None) -> tuple[Path, int]:
    """Makes a folder and locks it. The lock is released when this process ends."""
    while True:
        made = Path(tempfile.mkdtemp(prefix=_PREFIX, dir=parent))
        # Another command may remove the folder before it is locked.
        try:
            lock = os.open(made, os.O_RDONLY | os.O_DIRECTORY)
        except FileNotFoundError:
            continue
        fcntl.flock(lock, fcntl.LOCK_EX)
        if made.exists():
            return made, lock
        os.close(lock)


def _sweep(parent: Path) -> None:
    """Removes this user's folders that no running command has locked."""
    with os.scandir(parent) as entries:
        names = [entry.path for entry in entries if _NAME.fullmatch(entry.name)]
    for name in names:
        with contextlib.suppress(OSError):
            lock = os.open(name, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
            try:
                if os.fstat(lock).st_uid == os.getuid():
                    fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    shutil.rmtree(name)
            finally:
                os.close(lock)
