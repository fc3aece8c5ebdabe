"""Keeps results of syntheses on disk. Equal sources and tools give equal results, and one placement
takes a minute.
"""

import functools
import hashlib
import json
import os
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path

from onchip.base import scratch
from onchip.base.failures import Failure


def value(made_of: Sequence[str], measure: Callable[[], object]):
    """Returns the JSON value that `measure` returns. If a value has been kept for the texts
    `made_of`, returns that one and does not call `measure`.
    """
    name = hashlib.sha256(json.dumps(list(made_of)).encode()).hexdigest()
    file = folder() / f"{name}.json"
    try:
        return json.loads(file.read_text())
    except (OSError, ValueError):
        measured = measure()
    try:  # if the disk is full or cannot be written, the value is not kept
        file.parent.mkdir(parents=True, exist_ok=True)
        with scratch.folder(file.parent) as part:
            whole = part / file.name
            whole.write_text(json.dumps(measured))
            whole.replace(file)
    except (OSError, Failure):
        pass
    return measured


def folder() -> Path:
    """The folder of the kept values, which may be removed at any time."""
    caches = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(caches) / "onchip" / "synthesis"


@functools.cache
def version(*words: str) -> str:
    """The version text that a tool prints."""
    done = subprocess.run(words, capture_output=True, text=True)
    return done.stdout + done.stderr
