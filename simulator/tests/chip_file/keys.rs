//! The list of keys that are checked is the list of keys that are used.

use onchip_simulator::config::{ChipConfig, KEYS};
use std::collections::BTreeSet;

/// Lists of tables.
const LISTED: [&str; 2] = ["tile_kind", "memory"];

/// Serde says which fields a table has when it meets one that it has not.
fn fields_of(table: &str) -> BTreeSet<String> {
    let required = "[mesh]\ncolumns = 1\nrows = 1\n[tile]\ncores = 1\nmemory_kb = 16\n";
    let text = match table {
        "" => format!("zzz = 1\n{required}"),
        _ if LISTED.contains(&table) => format!("{required}[[{table}]]\nzzz = 1\n"),
        _ if required.contains(&format!("[{table}]")) => {
            let header = format!("[{table}]\n");
            required.replace(&header, &format!("{header}zzz = 1\n"))
        }
        _ => format!("{required}[{table}]\nzzz = 1\n"),
    };
    let error = toml::from_str::<ChipConfig>(&text).unwrap_err();
    let message = error.message().to_owned();
    let names = message.split('`').skip(1).step_by(2).map(str::to_owned);
    let mut names: BTreeSet<_> = names.collect();
    assert!(names.remove("zzz"), "{message}");
    names
}

#[test]
fn keys_are_the_fields_of_the_configuration() {
    let tables: BTreeSet<_> = KEYS.iter().map(|key| key.table).collect();
    for table in &tables {
        let mut keys: BTreeSet<_> = KEYS
            .iter()
            .filter(|key| key.table == *table)
            .map(|key| key.name.to_owned())
            .collect();
        if table.is_empty() {
            let named = tables.iter().filter(|table| !table.is_empty());
            keys.extend(named.map(|table| table.to_string()));
        }
        assert_eq!(fields_of(table), keys, "[{table}]");
    }
}
