"""`onchip run --advise` names the rank that is late, and predicts gains correctly."""

import collections
import dataclasses
import itertools
import random
import re

import numpy
import pytest

from conftest import ROOT, hal_flags
from onchip.advice import candidates
from onchip.advice.path import Path
from onchip.advice.waits import Cause, Wait
from onchip.base.failures import Exit
from onchip.trace import pairs

PROGRAMS = ROOT / "tests" / "advice"
CLOSE = 0.1  # relative tolerance for the time that sends and receives spend in the library


def _advise(onchip, *words) -> dict:
    return onchip("run", "--advise", "--json", *words).json


# Waits for a rank that is late in a collective add to these counts. Two of them count waits for
# messages, because the first collectives of a program use messages, which set up later ones.
LATE = ("late_sender", "late_receiver", "collective")


@pytest.mark.parametrize(
    ("program", "transport", "waiting", "late", "why"),
    [
        ("late_sender", "native", [0], 1, ["late_sender"]),
        ("late_sender", "rendezvous", [0], 1, ["late_sender"]),
        ("late_receiver", "native", [0], 1, ["late_receiver"]),
        ("late_receiver", "rendezvous", [0], 1, ["late_receiver"]),
        ("late_in_collectives", "native", [0, 1, 3], 2, LATE),
    ],
)
def test_who_is_late_is_named(onchip, program, transport, waiting, late, why):
    words = ("-n", 4, "--transport", transport, PROGRAMS / f"{program}.c")
    report = _advise(onchip, *words)
    advice, worked = report["advice"], int(report["stdout"])
    for rank in waiting:
        task = advice["tasks"][str(rank)]
        assert sum(task[each] for each in why) == pytest.approx(worked, rel=CLOSE), (rank, task)
    assert advice["tasks"][str(late)]["caused"] >= worked * (1 - CLOSE)
    assert sum(advice["tasks"][str(late)][each] for each in LATE) < worked * CLOSE
    computation = advice["critical_path"]["computation"]
    assert computation[str(late)] == pytest.approx(worked, rel=2 * CLOSE)
    assert advice["best"] is None


def test_a_slow_network_is_named_and_a_priority_helps(onchip):
    program = PROGRAMS / "slow_network.c"
    report = _advise(onchip, "-n", 12, "--chip", "qm4x4", program)
    advice = report["advice"]
    longest = advice["critical_path"]["messages"][0]
    assert (longest["from"], longest["to"]) == (0, 3)
    best = advice["best"]
    assert best["options"] == "--priority 0:3=7 --priority 3:0=7"
    assert advice["cycles"] == report["cycles"]
    assert best["gain"] == 1 - best["cycles"] / report["cycles"] >= 0.05
    tried = {trial["options"] for trial in advice["trials"]}
    assert {"--annotate 0:3=7", "--annotate 0:3=guaranteed"} <= tried
    # Each trial reports the cycles of a run with its options.
    for trial in advice["trials"]:
        words = (*trial["options"].split(), "-n", 12, "--chip", "qm4x4", program)
        assert onchip("run", "--json", *words).json["cycles"] == trial["cycles"], trial


def test_nothing_helps_where_nobody_is_late(onchip):
    done = onchip("run", "--advise", "-n", 4, PROGRAMS / "balanced.c")
    assert "no annotation helps" in done.err and "computation of task" in done.err


def test_a_chip_without_levels_is_told(onchip):
    words = ("-n", 12, "--set", "network.levels=1", PROGRAMS / "slow_network.c")
    done = onchip("run", "--advise", *words)
    assert "network.levels=8" in done.err


@pytest.mark.parametrize(
    ("text", "code", "fact"),
    [
        ("int main(void) { return 0; }", 0, "no calls of MPI"),
        ("#include <mpi.h>\nint main(void) { return 3; }", 3, "the program failed"),
        ('int main(void) { for (;;) __asm__("ebreak"); }', Exit.FAULT, "the program failed"),
        ("int main(void) { return x; }", Exit.COMPILE, "compile"),
    ],
)
def test_where_there_is_nothing_to_advise(onchip, text, code, fact):
    onchip.write("prog.c", text)
    assert fact in onchip("run", "--advise", "-n", 2, "prog.c", code=code).err


@pytest.mark.parametrize(
    ("words", "fact"),
    [
        (["--advise", "--host"], "no network"),
        (["--priority", "0:1=7", "--host"], "no network"),
        (["--priority", "0:1"], "S:T=LEVEL"),
        (["--priority", "0:4=7"], "no process 4"),
        (["--priority", "0:1=8"], "no level 8"),
        (["--annotate", "0:1=8"], "S:T=LEVEL"),
        (["--annotate", "4:1=guaranteed"], "no rank 4"),
    ],
)
def test_wrong_usage(onchip, words, fact):
    program = PROGRAMS / "balanced.c"
    assert fact in onchip("run", "-n", 4, *words, program, code=Exit.USAGE).err


def test_a_priority_from_outside_is_there_before_the_first_instruction(onchip):
    onchip.write(
        "prog.c",
        """#include <stdio.h>
        #include "hal/hal.h"
        int main(void) {
            if (hal_place() == 1)
                printf("%d%d%d%d\\n", hal_priority_get(0, 1), hal_priority_get(1, 0),
                       hal_priority_get(1, 2), hal_priority_get(2, 2));
            return 0;
        }""",
    )
    words = ("--priority", "1:0=5", "--priority", "1:2=3", *hal_flags())
    assert onchip("run", "-n", 3, *words, "prog.c").out == "0530\n"


def test_a_program_that_does_not_compile_is_named(onchip):
    onchip.write("prog.c", "int main(void) { return x; }")
    done = onchip("run", "-n", 2, "--annotate", "0:1=7", "prog.c", code=Exit.COMPILE)
    assert "prog.c does not compile" in done.err


def test_the_run_that_is_counted_is_the_one_without_advice(onchip):
    words = ("--json", "-n", 16, ROOT / "examples" / "heat2d.c", 40, 30)
    plain, advised = onchip("run", *words).json, onchip("run", "--advise", *words).json
    for key in ("cycles", "instructions", "per_rank", "statistics", "stdout"):
        assert advised[key] == plain[key], key
    assert advised["advice"]["cycles"] == plain["cycles"]
    assert any(task["waiting"] for task in advised["advice"]["tasks"].values())


def test_of_a_linked_program_priorities_are_tried(onchip):
    program = PROGRAMS / "slow_network.c"
    onchip("cc", "-O2", program, "-o", "linked")
    words = ("run", "--advise", "-n", 12, "--chip", "qm4x4")
    source, linked = (onchip(*words, "--json", one).json["advice"] for one in (program, "linked"))
    assert linked["critical_path"] == source["critical_path"]
    assert linked["best"] == source["best"]
    tried = [trial for trial in source["trials"] if "--annotate" not in trial["options"]]
    assert linked["trials"] == tried != source["trials"]
    assert "annotations and channels cannot be tried, as linked is linked" in linked["why_not"]


def test_the_best_annotation_beside_those_that_there_are(onchip):
    words = ("-n", 12, "--chip", "qm4x4", PROGRAMS / "slow_network.c")
    given = ("--annotate", "0:3=1", "--annotate", "1:2=1")
    advice = onchip("run", "--advise", *given, "--json", *words).json["advice"]
    tried = next(t for t in advice["trials"] if t["options"] == "--annotate 0:3=7")
    options = ("--annotate", "0:3=7", "--annotate", "1:2=1")
    assert onchip("run", *options, "--json", *words).json["cycles"] == tried["cycles"]


def test_a_program_without_symbols_is_told(onchip):
    onchip("cc", "-s", PROGRAMS / "balanced.c", "-o", "stripped")
    assert "no symbols" in onchip("run", "--advise", "-n", 4, "stripped").err


# These programs use all features that affect how the records of a run are joined: communicators,
# wildcards, nonblocking and persistent requests, nonblocking collectives.
@pytest.mark.parametrize(
    "name",
    [
        "matching_random",
        "sessions",
        pytest.param("nonblocking_collectives", marks=pytest.mark.long),
    ],
)
def test_what_is_said_adds_up(onchip, name):
    words = ("-n", 4, "--stack", 64, ROOT / "tests" / "mpi" / f"{name}.c")
    plain = onchip("run", "--json", *words).json
    report = _advise(onchip, *words)
    advice = report["advice"]
    assert (report["stdout"], report["cycles"]) == (plain["stdout"], plain["cycles"])
    path = advice["critical_path"]
    spent = sum(path["computation"].values()) + path["collectives"]
    spent += sum(pair["cycles"] for pair in path["messages"])
    assert 0 < spent <= advice["cycles"]
    for task in advice["tasks"].values():
        assert min(task.values()) >= 0
        assert task["waiting"] <= advice["cycles"], task
    assert any(task["waiting"] for task in advice["tasks"].values())


def test_headings_are_whole_on_a_terminal_of_80_columns(onchip):
    code, shown = onchip.on_terminal("run", "--advise", "-n", 4, PROGRAMS / "late_sender.c")
    assert code == 0
    text = re.sub(r"\x1b\[[\d;]*[mK]", "", shown.decode())
    table = re.search(r"\r\n(.*task.*\r\n)((?: *\d+  .*\r\n)+)", text)
    assert "collectives" in text and "\N{HORIZONTAL ELLIPSIS}" not in table[0]
    assert max(map(len, table[0].splitlines())) <= 80


def test_sends_meet_receives_in_the_order_of_both():
    """Compares matching with a model that has a queue of messages for each pair of ranks, context
    and tag. An annotation is not part of the tag.
    """
    chance = random.Random(5)
    for _ in range(200):
        rows = [
            [
                [chance.randrange(2), chance.randrange(2), 0, chance.randrange(2)]
                for _ in range(chance.randrange(9))
            ]
            for _ in range(2)
        ]
        sends, receives = rows
        waiting = collections.defaultdict(collections.deque)
        for index, one in enumerate(receives):
            waiting[tuple(one)].append(index)
        expected = [
            waiting[tuple(one)].popleft() if waiting[tuple(one)] else pairs.NONE for one in sends
        ]
        annotated = [[*one[:3], one[3] | chance.choice((0, 1 << 26, 5 << 26))] for one in sends]
        arrays = [
            numpy.array(one, dtype=numpy.int64).reshape(-1, 4) for one in (annotated, receives)
        ]
        assert pairs.pairs(*arrays).tolist() == expected


def test_parts_of_a_wait_add_up():
    """Until the peer has arrived, a wait counts as waiting for the peer. After that, it counts as
    waiting for data in transit.
    """
    for begin, ready, end in itertools.product(range(4), repeat=3):
        if begin <= end:
            wait = Wait(1, begin, end, Cause.SEND, "MPI_Send", 2, 0, ready)
            assert wait.late == len(set(range(begin, end)) & set(range(ready)))
            assert wait.late + wait.transfer == end - begin
            assert wait.pair == (1, 2)
            assert dataclasses.replace(wait, cause=Cause.RECEIVE).pair == (2, 1)


def test_candidates_are_of_the_pairs_that_cost_most():
    """Candidates give priority to messages in both directions of a pair. If messages take less than
    a hundredth of the critical path, there are no candidates.
    """
    network = {"levels": 8, "circuits": "none"}
    path = Path(computation={0: 900}, messages={(0, 1): 60, (2, 1): 60, (0, 3): 1, (2, 3): 1})
    waits = [
        Wait(b, 0, 1, Cause.RECEIVE, "MPI_Recv", a, 0, 0)
        for a, b in ((0, 1), (2, 1), (0, 3), (2, 3))
    ]
    first, critical, *more = candidates.choose(path, waits, network)
    assert {(one.process, one.memory) for one in first.priorities} == {(0, 1), (1, 0)}
    assert set(critical.pairs) == {(0, 1), (2, 1)}
    assert set(more[0].pairs) == {(0, 1), (0, 3)} and "task 0 sends" in more[0].what
    few = {(0, 1): 11}
    assert candidates.choose(Path(computation={0: 989}, messages=few), waits, network)
    assert not candidates.choose(Path(computation={0: 1200}, messages=few), waits, network)
