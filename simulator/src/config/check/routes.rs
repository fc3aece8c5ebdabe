//! Checks the routes of a chip whose file lists its routers and links (`[drawn]`). The routes must
//! be complete, use existing links and reach their targets. The packets on them must never wait for
//! each other in a cycle.

use super::value::Correction;
use super::File;
use crate::config::error::Problem;
use crate::config::Drawn;
use crate::noc::routing::dependencies::circle;
use crate::noc::routing::Routing;
use crate::noc::topology::drawn::drawn as graph_topology;
use std::collections::HashSet;

/// The largest number of links that the message about a cycle of waiting packets names.
const MOST_NAMED: usize = 16;

impl File<'_> {
    /// The first mistake in the routes, if there is one. All other keys of the table `[drawn]` have
    /// already been checked.
    pub fn check_routes(&self, drawn: &Drawn, further: &[u32]) -> Option<Problem> {
        if drawn.routes.is_empty() {
            return None;
        }
        let routers = drawn.routers as usize;
        if drawn.routes.len() != routers {
            let wrong = format!("{} lists for {routers} routers", drawn.routes.len());
            let right = "a list for each router, with the next router to every router";
            return Some(self.about("drawn", "routes", wrong, right.into()));
        }
        let links: HashSet<_> = drawn.links.iter().copied().collect();
        let linked = |a, b| links.contains(&[a, b]) || links.contains(&[b, a]);
        for (from, row) in drawn.routes.iter().enumerate() {
            if let Some(correction) = wrong_row(drawn, linked, from as u32, row) {
                return Some(self.about_item("routes", from, correction));
            }
        }
        if let Some((from, correction)) = astray(&drawn.routes) {
            return Some(self.about_item("routes", from, correction));
        }
        let graph = drawn.graph();
        let topology = graph_topology(&graph, further);
        let circle = circle(&topology, &Routing::drawn(&topology, &graph))?;
        let mut links: Vec<_> = circle
            .iter()
            .take(MOST_NAMED)
            .map(|link| format!("{} → {}", link.from, link.to))
            .collect();
        if circle.len() > MOST_NAMED {
            links.push(format!("… ({} in all)", circle.len()));
        }
        let first = circle[0].from;
        let correction = (
            format!(
                "packets on the links {} can wait for each other for ever",
                links.join(", ")
            ),
            "route some of them otherwise, or leave `routes` out: then they are computed".into(),
        );
        Some(self.about_item("routes", first, correction))
    }
}

/// A mistake if a router's list of next routers has a wrong length, or names a router to which no
/// link leads.
fn wrong_row(
    drawn: &Drawn,
    linked: impl Fn(u32, u32) -> bool,
    from: u32,
    row: &[u32],
) -> Option<Correction> {
    if row.len() != drawn.routers as usize {
        let wrong = format!("the list of router {from} has {} numbers", row.len());
        let right = "for each router the next one on the way there";
        return Some((wrong, format!("{}: {right}", drawn.routers)));
    }
    row.iter().enumerate().find_map(|(to, &next)| {
        let to = to as u32;
        if from == to {
            let right = format!("{from} itself: the packet has arrived");
            return (next != from).then(|| (format!("from {from} to itself over {next}"), right));
        }
        (!linked(from, next)).then(|| {
            let neighbours: Vec<_> = (0..drawn.routers).filter(|&b| linked(from, b)).collect();
            (
                format!("from {from} to {to} over {next}, to which no link leads"),
                format!("links lead from {from} to {neighbours:?}"),
            )
        })
    })
}

/// Finds a route that never arrives at its target. Returns a router in its loop, and the mistake.
fn astray(routes: &[Vec<u32>]) -> Option<(usize, Correction)> {
    (0..routes.len()).find_map(|to| {
        let mut arrives = vec![false; routes.len()];
        arrives[to] = true;
        (0..routes.len()).find_map(|from| {
            let mut way = vec![];
            let mut here = from;
            while !arrives[here] {
                if let Some(round) = way.iter().position(|&before| before == here) {
                    way.push(here);
                    let round: Vec<_> = way[round..].iter().map(usize::to_string).collect();
                    let wrong = format!("packets to router {to} go round: {}", round.join(" → "));
                    let right = format!("every route to router {to} ends there");
                    return Some((here, (wrong, right)));
                }
                way.push(here);
                here = routes[here][to] as usize;
            }
            way.into_iter().for_each(|router| arrives[router] = true);
            None
        })
    })
}
