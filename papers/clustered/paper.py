"""Joven and others, the clustered QoS-ocMPI: the experiments, and the published results
(docs/papers.md). Its chip is chips/subclusters2x8.toml, where each number has its source.
"""

import functools
import itertools
import math
import operator
import re
import runpy
import tempfile
from pathlib import Path

from onchip.chip import chips
from onchip.paper import (
    SEED,
    Paper,
    Unpublished,
    faster,
    highest,
    increasing,
    less,
    listed,
    lowest,
    mean,
    more,
)
from onchip.paper.verdict import Expected

paper = Paper(
    title="QoS-Driven Reconfigurable Parallel Computing for NoC-Based Clustered MPSoCs",
    authors="J. Joven and others",
    text="*Published transport*: `--transport rendezvous-words`: the core copies the words through "
    "the memories of the clusters, and polls flags there. The paper's cores are Cortex-M1 without "
    "floating point; ours have it. Its optional floating-point unit behind the network is not "
    "here, nor can a host reset, hold and release single cores.",
)

CHIP = "subclusters2x8"
CHANGED = tempfile.TemporaryDirectory()  # removed when the command ends
# QM (docs/papers.md), an earlier paper of the same authors, describes the same library, and has one
# of the experiments below.
QOS = runpy.run_path(str(Path(__file__).parent.parent / "qos-ocmpi/paper.py"))
LIBRARIES, init_and_barrier = QOS["LIBRARIES"], QOS["init_and_barrier"]
PERCENT = {"unit": " %", "effect": True}


def changed(name, *replacements):
    """Writes a chip file, CHIP with replacements of (pattern, text), and returns its path."""
    text = chips.text(chips.find(CHIP))
    for pattern, by in replacements:
        text = re.sub(pattern, by, text, flags=re.MULTILINE)
    path = Path(CHANGED.name, f"{name}.toml")
    path.write_text(text)
    return str(path)


# A chip whose memories have ten times the latency, for a sensitivity analysis of figures 7 and 8.
SLOW_MEMORIES = changed("slow_memories", (r"^latency = ([24]) ", r"latency = \g<1>0 "))
# The chip of figure 10: each scratchpad serves one tile only, so all messages go through the
# external memory. That is one reading of the paper; CHANGES has others.
FIRST_TILES = {"left0": 0, "right0": 4, "left1": 8, "right1": 12}
EXTERNAL = changed(
    "external",
    *(
        (rf'^(name = "{memory}"\n(?:.+\n)*tiles = )\[.*\]', rf"\g<1>[{tile}]")
        for memory, tile in FIRST_TILES.items()
    ),
)

ARBITERS = {"round_robin": "round robin", "fixed": "fixed"}

# The published areas, by the number of inputs of a look-up table and by the number of levels.
# Virtex II and 4 have look-up tables of 4 inputs; Stratix II and III have larger ones.
FOUR, SIX = 4, 6
FPGAS = {FOUR: "tables of 4 inputs (Virtex)", SIX: "tables of 6 inputs (Stratix)"}
AREAS = {
    FOUR: {2: (23, 45), 4: (23, 45), 8: (100, 110)},
    SIX: {2: (25, 61), 4: (25, 61), 8: (100, 110)},
}
CLOCKS = {2: (-19, -13), 4: (-29, -23), 8: (-39, -32)}


class Syntheses:
    """The designs of figure 2: routers by the inputs of look-up tables, arbiter and levels. They
    are built in our form (`whole`), with decoded levels, and without data (`bare`). There are also
    routers with circuits, and network interfaces.
    """

    def __init__(self, figure):
        def router(part, arbiter, levels, inputs=SIX, place=False, circuits=(), modules=()):
            return figure.synthesis(
                part,
                chip="mesh4x4",
                settings=[f"network.arbiter={arbiter}", f"network.levels={levels}", *circuits],
                modules=modules,
                inputs=inputs,
                place=place,
            )

        def with_circuits(part, kind, conflict="wait"):
            circuits = [f"network.circuits={kind}", f"network.circuit_conflict={conflict}"]
            return router(part, "round_robin", 1, circuits=circuits)

        decoding = ["highest_level.sv"]
        self.whole, self.decoded = {}, {}
        for inputs, arbiter in itertools.product(FPGAS, ARBITERS):
            for levels in (1, 2, 4, 8):
                self.whole[inputs, arbiter, levels] = router(
                    "router", arbiter, levels, inputs, place=inputs == SIX
                )
            for levels in (2, 4, 8):
                self.decoded[inputs, arbiter, levels] = router(
                    "router", arbiter, levels, inputs, modules=decoding
                )
        one, eight = (router("router without data", "round_robin", n) for n in (1, 8))
        decoded = router("router without data", "round_robin", 8, modules=decoding)
        self.bare = [more(one["luts"], of["luts"]) for of in (eight, decoded)]
        self.without_data = one["luts"]
        self.held = with_circuits("router of one class", "exclusive", "queue")
        self.refusing = with_circuits("router of one class", "exclusive")
        self.buffered = [with_circuits("router", kind) for kind in ("exclusive", "shared")]
        self.marked, self.one_priority, self.plain = (
            figure.synthesis(part, chip="mesh4x4")
            for part in ("interface", "interface of one priority", "interface without registers")
        )

    def area(self, of, inputs, arbiter, levels):
        """The additional look-up tables of a router over one without levels, in per cent."""
        base = self.whole[inputs, arbiter, 1]["luts"]
        return more(base, of[inputs, arbiter, levels]["luts"])

    def clock(self, arbiter, levels):
        """The gain in clock frequency over a router without levels, in per cent."""
        return more(self.whole[SIX, arbiter, 1]["clock"], self.whole[SIX, arbiter, levels]["clock"])

    def depth(self, of, arbiter):
        """The number of look-up tables by which 8 levels lengthen the longest path."""
        return of[SIX, arbiter, 8]["depth"] - self.whole[SIX, arbiter, 1]["depth"]

    def interface(self, of):
        """The number of additional look-up tables of an interface compared with one without
        registers, in per cent.
        """
        return more(self.plain["luts"], of["luts"])


@paper.figure(
    "2",
    "What QoS costs in a router and a network interface",
    unit="% more look-up tables",
    x="priority levels",
    repeat=2,
)
def hardware(figure):
    """Yosys synthesises a router of five ports from `rtl/`, with 4 slots of 42 bits for each port.
    It does so for look-up tables of four inputs, as in Virtex II and 4, and of six, which
    Stratix II and III come close to. nextpnr finds the clock between registers for an iCE40
    HX8K, from two random placements. *Compared* (ours): the router compares once for all outputs
    which of two inputs has the higher level. *Decoded*: each output decodes the levels of its
    candidates. A test proves that both are the same function. The paper publishes results for
    four FPGAs of 2001 to 2006, by Synplify; it does not describe the base router and its ports.
    """
    parts = Syntheses(figure)
    for text, of in (("area of a router with", parts.whole), ("the same, decoded,", parts.decoded)):
        say_levels(figure, parts, text, of)
    if figure.can_place_and_route:
        say_clocks(figure, parts)
    say_circuits_and_interface(figure, parts)
    row_areas(figure, parts)


def say_levels(figure, parts, text, of):
    """Compares the area of routers that have levels with what the paper's text says."""
    for inputs, published in AREAS.items():
        for levels, area in published.items():
            figure.says(
                f"{text} {levels} levels, {FPGAS[inputs]}, round robin and fixed",
                [parts.area(of, inputs, arbiter, levels) for arbiter in ARBITERS],
                published=area,
                check=of is parts.decoded,
                **PERCENT,
            )


def say_clocks(figure, parts):
    """Compares the clocks of routers that have levels with what the paper's text says."""
    for levels, published in CLOCKS.items():
        figure.says(
            f"clock of a router with {levels} levels, round robin and fixed",
            [parts.clock(arbiter, levels) for arbiter in ARBITERS],
            published=published,
            why="Compared once, levels are known beside the routing of flits.",
            **PERCENT,
        )
    for arbiter, name in ARBITERS.items():
        clock = parts.whole[SIX, arbiter, 1]["clock"]
        figure.row(f"clock without levels, {name}", clock, unit="MHz")
        for levels in CLOCKS:
            figure.row(f"clock, {levels} levels, {name}", parts.clock(arbiter, levels), unit="%")


def say_circuits_and_interface(figure, parts):
    """Compares buffers, circuits and a network interface with what the paper's text says."""
    one, eight = (
        [parts.whole[SIX, arbiter, n]["flip_flops"] for arbiter in ARBITERS] for n in (1, 8)
    )
    figure.says(
        "no extra buffering: flip-flops with 1 and 8 levels",
        "; ".join(f"{few} and {many}" for few, many in zip(one, eight, strict=True)),
        printed="the same",
        holds=sum(one) == sum(eight),
    )
    base, held = parts.whole[SIX, "round_robin", 1], parts.held

    def added(of):
        flip_flops = of["flip_flops"] - base["flip_flops"]
        return f"{more(base['luts'], of['luts'])} %, {flip_flops} flip-flops"

    figure.says(
        "circuits are negligible: one flip-flop holds the grant (5 % is ours)",
        added(held),
        printed="negligible",
        holds=held["luts"] <= 1.05 * base["luts"],
        why="Beside the grant, an output keeps who holds it, and an input what opens and closes.",
    )
    figure.says("the same, where circuits are refused", added(parts.refusing), check=True)
    buffered = listed((more(base["luts"], of["luts"]) for of in parts.buffered), ", ")
    figure.says(
        "the same with buffers for circuits, as our networks have them (exclusive, shared)",
        f"{buffered} %",
        check=True,
    )
    marked, one_priority, plain = parts.marked, parts.one_priority, parts.plain
    figure.says(
        "area of a network interface",
        parts.interface(marked),
        published=(10, 15),
        why=f"Without registers ours has {plain['luts']} look-up tables and "
        f"{plain['flip_flops']} flip-flops: an AXI4 port that makes packets of bursts, keeps those "
        "under way and takes their answers, and buffers. The size of the published "
        f"one is not in the text. One priority for all targets adds "
        f"{one_priority['luts'] - plain['luts']} look-up tables: the field in the head, which "
        "keeps its value during a packet, and a register. A priority for each of 16 targets adds "
        f"{marked['luts'] - one_priority['luts']} more: 64 bits, which decide for packets and can "
        "be read.",
        **PERCENT,
    )
    figure.says(
        "the same with one priority for all targets",
        parts.interface(one_priority),
        published=(10, 15),
        check=True,
        **PERCENT,
    )
    figure.says(
        "frequency of a network interface, from its longest path",
        more(marked["depth"], plain["depth"]),
        published=-2,
        unit=" %",
    )


def row_areas(figure, parts):
    """The area of routers with levels, and its parts."""
    base = {arbiter: parts.whole[SIX, arbiter, 1]["luts"] for arbiter in ARBITERS}
    data = base["round_robin"] - parts.without_data
    compared, decoded = parts.bare
    added, added_decoded = (
        of[SIX, "round_robin", 8]["luts"] - base["round_robin"]
        for of in (parts.whole, parts.decoded)
    )
    depths, depths_decoded = (
        listed((parts.depth(of, arbiter) for arbiter in ARBITERS), " and ")
        for of in (parts.whole, parts.decoded)
    )
    why = (
        f"Levels change the allocator only. Of the {base['round_robin']} look-up tables of six "
        f"inputs of a router without levels (round robin), {data} choose among slots and pass on "
        f"32 bits of data. Of a router of bare heads 8 levels are {compared} %, decoded {decoded} "
        f"%. To compare once instead saves {100 - 100 * added / added_decoded} % of what levels "
        f"add. 8 levels lengthen the longest path by {depths} look-up tables of six inputs (round "
        f"robin, fixed), decoded by {depths_decoded}."
    )
    for of, rest in ((parts.whole, ""), (parts.decoded, ", decoded")):
        for inputs, arbiter in itertools.product(FPGAS, ARBITERS):
            name = f"{ARBITERS[arbiter]}, {inputs} inputs{rest}"
            figure.curve(
                f"{{}} levels, {name}",
                {levels: parts.area(of, inputs, arbiter, levels) for levels in AREAS[inputs]},
                AREAS[inputs],
                series=name,
                effect=True,
                why=why,
            )


@paper.figure(
    "eq1-2",
    "Opening and closing a circuit in an empty network (equations 1 and 2)",
    unit="cycles",
    x="links between the routers of both ends",
)
def circuits(figure):
    """Two kinds of times: of the command, from writing it to the interface until the core runs
    again; and of the calls, from entry into `ni_open_channel` and `ni_close_channel` to their
    return. Distances of up to one link are from task 0 to the memories of `subclusters2x8`,
    those of up to six links from tile 0 to all others of `qm4x4`. The text that we have lacks
    the equations themselves. It says only that a circuit takes the time of a request and a
    response packet, tens of cycles in large networks. *Formula* is that of [what things
    cost](../register-map.md#what-things-cost), with the keys of the chip.
    """
    near, far = (figure.run("circuits.c", chip=chip, ranks=16) for chip in (CHIP, "qm4x4"))

    def formula(run, links):
        hops = (links + 1) * run["network.router"] + links * run["network.link"]
        return run["ni.register"] + 2 * (2 * run["ni.delay"] + hops) + 1 + run["ni.wakeup"]

    figure.says(
        "opening and closing circuits takes tens of cycles",
        f"{near['open_0']} … {far['open_duplex_6']}",
        printed="tens",
        holds=(far["open_duplex_6"] >= 10) & (far["open_duplex_6"] < 100),
    )
    figure.says(
        "the simulator's formula is met exactly",
        f"{far['open_6']}",
        holds=far["open_6"] == formula(far, 6),
        check=True,
    )
    for run, distances in ((near, (0, 1)), (far, (2, 3, 4, 5, 6))):
        times = {links: formula(run, links) for links in distances}
        figure.curve("formula, {} links", times, series="formula")
        for ways, number in (("one way", "{}_{}"), ("full duplex", "{}_duplex_{}")):
            for links in distances:
                for what in ("open", "close"):
                    figure.row(
                        f"{what}, {ways}, {links} links",
                        run[number.format(what, links)],
                        series=f"{what}, {ways}",
                        x=links,
                    )
    for ways, number in (("one way", "call_{}_1"), ("full duplex", "call_{}_duplex_1")):
        for what in ("open", "close"):
            figure.row(f"ni_{what}_channel, {ways}, 1 link", near[number.format(what)])
    figure.claim("Tens of cycles, in large networks too.", far["open_duplex_6"] < 100)
    for links in (1, 6):
        names = ("open_{}", "close_{}", "open_duplex_{}", "close_duplex_{}")
        first, *others = [far[name.format(links)] for name in names]
        holds = first == formula(far, links)
        for other in others:
            holds &= first == other
        figure.claim(
            "Our check: exactly what the network's formula says, one way and full duplex, to open "
            f"and to close, over {links} links.",
            holds,
        )


@paper.figure("5", "The trace that a program keeps", unit="% more time", repeat=3)
def trace(figure):
    """The programs of 9a (10,000 intervals) and 9c (20 steps) run on 16 cores, linked with the
    instrumented library and with the plain one. The published figure shows the trace of a
    program in Vampir. `onchip run --self-trace FILE` writes such a trace in OTF2, the successor
    of the paper's format, which [viewers read](../trace.md).
    """
    programs = {"π": ("pi.c", 10000), "heat": ("heat2d.c", 20)}
    added = {}
    for name, (program, argument) in programs.items():
        plain, traced = (
            figure.run(
                program,
                chip=CHIP,
                ranks=16,
                arguments=[argument, SEED],
                transport="rendezvous-words",
                traced=traced,
            )["cycles"]
            for traced in (False, True)
        )
        added[name] = more(plain, traced)
        figure.row(f"{name} with a trace", added[name])
    figure.says(
        "an overhead is introduced, by a small number of instructions (π, heat; a quarter is ours)",
        f"{listed(added.values(), ', ')} %",
        printed="small",
        holds=increasing(0, lowest(added.values()), 25) & (highest(added.values()) < 25),
    )


@paper.figure("6", "Init and Barrier", unit="cycles", x="cores", repeat=3)
def start(figure):
    """*Init* is the time from the release of the cores to the last return from `MPI_Init`.
    *Barrier* is the time from the last entry into `MPI_Barrier` to the last return; one process,
    which the seed draws, comes late. *At the first*: each process tells the first one that it
    has come, and is told when all have.
    """
    published = {"Init": {4: 980, 8: 2217, 16: 6583}, "Barrier": {4: 1899, 16: 13073}}

    why = {
        ("Init", "published transport"): "Ranks are agreed over a tree of remote stores; the "
        "published library lets all meet at one. How far every memory is from every tile is asked "
        "by the first message.",
        ("Init", "native"): "As with the published transport.",
        ("Barrier", "published transport"): "A message that is synchronous is a barrier of "
        "two, so ranks meet in pairs, one message each, in log n rounds; the published time "
        "grows faster than n.",
        ("Barrier", "native"): "The hardware's counters do it: nobody receives a message.",
    }
    chips = dict.fromkeys((4, 8, 16), CHIP)
    program = "../qos-ocmpi/init_barrier.c"
    init_and_barrier(figure, program, chips, published, lambda _: why, explained=True)


TRIPS = {"one way": "one_way", "there and back": "ping_pong"}
# For two ranks inside a subcluster, or in different ones: the map, the number of the memory between
# the ranks, and the second rank's number in a job of 16.
PLACES = {"inside": ("compact", 0, 1), "between": ("apart.map", 4, 8)}


def exchange(
    figure, place, transport="rendezvous-words", chip=CHIP, delay=64, way="words", crowd=False
):
    """Measures messages between two ranks. With `crowd`, they are two of the 16 ranks of a job."""
    map_, memory, partner = PLACES[place]
    return figure.run(
        "messages.c",
        chip=chip,
        ranks=16 if crowd else 2,
        map="compact" if crowd else map_,
        arguments=[partner if crowd else 1, memory, SEED, delay, *([way] if way else [])],
        transport=transport,
    )


def exchanges(figure, **options):
    """Messages between two ranks, by the places of the ranks."""
    return {place: exchange(figure, place, **options) for place in PLACES}


@paper.figure(
    "7", "Messages inside a subcluster, and between two", unit="cycles", x="bytes", repeat=3
)
def messages(figure):
    """A job has two ranks, on the same side of a subcluster or in two subclusters (`apart.map`).
    *One way* is the time from entry into `MPI_Send` to return from `MPI_Recv`; *there and back*
    is that of a message and its answer. The receiver enters `MPI_Recv` up to 64 cycles early,
    drawn by the seed. *Early*: up to 3,000 cycles early, so that it pauses between two polls.
    """
    words = exchanges(figure)
    native = exchanges(figure, transport="native")
    early = exchanges(figure, delay=3000)
    crowd = exchanges(figure, crowd=True)
    slow = exchange(figure, "between", chip=SLOW_MEMORIES)

    published = {
        ("inside", "one way"): 604,
        ("inside", "there and back"): 1237,
        ("between", "one way"): 992,
        ("between", "there and back"): 2021,
    }
    sizes = (1, 4, 16, 64, 256, 1024, 4096)
    where = {"inside": "inside a subcluster", "between": "between subclusters"}
    for (place, trip), cycles in published.items():
        name = f"{TRIPS[trip]}_4"
        ours = words[place][name]
        if place == "between":
            ours = Unpublished(
                "cycles of the external memory to a word",
                {4: ours, 40: slow[name]},
                4,
                "“the external interface for a 8-MB shared zero bus turnaround RAM”: such a memory "
                "needs no turnaround",
            )
        figure.says(f"4 B {where[place]}, {trip}", ours, native[place][name], published=cycles)
    for text, of in (("in a job of 16", crowd), ("with early receivers", early)):
        four = (of[place][f"{name}_4"] for place in PLACES for name in TRIPS.values())
        figure.says(
            f"the same four{',' if of is early else ''} {text}", listed(four, ", "), check=True
        )

    def closest(of, name):
        return highest(of["inside"][f"{name}_{n}"] / of["between"][f"{name}_{n}"] for n in sizes)

    for text, (trip, name) in zip(
        ("longer between subclusters than inside, at all sizes", "the same"),
        TRIPS.items(),
        strict=True,
    ):
        ours, ours_native = (
            listed((of[place][f"{name}_4096"] for place in PLACES), " and ")
            for of in (words, native)
        )
        figure.says(f"{text}, {trip}", f"4 kB: {ours}", ours_native, holds=closest(words, name) < 1)

    def pair(run):
        return listed((run[f"{name}_4"] for name in TRIPS.values()), " and ")

    waiting = listed((early[place]["one_way_4"] for place in PLACES), " and ")
    whys = {
        "published transport": "A word stands beside its header, so one look at a line tells the "
        "receiver all. The external memory answers in 17 cycles where a scratchpad takes 13; by "
        "how much the paper's is slower it does not say: at 40 cycles to a word "
        f"{pair(slow)} between subclusters. In a job of 16 a process that waits goes through all "
        f"that it has met between two looks: inside {pair(crowd['inside'])} cycles, between "
        f"{pair(crowd['between'])}; how many processes the paper's job had it does not say. A "
        f"receiver that has waited for up to 3,000 cycles pauses between looks: {waiting} cycles.",
        "native": "One packet into the receiver's hardware queue, in place of flags that both "
        "poll.",
    }
    for library, of in (("published transport", words), ("native", native)):
        for place in PLACES:
            for trip, name in TRIPS.items():
                figure.curve(
                    f"{place}, {trip}, {{}} B, {library}",
                    {size: of[place][f"{name}_{size}"] for size in sizes},
                    {4: published[place, trip]},
                    series=f"{place}, {trip}, {library}",
                    tabled=(4, 4096),
                    why=whys[library],
                )
    for library, of in (("published transport", words), ("native", native)):
        for trip, name in TRIPS.items():
            figure.claim(
                f"Longer between subclusters than inside, at all sizes. ({library}, {trip})",
                closest(of, name) < 1,
                why="At the size where they differ least the two take "
                f"{closest(of, name)} times as long inside as between.",
            )


@paper.figure(
    "8",
    "Efficiency of the rendezvous",
    unit="% of the time is copying",
    x="bytes",
    repeat=3,
)
def efficiency(figure):
    """The time to copy the data alone into the memory between the two ranks and out of it, word by
    word as the library copies, divided by the time of the message. The result is more than 100 %
    if a message has several fragments, which are read while others are written: at 16 kB, and
    inside a subcluster at smaller sizes if more processes share a scratchpad, since fragments
    are shorter then. All jobs have two ranks, as in figure 7. *Native*: one transfer of the data
    from tile to tile. *DMA*: the transport `rendezvous`, which copies by transfers. *Slow
    memories*: a word takes 20 and 40 cycles, ten times as many.
    """
    runs = {
        "words": exchanges(figure),
        "slow": exchanges(figure, chip=SLOW_MEMORIES),
        "native": exchanges(figure, transport="native", way="direct"),
        "dma": exchanges(figure, transport="rendezvous", way=""),
        "crowd": exchanges(figure, crowd=True),
    }

    def copying(run, place, size, name="one_way"):
        of = runs[run][place]
        return 100 * of[f"{name}_copying_{size}"] / of[f"{name}_{size}"]

    tiny, few, longest = (1, 4, 16, 64), (1024, 4096), (16384,)
    shares = {tiny: (40, 50), few: (67, 75), longest: (80, 100)}
    published = {size: share for sizes, share in shares.items() for size in sizes}
    texts = {
        tiny: "very small messages {} (1 to 64 B)",
        few: "messages of few kB {} (1 and 4 kB)",
        longest: "over 80 % with larger messages {} (16 kB)",
    }
    for place, (sizes, share) in itertools.product(PLACES, shares.items()):
        figure.says(
            f"{texts[sizes].format(place)}, one way",
            [copying("words", place, size) for size in sizes],
            [copying("native", place, size) for size in sizes],
            share,
            unit=" %",
        )
        if sizes != longest:  # The figure has both ways; the text on larger messages names none.
            figure.says(
                f"{texts[sizes].format(place)}, there and back",
                [copying("words", place, size, TRIPS["there and back"]) for size in sizes],
                published=share,
                unit=" %",
            )

    def is_higher_between(run, sizes, name):
        ratios = (
            copying(run, "between", size, name) / copying(run, "inside", size, name)
            for size in sizes
        )
        return lowest(ratios) > 1

    def shown(run, text, size, name):
        ends = (copying(run, place, size, name) for place in ("between", "inside"))
        return f"{text}: {listed(ends, ' and ')} %"

    def rises(place, name):
        sizes = (4, 16, 64, 256, 1024, 4096)
        return increasing(*(copying("words", place, size, name) for size in sizes))

    small, large = (4, 16, 64, 256), (1024, 4096)
    for trip, name in TRIPS.items():
        for text, sizes, size, label in (
            ("1 to 256 B", (1, *small), 16, "16 B"),
            ("1 and 4 kB", large, 4096, "4 kB"),
        ):
            figure.says(
                f"higher between subclusters than inside, {text}, {trip}",
                shown("words", label, size, name),
                shown("native", label, size, name),
                holds=is_higher_between("words", sizes, name),
                printed="higher",
            )
        figure.says(
            f"the same in a job of 16, 4 to 256 B, {trip}",
            shown("crowd", "16 B", 16, name),
            holds=is_higher_between("crowd", small, name),
            check=True,
        )
        if trip == "one way":
            for place in PLACES:
                figure.says(
                    f"64 B {place}, one way, with slow memories",
                    copying("slow", place, 64),
                    published=(40, 50),
                    unit=" %",
                    check=True,
                )
        for place in PLACES:
            figure.says(f"rises from 4 B to 4 kB, {place}, {trip}", holds=rises(place, name))

    slow_16_64 = {
        place: listed((copying("slow", place, size) for size in (16, 64)), " and ")
        for place in PLACES
    }
    why = (
        "What is not copying is software: headers, flags, matching. Messages of up to 20 B need no "
        "grant. Where memories are slower there is more to copy: with slow memories 16 and 64 B "
        f"have {slow_16_64['inside']} % inside, {slow_16_64['between']} % between."
    )
    sizes = (1, 4, 16, 64, 256, 1024, 4096, 16384)
    libraries = {"published transport": "words", "native": "native", "DMA": "dma"}
    for place in PLACES:
        for library, run in libraries.items():
            for trip, name in TRIPS.items():
                is_published = (library, trip) == ("published transport", "one way")
                shares = published if is_published else {}
                figure.curve(
                    f"{place}, {trip}, {{}} B, {library}",
                    {size: copying(run, place, size, name) for size in sizes},
                    shares,
                    series=f"{place}, {trip}, {library}",
                    tabled=shares,
                    why=why,
                )
    for trip, name in TRIPS.items():
        each = (shown("words", f"of {size} B", size, name).replace(":", "") for size in sizes)
        figure.claim(
            f"Higher between subclusters than inside, at all sizes up to 4 kB. ({trip})",
            is_higher_between("words", (1, *small, *large), name),
            why=f"{'; '.join(each)}.",
        )
        for place in PLACES:
            each = (f"{size} B {copying('words', place, size, name)} %" for size in sizes)
            figure.claim(
                f"Rises from small messages to large ones. ({place}, {trip})",
                rises(place, name),
                why="; ".join(each),
            )


CORES = (1, 2, 4, 8, 16)
# The published tiles have 32 kB for code and 32 kB for data.
SMALL = {"settings": ["tile.memory_kb=64"], "stack": 8}


def speed_up(id, title):
    """Makes the decorator of one of figures 9a, 9b and 9c."""
    return paper.figure(id, title, unit="times as fast as one core", x="cores", repeat=3)


def scaling(figure, program, argument, transport="rendezvous-words", cores=CORES, **options):
    """The cycles of a program by the number of cores."""
    return {
        n: figure.run(
            program,
            chip=CHIP,
            ranks=n,
            arguments=[argument, SEED],
            transport=transport,
            **options,
        )["cycles"]
        for n in cores
    }


def speed_ups(cycles):
    """The speed-up over one core, by the number of cores."""
    return {n: cycles[1] / of for n, of in cycles.items()}


def on_many_cores(cycles):
    """The speed-ups on 4, 8 and 16 cores."""
    times = speed_ups(cycles)
    return [times[n] for n in (4, 8, 16)]


def efficiencies(cycles):
    """The speed-ups on 4, 8 and 16 cores, in per cent of the ideal."""
    return [100 * times / n for n, times in zip((4, 8, 16), on_many_cores(cycles), strict=True)]


def row_speed_ups(figure, name, cycles, series):
    """Adds a curve. Tables show only its numbers for 4 and 16 cores."""
    figure.curve(name, speed_ups(cycles), series=series, tabled=(4, 16))


@speed_up("9a", "Speed-up: π")
def pi(figure):
    """The program computes pi with 1,000, 10,000 and 100,000 intervals. In figures 9a, 9b and 9c
    each rank begins up to 64 cycles after a barrier, drawn by the seed. In 9a and 9c tiles have
    128 kB, because these programs do not fit the published 32 kB of code: `MPI_Reduce` links the
    predefined operations for all types, and those for `long double` alone are 17 kB of
    arithmetic in software.
    """
    runs = {
        (library, intervals): scaling(figure, "pi.c", intervals, transport)
        for library, transport in LIBRARIES.items()
        for intervals in (1000, 10000, 100000)
    }

    def of(library, function):
        return [function(cycles) for (name, _), cycles in runs.items() if name == library]

    shares, native_shares = (of(library, efficiencies) for library in LIBRARIES)
    figure.says(
        "π is close to ideal on 4, 8 and 16 cores at the highest precision (100,000 intervals; "
        "90 % of the ideal is ours)",
        shares[-1],
        native_shares[-1],
        published=(90, 100),
        printed="close to ideal",
        unit=" %",
    )
    on_16, native_on_16 = (
        [each[-1] for each in of(library, on_many_cores)] for library in LIBRARIES
    )
    figure.says(
        "the more so, the higher the precision (16 cores)",
        listed(on_16),
        listed(native_on_16),
        holds=increasing(*on_16),
    )
    for (library, intervals), cycles in runs.items():
        row_speed_ups(
            figure,
            f"{intervals} intervals, {{}} cores, {library}",
            cycles,
            f"{intervals} intervals, {library}",
        )


@speed_up("9b", "Speed-up: dot product")
def dot_product(figure):
    """The root deals out two vectors of 64 bytes to 2 kB, in tiles of the published size, 64 kB. A
    Cortex-M1 is made with a multiplier of 3 cycles or of 33; the paper does not say which of them
    its cores had. *Multiply 100* is no Cortex-M1, and decides nothing.
    """
    runs = {
        (library, size): scaling(figure, "dot.c", size, transport, **SMALL)
        for library, transport in LIBRARIES.items()
        for size in (64, 512, 2048)
    }
    words, native = (runs[library, 2048] for library in LIBRARIES)
    by_multiplier = {3: words} | {
        cycles: scaling(
            figure,
            "dot.c",
            2048,
            settings=[*SMALL["settings"], f"core.multiply={cycles}"],
            stack=SMALL["stack"],
        )
        for cycles in (33, 100)
    }

    def of_multipliers(function):
        return Unpublished(
            "cycles of a multiplication",
            {cycles: function(speed_ups(by_multiplier[cycles])) for cycles in (3, 33)},
            3,
            "“Cortex-M1 soft-core processor”, whose faster multiplier is the usual one",
        )

    def is_fastest_on_4(times):
        return highest(of for n, of in times.items() if n != 4) < times[4]

    why = (
        f"On one core the products take {words[1]} cycles, on 4 dealing out and gathering make it "
        f"{words[4]}. With a multiplication of 33 cycles they are {by_multiplier[33][1]} and "
        f"{by_multiplier[33][4]}."
    )
    figure.says(
        "dot product of 2 kB is fastest on 4 cores (1 / 2 / 4 / 8 / 16)",
        listed(speed_ups(words).values()),
        listed(speed_ups(native).values()),
        holds=of_multipliers(is_fastest_on_4),
        printed="4 cores",
        why=why,
    )
    figure.says(
        "slower on 16 cores than on 4",
        printed="slower",
        holds=of_multipliers(lambda times: times[16] < times[4]),
    )
    sizes = [speed_ups(runs["published transport", size])[4] for size in (64, 512, 2048)]
    figure.says(
        "the best speed-up is that of 2 kB (64, 512 B, 2 kB; 4 cores)",
        listed(sizes),
        printed="2 kB",
        holds=highest(sizes[:-1]) < sizes[-1],
    )
    for (library, size), cycles in runs.items():
        row_speed_ups(figure, f"{size} B, {{}} cores, {library}", cycles, f"{size} B, {library}")
    for cycles in (33, 100):
        name = f"multiply {cycles}"
        row_speed_ups(figure, f"2048 B, {{}} cores, {name}", by_multiplier[cycles], name)


@speed_up("9c", "Speed-up: heat")
def heat(figure):
    """The program computes heat in a plate of 40 × 40 points, whose columns are shared out among
    the ranks, for 20 and 100 steps. Neighbours have exchanged messages before the time begins. A
    Cortex-M1 has no floating point: an operation in software takes some 60 cycles.
    """
    runs = {
        (library, steps): scaling(figure, "heat2d.c", steps, transport)
        for library, transport in LIBRARIES.items()
        for steps in (20, 100)
    }
    software = {
        steps: scaling(figure, "heat2d.c", steps, cores=(1, 4, 8, 16), settings=["core.float=60"])
        for steps in (20, 100)
    }
    words, words_100, native, native_100 = runs.values()

    def of_floats(hardware, in_software):
        return Unpublished(
            "cycles of a floating-point operation",
            {4: hardware, 60: in_software},
            60,
            "“the system can optionally integrate an AHB-based decoupled Floating Point Unit”: "
            "without it, software computes",
        )

    figure.says(
        "heat scales quite well (4, 8 and 16 cores; half of the ideal is ours)",
        of_floats(efficiencies(words), efficiencies(software[20])),
        efficiencies(native),
        published=(50, 100),
        printed="quite well",
        unit=" %",
        why="In 20 steps on 16 cores each rank has two or three columns of 38 points, and computes "
        "less long than a message takes.",
    )
    few, more_steps = (
        of_floats(speed_ups(of)[16], speed_ups(software[steps])[16])
        for of, steps in ((words, 20), (words_100, 100))
    )
    figure.says(
        "slightly less speed-up with more steps (20 and 100, 16 cores; by a fifth at most is ours)",
        f"{few.of_chosen} and {more_steps.of_chosen}",
        f"{speed_ups(native)[16]} and {speed_ups(native_100)[16]}",
        holds=of_floats(
            *(
                increasing(0.8 * one, other, one)
                for one, other in (
                    (few.values[cycles], more_steps.values[cycles]) for cycles in (4, 60)
                )
            )
        ),
        printed="slightly less",
        why=f"A step takes {words[16] / 20} cycles of 20 and {words_100[16] / 100} of 100: waiting "
        "for neighbours does not add up.",
    )
    for (library, steps), cycles in runs.items():
        name = f"{steps} steps, {{}} cores, {library}"
        row_speed_ups(figure, name, cycles, f"{steps} steps, {library}")
    row_speed_ups(figure, "20 steps, {} cores, float 60", software[20], "20 steps, float 60")


TASKS = range(16)
SIDES = ((0, 1, 2, 3), (4, 5, 6, 7), (8, 9, 10, 11), (12, 13, 14, 15))
LEFT_OF_FIRST, RIGHT_OF_FIRST, LEFT_OF_SECOND, RIGHT_OF_SECOND = SIDES
FIRST, SECOND = LEFT_OF_FIRST + RIGHT_OF_FIRST, LEFT_OF_SECOND + RIGHT_OF_SECOND

# The paper gives neither the cycles of computing before each message, nor the order in which the
# backbone serves its ports under fixed priorities: by subclusters, or left sides first (“left”).
GRAIN = "cycles of computing before a message"
LEFT_FIRST = "left_first.map"
LEFT_GRAINS = (0, 4000, 8000)
GRAINS = (0, 6000, 8000, 10000, 14000)
GRAIN_CHOSEN = 8000
SIMILAR = (
    "“two similar benchmarks” that “perform an intensive interprocess communication among all the "
    "16 processors”: one grain for all five parts, at which the memory is not idle; of the grains "
    "here it is the one between the values that fit 10a and 10d best"
)
BY_SUBCLUSTERS = (
    f"{SIMILAR}. Ports by subclusters, since channels give “a strict completion ordering” (10c), "
    "which is that of ranks. 10b speaks for left sides first: those that others overtake were early"
)
# Cycles between two tasks that leave a barrier:
APART = "cycles between tasks that leave the barrier"
APARTS = (0, 100, 400)
APART_CHOSEN = 400
IN_TURN = (
    "collective routines “are implemented using simple point-point” messages, and a barrier of "
    "16 takes 13,073 cycles: half of it lets 16 tasks go, one after the other"
)
# The subkernels of the two benchmarks, and the arbiter of each benchmark. A capital letter means
# that the tasks hold channels while they copy messages into the external memory and out of it.
FIRST_BENCHMARK, SECOND_BENCHMARK = ("abC", "fixed"), ("deE", "round_robin")


class Pair:
    """Runs of the same tasks: without QoS (`plain`), and with it."""

    def __init__(self, plain, marked, part):
        self.plain, self.marked, self.name = plain, marked, f"{part}task_{{}}".format

    def ends(self, run, tasks=TASKS):
        """When each of the tasks has ended."""
        return [run[self.name(task)] for task in tasks]

    def gains(self, tasks=TASKS):
        """Time saved by each of the tasks, in per cent."""
        pairs = zip(self.ends(self.plain, tasks), self.ends(self.marked, tasks), strict=True)
        return [faster(*pair) for pair in pairs]

    def gain(self, tasks):
        """Time saved by the tasks, on average, in per cent."""
        return mean(self.gains(tasks))

    def in_order(self):
        """The number of tasks that end before the task with the next number."""
        first, *others = (less(*pair) for pair in itertools.pairwise(self.ends(self.marked)))
        return sum(others, first)

    def spread(self, tasks):
        """The time of the slowest task divided by that of the fastest."""
        ends = self.ends(self.marked, tasks)
        return highest(ends) / lowest(ends)


def benchmark(
    figure, part, grain=GRAIN_CHOSEN, *, of=None, arbiter=None, marks="levels", partners="side",
    apart=0, words=256, chip=EXTERNAL, transport="rendezvous-words", conflict="queue",
    map="compact",
):  # fmt: skip
    """Runs one part of figure 10. The run is that of the whole benchmark to which the part belongs.
    If `of` is given, only the subkernels in `of` run.
    """
    subkernels, usual = next(
        each for each in (FIRST_BENCHMARK, SECOND_BENCHMARK) if part.lower() in each[0].lower()
    )
    plain, marked = (
        figure.run(
            "benchmark.c",
            chip=chip,
            ranks=16,
            arguments=[of or subkernels, way, words, grain, SEED, partners, apart],
            transport=transport,
            settings=[
                f"network.arbiter={arbiter or usual}",
                f"network.circuit_conflict={conflict}",
            ],
            map=map,
        )
        for way in ("plain", marks)
    )
    return Pair(plain, marked, f"{part}_")


def all_to_all(figure, case, arbiter):
    """Runs all-to-all messages of 4 kB over the native transport, without marks and with tags."""
    plain, marked = (
        figure.run(
            "subkernels.c",
            chip=CHIP,
            ranks=16,
            arguments=[way, 1024, SEED],
            settings=["tile.memory_kb=256", f"network.arbiter={arbiter}"],
        )
        for way in ("plain", case)
    )
    return Pair(plain, marked, "")


def by_grain(figure, part, grains):
    """Runs a part of the figure for each of `grains`, the cycles of computing before a message."""
    return {grain: benchmark(figure, part, grain) for grain in grains}


def left_first(figure, part):
    """Runs of a part of the figure on a backbone that serves the ports of left sides first."""
    return {
        f"left {grain:,}": benchmark(figure, part, grain, map=LEFT_FIRST) for grain in LEFT_GRAINS
    }


def of_grains(pairs, function):
    """The result of a function for each pair of runs, by the cycles of computing."""
    has_orders = any(isinstance(grain, str) for grain in pairs)
    return Unpublished(
        f"{GRAIN} and order of ports" if has_orders else GRAIN,
        {grain: function(pair) for grain, pair in pairs.items()},
        GRAIN_CHOSEN,
        BY_SUBCLUSTERS if has_orders else SIMILAR,
    )


def gains_agree(pair, groups):
    """Whether the gain of each group agrees with the published one."""
    found = []
    for tasks, published in groups.values():
        low, high = Expected(published, percent=True).bounds
        found += [pair.gain(tasks) >= low, pair.gain(tasks) <= high]
    return functools.reduce(operator.and_, found)


def shared_memory(pair):
    """The reason why all tasks wait for the external memory."""

    def times(run):
        return listed((mean(pair.ends(run, side)) for side in SIDES), ", ")

    last = (highest(pair.ends(run)) for run in (pair.plain, pair.marked))
    return (
        f"The external memory, which all share, is what all wait for: with {GRAIN_CHOSEN:,} cycles "
        f"of computing and without QoS the sides take {times(pair.plain)} cycles, with it "
        f"{times(pair.marked)}; the last one ends after {listed(last, ' and ')}."
    )


WHY_NATIVE = (
    "Transfers and queues leave the core free, and each receiver fetches the most urgent of those "
    "that it knows of."
)
CHANGES = {
    "the same by tags": (
        {"marks": "tags"},
        "A mark is set around each access of the library, and waits for the stores under it.",
    ),
    "the same by DMA": (
        {"transport": "rendezvous"},
        "A transfer needs the memory for a seventh of the time, so with as much computing it is "
        "seldom busy.",
    ),
    "the same, pairs of both sides": (
        {"partners": "cluster"},
        "Partners have levels of their own.",
    ),
    "the same, pairs of both subclusters": (
        {"partners": "other"},
        "Partners wait for each other, so both have the slower one of two levels.",
    ),
    "the same, different intra- and intercluster partners in turn": (
        {"partners": "mixed"},
        "“Either the sender and the receiver unblock, or neither does”: a task waits for partners "
        "of lower levels, so none gains.",
    ),
    "the same, through scratchpads": (
        {"chip": CHIP},
        "In a scratchpad only tasks of one side meet, and these have one level.",
    ),
}


def compare(figure, part, groups, changes=CHANGES, grains=GRAINS):
    """Adds rows with the gain of each group, by the cycles of computing, and rows for the other
    changes that affect the gain. `groups` maps the paper's name of a group to its tasks and its
    published gain. Returns the pairs of runs that were compared.
    """
    pairs = by_grain(figure, part, grains)
    chosen = pairs[GRAIN_CHOSEN]
    arbiter = next(
        each for subkernels, each in (FIRST_BENCHMARK, SECOND_BENCHMARK) if part in subkernels
    )
    native = all_to_all(figure, part, arbiter)
    if arbiter == "fixed":
        pairs |= left_first(figure, part)
    why = shared_memory(chosen)
    for text, (tasks, published) in groups.items():
        figure.says(
            text,
            of_grains(pairs, lambda pair, tasks=tasks: pair.gain(tasks)),
            native.gain(tasks),
            published,
            why=why,
            **PERCENT,
        )
    if len(groups) > 1:
        figure.says(
            f"all {len(groups)} at once (to within 10 % and 1 point)",
            holds=of_grains(pairs, lambda pair: gains_agree(pair, groups)),
            why="The pattern of the messages is not published, nor the order of the backbone's "
            "ports, on which fixed priorities depend.",
        )
    for grain, pair in pairs.items():
        for text, (tasks, published) in groups.items():
            cycles = str(grain).removeprefix("left ")
            figure.row(
                f"{grain} cycles of computing: {text}",
                pair.gain(tasks),
                published,
                effect=True,
                series=f"{text}, left sides first" if isinstance(grain, str) else text,
                x=int(cycles.replace(",", "")),
                why=why,
            )
    others = {
        name: (benchmark(figure, part, **options), reason)
        for name, (options, reason) in changes.items()
    } | {"native, all to all, by tags": (native, WHY_NATIVE)}
    for name, (pair, reason) in others.items():
        for text, (tasks, published) in groups.items():
            figure.row(f"{name}: {text}", pair.gain(tasks), published, effect=True, why=reason)
    return pairs


def gains_of_tasks(id, title):
    """Makes the decorator of one of figures 10a to 10e."""
    return paper.figure(id, title, unit="% less time", x=GRAIN, repeat=3)


@gains_of_tasks("10a", "The second subcluster has priority, over fixed priorities")
def second_subcluster(figure):
    """One program runs parts a, b and c, and another one runs d and e. The parts are subkernels; at
    the barrier between two of them the program reconfigures the network. The paper gives no
    pattern of messages and no order of ports, only *intensive interprocess communication among
    all the 16 processors*. We read it so: pairs of tasks of a side exchange messages of 1 kB,
    each by a send and a receive that block. Messages go through the external memory, whose
    larger capacity is for larger messages. A task computes before each message, and its level
    applies to all that it reads and writes (`setPriority`). Both tasks of a pair have one level,
    so tasks of different levels meet only at the memory that all share; only so can one
    subcluster gain what the other loses. Each of the last rows changes one thing. The seed draws
    when a task begins, within 256 cycles, and by how much its computing is longer or shorter, up
    to an eighth.
    """
    groups = {
        "second subcluster, prioritised": (SECOND, 25.64),
        "first subcluster": (FIRST, -26.56),
    }
    pairs = compare(figure, "a", groups)
    figure.says(
        "each task of the second subcluster",
        of_grains(pairs, lambda pair: pair.gains(SECOND)),
        published=(7.77, 43.52),
        **PERCENT,
    )


@gains_of_tasks("10b", "The right sides have priority, that of the first subcluster more")
def right_sides(figure):
    """Tasks 4 to 7 have level 7, tasks 12 to 15 level 6."""
    groups = {
        "right side of the first subcluster": (RIGHT_OF_FIRST, 51.07),
        "right side of the second": (RIGHT_OF_SECOND, 35.93),
        "left side of the first": (LEFT_OF_FIRST, -62.28),
        "left side of the second": (LEFT_OF_SECOND, -37.97),
    }
    pairs = compare(figure, "b", groups, {})
    figure.says(
        "the stronger level gains more",
        holds=of_grains(pairs, lambda pair: pair.gain(RIGHT_OF_FIRST) > pair.gain(RIGHT_OF_SECOND)),
        printed="more",
        why="In the order of their ports, the second subcluster has more to gain.",
    )
    robin = benchmark(figure, "b", 0, arbiter="round_robin")
    gains = [robin.gain(tasks) for tasks, _ in groups.values()]
    figure.says(
        "the same four over round robin, without computing (51.1, 35.9, -62.3, -38)",
        f"{listed(gains, ', ')} %",
        holds=gains[0] > gains[1],
        check=True,
    )


@paper.figure(
    "10c",
    "Completion in the order of ranks by channels",
    unit="% less time",
    x="task",
    bars=True,
    repeat=3,
)
def order_of_ranks(figure):
    """The third subkernel of the program of 10a. When the barrier releases a task, the task opens a
    channel to the external memory, transfers messages of 1 kB into the memory and out of it, and
    closes the channel: *set up and tear down … GT channels between each* barrier. It cannot
    exchange messages meanwhile, since its channel keeps all other tasks from the memory. Nothing
    in the program says who comes first: the commands that open channels wait in the network
    (`network.circuit_conflict = "queue"`), where routers grant them by ports. *By messages*: the
    subkernel of 10a, where the library opens a channel for each access to the memory.
    """

    def streams(apart, **options):
        return benchmark(figure, "C", 0, of="abC", apart=apart, **options)

    pairs = {apart: streams(apart) for apart in APARTS}
    chosen = pairs[APART_CHOSEN]
    by_messages = benchmark(figure, "c", 0, of="c", marks="tags")
    native = all_to_all(figure, "c", "fixed")

    def of_aparts(function):
        values = {apart: function(pair) for apart, pair in pairs.items()}
        return Unpublished(APART, values, APART_CHOSEN, IN_TURN)

    figure.says(
        "tasks that end before the next one",
        of_aparts(Pair.in_order),
        native.in_order(),
        published=(15, math.inf),
        printed="15 of 15",
        unit=" of 15",
    )
    figure.says(
        "the same where an open that waits is sent again after a pause",
        streams(APART_CHOSEN, conflict="wait").in_order(),
        check=True,
        unit=" of 15",
    )
    groups = {
        "first subcluster": (FIRST, 39.84),
        "task 7": ((7,), 63.45),
        "second subcluster": (SECOND, -8.69),
    }
    ends = listed((end / 1000 for end in chosen.ends(chosen.plain)), ", ")
    why = (
        "Fixed priorities of ports give the order of ranks already without QoS (all tasks, in "
        f"1,000 cycles: {ends}), so a channel saves little; the paper's tasks ended in an order "
        "that nobody could predict. To repeat its gains one would need the order of its ports."
    )
    for text, (tasks, published) in groups.items():
        figure.says(
            text,
            of_aparts(lambda pair, tasks=tasks: pair.gain(tasks)),
            native.gain(tasks),
            published,
            why=why,
            **PERCENT,
        )
    robin = streams(APART_CHOSEN, arbiter="round_robin")
    for name, pair in (("over round robin", robin), ("by messages", by_messages)):
        gains = listed((pair.gain(tasks) for tasks, _ in groups.values()), ", ")
        figure.says(
            f"the same four {name} (39.8, 63.5, -8.69, 15 of 15)",
            f"{gains} %, {pair.in_order()} of 15",
            check=True,
        )
    shown = {"channels": chosen, "over round robin": robin, "native": native}
    for name, pair in shown.items():
        for task, gain in zip(TASKS, pair.gains(), strict=True):
            published = next((of for tasks, of in reversed(groups.values()) if task in tasks), None)
            figure.row(f"{name}, task {task}", gain, published, series=name, x=task, picture=True)
    for text, (tasks, published) in groups.items():
        figure.row(f"channels: {text}", chosen.gain(tasks), published, effect=True, why=why)


@gains_of_tasks("10d", "Two levels in the second subcluster, over round robin")
def two_levels(figure):
    """Tasks 12 to 15 have level 7, tasks 8 to 11 level 6."""
    groups = {
        "right side of the second subcluster": (RIGHT_OF_SECOND, 35.11),
        "left side of the second": (LEFT_OF_SECOND, (19.99, 23.32)),
        "first subcluster": (FIRST, -0.05),
    }
    names = ("the same by tags", "the same, different intra- and intercluster partners in turn")
    pairs = compare(figure, "d", groups, {name: CHANGES[name] for name in names})
    figure.says(
        "each task of the left side of the second",
        of_grains(pairs, lambda pair: pair.gains(LEFT_OF_SECOND)),
        published=(19.99, 23.32),
        **PERCENT,
    )
    figure.says(
        "the stronger level gains more",
        holds=of_grains(pairs, lambda pair: pair.gain(RIGHT_OF_SECOND) > pair.gain(LEFT_OF_SECOND)),
        printed="more",
    )

    def apart(pair):
        sides = (LEFT_OF_SECOND, RIGHT_OF_SECOND)
        return [highest(pair.gains(side)) - lowest(pair.gains(side)) for side in sides]

    figure.says(
        "tasks of one level improve almost equally (gains within 5 points are ours)",
        of_grains(pairs, apart),
        holds=of_grains(pairs, lambda pair: highest(apart(pair)) <= 5),
        printed="almost equally",
        unit=" % points",
    )
    figure.says(
        "the others have almost perfect load balancing: slowest over fastest (10 % is ours)",
        of_grains(pairs, lambda pair: pair.spread(FIRST)),
        published=(1, 1.1),
        printed="almost perfect",
    )


@gains_of_tasks("10e", "A channel for one task, over round robin")
def one_channel(figure):
    """Messages of task 5 are guaranteed. *Held*: task 5 holds its channel while all tasks transfer
    messages of 1 kB into the external memory and out of it.
    """
    others = [task for task in TASKS if task != 5]
    other_sides = [task for task in TASKS if task not in RIGHT_OF_FIRST]
    groups = {"task 5, by its channel": ((5,), 28.74)}
    pairs = compare(figure, "e", groups, {}, GRAINS[::2])
    held = benchmark(figure, "E", 0)
    figure.says(
        "the others are balanced: slowest over fastest (10 % is ours)",
        of_grains(pairs, lambda pair: pair.spread(others)),
        published=(1, 1.1),
        printed="perfectly balanced",
        why="Task 4 waits for task 5, its partner, and gains with it; round robin gives their side "
        "what they leave.",
    )
    figure.says(
        "the same without task 5's own side; and held",
        f"{pairs[GRAIN_CHOSEN].spread(other_sides)}; {held.spread(other_sides)}",
        holds=highest([pairs[GRAIN_CHOSEN].spread(other_sides), held.spread(other_sides)]) <= 1.1,
        check=True,
    )
    figure.says("gain of task 5, held", f"{held.gain((5,))} %", check=True)
    figure.says(
        "gain of task 5, with messages of 4 kB",
        benchmark(figure, "e", words=1024).gain((5,)),
        published=28.74,
        check=True,
        **PERCENT,
    )
