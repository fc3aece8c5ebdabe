"""`onchip c++`: calls the C++ compiler with the chip's flags, like mpicxx."""

from onchip.commands import cc

command = cc.make(
    "c++",
    """Compile and link a C++ program for the chip.

    ARGUMENTS are those of g++: `onchip c++ -std=c++20 prog.cpp -o prog`. The program is run
    with `onchip run -n 16 prog`.
    """,
    language="C++",
)
