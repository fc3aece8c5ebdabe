"""How a run ended, on the chip or on this machine: messages for the user, and JSON."""

import json
import re
import sys
from dataclasses import dataclass, field

from onchip.base.failures import Exit, Failure
from onchip.outcome import profile
from onchip.outcome.console import STDERR, STDOUT, Console
from onchip.outcome.finding import Finding


@dataclass
class Outcome:
    """The end of a run. `cycles` and `instructions` are None for a run on this machine (--host)."""

    kind: str
    exit_code: int
    message: str
    wall_seconds: float
    ranks: int
    chip: str | None
    cycles: int | None = None
    instructions: int | None = None
    per_rank: list = field(default_factory=list)
    statistics: dict = field(default_factory=dict)
    # `energy` and `profile` are filled only if they were asked for
    energy: dict = field(default_factory=dict)
    profile: list = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)

    @classmethod
    def of_failure(cls, failure: Failure, chip: str):
        """The outcome of a run that could not begin because of `failure`."""
        return cls(
            failure.exit_code.kind, int(failure.exit_code), failure.message, 0.0, 0, chip, 0, 0
        )

    def as_json(self, console: Console, **more) -> str:
        """One JSON object on one line; `more` holds additional fields."""
        optional = "energy", "profile"
        own = {key: value for key, value in vars(self).items() if key != "findings"}
        fields = {key: value for key, value in own.items() if value or key not in optional}
        if self.profile:
            fields["profile"] = profile.as_json(self.profile)
        text = console.kept("stdout", STDOUT) | console.kept("stderr", STDERR)
        return json.dumps(fields | text | more)

    def print_message(self) -> None:
        """Prints on stderr why the run ended, unless it ended normally."""
        if self.message:
            print(f"onchip: {self.message}", file=sys.stderr)


# The exit code of each kind of end. Any other end, such as `abort`, has the program's own code.
CLASSES = {code.kind: code for code in Exit}

_LINKS = re.compile(r"--(?:heap|data|code) dram")


def for_linked(message: str) -> str:
    """Returns a message for a program that is already linked. If the message advises an option for
    the place of code or heap, the returned message names the command that links.
    """
    return _LINKS.sub(r"`onchip cc \g<0>`", message)
