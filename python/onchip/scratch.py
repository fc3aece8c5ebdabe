"""Folders of temporary files, in TMPDIR, that no end of a command leaves there for ever.

A command removes its folder at its end. If the end is SIGKILL, or that of the machine, the next
command removes it: a folder is locked as long as its command runs.
"""

import contextlib
import fcntl
import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

from onchip.failures import Exit, Failure

_PREFIX = "onchip-scratch-"
_NAME = re.compile(_PREFIX + r"\w{8}")  # with what tempfile adds


@contextlib.contextmanager
def folder() -> Iterator[Path]:
    """A new folder, which is removed at the end; fails if there is none to be had."""
    try:
        _sweep(Path(tempfile.gettempdir()))
        made, lock = _make()
    except OSError as error:
        where = error.filename or "TMPDIR"
        raise Failure(
            Exit.SYSTEM,
            f"no folder to compile in: {where}: {error.strerror}; TMPDIR can name another folder",
        ) from error
    try:
        yield made
    finally:
        shutil.rmtree(made, ignore_errors=True)
        os.close(lock)


def _make() -> tuple[Path, int]:
    """A new folder and its lock, which the end of this process releases."""
    while True:
        made = Path(tempfile.mkdtemp(prefix=_PREFIX))
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
