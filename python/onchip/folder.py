"""Files that a command writes at its end, into folders that the user names."""

import tempfile
from pathlib import Path

from onchip.failures import Exit, Failure


def check(folder: Path) -> None:
    """Fails if nothing can be written into the folder; call it before long work."""
    try:
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise Failure(
            Exit.USAGE, f"nothing can be written into the folder {folder}: {error.strerror}"
        ) from error


def made(folder: Path) -> None:
    """The same, and makes the folder if it is not there."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Failure(
            Exit.USAGE, f"the folder {folder} cannot be made: {error.strerror}"
        ) from error
    check(folder)


def write(path: Path, content: bytes) -> None:
    """Writes a file; leaves none that is not whole."""
    new = not path.exists()
    try:
        path.write_bytes(content)
    except OSError:
        if new:
            path.unlink(missing_ok=True)
        raise
