//! Up*/down* routing, which is free of deadlock on any connected graph (Schroeder et al.,
//! *Autonet*, 1991).
//!
//! Routers are ranked by their distance from router 0, and at equal distances by their number. On
//! each link, the direction towards the router with the lower rank is up. A packet goes up as long
//! as it must, and from then on only down. No route turns from down to up, so packets cannot wait
//! for each other in a circle.

use std::collections::VecDeque;

/// For each router its neighbours, in ascending order.
fn neighbours(routers: u32, links: &[[u32; 2]]) -> Vec<Vec<u32>> {
    let mut lists = vec![vec![]; routers as usize];
    for &[one, other] in links {
        lists[one as usize].push(other);
        lists[other as usize].push(one);
    }
    lists.iter_mut().for_each(|list| list.sort_unstable());
    lists
}

/// For each router, its distance from router 0 in links. None if no path leads there.
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

/// The first router to which no path leads from router 0; none if all are connected.
pub fn cut_off(routers: u32, links: &[[u32; 2]]) -> Option<usize> {
    let neighbours = neighbours(routers, links);
    distances(&neighbours).iter().position(Option::is_none)
}

/// For each pair of routers, the next router on the route between them, as `next[from][to]`. All
/// routers must be connected. If there are paths to the target that only lead down, the route is
/// the shortest of these. Otherwise the route goes up, to the neighbour from which the rest of the
/// route is shortest. If neighbours give equally long routes, the one with the lowest number is
/// used.
pub fn up_down(routers: u32, links: &[[u32; 2]]) -> Vec<Vec<u32>> {
    let neighbours = neighbours(routers, links);
    let distances = distances(&neighbours);
    let rank = |router: u32| (distances[router as usize], router);
    let mut by_rank: Vec<u32> = (0..routers).collect();
    by_rank.sort_unstable_by_key(|&router| rank(router));

    let mut next = vec![vec![0; routers as usize]; routers as usize];
    for to in 0..routers {
        // For each router, the number of links on its route to router `to`, and whether all these
        // links lead down.
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
        // A link down leads to a router of higher rank. This loop goes from the highest rank to the
        // lowest, so it visits a router after the routers to which it has links down.
        for &from in by_rank.iter().rev().filter(|&&from| from != to) {
            take(from, &mut routes, true);
        }
        // A link up leads to a router of lower rank. This loop goes from the lowest rank to the
        // highest, so it visits a router after the routers to which it has links up.
        for &from in &by_rank {
            if routes[from as usize].is_none() {
                take(from, &mut routes, false);
            }
        }
    }
    next
}
