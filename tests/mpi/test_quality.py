"""Annotated messages: their effects in the network, and the absence of other changes."""

import random

import pytest

from conftest import ROOT, hal_flags

FOLDER = ROOT / "tests" / "mpi" / "quality"
RANKS = {"qm2x2": 4, "qm3x3": 9, "qm4x4": 16, "quad2x2": 16}


def network(**keys):
    """Options that set keys of the network."""
    return [word for key, value in keys.items() for word in ("--set", f"network.{key}={value}")]


ROOMY = ("--set", "tile.memory_kb=2048")
PLACES = {
    "qm2x2": ("qm2x2",),
    "refused": ("qm3x3", *network(circuit_conflict="refuse")),
    "queued": ("qm3x3", *network(circuit_conflict="queue")),
    "shared": ("qm3x3", *network(circuits="shared", buffers="per_level")),
    "shared and refused": ("qm4x4", *network(circuits="shared", circuit_conflict="refuse")),
    "qm4x4": ("qm4x4",),
    "two networks": ("qm4x4", *network(networks=2)),
    "one buffer": (
        "qm4x4",
        *network(buffers="per_level", levels=2),
        "--set",
        "ni.command_buffers=1",
    ),
    # Four ranks of the program of random messages need more than the tile's 1 MB.
    "four cores a tile": ("quad2x2", *ROOMY, *network(circuits="exclusive", levels=8)),
    "no circuits": ("quad2x2", *ROOMY),
}


def at(place):
    if place == "host":
        return ("--host", "-n", 6)
    chip, *options = PLACES[place]
    return ("--chip", chip, "-n", RANKS[chip], *options)


def ends_well(onchip, place, program, *arguments):
    done = onchip("run", *at(place), *hal_flags(*at(place)), FOLDER / f"{program}.c", *arguments)
    assert "ok" in done.out and "FAILED" not in done.out
    return done


@pytest.mark.parametrize("place", [*PLACES, "host"])
def test_exactly_around_their_traffic(onchip, place):
    ends_well(onchip, place, "around")


@pytest.mark.parametrize("place", ["qm2x2", "host"])
def test_a_program_without_the_header_has_no_annotations(onchip, place):
    ends_well(onchip, place, "without")


def test_counters_of_annotated_communicators(onchip):
    ends_well(onchip, "qm2x2", "counters")


@pytest.mark.parametrize("place", ["refused", "shared"])
def test_urgent_messages_overtake_others(onchip, place):
    ends_well(onchip, place, "overtake")


@pytest.mark.parametrize("program", ["fetching", "parts", "inside"])
def test_what_is_under_way_when(onchip, program):
    """The network serves all inputs in turn. With fixed priorities of ports, some packets would be
    first even without annotations.
    """
    place = ("--chip", "qm3x3", "-n", 9, *network(arbiter="round_robin"))
    done = onchip("run", *place, *hal_flags(*place), FOLDER / f"{program}.c")
    assert "ok" in done.out and "FAILED" not in done.out


@pytest.mark.parametrize("place", [("--chip", "qm3x3"), ("--host",)], ids=" ".join)
def test_programs_with_and_without_annotations_in_a_job(onchip, place):
    half, whole = FOLDER / "half.c", FOLDER / "whole.c"
    words = (
        "run",
        *place,
        *hal_flags(*place),
        "-n",
        2,
        whole,
        ":",
        "-n",
        2,
        half,
        ":",
        "-n",
        1,
        whole,
    )
    assert onchip(*words).out == "ok exchange\n"


LONG = pytest.param(25, 60, marks=[pytest.mark.long, pytest.mark.timeout(900)])


@pytest.mark.parametrize("place", [*PLACES, "host"])
@pytest.mark.parametrize("seeds, rounds", [(1, 12), LONG])
def test_random_annotations_on_random_traffic(onchip, place, seeds, rounds):
    """The program checks every byte that it receives. The expected bytes do not depend on
    annotations.
    """
    for _ in range(seeds):
        seed = random.getrandbits(31) + 1
        print("seed", seed)
        ends_well(onchip, place, "random", seed, rounds)


# Messages go from rank 15 to rank 0, across links that other ranks fill without a pause. With fixed
# priorities of its ports, which are the chip's default, a router lets only the packets that fill
# the link pass.
NETWORKS = {
    "shared buffers": {},
    "buffers per level": {"buffers": "per_level"},
    "in turn": {"arbiter": "round_robin"},
    "two networks": {"networks": 2},
}


@pytest.mark.parametrize("kind", NETWORKS)
def test_effect_under_load(onchip, kind):
    place = ("--chip", "qm4x4", "-n", 16, *network(**NETWORKS[kind]))
    done = onchip("run", *place, *hal_flags(*place), FOLDER / "effects.c")
    lines = [line.split() for line in done.out.splitlines()]
    cycles = {(words, what, load): int(taken) for words, what, load, taken, *_ in lines}
    for words, prefix in (("1", ""), ("1024", ""), ("1024", "bcast-")):
        plain, lowest, highest, guaranteed = (
            (cycles[words, what, "empty"], cycles[words, what, "loaded"])
            for what in (
                "bcast" if prefix else "plain",
                prefix + "lowest",
                prefix + "highest",
                prefix + "guaranteed",
            )
        )
        # In an empty network the level does not matter, and an annotation costs only its
        # instructions. If a communicator is annotated, its broadcasts do not pass words along a
        # chain of ranks.
        assert highest[0] <= lowest[0] < guaranteed[0]
        if words == "1":
            assert highest[0] <= plain[0] + 10
        # On a circuit, every message takes as long as in an empty network
        # (docs/quality-of-service.md). So does every message of the highest level, if the highest
        # level has buffers of its own.
        assert guaranteed[0] == guaranteed[1]
        if kind == "buffers per level":
            assert highest[0] == highest[1]
        # With two networks, messages of a word use the control network, which has no load.
        if (kind, words) != ("two networks", "1"):
            assert plain[0] < plain[1] and highest[1] < lowest[1] and highest[1] < plain[1]
    # The annotation gains more than it costs.
    for what, marked in (("plain", ("highest", "guaranteed")), ("bcast", ("bcast-highest",))):
        for one in marked:
            assert cycles["1024", one, "loaded"] < 0.97 * cycles["1024", what, "loaded"]


def words_over_a_channel(onchip, *options):
    """The cycles of words by name, in the order in which the program `kept` sends them."""
    done = onchip("run", *options, *hal_flags(*options), FOLDER / "kept.c")
    cycles = {}
    for name, taken in map(str.split, done.out.splitlines()):
        cycles.setdefault(name, []).append(int(taken))
    return cycles


@pytest.mark.parametrize("place", ["qm4x4", "refused", "queued", "shared", "four cores a tile"])
def test_a_channel_stays_open_until_others_need_it(onchip, place):
    words = words_over_a_channel(onchip, *at(place))
    (plain,), (first, *later) = set(words["plain"]), words["guaranteed"]
    assert first <= 300
    # Only the look-up of the channel, its command and the branch to it are added.
    assert later == [later[0]] * 3 and later[0] <= plain + 20
    exclusive = "shared" not in place
    # The word that needs a link of an exclusive channel waits until the channel is closed.
    assert (words["other"][0] > words["other"][1]) == exclusive
    assert (words["again"][0] > later[0]) == exclusive
    assert words["again"][1] == later[0]


def test_each_word_opens_a_channel_with_one_command_buffer(onchip):
    """The only command buffer may be busy with another transfer, for which the process must not
    wait while it has a channel.
    """
    words = words_over_a_channel(onchip, *at("one buffer"))
    (plain,), (taken,) = set(words["plain"]), set(words["guaranteed"] + words["again"])
    assert plain < taken <= 300


def test_a_command_has_eight_levels_or_none(onchip):
    """A value of the field that is no level is a fault (docs/register-map.md), even for a transfer
    of no bytes, which completes at once.
    """
    place = ("--chip", "qm2x2", "-n", 1)
    words = ("run", *place, *hal_flags(*place), FOLDER / "levels.c")
    allowed = [0, *range(8, 16)]
    assert onchip(*words, *allowed).out == "".join(f"{field}\n" for field in allowed)
    for field in (*range(1, 8), 16):
        done = onchip(*words, field, code=69)
        assert not done.out and "0x20000110" in done.err


# Levels of eight tasks that send to the other subcluster, all of them through its external memory.
URGENT = ["70000000", "00000007", "77770000", "00007777", "66660007", "76543210", "01234567"]


def test_marked_tasks_never_get_slower(onchip):
    """Ports have fixed priorities, and the tasks are compared with a run in which all annotations
    have the lowest level.
    """
    linked = onchip.linked(FOLDER / "streams.c", "--transport", "rendezvous")

    def cycles(levels):
        out = onchip("run", "--chip", "subclusters2x8", "-n", 16, linked, levels).out
        return [int(line.split()[1]) for line in out.splitlines()]

    lowest = cycles("0" * 8)
    for levels in URGENT:
        for task, taken in enumerate(cycles(levels)):
            if levels[task % 8] == "7":
                assert taken < lowest[task], (levels, task)


@pytest.mark.parametrize(
    "options",
    [
        ("-n", 4, "--chip", "qm2x2"),
        ("-n", 9, "--chip", "qm3x3", "--transport", "rendezvous-words"),
        ("-n", 16, "--chip", "subclusters2x8", "--transport", "rendezvous"),
        ("-n", 6, "--host"),
    ],
    ids=str,
)
def test_the_papers_names_and_init_after_finalize(onchip, options):
    done = onchip("run", *options, FOLDER / "names.c")
    assert done.out == "".join(f"ok life {life}\n" for life in range(3))


def measured(onchip, program, *options):
    """The numbers that a program of the paper prints."""
    lines = onchip("run", *options, ROOT / "papers/qos-ocmpi" / program).out.splitlines()
    return {name: int(number) for name, number in map(str.split, lines)}


# A store to another core's register and its acknowledgement each cross at most 6 links of qm4x4. A
# router takes a cycle, an interface a cycle, and a packet of one word 3 cycles.
ROUND_TRIP = 2 * (6 + 2 + 3)


def test_calls_for_priorities_take_few_cycles(onchip):
    """Finding the register takes no division and no calls. It takes 60 cycles, or 35 for the
    caller's own register, whose address the library keeps.
    """
    cycles = measured(onchip, "management.c", "-n", 16, "--chip", "qm4x4")
    assert cycles["setPriority"] <= 35 and cycles["resetPriority"] <= 35
    assert cycles["setPriority_far"] <= 60 + ROUND_TRIP
    # The limit counts for each of 16 cores a load, four instructions for the address, a store, and
    # a part of the loop; then the calls and the fence.
    assert cycles["resetPriorities"] <= 16 * (1 + 4 + 1 + 2) + 20 + 2 * ROUND_TRIP


def test_a_name_takes_no_longer_than_published(onchip):
    """The paper QM gives 210 cycles (figure 8; docs/papers.md). The division that gives the
    number of the chip's rows takes 32 of them.
    """
    cycles = measured(onchip, "management.c", "-n", 16, "--chip", "qm4x4")
    assert cycles["Get_processor_name"] <= 210


def test_init_asks_nobody_for_messages_or_distances(onchip):
    """The paper CL gives 980 cycles (figure 6; docs/papers.md). Asking 4 tiles for the distances of
    3 memories and dividing these distances would take 1,800 more cycles; polling the lines of peers
    would take another 1,400.
    """
    options = ("-n", 4, "--chip", "subclusters2x8", "--transport", "rendezvous-words")
    assert measured(onchip, "init_barrier.c", *options)["init"] <= 980
