//! Up*/down* routing (Schroeder et al., *Autonet*, 1991): free of deadlock on any connected graph.
//!
//! Routers are ranked by their distance from router 0, then by their number; a link leads up to the
//! end that ranks first. A packet goes up as long as it must, then only down: no turn leads from
//! down to up, so no packets wait in a circle.

use std::collections::VecDeque;

/// By router: those it has links to, ascending.
fn neighbours(routers: u32, links: &[[u32; 2]]) -> Vec<Vec<u32>> {
    let mut lists = vec![vec![]; routers as usize];
    for &[one, other] in links {
        lists[one as usize].push(other);
        lists[other as usize].push(one);
    }
    lists.iter_mut().for_each(|list| list.sort_unstable());
    lists
}

/// Links between router 0 and each router; none if no path leads there.
fn distances(neighbours: &[Vec<u32>]) -> Vec<Option<u32>> {
    let mut distances = vec![None; neighbours.len()];
    distances[0] = Some(0);
    let mut reached = VecDeque::from([0]);
    while let Some(router) = reached.pop_front() {
        for &next in &neighbours[router as usize] {
            if distances[next as usize].is_none() {
                distances[next as usize] = distances[router as usize].map(|d| d + 1);
                reached.push_back(next);
            }
        }
    }
    distances
}

/// The first router that no path leads to from router 0.
pub fn cut_off(routers: u32, links: &[[u32; 2]]) -> Option<usize> {
    let neighbours = neighbours(routers, links);
    distances(&neighbours).iter().position(Option::is_none)
}

/// The next router on the route from each router to each, `next[from][to]`; all of them must be
/// connected. A router with a path that leads only down to the target takes the shortest of these;
/// any other goes up, to where the rest of the route is shortest. Of equally long routes it takes
/// the one over the neighbour with the lowest number.
pub fn up_down(routers: u32, links: &[[u32; 2]]) -> Vec<Vec<u32>> {
    let neighbours = neighbours(routers, links);
    let distances = distances(&neighbours);
    let rank = |router: u32| (distances[router as usize], router);
    let mut by_rank: Vec<u32> = (0..routers).collect();
    by_rank.sort_unstable_by_key(|&router| rank(router));

    let mut next = vec![vec![0; routers as usize]; routers as usize];
    for to in 0..routers {
        // Links on the route to `to`, and whether all of them lead down.
        let mut routes: Vec<Option<(u32, bool)>> = vec![None; routers as usize];
        routes[to as usize] = Some((0, true));
        next[to as usize][to as usize] = to;
        let mut take = |from: u32, routes: &mut Vec<Option<(u32, bool)>>, down: bool| {
            let onward = |&&by: &&u32| (rank(by) > rank(from)) == down;
            let length = |&by: &u32| match routes[by as usize] {
                Some((links, only_down)) if only_down || !down => Some((links, by)),
                _ => None,
            };
            let choices = neighbours[from as usize].iter().filter(onward);
            if let Some((links, by)) = choices.filter_map(length).min() {
                next[from as usize][to as usize] = by;
                routes[from as usize] = Some((links + 1, down));
            }
        };
        // What leads down ranks ever lower, so everything behind a router is known before it.
        for &from in by_rank.iter().rev().filter(|&&from| from != to) {
            take(from, &mut routes, true);
        }
        // What leads up, ever higher.
        for &from in &by_rank {
            if routes[from as usize].is_none() {
                take(from, &mut routes, false);
            }
        }
    }
    next
}
