"""Ramachandran, the distributed job allocator of PICASO: what is run, and what was published
(docs/papers.md). Its chip is chips/tile64.toml, of which programs use 7×7 tiles.
"""

from onchip.paper import SEED, Paper, highest, listed, lowest, mean

paper = Paper(
    title="Distributed Job Allocation for Large-Scale Many-Cores",
    authors="S. Ramachandran",
    text="Each tile of 7×7 has a micro-kernel, and jobs end by timers (partial-simulation mode, "
    "chapter 4); in figures 5.4 and 5.5 there are four micro-kernels on 6×6, and jobs are programs "
    "(real-task mode). Jobs that are submitted at once are so within 1,000 cycles, at other ones "
    "in each repetition. A wait lasts from the submission of a job to the start on the last of its "
    "domains. Percentages are the paper's: cancellation against the sequencer, positive where "
    "cancellation waits less.",
)

REPEAT = 15
POLICIES = ("cancel", "sequencer")
SCHEMES = ("naive", "flood", "fixed", "adaptive")
SHORT, LONG = 2000, 30_000_000  # cycles that a job runs
ORDINALS = ("first", "second", "third", "fourth")
PERCENT = {"unit": " %", "effect": True}


def allocate(figure, policy, side, jobs, domains, cycles=SHORT, scheme="fixed", home=(), **options):
    """Runs micro-kernels on side × side tiles, where so many jobs of so many domains are submitted,
    each of which runs for `cycles`. `home`: where the sequencer is, if not in the middle.
    """
    return figure.run(
        "partial_simulation.c",
        chip="tile64",
        ranks=side * side,
        settings=[f"mesh.columns={side}", f"mesh.rows={side}", "dram.routers=[0]"],
        arguments=[policy, scheme, side, jobs, domains, cycles, SEED, *home],
        **options,
    )


def better(cancel, sequencer):
    """By how much cancellation waits less, in per cent of the sequencer's wait."""
    return 100 * (1 - cancel / sequencer)


def four_jobs(figure, what, domains, cycles, published, whys, said=None):
    """Figures 5.1a to f. `published`: by how much cancellation is better for the first job, the
    second and so on; `said`: the same as the text says it, where that is a range; `whys`: the
    reasons, as functions of both runs.
    """
    cancel, sequencer = (allocate(figure, policy, 7, 4, domains, cycles) for policy in POLICIES)
    runs = {"cancel": cancel, "sequencer": sequencer}
    gains = [better(cancel[f"job_{n}"], sequencer[f"job_{n}"]) for n in (1, 2, 3, 4)]
    for ordinal, gain, number in zip(ORDINALS, gains, said or published, strict=True):
        if number is not None:
            text = f"{what}: {ordinal} job, cancellation better by"
            figure.says(text, gain, published=number, **PERCENT)
    for policy, run in runs.items():
        for n in (1, 2, 3, 4):
            figure.row(f"{policy}, job {n}", run[f"job_{n}"], series=policy, x=n)
    for ordinal, gain, number, why in zip(ORDINALS, gains, published, whys, strict=True):
        figure.row(
            f"{ordinal} job, cancellation better by",
            gain,
            number,
            unit="%",
            effect=True,
            why=why(cancel, sequencer) if why else "",
        )


def further(run):
    """Cycles for each further job."""
    return (run["job_4"] - run["job_1"]) / 3


def side_by_side(cancel, sequencer):
    """Why later jobs wait less with cancellation."""
    return (
        f"The sequencer serves one job after the other, {further(sequencer)} cycles each; with "
        f"cancellation jobs that do not meet start side by side, {further(cancel)} cycles apart."
    )


def cancelled(cancel, _):
    """Why the first jobs wait longer with cancellation."""
    return (
        "Until the first job starts, the others' requests are cancelled and their cores freed: "
        f"{cancel['cancelled']} cancellations, each known to all domains before the cores are "
        "counted again."
    )


def a_share(_, sequencer):
    """Why a difference in per cent differs."""
    return (
        "A share of the wait, so it depends on how long jobs run: 30,000,000 cycles here, "
        f"{LONG / sequencer['job_1']} times the first job's wait; 500 times in the paper."
    )


def undecided(cancel, sequencer):
    """Why the sign of the last jobs is open."""
    return (
        "The sign is that of the length of short runs, and 15 draws do not decide it (5.1c+). The "
        f"sequencer sends a request only when the previous job has its cores: {further(sequencer)} "
        "cycles for each further job; with cancellation they already stand in all wait queues: "
        f"{further(cancel)}."
    )


def waits_of_four_jobs(letter, title):
    """One of figures 5.1."""
    return paper.figure(f"5.1{letter}", title, unit="cycles", x="job", repeat=REPEAT)


@waits_of_four_jobs("a", "Waits of four jobs, 3 domains each")
def four_jobs_of_3(figure):
    """Four jobs are submitted at once in the corners. They run shorter than their allocation
    takes.
    """
    published = [23, 76, 83, 83]
    four_jobs(figure, "3 domains each", 3, SHORT, published, [side_by_side] * 4)


@waits_of_four_jobs("b", "Waits of four jobs, 12 domains each")
def four_jobs_of_12(figure):
    """Four jobs are submitted at once in the corners. They run shorter than their allocation
    takes.
    """

    def in_the_middle(_cancel, _sequencer):
        return (
            "Its request is the same with both. The sequencer stands in the middle: its request "
            "has half as far to go as one from a corner."
        )

    published = [21, 58, 73, 48]
    whys = [in_the_middle, *[side_by_side] * 3]
    four_jobs(figure, "12 domains", 12, SHORT, published, whys)


@waits_of_four_jobs("c", "Waits of four jobs, 24 domains each, short runs")
def four_short_jobs_of_24(figure):
    """Four jobs are submitted at once in the corners. They run shorter than their allocation
    takes.
    """

    def already_in_queues(cancel, sequencer):
        return (
            "The sequencer sends a request only when the previous job has its cores: "
            f"{further(sequencer)} cycles for each further job. With cancellation, the requests of "
            "the jobs that follow already stand in all wait queues: "
            f"{further(cancel)} cycles for each."
        )

    published = [-17, -12, -7, -4]
    whys = [cancelled, already_in_queues, undecided, undecided]
    four_jobs(figure, "24 domains, short", 24, SHORT, published, whys)


@paper.figure("5.1c+", "The later jobs of 5.1c by the length of short runs", unit="%", repeat=30)
def length_of_short_runs(figure):
    """Short is in the paper 0.001 s, “below the minimum overhead observed”, which is not given.
    Ours is the wait of the first job, 36,000 cycles with the sequencer; 5.1c has 2,000.
    """
    lengths = (2000, 10000, 20000, 30000)
    runs = {
        cycles: [allocate(figure, policy, 7, 4, 24, cycles) for policy in POLICIES]
        for cycles in lengths
    }

    def waits(job):
        return {cycles: [run[f"job_{job}"] for run in both] for cycles, both in runs.items()}

    gains = {job: {n: better(*both) for n, both in waits(job).items()} for job in (3, 4)}
    third, fourth = waits(3), waits(4)
    figure.says(
        "the third job of 5.1c by the length of runs (2,000 / 10,000 / 20,000 / 30,000 cycles): "
        "worse from 20,000 on",
        f"{listed(gains[3].values())} %",
        printed="-7 %",
        holds=highest(third[n][1] / third[n][0] for n in (20000, 30000)) < 1,
        check=True,
    )
    figure.says(
        "the fourth job: worse with 30,000",
        f"{listed(gains[4].values())} %",
        printed="-4 %",
        holds=fourth[30000][1] < fourth[30000][0],
        check=True,
    )
    few, many = (runs[cycles][0]["cancelled"] for cycles in (2000, 30000))
    for cycles in lengths:
        for job, ordinal, published in ((3, "third", -7), (4, "fourth", -4)):
            figure.row(
                f"{cycles} cycles: {ordinal} job, cancellation better by",
                gains[job][cycles],
                published,
                effect=True,
                why=f"The longer the first jobs run, the more requests are cancelled: {few} with "
                f"2,000 cycles, {many} with 30,000.",
            )


@waits_of_four_jobs("d", "Waits of four jobs, 49 domains each, short runs")
def four_short_jobs_of_49(figure):
    """Four jobs are submitted at once in the corners. They run shorter than their allocation
    takes.
    """

    def meets_responses(_, sequencer):
        return (
            "With short jobs the spawn of the first job meets the responses to the second request: "
            f"{sequencer['job_1']} cycles with the sequencer, which is at the centre and answers "
            "for everybody; with long ones it does not (5.1f)."
        )

    published = [-12, -4, None, -1]
    whys = [meets_responses, cancelled, None, cancelled]
    four_jobs(figure, "49 domains, short", 49, SHORT, published, whys)


@waits_of_four_jobs("e", "Waits of four jobs, 24 domains each, long runs")
def four_long_jobs_of_24(figure):
    """Four jobs are submitted at once in the corners. They run 30,000,000 cycles, about 500 times
    as long as an allocation takes, as in the paper.
    """

    def of_both(_cancel, _sequencer):
        return (
            "A share of the wait, of which the paper says 0.03 to 0.05 % for both of the last jobs."
        )

    both = (-0.05, -0.03)
    published, said = [-17, -13, -0.04, -0.04], [-17, -13, both, both]
    whys = [cancelled, a_share, a_share, of_both]
    four_jobs(figure, "24 domains, long", 24, LONG, published, whys, said)


@waits_of_four_jobs("f", "Waits of four jobs, 49 domains each, long runs")
def four_long_jobs_of_49(figure):
    """Four jobs are submitted at once in the corners. They run 30,000,000 cycles, about 500 times
    as long as an allocation takes, as in the paper.
    """
    both = (-0.04, -0.01)
    published, said = [-12, -0.025, None, -0.025], [-12, both, None, both]
    whys = [cancelled, a_share, None, a_share]
    four_jobs(figure, "49 domains, long", 49, LONG, published, whys, said)


@paper.figure("5.2", "n jobs of n domains each on n × n tiles", unit="cycles", x="n", repeat=REPEAT)
def jobs_side_by_side(figure):
    """The jobs could all run side by side. They run 2,000 cycles each."""
    sides = (2, 3, 4, 5, 6, 7)
    cancel, sequencer = (
        {n: allocate(figure, policy, n, n, n) for n in sides} for policy in POLICIES
    )
    alone_cancel, alone_sequencer = (
        allocate(figure, policy, 4, 1, 4, once=True)["first"] for policy in POLICIES
    )
    corner = allocate(figure, "sequencer", 4, 4, 4, home=[0])

    for job, some, published in (
        ("first", sides, (6, 60)),
        ("last", (2, 3), (-12, -1)),
        ("last", (4, 5, 6, 7), (0, 15)),
    ):
        for n in some:
            figure.says(
                f"{n} jobs: the {job}, cancellation better by",
                better(cancel[n][job], sequencer[n][job]),
                published=published,
                **PERCENT,
            )
    for policy, runs in (("cancel", cancel), ("sequencer", sequencer)):
        for job in ("first", "last"):
            for n in sides:
                name = f"{policy}, {job}"
                figure.row(f"{name} of {n}", runs[n][job], series=name, x=n)

    for n in sides:
        figure.claim(
            f"n = {n}: the first job waits less with cancellation (published 6 to 60%)",
            cancel[n]["first"] < sequencer[n]["first"],
            why=f"Alone, a job of four domains waits {alone_cancel} cycles with cancellation and "
            f"{alone_sequencer} with the sequencer; the first of four waits {cancel[4]['first']} "
            f"and {sequencer[4]['first']}. What it meets is what makes the difference: "
            f"{cancel[4]['cancelled']} requests are cancelled, and with other ways to spread a "
            "request the sign is the published one (5.2+). Against a sequencer in a corner it is "
            f"{better(cancel[4]['first'], corner['first'])} %.",
        )

    def behind(run):
        return run["last"] - run["first"]

    for n in (2, 3):
        figure.claim(
            f"n = {n}: the last job waits longer with cancellation (published 1 to 12%)",
            cancel[n]["last"] > sequencer[n]["last"],
            why=f"The last job waits for those before it: of two, {behind(sequencer[2])} cycles "
            "after the first with the sequencer, which requests for one at a time, and "
            f"{behind(cancel[2])} with cancellation, where {cancel[2]['cancelled']} request is "
            f"cancelled; of three {behind(sequencer[3])} and {behind(cancel[3])}, with "
            f"{cancel[3]['cancelled']} cancelled. A cancellation would have to cost more than half "
            "of a request. By flooding it does with two jobs (5.2+).",
        )
    for n in (4, 5, 6, 7):
        figure.claim(
            f"n = {n}: the last job waits less with cancellation (published up to 15%)",
            cancel[n]["last"] < sequencer[n]["last"],
        )


@paper.figure(
    "5.2+",
    "The first and the last of 5.2 by how a request is spread",
    unit="%",
    repeat=REPEAT,
)
def jobs_by_scheme(figure):
    """Which way the paper's experiments spread a request it does not say; 5.2 has the fixed
    pattern. Positive: cancellation waits less.
    """
    runs = {
        (scheme, n): [allocate(figure, policy, n, n, n, scheme=scheme) for policy in POLICIES]
        for scheme in SCHEMES
        for n in (2, 3, 4)
    }

    def waits(job, n, schemes=SCHEMES):
        return [[run[job] for run in runs[scheme, n]] for scheme in schemes]

    def shown(job, n):
        return f"{listed(better(*both) for both in waits(job, n))} %"

    ends = waits("first", 4, ("naive", "adaptive"))
    figure.says(
        "the first of four, by naive sending / flooding / the fixed / the adaptive pattern: better "
        "by the first and the last",
        shown("first", 4),
        printed="6 … 60 %",
        holds=highest(cancel / sequencer for cancel, sequencer in ends) < 1,
        check=True,
    )
    [(cancel, sequencer)] = waits("last", 2, ["flood"])
    figure.says(
        "the last of two, alike: worse by flooding",
        shown("last", 2),
        printed="-12 … -1 %",
        holds=sequencer < cancel,
        check=True,
    )
    figure.says(
        "the last of three, alike: worse by one of them",
        shown("last", 3),
        printed="-12 … -1 %",
        holds=lowest(sequencer / cancel for cancel, sequencer in waits("last", 3)) < 1,
        check=True,
    )
    for n in (2, 3, 4):
        for job in ("first", "last"):
            for scheme, both in zip(SCHEMES, waits(job, n), strict=True):
                figure.row(f"{scheme}, {job} of {n}", better(*both))


@paper.figure(
    "5.3",
    "Worst case: jobs that all need all 49 domains",
    unit="cycles",
    x="jobs",
    repeat=REPEAT,
)
def worst_case(figure):
    """Wait of the first job that starts, by the number of jobs that are submitted at once, each at
    a micro-kernel of its own.
    """
    counts = (1, 4, 8, 12, 16, 24, 36, 49)
    runs = {policy: {n: allocate(figure, policy, 7, n, 49) for n in counts} for policy in POLICIES}
    cancel, sequencer = (
        {n: run["first"] for n, run in by_count.items()} for by_count in runs.values()
    )
    many, bounded = (16, 24, 36, 49), (4, 16, 49)
    gains = (100 * (1 - sequencer[n] / cancel[n]) for n in many)
    figure.says(
        "from a quarter of the micro-kernels on the sequencer's first job waits less (16, 24, 36, "
        "49 jobs)",
        f"better by {listed(gains, ', ')} %",
        holds=highest(sequencer[n] / cancel[n] for n in many) < 1,
    )

    def bound(policy, n):
        return n * runs[policy][n]["first"] + (n - 1) * SHORT

    for policy, text in (
        (
            "cancel",
            "completion is bounded, cancellation: the last of 4, 16, 49 waits at most for the runs "
            "of the others, and for each as long as the first",
        ),
        ("sequencer", "the same, sequencer"),
    ):
        figure.says(
            text,
            f"49 jobs: {runs[policy][49]['last']} of {bound(policy, 49)} cycles",
            holds=highest(runs[policy][n]["last"] / bound(policy, n) for n in bounded) <= 1,
        )

    for policy, by_count in runs.items():
        for n, run in by_count.items():
            figure.row(f"{policy}, {n} jobs", run["first"], series=policy, x=n)
    for policy in POLICIES:
        for n in bounded:
            figure.row(f"{policy}, {n} jobs: longest wait", runs[policy][n]["last"])
    for policy in POLICIES:
        for n in bounded:
            figure.row(f"{policy}, {n} jobs: its bound", bound(policy, n))

    for policy in POLICIES:
        for n in bounded:
            figure.claim(
                f"{policy}, {n} jobs: completion is bounded (2.2, 2.3.2): the last one waits at "
                "most for the runs of the others, 2,000 cycles each, and for each job as long as "
                "the first one",
                runs[policy][n]["last"] <= bound(policy, n),
            )
    for n in many:
        figure.claim(
            f"{n} jobs, more than about a quarter of the micro-kernels: the sequencer's first job "
            "waits less",
            sequencer[n] < cancel[n],
            why=f"The lines cross between 16 and 24 of 49: with 16 jobs {cancel[16]} cycles "
            f"against {sequencer[16]}, with 24 {cancel[24]} against {sequencer[24]}.",
        )


def real_tasks(figure, count, cores):
    """Runs of figures 5.4 and 5.5 with one iteration, and with all."""

    def run(policy, iterations, **options):
        return figure.start_jobs(
            "real_task.c",
            chip="tile64",
            cores=[7, 10, 25, 28],
            settings=["mesh.columns=6", "mesh.rows=6", "dram.routers=[0, 5, 30, 35]"],
            arguments=[policy, 2, 6, count, cores, SEED],
            jobs=count,
            task="ft.c",
            task_arguments=[64, iterations],
            **options,
        )

    return (
        {policy: run(policy, 1) for policy in POLICIES},
        {policy: run(policy, 6, once=True) for policy in POLICIES},
    )


def row_real_tasks(figure, short, whole, wait, count):
    """Waits by policy and job."""
    for runs, rest, in_picture in ((short, "", True), (whole, ", all iterations, once", False)):
        for policy, run in runs.items():
            for n in range(1, count + 1):
                figure.row(
                    f"{policy}, job {n}{rest}",
                    run[f"{wait}_{n}"],
                    series=policy if in_picture else "",
                    x=n if in_picture else None,
                )


@paper.figure(
    "5.4",
    "Real tasks: two FFT jobs of 16 cores in parallel",
    unit="cycles",
    x="job",
    repeat=REPEAT,
)
def parallel_tasks(figure):
    """Four domains of 3×3 tiles, each with a micro-kernel at its centre and eight workers. The jobs
    are 3-D FFTs as NAS FT at class S, 64×64×64 points and six iterations, and each checks its sums
    against the published ones. Their programs come from DRAM after the wait. Repetitions do one
    iteration, as waits do not depend on it, and once there are all six.
    """
    short, whole = real_tasks(figure, 2, 16)
    cancel, sequencer = (short[policy]["job_1"] + short[policy]["job_2"] for policy in POLICIES)
    figure.says(
        "two FT.S.16 in parallel: cancellation has less overhead (both jobs' waits)",
        f"{cancel} and {sequencer}",
        holds=cancel < sequencer,
    )
    row_real_tasks(figure, short, whole, "job", 2)
    figure.row(
        "from the end of the wait to the first instruction, cancellation", short["cancel"]["load"]
    )
    figure.row(
        "from the first instruction to the end, all iterations, cancellation",
        whole["cancel"]["run"],
    )
    figure.claim(
        "Cancellation has less overhead for jobs that run in parallel",
        cancel < sequencer,
        why="Two jobs that need half of all cores each compete for the same domains here: "
        f"{short['cancel']['cancelled']} cancellations.",
    )


@paper.figure(
    "5.5",
    "Real tasks: four FFT jobs of 32 cores in series",
    unit="cycles",
    x="job",
    repeat=REPEAT,
)
def tasks_in_series(figure):
    """The same domains; each job needs all workers. The wait is exclusive: without the time for
    which the jobs before it ran.
    """
    short, whole = real_tasks(figure, 4, 32)
    cancel, sequencer = (
        mean(short[policy][f"exclusive_{n}"] for n in (1, 2, 3, 4)) for policy in POLICIES
    )
    figure.says(
        "four FT.S.32 in series: the sequencer is better (mean exclusive wait)",
        f"{sequencer} and {cancel}",
        printed="much better",
        holds=sequencer < cancel,
    )
    row_real_tasks(figure, short, whole, "exclusive", 4)
    figure.claim(
        "The sequencer does better than cancellation for jobs that can only run one after the "
        "other (“much better”, without a number)",
        sequencer < cancel,
        why=f"{short['cancel']['cancelled']} cancellations.",
    )


@paper.figure(
    "5.6",
    "Propagation: a request to all and their responses",
    unit="cycles",
    x="micro-kernels",
    repeat=REPEAT,
)
def propagation(figure):
    """Wait of one job that needs all domains, submitted in a corner: the request, all responses,
    and the spawn. In the paper the responses go back the way of the request; ours go straight to
    the coordinator, as those of jobs do.
    """
    sides = {side * side: side for side in (2, 3, 4, 5, 6, 7)}  # by micro-kernels
    runs = {
        scheme: {
            n: allocate(figure, "cancel", side, 1, n, scheme=scheme) for n, side in sides.items()
        }
        for scheme in SCHEMES
    }
    naive, flood, fixed, adaptive = (runs[scheme][49]["first"] for scheme in SCHEMES)
    naive_is_slowest = highest([flood, fixed, adaptive]) < naive
    in_order = (fixed <= adaptive) & (adaptive < flood)
    flood_is_as_slow = naive <= 1.1 * flood
    figure.says(
        "naive sending is the slowest (49: naive, flood, adaptive, fixed)",
        listed([naive, flood, adaptive, fixed], ", "),
        holds=naive_is_slowest,
    )
    figure.says("fixed is the fastest, adaptive just behind, flooding slower", holds=in_order)
    figure.says(
        "flooding is as costly as naive sending from 43 nodes on (49; 10 % is ours)",
        f"{flood} and {naive}",
        holds=flood_is_as_slow,
    )
    one_by_one = ("naive", "fixed", "adaptive")
    for scheme in one_by_one:
        requests = {n: run["requests"] for n, run in runs[scheme].items()}
        ratios = [of / (n - 1) for n, of in requests.items()]
        figure.says(
            f"{scheme}: n² - 1 messages on n × n, n = 2 … 7",
            listed(requests.values(), ", "),
            printed="3, 8, 15, 24, 35, 48",
            holds=highest([*ratios, *(1 / ratio for ratio in ratios)]) == 1,
        )
    figure.says(
        "flood, 7 × 7: 2n(n - 1), one for each link; ours are as sent",
        runs["flood"][49]["requests"],
        published=84,
    )

    for scheme, by_count in runs.items():
        for n, run in by_count.items():
            figure.row(f"{scheme}, {n}", run["first"], series=scheme, x=n)
    for scheme in one_by_one:
        for n, run in runs[scheme].items():
            figure.row(
                f"{scheme}, {n}: messages of the request (n² − 1)",
                run["requests"],
                n - 1,
                unit="messages",
            )
    for n, side in sides.items():
        figure.row(
            f"flood, {n}: messages of the request (2n(n − 1), one for each link)",
            runs["flood"][n]["requests"],
            2 * side * (side - 1),
            unit="messages",
            why="The paper counts one message for each link. Each node passes the request to all "
            "neighbours but the one that it has it from, so links where both ends have it already "
            "carry two: 4n(n − 1) − (n² − 1).",
        )

    def further(scheme):
        return (runs[scheme][49]["first"] - runs[scheme][36]["first"]) / 13

    figure.claim("Naive sending is the slowest", naive_is_slowest)
    figure.claim(
        "flooding is as costly as naive sending from 43 nodes on",
        flood_is_as_slow,
        why=f"A further micro-kernel costs a naive sender {further('naive')} cycles, of which it "
        f"does everything itself, and {further('flood')} by flooding, which all share: the lines "
        "part. A duplicate is dropped at once where it arrives.",
    )
    figure.claim(
        "The fixed pattern is the fastest, the adaptive one just behind it, flooding slower than "
        "both",
        in_order,
    )


@paper.figure("auto", "Policy auto, which the paper does not have", unit="cycles", repeat=REPEAT)
def auto(figure):
    """Mean wait of the jobs of the figures above, and how far auto is behind the better of the
    paper's policies.
    """
    jobs = {  # domains of each, and how long they run
        "5.1a": (3, SHORT),
        "5.1b": (12, SHORT),
        "5.1c": (24, SHORT),
        "5.1d": (49, SHORT),
        "5.1e": (24, LONG),
        "5.1f": (49, LONG),
    }
    waits = {
        policy: {
            name: allocate(figure, policy, 7, 4, domains, cycles)["mean"]
            for name, (domains, cycles) in jobs.items()
        }
        for policy in (*POLICIES, "auto")
    }
    best = {name: lowest(waits[policy][name] for policy in POLICIES) for name in jobs}
    behind = {name: 100 * (waits["auto"][name] / best[name] - 1) for name in jobs}
    is_close = {name: waits["auto"][name] <= 1.05 * best[name] for name in jobs}
    for name in jobs:
        figure.says(
            f"{name}: auto behind the better policy by (at most 5 % is ours)",
            f"{behind[name]} %",
            holds=is_close[name],
            check=True,
        )
    for policy, of in waits.items():
        for name, wait in of.items():
            figure.row(f"{policy}, {name}", wait, series=policy, picture=True)
    for name in jobs:
        figure.row(f"{name}: mean wait of the better policy", best[name])
    for name in jobs:
        figure.row(f"{name}: auto behind it by", behind[name], unit="%")
    for name in jobs:
        figure.claim(
            f"{name}: auto is at most 5 % behind the better policy (ours, not the paper's)",
            is_close[name],
        )
