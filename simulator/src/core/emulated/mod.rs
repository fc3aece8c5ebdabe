//! Tests the code that is compiled for AArch64 on a host of another kind. QEMU executes the code.
//!
//! This module includes the compiler a second time, with the emitter for AArch64. The emitted code,
//! and all data that it reads and writes, are in a file. The file is mapped to the same address in
//! this process and in QEMU's.

mod arena;
mod buffer;
#[allow(clippy::duplicate_mod)]
#[path = "../compiled/float.rs"]
mod float;
#[allow(clippy::duplicate_mod)]
#[path = "../compiled/fusion.rs"]
mod fusion;
mod generate;
#[path = "../compiled/aarch64/mod.rs"]
mod host;
mod program;
#[allow(clippy::duplicate_mod)]
#[path = "../compiled/region.rs"]
mod region;
#[allow(clippy::duplicate_mod)]
#[path = "../compiled/registers.rs"]
mod registers;
mod run;
#[allow(clippy::duplicate_mod)]
#[path = "../compiled/translate.rs"]
mod translate;

use super::compiled::exchange::{count, left, Exchange, Left, LEFT_BITS, WORDS};
use super::compiled::lookaside;
use super::random::Random;
use super::trace::Tracing;
use super::{fast::Context, Core};
use buffer::Buffer;
use program::Program;
use run::{Run, Tally, MOST_CYCLES};
use std::rc::Rc;

/// The type of [`Gate::enter`], the routine that enters compiled code.
type Enter = unsafe extern "C" fn(*mut Core, *mut u8, *mut Context, *const u8) -> u64;

/// The routines by which the interpreter enters compiled code, and by which that code returns, as
/// in `compiled::exchange`.
struct Gate {
    enter: Enter,
    exit: *const u8,
    _code: Buffer,
}

/// Executes `runs` in QEMU, and compares them with single steps. Returns how often compiled code
/// has executed each kind of instruction.
fn compare(runs: &[Run]) -> Tally {
    arena::execute(runs.iter().map(Run::call).collect());
    let kinds = runs.iter().flat_map(Run::kinds);
    let mut tally = kinds.map(|kind| (format!("{kind:?}"), 0)).collect();
    runs.iter().for_each(|run| run.check(&mut tally));
    tally
}

/// Compiles `programs` programs of random instructions, and enters each at up to eight of its
/// blocks. Compiled code must execute each kind of instruction at least `least` times.
fn random_blocks_agree(programs: u32, least: u32) {
    const SEED: u64 = 20_270_401;
    assert!(host::is_able());
    let gate = host::gate().expect("it is not executed here");
    let mut random = Random(SEED);
    let mut runs = Vec::new();
    for _ in 0..programs {
        let words = random.instructions(40);
        let Some(program) = Program::new(&words, random.of(&Tracing::ALL), &gate) else {
            continue;
        };
        let program = Rc::new(program);
        for entrance in 0..program.entrances.len().min(8) {
            let limit = 1 + random.below(MOST_CYCLES);
            runs.push(Run::new(&program, entrance, random.core(), limit));
        }
    }
    let tally = compare(&runs);
    println!("{} runs, seed {SEED}: {tally:?}", runs.len());
    assert!(tally.values().all(|&times| times >= least), "{tally:?}");
}

#[test]
fn random_blocks_agree_with_single_steps() {
    random_blocks_agree(200, 1);
}

#[test]
#[ignore = "takes seconds"]
fn many_random_blocks_agree_with_single_steps() {
    random_blocks_agree(2000, 30);
}

/// Executes every floating-point instruction with all pairs of special numbers.
#[test]
#[ignore = "takes seconds"]
fn special_numbers_agree_with_single_steps() {
    let gate = host::gate().expect("it is not executed here");
    let mut random = Random(1);
    let mut runs = Vec::new();
    for (word, is_double) in generate::floats() {
        let program = Program::new(&[word], Tracing::Off, &gate).expect("it can be compiled");
        let program = Rc::new(program);
        for operands in generate::operands(is_double) {
            let mut core = random.core();
            core.fcsr = 0;
            core.f[1..4].copy_from_slice(&operands);
            runs.push(Run::new(&program, 0, core, MOST_CYCLES));
        }
    }
    println!("{} runs: {:?}", runs.len(), compare(&runs));
}
