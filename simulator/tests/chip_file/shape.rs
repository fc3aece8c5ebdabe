//! Topologies by name, and messages about wrong sizes.

use super::errors::refused;
use super::parse;

/// A chip file with this topology. The keys of `[shape]` begin on line 2; `more` follows at the
/// end.
fn shape(keys: &str, topology: &str, more: &str) -> String {
    format!(
        "[shape]\n{keys}\n[tile]\ncores = 1\nmemory_kb = 16\n[network]\n\
         topology = \"{topology}\"\n{more}"
    )
}

#[test]
fn wrong_sizes() {
    let wrong = |keys: &str, topology: &str, line, key, words: &[&str]| {
        refused(&shape(keys, topology, ""), line, key, words);
    };
    wrong(
        "sizes = [4, 4]",
        "ring",
        2,
        "shape.sizes",
        &["2 numbers", "takes one"],
    );
    wrong(
        "sizes = [2, 2]",
        "hypercube",
        2,
        "shape.sizes",
        &["its dimensions"],
    );
    wrong(
        "sizes = [4]",
        "fat_tree",
        2,
        "shape.sizes",
        &["1 number;", "takes two"],
    );
    wrong(
        "sizes = [4, 4, 4]",
        "dragonfly",
        2,
        "shape.sizes",
        &["groups"],
    );
    wrong(
        "sizes = []",
        "mesh",
        2,
        "shape.sizes",
        &["0 numbers", "1 to 10"],
    );
    wrong(
        "sizes = [4, 1]",
        "mesh",
        2,
        "shape.sizes",
        &["the number 1", "2 to 255"],
    );
    wrong(
        "sizes = [32, 33]",
        "mesh",
        2,
        "shape.sizes",
        &["1056 routers", "1024"],
    );
    let large = "sizes = [255, 255, 255, 255, 255, 255]";
    wrong(large, "torus", 2, "shape.sizes", &["too many routers"]);
    wrong(
        "sizes = [255, 255]",
        "fat_tree",
        2,
        "shape.sizes",
        &["too many routers"],
    );
    wrong(
        "concentration = 2\nsizes = [1024]",
        "ring",
        3,
        "shape.sizes",
        &["1024 is no size"],
    );
    wrong(
        "sizes = [16, 16]\nconcentration = 5",
        "mesh",
        3,
        "shape.concentration",
        &["5 tiles at each of 256 routers", "4 here"],
    );
    wrong(
        "concentration = 1",
        "mesh",
        1,
        "shape.sizes",
        &["is missing"],
    );
    // Each router of this torus has four links to other routers. With two channels per port, a
    // router has at most 32 / 2 ports.
    parse(&shape("sizes = [4, 4]\nconcentration = 12", "torus", "")).unwrap();
    wrong(
        "sizes = [4, 4]\nconcentration = 13",
        "torus",
        2,
        "shape.sizes",
        &["17 ports", "at most 16"],
    );
    wrong(
        "sizes = [40, 2]",
        "flattened_butterfly",
        2,
        "shape.sizes",
        &["41 ports", "at most 32"],
    );
}

#[test]
fn shapes_and_other_tables() {
    let mesh = "[mesh]\ncolumns = 2\nrows = 2\n";
    let text = shape("sizes = [4]", "ring", mesh);
    refused(&text, 1, "shape", &["beside `[mesh]`", "take one out"]);
    let text = shape("sizes = [4]", "drawn", "");
    refused(
        &text,
        7,
        "network.topology",
        &["no table `[drawn]`", "`[shape]`"],
    );
    let text = shape("sizes = [4]", "ring", "routing = \"xy\"\n");
    refused(&text, 8, "network.routing", &["own routes"]);
    let rest = "[tile]\ncores = 1\nmemory_kb = 16\n[network]\ntopology = \"ring\"\n";
    refused(
        &format!("{mesh}{rest}"),
        8,
        "network.topology",
        &["no table `[shape]`", "`[mesh]`"],
    );
    let queue = "circuits = \"shared\"\ncircuit_conflict = \"queue\"\n";
    for (keys, topology) in [("sizes = [4]", "ring"), ("sizes = [2, 3]", "dragonfly")] {
        let text = shape(keys, topology, queue);
        refused(&text, 9, "network.circuit_conflict", &["rings of links"]);
    }
    parse(&shape("sizes = [4, 4]", "flattened_butterfly", queue)).unwrap();
    let dram = |router: u32| format!("[dram]\nrouters = [{router}]\nsize_mb = 1\n");
    parse(&shape("sizes = [2, 3]", "fat_tree", &dram(3))).unwrap();
    let text = shape("sizes = [2, 3]", "fat_tree", &dram(4));
    refused(
        &text,
        2,
        "shape.sizes",
        &["router 4 has a memory controller", "0 to 3"],
    );
    // Links may differ on any topology.
    let slow = |pair: &str| format!("[[link]]\nbetween = [{pair}]\ndelay = 9\n");
    parse(&shape("sizes = [4]", "ring", &slow("[3, 0]"))).unwrap();
    let text = shape("sizes = [4]", "ring", &slow("[2, 0]"));
    refused(&text, 9, "link.between", &["from 2, links lead to [1, 3]"]);
}
