"""How the command ends: failures become messages and exit codes."""

import contextlib
import os
import sys

import click

from onchip.base import terminal
from onchip.base.failures import Exit, Failure


@contextlib.contextmanager
def guarded():
    """Turns a failure of the command into a message and an exit code; click's own exceptions are
    left to click.
    """
    try:
        with flushed():
            yield
    except Failure as failure:
        terminal.complain(failure.message)
        sys.exit(failure.exit_code)
    except (SystemExit, EOFError):
        raise
    except KeyboardInterrupt:
        terminal.complain("interrupted")
        sys.exit(Exit.INTERRUPTED)
    except MemoryError:
        terminal.complain("this machine has not enough memory")
        sys.exit(Exit.SYSTEM)
    except BaseException as error:  # a panic of the simulator is not an Exception
        clicks = click.exceptions.Exit, click.ClickException, click.Abort
        if isinstance(error, clicks) or os.environ.get("ONCHIP_DEBUG"):
            raise
        terminal.complain(
            f"internal error: {type(error).__name__}: {error}\n"
            "This is a fault of onchip, not of your program; ONCHIP_DEBUG=1 shows where."
        )
        sys.exit(Exit.INTERNAL)


@contextlib.contextmanager
def flushed():
    """Writes the rest of stdout while errors can still be reported, and reports errors of the
    operating system.
    """
    try:
        try:
            yield
        finally:
            sys.stdout.flush()
    except BrokenPipeError:
        # The reader has closed the output, as after `| head -1`.
        terminal.silence("stdout")
        sys.exit(Exit.PIPE)
    except OSError as error:
        if os.environ.get("ONCHIP_DEBUG"):
            raise
        for name, title in terminal.NAMES.items():
            if error.filename == title:
                terminal.silence(name)
        where = f"{error.filename}: " if error.filename else ""
        terminal.complain(f"this machine refuses: {where}{error.strerror or error}")
        sys.exit(Exit.SYSTEM)
