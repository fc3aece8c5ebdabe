//! Memories that belong to no tile: `[[memory]]`.

use super::errors::refused;
use super::{parse, SHORTEST};

/// The shortest file, with memories from line 7 on.
fn with(memories: &str) -> String {
    format!("{SHORTEST}{memories}")
}

/// The keys of a memory, from line 7 on.
fn memory(keys: &str) -> String {
    with(&format!("[[memory]]\n{keys}"))
}

const A: &str = "[[memory]]\nname = \"a\"\nrouter = 3\nsize_kb = 32\n";

#[test]
fn they_follow_the_dram_each_at_a_multiple_of_its_size() {
    let b = "[[memory]]\nname = \"b\"\nrouter = 4\nsize_kb = 4096\nlatency = 9\ntiles = [2, 7]\n";
    let c = "[[memory]]\nname = \"c\"\nrouter = 5\nsize_kb = 1\nmutexes = 4\n";
    let dram = "[dram]\nrouters = [0, 15]\nsize_mb = 6\nlatency = 20\nmutexes = 7\n";
    let chip = parse(&with(&[A, b, dram, c].concat())).unwrap_or_else(|error| panic!("{error}"));
    let (kb, mb) = (1 << 10, 1 << 20);
    let expected = [
        (0, 0, 3 * mb, 20, 7),
        (15, 3 * mb, 3 * mb, 20, 7),
        (3, 6 * mb, 32 * kb, 2, 0),
        (4, 8 * mb, 4 * mb, 9, 0),
        (5, 12 * mb, kb, 2, 4),
    ];
    let controllers = chip.controllers();
    let found = controllers
        .iter()
        .map(|c| (c.router, c.start, c.bytes, c.latency, c.mutexes));
    assert_eq!(found.collect::<Vec<_>>(), expected);
    let admitted =
        |number: usize| (0..16).filter(move |&tile| chip.controllers()[number].admits(tile));
    assert_eq!(admitted(3).collect::<Vec<_>>(), [2, 7]);
    let names: Vec<_> = controllers.iter().map(|c| c.name.as_deref()).collect();
    assert_eq!(names, [None, None, Some("a"), Some("b"), Some("c")]);
}

#[test]
fn several_in_a_list() {
    let list = "memory = [{ name = \"a\", router = 1, size_kb = 2 }, { name = \"b\", router = 2, size_kb = 2 }]\n";
    assert_eq!(parse(&format!("{list}{SHORTEST}")).unwrap().memory.len(), 2);
    assert_eq!(
        parse(&format!("memory = []\n{SHORTEST}"))
            .unwrap()
            .memory
            .len(),
        0
    );
}

#[test]
fn keys_and_values() {
    refused(
        &memory("name = \"a\"\nrouter = 3\n"),
        7,
        "memory.size_kb",
        &["is missing", "below `[[memory]]`", "power of two"],
    );
    refused(
        &with(&format!("{A}[[memory]]\nname = \"b\"\nsize_kb = 1\n")),
        11,
        "memory.router",
        &["is missing"],
    );
    let key = |key: &str, name: &str, words: &[&str]| {
        refused(&with(&format!("{A}{key}\n")), 11, name, words);
    };
    key("latncy = 3", "memory.latncy", &["did you mean `latency`"]);
    key(
        "colour = 3",
        "memory.colour",
        &["the keys of `[[memory]]` are name, router, size_kb"],
    );
    key(
        "latency = 1",
        "memory.latency",
        &["1 is out of range", "2 to 10000"],
    );
    key("mutexes = 65", "memory.mutexes", &["0 to 64"]);
    key(
        "mutex_latency = 0",
        "memory.mutex_latency",
        &["0 is out of range", "1 to 10000"],
    );
    key(
        "tiles = 3",
        "memory.tiles",
        &["list of tile numbers", "[0, 3]"],
    );
    key(
        "tiles = [0, true]",
        "memory.tiles",
        &["is not the number of a tile"],
    );
    key(
        "tiles = [0, 16]",
        "memory.tiles",
        &["16 is no tile of the chip", "0 to 15"],
    );
    let size = |size: &str, words: &[&str]| {
        refused(&with(&A.replace("32", size)), 10, "memory.size_kb", words);
    };
    size("33", &["not a power of two", "32 or 64"]);
    size("0", &["out of range"]);
    size("2097152", &["1 to 1048576"]);
    refused(
        &with("[host]\nsize_kb = 3\n"),
        8,
        "host.size_kb",
        &["in the table `[data_cache]`"],
    );
}

#[test]
fn it_is_a_list_of_tables() {
    for (text, wrong) in [
        ("memory = 3\n", "the number 3"),
        ("memory = [3]\n", "the number 3"),
        ("memory.router = 1\n", "a table"),
    ] {
        let words = [wrong, "it is a list of tables", "write `[[memory]]`"];
        refused(&format!("{text}{SHORTEST}"), 1, "memory", &words);
    }
}

#[test]
fn together_with_the_chip() {
    let after_a = |line, text: &str, name: &str, words: &[&str]| {
        refused(&with(&format!("{A}{text}")), line, name, words);
    };
    let other = |router: u32, size: u32| {
        format!("[[memory]]\nname = \"b\"\nrouter = {router}\nsize_kb = {size}\n")
    };
    after_a(
        12,
        &other(4, 1).replace("\"b\"", "\"a\""),
        "memory.name",
        &["\"a\" is there twice", "a name of its own"],
    );
    after_a(
        13,
        &other(16, 1),
        "memory.router",
        &["16 is no router", "0 to 15"],
    );
    after_a(
        13,
        &other(3, 1),
        "memory.router",
        &["router 3 has a memory controller already", "one port"],
    );
    after_a(
        9,
        "[dram]\nrouters = [3]\nsize_mb = 1\n",
        "memory.router",
        &["has a memory controller already"],
    );
    after_a(
        11,
        "mutexes = 2\ntiles = [1]\n",
        "memory.mutexes",
        &["only some tiles", "any core may take any mutex"],
    );
    after_a(
        14,
        &other(4, 1 << 20),
        "memory.size_kb",
        &["1048576 kB from the next multiple", "1024 MB"],
    );
    parse(&with(&A.replace("32", "1048576"))).expect("just so much");
    let full = format!("{A}[dram]\nrouters = [1]\nsize_mb = 1024\n");
    refused(&with(&full), 10, "memory.size_kb", &["after the DRAM"]);
}

#[test]
fn they_take_ports_of_drawn_routers() {
    let drawn = |memories: u32| {
        let tiles = "0, ".repeat(30);
        let memories = (0..memories)
            .map(|name| format!("[[memory]]\nname = \"{name}\"\nrouter = 0\nsize_kb = 1\n"));
        let memories: String = memories.collect();
        format!("[drawn]\nrouters = 1\ntiles = [{tiles}]\nlinks = []\n[network]\ntopology = \"drawn\"\n[tile]\ncores = 1\nmemory_kb = 16\n{memories}")
    };
    parse(&drawn(2)).expect("several at a router");
    refused(
        &drawn(3),
        2,
        "drawn.routers",
        &["router 0 has 33 ports", "memory controllers: 3"],
    );
}
