//! Older names of keys, which files may still use.

use super::errors::refused;
use super::{chip_files, parse, SHORTEST};
use onchip_simulator::config::{with_settings, KEYS};
use toml::{Table, Value};

/// The text of a chip file in which every key with an older name has that name, and the number of
/// these keys.
fn older(text: &str) -> (String, usize) {
    let mut file: Table = text.parse().unwrap();
    let mut renamed = 0;
    for (key, alias) in KEYS.iter().filter_map(|key| Some((key, key.alias?))) {
        let tables: Vec<&mut Table> = match file.get_mut(key.table) {
            Some(Value::Table(table)) => vec![table],
            Some(Value::Array(list)) => list.iter_mut().filter_map(Value::as_table_mut).collect(),
            _ => vec![],
        };
        for table in tables {
            if let Some(value) = table.remove(key.name) {
                table.insert(alias.into(), value);
                renamed += 1;
            }
        }
    }
    (file.to_string(), renamed)
}

#[test]
fn older_chip_files_mean_the_same() {
    let mut all_renamed = 0;
    for (path, text) in chip_files() {
        let (old, renamed) = older(&text);
        assert_eq!(old.contains("switch = "), text.contains("\nrouter = "));
        assert!(!old.contains("routers = "));
        assert_eq!(parse(&old), parse(&text), "{}", path.display());
        all_renamed += renamed;
    }
    assert!(all_renamed >= 10, "{all_renamed}");
}

#[test]
fn errors_name_the_key_as_the_file_writes_it() {
    let with = |more: &str| format!("{SHORTEST}{more}");
    for (name, range) in [("switch", "1 to 16"), ("router", "1 to 16")] {
        let text = with(&format!("[network]\nlink = 1\n{name} = 17\n"));
        refused(&text, 9, &format!("network.{name}"), &[range]);
        let memory = with(&format!(
            "[[memory]]\nname = \"a\"\nsize_kb = 1\n{name} = 16\n"
        ));
        let words = ["16 is no router of the chip", "0 to 15"];
        refused(&memory, 10, &format!("memory.{name}"), &words);
        let dram = with(&format!("[dram]\n{name}s = [3, 16]\nsize_mb = 2\n").replace("hs", "hes"));
        let path = format!("dram.{name}s").replace("hs", "hes");
        refused(&dram, 8, &path, &words);
        let grid = with(&format!("[dram]\n{name}s = [3]\n").replace("hs", "hes"));
        refused(&grid, 7, "dram.size_mb", &[&format!("or no `{path}`")]);
    }
    refused(
        &with("[network]\nswitch = 1\nlink = 1\nrouter = 1\n"),
        8,
        "network.switch",
        &["beside `router`", "take one out"],
    );
    // Other tables have no key with this alias.
    refused(
        &with("[core]\nswitch = 1\n"),
        8,
        "core.switch",
        &["`[network]`"],
    );
    refused(
        &with("[energy]\nswitch = 1\n"),
        8,
        "energy.switch",
        &["no such key"],
    );
}

#[test]
fn a_setting_may_have_either_name() {
    let network = |name: &str| format!("{SHORTEST}[network]\n{name} = 2\n");
    let expected = parse(&network("router").replace("= 2", "= 3")).unwrap();
    for file in [network("router"), network("switch")] {
        for setting in ["network.router=3", "network.switch=3"] {
            let text = with_settings(&file, [setting]).unwrap();
            assert_eq!(parse(&text).unwrap(), expected, "{text}");
        }
    }
    let error = with_settings(&network("router"), ["network.switch=17"]).unwrap_err();
    assert!(
        error.contains("network.switch") && error.contains("1 to 16"),
        "{error}"
    );
}
