"""What syntheses have given, kept on disk: the same sources and tools give the same, and a
placement takes a minute.
"""

import functools
import hashlib
import json
import os
import subprocess
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path


def value(made_of: Sequence[str], measure: Callable[[], object]):
    """What `measure` gives, a value for JSON, or gave for these texts before."""
    name = hashlib.sha256(json.dumps(list(made_of)).encode()).hexdigest()
    file = folder() / f"{name}.json"
    try:
        return json.loads(file.read_text())
    except (OSError, ValueError):
        measured = measure()
    try:  # nothing is lost if the disk is full or may not be written
        file.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile("w", dir=file.parent, delete=False) as part:
            json.dump(measured, part)
        Path(part.name).replace(file)
    except OSError:
        pass
    return measured


def folder() -> Path:
    """Where they are: it may be removed at any time."""
    caches = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(caches) / "onchip" / "synthesis"


@functools.cache
def version(*words: str) -> str:
    """What a tool prints about itself."""
    done = subprocess.run(words, capture_output=True, text=True)
    return done.stdout + done.stderr
