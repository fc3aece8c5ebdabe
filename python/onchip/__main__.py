"""`python -m onchip` is the command `onchip`."""

import os
import signal
import sys
from pathlib import Path


def _interrupt(number, frame):
    raise KeyboardInterrupt


def main():
    """The command `onchip`: from its first moment on, a signal ends it without a traceback."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # the parent process has closed it
            setattr(sys, name, Path(os.devnull).open("w"))  # noqa: SIM115
    # A file's name may have bytes that are no text, and an old terminal lacks `×` and `┌`.
    utf8 = sys.stdout.encoding.lower().replace("-", "") == "utf8"
    sys.stdout.reconfigure(errors="surrogateescape" if utf8 else "replace")
    try:
        # These end us as Ctrl-C does, so that nothing that we started is left behind.
        for number in (signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, _interrupt)
        from onchip.cli import main

        main()
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
