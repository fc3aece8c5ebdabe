//! The simulator executes a core ahead of the chip's clock, and the core takes a bank in each
//! cycle. After the bank has refused the network interface in eight consecutive cycles, the
//! interface gets all banks in the next cycle, including banks that it does not need.

use super::build::{chip, compile, run};

#[test]
fn a_pause_holds_for_a_core_that_is_ahead() {
    for priority in ["core", "network"] {
        for banks in [2, 4] {
            let config = chip(&format!(
                "[mesh]\ncolumns = 2\nrows = 1\n[tile]\ncores = 1\nmemory_kb = 64\n\
                 banks = {banks}\nbank_priority = \"{priority}\""
            ));
            let elf = compile("refused", &[]);
            let fast = run(&config, &elf, 2, false);
            assert_eq!(fast.report.kind, "exit", "{}", fast.report.message);
            assert_eq!(fast, run(&config, &elf, 2, true), "{priority} {banks}");
        }
    }
}
