"""Uller and others, LWMPI on the MPPA-256: what is run, and what was published (docs/papers.md).
Five of a cluster's 17 cores are kept from ranks, so it has 12 of them, as there. Published programs
are those that the paper names, github.com/nanvix/benchmarks.
"""

from onchip.paper import Paper, highest, increasing, listed, lowest, mean

paper = Paper(
    title="LWMPI: An MPI Library for Lightweight Manycore Processors",
    authors="J. F. Uller, J. V. Souto, P. H. Penna, M. Castro, H. Freitas, J.-F. Méhaut",
    text="All is measured on [mppa256](../../chips/mppa256.toml): 16 clusters of 12 ranks and a "
    "kernel with 2 MB. *Published transport*: `ipc-local`, the paper's LWMPI-opt. *ipc* is its "
    "LWMPI-unopt; *IPC* the application on mailboxes and portals alone, which it opens for each "
    "message, as the published programs do; *native* this project's transport. Times are those of "
    "the applications' work, without start-up and look-ups of names. *Efficiency* is the time with "
    "one cluster divided by that with 16, each with the same work for a cluster. Curves are not "
    "read off.\n\n"
    "Work of a cluster, by which messages weigh more here: 12 numbers of 1,536, with the published "
    "work for each; an image of 64×64 in place of 1,200 of 256×256; 840 of 13,440 points, two "
    "rounds. Figures with *full* have whole images and all points. What a message takes on the "
    "paper's chip, and with it the share of messages in a run, is not published; "
    "[here](#messages-what-a-message-takes) it is thousands of cycles.",
)

CLUSTER = 12  # ranks
TEAMS = (12, 48, 192)  # ranks of 1, 4 and 16 clusters
VERSIONS = {  # the source that carries an application's messages, and the transport
    "IPC": ("over_ipc.c", "native"),
    "ipc": ("over_mpi.c", "ipc"),
    "ipc-local": ("over_mpi.c", "ipc-local"),
    "native": ("over_mpi.c", "native"),
}
FRIENDLY, GAUSSIAN, K_MEANS = "friendly_numbers.c", "gaussian_filter.c", "k_means.c"
WORK = {  # arguments of an application, and those without work
    FRIENDLY: ((12, 1000001, 0, 0), (0, 1000001, 0, 0)),
    GAUSSIAN: ((1, 64, 64, 64), (0, 64, 64, 64)),
    K_MEANS: ((840, 128, 2, 0), (840, 128, 0, 0)),
}


def run(figure, program, ranks, version="native", arguments=(), settings=(), **options):
    """Runs a program over one of VERSIONS."""
    carrier, transport = VERSIONS[version]
    options = {"sources": [carrier], "transport": transport, "stack": 12} | options
    return figure.run(
        program,
        chip="mppa256",
        settings=["tile.resource_managers=5", *settings],
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
    """The highest number by the lowest."""
    values = list(values)
    return highest(values) / lowest(values)


def between(values, unit):
    """From the lowest number to the highest."""
    values = list(values)
    return f"{lowest(values)} … {highest(values)} {unit}"


@paper.figure("18", "All-to-all in supersteps, 12 ranks", unit="cycles", x="bytes of a message")
def all_to_all(figure):
    """In a superstep each rank sends two messages to each other one, and all meet at a barrier.
    Ranks are in one cluster (compact), or in 12 (scatter).
    """
    sizes = (128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768)
    transports = ("ipc-local", "native")

    def cycles(policy, transport):
        arguments = (9, 2)
        done = run(figure, "all_to_all.c", 12, transport, arguments, map=policy)
        return {size: done[f"bytes_{size}"] for size in sizes}

    times = {
        (policy, transport): cycles(policy, transport)
        for policy in ("compact", "scatter")
        for transport in transports
    }
    compact, compact_native, scatter, scatter_native = times.values()

    def factors(slow, fast):
        return [slow[size] / fast[size] for size in sizes]

    ours, native = factors(scatter, compact), factors(scatter_native, compact_native)
    figure.says(
        "compact takes less time than scatter, with each size",
        between(ours, "×"),
        between(native, "×"),
        holds=highest(factors(compact, scatter)) < 1,
    )
    figure.says(
        "compact is faster, up to", highest(ours), highest(native), published=2.8, unit=" ×"
    )

    def shown(of, *sizes):
        return listed(of[size] for size in sizes)

    is_flat = highest(compact.values()) < 1.25 * lowest(compact.values())
    figure.says(
        "compact: nearly the same time for all sizes (128 bytes, 4 and 32 kB; ours: a quarter)",
        shown(compact, 128, 4096, 32768),
        shown(compact_native, 128, 4096, 32768),
        holds=is_flat,
    )
    small = [size for size in sizes if size <= 4096]
    figure.says(
        "scatter: nearly the same time up to 4 kB, a portal's granularity (ours: a tenth)",
        shown(scatter, 128, 4096),
        shown(scatter_native, 128, 4096),
        holds=highest(scatter[size] for size in small)
        < 1.1 * lowest(scatter[size] for size in small),
    )
    figure.says(
        "then it grows with the size (4, 16, 32 kB)",
        shown(scatter, 4096, 16384, 32768),
        shown(scatter_native, 4096, 16384, 32768),
        holds=increasing(*(scatter[size] for size in sizes if size >= 4096)),
    )
    gains = factors(compact, compact_native), factors(scatter, scatter_native)
    slower = [1 / gain for both in gains for gain in both]
    figure.says(
        "native is never slower than ipc-local",
        native=f"{between(gains[0], '× compact')}, {between(gains[1], '× scatter')}",
        holds=highest(slower) <= 1,
        check=True,
    )

    for (policy, transport), of in times.items():
        for size in sizes:
            figure.row(
                f"{policy}, {size} bytes, {transport}",
                of[size],
                series=f"{policy}, {transport}",
                x=size,
            )
    figure.row(
        "compact faster, up to",
        highest(ours),
        2.8,
        unit="×",
        why="The kernel of a cluster serves its ranks one after the other: with compact 12 "
        f"messages for each exchange, {compact[1024] / 264} cycles each. With scatter 12 kernels "
        f"work side by side, each on the messages of one exchange, {scatter[1024] / 22} cycles.",
    )
    figure.claim(
        "Compact takes nearly the same time for all sizes.",
        is_flat,
        why="Synchronisation dominates copying up to 4 kB: times differ by "
        f"{100 * (apart(compact[size] for size in small) - 1)} %. Each core copies by itself, as "
        "in the paper, about a word in 1.3 cycles: 32 kB take 10,650 cycles, an exchange of 128 "
        f"bytes {compact[128] / 22}. On the paper's chip synchronisation must take longer than "
        "such a copy.",
    )


@paper.figure("messages", "What a message takes", unit="cycles")
def messages(figure):
    """Half of the way there and back, inside a cluster and between two. Not in the paper."""
    runs = {version: run(figure, "message.c", 24, version) for version in VERSIONS}
    kept = run(figure, "message.c", 24, sources=["over_kept_ipc.c"])

    for text, where in (
        ("a message of a word, inside a cluster: IPC, ipc, ipc-local; native", "inside"),
        ("between clusters", "between"),
    ):
        *ours, native = (of[f"{where}_4"] for of in runs.values())
        figure.says(text, listed(ours), native, check=True)
    figure.says(
        "IPC with mailboxes and portals that stay open: inside, between",
        listed([kept["inside_4"], kept["between_4"]]),
        check=True,
    )
    for version, of in runs.items():
        for where in ("inside", "between"):
            for size in (4, 128, 4096):
                figure.row(f"{version}, {size} bytes {where}", of[f"{where}_{size}"])


class Application:
    """An application over all versions, by the number of ranks."""

    def __init__(self, figure, program):
        self.figure = figure
        arguments = WORK[program][0]
        runs = versions(figure, program, TEAMS, arguments, energy=True)
        self.cycles = {
            version: {n: of["cycles"] for n, of in by_team.items()}
            for version, by_team in runs.items()
        }
        self.one = run(figure, program, 1, arguments=arguments)["cycles"]

    def ratios(self, slow, fast):
        """The time of a version by that of another one, by the number of ranks."""
        return [self.cycles[slow][n] / self.cycles[fast][n] for n in TEAMS]

    def efficiency(self, version):
        """Of 16 clusters, in per cent."""
        return 100 * self.cycles[version][12] / self.cycles[version][192]

    def say_efficiency(self, published, why):
        """The paper's efficiency beside ours."""
        figure, native = self.figure, self.efficiency("native")
        figure.says(
            "efficiency at 192 ranks",
            self.efficiency("ipc-local"),
            native,
            published=published,
            unit=" %",
        )
        figure.says(
            "native is at least as efficient as published",
            native=native,
            unit=" %",
            holds=native >= published,
            check=True,
        )
        for version in ("ipc-local", "native"):
            figure.row(
                f"efficiency at 192 ranks, {version}",
                self.efficiency(version),
                published,
                unit="%",
                why=why,
            )

    def say_native(self):
        """That native is not slower than published transports."""
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
            for n in TEAMS:
                self.figure.row(
                    f"{version}, {n} ranks", self.cycles[version][n], series=version, x=n
                )


@paper.figure("19", "Friendly numbers", unit="cycles", x="ranks")
def friendly_numbers(figure):
    """12 numbers for each cluster, from 1,000,001 on, each divided by all numbers up to its
    half.
    """
    application = Application(figure, FRIENDLY)
    pairs = {n: run(figure, FRIENDLY, n, arguments=(12, 1000001, 1)) for n in (12, 192)}
    # Each of 128 times as many numbers takes 128 times as long to compare.
    small, large = (pairs[n]["cycles"] + 127 * pairs[n]["comparing"] for n in (12, 192))
    as_published = 100 * small / large

    def percent_apart(*versions):
        times = ([application.cycles[version][n] for version in versions] for n in TEAMS)
        return 100 * (highest(apart(each) for each in times) - 1)

    published = percent_apart("IPC", "ipc", "ipc-local")
    figure.says(
        "IPC, ipc and ipc-local take about the same time (ours: 5 %): at most apart",
        f"{published} %",
        f"{percent_apart('ipc-local', 'native')} % from ipc-local",
        holds=published < 5,
    )
    application.say_efficiency(
        77,
        f"A rank computes {application.one / 12} cycles for a number. The published global master "
        "compares each of 24,576 numbers with each, alone; ours looks each up in a table. With all "
        f"numbers and that comparison, {pairs[192]['comparing'] / 18336} cycles for a pair, "
        f"efficiency would be {as_published} % here, and more on a processor that divides more "
        "slowly.",
    )
    figure.says(
        "efficiency with all numbers, each compared with each by the global master, as in the "
        "published program: calculated",
        native=f"{as_published} %",
        printed="77 %",
        check=True,
    )
    application.say_native()
    application.draw()


def say_gains(figure, program, published, over_bare_ipc, efficiency):
    """Figures 20 and 21. `published`: gains of ipc-local over ipc, as (name, what else the sentence
    says, function of our gains, number); `over_bare_ipc`: the mean gain over IPC, as (name,
    number).
    """
    application = Application(figure, program)
    kept = {
        n: run(figure, program, n, arguments=WORK[program][0], sources=["over_kept_ipc.c"])
        for n in (12, 192)
    }
    over_ipc, over_bare = application.ratios("ipc", "ipc-local"), application.ratios("IPC", "ipc")
    kept_over_ipc = [of["cycles"] / application.cycles["ipc"][n] for n, of in kept.items()]
    over_all = mean(application.ratios("IPC", "ipc-local"))

    figure.says(
        "ipc-local takes the least time, then ipc",
        f"ipc ÷ ipc-local {between(over_ipc, '×')}",
        holds=lowest(over_ipc) > 1,
    )
    figure.says(
        "ipc is faster than IPC",
        f"IPC ÷ ipc {between(over_bare, '×')}",
        holds=lowest(over_bare) > 1,
    )
    figure.says(
        "the same, if IPC's mailboxes and portals stay open, as ipc's do",
        f"{listed(kept_over_ipc)} ×",
        holds=lowest(kept_over_ipc) > 1,
        check=True,
    )
    mean_name, mean_number = over_bare_ipc
    gains = [(name, rest, ours(over_ipc), number) for name, rest, ours, number in published]
    gains.append((mean_name, "", over_all, mean_number))
    for name, rest, ours, number in gains:
        figure.says(f"{name}{rest}", ours, published=number, unit=" ×")
    figure.says(
        "the gain over ipc decreases with more ranks",
        f"{listed(over_ipc)} ×",
        holds=increasing(*reversed(over_ipc)),
    )
    cycles = application.cycles
    native, local = (
        (cycles[version][192] - cycles[version][12]) / 15 for version in ("native", "ipc-local")
    )
    application.say_efficiency(
        efficiency,
        f"Work of a cluster: {cycles['native'][12]} cycles with native; what the global master "
        f"does for each further cluster, one after the other: {native} with native, {local} with "
        "ipc-local.",
    )
    application.say_native()
    application.draw()
    work = cycles["native"][12]
    for name, _, ours, number in gains:
        figure.row(
            name,
            ours,
            number,
            unit="×",
            why=f"A cluster works {work} cycles with native; messages take "
            f"{cycles['ipc-local'][12] - work} more with ipc-local, {cycles['ipc'][12] - work} "
            f"with ipc, {cycles['IPC'][12] - work} with IPC. On the paper's chip messages must "
            "take a larger part of the time.",
        )
    figure.claim(
        "Ipc is faster than IPC, also if IPC's mailboxes and portals stay open.",
        lowest(kept_over_ipc) > 1,
        why="Both published versions open mailbox and portal for each message; our ipc opens them "
        "once. IPC, which needs fewer messages of the kernel, is slower only because it opens: "
        f"kept open, it takes {kept_over_ipc[0]} (12 ranks) and {kept_over_ipc[1]} (192) of ipc's "
        "time.",
    )


@paper.figure("20", "Gaussian filter", unit="cycles", x="ranks")
def gaussian_filter(figure):
    """An image of 64×64 points for each cluster, a mask of 7×7."""
    published = [
        ("ipc-local over ipc, up to", "", highest, 3.2),
        ("ipc-local over ipc, on average", "", mean, 1.8),
    ]
    over_bare_ipc = ("ipc-local over IPC, on average", (2.4, 4))
    say_gains(figure, GAUSSIAN, published, over_bare_ipc, efficiency=52)


def say_whole(figure, runs, work):
    """Figures 20-full and 21-full: the order of the versions, and the efficiency."""
    bare, ipc, local, native = (of[192]["cycles"] for of in runs.values())
    figure.says(
        f"with {work}, the same order: native, ipc-local, ipc, IPC (192 ranks)",
        listed([local, ipc, bare]),
        native,
        holds=increasing(native, local, ipc, bare),
        check=True,
    )
    of_local, of_native = (
        100 * runs[version][12]["cycles"] / runs[version][192]["cycles"]
        for version in ("ipc-local", "native")
    )
    figure.says(f"efficiency with {work}", of_local, of_native, unit=" %", check=True)
    for version, of in runs.items():
        for n in of:
            figure.row(f"{version}, {n} ranks", of[n]["cycles"])


@paper.figure("20-full", "Gaussian filter, a whole image", unit="cycles")
def gaussian_filter_full(figure):
    """An image of 256×256 for each cluster, one of the published 1,200, on tiles of 8 MB: a rank's
    share of 2 MB cannot hold one and its result.
    """
    arguments, large = (1, 256, 256, 256), ["tile.memory_kb=8192"]
    runs = versions(figure, GAUSSIAN, (12, 192), arguments, settings=large)
    say_whole(figure, runs, "a whole image")


@paper.figure("21", "K-means", unit="cycles", x="ranks")
def k_means(figure):
    """840 points for each cluster, 128 centroids, two rounds."""
    published = [
        ("ipc-local over ipc, 12 ranks", ", where it is largest", lambda gains: gains[0], 2),
        ("ipc-local over ipc, 192 ranks", ", where it is smallest", lambda gains: gains[2], 1.4),
    ]
    say_gains(figure, K_MEANS, published, ("ipc-local over IPC", (1.7, 2.1)), efficiency=57)


@paper.figure("21-full", "K-means, all points", unit="cycles")
def k_means_full(figure):
    """13,440 points for each cluster, 128 centroids, as published; one round."""
    runs = versions(figure, K_MEANS, (12, 192), (13440, 128, 1))
    say_whole(figure, runs, "all points")


@paper.figure("22", "Power, k-means", unit="W", x="ranks")
def power(figure):
    """Of figure 21's work: energy of the run less that of one without a round, by the difference of
    their times. Energies are [mppa256's](../energy.md#the-values), estimates for 28 nm; the
    published watts were measured at the board.
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
        "with ipc-local it is slightly higher than with ipc and IPC",
        between((100 * (ratio - 1) for ratio in higher), "%"),
        holds=lowest(higher) > 1,
    )
    figure.says(
        "it grows with the clusters at work: 12, 48, 192 ranks",
        f"{listed(local.values())} W",
        f"{listed(power['native'].values())} W",
        holds=increasing(*local.values()),
    )
    for version, by_team in power.items():
        for n, of in by_team.items():
            figure.row(f"{version}, {n} ranks", of, series=version, x=n)
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
    """Of the work, as in figure 22."""
    names = {FRIENDLY: "friendly numbers", GAUSSIAN: "Gaussian filter", K_MEANS: "k-means"}
    energies, cycles = {}, {}
    for program, (work, nothing) in WORK.items():
        for version in VERSIONS:
            busy, idle = (
                run(figure, program, 192, version, arguments, energy=True)
                for arguments in (work, nothing)
            )
            energies[program, version] = 1e3 * (busy["energy"] - idle["energy"])
            cycles[program, version] = busy["cycles"]

    for program in (GAUSSIAN, K_MEANS):

        def less(of, version, program=program):
            return of[program, "ipc-local"] / of[program, version]

        joules = {version: less(energies, version) for version in ("ipc", "IPC")}
        times = {version: less(cycles, version) for version in ("ipc", "IPC")}
        shown = [f"÷ ipc {joules['ipc']} (time {times['ipc']})"]
        shown.append(f"÷ IPC {joules['IPC']} ({times['IPC']})")
        ratios = [joules[version] / times[version] for version in joules]
        figure.says(
            f"{names[program]}: less energy with ipc-local than with ipc and IPC, almost as its "
            "time (ours: a tenth)",
            ", ".join(shown),
            f"÷ ipc-local {1 / less(energies, 'native')} (time {1 / less(cycles, 'native')})",
            holds=(highest(joules.values()) < 1)
            & (highest([*ratios, *(1 / ratio for ratio in ratios)]) < 1.1),
        )

    published, native = (
        apart(energies[FRIENDLY, version] for version in some)
        for some in (("IPC", "ipc", "ipc-local"), ("native", "ipc-local"))
    )
    figure.says(
        "friendly numbers: the same energy with all (ours: 5 %): at most apart",
        f"{100 * (published - 1)} %",
        f"{100 * (native - 1)} % from ipc-local",
        holds=published < 1.05,
    )
    for (program, version), ours in energies.items():
        figure.row(f"{names[program]}, {version}", ours)
