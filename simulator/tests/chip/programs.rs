//! Random programs. A seed in the data of a program chooses what it does.

use super::build::compile;
use std::sync::OnceLock;

/// A random program. It is compiled once; its seed is written into its data before each run.
pub fn random_program(seed: u32) -> Vec<u8> {
    static ELF: OnceLock<Vec<u8>> = OnceLock::new();
    let definitions = ["STEPS=60", "COMPUTE=200", "WORDS=own", "BEYOND=0"];
    seeded(ELF.get_or_init(|| compile("random", &definitions)), seed)
}

/// A random program whose cores make long computations with words that other processes also use. If
/// `own` is set, only processes of other tiles use these words, otherwise all processes of the job.
pub fn random_computation(seed: u32, own: bool) -> Vec<u8> {
    let beyond = if own { 8192 } else { 0 };
    let words = format!("WORDS=(uint32_t*)(process()->shared+{beyond})");
    let beyond = format!("BEYOND={beyond}");
    seeded(
        &compile("random", &["STEPS=60", "COMPUTE=1000", &words, &beyond]),
        seed,
    )
}

/// A random program that uses devices. It is compiled once, and the test writes the seed into the
/// program's data before each run.
pub fn random_devices(seed: u32) -> Vec<u8> {
    static ELF: OnceLock<Vec<u8>> = OnceLock::new();
    let compiled = || compile("random_devices", &["STEPS=150"]);
    seeded(ELF.get_or_init(compiled), seed)
}

/// A random program whose cores use words to which other cores store.
pub fn random_beside(seed: u32) -> Vec<u8> {
    seeded(&compile("beside", &["STEPS=10"]), seed)
}

/// A random program whose cores execute long stretches in one tile at the same time.
pub fn random_windows(seed: u32, tile_cores: u32) -> Vec<u8> {
    let cores = format!("TILE_CORES={tile_cores}");
    seeded(&compile("windows", &["STEPS=12", &cores]), seed)
}

/// A random program whose threads share a tile and all data.
pub fn random_team(seed: u32, threads: u32) -> Vec<u8> {
    let threads = format!("THREADS={threads}");
    seeded(&compile("team", &["STEPS=40", &threads]), seed)
}

/// A random program that uses the units that [`random_program`] and [`random_devices`] leave out.
pub fn random_units(seed: u32) -> Vec<u8> {
    static ELF: OnceLock<Vec<u8>> = OnceLock::new();
    seeded(ELF.get_or_init(|| compile("units", &["STEPS=80"])), seed)
}

/// Whether a run of [`random_units`] with this seed may end in this way.
pub fn units_may_end(seed: u32, kind: &str) -> bool {
    ["exit", "deadlock", "network"].contains(&kind) || kind == "fault" && seed % 16 == 5
}

/// A program with this seed in its data.
pub fn seeded(elf: &[u8], seed: u32) -> Vec<u8> {
    const MARK: u32 = 0x5eed_5eed;
    let mut elf = elf.to_vec();
    let at = elf.windows(4).position(|word| word == MARK.to_le_bytes());
    let at = at.expect("the seed's place in the program");
    elf[at..at + 4].copy_from_slice(&seed.to_le_bytes());
    elf
}
