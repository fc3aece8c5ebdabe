//! Random chip files. Most of them are correct; others have typical mistakes.

mod links;
mod memories;
mod mistake;
mod shape;
mod tile_kinds;

use onchip_simulator::config::{ValueType, KEYS};
use toml::{Table, Value};

/// Returns a random number below its argument.
pub type Below<'a> = &'a mut dyn FnMut(usize) -> usize;

/// The text of a random chip file. If `for_programs` is set, the file contains no mistakes, and the
/// chip has a DRAM and enough memory on each core for a small program. The simulator may then
/// refuse the chip only because of its drawn routes.
pub fn chip_file(below: Below, for_programs: bool) -> String {
    let mut file = Table::new();
    let routers = shape::put(&mut file, below);
    put_memory(&mut file, below, routers, for_programs);
    memories::put(&mut file, below, routers);
    if for_programs {
        prepare_multicast(&mut file, below);
    }
    for key in KEYS {
        let structure = ["mesh", "drawn", "shape", "dram"].contains(&key.table)
            && !["latency", "outstanding"].contains(&key.name);
        if key.is_listed() {
            continue;
        }
        let taken = entry(&mut file, key.table).contains_key(key.name);
        let grid_only = key.name == "routing" && !has_table(&file, "mesh");
        // Every core must be able to run the program, which is compiled only once for all cores.
        let reserves = for_programs && ["resource_managers", "isa"].contains(&key.name);
        if !taken && !structure && !grid_only && !reserves && below(3) == 0 {
            // Programs need the stores of a core to arrive in order. With these values they might
            // not.
            let adaptive = |value: &Value| {
                let word = value.as_str().unwrap_or_default();
                let several = ["west_first", "odd_even", "minimal", "valiant", "romm"];
                for_programs && (key.name == "channels" || several.contains(&word))
            };
            if let Some(value) = value(key.kind, below).filter(|value| !adaptive(value)) {
                entry(&mut file, key.table).insert(key.name.into(), value);
            }
        }
    }
    put_banks(&mut file);
    put_cache(&mut file, "data_cache");
    put_cache(&mut file, "instruction_cache");
    put_second_level(&mut file);
    tile_kinds::put(&mut file, below);
    put_interfaces(&mut file);
    put_multicast(&mut file);
    // The file has no `trickbox.hosts` yet, so nobody could release cores that are held at the
    // start.
    entry(&mut file, "trickbox").remove("start");
    if for_programs && below(3) == 0 {
        entry(&mut file, "trickbox").insert("hosts".into(), numbers([0]));
    }
    links::put(&mut file, below);
    if !for_programs && below(3) == 0 {
        mistake::make(&mut file, below);
    }
    file.retain(|_, value| value.as_table().is_none_or(|table| !table.is_empty()));
    file.to_string()
}

/// A table of the file, which is created if it is missing. An empty name stands for the file's top
/// level.
fn entry<'a>(file: &'a mut Table, table: &str) -> &'a mut Table {
    if table.is_empty() {
        return file;
    }
    let inner = file.entry(table).or_insert_with(|| Table::new().into());
    inner.as_table_mut().expect("a table")
}

/// Whether the file has a table with this name that is not empty.
fn has_table(file: &Table, table: &str) -> bool {
    let inner = file.get(table).and_then(Value::as_table);
    inner.is_some_and(|inner| !inner.is_empty())
}

fn number(value: usize) -> Value {
    Value::Integer(value as i64)
}

fn numbers(list: impl IntoIterator<Item = usize>) -> Value {
    Value::Array(list.into_iter().map(number).collect())
}

/// A random value in a key's range: usually a small one, sometimes the largest.
fn value(kind: ValueType, below: Below) -> Option<Value> {
    Some(match kind {
        ValueType::Whole(least, most) => {
            let room = (most - least) as usize + 1;
            let above = match below(10) {
                0 => room - 1,
                1 | 2 => below(room.min(200)),
                _ => below(room.min(8)),
            };
            number(least as usize + above)
        }
        ValueType::PowerOfTwo(least, most) => {
            number((least as usize) << below((most / least).ilog2() as usize + 1))
        }
        ValueType::Word(words) => words[below(words.len())].into(),
        ValueType::Name => "random-chip_1.0".into(),
        ValueType::Text => "made at random".into(),
        ValueType::Routers
        | ValueType::Tiles
        | ValueType::Sizes
        | ValueType::Links
        | ValueType::Routes => return None,
    })
}

/// Removes `tile.banks` if it is too small for the width of the links. Its default is large enough.
fn put_banks(file: &mut Table) {
    let bits = entry(file, "network").get("link_bits");
    let words = bits.and_then(Value::as_integer).unwrap_or(32) / 32;
    let tile = entry(file, "tile");
    if (tile.get("banks").and_then(Value::as_integer)).is_some_and(|banks| banks < words) {
        tile.remove("banks");
    }
}

/// Makes the number of a cache's sets a power of two, at least two, and removes a cache that would
/// have nothing to cache.
fn put_cache(file: &mut Table, name: &str) {
    let has_dram = file.contains_key("dram");
    let Some(cache) = file.get_mut(name).and_then(Value::as_table_mut) else {
        return;
    };
    if !has_dram {
        file.remove(name);
        return;
    }
    let of = |cache: &Table, name: &str, otherwise: i64| {
        cache
            .get(name)
            .and_then(Value::as_integer)
            .unwrap_or(otherwise) as u32
    };
    let ways = of(cache, "ways", 4).next_power_of_two();
    let set_kb = (2 * ways * of(cache, "line_bytes", 32)).div_ceil(1024);
    let size = of(cache, "size_kb", 0);
    cache.insert("ways".into(), number(ways as usize));
    if size > 0 {
        let size = size.next_power_of_two().max(set_kb.next_power_of_two());
        cache.insert("size_kb".into(), number(size as usize));
    }
}

/// Gives the second level whole pages, few enough for every tile, and lines as long as those of
/// both caches. Removes it if there is no data cache.
fn put_second_level(file: &mut Table) {
    let of = |file: &Table, table: &str, name: &str, otherwise: i64| {
        let value = file.get(table).and_then(|table| table.get(name));
        value.and_then(Value::as_integer).unwrap_or(otherwise)
    };
    if of(file, "second_level", "size_kb", 0) == 0 || of(file, "data_cache", "size_kb", 0) == 0 {
        file.remove("second_level");
        return;
    }
    let ways = of(file, "second_level", "ways", 8).min(2);
    let size = ways * of(file, "tile", "page_bytes", 1024).max(1024) / 1024;
    let line = of(file, "data_cache", "line_bytes", 32);
    let second = entry(file, "second_level");
    second.insert("ways".into(), number(ways as usize));
    second.insert("size_kb".into(), number(size as usize));
    if let Some(Value::Table(instructions)) = file.get_mut("instruction_cache") {
        instructions.insert("line_bytes".into(), number(line as usize));
    }
    put_cache(file, "instruction_cache");
}

/// Gives a tile with circuits one interface. Prevents eight interfaces per tile on a drawn router,
/// which has no room for them.
fn put_interfaces(file: &mut Table) {
    let is_grid = has_table(file, "mesh");
    let circuits = entry(file, "network").get("circuits");
    let most = match circuits.and_then(Value::as_str).unwrap_or("none") {
        "none" if !is_grid => 2,
        "none" => 8,
        _ => 1,
    };
    let limit = |tile: &mut Table| {
        if let Some(Value::Integer(interfaces)) = tile.get_mut("interfaces") {
            *interfaces = most.min(*interfaces);
        }
    };
    limit(entry(file, "tile"));
    if let Some(Value::Array(kinds)) = file.get_mut("tile_kind") {
        kinds
            .iter_mut()
            .filter_map(Value::as_table_mut)
            .for_each(limit);
    }
}

/// Gives every third mesh multicasts and accumulators, and the keys that these need, because few
/// random chips would meet all conditions.
fn prepare_multicast(file: &mut Table, below: Below) {
    let is_mesh = has_table(file, "mesh") && file["network"]["topology"].as_str() == Some("mesh");
    if !is_mesh || below(3) > 0 {
        return;
    }
    let network = entry(file, "network");
    network.insert("multicast".into(), "rectangle".into());
    network.insert("routing".into(), ["xy", "yx"][below(2)].into());
    network.insert("circuits".into(), "none".into());
    network.insert("buffers".into(), "shared".into());
    network.insert("networks".into(), number(1));
    network.insert("buffer_flits".into(), number(4 + below(4)));
    entry(file, "tile").insert("interfaces".into(), number(1));
    entry(file, "ni").insert("accumulators".into(), number(below(5)));
}

/// Removes multicasts and accumulators from a chip that cannot have them.
fn put_multicast(file: &mut Table) {
    let sizes = file.get("mesh").and_then(Value::as_table);
    let is_small = sizes.is_some_and(|mesh| {
        mesh.values()
            .filter_map(Value::as_integer)
            .all(|size| size <= 16)
    });
    let several = |table: &Value| {
        table
            .get("interfaces")
            .is_some_and(|i| i.as_integer() > Some(1))
    };
    let kinds = file.get("tile_kind").and_then(Value::as_array);
    let interfaces = file.get("tile").is_some_and(several)
        || kinds.is_some_and(|kinds| kinds.iter().any(several));
    let has_kinds = kinds.is_some();
    let network = entry(file, "network");
    let number = |key: &str, otherwise| {
        let value = network.get(key).and_then(Value::as_integer);
        value.unwrap_or(otherwise)
    };
    let is = |key: &str, right: &[&str]| {
        let word = network.get(key).and_then(Value::as_str);
        word.is_none_or(|word| right.contains(&word))
    };
    let fits = is_small
        && !interfaces
        && is("topology", &["mesh"])
        && is("routing", &["xy", "yx"])
        && is("circuits", &["none"])
        && (is("buffers", &["shared"]) || number("levels", 8) == 1)
        && number("channels", 0) < 2
        && number("networks", 1) < 2
        && number("buffer_flits", 4) * number("link_bits", 32) >= 96;
    let room = number("buffer_flits", 4) * number("link_bits", 32);
    let brings_results = fits && !is("multicast", &["none"]) && room >= 128 && !has_kinds;
    if !fits {
        network.remove("multicast");
    }
    if !brings_results {
        entry(file, "ni").remove("accumulators");
    }
}

/// Puts cores, memories and memory controllers into a file.
fn put_memory(file: &mut Table, below: Below, routers: usize, for_programs: bool) {
    let cores = 1 + below(3);
    let each = if for_programs { 64 } else { 16 << below(3) };
    let tile = entry(file, "tile");
    tile.insert("cores".into(), number(cores));
    tile.insert("memory_kb".into(), number(each * cores.next_power_of_two()));
    let controllers = below(4).max(usize::from(for_programs));
    if controllers == 0 {
        return;
    }
    let is_grid = has_table(file, "mesh");
    let mut places: Vec<usize> = (0..controllers).map(|_| below(routers)).collect();
    if is_grid {
        places.sort_unstable();
        places.dedup();
    }
    let size = places.len() * (1 + below(3));
    let dram = entry(file, "dram");
    dram.insert("routers".into(), numbers(places));
    dram.insert("size_mb".into(), number(size));
}
