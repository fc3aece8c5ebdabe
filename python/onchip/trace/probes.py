"""Lists the functions of a program that the simulator observes, and the words that it records of
their calls.

The program takes no part in this: the functions are found by their symbols. Names and layouts are
those of runtime/mpi/. The layouts are checked in `runtime/mpi/core/request.c`, and that of a
barrier's record in `runtime/mpi/collective/barrier_counters.c`.
"""

from collections.abc import Sequence

from onchip.base import project
from onchip.base.load import Load
from onchip.base.mpi_names import KERNEL

ARGUMENTS = 8  # at most this many arguments are recorded

# Lengths in words: struct oc_request; struct oc_communicator from `context` on; struct oc_group
# from `first` on, with the element of `ranks` that belongs to a peer.
REQUEST, COMMUNICATOR, GROUP = 15, 5, 4
COMM_AT, PEER_AT, SOURCE_AT = 4, 16, 48
CONTEXT_AT, GROUP_AT, FIRST_AT, RANKS_AT = 4, 20, 16, 26
# The last word of a barrier's record is 0 if the rank has arrived in an earlier step, which may
# have been long before (struct oc_barrier).
BARRIER_AT, ARRIVE_AT = 28, 0


def _group(argument: int, to: list[int], index: tuple | None) -> list[tuple]:
    """Describes where to find the words of a communicator's group.

    An entry has four items: the number of an argument of the function; the offsets of the pointers
    to follow from this argument, the last of which leads to the words; the number of words; and, if
    the words are an element of an array, where the element's index is. The index is an argument,
    given by its number, or a field of a structure, given by the number of the argument that points
    to the structure and the field's offset.
    """
    return [
        (argument, [*to, GROUP_AT, FIRST_AT], GROUP - 1, None),
        (argument, [*to, GROUP_AT, RANKS_AT], 1, index),
    ]


def _request(argument: int, peer_at: int = PEER_AT) -> list[tuple]:
    return [
        (argument, [0], REQUEST, None),
        (argument, [COMM_AT, CONTEXT_AT], COMMUNICATOR, None),
        *_group(argument, [COMM_AT], (argument, peer_at)),
    ]


def _communicator(root: int | None = None) -> list[tuple]:
    index = None if root is None else (root, None)
    return [(0, [CONTEXT_AT], COMMUNICATOR, None), *_group(0, [], index)]


SEND, SEND_PLAIN, POST = "oc_transport_send", "oc_transport_send_plain", "oc_receive_start"
SEND_MARKED = "oc_transport_send_marked"
SEND_BEGUN = "oc_native_isend"  # at its end, the last argument points to the request
RECEIVE_PLAIN = "oc_transport_receive_plain"
FETCH, WAIT = "oc_transport_fetch", "oc_request_wait"
FETCH_AWAITED = "oc_native_fetch_awaited"
FETCH_UNUSUAL = "oc_transport_fetch_unusual"
# functions whose first argument is a receive
FETCHES = (FETCH, FETCH_UNUSUAL, FETCH_AWAITED)
AWAIT, AWAIT_UNTIL = "oc_await", "oc_await_until"
BARRIER, BCAST = "oc_barrier_await", "oc_bcast_cells"
REDUCE, ALLREDUCE = "oc_reduce_cells", "oc_allreduce_cells"
# Numbers of the arguments that are the scale of a datatype.
SCALES = {SEND_PLAIN: 6, SEND_BEGUN: 2, RECEIVE_PLAIN: 7}
ROOT = 3  # number of the broadcast's argument that is the root

# Maps a function to the number of its arguments, the words to record at its entry, and those to
# record at its end.
INSIDE = {
    SEND: (1, _request(0), []),
    SEND_MARKED: (1, _request(0), []),
    SEND_PLAIN: (7, [], []),
    SEND_BEGUN: (6, [], [(5, [0], 1, None)]),
    RECEIVE_PLAIN: (8, [], []),
    POST: (1, _request(0), []),
    **{fetch: (1, [], []) for fetch in FETCHES},
    WAIT: (1, [], _request(0, SOURCE_AT)),
    AWAIT: (3, _request(2), []),
    AWAIT_UNTIL: (3, _request(2), []),
    BARRIER: (1, [*_communicator(), (0, [BARRIER_AT, ARRIVE_AT], 1, None)], []),
    BCAST: (4, _communicator(ROOT), []),
    REDUCE: (7, _communicator(), []),
    ALLREDUCE: (5, _communicator(), []),
}

_MPI, _OPENMP = "PMPI_", "GOMP_"
# A part of the names that GCC gives to functions made from regions and tasks.
OUTLINED = "._omp_fn."
_LOCKS = ("omp_set_lock", "omp_set_nest_lock")
# suffixes of GOMP_ functions (runtime/omp/team/flavour.h)
_FLAVOURS = ("_with_tasks", "_without_tasks")


def of_programs(loads: Sequence[Load]) -> list[tuple]:
    """Returns what to observe in these programs: for each function its name, whether it is a
    region, its arguments, and the words at its entry and at its end.
    """
    _core = project.simulator()
    names = sorted({name for load in loads for name in _core.functions(load.elf)})
    return [
        (name, name not in INSIDE, *INSIDE.get(name, (0, [], [])))
        for name in names
        if _is_observed(name)
    ]


def _is_observed(name: str) -> bool:
    if name.endswith(_FLAVOURS):
        return False  # the plain name stands for the linked variant
    return (
        name in INSIDE
        or name.startswith((_MPI, _OPENMP, *KERNEL))
        or name in _LOCKS
        or OUTLINED in name
    )


def region(name: str) -> str | None:
    """Returns the name by which users know an observed function; None for the library's own
    functions.
    """
    if name in INSIDE:
        return None
    return name.removeprefix("P") if name.startswith(_MPI) else name


def is_mpi(region_name: str) -> bool:
    """Whether a region is a call of MPI."""
    return region_name.startswith("MPI_")


def is_openmp(region_name: str) -> bool:
    """Whether a region is a call of OpenMP."""
    return region_name.startswith((_OPENMP, "omp_")) or OUTLINED in region_name
