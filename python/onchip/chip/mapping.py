"""The core of each rank: by a rule, a file, or the traffic of an earlier run."""

from dataclasses import dataclass
from pathlib import Path

from onchip.base import project
from onchip.base.failures import Exit, Failure
from onchip.chip import placement
from onchip.chip.chips import ChipFile

RULES = tuple(project.simulator().MAP_RULES)
TRAFFIC = "traffic:"


@dataclass(frozen=True)
class Mapping:
    """A rule's name, or the cores of each rank, with a note for the user."""

    given: str | list[list[int]]
    note: str = ""


def choose(option: str, chip: ChipFile, ranks: int, threads: int, kernel: bool) -> Mapping:
    """Reads the value of `--map`: one of `RULES`, a map file, or `traffic:` and a table that
    `--traffic` has written. Where kernels run, ranks stay off the kernels' cores.
    """
    if option in RULES:
        return Mapping(option)
    if not option.startswith(TRAFFIC):
        return Mapping(read_map(option, chip))
    if threads > 1:
        raise Failure(Exit.USAGE, f"--map {option} is for ranks with one core, without --threads")
    bytes_between = read_traffic(option.removeprefix(TRAFFIC), ranks)
    free = chip.program_cores(kernel)
    if ranks > len(free):
        return Mapping("compact")  # the loader reports that there are too few cores
    cores, note = placement.place(bytes_between, chip, free)
    return Mapping([[core] for core in cores], note)


def read_map(file: str, chip: ChipFile) -> list[list[int]]:
    """Reads the cores of each rank from a map file. Each line has one rank's core or cores, as a
    core's number or as `TILE.CORE`; `#` begins a comment.
    """
    ranks = []
    for number, line in enumerate(_lines(file, "--map takes compact, scatter, a file"), 1):
        words = line.split("#")[0].split()
        if words:
            ranks.append([_core(word, chip, f"{file}:{number}") for word in words])
    return ranks


def _core(word: str, chip: ChipFile, where: str) -> int:
    counts = chip.of_tiles("cores")
    tile, point, core = word.partition(".")
    digits = (tile, core) if point else (word,)
    if not all(part.isascii() and part.isdigit() and len(part) <= 20 for part in digits):
        raise Failure(
            Exit.USAGE, f"{where}: '{word:.40}' is no core; right: a core's number, or TILE.CORE"
        )
    if point and int(tile) >= chip.tiles:
        raise Failure(
            Exit.USAGE, f"{where}: there is no core {word}: tiles are 0 to {chip.tiles - 1}"
        )
    if point and int(core) >= counts[int(tile)]:
        raise Failure(
            Exit.USAGE,
            f"{where}: there is no core {word}: those of tile {int(tile)} are 0 to "
            f"{counts[int(tile)] - 1}",
        )
    number = sum(counts[: int(tile)]) + int(core) if point else int(word)
    if number >= chip.cores:
        raise Failure(
            Exit.USAGE, f"{where}: there is no core {word}: cores are 0 to {chip.cores - 1}"
        )
    return number


def read_traffic(file: str, ranks: int):
    """Reads a traffic table: an array of the bytes from each rank (a row) to each other rank."""
    return placement.table(file, _lines(file, "--traffic writes one"), ranks)


def _lines(file: str, hint: str) -> list[str]:
    try:
        with Path(file).open(encoding="utf-8") as opened:
            return opened.read().splitlines()
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", None) or "it is not text in UTF-8"
        raise Failure(Exit.USAGE, f"{file} cannot be read: {why}; {hint}") from error
