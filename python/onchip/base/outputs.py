"""Files and folders that a command writes for its user."""

import contextlib
import errno
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

from onchip.base import scratch
from onchip.base.failures import Exit, Failure

_OPEN = ("/dev/fd/", "/dev/std", "/proc/")
# Errors that another name would avoid. Any other error is a problem of the machine.
_NAMES = (errno.ENOENT, errno.ENOTDIR, errno.EISDIR, errno.ENAMETOOLONG, errno.ELOOP, errno.EEXIST)


def check(folder: Path) -> None:
    """Fails if nothing can be written into the folder; call it before long work."""
    try:
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise _failure(f"nothing can be written into the folder {folder}", error) from error


def check_file(path: Path) -> None:
    """Fails if no file of this name can be written; call it before long work."""
    if path.is_dir():
        raise Failure(Exit.USAGE, f"{path} is a folder; right: the name of a file")
    check_name(path)


def check_name(path: Path) -> None:
    """Fails if no file or folder of this name can be made; call it before long work."""
    if _in_place(path):
        return
    try:
        check(path.parent)
    except Failure as failure:
        raise Failure(failure.exit_code, f"{path}: {failure.message}") from failure


def made(folder: Path) -> None:
    """Makes the folder if it is not there; fails if nothing can be written into it."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _failure(f"the folder {folder} cannot be made", error) from error
    check(folder)


@contextlib.contextmanager
def whole(path: Path) -> Iterator[Path]:
    """Yields a temporary name under which to write a file or folder. On success the result is
    renamed to `path`. On failure it is removed, and whatever had the name `path` before stays.
    """
    try:
        if _in_place(path):
            yield path
            return
        target = path.resolve()  # a symbolic link stays a link
        with contextlib.ExitStack() as ending:
            try:
                beside = ending.enter_context(scratch.folder(target.parent))
            except Failure as failure:
                raise refused(path, failure.__cause__) from failure
            new = beside / target.name
            yield new
            if target.is_dir():
                shutil.rmtree(target)
            elif target.exists():
                shutil.copymode(target, new)
            new.replace(target)
    except OSError as error:
        raise refused(path, error) from error


def write(path: Path, content: bytes) -> None:
    """Writes a file."""
    with whole(path) as new:
        new.write_bytes(content)


def copy(source: Path, target: Path) -> None:
    """Copies the folder `source` with all its files to the new folder `target`."""
    with whole(target) as new:
        for path in (source, *sorted(source.rglob("*"))):
            copied = new / path.relative_to(source)
            if path.is_dir():
                copied.mkdir()
            else:
                shutil.copy2(path, copied)


def refused(path: Path, error: OSError) -> Failure:
    """The failure to raise when `path` cannot be written."""
    return _failure(f"{path} cannot be written", error)


def _failure(what: str, error: OSError) -> Failure:
    code = Exit.USAGE if error.errno in _NAMES else Exit.SYSTEM
    return Failure(code, f"{what}: {error.strerror or error}")


def _in_place(path: Path) -> bool:
    """Whether a new file cannot replace what the path names: an open file (`/dev/fd/N`), a device,
    a pipe or another special file.
    """
    if str(path.absolute()).startswith(_OPEN):  # such a path may lead to a file that others write
        return True
    return path.exists() and not path.is_file() and not path.is_dir()
