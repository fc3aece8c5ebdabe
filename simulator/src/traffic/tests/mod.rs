mod circuits;
mod network;
mod patterns;
mod priorities;
mod recorded;

use super::*;
use crate::config::ChipConfig;
use std::path::Path;

/// A mesh with the reference costs. `network` contains other keys of the section `[network]`.
fn mesh(columns: u32, rows: u32, network: &str) -> ChipConfig {
    let text = format!(
        "[mesh]\ncolumns = {columns}\nrows = {rows}\n[tile]\ncores = 1\nmemory_kb = 16\n\
         [network]\n{network}\n"
    );
    ChipConfig::from_toml(&text, Path::new("test.toml")).expect("the file is right")
}

fn options(pattern: PatternKind, rate: f64, packet: u8) -> Options {
    Options {
        pattern,
        rate,
        packet,
        ..Options::default()
    }
}

fn run(chip: &ChipConfig, options: &Options) -> Report {
    let mut traffic = Traffic::new(chip, options).expect("the options are right");
    traffic.run_to_end()
}
