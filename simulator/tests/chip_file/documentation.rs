//! `docs/chip-file.md` is right: it has every key and no other, its range, its default.

use crate::{parse, project, SHORTEST};
use onchip_simulator::config::{ChipConfig, Key, KEYS};
use std::collections::BTreeSet;

/// The cells of the table of keys, row by row.
fn rows() -> Vec<Vec<String>> {
    let page = std::fs::read_to_string(project("docs/chip-file.md")).unwrap();
    let table = page
        .lines()
        .skip_while(|line| !line.starts_with("|key|"))
        .skip(2);
    let rows = table.take_while(|line| line.starts_with('|'));
    rows.map(|line| {
        let cells: Vec<_> = line.split('|').map(|cell| cell.trim().to_owned()).collect();
        cells[1..cells.len() - 1].to_vec()
    })
    .collect()
}

fn key_of(row: &[String]) -> Option<&'static Key> {
    let path = row[0].trim_matches('`');
    KEYS.iter().find(|key| key.path() == path)
}

#[test]
fn every_key_and_no_other() {
    let rows = rows();
    let written: BTreeSet<_> = rows.iter().map(|row| row[0].trim_matches('`')).collect();
    let known: Vec<_> = KEYS.iter().map(Key::path).collect();
    assert_eq!(written, known.iter().map(String::as_str).collect());
    assert_eq!(rows.len(), KEYS.len());
}

#[test]
fn ranges_are_those_that_are_checked() {
    for row in rows() {
        let key = key_of(&row).unwrap();
        let range = key.kind.to_string().replace(" to ", "–");
        assert_eq!(
            row[2],
            range.replace("1–64 letters", "1 to 64 letters"),
            "{}",
            row[0]
        );
    }
}

/// A chip with a memory that states the default in a row of the table, if there is one.
fn memory_with(row: &[String]) -> ChipConfig {
    let stated = match row {
        [key, _, _, default] => {
            let name = key.trim_matches('`').rsplit('.').next().unwrap();
            format!("{name} = {}\n", default.trim_matches('`'))
        }
        _ => String::new(),
    };
    let memory = "[[memory]]\nname = \"a\"\nswitch = 1\nsize_kb = 32\n";
    parse(&format!("{SHORTEST}{memory}{stated}")).unwrap()
}

/// A file that states a default means the same as one that leaves the key out.
#[test]
fn defaults_are_those_that_are_used() {
    let implied = parse(SHORTEST).unwrap();
    for row in rows() {
        let key = key_of(&row).unwrap();
        assert_eq!(key.required, row[3] == "required", "{}", row[0]);
        // What a drawn chip may leave out is no part of a grid.
        if key.required || key.name == "name" || key.table == "drawn" {
            continue;
        }
        if key.is_listed() {
            assert_eq!(memory_with(&row), memory_with(&[]), "{}", row[0]);
            continue;
        }
        let value = row[3].trim_matches('`');
        let stated = match key.table {
            "" => format!("{} = {value}\n{SHORTEST}", key.name),
            "tile" => format!("{SHORTEST}{} = {value}\n", key.name),
            table => format!("{SHORTEST}[{table}]\n{} = {value}\n", key.name),
        };
        // An empty table of energies is not the same as none.
        let implied = match key.table {
            "energy" => parse(&format!("{SHORTEST}[energy]\n")).unwrap(),
            _ => implied.clone(),
        };
        assert_eq!(parse(&stated).unwrap(), implied, "{}", row[0]);
    }
}

#[test]
fn the_examples_are_right() {
    let page = std::fs::read_to_string(project("docs/chip-file.md")).unwrap();
    let blocks = page.split("```toml\n").skip(1);
    let examples: Vec<_> = blocks
        .filter_map(|block| block.split("```").next())
        .collect();
    assert!(examples.len() >= 2);
    for example in examples {
        parse(example).unwrap_or_else(|error| panic!("{error}"));
    }
}
