//! Typical mistakes in chip files. Some changes may leave a file correct.

use super::{entry, has_table, number, numbers, Below};
use onchip_simulator::config::{Key, ValueType, KEYS};
use toml::{Table, Value};

pub fn make(file: &mut Table, below: Below) {
    let key = &KEYS[below(KEYS.len())];
    let is_drawn = has_table(file, "drawn");
    if below(8) == 0 {
        return in_memory(file, below);
    }
    if key.is_listed() {
        return;
    }
    match below(if is_drawn { 12 } else { 8 }) {
        0 | 1 => out_of_range(file, key, below),
        2 => {
            let mut name = key.name.to_string();
            name.remove(below(name.len()));
            entry(file, key.table).insert(name, number(1));
        }
        3 => {
            let wrong = [
                Value::Boolean(true),
                "1".into(),
                numbers([1, 2]),
                0.5.into(),
            ];
            let wrong = wrong[below(wrong.len())].clone();
            entry(file, key.table).insert(key.name.into(), wrong);
        }
        4 => {
            let required: Vec<&Key> = KEYS
                .iter()
                .filter(|key| key.required && !key.is_listed())
                .collect();
            let key = required[below(required.len())];
            entry(file, key.table).remove(key.name);
        }
        5 => {
            let dram = entry(file, "dram");
            dram.insert("routers".into(), numbers([below(80), below(80)]));
        }
        6 => {
            entry(file, "dram").insert("size_mb".into(), number(below(2000)));
        }
        7 => {
            let topology = ["mesh", "torus", "drawn", "ring"][below(4)];
            entry(file, "network").insert("topology".into(), topology.into());
        }
        8 => in_list(file, "tiles", below),
        9 => in_list(file, "links", below),
        _ => in_list(file, "routes", below),
    }
}

fn out_of_range(file: &mut Table, key: &Key, below: Below) {
    let wrong = match key.kind {
        ValueType::Whole(least, most) | ValueType::PowerOfTwo(least, most) => match below(2) {
            0 => i64::from(least) - 1,
            _ => i64::from(most) + 1 + below(1000) as i64,
        },
        _ => -1,
    };
    entry(file, key.table).insert(key.name.into(), wrong.into());
}

/// Changes, removes or duplicates a key of a memory.
fn in_memory(file: &mut Table, below: Below) {
    let Some(Value::Array(list)) = file.get_mut("memory") else {
        return;
    };
    let place = below(list.len());
    if below(8) == 0 {
        list[place] = number(below(14));
    }
    let Value::Table(memory) = &mut list[place] else {
        return;
    };
    let keys = [
        "name",
        "router",
        "size_kb",
        "latency",
        "outstanding",
        "mutexes",
        "mutex_latency",
        "tiles",
    ];
    let name = keys[below(keys.len())];
    match below(4) {
        0 => drop(memory.remove(name)),
        1 => drop(memory.insert(name.into(), number(below(3000)))),
        2 => drop(memory.insert(name.into(), numbers([below(80)]))),
        _ => {
            let copy = memory.clone();
            list.push(copy.into());
        }
    }
}

/// Changes an item of a list of `[drawn]`, removes it, or adds one or forty copies of it.
fn in_list(file: &mut Table, name: &str, below: Below) {
    let Some(Value::Array(list)) = entry(file, "drawn").get_mut(name) else {
        return;
    };
    if list.is_empty() {
        return;
    }
    let place = below(list.len());
    match below(4) {
        0 => {
            list.remove(place);
        }
        1 => {
            let item = list[place].clone();
            list.push(item);
        }
        2 => {
            let item = list[place].clone();
            list.extend(vec![item; 40]);
        }
        _ => match &mut list[place] {
            Value::Array(inner) if !inner.is_empty() => {
                let inside = below(inner.len());
                inner[inside] = number(below(14));
            }
            item => *item = number(below(14)),
        },
    }
}
