//! Checks the table `[[link]]`, which describes links that differ from the other links of the chip.

use super::value::Correction;
use super::File;
use crate::config::error::Problem;
use crate::config::{ChipConfig, Circuits, Link};
use std::collections::HashSet;
use toml::de::DeValue;

impl File<'_> {
    /// Reports conflicts of `[[link]]` tables with the rest of the chip. If there are none, fills
    /// in the list of links of each table that stands for the links between chiplets. All other
    /// keys have already been checked.
    pub fn check_other_links(&self, chip: &mut ChipConfig) -> Vec<Problem> {
        let mut problems = vec![];
        for (item, link) in chip.link.iter().enumerate() {
            let corrections = [
                ("between", chosen_once(link)),
                (
                    "chiplet_columns",
                    no_blocks(link.chiplet_columns, chip, true),
                ),
                ("chiplet_rows", no_blocks(link.chiplet_rows, chip, false)),
                ("flit_cycles", slow_circuits(link, chip)),
            ];
            for (name, correction) in corrections {
                let problem = correction.map(|it| self.about_listed("link", item, name, it));
                problems.extend(problem);
            }
        }
        if !problems.is_empty() || chip.link.is_empty() {
            return problems;
        }
        chip.list_links_of_chiplets();
        let sorted = |[one, other]: [u32; 2]| [one.min(other), one.max(other)];
        let known: HashSet<[u32; 2]> = chip.links().into_iter().collect();
        let mut seen = HashSet::new();
        for (item, link) in chip.link.iter().enumerate() {
            for (place, &[one, other]) in link.between.iter().enumerate() {
                let routers = chip.routers();
                let correction = if one.max(other) >= routers {
                    let outside = one.max(other);
                    let right = format!("the routers are 0 to {}", routers - 1);
                    (format!("[{one}, {other}] leads to router {outside}"), right)
                } else if !known.contains(&sorted([one, other])) {
                    (
                        format!("no link joins routers {one} and {other}"),
                        format!("from {one}, links lead to {}", neighbours(&known, one)),
                    )
                } else if !seen.insert(sorted([one, other])) {
                    (
                        format!("the link of routers {one} and {other} is there twice"),
                        "each link is in at most one `[[link]]`, once".into(),
                    )
                } else {
                    continue;
                };
                problems.push(self.about_pair(item, place, link, correction));
                break;
            }
        }
        problems
    }

    /// A mistake in the pair of routers with index `place` in `[[link]]` table number `item`.
    fn about_pair(
        &self,
        item: usize,
        place: usize,
        link: &Link,
        correction: Correction,
    ) -> Problem {
        let name = match (link.is_of_chiplets(), link.chiplet_columns) {
            (false, _) => "between",
            (true, 0) => "chiplet_rows",
            (true, _) => "chiplet_columns",
        };
        let (_, inner) = self.tables_of("link").swap_remove(item);
        let pair = match inner.get(name).map(|value| value.get_ref()) {
            Some(DeValue::Array(pairs)) => pairs.get(place),
            _ => None,
        };
        match pair {
            Some(pair) => {
                let (wrong, right) = correction;
                self.problem(pair.span(), format!("link.{name}"), wrong, right)
            }
            None => self.about_listed("link", item, name, correction),
        }
    }
}

/// Text for an error message: the routers to which links lead from router `from`.
fn neighbours(links: &HashSet<[u32; 2]>, from: u32) -> String {
    let far = |&[one, other]: &[u32; 2]| match from {
        _ if from == one => Some(other),
        _ if from == other => Some(one),
        _ => None,
    };
    let mut all: Vec<u32> = links.iter().filter_map(far).collect();
    all.sort_unstable();
    match all.is_empty() {
        true => "no router".into(),
        false => format!("{all:?}"),
    }
}

/// A mistake if a `[[link]]` table names no links, or names them in two ways.
fn chosen_once(link: &Link) -> Option<Correction> {
    let right = "`between = [[0, 1]]`, or `chiplet_columns` and `chiplet_rows`";
    match (link.between.is_empty(), link.is_of_chiplets()) {
        (true, false) => Some(("there are no links".into(), right.into())),
        (false, true) => Some((
            "stands beside the size of chiplets".into(),
            format!("either {right}"),
        )),
        _ => None,
    }
}

/// A mistake if the chip's columns, or its rows, cannot be divided into several chiplets of `size`
/// columns, or rows, each.
fn no_blocks(size: u32, chip: &ChipConfig, columns: bool) -> Option<Correction> {
    if size == 0 {
        return None;
    }
    let Some(grid) = chip.grid() else {
        return Some((
            "is for a mesh or torus".into(),
            "list the links in `between`".into(),
        ));
    };
    let (all, what) = match columns {
        true => (grid.0, "columns"),
        false => (grid.1, "rows"),
    };
    (all % size != 0 || all == size).then(|| {
        let right = (1..all).rev().find(|size| all % size == 0);
        (
            format!("chiplets of {size} {what}, but the chip has {all}"),
            match right {
                Some(size) => format!("a part of {all}, such as {size}"),
                None => "leave it out".into(),
            },
        )
    })
}

/// A mistake if a circuit could lead over a link that takes several cycles for a flit.
fn slow_circuits(link: &Link, chip: &ChipConfig) -> Option<Correction> {
    (link.flit_cycles > 1 && chip.network.circuits != Circuits::None).then(|| {
        (
            format!(
                "{}, but a circuit needs links that carry a flit in each cycle",
                link.flit_cycles
            ),
            "1, or `network.circuits = \"none\"`".into(),
        )
    })
}
