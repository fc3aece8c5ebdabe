//! Random links that differ from the other links of the chip.

use super::{entry, has_table, number, numbers, Below};
use toml::{Table, Value};

/// Puts up to two tables `[[link]]` into a file that has a mesh, a torus or a drawn graph.
pub fn put(file: &mut Table, below: Below) {
    if below(3) > 0 || has_table(file, "shape") {
        return;
    }
    let circuits = entry(file, "network").get("circuits");
    let most_cycles = match circuits.and_then(Value::as_str).unwrap_or("none") {
        "none" => 4,
        _ => 1,
    };
    let table = |below: Below| {
        let mut link = Table::new();
        link.insert("delay".into(), number(1 + below(40)));
        if below(2) == 0 {
            link.insert("credit".into(), number(below(20)));
        }
        link.insert("flit_cycles".into(), number(1 + below(most_cycles)));
        link
    };
    let size = |file: &Table, name: &str| {
        let mesh = file.get("mesh").and_then(|mesh| mesh.get(name));
        mesh.and_then(Value::as_integer).unwrap_or(0) as usize
    };
    let (columns, rows) = (size(file, "columns"), size(file, "rows"));
    let mut list = vec![];
    if below(3) == 0 && columns > 1 && columns.is_multiple_of(2) {
        let mut link = table(below);
        link.insert("chiplet_columns".into(), number(columns / 2));
        list.push(Value::Table(link));
    } else {
        let mut pairs: Vec<Value> = match file.get("drawn").and_then(|drawn| drawn.get("links")) {
            Some(links) => links.as_array().cloned().unwrap_or_default(),
            None => (0..rows * columns)
                .filter(|router| router % columns + 1 < columns)
                .map(|router| numbers([router, router + 1]))
                .collect(),
        };
        for _ in 0..1 + below(2) {
            let taken = 1 + below(4);
            let between: Vec<Value> = pairs.drain(..taken.min(pairs.len())).collect();
            if !between.is_empty() {
                let mut link = table(below);
                link.insert("between".into(), between.into());
                list.push(Value::Table(link));
            }
        }
    }
    if !list.is_empty() {
        file.insert("link".into(), Value::Array(list));
    }
}
