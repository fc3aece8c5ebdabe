//! Checks what is drawn: numbers, ports, that everything hangs together, and routes.

use super::File;
use crate::config::error::Problem;
use crate::config::Drawn;
use crate::noc::routing::dependencies::circle;
use crate::noc::routing::up_down::cut_off;
use crate::noc::routing::Routing;
use crate::noc::topology::drawn::drawn as drawn_topology;
use crate::noc::topology::MOST_PORTS;
use std::collections::HashSet;
use toml::de::DeValue;

/// What is wrong, and what would be right.
type Fault = (String, String);

impl File<'_> {
    /// The first thing that is wrong; memory controllers are on `memory`, switches that exist.
    pub fn check_drawn(&self, drawn: &Drawn, memory: &[u32]) -> Option<Problem> {
        self.check_tiles(drawn)
            .or_else(|| self.check_links(drawn))
            .or_else(|| self.check_ports(drawn, memory))
            .or_else(|| self.check_connected(drawn))
            .or_else(|| self.check_routes(drawn, memory))
    }

    /// About item number `item` of a list.
    fn about_item(&self, name: &str, item: usize, (wrong, right): Fault) -> Problem {
        let list = self.find("drawn", name).map(|(_, value)| value.get_ref());
        let at = match list {
            Some(DeValue::Array(list)) => list.get(item).map(|item| item.span()),
            _ => None,
        };
        match at {
            Some(at) => self.problem(at, format!("drawn.{name}"), wrong, right),
            None => self.about("drawn", name, wrong, right),
        }
    }

    fn check_tiles(&self, drawn: &Drawn) -> Option<Problem> {
        let outside = |&switch: &u32| switch >= drawn.switches;
        let tile = drawn.tiles.iter().position(outside)?;
        let wrong = format!("tile {tile} is on switch {}", drawn.tiles[tile]);
        Some(self.about_item("tiles", tile, (wrong, existing(drawn))))
    }

    fn check_links(&self, drawn: &Drawn) -> Option<Problem> {
        let mut seen = HashSet::new();
        drawn.links.iter().enumerate().find_map(|(item, &[a, b])| {
            let fault = if a.max(b) >= drawn.switches {
                (
                    format!("[{a}, {b}] leads to switch {}", a.max(b)),
                    existing(drawn),
                )
            } else if a == b {
                let right = "a link joins two switches".into();
                (format!("[{a}, {b}] leads back to where it begins"), right)
            } else if !seen.insert((a.min(b), a.max(b))) {
                let right = "one link joins two switches, in both directions";
                (format!("[{a}, {b}] is there twice"), right.into())
            } else {
                return None;
            };
            Some(self.about_item("links", item, fault))
        })
    }

    fn check_ports(&self, drawn: &Drawn, memory: &[u32]) -> Option<Problem> {
        let count = |list: &[u32], switch| list.iter().filter(|&&s| s == switch).count();
        let ends: Vec<u32> = drawn.links.iter().flatten().copied().collect();
        (0..drawn.switches).find_map(|switch| {
            let (tiles, memories) = (count(&drawn.tiles, switch), count(memory, switch));
            let links = count(&ends, switch);
            (tiles + memories + links > MOST_PORTS).then(|| {
                let wrong = format!(
                    "switch {switch} has {} ports (links: {links}, tiles: {tiles}, memory \
                     controllers: {memories})",
                    tiles + memories + links
                );
                let right = format!("at most {MOST_PORTS}; put some on other switches");
                self.about("drawn", "switches", wrong, right)
            })
        })
    }

    fn check_connected(&self, drawn: &Drawn) -> Option<Problem> {
        let switch = cut_off(drawn.switches, &drawn.links)?;
        let wrong = format!("no way leads from switch 0 to switch {switch}");
        let right = format!("a link from {switch} to one that switch 0 reaches");
        Some(self.about("drawn", "links", wrong, right))
    }

    fn check_routes(&self, drawn: &Drawn, memory: &[u32]) -> Option<Problem> {
        if drawn.routes.is_empty() {
            return None;
        }
        let switches = drawn.switches as usize;
        if drawn.routes.len() != switches {
            let wrong = format!("{} lists for {switches} switches", drawn.routes.len());
            let right = "a list for each switch, with the next switch to every switch";
            return Some(self.about("drawn", "routes", wrong, right.into()));
        }
        let links: HashSet<_> = drawn.links.iter().copied().collect();
        let linked = |a, b| links.contains(&[a, b]) || links.contains(&[b, a]);
        for (from, row) in drawn.routes.iter().enumerate() {
            if let Some(fault) = wrong_row(drawn, linked, from as u32, row) {
                return Some(self.about_item("routes", from, fault));
            }
        }
        if let Some((from, fault)) = astray(&drawn.routes) {
            return Some(self.about_item("routes", from, fault));
        }
        let topology = drawn_topology(drawn, memory);
        let circle = circle(&topology, &Routing::drawn(&topology, drawn))?;
        let links: Vec<_> = circle
            .iter()
            .map(|link| format!("{} → {}", link.from, link.to))
            .collect();
        let first = circle[0].from;
        let fault = (
            format!(
                "packets on the links {} can wait for each other for ever",
                links.join(", ")
            ),
            "take another way for some of them, or leave `routes` out: then they are computed"
                .into(),
        );
        Some(self.about_item("routes", first, fault))
    }
}

fn existing(drawn: &Drawn) -> String {
    format!("the switches are 0 to {}", drawn.switches - 1)
}

/// A list of next switches that is not complete, or names one that is no neighbour.
fn wrong_row(
    drawn: &Drawn,
    linked: impl Fn(u32, u32) -> bool,
    from: u32,
    row: &[u32],
) -> Option<Fault> {
    if row.len() != drawn.switches as usize {
        let wrong = format!("the list of switch {from} has {} numbers", row.len());
        let right = "for each switch the next one on the way there";
        return Some((wrong, format!("{}: {right}", drawn.switches)));
    }
    row.iter().enumerate().find_map(|(to, &next)| {
        let to = to as u32;
        if from == to {
            let right = format!("{from} itself: the packet has arrived");
            return (next != from).then(|| (format!("from {from} to itself over {next}"), right));
        }
        (!linked(from, next)).then(|| {
            let neighbours: Vec<_> = (0..drawn.switches).filter(|&b| linked(from, b)).collect();
            (
                format!("from {from} to {to} over {next}, to which no link leads"),
                format!("links lead from {from} to {neighbours:?}"),
            )
        })
    })
}

/// A way that never reaches its target, and the switch that it begins at.
fn astray(routes: &[Vec<u32>]) -> Option<(usize, Fault)> {
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
                    let wrong = format!("packets to switch {to} go round: {}", round.join(" → "));
                    let right = format!("every way to switch {to} ends there");
                    return Some((here, (wrong, right)));
                }
                way.push(here);
                here = routes[here][to] as usize;
            }
            way.into_iter().for_each(|switch| arrives[switch] = true);
            None
        })
    })
}
