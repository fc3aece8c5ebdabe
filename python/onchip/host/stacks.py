"""Finds the calls in which threads of a process on this machine wait, from their stacks and the
program's debug information.

A process is inspected from outside, and only if it is stuck, so the program keeps no records
itself. This works on x86-64. On other machines, or if the system forbids the inspection, nothing is
found.
"""

import re
import struct
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

MOST_FRAMES = 64
MAPPING = re.compile(r"([0-9a-f]+)-[0-9a-f]+ r-xp ([0-9a-f]+) \S+ \S+ +(.*)")
# Sources of the library, wherever they were compiled (also in simulator/src/program/symbols.rs).
LIBRARY = re.compile(r"runtime/(\./)?(mpi|omp|hal|qos|libc|kernel|trace)/")
CALL = 0xE8  # opcode; a distance of four bytes follows
DYNAMIC = 3  # type of an ELF file that may be loaded at any address


@dataclass(frozen=True)
class Call:
    """A call of the library that has not returned."""

    function: str
    at: str  # file:line of the program; empty if the library itself makes the call


def waiting_calls(process: int) -> list[Call | None]:
    """Returns the call in which each thread of a process waits, or None for a thread in no call.

    The process's threads must all sleep. The list is empty if nothing can be found.
    """
    try:
        return _Process(process).calls()
    except (OSError, ValueError, struct.error, subprocess.CalledProcessError):
        return []


def caller_line(process: int, caller: int) -> str:
    """Returns `file:line` of the call with the return address `caller` in a running program; an
    empty text if the call is not found, or if the call is in the library.
    """
    try:
        program, base = loaded(Path(f"/proc/{process}"))
    except (OSError, ValueError, StopIteration):
        return ""
    return user_line(program, [caller - base])


def user_line(program: Path, callers: list[int]) -> str:
    """Returns `file:line` of the innermost call outside the library, from the calls' return
    addresses; an empty text if none is found.
    """
    try:
        locations = _locations(program, sorted({at - 1 for at in callers}))
    except (OSError, subprocess.CalledProcessError):
        return ""
    lines = [locations[at - 1][1] for at in callers]
    return next((at for at in lines if _is_of_program(at)), "")


def _is_of_program(at: str) -> bool:
    return not at.startswith("?") and not LIBRARY.search(at)


def loaded(folder: Path) -> tuple[Path, int]:
    """The program of a process, from its folder in /proc, and the address that it was loaded at."""
    program = (folder / "exe").readlink()
    code = next(m for m in MAPPING.finditer((folder / "maps").read_text()) if m[3] == str(program))
    kind = struct.unpack("<H", program.read_bytes()[16:18])[0]
    return program, int(code[1], 16) - int(code[2], 16) if kind == DYNAMIC else 0


class _Process:
    def __init__(self, process: int):
        self._folder = Path(f"/proc/{process}")
        self._program, self._base = loaded(self._folder)
        self._frames = _Frames(self._program)

    def calls(self) -> list[Call | None]:
        threads = sorted((self._folder / "task").iterdir(), key=lambda path: int(path.name))
        stacks = [self._stack(thread) for thread in threads]
        numbers = {number for stack in stacks for pair in stack for number in pair}
        locations = _locations(self._program, sorted(numbers))
        calls: list[Call | None] = []
        for stack in stacks:
            call, inner = None, ""
            for caller, called in stack:
                (inside, at), function = locations[caller], locations[called][0]
                if LIBRARY.search(at) and (not inner or function != "??"):
                    call = Call(inside if function == "??" else function, "")
                    inner = inside
                elif LIBRARY.search(at):
                    # The innermost call is one of the library, but the program reached it by a
                    # jump: the library had called the program, and the last action of the program's
                    # function is a jump to the function that waits.
                    call = Call(inner, next(iter(self._lines(stack, locations)), ""))
                    break
                elif call and not at.startswith("?"):
                    call = Call(call.function if function == "??" else function, at)
                    break
            calls.append(call)
        return calls

    @staticmethod
    def _lines(stack: list[tuple[int, int]], locations: dict) -> list[str]:
        """The file and line of each call on a stack that is in the program's own code, not in the
        library's, the innermost first.
        """
        lines = [locations[caller][1] for caller, _ in stack]
        return [at for at in lines if _is_of_program(at)]

    def _stack(self, thread: Path) -> list[tuple[int, int]]:
        """The calls that have not returned, the innermost first. Each is the address of the call
        and the address of the called function, which is 0 if it is unknown.
        """
        words = _system_call(thread)
        if len(words) < 3:  # the thread runs
            return []
        result = []
        with (self._folder / "mem").open("rb", buffering=0) as memory:

            def word(address: int) -> int:
                memory.seek(address)
                return struct.unpack("<Q", memory.read(8))[0]

            def called(pc: int) -> int:
                memory.seek(pc + self._base - 5)
                code, distance = struct.unpack("<Bi", memory.read(5))
                return pc + distance if code == CALL else 0

            # The C library makes the system call in a leaf function, so its return address is on
            # top of the stack.
            stack = int(words[-2], 16)
            pc, stack = word(stack) - self._base, stack + 8
            frame = None  # the value of rbp, if known
            while len(result) < MOST_FRAMES and (row := self._frames.row(pc - 1)):
                result.append((pc - 1, called(pc)))
                start = stack if row.register == "rsp" else frame
                if start is None:
                    break
                top = start + row.offset
                frame = word(top + row.saved_frame) if row.saved_frame else frame
                pc, stack = word(top - 8) - self._base, top
        return result


def _system_call(thread: Path) -> list[str]:
    """Returns the words of the thread's file `syscall` in proc(5). If the thread is running, the
    function waits a little, because threads of MPI_THREAD_MULTIPLE wake now and then and fall
    asleep again (hal/linux/turn.c).
    """
    for _ in range(100):
        words = (thread / "syscall").read_text().split()
        if len(words) >= 3:
            break
        time.sleep(0.001)
    return words


@dataclass(frozen=True)
class _Row:
    """A row of the unwind table. It is valid from one instruction on, and says that the function's
    frame ends at register + offset.
    """

    register: str
    offset: int
    saved_frame: int  # where rbp is saved; 0 if it is not saved


class _Frames:
    """The unwind table of a program, as readelf prints it: where the return addresses are."""

    def __init__(self, program: Path):
        text = _run("readelf", "-wF", str(program))
        self._rows: dict[tuple[int, int], list[tuple[int, _Row]]] = {}
        for entry in re.split(r"\n\n", text):
            if not (head := re.search(r"FDE .*pc=([0-9a-f]+)\.\.([0-9a-f]+)", entry)):
                continue
            start, end = (int(word, 16) for word in head.groups())
            rows = [(start, _Row("rsp", 8, 0))]
            columns: list[str] = []
            for line in entry.splitlines()[1:]:
                words = line.split()
                if words[:1] == ["LOC"]:
                    columns = words
                elif found := re.fullmatch(r"(rsp|rbp)\+(\d+)", words[1] if words[1:] else ""):
                    saved = dict(zip(columns, words, strict=False)).get("rbp", "u")
                    frame = int(saved[1:]) if re.fullmatch(r"c-\d+", saved) else 0
                    rows.append((int(words[0], 16), _Row(found[1], int(found[2]), frame)))
            self._rows[start, end] = rows

    def row(self, pc: int) -> _Row | None:
        for (start, end), rows in self._rows.items():
            if start <= pc < end:
                return [row for at, row in rows if at <= pc][-1]
        return None


def _locations(program: Path, addresses: list[int]) -> dict[int, tuple[str, str]]:
    """The function and line of each address."""
    if not addresses:
        return {}
    text = _run("addr2line", "-a", "-i", "-f", "-e", str(program), *(hex(at) for at in addresses))
    # If functions are inlined into each other, addr2line prints the innermost function first. We
    # take the line of the innermost function, and the name of the outermost function, to which the
    # code belongs.
    locations = {}
    for entry in re.split(r"^(?=0x)", text, flags=re.MULTILINE)[1:]:
        at, *lines = [line.partition(" (")[0] for line in entry.splitlines()]
        # Functions of OpenMP may have a variant with tasks and one without
        # (runtime/omp/team/flavour.h), and functions of MPI have an entry `oc_turn_…`
        # (runtime/mpi/profiling/entries.py). We report their common name.
        function = re.sub("^oc_turn_|_with(out)?_tasks$", "", lines[-2])
        locations[int(at, 16)] = function, lines[1]
    return locations


def _run(*command: str) -> str:
    return subprocess.run(
        command, capture_output=True, text=True, errors="replace", check=True
    ).stdout
