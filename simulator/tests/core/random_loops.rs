//! Random loops and straight-line code must give the same results as compiled code and as single
//! instructions. The compiler keeps registers of the core in registers of the host. The tests check
//! this assignment in blocks, at their ends, and where a jump leads into their middle.

use super::compiled::{agree, run_beside_steps};
use crate::tests::isa::random::Random;

/// Instructions that the compiler may fuse to one. Often an instruction overwrites its own operand.
/// Sometimes they cannot be fused, because the amounts of the shifts do not fit, or because another
/// instruction reads a result. The last instruction is the first to be executed.
fn fusible(random: &mut Random, mut any: impl FnMut(&mut Random) -> u64) -> Vec<String> {
    let [a, b] = [(); 2].map(|()| any(random));
    let mut near = |random: &mut Random| if random.one_in(2) { a } else { any(random) };
    let [t, u] = [(); 2].map(|()| near(random));
    let r = if random.one_in(2) { t } else { near(random) };
    let amount = 1 + random.below(31);
    let rest = if random.one_in(8) {
        amount
    } else {
        32 - amount
    };
    let sum = random.pick(&["or", "or", "xor", "add"]);
    let [x, y] = if random.one_in(2) { [t, u] } else { [u, t] };
    let [left, right] = [
        format!("slli x{t}, x{a}, {amount}; "),
        format!("srli x{u}, x{a}, {rest}; "),
    ];
    let combined = format!("{sum} x{r}, x{x}, x{y}; ");
    let mut lines = match random.below(5) {
        0 => vec![combined, right, left],
        1 => vec![combined, left, right],
        2 => {
            let [x, y] = if random.one_in(2) { [t, b] } else { [b, t] };
            let amount = 1 + random.below(4);
            vec![
                format!("add x{r}, x{x}, x{y}; "),
                format!("slli x{t}, x{a}, {amount}; "),
            ]
        }
        3 => {
            let by = if random.one_in(8) { rest } else { amount };
            vec![format!("srli x{r}, x{t}, {by}; "), left]
        }
        _ => {
            let (upper, lower) = (random.below(1 << 20), random.below(4096) as i64 - 2048);
            vec![
                format!("addi x{r}, x{t}, {lower}; "),
                format!("lui x{t}, {upper}; "),
            ]
        }
    };
    if random.one_in(4) {
        lines.insert(1, format!("sub x{b}, x{b}, x{t}; "));
    }
    lines
}

/// A loop of random instructions, which use 3 to 28 registers. Half of the loops are longer than a
/// block of compiled code, and some have a branch or a jump in the middle. Every round accesses
/// other addresses, so loads and stores leave compiled code in the middle of a block. `base` is the
/// first address.
fn random_loop(random: &mut Random, base: u32) -> String {
    let mut registers: Vec<u64> = { 1..32 }.filter(|&number| number != 2).collect();
    let mut draw = |random: &mut Random| {
        let index = random.below(registers.len() as u64) as usize;
        registers.swap_remove(index)
    };
    let [at, count] = [draw(random), draw(random)];
    let used: Vec<u64> = (0..3 + random.below(26)).map(|_| draw(random)).collect();
    let written = &used[..1 + random.below(used.len() as u64) as usize];
    let any = |of: &[u64], random: &mut Random| of[random.below(of.len() as u64) as usize];
    let mut text = format!("li x{at}, {base}; li x{count}, {}", 2 + random.below(12));
    for register in &used {
        text += &format!("; li x{register}, {}", random.below(1 << 32));
    }
    text += "; 1: ";
    let most = if random.one_in(2) { 180 } else { 40 };
    let (length, middle) = (1 + random.below(most), random.below(4));
    let mut planned = Vec::new();
    for index in 0..length {
        let [left, right] = [(); 2].map(|()| any(&used, random));
        let to = any(written, random);
        if index == length / 2 {
            text += &match middle {
                0 => format!("blt x{left}, x{right}, 2f; "),
                1 => format!("jal x{to}, 3f; 3: "),
                _ => String::new(),
            };
        }
        if planned.is_empty() && random.one_in(4) {
            planned = fusible(random, |random| any(written, random));
        }
        if let Some(next) = planned.pop_if(|_| !random.one_in(4)) {
            text += &next;
            continue;
        }
        let number = random.below(4096) as i64 - 2048;
        text += &match random.below(18) {
            0 => format!("lw x{to}, {}(x{at}); ", number & -4),
            1 => format!("lbu x{to}, {number}(x{at}); "),
            2 => format!("sw x{left}, {}(x{at}); ", number & -4),
            3 => format!("sh x{left}, {}(x{at}); ", number & -2),
            4 => format!("addi x{to}, x{left}, {number}; "),
            5 => format!("slli x{to}, x{left}, {}; ", number & 31),
            6 => format!("lui x{to}, {}; ", number & 4095),
            7 => format!("fcvt.d.w fa0, x{left}; "),
            8 => format!("feq.d x{to}, fa0, fa1; fmv.x.w x{to}, fa0; "),
            kind => {
                let names = [
                    "add", "sub", "xor", "sll", "sltu", "mul", "mulh", "rem", "and",
                ];
                format!("{} x{to}, x{left}, x{right}; ", names[kind as usize - 9])
            }
        };
    }
    let step = 16 * random.below(128);
    text + &format!("2: addi x{at}, x{at}, {step}; addi x{count}, x{count}, -1; bnez x{count}, 1b")
}

#[track_caller]
fn random_loops_agree(seeds: std::ops::Range<u64>) {
    for seed in seeds {
        agree(&random_loop(&mut Random::new(seed), 0x8000_4000), seed);
        // Most of these loops run past the end of the memory, where the core cannot execute an
        // access.
        let at_end = random_loop(&mut Random::new(!seed), 0x800f_f000);
        run_beside_steps(&at_end, seed);
    }
}

#[test]
fn random_loops_agree_with_single_steps() {
    random_loops_agree(1..50);
}

/// Straight-line code of several blocks adds registers to a sum. Their order is cyclic, or lets two
/// registers alternate in one register of the host. An indirect jump enters the code at the second
/// block, after instructions that have changed the first registers. At the end, one of the
/// registers is the destination of a load that the core cannot execute.
#[test]
fn a_line_that_is_entered_in_the_middle_agrees() {
    let change: String = (8..16)
        .map(|it| format!("addi x{it}, x{it}, {it}; "))
        .collect();
    for (turn, target) in (8..17).flat_map(|turn| (8..16).map(move |target| (turn, target))) {
        // If `turn` is 8, the line uses `x20` and `x15` between uses of the other registers.
        let read = |at: u64| match (turn, (at + 5) % 17) {
            (8, at @ 0..6) => 9 + at,
            (8, 6..9) => 20,
            (8, at @ 9..15) => at,
            (8, _) => 15,
            _ => 8 + at % turn,
        };
        let sum = if turn == 8 { 8 } else { 28 };
        let line: String = { 0..150 }
            .map(|at| format!("add x{sum}, x{sum}, x{}; ", read(at)))
            .collect();
        let text = format!(
            ".option norvc; jal x5, 2f; 2: addi x5, x5, 4*77; li x6, 20; \
             1: {change} andi x7, x6, 1; beqz x7, 3f; jr x5; \
             3: {line} addi x6, x6, -1; bnez x6, 1b; {line} lw x{target}, 0(x0)"
        );
        run_beside_steps(&text, turn);
    }
}

/// A jump leads into the second half of the last instruction of a block of the largest size. That
/// half is also an instruction, and begins a block of its own between two other blocks.
#[test]
fn a_line_continues_behind_half_an_instruction() {
    let line = |first: u64| -> String {
        let read = |at: u64| format!("add x{}, x28, x{}; ", 9 + at % 4, 16 + at % 9);
        (first..first + 63).map(read).collect()
    };
    let text = format!(
        ".option norvc; li x6, 9; j 1f; 1: {} 5: lui x28, 0x10; {} addi x6, x6, -1; \
         beqz x6, 4f; andi x7, x6, 1; bnez x7, 1b; j 5b + 2; 4: nop",
        line(0),
        line(3),
    );
    agree(&text, 5);
}

#[test]
#[ignore = "takes minutes"]
fn thousands_of_random_loops_agree_with_single_steps() {
    random_loops_agree(1000..5000);
}
