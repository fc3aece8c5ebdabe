"""Joven and others, "QoS-ocMPI": the experiments, and the published results (docs/papers.md). Its
chips are chips/qm4x4.toml, qm3x3 and qm2x2, where each number has its source.
"""

from onchip.paper import (
    SEED,
    Paper,
    Unpublished,
    faster,
    highest,
    increasing,
    listed,
    lowest,
    mean,
)

paper = Paper(
    title="QoS-ocMPI: QoS-aware on-chip Message Passing Library for NoC-based Many-Core MPSoCs",
    authors="J. Joven, F. Angiolini, D. Castells-Rufas, G. De Micheli, J. Carrabina-Bordoll",
    text="*Published transport*: `--transport rendezvous-words`, whose core copies the words. The "
    "paper's cores are ARMs with caches of sizes that it does not give, so cycles compare as two "
    "systems. Its bars are not read off.\n\nPrograms can use the paper's names (`ocmpi.h`): "
    "`ocMPI_Init` may be called again after `ocMPI_Finalize`, which is the paper's reconfiguration "
    "and what MPI forbids. The published header of a message has five words: source, destination, "
    "tag, datatype and length. Ours has no datatype, as in other libraries: the standard leaves it "
    "to the program that both sides name the same one, and `--check-mpi` compares them.",
)

LIBRARIES = {"published transport": "rendezvous-words", "native": "native"}
CHIPS = {4: "qm2x2", 9: "qm3x3", 16: "qm4x4"}  # by number of cores
OTHER_CORES = {"ibex": "Ibex", "cv32e40p": "CV32E40P"}  # docs/cores.md


def on_other_cores(figure, program, rows, **options):
    """Adds rows with the costs of existing cores in place of the reference costs. `rows` contains
    the names that the numbers have in the program's output.
    """
    for core, printed in OTHER_CORES.items():
        for library, transport in LIBRARIES.items():
            run = figure.run(
                program, chip="qm4x4", transport=transport, settings=[f"core={core}"], **options
            )
            for text, name in rows.items():
                figure.row(f"{text}, {library}, on {printed} (our check)", run[name])


@paper.figure("6", "Code of the library in four configurations", unit="bytes")
def code(figure):
    """The paper's text gives only the smallest bar: Init, Finalize, Comm_size, Comm_rank, Send,
    Recv.
    """
    words, native = (figure.sizes(transport) for transport in LIBRARIES.values())
    ours = words["minimal"], native["minimal"]
    figure.says("the smallest configuration", *ours, 4942, unit=" bytes")
    why = {
        "published transport": "As for the native transport; and the protocol handles any number "
        "of messages in flight, and memories between subclusters.",
        "native": "Ours includes what the start of a program and the hardware layer take, and all "
        "modes of MPI_Send: any size, derived datatypes, error handlers.",
    }
    for (library, reason), size in zip(why.items(), (words, native), strict=True):
        figure.row(f"minimal, {library}", size["minimal"], 4942, why=reason)
        for variant in ("collectives", "nonblocking", "everything"):
            figure.row(f"{variant}, {library}", size[variant])


def init_and_barrier(figure, program, chips, published, why, explained=False):
    """Adds the times of `MPI_Init` and `MPI_Barrier`. `chips` and `published` are indexed by the
    number of cores. `why` is a function of all runs that returns the reasons by part and library.
    If `explained` is set, claims also have reasons. Returns the runs.
    """
    runs = {
        library: {
            cores: figure.run(
                program, chip=chip, ranks=cores, arguments=[SEED], transport=transport
            )
            for cores, chip in chips.items()
        }
        for library, transport in LIBRARIES.items()
    }
    words, native = runs.values()
    parts = {"Init": "init", "Barrier": "barrier"}

    def numbers(of, name):
        return [run[name] for run in of.values()]

    def says_that_it_rises(text, name, **options):
        ours, ours_native = numbers(words, name), numbers(native, name)
        holds = increasing(*ours)
        figure.says(text, listed(ours), listed(ours_native), holds=holds, **options)

    for part, name in parts.items():
        for cores, cycles in published[part].items():
            figure.says(f"{part}, {cores} cores", words[cores][name], native[cores][name], cycles)
        says_that_it_rises(f"{part} takes longer on more cores", name)
    says_that_it_rises("the same, at the first", "meeting", check=True)

    reasons = why(runs)
    for part, name in parts.items():
        for library, of in runs.items():
            figure.curve(
                f"{part}, {{}} cores, {library}",
                {cores: run[name] for cores, run in of.items()},
                published[part],
                series=f"{part}, {library}",
                why=reasons[part, library],
            )
            figure.claim(
                f"{part} takes longer on more cores. ({library})",
                increasing(*numbers(of, name)),
                why=reasons[part, library] if explained else "",
            )
    return runs


@paper.figure("7", "Init and Barrier", unit="cycles", x="cores", repeat=5)
def start(figure):
    """*Init* is the time from the release of the cores to the last return from `MPI_Init`.
    *Barrier* is the time from the last entry into `MPI_Barrier` to the last return; one process,
    which the seed draws, comes late. *At the first*: each process tells the first one that it
    has come, and is told when all have.
    """
    published = {"Init": {4: 2613, 16: 10331}, "Barrier": {4: 2993, 9: 6935, 16: 12527}}
    why = {
        ("Init", "published transport"): "Ranks are agreed in log n rounds of remote stores; the "
        "published library lets all meet at its master.",
        ("Init", "native"): "As with the published transport.",
        ("Barrier", "published transport"): "Ranks meet in pairs, one message each, in log n "
        "rounds; the published time grows with n.",
        ("Barrier", "native"): "The hardware's counters do it: nobody receives a message.",
    }
    runs = init_and_barrier(figure, "init_barrier.c", CHIPS, published, lambda _: why)
    rates = {
        ("Init", 4): (75000, "≈ 75,000"),
        ("Init", 16): (20000, "≈ 20,000"),
        ("Barrier", 9): (30000, "less than ≈ 30,000"),
    }
    for (part, cores), (rate, printed) in rates.items():
        ours = [1e6 * of[cores]["core.clock_mhz"] / of[cores][part.lower()] for of in runs.values()]
        figure.says(f"{part} per second, {cores} cores", *ours, rate, printed=printed)
    rows = {"Init, 16 cores": "init", "Barrier, 16 cores": "barrier"}
    on_other_cores(figure, "init_barrier.c", rows, ranks=16, arguments=[SEED])


OWN = "One store into the own tile; the rest is the call and its checks."
MIDDLEWARE = {  # maps the name of a number to what is measured, and why it takes as long
    "setPriority": ("setPriority for the caller", OWN),
    "setPriority_far": (
        "setPriority for the farthest core",
        "A store into another tile, whose answer the call waits for.",
    ),
    "resetPriority": ("resetPriority for the caller", OWN),
    "resetPriorities": (
        "resetPriorities",
        "A store for each core, whose network interfaces have the registers.",
    ),
}


@paper.figure("8", "Management functions", unit="cycles")
def management(figure):
    """The time from the entry into each function to its return, on task 0. Table I says which
    functions are for management; Wtime and Wtick are for profiling.
    """
    calls = figure.run("management.c", chip="qm4x4", ranks=16)
    short = ("Comm_rank", "Comm_size", "Initialized", "Finalized", "Get_version")
    profiling = ("Wtime", "Wtick")
    each = [calls[name] for name in short]
    figure.says("each management function but the next", each, each, 75, printed="≈ 75")
    named = calls["Get_processor_name"]
    figure.says("Get_processor_name", named, named, 210, printed="≈ 210")
    times = listed((calls[name] for name in profiling), " and ")
    figure.says("Wtime and Wtick", times, check=True)
    for name in short:
        why = "A few instructions; the argument checks are in."
        figure.row(name, calls[name], 75, why=why)
    for name in profiling:
        figure.row(name, calls[name])
    figure.row(
        "Get_processor_name",
        named,
        210,
        why="The name has the chip's shape and the numbers of tile and core: 22 characters.",
    )
    for name, (text, why) in MIDDLEWARE.items():
        figure.says(
            f"{text} takes few clock cycles, of VI (fewer than 10 is ours)",
            calls[name],
            calls[name],
            printed="few clock cycles",
            holds=calls[name] < 10,
            why=why,
        )
        figure.row(name, calls[name])
    figure.claim("Get_processor_name takes longest.", highest(each) < named)


@paper.figure("p2p", "Messages between neighbours (text of VIII.A)", unit="cycles", x="words")
def messages(figure):
    """From entry into `MPI_Send` to return from `MPI_Recv`, whose receiver waits already; and there
    and back, where each side sends and receives: so we read the paper's "pairs of
    ocMPI_SendRecv()".
    """
    runs = {
        library: figure.run("messages.c", chip="qm4x4", ranks=2, transport=transport)
        for library, transport in LIBRARIES.items()
    }
    words, native = runs.values()
    trips = {"one way": "one_way", "there and back": "ping_pong"}
    published = {
        ("one way", 1): 930,
        ("there and back", 1): 2595,
        ("one way", 256): 8425,
        ("there and back", 256): 15945,
    }
    for (trip, size), cycles in published.items():
        name = f"{trips[trip]}_{size}"
        plural = "s" if size > 1 else ""
        figure.says(f"{size} word{plural}, {trip}", words[name], native[name], cycles)
    for trip, times in {"one way": 4, "there and back": 7}.items():
        name, own = trips[trip], published[trip, 256] / published[trip, 1]
        figure.says(
            f"256 words take so many times as long as 1 word, {trip} (the paper's own cycles: "
            f"{own:.3g} times)",
            *(run[f"{name}_256"] / run[f"{name}_1"] for run in (words, native)),
            times,
            printed=f"≈ {times}",
            why="The paper contradicts its own cycles.",
        )

    why = {
        "published transport": "A word is copied once, by the sender, straight into the buffer of "
        "the receiver; the published cores copy it into a buffer memory beside the network and "
        "out of it, 33 cycles a word.",
        "native": "One packet into the receiver's hardware queue, or a fetch by DMA.",
    }
    for library, run in runs.items():
        for trip, name in trips.items():
            figure.curve(
                f"{{}} words, {trip}, {library}",
                {size: run[f"{name}_{size}"] for size in (1, 4, 16, 64, 256)},
                {size: cycles for (way, size), cycles in published.items() if way == trip},
                series=f"{trip}, {library}",
                why=why[library],
            )
    rows = {
        f"{size} words, {trip}": f"{name}_{size}"
        for trip, name in trips.items()
        for size in (1, 256)
    }
    on_other_cores(figure, "messages.c", rows, ranks=2)


TASKS = range(16)
WORDS = "rendezvous-words"
FIXED, IN_TURN = "fixed priorities", "in turn"
ARBITERS = {FIXED: (), IN_TURN: ("network.arbiter=round_robin",)}
WORK = "cycles of computing"
SAME_WORK = (
    "“dividing similar workload on each process” (VIII.B): all compute as long, but the paper does "
    "not say how long. We chose the time with which {}."
)


def gains(before, after, tasks):
    """Time saved by each of the tasks, in per cent."""
    return [faster(before[f"task_{task}"], after[f"task_{task}"]) for task in tasks]


class Gather:
    """The runs of figures 9 and 10. `marked` is the first row of tiles whose tasks have priority.
    `pattern` is the communication before the computation. A pair consists of a run without
    priorities and a run with priorities.
    """

    def __init__(self, figure, marked, pattern):
        self._figure, self._marked, self._pattern = figure, marked, pattern

    def run(self, program, first, computing, *, pattern="", memories=(), **options):
        """A run of a program in which tasks of the rows from `first` on have priority."""
        return self._figure.run(
            program,
            chip="qm4x4",
            ranks=16,
            arguments=[first, SEED, computing, pattern or self._pattern, *memories],
            **{"transport": WORDS} | options,
        )

    def by_calls(self, computing, **options):
        """A pair of runs, the second one with priorities by setPriority."""
        bare = self.run("gather_plain.c", 4, computing, **options)
        every = self.run(
            "gather_plain.c", self._marked, computing, memories=["memories"], **options
        )
        return bare, every

    def by_tags(self, computing, **options):
        """A pair of runs, the second one with priorities by tags of messages."""
        firsts = (4, self._marked)
        return tuple(self.run("gather.c", first, computing, **options) for first in firsts)


def show_ways(figure, pairs, groups, published, why, of=mean):
    """Adds a row for each pair of runs and each group of tasks. The row has the mean of the group's
    gains or, with `of=list`, all of these gains.
    """
    for name, pair in pairs.items():
        for group, tasks in groups.items():
            ours = of(gains(*pair, tasks))
            figure.row(f"{name}: {group}", ours, published[group], effect=True, why=why)


def show_axis(figure, swept, groups, published, why, of=mean):
    """Adds a point to the picture for each arbiter, each time of computing, and each group of
    tasks.
    """
    for arbiter, pairs in swept.items():
        for group, tasks in groups.items():
            figure.curve(
                f"{arbiter}, {{:,}} cycles of computing: {group}",
                {computing: of(gains(*pair, tasks)) for computing, pair in pairs.items()},
                published[group],
                series=f"{group}, {arbiter}",
                picture=True,
                effect=True,
                why=why,
            )


def other_ways(runs, computing):
    """Pairs of runs in other ways: by tags, by DMA, and with the native transport."""
    return {
        "words, tags": runs.by_tags(computing),
        "words, load of 20 cycles, setPriority": runs.by_calls(
            computing, settings=["core.load=20"]
        ),
        "DMA, setPriority": runs.by_calls(computing, transport="rendezvous"),
        "DMA, tags": runs.by_tags(computing, transport="rendezvous"),
        "native, setPriority": runs.by_calls(computing, transport="native"),
        "native, tags": runs.by_tags(computing, transport="native"),
    }


@paper.figure("9", "Priorities in a gather", unit="% less time", x=WORK, repeat=5)
def gather_with_priorities(figure):
    """Every task computes and then sends 16 kB to task 0, which has started all receives. The seed
    draws when a task begins, within the 10,331 cycles of the published Init. Tasks are numbered
    4·column + row. Tasks in the rows far from task 0 have priority 7; tasks 4, 8 and 12, which are
    in its row, have none. A task is done when task 0 has received its data. With *setPriority* the
    level applies to all that a task reads and writes, as in the paper's middleware; with *tags* it
    applies to the task's messages. Words and setPriority are the published way, as we read it.

    Without priorities, "only fixed priorities acts on the switch". The paper publishes neither the
    order of the switch's ports nor that of dimensions. Here packets go along rows first, and ports
    of rows are served before those of columns; *columns first* exchanges both. *In turn* is the
    other published arbiter. Sizes and the time of computing are our choice.
    """
    chosen, times = 105_000, (0, 20_000, 50_000, 80_000, 105_000, 170_000)
    runs = Gather(figure, 1, "-")
    swept = {
        arbiter: {time: runs.by_calls(time, settings=settings) for time in times}
        for arbiter, settings in ARBITERS.items()
    }
    columns = {time: runs.by_calls(time, map="columns.map") for time in (0, 10_000, 20_000)}
    first_row = (4, 8, 12)
    far, near = groups = {
        "rows far from the root": [task for task in TASKS if task and task not in first_row],
        "first row": first_row,
    }
    published = {far: 15, near: (-70, -65)}
    ways = {f"words, setPriority, {name}": of[chosen] for name, of in swept.items()}
    ways |= other_ways(runs, chosen)
    because = SAME_WORK.format("both published numbers come out if routers serve inputs in turn")

    def mean_of(pairs, group):
        return {time: mean(gains(*pair, groups[group])) for time, pair in pairs.items()}

    for arbiter, pairs in swept.items():
        for group in groups:
            figure.says(
                f"{group}, on average, {arbiter}",
                Unpublished(WORK, mean_of(pairs, group), chosen, because),
                mean(gains(*ways["native, tags"], groups[group])) if arbiter == FIXED else "",
                published[group],
                effect=True,
                unit=" %",
            )

    for arbiter, pairs in swept.items():
        figure.says(
            f"each task of the first row, {arbiter}",
            Unpublished(
                WORK,
                {time: gains(*pair, groups[near]) for time, pair in pairs.items()},
                chosen,
                because,
            ),
            published=published[near],
            effect=True,
            unit=" %",
        )

    def are_both_published(pair):
        gain, loss = (mean(gains(*pair, tasks)) for tasks in groups.values())
        return (gain >= 13.5) & (gain <= 16.5) & (loss >= -71) & (loss <= -64)

    both = {
        f"{arbiter}, {time:,}": are_both_published(pair)
        for arbiter, pairs in swept.items()
        for time, pair in pairs.items()
    }
    figure.says(
        "≈ 15 % and 65 … 70 % at once (to within 10 % and 1 point)",
        holds=Unpublished(
            "arbiter and cycles of computing",
            both,
            f"{FIXED}, {chosen:,}",
            "“only fixed priorities acts on the switch if multiple requests” (VIII.B); the time as "
            "above",
        ),
    )
    for group in groups:
        figure.says(
            f"{group}, on average, columns first",
            Unpublished(
                "cycles of computing (columns first)",
                mean_of(columns, group),
                0,
                "the paper gives neither routes nor the order of ports",
            ),
            published=published[group],
            effect=True,
            unit=" %",
        )
    each = {arbiter: gains(*pairs[chosen], groups[far]) for arbiter, pairs in swept.items()}
    for arbiter, of in each.items():
        figure.says(
            f"each prioritised process by ≈ 15 % (to within 10 %), {arbiter}",
            f"{lowest(of)} … {highest(of)} %",
            printed="≈ 15 %",
            holds=(lowest(of) >= 13.5) & (highest(of) <= 16.5),
        )
    for arbiter, of in each.items():
        figure.says(
            f"each prioritised process is faster, {arbiter}", holds=lowest(of) > 0, check=True
        )
    figure.says(
        "the first row loses more than the others gain",
        holds=increasing(
            0, mean_of(swept[FIXED], far)[chosen], -1 * mean_of(swept[FIXED], near)[chosen]
        ),
        check=True,
    )
    busy = swept[FIXED][0][1]
    link = highest([busy["network_requests"], busy["network_responses"]])
    share = 100 * link / highest(busy[f"task_{task}"] for task in TASKS)
    why = (
        f"Without computing, the link into task 0 carries a flit in {share} % of the cycles until "
        "all are done. Then fixed priorities serve the first row completely before others (task 4 "
        f"is done after {swept[FIXED][0][0]['task_4']} cycles), so it has most to give. Computing "
        "adds to the time of each task what priorities do not change. In turn, the first row has "
        "less to give; by DMA, and natively, messages take less of the time."
    )
    show_ways(figure, ways, groups, published, why)
    show_axis(figure, swept, groups, published, why)


@paper.figure(
    "10",
    "Priorities in a broadcast, a computation and a gather",
    unit="% less time",
    x=WORK,
    repeat=5,
)
def broadcast_with_priorities(figure):
    """`MPI_Bcast` sends 16 kB from task 0 to all, in a tree of messages. All tasks compute on the
    data and send them back as in figure 9. Tasks of the last two rows have priority 7. *One by
    one*: task 0 sends 15 messages instead of the broadcast. Sizes and the time of computing are our
    choice.

    The paper publishes ranges over processors, so all our tasks must be in these ranges. It blames
    their width on "the unpredictability of data cache"; our data lie in the tiles and pass no
    cache. If heap and variables lie in DRAM behind caches, the two memory controllers bound the
    time of every task. Then priorities in the network change nothing, and all tasks take the same
    time.
    """
    chosen, times = 40_000, (0, 20_000, 40_000, 80_000, 160_000)
    runs = Gather(figure, 2, "broadcast")
    swept = {
        arbiter: {time: runs.by_calls(time, settings=settings) for time in times}
        for arbiter, settings in ARBITERS.items()
    }
    one = runs.by_calls(chosen, pattern="in-turn")
    last, first = groups = {
        "last two rows": [task for task in TASKS if task % 4 >= 2],
        "first two rows": [task for task in TASKS if task and task % 4 < 2],
    }
    published = {last: (3, 20), first: (-34, -10)}
    ways = {f"words, setPriority, {name}": of[chosen] for name, of in swept.items()}
    ways |= {"words, one by one, setPriority": one} | other_ways(runs, chosen)
    ways["words, data in DRAM behind caches, setPriority"] = runs.by_calls(chosen, data="dram")
    because = (
        "“the reduced computation to communication ratio” (VIII.B): less than the communication "
        "takes, but the paper does not say how much."
    )
    for arbiter, pairs in swept.items():
        for group, tasks in groups.items():
            figure.says(
                f"each task of the {group}, {arbiter}",
                Unpublished(
                    WORK,
                    {time: gains(*pair, tasks) for time, pair in pairs.items()},
                    chosen,
                    because,
                ),
                gains(*ways["native, tags"], tasks) if arbiter == FIXED else "",
                published[group],
                effect=True,
                unit=" %",
            )
    pair = swept[FIXED][chosen]
    each = gains(*pair, groups[last])
    figure.says(
        "improvement in all processors under prioritization",
        f"{lowest(each)} … {highest(each)} %",
        holds=lowest(each) > 0,
    )
    figure.says(
        "the first two rows lose more than the others gain",
        holds=increasing(0, mean(each), -1 * mean(gains(*pair, groups[first]))),
        check=True,
    )
    gained = mean(gains(*one, groups[last]))
    why = (
        f"Of the {pair[1]['task_0']} cycles until task 0 has all, messages one by one would take "
        f"{one[1]['task_0']}, and reach the tasks so late, one after the other, that they hardly "
        f"meet on their way back: without a broadcast priorities gain {gained} %. The tree of the "
        "broadcast reaches some tasks earlier than others, so they gain and lose differently."
    )
    show_ways(figure, ways, groups, published, why, list)
    show_axis(figure, swept, groups, published, why, list)


@paper.figure(
    "11",
    "A guaranteed channel from task 14 to task 0",
    unit="% less time",
    x="cycles of computing before each message",
    repeat=5,
)
def guaranteed_channel(figure):
    """Task 14 sends eight messages of 4 kB to task 0, and computes before each. All others do the
    same with eight messages or fewer, so that the links on the way are loaded. Task 0 is done
    when it has received the messages of task 14. The seed draws when a task begins, within the
    10,331 cycles of the published Init. Sizes, the time of computing, and the number of messages
    of the others are our choice.
    """
    time, times = 6_000, (0, 2_000, 4_000, 6_000, 8_000, 10_000, 15_000, 20_000, 30_000)
    sent, counts = 4, (2, 4, 6, 8)

    def run(way, computing, messages, transport=WORDS):
        return figure.run(
            "channel.c",
            chip="qm4x4",
            ranks=16,
            arguments=[way, SEED, computing, messages],
            transport=transport,
        )

    def pair(*options):
        return run("plain", *options), run("channel", *options)

    by_time = {messages: {each: pair(each, messages) for each in times} for messages in (sent, 8)}
    by_count = {messages: pair(time, messages) for messages in counts}
    native = pair(time, sent, "native")
    alone = run("channel", time, 0)
    tasks = {14: ("with the channel", 35), 0: ("which receives", 37)}
    because = {
        "computing": "both published numbers come out with it if the others send half as many "
        "messages; the paper has no sentence about it",
        "messages": "“ARM_4, ARM_8, ARM_12 really interferes the execution of ARM_14, even "
        "finishing their assigned workload” (VIII.B): they have less to do than task 14",
    }
    whom = "cycles of computing before each message"
    for messages, pairs in by_time.items():
        for task, (what, published) in tasks.items():
            figure.says(
                f"task {task}, {what}; the others send {messages} messages",
                Unpublished(
                    whom,
                    {each: gains(*of, [task])[0] for each, of in pairs.items()},
                    time,
                    because["computing"],
                ),
                gains(*native, [task])[0] if messages == sent else "",
                published,
                effect=True,
                unit=" %",
            )

    def finish_before(of):
        return (
            increasing(of["task_4"], of["task_14"])
            & increasing(of["task_8"], of["task_14"])
            & increasing(of["task_12"], of["task_14"])
        )

    for index, way in enumerate(("without", "with")):
        figure.says(
            f"tasks 4, 8 and 12 finish their workload before task 14, {way} the channel",
            holds=Unpublished(
                "messages of each other task",
                {messages: finish_before(of[index]) for messages, of in by_count.items()},
                sent,
                because["messages"],
            ),
        )
    before, with_others = (of["task_14"] for of in by_count[sent])
    without = alone["task_14"]
    figure.says(
        "task 14 is quite delayed without the channel: others, who send 4 messages, add more than "
        "10 % (ours) to its time",
        f"{before} / {without} cycles",
        holds=before > 1.1 * without,
    )
    figure.says(
        "with the channel, latency is fixed: others, who send 2, 4, 6 or 8 messages, add at most "
        "10 % (ours) to the time of task 14",
        f"{listed(of[1]['task_14'] for of in by_count.values())}, {without} cycles without them",
        holds=highest(of[1]["task_14"] for of in by_count.values()) < 1.1 * without,
    )
    for task, (what, published) in tasks.items():
        why = (
            f"Alone, the messages of task 14 take {without} cycles, computing included. Without a "
            f"channel each waits for those of the others, {before} in all; with it for the channel "
            f"and for what task 0 is busy with, {with_others}. The more the others send meanwhile, "
            "the more a channel saves; if they compute so long that the link into task 0 has time "
            "to spare, it saves nothing."
        )
        for messages, of in by_count.items():
            figure.row(
                f"task {task}, {what}, {messages} messages of the others",
                gains(*of, [task])[0],
                published,
                effect=True,
                why=why,
            )
        figure.row(
            f"task {task}, {what}, native",
            gains(*native, [task])[0],
            published,
            effect=True,
            why=why,
        )
        for messages, pairs in by_time.items():
            figure.curve(
                f"task {task}, {{:,}} cycles, {messages} messages of the others",
                {computing: gains(*of, [task])[0] for computing, of in pairs.items()},
                published,
                series=f"task {task}, the others send {messages}",
                picture=True,
                effect=True,
                why=why,
            )
