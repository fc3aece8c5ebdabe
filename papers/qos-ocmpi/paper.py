"""Joven and others, "QoS-ocMPI": what is run, and what was published (docs/papers.md). Its chips
are chips/qm4x4.toml, qm3x3 and qm2x2, where each number has its source.
"""

from onchip.paper import SEED, Paper, faster, highest, increasing, listed, lowest, mean

paper = Paper(
    title="QoS-ocMPI: QoS-aware on-chip Message Passing Library for NoC-based Many-Core MPSoCs",
    authors="J. Joven, F. Angiolini, D. Castells-Rufas, G. De Micheli, J. Carrabina-Bordoll",
    text="*Published transport*: `--transport rendezvous-words`, whose core copies the words. The "
    "paper's cores are ARMs with caches of sizes that it does not give, so cycles compare as two "
    "systems. Its bars are not read off.",
)

LIBRARIES = {"published transport": "rendezvous-words", "native": "native"}
CHIPS = {4: "qm2x2", 9: "qm3x3", 16: "qm4x4"}  # by cores


@paper.figure("6", "Code of the library in four configurations", unit="bytes")
def code(figure):
    """Of the bars, only the smallest is in the text: Init, Finalize, Comm_size, Comm_rank, Send,
    Recv.
    """
    size = figure.sizes()
    minimal = size["minimal"]
    figure.says("the smallest configuration", minimal, minimal, 4942, unit=" bytes")
    figure.row(
        "minimal",
        minimal,
        4942,
        why="Ours includes what the start of a program and the hardware layer take, and all modes "
        "of MPI_Send: any size, derived datatypes, error handlers.",
    )
    for variant in ("collectives", "nonblocking", "everything"):
        figure.row(variant, size[variant])


def init_and_barrier(figure, program, chips, published, why, explained=False):
    """How long `MPI_Init` and `MPI_Barrier` take; `chips` and `published` are by number of cores,
    `why` is a function of all runs, which gives reasons by part and library. `explained`: claims
    have them, too.
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
            for cores, run in of.items():
                cycles = published[part].get(cores)
                figure.row(
                    f"{part}, {cores} cores, {library}",
                    run[name],
                    cycles,
                    series=f"{part}, {library}",
                    x=cores,
                    why=reasons[part, library] if cycles else "",
                )
            figure.claim(
                f"{part} takes longer on more cores. ({library})",
                increasing(*numbers(of, name)),
                why=reasons[part, library] if explained else "",
            )


@paper.figure("7", "Init and Barrier", unit="cycles", x="cores", repeat=5)
def start(figure):
    """From the release of the cores to the last return from `MPI_Init`; from the last entry into
    `MPI_Barrier` to the last return, where one process, drawn by the seed, comes late. *At the
    first*: a barrier at which each process tells the first one and is told.
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
    init_and_barrier(figure, "init_barrier.c", CHIPS, published, lambda _: why)


@paper.figure("8", "Management functions", unit="cycles")
def management(figure):
    """From entry to return."""
    calls = figure.run("management.c", chip="qm4x4", ranks=16)
    short = ("Comm_rank", "Comm_size", "Initialized", "Finalized", "Wtime", "Wtick", "Get_version")
    average = mean(calls[name] for name in short)
    figure.says("management functions, on average", average, average, 75)
    named = calls["Get_processor_name"]
    figure.says("Get_processor_name", named, named, 210)
    for name in short:
        why = "A few instructions; the argument checks are in."
        figure.row(name, calls[name], 75, why=why)
    figure.row(
        "Get_processor_name",
        named,
        210,
        why="The name is made of the numbers of tile and core, with divisions.",
    )
    figure.claim(
        "All but Get_processor_name take about the same, and it takes longest.",
        highest(calls[name] for name in short) < named,
    )


@paper.figure("p2p", "Messages between neighbours (text of VIII.A)", unit="cycles", x="words")
def messages(figure):
    """From entry into `MPI_Send` to return from `MPI_Recv`, whose receiver waits already; and there
    and back.
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

    why = {
        "published transport": "A word is copied once, by the sender, straight into the buffer of "
        "the receiver; the published cores copy it into a buffer memory beside the network and "
        "out of it, 33 cycles a word.",
        "native": "One packet into the receiver's hardware queue, or a fetch by DMA.",
    }
    for library, run in runs.items():
        for trip, name in trips.items():
            for size in (1, 4, 16, 64, 256):
                cycles = published.get((trip, size))
                figure.row(
                    f"{size} words, {trip}, {library}",
                    run[f"{name}_{size}"],
                    cycles,
                    series=f"{trip}, {library}",
                    x=size,
                    why=why[library] if cycles else "",
                )


TASKS = range(16)
LOADS = (
    "the same two, where a load takes 20 cycles, so that copying a word takes about the published "
    "33"
)


def gather(figure, marked, *arguments):
    """Runs of figures 9 and 10: by transport, with tags on messages (`tags`) and without (`plain`),
    by setPriority (`all`) and without (`bare`). `marked`: which tasks have priority.
    """

    def run(program, argument, transport, settings=(), arguments=arguments):
        words = [argument, "4096", SEED, "16", *arguments]
        return figure.run(
            program,
            chip="qm4x4",
            ranks=16,
            arguments=words,
            transport=transport,
            settings=settings,
        )

    runs = {}
    transports = {"words": "rendezvous-words", "dma": "rendezvous", "native": "native"}
    for name, transport in transports.items():
        runs[name] = {
            "plain": run("gather.c", 4, transport),
            "tags": run("gather.c", marked, transport),
            "bare": run("gather_plain.c", 4, transport),
            "all": run("gather_plain.c", marked, transport, (), (*arguments, "memories")),
        }
    slow = ["core.load=20"]
    runs["slow"] = {
        "bare": run("gather_plain.c", 4, "rendezvous-words", slow),
        "all": run("gather_plain.c", marked, "rendezvous-words", slow, (*arguments, "memories")),
    }
    return runs


def gains(before, after, tasks):
    """Time saved by each of the tasks."""
    return [faster(before[f"task_{task}"], after[f"task_{task}"]) for task in tasks]


def effect_of_priorities(figure, runs, groups, published, loses, ways, why):
    """The sayings and rows of figures 9 and 10. `groups`: two names of tasks, those with priority
    first; `published`: by group; `loses`: how the second of them fares; `ways`: further rows by
    words, as (name, run).
    """
    gaining, losing = groups.values()
    words, native, slow = runs["words"], runs["native"], runs["slow"]
    pairs = {"setPriority": ("bare", "all"), "tags": ("plain", "tags")}

    def gain(run, way, tasks):
        before, after = pairs[way]
        return mean(gains(run[before], run[after], tasks))

    for group, tasks in groups.items():
        figure.says(
            f"{group}, on average",
            gain(words, "setPriority", tasks),
            gain(native, "tags", tasks),
            published[group],
            effect=True,
            unit=" %",
        )
    slow_gain, slow_loss = (gain(slow, "setPriority", tasks) for tasks in groups.values())
    figure.says(
        LOADS,
        f"{slow_gain} and {slow_loss} %",
        holds=increasing(0, slow_gain, -slow_loss),
        check=True,
    )
    each = gains(words["bare"], words["all"], gaining)
    each_native = gains(native["plain"], native["tags"], gaining)
    figure.says(
        "every prioritised task is faster",
        f"{lowest(each)} … {highest(each)} %",
        f"{lowest(each_native)} … {highest(each_native)} %",
        holds=lowest(each) > 0,
    )
    loss = gain(words, "setPriority", losing)
    figure.says(f"{loses} more than the others gain", holds=increasing(0, mean(each), -loss))

    rows = [("words, setPriority", words, "setPriority"), ("words, tags", words, "tags")]
    rows += [(f"words, {name}, setPriority", runs[run], "setPriority") for name, run in ways]
    rows += [
        (f"{library}, {way}", runs[run], way)
        for library, run in (("DMA", "dma"), ("native", "native"))
        for way in pairs
    ]
    for name, run, way in rows:
        for group, tasks in groups.items():
            ours = gain(run, way, tasks)
            figure.row(f"{name}: {group}", ours, published[group], effect=True, why=why)
    for library, (before, after) in {
        "published transport": (words["bare"], words["all"]),
        "native": (native["plain"], native["tags"]),
    }.items():
        draw_tasks(
            figure, library, before, after, groups, published, "Published is the mean of the group."
        )


def draw_tasks(figure, library, before, after, groups, published, why):
    """A bar for each task."""
    for task, gain in zip(TASKS, gains(before, after, TASKS), strict=True):
        figure.row(
            f"{library}, task {task}",
            gain,
            next((published[group] for group, tasks in groups.items() if task in tasks), None),
            series=library,
            x=task,
            picture=True,
            why=why,
        )


@paper.figure("9", "Priorities in a gather", unit="% less time", x="task", bars=True, repeat=5)
def gather_with_priorities(figure):
    """Every task sends 16 kB to task 0, which has started all receives; all begin within 16 cycles.
    Tasks in the rows far from task 0 have priority 7, tasks 4, 8 and 12 in its own row have none;
    below priorities, routers have fixed ones. A task is done when its data have been taken.
    *setPriority*: the level is that of all that a task reads and writes, as the paper's middleware
    has it; *tags*: that of its messages. Words and setPriority are the published reading. Chosen:
    sizes. Tasks are numbered 4·column + row.
    """
    runs = gather(figure, 1, "-")
    first_row = (4, 8, 12)
    groups = {
        "rows far from the root": [task for task in TASKS if task and task not in first_row],
        "first row": first_row,
    }

    def busy(run):
        link = highest([run["network_requests"], run["network_responses"]])
        return 100 * link / highest(run[f"task_{task}"] for task in TASKS)

    words, dma = runs["words"], runs["dma"]
    effect_of_priorities(
        figure,
        runs,
        groups,
        {"rows far from the root": 15, "first row": (-70, -65)},
        "the first row loses",
        [("load of 20 cycles", "slow")],
        f"The link into task 0 carries a flit in {busy(words['all'])} % of the cycles until all "
        f"are done by words, and in {busy(dma['all'])} % by DMA. The fuller it is, the more the "
        "first row, which is served first without priorities (task 4 of words after "
        f"{words['bare']['task_4']} cycles), has to give.",
    )


@paper.figure(
    "10",
    "Priorities in a broadcast, a computation and a gather",
    unit="% less time",
    x="task",
    bars=True,
    repeat=5,
)
def broadcast_with_priorities(figure):
    """`MPI_Bcast` of 16 kB, in a tree of messages; all compute on it (a filter of second order) and
    send it back as in figure 9. Tasks of the last two rows have priority 7. *One by one*: task 0
    sends 15 messages in place of the broadcast. Chosen: sizes and computation.
    """
    runs = gather(figure, 2, "compute")
    runs["one"] = {
        name: figure.run(
            "gather_plain.c",
            chip="qm4x4",
            ranks=16,
            arguments=[marked, "4096", SEED, "16", "in-turn", *memories],
            transport="rendezvous-words",
        )
        for name, marked, memories in (("bare", 4, []), ("all", 2, ["memories"]))
    }
    groups = {
        "last two rows": [task for task in TASKS if task % 4 >= 2],
        "first two rows": [task for task in TASKS if task and task % 4 < 2],
    }
    words, one = runs["words"], runs["one"]
    gained = mean(gains(one["bare"], one["all"], groups["last two rows"]))
    effect_of_priorities(
        figure,
        runs,
        groups,
        {"last two rows": (3, 20), "first two rows": (-34, -10)},
        "the first two rows lose",
        [("load of 20 cycles", "slow"), ("one by one", "one")],
        f"Of the {words['all']['task_0']} cycles until task 0 has all, messages one by one would "
        f"take {one['all']['task_0']}, and reach the tasks so late, one after the other, that they "
        "hardly meet on their way back: without a broadcast priorities gain "
        f"{gained} %.",
    )


@paper.figure(
    "11",
    "A guaranteed channel from task 14 to task 0",
    unit="% less time",
    x="task",
    bars=True,
    repeat=5,
)
def guaranteed_channel(figure):
    """Task 14 sends eight messages of 4 kB to task 0, one after the other, and so do all others, to
    load the way. Task 0 is done when it has those of task 14. Chosen: the traffic.
    """
    runs = {
        library: {
            way: figure.run(
                "channel.c", chip="qm4x4", ranks=16, arguments=[way, SEED], transport=transport
            )
            for way in ("plain", "channel", "alone")
        }
        for library, transport in LIBRARIES.items()
    }
    words, native = (
        dict(zip(TASKS, gains(run["plain"], run["channel"], TASKS), strict=True))
        for run in runs.values()
    )
    tasks = {14: ("with the channel", 35), 0: ("which receives", 37)}
    for task, (what, published) in tasks.items():
        figure.says(
            f"task {task}, {what}", words[task], native[task], published, effect=True, unit=" %"
        )
    for task, (what, published) in tasks.items():
        for library, run in runs.items():
            alone, plain, channel = (run[way]["task_14"] for way in ("alone", "plain", "channel"))
            figure.row(
                f"task {task}, {what}, {library}",
                faster(run["plain"][f"task_{task}"], run["channel"][f"task_{task}"]),
                published,
                effect=True,
                why=f"Alone, the messages of task 14 take {alone} cycles. Without a channel each "
                f"waits for those of the others, {plain} in all; with it for the channel and for "
                f"what task 0 is busy with, {channel}.",
            )
    for library, run in runs.items():
        draw_tasks(
            figure,
            library,
            run["plain"],
            run["channel"],
            {"14": [14], "0": [0]},
            {"14": 35, "0": 37},
            "As in the table.",
        )
