"""What messages about an end advise."""

import re

_LINKS = re.compile(r"--(?:heap|data|code) dram")


def of_linker(message: str) -> str:
    """The message for a program that is linked already: where it advises an option that says where
    code or heap lie, it names the command that links.
    """
    return _LINKS.sub(r"`onchip cc \g<0>`", message)
