//! Control and status registers, traps, and where instructions may be fetched from.

use crate::bare::{Machine, Program};
use crate::build::assemble;
use onchip_simulator::config::CoreCosts;
use onchip_simulator::core::{Step, Stop, Trap};

fn program(text: &str) -> Program {
    Program::from_code(&assemble(text), &CoreCosts::default())
}

fn run(text: &str) -> (Machine, Step) {
    let mut machine = program(text).start();
    let step = machine.run_exact(u64::MAX, u64::MAX);
    (machine, step)
}

/// A counter read in the middle of a run shows the cycle and number of that very instruction.
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
    // Machine mode only, floating point always on.
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
    // MIE has gone to MPIE and is back.
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
    for (text, expected) in [
        ("fence", Step::Fence),
        ("fence.i", Step::FenceI),
        ("wfi", Step::Wfi),
    ] {
        let (machine, step) = run(text);
        assert_eq!(step, expected);
        assert_eq!((machine.core.pc, machine.core.time), (0x1000, 0));
    }
}
