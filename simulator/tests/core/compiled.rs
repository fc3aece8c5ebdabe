//! Compiled code stops in the same state as a core that executes single instructions up to the same
//! cycle.
//!
//! The tests compile all code before they execute it. So every instruction that has no handler runs
//! as compiled code.

use crate::tests::bare::{Machine, Program, PAGE_SHIFT};
use crate::tests::isa::build::{assemble, build, scratch};
use crate::tests::isa::compare::{qemu_signature, run_ahead_agrees, signature};
use crate::tests::isa::generate::Generator;
use crate::tests::isa::random::Random;
use onchip_simulator::config::{CoreCosts, DataCache, Energy, Replacement, Shifter};
use onchip_simulator::core::{
    Cache, CodeImage, Demand, Region, Step, Stop, When, FIRST_CACHED, READ, WRITE,
};
use onchip_simulator::memory::Banks;
use std::sync::Arc;

/// Each sum of these costs shows which of them were added.
fn costs() -> CoreCosts {
    CoreCosts {
        load_use: 3,
        branch_taken: 5,
        multiply: 7,
        divide: 29,
        float_divide: 31,
        ..CoreCosts::default()
    }
}

/// Costs that depend on operands, on the target of a jump, and on the next instruction.
fn varying_costs() -> CoreCosts {
    CoreCosts {
        store: 11,
        branch: 2,
        jump: 6,
        jump_register: 13,
        load_overwrite: 1,
        jump_use: 17,
        jump_ahead: 1,
        misaligned_target: 19,
        shift: 4,
        shifter: Shifter::Fours,
        multiply_high: 23,
        divide_step: 1,
        divide_by_zero: 3,
        csr: 8,
        ..costs()
    }
}

/// A machine that executes the assembler code `text` and counts energy. `when` says when the code
/// is compiled.
fn start(text: &str, when: When) -> Machine {
    start_cached(text, when, &DataCache::default())
}

/// A machine as from [`start`], with the data cache that `keys` describes. The first cacheable
/// lines are in the cache, and no others.
fn start_cached(text: &str, when: When, keys: &DataCache) -> Machine {
    start_with(text, when, keys, &costs())
}

/// A machine as from [`start_cached`], whose instructions have the given costs.
fn start_with(text: &str, when: When, keys: &DataCache, costs: &CoreCosts) -> Machine {
    let mut program = Program::from_code(&assemble(text), costs);
    let image = CodeImage::new(program.code.base(), program.code.bytes(), costs);
    let energy = Energy {
        integer: 1,
        branch: 1 << 4,
        multiply: 1 << 8,
        divide: 1 << 12,
        load: 1 << 16,
        store: 1 << 20,
        float: 1 << 24,
        ..Energy::default()
    };
    let image = image.with_energy(&energy).with_cache(Cache::new(keys, 0));
    image.compile(when);
    program.code = Arc::new(image);
    let mut machine = program.start();
    if let Some(mut cache) = Cache::new(keys, machine.memory.len() as u32) {
        let bytes = 1024 * keys.size_kb;
        machine.memory.resize(cache.end as usize, 0);
        cache.cover(FIRST_CACHED, bytes);
        for inside in (0..bytes).step_by(keys.line_bytes as usize) {
            let line = cache.victim(&machine.memory, FIRST_CACHED + inside);
            cache.fill(&mut machine.memory, line, FIRST_CACHED + inside);
        }
        machine.cache = Some(cache);
    }
    machine
}

/// Everything that a program, or the statistics of a chip, can see of a core.
fn visible(machine: &Machine) -> impl PartialEq + std::fmt::Debug + use<> {
    let core = &machine.core;
    let registers = (core.x, core.f, core.pc, core.fcsr);
    (registers, core.time, core.instret, core.spent)
}

/// Runs a program in stretches of random length, up to an instruction that a core cannot execute
/// without its tile. After each stretch, the state must equal that of a core that executes single
/// instructions.
#[track_caller]
pub(super) fn run_beside_steps(text: &str, seed: u64) -> Machine {
    run_with(text, seed, &varying_costs());
    run_with(text, seed, &costs())
}

/// Runs as [`run_beside_steps`] does, with the given costs.
#[track_caller]
fn run_with(text: &str, seed: u64, costs: &CoreCosts) -> Machine {
    let text = format!("{text}; .option norvc; ebreak");
    let start = |when| start_with(&text, when, &DataCache::default(), costs);
    let (mut ahead, mut exact) = (start(When::First), start(When::Never));
    exact.log.set_recording(false);
    let mut random = Random::new(seed);
    for stretch in 0.. {
        let most = 1 << (1 + random.below(12));
        let until = ahead.core.time + 1 + random.below(most);
        let stop = ahead.run_ahead(until);
        assert_eq!(exact.run_exact(ahead.core.time, u64::MAX), Step::Done);
        assert_eq!(visible(&ahead), visible(&exact), "{text}, seed {seed}");
        // The memories are megabytes large, so they are not compared each time.
        if stretch % 64 == 0 || stop == Stop::Slow {
            assert!(ahead.memory == exact.memory, "{text}, seed {seed}");
        }
        match stop {
            Stop::Limit => {}
            Stop::LogFull => ahead.log.clear(),
            Stop::Slow => break,
        }
    }
    assert!(ahead.code.compiled_regions()[0] > 0, "nothing was compiled");
    ahead
}

/// Runs a text to its end, and compares it with single instructions, as [`run_beside_steps`] does.
#[track_caller]
pub(super) fn agree(text: &str, seed: u64) {
    let mut ended = run_beside_steps(text, seed);
    let step = ended.step();
    assert!(matches!(step, Step::Trap(_)), "{text}: {step:?}");
}

const LOOPS: [&str; 9] = [
    // Computes a checksum of words that the program has written.
    "li a0, 0x80004000; li a1, 3000; 1: mul a2, a1, a1; sw a2, 0(a0); lw a3, 0(a0); \
     add a4, a4, a3; srli a5, a4, 3; xor a4, a4, a5; addi a0, a0, 4; addi a1, a1, -1; bnez a1, 1b",
    // Bytes and halfwords, signed and unsigned, in nested loops.
    "li s0, 40; 1: li a0, 0x80005000; li a1, 70; 2: sb a1, 1(a0); sh s0, 2(a0); lb a2, 1(a0); \
     lbu a3, 2(a0); lh a4, 2(a0); lhu a5, 0(a0); add s1, s1, a2; sub s1, s1, a3; xor s1, s1, a4; \
     add s1, s1, a5; addi a0, a0, 2; addi a1, a1, -1; bgtz a1, 2b; addi s0, s0, -1; bnez s0, 1b",
    // Divisions, with each special case.
    "li a0, 0; li a1, -20; li s0, 0x80000000; 1: div a2, s0, a1; rem a3, s0, a1; divu a4, s0, a1; \
     remu a5, a0, a1; mulh a6, s0, a1; mulhu a7, s0, a4; mulhsu s1, s0, a5; add a0, a0, a2; \
     xor a0, a0, a3; add a0, a0, a6; sub a0, a0, a7; xor a0, a0, s1; addi a1, a1, 1; li t0, 20; \
     blt a1, t0, 1b",
    // A function with a stack frame, called from two places.
    "li sp, 0x80008000; li s0, 500; 1: mv a0, s0; jal 3f; mv s1, a0; jal 3f; add s2, s2, a0; \
     addi s0, s0, -1; bnez s0, 1b; j 4f; 3: addi sp, sp, -16; sw ra, 12(sp); sw a0, 8(sp); \
     slli a0, a0, 2; lw ra, 12(sp); addi sp, sp, 16; ret; 4: nop",
    // A jump through a register to one of two targets.
    "jal s1, 7f; addi a0, a0, 3; j 5f; 7: jal s2, 8f; slli a0, a0, 1; j 5f; 8: li s0, 300; \
     1: andi t0, s0, 1; mv t1, s1; beqz t0, 4f; mv t1, s2; 4: jr t1; 5: addi s0, s0, -1; \
     bnez s0, 1b",
    // Doubles and singles, exact at first, then rounded.
    "li a0, 0x80004000; li a1, 400; fcvt.d.w fa0, a1; fcvt.d.w fa1, x0; li a2, 3; \
     fcvt.d.w fa2, a2; 1: fcvt.d.w fa3, a1; fadd.d fa1, fa1, fa3; fdiv.d fa4, fa1, fa2; \
     fmul.d fa5, fa4, fa4; fsub.d fa5, fa5, fa1; fmadd.d fa5, fa4, fa2, fa5; fsqrt.d ft0, fa4; \
     fsd ft0, 0(a0); fld ft1, 0(a0); flt.d a3, ft1, fa5; fneg.d ft2, ft1; fabs.d ft3, ft2; \
     fcvt.s.w ft4, a1; fadd.s ft5, ft5, ft4; fmul.s ft6, ft4, ft4; fdiv.s ft6, ft5, ft6; \
     fsw ft6, 8(a0); flw ft7, 8(a0); fle.s a4, ft7, ft5; fmv.x.w a5, ft7; fmv.w.x ft8, a1; \
     fmin.d ft9, ft2, ft3; addi a1, a1, -1; bnez a1, 1b",
    // Atomics and control registers, which compiled code leaves to handlers, between other
    // instructions.
    "li a0, 0x80004000; li a1, 200; 1: amoadd.w a2, a1, (a0); csrr a3, mscratch; csrr a4, cycle; \
     amomax.w a5, a1, (a0); add s0, s0, a4; addi a1, a1, -1; bnez a1, 1b",
    // Straight lines of code that are longer than a block, with pairs of instructions that have a
    // handler of their own, and jumps into these lines.
    ".option norvc; li a0, 0x80004000; li s0, 30; jal s1, 6f; 6: addi s1, s1, 4*462; \
     1: .rept 41; slli a1, s0, 3; add a2, a1, a2; sw a2, 0(a0); lw a3, 0(a0); xor a4, a4, a3; \
     addi a5, a4, 1; andi a5, a5, 63; .endr; andi t0, s0, 1; addi s0, s0, -1; beqz s0, 4f; \
     beqz t0, 2f; jr s1; .rept 99; mul a4, a4, a2; .endr; 2: .rept 70; addi a4, a4, 3; \
     xor a4, a4, s0; .endr; 3: .rept 65; add a4, a4, a2; .endr; j 1b; 4: nop",
    // Zeros, infinities and NaNs; the program reads their flags occasionally.
    "li a1, 300; fcvt.d.w fa0, x0; fcvt.d.w fa1, a1; 1: fmul.d fa2, fa0, fa1; \
     fmadd.d fa3, fa2, fa1, fa0; fmax.d fa4, fa3, fa0; fdiv.d fa5, fa1, fa0; feq.d a2, fa5, fa5; \
     fsub.d ft0, fa5, fa5; flt.d a3, ft0, fa1; feq.d a4, ft0, ft0; fcvt.s.d ft1, ft0; \
     fcvt.d.s ft2, ft1; fmin.d ft3, fa0, fa2; andi t0, a1, 31; bnez t0, 2f; fsflags a5, zero; \
     add s0, s0, a5; 2: addi a1, a1, -1; bnez a1, 1b",
];

#[test]
fn loops_agree_with_single_steps() {
    for (text, seed) in LOOPS.iter().zip(1..) {
        agree(text, seed);
    }
}

/// When the core records which banks it uses, it must not stop early in long straight-line code,
/// even if the code is longer than the record.
#[test]
fn a_long_line_is_one_stretch() {
    let text = ".rept 1000; add a1, a1, a2; .endr; .option norvc; ebreak";
    for when in [When::Never, When::First] {
        let mut machine = start(text, when);
        machine.banks = Some(Banks::new(4, false));
        machine.shared = vec![false; machine.rights.len()];
        for until in [100, 500, 700] {
            let (stop, ..) = machine.run_banked(until);
            assert_eq!(stop, Stop::Limit, "{when:?}");
            // An instruction takes a cycle.
            let passed = machine.core.time - until;
            assert!(passed <= 64, "{when:?}: {passed} cycles");
        }
    }
}

/// Runs a text and traces its accesses. The trace must contain the accesses that single
/// instructions make, in the same cycles.
#[track_caller]
fn agree_traced(text: &str, keys: &DataCache, seed: u64) {
    let text = format!("{text}; .option norvc; ebreak");
    let [mut ahead, mut exact] =
        [When::First, When::Never].map(|when| start_cached(&text, when, keys));
    exact.log.set_recording(false);
    let mut random = Random::new(seed);
    loop {
        let origin = ahead.core.time;
        let (stop, trace) = ahead.run_ahead_traced(origin + 1 + random.below(1 << 11));
        let mut touches = trace.touches.iter();
        while exact.core.instret < ahead.core.instret {
            if let Some(expected) = exact.next_touch(origin) {
                assert_eq!(touches.next(), Some(&expected), "{text}, seed {seed}");
            }
            assert_eq!(exact.step(), Step::Done);
        }
        assert_eq!(touches.next(), None, "{text}, seed {seed}");
        assert_eq!(visible(&ahead), visible(&exact), "{text}, seed {seed}");
        ahead.log.clear();
        if stop == Stop::Slow {
            break;
        }
    }
    assert!(ahead.memory == exact.memory, "{text}, seed {seed}");
    assert!(matches!(ahead.step(), Step::Trap(_)), "{text}");
    assert!(ahead.code.compiled_regions()[1] > 0, "nothing was compiled");
}

#[test]
fn traces_agree_with_single_steps() {
    for (text, seed) in LOOPS.iter().zip(1..) {
        agree_traced(text, &DataCache::default(), seed);
    }
}

/// Two regions of addresses have different offsets between an address and its position in memory. A
/// trace must contain the positions.
#[test]
fn traces_agree_in_several_regions() {
    let text = "li a0, 0x80004000; li a1, 0x1000; li a2, 700; 1: lw a3, 0(a1); sw a3, 0(a0); \
                lhu a4, 2(a1); sb a4, 9(a0); addi a0, a0, 4; addi a2, a2, -1; bnez a2, 1b";
    agree_traced(text, &DataCache::default(), 77);
}

/// A loop with the given accesses. Those at `a0` go to the tile's memory, those at `a1` to the data
/// cache.
fn loop_beside_cache(accesses: &str) -> String {
    format!(
        "li a0, 0x80004000; li a2, 300; li s1, 0xC0000000; 1: andi a1, a2, 0x78; \
         add a1, a1, s1; {accesses}; addi a0, a0, 8; addi a2, a2, -1; bnez a2, 1b"
    )
}

/// Accesses that hit in the data cache are not traced; the accesses between them are.
#[test]
fn traces_agree_beside_a_data_cache() {
    let text = loop_beside_cache(
        "lw a3, 0(a1); sw a3, 0(a0); sw a2, 4(a1); lhu a4, 2(a0); fld fa0, 8(a1); \
         fsd fa0, 16(a1); sb a4, 9(a0); fsd fa0, 16(a0); lb a5, 1(a1); lw a5, 4(a0)",
    );
    for (hit, replacement) in [(0, Replacement::Lru), (7, Replacement::RoundRobin)] {
        let keys = &DataCache {
            size_kb: 1,
            hit,
            replacement,
            ..DataCache::default()
        };
        agree_traced(&text, keys, 5);
    }
}

/// A block of compiled code has many accesses that may hit in the data cache, and each hit takes
/// many cycles.
#[test]
fn hits_that_take_long_agree_with_single_steps() {
    let text = loop_beside_cache(
        ".rept 30; lw a3, 0(a1); sw a3, 0(a1); .endr; sw a3, 0(a0); lw a4, 4(a0)",
    );
    for hit in [70, 1000] {
        let keys = &DataCache {
            size_kb: 1,
            hit,
            ..DataCache::default()
        };
        let ended = format!("{text}; .option norvc; ebreak");
        for banks in [4, 32] {
            agree_banked(|| start_cached(&ended, When::First, keys), banks, 5);
        }
        agree_traced(&text, keys, 5);
    }
}

/// The memory may end within a granule, the unit of addresses that compiled code looks up.
#[test]
fn a_loop_goes_to_the_end_of_its_memory() {
    for (load, bytes) in [("lbu", 1), ("lh", 2), ("lw", 4)] {
        let text = format!(
            "li a0, 0x1000; 1: {load} a1, 0(a0); add a2, a2, a1; addi a0, a0, {bytes}; j 1b; \
             .zero 1500"
        );
        let mut ended = run_beside_steps(&text, 3);
        let code = ended.code.bytes().len() as u32 & !7;
        assert_eq!(ended.core.x(10) & !7, 0x1000 + code, "{load}");
        while ended.step() == Step::Done {}
        let code = ended.code.bytes().len() as u32 / bytes * bytes;
        assert_eq!(ended.core.x(10), 0x1000 + code, "{load}");
    }
}

/// A loop accesses the program's variables up to their end, or up to a page that it may not access.
///
/// Compiled code expects some accesses in the variables and others elsewhere, by their position in
/// the code. So the test moves the first access, and aligns it or not. The variables begin at the
/// address that the code expects, or one granule later. In memory, they do not begin at the start
/// of a page. After each stretch, the undo log must restore the memory.
#[test]
fn a_loop_goes_to_the_end_of_its_variables() {
    const LENGTH: u32 = 5006;
    const BEGIN: u32 = 0x1000_0000;
    const OFFSET: u32 = 0x8090;
    let kinds = [
        ("lb a1", 1, READ),
        ("lhu a1", 2, READ),
        ("lw a1", 4, READ),
        ("fld fa0", 8, READ),
        ("sb a2", 1, WRITE),
        ("sh t3", 2, WRITE),
        ("sw a2", 4, WRITE),
        ("fsd fa1", 8, WRITE),
    ];
    for ((access, bytes, need), places) in
        { kinds }.iter().flat_map(|it| (0..3).map(move |i| (it, i)))
    {
        for (begin, first, rights) in [
            (BEGIN, 0, READ | WRITE),
            (BEGIN, 0, READ),
            (BEGIN, 0, 0),
            (BEGIN, bytes / 2, READ | WRITE),
            (BEGIN + 1024, 0, READ | WRITE),
        ] {
            let case = format!("{access} after {places}, {begin:#x} + {first}, rights {rights}");
            let places = "c.nop; ".repeat(places);
            let text = format!(
                "li t4, {begin:#x}; lbu t5, 0(t4); li a0, {:#x}; li t3, -7; {places}1: \
                 {access}, 8(a0); add a2, a2, a1; xori a2, a2, 5; addi a0, a0, {bytes}; j 1b",
                begin + first - 8
            );
            let (mut ahead, mut exact) = (start(&text, When::First), start(&text, When::Never));
            for machine in [&mut ahead, &mut exact] {
                machine.regions.set(Region {
                    start: begin,
                    len: LENGTH,
                    offset: OFFSET,
                });
                machine.rights[(OFFSET >> PAGE_SHIFT) as usize + 2] = rights;
                for (byte, value) in machine.memory[0x8000..0xa000].iter_mut().zip(0u32..) {
                    *byte = ((value * 167) >> 3) as u8;
                }
            }
            loop {
                let before = ahead.memory.clone();
                let stop = ahead.run_ahead(u64::MAX);
                let mut restored = ahead.memory.clone();
                ahead.log.restore(&mut restored);
                assert!(restored == before, "{case}");
                if stop == Stop::Slow {
                    break;
                }
                ahead.log.clear();
            }
            exact.log.set_recording(false);
            assert_eq!(exact.run_exact(ahead.core.time, u64::MAX), Step::Done);
            assert_eq!(visible(&ahead), visible(&exact), "{case}");
            assert!(ahead.memory == exact.memory, "{case}");
            let end = if rights & need == *need {
                LENGTH
            } else {
                (2 << PAGE_SHIFT) - OFFSET % (1 << PAGE_SHIFT)
            };
            let passed = if first % bytes == 0 {
                end / bytes * bytes
            } else {
                first
            };
            assert_eq!(ahead.core.x(10) + 8, begin + passed, "{case}");
        }
    }
}

/// In each stretch, the banks used in each cycle and the accesses to shared pages must equal those
/// of single instructions.
#[track_caller]
fn agree_banked(start: impl Fn() -> Machine, banks: u32, seed: u64) {
    let (mut ahead, mut exact) = (start(), start());
    exact.log.set_recording(false);
    let memory_banks = Banks::new(banks, false);
    ahead.banks = Some(memory_banks.clone());
    ahead.shared = (0..ahead.rights.len()).map(|page| page % 3 != 1).collect();
    let mut random = Random::new(seed);
    loop {
        let origin = ahead.core.time;
        let until = origin + 1 + random.below(Demand::LONGEST as u64);
        let (stop, trace, mut demand) = ahead.run_banked(until);
        let mut touches = trace.touches.iter();
        while exact.core.instret < ahead.core.instret {
            if let Some(touch) = exact.next_touch(origin) {
                let cycle = origin + u64::from(touch.cycle);
                let wanted = memory_banks.mask(touch.offset(), touch.bytes());
                assert_eq!(demand.first(), Some((cycle, wanted)), "seed {seed}");
                demand.serve();
                if ahead.shared[(touch.offset() >> PAGE_SHIFT) as usize] {
                    assert_eq!(touches.next(), Some(&touch), "seed {seed}");
                }
            }
            assert_eq!(exact.step(), Step::Done);
        }
        assert_eq!(
            (touches.next(), demand.first()),
            (None, None),
            "seed {seed}"
        );
        assert_eq!(visible(&ahead), visible(&exact), "seed {seed}");
        ahead.log.clear();
        if stop == Stop::Slow {
            if ahead.step() != Step::Done {
                break;
            }
            assert_eq!(exact.step(), Step::Done);
        }
    }
    assert!(ahead.memory == exact.memory, "seed {seed}");
}

#[test]
fn banks_agree_with_single_steps() {
    for (text, seed) in LOOPS.iter().zip(1..) {
        let text = format!("{text}; .option norvc; ebreak");
        for (banks, when) in [
            (1, When::First),
            (8, When::First),
            (32, When::First),
            (4, When::Hot),
        ] {
            let images = std::cell::RefCell::new(Vec::new());
            let start = || {
                let machine = start(&text, when);
                images.borrow_mut().push(machine.code.clone());
                machine
            };
            agree_banked(start, banks, seed);
            let regions = images
                .borrow()
                .iter()
                .map(|image| image.compiled_regions()[2])
                .sum::<usize>();
            assert!(when != When::First || regions > 0, "nothing was compiled");
        }
    }
}

/// A division takes so many cycles that a stretch ends with it.
#[test]
fn banks_agree_after_long_instructions() {
    let text = "li a0, 0x80004000; li a1, 5; 1: sw a1, 0(a0); div a2, a0, a1; sw a2, 4(a0); \
                div a3, a2, a1; fsd fa0, 8(a0); addi a1, a1, -1; bnez a1, 1b; .option norvc; ebreak";
    let costs = CoreCosts {
        divide: 3000,
        ..CoreCosts::default()
    };
    let start = || Program::from_code(&assemble(text), &costs).start();
    agree_banked(start, 4, 7);
}

/// The results are the same whether code is compiled before it runs, while it runs, or never.
#[test]
fn it_makes_no_difference_when() {
    let text = "li s0, 1500000; li a0, 0x80004000; 1: lw a1, 0(a0); add a1, a1, s0; sw a1, 0(a0); \
                mul a2, a1, a1; addi s0, s0, -1; bnez s0, 1b; .option norvc; ebreak";
    let mut machines = [When::Never, When::Hot, When::First].map(|when| start(text, when));
    for machine in &mut machines {
        while !matches!(machine.run_ahead(u64::MAX), Stop::Slow) {
            machine.log.clear();
        }
    }
    let [never, hot, first] = machines;
    assert_eq!(visible(&never), visible(&hot));
    assert_eq!(visible(&never), visible(&first));
    assert!(never.memory == hot.memory && never.memory == first.memory);
    assert_eq!(never.code.compiled_regions(), [0, 0, 0]);
}

/// A loop stops in its middle when the undo log is full, and when it may no longer access its page.
#[test]
fn a_loop_stops_where_it_must() {
    let text = "li a0, 0x80004000; li a1, 1; 1: lw a2, 0(a0); add a2, a2, a1; sw a2, 4(a0); \
                xor a1, a1, a2; j 1b";
    let (mut ahead, mut exact) = (start(text, When::First), start(text, When::Never));
    exact.log.set_recording(false);
    let mut full = 0;
    for _ in 0..20 {
        let stop = ahead.run_ahead(ahead.core.time + 100_000);
        full += usize::from(stop == Stop::LogFull);
        assert_eq!(exact.run_exact(ahead.core.time, u64::MAX), Step::Done);
        assert_eq!(visible(&ahead), visible(&exact));
        ahead.log.clear();
    }
    assert!(full > 5, "{full}");
    let page = ahead.regions.translate(0x8000_4000, 4).unwrap() as usize >> 10;
    for rights in [onchip_simulator::core::READ, 0] {
        for machine in [&mut ahead, &mut exact] {
            machine.rights[page] = rights;
            machine.lookaside.clear();
        }
        assert_eq!(ahead.run_ahead(u64::MAX), Stop::Slow);
        assert!(matches!(
            exact.run_exact(u64::MAX, u64::MAX),
            Step::Access(_)
        ));
        assert_eq!(visible(&ahead), visible(&exact));
    }
}

/// Compiled code has read a page many times before it tries to write to the page.
#[test]
fn a_page_that_may_be_read_may_not_be_written() {
    let text = "li a0, 0x80004000; li a1, 0; li a2, 1000; 1: lw a3, 0(a0); add a4, a4, a3; \
                addi a1, a1, 1; blt a1, a2, 1b; lw a3, 0(a0); 2: sw a1, 0(a0); j 2b";
    let (mut ahead, mut exact) = (start(text, When::First), start(text, When::Never));
    for machine in [&mut ahead, &mut exact] {
        let page = machine.regions.translate(0x8000_4000, 4).unwrap() as usize >> 10;
        machine.rights[page] = onchip_simulator::core::READ;
    }
    while ahead.run_ahead(u64::MAX) == Stop::Limit {}
    assert!(matches!(
        exact.run_exact(u64::MAX, u64::MAX),
        Step::Access(_)
    ));
    assert_eq!(visible(&ahead), visible(&exact));
    assert!(ahead.memory == exact.memory);
    assert!(ahead.core.instret > 4000);
}

/// The code must stop when an addition or a subtraction moves the stack pointer below the limit. In
/// the last case, the stack pointer moves up and the code does not stop.
#[test]
fn the_stack_ends_at_its_limit() {
    for (change, falls) in [
        ("addi sp, sp, -16", true),
        ("sub sp, sp, t0", true),
        ("add sp, sp, t1", true),
        ("sub sp, sp, t1", false),
    ] {
        let text = format!(
            "li sp, 0x80008000; li t0, 16; li t1, -16; li a1, 0; li a2, 1500; \
             1: {change}; addi a1, a1, 1; blt a1, a2, 1b; .option norvc; ebreak"
        );
        let (mut ahead, mut exact) = (start(&text, When::First), start(&text, When::Never));
        for machine in [&mut ahead, &mut exact] {
            machine.core.stack_limit = 0x8000_4008;
        }
        while ahead.run_ahead(u64::MAX) == Stop::Limit {}
        let step = exact.run_exact(u64::MAX, u64::MAX);
        assert_eq!(visible(&ahead), visible(&exact), "{change}");
        assert_eq!(ahead.step(), step, "{change}");
        assert_eq!(ahead.core.x[11] == 1500, !falls, "{change}");
    }
}

/// Runs random instructions as compiled code, and compares them with QEMU and with single steps.
fn random_equals_qemu(seed: u64, count: u64) {
    let source = scratch(&format!("compiled-{seed}.S"));
    std::fs::write(&source, Generator::new(seed).generate(count).assembly).unwrap();
    let name = format!("compiled-{seed}");
    let programs = build(&name, &[source.to_str().unwrap(), "support.S"]);
    let program = programs.core();
    program.code.compile(When::First);
    run_ahead_agrees(&program, seed);
    assert!(program.code.compiled_regions()[0] > count as usize / 500);
    let program = programs.core();
    program.code.compile(When::First);
    assert!(
        signature(&program) == qemu_signature(&programs),
        "seed {seed}"
    );
}

#[test]
fn random_instructions_agree() {
    random_equals_qemu(8472, 10_000);
}

#[test]
#[ignore = "takes minutes"]
fn a_million_random_instructions_agree() {
    random_equals_qemu(20_261_124, 1_000_000);
}
