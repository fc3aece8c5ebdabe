"""Ramachandran, the distributed job allocator of PICASO: the experiments, and the published results
(docs/papers.md). Its chip is chips/tile64.toml, of which programs use 7×7 tiles.
"""

from onchip.paper import (
    SEED,
    Paper,
    Unpublished,
    highest,
    increasing,
    listed,
    lowest,
    mean,
)

paper = Paper(
    title="Distributed Job Allocation for Large-Scale Many-Cores",
    authors="S. Ramachandran",
    text="Each tile of 7×7 has a micro-kernel, and jobs end by timers (partial-simulation mode, "
    "chapter 4); in figures 5.4 and 5.5 there are four micro-kernels on 6×6, and jobs are programs "
    "(real-task mode). Jobs that are submitted at once are so within 1,000 cycles, at other ones "
    "in each repetition. A wait lasts from the submission of a job to the start on the last of its "
    "domains; the paper's, to the time that the job “receives all the resources to execute” (5.1), "
    "which may be before the spawn request. Percentages are the paper's: cancellation against the "
    "sequencer, positive where cancellation waits less.",
)

REPEAT, FEW = 10, 6  # the paper has means of 15 runs; 10 give the same verdicts
POLICIES = ("cancel", "sequencer")
SCHEMES = ("naive", "flood", "fixed", "adaptive")
PATTERNS = ("fixed", "adaptive")
SHORT, LONG = 2000, 30_000_000  # cycles that a job runs
ORDINALS = ("first", "second", "third", "fourth")
PERCENT = {"unit": " %", "effect": True}
CHIP = {"chip": "tile64"}


def tiles(side):
    """The settings of a chip with side × side tiles."""
    return [f"mesh.columns={side}", f"mesh.rows={side}", "dram.routers=[0]"]


def allocate(figure, policy, side, jobs, domains, cycles=SHORT, scheme="fixed", **options):
    """Runs micro-kernels on side × side tiles. `options` are passed to partial_simulation.c. The
    jobs need equally many cores, and each job runs for `cycles`.
    """
    words = [f"{name}={value}" for name, value in options.items()]
    return figure.run(
        "partial_simulation.c",
        **CHIP,
        ranks=side * side,
        settings=tiles(side),
        arguments=[policy, scheme, side, jobs, domains, cycles, SEED, *words],
    )


def better(cancel, sequencer):
    """The reduction of a job's wait by cancellation, in per cent of its wait with the sequencer."""
    return 100 * (1 - cancel / sequencer)


def by_pattern(values):
    """Numbers by the pattern that spreads a request, and by the sequencer's place."""
    because = (
        "the fixed one “consumes the least amount of time” (5.3); of the sequencer it says only "
        "that one is “elected”"
    )
    return Unpublished("pattern and sequencer", values, "fixed-centre", because)


def by_length(values):
    """Numbers by the duration of short jobs."""
    because = "0.001 s are “below the minimum overhead observed”, which is not given (5.1.1)"
    return Unpublished("length of runs in cycles", values, SHORT, because)


def four_jobs(figure, domains, lengths, published, whys):
    """Adds the numbers of one of figures 5.1a to f: by the duration of jobs if there are several,
    otherwise by the pattern and the sequencer's place. `published` says by how much cancellation is
    better for the first job, the second job and so on. `whys` are functions of both runs that
    return the reasons.
    """

    def runs_of(cycles, scheme="fixed", **place):
        cancel = allocate(figure, "cancel", 7, 4, domains, cycles, scheme)
        return [cancel, allocate(figure, "sequencer", 7, 4, domains, cycles, scheme, **place)]

    if len(lengths) > 1:
        axis, both = by_length, {cycles: runs_of(cycles) for cycles in lengths}
    else:
        axis, both = by_pattern, {}
        for place, at in (("centre", {}), ("corner", {"sequencer": 0})):
            for scheme in PATTERNS:
                both[f"{scheme}-{place}"] = runs_of(*lengths, scheme, **at)
    chosen = next(iter(both.values()))
    for n, (ordinal, number, why) in enumerate(zip(ORDINALS, published, whys, strict=True), 1):
        if number is None:
            continue
        gains = {value: better(*(run[f"job_{n}"] for run in runs)) for value, runs in both.items()}
        text = f"{domains} domains: {ordinal} job, cancellation better by"
        # Hundredths of a per cent were published, so smaller differences than usual count.
        points = {"points": 0.01} if isinstance(number, tuple) else {}
        figure.says(text, axis(gains), published=number, why=why(*chosen), **points, **PERCENT)
    for policy, run in zip(POLICIES, chosen, strict=True):
        waits = {n: run[f"job_{n}"] for n in (1, 2, 3, 4)}
        figure.curve(f"{policy}, job {{}}", waits, series=policy)
    return chosen


def says_deviation(figure, waits, published=(0, 20), why=""):
    """Says how far waits are from their mean (5.1), if there are several repetitions."""
    if figure.repeat > 1:
        figure.says(
            "largest relative standard deviation of a wait",
            max(100 * wait.spread / wait.mean for wait in waits),
            published=published,
            unit=" %",
            why=why,
        )


def of_four(runs):
    """The waits of four jobs with each policy."""
    return [run[f"job_{n}"] for run in runs for n in (1, 2, 3, 4)]


def wait_of_each_further_job(run):
    """The number of cycles by which each further job waits longer."""
    return (run["job_4"] - run["job_1"]) / 3


def side_by_side(cancel, sequencer):
    """The reason why later jobs wait less with cancellation."""
    return (
        "The sequencer serves one job after the other, "
        f"{wait_of_each_further_job(sequencer)} cycles each; with cancellation jobs that do not "
        f"meet start side by side, {wait_of_each_further_job(cancel)} cycles apart."
    )


def cancelled(cancel, _):
    """The reason why the first jobs wait longer with cancellation."""
    return (
        "Until a job starts, requests of later jobs are cancelled and their cores freed: "
        f"{cancel['cancelled']} cancellations for the four jobs, each known to all domains before "
        "the cores are counted again."
    )


def already_in_queues(cancel, sequencer):
    """The reason why later jobs in a series wait less with cancellation."""
    return (
        "The sequencer sends a request only when the previous job has its cores: "
        f"{wait_of_each_further_job(sequencer)} cycles for each further job. With cancellation, "
        "the requests of the jobs that follow already stand in all wait queues: "
        f"{wait_of_each_further_job(cancel)} cycles for each."
    )


def a_share(_, sequencer):
    """The reason why a gain in per cent differs from the paper's."""
    return (
        "A share of the wait, so it depends on how long jobs run: 30,000,000 cycles here, "
        f"{LONG / sequencer['job_1']} times the first job's wait; less than 500 times in the paper."
    )


def in_the_middle(cancel, sequencer):
    """The reason why the first job of 5.1b gains little."""
    return (
        "Its request is the same with both. The sequencer stands in the middle: its request has "
        "half as far to go as one from a corner. The first of four waits "
        f"{cancel['job_1']} cycles with cancellation, {sequencer['job_1']} with the sequencer."
    )


def waits_of_four_jobs(letter, title):
    """Makes the decorator of one of figures 5.1a to 5.1f."""
    return paper.figure(f"5.1{letter}", title, unit="cycles", x="job", repeat=REPEAT)


@paper.figure(
    "2.2", "What the paper argues against: random back-off, a manager", unit="cycles", repeat=FEW
)
def baselines(figure):
    """With random back-off, the home of a job keeps the cores that it has got for a while. If they
    are not enough by then, it gives them back, and waits for a random time of at most twice as
    long. 20 or 40 jobs of 12 domains are submitted 60,000 cycles apart and run for 200,000
    cycles each; the fourth one needs all 49 domains instead. A central manager stands at the
    sequencer's place. Micro-kernels report to it when cores become idle, and once in each
    period; four jobs need all domains. The paper also mentions that a manager is a single point
    of failure and a single portal; no number shows this.
    """
    holds = (65_000, 130_000, 190_000)

    def large(policy, jobs, **options):
        run = allocate(
            figure, policy, 7, jobs, 12, 200_000, gap=60_000, large=3, homes="random", **options
        )
        return run["large"]

    few, many = ({hold: large("backoff", n, period=hold) for hold in holds} for n in (20, 40))
    others = {policy: [large(policy, n) for n in (20, 40)] for policy in POLICIES}
    starves = {hold: few[hold] * 1.5 < many[hold] for hold in holds}
    figure.says(
        "back-off starves a large job: it waits for longer, the more small jobs there are (20, 40; "
        "by half is ours)",
        f"{few[130_000]}, {many[130_000]}",
        holds=Unpublished(
            "cycles before a request yields",
            starves,
            130_000,
            "it is a “predefined wait time” (chapter 6); this is twice as long as a job of all "
            "domains waits alone",
        ),
    )
    figure.says(
        "cancellation and the sequencer do not (within 10 % is ours)",
        listed([wait for waits in others.values() for wait in waits], ", "),
        holds=highest(more / less for less, more in others.values()) < 1.1,
    )
    periods = (0, 100_000, 50_000, 30_000)
    last = {
        side: {
            period: allocate(figure, "central", side, 4, side * side, period=period)["last"]
            for period in periods
        }
        for side in (4, 7)
    }
    rivals = {side: allocate(figure, "sequencer", side, 4, side * side)["last"] for side in (4, 7)}
    figure.says(
        "a manager: contention by incessant status updates (the last of four jobs; reports only at "
        "the ends of jobs, every 100,000, 50,000, 30,000 cycles)",
        listed(last[7].values(), ", "),
        holds=increasing(*last[7].values()),
    )
    ratios = {
        period: last[4][period] / rivals[4] < last[7][period] / rivals[7] for period in periods
    }
    figure.says(
        "a manager does not scale: from 16 to 49 micro-kernels its last job's wait grows by more "
        "than with the sequencer",
        f"{last[7][100_000] / last[4][100_000]} and {rivals[7] / rivals[4]} times",
        holds=Unpublished(
            "cycles between reports",
            ratios,
            100_000,
            "cores “continuously report their availability status”",
        ),
    )
    for hold in holds:
        figure.row(f"back-off, {hold:,} cycles: the large of 20 jobs", few[hold])
        figure.row(f"back-off, {hold:,} cycles: the large of 40 jobs", many[hold])
    for policy, waits in others.items():
        for count, wait in zip((20, 40), waits, strict=True):
            figure.row(f"{policy}: the large of {count} jobs", wait)
    for period in periods:
        figure.row(f"manager, period {period:,}: the last of four, 49 domains", last[7][period])
    figure.row("sequencer: the last of four, 49 domains", rivals[7])


@waits_of_four_jobs("a", "Waits of four jobs, 3 domains each")
def four_jobs_of_3(figure):
    """Four jobs are submitted at once in the corners. They run shorter than their allocation
    takes.
    """
    runs = four_jobs(figure, 3, [SHORT], [23, 76, 83, 83], [side_by_side] * 4)
    says_deviation(figure, of_four(runs))


@waits_of_four_jobs("b", "Waits of four jobs, 12 domains each")
def four_jobs_of_12(figure):
    """Four jobs are submitted at once in the corners. They run shorter than their allocation
    takes.
    """
    whys = [in_the_middle, *[side_by_side] * 3]
    runs = four_jobs(figure, 12, [SHORT], [21, 58, 73, 48], whys)
    says_deviation(
        figure,
        of_four(runs),
        41,
        "As in the paper, a wait depends on how many requests are cancelled, which the order of "
        f"submissions decides: {runs[0]['cancelled']} on average.",
    )


@waits_of_four_jobs("c", "Waits of four jobs, 24 domains each, short runs")
def four_short_jobs_of_24(figure):
    """Four jobs are submitted at once in the corners. They run shorter than their allocation
    takes: the first job waits 36,000 cycles.
    """
    whys = [cancelled, *[already_in_queues] * 3]
    lengths = [SHORT, 20_000, 30_000]
    runs = four_jobs(figure, 24, lengths, [-17, -12, -7, -4], whys)
    says_deviation(figure, of_four(runs))


@waits_of_four_jobs("d", "Waits of four jobs, 49 domains each, short runs")
def four_short_jobs_of_49(figure):
    """Four jobs are submitted at once in the corners. They run shorter than their allocation
    takes: the first job waits 70,000 cycles.
    """

    def meets_responses(_, sequencer):
        return (
            "With short jobs the spawn of the first job meets the responses to the second request: "
            f"{sequencer['job_1']} cycles with the sequencer, which is at the centre and answers "
            "for everybody; with long ones it does not (5.1f)."
        )

    published = [-12, -4, None, -1]
    whys = [meets_responses, cancelled, cancelled, cancelled]
    lengths = [SHORT, 20_000, 50_000]
    runs = four_jobs(figure, 49, lengths, published, whys)
    says_deviation(figure, of_four(runs))


@waits_of_four_jobs("e", "Waits of four jobs, 24 domains each, long runs")
def four_long_jobs_of_24(figure):
    """Four jobs are submitted at once in the corners. They run 30,000,000 cycles, hundreds of
    times as long as the first one waits. In the paper they run 0.5 s, 500 times as long as short
    jobs, which are shorter than any allocation: so it is less than 500 times as long.
    """
    both = (-0.05, -0.03)
    whys = [cancelled, a_share, a_share, a_share]
    runs = four_jobs(figure, 24, [LONG], [-17, -13, both, both], whys)
    says_deviation(figure, of_four(runs))


@waits_of_four_jobs("f", "Waits of four jobs, 49 domains each, long runs")
def four_long_jobs_of_49(figure):
    """Four jobs are submitted at once in the corners. They run 30,000,000 cycles, hundreds of
    times as long as the first one waits. In the paper they run 0.5 s, 500 times as long as short
    jobs, which are shorter than any allocation: so it is less than 500 times as long.
    """
    rest = (-0.04, -0.01)
    whys = [cancelled, a_share, a_share, a_share]
    runs = four_jobs(figure, 49, [LONG], [-12, rest, rest, rest], whys)
    says_deviation(figure, of_four(runs))


SIDES = (2, 3, 4, 5, 6, 7)
HOMES = {
    "fixed": ("corners", "row", "diagonal", "random"),
    "adaptive": ("corners", "row", "random"),
}


def jobs_on_tiles(figure, n, homes, pattern):
    """Runs n jobs of n domains each on n × n tiles, with each policy."""
    return [allocate(figure, policy, n, n, n, scheme=pattern, homes=homes) for policy in POLICIES]


def curves_of_first_and_last(figure, runs):
    """Draws the waits of the first and of the last job. `runs` maps n to the runs of each
    policy.
    """
    for at, policy in enumerate(POLICIES):
        for job in ("first", "last"):
            name = f"{policy}, {job}"
            waits = {n: runs[n][at][job] for n in SIDES}
            figure.curve(f"{name} of {{}}", waits, series=name)


def many_jobs(letter, title):
    """Makes the decorator of figure 5.2, or of one of its variants."""
    return paper.figure(f"5.2{letter}", title, unit="cycles", x="n", repeat=8)


@many_jobs("", "n jobs of n domains each on n × n tiles")
def jobs_side_by_side(figure):
    """The jobs could all run side by side. They run 2,000 cycles each. Homes: first the corners,
    then the other tiles in their order; the first row; the diagonal; any tiles, other ones in each
    repetition. Requests are spread by the fixed or by the adaptive pattern; the paper does not say
    which of them its experiments use. The table has jobs from the corners, by the fixed pattern.
    """
    chosen = "corners-fixed"
    runs = {
        f"{homes}-{pattern}": {n: jobs_on_tiles(figure, n, homes, pattern) for n in SIDES}
        for pattern, all_homes in HOMES.items()
        for homes in all_homes
    }

    def gains(job, n):
        values = {name: better(*(run[job] for run in of[n])) for name, of in runs.items()}
        because = (
            "jobs of 5.1.1 come “from the four extreme corners”; the fixed pattern “consumes the "
            "least amount of time” (5.3)"
        )
        return Unpublished("homes and pattern", values, chosen, because)

    def why(n):
        cancel, sequencer = runs[chosen][n]
        return (
            f"Which jobs meet, their homes decide. With n = {n} in the corners, "
            f"{cancel['cancelled']} requests are cancelled, and the last job comes "
            f"{cancel['last'] - cancel['first']} cycles after the first one; with the sequencer "
            f"{sequencer['last'] - sequencer['first']}. What would be needed: the homes of the "
            "paper's jobs, the sequencer's place, and what a request costs against a cancellation."
        )

    published = {
        "first": {2: 6, 3: (6, 60), 4: (6, 60), 5: (6, 60), 6: (6, 60), 7: 60},
        "last": {2: (-12, -1), 3: (-12, -1), 4: (0, 15), 5: (0, 15), 6: (0, 15), 7: (0, 15)},
    }
    for job, numbers in published.items():
        for n, number in numbers.items():
            text = f"{n} jobs: the {job}, cancellation better by"
            figure.says(text, gains(job, n), published=number, why=why(n), **PERCENT)
    says_deviation(
        figure,
        [run[job] for n in SIDES for run in runs[chosen][n] for job in published],
        why="The order of submissions differs between repetitions, and with it which jobs meet.",
    )
    curves_of_first_and_last(figure, runs[chosen])


@many_jobs("+", "The same with the adaptive pattern")
def jobs_side_by_side_adaptive(figure):
    """Jobs from the corners, by the adaptive pattern. The statements on figure 5.2 count both
    patterns.
    """
    curves_of_first_and_last(
        figure, {n: jobs_on_tiles(figure, n, "corners", "adaptive") for n in SIDES}
    )


@paper.figure(
    "5.3",
    "Worst case: jobs that all need all 49 domains",
    unit="cycles",
    x="jobs",
    repeat=FEW,
)
def worst_case(figure):
    """Wait of the first job that starts, by the number of jobs that are submitted at once, each at
    a micro-kernel of its own.
    """
    few, many, bounded = (4, 8, 12), (16, 24, 49), (4, 16, 49)
    runs = {
        (homes, policy, n): allocate(figure, policy, 7, n, 49, homes=homes)
        for homes in ("corners", "random")
        for policy in POLICIES
        for n in (*few, *many[:-1])
    }
    for homes in ("corners", "random"):  # for 49 jobs, one at each micro-kernel
        for policy in POLICIES:
            runs[homes, policy, 49] = allocate(figure, policy, 7, 49, 49)

    def firsts(homes, counts):
        return [[runs[homes, policy, n]["first"] for policy in POLICIES] for n in counts]

    def by_homes(counts, compare):
        because = "jobs of 5.1.1 come “from the four extreme corners”"
        values = {homes: compare(firsts(homes, counts)) for homes in ("corners", "random")}
        return Unpublished("homes", values, "corners", because)

    def shown(counts):
        return f"better by {listed((better(*both) for both in firsts('corners', counts)), ', ')} %"

    four, eight = (firsts("corners", [n])[0] for n in (4, 8))
    reason = (
        f"The lines cross earlier: with 4 jobs the first one waits {four[0]} cycles with "
        f"cancellation and {four[1]} with the sequencer, with 8 {eight[0]} and {eight[1]}. What "
        "the sequencer costs is one message from the first job's home; what cancellation costs "
        "grows with the requests that are there before that of the first job. For a crossing at 12 "
        "the message to the sequencer would have to cost as much as those of 12 jobs."
    )
    figure.says(
        "above a quarter of the micro-kernels the sequencer's first job waits less (16, 24, 49 "
        "jobs; cancellation)",
        shown(many),
        holds=by_homes(many, lambda all_of: highest(b / a for a, b in all_of) < 1),
        why=reason,
    )
    figure.says(
        "up to a quarter it does not (4, 8, 12 jobs; cancellation)",
        shown(few),
        holds=by_homes(few, lambda all_of: highest(a / b for a, b in all_of) <= 1),
        why=reason,
    )

    def bound(policy, n):
        return n * runs["corners", policy, n]["first"] + (n - 1) * SHORT

    for policy, text in (
        (
            "cancel",
            "completion is bounded (chapter 6), cancellation: the last of 4, 16, 49 waits at most "
            "for the runs of the others, and for each as long as the first (the formula is ours)",
        ),
        ("sequencer", "the same, sequencer"),
    ):
        last = {n: runs["corners", policy, n]["last"] for n in bounded}
        figure.says(
            text,
            f"49 jobs: {last[49]} of {bound(policy, 49)} cycles",
            holds=highest(last[n] / bound(policy, n) for n in bounded) <= 1,
        )
    says_deviation(figure, [run["first"] for run in runs.values()])
    for policy in POLICIES:
        waits = {n: runs["corners", policy, n]["first"] for n in (*few, *many)}
        figure.curve(f"{policy}, {{}} jobs", waits, series=policy)
    for policy in POLICIES:
        for n in bounded:
            figure.row(f"{policy}, {n} jobs: longest wait", runs["corners", policy, n]["last"])


WINDOWS = (1, 1000, 20_000)


def real_tasks(figure, count, cores, window=1000):
    """Runs of figures 5.4 and 5.5 with small jobs, by policy."""
    return {policy: run_real(figure, policy, count, cores, window, [32, 1]) for policy in POLICIES}


def run_real(figure, policy, count, cores, window, task_arguments, **options):
    """Runs jobs of ft.c in real-task mode."""
    return figure.start_jobs(
        "real_task.c",
        **CHIP,
        cores=[7, 10, 25, 28],
        settings=["mesh.columns=6", "mesh.rows=6", "dram.routers=[0, 5, 30, 35]"],
        arguments=[policy, 2, 6, count, cores, SEED, window],
        jobs=count,
        task="ft.c",
        task_arguments=task_arguments,
        **options,
    )


def row_real_tasks(figure, short, whole, wait, count):
    """Adds rows: the wait of each job with each policy."""
    for runs, rest, in_picture in ((short, "", True), (whole, ", class S, once", False)):
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
    repeat=FEW,
)
def parallel_tasks(figure):
    """Four domains of 3×3 tiles, each with a micro-kernel at its centre and eight workers. The jobs
    are 3-D FFTs as NAS FT at class S, 64×64×64 points and six iterations, and each checks its sums
    against the published ones. Their programs come from DRAM after the wait. One run has jobs of
    class S. The repetitions have jobs of 32×32×32 points and one iteration, because the wait does
    not depend on what a job does with its cores.
    """
    short = real_tasks(figure, 2, 16)
    whole = {
        policy: run_real(figure, policy, 2, 16, 1000, [64, 6], once=True) for policy in POLICIES
    }
    cancel, sequencer = (mean(short[policy][f"job_{n}"] for n in (1, 2)) for policy in POLICIES)
    figure.says(
        "two FT.S.16 in parallel: cancellation has less overhead (mean wait: cancellation, "
        "sequencer)",
        f"{cancel}, {sequencer}",
        holds=cancel < sequencer,
    )
    for n in (1, 2):
        waits = [short[policy][f"job_{n}"] for policy in POLICIES]
        figure.says(
            f"job {n} alone",
            listed(waits, ", "),
            holds=waits[0] < waits[1],
            why=f"Two jobs that need half of all cores each compete for the same domains here: "
            f"{short['cancel']['cancelled']} cancellations.",
        )
    figure.says(
        "class S: the same (once)",
        listed((mean(whole[policy][f"job_{n}"] for n in (1, 2)) for policy in POLICIES), ", "),
        holds=mean(whole["cancel"][f"job_{n}"] for n in (1, 2))
        < mean(whole["sequencer"][f"job_{n}"] for n in (1, 2)),
        check=True,
    )
    row_real_tasks(figure, short, whole, "job", 2)
    figure.row(
        "from the end of the wait to the first instruction, cancellation, class S",
        whole["cancel"]["load"],
    )
    figure.row(
        "from the first instruction to the end, cancellation, class S", whole["cancel"]["run"]
    )


@paper.figure(
    "5.5",
    "Real tasks: four FFT jobs of 32 cores in series",
    unit="cycles",
    x="job",
    repeat=FEW,
)
def tasks_in_series(figure):
    """Four domains with eight workers each, and FFTs as in figure 5.4, each of which needs all 32
    workers. A job's wait does not include the time for which the jobs before it ran.
    """
    short = {window: real_tasks(figure, 4, 32, window) for window in WINDOWS}
    whole = {
        policy: run_real(figure, policy, 4, 32, 1000, [64, 6], once=True) for policy in POLICIES
    }

    def by_window(compare):
        values = {
            window: compare(
                [[runs[policy][f"exclusive_{n}"] for n in (1, 2, 3, 4)] for policy in POLICIES]
            )
            for window, runs in short.items()
        }
        because = "jobs are submitted “simultaneously”, and 1,000 cycles are less than a message"
        return Unpublished("cycles within which jobs are submitted", values, 1000, because)

    cancel, sequencer = (
        {n: short[1000][policy][f"exclusive_{n}"] for n in (1, 2, 3, 4)} for policy in POLICIES
    )
    step = {
        policy: (waits[4] - waits[1]) / 3
        for policy, waits in zip(POLICIES, (cancel, sequencer), strict=True)
    }
    needed = (
        f"The sequencer's first job gains {cancel[1] - sequencer[1]} cycles, as no request is "
        f"cancelled. Each further one costs it {step['sequencer']} cycles, since it requests for "
        f"one at a time, and {step['cancel']} with cancellation, whose requests already stand in "
        "the wait queues. For all jobs to gain much, a cancellation would have to cost more than "
        f"{step['sequencer'] - step['cancel']} cycles for each job that waits; a core that is "
        "freed costs a count here, in the paper perhaps a message to each pico-kernel."
    )
    figure.says(
        "four FT.S.32 in series: the sequencer is much better (mean exclusive wait less by; at "
        "least a quarter is ours)",
        by_window(lambda both: 100 * (1 - mean(both[1]) / mean(both[0]))),
        published=(25, 100),
        printed="much better",
        why=needed,
        **PERCENT,
    )
    for n in (1, 2, 3, 4):
        figure.says(
            f"job {n}: the sequencer's exclusive wait is shorter (cancellation, sequencer)",
            f"{cancel[n]}, {sequencer[n]}",
            holds=by_window(lambda both, at=n - 1: both[1][at] < both[0][at]),
            why=needed,
        )
    row_real_tasks(figure, short[1000], whole, "exclusive", 4)


SOURCES = {"corner": lambda _: 0, "edge": lambda n: n // 2, "centre": lambda n: n * n // 2}


@paper.figure(
    "5.6",
    "Propagation: a message to all and their replies",
    unit="cycles",
    x="micro-kernels",
)
def propagation(figure):
    """Cycles from the first message of the source until all have replied along the reverse path. A
    micro-kernel replies when all micro-kernels to which it has passed the message on have
    replied. With flooding, two copies that meet on a link count as the replies to each other.
    The second message of a source is measured. The fixed pattern is that of 2.3.4: a source at
    the bottom left sends east, at the bottom right north, at the top right west, and at the top
    left south. Elsewhere, each of the source's four arms serves the quadrant clockwise of it.
    """
    # Maps micro-kernels to tiles on a side.
    sides = {side * side: side for side in (2, 3, 4, 5, 6, 7)}

    def spread(scheme, side, source, *settings):
        return figure.run(
            "broadcast.c",
            **CHIP,
            ranks=side * side,
            settings=[*tiles(side), *settings],
            arguments=[scheme, side, SOURCES[source](side)],
        )

    runs = {
        (source, scheme, n): spread(scheme, side, source)
        for source in SOURCES
        for scheme in SCHEMES
        for n, side in sides.items()
    }

    def cycles(source, n, schemes=SCHEMES):
        return [runs[source, scheme, n]["cycles"] for scheme in schemes]

    def all_below(one, others, n):
        return by_source(
            lambda source: highest(cycles(source, n, others)) < cycles(source, n, [one])[0]
        )

    def by_source(compare):
        because = "figure 2.5a has the source there"
        return Unpublished(
            "source", {source: compare(source) for source in SOURCES}, "corner", because
        )

    def further(scheme):
        return (runs["corner", scheme, 49]["cycles"] - runs["corner", scheme, 36]["cycles"]) / 13

    for n in sides:
        naive, flood, fixed, adaptive = cycles("corner", n)
        shown = listed([naive, flood, fixed, adaptive], ", ")
        figure.says(
            f"{n}: naive sending takes longest (naive, flooding, fixed, adaptive)",
            shown,
            holds=all_below("naive", SCHEMES[1:], n),
            why="With so few recipients a message straight to each has one hop less than one that "
            "is passed on, and is handled once.",
        )
        figure.says(
            f"{n}: flooding takes longer than both patterns",
            holds=all_below("flood", PATTERNS, n),
        )
        figure.says(
            f"{n}: adaptive is slightly costlier than fixed (up to 10 % is ours)",
            100 * (adaptive / fixed - 1),
            published=(0, 10),
            printed="slightly",
            unit=" %",
            why="An adaptive tree grows where messages come first, so its nodes have other depths "
            "and numbers of children than those of the fixed pattern. Which has the longest branch "
            "depends on the size.",
        )
    naive, flood, *_ = cycles("corner", 49)
    below = [n for n in sides if n < 43]
    others = ("naive", "flood", "adaptive")

    def in_per_cent(one, others, source, counts):
        """The time of a scheme in per cent of the best time of others, for each number of nodes."""
        return [
            100 * cycles(source, n, [one])[0] / lowest(cycles(source, n, others)) for n in counts
        ]

    def is_least(source):
        return highest(in_per_cent("fixed", others, source, sides)) < 100

    def is_slightly_better(source):
        ratios = in_per_cent("flood", ["naive"], source, below)
        return (highest(ratios) < 100) & (lowest(ratios) >= 90)

    figure.says(
        "fixed consumes the least time (4, 9, 16, 25, 36, 49: in per cent of the least of the "
        "others)",
        f"{listed(in_per_cent('fixed', others, 'corner', sides), ', ')} %",
        holds=by_source(is_least),
        why="With 4 micro-kernels naive sending has one hop less; with 9 and 16 an adaptive tree "
        "is as good.",
    )
    figure.says(
        "flooding performs slightly better than naive sending, up to 43 nodes (4, 9, 16, 25, 36: "
        "in per cent of naive sending; by up to 10 % is ours)",
        f"{listed(in_per_cent('flood', ['naive'], 'corner', below), ', ')} %",
        printed="slightly",
        holds=by_source(is_slightly_better),
        why="By flooding all pass the message on, which costs more than sending with few "
        "micro-kernels, and far less with many.",
    )
    figure.says(
        "flooding is as costly as naive sending above 43 nodes (49: flooding, in per cent of naive "
        "sending; within 10 % is ours)",
        by_source(lambda source: 100 * cycles(source, 49)[1] / cycles(source, 49)[0]),
        published=(90, 110),
        printed="as costly",
        unit=" %",
        why=f"A further micro-kernel costs a naive sender {further('naive')} cycles, as it handles "
        f"all itself, and {further('flood')} by flooding, whose work all share: the lines part. "
        "They would meet if passing on a message to three neighbours, and taking one that comes "
        f"again, cost {naive / 12} cycles at each of the 12 hops from corner to corner, instead of "
        f"{flood / 12}: more than sending {(naive / 12) / further('naive')} messages.",
    )
    for scheme in ("naive", "fixed", "adaptive"):
        requests = [runs["corner", scheme, n]["messages"] for n in sides]
        ratios = [one / (n - 1) for one, n in zip(requests, sides, strict=True)]
        figure.says(
            f"{scheme}: n² - 1 messages on n × n, n = 2 … 7",
            listed(requests, ", "),
            printed="3, 8, 15, 24, 35, 48",
            holds=highest([*ratios, *(1 / ratio for ratio in ratios)]) == 1,
        )
    for n, side in sides.items():
        figure.says(
            f"flooding, {n}: 2n(n - 1) messages, one for each link; ours are as sent",
            runs["corner", "flood", n]["messages"],
            published=2 * side * (side - 1),
            why="The paper counts one message for each link. Each node passes the request to all "
            "neighbours but the one that it has it from, so links where both ends have it already "
            "carry two: 4n(n − 1) − (n² − 1).",
        )
    copied = {
        n: spread("multicast", side, "corner", 'network.multicast="rectangle"')
        for n, side in sides.items()
    }
    figure.says(
        "multicast in the network (chapter 6), where routers copy the packets of one message to "
        "all, and all reply to the source: it takes fewer cycles than naive sending",
        f"{copied[49]['cycles']} cycles for {copied[49]['messages']} message and "
        f"{copied[49]['replies']} replies, naive {naive} for 48 messages",
        holds=highest([copied[n]["cycles"] / runs["corner", "naive", n]["cycles"] for n in sides])
        < 1,
        check=True,
    )
    for scheme in SCHEMES:
        cycles = {n: runs["corner", scheme, n]["cycles"] for n in sides}
        figure.curve(f"{scheme}, {{}}", cycles, series=scheme)
    figure.curve(
        "multicast, {}", {n: run["cycles"] for n, run in copied.items()}, series="multicast"
    )


@paper.figure("auto", "Policy auto, which the paper does not have", unit="cycles", repeat=REPEAT)
def auto(figure):
    """Mean wait of the jobs of the figures above, and how far auto is behind the better of the
    paper's policies.
    """
    jobs = {  # the number of domains that each job needs, and how long the jobs run
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
