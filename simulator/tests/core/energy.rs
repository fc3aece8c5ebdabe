//! The energy of instructions, in both interpreters. Each sum of the energies shows which of them
//! were added.

use crate::tests::bare::{Machine, Program};
use crate::tests::isa::build::assemble;
use onchip_simulator::config::{CoreCosts, Energy};
use onchip_simulator::core::{CodeImage, Step};
use std::sync::Arc;

/// Each key has a power of 8 of its own.
fn energy() -> Energy {
    Energy {
        integer: 1,
        branch: 8,
        multiply: 1 << 6,
        divide: 1 << 9,
        load: 1 << 12,
        store: 1 << 15,
        atomic: 1 << 18,
        float: 1 << 21,
        float_multiply: 1 << 24,
        float_fused: 1 << 27,
        float_divide: 1 << 30,
        ..Energy::default()
    }
}

fn start(text: &str) -> Machine {
    let costs = CoreCosts::default();
    let mut program = Program::from_code(&assemble(text), &costs);
    let image = CodeImage::new(program.code.base(), program.code.bytes(), &costs);
    program.code = Arc::new(image.with_energy(&energy()));
    program.start()
}

/// The energy that the instructions of `text` use, and the number of words that banks serve for
/// them. Both interpreters run the text, the fast one also in short stretches.
#[track_caller]
fn measure(text: &str) -> (u64, u64) {
    let text = format!("li a5, 1; slli a5, a5, 31; {text}; nop; .option norvc; ebreak");
    let mut exact = start(&text);
    while exact.step() == Step::Done {}
    for stretch in [1, 7, 100, u64::MAX] {
        let mut ahead = start(&text);
        while !matches!(ahead.step(), Step::Trap(_)) {
            let until = ahead.core.time.saturating_add(stretch);
            ahead.run_ahead(until);
            ahead.log.clear();
        }
        assert_eq!(ahead.core.instret, exact.core.instret, "{text}");
        assert_eq!(ahead.core.spent, exact.core.spent, "{text}, {stretch}");
    }
    // Three instructions surround the text.
    let integer = u64::from(energy().integer);
    (
        exact.core.spent.energy - 3 * integer,
        exact.core.spent.words,
    )
}

#[test]
fn each_class_takes_its_key() {
    let e = energy();
    for (text, expected, words) in [
        ("add a0, a1, a2", e.integer, 0),
        ("lui a0, 5", e.integer, 0),
        ("j 1f; 1:", e.integer, 0),
        ("csrr a0, mscratch", e.integer, 0),
        ("beq a1, a1, 1f; 1:", e.branch, 0),
        ("bne a1, a1, 1f; 1:", e.branch, 0),
        ("mulhu a0, a1, a2", e.multiply, 0),
        ("rem a0, a1, a2", e.divide, 0),
        ("lb a0, 4096-4096(a5)", e.load, 1),
        ("fld fa0, 0(a5)", e.load, 2),
        ("sh a0, 0(a5)", e.store, 1),
        ("fsd fa0, 8(a5)", e.store, 2),
        ("amoadd.w a0, a1, (a5)", e.atomic, 1),
        ("fadd.d fa0, fa1, fa2", e.float, 0),
        ("feq.s a0, fa1, fa2", e.float, 0),
        ("fmul.s fa0, fa1, fa2", e.float_multiply, 0),
        ("fnmadd.d fa0, fa1, fa2, fa3", e.float_fused, 0),
        ("fdiv.d fa0, fa1, fa2", e.float_divide, 0),
        ("fsqrt.s fa0, fa1", e.float_divide, 0),
        // The fast path executes each of these pairs in one step, unless it counts energy.
        ("addi a0, a1, 1; add a0, a0, a2", 2 * e.integer, 0),
        (
            "addi a0, a1, 1; bne a0, a1, 1f; 1:",
            e.integer + e.branch,
            0,
        ),
    ] {
        assert_eq!(measure(text), (u64::from(expected), words), "{text}");
    }
}

#[test]
fn loops_and_long_lines_take_their_sum() {
    let e = energy();
    let n = 5000;
    // The program has more stores than the undo log has entries. So the fast path cannot execute
    // one of the stores, and tries it again.
    let (taken, words) = measure(&format!(
        "li a0, {n}; 1: addi a0, a0, -1; sw a0, 4(a5); bnez a0, 1b"
    ));
    let turn = u64::from(e.integer + e.store + e.branch);
    let lead = u64::from(e.integer) * 2;
    assert_eq!((taken, words), (lead + n * turn, n));
    let (taken, words) = measure(".rept 500; addi a0, a0, 1; lw a2, 0(a5); .endr");
    assert_eq!((taken, words), (500 * u64::from(e.integer + e.load), 500));
}
