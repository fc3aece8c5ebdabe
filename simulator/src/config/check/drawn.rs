//! Checks a chip whose file lists its routers and links (`[drawn]`): their numbers, the ports of
//! the routers, and whether the graph is connected.

use super::value::Correction;
use super::File;
use crate::config::error::Problem;
use crate::config::{ChipConfig, Drawn};
use crate::noc::routing::up_down::cut_off;
use crate::noc::topology::MOST_PORTS;
use std::collections::HashSet;
use toml::de::DeValue;

impl File<'_> {
    /// The first mistake in the table `[drawn]`, if there is one. Each key by itself has already
    /// been checked.
    pub fn check_drawn(&self, drawn: &Drawn, chip: &ChipConfig) -> Option<Problem> {
        self.check_tiles(drawn)
            .or_else(|| self.check_links(drawn))
            .or_else(|| self.check_ports(drawn, chip, MOST_PORTS, ("drawn", "routers")))
            .or_else(|| self.check_connected(drawn))
            .or_else(|| self.check_routes(drawn, &chip.further_routers()))
    }

    /// A mistake in item number `item` of the list `name` in the table `[drawn]`.
    pub fn about_item(&self, name: &str, item: usize, (wrong, right): Correction) -> Problem {
        let list = self.find("drawn", name).map(|(_, value)| value.get_ref());
        let at = match list {
            Some(DeValue::Array(list)) => list.get(item).map(|item| item.span()),
            _ => None,
        };
        match at {
            Some(at) => self.problem(at, self.path("drawn", name), wrong, right),
            None => self.about("drawn", name, wrong, right),
        }
    }

    fn check_tiles(&self, drawn: &Drawn) -> Option<Problem> {
        let outside = |&router: &u32| router >= drawn.routers;
        let tile = drawn.tiles.iter().position(outside)?;
        let wrong = format!("tile {tile} is on router {}", drawn.tiles[tile]);
        Some(self.about_item("tiles", tile, (wrong, existing(drawn))))
    }

    fn check_links(&self, drawn: &Drawn) -> Option<Problem> {
        let mut seen = HashSet::new();
        drawn.links.iter().enumerate().find_map(|(item, &[a, b])| {
            let correction = if a.max(b) >= drawn.routers {
                (
                    format!("[{a}, {b}] leads to router {}", a.max(b)),
                    existing(drawn),
                )
            } else if a == b {
                let right = "a link joins two routers".into();
                (format!("[{a}, {b}] leads back to where it begins"), right)
            } else if !seen.insert((a.min(b), a.max(b))) {
                let right = "one link joins two routers, in both directions";
                (format!("[{a}, {b}] is there twice"), right.into())
            } else {
                return None;
            };
            Some(self.about_item("links", item, correction))
        })
    }

    /// A mistake in key `name` of `table` if a router has more than `most` ports.
    pub fn check_ports(
        &self,
        drawn: &Drawn,
        chip: &ChipConfig,
        most: usize,
        (table, name): (&str, &str),
    ) -> Option<Problem> {
        let count = |list: &[u32], router| list.iter().filter(|&&s| s == router).count();
        let ends: Vec<u32> = drawn.links.iter().flatten().copied().collect();
        let controllers = chip.controllers().len();
        let further = chip.further_routers();
        let (memory, interfaces) = further.split_at(controllers);
        (0..drawn.routers).find_map(|router| {
            let (tiles, memories) = (count(&drawn.tiles, router), count(memory, router));
            let (links, more) = (count(&ends, router), count(interfaces, router));
            let ports = tiles + memories + links + more;
            (ports > most).then(|| {
                let more = match more {
                    0 => String::new(),
                    _ => format!(", further interfaces: {more}"),
                };
                let wrong = format!(
                    "router {router} has {ports} ports (links: {links}, tiles: {tiles}, memory \
                     controllers: {memories}{more})"
                );
                let right = format!("at most {most}; put some on other routers");
                self.about(table, name, wrong, right)
            })
        })
    }

    fn check_connected(&self, drawn: &Drawn) -> Option<Problem> {
        let router = cut_off(drawn.routers, &drawn.links)?;
        let wrong = format!("no path leads from router 0 to router {router}");
        let right = format!("a link from {router} to one that router 0 reaches");
        Some(self.about("drawn", "links", wrong, right))
    }
}

fn existing(drawn: &Drawn) -> String {
    format!("the routers are 0 to {}", drawn.routers - 1)
}
