"""The advice in messages about the end of a run."""

import re

_LINKS = re.compile(r"--(?:heap|data|code) dram")


def of_linker(message: str) -> str:
    """Returns a message for a program that is already linked. If the message advises an option on
    the place of code or heap, the returned message names the command that links.
    """
    return _LINKS.sub(r"`onchip cc \g<0>`", message)
