//! Control and status registers, traps, and the addresses from which instructions may be fetched.

use crate::tests::bare::{Machine, Program};
use crate::tests::isa::build::assemble;
use onchip_simulator::config::CoreCosts;
use onchip_simulator::core::{Order, Step, Stop, Trap};

fn program(text: &str) -> Program {
    Program::from_code(&assemble(text), &CoreCosts::default())
}

fn run(text: &str) -> (Machine, Step) {
    let mut machine = program(text).start();
    let step = machine.run_exact(u64::MAX, u64::MAX);
    (machine, step)
}

/// A counter that is read in the middle of a run shows the cycle and the number of the instruction
/// that reads it.
#[test]
fn counters_are_exact_in_mid_run() {
    let text = "nop; mul a3, a3, a3; rdcycle a0; rdtime a1; nop; rdinstret a2; rdcycleh a4; rdinstreth a5; ebreak";
    let c = CoreCosts::default();
    let before = u64::from(c.alu + c.multiply);
    let mut machine = program(text).start();
    machine.core.time = (7 << 32) - before;
    machine.core.instret = 5 << 32;
    let mut ahead = program(text).start();
    ahead.core = machine.core.clone();
    machine.run_exact(u64::MAX, u64::MAX);
    assert_eq!(ahead.run_ahead(u64::MAX), Stop::Slow);
    assert_eq!(machine.core, ahead.core);
    assert_eq!(machine.core.x[10..16], [0, c.alu, 5, 0, 7, 5]);
}

#[test]
fn identity() {
    let mut machine =
        program("csrr a0, mhartid; csrr a1, misa; csrr a2, mvendorid; csrr a3, mstatus; ebreak")
            .start();
    machine.core.hart = 37;
    machine.run_exact(u64::MAX, u64::MAX);
    let letters = "imafdc"
        .bytes()
        .map(|letter| 1 << (letter - b'a'))
        .sum::<u32>();
    assert_eq!(machine.core.x[10..13], [37, 1 << 30 | letters, 0]);
    // After reset there is only machine mode, and floating point is on and dirty.
    assert_eq!(machine.core.x[13], 3 << 11 | 3 << 13 | 1 << 31);
}

#[test]
fn what_no_core_has_is_illegal() {
    for text in [
        "csrw cycle, zero",
        "csrr a0, 0x123",
        "csrsi mhartid, 1",
        ".4byte 0xffffffff",
        ".2byte 0",
        ".4byte 0x02005053", // fadd.d with rounding mode 5
        "fsrmi 6; fadd.s fa0, fa0, fa0",
    ] {
        let (_, step) = run(&format!(".option norvc; {text}"));
        assert!(
            matches!(
                step,
                Step::Trap(Trap {
                    cause: Trap::ILLEGAL,
                    ..
                })
            ),
            "{text}: {step:?}"
        );
    }
    // Reading a read-only register without writing it is legal.
    let (_, step) = run("csrs cycle, zero; ebreak");
    assert!(matches!(
        step,
        Step::Trap(Trap {
            cause: Trap::BREAKPOINT,
            ..
        })
    ));
}

#[test]
fn an_illegal_instruction_shows_its_bits() {
    let (machine, step) = run("nop; .4byte 0xdeadbe0b");
    assert_eq!(
        step,
        Step::Trap(Trap {
            cause: Trap::ILLEGAL,
            value: 0xdead_be0b
        })
    );
    assert_eq!(machine.core.pc, 0x1002);
}

#[test]
fn traps_are_taken_where_there_is_a_handler() {
    let text = "li a0, 0x1100; csrw mtvec, a0; csrsi mstatus, 8; ecall; li a4, 1; ebreak; .org 0x100; \
                csrr a1, mcause; csrr a2, mepc; csrr a3, mstatus; addi a5, a2, 4; csrw mepc, a5; mret";
    let (mut machine, step) = run(text);
    let Step::Trap(trap) = step else {
        panic!("{step:?}")
    };
    let at = machine.core.pc;
    let next = machine.core.time + 3;
    assert!(machine.core.take_trap(trap, next));
    assert_eq!(machine.core.time, next);
    let step = machine.run_exact(u64::MAX, u64::MAX);
    assert!(matches!(
        step,
        Step::Trap(Trap {
            cause: Trap::BREAKPOINT,
            ..
        })
    ));
    assert_eq!(machine.core.x[11..13], [Trap::ECALL, at]);
    // MIE has been copied to MPIE and back.
    assert_eq!(machine.core.x[13] & 0x88, 0x80);
    assert_eq!(machine.core.mstatus & 0x88, 0x88);
    assert_eq!(machine.core.x[14], 1);
}

#[test]
fn no_handler_no_trap() {
    let (mut machine, step) = run("ecall");
    let Step::Trap(trap) = step else {
        panic!("{step:?}")
    };
    let before = machine.core.clone();
    assert!(!machine.core.take_trap(trap, 99));
    assert_eq!(machine.core, before);
}

#[test]
fn fetching_outside_the_code_faults() {
    for text in [
        "lui a0, 0x70000; jr a0",
        "jr zero",
        "nop",
        "j . - 0x800",
        ".2byte 0x0013",
    ] {
        let mut machine = program(text).start();
        assert_eq!(machine.run_ahead(u64::MAX), Stop::Slow);
        let step = machine.step();
        assert_eq!(
            step,
            Step::Trap(Trap {
                cause: Trap::FETCH_ACCESS,
                value: machine.core.pc
            }),
            "{text}"
        );
    }
}

#[test]
fn what_the_tile_decides_stops_the_core() {
    let order = |acquires, releases, announces| {
        Step::Fence(Order {
            acquires,
            releases,
            announces,
        })
    };
    for (text, expected) in [
        ("fence", order(true, true, true)),
        ("fence rw, w", order(false, true, true)),
        ("fence w, w", order(false, true, false)),
        ("fence r, rw", order(true, false, false)),
        ("fence r, w", order(false, false, false)),
        ("fence.i", Step::FenceI),
        ("wfi", Step::Wfi),
    ] {
        let (machine, step) = run(text);
        assert_eq!(step, expected);
        assert_eq!((machine.core.pc, machine.core.time), (0x1000, 0));
    }
}

/// Registers a0 and a1 after programs that write or stop the counters.
#[test]
fn counters_are_written_and_stopped() {
    let alu = CoreCosts::default().alu;
    for (text, expected) in [
        // A write takes effect when its instruction has completed.
        (
            "li a3, 100; csrw mcycle, a3; csrr a0, mcycle; csrr a1, cycle",
            [100, 100 + alu],
        ),
        (
            "li a3, 100; csrw minstret, a3; csrr a0, minstret; csrr a1, instret",
            [100, 101],
        ),
        // A carry reaches the upper half, and each half can be written alone.
        (
            "li a3, -1; csrw minstret, a3; nop; csrr a0, minstret; csrr a1, minstreth",
            [0, 1],
        ),
        (
            "li a3, 7; csrw mcycleh, a3; csrr a0, mcycleh; csrr a1, cycleh",
            [7, 7],
        ),
        // A stopped counter keeps its value and continues from it.
        (
            "csrwi mcountinhibit, 4; csrr a0, instret; nop; nop; csrr a1, minstret",
            [1, 1],
        ),
        (
            "csrwi mcountinhibit, 1; csrr a0, cycle; nop; nop; csrr a1, mcycle",
            [alu, alu],
        ),
        (
            "csrwi mcountinhibit, 4; li a3, 50; csrw minstret, a3; csrwi mcountinhibit, 0; \
             csrr a0, instret; csrr a1, instret",
            [50, 51],
        ),
        // Counters 0 and 2 can be stopped.
        (
            "csrwi mcountinhibit, 0x1f; csrr a0, mcountinhibit; csrr a1, mhpmcounter31",
            [5, 0],
        ),
        // The time does not stop: it counts the cycles of the chip.
        (
            "li a3, 100; csrw mcycle, a3; csrwi mcountinhibit, 1; rdtime a0; rdtimeh a1",
            [3 * alu, 0],
        ),
    ] {
        let (mut machine, step) = run(&format!(".option norvc; {text}; ebreak"));
        assert!(matches!(step, Step::Trap(_)), "{text}: {step:?}");
        assert_eq!(machine.core.x[10..12], expected, "{text}");
        let exact = machine.core.clone();
        machine = program(&format!(".option norvc; {text}; ebreak")).start();
        machine.run_ahead(u64::MAX);
        assert_eq!(machine.core, exact, "{text}");
    }
}

/// The simulator's own counts of retired instructions and cycles stay correct, whatever a program
/// writes to its counters.
#[test]
fn the_simulators_own_counts_are_not_the_programs() {
    let (machine, _) = run("csrwi mcountinhibit, 5; csrw minstret, zero; nop; ebreak");
    assert_eq!(machine.core.instret, 3);
    assert_eq!(machine.core.time, 3 * u64::from(CoreCosts::default().alu));
}

/// A handler may switch the floating-point unit on or off for the program that it interrupts.
#[test]
fn traps_leave_the_floating_point_unit_as_it_is() {
    for (set, state) in [("csrs", 3 << 13), ("csrc", 0)] {
        let text = format!(
            "li a0, 0x1100; csrw mtvec, a0; li a1, 0x6000; {set} mstatus, a1; ecall; csrr a4, mstatus; \
             ebreak; .org 0x100; csrr a3, mstatus; csrr a2, mepc; addi a2, a2, 4; csrw mepc, a2; mret"
        );
        let (mut machine, step) = run(&text);
        let Step::Trap(trap) = step else {
            panic!("{step:?}")
        };
        let next = machine.core.time + 1;
        assert!(machine.core.take_trap(trap, next));
        machine.run_exact(u64::MAX, u64::MAX);
        assert_eq!(machine.core.x[13] & 3 << 13, state, "in the handler");
        assert_eq!(machine.core.x[14] & 3 << 13, state, "after it");
    }
}
