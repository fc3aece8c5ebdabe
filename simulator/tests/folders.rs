//! Checks that the folders of the simulator depend on each other in one direction only.

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

/// The names of a path below the crate: `crate::tile::ni` is `["tile", "ni"]`.
type Names = Vec<String>;

/// The paths in the source of a module that begin with `crate::` or `super::`, except those in
/// comments. The paths of a group in braces are listed separately.
fn used(source: &str, module: &[String]) -> BTreeSet<Names> {
    let code: String = source
        .lines()
        .map(|line| line.split("//").next().unwrap_or_default().trim())
        .collect::<Vec<_>>()
        .join(" ");
    let mut paths = BTreeSet::new();
    let mut rest = &code[..];
    while let Some(at) = [rest.find("crate::"), rest.find("super::")]
        .into_iter()
        .flatten()
        .min()
    {
        rest = &rest[at..];
        let mut base = match rest.strip_prefix("crate::") {
            Some(after) => {
                rest = after;
                vec![]
            }
            None => module.to_vec(),
        };
        while let Some(after) = rest.strip_prefix("super::") {
            rest = after;
            base.pop();
        }
        rest = read_path(rest, base, &mut paths);
    }
    paths
}

/// Reads a path, or a group of paths, that continues `base`; returns the rest of the text.
fn read_path<'a>(mut rest: &'a str, mut base: Names, paths: &mut BTreeSet<Names>) -> &'a str {
    loop {
        if let Some(group) = rest.strip_prefix('{') {
            rest = group;
            loop {
                rest = rest.trim_start_matches([' ', ',']);
                match rest.strip_prefix('}') {
                    Some(after) => return after,
                    None if rest.is_empty() => return rest,
                    None => rest = read_path(rest, base.clone(), paths),
                }
                // An alias, or anything else after a name.
                rest = rest.trim_start_matches(|c: char| !matches!(c, ',' | '}'));
            }
        }
        let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_');
        let (name, after) = rest.split_at(end.unwrap_or(rest.len()));
        if !name.is_empty() {
            base.push(name.into());
        }
        match after.strip_prefix("::") {
            Some(more) => rest = more,
            None => {
                paths.insert(base);
                return after;
            }
        }
    }
}

/// For each member of a folder of `simulator/src`, the other members that it uses. A member is a
/// file or a folder.
fn graph(folder: &[&str]) -> Graph {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut graph = Graph::new();
    for path in files(
        &folder
            .iter()
            .fold(root.clone(), |path, name| path.join(name)),
    ) {
        let inside = path.strip_prefix(&root).expect("a file below src");
        let mut module: Names = (inside.with_extension("").iter())
            .map(|name| name.to_string_lossy().into())
            .collect();
        if module.last().is_some_and(|name| name == "mod") {
            module.pop();
        }
        // The folder itself may use all of its members.
        let Some(member) = module.get(folder.len()).cloned() else {
            continue;
        };
        let source = std::fs::read_to_string(&path).expect("a source");
        let used = used(&source, &module).into_iter();
        let used = used.filter(|path| path.iter().zip(folder).all(|(one, other)| one == other));
        let used = used.filter_map(|path| path.get(folder.len()).cloned());
        graph.entry(member).or_default().extend(used);
    }
    graph.remove("lib");
    let members: BTreeSet<String> = graph.keys().cloned().collect();
    for (member, uses) in &mut graph {
        uses.retain(|used| used != member && members.contains(used));
    }
    graph
}

/// Repeatedly removes the members that use no remaining member. If any are left, some depend on
/// each other in a circle.
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
    let graph = graph(&[]);
    println!("{graph:#?}");
    assert!(
        graph["tile"].contains("protocol"),
        "the graph has been read"
    );
    assert_eq!(circles(graph), Graph::new());
}

#[test]
fn the_parts_of_a_tile_know_each_other_in_one_direction() {
    let graph = graph(&["tile"]);
    println!("{graph:#?}");
    let uses = |names: &[&str]| names.iter().map(|name| name.to_string()).collect();
    let expected = Graph::from([
        ("ports".into(), uses(&[])),
        ("dma".into(), uses(&[])),
        ("cores".into(), uses(&["dma", "ports"])),
        ("devices".into(), uses(&["cores", "ports"])),
        ("ni".into(), uses(&["cores", "devices", "dma", "ports"])),
    ]);
    assert_eq!(graph, expected);
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
fn paths_are_found_in_groups_and_relative_to_modules() {
    let source = "use crate::{a::{x, y as z}, b};\nlet z = crate::c::new(); // crate::d\n\
                  use super::{e::*, f};\nsuper::super::g::h(1); /// [`crate::i`]";
    let module = ["m", "n"].map(String::from);
    let found = used(source, &module).into_iter();
    let found: Vec<String> = found.map(|path| path.join(" ")).collect();
    let expected = ["a x", "a y", "b", "c new", "g h", "m e", "m f"];
    assert_eq!(found, expected);
}
