"""Tells a fault of the program from a lack of resources on the machine after the compiler has
failed.
"""

import errno
import os
import re
import shutil
from pathlib import Path

from onchip.base.failures import Exit, Failure

LITTLE = 1 << 16  # bytes; with less free space, gcc does not always say that the disk is full
_SYSTEM = "|".join(
    re.escape(os.strerror(number))
    for number in (
        *(errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS, errno.EIO),
        *(errno.ENOMEM, errno.EMFILE, errno.ENFILE),
    )
)
# Matches the end of a message of gcc itself. Lines that gcc quotes from the program are indented.
_REFUSED = re.compile(rf"^\S.*: ({_SYSTEM})$", re.MULTILINE)
_NO_OUTPUT = re.compile(
    rf"^\S.*(?:cannot open output file|can't create|opening output file) .*"
    rf": ({re.escape(os.strerror(errno.EACCES))})$",
    re.MULTILINE,
)
_NO_MEMORY = re.compile(
    r"^\S.*(: out of memory|virtual memory exhausted|Killed signal terminated)", re.MULTILINE
)
_LIMIT = re.compile(r"^\S.*: (\w.* limit exceeded) signal terminated", re.MULTILINE)


def refused(messages: str, folder: Path) -> str:
    """The resource that this machine refused to gcc, whose files are in `folder`; empty if it
    refused none.
    """
    for pattern in (_REFUSED, _LIMIT, _NO_OUTPUT):
        if found := pattern.search(messages):
            return found[1]
    if _NO_MEMORY.search(messages):
        return os.strerror(errno.ENOMEM)
    return os.strerror(errno.ENOSPC) if shutil.disk_usage(folder).free < LITTLE else ""


def failure(name: str, messages: str, folder: Path) -> Failure:
    """The failure to raise for a program called `name`, from gcc's messages."""
    if what := refused(messages, folder):
        return Failure(
            Exit.SYSTEM, f"this machine refuses to compile {name} in {folder.parent}: {what}"
        )
    return Failure(
        Exit.COMPILE, f"{name} does not {'link' if 'ld returned' in messages else 'compile'}"
    )
