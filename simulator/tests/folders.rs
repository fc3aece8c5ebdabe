//! The folders of the simulator depend on each other in one direction only.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

type Graph = BTreeMap<String, BTreeSet<String>>;

/// All Rust files below a folder.
fn files(folder: &Path) -> Vec<std::path::PathBuf> {
    let entries = std::fs::read_dir(folder).expect("a folder of sources");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let (folders, files): (Vec<_>, Vec<_>) = paths.partition(|path| path.is_dir());
    let rust = |path: &std::path::PathBuf| path.extension().is_some_and(|e| e == "rs");
    let below = folders.iter().flat_map(|folder| self::files(folder));
    files.into_iter().filter(rust).chain(below).collect()
}

/// The names that follow `crate::` in a source, comments left out; of a group in braces all.
fn used(source: &str) -> BTreeSet<String> {
    let code: String = source
        .lines()
        .map(|line| line.split("//").next().unwrap_or_default().trim())
        .collect::<Vec<_>>()
        .join(" ");
    let name = |text: &str| -> String {
        text.chars()
            .take_while(|c| c.is_alphanumeric() || *c == '_')
            .collect()
    };
    let mut names = BTreeSet::new();
    for after in code.split("crate::").skip(1) {
        match after.strip_prefix('{') {
            Some(group) => {
                let (mut depth, mut start) = (0, true);
                for (at, letter) in group.char_indices() {
                    match letter {
                        '{' => depth += 1,
                        '}' if depth == 0 => break,
                        '}' => depth -= 1,
                        ',' if depth == 0 => start = true,
                        ' ' => {}
                        _ if start => {
                            names.insert(name(&group[at..]));
                            start = false;
                        }
                        _ => {}
                    }
                }
            }
            None => {
                names.insert(name(after));
            }
        }
    }
    names
}

/// By top folder (or file) of `simulator/src`: those that it uses.
fn graph() -> Graph {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let top = |path: &Path| -> String {
        let inside = path.strip_prefix(&root).expect("a file below src");
        let first = inside.iter().next().expect("a name").to_string_lossy();
        first.trim_end_matches(".rs").to_string()
    };
    let mut graph = Graph::new();
    for path in files(&root) {
        let source = std::fs::read_to_string(&path).expect("a source");
        graph.entry(top(&path)).or_default().extend(used(&source));
    }
    graph.remove("lib");
    let folders: BTreeSet<String> = graph.keys().cloned().collect();
    for (folder, uses) in &mut graph {
        uses.retain(|used| used != folder && folders.contains(used));
    }
    graph
}

/// Takes out what uses nothing that is left, again and again: what remains goes round in circles.
fn circles(mut graph: Graph) -> Graph {
    loop {
        let done: BTreeSet<String> = graph
            .iter()
            .filter(|(_, uses)| uses.is_empty())
            .map(|(folder, _)| folder.clone())
            .collect();
        if done.is_empty() {
            return graph;
        }
        graph.retain(|folder, _| !done.contains(folder));
        for uses in graph.values_mut() {
            uses.retain(|used| !done.contains(used));
        }
    }
}

#[test]
fn no_folders_use_each_other_in_a_circle() {
    let graph = graph();
    println!("{graph:#?}");
    assert!(
        graph["tile"].contains("protocol"),
        "the graph has been read"
    );
    assert_eq!(circles(graph), Graph::new());
}

#[test]
fn a_circle_is_found() {
    let uses = |names: &[&str]| names.iter().map(|name| name.to_string()).collect();
    let graph = Graph::from([
        ("tile".into(), uses(&["memory", "core"])),
        ("memory".into(), uses(&["tile"])),
        ("core".into(), uses(&[])),
        ("chip".into(), uses(&["tile"])),
    ]);
    let left = circles(graph);
    assert!(left.contains_key("tile") && left.contains_key("memory"));
    assert!(!left.contains_key("core"));
}

#[test]
fn names_are_found_in_groups_and_paths() {
    let source =
        "use crate::{a::{x, y}, b};\nlet z = crate::c::new(); // crate::d\n/// [`crate::e`]";
    assert_eq!(used(source), ["a", "b", "c"].map(String::from).into());
}
