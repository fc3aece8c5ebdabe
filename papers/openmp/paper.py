"""Tendulkar and others, the OpenMP of SARC: the experiments, and the published results
(docs/papers.md). Its chip is chips/sarc4.toml, where each number has its source.
"""

import itertools

from onchip.paper import Paper, faster, highest, increasing, listed, lowest, mean, queued

paper = Paper(
    title="Fine-Grain OpenMP Runtime Support with Explicit Communication Hardware Primitives",
    authors="P. Tendulkar, V. Papaefstathiou, G. Nikiforos, S. Kavadias, D. S. Nikolopoulos, "
    "M. Katevenis",
    columns=("published mechanism", "our default"),
    text="The paper's cores are MicroBlazes, and its prototype takes more cycles for each of its "
    "primitives than our reference costs say; what compares is the order of the mechanisms, and "
    "what is between them. Overheads are those of EPCC's microbenchmarks, written anew: the time "
    "of a construct with a delay in it, less that of the delay alone. `onchip run --omp` selects a "
    "mechanism ([mechanisms](../openmp-mechanisms.md)).",
)

CHIP = "sarc4"
REPEAT = 4  # repetitions, each with code and data at other addresses
CORES = (2, 3, 4)
REGIONS = {  # the paper's names of the ways to start and to end a region
    "q-ctr": ("queue", "counter"),
    "scr-ctr": ("scratchpad", "counter"),
    "q-scr": ("queue", "flags"),
    "scr-scr": ("scratchpad", "flags"),
}
OVERHEADS = "../../benchmarks/omp/overheads.c"


def cores_of(count):
    """The name of a team's size."""
    return f"{count} core{'s' if count > 1 else ''}"


class Overheads:
    """The runs of the overheads benchmark, for each number of cores."""

    def __init__(self, figure):
        def by_cores(*omp, cores=CORES, settings=()):
            return {
                n: figure.run(OVERHEADS, chip=CHIP, threads=n, omp=omp, settings=settings)
                for n in cores
            }

        every = (1, *CORES)
        self.regions = {
            name: by_cores(f"region={region}", f"end={end}")
            for name, (region, end) in REGIONS.items()
        }
        self.barriers = {
            how: by_cores(f"barrier={how}", cores=every) for how in ("mutex", "counter")
        }
        self.locks = {how: by_cores(f"lock={how}") for how in ("mutex", "queue")}
        self.ints = {how: by_cores(f"lock={how}", "atomic=lock") for how in ("mutex", "queue")}
        self.reductions = {
            how: by_cores(f"reduction={how}", cores=every) for how in ("queue", "slots")
        }
        self.divides = {cycles: by_cores(settings=[f"core.divide={cycles}"]) for cycles in (4, 8)}
        self.served = by_cores(
            "lock=mutex", "atomic=lock", "barrier=mutex", settings=["dram.mutex_latency=64"]
        )
        self.late = figure.run(
            "late_token.c", chip=CHIP, threads=2, omp=["lock=queue"], arguments=[14]
        )
        self.slower = {
            key: {
                how: figure.run(
                    OVERHEADS,
                    chip=CHIP,
                    threads=2,
                    omp=[f"lock={how}"],
                    settings=[key, "network.buffer_flits=16"],
                )
                for how in ("queue", "mutex")
            }
            for key in ("ni.register=8", "ni.delay=4", "network.router=4")
        }
        self.parts = {
            how: figure.run("parts.c", chip=CHIP, threads=4, omp=[f"lock={how}"])
            for how in ("queue", "mutex")
        }
        self.sums = {
            how: figure.run("sums.c", chip=CHIP, threads=4, omp=[f"reduction={how}"])
            for how in ("slots", "queue")
        }


PUBLISHED = {  # cycles, by mechanism and number of cores
    "parallel q-ctr": {2: 195, 3: 231, 4: 269},
    "parallel scr-ctr": {2: 109, 3: 137, 4: 148},
    "parallel q-scr": {2: 199, 3: 233, 4: 266},
    "parallel scr-scr": {2: 113, 3: 140, 4: 162},
    "for mutex": {1: 127, 2: 220, 3: 359, 4: 561},
    "for counter": {1: 102, 2: 110, 3: 119, 4: 126},
    "barrier mutex": {1: 108, 2: 201, 3: 337, 4: 539},
    "barrier counter": {1: 79, 2: 87, 3: 94, 4: 100},
    "critical mutex": {1: 180, 2: 66, 3: 76, 4: 91},
    "critical queue": {1: 93, 2: 67, 3: 65, 4: 65},
    "atomic mutex": {1: 180, 2: 200, 3: 304, 4: 447},
    "atomic queue": {1: 94, 2: 116, 3: 128, 4: 134},
    "reduction q": {1: 125, 2: 308, 3: 355, 4: 426},
    "reduction scr": {1: 50, 2: 152, 3: 178, 4: 210},
}


@paper.figure("I", "Overheads of directives, by mechanism", unit="cycles", x="cores", repeat=REPEAT)
def overheads(figure):
    """The cost of each construct without the work in it. A static loop includes the two divisions
    that GCC inlines. In a critical section the work is a delay of about 200 cycles. "Of one
    core" means a pair of locking and unlocking by thread 0 that no other thread waits for, while
    the other cores of the chip run. An atomic construct is an addition to an `int`: with `--omp
    atomic=lock` GCC makes two calls of it, one that locks and one that unlocks, otherwise one
    instruction. On a `double` it always makes the calls. A reduction is a region that calls
    `onchip_sum_int`. The clause `reduction`, as GCC compiles it, is an addition in the memory of
    thread 0, by an instruction or under the lock of atomic.
    """
    runs = Overheads(figure)
    say_overheads(figure, runs)
    row_overheads(figure, runs)
    claim_overheads(figure, runs)
    on_other_cores(figure)


OTHER_CORES = {"ibex": "Ibex", "cv32e40p": "CV32E40P"}  # docs/cores.md


def on_other_cores(figure):
    """Adds the rows of table I for four cores. These rows use the costs of existing cores in place
    of the reference costs. These cores have no atomics, so the atomic construct takes the lock.
    """
    mechanisms = {
        ("region=scratchpad", "end=counter"): {"parallel scr-ctr": "parallel"},
        ("region=queue", "end=counter"): {"parallel q-ctr": "parallel"},
        ("barrier=mutex",): {"for mutex": "for", "barrier mutex": "barrier"},
        ("barrier=counter",): {"for counter": "for", "barrier counter": "barrier"},
        ("lock=mutex",): {"critical mutex": "critical"},
        ("lock=queue",): {"critical queue": "critical"},
        ("lock=mutex", "atomic=lock"): {"atomic mutex": "atomic"},
        ("lock=queue", "atomic=lock"): {"atomic queue": "atomic"},
        ("reduction=slots",): {"reduction scr": "reduction_call"},
        ("reduction=queue",): {"reduction q": "reduction_call"},
    }
    for core, printed in OTHER_CORES.items():
        for omp, rows in mechanisms.items():
            run = figure.run(OVERHEADS, chip=CHIP, threads=4, omp=omp, settings=[f"core={core}"])
            for text, name in rows.items():
                figure.row(f"{text}, 4 cores, on {printed} (our check)", run[name])


def say_overheads(figure, runs):
    """Compares table I with the paper's text."""
    regions, barriers, locks = runs.regions, runs.barriers, runs.locks
    ints, reductions, served = runs.ints, runs.reductions, runs.served

    for text, key, ours, default in (
        ("parallel scr-ctr", "parallel scr-ctr", regions["scr-ctr"], regions["scr-ctr"]),
        ("parallel q-ctr", "parallel q-ctr", regions["q-ctr"], regions["scr-ctr"]),
        ("parallel scr-scr", "parallel scr-scr", regions["scr-scr"], regions["scr-ctr"]),
        ("parallel q-scr", "parallel q-scr", regions["q-scr"], regions["scr-ctr"]),
        ("for by counters", "for counter", barriers["counter"], barriers["counter"]),
        ("for by a mutex", "for mutex", barriers["mutex"], barriers["counter"]),
        ("barrier by counters", "barrier counter", barriers["counter"], barriers["counter"]),
        ("barrier by a mutex", "barrier mutex", barriers["mutex"], barriers["counter"]),
        ("critical by a queue", "critical queue", locks["queue"], locks["queue"]),
        ("critical by a mutex", "critical mutex", locks["mutex"], locks["queue"]),
        ("atomic by a queue", "atomic queue", ints["queue"], locks["queue"]),
        ("atomic by a mutex", "atomic mutex", ints["mutex"], locks["queue"]),
    ):
        construct, _ = key.split()
        numbers = ours[4][construct], default[4][construct], PUBLISHED[key][4]
        figure.says(f"{text}, 4 cores", *numbers)
    for text, how in (("reduction scr", "slots"), ("reduction q", "queue")):
        figure.says(
            f"{text}, 4 cores",
            reductions[how][4]["reduction_call"],
            reductions["slots"][4]["reduction"],
            PUBLISHED[text][4],
        )
    pair = locks["queue"][2]["critical_pair"]
    figure.says("a pair of locking and unlocking, by a queue, 1 core", pair, pair, 93)

    counter, mutex = barriers["counter"], barriers["mutex"]

    def loops(of):
        return [of[n]["for"] for n in CORES]

    def is_dominated(of, barriers):
        return highest(of[n]["for"] / barriers[n]["barrier"] for n in CORES) < 2

    figure.says(
        "for is dominated by its barrier (2, 3, 4 cores: loop, barrier)",
        f"{listed(loops(counter))}, {listed(counter[n]['barrier'] for n in CORES)}",
        printed="110 / 119 / 126, 87 / 94 / 100",
        holds=is_dominated(counter, counter),
    )
    for cycles, of in runs.divides.items():
        figure.says(
            f"the same, where a division takes {cycles} cycles",
            listed(loops(of)),
            holds=is_dominated(of, of),
            check=True,
        )
    factors = [mutex[n]["for"] / counter[n]["for"] for n in CORES]
    figure.says(
        "counters outperform the mutex by factors of two to five in loops",
        listed(factors),
        printed="2 … 5",
        holds=(lowest(factors) >= 2) & (lowest(factors) <= 5),
    )
    figure.says(
        "a barrier of counters is up to 5.4 times as fast",
        highest(mutex[n]["barrier"] / counter[n]["barrier"] for n in CORES),
        published=5.4,
    )

    def atomics(of):
        return [of[n]["atomic"] for n in CORES]

    for how in ("queue", "mutex"):
        pair, double = ints[how][2]["atomic_int_pair"], locks[how][2]["atomic_pair"]
        doubles = listed(locks[how][n]["atomic_double"] for n in CORES)
        table = PUBLISHED[f"atomic {how}"]
        figure.says(
            f"the overlap in atomic is negligible: by a {how} no less than on 1 core (1; 2, 3, 4)",
            f"{pair}; {listed(atomics(ints[how]))}",
            printed=f"{table[1]}; {listed(table[n] for n in CORES)}",
            holds=lowest(atomics(ints[how])) >= pair,
            why="The calls, the test whether there is a team, and a note of the holder are done "
            "while another thread has the lock; of a `double`, which goes without the note, it "
            f"takes {doubles} cycles, and {double} on 1 core.",
        )
    figure.says(
        "by a mutex atomic takes longer with every core (2, 3, 4)",
        listed(atomics(ints["mutex"])),
        printed="200 / 304 / 447",
        holds=increasing(*atomics(ints["mutex"])),
    )
    figure.says(
        "the same, where the memory serves a mutex in 64 cycles, so that a pair on one core takes "
        "about the published 180",
        f"{served[2]['atomic_int_pair']}; {listed(atomics(served))}",
        holds=increasing(*atomics(served)),
        check=True,
    )
    figure.says(
        "and the barrier by a mutex then (2, 3, 4)",
        listed(served[n]["barrier"] for n in CORES),
        printed="201 / 337 / 539",
        check=True,
    )

    def regions_by(*names):
        return {n: [regions[name][n]["parallel"] for name in names] for n in CORES}

    scratchpad, queue = regions_by("scr-ctr", "scr-scr"), regions_by("q-ctr", "q-scr")
    figure.says(
        "a descriptor in the scratchpad is faster than in a queue (2, 3, 4 cores)",
        holds=highest(highest(scratchpad[n]) / lowest(queue[n]) for n in CORES) < 1,
    )
    ends = [counter / flags for of in (scratchpad, queue) for counter, flags in of.values()]
    figure.says(
        "ends by a counter are faster than by flags (2, 3, 4 cores)", holds=highest(ends) < 1
    )

    figure.says(
        "starting a region and processing its end, of the text (scr-ctr; 2, 3, 4 cores)",
        [regions["scr-ctr"][n]["parallel"] for n in CORES],
        published=(109, 148),
        unit=" cycles",
    )

    synchronisations = {
        "barrier": counter[4]["barrier"],
        "critical": locks["queue"][4]["critical"],
        "atomic": ints["queue"][4]["atomic"],
        "reduction": reductions["slots"][4]["reduction_call"],
    }
    figure.says(
        f"synchronisation primitives, of the abstract ({', '.join(synchronisations)}; 4 cores)",
        list(synchronisations.values()),
        published=(65, 210),
        unit=" cycles",
    )
    overlapped = [locks["queue"][n]["critical"] for n in CORES]
    figure.says(
        "critical by a queue when others wait (2, 3, 4 cores)",
        overlapped,
        published=(65, 67),
        unit=" cycles",
    )
    by_queue, by_mutex = locks["queue"][2]["critical"], locks["mutex"][2]["critical"]
    figure.says(
        "critical on 2 cores is no faster by a queue",
        f"{by_queue} and {by_mutex}",
        printed="67 and 66",
        holds=by_mutex <= by_queue,
    )
    slower = [(of["queue"]["critical"], of["mutex"]["critical"]) for of in runs.slower.values()]
    figure.says(
        "the same, with ni.register = 8, ni.delay = 4, network.router = 4: with none of them "
        "either",
        ", ".join(f"{queue} and {mutex}" for queue, mutex in slower),
        holds=lowest(mutex - queue for queue, mutex in slower) <= 0,
        check=True,
    )
    late = runs.late["critical"]
    locking = runs.parts["queue"]["lock"] + runs.late["late"]
    figure.says(
        "the same, where the token comes later, so that locking takes the published 73 cycles",
        f"{late} and {by_mutex}, locking {locking}",
        holds=by_mutex <= late,
        check=True,
    )
    calls = {how: of[4]["reduction_call"] for how, of in reductions.items()}
    faster_by = highest(
        reductions["queue"][n]["reduction_call"] / reductions["slots"][n]["reduction_call"]
        for n in CORES
    )
    sums, by_queues = runs.sums, runs.regions["q-ctr"]
    descriptor = (by_queues[4]["parallel"] - by_queues[2]["parallel"]) / 2
    figure.says(
        "a reduction by slots is up to twice as fast",
        faster_by,
        published=2,
        why=f"Sending a value is a store into the queue, {sums['queue']['send']} cycles of the "
        "thread that does it, the call included, and two stores into a slot, "
        f"{sums['slots']['send']}: there is no message to be made, as there is for a descriptor of "
        f"two words ({descriptor} cycles for each thread more). Thread 0 takes "
        f"{sums['queue']['gather']} cycles out of a queue in which all is there, and "
        f"{sums['slots']['gather']} out of slots. The rest, the region of "
        f"{regions['scr-ctr'][4]['parallel']} cycles and the way of the values, is the same: "
        f"{calls['queue']} cycles in all on 4 cores, and {calls['slots']}.",
    )


def row_overheads(figure, runs):
    """Adds the numbers of table I, by mechanism and number of cores."""
    locks, ints, served = runs.locks, runs.ints, runs.served
    region = runs.regions["scr-ctr"][4]["parallel"]

    def rows(name, ours, whys, in_picture=False):
        of_cores = zip(PUBLISHED[name].items(), ours, whys, strict=True)
        for (cores, published), number, why in of_cores:
            figure.row(
                f"{name}, {cores_of(cores)}",
                number,
                published,
                series=name if in_picture else "",
                x=cores if in_picture else None,
                why=why,
            )

    starts = {
        "q": "A command to the DMA for each thread, which dequeues by another one.",
        "scr": "Two stores a thread, which wakes straight into the function.",
    }
    for name, of in runs.regions.items():
        why = starts[name.split("-")[0]]
        ours = [of[n]["parallel"] for n in CORES]
        rows(f"parallel {name}", ours, [why] * 3, in_picture=name == "scr-ctr")
    meetings = {
        "mutex": "Locking and unlocking the mutex at the DRAM, one core after the other, then "
        "looking at a word in another tile until it changes.",
        "counter": "A store to a counter, and its notification.",
    }
    alone = "A team of one has nobody to wait for"
    for how, of in runs.barriers.items():
        ours = [run["for"] for run in of.values()]
        divides = (of[n]["core.divide"] for n in CORES)
        bounds = "Two divisions, of {} cycles each, come before."
        whys = [f"{meetings[how]} {bounds.format(divide)}" for divide in divides]
        rows(f"for {how}", ours, [f"{alone}; what is left is the two divisions.", *whys])
    for how, of in runs.barriers.items():
        ours = [run["barrier"] for run in of.values()]
        rows(f"barrier {how}", ours, [f"{alone}.", *[meetings[how]] * 3], in_picture=True)
    takings = {
        "mutex": "A load from the controller of the DRAM, again and again until the mutex is free, "
        "and a store",
        "queue": "A load that returns when the token is there, and a store",
    }

    def with_a_pair(of, pair, name):
        return [of[2][pair], *(of[n][name] for n in CORES)]

    for how, of in locks.items():
        ours = with_a_pair(of, "critical_pair", "critical")
        rows(f"critical {how}", ours, [f"{takings[how]}."] * 4)
    *first, last = (f"{number}" for number in with_a_pair(served, "atomic_int_pair", "atomic"))
    slow = f" Where the memory serves a mutex in 64 cycles, {', '.join(first)} and {last}."
    for how, of in ints.items():
        between = "; between them a load, an addition and a store."
        why = takings[how] + between + (slow if how == "mutex" else "")
        ours = with_a_pair(of, "atomic_int_pair", "atomic")
        rows(f"atomic {how}", ours, [why] * 4, in_picture=True)
    for how, of in locks.items():
        figure.row(f"atomic of a double by {how}, 1 core", of[2]["atomic_pair"])
    for how, of in locks.items():
        for n in CORES:
            figure.row(f"atomic of a double by {how}, {n} cores", of[n]["atomic_double"])
    for n in CORES:
        figure.row(f"atomic of an int by an instruction, {n} cores", locks["queue"][n]["atomic"])

    record = (
        "A region of one thread keeps a record of its own of the team, as any inside another one "
        "does."
    )
    clause = runs.reductions["slots"][4]["reduction"]
    sums = {
        "q": "A store of a word into the queue of thread 0, which reads its elements where they "
        f"lie and drops all at once; the region is {region} of it on 4 cores.",
        "scr": "Two stores into slots of their own, which thread 0 looks at until all are full, "
        f"and tells each that it has taken its value; the region is {region} of it on 4 cores. The "
        f"clause as GCC inlines it takes {clause} cycles.",
    }
    for (name, why), of in zip(sums.items(), runs.reductions.values(), strict=True):
        ours = [run["reduction_call"] for run in of.values()]
        rows(f"reduction {name}", ours, [record, *[why] * 3])
    for n in CORES:
        figure.row(
            f"the clause reduction by an instruction, {n} cores",
            runs.reductions["slots"][n]["reduction"],
        )
    for how, of in ints.items():
        for n in CORES:
            figure.row(f"the clause reduction by {how}, {n} cores", of[n]["reduction"])


def claim_overheads(figure, runs):
    """Adds the paper's statements about table I."""
    counter, mutex = runs.barriers["counter"], runs.barriers["mutex"]
    locks, ints, reductions = runs.locks, runs.ints, runs.reductions
    parts, late = runs.parts, runs.late

    for n in CORES:
        loop, divide = counter[n]["for"], counter[n]["core.divide"]
        figure.claim(
            f"The overhead of a loop is dominated by its barrier, of counters too: {n} cores.",
            loop < 2 * counter[n]["barrier"],
            why=f"Of the {loop} cycles its bounds take {counter[n]['for_bounds']}: two divisions "
            f"that GCC inlines, of {divide} each. In the paper they take 15. The barrier takes "
            f"{counter[n]['barrier']}.",
        )
    figure.claim(
        "The barrier of a mutex grows faster with the cores than that of counters.",
        counter[4]["barrier"] - counter[2]["barrier"] < mutex[4]["barrier"] - mutex[2]["barrier"],
    )
    for n in (3, 4):
        figure.claim(
            f"critical is faster by a queue than by a mutex: {n} cores.",
            locks["queue"][n]["critical"] < locks["mutex"][n]["critical"],
        )
    by_queue, by_mutex = locks["queue"][2]["critical"], locks["mutex"][2]["critical"]
    figure.claim(
        "On two cores critical is no faster by a queue than by a mutex (67 and 66 cycles in the "
        "table).",
        by_mutex <= by_queue,
        why=f"Of a pair that nobody waits for, taking the mutex is {parts['mutex']['lock']} cycles "
        f"and giving it back {parts['mutex']['unlock']}; taking the token "
        f"{parts['queue']['lock']}, {parts['queue']['lock_far']} from another tile, and giving it "
        f"back {parts['queue']['unlock']}. What cores that wait take off is the way there: by a "
        f"queue {by_queue} cycles are left on two cores, by a mutex {by_mutex}, since a core that "
        "asks again and again learns that the mutex is free when its next question comes to it. "
        "The paper's queue takes 73 cycles to lock, and of a pair's 93 cycles 67 are left when "
        f"others wait: where the token comes {late['late']} cycles later, critical takes "
        f"{late['critical']}, and a pair of one core {late['critical_pair']} (published 93).",
    )
    for how in ("queue", "mutex"):
        for n in CORES:
            figure.claim(
                "While others are in a long critical section, part of the lock's overhead is over: "
                f"critical by a {how} takes less than a pair of one core: {n} cores.",
                locks[how][n]["critical"] < locks[how][2]["critical_pair"],
            )

    def each(of, name):
        return "{}, {} and {}".format(*(of[n][name] for n in CORES))

    requests = {how: each(of, "network_requests") for how, of in ints.items()}
    figure.claim(
        "By a mutex atomic takes longer with every core that asks for it.",
        increasing(*(ints["mutex"][n]["atomic"] for n in CORES)),
        why=f"It takes {each(ints['mutex'], 'atomic')} cycles. The traffic is there: the busiest "
        f"link of the whole run carried {requests['mutex']} flits of requests; by the queue "
        f"{requests['queue']}. It disturbs little, as it is a network and not a bus: at the "
        f"routers all of it has stood for {each(ints['mutex'], 'network_stalls')} cycles.",
    )
    for n in CORES:
        figure.claim(
            f"atomic is faster by a queue than by a mutex: {n} cores.",
            ints["queue"][n]["atomic"] < ints["mutex"][n]["atomic"],
        )
    defaults = {
        "parallel scr-ctr": runs.regions["scr-ctr"][4]["parallel"],
        "for counter": counter[4]["for"],
        "barrier counter": counter[4]["barrier"],
        "critical queue": locks["queue"][4]["critical"],
        "atomic queue": ints["queue"][4]["atomic"],
        "reduction scr": reductions["slots"][4]["reduction_call"],
    }
    figure.claim(
        "On 4 cores, with the defaults, no overhead is more than the published one; atomic by a "
        "queue.",
        highest(ours / PUBLISHED[name][4] for name, ours in defaults.items()) <= 1,
    )
    calls = {how: {n: of[n]["reduction_call"] for n in CORES} for how, of in reductions.items()}
    for n in CORES:
        figure.claim(
            f"A reduction by slots in the scratchpad is faster than by a queue: {n} cores.",
            calls["slots"][n] < calls["queue"][n],
        )


@paper.figure("1", "Start and end of a region", unit="cycles", repeat=REPEAT)
def region(figure):
    """Two times are measured on the core that starts the region. The start lasts from the call
    until this core has sent the region to all others and begins its own part. The end lasts from
    the end of all parts, which is in the same cycle, until the call returns. The paper shows
    bars without numbers. Its abstract says that a region starts in 50 cycles, and its text that
    a descriptor into a remote queue takes 20.
    """
    runs = {
        name: {
            n: figure.run("region.c", chip=CHIP, threads=n, omp=[f"region={region}", f"end={end}"])
            for n in CORES
        }
        for name, (region, end) in REGIONS.items()
    }

    def of(part, *names):
        return [runs[name][4][part] for name in names]

    [start] = of("start", "scr-ctr")
    descriptor = (runs["q-ctr"][4]["start"] - runs["q-ctr"][2]["start"]) / 2
    figure.says("a region starts", start, published=50, unit=" cycles")
    figure.says("one more descriptor into a queue", descriptor, published=20, unit=" cycles")
    by_counter, by_flags = of("end", "scr-ctr", "scr-scr")
    figure.says(
        "its end by a counter takes less than by flags",
        f"{by_counter} and {by_flags}",
        holds=highest(of("end", "scr-ctr", "q-ctr")) < lowest(of("end", "scr-scr", "q-scr")),
    )

    for name, by_cores in runs.items():
        for n, run in by_cores.items():
            for part in ("start", "end"):
                is_published = (name, n, part) == ("scr-ctr", 4, "start")
                figure.row(
                    f"{part} {name}, {n} cores",
                    run[part],
                    50 if is_published else None,
                    why="The call, what it looks up, and the cycle counter are in it."
                    if is_published
                    else "",
                )
    figure.row(
        "one more descriptor into a queue",
        descriptor,
        20,
        why="Four registers of a command buffer, and finding one that is free.",
    )
    figure.claim(
        "Starting a region takes longer by queues than by stores into the scratchpad.",
        highest(of("start", "scr-ctr", "scr-scr")) < lowest(of("start", "q-ctr", "q-scr")),
    )


@paper.figure("parts", "Parts of the overheads, from the text", unit="cycles", repeat=REPEAT)
def parts(figure):
    """Each part is measured on one core that no other core disturbs."""
    by_queue = figure.run("parts.c", chip=CHIP, threads=4)
    by_mutex = figure.run("parts.c", chip=CHIP, threads=4, omp=["lock=mutex"])
    overheads = figure.run(OVERHEADS, chip=CHIP, threads=4)

    lock, unlock, bounds = by_queue["lock"], by_queue["unlock"], overheads["for_bounds"]
    figure.says("locking", lock, published=73, unit=" cycles")
    figure.says("unlocking", unlock, published=20, unit=" cycles")
    figure.says("loop bounds", bounds, published=15, unit=" cycles")
    increment = overheads["ni.register"]
    figure.says(
        "starting an increment of a counter (ours is a key of the chip file)",
        increment,
        published=10,
        unit=" cycles",
    )

    near = "A load from a queue of the own tile, with the call of critical around it."
    figure.row("locking", lock, 73, why=near)
    figure.row("locking, from another tile", by_queue["lock_far"])
    figure.row("unlocking", unlock, 20, why="A fence and a store.")
    divisions = f"GCC inlines two divisions, of {overheads['core.divide']} cycles each."
    figure.row("bounds of a static loop", bounds, 15, why=divisions)
    figure.row(
        "starting an increment of a counter",
        increment,
        10,
        why="It is a store to a register of another network interface.",
    )

    figure.claim(
        "Locking takes longer than unlocking, of a thread next to the queue.",
        unlock < lock,
        why=f"Locking, {lock} cycles, is a load from a queue of the own tile; to a thread in "
        f"another tile, which waits for its answer, it is {by_queue['lock_far']}. Unlocking is a "
        f"fence and a store, of which nobody waits for the end: {unlock}, and "
        f"{by_queue['unlock_far']} from another tile.",
    )
    figure.claim(
        "Locking takes longer than unlocking, of a thread in another tile.",
        by_queue["unlock_far"] < by_queue["lock_far"],
    )
    figure.claim(
        "Locking and unlocking by a mutex take longer than by a queue (180 and 93 cycles in table "
        "I).",
        lock + unlock < by_mutex["lock"] + by_mutex["unlock"],
    )


@paper.figure("2", "Tasks, by mechanism", unit="cycles", x="cores", repeat=REPEAT)
def tasks(figure):
    """One thread spawns 64 empty tasks and then waits for them; both times are divided by 64. A
    task that is handed to another core also stays in its record, from which its own thread may
    take it. *Stealing*, our default, is not in the paper. *The compiler's call alone* is the
    time of that call to a function that does nothing.
    """
    runs = {
        how: {
            n: figure.run("../../benchmarks/omp/tasks.c", chip=CHIP, threads=n, omp=[f"task={how}"])
            for n in CORES
        }
        for how in ("stealing", "queues", "central", "locked")
    }
    work = [
        figure.run("wait.c", chip=CHIP, threads=n, omp=["task=locked"], arguments=[100])
        for n in CORES
    ]
    call = figure.run("call.c", chip=CHIP, threads=4)["call"]
    stealing, queues, central, locked = runs.values()
    published = {"queues": 45, "central": 35, "locked": 118}

    def waits(how):
        return [runs[how][n]["task_wait"] for n in CORES]

    def falls(values):
        return increasing(*reversed(values))

    for how, cycles in published.items():
        figure.says(
            f"spawning a task, {how}",
            runs[how][4]["task"],
            stealing[4]["task"],
            cycles,
            unit=" cycles",
        )
    figure.says(
        "OpenMP task creation, of the abstract (central, 2, 3, 4 cores)",
        [central[n]["task"] for n in CORES],
        published=(30, 35),
        unit=" cycles",
    )
    figure.says(
        "spawning into the central queue is faster than into those of the cores, 4 cores",
        faster(queues[4]["task"], central[4]["task"]),
        published=25,
        unit=" %",
        effect=True,
    )
    pairs = [(central, queues), (queues, locked)]
    figure.says(
        "central is fastest, locked slowest (2, 3, 4 cores)",
        holds=highest(a[n]["task"] / b[n]["task"] for a, b in pairs for n in CORES) < 1,
    )
    for how in published:
        figure.says(
            f"the wait falls with more cores, {how}",
            listed(waits(how)),
            holds=falls(waits(how)),
        )
    with_work = [run["task_wait"] for run in work]
    figure.says(
        "the same, locked, where each task takes 100 cycles, about as long as to spawn it",
        listed(with_work),
        holds=falls(with_work),
        check=True,
    )

    rests = {
        "queues": "whose turn it is, a place in its queue, and a store of a word. The record "
        "stays, so that its thread can take the task back from one that stands at a lock; the "
        "paper's tasks are nowhere but in the queue.",
        "central": "an exchange with the queue in the own tile, whose answer says whether there "
        "was room. The record stays, so that its thread can take the task back; the paper's tasks "
        "are nowhere but in the queue.",
        "locked": "a token from another tile, a load of two words there, two stores and the token "
        "back.",
    }
    for how, rest in rests.items():
        figure.curve(
            f"spawn {how}, {{}} cores",
            {n: runs[how][n]["task"] for n in CORES},
            published[how],
            series=f"spawn {how}",
            why=f"Of it {call} are the compiler's call, {stealing[4]['task'] - call} the record, "
            "its count and a fence, as for tasks that are stolen; the rest is " + rest,
        )
    for how in runs:
        by_cores = dict(zip(CORES, waits(how), strict=True))
        figure.curve(f"wait {how}, {{}} cores", by_cores, series=f"wait {how}")
    figure.row("the compiler's call alone", call)
    spawned = {n: stealing[n]["task"] for n in CORES}
    figure.curve("spawn stealing, {} cores", spawned, series="spawn stealing")

    for n in CORES:
        figure.claim(
            f"The lock dominates the spawning into areas with locks: {n} cores.",
            2 * stealing[n]["task"] < locked[n]["task"],
        )
    on_locks = "It takes {}, {} and {} cycles.".format(*waits("locked"))
    why = {
        "locked": f"{on_locks} Spawning a task takes {locked[3]['task']} cycles, and two other "
        "cores take each within that time: when the last one has been spawned all but it are done, "
        "with three cores as with four. What is left is that the thread goes through its 64 "
        "records, which are free by then."
    }
    for how in published:
        text = f"The wait is shorter with more cores: {how}."
        figure.claim(text, falls(waits(how)), why=why.get(how, ""))


# For each element of the result, how many numbers a kernel reads and writes, as STREAM counts them.
KERNELS = {"copy": 2, "scale": 2, "add": 3, "triad": 3}
BUFFERS = ("single", "triple")


@paper.figure(
    "3", "STREAM from the scratchpad of an idle core", unit="bytes a cycle", repeat=REPEAT
)
def stream(figure):
    """Three cores go through arrays of 36,864 `double` that lie next to core 0, which idles. A core
    copies a chunk in by DMA, works on it, and copies it out. Bytes are counted as STREAM counts
    them: two numbers for each element in copy and scale, three in add and triad. *Single* waits for
    each copy. *Triple* has three sets of buffers, so that the next chunk comes in and the last one
    goes out while the core works (`onchip_copy.h`). *Bare* does the same without OpenMP: the cores
    wait until a word changes.

    *Maximum* is what the links of core 0's tile can carry, in the direction that has more to carry,
    with one flit of four bytes in each cycle. For a packet of *w* words, an answer is 1 + *w*
    flits, a write 2 + *w*, a read 2, and an acknowledgement 1. *Model* is a queueing network,
    solved by mean value analysis from the time that one core needs alone. It has three customers.
    *Single* has a server for each direction of the links, *triple* only one, for the busier
    direction, since both are used at the same time.
    """
    # All of a tile's memory is scratchpad; otherwise the arrays would not fit.
    omp, bare = (
        figure.run(f"stream_{name}.c", chip=CHIP, threads=4, settings=["second_level.size_kb=0"])
        for name in ("omp", "bare")
    )
    elements, words = omp["elements"], omp["network.payload_flits"]
    packets = elements * 2 / 3 / words  # packets of an array, for each core
    count = {kernel: elements * (8 * numbers) for kernel, numbers in KERNELS.items()}
    # Flits into core 0's tile, and out of it: requests for the arrays that are read, answers, and
    # the array that is written, with its acknowledgements.
    into, out = {}, {}
    for kernel, numbers in KERNELS.items():
        read = numbers - 1
        into[kernel] = packets * (2 * read + 2 + words)
        out[kernel] = packets * (read + 1 + read * words)
    busy = {kernel: highest([into[kernel], out[kernel]]) for kernel in KERNELS}
    model = {}
    for kernel in KERNELS:
        single, triple = omp[f"{kernel}_single_1"], omp[f"{kernel}_triple_1"]
        think = single - into[kernel] - out[kernel]
        model[kernel, "single"] = queued(3, think, into[kernel], out[kernel])
        model[kernel, "triple"] = queued(3, triple - busy[kernel], busy[kernel])

    worst = lowest(3 * busy[kernel] / omp[f"{kernel}_triple_3"] for kernel in KERNELS)
    figure.says(
        "near optimal bandwidth: the worst kernel, triple (within 10 % is ours)",
        f"{100 * worst} %",
        holds=worst >= 0.9,
    )
    ratios = [
        model[kernel, how] / omp[f"{kernel}_{how}_3"]
        for kernel, how in itertools.product(KERNELS, BUFFERS)
    ]
    apart = [100 * highest([ratio - 1, 1 - ratio]) for ratio in ratios]
    figure.says(
        "measured and projected bandwidth differ (each kernel, single and triple)",
        apart,
        published=(5, 20),
        unit=" %",
    )
    overhead = mean(omp[f"{kernel}_triple_1"] - bare[f"{kernel}_triple_1"] for kernel in KERNELS)
    both = list(itertools.product(BUFFERS, KERNELS))
    times = [
        100 * (omp[name] / bare[name] - 1) for name in (f"{kernel}_{how}_3" for how, kernel in both)
    ]
    alone = highest(omp[f"{kernel}_{how}_1"] / bare[f"{kernel}_{how}_1"] for how, kernel in both)
    figure.says(
        "OpenMP does not impose heavy overhead: time added, three cores (at most 1 % is ours)",
        f"{lowest(times)} … {highest(times)} %",
        holds=highest(times) <= 1,
        why="Three cores that wait for each copy meet at the links of core 0's tile, and the order "
        "in which they meet changes the time. One core at work takes up to "
        f"{100 * (alone - 1)} % more.",
    )
    figure.says(
        "overhead of OpenMP in all cases (ours: one core at work, triple, mean of the kernels)",
        overhead,
        published=300,
        unit=" cycles",
    )

    for kernel in KERNELS:
        figure.row(f"{kernel}, maximum", count[kernel] / 3 / busy[kernel], series="maximum")
    for how, kernel in both:
        figure.row(
            f"{kernel}, model, {how}", count[kernel] / model[kernel, how], series=f"model, {how}"
        )
    for name, run in (("OpenMP", omp), ("bare", bare)):
        for how, kernel in both:
            figure.row(
                f"{kernel}, {name}, {how}",
                count[kernel] / run[f"{kernel}_{how}_3"],
                series=f"{name}, {how}",
            )
    figure.row(
        "OpenMP's overhead, a core at work",
        overhead,
        300,
        unit="cycles",
        why="That is the cost of a region, which starts and ends on counters and stores (table I); "
        "the streams themselves are the same calls.",
    )

    for kernel in KERNELS:
        figure.claim(
            f"Triple buffering is faster: {kernel}.",
            omp[f"{kernel}_triple_3"] < omp[f"{kernel}_single_3"],
        )
    for kernel, how in itertools.product(KERNELS, BUFFERS):
        ratio = model[kernel, how] / omp[f"{kernel}_{how}_3"]
        figure.claim(
            "The measured bandwidth and that of the model differ by 20 % of it at most: "
            f"{kernel}, {how}.",
            (ratio >= 0.8) & (ratio <= 1.2),
        )


@paper.figure(
    "4",
    "Bitonic sort: speed-up over one core",
    unit="times as fast as one core",
    x="integers",
    ideal=(2, 4),
    repeat=REPEAT,
)
def bitonic_sort(figure):
    """Integers that lie next to core 0 are sorted: by core 0 there, and by two and four cores in
    two ways. In one *region*, each core copies its part into its own tile and sorts it. Then it
    exchanges the part with its partners by DMA and keeps the lower or the higher of every two
    numbers; a barrier follows each step. As *tasks*, thread 0 spawns each step of each part and
    waits for them; a task copies its numbers to the core that runs it, and back. All ways use
    the same functions. The paper has "extremely fine-grain parallel tasks", barriers and DMA,
    and does not show its program.
    """
    sort = figure.run("bitonic.c", chip=CHIP, threads=4)
    counts = (128, 256, 512, 1024, 2048, 4096)
    ways = {"cores": "region", "tasks": "tasks"}  # maps the program's name of a way to the page's
    speed_up = {
        (way, cores, count): sort[f"cores1_{count}"] / sort[f"{way}{cores}_{count}"]
        for way in ways
        for cores in (2, 4)
        for count in counts
    }
    for way, name in ways.items():
        figure.says(
            f"satisfactory, not perfect, by {name} (half of the ideal is ours; 4 cores; 128, 1,024 "
            "and 4,096 integers)",
            listed(speed_up[way, 4, count] for count in (128, 1024, 4096)),
            holds=(lowest(speed_up[way, 4, count] for count in counts) > 2)
            & (highest(speed_up[way, 4, count] for count in counts) < 4),
        )
        growth = speed_up[way, 4, 4096] / speed_up[way, 4, 1024]
        figure.says(
            f"it saturates relatively fast, by {name} (less than 5 % more from 1,024 to 4,096 "
            "integers is ours)",
            100 * (growth - 1),
            unit=" %",
            holds=growth < 1.05,
        )
    for (way, cores, count), times in speed_up.items():
        name = f"{cores} cores, {ways[way]}"
        figure.row(f"{name}, {count} integers", times, series=name, x=count)
    for way, cores in itertools.product(ways, (2, 4)):
        figure.claim(
            f"More integers, more speed-up: {cores} cores, {ways[way]}.",
            increasing(*(speed_up[way, cores, count] for count in (128, 1024, 4096))),
        )


@paper.figure(
    "grain",
    "Speed-up of 64 pieces of work on 4 cores",
    unit="times as fast as one core",
    x="cycles of a piece",
    ideal=(4,),
    repeat=REPEAT,
)
def grain(figure):
    """The paper has no such figure, but its conclusions speak of the size of tasks. Each piece is a
    loop that lasts about as many cycles as the row says. The 64 pieces are done in three ways:
    one after the other by one core, by the threads of a team in a static loop, and as tasks that
    thread 0 spawns one by one and then helps to run. The times include starting and ending the
    region.
    """
    runs = {
        how: figure.run("grain.c", chip=CHIP, threads=4, omp=[f"task={how}"])
        for how in ("stealing", "queues", "central", "locked")
    }
    stealing = runs["stealing"]
    published = ("queues", "central", "locked")
    grains = (25, 50, 100, 200, 400, 800, 1600, 3200)

    def loop(cycles):
        return stealing[f"alone_{cycles}"] / stealing[f"loop_{cycles}"]

    def by_tasks(how, cycles):
        return runs[how][f"alone_{cycles}"] / runs[how][f"tasks_{cycles}"]

    figure.says(
        "pieces of tens of cycles are parallelised effectively: a loop of 50 (half of the ideal is "
        "ours)",
        loop(50),
        holds=loop(50) >= 2,
    )
    # The other threads cannot run tasks faster than one thread spawns them.
    paid = {
        spawn: [stealing[f"alone_{cycles}"] / (64 * spawn) for cycles in (50, 100)]
        for spawn in (45, 35)
    }
    for cycles, check in ((50, False), (100, True), (400, True)):
        best = highest(by_tasks(how, cycles) for how in published)
        figure.says(
            f"the same by tasks of {cycles} cycles, which one thread spawns (faster than one core "
            "is ours)",
            best,
            by_tasks("stealing", cycles),
            holds=best > 1,
            check=check,
        )
    figure.says(
        "as much as our spawning allows tasks of 50 and of 100 cycles (stealing, queues, central, "
        "locked)",
        "; ".join(
            listed(run[f"alone_{cycles}"] / run[f"spawned_{cycles}"] for cycles in (50, 100))
            for run in runs.values()
        ),
        check=True,
    )
    figure.says(
        "as much as the published spawning allows tasks of 50 and of 100 cycles: 45 cycles a task, "
        "by a queue, and 35, by the central queue",
        "; ".join(listed(times) for times in paid.values()),
        check=True,
    )

    loops = {cycles: loop(cycles) for cycles in grains}
    figure.curve("loop, {} cycles", loops, series="loop")
    for how in runs:
        tasks = {cycles: by_tasks(how, cycles) for cycles in grains}
        figure.curve(f"tasks {how}, {{}} cycles", tasks, series=f"tasks {how}")
    by_how = {how: f"{run['tasks_50']}" for how, run in runs.items()}
    figure.claim(
        "And by tasks: those of 50 cycles are faster than on one core.",
        highest(by_tasks(how, 50) for how in runs) > 1,
        why=f"64 tasks of 50 cycles take {by_how['stealing']} cycles with stealing, "
        f"{by_how['queues']} with queues, {by_how['central']} with the central queue and "
        f"{by_how['locked']} with locks, and one core {stealing['alone_50']}. The thread that "
        f"spawns them is one bound: it has spawned the last one after {stealing['spawned_50']} "
        f"cycles with stealing and {runs['queues']['spawned_50']} with queues. 19 cycles of each "
        "are the compiler's call with nine arguments; the data are copied into the record, and the "
        "scope counts it. The other bound is the way to another core: to take a task out of its "
        "record, to read its link and its data, to count its end, and to find the next one are a "
        "round trip each. What would be needed is a task that its thread sends to the other core "
        "with its data, of which it keeps nothing, and that takes it less than 36 cycles beside "
        "the compiler's call.",
    )
    figure.claim(
        "Larger tasks are faster, with each mechanism.",
        highest(by_tasks(how, 50) for how in runs) < lowest(by_tasks(how, 800) for how in runs),
    )


@paper.figure(
    "border",
    "The border between cache and scratchpad",
    unit="cycles of an inner step",
    x="kB of cache in each tile",
    repeat=REPEAT,
)
def border(figure):
    """Each of four cores multiplies matrices of 80×80 integers, 75 kB for each core, that lie in
    DRAM. Before each measurement the program moves the border between cache and scratchpad in the
    second level of its tile's memory, which "can be dynamically partitioned at run-time" (II).
    The sizes are our choice; the paper measures no cache.
    """
    run = figure.run("border.c", chip=CHIP, threads=4, data="dram")
    by_cache = {kilobytes: run[f"cache_{kilobytes}"] for kilobytes in (256, 128, 64, 32, 0)}
    figure.curve("in DRAM, {} kB of cache", by_cache, series="in DRAM")
    figure.row(
        "in the scratchpad that 0 kB of cache leave",
        run["memory_0"],
        series="in the scratchpad",
        x=0,
    )
