"""Advice on what the compiler and the linker refuse, above all options of gcc, libraries and
functions that the chip does not have.
"""

import re
from collections.abc import Sequence

from onchip.base.failures import Exit, Failure

_LIBRARY = (
    "the chip's cores and library are rv32gc with the ABI ilp32d: RV32IMAFDC, with Zicsr, "
    "Zifencei and no other extension"
)

# Maps options that gcc accepts, but that lead to many errors of the linker, to the right choice.
REFUSED = {
    r"-march=(?!rv32(?:g|im?a?fd)c?$).*": _LIBRARY + "; leave {0} out, or give -march=rv32gc",
    r"-mabi=(?!ilp32d$).*": _LIBRARY + "; leave {0} out",
    r"-pg?|--?coverage|-fprofile-(?:arcs|generate(?:=.*)?)": "the chip has no profiler of gcc's; "
    "leave {0} out: onchip run --stats counts, and onchip cc --host {0} links gcc's",
}

# Maps a pattern in the messages of gcc or the linker to advice for the chip and this machine.
ANYWHERE = {
    r"multiple definition of `main'": "sources before -- are parts of the program; a source that "
    "is an argument of the program comes after it, as in onchip run prog.c -- input.c",
}

# Maps a pattern in the messages of gcc or the linker to advice for the chip only.
HINTS = {
    r"unrecognized command-line option '-m(?:64|32|x32)'": "the chip's cores are 32-bit "
    "RISC-V, and the compiler knows that; leave '{0}' out",
    r"unrecognized command-line option '-m[^']*'": "'{0}' is for another processor; the chip's "
    "cores are 32-bit RISC-V without vector instructions: leave it out, and compile the sources "
    "that do without",
    r"unknown cpu '[^']*' for '-mtune'": "the compiler knows what to tune for; leave -mtune out",
    r"'-fsanitize=[^']*' (?:is )?not supported for this target": "the chip has no sanitizers and "
    "checks accesses itself; onchip cc --host {0} has gcc's",
    r"'-f(?:cf-protection|split-stack)[^']*' is not supported": "leave it out",
    r"-shared not supported": "the chip loads no libraries; link the .o files, or an archive of "
    "them (ar), with the program",
    r"unrecognized option '--hash-style=[^']*'": "'{0}' is for libraries that are loaded, and the "
    "chip loads none; leave it out",
    r"ABI is incompatible with that of the selected|can't link \S+-float modules with|"
    r"ABI requires '-march": _LIBRARY + "; compile everything for these, with onchip cc",
    r"cannot find -l\S+(?=: No such file)": "the chip has no {0}, and the host's is for another "
    "processor; compile its sources for the chip (./configure --host=riscv32-unknown-elf "
    "CC='onchip cc', or onchip cc -c and ar), or do without",
    r"undefined reference to `(?:rpl_\w+)'": "configure could not run a test on the chip and "
    "took the function for a broken one; give it ac_cv_func_{1}_0_nonnull=yes "
    "(docs/existing-programs.md)",
    r"fatal error: (?:n?curses|term|zlib|bzlib|lzma|gmp|pcre2?|readline/\w+|openssl/\w+|X11/\w+|"
    r"SDL2?/\w+)\.h: No such file": "this header belongs to a library that the chip does not have; "
    "compile the library's sources for the chip and name their folder with -I, or do without",
    r"collect2: fatal error: cannot find 'ld'": "there is one linker for the chip; "
    "leave -fuse-ld out",
}

# Maps functions that MPI 3.0 removed (MPI 4.1, 17.1) to their replacements, without `MPI_`.
REMOVED = {
    "Address": "Get_address",
    "Errhandler_create": "Comm_create_errhandler",
    "Errhandler_get": "Comm_get_errhandler",
    "Errhandler_set": "Comm_set_errhandler",
    "Type_extent": "Type_get_extent",
    "Type_hindexed": "Type_create_hindexed",
    "Type_hvector": "Type_create_hvector",
    "Type_lb": "Type_get_extent",
    "Type_struct": "Type_create_struct",
    "Type_ub": "Type_get_extent",
}
HINTS |= {
    rf"undefined reference to `MPI_{old}'|'MPI_{old}' was not declared": f"MPI 3.0 removed "
    f"MPI_{old}; call MPI_{new}, whose counts of bytes are MPI_Aint"
    for old, new in REMOVED.items()
}


def check(arguments: Sequence[str], isa: str | None) -> None:
    """Fails at the first of gcc's options that cannot work for a program of the chip. `isa` is the
    instruction set of the chip's cores if it is not the default.
    """
    for word in arguments:
        if isa and word == f"-march={isa}":
            continue
        if isa and word.startswith(("-march=", "-mabi=")):
            why = f"the chip's cores are {isa} (core.isa), and programs are compiled for that"
            raise Failure(Exit.COMPILE, f"{why}; leave {word} out")
        for pattern, sentence in REFUSED.items():
            if re.fullmatch(pattern, word):
                raise Failure(Exit.COMPILE, sentence.format(word))


def of(messages: str, host: bool = False) -> list[str]:
    """Returns advice for gcc's messages, each sentence once. `host` says that gcc compiles for this
    machine.
    """
    found = []
    for pattern, sentence in (ANYWHERE if host else ANYWHERE | HINTS).items():
        if match := re.search(pattern, messages):
            words = re.findall(r"(?<![\w-])-[\w=.,+-]+", match[0]) or [""]
            name = match[0].rpartition("rpl_")[2].rstrip("'")
            text = sentence.format(words[0], name)
            # The first pattern that matches an option is the most specific one, so later ones are
            # ignored.
            if not any(words[0] and words[0] in other for other in found):
                found.append(text)
    return found
