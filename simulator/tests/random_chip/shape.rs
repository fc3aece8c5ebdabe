//! Random meshes, tori and drawn graphs.

use super::{entry, number, numbers, Below};
use std::collections::VecDeque;
use toml::{Table, Value};

/// Puts the tables `mesh` or `drawn`, and the topology, into a file. Returns the number of routers.
pub fn put(file: &mut Table, below: Below) -> usize {
    if below(4) == 0 {
        return put_named(file, below);
    }
    let topology = ["mesh", "torus", "drawn"][below(3)];
    entry(file, "network").insert("topology".into(), topology.into());
    if topology == "drawn" {
        return put_drawn(entry(file, "drawn"), below);
    }
    let (mut columns, mut rows) = (1 + below(6), 1 + below(6));
    match below(8) {
        0 => (columns, rows) = (1 + below(24), 1),
        1 => (columns, rows) = (1, 1 + below(24)),
        _ => {}
    }
    let mesh = entry(file, "mesh");
    mesh.insert("columns".into(), number(columns));
    mesh.insert("rows".into(), number(rows));
    columns * rows
}

/// Puts a topology that has a name, with its sizes. Returns the number of routers that have tiles.
fn put_named(file: &mut Table, below: Below) -> usize {
    let (one, other) = (2 + below(3), 2 + below(2));
    let (topology, sizes, routers) = match below(7) {
        0 => ("mesh", vec![one, other, 2], 2 * one * other),
        1 => ("torus", vec![one, other], one * other),
        2 => ("flattened_butterfly", vec![one, other], one * other),
        3 => ("ring", vec![one + 4], one + 4),
        4 => ("hypercube", vec![other], 1 << other),
        5 => ("fat_tree", vec![one, other], one.pow(other as u32 - 1)),
        _ => ("dragonfly", vec![one, other], one * other),
    };
    entry(file, "network").insert("topology".into(), topology.into());
    let shape = entry(file, "shape");
    shape.insert("sizes".into(), numbers(sizes));
    shape.insert("concentration".into(), number(1 + below(2)));
    routers
}

fn put_drawn(drawn: &mut Table, below: Below) -> usize {
    let routers = 1 + below(12);
    let mut links: Vec<(usize, usize)> = (1..routers).map(|new| (below(new), new)).collect();
    for _ in 0..[0, 2, 10][below(3)] {
        let (one, other) = (below(routers), below(routers));
        let link = (one.min(other), one.max(other));
        if one != other && !links.contains(&link) {
            links.push(link);
        }
    }
    let tiles = 1 + below(2 * routers);
    drawn.insert("routers".into(), number(routers));
    let places: Vec<_> = (0..tiles).map(|_| below(routers)).collect();
    drawn.insert("tiles".into(), numbers(places));
    match below(4) {
        // A tree has one path between any two routers.
        0 => {
            let tree = links[..routers - 1].to_vec();
            drawn.insert("routes".into(), shortest(routers, &tree, below));
        }
        // The shortest paths of a graph may allow a deadlock; in this case the parser refuses the
        // file.
        1 => {
            drawn.insert("routes".into(), shortest(routers, &links, below));
        }
        _ => {}
    }
    let links = links.into_iter().map(|(one, other)| numbers([one, other]));
    drawn.insert("links".into(), Value::Array(links.collect()));
    routers
}

/// For each router, the next router on a shortest path to every router.
fn shortest(routers: usize, links: &[(usize, usize)], below: Below) -> Value {
    let mut next = vec![vec![0; routers]; routers];
    for to in 0..routers {
        let mut reached = VecDeque::from([to]);
        let mut known = vec![false; routers];
        known[to] = true;
        next[to][to] = to;
        while let Some(here) = reached.pop_front() {
            let mut around: Vec<usize> = links
                .iter()
                .filter_map(|&(a, b)| match here {
                    _ if a == here => Some(b),
                    _ if b == here => Some(a),
                    _ => None,
                })
                .collect();
            if !around.is_empty() {
                let turn = below(around.len());
                around.rotate_left(turn);
            }
            for from in around {
                if !std::mem::replace(&mut known[from], true) {
                    next[from][to] = here;
                    reached.push_back(from);
                }
            }
        }
    }
    Value::Array(next.into_iter().map(numbers).collect())
}
