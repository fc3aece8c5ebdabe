//! A job can be loaded while another one runs, and onto cores that have been used before.

use super::build::{chip, compile, job, numbers, outcome};
use onchip_simulator::chip::{Chip, Ending};
use onchip_simulator::host::Host;
use onchip_simulator::loader::LoadError;
use std::path::Path;

#[test]
fn jobs_run_side_by_side_and_one_after_the_other() {
    let config = chip("[mesh]\ncolumns = 2\nrows = 1\n[tile]\ncores = 2\nmemory_kb = 128");
    let elf = compile("later", &[]);
    let host = Host::new(Path::new(".")).expect("the current folder");
    let mut chip = Chip::new(&config, host).expect("memory");
    let (program, pair) = job(&elf, 2, &config);
    let (_, four) = job(&elf, 4, &config);
    assert_eq!(chip.load(&pair), Ok(1));
    chip.run_to(1000);
    assert_eq!(chip.load(&pair), Ok(2), "the second tile is free");
    assert!(matches!(chip.load(&pair), Err(LoadError::Ranks(_))));
    assert_eq!(chip.run(None), Some(&Ending::Exit));
    let first = outcome(&mut chip, std::slice::from_ref(&program));
    let mut told = numbers(&first.output);
    told.sort_unstable();
    assert_eq!(told, [0x1_00_00, 0x1_01_01, 0x2_00_02, 0x2_01_03]);
    assert_eq!(chip.load(&four), Ok(3), "all cores are free again");
    assert_eq!(chip.run(None), Some(&Ending::Exit));
    let second = outcome(&mut chip, &[program]);
    let mut told = numbers(&second.output);
    told.sort_unstable();
    assert_eq!(told, [0x3_00_00, 0x3_01_01, 0x3_02_02, 0x3_03_03]);
    let lasted = second.statistics.cycles - first.statistics.cycles;
    assert!(
        lasted < first.statistics.cycles,
        "it starts when it is loaded"
    );
}
