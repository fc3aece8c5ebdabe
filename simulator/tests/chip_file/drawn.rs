//! Messages about mistakes in `[drawn]`, the table that lists a chip's routers and links.

use super::errors::refused;
use super::parse;

const REST: &str = "[network]\ntopology = \"drawn\"\n[tile]\ncores = 1\nmemory_kb = 16\n";

/// A chip file with a table `[drawn]`, whose keys begin on line 2. The rest of the file follows.
fn drawn(keys: &str) -> String {
    format!("[drawn]\n{keys}\n{REST}")
}

/// A ring of four routers with a tile each, in lines 2 to 4 of the file. `more` follows in line 5.
fn ring(more: &str) -> String {
    drawn(&format!(
        "routers = 4\ntiles = [0, 1, 2, 3]\nlinks = [[0, 1], [1, 2], [2, 3], [3, 0]]\n{more}"
    ))
}

#[test]
fn right_ones() {
    for text in [
        drawn("routers = 1\ntiles = [0]\nlinks = []"),
        drawn("routers = 2\ntiles = [1, 1, 1]\nlinks = [[1, 0]]"),
        ring(""),
        ring("routes = []"),
        // Opposite routers have two shortest routes. These routes first go along a row, as XY
        // routing does on a square.
        ring("routes = [[0, 1, 1, 3], [0, 1, 2, 0], [3, 1, 2, 3], [0, 2, 2, 3]]"),
        format!("{}[dram]\nrouters = [3, 0, 3]\nsize_mb = 3\n", ring("")),
    ] {
        let chip = parse(&text).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(chip.grid(), None);
        assert_eq!(chip.tiles() as usize, chip.drawn.unwrap().tiles.len());
    }
}

#[test]
fn a_grid_or_a_drawing() {
    let grid = "[mesh]\ncolumns = 2\nrows = 2\n";
    refused(
        &format!("{}{grid}", ring("")),
        1,
        "drawn",
        &["beside `[mesh]`", "take one out"],
    );
    refused(
        &format!("{grid}{REST}"),
        5,
        "network.topology",
        &["no table `[drawn]`"],
    );
    let text = ring("").replace("\"drawn\"", "\"torus\"");
    refused(
        &text,
        7,
        "network.topology",
        &["is drawn", "topology = \"drawn\""],
    );
    let text = ring("").replace("[tile]", "routing = \"xy\"\n[tile]");
    refused(&text, 8, "network.routing", &["for a grid", "drawn.routes"]);
    refused(
        "[drawn]\nrouters = 1\n",
        1,
        "drawn.tiles",
        &["is missing", "below `[drawn]`"],
    );
}

#[test]
fn numbers_and_ports() {
    let keys = |keys: &str, line, key, words: &[&str]| refused(&drawn(keys), line, key, words);
    keys(
        "routers = 0\ntiles = []\nlinks = []",
        2,
        "drawn.routers",
        &["1 to 1024"],
    );
    keys(
        "routers = 1025\ntiles = [0]\nlinks = []",
        2,
        "drawn.routers",
        &["1 to 1024"],
    );
    keys(
        "routers = 1\ntiles = []\nlinks = []",
        3,
        "drawn.tiles",
        &["0 tiles", "1 to 1024"],
    );
    let many = format!("routers = 1\ntiles = [{}]\nlinks = []", "0, ".repeat(1025));
    keys(&many, 3, "drawn.tiles", &["1025 tiles"]);
    keys(
        "routers = 2\ntiles = [\n0,\n2]\nlinks = []",
        5,
        "drawn.tiles",
        &["tile 1", "0 to 1"],
    );
    keys(
        "routers = 2\ntiles = [true]\nlinks = []",
        3,
        "drawn.tiles",
        &["truth", "from 0"],
    );
    let links = |links: &str, line, words: &[&str]| {
        let text = drawn(&format!("routers = 2\ntiles = [0]\nlinks = {links}"));
        refused(&text, line, "drawn.links", words);
    };
    links("[[0, 1],\n[1, 2]]", 5, &["leads to router 2", "0 to 1"]);
    links("[[0, 1],\n[1, 1]]", 5, &["[1, 1] leads back", "joins two"]);
    links("[[0, 1],\n[1, 0]]", 5, &["[1, 0] is there twice"]);
    links("[[0]]", 4, &["no pair"]);
    links("[0, 1]", 4, &["no pair", "[0, 3]"]);
    links("3", 4, &["list of pairs"]);
    links("[]", 4, &["from router 0 to router 1", "a link from 1"]);
    let full = |tiles: usize| {
        let tiles = "0, ".repeat(tiles);
        let text = drawn(&format!("routers = 2\ntiles = [{tiles}]\nlinks = [[0, 1]]"));
        format!("{text}[dram]\nrouters = [0, 0]\nsize_mb = 2\n")
    };
    parse(&full(29)).expect("32 ports");
    let words = [
        "router 0 has 33 ports (links: 1, tiles: 30, memory controllers: 2)",
        "at most 32",
    ];
    refused(&full(30), 2, "drawn.routers", &words);
    let far = format!("{}[dram]\nrouters = [4]\nsize_mb = 1\n", ring(""));
    refused(&far, 12, "dram.routers", &["4 is no router", "0 to 3"]);
}

#[test]
fn routes() {
    let routes = |routes: &str, line, words: &[&str]| {
        refused(
            &ring(&format!("routes = {routes}")),
            line,
            "drawn.routes",
            words,
        );
    };
    routes("[[0, 1, 1, 3]]", 5, &["1 lists for 4 routers"]);
    routes(
        "[[0, 1, 1, 3], [0, 1], [], []]",
        5,
        &["list of router 1 has 2 numbers", "4: "],
    );
    routes(
        "[[1, 1, 1, 3],\n[], [], []]",
        5,
        &["from 0 to itself over 1"],
    );
    let far = "[[0, 1, 1, 3],\n[0, 1, 2, 3], [3, 1, 2, 3], [0, 2, 2, 3]]";
    routes(
        far,
        6,
        &["from 1 to 3 over 3", "links lead from 1 to [0, 2]"],
    );
    let round = "[[0, 1, 1, 3],\n[0, 1, 0, 0],\n[3, 1, 2, 3], [0, 2, 2, 3]]";
    routes(
        round,
        5,
        &[
            "packets to router 2 go round: 0 → 1 → 0",
            "every route to router 2",
        ],
    );
    // All routes go clockwise, so each link waits for the next.
    let clockwise = "[[0, 1, 1, 1], [2, 1, 2, 2], [3, 3, 2, 3], [0, 0, 0, 3]]";
    let words = [
        "0 → 1, 1 → 2, 2 → 3, 3 → 0 can wait for each other",
        "leave `routes` out",
    ];
    routes(clockwise, 5, &words);
    routes("[0]", 5, &["no list of routers"]);
}
