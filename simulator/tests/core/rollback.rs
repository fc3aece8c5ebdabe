//! A core that has executed ahead of the chip's clock can be rolled back. A checkpoint, the undo
//! log and the execution of single instructions together give the state at any cycle.

use crate::tests::bare::{Machine, Program};
use crate::tests::isa::build::{build, scratch};
use crate::tests::isa::generate::Generator;
use onchip_simulator::core::{Step, Stop};
use proptest::prelude::*;
use std::sync::OnceLock;

/// A random program, built once.
fn program() -> &'static Program {
    static PROGRAM: OnceLock<Program> = OnceLock::new();
    PROGRAM.get_or_init(|| {
        let source = scratch("rollback.S");
        std::fs::write(&source, Generator::new(4711).generate(20_000).assembly).unwrap();
        build("rollback", &[source.to_str().unwrap(), "support.S"]).core()
    })
}

/// Executes all instructions before cycle `limit`, including those that need a tile. Returns false
/// at the end of the program.
fn advance(machine: &mut Machine, limit: u64) -> bool {
    loop {
        match machine.run_exact(limit, u64::MAX) {
            Step::Done => return true,
            step => {
                if !machine.serve(step) {
                    return false;
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_cycle_can_be_reached_again(start in 0u64..60_000, length in 1u64..3000, back in 0.0f64..1.0) {
        let mut machine = program().start();
        machine.log.set_recording(false);
        prop_assert!(advance(&mut machine, start));
        machine.log.set_recording(true);
        let mut reference = program().start();
        reference.log.set_recording(false);
        prop_assert!(advance(&mut reference, start));
        prop_assert_eq!(&machine.core, &reference.core);

        let checkpoint = machine.core.clone();
        let stopped = machine.run_ahead(checkpoint.time + length);
        prop_assert!(stopped == Stop::Slow || machine.core.time >= checkpoint.time + length);
        let target = checkpoint.time + ((machine.core.time - checkpoint.time) as f64 * back) as u64;

        machine.log.restore(&mut machine.memory);
        prop_assert!(machine.memory == reference.memory, "the log has restored the memory");
        machine.core = checkpoint;
        prop_assert_eq!(machine.run_exact(target, u64::MAX), Step::Done);
        prop_assert_eq!(reference.run_exact(target, u64::MAX), Step::Done);
        prop_assert_eq!(&machine.core, &reference.core);
        prop_assert!(machine.memory == reference.memory);
    }
}
