"""Uller and others, LWMPI on the MPPA-256: what is run, and what was published (docs/papers.md).
Five of a cluster's 17 cores are kept from ranks, so a cluster has 12 ranks, as in the paper.
Published programs are those that the paper names, github.com/nanvix/benchmarks.
"""

from onchip.paper import Paper, Unpublished, highest, increasing, listed, lowest, mean

paper = Paper(
    title="LWMPI: An MPI Library for NoC-Based Lightweight Manycore Processors with On-Chip Memory "
    "Constraints",
    authors="J. F. Uller, J. V. Souto, P. H. Penna, M. Castro, H. Freitas, J.-F. Méhaut",
    text="Figures and sections are those of J. F. Uller's dissertation, “A Simple MPI Library for "
    "Lightweight Manycore Processors” (2021), whose appendix A is the article.\n\n"
    "All is measured on [mppa256](../../chips/mppa256.toml): 16 clusters of 12 ranks and a "
    "kernel with 2 MB. *Published transport*: `ipc-local`, the paper's LWMPI-opt. *ipc* is its "
    "LWMPI-unopt; both look up the receiver's name at each send, as published. *IPC* is the "
    "application on mailboxes and portals alone, which it opens for each message, as the "
    "published programs do; *native* this project's transport, which calls no kernel. Times are "
    "those of the applications' work, without start-up. *Efficiency* is the time with one cluster "
    "divided by that with 16, each with the same work for a cluster. Curves are not read off.\n\n"
    "Not published is what a call of the kernel costs its caller on the paper's chip: traps, and "
    "flushes of caches that are not coherent. It is the key `kernel.call`, which was chosen by "
    "[figure 18](#18-all-to-all-in-supersteps-12-ranks) and is the same in all figures. Numbers "
    "that depend on it are given for each of its values, but power and energy for the chosen one "
    "only: 80,000 cycles are 200 µs.\n\n"
    "Sizes are those published, but fewer of them: a cluster filters one of 1,200 images of "
    "256×256, divides its 13,440 points once, and computes 12 numbers of 1,536. All images and "
    "rounds are alike. Means are those of 12, 48 and 192 ranks; the paper has more, and "
    "does not list them.",
)

CLUSTER = 12  # ranks
TEAMS = (12, 48, 192)  # ranks of 1, 4 and 16 clusters
PUBLISHED = ("IPC", "ipc", "ipc-local")
VERSIONS = {  # the source that carries an application's messages, and the transport
    "IPC": ("over_ipc.c", "native"),
    "ipc": ("over_looked_up.c", "ipc"),
    "ipc-local": ("over_looked_up.c", "ipc-local"),
    "native": ("over_mpi.c", "native"),
}
FRIENDLY, GAUSSIAN, K_MEANS = "friendly_numbers.c", "gaussian_filter.c", "k_means.c"
WORK = {  # arguments of an application, and arguments that give it no work
    FRIENDLY: ((12, 1000001, 0, 0), (0, 1000001, 0, 0)),
    GAUSSIAN: ((1, 256, 256, 256), (0, 256, 256, 256)),
    K_MEANS: ((13440, 128, 1), (13440, 128, 0)),
}

# What a call of the kernel costs its caller, in cycles, and whether the sender asks the kernel for
# the receiver's name at each send. The paper gives neither of these two.
COSTS = {
    "0": (0, True),
    "5,000": (5000, True),
    "20,000": (20000, True),
    "80,000": (80000, True),
    "20,000 without look-ups": (20000, False),
}
COST = "20,000"
WHY_COST = (
    "“The execution time was nearly constant, no matter the message size” (7.1, compact): of these "
    "costs it is the least with which the times of compact differ by less than a quarter; "
    "with 80,000 they differ by less than a tenth. Look-ups: “the sender inquires an address "
    "lookup” (5.7.2), which its daemon's cache answers"
)

POLICIES = ("compact", "scatter")
# With these settings, the ranks of a cluster and their kernel have the cluster's whole memory.
WHOLE_MEMORY = ("tile.cores=13", "tile.resource_managers=1")
DIVISIONS = (32, 100, 150)  # cycles that a division takes


def by_cost(of):
    """The result of a function for each cost of the kernel."""
    return Unpublished("kernel.call", {cost: of(cost) for cost in COSTS}, COST, WHY_COST)


def run(figure, program, ranks, version="native", arguments=(), settings=(), cost=COST, **options):
    """Runs a program over one of VERSIONS."""
    carrier, transport = VERSIONS[version]
    call, looks_up = COSTS[cost]
    if version == "native":
        call = 0
    elif carrier == "over_looked_up.c" and not looks_up:
        carrier = "over_mpi.c"
    options = {"sources": [carrier], "transport": transport, "stack": 11} | options
    return figure.run(
        program,
        chip="mppa256",
        settings=[f"kernel.call={call}", *(settings or ["tile.resource_managers=5"])],
        ranks=ranks,
        arguments=[CLUSTER, *arguments],
        **options,
    )


def versions(figure, program, teams, arguments, **options):
    """Runs of a program by version and number of ranks."""
    return {
        version: {n: run(figure, program, n, version, arguments, **options) for n in teams}
        for version in VERSIONS
    }


def apart(values):
    """The highest number divided by the lowest."""
    values = list(values)
    return highest(values) / lowest(values)


def between(values, unit):
    """The range from the lowest number to the highest, as text."""
    values = list(values)
    return f"{lowest(values)} … {highest(values)} {unit}"


@paper.figure("18", "All-to-all in supersteps, 12 ranks", unit="cycles", x="bytes of a message")
def all_to_all(figure):
    """In a superstep each rank sends two messages to each other one, and all meet at a barrier.
    Ranks are in one cluster (compact), or in 12 (scatter).
    """
    sizes = (128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768)
    small = [size for size in sizes if size <= 4096]
    large = [size for size in sizes if size >= 4096]

    def times(policy, transport="ipc-local", cost=COST):
        arguments = (9, 2)
        done = run(figure, "all_to_all.c", 12, transport, arguments, cost=cost, map=policy)
        return {size: done[f"bytes_{size}"] for size in sizes}

    compact, scatter = ({cost: times(p, cost=cost) for cost in COSTS} for p in POLICIES)
    compact_native, scatter_native = (times(policy, "native") for policy in POLICIES)

    def factors(slow, fast):
        return [slow[size] / fast[size] for size in sizes]

    def gains(cost):
        return factors(scatter[cost], compact[cost])

    def growth(of, over):
        return apart(of[size] for size in over)

    def grows(cost):
        times = [scatter[cost][size] for size in large]
        return increasing(*times) & (times[-1] / times[0] > 1.1)

    native = factors(scatter_native, compact_native)
    figure.says(
        "compact takes less time than scatter, with each size",
        between(gains(COST), "×"),
        between(native, "×"),
        holds=by_cost(lambda cost: lowest(gains(cost)) > 1),
    )
    figure.says(
        "compact is faster, up to (article, 1)",
        by_cost(lambda cost: highest(gains(cost))),
        highest(native),
        published=2.8,
        unit=" ×",
    )

    def shown(of, *sizes):
        return listed(of[size] for size in sizes)

    figure.says(
        "compact: nearly the same time for all sizes (128 bytes, 4 and 32 kB; ours: a tenth)",
        shown(compact[COST], 128, 4096, 32768),
        shown(compact_native, 128, 4096, 32768),
        holds=by_cost(lambda cost: growth(compact[cost], sizes) < 1.1),
    )
    figure.says(
        "scatter: nearly the same time up to 4 kB, a portal's granularity (ours: a tenth)",
        shown(scatter[COST], 128, 4096),
        shown(scatter_native, 128, 4096),
        holds=by_cost(lambda cost: growth(scatter[cost], small) < 1.1),
    )
    figure.says(
        "then it grows significantly with the size (4, 16, 32 kB; ours: by a tenth)",
        shown(scatter[COST], 4096, 16384, 32768),
        shown(scatter_native, 4096, 16384, 32768),
        holds=by_cost(grows),
        why=f"With calls of {COST} cycles the network takes little of the time.",
    )
    figure.says(
        "compact, from the shortest to the longest message",
        by_cost(lambda cost: growth(compact[cost], sizes)),
        growth(compact_native, sizes),
        unit=" ×",
        check=True,
    )
    ours = factors(compact[COST], compact_native), factors(scatter[COST], scatter_native)
    figure.says(
        "native is never slower than ipc-local",
        native=f"{between(ours[0], '× compact')}, {between(ours[1], '× scatter')}",
        holds=lowest([*ours[0], *ours[1]]) >= 1,
        check=True,
    )

    curves = {f"compact, kernel.call {cost}": compact[cost] for cost in COSTS}
    curves |= {f"scatter, kernel.call {cost}": scatter[cost] for cost in COSTS}
    curves |= {"compact, native": compact_native, "scatter, native": scatter_native}
    for name, of in curves.items():
        figure.curve(f"{name}, {{}} bytes", {size: of[size] for size in sizes}, series=name)
    figure.row(
        "compact faster, up to",
        by_cost(lambda cost: highest(gains(cost))),
        2.8,
        unit="×",
        why="Calls of scatter are five times those of compact, so a call that costs more makes "
        "compact faster.",
    )
    figure.claim(
        "Compact takes nearly the same time for all sizes.",
        by_cost(lambda cost: growth(compact[cost], sizes) < 1.1),
        why="Each core copies by itself, as in the paper, about a word in 1.3 cycles, so 32 kB "
        f"take 10,650 cycles. With calls of {COST} cycles an exchange of 128 bytes takes "
        f"{compact[COST][128] / 22}, and times up to 4 kB differ by "
        f"{100 * (growth(compact[COST], small) - 1)} %.",
    )


@paper.figure("messages", "What a message takes", unit="cycles")
def messages(figure):
    """Half of a round trip, inside a cluster and between two. The calls on the way of a message are
    the difference of the times with two costs of a call, divided by the difference of the costs.
    """
    dear = "80,000"
    runs = {
        (version, cost): run(figure, "message.c", 24, version, cost=cost)
        for version in PUBLISHED
        for cost in ("0", COST, dear)
    }
    native = run(figure, "message.c", 24)

    def calls(version, where):
        name = f"{where}_4"
        more = COSTS[dear][0] - COSTS[COST][0]
        return (runs[version, dear][name] - runs[version, COST][name]) / more

    for where, text in (("inside", "inside a cluster"), ("between", "between clusters")):
        for cost in ("0", COST):
            figure.says(
                f"a message of a word, {text}, kernel.call {cost}: IPC, ipc, ipc-local",
                listed(runs[version, cost][f"{where}_4"] for version in PUBLISHED),
                native[f"{where}_4"],
                check=True,
            )
    figure.says(
        "inside a cluster ipc-local needs considerably fewer system calls than ipc (5.7.4: one "
        "message in place of 5; by half is ours): calls on the way of a message",
        listed(calls(version, "inside") for version in ("ipc", "ipc-local")),
        holds=calls("ipc-local", "inside") <= calls("ipc", "inside") / 2,
    )
    for version in PUBLISHED:
        figure.row(
            f"calls on the way inside a cluster, {version}", calls(version, "inside"), unit=""
        )
        for where in ("inside", "between"):
            for size in (4, 128, 4096):
                name = f"{where}_{size}"
                figure.row(f"{version}, {size} bytes {where}", runs[version, COST][name])


class Application:
    """The runs of an application: for each version, cost of the kernel, and number of ranks."""

    def __init__(self, figure, program, costs=tuple(COSTS), **options):
        self.figure = figure
        arguments = WORK[program][0]

        def cycles(version, cost):
            options["energy"] = cost == COST
            return {
                n: run(figure, program, n, version, arguments, cost=cost, **options)["cycles"]
                for n in TEAMS
            }

        self.of = {
            (version, cost): cycles(version, cost)
            for version in VERSIONS
            for cost in costs
            if cost == self.cost_that_ran(version, cost)
        }
        # A single rank filters the whole image, and its share of the tile's memory cannot hold the
        # result as well.
        options["settings"] = (*options.get("settings", ()), "tile.memory_kb=8192")
        self.one = run(figure, program, 1, arguments=arguments, **options)["cycles"]

    @staticmethod
    def cost_that_ran(version, cost):
        """Returns the cost with which a version has run in place of `cost`. Some costs have the
        same effect, because IPC looks up no names and native does not call the kernel.
        """
        same = {"native": COST, "IPC": cost.split()[0]}
        return same.get(version, cost)

    def cycles(self, version, cost=COST):
        """The times of a version, by the number of ranks."""
        return self.of[version, self.cost_that_ran(version, cost)]

    def ratios(self, slow, fast, cost=COST):
        """The time of a version relative to that of another one, by the number of ranks."""
        return [self.cycles(slow, cost)[n] / self.cycles(fast, cost)[n] for n in TEAMS]

    def efficiency(self, version, cost=COST):
        """The efficiency of 16 clusters compared with one, in per cent."""
        return 100 * self.cycles(version, cost)[12] / self.cycles(version, cost)[192]

    def say_native(self):
        """States whether native is never slower than ipc-local."""
        slower = highest(self.ratios("native", "ipc-local"))
        faster = highest(self.ratios("ipc-local", "native"))
        self.figure.says(
            "native is never slower than ipc-local",
            native=f"{1 / slower} … {faster} × faster",
            holds=slower <= 1,
            check=True,
        )

    def draw(self):
        """The figure's curves."""
        for version in VERSIONS:
            self.figure.row(f"{version}, 1 rank", self.one, series=version, x=1)
        for version in VERSIONS:
            cycles = self.cycles(version)
            teams = {n: cycles[n] for n in TEAMS}
            self.figure.curve(f"{version}, {{}} ranks", teams, series=version)


def efficiency_of_friendly_numbers(figure, divide):
    """The efficiency including the comparisons, if a division takes `divide` cycles."""
    cycles = (f"core.divide={divide}",)
    runs = (
        run(figure, FRIENDLY, n, arguments=(12, 1000001, 1), settings=cycles) for n in (12, 192)
    )
    small, large = (of["cycles"] + 127 * of["comparing"] for of in runs)
    return 100 * small / large


@paper.figure("19", "Friendly numbers", unit="cycles", x="ranks")
def friendly_numbers(figure):
    """Each cluster gets 12 numbers, from 1,000,001 on; each number is divided by all numbers up to
    its half. The published program has 1,536 numbers for each cluster, 128 times as many, so
    *efficiency* is calculated for these: the divisions of a cluster take 128 times as long. At
    the end the global master alone compares all numbers with each other, which takes 128² times
    as long. The efficiency is that of *native*, whose messages take little of the reduced time,
    too. How far the times of the versions are apart is calculated for all numbers, too. The
    number of messages stays the same, since masters hand out one range to each rank, however
    long it is (7.2.1).
    """
    application = Application(figure, FRIENDLY, costs=(COST,))

    def percent_apart(versions, more):
        times = ([application.cycles(version)[n] + more for version in versions] for n in TEAMS)
        return 100 * (highest(apart(each) for each in times) - 1)

    for text, more, check in (
        ("take about the same time", 127 * application.one / 12, False),
        ("with 12 numbers for each cluster: the same", 0, True),
    ):
        published = percent_apart(PUBLISHED, more)
        figure.says(
            f"IPC, ipc and ipc-local {text} (ours: 5 %): at most apart",
            f"{published} %",
            f"{percent_apart(('ipc-local', 'native'), more)} % from ipc-local",
            holds=published < 5,
            check=check,
        )
    whole = Unpublished(
        "core.divide",
        {divide: efficiency_of_friendly_numbers(figure, divide) for divide in DIVISIONS},
        32,
        "“FN is a CPU-bound application” (7.2.1): nearly all of its work is divisions, for which "
        "the paper's processor has no instruction. 32 is this chip's reference cost",
    )
    figure.says("efficiency at 192 ranks", whole, published=77, unit=" %")
    figure.says(
        "efficiency if the global master looks numbers up in a table, not each beside each",
        application.efficiency("ipc-local"),
        application.efficiency("native"),
        unit=" %",
        check=True,
    )
    application.say_native()
    application.draw()
    figure.row(
        "efficiency at 192 ranks",
        whole,
        77,
        unit="%",
        why=f"A rank computes {application.one / 12} cycles for a number. Comparisons take as "
        "long as they do with any division, so a slower one makes the application more efficient.",
    )


def say_gains(figure, program, published, over_bare_ipc, trend, efficiency, **options):
    """Says what figures 20 and 21 have in common. `published`: gains of ipc-local over ipc, each as
    (what the paper says, function of our gains, number); `over_bare_ipc`: its gains over IPC;
    `trend`: what the paper says of the gain over ipc with more ranks. Returns the application.
    """
    application = Application(figure, program, **options)
    over_ipc = application.ratios("ipc", "ipc-local")
    over_bare = application.ratios("IPC", "ipc")
    over_both = application.ratios("IPC", "ipc-local")

    def least_gain(cost):
        over = [application.ratios(slow, "ipc-local", cost) for slow in ("ipc", "IPC")]
        return lowest([*over[0], *over[1]])

    figure.says(
        "ipc-local takes the least time",
        f"ipc ÷ ipc-local {between(over_ipc, '×')}, IPC ÷ ipc-local {between(over_both, '×')}",
        holds=by_cost(lambda cost: least_gain(cost) > 1),
    )
    figure.says(
        "next comes ipc: it is faster than IPC",
        f"IPC ÷ ipc {between(over_bare, '×')}",
        holds=by_cost(lambda cost: lowest(application.ratios("IPC", "ipc", cost)) > 1),
        why="Here ipc calls the kernel more often than IPC: five transfers (5.7.3) and a look-up "
        "in place of three transfers, and of opening and closing mailbox and portal.",
    )

    def gain(slow, of):
        return by_cost(lambda cost: of(application.ratios(slow, "ipc-local", cost)))

    gains = [(name, gain("ipc", of), number) for name, of, number in published]
    gains += [(name, gain("IPC", of), number) for name, of, number in over_bare_ipc]
    for name, ours, number in gains:
        figure.says(name, ours, published=number, unit=" ×")
    figure.says(
        trend,
        f"{listed(over_ipc)} ×",
        holds=by_cost(
            lambda cost: increasing(*reversed(application.ratios("ipc", "ipc-local", cost)))
        ),
    )
    figure.says(
        "efficiency at 192 ranks",
        by_cost(lambda cost: application.efficiency("ipc-local", cost)),
        application.efficiency("native"),
        published=efficiency,
        unit=" %",
    )
    application.say_native()
    application.draw()
    work = application.cycles("native")[12]
    local, native = (
        (application.cycles(version)[192] - application.cycles(version)[12]) / 15
        for version in ("ipc-local", "native")
    )
    more = [application.cycles(version)[12] - work for version in ("ipc-local", "ipc", "IPC")]
    for name, ours, number in gains:
        figure.row(
            name,
            ours,
            number,
            unit="×",
            why=f"A cluster works {work} cycles with native. Messages take {more[0]} more with "
            f"ipc-local, {more[1]} with ipc, {more[2]} with IPC. However much a call costs, the "
            "gain is at most the [ratio of their calls](#messages-what-a-message-takes). A larger "
            "one needs an ipc that calls more often: an earlier published library "
            "(github.com/nanvix/libmpi, src/mputil/communication.c) opens mailbox and portal for "
            "each message. Computing also takes a smaller part of the time on a processor that "
            "issues several instructions in a cycle.",
        )
    figure.row(
        "efficiency at 192 ranks",
        by_cost(lambda cost: application.efficiency("ipc-local", cost)),
        efficiency,
        unit="%",
        why=f"Work of a cluster: {work} cycles with native; what the global master does for each "
        f"further cluster, one after the other: {native} with native, {local} with ipc-local.",
    )
    return application


@paper.figure("20", "Gaussian filter", unit="cycles", x="ranks")
def gaussian_filter(figure):
    """An image of 256×256 points for each cluster, a mask of 7×7. The ranks of a cluster and its
    kernel have its whole 2 MB here; the other cores are left out.
    """
    published = [
        ("ipc-local over ipc, up to", highest, 3.2),
        ("ipc-local over ipc, on average", mean, 1.8),
    ]
    over_bare_ipc = [
        ("ipc-local over IPC, with all numbers of ranks", list, (2.4, 4)),
        ("ipc-local over IPC, on average", mean, 3.2),
    ]
    trend = "the gain over ipc decreases with more ranks"
    say_gains(figure, GAUSSIAN, published, over_bare_ipc, trend, 52, settings=WHOLE_MEMORY)


@paper.figure("21", "K-means", unit="cycles", x="ranks")
def k_means(figure):
    """13,440 points for each cluster, 128 centroids, one round."""
    published = [
        ("ipc-local over ipc, 12 ranks, where it is largest", lambda gains: gains[0], 2),
        ("ipc-local over ipc, 192 ranks, where it is smallest", lambda gains: gains[2], 1.4),
    ]
    over_bare_ipc = [
        ("ipc-local over IPC, with all numbers of ranks", list, (1.7, 2.1)),
        ("ipc-local over IPC, on average", mean, 2),
    ]
    trend = "the gain over ipc is largest with 12 ranks, smallest with 192"
    application = say_gains(figure, K_MEANS, published, over_bare_ipc, trend, 57)

    def grows(version, cost):
        return increasing(*application.cycles(version, cost).values())

    def growth(version):
        cycles = application.cycles(version)
        return f"{cycles[192] / cycles[12]} × from 12 to 192"

    figure.says(
        "times of IPC, ipc and ipc-local grow with the ranks (12, 48, 192)",
        f"ipc-local: {growth('ipc-local')}",
        growth("native"),
        holds=by_cost(
            lambda cost: grows("IPC", cost) & grows("ipc", cost) & grows("ipc-local", cost)
        ),
    )
    say_order_of_efficiencies(figure, application)


def say_order_of_efficiencies(figure, k_means):
    """Compares the efficiencies of the three applications; `k_means` is the application of figure
    21.
    """
    friendly = efficiency_of_friendly_numbers(figure, DIVISIONS[0])

    def gaussian(cost):
        small, large = (
            run(
                figure,
                GAUSSIAN,
                n,
                "ipc-local",
                WORK[GAUSSIAN][0],
                WHOLE_MEMORY,
                cost,
                energy=cost == COST,
            )["cycles"]
            for n in (12, 192)
        )
        return 100 * small / large

    def others(cost):
        return [gaussian(cost), k_means.efficiency("ipc-local", cost)]

    figure.says(
        "friendly numbers scale better than the Gaussian filter and k-means (7.3): efficiency at "
        "192 ranks",
        f"{listed([friendly, *others(COST)])} %",
        printed="77 / 52 / 57 %",
        holds=by_cost(lambda cost: highest(others(cost)) < friendly),
    )


@paper.figure("memory", "Memory that threads of one process share", unit="bytes")
def memory(figure):
    """In the paper the ranks of a cluster are threads of one process (5.5). Here each rank is a
    process, and only code is shared. Threads could share at most the static data, without the
    part that the library must keep for each rank.
    """
    ranks = run(figure, "memory.c", CLUSTER, "ipc-local")
    data = ranks["data"]
    saved = (CLUSTER - 1) * data
    figure.says(
        "threads improve the memory consumption of a cluster (5.5): static data of a rank; of the "
        "11 others, at most; of 2 MB",
        f"{data} bytes; {saved} bytes; {100 * saved / 2**21} %",
        check=True,
    )
    figure.row("static data of a rank", data)
    figure.row("static data of the 11 others, at most", saved)
    figure.row("heap of a rank, of 2 MB for 17 cores", ranks["heap"])
    whole = run(figure, "memory.c", CLUSTER, "ipc-local", settings=WHOLE_MEMORY)
    figure.row("heap of a rank, of 2 MB for 12 ranks and the kernel", whole["heap"])


@paper.figure("22", "Power, k-means", unit="W", x="ranks")
def power(figure):
    """The power of the work of figure 21: the energy of the run less the energy of a run without a
    round, divided by the difference of their times. Energies are
    [mppa256's](../energy.md#the-values), estimates for 28 nm; the published watts were measured
    at the board.
    """
    busy, idle = (
        versions(figure, K_MEANS, TEAMS, arguments, energy=True) for arguments in WORK[K_MEANS]
    )

    def seconds(of):
        return of["energy"] / of["power"]

    def watts(version, n):
        run, without = busy[version][n], idle[version][n]
        return (run["energy"] - without["energy"]) / (seconds(run) - seconds(without))

    power = {version: {n: watts(version, n) for n in TEAMS} for version in VERSIONS}
    local = power["ipc-local"]
    figure.says(
        "power with ipc-local, 192 ranks (published: the peak)",
        local[192],
        power["native"][192],
        published=8.5,
        unit=" W",
    )
    figure.says(
        "power with IPC, 192 ranks (published: the peak)",
        power["IPC"][192],
        published=8,
        unit=" W",
    )
    higher = [local[n] / power[version][n] for version in ("ipc", "IPC") for n in TEAMS]
    figure.says(
        "with ipc-local it is slightly higher than with ipc and IPC (up to 10 % is ours)",
        between((100 * (ratio - 1) for ratio in higher), "%"),
        holds=(lowest(higher) > 1) & (highest(higher) < 1.1),
    )
    figure.says(
        "it grows with the clusters at work: 12, 48, 192 ranks",
        f"{listed(local.values())} W",
        f"{listed(power['native'].values())} W",
        holds=increasing(*local.values()),
        check=True,
    )
    for version, by_team in power.items():
        figure.curve(f"{version}, {{}} ranks", by_team, series=version)
    whole = busy["native"][192]
    for version, published in (("ipc-local", 8.5), ("IPC", 8)):
        figure.row(
            f"power with {version}, 192 ranks, of the work",
            power[version][192],
            published,
            why="Leakage alone, of all cores and memories, is "
            f"{whole['energy_leakage'] / seconds(whole)} W of it. The clock of a core that waits "
            "stops here, and the ranks wait for the global master most of the time; the published "
            "watts include the board and cores that poll.",
        )


@paper.figure("23", "Energy of the applications, 192 ranks", unit="mJ")
def energy(figure):
    """The energy of the work, as in figure 22. For friendly numbers, how far the energies of the
    versions are apart is calculated for all 1,536 numbers of each cluster, as in figure 19. The
    numbers that are not run add work but no messages, so 127 times the energy of *native* is
    added to the energy of each version.
    """
    names = {FRIENDLY: "friendly numbers", GAUSSIAN: "Gaussian filter", K_MEANS: "k-means"}
    energies, cycles = {}, {}
    for program, (work, nothing) in WORK.items():
        for version in VERSIONS:
            memory = WHOLE_MEMORY if program == GAUSSIAN else ()
            busy, idle = (
                run(figure, program, 192, version, arguments, energy=True, settings=memory)
                for arguments in (work, nothing)
            )
            energies[program, version] = 1e3 * (busy["energy"] - idle["energy"])
            cycles[program, version] = busy["cycles"]

    def less(of, version, program):
        return of[program, "ipc-local"] / of[program, version]

    for program in (GAUSSIAN, K_MEANS):
        joules = {version: less(energies, version, program) for version in ("ipc", "IPC")}
        times = {version: less(cycles, version, program) for version in ("ipc", "IPC")}
        shown = [f"÷ ipc {joules['ipc']} (time {times['ipc']})"]
        shown.append(f"÷ IPC {joules['IPC']} ({times['IPC']})")
        ratios = [joules[version] / times[version] for version in joules]
        figure.says(
            f"{names[program]}: less energy with ipc-local than with ipc and IPC, almost as its "
            "time (ours: a tenth)",
            ", ".join(shown),
            f"÷ ipc-local {1 / less(energies, 'native', program)} "
            f"(time {1 / less(cycles, 'native', program)})",
            holds=(highest(joules.values()) < 1)
            & (highest([*ratios, *(1 / ratio for ratio in ratios)]) < 1.1),
        )
        figure.says(
            f"{names[program]}: drastically less energy than with IPC (7.3; by a quarter is ours)",
            f"÷ IPC {joules['IPC']}",
            printed="drastically",
            holds=joules["IPC"] < 0.75,
            why="The energy follows the time, and the gain in time is smaller than the published "
            "one (figures 20 and 21).",
        )
    power = [
        less(energies, version, GAUSSIAN) / less(cycles, version, GAUSSIAN)
        for version in ("ipc", "IPC")
    ]
    figure.says(
        f"{names[GAUSSIAN]}: its power, too, is slightly higher with ipc-local (7.2.4; up to 10 % "
        "is ours): energy divided by time",
        holds=(lowest(power) > 1) & (highest(power) < 1.1),
    )

    for text, more, check in (
        ("", 127 * energies[FRIENDLY, "native"], False),
        (", 12 for each cluster", 0, True),
    ):
        published, native = (
            100 * (apart(energies[FRIENDLY, version] + more for version in some) - 1)
            for some in (PUBLISHED, ("native", "ipc-local"))
        )
        figure.says(
            f"friendly numbers{text}: the same energy with all (ours: 5 %): at most apart",
            f"{published} %",
            f"{native} % from ipc-local",
            holds=published < 5,
            check=check,
        )
    for (program, version), ours in energies.items():
        figure.row(f"{names[program]}, {version}", ours)
