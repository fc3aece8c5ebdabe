//! Tests what is compiled for AArch64 on a host that is none: QEMU executes it.
//!
//! The compiler is here once more, with the other emitter. What it emits, and all that the code
//! reads and writes, lies in a file, which is mapped to the same address here and in QEMU.

mod arena;
mod buffer;
#[allow(clippy::duplicate_mod)]
#[path = "../compiled/float.rs"]
mod float;
mod generate;
#[path = "../compiled/aarch64/mod.rs"]
mod host;
#[allow(clippy::duplicate_mod)]
#[path = "../compiled/region.rs"]
mod region;
mod run;
#[allow(clippy::duplicate_mod)]
#[path = "../compiled/translate.rs"]
mod translate;

use super::compiled::exchange::{count, left, Exchange, Left, LEFT_BITS, WORDS};
use super::compiled::lookaside;
use super::{fast::Context, Core};
use buffer::Buffer;

/// As `compiled::exchange` has it.
type Enter = unsafe extern "C" fn(*mut Core, *mut u8, *mut Context, *const u8) -> u64;

/// The same.
struct Gate {
    enter: Enter,
    exit: *const u8,
    _code: Buffer,
}

/// Programs of random instructions, entered at its first blocks.
#[test]
#[ignore = "needs aarch64-linux-gnu-gcc and qemu-aarch64"]
fn random_blocks_agree_with_single_steps() {
    const SEED: u64 = 20_270_401;
    assert!(host::is_able());
    let gate = host::gate().expect("it is not executed here");
    let mut random = generate::Random(SEED);
    let (mut runs, mut tally) = (Vec::new(), run::Tally::new());
    for _ in 0..2000 {
        runs.extend(run::prepare(&mut random, &gate, &mut tally));
    }
    arena::execute(runs.iter().map(run::Run::call).collect());
    runs.iter().for_each(|run| run.check(&mut tally));
    println!("{} runs, seed {SEED}: {tally:?}", runs.len());
    // Not all that is compiled is left to handlers.
    assert!(tally.values().all(|&times| times >= 30), "{tally:?}");
}
