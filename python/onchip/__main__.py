"""`python -m onchip` is the command `onchip`."""

import signal
import sys

from onchip.base import interrupts, machine, terminal
from onchip.base.failures import Exit
from onchip.commands import cli, running


def _interrupt(number, frame):
    raise KeyboardInterrupt


def main():
    """Runs the command `onchip`. From the start, a signal ends it without a traceback."""
    terminal.take_over()
    if sys.platform != "linux":
        terminal.complain(machine.instead_of(sys.platform))
        sys.exit(Exit.MACHINE)
    try:
        # These signals end this process as Ctrl-C does, so that the process ends everything that it
        # has started.
        for number in (signal.SIGTERM, signal.SIGHUP):
            if not interrupts.ignored(number):  # under nohup, SIGHUP must stay ignored
                signal.signal(number, _interrupt)
        if sys.argv[1:2] == ["run"]:
            running.run_plain(sys.argv[2:])
        cli.main()
    except KeyboardInterrupt:
        sys.exit(Exit.INTERRUPTED)


if __name__ == "__main__":
    main()
