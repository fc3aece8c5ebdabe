//! Random kinds of tiles that differ from the other tiles of the chip.

use super::memories::tiles;
use super::{number, numbers, Below};
use toml::{Table, Value};

/// Puts up to two kinds into a file that has the table `[tile]`. All have the same amount of memory
/// per core.
pub fn put(file: &mut Table, below: Below) {
    let count = tiles(file);
    let key = |table: &str, name: &str| {
        let value = file.get(table).and_then(|table| table.get(name));
        value.and_then(Value::as_integer)
    };
    let (Some(cores), Some(memory)) = (key("tile", "cores"), key("tile", "memory_kb")) else {
        return;
    };
    let each = memory as usize / (cores as usize).next_power_of_two();
    let words = key("network", "link_bits").unwrap_or(32) as usize / 32;
    let mut left: Vec<usize> = (0..count).collect();
    let mut list = vec![];
    for name in 0..below(3) {
        let cores = 1 + below(5);
        let chosen: Vec<usize> = (0..below(3).min(left.len()))
            .map(|_| left.swap_remove(below(left.len())))
            .collect();
        let mut kind = Table::new();
        kind.insert("name".into(), format!("kind{name}").into());
        kind.insert("tiles".into(), numbers(chosen));
        kind.insert("cores".into(), number(cores));
        kind.insert("resource_managers".into(), number(0));
        let memory_kb = each * cores.next_power_of_two();
        kind.insert("memory_kb".into(), number(memory_kb));
        kind.insert("banks".into(), number(words << below(3)));
        kind.insert("interfaces".into(), number(1 << below(4)));
        list.push(Value::Table(kind));
    }
    if !list.is_empty() {
        file.insert("tile_kind".into(), Value::Array(list));
    }
}
