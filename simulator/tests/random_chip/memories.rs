//! Random memories that belong to no tile, on routers that have free ports for their controllers.

use super::{has_table, number, numbers, Below};
use toml::{Table, Value};

/// Puts up to three memories into a file of a chip with `routers` routers.
pub fn put(file: &mut Table, below: Below, routers: usize) {
    let mut taken: Vec<i64> = vec![];
    let dram = file.get("dram").and_then(|dram| dram.get("routers"));
    for router in dram.and_then(Value::as_array).into_iter().flatten() {
        taken.extend(router.as_integer());
    }
    let mut list = vec![];
    for name in 0..below(4) {
        let router = below(routers);
        if has_table(file, "mesh") && taken.contains(&(router as i64)) {
            continue;
        }
        taken.push(router as i64);
        list.push(Value::Table(memory(name, router, tiles(file), below)));
    }
    if !list.is_empty() {
        file.insert("memory".into(), Value::Array(list));
    }
}

/// The number of tiles of the file's chip.
pub fn tiles(file: &Table) -> usize {
    let key = |table: &str, name: &str| file.get(table).and_then(|table| table.get(name));
    let size = |name| key("mesh", name).and_then(Value::as_integer);
    match (size("columns"), size("rows")) {
        (Some(columns), Some(rows)) => (columns * rows) as usize,
        _ if has_table(file, "shape") => of_shape(file),
        _ => key("drawn", "tiles")
            .and_then(Value::as_array)
            .map_or(0, Vec::len),
    }
}

/// The number of tiles of a topology that the table `[shape]` describes.
fn of_shape(file: &Table) -> usize {
    let integers = |value: &Value| -> Vec<u32> {
        let list = value.as_array().expect("sizes are a list");
        let integers = list.iter().filter_map(Value::as_integer);
        integers.map(|size| size as u32).collect()
    };
    let sizes = integers(&file["shape"]["sizes"]);
    let routers = match file["network"]["topology"].as_str() {
        Some("hypercube") => 1 << sizes[0],
        Some("fat_tree") => sizes[0].pow(sizes[1] - 1),
        _ => sizes.iter().product::<u32>(),
    };
    let each = file["shape"]["concentration"].as_integer();
    (routers as usize) * each.expect("a number") as usize
}

fn memory(name: usize, router: usize, tiles: usize, below: Below) -> Table {
    let mut memory = Table::new();
    memory.insert("name".into(), format!("memory{name}").into());
    memory.insert("router".into(), number(router));
    memory.insert("size_kb".into(), number(1 << below(6)));
    memory.insert("latency".into(), number(2 + below(9)));
    memory.insert("outstanding".into(), number(1 + below(4)));
    match below(3) {
        0 => {
            memory.insert("mutex_latency".into(), number(1 + below(40)));
            memory.insert("mutexes".into(), number(below(5)))
        }
        1 => memory.insert("tiles".into(), numbers([below(tiles), below(tiles)])),
        _ => None,
    };
    let fpu = ["none", "serial", "pipelined"][below(3)];
    memory.insert("fpu".into(), fpu.into());
    memory
}
