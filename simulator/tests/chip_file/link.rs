//! Links that differ from the other links of the chip, and messages about wrong links.

use super::errors::refused;
use super::{parse, SHORTEST};

/// A mesh of 4 × 4 with a table `[[link]]`, whose keys begin on line 8.
fn with(keys: &str) -> String {
    format!("{SHORTEST}[[link]]\n{keys}\n")
}

#[test]
fn times_of_links() {
    let text = with("between = [[1, 0]]\ndelay = 7\n[[link]]\nbetween = [[4, 8], [9, 10]]\ndelay = 3\ncredit = 2\nflit_cycles = 4");
    let links = parse(&text).unwrap().network_parameters().links;
    let times: Vec<_> = (links.iter())
        .map(|link| (link.routers, link.delay, link.credit, link.flit_cycles))
        .collect();
    // A credit takes as long as a flit, unless the chip file gives it another delay.
    assert_eq!(
        times,
        [([1, 0], 7, 7, 1), ([4, 8], 3, 2, 4), ([9, 10], 3, 2, 4)]
    );
}

/// The two ends of a link between chiplets lie in different chiplets. By formula, a mesh of C
/// columns and R rows in blocks of c columns and r rows has (C/c - 1) R + (R/r - 1) C such links. A
/// torus has R more if it has more than two columns, and C more if it has more than two rows.
#[test]
fn links_between_chiplets() {
    for (columns, rows) in [(8, 8), (4, 6), (2, 8), (1, 4), (4, 1), (3, 9)] {
        for (wide, high) in [(0, 2), (2, 0), (2, 2), (4, 4), (1, 3), (2, 4), (1, 1)] {
            for torus in [false, true] {
                let parts =
                    |all: u32, size: u32| size == 0 || all.is_multiple_of(size) && all > size;
                if !parts(columns, wide) || !parts(rows, high) {
                    continue;
                }
                let topology = if torus { "torus" } else { "mesh" };
                let text = format!(
                    "[mesh]\ncolumns = {columns}\nrows = {rows}\n[tile]\ncores = 1\n\
                     memory_kb = 16\n[network]\ntopology = \"{topology}\"\n[[link]]\n\
                     chiplet_columns = {wide}\nchiplet_rows = {high}\ndelay = 9\n"
                );
                let chip = parse(&text).unwrap_or_else(|error| panic!("{error}"));
                let borders = |all: u32, size: u32, across: u32| match size {
                    0 => 0,
                    _ => (all / size - 1 + u32::from(torus && all > 2)) * across,
                };
                let expected = borders(columns, wide, rows) + borders(rows, high, columns);
                let links = chip.network_parameters().links;
                assert_eq!(links.len() as u32, expected, "{text}");
                for link in links {
                    let block = |router: u32| {
                        let part = |at: u32, size: u32| at.checked_div(size).unwrap_or(0);
                        (part(router % columns, wide), part(router / columns, high))
                    };
                    let [one, other] = link.routers;
                    assert_ne!(block(one), block(other), "{text}");
                }
            }
        }
    }
}

#[test]
fn wrong_links() {
    let wrong = |keys: &str, line, key, words: &[&str]| refused(&with(keys), line, key, words);
    let again = "is there twice";
    wrong(
        "between = [[0, 1]]",
        7,
        "link.delay",
        &["is missing", "below `[[link]]`"],
    );
    for delay in ["0", "101"] {
        let keys = format!("delay = {delay}\nbetween = [[0, 1]]");
        wrong(&keys, 8, "link.delay", &["out of range", "1 to 100"]);
    }
    wrong(
        "delay = 1\nbetween = [\n[0, 1],\n[0, 16]]",
        11,
        "link.between",
        &["leads to router 16", "0 to 15"],
    );
    wrong(
        "delay = 1\nbetween = [[0, 5]]",
        9,
        "link.between",
        &[
            "no link joins routers 0 and 5",
            "from 0, links lead to [1, 4]",
        ],
    );
    wrong(
        "delay = 1\nbetween = [[0, 1],\n[1, 0]]",
        10,
        "link.between",
        &[again],
    );
    wrong(
        "delay = 1\nbetween = [[0, 1]]\n[[link]]\ndelay = 2\nbetween = [[1, 0]]",
        12,
        "link.between",
        &[again, "at most one `[[link]]`"],
    );
    wrong(
        "delay = 1\nbetween = [[1, 2]]\n[[link]]\ndelay = 2\nchiplet_columns = 2",
        12,
        "link.chiplet_columns",
        &["routers 1 and 2", again],
    );
    wrong(
        "delay = 1",
        7,
        "link.between",
        &["no links", "chiplet_columns"],
    );
    wrong(
        "delay = 1\nbetween = [[0, 1]]\nchiplet_rows = 2",
        9,
        "link.between",
        &["beside", "either"],
    );
    wrong(
        "delay = 1\nchiplet_columns = 3",
        9,
        "link.chiplet_columns",
        &["chiplets of 3 columns", "has 4", "such as 2"],
    );
    wrong(
        "delay = 1\nchiplet_rows = 4",
        9,
        "link.chiplet_rows",
        &["chiplets of 4 rows", "such as 2"],
    );
    wrong(
        "delay = 1\nflit_cycles = 2\nbetween = [[0, 1]]\n[network]\ncircuits = \"shared\"",
        9,
        "link.flit_cycles",
        &["a circuit needs", "circuits = \"none\""],
    );
    let drawn = "[drawn]\nrouters = 3\ntiles = [0, 1, 2]\nlinks = [[0, 1], [1, 2]]\n\
                 [network]\ntopology = \"drawn\"\n[tile]\ncores = 1\nmemory_kb = 16\n[[link]]\ndelay = 1\n";
    parse(&format!("{drawn}between = [[2, 1]]\n")).unwrap();
    let text = format!("{drawn}between = [[2, 0]]\n");
    refused(
        &text,
        12,
        "link.between",
        &["no link", "from 2, links lead to [1]"],
    );
    let text = format!("{drawn}chiplet_columns = 2\n");
    refused(
        &text,
        12,
        "link.chiplet_columns",
        &["mesh or torus", "`between`"],
    );
}
