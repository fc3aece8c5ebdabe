//! Traffic patterns: the targets to which each source sends. The definitions are those of Dally and
//! Towles, *Principles and Practices of Interconnection Networks* (2004), table 3.2, and of
//! BookSim. Some patterns are defined by digits, which are the column and the row of a tile here.
//! Others are defined by the bits of the tile's number.

use super::options::{Options, TrafficError};
use super::random::{Chance, Random};
use crate::config::ChipConfig;
use std::str::FromStr;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PatternKind {
    /// Every node is a target with the same probability.
    Uniform,
    /// The target of (column, row) is (row, column).
    Transpose,
    /// Each bit of the target's number is the inverse of the bit in the source's number.
    BitComplement,
    /// The bits of the target's number are the bits of the source's number in reverse order.
    BitReverse,
    /// The target's number is the source's number with its bits rotated left by one.
    Shuffle,
    /// In each dimension of k tiles, the target is ⌈k / 2⌉ − 1 tiles further, modulo k.
    Tornado,
    /// In each dimension of k tiles, the target is one tile further, modulo k.
    Neighbour,
    /// Some of the packets go to the hotspots, with equal probability for each hotspot. The others
    /// go to all nodes.
    Hotspot,
}

/// The names that users type.
pub const PATTERNS: [(&str, PatternKind); 8] = [
    ("uniform", PatternKind::Uniform),
    ("transpose", PatternKind::Transpose),
    ("bit-complement", PatternKind::BitComplement),
    ("bit-reverse", PatternKind::BitReverse),
    ("shuffle", PatternKind::Shuffle),
    ("tornado", PatternKind::Tornado),
    ("neighbour", PatternKind::Neighbour),
    ("hotspot", PatternKind::Hotspot),
];

impl FromStr for PatternKind {
    type Err = TrafficError;

    fn from_str(text: &str) -> Result<PatternKind, TrafficError> {
        let found = PATTERNS.iter().find(|(name, _)| *name == text);
        found.map(|&(_, kind)| kind).ok_or_else(|| {
            let names = PATTERNS.map(|(name, _)| name).join(", ");
            TrafficError(format!("no pattern '{text}': there are {names}"))
        })
    }
}

/// How tiles are numbered in columns and rows. The tiles of each square of `side` × `side` tiles
/// share a router, and have consecutive numbers, row by row. The squares are also numbered row by
/// row.
#[derive(Debug, Clone, Copy)]
pub(super) struct Grid {
    pub columns: usize,
    pub rows: usize,
    pub side: usize,
}

impl Grid {
    /// Column and row of a tile.
    pub fn position(&self, node: usize) -> (usize, usize) {
        let (square, inner) = (node / self.side.pow(2), node % self.side.pow(2));
        let squares = self.columns / self.side;
        (
            square % squares * self.side + inner % self.side,
            square / squares * self.side + inner / self.side,
        )
    }

    /// The tile in a column and row.
    pub fn node(&self, (column, row): (usize, usize)) -> usize {
        let square = row / self.side * (self.columns / self.side) + column / self.side;
        square * self.side.pow(2) + row % self.side * self.side + column % self.side
    }
}

/// A pattern on a chip with a given number of tiles.
#[derive(Debug, Clone)]
pub enum Pattern {
    /// Each source has one target.
    Fixed(Vec<u16>),
    Random {
        nodes: usize,
        to_self: bool,
        hotspots: Vec<usize>,
        /// Probability that a packet goes to a hotspot.
        hot: Chance,
        share: f64,
    },
}

impl Pattern {
    /// The pattern on the tiles of a chip, or an error if the pattern is not defined for the chip.
    pub fn of(chip: &ChipConfig, options: &Options) -> Result<Pattern, TrafficError> {
        let grid = chip.plane().map(|(columns, rows, side)| Grid {
            columns: columns as usize,
            rows: rows as usize,
            side: side as usize,
        });
        Pattern::new(options, chip.tiles() as usize, grid)
    }

    /// The pattern for `nodes` tiles. If the tiles form a grid, `grid` describes it.
    pub(super) fn new(
        options: &Options,
        nodes: usize,
        grid: Option<Grid>,
    ) -> Result<Pattern, TrafficError> {
        let wrong = |text: String| Err(TrafficError(text));
        let name = PATTERNS
            .iter()
            .find(|(_, kind)| *kind == options.pattern)
            .map_or("", |(name, _)| name);
        let by_coordinates = |target: &dyn Fn(usize, usize) -> (usize, usize)| {
            let Some(grid) = grid else {
                return wrong(format!(
                    "{name} is not defined on a chip whose tiles are drawn or in no plane: it needs \
                     columns and rows"
                ));
            };
            let of = |node: usize| {
                let (column, row) = grid.position(node);
                grid.node(target(column, row)) as u16
            };
            Ok(Pattern::Fixed((0..nodes).map(of).collect()))
        };
        let by_bits = |target: &dyn Fn(usize, u32) -> usize| {
            if !nodes.is_power_of_two() {
                return wrong(format!(
                    "{name} is not defined on {nodes} tiles: it needs a power of two"
                ));
            }
            let bits = nodes.trailing_zeros();
            let of = |node: usize| (target(node, bits) % nodes) as u16;
            Ok(Pattern::Fixed((0..nodes).map(of).collect()))
        };
        let (columns, rows) = grid.map_or((nodes, 1), |grid| (grid.columns, grid.rows));
        match options.pattern {
            PatternKind::Transpose if grid.is_some() && columns != rows => wrong(format!(
                "transpose is not defined on {columns}×{rows} tiles: it needs as many columns as rows"
            )),
            PatternKind::Transpose => by_coordinates(&|column, row| (row, column)),
            PatternKind::Tornado => by_coordinates(&|column, row| {
                let further = |digit, k: usize| (digit + k.div_ceil(2) - 1) % k;
                (further(column, columns), further(row, rows))
            }),
            PatternKind::Neighbour => {
                by_coordinates(&|column, row| ((column + 1) % columns, (row + 1) % rows))
            }
            PatternKind::BitComplement => by_bits(&|node, _| !node),
            PatternKind::BitReverse => by_bits(&|node, bits| {
                (0..bits).fold(0, |done, bit| done << 1 | node >> bit & 1)
            }),
            PatternKind::Shuffle => by_bits(&|node, bits| {
                node << 1 | node >> bits.saturating_sub(1) & 1
            }),
            PatternKind::Uniform => Pattern::random(options, nodes, vec![], 0.0),
            PatternKind::Hotspot => {
                let mut hotspots = options.hotspots.clone();
                if hotspots.is_empty() {
                    let middle = (columns / 2, rows / 2);
                    hotspots.push(grid.map_or(nodes / 2, |grid| grid.node(middle)));
                }
                if let Some(tile) = hotspots.iter().find(|&&tile| tile >= nodes) {
                    return wrong(format!(
                        "hotspot {tile}: the tiles are 0 to {}",
                        nodes - 1
                    ));
                }
                if !(0.0..=1.0).contains(&options.hotspot_share) {
                    return wrong(format!("hotspot share {}; right: 0 to 1", options.hotspot_share));
                }
                Pattern::random(options, nodes, hotspots, options.hotspot_share)
            }
        }
    }

    fn random(
        options: &Options,
        nodes: usize,
        hotspots: Vec<usize>,
        share: f64,
    ) -> Result<Pattern, TrafficError> {
        if nodes == 1 && !options.to_self {
            return Err(TrafficError(
                "a chip of one tile has no other to send to".into(),
            ));
        }
        Ok(Pattern::Random {
            nodes,
            to_self: options.to_self,
            hotspots,
            hot: Chance::new(share),
            share,
        })
    }

    /// The target of the next packet of `node`.
    #[inline]
    pub fn target(&self, node: usize, random: &mut Random) -> u16 {
        match self {
            Pattern::Fixed(targets) => targets[node],
            Pattern::Random {
                nodes,
                to_self,
                hotspots,
                hot,
                ..
            } => {
                if !hot.is_never() && random.happens(*hot) {
                    return hotspots[random.below(hotspots.len())] as u16;
                }
                if *to_self {
                    return random.below(*nodes) as u16;
                }
                let other = random.below(nodes - 1);
                (other + usize::from(other >= node)) as u16
            }
        }
    }

    /// All targets of `node`, and for each target the fraction of the node's packets that go there.
    pub fn shares(&self, node: usize) -> Vec<(usize, f64)> {
        match self {
            Pattern::Fixed(targets) => vec![(targets[node] as usize, 1.0)],
            Pattern::Random {
                nodes,
                to_self,
                hotspots,
                share,
                ..
            } => {
                let others = nodes - usize::from(!to_self);
                let uniform = (0..*nodes)
                    .filter(|&target| *to_self || target != node)
                    .map(|target| (target, (1.0 - share) / others as f64));
                let hot = hotspots
                    .iter()
                    .map(|&target| (target, share / hotspots.len() as f64));
                uniform.chain(hot).collect()
            }
        }
    }
}
