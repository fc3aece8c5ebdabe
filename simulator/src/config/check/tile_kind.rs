//! Checks the table `[[tile_kind]]`, which describes tiles that differ from the other tiles of the
//! chip.

use super::memory::no_tile;
use super::value::Correction;
use super::File;
use crate::config::error::Problem;
use crate::config::{ChipConfig, TileKind};

impl File<'_> {
    /// Reports conflicts of `[[tile_kind]]` tables with the rest of the chip.
    pub fn check_tile_kinds(&self, chip: &ChipConfig) -> Vec<Problem> {
        let mut problems = vec![];
        for (item, kind) in chip.tile_kind.iter().enumerate() {
            let before = &chip.tile_kind[..item];
            let corrections = [
                ("name", named_again(kind, before)),
                ("tiles", no_tile(&kind.tiles, chip)),
                ("tiles", listed_again(kind, before)),
                ("banks", too_few_banks(kind, chip)),
            ];
            for (name, correction) in corrections {
                let problem = correction.map(|it| self.about_listed("tile_kind", item, name, it));
                problems.extend(problem);
            }
        }
        problems
    }
}

fn named_again(kind: &TileKind, before: &[TileKind]) -> Option<Correction> {
    let known = before.iter().any(|other| other.name == kind.name);
    known.then(|| {
        let wrong = format!("\"{}\" is there twice", kind.name);
        (wrong, "each kind of tiles has a name of its own".into())
    })
}

fn listed_again(kind: &TileKind, before: &[TileKind]) -> Option<Correction> {
    let others = before.iter().flat_map(|other| &other.tiles);
    let mut listed: Vec<u32> = others.copied().collect();
    let again = kind.tiles.iter().find(|&&tile| {
        let known = listed.contains(&tile);
        listed.push(tile);
        known
    })?;
    let wrong = format!("tile {again} is listed twice");
    Some((wrong, "a tile is of one kind".into()))
}

/// The smallest number of memory banks that a tile may have. A flit is read or written in one
/// cycle, so each of its words needs its own bank.
pub(super) fn least_banks(chip: &ChipConfig) -> u32 {
    chip.network.link_bits / 32
}

/// A mistake if tiles of this kind have too few memory banks.
fn too_few_banks(kind: &TileKind, chip: &ChipConfig) -> Option<Correction> {
    let words = least_banks(chip);
    (kind.banks < words).then(|| {
        (
            format!(
                "{} cannot take a flit of {words} words in a cycle",
                kind.banks
            ),
            format!("at least {words}, or a smaller `network.link_bits`"),
        )
    })
}
