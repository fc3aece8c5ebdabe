//! The accesses that the core executes itself, and those that it passes to the tile.

use crate::tests::bare::{Machine, Program};
use crate::tests::isa::build::assemble;
use onchip_simulator::config::CoreCosts;
use onchip_simulator::core::{AccessKind, AmoOp, Step, Stop, READ, WRITE};

/// A machine that is about to execute the access `text`. Register a0 has the access's address.
fn machine(text: &str, address: u32) -> Machine {
    let program = Program::from_code(&assemble(text), &CoreCosts::default());
    let mut machine = program.start();
    machine.core.x[10] = address;
    machine.core.x[11] = 0x1234_5678;
    machine
}

fn page(machine: &Machine, address: u32) -> usize {
    machine.regions.translate(address, 1).unwrap() as usize >> 10
}

const INSIDE: u32 = 0x8000_4000;

#[test]
fn rights_are_for_each_page_and_kind() {
    for (text, need) in [
        ("lw a2, 0(a0)", READ),
        ("sw a1, 0(a0)", WRITE),
        ("amoadd.w a2, a1, (a0)", READ | WRITE),
    ] {
        for rights in 0..4 {
            for ahead in [false, true] {
                let mut machine = machine(&format!("{text}; ebreak"), INSIDE);
                let page = page(&machine, INSIDE);
                machine.rights[page] = rights;
                let allowed = rights & need == need;
                if ahead {
                    machine.run_ahead(u64::MAX);
                } else {
                    machine.run_exact(u64::MAX, u64::MAX);
                }
                assert_eq!(
                    machine.core.instret,
                    u64::from(allowed),
                    "{text} with rights {rights}"
                );
                assert!(allowed || matches!(machine.step(), Step::Access(_)));
            }
        }
    }
}

#[test]
fn what_is_not_aligned_or_not_inside_is_the_tiles() {
    let end = 0x8000_0000 + machine("nop", 0).memory.len() as u32;
    for (text, bytes) in [
        ("lh a2, 0(a0)", 2u32),
        ("lw a2, 0(a0)", 4),
        ("fld fa0, 0(a0)", 8),
        ("sb a1, 0(a0)", 1),
        ("fsd fa0, 0(a0)", 8),
    ] {
        for address in [
            INSIDE + 1,
            INSIDE + bytes / 2,
            end - bytes,
            end - bytes / 2,
            end,
            0,
            0x7fff_fff8,
            u32::MAX - 7,
            u32::MAX,
        ] {
            let fits =
                address >= 0x8000_0000 && u64::from(address) + u64::from(bytes) <= u64::from(end);
            let fine = fits && address % bytes == 0;
            let mut ahead = machine(&format!("{text}; ebreak"), address);
            assert_eq!(ahead.run_ahead(u64::MAX), Stop::Slow);
            let mut exact = machine(&format!("{text}; ebreak"), address);
            exact.run_exact(u64::MAX, u64::MAX);
            assert_eq!(ahead.core, exact.core);
            assert_eq!(
                exact.core.instret,
                u64::from(fine),
                "{text} at {address:#x}"
            );
        }
    }
}

#[test]
fn an_access_says_what_to_do_and_completes() {
    let load = AccessKind::Load {
        rd: 12,
        float: false,
        signed: true,
    };
    for (text, kind, bytes, raw, result) in [
        ("lb a2, -1(a0)", load, 1, 0x80, 0xffff_ff80),
        (
            "lhu a2, -1(a0)",
            AccessKind::Load {
                rd: 12,
                float: false,
                signed: false,
            },
            2,
            0x8001,
            0x8001,
        ),
        (
            "sw a1, -1(a0)",
            AccessKind::Store { value: 0x1234_5678 },
            4,
            0,
            0,
        ),
        (
            "amomax.w a2, a1, (a0)",
            AccessKind::Amo {
                op: AmoOp::Max,
                rd: 12,
                value: 0x1234_5678,
            },
            4,
            77,
            77,
        ),
        (
            "lr.w a2, (a0)",
            AccessKind::LoadReserved { rd: 12 },
            4,
            78,
            78,
        ),
        (
            "sc.w a2, a1, (a0)",
            AccessKind::StoreConditional {
                rd: 12,
                value: 0x1234_5678,
            },
            4,
            1,
            1,
        ),
    ] {
        let mut machine = machine(&format!("{text}; add a3, a2, a2; ebreak"), 0x9000_0001);
        let before = machine.core.clone();
        let Step::Access(access) = machine.step() else {
            panic!("{text}")
        };
        assert_eq!(machine.core, before);
        assert_eq!(
            (access.kind, access.bytes, access.pc),
            (kind, bytes, 0x1000),
            "{text}"
        );
        assert_eq!(
            access.address,
            if text.contains("-1") {
                0x9000_0000
            } else {
                0x9000_0001
            }
        );
        let waits = matches!(kind, AccessKind::Load { .. });
        assert_eq!(
            access.load_use,
            if waits {
                CoreCosts::default().load_use
            } else {
                0
            }
        );
        machine.core.complete(&access, raw, 99);
        assert_eq!(
            (machine.core.x[12], machine.core.time),
            (result, 99),
            "{text}"
        );
        assert_eq!((machine.core.pc, machine.core.instret), (0x1004, 1));
    }
}

#[test]
fn singles_are_boxed_when_loaded() {
    let mut machine = machine("flw fa2, 0(a0)", 0x9000_0000);
    let Step::Access(access) = machine.step() else {
        panic!()
    };
    machine.core.complete(&access, 0x4048_f5c3, 5);
    assert_eq!(machine.core.f[12], 0xffff_ffff_4048_f5c3);
}

#[test]
fn a_full_log_stops_before_the_store() {
    let mut machine = machine("1: sw a1, 0(a0); addi a1, a1, 1; j 1b", INSIDE);
    let capacity = 4096;
    assert_eq!(machine.run_ahead(u64::MAX), Stop::LogFull);
    assert_eq!(machine.log.len(), capacity);
    assert_eq!(machine.core.pc, 0x1000);
    assert_eq!(machine.core.instret, 3 * capacity as u64);
    assert_eq!(
        machine.run_ahead(u64::MAX),
        Stop::LogFull,
        "nothing changes until it is emptied"
    );
    let memory = machine.memory.clone();
    machine.log.restore(&mut machine.memory);
    let place = machine.regions.translate(INSIDE, 4).unwrap() as usize;
    assert_ne!(memory[place..place + 4], [0; 4]);
    assert_eq!(machine.memory[place..place + 4], [0; 4]);
    // Without recording, the undo log never gets full, so the machine does not stop for it.
    machine.log.set_recording(false);
    let until = machine.core.time + 1_000_000;
    assert_eq!(machine.run_ahead(until), Stop::Limit);
}

#[test]
fn accesses_have_a_limit_of_their_own() {
    let mut machine = machine("nop; nop; lw a1, 0(a0); nop; ebreak", INSIDE);
    assert_eq!(machine.run_exact(100, 2), Step::Done);
    assert_eq!(
        (machine.core.time, machine.core.instret),
        (2, 2),
        "stands before the load"
    );
    assert_eq!(machine.run_exact(2, 100), Step::Done);
    assert_eq!(machine.core.instret, 2);
    assert_eq!(
        machine.run_exact(100, 3),
        Step::Trap(onchip_simulator::core::Trap {
            cause: 3,
            value: 0x1008
        })
    );
}
