"""Interrupts by a core's timer and by its network interface."""

import random
import re

import pytest

from conftest import hal_flags
from onchip.base.failures import Exit

TICKS = """
#include <onchip_interrupt.h>
#include <stdint.h>
#include <stdio.h>
#define MOST 20
static volatile unsigned ticks;
static uint32_t at[MOST];
static void tick(void) {
    uint32_t now;
    __asm__ volatile("rdcycle %0" : "=r"(now));
    if (ticks < MOST)
        at[ticks] = now;
    ticks++;
}
int main(void) {
    double x = 1;
    onchip_on_tick(PERIOD, tick);
    while (ticks < MOST)
        x = x * 1.0001 + 0.5;
    onchip_on_tick(0, 0);
    unsigned before = ticks;
    for (volatile int i = 0; i < 20000; i++)
        ;
    for (int i = 0; i < MOST; i++)
        printf("%u ", (unsigned)(at[i] - at[0]));
    printf("\\n%d %g\\n", before == ticks, x);
    return 0;
}
"""

# Ranks exchange messages while timers and messages interrupt them.
RING = """
#include <mpi.h>
#include <onchip_interrupt.h>
#include <stdio.h>
static volatile unsigned events, ticks;
static void event(void) { events++; }
static void tick(void) { ticks++; }
int main(int argc, char **argv) {
    int rank, size;
    static char bytes[3000];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    onchip_on_tick((unsigned)(PERIOD + rank * 10), tick);
    if (EVENTS)
        onchip_on_event(event);
    double x = rank, y;
    for (int i = 0; i < 50; i++) {
        MPI_Sendrecv(&x, 1, MPI_DOUBLE, (rank + 1) % size, 0, &y, 1, MPI_DOUBLE,
                     (rank + size - 1) % size, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        x = y + 1;
        for (volatile int k = 0; k < (rank * 37 + i * 11) % 200; k++)
            ;
        if (i % 5 == 0)
            MPI_Allreduce(MPI_IN_PLACE, &x, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
        if (i % 10 == 3)
            MPI_Bcast(bytes, sizeof bytes, MPI_CHAR, i % size, MPI_COMM_WORLD);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    onchip_on_tick(0, 0);
    onchip_on_event(0);
    printf("%d %g %d %d %u %u\\n", rank, x, ticks > 0, events > 0, ticks, events);
    MPI_Finalize();
    return 0;
}
"""

# The program tests the rules of the privileged architecture by reading and writing the registers:
# external interrupts come before the timer's, each interrupt has an entry in vectored mode, none
# comes within a handler, and `mip` shows only events that are enabled.
RULES = """
#include <stdint.h>
#include <stdio.h>
#include "hal/chip/inline/registers.h"
#include "hal/hal.h"
#include "hal/store.h"
static uint32_t causes[8];
static unsigned taken;
void entered(uint32_t cause) {
    uint32_t pending, status;
    __asm__ volatile("csrr %0, mip" : "=r"(pending));
    __asm__ volatile("csrr %0, mstatus" : "=r"(status));
    uint32_t events = register_read(REGISTER_INTERRUPT_EVENTS);
    printf("%x pending %x events %x within %d\\n", (unsigned)cause, (unsigned)pending,
           (unsigned)events, (int)(status >> 3 & 1));
    if (taken < 8)
        causes[taken++] = cause;
}
__asm__(".align 8\\n.option push\\n.option norvc\\nvectors:\\n j 1f\\n"
        ".rept 6\\n j 1f\\n.endr\\n j 2f\\n.rept 3\\n j 1f\\n.endr\\n j 3f\\n"
        ".option pop\\n"
        "1: li a0, -1\\n j 4f\\n2: li a0, 7\\n j 4f\\n3: li a0, 11\\n"
        "4: call entered\\n la t0, after\\n csrw mepc, t0\\n mret\\n");
extern char vectors[];
static __attribute__((noinline)) void enable(uint32_t which) {
    __asm__ volatile("csrw mie, %0" ::"r"(which));
    /* The handler returns behind this: it saves no registers. */
    __asm__ volatile("csrsi mstatus, 8\\n nop\\n nop\\n.globl after\\nafter: csrci mstatus, 8" ::
                         : "memory", "ra", "t0", "t1", "t2", "t3", "t4", "t5", "t6", "a0", "a1",
                           "a2", "a3", "a4", "a5", "a6", "a7");
}
int main(void) {
    static volatile uint32_t word;
    __asm__ volatile("csrw mtvec, %0" ::"r"(vectors + 1));
    hal_arm(&word, sizeof word);
    register_write(REGISTER_INTERRUPT_ENABLE, 32 | 2);
    register_write(REGISTER_PERIOD_LO, 50000);
    hal_transfer transfer = hal_put(hal_global((void *)&word), (void *)&word, 4);
    while (hal_cycles() < 80000)
        ;
    enable(1 << 7 | 1 << 11);
    enable(1 << 7 | 1 << 11);
    while (hal_cycles() < 160000)
        ;
    enable(1 << 11);
    enable(1 << 7);
    hal_finish(transfer);
    printf("%u taken\\n", taken);
    return 0;
}
"""


@pytest.mark.parametrize("period", [1000, 333, 5003])
def test_ticks_come_one_period_after_the_other(onchip, period):
    """A handler begins when the current instruction ends, at most the cycles of a division after
    the tick.
    """
    onchip.write("ticks.c", TICKS.replace("PERIOD", str(period)))
    done = onchip("run", "-n", 1, "ticks.c")
    times, rest = done.out.splitlines()
    for number, time in enumerate(map(int, times.split())):
        assert abs(time - number * period) <= 12
    assert rest.startswith("1 ")
    assert onchip("run", "--reference", "-n", 1, "ticks.c").out == done.out


WALL = re.compile("wall seconds.*\n")
SEED = random.randrange(1 << 32)


@pytest.mark.parametrize("number", range(6))
@pytest.mark.parametrize("events", [0, 1])
def test_interrupts_among_messages_equal_the_reference(onchip, number, events):
    print(f"seed {SEED}")
    draw = random.Random(f"{SEED} {number} {events}")
    chip = draw.choice(["mesh4x4", "quad2x2", "mesh4x4-cached", "qm4x4", "sarc4"])
    ranks = draw.choice([2, 3, 4])
    source = RING.replace("PERIOD", str(draw.randrange(200, 3000)))
    onchip.write("ring.c", source.replace("EVENTS", str(events)))
    runs = [
        onchip("run", *mode, "-n", ranks, "--chip", chip, "--stats", "ring.c")
        for mode in ((), ("--reference",), ("--jobs", 2))
    ]
    lines = runs[0].out.splitlines()
    assert len(lines) == ranks
    assert all(line.split()[2:4] == ["1", str(events)] for line in sorted(lines))
    for other in runs[1:]:
        assert other.out == runs[0].out
        assert WALL.sub("", other.err) == WALL.sub("", runs[0].err)


def test_interrupts_follow_the_privileged_architecture(onchip):
    onchip.write("rules.c", RULES)
    for mode in ((), ("--reference",)):
        done = onchip("run", *mode, "-n", 1, *hal_flags(), "rules.c")
        assert done.out.splitlines() == [
            # Both interrupts are pending. The external one is first; its handler takes all events.
            "b pending 880 events 22 within 0",
            # No external event is left. After the next tick, the timer's interrupt, which the
            # program enables last, is taken.
            "7 pending 80 events 20 within 0",
            "2 taken",
        ]


# Programs of one rank, and what each prints.
PROGRAMS = {
    # A handler that sets the timer is not interrupted itself.
    "renewed": (
        """
#include <onchip_interrupt.h>
#include <stdio.h>
static volatile unsigned ticks;
static void tick(void) {
    ticks++;
    onchip_on_tick(ticks < 10 ? 3000 : 0, tick);
    for (volatile int i = 0; i < 2000; i++)
        ;
}
int main(void) {
    onchip_on_tick(3000, tick);
    for (volatile int i = 0; i < 200000; i++)
        ;
    printf("%u ticks\\n", ticks);
    return 0;
}
""",
        "10 ticks\n",
    ),
    # An interrupt between LR and SC ends the reservation.
    "atomics": (
        """
#include <onchip_interrupt.h>
#include <stdio.h>
static unsigned sum;
static volatile unsigned ticks;
static void tick(void) {
    ticks++;
    __atomic_fetch_add(&sum, 1, __ATOMIC_SEQ_CST);
}
int main(void) {
    unsigned own = 0;
    onchip_on_tick(307, tick);
    for (int i = 0; i < 20000; i++, own++) {
        unsigned before = __atomic_load_n(&sum, __ATOMIC_RELAXED);
        while (!__atomic_compare_exchange_n(&sum, &before, before + 1, 0, __ATOMIC_SEQ_CST,
                                            __ATOMIC_RELAXED))
            ;
    }
    onchip_on_tick(0, 0);
    printf("%d %d\\n", ticks > 100, own + ticks == sum);
    return 0;
}
""",
        "1 1\n",
    ),
}


@pytest.mark.parametrize("mode", [(), ("--reference",)])
@pytest.mark.parametrize("name", PROGRAMS)
def test_handlers_leave_the_program_as_it_was(onchip, name, mode):
    source, printed = PROGRAMS[name]
    onchip.write("handler.c", source)
    assert onchip("run", *mode, "-n", 1, "handler.c").out == printed


# Faults of programs that have set a timer, and words of the report.
FAULTS = {
    "trap": ("__builtin_trap();", "ebreak"),
    "null pointer": ("return *(volatile int *)4;", "a null pointer"),
    "stack": ("return deep(0);", "stack overflow"),
    "handler": ("for (onchip_on_tick(100, wrong);;);", "a null pointer"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_faults_are_reported_as_without_interrupts(onchip, name):
    line, words = FAULTS[name]
    onchip.write(
        "fault.c",
        "#include <onchip_interrupt.h>\nvoid wrong(void), nothing(void);\nint deep(int n);\n"
        "void wrong(void) { *(volatile int *)4 = 0; }\nvoid nothing(void) {}\n"
        "int deep(int n) { volatile char b[2000]; b[0] = (char)n;"
        " return n > 100000 ? 0 : deep(n + 1) + b[0]; }\n"
        f"int main(void) {{ onchip_on_tick(1000, nothing); onchip_on_tick(0, 0); {line} }}\n",
    )
    done = onchip("run", "-n", 1, "fault.c", code=None)
    assert done.code == (Exit.STACK if name == "stack" else Exit.FAULT)
    assert words in done.err


@pytest.mark.parametrize("isa", ["rv32imc", pytest.param("rv32imafc", marks=pytest.mark.long)])
def test_cores_without_double_precision_take_ticks(onchip, isa):
    onchip.write("ticks.c", TICKS.replace("PERIOD", "30000"))
    done = onchip("run", "-n", 1, "--set", f"core.isa={isa}", "ticks.c", timeout=600)
    assert done.out.splitlines()[1].startswith("1 ")
