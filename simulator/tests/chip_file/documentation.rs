//! Checks `onchip chip keys` and `docs/chip-file.md`: if a file leaves out a key, the key's value
//! is the documented default, and the examples are valid chips.

use super::{parse, project, SHORTEST};
use onchip_simulator::config::{ChipConfig, Key, KEYS};

/// A chip with one `[[memory]]`, one `[[tile_kind]]` and one `[[link]]`. If `key` belongs to one of
/// these tables, the table contains the key with its default.
fn with_listed(key: Option<&Key>) -> ChipConfig {
    let stated = |table: &str| match key.filter(|key| key.table == table) {
        Some(key) => format!("{} = {}\n", key.name, key.default()),
        None => String::new(),
    };
    let memory = "[[memory]]\nname = \"a\"\nrouter = 1\nsize_kb = 32\n";
    let kind = "[[tile_kind]]\nname = \"b\"\ntiles = [2]\ncores = 1\nresource_managers = 0\n\
                memory_kb = 64\nbanks = 4\n";
    let link = "[[link]]\nbetween = [[0, 1]]\ndelay = 2\n";
    let of_link = stated("link");
    let (of_memory, of_kind) = (stated("memory"), stated("tile_kind"));
    let text = format!("{SHORTEST}{memory}{of_memory}{kind}{of_kind}{link}{of_link}");
    parse(&text).unwrap_or_else(|error| panic!("{error}"))
}

/// A file that states a default has the same meaning as a file that leaves the key out.
#[test]
fn defaults_are_those_that_are_used() {
    let implied = parse(SHORTEST).unwrap();
    for key in KEYS {
        let (value, path) = (key.default(), key.path());
        // Skips keys of `[drawn]` and `[shape]`, which a grid cannot have, and `between`: a
        // `[[link]]` must have this key or another one, and both are empty by default.
        let other = ["drawn", "shape"].contains(&key.table) || key.name == "between";
        if key.required || key.name == "name" || other {
            continue;
        }
        if key.is_listed() {
            assert_eq!(with_listed(Some(key)), with_listed(None), "{path}");
            continue;
        }
        let stated = match key.table {
            "" => format!("{} = {value}\n{SHORTEST}", key.name),
            "tile" => format!("{SHORTEST}{} = {value}\n", key.name),
            table => format!("{SHORTEST}[{table}]\n{} = {value}\n", key.name),
        };
        // An empty table of energies differs from no table: it makes the chip count energy.
        let implied = match key.table {
            "energy" => parse(&format!("{SHORTEST}[energy]\n")).unwrap(),
            _ => implied.clone(),
        };
        assert_eq!(parse(&stated).unwrap(), implied, "{path}");
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
