"""The kinds of failures, and the exit code of each (docs/exit-codes.md)."""

from enum import IntEnum


class Exit(IntEnum):
    """The exit codes of onchip itself. Any other code is the program's own."""

    USAGE = 2
    NETWORK = 64
    COMPILE = 65
    ELF = 66
    RANKS = 67
    MEMORY = 68
    FAULT = 69
    INTERNAL = 70
    DEADLOCK = 71
    CHIP = 72
    MACHINE = 73
    TIMEOUT = 74
    STACK = 75
    SIGNAL = 76
    SYSTEM = 77
    DIFFERENCE = 78
    LIVELOCK = 79
    PIPE = 141
    INTERRUPTED = 130

    @property
    def kind(self) -> str:
        """The word by which `--json` names this kind of failure."""
        return self.name.lower()


class Failure(Exception):
    """Ends the command with `exit_code`: `message` says what is wrong, where, and what would be
    right.
    """

    def __init__(self, exit_code: Exit, message: str):
        super().__init__(message)
        self.exit_code = exit_code
        self.message = message


Failure.__module__ = "onchip"  # where users import the class from, and what tracebacks show
