//! Tiles that differ from the other tiles of the chip: accepted files, and messages about wrong
//! tiles.

use super::{parse, SHORTEST};

/// A kind for tiles 1 and 2. The given `lines` replace the lines with the same keys.
fn kind(lines: &str) -> String {
    let key = |line: &str| line.split(' ').next().unwrap_or_default().to_owned();
    let given: Vec<String> = lines.lines().map(key).collect();
    let usual = "name = \"other\"\ntiles = [1, 2]\ncores = 17\nresource_managers = 1\n\
                 memory_kb = 2048\nbanks = 16";
    let kept = usual.lines().filter(|&line| !given.contains(&key(line)));
    let kept: Vec<&str> = kept.collect();
    format!("[[tile_kind]]\n{}\n{lines}\n", kept.join("\n"))
}

#[test]
fn some_tiles_differ() {
    let chip = parse(&format!("{SHORTEST}{}", kind(""))).unwrap();
    assert_eq!(chip.cores(), 14 + 2 * 17);
    for tile in 0..16 {
        let parts = chip.tile_parts(tile);
        let expected = match tile {
            1 | 2 => (17, 1, 2048, 16),
            _ => (1, 0, 1024, 4),
        };
        let found = (
            parts.cores,
            parts.resource_managers,
            parts.memory_kb,
            parts.banks,
        );
        assert_eq!(found, expected, "tile {tile}");
    }
}

#[test]
fn conflicts_say_what_would_be_right() {
    for (lines, key, message) in [
        (
            "tiles = [3, 16]",
            "tile_kind.tiles",
            "its tiles are 0 to 15",
        ),
        (
            "tiles = [3, 3]",
            "tile_kind.tiles",
            "tile 3 is listed twice",
        ),
        ("cores = 18", "tile_kind.cores", "1 to 17"),
        ("banks = 3", "tile_kind.banks", "2 or 4"),
        ("interfaces = 3", "tile_kind.interfaces", "2 or 4"),
        (
            "kernel = 1",
            "tile_kind.kernel",
            "the keys of `[[tile_kind]]` are",
        ),
    ] {
        let error = parse(&format!("{SHORTEST}{}", kind(lines)))
            .expect_err(lines)
            .to_string();
        assert!(
            error.contains(key) && error.contains(message),
            "{lines}: {error}"
        );
    }
    let twice = format!(
        "{SHORTEST}{}{}",
        kind(""),
        kind("name = \"another\"\ntiles = [2]")
    );
    assert!(parse(&twice)
        .unwrap_err()
        .to_string()
        .contains("tile 2 is listed twice"));
    let again = format!("{SHORTEST}{}{}", kind(""), kind("tiles = [3]"));
    assert!(parse(&again)
        .unwrap_err()
        .to_string()
        .contains("\"other\" is there twice"));
    let wide = format!(
        "{SHORTEST}{}[network]\nlink_bits = 128\n",
        kind("banks = 2")
    );
    assert!(parse(&wide).unwrap_err().to_string().contains("at least 4"));
    let circuits = format!(
        "{SHORTEST}{}[network]\ncircuits = \"shared\"\n",
        kind("interfaces = 4")
    );
    let error = parse(&circuits).unwrap_err().to_string();
    assert!(error.contains("tile 1 has 4 interfaces"), "{error}");
}

/// Circuits that wait for each other could wait for ever around the rings of a torus.
#[test]
fn circuits_do_not_queue_on_a_torus() {
    let keys = "[network]\ncircuits = \"shared\"\ncircuit_conflict = \"queue\"\n";
    assert!(parse(&format!("{SHORTEST}{keys}")).is_ok());
    let torus = format!("{SHORTEST}{keys}topology = \"torus\"\n");
    let error = parse(&torus).unwrap_err().to_string();
    assert!(error.contains("network.circuit_conflict"), "{error}");
    assert!(
        error.contains("\"wait\" or \"refuse\", or `topology = \"mesh\"`"),
        "{error}"
    );
}

/// The further interfaces of a tile are on its router, numbered after the memory controllers.
#[test]
fn interfaces_are_endpoints() {
    let text = format!(
        "{SHORTEST}{}[dram]\nrouters = [3]\nsize_mb = 1\n",
        kind("interfaces = 4")
    );
    let chip = parse(&text).unwrap();
    assert_eq!(chip.further_interfaces(), [1, 1, 1, 2, 2, 2]);
    assert_eq!(chip.further_routers(), [3, 1, 1, 1, 2, 2, 2]);
    assert_eq!(parse(SHORTEST).unwrap().further_interfaces(), []);
}
