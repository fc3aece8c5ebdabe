"""Folders of temporary files, in TMPDIR, that no end of a command leaves there for ever.

A command removes its folder at its end. If the end is SIGKILL, or that of the machine, the next
command removes it: a folder is locked as long as its command runs. Other machines that share the
file system do not see the lock, so each removes only folders with its own name.
"""

import contextlib
import errno
import fcntl
import os
import re
import shutil
import tempfile
import zlib
from collections.abc import Iterator
from multiprocessing import process
from pathlib import Path

from onchip.base.failures import Exit, Failure

_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)  # a write says no file's name
_PREFIX = f"onchip-scratch-{zlib.crc32(os.uname().nodename.encode()):08x}-"
_NAME = re.compile(_PREFIX + r"\w{8}")  # with what tempfile adds


@contextlib.contextmanager
def folder(parent: Path | None = None) -> Iterator[Path]:
    """A new folder that only this user may enter, in `parent` or TMPDIR, which is removed at the
    end; fails if there is none to be had.
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
def of_all() -> Iterator[Path]:
    """A new folder in which are all temporary files of this process and of those that it starts."""
    with folder() as made:
        before = tempfile.tempdir, os.environ.get("TMPDIR")
        tempfile.tempdir = os.environ["TMPDIR"] = str(made)
        # multiprocessing would make a folder of sockets, and fail at its end if it is gone.
        settings = process.current_process()._config
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
    """A new folder and its lock, which the end of this process releases."""
    while True:
        made = Path(tempfile.mkdtemp(prefix=_PREFIX, dir=parent))
        # Until it is locked another command may remove it.
        try:
            lock = os.open(made, os.O_RDONLY | os.O_DIRECTORY)
        except FileNotFoundError:
            continue
        fcntl.flock(lock, fcntl.LOCK_EX)
        if made.exists():
            return made, lock
        os.close(lock)


def _sweep(parent: Path) -> None:
    """Removes the folders of this user that no command has locked."""
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
