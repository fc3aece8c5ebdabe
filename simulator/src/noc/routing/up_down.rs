//! Up*/down* routing (Schroeder et al., *Autonet*, 1991): free of deadlock on any connected graph.
//!
//! Switches are ranked by their distance from switch 0, then by their number; a link leads up to the
//! end that ranks first. A packet goes up as long as it must, then only down: no turn leads from down
//! to up, so nobody waits in a circle.

use std::collections::VecDeque;

/// By switch: those it has links to, ascending.
fn neighbours(switches: u32, links: &[[u32; 2]]) -> Vec<Vec<u32>> {
    let mut lists = vec![vec![]; switches as usize];
    for &[one, other] in links {
        lists[one as usize].push(other);
        lists[other as usize].push(one);
    }
    lists.iter_mut().for_each(|list| list.sort_unstable());
    lists
}

/// Links between switch 0 and each switch; none if no way leads there.
fn distances(neighbours: &[Vec<u32>]) -> Vec<Option<u32>> {
    let mut distances = vec![None; neighbours.len()];
    distances[0] = Some(0);
    let mut reached = VecDeque::from([0]);
    while let Some(switch) = reached.pop_front() {
        for &next in &neighbours[switch as usize] {
            if distances[next as usize].is_none() {
                distances[next as usize] = distances[switch as usize].map(|d| d + 1);
                reached.push_back(next);
            }
        }
    }
    distances
}

/// The first switch that no way leads to from switch 0.
pub fn cut_off(switches: u32, links: &[[u32; 2]]) -> Option<usize> {
    let neighbours = neighbours(switches, links);
    distances(&neighbours).iter().position(Option::is_none)
}

/// The next switch on the way from each switch to each, `next[from][to]`; all of them must hang
/// together. A switch from which some way leads only down to the target takes the shortest of these;
/// any other goes up, to where the rest of the way is shortest. Of equally long ways it takes the one
/// over the neighbour with the lowest number.
pub fn up_down(switches: u32, links: &[[u32; 2]]) -> Vec<Vec<u32>> {
    let neighbours = neighbours(switches, links);
    let distances = distances(&neighbours);
    let rank = |switch: u32| (distances[switch as usize], switch);
    let mut by_rank: Vec<u32> = (0..switches).collect();
    by_rank.sort_unstable_by_key(|&switch| rank(switch));

    let mut next = vec![vec![0; switches as usize]; switches as usize];
    for to in 0..switches {
        // Links on the way to `to`, and whether all of them lead down.
        let mut ways: Vec<Option<(u32, bool)>> = vec![None; switches as usize];
        ways[to as usize] = Some((0, true));
        next[to as usize][to as usize] = to;
        let mut take = |from: u32, ways: &mut Vec<Option<(u32, bool)>>, down: bool| {
            let onward = |&&by: &&u32| (rank(by) > rank(from)) == down;
            let length = |&by: &u32| match ways[by as usize] {
                Some((links, only_down)) if only_down || !down => Some((links, by)),
                _ => None,
            };
            let choices = neighbours[from as usize].iter().filter(onward);
            if let Some((links, by)) = choices.filter_map(length).min() {
                next[from as usize][to as usize] = by;
                ways[from as usize] = Some((links + 1, down));
            }
        };
        // What leads down ranks ever lower, so everything behind a switch is known before it.
        for &from in by_rank.iter().rev().filter(|&&from| from != to) {
            take(from, &mut ways, true);
        }
        // What leads up, ever higher.
        for &from in &by_rank {
            if ways[from as usize].is_none() {
                take(from, &mut ways, false);
            }
        }
    }
    next
}
