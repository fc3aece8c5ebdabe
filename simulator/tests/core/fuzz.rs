//! Random bits as code: no panic, and both interpreters agree.

use crate::tests::bare::Program;
use onchip_simulator::config::{CoreCosts, Shifter};
use onchip_simulator::core::{Step, Stop};
use proptest::prelude::*;

/// Bytes of memory per machine. The memory is small, because each case fills two of them.
const MEMORY: usize = 1 << 13;

/// Executes `code` from its byte `start` on, with `x` in the registers, in both interpreters, and
/// compares them. `varies` makes the cycles of many instructions depend on their operands.
fn agree(code: &[u8], start: u32, varies: bool, x: &[u32]) -> Result<(), TestCaseError> {
    let costs = match varies {
        true => CoreCosts {
            branch_taken: 2,
            jump: 3,
            jump_register: 6,
            misaligned_target: 1,
            shifter: Shifter::Ones,
            divide: 3,
            divide_step: 1,
            divide_by_zero: 2,
            ..CoreCosts::default()
        },
        false => CoreCosts::default(),
    };
    let program = Program::in_memory(code, &costs, MEMORY);
    let (mut ahead, mut exact) = (program.start(), program.start());
    for machine in [&mut ahead, &mut exact] {
        machine.core.pc += start;
        machine.core.x.copy_from_slice(x);
        machine.core.x[0] = 0;
    }
    exact.log.set_recording(false);
    // The loop skips instructions that only a tile can execute.
    for _ in 0..20 {
        let until = ahead.core.time + 200;
        let stopped = ahead.run_ahead(until);
        prop_assert!(stopped != Stop::Limit || ahead.core.time >= until);
        ahead.log.clear();
        let step = exact.run_exact(ahead.core.time, u64::MAX);
        prop_assert!(step == Step::Done || stopped == Stop::Slow);
        prop_assert_eq!(&ahead.core, &exact.core);
        if stopped == Stop::Slow {
            for machine in [&mut ahead, &mut exact] {
                let step = machine.step();
                prop_assert!(step != Step::Done);
                let next = machine.core.time + 1;
                match step {
                    Step::Access(access) => {
                        machine.core.complete(&access, 0x1234_5678_9abc_def0, next)
                    }
                    _ => machine.core.retire(2, next),
                }
            }
        }
    }
    prop_assert_eq!(ahead.core, exact.core);
    prop_assert!(ahead.memory == exact.memory);
    Ok(())
}

/// The last instruction of an image may lack its second half. A jump to this instruction takes
/// equally many cycles in both interpreters.
#[test]
fn a_branch_to_half_an_instruction_is_late() {
    let bnez_to_the_end = 0xe8a9u16.to_le_bytes();
    let mut code = vec![0; 84];
    code[..2].copy_from_slice(&bnez_to_the_end);
    code[82] = 0b11;
    agree(&code, 0, true, &[1; 32]).unwrap();
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 20_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_bits_never_panic(
        code in prop::collection::vec(any::<u8>(), 0..200),
        start in 0u32..220,
        varies: bool,
        x in prop::collection::vec(prop_oneof![any::<u32>(), 0x8000_0000u32..0x8000_2000, 0x1000u32..0x1100], 32),
    ) {
        agree(&code, start, varies, &x)?;
    }
}
