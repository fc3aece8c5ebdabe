"""Places ranks that send each other many bytes on cores that are near each other."""

from collections.abc import Sequence

import numpy

from onchip.base.failures import Exit, Failure
from onchip.chip.chips import ChipFile

# The largest sum of a traffic table. Products of these numbers with hops, and sums of such
# products, are exact as floats up to this limit, so `improve` can tell whether an exchange of cores
# reduces the sum.
MOST_BYTES = 10**12


def table(file: str, lines: Sequence[str], ranks: int):
    """The array of a traffic table; error messages name the table's `file`."""
    rows = []
    for number, line in enumerate(lines, 1):
        words = line.split("#")[0].replace(",", " ").split()
        if not words:
            continue
        if not all(word.isascii() and word.isdigit() for word in words):
            raise Failure(
                Exit.USAGE, f"{file}:{number}: each row must have a number of bytes for each rank"
            )
        if any(len(word) > 20 or int(word) > MOST_BYTES for word in words):
            raise Failure(
                Exit.USAGE, f"{file}:{number}: a number of bytes is from 0 to {MOST_BYTES:,}"
            )
        if len(words) != ranks:
            raise Failure(
                Exit.USAGE, f"{file}:{number}: {len(words)} numbers, and there are {ranks} ranks"
            )
        rows.append([int(word) for word in words])
    if len(rows) != ranks:
        raise Failure(Exit.USAGE, f"{file}: {len(rows)} rows, and there are {ranks} ranks")
    total = sum(map(sum, rows))
    if total > MOST_BYTES:
        raise Failure(Exit.USAGE, f"{file}: {total:,} bytes in all; right: at most {MOST_BYTES:,}")
    return numpy.array(rows, dtype=float)


def place(bytes_between, chip: ChipFile, free: Sequence[int]) -> tuple[list[int], str]:
    """Chooses a core for each rank among the cores `free`, of which there must be enough. The
    search starts from the mappings compact and scatter, exchanges pairs of cores, and keeps the
    result with the fewest bytes × hops. Returns the cores, and a note for the user.
    """
    ranks = len(bytes_between)
    tile_of = chip.tile_of
    hops = hops_between(chip)
    starts = {
        "compact": list(free),
        "scatter": sorted(free, key=lambda core: (core - tile_of.index(tile_of[core]), core)),
    }
    costs = {
        name: bytes_times_hops(bytes_between, hops, cores[:ranks]) for name, cores in starts.items()
    }
    found = [improve(bytes_between, hops, cores) for cores in starts.values()]
    best = min(found, key=lambda cores: bytes_times_hops(bytes_between, hops, cores))
    cost = bytes_times_hops(bytes_between, hops, best)
    compact = costs["compact"]
    gain = f", {cost / compact - 1:+.1%} against compact" if compact else ""
    note = (
        f"{cost:,.0f} bytes × hops by this mapping{gain} "
        f"({compact:,.0f}; scatter {costs['scatter']:,.0f})"
    )
    return best, note


def hops_between(chip: ChipFile):
    """The number of links from each core's tile (a row) to each other core's, as an array."""
    tiles = numpy.array(chip.checked.distances(), dtype=float)
    each = chip.of_tiles("cores")
    return numpy.repeat(numpy.repeat(tiles, each, axis=0), each, axis=1)


def bytes_times_hops(bytes_between, hops, cores: Sequence[int]) -> float:
    """The sum of bytes × hops over all ranks on the given cores."""
    return float((bytes_between * hops[cores][:, cores]).sum())


def improve(bytes_between, hops, cores: Sequence[int]) -> list[int]:
    """Lets each rank in turn exchange its core for the core that reduces bytes × hops most, until
    no exchange reduces the sum. Returns the cores of the ranks.

    `cores` also has free cores, after those of the ranks. All sums are whole numbers, exact as
    floats, so every machine finds the same result.
    """
    ranks, count = len(bytes_between), len(cores)
    cores = numpy.array(cores)
    at = hops[cores][:, cores]  # hops between the cores of rank i and rank j
    sent = numpy.array(bytes_between, dtype=float)
    numpy.fill_diagonal(sent, 0)
    senders, receivers = numpy.nonzero(sent)
    sizes = sent[senders, receivers]

    def total(paths):
        """The bytes × hops of each rank, as sender and as receiver."""
        paid = sizes * paths
        as_sender = numpy.bincount(senders, paid, count)
        return as_sender + numpy.bincount(receivers, paid, count)

    saved = True
    while saved:
        saved = False
        for rank in range(ranks):
            to, of = senders == rank, receivers == rank
            here = at[:, receivers[to]] @ sizes[to] + sizes[of] @ at[senders[of]]
            as_sender = numpy.bincount(senders, sizes * at[rank, receivers], count)
            there = as_sender + numpy.bincount(receivers, sizes * at[senders, rank], count)
            own = total(at[senders, receivers])
            # Both sums leave out the distance between the two ranks that change places, as if they
            # shared a core. The exchange does not change this distance.
            between = numpy.zeros(count)
            between[receivers[to]] += sizes[to]
            between[senders[of]] += sizes[of]
            between *= at[rank] + at[:, rank]
            change = here + there - own[rank] - own + between
            change[rank] = 0
            other = int(change.argmin())
            if change[other] < 0:
                pair = [rank, other]
                cores[pair] = cores[pair[::-1]]
                at[pair] = at[pair[::-1]]
                at[:, pair] = at[:, pair[::-1]]
                saved = True
    return [int(core) for core in cores[:ranks]]
