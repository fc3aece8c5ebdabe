//! The chips that come with the project.

use super::{chip_files, parse, SHORTEST};
use onchip_simulator::config::{ChipConfig, Key, KEYS};
use onchip_simulator::noc::Network;

/// The possible sources of a number: the reference costs, this project, or one of the papers.
const SOURCES: [&str; 10] = [
    "# reference",
    "# chosen",
    "# QM ",
    "# CL ",
    "# OM ",
    "# JA ",
    "# Horowitz: ",
    "# Piton: ",
    "# LW ",
    "# KM: ",
];

#[test]
fn all_load_and_name_sources() {
    let files = chip_files();
    for name in [
        "mesh2x2",
        "mesh3x3",
        "mesh4x4",
        "quad2x2",
        "mesh8x8",
        "mesh32x32",
        "qm2x2",
        "qm3x3",
        "qm4x4",
        "sarc4",
        "tile64",
        "mppa256",
        "subclusters2x8",
    ] {
        assert!(
            files
                .iter()
                .any(|(path, _)| path.ends_with(format!("{name}.toml"))),
            "{name}"
        );
    }
    let defaults = toml::Table::try_from(parse(SHORTEST).unwrap()).unwrap();
    for (path, text) in files {
        let chip = ChipConfig::from_file(&path).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(chip.name, path.file_stem().unwrap().to_str().unwrap());
        let endpoints = chip.tiles() as usize + chip.further_routers().len();
        assert_eq!(
            Network::new(&chip.network_parameters()).endpoints(),
            endpoints
        );
        let table: toml::Table = text.parse().unwrap();
        // The files of chips that are named after their shape, except mesh4x4, contain only keys
        // whose values differ from the defaults.
        let is_short = is_of_reference_costs(&chip) && chip.name != "mesh4x4";
        // A file without `[drawn]` describes a grid, and a file with `[drawn]` has its own routes
        // and no grid. None of these chips has a `[shape]`. A file has all keys or no key of the
        // tables below.
        let whole = [
            "energy",
            "data_cache",
            "instruction_cache",
            "second_level",
            "kernel",
            "fpu",
            "trickbox",
            "perturb",
        ];
        // A chip file may leave out these keys even if the chip has cores: `isa`, `shifter`, and
        // costs that are 0 by default.
        let follows = |key: &&Key| {
            let zero = || defaults["core"][key.name].as_integer() == Some(0);
            key.table == "core" && (["isa", "shifter"].contains(&key.name) || zero())
        };
        let other = |key: &&Key| match &chip.drawn {
            _ if is_short || follows(key) => true,
            _ if whole.contains(&key.table) => !table.contains_key(key.table),
            _ if key.table == "shape" => true,
            Some(_) => key.table == "mesh" || ["routing", "routes"].contains(&key.name),
            None => key.table == "drawn",
        };
        for key in KEYS.iter().filter(|key| !other(key) && !key.is_listed()) {
            let inside = match key.table {
                "" => Some(&table),
                name => table.get(name).and_then(|inner| inner.as_table()),
            };
            assert!(
                inside.is_some_and(|inside| inside.contains_key(key.name)),
                "{} says nothing about {}",
                path.display(),
                key.path()
            );
        }
        for line in text.lines().filter(|line| line.contains(" = ")) {
            let plain = ["name", "description", "columns", "rows", "cores"];
            let key = line.split(' ').next().unwrap();
            assert!(
                plain.contains(&key) || SOURCES.iter().any(|source| line.contains(source)),
                "{}: where is this from? {line}",
                path.display()
            );
        }
    }
}

/// Whether the chip has the reference costs: it is named after its shape, and not after a paper.
fn is_of_reference_costs(chip: &ChipConfig) -> bool {
    ["mesh", "quad", "large"]
        .iter()
        .any(|name| chip.name.starts_with(name))
}

/// The chips that are named after their shape have the reference costs, which are the defaults.
#[test]
fn all_have_the_reference_costs() {
    let defaults = parse(SHORTEST).unwrap();
    for (path, _) in chip_files() {
        let chip = ChipConfig::from_file(&path).unwrap();
        if !is_of_reference_costs(&chip) || chip.name == "large4x4" {
            continue;
        }
        assert_eq!(chip.core, defaults.core, "{}", chip.name);
        assert_eq!(chip.ni, defaults.ni, "{}", chip.name);
        assert_eq!(chip.network, defaults.network, "{}", chip.name);
        assert_eq!(chip.dram.latency, defaults.dram.latency, "{}", chip.name);
    }
}

/// The energies of mesh4x4, which have sources, equal the defaults of an empty table `[energy]`.
#[test]
fn energies_by_default_are_those_with_sources() {
    let defaults = parse(&format!("{SHORTEST}[energy]\n")).unwrap().energy;
    let (path, _) = (chip_files().into_iter())
        .find(|(path, _)| path.ends_with("mesh4x4.toml"))
        .unwrap();
    assert!(defaults.is_some());
    assert_eq!(ChipConfig::from_file(&path).unwrap().energy, defaults);
    assert_eq!(parse(SHORTEST).unwrap().energy, None);
}

#[test]
fn the_file_names_the_chip_that_has_no_name() {
    assert_eq!(parse(SHORTEST).unwrap().name, "chip");
    assert_eq!(
        parse(&format!("name = \"other\"\n{SHORTEST}"))
            .unwrap()
            .name,
        "other"
    );
}
