//! The costs of instructions. Each sum of the costs shows which of them were added.

use crate::tests::bare::Program;
use crate::tests::isa::build::assemble;
use onchip_simulator::config::{CoreCosts, Shifter};

fn costs() -> CoreCosts {
    CoreCosts {
        clock_mhz: 1,
        alu: 1_000_003,
        load: 200_017,
        load_use: 30_011,
        branch_taken: 4_007,
        multiply: 503,
        divide: 61,
        atomic: 13,
        float: 7,
        float_divide: 2,
        ..CoreCosts::default()
    }
}

/// Returns the number of cycles and the number of instructions that `text` takes. Both interpreters
/// must agree.
fn measure(text: &str) -> (u64, u64) {
    measure_with(text, &costs())
}

fn measure_with(text: &str, costs: &CoreCosts) -> (u64, u64) {
    let program = Program::from_code(
        &assemble(&format!(
            "li a5, 1; slli a5, a5, 31; li a1, 3; {text}; nop; .option norvc; ebreak"
        )),
        costs,
    );
    let shift = match (costs.shift, costs.shifter) {
        (0, _) => costs.alu,
        (shift, shifter) => shift + shifter.steps(31),
    };
    let lead = u64::from(2 * costs.alu + shift);
    let mut exact = program.start();
    exact.run_exact(u64::MAX, u64::MAX);
    let mut ahead = program.start();
    ahead.run_ahead(u64::MAX);
    assert_eq!(exact.core, ahead.core, "{text}");
    // Leaves out the four other instructions: three before the text, and a nop after it, which
    // ensures that a load is never the last instruction.
    (
        exact.core.time - lead - u64::from(costs.alu),
        exact.core.instret - 4,
    )
}

#[test]
fn each_class_costs_its_key() {
    let c = costs();
    let (alu, jump) = (c.alu, c.alu + c.branch_taken);
    let used = c.load + c.load_use;
    for (text, expected, instructions) in [
        ("add a0, a1, a2", alu, 1),
        ("lui a0, 5", alu, 1),
        ("sw a0, 0(a5)", alu, 1),
        ("fsd fa0, 0(a5)", alu, 1),
        ("csrr a0, mscratch", alu, 1),
        ("beq a1, zero, 1f; 1:", alu, 1),
        ("bne a1, zero, 1f; 1:", jump, 1),
        ("j 1f; 1:", jump, 1),
        ("jal a0, 1f; 1:", jump, 1),
        ("auipc a0, 0; .option norvc; jalr a2, 8(a0)", alu + jump, 2),
        ("mul a0, a1, a2", c.multiply, 1),
        ("mulhsu a0, a1, a2", c.multiply, 1),
        ("div a0, a1, a2", c.divide, 1),
        ("remu a0, a1, a2", c.divide, 1),
        ("amoadd.w a0, a1, (a5)", c.atomic, 1),
        (
            "amoswap.w zero, a1, (a5); add a0, a0, a0",
            c.atomic + alu,
            2,
        ),
        ("fadd.d fa0, fa1, fa2", c.float, 1),
        ("fmadd.s fa0, fa1, fa2, fa3", c.float, 1),
        ("feq.d a0, fa1, fa2", c.float, 1),
        ("fcvt.w.s a0, fa1", c.float, 1),
        ("fmv.w.x fa0, a1", c.float, 1),
        ("fsgnj.d fa0, fa1, fa2", c.float, 1),
        ("fdiv.s fa0, fa1, fa2", c.float_divide, 1),
        ("fsqrt.d fa0, fa1", c.float_divide, 1),
        ("lw a0, 0(a5)", c.load, 1),
        ("lw a0, 0(a5); add a2, a1, a0", used + alu, 2),
        (
            "lb a0, 0(a5); add a2, a1, a1; add a2, a0, a1",
            c.load + 2 * alu,
            3,
        ),
        ("lhu a0, 0(a5); sw a0, 4(a5)", used + alu, 2),
        ("lw a5, 0(a5); lui a5, 7", c.load + alu, 2),
        ("lw zero, 0(a5); add a0, zero, zero", c.load + alu, 2),
        ("lw a0, 0(a5); lw a2, 4(a5)", 2 * c.load, 2),
        ("lw a0, 0(a5); bne a0, a0, 1f; 1:", used + alu, 2),
        ("lw a0, 0(a5); csrw mscratch, a0", used + alu, 2),
        ("fld fa0, 0(a5); fadd.d fa1, fa2, fa0", used + c.float, 2),
        (
            "fld fa0, 0(a5); fmadd.d fa1, fa2, fa3, fa0",
            used + c.float,
            2,
        ),
        ("flw fa0, 0(a5); fsw fa0, 4(a5)", used + alu, 2),
        // fa0 is f10 and a0 is x10: registers with the same number, but not the same register.
        ("flw fa0, 0(a5); add a1, a0, a0", c.load + alu, 2),
        ("lw a0, 0(a5); fadd.d fa1, fa0, fa0", c.load + c.float, 2),
        // The base of a store is an x register, its value an f register.
        ("fld fa5, 0(a5); fsd fa0, 0(a5)", c.load + alu, 2),
    ] {
        assert_eq!(measure(text), (u64::from(expected), instructions), "{text}");
    }
}

#[test]
fn each_situation_costs_its_key() {
    let c = CoreCosts {
        store: 300_007,
        branch: 70_001,
        jump: 50_021,
        jump_register: 60_013,
        load_overwrite: 29,
        jump_use: 9_001,
        jump_ahead: 11,
        misaligned_target: 600_011,
        shift: 700_001,
        shifter: Shifter::Fours,
        multiply_high: 80_021,
        divide_step: 90_001,
        divide_by_zero: 17,
        csr: 19,
        counter: 23,
        ..costs()
    };
    // The instruction after `wide` is at a multiple of 4.
    let wide = "nop; .option norvc";
    // A wide instruction at label 1 does not cross a word boundary; the one at label 2 does.
    let late = "nop; .option norvc; j 2f; .option rvc; nop; .option norvc; 1: nop; j 3f; \
                .option rvc; nop; .option norvc; 2:";
    let to_late = 2 * c.alu + c.jump + c.misaligned_target + c.jump;
    for (text, expected, instructions) in [
        ("sw a1, 0(a5)".to_string(), c.store, 1),
        ("fsd fa0, 0(a5)".to_string(), c.store, 1),
        ("beq a1, zero, 1f; 1:".to_string(), c.branch, 1),
        (
            format!("{wide}; bne a1, zero, 1f; 1:"),
            c.alu + c.branch + c.branch_taken,
            2,
        ),
        (format!("{wide}; j 1f; 1:"), c.alu + c.jump, 2),
        (
            format!("{wide}; auipc a0, 0; nop; jalr zero, 12(a0)"),
            3 * c.alu + c.jump_register,
            4,
        ),
        (
            format!("{wide}; auipc a0, 0; jalr zero, 8(a0)"),
            2 * c.alu + c.jump_use + c.jump_register,
            3,
        ),
        (
            "lw a0, 0(a5); mv a0, a1".to_string(),
            c.load + c.load_overwrite + c.alu,
            2,
        ),
        ("lw a0, 0(a5); lw a0, 0(a5)".to_string(), 2 * c.load, 2),
        ("slli a0, a1, 7".to_string(), c.shift + 1 + 3, 1),
        ("srl a0, a1, a1".to_string(), c.shift + 3, 1),
        ("mul a0, a1, a1".to_string(), c.multiply, 1),
        ("mulhu a0, a1, a1".to_string(), c.multiply_high, 1),
        (
            format!("{wide}; mulh a0, a1, a1; j 1f; 1:"),
            c.alu + c.multiply_high - c.jump_ahead + c.jump,
            3,
        ),
        // 3 has 30 leading zeros, and -3 has 30 leading ones.
        (
            "divu a0, a1, a1".to_string(),
            c.divide + 30 * c.divide_step,
            1,
        ),
        (
            "neg a1, a1; rem a0, a1, a1".to_string(),
            c.alu + c.divide + 29 * c.divide_step,
            2,
        ),
        ("div a0, a1, zero".to_string(), c.divide_by_zero, 1),
        ("csrw mscratch, a0".to_string(), c.csr, 1),
        ("csrr a0, minstret".to_string(), c.counter, 1),
        (
            format!("{late} beqz zero, 1b; 3:"),
            to_late + c.branch + c.branch_taken,
            5,
        ),
        (format!("{late} j 1b; 3:"), to_late + c.jump, 5),
        (
            format!("{late} auipc a0, 0; nop; jalr zero, -10(a0); 3:"),
            to_late + 2 * c.alu + c.jump_register,
            7,
        ),
    ] {
        let measured = measure_with(&text, &c);
        assert_eq!(measured, (u64::from(expected), instructions), "{text}");
    }
}

#[test]
fn a_loop_costs_its_sum() {
    let c = costs();
    let (alu, taken) = (u64::from(c.alu), u64::from(c.branch_taken));
    let n = 1000;
    let (time, instructions) = measure(&format!(
        "li a0, {n}; 1: addi a0, a0, -1; mul a2, a2, a2; bnez a0, 1b"
    ));
    assert_eq!(
        time,
        alu + n * (2 * alu + u64::from(c.multiply)) + (n - 1) * taken
    );
    assert_eq!(instructions, 1 + 3 * n);
}

/// The straight-line code is longer than what the fast path runs between two checks of the time.
#[test]
fn long_straight_lines_count_exactly() {
    let c = costs();
    let (time, instructions) = measure(".rept 500; addi a0, a0, 1; xor a2, a2, a0; .endr");
    assert_eq!((time, instructions), (1000 * u64::from(c.alu), 1000));
}
