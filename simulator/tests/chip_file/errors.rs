//! Messages about wrong files: the line, the key, the error, and correct values.

use super::{parse, SHORTEST};
use onchip_simulator::config::{ChipConfig, DimensionOrder, Key, ValueType, KEYS};
use std::path::Path;
use toml::{Table, Value};

/// Checks the first problem of a text: its line, its key, and parts of the message.
#[track_caller]
pub fn refused(text: &str, line: usize, key: &str, words: &[&str]) {
    let error = parse(text).expect_err("is wrong");
    let first = &error.problems[0];
    assert_eq!((first.line, first.key.as_str()), (line, key), "{error}");
    let shown = error.to_string();
    assert!(
        shown.starts_with(&format!("a/chip.toml:{line}: ")),
        "{shown}"
    );
    for word in words {
        assert!(shown.contains(word), "no {word:?} in: {shown}");
    }
}

fn with(more: &str) -> String {
    format!("{SHORTEST}{more}")
}

#[test]
fn unknown_keys_get_a_suggestion() {
    refused(
        &with("[network]\nbufer_flits = 4\n"),
        8,
        "network.bufer_flits",
        &["`buffer_flits`"],
    );
    refused(
        &with("[netwrk]\nlink = 1\n"),
        7,
        "netwrk",
        &["did you mean `network`"],
    );
    refused(
        &format!("colour = 1\n{SHORTEST}"),
        1,
        "colour",
        &["the tables are mesh"],
    );
    refused(
        &with("[host]\nlink = 1\n"),
        8,
        "host.link",
        &["in the table `[network]`"],
    );
    refused(
        &with("[host]\ntemperature = 1\n"),
        8,
        "host.temperature",
        &["are call"],
    );
    refused(
        &format!("columns = 4\n{SHORTEST}"),
        1,
        "columns",
        &["in the table `[mesh]`"],
    );
    refused(
        &with("[host]\nname = 1\n"),
        8,
        "host.name",
        &["at the top of the file"],
    );
}

#[test]
fn wrong_types() {
    refused(
        &with("banks = \"four\"\n"),
        7,
        "tile.banks",
        &["the text \"four\"", "whole number"],
    );
    refused(
        &with("banks = 4.0\n"),
        7,
        "tile.banks",
        &["the number 4.0", "whole number"],
    );
    refused(
        &with("banks = true\n"),
        7,
        "tile.banks",
        &["the truth value true"],
    );
    refused(&with("banks = 1979-05-27\n"), 7, "tile.banks", &["date"]);
    refused(
        &with("bank_priority = 1\n"),
        7,
        "tile.bank_priority",
        &["\"network\"` or"],
    );
    refused(
        &with("[dram]\nrouters = 3\n"),
        8,
        "dram.routers",
        &["a list", "[0, 3]"],
    );
    refused(
        &with("[dram]\nrouters = [1, \"2\"]\n"),
        8,
        "dram.routers",
        &["the text \"2\""],
    );
    refused("mesh = 3\n", 1, "mesh", &["the number 3", "`[mesh]`"]);
    refused(
        &with("[[host]]\ncall = 1\n"),
        7,
        "host",
        &["a list", "`[host]`"],
    );
    refused(
        &format!("name = 3\n{SHORTEST}"),
        1,
        "name",
        &["text in quotation marks"],
    );
}

#[test]
fn wrong_values() {
    refused(
        &with("banks = 3\n"),
        7,
        "tile.banks",
        &["not a power of two", "2 or 4 would be"],
    );
    refused(
        &with("bank_priority = \"netwrk\"\n"),
        7,
        "tile.bank_priority",
        &["\"network\"?"],
    );
    refused(
        &format!("name = \"a b\"\n{SHORTEST}"),
        1,
        "name",
        &["\"a b\"", "letters"],
    );
    refused(&format!("name = \"\"\n{SHORTEST}"), 1, "name", &["letters"]);
    refused(
        &with("[host]\ncall = -1\n"),
        8,
        "host.call",
        &["-1 is out of range", "1 to 1000000"],
    );
    let long = format!("[host]\ncall = {}\n", "9".repeat(500));
    refused(&with(&long), 8, "host.call", &["out of range"]);
}

/// Values at both ends of a key's range, and values just outside of it. For a list, both are empty.
fn ends(kind: ValueType) -> (Vec<Value>, Vec<Value>) {
    let numbers = |list: [i64; 2]| list.map(Value::from).to_vec();
    let texts = |list: &[&str]| list.iter().map(|&text| text.into()).collect();
    match kind {
        ValueType::Whole(least, most) => {
            let (least, most) = (least.into(), most.into());
            (numbers([least, most]), numbers([least - 1, most + 1]))
        }
        ValueType::PowerOfTwo(least, most) => {
            let (least, most) = (least.into(), most.into());
            (numbers([least, most]), numbers([least / 2, most * 2]))
        }
        ValueType::Word(words) => (texts(words), texts(&["other"])),
        ValueType::Name => {
            let [longest, longer] = [64, 65].map(|letters| "a".repeat(letters));
            (texts(&["a", &longest]), texts(&["", &longer]))
        }
        ValueType::Text => (texts(&["", "any: text"]), vec![1.into()]),
        _ => (vec![], vec![]),
    }
}

/// A chip with this value of a key, and with everything that the value requires.
fn with_key(key: &Key, value: &Value) -> String {
    let path = key.path();
    let is_drawn = key.table == "drawn" || value.as_str() == Some("drawn");
    let sizes = match (path.as_str(), value.as_str()) {
        ("shape.concentration", _) | ("network.topology", Some("ring" | "hypercube")) => "[2]",
        ("network.topology", Some("flattened_butterfly" | "fat_tree" | "dragonfly")) => "[2, 2]",
        _ => "",
    };
    let (columns, rows) = match (path.as_str(), key.table) {
        ("memory.router" | "link.chiplet_columns", _) => (64, 16),
        ("link.chiplet_rows", _) => (16, 64),
        (_, "link") => (2, 1),
        _ => (1, 1),
    };
    let shape = match is_drawn {
        true => {
            let routers = if key.table == "drawn" {
                value.as_integer()
            } else {
                None
            };
            let links = (1..routers.unwrap_or(1)).map(|b| format!("[{}, {b}]", b - 1));
            let links = links.collect::<Vec<_>>().join(", ");
            format!("[network]\ntopology = \"drawn\"\n[drawn]\nrouters = 1\ntiles = [0]\nlinks = [{links}]\n")
        }
        false if !sizes.is_empty() => format!("[shape]\nsizes = {sizes}\n"),
        false => format!("[mesh]\ncolumns = {columns}\nrows = {rows}\n"),
    };
    let listed = match key.table {
        "memory" => "[[memory]]\nname = \"a\"\nrouter = 0\nsize_kb = 1\n",
        "tile_kind" => {
            "[[tile_kind]]\nname = \"a\"\ntiles = [0]\ncores = 2\nresource_managers = 0\n\
             memory_kb = 16\nbanks = 4\n"
        }
        "link" if key.name.starts_with("chiplet") && value.as_integer() > Some(0) => {
            "[[link]]\ndelay = 1\n"
        }
        "link" => "[[link]]\nbetween = [[0, 1]]\ndelay = 1\n",
        "trickbox" => "[trickbox]\nhosts = [0]\n",
        _ => "",
    };
    let routers = if path == "dram.size_mb" && value.as_integer() > Some(0) {
        "0"
    } else {
        ""
    };
    let dram = format!("[dram]\nrouters = [{routers}]\nsize_mb = 0\n");
    // The largest second-level cache needs the largest memory, and a data cache in front of it.
    let (memory, caches) = match key.table {
        "second_level" => (65_536, "[data_cache]\nsize_kb = 1\n"),
        _ => (16, ""),
    };
    let network = match key.name {
        "accumulators" => "[network]\nmulticast = \"rectangle\"\n",
        _ => "",
    };
    let text =
        format!("{shape}[tile]\ncores = 1\nmemory_kb = {memory}\n{dram}{caches}{network}{listed}");
    let mut file: Table = text.parse().unwrap();
    let table = match (key.table, key.is_listed()) {
        ("", _) => &mut file,
        (name, true) => file[name][0].as_table_mut().unwrap(),
        (name, false) => {
            let table = file.entry(name).or_insert(Table::new().into());
            table.as_table_mut().unwrap()
        }
    };
    table.insert(key.name.into(), value.clone());
    file.to_string()
}

#[test]
fn several_orders_of_dimensions() {
    let [_xy, _yx, others @ ..] = DimensionOrder::WORDS else {
        unreachable!("a mesh has two orders of dimensions")
    };
    for order in others {
        let keys = format!("[network]\nrouting = \"{order}\"\n");
        parse(&with(&keys)).unwrap();
        let torus = with(&format!("{keys}topology = \"torus\"\n"));
        match ["minimal", "valiant", "romm"].contains(order) {
            true => assert!(parse(&torus).is_ok()),
            false => refused(&torus, 8, "network.routing", &["is for a mesh", "\"mesh\""]),
        }
        let circuits = with(&format!("{keys}circuits = \"shared\"\n"));
        let words = ["without circuits", "circuits = \"none\""];
        refused(&circuits, 8, "network.routing", &words);
    }
}

#[test]
fn virtual_channels_of_a_class() {
    for (keys, wrong, right) in [
        ("topology = \"torus\"", 1, "at least 2"),
        ("topology = \"torus\"", 3, "a multiple of 2"),
        ("routing = \"minimal\"", 1, "at least 2"),
        ("routing = \"valiant\"", 5, "a multiple of 2"),
        (
            "topology = \"torus\"\nrouting = \"minimal\"",
            2,
            "at least 3",
        ),
        (
            "topology = \"torus\"\nrouting = \"romm\"",
            6,
            "a multiple of 4",
        ),
        ("circuits = \"shared\"", 2, "circuits = \"none\""),
    ] {
        let file = |channels| with(&format!("[network]\n{keys}\nchannels = {channels}\n"));
        let line = 9 + keys.matches('\n').count();
        refused(&file(wrong), line, "network.channels", &[right]);
        parse(&file(0)).unwrap();
    }
    for channels in 0..=8 {
        parse(&with(&format!("[network]\nchannels = {channels}\n"))).unwrap();
    }
    let ports = "[network]\nchannels = 8\n[[tile_kind]]\nname = \"wide\"\ntiles = [0]\n\
                 cores = 1\nmemory_kb = 64\nresource_managers = 0\nbanks = 4\ninterfaces = 8\n";
    refused(&with(ports), 8, "network.channels", &["at most 5"]);
}

/// For every key that is not a list, a file may give the values at the ends of the key's range, and
/// the chip gets them. The values just outside the range are refused.
#[test]
fn ranges_end_where_they_say() {
    for key in KEYS {
        let (right, wrong) = ends(key.kind);
        let path = key.path();
        for value in right {
            let chip = parse(&with_key(key, &value));
            let chip = chip.unwrap_or_else(|error| panic!("{path} = {value}: {error}"));
            let values = Value::from(chip.values());
            let table = values.get(key.table).unwrap_or(&values);
            let table = table.get(0).unwrap_or(table);
            assert_eq!(table[key.name], value, "{path}");
        }
        for value in wrong {
            let error = parse(&with_key(key, &value)).expect_err(&format!("{path} = {value}"));
            let problem = &error.problems[0];
            assert_eq!(problem.key, path);
            let is_text = matches!(key.kind, ValueType::Text);
            assert!(
                is_text || problem.right.contains(&key.kind.to_string()),
                "{problem:?}"
            );
        }
    }
}

#[test]
fn missing_keys() {
    refused("", 1, "mesh.columns", &["is missing", "`[mesh]`"]);
    refused(
        "# a\n[mesh]\ncolumns = 2\n[tile]\ncores = 1\nmemory_kb = 16",
        2,
        "mesh.rows",
        &["1 to 64"],
    );
    let error = parse("").unwrap_err();
    let keys: Vec<_> = error
        .problems
        .iter()
        .map(|problem| problem.key.as_str())
        .collect();
    assert_eq!(
        keys,
        ["mesh.columns", "mesh.rows", "tile.cores", "tile.memory_kb"]
    );
}

#[test]
fn what_does_not_add_up() {
    let mesh = SHORTEST
        .replace("columns = 4", "columns = 64")
        .replace("rows = 4", "rows = 17");
    refused(
        &mesh,
        3,
        "mesh.rows",
        &["64 × 17 is 1088 tiles", "at most 16 rows"],
    );
    let memory = SHORTEST
        .replace("1024", "65536")
        .replace("rows = 4", "rows = 5");
    refused(
        &memory,
        6,
        "tile.memory_kb",
        &["1280 MB", "at most 32768 kB"],
    );
    refused(
        &with("banks = 2\n[network]\nlink_bits = 128\n"),
        9,
        "network.link_bits",
        &["in each of 2 banks", "at most 64", "at least 4 banks"],
    );
    let dram = |keys: &str| with(&format!("[dram]\n{keys}\n"));
    refused(
        &dram("routers = [0, 16]\nsize_mb = 2"),
        8,
        "dram.routers",
        &["16 is no router", "0 to 15"],
    );
    refused(
        &dram("routers = [3, 3]\nsize_mb = 2"),
        8,
        "dram.routers",
        &["3 is there twice"],
    );
    refused(
        &dram("routers = [0, 1, 2]\nsize_mb = 64"),
        9,
        "dram.size_mb",
        &["63 MB could"],
    );
    refused(&dram("routers = [0]"), 7, "dram.size_mb", &["0 MB"]);
    refused(
        &dram("size_mb = 64"),
        8,
        "dram.size_mb",
        &["no router has a controller"],
    );
}

#[test]
fn what_is_not_toml() {
    refused("[mesh\n", 1, "", &["not TOML"]);
    refused("[mesh]\ncolumns = \n", 2, "", &["not TOML"]);
    refused(&with("cores = 2\n"), 7, "", &["not TOML", "duplicate"]);
    refused(&"[".repeat(100_000), 1, "", &["not TOML"]);
    refused(
        &format!("a = {}", "[".repeat(100_000)),
        1,
        "",
        &["not TOML"],
    );
    refused(
        &format!("a{} = 1", ".a".repeat(100_000)),
        1,
        "",
        &["not TOML"],
    );
}

#[test]
fn every_problem_is_named_in_order_of_lines() {
    let text = "[tile]\ncores = 0\nmemory_kb = 1000\nx = 1\n[mesh]\ncolumns = 2\n";
    let error = parse(text).unwrap_err();
    let lines: Vec<_> = error.problems.iter().map(|problem| problem.line).collect();
    assert_eq!(lines, [2, 3, 4, 5]);
    assert_eq!(error.to_string().lines().count(), 4);
}

#[test]
fn files_that_cannot_be_read() {
    let error = ChipConfig::from_file(Path::new("no/such/chip.toml")).unwrap_err();
    let shown = error.to_string();
    assert!(
        shown.starts_with("no/such/chip.toml:1: cannot be read: "),
        "{shown}"
    );
}

#[test]
fn energies() {
    refused(
        &with("[energy]\nbnk = 28_000\n"),
        8,
        "energy.bnk",
        &["did you mean `bank`"],
    );
    refused(
        &with("[energy]\nbank = 0.5\n"),
        8,
        "energy.bank",
        &["whole number"],
    );
    refused(
        &with("[energy]\nlink = -1\n"),
        8,
        "energy.link",
        &["0 to 100000000"],
    );
    refused(&with("energy = 3\n"), 7, "tile.energy", &["no such key"]);
}
