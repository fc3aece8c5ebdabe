"""Joven and others, the clustered QoS-ocMPI: what is run, and what was published (docs/papers.md).
Its chip is chips/subclusters2x8.toml, where each number has its source.
"""

import itertools
import runpy
from pathlib import Path

from onchip.paper import SEED, Paper, faster, highest, increasing, less, listed, lowest, mean, more

paper = Paper(
    title="QoS-Driven Reconfigurable Parallel Computing for NoC-Based Clustered MPSoCs",
    authors="J. Joven and others",
    text="*Published transport*: `--transport rendezvous-words`: the core copies the words through "
    "the memories of the clusters, and polls flags there. The paper's cores are Cortex-M1 without "
    "floating point; ours have it. Figure 5 (a trace in a viewer) is not here: "
    "[traces](../trace.md) are.",
)

CHIP = "subclusters2x8"
EXTERNAL = "external.toml"  # its external memory alone
# The library is that of the paper before this one, and an experiment, too.
QOS = runpy.run_path(str(Path(__file__).parent.parent / "qos-ocmpi/paper.py"))
LIBRARIES, init_and_barrier = QOS["LIBRARIES"], QOS["init_and_barrier"]
PERCENT = {"unit": " %", "effect": True}


ARBITERS = {"round_robin": "round robin", "fixed": "fixed"}


AREAS = {2: (23, 61), 4: (23, 61), 8: (100, 110)}  # published, by levels
CLOCKS = {2: (-19, -13), 4: (-29, -23), 8: (-39, -32)}


class Syntheses:
    """What figure 2 needs: routers by arbiter and levels, as ours are (`whole`), with levels
    decoded, and both without data (`bare`); routers with circuits; network interfaces.
    """

    def __init__(self, figure):
        def router(part, arbiter, levels, place=False, circuits=(), modules=()):
            return figure.synthesis(
                part,
                chip="mesh4x4",
                settings=[f"network.arbiter={arbiter}", f"network.levels={levels}", *circuits],
                modules=modules,
                place=place,
            )

        def with_circuits(part, kind):
            return router(part, "round_robin", 1, circuits=[f"network.circuits={kind}"])

        decoding = ["highest_level.sv"]
        self.whole, self.decoded, self.bare, self.decoded_bare = {}, {}, {}, {}
        for arbiter in ARBITERS:
            for levels in (1, 2, 4, 8):
                self.whole[arbiter, levels] = router("router", arbiter, levels, place=True)
            for levels in (2, 4, 8):
                self.decoded[arbiter, levels] = router(
                    "router", arbiter, levels, place=arbiter == "round_robin", modules=decoding
                )
            for levels in (1, 8):
                self.bare[arbiter, levels] = router("router without data", arbiter, levels)
            self.decoded_bare[arbiter, 8] = router(
                "router without data", arbiter, 8, modules=decoding
            )
        self.held = with_circuits("router of one class", "exclusive")
        self.buffered = [with_circuits("router", kind) for kind in ("exclusive", "shared")]
        self.marked, self.one_priority, self.plain = (
            figure.synthesis(part, chip="mesh4x4")
            for part in ("interface", "interface of one priority", "interface without registers")
        )
        self.base = {arbiter: self.whole[arbiter, 1]["luts"] for arbiter in ARBITERS}

    def area(self, of, arbiter, levels):
        """How many look-up tables more than without levels, in per cent."""
        return more(self.base[arbiter], of[arbiter, levels]["luts"])

    def clock(self, of, arbiter, levels):
        """How much higher the clock is than without levels, in per cent."""
        return more(self.whole[arbiter, 1]["clock"], of[arbiter, levels]["clock"])

    def area_of_heads(self, of, arbiter):
        """As `area`, of 8 levels in a router without data."""
        return more(self.bare[arbiter, 1]["luts"], of[arbiter, 8]["luts"])

    def interface(self, of):
        """How many look-up tables more than an interface without registers, in per cent."""
        return more(self.plain["luts"], of["luts"])


@paper.figure(
    "2",
    "What QoS costs in a router and a network interface",
    unit="% more look-up tables",
    x="priority levels",
    repeat=3,
)
def hardware(figure):
    """A router of five ports, 4 slots of 42 bits each, from `rtl/` by Yosys for look-up tables of
    six inputs; its clock between registers by nextpnr for an iCE40 HX8K, from three random
    placements. *Compared* (ours): which of two inputs has the higher level is compared once for all
    outputs; *decoded*: each output decodes the levels of its candidates; a test proves that both
    are the same function. Published are four FPGAs of 2001 to 2006, by Synplify; the base router
    and its ports are not described, the range of 2 and 4 levels is one.
    """
    parts = Syntheses(figure)
    say_levels(figure, parts)
    if figure.places:
        say_clocks(figure, parts)
    say_circuits_and_interface(figure, parts)
    row_areas(figure, parts)
    if figure.places:
        row_clocks(figure, parts)
    row_interface(figure, parts)


def say_levels(figure, parts):
    """What the paper's text says of the area of routers with levels."""
    whole, base = parts.whole, parts.base
    for text, of in (("area of a router with", whole), ("the same, decoded,", parts.decoded)):
        for arbiter, name in ARBITERS.items():
            for levels, published in AREAS.items():
                figure.says(
                    f"{text} {levels} levels, {name}",
                    parts.area(of, arbiter, levels),
                    published=published,
                    check=of is parts.decoded,
                    **PERCENT,
                )
    for arbiter, name in ARBITERS.items():
        compared, decoded = (
            parts.area_of_heads(of, arbiter) for of in (parts.bare, parts.decoded_bare)
        )
        figure.says(
            f"8 levels, of a router of bare heads, {name} (decoded)",
            f"{compared} % ({decoded} %)",
            check=True,
        )
    for arbiter, name in ARBITERS.items():
        compared, decoded = (
            listed(parts.area(of, arbiter, levels) for levels in AREAS)
            for of in (whole, parts.decoded)
        )
        two, four, eight = (whole[arbiter, levels]["luts"] for levels in AREAS)
        limit = base[arbiter] + (eight - base[arbiter]) * 2 / 3
        figure.says(
            f"2 and 4 levels well below 8 (less than two thirds is ours), {name}",
            f"{compared} % (decoded {decoded} %)",
            holds=increasing(base[arbiter], highest([two, four]), limit),
        )
    one, eight = ([whole[arbiter, n]["flip_flops"] for arbiter in ARBITERS] for n in (1, 8))
    figure.says(
        "no extra buffering: flip-flops with 1 and 8 levels",
        "; ".join(f"{few} and {many}" for few, many in zip(one, eight, strict=True)),
        holds=sum(one) == sum(eight),
    )


def say_clocks(figure, parts):
    """What the paper's text says of the clocks of routers with levels."""
    for arbiter, name in ARBITERS.items():
        for levels, published in CLOCKS.items():
            figure.says(
                f"clock with {levels} levels, {name}",
                parts.clock(parts.whole, arbiter, levels),
                published=published,
                **PERCENT,
            )
    for levels, published in CLOCKS.items():
        figure.says(
            f"the same, decoded, {levels} levels, round robin: clock",
            parts.clock(parts.decoded, "round_robin", levels),
            published=published,
            check=True,
            **PERCENT,
        )


def say_circuits_and_interface(figure, parts):
    """What the paper's text says of the area of circuits and of a network interface."""
    one, held = parts.whole["round_robin", 1], parts.held
    figure.says(
        "circuits are negligible: one flip-flop holds the grant (5 % is ours)",
        f"{more(one['luts'], held['luts'])} %, {held['flip_flops'] - one['flip_flops']} "
        "flip-flops: who holds an output, refusals, and what opens and closes",
        printed="negligible",
        holds=held["luts"] <= 1.05 * one["luts"],
    )
    buffered = listed((more(one["luts"], of["luts"]) for of in parts.buffered), ", ")
    figure.says(
        "the same with buffers for circuits, as our networks have them (exclusive, shared)",
        f"{buffered} %",
        check=True,
    )
    figure.says("network interface", parts.interface(parts.marked), published=(10, 15), **PERCENT)
    figure.says(
        "the same with one priority for all targets",
        parts.interface(parts.one_priority),
        published=(10, 15),
        check=True,
        **PERCENT,
    )


def row_areas(figure, parts):
    """The area of routers with levels, and what it is made of."""
    base = parts.base
    data = [base[arbiter] - parts.bare[arbiter, 1]["luts"] for arbiter in ARBITERS]
    compared, decoded = (
        [parts.area_of_heads(of, arbiter) for arbiter in ARBITERS]
        for of in (parts.bare, parts.decoded_bare)
    )
    added, added_decoded = (
        of["round_robin", 8]["luts"] - base["round_robin"] for of in (parts.whole, parts.decoded)
    )
    why = (
        f"Levels change the allocator only. Of the {base['round_robin']} look-up tables of a "
        f"router without levels {data[0]} choose among slots and pass on 32 bits of data (fixed: "
        f"{data[1]} of {base['fixed']}). Of a router of bare heads 8 levels are {compared[0]} and "
        f"{compared[1]} % (round robin, fixed); decoded {decoded[0]} and {decoded[1]} %, near the "
        "published 100–110 %. To compare once instead saves "
        f"{100 - 100 * added / added_decoded} % of what levels add."
    )
    for of, rest in ((parts.whole, ""), (parts.decoded, ", decoded")):
        for arbiter, name in ARBITERS.items():
            for levels, published in AREAS.items():
                figure.row(
                    f"{levels} levels, {name}{rest}",
                    parts.area(of, arbiter, levels),
                    published,
                    series=name + rest,
                    x=levels,
                    effect=True,
                    why=why,
                )


def row_clocks(figure, parts):
    """The clocks of routers with levels."""

    def longer(of):
        depths = (of[a, 8]["depth"] - parts.whole[a, 1]["depth"] for a in ARBITERS)
        return listed(depths, " and ")

    def rows(of, arbiter, name, why):
        for levels, published in CLOCKS.items():
            clock = parts.clock(of, arbiter, levels)
            figure.row(name.format(levels), clock, published, unit="%", effect=True, why=why)

    why = (
        "Compared once, levels are known beside the routing of flits: 8 lengthen the longest path "
        f"by {longer(parts.whole)} look-up tables of six inputs (round robin, fixed), decoded by "
        f"{longer(parts.decoded)}."
    )
    for arbiter, name in ARBITERS.items():
        rows(parts.whole, arbiter, f"clock, {{}} levels, {name}", why)
    why = "Placements alone move a clock by some per cent."
    rows(parts.decoded, "round_robin", "clock, {} levels, round robin, decoded", why)
    for arbiter, name in ARBITERS.items():
        clock = parts.whole[arbiter, 1]["clock"]
        figure.row(f"clock without levels, {name}", clock, unit="MHz", picture=True)


def row_interface(figure, parts):
    """The area of a network interface."""
    marked, one_priority, plain = parts.marked, parts.one_priority, parts.plain
    registers = marked["luts"] - plain["luts"]
    figure.row(
        "network interface",
        parts.interface(marked),
        (10, 15),
        unit="%",
        effect=True,
        why=f"Without registers ours has {plain['luts']} look-up tables and "
        f"{plain['flip_flops']} flip-flops: an AXI4 port that makes packets, and a buffer. With "
        f"one priority for all targets it has {one_priority['luts']} and "
        f"{one_priority['flip_flops']}, {parts.interface(one_priority)} % more: the field in the "
        "head, which keeps its value during a packet, and a register. A priority for each of 16 "
        f"targets takes {marked['luts'] - one_priority['luts']} and "
        f"{marked['flip_flops'] - one_priority['flip_flops']} more: 64 bits, which decide for "
        "packets and can be read. The size of the published interface, an AHB one, and how many "
        "priorities it keeps are not in the text; all of ours would be 10 to 15 % of "
        f"{registers / 0.15} to {registers / 0.1} look-up tables.",
    )


@paper.figure(
    "eq1-2",
    "Opening and closing a circuit in an empty network (equations 1 and 2)",
    unit="cycles",
    x="links between the routers of both ends",
)
def circuits(figure):
    """From the command to the interface until the core runs again, and from entry into
    `ni_open_channel` and `ni_close_channel` to their return. Up to one link is from task 0 to the
    memories of `subclusters2x8`, up to six are from tile 0 to all others of `qm4x4`. The equations
    themselves are not in the text that we have, which says only that circuits take the time of a
    request and a response packet, tens of cycles in large networks. *Formula* is that of [what
    things cost](../register-map.md#what-things-cost), with the keys of the chip.
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
        for links in distances:
            name = "formula"
            figure.row(f"{name}, {links} links", formula(run, links), series=name, x=links)
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


@paper.figure("6", "Init and Barrier", unit="cycles", x="cores", repeat=5)
def start(figure):
    """From the release of the cores to the last return from `MPI_Init`; from the last entry into
    `MPI_Barrier` to the last return, where one process, drawn by the seed, comes late. *At the
    first*: a barrier at which each process tells the first one and is told.
    """
    published = {"Init": {4: 980, 8: 2217, 16: 6583}, "Barrier": {4: 1899, 16: 13073}}

    def why(runs):
        agreed = "{}, {} and {}".format(*(run["init"] for run in runs["native"].values()))
        return {
            ("Init", "published transport"): f"Agreeing on ranks takes {agreed} cycles on 4, 8 and "
            "16 cores; in the rest each rank asks how far every memory is from every tile, since "
            "the library is not made for one chip.",
            ("Init", "native"): "Ranks are agreed over a tree of remote stores; the published "
            "library lets all meet at one.",
            ("Barrier", "published transport"): "A message that is synchronous is a barrier of "
            "two, so ranks meet in pairs, one message each, in log n rounds; the published time "
            "grows faster than n.",
            ("Barrier", "native"): "The hardware's counters do it: nobody receives a message.",
        }

    chips = dict.fromkeys((4, 8, 16), CHIP)
    program = "../qos-ocmpi/init_barrier.c"
    init_and_barrier(figure, program, chips, published, why, explained=True)


TRIPS = {"one way": "one_way", "there and back": "ping_pong"}
PLACES = {"inside": ("compact", 0, 1), "between": ("apart.map", 4, 8)}
# Where the two ranks are, the number of their memory, and the partner in a job of 16.


def exchange(
    figure, place, transport="rendezvous-words", chip=CHIP, delay=64, way="words", crowd=False
):
    """Messages between two ranks; in a `crowd`, in a job of 16."""
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
    """Messages between two ranks by where these are."""
    return {place: exchange(figure, place, **options) for place in PLACES}


@paper.figure(
    "7", "Messages inside a subcluster, and between two", unit="cycles", x="bytes", repeat=5
)
def messages(figure):
    """A job of two ranks, on the same side, or one in each subcluster (`apart.map`): from entry
    into `MPI_Send` to return from `MPI_Recv`, whose receiver has waited for up to 64 cycles, drawn
    by the seed; and there and back. *Early*: for up to 3,000 cycles, so that it pauses between
    looks.
    """
    words = exchanges(figure)
    native = exchanges(figure, transport="native")
    early = exchanges(figure, delay=3000)
    crowd = exchanges(figure, crowd=True)
    slow = exchange(figure, "between", chip="slow_memories.toml")

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
        text = f"4 B {where[place]}, {trip}"
        figure.says(text, words[place][name], native[place][name], published=cycles)
    for trip, name in TRIPS.items():
        figure.says(
            f"the same between, {trip}, where the external memory takes 40 cycles to a word",
            slow[f"{name}_4"],
            published=published["between", trip],
            check=True,
        )
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
                for size in sizes:
                    figure.row(
                        f"{place}, {trip}, {size} B, {library}",
                        of[place][f"{name}_{size}"],
                        published[place, trip] if size == 4 else None,
                        series=f"{place}, {trip}, {library}",
                        x=size,
                        picture=size not in (4, 4096),
                        why=whys[library] if size == 4 else "",
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
    repeat=5,
)
def efficiency(figure):
    """What its data alone take into the memory between the two and out of it, word by word as the
    library does it, over the time of a message. Where a message of several fragments is read while
    it is written, this is more than 100 %: of 16 kB, and inside sooner where more processes share a
    scratchpad, so its fragments are shorter. All jobs have two ranks, as in figure 7. *Native*: one
    transfer of the data from tile to tile. *DMA*: the same with `rendezvous`, which transfers them.
    *Slow memories*: 20 and 40 cycles to a word, ten times as many (`slow_memories.toml`).
    """
    runs = {
        "words": exchanges(figure),
        "slow": exchanges(figure, chip="slow_memories.toml"),
        "native": exchanges(figure, transport="native", way="direct"),
        "dma": exchanges(figure, transport="rendezvous", way=""),
        "crowd": exchanges(figure, crowd=True),
    }

    def copying(run, place, size, name="one_way"):
        of = runs[run][place]
        return 100 * of[f"{name}_copying_{size}"] / of[f"{name}_{size}"]

    published = {16: (40, 50), 64: (40, 50), 1024: (67, 75), 4096: (67, 75)}
    texts = {
        16: "tiny messages {}: 16 B",
        64: "64 B {}",
        1024: "few kB {}: 1 kB",
        4096: "4 kB {}",
    }
    for place in PLACES:
        for size, share in published.items():
            figure.says(
                f"{texts[size].format(place)}, one way",
                copying("words", place, size),
                copying("native", place, size),
                share,
                unit=" %",
            )
        ours = copying("words", place, 16384)
        figure.says(
            f"over 80 % above 4 kB {place}",
            f"{ours} %",
            f"{copying('native', place, 16384)} %",
            holds=ours > 80,
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
            ("4 to 256 B", small, 16, "16 B"),
            ("1 and 4 kB", large, 4096, "4 kB"),
        ):
            figure.says(
                f"higher between subclusters than inside, {text}, {trip}",
                shown("words", label, size, name),
                shown("native", label, size, name),
                holds=is_higher_between("words", sizes, name),
            )
        figure.says(
            f"the same in a job of 16, up to 256 B, {trip}",
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
    sizes = (4, 16, 64, 256, 1024, 4096, 16384)
    libraries = {"published transport": "words", "native": "native", "DMA": "dma"}
    for place in PLACES:
        for library, run in libraries.items():
            for trip, name in TRIPS.items():
                is_published = (library, trip) == ("published transport", "one way")
                for size in sizes:
                    share = published.get(size) if is_published else None
                    figure.row(
                        f"{place}, {trip}, {size} B, {library}",
                        copying(run, place, size, name),
                        share,
                        series=f"{place}, {trip}, {library}",
                        x=size,
                        picture=share is None,
                        why=why if share else "",
                    )
    for trip, name in TRIPS.items():
        each = (shown("words", f"of {size} B", size, name).replace(":", "") for size in sizes)
        figure.claim(
            f"Higher between subclusters than inside, at all sizes up to 4 kB. ({trip})",
            is_higher_between("words", (*small, *large), name),
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


def speed_up(id, title):
    """One of figures 9."""
    return paper.figure(id, title, unit="times as fast as one core", x="cores", repeat=5)


def scaling(figure, program, argument, transport="rendezvous-words", cores=CORES, settings=()):
    """The cycles of a program by the number of cores."""
    return {
        n: figure.run(
            program,
            chip=CHIP,
            ranks=n,
            arguments=[argument, SEED],
            transport=transport,
            settings=settings,
        )["cycles"]
        for n in cores
    }


def speed_ups(cycles):
    """How many times as fast as one core, by the number of cores."""
    return {n: cycles[1] / of for n, of in cycles.items()}


def row_speed_ups(figure, name, cycles, series):
    """A curve, of which tables show 4 and 16 cores."""
    for n, times in speed_ups(cycles).items():
        figure.row(name.format(n), times, series=series, x=n, picture=n not in (4, 16))


@speed_up("9a", "Speed-up: π")
def pi(figure):
    """With 1,000 and with 10,000 intervals. Here, in 9b and in 9c each rank begins up to 64 cycles
    after a barrier, drawn by the seed.
    """
    runs = {
        (library, intervals): scaling(figure, "pi.c", intervals, transport)
        for library, transport in LIBRARIES.items()
        for intervals in (1000, 10000)
    }
    few, many, few_native, many_native = (speed_ups(of)[16] for of in runs.values())
    figure.says(
        "π: nearly linear, the more so with precision (16 cores)",
        f"{few} and {many}",
        f"{few_native} and {many_native}",
        printed="near 16",
        holds=few < many,
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
    """Of two vectors that the root deals out, of 64 bytes to 2 kB. *Multiply 33*: the chip with
    `core.multiply = 33`, a bit a cycle; and 100.
    """
    runs = {
        (library, size): scaling(figure, "dot.c", size, transport)
        for library, transport in LIBRARIES.items()
        for size in (64, 512, 2048)
    }
    slow, slower = (
        scaling(figure, "dot.c", 2048, settings=[f"core.multiply={cycles}"]) for cycles in (33, 100)
    )
    words, native = (runs[library, 2048] for library in LIBRARIES)

    def is_fastest_on_4(cycles):
        times = speed_ups(cycles)
        return highest(of for n, of in times.items() if n != 4) < times[4]

    figure.says(
        "dot product of 2 kB is fastest on 4 cores (1 / 2 / 4 / 8 / 16)",
        listed(speed_ups(words).values()),
        listed(speed_ups(native).values()),
        holds=is_fastest_on_4(words),
    )
    figure.says(
        "the same, where a multiplication takes 33 cycles",
        listed(speed_ups(slow).values()),
        holds=is_fastest_on_4(slow),
        check=True,
    )
    figure.says(
        "the same, where it takes 100",
        listed(speed_ups(slower).values()),
        holds=slower[4] < lowest(of for n, of in slower.items() if n != 4),
        check=True,
    )
    figure.says(
        "no faster on 16 cores than on 4", holds=speed_ups(words)[16] <= speed_ups(words)[4]
    )
    for (library, size), cycles in runs.items():
        row_speed_ups(figure, f"{size} B, {{}} cores, {library}", cycles, f"{size} B, {library}")
    row_speed_ups(figure, "2048 B, {} cores, multiply 33", slow, "2048 B, multiply 33")
    figure.claim(
        "Fastest on 4 cores with 2 kB. (published transport)",
        is_fastest_on_4(words),
        why=f"On one core the products take {words[1]} cycles, on 4 dealing out and gathering make "
        f"it {words[4]}. With a multiplication of 33 cycles they are {slow[1]} and {slow[4]}.",
    )


@speed_up("9c", "Speed-up: heat")
def heat(figure):
    """In a plate of 40 × 40 points, shared out by columns, 20 and 100 steps. Neighbours have met
    before. *Float 60*: an operation of floating point takes 60 cycles, as in software.
    """
    runs = {
        (library, steps): scaling(figure, "heat2d.c", steps, transport)
        for library, transport in LIBRARIES.items()
        for steps in (20, 100)
    }
    in_software = scaling(figure, "heat2d.c", 20, cores=(1, 4, 8, 16), settings=["core.float=60"])
    words, words_100, native, native_100 = runs.values()

    def many(cycles):
        times = speed_ups(cycles)
        return [times[n] for n in (4, 8, 16)]

    figure.says(
        "heat scales quite well (4 / 8 / 16 cores)",
        listed(many(words)),
        listed(many(native)),
        holds=increasing(1, *many(words)),
    )
    figure.says(
        "the same, float 60",
        listed(many(in_software)),
        holds=increasing(1, *many(in_software)),
        check=True,
    )
    few_steps, many_steps, few_native, many_native = (
        speed_ups(of)[16] for of in (words, words_100, native, native_100)
    )
    figure.says(
        "slightly less speed-up with more steps (20 and 100, 16 cores)",
        f"{few_steps} and {many_steps}",
        f"{few_native} and {many_native}",
        holds=many_steps < few_steps,
    )
    for (library, steps), cycles in runs.items():
        name = f"{steps} steps, {{}} cores, {library}"
        row_speed_ups(figure, name, cycles, f"{steps} steps, {library}")
    figure.claim(
        "A little less fast with more steps, on 16 cores. (published transport)",
        many_steps < few_steps,
        why=f"A step takes {words[16] / 20} cycles of 20 and {words_100[16] / 100} of 100: waiting "
        "for neighbours does not add up.",
    )


TASKS = range(16)
SIDES = ((0, 1, 2, 3), (4, 5, 6, 7), (8, 9, 10, 11), (12, 13, 14, 15))
LEFT_OF_FIRST, RIGHT_OF_FIRST, LEFT_OF_SECOND, RIGHT_OF_SECOND = SIDES
FIRST, SECOND = LEFT_OF_FIRST + RIGHT_OF_FIRST, LEFT_OF_SECOND + RIGHT_OF_SECOND


class Pair:
    """Runs of an exchange between 16 tasks without QoS (`plain`) and with it."""

    def __init__(
        self, figure, case, program, arguments, arbiter, chip=CHIP, transport="native", settings=()
    ):
        self.plain, self.marked = (
            figure.run(
                program,
                chip=chip,
                ranks=16,
                arguments=[way, *arguments],
                transport=transport,
                settings=[*settings, f"network.arbiter={arbiter}"],
            )
            for way in ("plain", case)
        )

    def gains(self, tasks):
        """Time saved by each of the tasks."""
        return [faster(self.plain[f"task_{t}"], self.marked[f"task_{t}"]) for t in tasks]

    def gain(self, tasks):
        """Time saved by the tasks, on average."""
        return mean(self.gains(tasks))

    def in_order(self):
        """How many tasks end before the next one."""
        ends = [self.marked[f"task_{t}"] for t in TASKS]
        first, *others = (less(*pair) for pair in itertools.pairwise(ends))
        return sum(others, first)

    def spread(self, tasks):
        """The time of the slowest task by that of the fastest."""
        ends = [self.marked[f"task_{t}"] for t in tasks]
        return highest(ends) / lowest(ends)


def pairs_of_a_side(
    figure, case, arbiter, transport="rendezvous-words", chip=EXTERNAL, partners="side", tags=False,
    memories=True,
):  # fmt: skip
    """Pairs of tasks exchange messages of 1 kB. `tags`: messages are marked, in place of all that a
    task reads and writes.
    """
    program = "exchange.c" if tags else "exchange_plain.c"
    arguments = [256, SEED, partners, *(["memories"] if memories else [])]
    return Pair(figure, case, program, arguments, arbiter, chip, transport)


def all_to_all(figure, case, arbiter):
    """Messages of 4 kB from all to all by the native transport, with tags."""
    settings = ["tile.memory_kb=256"]
    return Pair(figure, case, "subkernels.c", [1024, SEED], arbiter, settings=settings)


def streams(figure, case, turns):
    """Transfers of 1 kB into the external memory and out of it."""
    return Pair(figure, case, "streams.c", [256, SEED, "transfers", turns], "round_robin")


def shared_memory(pair):
    """Why all wait for the external memory."""

    def times(run):
        return listed((mean(run[f"task_{t}"] for t in side) for side in SIDES), ", ")

    last = (highest(run[f"task_{t}"] for t in TASKS) for run in (pair.plain, pair.marked))
    return (
        "The external memory, which all share, is what all wait for: without QoS the sides take "
        f"{times(pair.plain)} cycles, with it {times(pair.marked)}; the last one ends after "
        f"{listed(last, ' and ')}."
    )


WHY_NATIVE = (
    "Transfers and queues leave the core free, and each receiver fetches the most urgent of those "
    "that it knows of."
)
WHY_TAGS = "A mark is set around each access of the library, and waits for the stores under it."
WHY_CROSS = "Partners wait for each other, so both have the slower one of two levels."
WHY_ORDER = (
    "Round robin serves all ports alike where levels are alike; there is less to gain and to lose."
)
WHY_SCRATCHPADS = "In a scratchpad only tasks of one side meet, and these have one level."


def compare(figure, groups, words, native, marks="setPriority", changes=(), **others):
    """What each group gains, in a saying and in rows, and a bar for each task. `groups`: tasks and
    their published gain by what the paper calls them; `marks`: what has a level; `changes`: further
    rows, as (name, pair, reason); `others`: pairs of which there are only bars.
    """
    for text, (tasks, published) in groups.items():
        figure.says(text, words.gain(tasks), native.gain(tasks), published, **PERCENT)
    why = shared_memory(words)
    for name, pair, reason in (
        (f"words, {marks}, pairs of a side", words, why),
        *changes,
        ("native, all to all, by tags", native, WHY_NATIVE),
    ):
        for text, (tasks, published) in groups.items():
            gain = pair.gain(tasks)
            figure.row(f"{name}: {text}", gain, published, effect=True, why=reason or why)
    for library, pair in {"published transport": words, "native": native, **others}.items():
        for task, gain in zip(TASKS, pair.gains(TASKS), strict=True):
            figure.row(
                f"{library}, task {task}",
                gain,
                # A task may be a group of its own, after that of its side.
                next((of for tasks, of in reversed(groups.values()) if task in tasks), None),
                series=library,
                x=task,
                picture=True,
                why="Published is the mean of the group.",
            )


def changed(figure, case, arbiter):
    """The exchange of 10a and 10d with one thing changed each, and why the gain then differs."""

    def pairs(arbiter=arbiter, **options):
        return pairs_of_a_side(figure, case, arbiter, **options)

    other = "fixed" if arbiter == "round_robin" else "round_robin"
    return (
        ("the same by tags", pairs(tags=True, memories=False), WHY_TAGS),
        ("the same by DMA", pairs(transport="rendezvous"), None),
        ("the same, pairs of both subclusters", pairs(partners="chip"), WHY_CROSS),
        (f"the same, {ARBITERS[other]} below priorities", pairs(other), WHY_ORDER),
        ("the same, through scratchpads", pairs(chip=CHIP), WHY_SCRATCHPADS),
    )


def gains_of_tasks(id, title):
    """One of figures 10."""
    return paper.figure(id, title, unit="% less time", x="task", bars=True, repeat=5)


@gains_of_tasks("10a", "The second subcluster has priority, over fixed priorities")
def second_subcluster(figure):
    """The paper gives no pattern and no port order: *intensive interprocess communication among all
    the 16 processors*. The reading here, for all parts: pairs of tasks of a side exchange messages
    of 1 kB, each by a send and a receive that block (*both unblock, or neither does*), through the
    external memory, whose larger capacity is for larger messages; a task's level is that of all
    that it reads and writes (`setPriority`). Pairs of a side have one level, and the memory that
    all share is where tasks meet: only then can a subcluster gain what the other loses. Partners of
    different levels wait for each other, and in scratchpads of a side all have one level. The rows
    that follow change one thing each. Tasks begin within 256 cycles, which the seed draws.
    """
    groups = {
        "second subcluster, prioritised": (SECOND, 25.64),
        "first subcluster": (FIRST, -26.56),
    }
    words = pairs_of_a_side(figure, "a", "fixed")
    native = all_to_all(figure, "a", "fixed")
    compare(figure, groups, words, native, changes=changed(figure, "a", "fixed"))


@gains_of_tasks("10b", "The right sides have priority, that of the first subcluster more")
def right_sides(figure):
    """Tasks 4 to 7 have level 7, tasks 12 to 15 level 6."""
    groups = {
        "right side of the first subcluster": (RIGHT_OF_FIRST, 51.07),
        "right side of the second": (RIGHT_OF_SECOND, 35.93),
        "left side of the first": (LEFT_OF_FIRST, -62.28),
        "left side of the second": (LEFT_OF_SECOND, -37.97),
    }
    words = pairs_of_a_side(figure, "b", "fixed")
    robin = pairs_of_a_side(figure, "b", "round_robin")
    native = all_to_all(figure, "b", "fixed")
    compare(figure, groups, words, native)
    figure.says(
        "the stronger level gains more",
        holds=words.gain(RIGHT_OF_FIRST) > words.gain(RIGHT_OF_SECOND),
    )
    gains = [robin.gain(tasks) for tasks, _ in groups.values()]
    figure.says(
        "the same over round robin, where no side is ahead without priorities (right, right, left, "
        "left)",
        f"{listed(gains, ', ')} %",
        holds=gains[0] > gains[1],
        check=True,
    )


@gains_of_tasks("10c", "Completion in the order of ranks by channels")
def order_of_ranks(figure):
    """All messages are guaranteed. Each write and each read of the library opens a channel and
    closes it, and channels to one memory exclude each other: that takes longer than it saves. With
    transfers and all-to-all messages each channel carries 4 kB. *Streams in turn*: a task holds one
    channel for the whole subkernel, in which it transfers messages of 1 kB into the external memory
    and out of it, over round robin; each opens its channel when the one before it has closed its
    own.
    """
    groups = {
        "first subcluster": (FIRST, 39.84),
        "task 7": ((7,), 63.45),
        "second subcluster": (SECOND, -8.69),
    }
    words = pairs_of_a_side(figure, "c", "fixed", tags=True)
    native = all_to_all(figure, "c", "fixed")
    turns = streams(figure, "c", "turns")
    compare(figure, groups, words, native, "channels", **{"streams in turn": turns})
    figure.says(
        "tasks that end before the next one",
        words.in_order(),
        native.in_order(),
        published=15,
        unit=" of 15",
    )
    first, seventh, second = (turns.gain(tasks) for tasks, _ in groups.values())
    figure.says(
        "the same four, streams in turn",
        f"{first}, {seventh}, {second} %, {turns.in_order()} of 15",
        holds=increasing(second, 0, lowest([seventh, first])),
        check=True,
    )


@gains_of_tasks("10d", "Two levels in the second subcluster, over round robin")
def two_levels(figure):
    """Tasks 12 to 15 have level 7, tasks 8 to 11 level 6."""
    groups = {
        "right side of the second subcluster": (RIGHT_OF_SECOND, 35.11),
        "left side of the second": (LEFT_OF_SECOND, (19.99, 23.32)),
        "first subcluster": (FIRST, -0.05),
    }
    words = pairs_of_a_side(figure, "d", "round_robin")
    native = all_to_all(figure, "d", "round_robin")
    compare(figure, groups, words, native, changes=changed(figure, "d", "round_robin"))
    figure.says(
        "the stronger level gains more",
        holds=words.gain(RIGHT_OF_SECOND) > words.gain(LEFT_OF_SECOND),
    )


@gains_of_tasks("10e", "A channel for one task, over round robin")
def one_channel(figure):
    """Messages of task 5 are guaranteed."""
    groups = {"task 5, by its channel": ((5,), 28.74)}
    words = pairs_of_a_side(figure, "e", "round_robin", tags=True)
    native = all_to_all(figure, "e", "round_robin")
    stream = streams(figure, "e", "-")
    others = [task for task in TASKS if task != 5]
    other_sides = [task for task in TASKS if task not in RIGHT_OF_FIRST]
    compare(figure, groups, words, native, "channels")
    figure.says(
        "the others are balanced: slowest over fastest (10 % is ours)",
        words.spread(others),
        native.spread(others),
        printed="perfectly balanced",
        holds=words.spread(others) <= 1.1,
    )
    spreads = [pair.spread(other_sides) for pair in (words, stream)]
    figure.says(
        "the same without task 5's own side, to which round robin gives what it leaves; and where "
        "all stream, task 5 over a channel",
        listed(spreads, "; "),
        holds=highest(spreads) <= 1.1,
        check=True,
    )
